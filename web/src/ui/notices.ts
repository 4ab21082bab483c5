import { Toasts } from './toasts.svelte'
import { Refusal } from '../lib/api'
import { say, t } from '../lib/settings.svelte'

export const toasts = new Toasts()

/** Shows an error as a toast; `about` is a key whose text names the action. */
export function reportError(error: unknown, about = ''): void {
  const refused = error instanceof Refusal ? error.refused : null
  const what = refused ? say(refused.phrase) : t('page.unreachable')
  toasts.say(refused && about ? t(about, { what }) : what, 'alert')
}

/** Copies a link or another text; without clipboard access, shows it for manual copying. */
export async function copy(link: string, done = 'page.copied'): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    toasts.say(t(done), 'gain')
  } catch {
    toasts.show(t('page.copy_by_hand'), link)
  }
}
