/** The luck ledger of a review as bars from the first win probability to the result, in whole points that add up. */
import type { LedgerSent, LuckyDrawSent } from '../wire'

export type LedgerPart = 'luck' | 'own' | 'others' | 'rest'

export interface LedgerBar {
  part: LedgerPart
  /** win probability before and after it, in points of a hundred */
  from: number
  to: number
  /** whole points: the bars add up to the difference between the rounded ends */
  points: number
  error: number
}

/** Errors from which the ledger says that it is not sure, in points. */
const UNSURE = 15
export const NUMERALS = ['I', 'II', 'III']

/** The bars in their order; a rest that rounds to nothing is left out. */
export function ledgerBars(ledger: LedgerSent): LedgerBar[] {
  let from = ledger.start
  const parts: [LedgerPart, number, number][] = [
    ['luck', ledger.points, ledger.error],
    ['own', ledger.own.points, ledger.own.error],
    ['others', ledger.others.points, ledger.others.error],
    ['rest', ledger.rest.points, ledger.rest.error],
  ]
  const bars = parts.map(([part, change, error]) => {
    const to = part === 'rest' ? ledger.end : from + change
    const bar = { part, from, to, points: Math.round(to) - Math.round(from), error: Math.round(error) }
    from = to
    return bar
  })
  return bars.filter((bar) => bar.part !== 'rest' || bar.points !== 0)
}

/** The lowest and the highest value of the axis, in tens: all bars lie between them, and all that is possible of their
 * errors. */
export function ledgerAxis(bars: readonly LedgerBar[]): [number, number] {
  const possible = (value: number): number => Math.min(100, Math.max(0, value))
  const ends = bars.flatMap((bar) => [bar.from, bar.to, possible(bar.to - bar.error), possible(bar.to + bar.error)])
  return [Math.floor(Math.min(...ends) / 10) * 10, Math.ceil(Math.max(...ends) / 10) * 10]
}

/** What the draws that are not told one by one changed, so that all of them add up to the bar. */
export function otherPoints(bars: readonly LedgerBar[], draws: readonly LuckyDrawSent[]): number {
  const told = draws.reduce((sum, draw) => sum + Math.round(draw.points), 0)
  return (bars.find((bar) => bar.part === 'luck')?.points ?? 0) - told
}

/** What can be said of the luck: nothing is claimed that the error does not allow. */
export function verdict(ledger: LedgerSent): 'unsure' | 'unclear' | 'for' | 'against' {
  if (Math.abs(ledger.points) <= ledger.error) return ledger.error >= UNSURE ? 'unsure' : 'unclear'
  return ledger.points > 0 ? 'for' : 'against'
}
