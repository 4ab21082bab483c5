/** Visibility of places on the board, and scrolling to them. */
import { tick } from 'svelte'

const MARGIN = 24

/** The element of a place; of several, the one that is displayed. */
export function seen(place: string): HTMLElement | null {
  const all = document.querySelectorAll<HTMLElement>(`.board-area [data-place="${CSS.escape(place)}"]`)
  return [...all].find((one) => one.getBoundingClientRect().width) ?? null
}

/** Scrolls to a place, after boards with their own viewport have panned to it (`play.pointed`). */
export async function bringIntoSight(place: string): Promise<void> {
  await new Promise(requestAnimationFrame)
  await tick()
  const found = seen(place)
  if (found && !found.closest('.prompt')) scrollTo(found)
}

/** Scrolls to the pickable places: inside the board and the own area to as many as fit, the upper ones; of the page to
 * the first one, unless one is visible already. Maps frame their places themselves. */
export async function bringQuestionIntoSight(): Promise<void> {
  await tick()
  await new Promise(requestAnimationFrame)
  const pickable = [...document.querySelectorAll<HTMLElement>('.board-area [data-rove="pickable"]')].filter(
    (one) => one.getBoundingClientRect().width && !one.closest('.map'),
  )
  const [first] = pickable
  if (!first) return
  const area = first.closest('.board-area')
  if (area?.matches('.fits, :not(.phone)'))
    for (const one of pickable.toSorted((a, b) => b.getBoundingClientRect().top - a.getBoundingClientRect().top))
      one.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  else if (!pickable.some(isInSight)) scrollTo(first)
}

/** Scrolls as little as possible, so that a phone's sticky prompt and its buttons do not cover the element. */
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

/** The uncovered part of the screen: between the bar and the sticky prompt, or below the prompt. */
function room(found: HTMLElement): { top: number; bottom: number } {
  const bar = Math.max(document.querySelector('.table > header')?.getBoundingClientRect().bottom ?? 0, 0)
  const prompt = document.querySelector('.board-area > .prompt')
  if (!prompt || getComputedStyle(prompt).position !== 'sticky') return { top: bar, bottom: innerHeight }
  const at = prompt.getBoundingClientRect()
  if (!(prompt.compareDocumentPosition(found) & Node.DOCUMENT_POSITION_PRECEDING))
    return { top: at.height, bottom: innerHeight }
  return { top: bar, bottom: at.top }
}
