/** What has happened since tokens were last placed, phase by phase, in order. */
import { marks } from '../../lib/words'
import type { EventKind, EventKinds, EventSent } from '../../wire'

export interface PhaseTold {
  phase: string
  events: EventSent[]
}

// what only leads to something else (tokens and cards shown, meals, answers given in secret) is left to the history
const CONSEQUENCES: ReadonlySet<EventKind | undefined> = new Set<EventKinds['traces']>([
  'dies', 'new_alpha', 'raised', 'pup_dies', 'recognised', 'enough_renown', 'rehabilitated', 'catches', 'game_gone', 'starves', 'killed',
  'killed_at_cost', 'escaped_with_wound', 'escaped', 'wounded', 'excluded', 'howled', 'prey_turned', 'prey_lost', 'no_prey_left',
  'attacks', 'submits', 'wins', 'drawn', 'swaps', 'loses_renown', 'no_renown', 'falls', 'stands_in', 'ages', 'pays_deaths', 'pays_exclusions', 'grows_up',
  'leaves_in_pair', 'leaves_alone', 'joins', 'not_admitted', 'total', 'litter',
])

export function yearTold(told: readonly EventSent[]): PhaseTold[] {
  const out: PhaseTold[] = []
  for (const event of told) {
    const kind = event.kind
    if (kind === 'plan_sealed') out.length = 0
    else if (kind === 'year_begins') out.push({ phase: 'preparation', events: [] })
    else if (kind === 'phase_begins') out.push({ phase: phaseOf(event), events: [] })
    else if (kind === 'scores_rank' && out.at(-1)?.phase !== 'marking') out.push({ phase: 'marking', events: [] })
    else if (CONSEQUENCES.has(kind)) out.at(-1)?.events.push(event)
  }
  return out.filter((phase) => phase.events.length)
}

function phaseOf(event: EventSent): string {
  const mark = event.phrase ? marks(event.phrase).find((one) => one.startsWith('phase.')) : undefined
  return mark?.replace('phase.', '') ?? ''
}
