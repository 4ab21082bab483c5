import { expect, it } from 'vitest'
import { axisTicks } from './axisTicks'

it('has round numbers around all values', () => {
  expect(axisTicks(0, 43)).toEqual([0, 10, 20, 30, 40, 50])
  expect(axisTicks(-166, 68)).toEqual([-200, -150, -100, -50, 0, 50, 100])
  expect(axisTicks(0, 10)).toEqual([0, 2, 4, 6, 8, 10])
})
