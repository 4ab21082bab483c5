/** Draft of a year's plan: which token lies in which box, before the plan is sealed. */
import { SvelteMap } from 'svelte/reactivity'

/** Time limit for the second digit of a number typed on a box: 1, then 5, is 15. */
const TYPING_MS = 1200

/** A token in a box, in notation. */
const inBox = (box: string, token: number | undefined): string =>
  `${box.slice('cell.'.length).replace('.', '')}=${token ?? '-'}`

export class PlanDraft {
  readonly laid = new SvelteMap<string, number>()
  readonly used = $derived(new Set(this.laid.values()))
  /** boxes that can be filled, in the order of the board */
  free: readonly string[] = []
  /** the box for the next token, or the token that waits for a box */
  cursor = $state<string | null>(null)
  held = $state<number | null>(null)
  /** the box laid last, and the box or token that is pointed at or focused */
  last = $state('')
  pointedBox = $state('')
  pointedToken = $state(0)
  #typed = ''
  #typedAt = 0

  begin(free: readonly string[]): void {
    this.free = free
    this.laid.clear()
    this.held = null
    this.last = ''
    this.cursor = free[0] ?? null
  }

  put(box: string, token: number): void {
    for (const [other, value] of this.laid) if (value === token) this.laid.delete(other)
    this.laid.set(box, token)
    this.last = box
    this.held = null
  }

  /** Selects the next empty box. */
  advance(from: string): void {
    const after = this.free.slice(this.free.indexOf(from) + 1)
    this.cursor = [...after, ...this.free].find((box) => !this.laid.has(box)) ?? null
  }

  pickBox(box: string): void {
    if (this.held !== null) {
      this.put(box, this.held)
      this.advance(box)
    } else if (this.cursor === box && this.laid.has(box)) this.laid.delete(box)
    else this.cursor = box
  }

  pickToken(token: number): void {
    const box = this.cursor
    if (box !== null) {
      this.put(box, token)
      this.advance(box)
    } else this.held = this.held === token ? null : token
  }

  /** Drops a token on a box; two tokens in boxes are swapped. */
  drop(token: number, from: string, box: string | undefined): void {
    if (box && this.free.includes(box)) {
      const other = this.laid.get(box)
      this.put(box, token)
      if (other && from) this.laid.set(from, other)
      this.advance(box)
    } else if (from) this.laid.delete(from)
  }

  /** Handles a key on a box; returns whether it was used. */
  type(event: KeyboardEvent, box: string, fits: (token: number) => boolean): boolean {
    if (event.key === 'Backspace' || event.key === 'Delete') {
      this.laid.delete(box)
      return true
    }
    if (!/^\d$/.test(event.key)) return false
    this.#typed = event.timeStamp - this.#typedAt < TYPING_MS ? this.#typed + event.key : event.key
    this.#typedAt = event.timeStamp
    const both = Number(this.#typed.slice(-2))
    if (fits(both)) this.put(box, both)
    else if (fits(Number(event.key))) this.put(box, Number(event.key))
    this.cursor = box
    return true
  }

  /** The whole plan box by box, in notation: `A2=5`, `A3=-`. */
  notation(laid: ReadonlyMap<string, number> = this.laid): string[] {
    return this.free.map((box) => inBox(box, laid.get(box)))
  }

  /** The plan with the token that is pointed at in the box where it would lie, and the decision that is looked at: this
   * one, the box that is pointed at, or the one laid last. */
  trial(): { plan: string[]; shown: string } {
    const box = this.cursor
    if (this.pointedToken && box && !this.used.has(this.pointedToken)) {
      const plan = this.notation(new Map([...this.laid, [box, this.pointedToken]]))
      return { plan, shown: inBox(box, this.pointedToken) }
    }
    const seen = [this.pointedBox, this.last].find((one) => this.laid.has(one))
    return { plan: this.notation(), shown: seen ? inBox(seen, this.laid.get(seen)) : '' }
  }
}
