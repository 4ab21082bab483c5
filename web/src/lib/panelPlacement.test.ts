import { expect, it } from 'vitest'
import { clearest } from './panelPlacement'

const room = { x: 0, y: 0, width: 1000, height: 600 }
const wide = { width: 700, height: 80 }
const narrow = { width: 300, height: 200 }
const first = { x: 150, y: 0, ...wide }

it('lies in the middle of the upper edge where nothing is asked', () => {
  expect(clearest(room, [wide, narrow], [])).toEqual(first)
})

it('goes where it hides nothing, and stays there as long as that holds', () => {
  const above = { x: 0, y: 0, width: 1000, height: 100 }
  const below = { x: 0, y: 520, width: 1000, height: 80 }
  expect(clearest(room, [wide], [above])).toEqual({ x: 0, y: 520, ...wide })
  expect(clearest(room, [wide], [below], first)).toEqual(first)
  expect(clearest(room, [wide, narrow], [above, below])).toEqual({ x: 0, y: 260, ...wide })
  const between = { x: 400, y: 100, width: 600, height: 420 }
  expect(clearest(room, [wide, narrow], [above, below, between])).toEqual({ x: 0, y: 200, ...narrow })
})

it('hides as little as it can where everything is asked', () => {
  const all = { ...room, width: 900 }
  expect(clearest(room, [wide, narrow], [all])?.x).toBe(700)
})

it('hides figures rather than places, and neither if it can', () => {
  const above = { x: 0, y: 0, width: 1000, height: 100 }
  const below = { x: 0, y: 520, width: 1000, height: 80 }
  expect(clearest(room, [wide], [], null, [above])).toEqual({ x: 0, y: 520, ...wide })
  expect(clearest(room, [wide], [above], null, [below])).toEqual({ x: 0, y: 260, ...wide })
  const middle = { x: 0, y: 200, width: 1000, height: 200 }
  expect(clearest(room, [wide], [above, below], null, [middle])).toEqual({ x: 0, y: 260, ...wide })
})
