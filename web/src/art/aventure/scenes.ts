import { disc, n, pine, seeded, stars } from '../draw'
import type { Shape } from '../types'
import type { StoryIcon } from './aventure'

export const W = 140
export const H = 84

const forest = (): Shape[] => {
  const r = seeded(6)
  const row = (count: number, base: number, h: number): string => {
    let d = `M0 ${n(H * base - 2)}H${W}V${H}H0Z`
    for (let i = 0; i < count; i++) d += pine(((i + 0.5) * W) / count + r(-6, 6), H * base, h * r(0.7, 1.1))
    return d
  }
  return [
    { d: `M0 0H${W}V${H}H0Z`, fill: '#24503a' },
    { d: disc(W * 0.74, 22, 24), fill: '#f3edc4', opacity: 0.14 },
    { d: disc(W * 0.74, 22, 13), fill: '#f3edc4' },
    { d: row(9, 0.74, 46), fill: '#2f6a4b' },
    { d: row(7, 0.84, 52), fill: '#1d4a34' },
    { d: `M0 ${H - 14}Q${W / 2} ${H - 22} ${W} ${H - 12}V${H}H0Z`, fill: '#123021' },
  ]
}

const town = (): Shape[] => {
  const houses: [number, number, number, string][] = [
    [-6, 34, 48, '#5b3d4a'],
    [24, 30, 38, '#6d4546'],
    [52, 36, 54, '#5b3d4a'],
    [86, 28, 40, '#74493f'],
    [112, 36, 50, '#5b3d4a'],
  ]
  return [
    { d: `M0 0H${W}V${H}H0Z`, fill: '#3a2f52' },
    { d: disc(W * 0.2, 18, 10), fill: '#f3dfae' },
    ...houses.flatMap(([x, w, h, fill]): Shape[] => [
      { d: `M${x} ${H}V${H - h + 14}L${x + w / 2} ${H - h - 6}L${x + w} ${H - h + 14}V${H}Z`, fill },
      {
        d: `M${x - 3} ${H - h + 16}L${x + w / 2} ${H - h - 9}L${x + w + 3} ${H - h + 16}L${x + w / 2} ${H - h}Z`,
        fill: '#a2541c',
      },
      { d: `M${x + w / 2 - 4} ${H - h + 18}h8v9h-8z`, fill: '#ffd98a' },
    ]),
    { d: `M0 ${H - 12}H${W}V${H}H0Z`, fill: '#271f33' },
  ]
}

const castle = (): Shape[] => [
  { d: `M0 0H${W}V${H}H0Z`, fill: '#28304c' },
  ...stars(16, W, 40, 4),
  { d: `M0 ${H - 18}Q70 ${H - 40} ${W} ${H - 18}V${H}H0Z`, fill: '#1b2136' },
  {
    d: `M44 ${H - 18}V30H50V36H56V30H62V36H66V14H72V20H78V14H84V20H90V14H94V36H100V30H106V36H112V${H - 18}Z`,
    fill: '#68708c',
  },
  { d: `M94 36H100V30H106V36H112V${H - 18}H90V14H94Z`, fill: '#4b5270' },
  { d: 'M77 14V2L90 6L79 10V14Z', fill: '#e0622f' },
  { d: 'M72 30h5v8h-5zM84 30h5v8h-5zM54 46h5v7h-5z', fill: '#ffd98a' },
  { d: `M0 ${H - 12}H${W}V${H}H0Z`, fill: '#12172a' },
]

const wilds = (): Shape[] => [
  { d: `M0 0H${W}V${H}H0Z`, fill: '#2b4a66' },
  { d: `M0 0H${W}V${n(H * 0.4)}H0Z`, fill: '#223c57' },
  ...stars(12, W, 30, 8),
  { d: disc(W * 0.76, 24, 15), fill: '#f7ecc9' },
  { d: `M0 ${n(H * 0.66)}Q40 ${n(H * 0.44)} 84 ${n(H * 0.6)}T${W} ${n(H * 0.56)}V${H}H0Z`, fill: '#43688a' },
  { d: `M0 ${n(H * 0.82)}Q60 ${n(H * 0.66)} ${W} ${n(H * 0.8)}V${H}H0Z`, fill: '#d6e4ec' },
]

const PLACES: readonly (readonly [StoryIcon, () => Shape[]])[] = [
  ['chateau', castle],
  ['ville', town],
  ['foret', forest],
]

const cache = new Map<() => Shape[], Shape[]>()

/** The ground behind a story: its place, or the open snow. */
export function place(icons: readonly StoryIcon[]): Shape[] {
  const paint = PLACES.find(([name]) => icons.includes(name))?.[1] ?? wilds
  let list = cache.get(paint)
  if (!list) {
    list = paint()
    cache.set(paint, list)
  }
  return list
}

export type Figure = Exclude<StoryIcon, 'foret' | 'ville' | 'chateau'>

export const isFigure = (icon: StoryIcon): icon is Figure => !PLACES.some(([name]) => name === icon)

/** Figures, box 60 x 100, feet at y = 100. Wolves are drawn by their own component. */
export const FIGURES: Record<Exclude<Figure, 'loups'>, Shape[]> = {
  chasseuse: [
    { d: 'M10 100L20 56Q12 46 18 30Q24 14 34 12Q46 18 46 34Q46 46 42 54L54 100Z', fill: '#2f6f9e' },
    { d: 'M32 56L42 54L54 100H36Z', fill: '#1c4a70' },
    { d: 'M24 34Q26 24 34 24Q42 26 42 36Q40 48 32 48Q24 46 24 34Z', fill: '#f2d3ae' },
    { d: 'M52 40C72 52 72 80 52 92', stroke: '#e9d5a0', width: 4 },
    { d: 'M52 40L50 92', stroke: '#e9d5a0', width: 1.6 },
  ],
  louvette: [
    { d: 'M18 100L22 66H42L48 100Z', fill: '#4f7a3f' },
    {
      d: 'M32 6L44 12L54 10L54 24L64 34L56 42L64 56L52 56L54 72L42 66L32 74L22 66L8 74L12 56L0 56L8 42L0 34L10 24L10 10L22 12Z',
      fill: '#e0622f',
    },
    { d: 'M18 38L26 32L32 40L38 30L46 38Q46 56 32 56Q18 56 18 38Z', fill: '#f6d9b8' },
    { d: 'M26 43h3M36 43h3', stroke: '#2a1408', width: 4 },
  ],
  villageois: [
    { d: 'M8 100L14 56Q16 48 28 48Q42 48 44 56L50 100Z', fill: '#a07b2a' },
    { d: 'M30 48Q42 48 44 56L50 100H34Z', fill: '#6f5318' },
    { d: disc(28, 36, 11), fill: '#e8c79c' },
    { d: 'M6 31H50L40 25L37 12H19L16 25Z', fill: '#4f3a12' },
    { d: 'M58 100V24M50 8V22Q50 28 58 28Q66 28 66 22V8M58 6V26', stroke: '#d9c08a', width: 3.4 },
  ],
  soldats: [
    { d: 'M10 100L12 54Q14 46 28 46Q42 46 44 54L46 100Z', fill: '#9c3038' },
    { d: 'M30 46Q42 46 44 54L46 100H32Z', fill: '#651a23' },
    { d: 'M14 42V28Q16 10 28 10Q40 10 42 28V42H34V30H22V42Z', fill: '#b9c0c9' },
    { d: 'M22 30h12v10q-6 6 -12 0z', fill: '#e8c79c' },
    { d: 'M28 10Q28 0 42 0Q38 8 34 12Z', fill: '#e0622f' },
    { d: 'M56 100V14', stroke: '#8a6546', width: 4 },
    { d: 'M56 -4L63 14L56 20L49 14Z', fill: '#dfe4e6' },
  ],
  parents: [
    { d: 'M0 100L6 50Q8 40 20 40Q34 40 35 50L40 100Z', fill: '#6b4a9a' },
    { d: 'M22 40Q34 40 35 50L40 100H26Z', fill: '#452d6b' },
    { d: disc(20, 26, 12), fill: '#e8c79c' },
    { d: 'M8 26Q8 10 20 10Q33 10 32 24Q24 16 8 26Z', fill: '#5a3a20' },
    { d: 'M40 100L44 72Q46 66 53 66Q61 66 62 72L66 100Z', fill: '#c9863f' },
    { d: disc(53, 57, 9), fill: '#f2d3ae' },
    { d: 'M44 57Q44 46 53 46Q62 46 62 56Q54 51 44 57Z', fill: '#8a4a1a' },
  ],
}
