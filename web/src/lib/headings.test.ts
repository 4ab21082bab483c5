import { describe, expect, it } from 'vitest'
import { sectionOf } from './headings'

const SECTIONS = [
  { id: 'résolution-du-pli', heading: 'Qui gagne le pli', html: '' },
  { id: 'chasse-en-solitaire', heading: 'Chasse en solitaire', html: '' },
  { id: 'règles-optionnelles', heading: 'Règles optionnelles', html: '<p><b>Durée de vie</b> : la force évolue.</p>' },
]

describe('a heading of the rulebook', () => {
  it('leads to our section, whatever its accents, capitals and number', () => {
    expect(sectionOf(SECTIONS, 'RESOLUTION DU PLI')?.id).toBe('résolution-du-pli')
    expect(sectionOf(SECTIONS, '2 - Chasse en solitaire')?.id).toBe('chasse-en-solitaire')
  })

  it('leads to the section that speaks of it where it has none of its own', () => {
    expect(sectionOf(SECTIONS, 'Durée de vie')?.id).toBe('règles-optionnelles')
    expect(sectionOf(SECTIONS, 'Matériel')).toBeUndefined()
    expect(sectionOf(SECTIONS, '')).toBeUndefined()
  })
})
