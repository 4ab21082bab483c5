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

/** What is said of a region, first who takes its token, or why nobody does. */
function verdicts(events: readonly EventSent[], row: ClanScoredShown): EventSent[] {
  return events.filter((event) => {
    const named = event.phrase ? marks(event.phrase) : []
    return event.kind !== 'moon_laid' && named.includes(`region.${row.region}`) && named.includes(`moon.${row.moon}`)
  })
}

export function moments({ events, after }: Staging<ClanShown>): Moment<Scoring>[] {
  if (!events.some((event) => event.kind === 'moon_rises')) return []
  const rows = after.last
  return rows.map((row, at) => {
    const told = verdicts(events, row)
    const says = told[0]?.phrase ?? phrase('clan.region', { name: row.region.toUpperCase() })
    const moment = { says, page: true, before: true, until: told.at(-1)?.n ?? Infinity, shows: { rows, at } }
    // the last one stays until it was read
    return at < rows.length - 1 ? { ...moment, lasts: REGION_MS } : moment
  })
}
