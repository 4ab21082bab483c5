// Written by `python -m meute.server.typescript` from wire.py and the games' show.py. Do not edit.

export type Phase = "lobby" | "playing" | "over";

export type SeatKind = "open" | "guest" | "here" | "bot";

/** A sentence before it has words; the page says it in the reader's language. */
export interface PhraseSent {
  key: string;
  gaps?: Record<string, string | number | PhraseSent>;
  mark?: string;
}

/** Who is looking: no account, a name and a cookie. */
export interface GuestSent {
  name: string;
  language: string;
}

/** POST /api/me: how the guest wants to be called, and in which language. */
export interface MeAsked {
  name: string;
  language: string;
}

/** The code of a table: the answer to making one, to a short code and to an uploaded record. */
export interface CodeSent {
  code: string;
}

/** A variant or ruling: its values, or the limits of its number. */
export interface OptionSent {
  name: string;
  values: string[];
  default: string;
  low: number | null;
  high: number | null;
}

/** A game on the shelf; `ready` is false while it cannot be played on the page yet. */
export interface GameSent {
  id: string;
  ready: boolean;
  fewest: number;
  most: number;
  minutes: number;
  options: OptionSent[];
}

/** A computer player. */
export interface BotSent {
  name: string;
  strength: number;
}

/** One of my games, in a list. */
export interface TableLineSent {
  code: string;
  game: string;
  phase: Phase;
  seats: string[];
  my_turn: boolean;
  waiting_for: string[];
  progress: PhraseSent | null;
  changed: number;
}

/** What the home page needs. */
export interface HomeSent {
  guest: GuestSent;
  games: GameSent[];
  bots: BotSent[];
  tables: TableLineSent[];
}

/** A part of the box, and where its figures come from. */
export interface SourceSent {
  part: string;
  source: "printed" | "found" | "reconstructed";
}

/** The rules of a game in our own words, as sections, and the note about its box. */
export interface RulesSent {
  game: string;
  language: string;
  sections: SectionSent[];
  sources: SourceSent[];
}

/** One section of the rules page: an id for links, a heading, and HTML of ours. */
export interface SectionSent {
  id: string;
  heading: string;
  html: string;
}

/** A seat as the host wants it. */
export interface SeatAsked {
  kind: SeatKind;
  name?: string;
  bot?: string;
}

/** POST /api/tables: a new table. */
export interface TableAsked {
  game: string;
  seats: SeatAsked[];
  options?: Record<string, string>;
  position?: string;
  patience?: number | null;
  start?: boolean;
}

/** A seat at the table, for everybody. */
export interface SeatSent {
  kind: SeatKind;
  name: string;
  bot: string;
  here: boolean;
  stood_in: boolean;
  points: number;
  place: number;
  asked: boolean;
  thinking: boolean;
}

/** A legal action: its text in notation, and the places it is chosen by, in order. */
export interface ChoiceSent {
  text: string;
  places: string[];
}

/** What the viewing seat may do now. */
export interface AskSent {
  choices: ChoiceSent[];
  names: Record<string, PhraseSent>;
}

/** Whether the viewing seat may undo, and if not, why. */
export interface UndoSent {
  free: boolean;
  why: string;
  asked_by: number | null;
}

/** A line of the score sheet. */
export interface RowSent {
  seat: number;
  rule: string;
  amount: number;
  where: number;
  piece: number;
}

/** Something that happened: numbered without gaps; `phrase` is missing where the viewer may not read it. */
export interface EventSent {
  n: number;
  step: number;
  kind?: string;
  seat?: number;
  phrase?: PhraseSent | null;
}

/** Something said at the table. */
export interface ChatSent {
  name: string;
  seat: number;
  text: string;
  at: number;
}

/** How the game ended. */
export interface ResultSent {
  reason: string;
  points: number[];
  places: number[];
}

/** The table at one moment, as one seat (or a spectator: -1) sees it. */
export interface SceneSent {
  step: number;
  steps: number;
  seat: number;
  shown: Shown;
  prompt: PhraseSent;
  asked: number[];
  points: number[];
  rows: RowSent[];
  result: ResultSent | null;
}

/** The whole table for one connection: after hello, sitting elsewhere or undo, and whenever the lobby changes. */
export interface TableSent {
  is: "table";
  code: string;
  word: string;
  game: string;
  options: Record<string, string>;
  phase: Phase;
  host: boolean;
  patience: number | null;
  seats: SeatSent[];
  mine: number[];
  scene: SceneSent | null;
  ask: AskSent | null;
  undo: UndoSent | null;
  events: EventSent[];
  reset: boolean;
  era: number;
  chat: ChatSent[];
  rematch: string;
  position_link: boolean;
}

/** What changed by a move: new events and the scene after them. */
export interface NewsSent {
  is: "news";
  seats: SeatSent[];
  phase: Phase;
  scene: SceneSent;
  ask: AskSent | null;
  undo: UndoSent | null;
  events: EventSent[];
  key: string;
}

/** Somebody came, left, or a bot thinks. */
export interface SeatsSent {
  is: "seats";
  seats: SeatSent[];
}

/** One chat line. */
export interface SaidSent {
  is: "said";
  line: ChatSent;
}

/** A message that was not acted on: a reason code, a sentence, and the rulebook heading if there is one. */
export interface RefusedSent {
  is: "refused";
  code: string;
  phrase: PhraseSent;
  heading: string;
  key: string;
}

/** The answer to "Pourquoi pas ?". */
export interface WhySent {
  is: "why";
  places: string[];
  phrase: PhraseSent;
  heading: string;
}

/** A new table with the same people is open. */
export interface RematchSent {
  is: "rematch";
  code: string;
}

/** First message of a socket: the last event number the client has (-1: none) and its era, and where it looks from. */
export interface Hello {
  do: "hello";
  last?: number;
  era?: number;
  seat?: number | null;
}

/** Look from one of my seats (hotseat, after the curtain), or from the rail (-1). */
export interface Sit {
  do: "sit";
  seat: number;
}

/** Take an open seat. */
export interface Claim {
  do: "claim";
  seat: number;
  name: string;
}

/** Give my seat up in the lobby. */
export interface Leave {
  do: "leave";
  seat: number;
}

/** The host changes a seat in the lobby; `seats` may grow or shrink within the game's limits. */
export interface SetSeat {
  do: "set_seat";
  seat: number;
  to: SeatAsked | null;
}

/** The host changes an option in the lobby. */
export interface SetOption {
  do: "set_option";
  name: string;
  value: string;
}

/** The host starts; open seats are filled by bots. */
export interface Start {
  do: "start";
}

/** A decision: notation, the key that makes a repetition harmless, and the step the client saw. */
export interface Play {
  do: "play";
  seat: number;
  action: string;
  key: string;
  step: number;
}

/** Take my last decision back: at once if free, else the others are asked. */
export interface Undo {
  do: "undo";
  seat: number;
}

/** Answer to somebody who wants to go back. */
export interface AgreeUndo {
  do: "agree_undo";
  seat: number;
  yes: boolean;
}

/** Give the game up. */
export interface Resign {
  do: "resign";
  seat: number;
}

/** Another game with the same people. */
export interface Rematch {
  do: "rematch";
}

/** Chat. */
export interface Say {
  do: "say";
  text: string;
}

/** Why can these places not be chosen? */
export interface AskWhy {
  do: "why";
  seat: number;
  places: string[];
}

export type FromServer = TableSent | NewsSent | SeatsSent | SaidSent | RefusedSent | WhySent | RematchSent;

export type FromClient = Hello | Sit | Claim | Leave | SetSeat | SetOption | Start | Play | Undo | AgreeUndo | Resign | Rematch | Say | AskWhy;

/** A dotted slot: the territories it touches and the claw in it ("" if none). */
export interface TerresSlotShown {
  place: string;
  grounds: string[];
  claw: string;
}

/** One side of a territory. */
export interface TerresSideShown {
  cards: string[];
  lone: string[];
  stray: number;
  force: number;
}

/** A territory: what lies in its middle and on both sides. */
export interface TerresGroundShown {
  id: string;
  colour: string;
  token: number;
  centre: string[];
  cards: number;
  capacity: number;
  moon: string;
  leader: number;
  sides: TerresSideShown[];
}

/** The trick on the table. */
export interface TerresTrickShown {
  leader: number;
  led: string;
  led_on: string;
  followed: string;
  followed_on: string;
  claw: string;
}

/** A hand: its cards as far as they are seen, and for each card whether it would win the trick now. */
export interface TerresHandShown {
  cards: string[];
  wins: string[];
  held: number;
  voids: string[];
}

/** The table of Terres de Loups as one seat sees it. */
export interface TerresShown {
  game: "terres";
  trick: number;
  tricks: number;
  leader: number;
  trump: string;
  full_moon_points: number;
  red_moon_points: number;
  grounds: TerresGroundShown[];
  slots: TerresSlotShown[][];
  hands: TerresHandShown[];
  now: TerresTrickShown | null;
}

export type Shown = TerresShown;
