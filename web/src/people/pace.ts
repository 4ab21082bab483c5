/** How fast is played, and what a clock says. */
import type { ClockSent, PaceSent } from '../wire'

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

/** The name of a pace, with or without vacations; one that was made elsewhere is called by its kind. */
export function nameOf(pace: PaceSent | null): string {
  const same = (one: PaceSent | null): boolean => one?.kind === pace?.kind && one?.turn === pace?.turn && one?.bank === pace?.bank
  return Object.keys(PACES).find((name) => same(PACES[name] ?? null)) ?? (pace?.kind === 'live' ? 'live' : 'day')
}

/** What is left: the largest unit alone, minutes and seconds at the end. */
export function left(seconds: number): { key: 'days' | 'hours' | 'minutes'; amount: string } {
  const whole = Math.max(0, Math.ceil(seconds))
  if (whole >= 2 * DAY) return { key: 'days', amount: String(Math.floor(whole / DAY)) }
  if (whole >= HOUR) return { key: 'hours', amount: String(Math.floor(whole / HOUR)) }
  return { key: 'minutes', amount: `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, '0')}` }
}

/** What is left of a clock that was told at a moment, at another. */
export const leftOf = (clock: ClockSent, told: number, now: number): number =>
  Math.max(0, clock.seconds - (clock.runs && !clock.away ? (now - told) / 1000 : 0))
