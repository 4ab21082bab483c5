/** Reveal: updates are shown one at a time, each with its moments, its animation and a pause. */
import { tick } from 'svelte'
import type { AskSent, EventSent, SceneSent, UpdateSent } from '../wire'
import type { Animator } from './animator'
import type { Moment, Moments, MomentContext } from './moments.svelte'
import { RAIL } from './replay.svelte'
import { PACE, settings } from './settings.svelte'

/** With more queued updates than this, the page catches up without animation. */
const FAR_BEHIND = 30

/** The part of a table that a reveal needs. */
export interface RevealTable {
  readonly live: SceneSent | null
  readonly liveAsk: AskSent | null
  readonly over: boolean
  readonly seat: number
  readonly events: readonly EventSent[]
  readonly replay: { readonly past: SceneSent | null }
  readonly moments: Moments
  readonly animator: Pick<Animator, 'remember' | 'play' | 'finish'>
  apply(update: UpdateSent): void
}

export class Reveal {
  /** the previous scene, while a moment is shown over it */
  held = $state.raw<SceneSent | null>(null)
  /** other players' moves are shown without delay until the viewer's turn */
  skipping = $state(false)
  readonly #table: RevealTable
  readonly #moments: (context: MomentContext) => Moment[]
  #queue: UpdateSent[] = []
  #showing = false
  #endPause: () => void = () => undefined

  /** `moments` is the board's function. */
  constructor(table: RevealTable, moments: (context: MomentContext) => Moment[]) {
    this.#table = table
    this.#moments = moments
  }

  /** updates not shown yet */
  get queue(): readonly UpdateSent[] {
    return this.#queue
  }

  add(update: UpdateSent): void {
    this.#queue.push(update)
    void this.#show()
  }

  /** Drops what is not shown yet: the table was sent anew. */
  reset(): void {
    this.#queue = []
    this.#table.moments.skip()
    this.held = null
    this.skipping = false
  }

  /** Shows other players' moves without delay until the next question. */
  skip(): void {
    this.skipping = !this.#table.liveAsk && !this.#table.over
    this.#table.moments.skip()
    this.#table.animator.finish()
    this.#endPause()
  }

  /** Shows a moment again; updates wait meanwhile. */
  async again(moment: Moment): Promise<void> {
    if (this.#showing) return
    this.#showing = true
    await this.#table.moments.showAll([moment], false, async () => undefined)
    this.#showing = false
    void this.#show()
  }

  async #show(): Promise<void> {
    if (this.#showing) return
    this.#showing = true
    for (let update = this.#queue.shift(); update; update = this.#queue.shift()) await this.#showUpdate(update)
    this.#showing = false
  }

  async #showUpdate(update: UpdateSent): Promise<void> {
    const { live: before, animator, moments, replay } = this.#table
    const hasty = replay.past !== null || this.skipping || this.#queue.length > FAR_BEHIND
    if (!hasty) animator.remember()
    this.#table.apply(update)
    if (update.ask || update.phase === 'over') this.skipping = false
    if (hasty) return
    const { seat } = this.#table
    const list = this.#moments({
      events: update.events,
      allEvents: this.#table.events,
      before: before?.shown ?? null,
      after: update.scene.shown,
      me: seat,
    })
    await moments.showAll(list, seat === RAIL, async (moment) => {
      this.held = moment.before ? before : null
      await tick()
      await animator.play()
      animator.remember()
    })
    this.held = null
    await tick()
    await animator.play()
    await this.#pause(update)
  }

  /** Pauses after another player's move, longer at the end of a turn. */
  async #pause(update: UpdateSent): Promise<void> {
    const doer = update.events.findLast((event) => (event.seat ?? RAIL) >= 0)?.seat
    if (doer === undefined || doer === this.#table.seat || update.ask || this.skipping) return
    const { step, turn } = PACE[settings.pace]
    const ms = update.scene.asked.includes(doer) ? step : turn
    if (!ms) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
