/** What Clan stages: a moon, region by region, before points change. */
import type { Moment } from '../../lib/moments.svelte'
import { marks, phrase } from '../../lib/words'
import type { ClanScoredShown, ClanShown, EventSent } from '../../wire'
import type { Staging } from '../contract'

export interface Scoring {
  rows: readonly ClanScoredShown[]
  /** the region that is counted now; those before it are done */
  at: number
}

const REGION_MS = 2400

/** The sentence of a region: who takes its token, or why nobody does. */
function verdict(events: readonly EventSent[], row: ClanScoredShown) {
  const about = (event: EventSent): boolean => {
    const named = event.phrase ? marks(event.phrase) : []
    return named.includes(`region.${row.region}`) && named.includes(`moon.${row.moon}`)
  }
  return events.find((event) => event.kind !== 'moon_laid' && about(event))?.phrase ?? phrase('clan.region', { name: row.region.toUpperCase() })
}

export function moments({ events, after }: Staging<ClanShown>): Moment<Scoring>[] {
  if (!events.some((event) => event.kind === 'moon_rises')) return []
  const rows = after.last
  return rows.map((row, at) => {
    const moment = { says: verdict(events, row), page: true, before: true, shows: { rows, at } }
    // the last one stays until it was read
    return at < rows.length - 1 ? { ...moment, lasts: REGION_MS } : moment
  })
}
