/** Roving tabindex: arrow keys move between `[data-rove]` elements by position. */
type Direction = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'

const STEPS: Record<Direction, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** Penalty for sideways distance. */
const ASIDE = 2.5

function middle(element: Element): [number, number] {
  const at = element.getBoundingClientRect()
  return [at.x + at.width / 2, at.y + at.height / 2]
}

/** The nearest element in a direction. */
export function nearest<T>(
  from: [number, number],
  others: readonly (readonly [T, [number, number]])[],
  step: [number, number],
): T | null {
  let best: T | null = null
  let least = Infinity
  for (const [other, [x, y]] of others) {
    const dx = x - from[0]
    const dy = y - from[1]
    const ahead = dx * step[0] + dy * step[1]
    const aside = Math.abs(dx * step[1]) + Math.abs(dy * step[0])
    if (ahead <= 1) continue
    const cost = ahead + aside * ASIDE
    if (cost < least) {
      least = cost
      best = other
    }
  }
  return best
}

const isShown = (element: Element): boolean => element.getClientRects().length > 0

/** Focuses the first place that can be picked, else the first answer in the prompt. */
export function focusQuestion(options?: FocusOptions): void {
  const first = ['[data-rove="pickable"]', '.line .actions button']
    .map((which) => [...document.querySelectorAll<HTMLElement>(`.board-area ${which}`)].find(isShown))
    .find(Boolean)
  first?.focus(options)
}

export function rovingFocus(root: HTMLElement): () => void {
  let current: HTMLElement | null = null
  const all = (): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('[data-rove]')]

  function settle(): void {
    const list = all()
    if (!current || !list.includes(current)) {
      current = list.find((element) => element.dataset.rove === 'pickable') ?? list[0] ?? null
    }
    for (const element of list) element.tabIndex = element === current ? 0 : -1
  }

  function focused(event: FocusEvent): void {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-rove]') : null
    if (!element) return
    current = element
    settle()
  }

  function keys(event: KeyboardEvent): void {
    const list = all()
    const from = list.find((element) => element === document.activeElement)
    if (!from) return
    const ends = { Home: list[0], End: list.at(-1) }[event.key]
    const step = STEPS[event.key as Direction]
    const others = list.filter((element) => element !== from).map((element) => [element, middle(element)] as const)
    const to = ends ?? (step ? nearest(middle(from), others, step) : null)
    if (!ends && !step) return
    event.preventDefault()
    to?.focus()
  }

  const changes = new MutationObserver(settle)
  changes.observe(root, { childList: true, subtree: true, attributeFilter: ['data-rove'] })
  root.addEventListener('focusin', focused)
  root.addEventListener('keydown', keys)
  settle()
  return () => {
    changes.disconnect()
    root.removeEventListener('focusin', focused)
    root.removeEventListener('keydown', keys)
  }
}
