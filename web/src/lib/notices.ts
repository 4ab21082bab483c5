import { Toasts } from '../ui/toasts.svelte'
import { Refusal } from './api'
import { say, t } from './settings.svelte'

export const toasts = new Toasts()

/** Says why something did not work. */
export function complain(error: unknown): void {
  const refused = error instanceof Refusal ? error.refused : null
  toasts.say(refused ? say(refused.phrase) : t('page.unreachable'), 'alert')
}

export async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toasts.say(done, 'gain')
  } catch {
    toasts.say(text)
  }
}
