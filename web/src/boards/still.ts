/** Props for a board that is only displayed: an example in the rules, a picture of a table. */
import type { SeatSent } from '../wire'
import type { BoardApi } from './contract'

/** nothing can be picked */
export const STILL: BoardApi = {
  active: false,
  asked: false,
  chosen: [],
  canPick: () => false,
  canSwapTo: () => false,
  begins: () => false,
  asksAbout: () => false,
  pick: () => undefined,
  pickAll: () => undefined,
  pointed: '',
  single: false,
  forecast: true,
  order: () => undefined,
  orders: [],
  row: () => undefined,
  why: () => undefined,
  name: () => null,
  last: () => false,
  effect: () => null,
  armed: '',
  showHoverText: () => undefined,
  again: () => undefined,
}

/** A seat with a player. */
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
  program: false,
})
