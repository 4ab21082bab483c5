/** Moments of a year: births, litter, hunts, howls, fights, marks, the end of the pack. */
import type { Moment, MomentContext } from '../../lib/moments.svelte'
import { settings } from '../../lib/settings.svelte'
import { phrase } from '../../lib/catalogue'
import type { PhraseSent, TracesShown } from '../../wire'
import { byPhase, type EventKind, type PhaseEvents, type TracesEvent } from './year'

export interface Turned {
  wolf: string
  token: number
}

/** Result of a year for a seat. */
export interface Marked {
  seat: number
  rank: number
  renown: number
  /** wolves that died, were driven out, or left */
  gone: number
  total: number
}

export interface PhasePage {
  phase: string
  /** catalogue key */
  title: string
  /** tokens of the column, highest first */
  turned: Turned[]
  /** their sum, and the thresholds, lowest first */
  sum: number
  needed: number[]
  /** the resulting events */
  events: TracesEvent[]
  marked: Marked[]
}

// without room for all lines, SLIGHT ones (one wolf's strength) are dropped first, GRAVE ones never
const SLIGHT: ReadonlySet<EventKind> = new Set<EventKind>(['catches', 'starves', 'wounded', 'ages'])
const LOST: ReadonlySet<EventKind> = new Set<EventKind>([
  'dies',
  'pup_dies',
  'excluded',
  'leaves_alone',
  'leaves_in_pair',
])
const GRAVE: ReadonlySet<EventKind> = new Set([...LOST, ...(['new_alpha', 'stands_in', 'falls'] satisfies EventKind[])])

const FIGHT_MS = 2600
const NEWS_MS = 2400

function find<K extends EventKind>(
  events: readonly TracesEvent[],
  ...kinds: K[]
): (TracesEvent & { kind: K }) | undefined {
  return events.find((event): event is TracesEvent & { kind: K } => kinds.some((kind) => kind === event.kind))
}

const turnedIn = (events: readonly TracesEvent[]): Turned[] =>
  events
    .flatMap((event) => (event.kind === 'shows' ? [{ wolf: event.data.wolf, token: event.data.token }] : []))
    .sort((a, b) => b.token - a.token)

const MARKS: ReadonlySet<EventKind> = new Set<EventKind>(['scores_rank', 'leaves_in_pair', 'leaves_alone'])

/** Results of a year, best total first. */
function marked(events: readonly TracesEvent[], table: TracesShown): Marked[] {
  const rows = table.players.map((player, seat) => ({ seat, rank: 0, renown: 0, gone: 0, total: player.points }))
  for (const event of events) {
    const row = rows[event.seat ?? -1]
    if (!row) continue
    if (event.kind === 'scores_rank') row.rank += event.data.number
    else if (event.kind === 'scores_renown') row.renown += event.data.number
    else if (event.kind === 'leaves_in_pair') row.gone += event.data.points
    else if (event.kind === 'leaves_alone' || event.kind === 'pays_deaths' || event.kind === 'pays_exclusions')
      row.gone -= event.data.points
  }
  return rows.sort((a, b) => b.total - a.total)
}

function phasePage(group: PhaseEvents, more: Partial<PhasePage> = {}): PhasePage {
  return {
    phase: group.phase,
    title: `traces.phase.${group.phase}`,
    turned: turnedIn(group.all),
    sum: 0,
    needed: [],
    events: group.events,
    marked: [],
    ...more,
  }
}

/** The events that fit, in order. */
export function telling(events: readonly TracesEvent[], room: number): TracesEvent[] {
  const grave = events.filter((event) => GRAVE.has(event.kind))
  const more = events
    .filter((event) => !GRAVE.has(event.kind))
    .sort((a, b) => Number(SLIGHT.has(a.kind)) - Number(SLIGHT.has(b.kind)))
  const chosen = new Set([...grave, ...more.slice(0, Math.max(0, room - grave.length))])
  return events.filter((event) => chosen.has(event))
}

/** Splits events into fights, each from its attack on. */
function fights(group: PhaseEvents): TracesEvent[][] {
  const out: TracesEvent[][] = []
  for (const event of group.events) {
    if (event.kind === 'attacks' || !out.length) out.push([])
    out.at(-1)?.push(event)
  }
  return out.filter((fight) => find(fight, 'wins', 'drawn', 'submits'))
}

function pagesOf(
  group: PhaseEvents,
  last: boolean,
  table: TracesShown,
  year: readonly TracesEvent[],
  after: TracesShown,
  me: number,
): Moment<PhasePage>[] {
  const { phase, all } = group
  const said = (event: TracesEvent): PhraseSent => settings.words.forViewer(event.phrase, event.seat === me)
  const without = (event: TracesEvent): TracesEvent[] => group.events.filter((other) => other !== event)
  const read = (event: TracesEvent, more: Partial<PhasePage>): Moment<PhasePage>[] => [
    { says: said(event), shows: phasePage(group, { ...more, events: without(event) }) },
  ]
  switch (phase) {
    case 'preparation': {
      const born = find(all, 'litter')
      return born
        ? [{ says: said(born), lasts: NEWS_MS, page: true, shows: phasePage(group, { events: without(born) }) }]
        : []
    }
    case 'raising': {
      const raised = find(all, 'raised')
      return raised ? read(raised, { sum: raised.data.sum, needed: table.raising.slice(0, raised.data.pups) }) : []
    }
    case 'solitary': {
      // the hunters decide meanwhile: only the end of the hunt is a moment
      const hungry = find(all, 'starves', 'game_gone', 'dies')
      return hungry && !last
        ? [{ says: phrase('page.traces.hungry'), lasts: NEWS_MS, page: true, shows: phasePage(group) }]
        : []
    }
    case 'hunting': {
      const hunted = find(all, 'killed', 'killed_at_cost', 'escaped_with_wound', 'escaped')
      if (!hunted) return []
      const prey = table.prey.find((one) => one.kind === hunted.data.prey)
      return read(hunted, { sum: hunted.data.sum, needed: prey ? [prey.red, prey.green, prey.black] : [] })
    }
    case 'howling': {
      const howled = find(all, 'howled')
      return howled ? read(howled, { sum: howled.data.sum, needed: table.howl }) : []
    }
    case 'fighting':
      return fights(group).map((events) => {
        const end = find(events, 'wins', 'drawn', 'submits')
        return {
          says: end ? said(end) : phrase(''),
          lasts: FIGHT_MS,
          page: true,
          until: events.at(-1)?.n ?? 0,
          shows: phasePage(group, { turned: [], events: events.filter((event) => event !== end) }),
        }
      })
    case 'marking': {
      const news = group.events.filter((event) => event.kind !== 'total' && event.kind !== 'ages')
      const left = find(all, 'leaves_in_pair', 'leaves_alone')
      return all.some((event) => MARKS.has(event.kind))
        ? [
            {
              says: phrase(left ? 'page.traces.departed' : 'page.traces.marks'),
              shows: phasePage(group, { marked: marked(year, after), events: news }),
            },
          ]
        : []
    }
    default:
      return []
  }
}

export function moments({ events, allEvents, before, after, me }: MomentContext<TracesShown>): Moment<PhasePage>[] {
  // explain why a choice is asked for again
  const again = find(events, 'one_sex')
  if (again)
    return [{ says: again.phrase, until: again.n, shows: phasePage({ phase: 'preparation', all: [], events: [] }) }]
  const end = find(events, 'pack_dies_out')
  const phases = byPhase(
    events.filter((event) => event !== end),
    before?.phase,
  )
  const now = byPhase(allEvents)
  const year = now.findLast((phase) => phase.phase === 'marking')?.all ?? []
  const table = before?.prey.length ? before : after
  const list = phases.flatMap((phase, i) =>
    pagesOf(phase, !end && i === phases.length - 1, table, year, after, me).map((moment) => ({
      until: phase.all.at(-1)?.n ?? 0,
      ...moment,
    })),
  )
  if (end) {
    const gone = now.flatMap((phase) => phase.events).filter((event) => LOST.has(event.kind))
    const shows = phasePage(
      { phase: phases.at(-1)?.phase ?? '', all: [], events: gone },
      { title: 'traces.end.extinct' },
    )
    list.push({ says: phrase('page.traces.died_out', { target: after.target }), until: end.n, shows })
  }
  // points in the bar change after the marks: until then the previous scene is shown
  const marks = list.findLastIndex((moment) => moment.shows.marked.length)
  return list.map((moment, i) => ({ ...moment, before: i <= marks }))
}
