/** What is told before the next question comes: a finished trick, the steps of a scoring, the phases of a year. */
import type { PhraseSent } from '../wire'
import { still } from './screen.svelte'
import { PACE, settings } from './settings.svelte'

export interface Moment<M = unknown> {
  /** what the prompt says meanwhile */
  says: PhraseSent
  /** milliseconds at normal pace; without, it stays until the viewer goes on */
  lasts?: number
  /** where nothing may move it is a page, which stays until the viewer goes on */
  page?: boolean
  /** told over the table as it was before the news: totals change afterwards */
  before?: boolean
  /** the last event that is known by then: history and marks tell nothing later yet */
  until?: number
  /** what the board draws of it */
  shows: M
}

/** How long a page lasts for somebody who only looks on. */
const ONLOOKER_MS = 4000

export class Moments {
  now = $state.raw<Moment | null>(null)
  /** how many follow */
  left = $state(0)
  /** the last event that was told before */
  since = $state(-1)
  #end: () => void = () => undefined
  #skipped = false

  /** Tells one after the other; `show` lays the table for each of them. */
  async tell(list: readonly Moment[], looksOn: boolean, show: (moment: Moment) => Promise<void>): Promise<void> {
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

  /** To the next one. */
  next(): void {
    this.#end()
  }

  /** To the next question. */
  skip(): void {
    this.#skipped = true
    this.#end()
  }

  /** A tap anywhere ends what would end by itself. */
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
