import { peak, pine, seeded, swell, tuft } from '../draw'
import type { Shape } from '../types'

export const TERRAINS = ['savanna', 'mountain', 'steppe', 'desert', 'water', 'forest'] as const
export type Terrain = (typeof TERRAINS)[number]

export const SPECIES = ['human', 'mammoth', 'bear', 'crocodile', 'eagle', 'snake'] as const
export type Species = (typeof SPECIES)[number]

export const ABILITIES = ['food', 'intelligence', 'mobility', 'defense', 'attack'] as const
export type Ability = (typeof ABILITIES)[number]

export const CARD_KINDS = ['arrow', 'wheel', 'bolt', 'food', 'epidemic', 'famine'] as const
export type CardKind = (typeof CARD_KINDS)[number]

/** Plates of the species, about 84 wide, centre 0,0. */
export const PLATES: Record<Species, string> = {
  human: 'M0 -42L41 -8L28 37H-28L-41 -8Z',
  mammoth: 'M0 -40A40 40 0 1 1 0 40A40 40 0 1 1 0 -40Z',
  bear: 'M-36 -36H36V36H-36Z',
  crocodile: 'M-40 0L-22 -35H22L40 0L22 35H-22Z',
  eagle: 'M-44 -28Q0 -42 44 -28L0 44Z',
  snake: 'M0 -44L44 0L0 44L-44 0Z',
}

const GROUND: Record<Terrain, string> = {
  savanna: 'var(--savane)',
  mountain: 'var(--montagne)',
  steppe: 'var(--steppe)',
  desert: 'var(--desert)',
  water: 'var(--eau)',
  forest: 'var(--foret)',
}

type Motif = (variant: number) => Shape[]

const savanna: Motif = (variant) => {
  const r = seeded(variant + 2)
  const line = { stroke: 'var(--savane-m)', width: 3.2 }
  if (variant % 3 === 0)
    return [
      { d: 'M58 84L60 52L50 40M60 56L70 42', stroke: '#3f3110', width: 5 },
      { d: 'M32 42Q40 24 62 26Q86 26 92 42Q62 36 32 42Z', fill: '#5f7a2a' },
      { d: 'M32 42Q40 24 62 26Q50 32 44 40Z', fill: '#8aa040' },
      { d: tuft(22, 82, 18) + tuft(82, 90, 14), ...line },
    ]
  const spots: [number, number][] = [
    [24, 40],
    [70, 34],
    [46, 66],
    [80, 78],
    [18, 90],
  ]
  return [{ d: spots.map(([x, y]) => tuft(x + r(-4, 4), y, 22)).join(''), ...line }]
}

const steppe: Motif = (variant) => {
  const r = seeded(variant + 7)
  const tufts: [number, number][] = [
    [20, 28],
    [52, 22],
    [82, 34],
    [34, 56],
    [70, 60],
    [16, 84],
    [50, 88],
  ]
  const stones: [number, number, number][] =
    variant % 2
      ? [
          [78, 88, 1],
          [40, 36, 0.6],
        ]
      : [
          [24, 66, 0.9],
          [84, 84, 0.7],
        ]
  const at = (points: [number, number][], [x, y, k]: [number, number, number]): string =>
    'M' + points.map(([px, py]) => `${x + px * k} ${y + py * k}`).join('L') + 'Z'
  return [
    { d: tufts.map(([x, y]) => tuft(x + r(-3, 3), y, 11)).join(''), stroke: 'var(--steppe-m)', width: 2.8 },
    {
      d: stones
        .map((s) =>
          at(
            [
              [-13, 6],
              [-9, -5],
              [2, -9],
              [12, -2],
              [13, 6],
            ],
            s,
          ),
        )
        .join(''),
      fill: '#8d927c',
    },
    {
      d: stones
        .map((s) =>
          at(
            [
              [2, -9],
              [12, -2],
              [13, 6],
              [3, 6],
            ],
            s,
          ),
        )
        .join(''),
      fill: '#676b58',
    },
  ]
}

const mountain: Motif = (variant) => {
  const a: [number, number, number, number][] = [
    [28, 46, 48, 38],
    [70, 52, 54, 44],
    [46, 94, 62, 46],
  ]
  const b: [number, number, number, number][] = [
    [36, 52, 58, 46],
    [76, 44, 40, 32],
    [64, 94, 58, 44],
    [22, 92, 34, 26],
  ]
  return (variant % 2 ? a : b).flatMap((p) => peak(...p, 'var(--montagne-m)', '#e3e4ec', '#6f7184'))
}

const desert: Motif = () => [
  { d: [16, 36, 56, 76, 94].map((y) => swell(6, y, 88, 4, 13)).join(''), stroke: 'var(--desert-m)', width: 3 },
]

const forest: Motif = (variant) => {
  const a: [number, number, number][] = [
    [22, 46, 42],
    [84, 50, 42],
    [70, 94, 48],
    [54, 40, 38],
    [36, 90, 46],
  ]
  const b: [number, number, number][] = [
    [30, 44, 40],
    [16, 86, 40],
    [86, 90, 42],
    [66, 46, 44],
    [50, 94, 48],
  ]
  const list = variant % 2 ? a : b
  return [
    {
      d: list
        .slice(0, 3)
        .map((p) => pine(...p))
        .join(''),
      fill: 'var(--foret-m)',
    },
    {
      d: list
        .slice(3)
        .map((p) => pine(...p))
        .join(''),
      fill: '#3a7450',
    },
  ]
}

const water: Motif = () => {
  const waves: [number, number, number][] = [
    [10, 24, 34],
    [56, 34, 34],
    [20, 58, 40],
    [62, 74, 30],
    [14, 88, 30],
  ]
  return [{ d: waves.map(([x, y, w]) => swell(x, y, w, 2, 9)).join(''), stroke: 'var(--eau-m)', width: 3.2 }]
}

const MOTIFS: Record<Terrain, Motif> = { savanna, mountain, steppe, desert, water, forest }

const cache = new Map<string, Shape[]>()

/** Square cell of 100. */
export function ground(terrain: Terrain, variant = 0): Shape[] {
  const key = `${terrain}${variant % 6}`
  let list = cache.get(key)
  if (!list) {
    list = [{ d: 'M0 0H100V100H0Z', fill: GROUND[terrain] }, ...MOTIFS[terrain](variant % 6)]
    cache.set(key, list)
  }
  return list
}

export const FOOD =
  'M62 6C88 8 98 34 82 52C70 66 56 66 46 60L26 80Q30 92 20 94Q14 92 14 86Q6 86 6 78Q10 70 20 74L40 54C34 40 38 8 62 6Z'
export const FOOD_LIGHT = 'M60 18C76 18 82 32 76 42'
