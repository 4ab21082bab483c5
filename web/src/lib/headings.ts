/** From a heading of the rulebook, as refusals name it, to the section of our rules page. */
import type { SectionSent } from '../wire'

/** Letters and digits alone, without accents and the number before a heading. */
function plain(text: string): string {
  const letters = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return letters.replace(/[^\p{L}\p{N}]+/gu, ' ').trim().replace(/^\d+ /, '')
}

/** The section of this heading, or else the first one that speaks of it. */
export function sectionOf(sections: readonly SectionSent[], heading: string): SectionSent | undefined {
  const wanted = plain(heading)
  if (!wanted) return undefined
  const named = sections.find((section) => [section.id, section.heading].some((name) => plain(name) === wanted))
  return named ?? sections.find((section) => plain(section.html).includes(wanted))
}
