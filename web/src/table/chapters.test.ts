import { expect, it } from 'vitest'
import { chapters, joined } from './chapters'

it('opens a chapter with each event that does', () => {
  const events = (['dealt', 'dealt', 'leads', 'follows', 'leads'] as const).map((kind, n) => ({
    n,
    step: n,
    kind,
    data: {},
    phrase: { key: kind },
  }))
  expect(chapters(events, ['leads']).map((chapter) => [chapter.number, chapter.events.length])).toEqual([
    [0, 2],
    [1, 2],
    [2, 1],
  ])
  expect(chapters(events, [])).toHaveLength(1)
})

it('says once what happened several times in a step', () => {
  const event = (n: number, step: number, key: string) => ({
    n,
    step,
    kind: 'draws' as const,
    data: {},
    phrase: { key },
  })
  const events = [
    event(0, 1, 'draws'),
    event(1, 1, 'draws'),
    event(2, 2, 'draws'),
    event(3, 2, 'turn'),
    event(4, 2, 'draws'),
  ]
  expect(joined(events).map(({ event: { n }, times }) => [n, times])).toEqual([
    [0, 2],
    [2, 1],
    [3, 1],
    [4, 1],
  ])
})
