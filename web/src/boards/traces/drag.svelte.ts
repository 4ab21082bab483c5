/** Drag and drop of a token. */
export interface Carried {
  token: number
  /** the box it came from, or "" */
  from: string
  x: number
  y: number
}

/** Tolerance in pixels before a drag begins. */
const SHAKE = 8

export class Drag {
  now = $state<Carried | null>(null)
  #began: Carried | null = null
  #dropped = false

  constructor(readonly drop: (token: number, from: string, box: string | undefined) => void) {}

  grab(event: PointerEvent, token: number, from: string): void {
    this.#dropped = false
    this.#began = token > 0 && event.button === 0 ? { token, from, x: event.clientX, y: event.clientY } : null
  }

  move(event: PointerEvent): void {
    const began = this.#began
    if (!began || (!this.now && Math.hypot(event.clientX - began.x, event.clientY - began.y) < SHAKE)) return
    this.now = { ...began, x: event.clientX, y: event.clientY }
  }

  release(event: PointerEvent): void {
    const now = this.now
    this.cancel()
    if (!now) return
    this.#dropped = true
    const under = document.elementFromPoint(event.clientX, event.clientY)
    this.drop(now.token, now.from, under?.closest<HTMLElement>('[data-cell]')?.dataset.cell)
  }

  cancel(): void {
    this.#began = null
    this.now = null
  }

  /** A click, unless it only ends a drag. */
  click(act: () => void): void {
    if (this.#dropped) this.#dropped = false
    else act()
  }
}
