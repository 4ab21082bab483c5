/** Places a panel over the board where it hides no pickable place. */

export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

/** Area of the intersection of two boxes. */
function overlap(a: Rectangle, b: Rectangle): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return width > 0 && height > 0 ? width * height : 0
}

/** Candidate positions along the edges, top centre first. */
function spots(room: Rectangle, width: number, height: number): Rectangle[] {
  const [left, middle, right] = [0, 0.5, 1].map((part) => room.x + (room.width - width) * part) as [
    number,
    number,
    number,
  ]
  const [top, centre, bottom] = [0, 0.5, 1].map((part) => room.y + (room.height - height) * part) as [
    number,
    number,
    number,
  ]
  const order = [
    [middle, top],
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
    [middle, bottom],
    [left, centre],
    [right, centre],
  ] as const
  return order.map(([x, y]) => ({ x, y, width, height }))
}

/** Weight of a pickable place compared with a figure to read. */
const PLACE_WEIGHT = 1000

/** The position that hides the fewest places, then the fewest figures. The current one stays if it hides nothing;
 * else the first of the best. `sizes` are allowed sizes, best first. */
export function clearest(
  room: Rectangle,
  sizes: readonly { width: number; height: number }[],
  places: readonly Rectangle[],
  now: Rectangle | null = null,
  figures: readonly Rectangle[] = [],
): Rectangle | null {
  const under = (spot: Rectangle, boxes: readonly Rectangle[]): number =>
    boxes.reduce((sum, box) => sum + overlap(spot, box), 0)
  const hidden = (spot: Rectangle): number => PLACE_WEIGHT * under(spot, places) + under(spot, figures)
  if (now && !hidden(now) && overlap(now, room) === now.width * now.height) return now
  const fitting = sizes.filter(({ height }, i) => i === 0 || height <= room.height)
  let best: Rectangle | null = null
  for (const spot of fitting.flatMap(({ width, height }) => spots(room, width, height))) {
    if (!best || hidden(spot) < hidden(best)) best = spot
  }
  return best
}
