/** From a heading of the rulebook, as refusals name it, or from words searched for, to sections of our rules page. */
import type { SectionSent } from '../wire'

/** The section that tells what stands under this heading. */
export const sectionOf = (sections: readonly SectionSent[], heading: string): SectionSent | undefined =>
  sections.find((section) => section.printed.includes(heading)) ?? sections.find((section) => section.heading === heading)

/** Letters without their accents, and tags without their marks. */
const plain = (text: string): string => text.replace(/<[^>]*>/g, ' ').normalize('NFD').replace(/\p{M}/gu, '').replace(/’/g, "'").toLowerCase()

/** The sections in which every one of these words stands; all of them where none is searched for. */
export function sectionsWith(sections: readonly SectionSent[], words: string): SectionSent[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean)
  return sections.filter((section) => wanted.every((word) => plain(`${section.heading} ${section.html}`).includes(word)))
}
