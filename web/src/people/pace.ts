/** Paces of a game, and the text of clocks. */
import { phrase } from '../lib/catalogue'
import type { ClockSent, PaceSent, PhraseSent } from '../wire'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const PACES: Record<string, PaceSent | null> = {
  free: null,
  live: { kind: 'live', turn: 30, bank: 3 * MINUTE, vacation: true },
  calm: { kind: 'live', turn: MINUTE, bank: 15 * MINUTE, vacation: true },
  day: { kind: 'days', turn: DAY, bank: 2 * DAY, vacation: true },
  days: { kind: 'days', turn: 3 * DAY, bank: 4 * DAY, vacation: true },
}

/** The name of a pace, with or without vacations; unknown ones are named by their kind. */
export function nameOf(pace: PaceSent | null): string {
  const same = (one: PaceSent | null): boolean =>
    one?.kind === pace?.kind && one?.turn === pace?.turn && one?.bank === pace?.bank
  return Object.keys(PACES).find((name) => same(PACES[name] ?? null)) ?? (pace?.kind === 'live' ? 'live' : 'day')
}

/** Explains a pace; without one, that a bot takes over after `patience` seconds of absence. */
export function note(pace: PaceSent | null, patience: number | null): PhraseSent {
  if (pace || !patience) return phrase(`people.pace_note.${nameOf(pace)}`)
  return phrase('people.pace_note.free_absent', { after: phrase(`page.patience.${patience}`) })
}

/** Time left in its largest unit; minutes and seconds at the end. */
export function left(seconds: number): { key: 'days' | 'hours' | 'minutes'; amount: string } {
  const whole = Math.max(0, Math.ceil(seconds))
  if (whole >= 2 * DAY) return { key: 'days', amount: String(Math.floor(whole / DAY)) }
  if (whole >= HOUR) return { key: 'hours', amount: String(Math.floor(whole / HOUR)) }
  return { key: 'minutes', amount: `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, '0')}` }
}

/** Time left now on a clock received earlier. */
export const leftOf = (clock: ClockSent, receivedAt: number, now: number): number =>
  Math.max(0, clock.seconds - (clock.runs && !clock.away ? (now - receivedAt) / 1000 : 0))
