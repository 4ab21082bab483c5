/** How an option of a game is displayed, derived from its values and labels. */
import type { OptionSent } from '../wire'

export type Control = 'switch' | 'segments' | 'radio' | 'select' | 'number'

/** number of letters that fit side by side on a phone */
const ROOM = 30

export function control(option: OptionSent, choices: readonly { label: string }[]): Control {
  if (!option.values.length) return 'number'
  if (option.values.join() === 'no,yes') return 'switch'
  if (option.values.length > 3) return 'select'
  const letters = choices.reduce((sum, one) => sum + one.label.length, 0)
  if (letters <= ROOM) return 'segments'
  return option.values.length === 2 ? 'radio' : 'select'
}

/** Options that have an effect with this number of seats. */
export const offered = (options: readonly OptionSent[], seats: number): OptionSent[] =>
  options.filter((option) => option.seats <= seats)

/** Splits a label into its name and the explanation in brackets (or, if asked, after a colon). */
export function named(label: string, colon: boolean): { name: string; note: string } {
  const found = /^(.+?)\s*\((.+)\)$/.exec(label) ?? (colon ? /^([^:]+?)\s*:\s+(.+)$/.exec(label) : null)
  if (!found) return { name: label, note: '' }
  const note = found[2] ?? ''
  return { name: found[1] ?? label, note: note.charAt(0).toLocaleUpperCase() + note.slice(1) }
}

/** The value of a number field; empty for the default if that has its own text (`said`). */
export function inField(option: OptionSent, value: string, said: boolean): string {
  return said && value === option.default ? '' : value
}

/** Whether another person has a seat or may take one: only then can the game be rated. */
export function hasFriends(seats: readonly { kind: string; own: boolean }[]): boolean {
  return seats.some((seat) => seat.kind === 'open' || (seat.kind === 'guest' && !seat.own))
}
