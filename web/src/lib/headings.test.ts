import { describe, expect, it } from 'vitest'
import { Words } from './catalogue'
import { sectionOf, sectionsWith } from './headings'

const WORDS = new Words('fr', { 'figure:w.x.food': '3' })

const SECTIONS = [
  {
    id: 'solitary-hunt',
    heading: 'Solitary hunt',
    printed: ['2 - Chasse en solitaire'],
    html: '<p>Durée de vie</p>',
    examples: [],
  },
  {
    id: 'optional-rules',
    heading: 'Optional rules',
    printed: ['Règles optionnelles', 'Durée de vie'],
    html: '',
    examples: [],
  },
]

describe('a heading of the rulebook', () => {
  it('leads to the section that tells it, in any language', () => {
    expect(sectionOf(SECTIONS, '2 - Chasse en solitaire')?.id).toBe('solitary-hunt')
    expect(sectionOf(SECTIONS, 'Règles optionnelles')?.id).toBe('optional-rules')
  })

  it('may share a section with another one, but never leads to where it is only mentioned', () => {
    expect(sectionOf(SECTIONS, 'Durée de vie')?.id).toBe('optional-rules')
    expect(sectionOf(SECTIONS, 'Matériel')).toBeUndefined()
    expect(sectionOf(SECTIONS, '')).toBeUndefined()
  })
})

describe('words searched for', () => {
  it('are found in headings and text, without accents and capitals, and never in tags', () => {
    expect(sectionsWith(SECTIONS, 'duree vie', WORDS).map((one) => one.id)).toEqual(['solitary-hunt'])
    expect(sectionsWith(SECTIONS, 'OPTIONAL', WORDS).map((one) => one.id)).toEqual(['optional-rules'])
    expect(sectionsWith(SECTIONS, '<p>', WORDS)).toEqual(SECTIONS)
    expect(sectionsWith(SECTIONS, 'zzz', WORDS)).toEqual([])
    expect(sectionsWith(SECTIONS, ' ', WORDS)).toEqual(SECTIONS)
  })

  it('finds figures of the box, and returns the sections themselves', () => {
    const food = { id: 'food', heading: 'Food', printed: [], html: 'gives {w.x.food} points', examples: [] }
    expect(sectionsWith([...SECTIONS, food], '3 points', WORDS)[0]).toBe(food)
  })
})
