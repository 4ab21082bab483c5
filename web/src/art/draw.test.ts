import { describe, expect, it } from 'vitest'
import { disc, pine, seeded, stars, swell, wood } from './draw'

describe('drawing helpers', () => {
  it('repeats itself for one seed and differs for another', () => {
    const a = seeded(3)
    const b = seeded(3)
    const c = seeded(4)
    const list = [1, 2, 3].map(() => a(0, 100))
    expect([1, 2, 3].map(() => b(0, 100))).toEqual(list)
    expect([1, 2, 3].map(() => c(0, 100))).not.toEqual(list)
    expect(list.every((v) => v >= 0 && v < 100)).toBe(true)
  })

  it('closes its outlines', () => {
    expect(pine(50, 100, 80)).toMatch(/^M50 20L.*Z$/)
    expect(disc(10, 10, 5)).toBe('M5 10a5 5 0 1 1 10 0a5 5 0 1 1 -10 0Z')
  })

  it('keeps a clearing free of pines', () => {
    const d = wood({ from: 0, to: 100, step: 5, base: () => 100, height: [20, 20], seed: 1, skip: [0, 60] })
    const tops = [...d.matchAll(/M([\d.-]+) /g)].map((m) => Number(m[1]))
    expect(tops.length).toBeGreaterThan(3)
    expect(tops.every((x) => x <= 0 || x >= 60)).toBe(true)
  })

  it('draws a sky with three paths, however many stars', () => {
    const sky = stars(90, 100, 100, 1)
    expect(sky).toHaveLength(3)
    expect(sky.map((s) => s.d.split('M').length - 1).reduce((a, b) => a + b)).toBe(90)
  })

  it('makes as many swells as asked', () => {
    expect(swell(0, 10, 40, 4, 8)).toBe('M0 10q5 -8 10 0t10 0t10 0t10 0')
  })
})
