import { beforeEach, expect, it } from 'vitest'
import type { EventSent, SceneSent } from '../wire'
import { phrase } from './catalogue'
import { RAIL, Replay } from './replay.svelte'

const scene = (step: number, seat = 0, steps = 9): SceneSent => ({ step, seat, steps }) as SceneSent

let asked: { step: number; view: number; answer: (scene: SceneSent) => void; fail: (why: Error) => void }[]
let skipped: number
let replay: Replay
const table = {
  live: scene(9),
  seat: 1,
  events: [
    { n: 0, step: 1 },
    { n: 1, step: 3, by: RAIL },
    { n: 2, step: 3, by: 0 },
  ] as EventSent[],
  moments: { skip: () => skipped++ },
  choice: { refused: null },
  animator: { change: async (make: () => void) => make() },
}

beforeEach(() => {
  asked = []
  skipped = 0
  replay = new Replay(table, (step, view) => new Promise((answer, fail) => asked.push({ step, view, answer, fail })))
})

it('begins after the deal and counts from there', () => {
  expect(replay.opening?.n).toBe(2)
  expect([replay.first, replay.step, replay.steps, replay.view]).toEqual([2, 9, 9, 1])
  expect(replay.at).toEqual(phrase('page.replay.at', { step: 7, steps: 7 }))
})

it('steps from one visible event to the next', () => {
  expect([replay.neighbour(-1), replay.neighbour(1)], 'from the end').toEqual([3, 9])
  replay.past = scene(3)
  expect([replay.neighbour(-1), replay.neighbour(1)]).toEqual([2, 9])
  replay.past = scene(2)
  expect([replay.neighbour(-1), replay.neighbour(1)], 'not before the first decision').toEqual([2, 3])
})

it('shows the step asked for last, and fetches one at a time', async () => {
  const done = replay.show(3)
  void replay.show(4)
  void replay.show(5, 0)
  expect(asked.map(({ step, view }) => [step, view])).toEqual([[3, 1]])
  expect(skipped).toBe(3)
  asked[0]?.answer(scene(3, 1))
  while (asked.length < 2) await Promise.resolve()
  expect(asked[1]).toMatchObject({ step: 5, view: 0 })
  asked[1]?.answer(scene(5, 0))
  await done
  expect([replay.step, replay.view]).toEqual([5, 0])
})

it('stays between the deal and the current step', async () => {
  const done = replay.go(0)
  expect(asked[0]).toMatchObject({ step: 2, view: 1 })
  asked[0]?.answer(scene(2, 1))
  await done
  void replay.go(99)
  expect(asked[1]).toMatchObject({ step: 9 })
})

it('comes back to the current step without asking for it', async () => {
  replay.past = scene(3)
  await replay.show(null)
  expect(replay.past).toBeNull()
  expect(asked).toEqual([])
  expect(skipped).toBe(0)
})

it('can go on after a step that could not be fetched', async () => {
  const failing = replay.show(3)
  asked[0]?.fail(new Error('unreachable'))
  await expect(failing).rejects.toThrow('unreachable')
  void replay.show(4)
  expect(asked[1]).toMatchObject({ step: 4 })
})
