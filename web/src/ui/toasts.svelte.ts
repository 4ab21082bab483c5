export type ToastKind = 'note' | 'gain' | 'alert'

export interface Toast {
  id: number
  kind: ToastKind
  text: string
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

  drop(id: number): void {
    this.list = this.list.filter((t) => t.id !== id)
  }
}
