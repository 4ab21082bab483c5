/** Rectangles of places on the screen, for marks drawn over the board. */

export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

const SAMPLES = 24

/** The visible rectangle of a place; none if it is not on the screen. */
export function placeRects(place: string): Rect[] {
  const found = [...document.querySelectorAll(`.board-area [data-place="${CSS.escape(place)}"]`)].find(
    (one) => one.getBoundingClientRect().width,
  )
  if (!found) return []
  const { x, y, width, height } = found.getBoundingClientRect()
  const part = width / SAMPLES
  const isSeen = (i: number): boolean => found.contains(document.elementFromPoint(x + part * (i + 0.5), y + height / 2))
  if (isSeen(0) && isSeen(SAMPLES - 1)) return [{ x, y, width, height }]
  // for a card in a fan, only the visible part
  const seen = Array.from({ length: SAMPLES }, (_, i) => i).filter(isSeen)
  const [first = 0, last = SAMPLES - 1] = [seen[0], seen.at(-1)]
  return [{ x: x + first * part, y, width: (last - first + 1) * part, height }]
}

const isMoving = (): boolean =>
  document
    .getAnimations()
    .some((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity)

/** Calls `measure` now, after every change of the page, and during animations; returns what ends that. */
export function watchPage(measure: () => void): () => void {
  let frame = 0
  const follow = (): void => {
    frame = 0
    measure()
    if (isMoving()) again()
  }
  const again = (): void => {
    frame ||= requestAnimationFrame(follow)
  }
  const changes = new MutationObserver(again)
  changes.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  const sizes = new ResizeObserver(again)
  sizes.observe(document.body)
  addEventListener('scroll', again, true)
  addEventListener('resize', again)
  again()
  return () => {
    cancelAnimationFrame(frame)
    changes.disconnect()
    sizes.disconnect()
    removeEventListener('scroll', again, true)
    removeEventListener('resize', again)
  }
}
