/** Tricks, from events. */
import { settings } from '../../lib/settings.svelte'
import type { Moment, MomentContext } from '../../lib/moments.svelte'
import { phrase } from '../../lib/catalogue'
import type { GameEvent, PhraseSent, TerresShown } from '../../wire'

type TerresEvent = GameEvent<'terres'>

export interface Trick {
  leader: number
  led: string
  followed: string
  winner: number
}

export interface LastTrick {
  trick: Trick
  won: TerresEvent & { kind: 'wins' }
}

/** Duration of a moment: a finished trick, a rising moon, a turned token. */
const STAYS_MS = 1500

/** The last trick that was won, and the event that says so. */
export function lastTrick(pastEvents: readonly TerresEvent[]): LastTrick | null {
  const won = pastEvents.findLast((event) => event.kind === 'wins')
  const led = pastEvents.findLast((event) => event.kind === 'leads' && event.n < (won?.n ?? 0))
  if (won?.kind !== 'wins' || led?.kind !== 'leads') return null
  const { card, lost } = won.data
  const followed = card === led.data.card ? lost : card
  return { won, trick: { leader: led.seat ?? 0, led: led.data.card, followed, winner: won.seat ?? 0 } }
}

/** Who won, which card beat which, and why. */
export const verdict = ({ won }: LastTrick, me: number): PhraseSent =>
  phrase('page.terres.trick_won', {
    won: settings.words.forViewer(won.phrase, won.seat === me),
    why: phrase(`terres.won_by.${won.data.reason}`),
  })

export function moments({ events, allEvents, me }: MomentContext<TerresShown>): Moment<Trick | null>[] {
  const last = lastTrick(allEvents)
  return events.flatMap((event): Moment<Trick | null>[] => {
    switch (event.kind) {
      case 'wins':
        return last ? [{ says: verdict(last, me), lasts: STAYS_MS, until: event.n, shows: last.trick }] : []
      case 'full_moon':
      case 'red_moon':
      case 'token_turned':
        return [{ says: event.phrase, lasts: STAYS_MS, until: event.n, shows: null }]
      default:
        return []
    }
  })
}
