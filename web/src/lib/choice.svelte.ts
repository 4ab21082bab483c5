/** The viewer's choice: places picked, decisions of an incomplete choice, and the move that is being sent. */
import type { AskSent, FromClient, LessonSent, PhraseSent, PreviewSent, RefusedSent, SceneSent } from '../wire'
import { phrase } from './catalogue'
import { randomHex } from './deal'
import type { Moment } from './moments.svelte'
import { choose, comesLater, nextPlaces, replacements } from './placeSelection'

export interface Refused {
  code?: string
  phrase: PhraseSent
  heading: string
}

/** A decision of a multi-step choice; the server decides nothing until the choice is complete. */
interface PendingStep {
  ask: AskSent
  place: string
  action: string
  /** the preview after this decision, and the next question */
  scene: SceneSent
  next: AskSent
}

/** The part of a table that a choice needs. */
export interface ChoiceTable {
  readonly live: SceneSent | null
  readonly liveAsk: AskSent | null
  readonly seat: number
  readonly replay: { readonly past: SceneSent | null }
  readonly moments: { readonly now: Moment | null }
  readonly learning: { readonly lesson: LessonSent | null }
  readonly advice: { close(): void }
  readonly animator: { change(make: () => void): Promise<void> }
  send(message: FromClient): void
}

const newKey = (): string => randomHex(16)

export class Choice {
  chosen = $state.raw<string[]>([])
  /** decisions of an incomplete choice; each can be changed */
  pendingSteps = $state.raw<readonly PendingStep[]>([])
  /** the last refusal or explanation */
  refused = $state.raw<Refused | null>(null)
  /** key of the move sent and not yet answered */
  sending = $state('')
  readonly #table: ChoiceTable
  #answered: Pick<PendingStep, 'ask' | 'place' | 'action'> | null = null
  /** the step before the viewer's last choice, if that was several decisions */
  #chose: number | null = null
  /** places to pick, each as soon as a question allows it */
  #queued: readonly string[] = []

  /** the next question, also while it cannot be answered yet */
  question = $derived.by(() => this.pendingSteps.at(-1)?.next ?? this.#table.liveAsk)
  ask = $derived.by(() => (this.#table.replay.past || this.sending || this.#table.moments.now ? null : this.question))
  pickable = $derived(this.ask ? nextPlaces(this.ask.choices, this.chosen) : new Set<string>())
  swappable = $derived(
    new Set(
      this.ask
        ? [
            ...replacements(this.ask.choices, this.chosen),
            ...this.pendingSteps.flatMap((step) => [...nextPlaces(step.ask.choices, [])]),
          ]
        : [],
    ),
  )
  /** the decisions of an incomplete choice, in notation */
  begun = $derived(this.pendingSteps.map((step) => step.action).join(' '))
  /** choices without places, shown as buttons */
  plain = $derived(this.ask && !this.chosen.length ? this.ask.choices.filter((choice) => !choice.places.length) : [])

  constructor(table: ChoiceTable) {
    this.#table = table
  }

  /** Picks a place, or asks the server why it cannot be picked. */
  pick(place: string): void {
    const ask = this.ask
    if (!ask) {
      if (!this.sending && !this.#table.moments.now) this.refused = { phrase: phrase('why.not_your_turn'), heading: '' }
      return
    }
    const now = choose(ask.choices, this.chosen, place)
    if (now) {
      this.refused = null
      // a complete choice is sent at once: the prompt stays as it is until the answer
      if (now.done) this.play(now.done.text)
      else this.chosen = now.chosen
    } else if (this.swappable.has(place)) {
      const at = this.pendingSteps.findLastIndex((step) => nextPlaces(step.ask.choices, []).has(place))
      const same = this.pendingSteps[at]?.place === place
      this.#lay(this.pendingSteps.slice(0, at))
      if (!same) this.pick(place)
    } else if (comesLater(ask.choices, this.chosen, place)) {
      this.refused = { phrase: phrase('page.prompt.later'), heading: '' }
    } else {
      this.why([...this.chosen, place])
    }
  }

  /** Picks places one after another, each as soon as a question allows it. */
  pickAll(places: readonly string[]): void {
    this.#queued = places
    while (this.ask && this.#queued[0] !== undefined) {
      const [place, ...rest] = this.#queued
      if (!this.pickable.has(place)) this.#queued = []
      else {
        this.#queued = rest
        this.pick(place)
      }
    }
  }

  why(places: readonly string[]): void {
    this.#table.send({ do: 'why', seat: this.#table.seat, places: [...places], after: this.begun })
  }

  /** Takes back the last part of a choice. */
  back(): void {
    if (!this.chosen.length && this.pendingSteps.length) this.#lay(this.pendingSteps.slice(0, -1))
    this.chosen = this.chosen.slice(0, -1)
    this.refused = null
  }

  /** Takes back the last part of an incomplete choice, else the last choice. */
  undo(): void {
    if (this.pendingSteps.length) this.back()
    else this.#table.send({ do: 'undo', seat: this.#table.seat, step: this.#chose })
  }

  /** Cancels an incomplete choice. */
  cancel(): void {
    this.chosen = []
    if (this.pendingSteps.length) this.#lay([])
  }

  play(action: string): void {
    const { live, seat, learning } = this.#table
    if (!live) return
    const ask = this.question
    const place = ask?.choices.find((choice) => choice.text === action)?.places.at(-1) ?? ''
    this.#answered = ask && { ask, place, action }
    this.#chose = this.pendingSteps.length || action.includes(' ') ? live.step : null
    this.sending = newKey()
    this.refused = null
    this.#table.send({
      do: 'play',
      seat,
      action: [this.begun, action].filter(Boolean).join(' '),
      key: this.sending,
      step: live.step,
      // lessons ask for each decision separately
      whole: !learning.lesson,
    })
  }

  /** Enters what was drawn from the real box, for one of the viewer's seats. */
  draw(action: string, seat: number): void {
    const { live } = this.#table
    if (!live || this.sending) return
    this.sending = newKey()
    this.refused = null
    this.#chose = null
    this.#table.send({ do: 'draw', seat, action, key: this.sending, step: live.step })
  }

  /** The server previews an incomplete choice. */
  hearPreview(message: PreviewSent): void {
    if (message.key !== this.sending || !this.#answered) return
    this.#lay([...this.pendingSteps, { ...this.#answered, scene: message.scene, next: message.ask }])
    this.pickAll(this.#queued)
  }

  /** The server refuses a message of the viewer; a lesson explains its refusals itself. */
  hearRefusal(message: RefusedSent): void {
    if (this.sending && message.key === this.sending) {
      this.sending = ''
      this.pendingSteps = []
    }
    this.chosen = []
    this.#queued = []
    if (message.code !== 'lesson') this.refused = message
  }

  /** Follows an update; `moved`: it changes the step. An undo request does not: the incomplete choice stays. */
  follow(key: string, moved: boolean): void {
    if (moved) {
      this.chosen = []
      this.refused = null
    }
    if (moved || !this.#table.liveAsk) this.pendingSteps = []
    if (!key || key === this.sending) this.sending = ''
    this.pickAll(this.#queued)
  }

  reset(): void {
    this.chosen = []
    this.pendingSteps = []
    this.refused = null
    this.sending = ''
    this.#chose = null
    this.#queued = []
  }

  #lay(pendingSteps: readonly PendingStep[]): void {
    void this.#table.animator.change(() => {
      this.sending = ''
      this.chosen = []
      this.refused = null
      this.#table.advice.close()
      this.pendingSteps = pendingSteps
    })
  }
}
