import { describe, expect, it } from 'vitest'
import type { LedgerSent } from '../wire'
import { ledgerAxis, ledgerBars, otherPoints, verdict } from './ledger'

const ledger = (points: number, error: number, more: Partial<LedgerSent> = {}): LedgerSent => ({
  start: 50.4,
  end: 100,
  points,
  error,
  own: { points: -9.4, error: 2 },
  others: { points: 46.4, error: 5 },
  rest: { points: 49.6 - points + 9.4 - 46.4, error: 1 },
  draws: [
    { first: 3, last: 5, points: 15.4, error: 2 },
    { first: 9, last: 10, points: -11.6, error: 2 },
  ],
  other_draws: 4,
  ...more,
})

describe('the luck ledger', () => {
  it('adds up in whole points, whatever is rounded', () => {
    for (const points of [12.2, 12.5, 12.6, 3.4, -20.5]) {
      const bars = ledgerBars(ledger(points, 3))
      const sum = bars.reduce((total, bar) => total + bar.points, 0)
      expect(Math.round(50.4) + sum).toBe(100)
      const [luck] = bars
      expect(15 - 12 + otherPoints(bars, ledger(points, 3).draws)).toBe(luck?.points)
    }
  })

  it('leaves out a rest of nothing', () => {
    const none = ledger(12.6, 3, { rest: { points: 0, error: 0 }, others: { points: 46.4, error: 5 } })
    expect(ledgerBars(none).map((bar) => bar.part)).toEqual(['luck', 'own', 'others'])
    expect(ledgerBars(ledger(2, 3)).map((bar) => bar.part)).toContain('rest')
  })

  it('has room for every bar, and for errors as far as they are possible', () => {
    expect(ledgerAxis(ledgerBars(ledger(-8, 30)))).toEqual([10, 100])
    expect(ledgerAxis(ledgerBars(ledger(58, 90)))).toEqual([10, 150])
  })

  it('claims nothing that the error does not allow', () => {
    expect(verdict(ledger(12, 3))).toBe('for')
    expect(verdict(ledger(-12, 3))).toBe('against')
    expect(verdict(ledger(2, 3))).toBe('unclear')
    expect(verdict(ledger(12, 20))).toBe('unsure')
  })
})
