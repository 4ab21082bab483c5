import type { Shape } from './types'

export const n = (v: number): string => String(Math.round(v * 10) / 10)

/** Small seeded generator: scenes are the same on every screen. */
export function seeded(seed: number): (min: number, max: number) => number {
  let a = (seed * 0x9e3779b1) | 0
  return (min, max) => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return min + (((t ^ (t >>> 14)) >>> 0) / 4294967296) * (max - min)
  }
}

export function poly(points: readonly (readonly [number, number])[], close = true): string {
  return 'M' + points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L') + (close ? 'Z' : '')
}

export function disc(cx: number, cy: number, r: number): string {
  return `M${n(cx - r)} ${n(cy)}a${n(r)} ${n(r)} 0 1 1 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 1 ${n(-2 * r)} 0Z`
}

/** Half outline of a pine, as shares of its half width and height. */
const PINE: readonly (readonly [number, number])[] = [
  [0.34, 0.62],
  [0.18, 0.62],
  [0.5, 0.32],
  [0.26, 0.32],
  [0.62, 0.06],
  [0.09, 0.06],
  [0.09, 0],
]

export function pine(x: number, y: number, h: number): string {
  const w = h * 0.46
  const right = PINE.map(([dx, dy]) => [x + w * dx, y - h * dy] as const)
  const left = PINE.map(([dx, dy]) => [x - w * dx, y - h * dy] as const).reverse()
  return poly([[x, y - h], ...right, ...left])
}

export interface Wood {
  from: number
  to: number
  step: number
  base: (x: number) => number
  height: readonly [number, number]
  seed: number
  skip?: readonly [number, number]
}

/** A row of pines in one path. */
export function wood({ from, to, step, base, height, seed, skip }: Wood): string {
  const r = seeded(seed)
  let d = ''
  for (let i = from; i <= to; i += step) {
    const x = i + r(-step * 0.35, step * 0.35)
    const h = r(...height)
    if (skip && x > skip[0] && x < skip[1]) continue
    d += pine(x, base(x) + r(-3, 5), h)
  }
  return d
}

/** A peak with its shaded side and cap. */
export function peak(x: number, y: number, w: number, h: number, body: string, cap: string, shade: string): Shape[] {
  return [
    {
      d: poly([
        [x - w / 2, y],
        [x, y - h],
        [x + w / 2, y],
      ]),
      fill: body,
    },
    {
      d: poly([
        [x, y - h],
        [x + w / 2, y],
        [x + w * 0.08, y],
        [x + w * 0.02, y - h * 0.45],
      ]),
      fill: shade,
    },
    {
      d: poly([
        [x, y - h],
        [x + w * 0.17, y - h * 0.66],
        [x + w * 0.07, y - h * 0.72],
        [x + w * 0.01, y - h * 0.58],
        [x - w * 0.07, y - h * 0.7],
        [x - w * 0.16, y - h * 0.68],
      ]),
      fill: cap,
    },
  ]
}

/** Dots in three strengths, one path each: round caps on lines of no length. */
export function stars(count: number, w: number, h: number, seed: number, colour = '#fff6dd'): Shape[] {
  const r = seeded(seed)
  const levels = [
    { width: 1, opacity: 0.42 },
    { width: 1.5, opacity: 0.62 },
    { width: 2.1, opacity: 0.85 },
  ]
  const d = ['', '', '']
  for (let i = 0; i < count; i++) d[i % 6 === 0 ? 2 : i % 2] += `M${n(r(0, w))} ${n(r(0, h))}h0`
  return levels.map((l, i) => ({ d: d[i] ?? '', fill: 'none', stroke: colour, ...l }))
}

/** Short wave line: a run of equal swells. */
export function swell(x: number, y: number, length: number, count: number, rise: number): string {
  const step = length / count
  return `M${n(x)} ${n(y)}q${n(step / 2)} ${n(-rise)} ${n(step)} 0` + `t${n(step)} 0`.repeat(count - 1)
}

/** Tuft of three blades. */
export function tuft(x: number, y: number, h: number): string {
  return `M${n(x - h * 0.5)} ${n(y - h * 0.75)}L${n(x)} ${n(y)}L${n(x + 1)} ${n(y - h)}M${n(x)} ${n(y)}L${n(x + h * 0.55)} ${n(y - h * 0.7)}`
}
