import { expect, it } from 'vitest'
import type { EventKind, EventSent, PhraseSent } from '../../wire'
import { yearTold } from './year'

const told = (...kinds: string[]): EventSent[] =>
  kinds.map((kind, n) => {
    const [name = '', phase] = kind.split(' ')
    const gaps: Record<string, PhraseSent> = phase ? { phase: { key: `traces.phase.${phase}`, mark: `phase.${phase}` } } : {}
    return { n, step: n, kind: name as EventKind, phrase: { key: `traces.event.${name}`, gaps } }
  })
const brief = (events: EventSent[]): string[] => yearTold(events).map((phase) => `${phase.phase}: ${phase.events.map((event) => event.kind).join(' ')}`)

it('tells the consequences of each phase in order, from the last placing of tokens on', () => {
  const events = told(
    'wins', 'plan_sealed', 'phase_begins solitary', 'shows', 'catches', 'starves', 'dies',
    'phase_begins hunting', 'killed', 'eats', 'recognised', 'phase_begins fighting', 'holds_back', 'wins', 'no_renown', 'falls',
    'scores_rank', 'scores_renown', 'ages', 'total', 'year_begins', 'prey_turned',
  )
  expect(brief(events)).toEqual(['solitary: catches starves dies', 'hunting: killed recognised', 'fighting: wins no_renown falls', 'marking: ages total', 'preparation: prey_turned'])
  expect(brief([...events, ...told('plan_sealed')])).toEqual([])
})
