/** Reveal: updates are shown one at a time, each with its moments, its animation and a pause. */
import { tick } from 'svelte'
import type { AskSent, EventSent, SceneSent, Shown, UpdateSent } from '../wire'
import type { Animator } from './animator'
import type { Moment, Moments, MomentContext } from './moments.svelte'
import { RAIL } from './replay.svelte'
import { PACE, settings } from './settings.svelte'

/** With more queued updates than this, the page catches up without animation. */
const FAR_BEHIND = 120
/** The board before an action is shown this long before the action is shown again. */
const BEFORE_MS = 350
/** Number of recent actions that can be shown again as they happened. */
const REMEMBERED = 60

/** The part of a table that a reveal needs. */
export interface RevealTable {
  readonly live: SceneSent | null
  readonly liveAsk: AskSent | null
  readonly over: boolean
  readonly seat: number
  readonly events: readonly EventSent[]
  /** the viewer's time is limited: others' moves are not slowed down */
  readonly clocked: boolean
  readonly replay: { readonly past: SceneSent | null }
  readonly moments: Moments
  readonly animator: Pick<Animator, 'remember' | 'play' | 'finish'>
  apply(update: UpdateSent): void
}

/** What a reveal asks the board. */
export interface BoardReveal {
  moments: (context: MomentContext) => Moment[]
  /** number of visible actions of other players among events */
  actions: (after: Shown, events: readonly EventSent[], me: number) => number
}

export class Reveal {
  /** the previous scene, while a moment is shown over it */
  held = $state.raw<SceneSent | null>(null)
  /** other players' moves are shown without delay until the viewer's turn */
  skipping = $state(false)
  /** no further updates are shown until the viewer resumes */
  paused = $state(false)
  /** actions of other players are being shown */
  telling = $state(false)
  /** number of the event of the action that is shown again */
  replayed = $state(-1)
  readonly #table: RevealTable
  readonly #board: BoardReveal
  #queue: UpdateSent[] = []
  #showing = false
  #again: { n: number; step: number } | null = null
  #endPause: () => void = () => undefined
  #resume: () => void = () => undefined
  /** scenes before and after recent steps of other players */
  readonly #scenes = new Map<number, { before: SceneSent; after: SceneSent }>()

  constructor(table: RevealTable, board: BoardReveal) {
    this.#table = table
    this.#board = board
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
    this.#again = null
    this.#scenes.clear()
    this.#endPause()
    this.resume()
  }

  pause(): void {
    this.paused = true
  }

  resume(): void {
    this.paused = false
    this.#resume()
  }

  /** Shows other players' moves without delay until the next question. */
  skip(): void {
    this.skipping = !this.#table.liveAsk && !this.#table.over
    this.#table.moments.skip()
    this.#table.animator.finish()
    this.#endPause()
    this.resume()
  }

  /** Shows a moment again; updates wait meanwhile. */
  async again(moment: Moment): Promise<void> {
    if (this.#showing) return
    this.#showing = true
    await this.#table.moments.showAll([moment], false, async () => undefined)
    this.#showing = false
    void this.#show()
  }

  /** Shows an action again, between updates; `n` is the number of its event. */
  replayAction(n: number, step: number): void {
    this.#again = { n, step }
    if (this.replayed >= 0) this.#endPause()
    this.#resume()
    void this.#show()
  }

  async #show(): Promise<void> {
    if (this.#showing) return
    this.#showing = true
    while (this.#again || this.#queue.length) {
      if (this.#again) await this.#replayOne(this.#again)
      else if (this.paused) await new Promise<void>((resolve) => (this.#resume = resolve))
      else await this.#showUpdate(this.#queue.shift() as UpdateSent)
    }
    this.#showing = false
    this.telling = false
  }

  /** Shows the board before an action, then the action; with the scenes forgotten, only its marks. */
  async #replayOne({ n, step }: { n: number; step: number }): Promise<void> {
    const { animator } = this.#table
    const scenes = this.#scenes.get(step)
    this.#again = null
    this.held = scenes?.before ?? null
    this.replayed = n
    await tick()
    if (scenes) {
      await this.#wait(BEFORE_MS)
      animator.remember()
      this.held = scenes.after
      await tick()
    }
    await Promise.all([animator.play(), this.#wait(PACE.calm.action)])
    this.held = null
    this.replayed = -1
  }

  async #showUpdate(update: UpdateSent): Promise<void> {
    const { live: before, animator, moments, replay, seat } = this.#table
    const hasty = replay.past !== null || this.skipping || this.#queue.length > FAR_BEHIND
    const actions = this.#board.actions(update.scene.shown, update.events, seat)
    if (actions && before) this.#rememberScenes(before, update.scene)
    if (!hasty) animator.remember()
    this.#table.apply(update)
    if (update.ask || update.phase === 'over') this.skipping = false
    this.telling = !hasty && !update.ask && (actions > 0 || this.telling)
    if (hasty) return
    const list = this.#board.moments({
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
    await Promise.all([animator.play(), this.#wait(this.#lasts(update, actions))])
  }

  #rememberScenes(before: SceneSent, after: SceneSent): void {
    this.#scenes.set(after.step, { before, after })
    for (const step of this.#scenes.keys()) {
      if (this.#scenes.size <= REMEMBERED) break
      this.#scenes.delete(step)
    }
  }

  /** Milliseconds that other players' actions stay before the next update; longer at the end of a turn. */
  #lasts(update: UpdateSent, actions: number): number {
    const { clocked, seat } = this.#table
    if (update.ask || clocked || this.skipping) return 0
    const doer = update.events.findLast((event) => (event.by ?? RAIL) >= 0)?.by
    const { action, turn } = PACE[settings.pace]
    return actions * action + (doer === undefined || doer === seat || update.scene.asked.includes(doer) ? 0 : turn)
  }

  async #wait(ms: number): Promise<void> {
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
