/** Pan and zoom of the map. */
import type { MapArea, Spot } from './map'

/** Scales for a thumb: 44 px for the short side of a hex, for a wolf alone on its hex, and for one that shares it. */
export const PRESSABLE = 0.52
export const ALONE = 0.67
export const SHARED = 0.9
const LARGEST = 1.6
const DRAG = 8

export class View {
  width = $state(0)
  height = $state(0)
  #scale = $state(0)
  #left = $state(0)
  #top = $state(0)

  /** the whole map */
  readonly box = $derived.by(() => this.map())
  /** scale at which the whole map fits */
  fit = $derived(Math.max(Math.min(this.width / this.box.w, this.height / this.box.h), 0.01))
  /** pixels per map unit */
  scale = $derived(Math.max(this.#scale, this.fit))
  left = $derived(this.#clamped(this.#left, this.width, this.box.w))
  top = $derived(this.#clamped(this.#top, this.height, this.box.h))
  whole = $derived(this.scale <= this.fit * 1.01)

  /** counts jumps to another zoom */
  framed = $state(0)

  #down = new Map<number, Spot>()
  #start: Spot | null = null
  /** the pointer has moved: no click follows */
  dragged = false

  constructor(private readonly map: () => MapArea) {}

  /** Clamps an offset: the map never leaves the window; a smaller one is centred. */
  #clamped(offset: number, room: number, units: number): number {
    const size = units * this.scale
    if (size <= room) return (room - size) / 2
    return Math.min(0, Math.max(room - size, offset))
  }

  /** The visible part of the map. */
  seen = $derived({
    x: this.box.x - this.left / this.scale,
    y: this.box.y - this.top / this.scale,
    w: this.width / this.scale,
    h: this.height / this.scale,
  })

  showAll(): void {
    this.#scale = 0
  }

  /** Zooms around a point of the window. */
  zoom(factor: number, to: Spot = { x: this.width / 2, y: this.height / 2 }): void {
    const scale = Math.min(Math.max(this.scale * factor, this.fit), Math.max(LARGEST, this.fit))
    const grown = scale / this.scale
    const left = to.x - (to.x - this.left) * grown
    const top = to.y - (to.y - this.top) * grown
    this.#scale = scale
    this.#left = left
    this.#top = top
  }

  /** Zooms to a part of the map so that all of it is seen, if possible at this scale. */
  frame(part: MapArea, wanted: number): void {
    if (!this.width) return
    const scale = Math.max(Math.min(this.width / part.w, this.height / part.h, Math.max(wanted, 0.8)), this.fit)
    if (scale !== this.scale) this.framed++
    this.#scale = scale
    this.#left = this.width / 2 - (part.x + part.w / 2 - this.box.x) * scale
    this.#top = this.height / 2 - (part.y + part.h / 2 - this.box.y) * scale
  }

  /** Pans to a spot if it is not visible. */
  reveal(spot: Spot): void {
    const x = (spot.x - this.box.x) * this.scale + this.left
    const y = (spot.y - this.box.y) * this.scale + this.top
    const edge = 60 * this.scale
    if (x < edge || x > this.width - edge) this.#left = this.left + this.width / 2 - x
    if (y < edge || y > this.height - edge) this.#top = this.top + this.height / 2 - y
  }

  press(event: PointerEvent): void {
    if (!this.#down.size) {
      this.dragged = false
      this.#start = { x: event.clientX, y: event.clientY }
    }
    this.#down.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }

  drag(event: PointerEvent, window: HTMLElement): void {
    const before = this.#down.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const start = this.#start ?? now
    if (!this.dragged && this.#down.size < 2 && Math.hypot(now.x - start.x, now.y - start.y) < DRAG) return
    if (!this.dragged) {
      this.dragged = true
      window.setPointerCapture(event.pointerId)
    }
    const other = [...this.#down].find(([id]) => id !== event.pointerId)?.[1]
    if (other) {
      const apart = (a: Spot, b: Spot): number => Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1)
      const at = window.getBoundingClientRect()
      this.zoom(apart(now, other) / apart(before, other), {
        x: (now.x + other.x) / 2 - at.x,
        y: (now.y + other.y) / 2 - at.y,
      })
    } else {
      this.#left = this.left + now.x - before.x
      this.#top = this.top + now.y - before.y
    }
    this.#down.set(event.pointerId, now)
  }

  release(event: PointerEvent): void {
    this.#down.delete(event.pointerId)
  }
}
