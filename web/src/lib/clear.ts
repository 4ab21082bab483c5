/** Where a panel over the board hides nothing that may be chosen. */

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** How much of one lies under the other. */
function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return width > 0 && height > 0 ? width * height : 0
}

/** Along the edges of a room, the middle of the upper one first. */
function spots(room: Box, width: number, height: number): Box[] {
  const [left, middle, right] = [0, 0.5, 1].map((part) => room.x + (room.width - width) * part) as [number, number, number]
  const [top, centre, bottom] = [0, 0.5, 1].map((part) => room.y + (room.height - height) * part) as [number, number, number]
  const order = [[middle, top], [left, top], [right, top], [left, bottom], [right, bottom], [middle, bottom], [left, centre], [right, centre]] as const
  return order.map(([x, y]) => ({ x, y, width, height }))
}

/** The spot that hides least of these places: the one it has now if that hides nothing, else the first of the best.
 * `sizes` are those that it may have, the best first. */
export function clearest(room: Box, sizes: readonly { width: number; height: number }[], places: readonly Box[], now: Box | null = null): Box | null {
  const hidden = (spot: Box): number => places.reduce((sum, place) => sum + overlap(spot, place), 0)
  if (now && !hidden(now) && overlap(now, room) === now.width * now.height) return now
  const fitting = sizes.filter(({ height }, i) => i === 0 || height <= room.height)
  let best: Box | null = null
  for (const spot of fitting.flatMap(({ width, height }) => spots(room, width, height))) {
    if (!best || hidden(spot) < hidden(best)) best = spot
  }
  return best
}
