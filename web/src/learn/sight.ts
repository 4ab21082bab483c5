/** Places on the table that can be seen, and those that must be scrolled to. */
import { tick } from 'svelte'

const MARGIN = 24

/** The place as it is drawn; of several, the one that takes room. */
export function seen(place: string): HTMLElement | null {
  const all = document.querySelectorAll<HTMLElement>(`.stage [data-place="${CSS.escape(place)}"]`)
  return [...all].find((one) => one.getBoundingClientRect().width) ?? null
}

/** Scrolls no further than it must; what sticks to the foot of a phone covers nothing. A board with a window of its own
 * frames what may be chosen first, then hears `sight` and shows the place. */
export async function bringIntoSight(place: string): Promise<void> {
  await new Promise(requestAnimationFrame)
  seen(place)?.dispatchEvent(new Event('sight', { bubbles: true }))
  await tick()
  const found = seen(place)
  if (!found || found.closest('.prompt')) return
  found.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const prompt = document.querySelector('.stage .prompt')
  // what lies below the prompt is never covered by it
  const above = prompt && prompt.compareDocumentPosition(found) & Node.DOCUMENT_POSITION_PRECEDING
  const sticky = above && getComputedStyle(prompt).position === 'sticky'
  const at = found.getBoundingClientRect()
  const bar = document.querySelector('.table > header')?.getBoundingClientRect().bottom ?? 0
  const foot = sticky ? prompt.getBoundingClientRect().top : innerHeight
  if (at.bottom > foot - MARGIN) scrollBy(0, Math.min(at.bottom - foot + MARGIN, at.top - bar - MARGIN))
  else if (at.top < bar + MARGIN) scrollBy(0, at.top - bar - MARGIN)
}
