export type ToastKind = 'note' | 'gain' | 'alert'

export interface Toast {
  id: number
  kind: ToastKind
  text: string
  /** a value to select and copy */
  field?: string
}

const STAY_MS = 5000
/** errors take longer to read */
const ALERT_MS = 12_000

/** Short messages that disappear by themselves. */
export class Toasts {
  list = $state<Toast[]>([])
  #next = 1

  say(text: string, kind: ToastKind = 'note'): number {
    const id = this.#next++
    this.list.push({ id, kind, text })
    setTimeout(() => this.drop(id), kind === 'alert' ? ALERT_MS : STAY_MS)
    return id
  }

  /** Shows a value to copy, until closed. */
  show(text: string, field: string): void {
    this.list = [...this.list.filter((toast) => !toast.field), { id: this.#next++, kind: 'note', text, field }]
  }

  /** Removes all, on a change of page. */
  clear(): void {
    this.list = []
  }

  drop(id: number): void {
    this.list = this.list.filter((t) => t.id !== id)
  }
}
