/** What of the table can be seen, and what must be scrolled to. */
import { tick } from 'svelte'

const MARGIN = 24

/** The place as it is drawn; of several, the one that takes room. */
export function seen(place: string): HTMLElement | null {
  const all = document.querySelectorAll<HTMLElement>(`.stage [data-place="${CSS.escape(place)}"]`)
  return [...all].find((one) => one.getBoundingClientRect().width) ?? null
}

/** A board with a window of its own frames what may be chosen first, then hears `sight` and shows the place. */
export async function bringIntoSight(place: string): Promise<void> {
  await new Promise(requestAnimationFrame)
  seen(place)?.dispatchEvent(new Event('sight', { bubbles: true }))
  await tick()
  const found = seen(place)
  if (found && !found.closest('.prompt')) scrollTo(found)
}

/** Unless some of what may be chosen can be seen, the first of it is scrolled to. */
export async function bringQuestionIntoSight(): Promise<void> {
  await tick()
  await new Promise(requestAnimationFrame)
  const lit = [...document.querySelectorAll<HTMLElement>('.stage [data-rove="lit"]')].filter((one) => one.getBoundingClientRect().width)
  const [first] = lit
  if (first && !lit.some(isInSight)) scrollTo(first)
}

/** Scrolls no further than it must; what sticks to the foot of a phone, and the answers above it, cover nothing. */
export function scrollTo(found: HTMLElement): void {
  found.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const at = found.getBoundingClientRect()
  const { top, bottom } = room(found)
  if (at.bottom > bottom - MARGIN) scrollBy(0, Math.min(at.bottom - bottom + MARGIN, at.top - top - MARGIN))
  else if (at.top < top + MARGIN) scrollBy(0, at.top - top - MARGIN)
}

function isInSight(one: HTMLElement): boolean {
  const at = one.getBoundingClientRect()
  const { top, bottom } = room(one)
  return at.top >= top && at.bottom <= bottom
}

/** Where something is not covered: between the bar and the prompt that sticks to the foot, or below the prompt. */
function room(found: HTMLElement): { top: number; bottom: number } {
  const bar = Math.max(document.querySelector('.table > header')?.getBoundingClientRect().bottom ?? 0, 0)
  const prompt = document.querySelector('.stage > .prompt')
  if (!prompt || getComputedStyle(prompt).position !== 'sticky') return { top: bar, bottom: innerHeight }
  const at = prompt.getBoundingClientRect()
  if (!(prompt.compareDocumentPosition(found) & Node.DOCUMENT_POSITION_PRECEDING)) return { top: at.height, bottom: innerHeight }
  const answers = [...prompt.querySelectorAll('.apart > *')].map((one) => one.getBoundingClientRect().top)
  return { top: bar, bottom: Math.min(at.top, ...answers) }
}
