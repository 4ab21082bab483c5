import { expect, it } from 'vitest'
import { chapters } from './chapters'

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
