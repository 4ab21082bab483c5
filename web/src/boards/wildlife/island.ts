/** Outlines of the island: cells of 100, columns to the right, rows down. */
import type { WildlifeCellShown, WildlifeColonyShown } from '../../wire'

export interface Land {
  column: number
  row: number
  terrain: string
  territory: string
}

const S = 100
const SIDES = [
  { dx: 1, dy: 0, from: [1, 0], to: [1, 1] },
  { dx: 0, dy: 1, from: [0, 1], to: [1, 1] },
  { dx: -1, dy: 0, from: [0, 0], to: [0, 1] },
  { dx: 0, dy: -1, from: [0, 0], to: [1, 0] },
] as const

/** The land as a string: equal strings are equal islands. */
export function islandText(cells: readonly WildlifeCellShown[]): string {
  return cells.map((cell) => [cell.column, cell.row, cell.terrain, cell.territory].join(' ')).join('/')
}

export function read(word: string): Land[] {
  return word.split('/').map((part) => {
    const [column = '', row = '', terrain = '', territory = ''] = part.split(' ')
    return { column: Number(column), row: Number(row), terrain, territory }
  })
}

/** Number of columns and rows that the land needs. */
export function extent(cells: readonly WildlifeCellShown[]): { columns: number; rows: number } {
  return {
    columns: 1 + Math.max(...cells.map((cell) => cell.column)),
    rows: 1 + Math.max(...cells.map((cell) => cell.row)),
  }
}

const key = (column: number, row: number): string => `${column} ${row}`

/** Borders between territories and along the coast. */
export function borders(land: readonly Land[]): string {
  const at = new Map(land.map((cell) => [key(cell.column, cell.row), cell.territory]))
  let d = ''
  for (const cell of land) {
    for (const { dx, dy, from, to } of SIDES) {
      const other = at.get(key(cell.column + dx, cell.row + dy))
      if (other === cell.territory || (dx + dy < 0 && other !== undefined)) continue
      d += `M${(cell.column + from[0]) * S} ${(cell.row + from[1]) * S}L${(cell.column + to[0]) * S} ${(cell.row + to[1]) * S}`
    }
  }
  return d
}

/** All cells as squares, enlarged by a margin. */
export function squares(land: readonly Land[], out: number): string {
  return land
    .map(({ column, row }) => `M${column * S - out} ${row * S - out}h${S + 2 * out}v${S + 2 * out}h${-S - 2 * out}Z`)
    .join('')
}

export interface Coordinate {
  text: string
  x: number
  y: number
}

/** Coordinate labels along the coast. */
export function coordinates(land: readonly Land[]): Coordinate[] {
  const top = new Map<number, number>()
  const left = new Map<number, number>()
  for (const { column, row } of land) {
    top.set(column, Math.min(top.get(column) ?? Infinity, row))
    left.set(row, Math.min(left.get(row) ?? Infinity, column))
  }
  return [
    ...[...top].map(([column, row]) => ({
      text: String.fromCharCode(65 + column),
      x: (column + 0.5) * S,
      y: row * S - 17,
    })),
    ...[...left].map(([row, column]) => ({ text: String(row + 1), x: column * S - 27, y: (row + 0.5) * S + 6 })),
  ]
}

export interface Spot {
  id: string
  column: number
  row: number
}

/** The cell nearest to the centre of some cells. */
export function middle<T extends Spot>(cells: readonly T[]): T | undefined {
  const x = cells.reduce((sum, cell) => sum + cell.column, 0) / cells.length
  const y = cells.reduce((sum, cell) => sum + cell.row, 0) / cells.length
  const far = (cell: T): number => Math.abs(cell.column - x) + Math.abs(cell.row - y)
  return cells.reduce<T | undefined>((best, cell) => (best && far(best) <= far(cell) ? best : cell), undefined)
}

/** Lines that connect the cells of a colony. */
export function links(cells: readonly WildlifeCellShown[], colony: WildlifeColonyShown): string {
  const own = cells.filter((cell) => colony.cells.includes(cell.id))
  const at = new Set(own.map((cell) => key(cell.column, cell.row)))
  let d = ''
  for (const { column, row } of own) {
    const [x, y] = [(column + 0.5) * S, (row + 0.5) * S]
    if (at.has(key(column + 1, row))) d += `M${x} ${y}h${S}`
    if (at.has(key(column, row + 1))) d += `M${x} ${y}v${S}`
  }
  return d
}
