import { describe, expect, it } from 'vitest'
import type { EventSent } from '../wire'
import { drawnActions, type Telling, turnsSince } from './turns'

const telling = {
  opens: ['turn_begins'],
  actions: ['moves', 'builds'],
  clause: (kind: string) => `did.${kind}`,
  before: ['flees'],
  details: ['hunts'],
  later: ['unsold'],
  places: /^space\./,
} as unknown as Telling

let n = 0
const event = (kind: string, seat: number, step: number, marks: string[] = [], more: object = {}): EventSent => ({
  n: n++,
  step,
  kind: kind as EventSent['kind'],
  seat,
  by: seat,
  data: {},
  phrase: {
    key: `clan.event.${kind}`,
    gaps: Object.fromEntries(marks.map((mark, i) => [i, { key: mark, gaps: {}, mark }])),
    mark: '',
  },
  ...more,
})
const told = (events: EventSent[], me = 0, seats = 3) => turnsSince(events, me, telling, seats)

describe('turns of the others', () => {
  const mine = [event('turn_begins', 0, 1), event('moves', 0, 2, ['space.a1', 'space.a2'])]
  const akela = [
    event('turn_begins', 1, 3),
    event('moves', 1, 4, ['kind.alpha', 'space.b1', 'space.b2']),
    event('hunts', 1, 4, ['space.b2']),
    event('builds', 1, 5, ['space.b3', 'track.howl']),
  ]
  const lupa = [event('turn_begins', 2, 6), event('takes', 2, 7), event('builds', 2, 8, ['space.c1'])]

  it('are numbered since the viewer’s turn, with what followed', () => {
    const turns = told([...mine, ...akela, ...lupa, event('turn_begins', 0, 9)])
    expect(turns.map(({ seat, actions }) => [seat, actions.map(({ number }) => number)])).toEqual([
      [1, [1, 2]],
      [2, [1]],
    ])
    const [move, den] = turns[0]?.actions ?? []
    expect(move).toMatchObject({ clause: { key: 'did.moves' }, path: ['space.b1', 'space.b2'] })
    expect(move?.details.map(({ kind }) => kind)).toEqual(['hunts'])
    expect(den).toMatchObject({ path: ['space.b3'], details: [] })
  })

  it('stay until another player acts after the viewer’s turn', () => {
    const again = [event('turn_begins', 0, 9), event('builds', 0, 10, ['space.a3'])]
    expect(told([...mine, ...akela, ...again]).map(({ seat }) => seat)).toEqual([1])
    const next = [event('turn_begins', 1, 11), event('builds', 1, 12, ['space.b9'])]
    expect(told([...mine, ...akela, ...again, ...next])[0]?.actions.map(({ step }) => step)).toEqual([12])
  })

  it('tell spectators of the last round', () => {
    const first = told([...mine, ...akela, ...lupa], -1)
    expect(first.map(({ seat }) => seat)).toEqual([0, 1, 2])
    const next = [event('turn_begins', 0, 9), event('builds', 0, 10, ['space.a3'])]
    expect(told([...mine, ...akela, ...lupa, ...next], -1).map(({ seat }) => seat)).toEqual([1, 2, 0])
  })

  it('attach what was driven away to the cause, and later consequences to their player', () => {
    const events = [
      event('turn_begins', 1, 3),
      event('builds', 1, 4, ['space.b1']),
      event('flees', 0, 5, ['space.b2', 'space.b3']),
      event('moves', 1, 5, ['space.b1', 'space.b2']),
      event('unsold', 1, 6),
      event('unsold', 0, 7),
      event('hunts', 1, 8),
    ]
    const details = told(events)[0]?.actions.map((action) => action.details.map(({ kind, step }) => [kind, step]))
    expect(details).toEqual([
      [],
      [
        ['flees', 5],
        ['unsold', 6],
      ],
    ])
  })

  it('name the viewer where the event does, and the seat where the board has no place', () => {
    const attacked = event('moves', 1, 4)
    attacked.phrase.key = 'clan.event.moves.to_you'
    expect(told([event('turn_begins', 1, 3), attacked])[0]?.actions[0]).toMatchObject({
      clause: { key: 'did.moves.to_you' },
      path: ['seat.1'],
    })
  })

  it('are drawn until the viewer decides, and of many only the last', () => {
    const events = [...mine, ...akela, ...lupa]
    expect(drawnActions(told(events), events, 0).map(({ step }) => step)).toEqual([4, 5, 8])
    const decided = [...events, event('turn_begins', 0, 9), event('builds', 0, 10, ['space.a3'])]
    expect(drawnActions(told(decided), decided, 0)).toEqual([])
    const more = [...events, event('turn_begins', 3, 9), event('builds', 3, 10, ['space.d1'])]
    expect(drawnActions(told(more, 0, 4), more, 0).map(({ step }) => step)).toEqual([10])
  })
})
