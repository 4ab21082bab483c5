/** Moments: steps shown one after another before the next question, such as a finished trick or a scoring. */
import type { GameEvent, PhraseSent, Shown } from '../wire'
import { still } from './screen.svelte'
import { PACE, settings } from './settings.svelte'

export interface Moment<M = unknown> {
  /** the sentence in the prompt meanwhile */
  says: PhraseSent
  /** milliseconds at normal pace; without it, the moment waits for "continue" */
  lasts?: number
  /** with reduced motion, it waits for "continue" although it has a duration */
  page?: boolean
  /** shown over the previous scene: totals change afterwards */
  before?: boolean
  /** number of the last event shown so far: history and marks hide later ones */
  until?: number
  /** data for the board */
  shows: M
}

/** The input of a board's `moments`. */
export interface MomentContext<S extends Shown = Shown> {
  /** the new events; `allEvents` has the earlier ones, too */
  events: readonly GameEvent<S['game']>[]
  allEvents: readonly GameEvent<S['game']>[]
  before: S | null
  after: S
  me: number
}

/** Duration for spectators of a moment that waits for "continue". */
const ONLOOKER_MS = 4000

export class Moments {
  now = $state.raw<Moment | null>(null)
  /** number of moments that follow */
  left = $state(0)
  /** number of the last event before the first moment */
  since = $state(-1)
  #end: () => void = () => undefined
  #skipped = false

  /** Shows moments in order; `show` renders the scene of each. */
  async showAll(list: readonly Moment[], looksOn: boolean, show: (moment: Moment) => Promise<void>): Promise<void> {
    this.#skipped = false
    for (const [i, moment] of list.entries()) {
      if (this.#skipped) break
      this.now = moment
      this.left = list.length - i - 1
      this.since = list[i - 1]?.until ?? -1
      const over = this.#ending(this.#time(moment, looksOn))
      await Promise.all([over, show(moment)])
    }
    this.now = null
    this.left = 0
    this.since = -1
  }

  /** Goes to the next moment. */
  next(): void {
    this.#end()
  }

  /** Skips all moments. */
  skip(): void {
    this.#skipped = true
    this.#end()
  }

  /** A tap anywhere ends a moment that has a duration. */
  hurry(): void {
    if (this.now?.lasts && !this.now.page) this.#end()
  }

  #time(moment: Moment, looksOn: boolean): number | null {
    const waits = !moment.lasts || (moment.page && still.current)
    if (waits) return looksOn ? ONLOOKER_MS : null
    return (moment.lasts ?? 0) * PACE[settings.pace].stay
  }

  #ending(time: number | null): Promise<void> {
    return new Promise((resolve) => {
      const timer = time === null ? undefined : setTimeout(resolve, time)
      this.#end = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
