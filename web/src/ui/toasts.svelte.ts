export type ToastKind = 'note' | 'gain' | 'alert'

export interface Toast {
  id: number
  kind: ToastKind
  text: string
  /** to be selected and copied */
  field?: string
}

const STAY_MS = 5000

/** What has to be said once. Alerts stay until they are put away. */
export class Toasts {
  list = $state<Toast[]>([])
  #next = 1

  say(text: string, kind: ToastKind = 'note'): number {
    const id = this.#next++
    this.list.push({ id, kind, text })
    if (kind !== 'alert') setTimeout(() => this.drop(id), STAY_MS)
    return id
  }

  /** Shows something to be copied, until it is put away. */
  show(text: string, field: string): void {
    this.list = [...this.list.filter((toast) => !toast.field), { id: this.#next++, kind: 'note', text, field }]
  }

  drop(id: number): void {
    this.list = this.list.filter((t) => t.id !== id)
  }
}
