/** A board that is only looked at: an example in the rules, a picture of a table. */
import type { SeatSent } from '../wire'
import type { Play } from './contract'

/** nothing can be chosen */
export const STILL: Play = {
  active: false,
  asked: false,
  chosen: [],
  lit: () => false,
  open: () => false,
  about: () => false,
  pick: () => undefined,
  pointed: '',
  single: false,
  row: () => undefined,
  why: () => undefined,
  name: () => null,
  last: () => false,
  tell: () => undefined,
  again: () => undefined,
}

/** Somebody who sits there. */
export const sitter = (kind: 'bot' | 'guest', name: string, points: number): SeatSent => ({
  kind,
  name,
  bot: '',
  here: true,
  stood_in: false,
  resigned: false,
  points,
  place: 0,
  asked: false,
  thinking: false,
  clock: null,
  reserved: false,
})
