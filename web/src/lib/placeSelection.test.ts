import { describe, expect, it } from 'vitest'
import { choose, comesLater, nextPlaces, replacements } from './placeSelection'

const choices = [
  { text: 'r6-N', places: ['card.r6', 'ground.cavernes'] },
  { text: 'r6-V', places: ['card.r6', 'ground.forets'] },
  { text: 'r2-V', places: ['card.r2', 'ground.forets'] },
]
const slots = [
  { text: '>1', places: ['slot.0.0'] },
  { text: '>2', places: ['slot.0.1'] },
]

describe('choosing by places', () => {
  it('lights the first places, then those that fit', () => {
    expect([...nextPlaces(choices, [])]).toEqual(['card.r6', 'card.r2'])
    expect([...nextPlaces(choices, ['card.r2'])]).toEqual(['ground.forets'])
  })

  it('is done when one choice is complete', () => {
    expect(choose(choices, ['card.r6'], 'ground.forets')).toEqual({
      chosen: ['card.r6', 'ground.forets'],
      done: choices[1],
    })
    expect(choose(slots, [], 'slot.0.1')?.done).toBe(slots[1])
  })

  it('does not run ahead when only one target is left', () => {
    expect(choose(choices, [], 'card.r2')).toEqual({ chosen: ['card.r2'], done: null })
  })

  it('changes an earlier place, and takes it back', () => {
    expect(choose(choices, ['card.r6'], 'card.r2')).toEqual({ chosen: ['card.r2'], done: null })
    expect(choose(choices, ['card.r6'], 'card.r6')).toEqual({ chosen: [], done: null })
    expect([...replacements(choices, ['card.r6'])]).toEqual(['card.r6', 'card.r2'])
  })

  it('refuses what is not among the choices, and knows what comes later', () => {
    expect(choose(choices, [], 'card.n2')).toBeNull()
    expect(choose(choices, [], 'ground.forets')).toBeNull()
    expect(comesLater(choices, [], 'ground.forets')).toBe(true)
    expect(comesLater(choices, [], 'ground.sommets')).toBe(false)
    expect(choose(choices, ['card.r2'], 'ground.cavernes')).toBeNull()
  })

  it('lets the same place be chosen twice where a choice says so', () => {
    const twice = [{ text: 'x', places: ['a', 'a'] }]
    expect(choose(twice, ['a'], 'a')?.done).toBe(twice[0])
  })
})
