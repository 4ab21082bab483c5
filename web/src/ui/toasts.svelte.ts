export type ToastKind = 'note' | 'gain' | 'alert'

export interface Toast {
  id: number
  kind: ToastKind
  text: string
  /** to be selected and copied */
  field?: string
}

const STAY_MS = 5000
/** what went wrong is longer to read */
const ALERT_MS = 12_000

/** What has to be said once; it ends by itself. */
export class Toasts {
  list = $state<Toast[]>([])
  #next = 1

  say(text: string, kind: ToastKind = 'note'): number {
    const id = this.#next++
    this.list.push({ id, kind, text })
    setTimeout(() => this.drop(id), kind === 'alert' ? ALERT_MS : STAY_MS)
    return id
  }

  /** Shows something to be copied, until it is put away. */
  show(text: string, field: string): void {
    this.list = [...this.list.filter((toast) => !toast.field), { id: this.#next++, kind: 'note', text, field }]
  }

  /** Another page: nothing said before belongs to it. */
  clear(): void {
    this.list = []
  }

  drop(id: number): void {
    this.list = this.list.filter((t) => t.id !== id)
  }
}
