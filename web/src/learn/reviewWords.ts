/** Words of a review: chapters of moves, and why the curve turns where no move is told. */
import type { GameBoard } from '../boards/contract'
import { phrase } from '../lib/catalogue'
import { say, t } from '../lib/settings.svelte'
import type { CurveSent, EventSent, MoveCostSent, TurningPointSent } from '../wire'

/** The number of the chapter (trick, turn, year) in which the seat decided at a step; 0: before the first. */
export function chapterOf(events: readonly EventSent[], opens: readonly string[], step: number, seat: number): number {
  let number = 0
  for (const event of events) {
    const opened = opens.includes(event.kind)
    if (event.step > step) return opened && event.seat === seat ? number + 1 : number
    if (opened) number++
  }
  return number
}

/** The heading of that chapter; without chapters, the step. */
export function chapterName(board: GameBoard, events: readonly EventSent[], step: number, seat: number): string {
  const number = chapterOf(events, board.chapter?.opens ?? [], step, seat)
  if (board.chapter && number > 0) return say(board.chapter.heading(number))
  return say(phrase('page.review.step', { step }))
}

/** Whether a turning point contains the move. */
export function contains(turn: TurningPointSent, cost: MoveCostSent): boolean {
  return turn.before <= cost.step && cost.step < turn.after
}

/** The turning points without a told move. */
export function unexplained(curve: CurveSent | null, costs: readonly MoveCostSent[]): TurningPointSent[] {
  return (curve?.turns ?? []).filter((turn) => !costs.some((cost) => contains(turn, cost)))
}

/** Why the curve turns there: chance, another's turn, or a move of the seat that cost nothing measurable. */
export function cause(turn: TurningPointSent, seat: number, names: readonly string[]): string {
  const others = turn.by.filter((one) => one !== seat)
  if (turn.by.includes(seat)) return t(turn.drawn || others.length ? 'page.review.turn_mixed' : 'page.review.turn_own')
  const who = others.map((one) => names[one] ?? '').join(', ')
  if (!others.length) return t('page.review.turn_chance')
  return t(turn.drawn ? 'page.review.turn_other_drawn' : 'page.review.turn_other', { names: who })
}
