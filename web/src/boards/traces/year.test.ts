import { expect, it } from 'vitest'
import type { TracesShown } from '../../wire'
import { moments, telling } from './moments'
import { type TracesEvent, phasesOfYear } from './year'

const eventsOf = (...kinds: string[]): TracesEvent[] =>
  kinds.map((line, n) => {
    const [kind = '', phase] = line.split(' ')
    const data = { phase, sum: 46, pups: 2, number: 3, points: 3 }
    return { n, step: n, kind, data, phrase: { key: `traces.event.${kind}` } } as unknown as TracesEvent
  })
const brief = (events: TracesEvent[]): string[] =>
  phasesOfYear(events).map((phase) => `${phase.phase}: ${phase.events.map((event) => event.kind).join(' ')}`)

it('tells the consequences of each phase in order, from the last placing of tokens on', () => {
  const events = eventsOf(
    'wins',
    'plan_sealed',
    'phase_begins solitary',
    'shows',
    'catches',
    'starves',
    'dies',
    'phase_begins hunting',
    'killed',
    'eats',
    'recognised',
    'phase_begins fighting',
    'holds_back',
    'wins',
    'no_renown',
    'falls',
    'scores_rank',
    'scores_renown',
    'ages',
    'total',
    'year_begins',
    'prey_turned',
  )
  expect(brief(events)).toEqual([
    'solitary: catches starves dies',
    'hunting: killed recognised',
    'fighting: wins no_renown falls',
    'marking: ages total',
    'preparation: prey_turned',
  ])
  expect(brief([...events, ...eventsOf('plan_sealed')])).toEqual([])
})

it('stages litter, hunt and howls as pages, fights by themselves, and holds the points back until the marks are told', () => {
  const news = eventsOf(
    'plan_sealed',
    'phase_begins raising',
    'raised',
    'phase_begins hunting',
    'killed',
    'phase_begins howling',
    'howled',
    'phase_begins fighting',
    'attacks',
    'wins',
    'attacks',
    'submits',
  )
  const shown = {
    prey: [],
    howl: [35, 55],
    raising: [7, 14, 21],
    phase: 'preparation',
    players: [{ points: 9 }],
  } as unknown as TracesShown
  const list = moments({ events: news, allEvents: news, before: shown, after: shown, me: 0 })
  expect(list.map((moment) => `${moment.shows.phase} ${moment.lasts ? 'runs' : 'waits'}`)).toEqual([
    'raising waits',
    'hunting waits',
    'howling waits',
    'fighting runs',
    'fighting runs',
  ])
  expect(list.map((moment) => moment.shows.needed)).toEqual([[7, 14], [], [35, 55], [], []])
  expect(list.some((moment) => moment.before)).toBe(false)
  const year = [...news, ...eventsOf('scores_rank', 'total').map((event) => ({ ...event, seat: 0 }))]
  const marks = moments({ events: year, allEvents: year, before: shown, after: shown, me: 0 })
  expect(marks.at(-1)?.shows.marked).toEqual([{ seat: 0, rank: 3, renown: 0, gone: 0, total: 9 }])
  expect(marks.every((moment) => moment.before)).toBe(true)
})

it('tells the viewer of himself, says nothing twice, and begins the next year on the table that the marks left', () => {
  const mine = eventsOf(
    'phase_begins fighting',
    'attacks',
    'wins',
    'scores_rank',
    'year_begins',
    'litter',
    'prey_turned',
  ).map((event) => ({ ...event, seat: 0 }))
  const shown = {
    prey: [],
    howl: [35, 55],
    raising: [7, 14, 21],
    phase: 'howling',
    players: [{ points: 9 }],
  } as unknown as TracesShown
  const list = moments({ events: mine, allEvents: mine, before: shown, after: shown, me: 0 })
  expect(list.map((moment) => `${moment.shows.phase} ${moment.before ? 'before' : 'after'}`)).toEqual([
    'fighting before',
    'marking before',
    'preparation after',
  ])
  expect(list[0]?.says).toHaveProperty('gaps.seat')
  expect(list[2]?.shows.events.map((event) => event.kind)).toEqual(['prey_turned'])
  const others = moments({ events: mine, allEvents: mine, before: shown, after: shown, me: 1 })
  expect(others[0]?.says).not.toHaveProperty('gaps.seat')
})

it('says why first wolves are chosen once more, until that was read', () => {
  const shown = { prey: [], howl: [35, 55], raising: [7, 14, 21], phase: '', players: [] } as unknown as TracesShown
  const events = eventsOf('first_sealed', 'one_sex')
  const list = moments({ events, allEvents: events, before: shown, after: shown, me: 0 })
  expect(list.map(({ says, lasts, shows }) => [says.key, lasts, shows.events])).toEqual([
    ['traces.event.one_sex', undefined, []],
  ])
})

it('leaves out lines of hunger and strength first, and never a death, an exclusion, a new alpha or omega', () => {
  const kinds = (room: number, ...events: string[]): unknown[] =>
    telling(eventsOf(...events), room).map((event) => event.kind)
  expect(kinds(4, 'starves', 'wounded', 'recognised', 'dies', 'starves', 'new_alpha')).toEqual([
    'starves',
    'recognised',
    'dies',
    'new_alpha',
  ])
  expect(kinds(2, 'dies', 'recognised', 'excluded', 'falls')).toEqual(['dies', 'excluded', 'falls'])
  expect(kinds(4, 'starves', 'recognised')).toEqual(['starves', 'recognised'])
})

it('tells of who died in the solitary hunt, though nobody went hungry', () => {
  const shown = {
    prey: [],
    howl: [35, 55],
    raising: [7, 14, 21],
    phase: 'raising',
    players: [],
  } as unknown as TracesShown
  const events = eventsOf('phase_begins solitary', 'dies', 'phase_begins hunting', 'killed')
  expect(
    moments({ events, allEvents: events, before: shown, after: shown, me: 0 }).map((moment) => moment.shows.phase),
  ).toEqual(['solitary', 'hunting'])
})

it('tells the end of the pack on a page of its own, with all that it has lost since tokens were placed', () => {
  const shown = {
    prey: [],
    howl: [35, 55],
    raising: [7, 14, 21],
    phase: 'solitary',
    target: 50,
    players: [],
  } as unknown as TracesShown
  const year = eventsOf(
    'plan_sealed',
    'phase_begins solitary',
    'dies',
    'starves',
    'phase_begins hunting',
    'escaped',
    'excluded',
    'dies',
    'pack_dies_out',
  )
  const list = moments({ events: year.slice(3), allEvents: year, before: shown, after: shown, me: 0 })
  expect(list.map(({ shows, until, lasts }) => [shows.title, until, Boolean(lasts)])).toEqual([
    ['traces.phase.solitary', 3, true],
    ['traces.phase.hunting', 7, false],
    ['traces.end.extinct', 8, false],
  ])
  expect(list.at(-1)?.shows.events.map((event) => event.n)).toEqual([2, 6, 7])
})
