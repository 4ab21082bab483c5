import { SITE } from '../lib/transport'
import { t } from '../lib/settings.svelte'
import type { DailyDealSent } from '../wire'

/** The result of a daily deal; a static site has no one to compare with. */
export function standing({ points, beaten, players }: DailyDealSent): string {
  if (SITE) return t('page.site.daily_done', { points })
  if (beaten === null) return t('page.daily.first', { points })
  return t('page.daily.beaten', { points, share: Math.round(beaten * 100), players: players - 1 })
}
