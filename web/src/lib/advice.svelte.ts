/** Hints of the strongest bot, and the win probabilities over a finished game. */
import type { AskCurve, AskHint, CurveSent, HintSent, HintChoiceSent, PhraseSent, SceneSent } from '../wire'

export class Advice {
  hint = $state.raw<HintSent | null>(null)
  /** the question that the hint is computed for */
  asked = $state.raw<AskHint | null>(null)
  /** why no hint came for that question */
  failed = $state.raw<PhraseSent | null>(null)
  /** index of the choice that is explained */
  selected = $state(0)
  curve = $state.raw<CurveSent | null>(null)
  readonly #send: (message: AskHint | AskCurve) => void
  #waiting = 0

  constructor(send: (message: AskHint | AskCurve) => void) {
    this.#send = send
  }

  ask(seat: number, step: number): void {
    this.asked = { do: 'hint', seat, step }
    this.hint = null
    this.failed = null
    this.#send(this.asked)
  }

  close(): void {
    this.asked = null
    this.hint = null
    this.failed = null
  }

  /** The hint that was asked for does not come. Returns whether one was. */
  fail(why: PhraseSent): boolean {
    if (!this.asked || this.failed) return false
    this.failed = why
    return true
  }

  hear(message: HintSent | CurveSent): void {
    if (message.is === 'curve') this.curve = message
    else if (this.asked?.seat === message.seat && this.asked.step === message.step) {
      this.asked = null
      this.hint = message
      this.selected = 0
    }
  }

  /** Whether a hint for the current scene is being computed or shown. */
  isAbout(scene: SceneSent): boolean {
    const about = this.asked ?? this.hint
    return about?.seat === scene.seat && about.step === scene.step
  }

  /** Clears the hint and subscribes to the curve again, after a reconnect or an undo. */
  again(): void {
    this.close()
    if (this.#waiting && this.curve?.progress !== 1) this.#send({ do: 'curve', on: true })
  }

  /** Subscribes to the curve; call the returned function to unsubscribe. */
  watchCurve(): () => void {
    this.#waiting++
    if (this.#waiting === 1 && this.curve?.progress !== 1) this.#send({ do: 'curve', on: true })
    return () => {
      this.#waiting--
      if (!this.#waiting && this.curve?.progress !== 1) this.#send({ do: 'curve', on: false })
    }
  }
}

/** The best choices, then the one that was played. */
export function prospects(hint: HintSent): HintChoiceSent[] {
  return hint.played ? [...hint.choices, hint.played] : hint.choices
}

/** A share as whole per cent. */
export function percent(share: number): number {
  return Math.round(share * 100)
}

/** Moves marks apart so that each can be pressed; they keep their order and stay on the line. */
export function spreadApart(at: readonly number[], gap: number, length: number): number[] {
  const out = [...at]
  for (let i = 1; i < out.length; i++) out[i] = Math.max(out[i] as number, (out[i - 1] as number) + gap)
  let most = length
  for (let i = out.length - 1; i >= 0; i--) {
    out[i] = Math.min(out[i] as number, most)
    most = (out[i] as number) - gap
  }
  return out
}
