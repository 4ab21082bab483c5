import { beforeAll, describe, expect, it } from 'vitest'
import type { TableStore } from '../lib/table.svelte'
import type { CurveSent, EventSent, MoveCostSent, ReviewSent, TurningPointSent } from '../wire'
import { ReviewWalk } from './reviewWalk.svelte'
import { chapterOf, unexplained } from './reviewWords'

const cost = (step: number): MoveCostSent => {
  const move = { choice: { text: '', places: [] }, phrase: { key: '' }, chance: 0.5 }
  return { step, played: move, better: move, loss: 3, error: 1, rows: [], events: [] }
}
const review = (steps: number[], progress: number): ReviewSent => ({
  is: 'review',
  seat: 0,
  prices: steps.map(cost),
  small: 0,
  read: 0,
  moves: 0,
  luck: null,
  progress,
})

describe('the walk through a review', () => {
  const sent: unknown[] = []
  const learning = { review: null as ReviewSent | null }
  const table = { seat: 0, learning, send: (message: unknown) => sent.push(message) } as unknown as TableStore
  let walk: ReviewWalk
  beforeAll(() => {
    walk = new ReviewWalk(table)
  })

  it('asks for the review once', () => {
    expect(sent).toEqual([{ do: 'review', seat: 0 }])
    expect(walk.cost).toBeUndefined()
    learning.review = review([4, 9], 1)
    expect(new ReviewWalk(table).costs.map((one) => one.step)).toEqual([4, 9])
    expect(sent).toHaveLength(1)
  })

  it('goes from move to move, not beyond them, and shows both lines again', () => {
    const here = new ReviewWalk(table)
    here.flip()
    expect(here.lines).toBe('better')
    here.flip()
    expect(here.lines).toBe('played')
    here.go(1)
    expect([here.cost?.step, here.index, here.lines]).toEqual([9, 1, 'both'])
    here.go(2)
    here.go(-1)
    expect(here.index).toBe(1)
    here.choose('played')
    expect(here.lines).toBe('played')
    here.choose('played')
    expect(here.lines).toBe('both')
  })
})

describe('the words of a review', () => {
  const event = (step: number, kind: string, seat: number): EventSent =>
    ({ n: 0, step, kind, seat, phrase: { key: '' }, data: {} }) as unknown as EventSent

  it('finds the chapter that a move opens, and the one that it ends', () => {
    const led = [event(1, 'leads', 0), event(2, 'follows', 1), event(3, 'leads', 1), event(4, 'follows', 0)]
    expect(chapterOf(led, ['leads'], 0, 0)).toBe(1)
    expect(chapterOf(led, ['leads'], 3, 0)).toBe(2)
    const turns = [event(0, 'turn', 0), event(1, 'moves', 0), event(1, 'turn', 1), event(2, 'moves', 1)]
    expect(chapterOf(turns, ['turn'], 0, 0)).toBe(1)
    expect(chapterOf(turns, ['turn'], 1, 1)).toBe(2)
  })

  it('explains a turning point by its own cause only where no move is told', () => {
    const turn = (before: number, after: number): TurningPointSent => ({
      before,
      after,
      seat: 0,
      by: [1],
      drawn: false,
    })
    const curve: CurveSent = { is: 'curve', points: [], turns: [turn(3, 5), turn(8, 9)], progress: 1 }
    expect(unexplained(curve, [cost(4)])).toEqual([turn(8, 9)])
    expect(unexplained(curve, [cost(5), cost(8)])).toEqual([turn(3, 5)])
    expect(unexplained(null, [])).toEqual([])
  })
})
