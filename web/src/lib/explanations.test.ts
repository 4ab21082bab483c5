import { describe, expect, it } from 'vitest'
import { effect, explanationsOf } from './explanations'
import { Words } from './catalogue'

const words = new Words('en', {
  'clan.prey.text': 'Hunted when surrounded.',
  'clan.prey.moose': 'moose',
  'clan.terrain.text': 'Paid for with a tile.',
  'clan.terrain.water': 'Water',
  'clan.terrain.water.text': 'Nobody enters.',
  'clan.space': '{name}',
  'clan.space.text': 'A space.',
})

describe('what a thing does', () => {
  it('is said of the thing, else of all of its kind', () => {
    expect(effect(words, 'clan.terrain.water')).toBe('Nobody enters.')
    expect(effect(words, 'clan.prey.moose')).toBe('Hunted when surrounded.')
    expect(effect(words, 'terres.card')).toBe('')
  })

  it('is said once of several things that do the same, and without a name that has gaps', () => {
    expect(explanationsOf(words, 'clan.prey.moose clan.prey.deer')).toHaveLength(1)
    expect(explanationsOf(words, 'clan.terrain.water clan.prey.moose').map((one) => one.name)).toEqual([
      'Water',
      'moose',
    ])
    expect(explanationsOf(words, 'clan.space terres.card')).toEqual([{ name: '', text: 'A space.' }])
  })
})
