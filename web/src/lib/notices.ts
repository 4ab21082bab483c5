import { Toasts } from '../ui/toasts.svelte'
import { Refusal } from './api'
import { say, t } from './settings.svelte'

export const toasts = new Toasts()

/** Says why something did not work, and of what it is said. */
export function complain(error: unknown, about = ''): void {
  const refused = error instanceof Refusal ? error.refused : null
  const what = refused ? say(refused.phrase) : t('page.unreachable')
  toasts.say(refused && about ? t(about, { what }) : what, 'alert')
}

/** Copies a link; where the page may not, shows it to be copied by hand. */
export async function copy(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    toasts.say(t('page.copied'), 'gain')
  } catch {
    toasts.show(t('page.copy_by_hand'), link)
  }
}
