/**
 * Animates changes of the board (FLIP). Elements with the same `data-piece` move, and flip if `data-face` changed. New
 * elements move from the piece that `data-from` names (by name, or by a prefix that ends with a point) or appear
 * (`data-enter="rise"`: a moon); removed ones sink. Any key or tap completes the animation.
 */
import { tick } from 'svelte'
import { PACE, settings } from './settings.svelte'

interface Seen {
  at: DOMRect
  face: string | undefined
  element: HTMLElement
}

type AnimationKind = 'move' | 'flip' | 'gain' | 'fall' | 'moon'

const EASE = 'cubic-bezier(.2, .8, .2, 1)'

/** Durations in milliseconds; read once per change, because computed styles are expensive. */
function times(): Record<AnimationKind, number> {
  const style = getComputedStyle(document.documentElement)
  const lasts = (token: string): number =>
    (Number.parseFloat(style.getPropertyValue(token)) || 0) * PACE[settings.pace].move
  return {
    move: lasts('--m-move'),
    flip: lasts('--m-flip'),
    gain: lasts('--m-gain'),
    fall: lasts('--m-fall'),
    moon: lasts('--m-moon'),
  }
}

function pieces(root: Element): Map<string, HTMLElement> {
  const list = [...root.querySelectorAll<HTMLElement>('[data-piece]')]
  return new Map(list.map((element) => [element.dataset.piece ?? '', element]))
}

export class Animator {
  #root: Element | null = null
  #before = new Map<string, Seen>()
  #running: Animation[] = []
  #times: Partial<Record<AnimationKind, number>> = {}

  /** Attachment: the element whose pieces are animated. */
  readonly watch = (root: Element): (() => void) => {
    this.#root = root
    const finish = (): void => this.finish()
    addEventListener('pointerdown', finish, true)
    addEventListener('keydown', finish, true)
    return () => {
      removeEventListener('pointerdown', finish, true)
      removeEventListener('keydown', finish, true)
      this.#root = null
    }
  }

  /** Records all positions before the board changes. */
  remember(): void {
    this.finish()
    this.#before = new Map()
    if (!this.#root) return
    this.#times = times()
    if (!this.#times.move) return
    for (const [name, element] of pieces(this.#root)) {
      this.#before.set(name, { at: element.getBoundingClientRect(), face: element.dataset.face, element })
    }
  }

  /** Animates from the recorded positions to the current ones. */
  async play(): Promise<void> {
    if (!this.#root || !this.#before.size) return
    const now = pieces(this.#root)
    const gone = [...this.#before].filter(([name]) => !now.has(name))
    const left = new Map(gone)
    // measure everything first, so that the browser computes the layout once
    const places = [...now].map(([name, element]) => ({ name, element, at: element.getBoundingClientRect() }))
    for (const { name, element, at } of places) {
      this.#arrive(element, at, this.#before.get(name) ?? this.#origin(element.dataset.from, left))
    }
    for (const seen of left.values()) {
      if (seen.at.width) this.#leave(seen)
    }
    const running = this.#running
    await Promise.allSettled(running.map((animation) => animation.finished))
    if (this.#running === running) this.#running = []
  }

  /** Makes a change and animates it. */
  async change(make: () => void): Promise<void> {
    this.remember()
    make()
    await tick()
    await this.play()
  }

  #origin(from: string | undefined, left: Map<string, Seen>): Seen | undefined {
    if (!from) return undefined
    const name = from.endsWith('.') ? [...left.keys()].find((key) => key.startsWith(from)) : from
    const seen = this.#before.get(name ?? '')
    left.delete(name ?? '')
    return seen
  }

  finish(): void {
    for (const animation of this.#running) animation.finish()
    this.#running = []
  }

  #arrive(element: HTMLElement, at: DOMRect, seen: Seen | undefined): void {
    if (!at.width) return
    if (!seen?.at.width) {
      const moon = element.dataset.enter === 'rise'
      this.#run(
        element,
        moon
          ? [{ transform: 'translateY(60%)', opacity: 0 }, {}]
          : [{ transform: 'scale(.6)', opacity: 0 }, { transform: 'scale(1.08)', offset: 0.7 }, {}],
        moon ? 'moon' : 'gain',
      )
      return
    }
    const dx = seen.at.x - at.x
    const dy = seen.at.y - at.y
    const turned = seen.face !== undefined && seen.face !== element.dataset.face
    if (Math.abs(dx) + Math.abs(dy) > 2) {
      const scale = `scale(${seen.at.width / at.width}, ${seen.at.height / at.height})`
      const from = `translate(${dx}px, ${dy}px) ${scale}`
      this.#run(
        element,
        [
          { transform: from, transformOrigin: '0 0', zIndex: 5 },
          { transformOrigin: '0 0', zIndex: 5 },
        ],
        'move',
      )
    }
    if (turned) this.#run(element, [{ transform: 'rotateY(90deg)' }, {}], 'flip')
  }

  #leave(seen: Seen): void {
    const ghost = document.createElement('div')
    ghost.append(seen.element.cloneNode(true))
    Object.assign(ghost.style, {
      position: 'fixed',
      left: `${seen.at.x}px`,
      top: `${seen.at.y}px`,
      width: `${seen.at.width}px`,
      height: `${seen.at.height}px`,
      pointerEvents: 'none',
      zIndex: '30',
    })
    ghost.inert = true
    document.body.append(ghost)
    const away = this.#run(ghost, [{}, { transform: 'translateY(14px) scale(.85)', opacity: 0 }], 'fall')
    away.finished.finally(() => ghost.remove()).catch(() => undefined)
  }

  #run(element: HTMLElement, frames: Keyframe[], kind: AnimationKind): Animation {
    const animation = element.animate(frames, { duration: this.#times[kind] ?? 0, easing: EASE })
    this.#running.push(animation)
    return animation
  }
}
