/** Values derived from the view of an Aventure table. */
import type { AventureCellShown, AventureGridShown, AventureShown } from '../../wire'

/** The seat of the viewer's grid; for spectators, the first seat. */
export const ownSeat = (seat: number): number => Math.max(seat, 0)

export interface Frame {
  top: number
  left: number
  rows: number
  cols: number
}

/** The rows or columns to draw: those in use, one more on each side, at least as many as the finished grid has. */
function span(
  used: readonly number[],
  must: readonly number[],
  reach: readonly number[],
  least: number,
): [number, number] {
  const low = Math.min(...reach)
  const high = Math.max(...reach)
  const middle = Math.floor((low + high) / 2)
  let from = Math.max(low, Math.min(used.length ? Math.min(...used) - 1 : middle, ...must))
  let to = Math.min(high, Math.max(used.length ? Math.max(...used) + 1 : middle, ...must))
  for (let turn = 0; to - from + 1 < Math.min(least, high - low + 1); turn++) {
    if (turn % 2 ? to < high : from <= low) to++
    else from--
  }
  return [from, to]
}

/** The part of the grid that is drawn. */
export function frame(cells: readonly AventureCellShown[], side: number, pickable: (place: string) => boolean): Frame {
  const used = cells.filter((cell) => cell.card)
  const must = cells.filter((cell) => !cell.card && pickable(cell.place))
  const [top, bottom] = span(
    used.map((c) => c.row),
    must.map((c) => c.row),
    cells.map((c) => c.row),
    side,
  )
  const [left, right] = span(
    used.map((c) => c.col),
    must.map((c) => c.col),
    cells.map((c) => c.col),
    side,
  )
  return { top, left, rows: bottom - top + 1, cols: right - left + 1 }
}

/** The bounding rectangle of the cards, for a small grid. */
export function bounds(cells: readonly AventureCellShown[]): Frame {
  const used = cells.filter((cell) => cell.card)
  if (!used.length) return { top: 0, left: 0, rows: 0, cols: 0 }
  const rows = used.map((cell) => cell.row)
  const cols = used.map((cell) => cell.col)
  const top = Math.min(...rows)
  const left = Math.min(...cols)
  return { top, left, rows: Math.max(...rows) - top + 1, cols: Math.max(...cols) - left + 1 }
}

/** The cell where the card in hand would be placed. */
export function preview(
  shown: AventureShown,
  grid: AventureGridShown | undefined,
  place: string | null,
): AventureCellShown | null {
  if (!shown.hand || !place) return null
  return grid?.cells.find((cell) => cell.place === place && cell.legal) ?? null
}

/** The `data-piece` of a card: its name; of a card that exists twice, its position. */
export function piece(shown: AventureShown, card: string, place: string): string {
  return shown.copies > 1 ? `card.${place}` : `card.${card.slice(1)}`
}

/** The market place that the card in hand came from. */
export function emptied(shown: AventureShown): string | null {
  if (!shown.hand) return null
  const side = shown.hand.goal ? 'goal' : 'story'
  return shown.market.find((place) => !place.card && place.side === side)?.place ?? null
}
