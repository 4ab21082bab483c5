/** The interface between a game's board and the table page; see docs/boards.md. */
import type { Component } from 'svelte'
import type { Moment, MomentContext } from '../lib/moments.svelte'
import type { Telling } from '../lib/turns'
import type {
  EffectSent,
  EventKinds,
  GameEvent,
  OrderSent,
  OutcomeSent,
  PhraseSent,
  SceneSent,
  SeatSent,
  SetOrder,
  Shown,
} from '../wire'

/** Queries and actions available to a board; a board knows places, never rules. */
export interface BoardApi {
  /** the viewer plays now: places are buttons */
  active: boolean
  /** the viewer has a question to answer */
  asked: boolean
  chosen: readonly string[]
  /** the place can be picked next */
  canPick: (place: string) => boolean
  /** the place can replace one already picked */
  canSwapTo: (place: string) => boolean
  /** these places, one after another, begin a choice */
  begins: (places: readonly string[]) => boolean
  /** whether the question is about places with this prefix */
  asksAbout: (prefix: string) => boolean
  /** picks a place, or asks the server why it cannot be picked */
  pick: (place: string) => void
  /** picks places one after another, each as soon as a question allows it */
  pickAll: (places: readonly string[]) => void
  /** the place that a lesson points at; "" for none */
  pointed: string
  /** marks of the things that a draw from the real box is asked for */
  drawnFor: readonly string[]
  /** a lesson asks for each decision separately: no plans of several decisions */
  single: boolean
  /** previews of a choice's result are allowed; not in puzzles */
  forecast: boolean
  /** gives a standing order of the viewer's seat */
  order: (order: Omit<SetOrder, 'do' | 'seat'>) => void
  /** standing orders of the viewer's seat, which nobody else sees */
  orders: readonly OrderSent[]
  /** plays several decisions at once, in notation: all or none */
  row: (actions: readonly string[]) => void
  /** asks why the last place cannot be picked after the others, at this question and the following ones */
  why: (places: readonly string[]) => void
  /** accessible name of a pickable place */
  name: (place: string) => string | null
  /** whether the last event names this thing */
  last: (mark: string) => boolean
  /** what the choice that this place completes will do; null if that is unknown to the page */
  effect: (place: string) => EffectSent | null
  /** the place that was touched once: touched again, it is played */
  armed: string
  /** shows what one decision of a draft will do beside the others, in notation; "" for none */
  draft: (actions: readonly string[], shown: string) => void
  /** shows text about the hovered place in the prompt; "" for none */
  showHoverText: (text: string) => void
  /** shows a moment again, until "continue" */
  again: (moment: Moment) => void
}

export interface BoardProps<S extends Shown = Shown, M = unknown> {
  scene: SceneSent
  shown: S
  seats: readonly SeatSent[]
  /** the viewer's own seat; a replay may show another (`scene.seat`); -1: a spectator */
  me: number
  /** events up to the scene shown, in order */
  pastEvents: readonly GameEvent<S['game']>[]
  /** the moment being shown, one of those that `moments` returned */
  moment: Moment<M> | null
  play: BoardApi
  phone: boolean
}

export interface ScoreSheetProps<S extends Shown = Shown> {
  scene: SceneSent
  shown: S
  seats: readonly SeatSent[]
  me: number
  /** seats in the order of their columns */
  order: readonly number[]
  phone: boolean
  /** shows how a row adds up */
  onsum: (text: string) => void
}

/** A short figure on the score sheet, one number per seat. */
export interface Fact {
  label: PhraseSent
  values: number[]
}

export interface DrawnProps<S extends Shown = Shown> {
  outcome: OutcomeSent
  shown: S
}

/** A game's board. The table page does not know the game's types: each board has its own. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each game has its own view
export interface GameBoard<S extends Shown = any, M = any> {
  /** wide: own area below the board; tall: in a rail beside it */
  layout: 'wide' | 'tall'
  Board: Component<BoardProps<S, M>>
  Own: Component<BoardProps<S, M>>
  /** on a phone: tools and facts in the row between board and question; by default the progress of the game */
  Strip?: Component<BoardProps<S, M>>
  /** rows of the score sheet; by default they are listed by rule */
  ScoreSheet?: Component<ScoreSheetProps<S>>
  /** what a finished game leaves, below its result */
  Keepsake?: Component<Omit<ScoreSheetProps<S>, 'scene' | 'onsum'>>
  /** layout of the score sheet: a cell for each seat in every row (default), two sides with the thing between them,
   * or a column for each seat; totals follow it */
  scoreLayout?: 'rows' | 'sides' | 'columns'
  /** the sign of a thing named in a sentence */
  Mark: Component<{ mark: string }>
  /** the picture of something that can be drawn from the real box */
  Drawn: Component<DrawnProps<S>>
  /** what is seen on a thing drawn, where there are too many to show them all: ids of signs */
  signs?: (outcome: OutcomeSent) => readonly string[]
  /** signs explained in the game's help: marks that are catalogue keys */
  legend: readonly string[]
  /** whether the board draws this place; others become buttons in the prompt */
  draws: (place: string) => boolean
  /** replaces the server's question where the board lets the viewer decide several steps at once */
  asks?: (prompt: PhraseSent) => PhraseSent
  /** the question after a first pick */
  question?: (
    chosen: readonly string[],
    name: (place: string) => PhraseSent | null,
    pickable: ReadonlySet<string>,
  ) => PhraseSent | null
  /** catalogue key of the back button */
  back?: string
  /** the mark of a seat's piece, shown in the bar; by default a wolf's head */
  piece?: (shown: S, seat: number) => string | null
  /** the colour of a seat's pieces, for curves */
  colour?: (shown: S, seat: number) => string
  /** what a beginner should notice in the position of a seat that is asked; the guide says each kind once */
  remarks?: (shown: S, seat: number) => PhraseSent[]
  /** text under a seat's name */
  note: (shown: S, seat: number) => PhraseSent | null
  /** progress of the game: a number, and the text after it */
  progress: (shown: S) => { now: number; of: PhraseSent } | null
  /** moments to show before the next question */
  moments?: (context: MomentContext<S>) => Moment<M>[]
  /** how the turns of other players are told */
  telling?: Telling<GameEvent<S['game']>>
  /** outline of the numbers of a seat's actions, about 28 wide, centre 0,0; by default the seat's own */
  shape?: (shown: S, seat: number) => string | null
  /** events that open a chapter of the history, and its heading */
  chapter?: { opens: readonly EventKinds[S['game']][]; heading: (number: number) => PhraseSent }
  /** kinds of events highlighted in the history */
  bright?: readonly EventKinds[S['game']][]
  facts?: (shown: S, events: readonly GameEvent<S['game']>[], seats: number) => Fact[]
}
