/** Finds sections of the rules page by a rulebook heading or by search words. */
import type { SectionSent } from '../wire'
import type { Words } from './catalogue'

/** The section for a rulebook heading. */
export const sectionOf = (sections: readonly SectionSent[], heading: string): SectionSent | undefined =>
  sections.find((section) => section.printed.includes(heading)) ??
  sections.find((section) => section.heading === heading)

/** Plain text for searching: no accents, no HTML tags. */
const plain = (text: string): string =>
  text
    .replace(/<[^>]*>/g, ' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/’/g, "'")
    .toLowerCase()

/** Sections that contain every searched word, with the figures of the box filled in; all for an empty search. */
export function sectionsWith(sections: readonly SectionSent[], searched: string, words: Words): SectionSent[] {
  const wanted = plain(searched).split(/\s+/).filter(Boolean)
  return sections.filter((section) => {
    const text = plain(`${section.heading} ${words.withFigures(section.html)}`)
    return wanted.every((word) => text.includes(word))
  })
}
