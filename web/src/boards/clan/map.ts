/** Geometry of the map: a space is a flat-topped hex, 100 wide. */
import type { ClanRegionShown, ClanShown, ClanSpaceShown } from '../../wire'

export const WIDE = 75
export const HIGH = 86.6
const MARGIN = 66

export interface Spot {
  x: number
  y: number
}

export interface MapArea extends Spot {
  w: number
  h: number
}

export const at = ({ q, r }: { q: number; r: number }): Spot => ({
  x: q * WIDE,
  y: Math.round((r + q / 2) * HIGH * 10) / 10,
})

export const CORNERS: readonly (readonly [number, number])[] = [
  [50, 0],
  [25, 43.3],
  [-25, 43.3],
  [-50, 0],
  [-25, -43.3],
  [25, -43.3],
]
/** The neighbour beyond each edge; edge i lies between corners i and i + 1. */
const BEYOND: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
]

/** The bounding box of spaces, with room for pieces that stand on them. */
export function around(spaces: readonly { q: number; r: number }[], margin = MARGIN): MapArea {
  const spots = spaces.map(at)
  const xs = spots.map((spot) => spot.x)
  const ys = spots.map((spot) => spot.y)
  const x = Math.min(...xs) - margin
  const y = Math.min(...ys) - margin + 8
  return { x, y, w: Math.max(...xs) + margin - x, h: Math.max(...ys) + margin - 8 - y }
}

/** Borders between regions and around the map, or around one region. */
export function edges(spaces: readonly ClanSpaceShown[], only = ''): string {
  const region = new Map(spaces.map((space) => [`${space.q},${space.r}`, space.region]))
  let d = ''
  for (const space of spaces) {
    if (only && space.region !== only) continue
    const { x, y } = at(space)
    BEYOND.forEach(([dq, dr], i) => {
      const other = region.get(`${space.q + dq},${space.r + dr}`)
      if (other === space.region || (!only && other !== undefined && other < space.region)) return
      const [ax, ay] = CORNERS[i] ?? [0, 0]
      const [bx, by] = CORNERS[(i + 1) % 6] ?? [0, 0]
      d += `M${x + ax} ${y + ay}L${x + bx} ${y + by}`
    })
  }
  return d
}

/** Position of a region's tokens: its water, or its centre. */
export function regionCentre(spaces: readonly ClanSpaceShown[], region: string): Spot {
  const own = spaces.filter((space) => space.region === region)
  const water = own.find((space) => space.ground === 'water')
  if (water) return at(water)
  const box = around(own)
  return { x: box.x + box.w / 2, y: box.y + box.h / 2 }
}

export interface RegionCentre extends Spot {
  region: ClanRegionShown
}

/** Token positions of all regions in play. */
export function centresOf(shown: ClanShown): RegionCentre[] {
  return shown.regions
    .filter((region) => region.board >= 0)
    .map((region) => ({ region, ...regionCentre(shown.spaces, region.id) }))
}

export interface PiecePosition {
  key: string
  from: string
  place: string
  owner: number
  kind: string
  space: ClanSpaceShown
  x: number
  y: number
  scale: number
  /** hidden behind an equal piece: the same place */
  behind: boolean
  two: boolean
}

const RANK = ['den', 'pack', 'alpha', 'lair']

/** Positions of pieces, back to front; of two on a space, the higher rank is in front, left and larger. */
export function piecePositions(shown: ClanShown): PiecePosition[] {
  const all: PiecePosition[] = []
  for (const space of shown.spaces) {
    const { x, y } = at(space)
    const two = space.pieces.length > 1
    const sorted = [...space.pieces].sort((a, b) => RANK.indexOf(a.kind) - RANK.indexOf(b.kind))
    sorted.forEach((piece, i) => {
      const front = two && i === sorted.length - 1
      const behind = two && !front && sorted[0]?.kind === sorted[1]?.kind && sorted[0]?.owner === sorted[1]?.owner
      all.push({
        key: `p${piece.owner}.${piece.kind}.${space.id}${behind ? '+' : ''}`,
        from: `p${piece.owner}.${piece.kind}.`,
        place: piece.place,
        owner: piece.owner,
        kind: piece.kind,
        space,
        x: x + (two ? (front ? -13 : 20) : 0),
        y: y + (two ? (front ? 0 : 9) : 3),
        scale: two ? (front ? 0.78 : 0.66) : 0.88,
        behind,
        two,
      })
    })
  }
  return all.sort((a, b) => a.space.r + a.space.q / 2 - (b.space.r + b.space.q / 2) || a.scale - b.scale)
}

/** Owners of pieces in a region, strongest first. */
export const ranking = (region: ClanRegionShown): ClanRegionShown['control'] =>
  region.control.filter((row) => row.points)

export const dates = (shown: ClanShown): number => Math.max(...shown.calendar.scorings.map((scoring) => scoring.date))
export const nextScoring = (shown: ClanShown) => shown.calendar.scorings.find((scoring) => !scoring.done)
