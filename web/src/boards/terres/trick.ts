/** Tricks, from events. */
import { settings } from '../../lib/settings.svelte'
import type { Moment, Staging } from '../../lib/moments.svelte'
import { marks, phrase } from '../../lib/words'
import type { EventSent, PhraseSent, TerresShown } from '../../wire'
import { face } from './names'

export interface Trick {
  leader: number
  led: string
  followed: string
  winner: number
}

/** Durations of moments: a finished trick, a rising moon, a turned token. */
const STAYS_MS = 1500
const CHANGES: readonly (string | null | undefined)[] = ['full_moon', 'red_moon', 'token_turned']

const cardIn = (event: EventSent): string =>
  (event.phrase ? marks(event.phrase) : []).find((mark) => mark.startsWith('card.'))?.slice('card.'.length) ?? ''

/** The last trick that was won, and its sentence. */
export function lastTrick(told: readonly EventSent[]): { trick: Trick; won: EventSent } | null {
  const end = told.findLastIndex((event) => event.kind === 'wins')
  const won = told[end]
  const before = told.slice(0, end)
  const led = before.findLast((event) => event.kind === 'leads')
  const followed = before.findLast((event) => event.kind === 'follows' || event.kind === 'cannot_follow')
  if (!won || !led || !followed) return null
  return { won, trick: { leader: led.seat ?? 0, led: cardIn(led), followed: cardIn(followed), winner: won.seat ?? 0 } }
}

/** Who won, which card beat which, and why. */
export function verdict({ trick, won }: { trick: Trick; won: EventSent }, me: number): PhraseSent {
  const [one, other] = [face(trick.led), face(trick.followed)]
  const why = one.suit === other.suit ? 'value' : trick.winner === trick.leader ? 'suit' : 'trump'
  const [best, beaten] = trick.winner === trick.leader ? [one, other] : [other, one]
  return phrase('page.terres.trick_won', {
    won: settings.words.told(won.phrase ?? phrase(''), won.seat === me),
    why: phrase(`page.terres.won_by.${why === 'value' && best.value < beaten.value ? 'lowest' : why}`),
  })
}

export function moments({ events, told, me }: Staging<TerresShown>): Moment<Trick | null>[] {
  const last = lastTrick(told)
  return events.flatMap((event): Moment<Trick | null>[] => {
    if (event.kind === 'wins' && last)
      return [{ says: verdict(last, me), lasts: STAYS_MS, until: event.n, shows: last.trick }]
    return event.phrase && CHANGES.includes(event.kind)
      ? [{ says: event.phrase, lasts: STAYS_MS, until: event.n, shows: null }]
      : []
  })
}
