import { disc, n, peak, pine, poly, seeded, stars } from '../draw'
import type { Shape } from '../types'
import type { Suit } from './terres'

/** Five landscapes, drawn for a frame of w x h: light from the upper left, nearest ground darkest. */
type Painter = (w: number, h: number) => Shape[]

const band = (w: number, h: number, fill: string, from = 0, to = 1): Shape => ({
  d: `M0 ${n(h * from)}H${n(w)}V${n(h * to)}H0Z`,
  fill,
})

const caverns: Painter = (w, h) => {
  const r = seeded(28)
  const list: Shape[] = [band(w, h, '#3d3849')]
  const rings: [number, number, string][] = [
    [0.57, 0.99, '#322e3d'],
    [0.46, 0.85, '#272430'],
    [0.35, 0.71, '#1c1a23'],
    [0.24, 0.55, '#0f0e14'],
  ]
  for (const [rx, ry, fill] of rings) {
    const points: [number, number][] = []
    for (let a = 180; a >= 0; a -= 12) {
      const t = (a * Math.PI) / 180
      const j = 1 + r(-0.05, 0.05)
      points.push([w * 0.5 + Math.cos(t) * w * rx * j, h - Math.sin(t) * h * ry * j])
    }
    list.push({ d: poly(points), fill })
  }
  const hang: [number, number][] = [
    [20, 30],
    [34, 18],
    [52, 24],
    [w - 18, 32],
    [w - 36, 20],
    [w - 58, 26],
    [w / 2 - 8, 15],
    [w / 2 + 14, 20],
  ]
  const stand: [number, number][] = [
    [14, 22],
    [w - 16, 26],
    [34, 12],
    [w - 40, 13],
  ]
  list.push(
    { d: hang.map(([x, l]) => `M${n(x - 6)} 0h12L${n(x)} ${l}Z`).join(''), fill: '#565063' },
    { d: hang.map(([x, l]) => `M${n(x)} 0h6L${n(x)} ${l}Z`).join(''), fill: '#47414f' },
    { d: stand.map(([x, l]) => `M${n(x - 8)} ${n(h)}h16L${n(x)} ${n(h - l)}Z`).join(''), fill: '#565063' },
    { d: stand.map(([x, l]) => `M${n(x)} ${n(h)}h8L${n(x)} ${n(h - l)}Z`).join(''), fill: '#47414f' },
    {
      d: `M${n(w / 2 - 15)} ${n(h - 31)}l10 4l-4 3.4zM${n(w / 2 + 15)} ${n(h - 31)}l-10 4l4 3.4z`,
      fill: '#ffe08a',
    },
  )
  return list
}

const dunes: Painter = (w, h) => [
  band(w, h, '#7c3f16'),
  band(w, h, '#a65a20', 0, 0.62),
  { d: disc(w * 0.68, h * 0.36, h * 0.31), fill: '#ffcf86', opacity: 0.16 },
  { d: disc(w * 0.68, h * 0.36, h * 0.21), fill: '#ffcf86' },
  {
    d: poly([
      [0, h * 0.56],
      [w * 0.05, h * 0.36],
      [w * 0.23, h * 0.35],
      [w * 0.28, h * 0.5],
      [w * 0.37, h * 0.52],
      [w * 0.4, h * 0.43],
      [w * 0.5, h * 0.43],
      [w * 0.53, h * 0.6],
      [0, h * 0.7],
    ]),
    fill: '#94491b',
  },
  {
    d:
      poly([
        [w * 0.23, h * 0.35],
        [w * 0.28, h * 0.5],
        [w * 0.28, h * 0.64],
        [w * 0.19, h * 0.64],
        [w * 0.18, h * 0.35],
      ]) +
      poly([
        [w * 0.5, h * 0.43],
        [w * 0.53, h * 0.62],
        [w * 0.47, h * 0.62],
        [w * 0.46, h * 0.43],
      ]),
    fill: '#743512',
  },
  {
    d: `M0 ${n(h * 0.62)}C${n(w * 0.2)} ${n(h * 0.48)} ${n(w * 0.36)} ${n(h * 0.7)} ${n(w * 0.6)} ${n(h * 0.58)}S${n(w * 0.9)} ${n(h * 0.5)} ${n(w)} ${n(h * 0.56)}V${n(h)}H0Z`,
    fill: '#c4762f',
  },
  ...[0.66, 0.7].map((dy) => ({
    d: `M${n(w * 0.55)} ${n(h * dy)}C${n(w * 0.7)} ${n(h * (dy - 0.06))} ${n(w * 0.85)} ${n(h * (dy - 0.1))} ${n(w)} ${n(h * (dy - 0.05))}`,
    stroke: '#ffdca8',
    width: 1.3,
    opacity: 0.28,
  })),
  {
    d: `M0 ${n(h * 0.8)}C${n(w * 0.24)} ${n(h * 0.58)} ${n(w * 0.42)} ${n(h * 0.86)} ${n(w * 0.66)} ${n(h * 0.74)}S${n(w * 0.92)} ${n(h * 0.68)} ${n(w)} ${n(h * 0.74)}V${n(h)}H0Z`,
    fill: '#9a531f',
  },
  {
    d: `M0 ${n(h * 0.95)}C${n(w * 0.3)} ${n(h * 0.74)} ${n(w * 0.6)} ${n(h * 1.02)} ${n(w)} ${n(h * 0.86)}V${n(h)}H0Z`,
    fill: '#6d3512',
  },
]

const marsh: Painter = (w, h) => {
  const r = seeded(35)
  const list: Shape[] = [
    band(w, h, '#1f4630'),
    { d: disc(w * 0.3, h * 0.3, h * 0.25), fill: '#e9f0c0', opacity: 0.12 },
    { d: disc(w * 0.3, h * 0.3, h * 0.15), fill: '#e9f0c0', opacity: 0.85 },
  ]
  const rows: [string, number, number, number][] = [
    ['#2d6042', 0.72, 0.5, 12],
    ['#1c4530', 0.78, 0.44, 10],
    ['#10301f', 0.84, 0.56, 7],
  ]
  for (const [fill, base, height, count] of rows) {
    let d = `M0 ${n(h * (base - 0.03))}H${n(w)}V${n(h)}H0Z`
    for (let i = 0; i < count; i++) d += pine(((i + 0.5) * w) / count + r(-5, 5), h * base, h * height * r(0.62, 1.05))
    list.push({ d, fill })
  }
  list.push(band(w, h, '#2f6a5a', 0.83))
  const glints: [number, number, number][] = [
    [0.1, 0.88, 0.2],
    [0.42, 0.9, 0.26],
    [0.7, 0.87, 0.2],
    [0.22, 0.95, 0.3],
    [0.62, 0.96, 0.28],
  ]
  list.push({
    d: glints.map(([x, y, l]) => `M${n(w * x)} ${n(h * y)}h${n(w * l)}`).join(''),
    stroke: '#cfe8c6',
    width: 1.6,
    opacity: 0.4,
  })
  const reeds = [0.06, 0.09, 0.88, 0.92, 0.95]
  list.push(
    {
      d: reeds.map((x) => `M${n(w * x)} ${n(h)}q-1 ${n(-h * 0.14)} 2 ${n(-h * 0.24)}`).join(''),
      stroke: '#0b2216',
      width: 2,
    },
    { d: reeds.map((x) => `M${n(w * x + 1.7)} ${n(h * 0.73)}v7`).join(''), stroke: '#0b2216', width: 3.4 },
  )
  return list
}

const summits: Painter = (w, h) => {
  const r = seeded(4)
  let flakes = ''
  for (let i = 0; i < 22; i++) flakes += `M${n(r(0, w))} ${n(r(0, h))}h0`
  return [
    band(w, h, '#234f7a'),
    band(w, h, '#1b426a', 0, 0.5),
    ...stars(16, w, h * 0.45, 4),
    ...peak(w * 0.12, h, w * 0.5, h * 0.56, '#4a7fae', '#dcecf6', '#3b6d9a'),
    ...peak(w * 0.92, h, w * 0.56, h * 0.62, '#4a7fae', '#dcecf6', '#3b6d9a'),
    ...peak(w * 0.36, h, w * 0.62, h * 0.8, '#6b9dc8', '#f6fbff', '#4d80ae'),
    ...peak(w * 0.7, h, w * 0.56, h * 0.68, '#6b9dc8', '#f6fbff', '#4d80ae'),
    {
      d: `M0 ${n(h * 0.88)}C${n(w * 0.25)} ${n(h * 0.76)} ${n(w * 0.5)} ${n(h * 0.98)} ${n(w)} ${n(h * 0.8)}V${n(h)}H0Z`,
      fill: '#dcebf5',
    },
    {
      d: `M0 ${n(h * 0.96)}C${n(w * 0.35)} ${n(h * 0.86)} ${n(w * 0.6)} ${n(h)} ${n(w)} ${n(h * 0.9)}V${n(h)}H0Z`,
      fill: '#f8fcff',
    },
    { d: flakes, stroke: '#fff', width: 2.4, opacity: 0.7 },
  ]
}

const craters: Painter = (w, h) => {
  const r = seeded(9)
  let sparks = ''
  for (let i = 0; i < 16; i++) sparks += `M${n(r(0.2 * w, 0.85 * w))} ${n(r(0, h * 0.6))}h0`
  const p = (list: [number, number][]): string => poly(list.map(([x, y]) => [w * x, h * y] as const))
  return [
    band(w, h, '#5b1813'),
    band(w, h, '#45110f', 0, 0.5),
    { d: disc(w * 0.52, h * 0.38, w * 0.3), fill: '#ff7a45', opacity: 0.16 },
    { d: disc(w * 0.52, h * 0.38, w * 0.18), fill: '#ff7a45', opacity: 0.18 },
    {
      d: `M${n(w * 0.44)} ${n(h * 0.36)}C${n(w * 0.3)} ${n(h * 0.2)} ${n(w * 0.46)} ${n(h * 0.16)} ${n(w * 0.34)} 0H${n(w * 0.62)}C${n(w * 0.68)} ${n(h * 0.14)} ${n(w * 0.54)} ${n(h * 0.22)} ${n(w * 0.6)} ${n(h * 0.36)}Z`,
      fill: '#2c0b0b',
      opacity: 0.75,
    },
    {
      d:
        p([
          [0, 1],
          [0.02, 0.72],
          [0.16, 0.56],
          [0.24, 0.57],
          [0.46, 1],
        ]) +
        p([
          [0.62, 1],
          [0.8, 0.6],
          [0.9, 0.6],
          [1, 0.76],
          [1, 1],
        ]),
      fill: '#70231a',
    },
    {
      d: p([
        [0.14, 1],
        [0.4, 0.36],
        [0.46, 0.4],
        [0.55, 0.38],
        [0.62, 0.35],
        [0.9, 1],
      ]),
      fill: '#8f3322',
    },
    {
      d: p([
        [0.54, 0.38],
        [0.62, 0.35],
        [0.9, 1],
        [0.6, 1],
      ]),
      fill: '#6d2219',
    },
    {
      d: p([
        [0.4, 0.36],
        [0.46, 0.4],
        [0.55, 0.38],
        [0.62, 0.35],
        [0.59, 0.5],
        [0.62, 0.7],
        [0.57, 0.62],
        [0.54, 0.86],
        [0.5, 0.56],
        [0.46, 0.68],
        [0.45, 0.48],
      ]),
      fill: '#ffb04d',
    },
    {
      d: p([
        [0.44, 0.4],
        [0.5, 0.43],
        [0.58, 0.39],
        [0.55, 0.52],
        [0.52, 0.48],
        [0.48, 0.54],
      ]),
      fill: '#fff0b8',
    },
    {
      d: p([
        [0, 0.93],
        [0.3, 0.88],
        [0.7, 0.92],
        [1, 0.87],
        [1, 1],
        [0, 1],
      ]),
      fill: '#2c0b0b',
    },
    { d: sparks, stroke: '#ffb869', width: 2.6, opacity: 0.85 },
  ]
}

const PAINTERS: Record<Suit, Painter> = { noir: caverns, orange: dunes, vert: marsh, bleu: summits, rouge: craters }

const cache = new Map<string, Shape[]>()

export function scene(suit: Suit, w: number, h: number): Shape[] {
  const key = `${suit} ${w} ${h}`
  let list = cache.get(key)
  if (!list) {
    list = PAINTERS[suit](w, h)
    cache.set(key, list)
  }
  return list
}
