import { describe, expect, it } from 'vitest'
import { nearest } from './rovingFocus'

const grid = [
  ['a', [100, 0]],
  ['b', [200, 10]],
  ['c', [100, 100]],
] as const satisfies readonly (readonly [string, [number, number]])[]

describe('arrow keys', () => {
  it('go to the nearest in their direction, and prefer the straight way', () => {
    expect(nearest([0, 0], grid, [1, 0])).toBe('a')
    expect(nearest([100, 0], grid, [1, 0])).toBe('b')
    expect(nearest([100, 0], grid, [0, 1])).toBe('c')
  })

  it('stay where there is nothing', () => {
    expect(nearest([200, 10], grid, [1, 0])).toBeNull()
  })
})
