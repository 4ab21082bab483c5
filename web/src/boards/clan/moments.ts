/** Moments of Clan: a moon, region by region, before points change. */
import type { Moment, MomentContext } from '../../lib/moments.svelte'
import { phrase } from '../../lib/catalogue'
import type { ClanScoredShown, ClanShown, GameEvent } from '../../wire'

export interface Scoring {
  rows: readonly ClanScoredShown[]
  /** index of the region being scored */
  at: number
}

const REGION_MS = 2400

/** The sentence of a region: the token's winner, or why there is none. */
const verdicts = (events: readonly GameEvent<'clan'>[], { region, moon }: ClanScoredShown): GameEvent<'clan'>[] =>
  events.filter(({ data }) => 'moon' in data && 'region' in data && data.region === region && data.moon === moon)

export function moments({ events, after }: MomentContext<ClanShown>): Moment<Scoring>[] {
  if (!events.some((event) => event.kind === 'moon_rises')) return []
  const rows = after.last
  return rows.map((row, at) => {
    const found = verdicts(events, row)
    const says = found[0]?.phrase ?? phrase('clan.region', { name: row.region.toUpperCase() })
    const moment = { says, page: true, before: true, until: found.at(-1)?.n ?? Infinity, shows: { rows, at } }
    // the last one waits for "continue"
    return at < rows.length - 1 ? { ...moment, lasts: REGION_MS } : moment
  })
}
