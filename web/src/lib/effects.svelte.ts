/** What the choices of the viewer's question will do, as the server computes it from the viewer's own view. */
import type { AskEffects, EffectSent, EffectsSent, SceneSent } from '../wire'
import { choose } from './placeSelection'
import type { Choice } from './choice.svelte'

/** The part of a table that effects need. */
export interface EffectsTable {
  readonly live: SceneSent | null
  readonly seat: number
  readonly choice: Choice
  send(message: AskEffects): void
}

export class Effects {
  /** the place that is hovered, focused or touched */
  place = $state('')
  /** the place that was touched once: touched again, it is played */
  armed = $state('')
  /** a draft of several decisions, in notation, and the one among them that is shown; a board drafts them itself */
  #draft = $state.raw<{ actions: string; shown: string } | null>(null)
  #answer = $state.raw<EffectsSent | null>(null)
  #drafted = $state.raw<EffectsSent | null>(null)
  #asked = ''
  readonly #table: EffectsTable

  constructor(table: EffectsTable) {
    this.#table = table
  }

  /** The effects of the current question, by notation. */
  known = $derived.by((): Readonly<Record<string, EffectSent>> => {
    const { live, choice } = this.#table
    const answer = this.#answer
    return choice.ask && answer?.step === live?.step && answer?.after === choice.begun ? answer.effects : {}
  })

  /** Asks the server once for each question. */
  ask(): void {
    const { live, seat, choice } = this.#table
    const question = `${live?.step} ${choice.begun}`
    if (!live || !choice.ask || question === this.#asked) return
    this.#asked = question
    this.#table.send({ do: 'effects', seat, step: live.step, after: choice.begun })
  }

  /** Asks the server what the decisions of a draft will do, and shows one of them; "" shows none. */
  draft(actions: readonly string[], shown: string): void {
    const { live, seat } = this.#table
    const before = this.#draft?.actions
    this.#draft = shown ? { actions: actions.join(' '), shown } : null
    if (!live || !this.#draft || this.#draft.actions === before) return
    this.#table.send({ do: 'effects', seat, step: live.step, after: this.#draft.actions, draft: true })
  }

  /** The effect of the decision that the board's draft shows. */
  drafted = $derived.by((): EffectSent | null => {
    const answer = this.#drafted
    if (!this.#draft || !this.#table.choice.ask || answer?.step !== this.#table.live?.step) return null
    return (answer?.after === this.#draft.actions && answer.effects[this.#draft.shown]) || null
  })

  hear(answer: EffectsSent): void {
    if (answer.after && answer.after === this.#draft?.actions) this.#drafted = answer
    else this.#answer = answer
  }

  /** The effect of the choice that this place completes; null if it completes none, or if its name says it all. */
  at(place: string): EffectSent | null {
    const { ask, chosen } = this.#table.choice
    if (!ask || !place) return null
    const done = choose(ask.choices, chosen, place)?.done ?? ask.choices.find((one) => one.text === place)
    return (done && this.known[done.text]) ?? null
  }

  /** Forgets everything, after a reconnect or an undo. */
  reset(): void {
    this.#answer = null
    this.#draft = null
    this.#asked = ''
    this.armed = ''
  }
}
