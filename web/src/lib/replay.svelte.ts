/** Replay: an earlier step shown instead of the current one. */
import { tick } from 'svelte'
import type { EventSent, SceneSent } from '../wire'
import { phrase } from './catalogue'
import type { Refused } from './choice.svelte'

/** The seat of a spectator. */
export const RAIL = -1

/** The part of a table that a replay needs. */
export interface ReplayTable {
  readonly live: SceneSent | null
  readonly seat: number
  readonly events: readonly EventSent[]
  readonly moments: { skip(): void }
  readonly choice: { refused: Refused | null }
  readonly animator: { change(make: () => void): Promise<void> }
}

export class Replay {
  /** the scene shown; null: the current one */
  past = $state.raw<SceneSent | null>(null)
  readonly #table: ReplayTable
  readonly #fetch: (step: number, view: number) => Promise<SceneSent>
  #wanted: { step: number | null; view: number } | null = null
  #fetching = false

  /** the event of the first decision; earlier ones are the deal */
  opening = $derived.by(() => this.#table.events.find((event) => (event.by ?? RAIL) >= 0))
  /** the step before the first decision: replays begin there */
  first = $derived((this.opening?.step ?? 1) - 1)
  steps = $derived.by(() => this.#table.live?.steps ?? 0)
  step = $derived(this.past?.step ?? this.steps)
  view = $derived.by(() => this.past?.seat ?? this.#table.seat)
  /** the step shown, counted from the deal, as text */
  at = $derived(phrase('page.replay.at', { step: this.step - this.first, steps: this.steps - this.first }))

  constructor(table: ReplayTable, fetch: (step: number, view: number) => Promise<SceneSent>) {
    this.#table = table
    this.#fetch = fetch
  }

  /** Shows an earlier step; null: the current one. */
  async show(step: number | null, view = this.#table.seat): Promise<void> {
    if (step !== null) this.#table.moments.skip()
    // only the latest request counts; one fetch at a time
    this.#wanted = { step, view }
    if (this.#fetching) return
    this.#fetching = true
    try {
      while (this.#wanted) {
        const wanted: { step: number | null; view: number } = this.#wanted
        this.#wanted = null
        const scene = wanted.step === null ? null : await this.#fetch(wanted.step, wanted.view)
        void this.#table.animator.change(() => {
          this.past = scene
          this.#table.choice.refused = null
        })
        await tick()
      }
    } finally {
      this.#fetching = false
    }
  }

  /** The nearest step after (1) or before (-1) the one shown at which something visible happened. */
  neighbour(direction: 1 | -1): number {
    const stops = [this.first, ...this.#table.events.map((event) => event.step), this.steps]
    const { step } = this
    return direction > 0
      ? Math.min(...stops.filter((stop) => stop > step), this.steps)
      : Math.max(...stops.filter((stop) => stop < step), this.first)
  }

  /** Shows the nearest step between the deal and the current one. */
  go(step: number, view = this.view): Promise<void> {
    return this.show(Math.min(Math.max(step, this.first), this.steps), view)
  }
}
