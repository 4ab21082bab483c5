/** Turns of other players as numbered actions, from events. */
import type { EventSent, PhraseSent } from '../wire'
import { marks, phrase } from './catalogue'

/** How a board tells the turns of other players. */
export interface Telling<E extends EventSent = EventSent> {
  /** events that begin a player's turn, or everyone's if they have no seat */
  opens: readonly E['kind'][]
  /** numbered actions */
  actions: readonly E['kind'][]
  /** catalogue key of the clause that says what was done, by kind of event */
  clause: (kind: string) => string
  /** consequences, told in a sentence after the action of their step */
  details?: readonly E['kind'][]
  /** consequences that are told before the action that causes them */
  before?: readonly E['kind'][]
  /** consequences that may follow in a later step: those of the acting player, or that name this player */
  later?: readonly E['kind'][]
  /** marks that are places on the board: the first is where an action begins, the last where it ends */
  places: RegExp
  /** the places of an event where its marks do not name them; alternatives are separated by "|" */
  path?: (event: E, step: readonly E[]) => string[] | null
}

/** A visible action of another player. */
export interface TurnAction {
  /** number of its event */
  n: number
  step: number
  seat: number
  /** counted from 1 in the turn */
  number: number
  clause: PhraseSent
  details: EventSent[]
  /** where it began (if it did elsewhere) and where it ended */
  path: string[]
}

export interface Turn {
  seat: number
  actions: TurnAction[]
}

const isOther = (event: EventSent, me: number): boolean =>
  event.seat !== undefined && event.seat >= 0 && event.seat !== me

/** Whether an event is a visible action of another player. */
export const isAction = (event: EventSent, telling: Telling, me: number): boolean =>
  isOther(event, me) && telling.actions.includes(event.kind)

/** Index of the event after which turns are told: the viewer's last turn that was followed by an action of others. */
function start(events: readonly EventSent[], me: number, telling: Telling, seats: number): number {
  const opens = (event: EventSent): boolean =>
    telling.opens.includes(event.kind) && (me < 0 || (event.seat ?? me) === me || (event.seat ?? -1) < 0)
  let followed = false
  let round = seats
  for (let i = events.length - 1; i >= 0; i--) {
    const event = events[i] as EventSent
    if (opens(event)) {
      if (me >= 0 || (event.seat ?? -1) < 0 ? followed : --round === 0) return i
    }
    followed ||= isAction(event, telling, me)
  }
  return 0
}

function pathOf(event: EventSent, step: readonly EventSent[], telling: Telling): string[] {
  const path = telling.path?.(event, step) ?? marks(event.phrase).filter((mark) => telling.places.test(mark))
  // what has no place on the board is shown at its player's badge
  return path.length ? path : [`seat.${event.seat}`]
}

/** The catalogue key of a clause, in the variant for the player it is done to. */
function clauseOf(event: EventSent, telling: Telling): PhraseSent {
  const variant = event.phrase.key.endsWith('.to_you') ? '.to_you' : ''
  return phrase(telling.clause(event.kind) + variant, event.phrase.gaps ?? {})
}

/** Whether an event is told after an action. */
function follows(event: EventSent, action: TurnAction, { details, later }: Telling): boolean {
  if (details?.includes(event.kind)) return event.step === action.step
  const named = 'player' in event.data ? event.data.player : event.seat
  return Boolean(later?.includes(event.kind)) && (event.seat === action.seat || named === action.seat)
}

/** The turns of other players since the viewer's last turn, in order; for spectators (-1), of the last round. */
export function turnsSince(events: readonly EventSent[], me: number, telling: Telling, seats: number): Turn[] {
  const told = events.slice(start(events, me, telling, seats))
  const turns = new Map<number, Turn>()
  let waiting: EventSent[] = []
  let last: TurnAction | undefined
  for (const event of told) {
    const { n, step, kind, seat = -1 } = event
    if (isAction(event, telling, me)) {
      const turn = turns.get(seat) ?? { seat, actions: [] }
      turns.delete(seat) // the seat that acted last is last
      turns.set(seat, turn)
      const path = pathOf(
        event,
        told.filter((other) => other.step === step),
        telling,
      )
      const number = turn.actions.length + 1
      last = { n, step, seat, number, clause: clauseOf(event, telling), details: waiting, path }
      waiting = []
      turn.actions.push(last)
    } else if (telling.before?.includes(kind)) waiting.push(event)
    else if (last && follows(event, last, telling)) last.details.push(event)
  }
  return [...turns.values()]
}

/** With more turns than this, only the last one is drawn. */
const DRAWN_TURNS = 2

/** The actions to draw on the board: none once the viewer has decided after them. */
export function drawnActions(turns: readonly Turn[], events: readonly EventSent[], me: number): TurnAction[] {
  const own = me < 0 ? -1 : (events.findLast((event) => event.by === me)?.n ?? -1)
  return turns
    .slice(turns.length > DRAWN_TURNS ? -1 : 0)
    .flatMap((turn) => turn.actions)
    .filter((action) => action.n > own)
}
