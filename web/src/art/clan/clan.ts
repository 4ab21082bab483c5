import { n, peak, pine, seeded, swell } from '../draw'
import type { Shape } from '../types'

export const TERRAINS = ['grass', 'rock', 'tundra', 'desert', 'forest', 'water', 'chasm'] as const
export type Terrain = (typeof TERRAINS)[number]

/** Each pack is named after its terrain. */
export const PACKS = ['grass', 'rock', 'tundra', 'desert', 'forest'] as const
export type Pack = (typeof PACKS)[number]

export type PieceKind = 'pack' | 'alpha' | 'den' | 'lair'

/** flat-topped hex, centre 0,0, circumradius 50 */
export const HEX = 'M50 0L25 43.3H-25L-50 0L-25 -43.3H25Z'

const TOKEN: Record<Pack, string> = {
  grass: 'prairies',
  rock: 'rocheuses',
  tundra: 'neiges',
  desert: 'desert',
  forest: 'forets',
}
export const bright = (p: Pack): string => `var(--p-${TOKEN[p]})`
export const deep = (p: Pack): string => `var(--p-${TOKEN[p]}-d)`

/** Plinths, about 28 wide, centre 0,0. */
export const PLINTHS: Record<Pack, string> = {
  grass: 'M0 -13A13 13 0 1 1 0 13A13 13 0 1 1 0 -13Z',
  rock: 'M-11.5 -11.5H11.5V11.5H-11.5Z',
  tundra: 'M14 0L7 12.1H-7L-14 0L-7 -12.1H7Z',
  desert: 'M0 -14L14 0L0 14L-14 0Z',
  forest: 'M0 -14L14 10H-14Z',
}

/** Sign of a pack: a line, or a filled shape. */
export const SIGNS: Record<Pack, { d: string; line?: number }> = {
  grass: { d: 'M-6 -3L-1 6L0 -8M-1 6L6 -4', line: 2.2 },
  rock: { d: 'M-8 6L-1 -7L3 0L5 -3L8.5 6Z' },
  tundra: { d: 'M-7 0H7M-3.5 -6L3.5 6M3.5 -6L-3.5 6', line: 2.4 },
  desert: { d: 'M-7 -1q3.5 -4 7 0t7 0M-6 4q3 -4 6 0t6 0', line: 2.2 },
  forest: { d: 'M0 -8L5 2H-5ZM-7 8L0 -2L7 8Z' },
}

export const GROUND: Record<Terrain, string> = {
  grass: 'var(--prairie)',
  rock: 'var(--montagne)',
  tundra: 'var(--neige)',
  desert: 'var(--desert)',
  forest: 'var(--foret)',
  water: 'var(--eau)',
  chasm: 'var(--canyon)',
}

const MOTIFS: Record<Terrain, (variant: number) => Shape[]> = {
  grass: (variant) => {
    const r = seeded(variant + 5)
    const spots: [number, number][] = [
      [-26, -20],
      [4, -28],
      [27, -12],
      [-8, 2],
      [-33, 8],
      [18, 18],
      [-14, 28],
      [34, 14],
      [8, 36],
    ]
    let d = ''
    for (const [sx, y] of spots) {
      const x = sx + r(-2, 2)
      d += `M${n(x - 5)} ${y - 7}L${n(x)} ${y}L${n(x + 1)} ${y - 10}M${n(x)} ${y}L${n(x + 6)} ${y - 7}`
    }
    return [{ d, stroke: 'var(--prairie-m)', width: 2.6 }]
  },
  rock: () => {
    const spots: [number, number, number, number][] = [
      [-20, -6, 34, 26],
      [14, -10, 38, 30],
      [-8, 30, 42, 36],
      [23, 27, 22, 19],
    ]
    return spots.flatMap((s) => peak(...s, 'var(--montagne-m)', '#e3e4ec', '#6f7184'))
  },
  tundra: () => {
    const flakes: [number, number, number][] = [
      [-22, -20, 8],
      [14, -26, 7],
      [28, -6, 6],
      [-4, -4, 5],
    ]
    return [
      { d: 'M-46 6C-30 -6 -14 14 4 4S34 -8 46 6L25 43.3H-25Z', fill: '#c4dae5' },
      { d: 'M-34 26C-20 16 -4 34 10 26S28 20 35 26L25 43.3H-25Z', fill: 'var(--neige-m)' },
      {
        d: flakes
          .map(([x, y, s]) => {
            const a = n(s * 0.5)
            const b = n(s * 0.87)
            return `M${x - s} ${y}h${2 * s}M${x} ${y}m-${a} -${b}l${n(s)} ${n(s * 1.74)}m0 -${n(s * 1.74)}l-${n(s)} ${n(s * 1.74)}`
          })
          .join(''),
        stroke: '#fff',
        width: 2.2,
      },
    ]
  },
  desert: () => [
    {
      d: [-28, -12, 4, 20, 35]
        .map((y) => {
          const w = 44 - Math.abs(y) * 0.58
          return swell(-w, y, 2 * w, 4, 10)
        })
        .join(''),
      stroke: 'var(--desert-m)',
      width: 2.8,
    },
  ],
  forest: () => {
    const near = [pine(-24, -2, 33.6), pine(29, 4, 29.4), pine(16, 34, 37.8)]
    const far = [pine(4, -8, 33.6), pine(-10, 24, 37.8), pine(-34, 22, 23)]
    return [
      { d: far.join(''), fill: '#3a7450' },
      { d: near.join(''), fill: 'var(--foret-m)' },
    ]
  },
  water: () => {
    const ripples: [number, number, number][] = [
      [-20, -14, 16],
      [8, -4, 18],
      [-16, 8, 20],
      [6, 18, 14],
    ]
    return [
      {
        d: 'M-34 -20C-20 -38 14 -36 28 -26C42 -14 42 10 32 22C18 38 -14 38 -28 28C-42 16 -44 -6 -34 -20Z',
        fill: '#154a70',
        stroke: '#9fd3ea',
        width: 3,
      },
      { d: ripples.map(([x, y, w]) => swell(x, y, w, 2, 5)).join(''), stroke: 'var(--eau-m)', width: 2.6 },
    ]
  },
  chasm: () => [
    { d: 'M-50 0L-25 -43.3L25 -43.3L50 0L34 -6L20 -16L6 -8L-10 -20L-26 -8L-38 -10Z', fill: '#2a2431' },
    { d: 'M-46 -7L-25 -43.3L25 -43.3L46 -7L32 -18L18 -26L4 -20L-12 -30L-26 -20L-38 -20Z', fill: 'var(--canyon-m)' },
    { d: 'M-50 0L-36 12L-22 8L-6 20L10 10L24 18L38 10L50 0L25 43.3H-25Z', fill: '#1a161f' },
    { d: 'M-42 14L-32 24L-18 20L-4 32L12 22L26 30L40 17L25 43.3H-25Z', fill: '#2a2431' },
  ],
}

const cache = new Map<string, Shape[]>()

export function terrain(kind: Terrain, variant = 0): Shape[] {
  const key = kind === 'grass' ? `${kind}${variant % 4}` : kind
  let list = cache.get(key)
  if (!list) {
    list = [{ d: HEX, fill: GROUND[kind] }, ...MOTIFS[kind](variant % 4)]
    cache.set(key, list)
  }
  return list
}

export const PREY = ['hare', 'boar', 'raccoon', 'deer', 'moose'] as const
export type Prey = (typeof PREY)[number]
