/** Events since tokens were last placed, grouped by phase. */
import type { GameEvent } from '../../wire'

export type TracesEvent = GameEvent<'traces'>
export type EventKind = TracesEvent['kind']

export interface PhaseEvents {
  phase: string
  /** all events, and those worth showing */
  all: TracesEvent[]
  events: TracesEvent[]
}

// intermediate events (tokens and cards shown, meals, secret answers) are in the history only
const CONSEQUENCES: ReadonlySet<EventKind> = new Set<EventKind>([
  'dies',
  'new_alpha',
  'raised',
  'pup_dies',
  'recognised',
  'enough_renown',
  'rehabilitated',
  'catches',
  'game_gone',
  'starves',
  'killed',
  'killed_at_cost',
  'escaped_with_wound',
  'escaped',
  'wounded',
  'excluded',
  'howled',
  'prey_turned',
  'prey_lost',
  'no_prey_left',
  'attacks',
  'submits',
  'wins',
  'drawn',
  'swaps',
  'loses_renown',
  'no_renown',
  'falls',
  'stands_in',
  'ages',
  'pays_deaths',
  'pays_exclusions',
  'grows_up',
  'leaves_in_pair',
  'leaves_alone',
  'joins',
  'not_admitted',
  'total',
  'litter',
])

/** Groups events by phase; the first ones belong to the current phase. */
export function byPhase(events: readonly TracesEvent[], under = ''): PhaseEvents[] {
  const out: PhaseEvents[] = []
  const open = (phase: string): void => void out.push({ phase, all: [], events: [] })
  if (under) open(under)
  for (const event of events) {
    if (event.kind === 'plan_sealed') out.length = 0
    else if (event.kind === 'year_begins') open('preparation')
    else if (event.kind === 'phase_begins') open(event.data.phase)
    else if (event.kind === 'scores_rank' && out.at(-1)?.phase !== 'marking') open('marking')
    out.at(-1)?.all.push(event)
    if (CONSEQUENCES.has(event.kind)) out.at(-1)?.events.push(event)
  }
  return out
}

export const phasesOfYear = (pastEvents: readonly TracesEvent[]): PhaseEvents[] =>
  byPhase(pastEvents).filter((phase) => phase.events.length)
