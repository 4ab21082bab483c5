import { render } from 'svelte/server'
import { expect, it } from 'vitest'
import { seatPalette } from '../ui/seats'
import Curve from './Curve.svelte'

it('keeps its marks off the numbers beside it, which have room', () => {
  const { body } = render(Curve, {
    props: {
      names: ['A', 'B'],
      palettes: [seatPalette(0), seatPalette(3)],
      points: [
        [-5, -7],
        [3, 1],
      ],
      chapters: [1, 2],
    },
  })
  const numbers = [...body.matchAll(/<text x="([\d.]+)"[^>]*text-anchor="end"[^>]*>(.*?)</g)].map(([, x, text]) => ({
    x: Number(x),
    letters: text?.length ?? 0,
  }))
  const marks = [...body.matchAll(/translate\(([\d.]+) /g)].map(([, x]) => Number(x))
  expect(Math.max(...numbers.map(({ letters }) => letters))).toBe(3)
  for (const { x, letters } of numbers) {
    expect(x - 9 * letters).toBeGreaterThanOrEqual(0)
    expect(Math.min(...marks) - 7).toBeGreaterThan(x + 4)
  }
})
