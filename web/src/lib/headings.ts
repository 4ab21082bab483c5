/** Finds sections of the rules page by a rulebook heading or by search words. */
import type { SectionSent } from '../wire'

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

/** Sections that contain every word; all sections for an empty search. */
export function sectionsWith(sections: readonly SectionSent[], words: string): SectionSent[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean)
  return sections.filter((section) =>
    wanted.every((word) => plain(`${section.heading} ${section.html}`).includes(word)),
  )
}
