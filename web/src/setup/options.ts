/** How an option of a game is shown, told by its values and words alone. */
import type { OptionSent } from '../wire'

export type Control = 'switch' | 'segments' | 'radio' | 'select' | 'number'

/** letters that fit side by side on a phone */
const ROOM = 30

export function control(option: OptionSent, choices: readonly { label: string }[]): Control {
  if (!option.values.length) return 'number'
  if (option.values.join() === 'no,yes') return 'switch'
  if (option.values.length > 3) return 'select'
  const letters = choices.reduce((sum, one) => sum + one.label.length, 0)
  if (letters <= ROOM) return 'segments'
  return option.values.length === 2 ? 'radio' : 'select'
}

/** A label's name, and the words in brackets (or, if asked, after a colon) that explain it. */
export function named(label: string, colon: boolean): { name: string; note: string } {
  const found = /^(.+?)\s*\((.+)\)$/.exec(label) ?? (colon ? /^([^:]+?)\s*:\s+(.+)$/.exec(label) : null)
  if (!found) return { name: label, note: '' }
  const note = found[2] ?? ''
  return { name: found[1] ?? label, note: note.charAt(0).toLocaleUpperCase() + note.slice(1) }
}

/** What a number's field holds: nothing where words say what its default means. */
export function inField(option: OptionSent, value: string, said: boolean): string {
  return said && value === option.default ? '' : value
}
