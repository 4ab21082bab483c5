import { describe, expect, it } from 'vitest'
import type { PlayedGameSent } from '../wire'
import { grouped, longestStreak, luckOver, median, ratingPoints, shareOver } from './figures'

const game = (more: Partial<PlayedGameSent> = {}): PlayedGameSent => ({
  code: 'a',
  at: 0,
  seat: 0,
  place: 1,
  points: 30,
  share: 1,
  rivals: [{ bot: 'rodeur', name: '' }],
  pace: null,
  options: {},
  rated: false,
  seconds: 600,
  thinking: 10,
  plan: '',
  rating: null,
  rating_error: null,
  luck: null,
  luck_error: null,
  ...more,
})
const many = (count: number, more: Partial<PlayedGameSent>): PlayedGameSent[] =>
  Array.from({ length: count }, () => game(more))

describe('shares', () => {
  it('have an interval that narrows, and never leave 0 to 1', () => {
    const few = shareOver(many(3, {}))
    const lots = shareOver(many(100, {}))
    expect([few.share, few.high]).toEqual([1, 1])
    expect(few.low).toBeCloseTo(0.4385, 3)
    expect(lots.low).toBeGreaterThan(0.95)
    expect(shareOver([])).toMatchObject({ games: 0, low: 0, high: 1 })
  })

  it('know old games by their place, and what equals would win', () => {
    const rivals = [
      { bot: 'alpha', name: '' },
      { bot: 'alpha', name: '' },
    ]
    const share = shareOver([game({ share: null, place: 1, rivals }), game({ share: null, place: 2, rivals })])
    expect([share.wins, share.par]).toEqual([1, 1 / 3])
  })

  it('count a game once in a group, the largest group first', () => {
    const rivals = [
      { bot: 'alpha', name: '' },
      { bot: 'alpha', name: '' },
    ]
    const groups = grouped([game({ rivals }), game(), game()], (one) => one.rivals.map((rival) => rival.bot))
    expect(groups.map((group) => [group.key, group.games.length])).toEqual([
      ['rodeur', 2],
      ['alpha', 1],
    ])
  })
})

describe('figures of games', () => {
  it('find the longest streak and the middle of what is known', () => {
    expect(longestStreak([game(), game(), game({ place: 2 }), game()])).toBe(2)
    expect(median([null, 3, 1, 2])).toBe(2)
    expect(median([4, 1])).toBe(2.5)
    expect(median([null])).toBeNull()
  })

  it('tell ratings from the oldest game on', () => {
    const points = ratingPoints([
      game({ rating: 1600, rating_error: 50 }),
      game(),
      game({ rating: 1500, rating_error: 90 }),
    ])
    expect(points.map((point) => point.rating)).toEqual([1500, 1600])
  })

  it('say of luck only what its interval allows', () => {
    expect(luckOver(many(4, { luck: 3, luck_error: 1 })).says).toBe('none')
    expect(luckOver(many(9, { luck: 3, luck_error: 1 })).says).toBe('for')
    expect(luckOver(many(9, { luck: -3, luck_error: 1 })).says).toBe('against')
    expect(luckOver(many(9, { luck: 3, luck_error: 30 })).says).toBe('unsure')
    const mixed = luckOver([...many(5, { luck: 8, luck_error: 1 }), ...many(5, { luck: -8, luck_error: 1 })])
    expect([mixed.says, mixed.mean, mixed.without]).toEqual(['unclear', 0, 1])
    expect(mixed.bins.reduce((sum, one) => sum + one, 0)).toBe(10)
    expect(mixed.bins).toEqual([...mixed.bins].reverse())
  })
})
