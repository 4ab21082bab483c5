/** What a game brings to the table; see docs/boards.md. */
import type { Component } from 'svelte'
import type { Moment } from '../lib/moments.svelte'
import type { EventKinds, EventSent, PhraseSent, SceneSent, SeatSent, Shown } from '../wire'

/** Choosing, without knowing what is chosen. */
export interface Play {
  /** the viewer plays here and now: places are buttons */
  active: boolean
  /** he is asked something */
  asked: boolean
  chosen: readonly string[]
  /** may be chosen next */
  lit: (place: string) => boolean
  /** may be chosen instead of something chosen */
  open: (place: string) => boolean
  /** whether the question is about places that begin like this */
  about: (prefix: string) => boolean
  /** chooses it, or asks why it cannot be chosen */
  pick: (place: string) => void
  /** the place that a lesson points at; "" for none */
  pointed: string
  /** a lesson asks for each decision on its own: nothing is drawn up to be taken at once */
  single: boolean
  /** takes several decisions at once, in notation: all of them or none */
  row: (actions: readonly string[]) => void
  /** asks why the last of these places could not be chosen, after the others at this question and the next ones */
  why: (places: readonly string[]) => void
  /** spoken name, if the place can be chosen */
  name: (place: string) => string | null
  /** whether the last event speaks of this thing */
  last: (mark: string) => boolean
  /** says in the prompt what is pointed at; "" for nothing */
  tell: (text: string) => void
  /** tells a moment once more, until the viewer goes on */
  again: (moment: Moment) => void
}

export interface BoardProps<S extends Shown = Shown, M = unknown> {
  scene: SceneSent
  shown: S
  seats: readonly SeatSent[]
  /** the viewer's own seat, which is not always the one looked from; -1: a spectator */
  me: number
  /** what can be told up to the moment shown, the first thing first */
  told: readonly EventSent[]
  /** what is being told before the next question, of what `moments` has staged */
  moment: Moment<M> | null
  play: Play
  phone: boolean
}

/** What has happened, for a board that stages some of it. */
export interface Staging<S extends Shown = Shown> {
  /** the new events, and all with them */
  events: readonly EventSent[]
  told: readonly EventSent[]
  before: S | null
  after: S
  me: number
}

export interface SheetProps<S extends Shown = Shown> {
  scene: SceneSent
  shown: S
  seats: readonly SeatSent[]
  me: number
  /** the seats as their columns stand */
  order: readonly number[]
  phone: boolean
  /** says how a row adds up */
  onsum: (text: string) => void
}

/** A short figure on the score sheet, one number per seat. */
export interface Fact {
  label: PhraseSent
  values: number[]
}

/** A board; the shell knows only when a table is open which game it is of, and passes on what that game shows. */
export interface GameBoard<S extends Shown = any, M = any> {
  /** wide: own area below the board; tall: in a rail beside it */
  layout: 'wide' | 'tall'
  Board: Component<BoardProps<S, M>>
  Own: Component<BoardProps<S, M>>
  /** rows of the score sheet; without it they are listed by rule */
  Sheet?: Component<SheetProps<S>>
  /** how the sheet lies: things in rows with a cell for each seat (the usual), two sides with the thing between them, or
   * a column for each seat; the totals stand below accordingly */
  sheet?: 'rows' | 'sides' | 'columns'
  /** the sign of a thing that a sentence names */
  Mark: Component<{ mark: string }>
  /** the signs of this game, explained in its help: marks, which are keys of its catalogue as well */
  legend: readonly string[]
  /** whether the board draws this place; others become buttons in the prompt */
  draws: (place: string) => boolean
  /** a question of the game as the page asks it, where it lets the viewer do more at once than the rules' next step */
  asks?: (prompt: PhraseSent) => PhraseSent
  /** the question after something was chosen, and what may be chosen next */
  question?: (chosen: readonly string[], name: (place: string) => PhraseSent | null, lit: ReadonlySet<string>) => PhraseSent | null
  /** key of the words on the way back */
  back?: string
  /** the mark of a seat's own piece, by which it is known on the board; without one, a wolf's head */
  piece?: (shown: S, seat: number) => string | null
  /** the colour of a seat's pieces, for its line on curves */
  colour?: (shown: S, seat: number) => string
  /** words under a seat's name */
  note: (shown: S, seat: number) => PhraseSent | null
  /** how far the game is: the number, and the words after it */
  progress: (shown: S) => { now: number; of: PhraseSent } | null
  /** what is told, one moment after the other, before the next question comes */
  moments?: (staging: Staging<S>) => Moment<M>[]
  /** the events that open a chapter of the history, and its heading */
  chapter?: { opens: readonly EventKinds[S['game']][]; heading: (number: number) => PhraseSent }
  /** kinds of events that stand out in the history */
  bright?: readonly EventKinds[S['game']][]
  facts?: (shown: S, events: readonly EventSent[], seats: number) => Fact[]
}
