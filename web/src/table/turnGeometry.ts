/** Positions of the places of a turn's actions on the screen. */

export interface Spot {
  x: number
  y: number
  width: number
  height: number
  /** drawn in SVG: no rectangle */
  round: boolean
}

/** Selectors of the elements of a place: of the board, of a piece or card, or of a seat. */
function candidates(place: string): string[] {
  return place.split('|').flatMap((one) => {
    const id = CSS.escape(one)
    if (one.startsWith('seat.')) return [`.page-bar [data-piece="${id}"]`]
    if (one.startsWith('face.')) return [`.board-area [data-face="${CSS.escape(one.slice('face.'.length))}"]`]
    return [
      `.board-area .board [data-place="${id}"]`,
      `.board-area [data-piece="${id}"]`,
      `.board-area [data-place="${id}"]`,
    ]
  })
}

/** The centre is inside all scrolling or clipping ancestors, and on the screen. */
function isVisible(element: Element, { x, y, width, height }: DOMRect): boolean {
  const [cx, cy] = [x + width / 2, y + height / 2]
  if (!width || cx < 0 || cy < 0 || cx > innerWidth || cy > innerHeight) return false
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (getComputedStyle(parent).overflow === 'visible') continue
    const at = parent.getBoundingClientRect()
    if (cx < at.left || cx > at.right || cy < at.top || cy > at.bottom) return false
  }
  return true
}

/** Where a place is drawn; null if it is not in sight. */
export function spotOf(place: string): Spot | null {
  for (const selector of candidates(place)) {
    for (const element of document.querySelectorAll(selector)) {
      const at = element.getBoundingClientRect()
      const { x, y, width, height } = at
      if (isVisible(element, at)) return { x, y, width, height, round: element instanceof SVGElement }
    }
  }
  return null
}

const centre = ({ x, y, width, height }: Spot): [number, number] => [x + width / 2, y + height / 2]

/** A curve from one place to another; it ends at the edge of the second. */
export function curve(from: Spot, to: Spot): string {
  const [x1, y1] = centre(from)
  const [x2, y2] = centre(to)
  const far = Math.hypot(x2 - x1, y2 - y1) || 1
  const [bx, by] = [(x1 + x2) / 2 + (y2 - y1) * 0.14, (y1 + y2) / 2 - (x2 - x1) * 0.14]
  const back = Math.min(far / 3, Math.min(to.width, to.height) * 0.3)
  const reach = Math.hypot(x2 - bx, y2 - by) || 1
  const end = [x2 - ((x2 - bx) / reach) * back, y2 - ((y2 - by) / reach) * back]
  return `M${round(x1)} ${round(y1)}Q${round(bx)} ${round(by)} ${round(end[0] ?? x2)} ${round(end[1] ?? y2)}`
}

const round = (value: number): number => Math.round(value * 10) / 10
