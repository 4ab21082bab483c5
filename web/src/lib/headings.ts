/** From a heading of the rulebook, as refusals name it, to the section of our rules page. */
import type { SectionSent } from '../wire'

/** The section that tells what stands under this heading. */
export const sectionOf = (sections: readonly SectionSent[], heading: string): SectionSent | undefined =>
  sections.find((section) => section.printed.includes(heading))
