/** Props for a board that is only displayed: an example in the rules, a picture of a table. */
import type { SceneSent, SeatSent } from '../wire'
import type { BoardApi, BoardProps, GameBoard } from './contract'

/** nothing can be picked */
const STILL: BoardApi = {
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
  drawnFor: [],
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
  draft: () => undefined,
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

/** A scene to be displayed, with the names of its players. */
export interface StillScene {
  board: GameBoard
  scene: SceneSent
  names: readonly string[]
}

/** What a board gets that only displays a scene. */
export const stillProps = (scene: SceneSent, seats: readonly SeatSent[], phone = false): BoardProps => ({
  scene,
  shown: scene.shown,
  seats,
  me: scene.seat,
  pastEvents: [],
  moment: null,
  play: STILL,
  phone,
})
