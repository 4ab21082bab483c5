/** Moments of a year: births, litter, hunts, howls, fights, marks, the end of the pack. */
import type { Moment, Staging } from '../../lib/moments.svelte'
import { say, settings } from '../../lib/settings.svelte'
import { marks, phrase } from '../../lib/words'
import type { EventKinds, EventSent, PhraseSent, TracesShown } from '../../wire'
import { byPhase, type PhaseTold } from './year'

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
  events: EventSent[]
  marked: Marked[]
}

type Kind = EventKinds['traces']

// without room for all lines, those about one wolf's strength are dropped first; these never are
const SLIGHT: ReadonlySet<unknown> = new Set<Kind>(['catches', 'starves', 'wounded', 'ages'])
const LOST: ReadonlySet<unknown> = new Set<Kind>(['dies', 'pup_dies', 'excluded', 'leaves_alone', 'leaves_in_pair'])
const GRAVE: ReadonlySet<unknown> = new Set([...LOST, ...(['new_alpha', 'stands_in', 'falls'] satisfies Kind[])])

const FIGHT_MS = 2600
const NEWS_MS = 2400

function number(event: EventSent | undefined, gap: string): number {
  const filled = event?.phrase?.gaps?.[gap] ?? 0
  return Number(typeof filled === 'object' ? say(filled) : filled)
}
const wolfIn = (event: EventSent): string =>
  (event.phrase ? marks(event.phrase) : []).find((mark) => mark.startsWith('wolf.')) ?? ''
const find = (events: readonly EventSent[], ...kinds: Kind[]): EventSent | undefined =>
  events.find((event) => kinds.some((kind) => kind === event.kind))

function turnedIn(events: readonly EventSent[]): Turned[] {
  const shows = events.filter((event) => event.kind === 'shows')
  return shows
    .map((event) => ({ wolf: wolfIn(event), token: number(event, 'token') }))
    .sort((a, b) => b.token - a.token)
}

const MARKS: ReadonlySet<unknown> = new Set<Kind>(['scores_rank', 'leaves_in_pair', 'leaves_alone'])

function marked(events: readonly EventSent[], table: TracesShown): Marked[] {
  const sum = (seat: number, gap: string, ...kinds: Kind[]): number =>
    events
      .filter((event) => event.seat === seat && kinds.some((kind) => kind === event.kind))
      .reduce((all, event) => all + number(event, gap), 0)
  return table.players
    .map((player, seat) => ({
      seat,
      rank: sum(seat, 'number', 'scores_rank'),
      renown: sum(seat, 'number', 'scores_renown'),
      gone:
        sum(seat, 'points', 'leaves_in_pair') - sum(seat, 'points', 'pays_deaths', 'pays_exclusions', 'leaves_alone'),
      total: player.points,
    }))
    .sort((a, b) => b.total - a.total)
}

function phasePage(told: PhaseTold, more: Partial<PhasePage> = {}): PhasePage {
  return {
    phase: told.phase,
    title: `traces.phase.${told.phase}`,
    turned: turnedIn(told.all),
    sum: 0,
    needed: [],
    events: told.events,
    marked: [],
    ...more,
  }
}

/** The events that fit, in order. */
export function telling(events: readonly EventSent[], room: number): EventSent[] {
  const grave = events.filter((event) => GRAVE.has(event.kind))
  const more = events
    .filter((event) => !GRAVE.has(event.kind))
    .sort((a, b) => Number(SLIGHT.has(a.kind)) - Number(SLIGHT.has(b.kind)))
  const kept = new Set([...grave, ...more.slice(0, Math.max(0, room - grave.length))])
  return events.filter((event) => kept.has(event))
}

/** Splits events into fights, each from its attack on. */
function fights(told: PhaseTold): EventSent[][] {
  const out: EventSent[][] = []
  for (const event of told.events) {
    if (event.kind === 'attacks' || !out.length) out.push([])
    out.at(-1)?.push(event)
  }
  return out.filter((fight) => find(fight, 'wins', 'drawn', 'submits'))
}

function pagesOf(
  told: PhaseTold,
  last: boolean,
  table: TracesShown,
  year: readonly EventSent[],
  after: TracesShown,
  me: number,
): Moment<PhasePage>[] {
  const { phase, all } = told
  const said = (event: EventSent): PhraseSent => settings.words.told(event.phrase ?? phrase(''), event.seat === me)
  const without = (event: EventSent): EventSent[] => told.events.filter((other) => other !== event)
  const read = (event: EventSent, more: Partial<PhasePage>): Moment<PhasePage>[] => [
    { says: said(event), shows: phasePage(told, { ...more, events: without(event) }) },
  ]
  switch (phase) {
    case 'preparation': {
      const born = find(all, 'litter')
      return born
        ? [{ says: said(born), lasts: NEWS_MS, page: true, shows: phasePage(told, { events: without(born) }) }]
        : []
    }
    case 'raising': {
      const raised = find(all, 'raised')
      const needed = Array.from({ length: number(raised, 'pups') }, (_, i) => (i + 1) * table.pup_needs)
      return raised ? read(raised, { sum: number(raised, 'sum'), needed }) : []
    }
    case 'solitary': {
      // the hunters decide meanwhile: only the end of the hunt is a moment
      const hungry = find(all, 'starves', 'game_gone', 'dies')
      return hungry && !last
        ? [{ says: phrase('page.traces.hungry'), lasts: NEWS_MS, page: true, shows: phasePage(told) }]
        : []
    }
    case 'hunting': {
      const hunted = find(all, 'killed', 'killed_at_cost', 'escaped_with_wound', 'escaped')
      if (!hunted) return []
      const kind = marks(said(hunted))
        .find((mark) => mark.startsWith('prey.'))
        ?.slice('prey.'.length)
      const prey = table.prey.find((one) => one.kind === kind)
      return read(hunted, { sum: number(hunted, 'sum'), needed: prey ? [prey.red, prey.green, prey.black] : [] })
    }
    case 'howling': {
      const howled = find(all, 'howled')
      return howled ? read(howled, { sum: number(howled, 'sum'), needed: table.howl }) : []
    }
    case 'fighting':
      return fights(told).map((events) => {
        const end = find(events, 'wins', 'drawn', 'submits')
        return {
          says: end ? said(end) : phrase(''),
          lasts: FIGHT_MS,
          page: true,
          until: events.at(-1)?.n ?? 0,
          shows: phasePage(told, { turned: [], events: events.filter((event) => event !== end) }),
        }
      })
    case 'marking': {
      const news = told.events.filter((event) => event.kind !== 'total' && event.kind !== 'ages')
      const left = find(all, 'leaves_in_pair', 'leaves_alone')
      return all.some((event) => MARKS.has(event.kind))
        ? [
            {
              says: phrase(left ? 'page.traces.departed' : 'page.traces.marks'),
              shows: phasePage(told, { marked: marked(year, after), events: news }),
            },
          ]
        : []
    }
    default:
      return []
  }
}

export function moments({ events, told, before, after, me }: Staging<TracesShown>): Moment<PhasePage>[] {
  // explain why a choice is asked for again
  const again = find(events, 'one_sex')
  if (again?.phrase)
    return [{ says: again.phrase, until: again.n, shows: phasePage({ phase: 'preparation', all: [], events: [] }) }]
  const end = find(events, 'pack_dies_out')
  const phases = byPhase(
    events.filter((event) => event !== end),
    before?.phase,
  )
  const now = byPhase(told)
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
