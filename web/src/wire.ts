// Written by `python -m meute.server.typescript` from messages/ and the games' shown.py. Do not edit.

export type Phase = "lobby" | "playing" | "over";

export type SeatKind = "open" | "guest" | "here" | "bot";

/** How fast is played, in seconds. Live: a bank, and so much more for each turn; days: so much for each turn, and a
    bank beyond it. */
export interface PaceSent {
  kind: "live" | "days";
  turn: number;
  bank: number;
  vacation: boolean;
}

/** A seat's clock: what is left until it rings while it runs, else what is in its bank. */
export interface ClockSent {
  seconds: number;
  runs: boolean;
  away: boolean;
}

/** A standing order of the viewing seat's: up to an amount, else the first of its answers that is allowed. */
export interface OrderSent {
  n: number;
  kind: string;
  most: number | null;
  answers: string[];
  about: string[];
  until: "round" | "game";
}

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

/** A game on the shelf. */
export interface GameSent {
  id: string;
  fewest: number;
  most: number;
  minutes: number;
  options: OptionSent[];
  orders: string[];
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
  mine: number[];
  my_turn: boolean;
  invited: boolean;
  waiting_for: string[];
  progress: PhraseSent | null;
  changed: number;
}

/** What the home page needs. */
export interface HomeSent {
  guest: GuestSent;
  languages: string[];
  games: GameSent[];
  bots: BotSent[];
  tables: TableLineSent[];
  others: string | null;
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

/** One section of the rules page: an id, its heading, the rulebook's headings that it tells, and HTML of ours. */
export interface SectionSent {
  id: string;
  heading: string;
  printed: string[];
  html: string;
  examples: string[];
}

/** A seat at the table, for everybody. */
export interface SeatSent {
  kind: SeatKind;
  name: string;
  bot: string;
  here: boolean;
  stood_in: boolean;
  resigned: boolean;
  points: number;
  place: number;
  asked: boolean;
  thinking: boolean;
  clock: ClockSent | null;
  reserved: boolean;
}

/** Somebody who looks on, as the host is told. */
export interface SpectatorSent {
  number: number;
  name: string;
  muted: boolean;
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
  by_agreement: boolean;
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

/** Something that happened: numbered without gaps; `phrase` is missing where the viewer may not read it; `by` is the
    seat whose decision brought it, `stood_in` whether a bot took that for somebody absent. */
export interface EventSent {
  n: number;
  step: number;
  kind?: EventKind;
  seat?: number;
  phrase?: PhraseSent | null;
  by?: number;
  stood_in?: boolean;
}

/** Something said at the table. */
export interface ChatSent {
  n: number;
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
  tie: PhraseSent | null;
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

/** Where a lesson stands: what is said, and places by name. */
export interface LessonSent {
  name: string;
  number: number;
  of: number;
  teaches: string;
  step: number;
  steps: number;
  title: PhraseSent;
  tell: PhraseSent[];
  task: PhraseSent | null;
  points: string[];
  look: string[];
  find: boolean;
  waits: boolean;
  done: boolean;
  next: string;
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
  pace: PaceSent | null;
  rated: boolean;
  hints: boolean;
  seats: SeatSent[];
  spectators: SpectatorSent[];
  mine: number[];
  invited: number[];
  scene: SceneSent | null;
  ask: AskSent | null;
  undo: UndoSent | null;
  orders: OrderSent[];
  events: EventSent[];
  reset: boolean;
  era: number;
  chat: ChatSent[];
  slow: boolean;
  rematch: string;
  lesson: LessonSent | null;
  day: string;
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
  lesson: LessonSent | null;
  key: string;
}

/** Somebody came, left, or a bot thinks; or the host has slowed the chat. */
export interface SeatsSent {
  is: "seats";
  seats: SeatSent[];
  spectators: SpectatorSent[];
  slow: boolean;
}

/** The standing orders of the viewing seat. */
export interface OrdersSent {
  is: "orders";
  orders: OrderSent[];
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

/** What would have come of a decision that was not the task: shown, and already taken back. */
export interface TriedSent {
  is: "tried";
  scene: SceneSent;
  events: EventSent[];
}

/** A new table with the same people is open. */
export interface RematchSent {
  is: "rematch";
  code: string;
}

/** A row of the final score sheet, and the points that a choice earns there beyond one made at random. */
export interface AimSent {
  row: PhraseSent;
  gain: number;
}

/** A choice under advice: its share of the thinking, and how often it won, with a 95 % interval. */
export interface ProspectSent {
  choice: ChoiceSent;
  phrase: PhraseSent;
  thought: number;
  chance: number;
  low: number;
  high: number;
  aims: AimSent[];
}

/** What the alpha would play: the best choices first, by so many simulations and so many games played on. */
export interface HintSent {
  is: "hint";
  step: number;
  seat: number;
  simulations: number;
  games: number;
  choices: ProspectSent[];
  played: ProspectSent | null;
  done: string;
}

/** The question in the middle of a choice, and the table as it would lie: nothing of it has been decided. */
export interface AheadSent {
  is: "ahead";
  key: string;
  scene: SceneSent;
  ask: AskSent;
}

/** Each seat's chance of winning at a step. */
export interface PointSent {
  step: number;
  chances: number[];
}

/** Between these two steps, the chance of a seat changed most. */
export interface TurnSent {
  before: number;
  after: number;
  seat: number;
}

/** Chances over a finished game, as far as they have been counted; turning points once all of them have. */
export interface CurveSent {
  is: "curve";
  points: PointSent[];
  turns: TurnSent[];
  progress: number;
}

/** A decision that cost points: what was played before which step, what the alpha would have played, the points
    that it would have brought more, and their 95 % error. */
export interface PriceSent {
  step: number;
  played: PhraseSent;
  better: PhraseSent;
  loss: number;
  error: number;
}

/** How many points of lead chance gave, and the 95 % error. */
export interface LuckSent {
  points: number;
  error: number;
}

/** A seat's dearest decisions, as far as they have been looked at; luck at the end, where it can be told. */
export interface ReviewSent {
  is: "review";
  seat: number;
  prices: PriceSent[];
  luck: LuckSent | null;
  progress: number;
}

/** POST /api/me: how the guest wants to be called, and in which language. */
export interface MeAsked {
  name: string;
  language: string;
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
  pace?: PaceSent | null;
  rated?: boolean;
  hints?: boolean | null;
  start?: boolean;
}

/** POST /api/learn: a lesson, where it was left or from its beginning. */
export interface LearnAsked {
  game: string;
  lesson: string;
}

/** POST /api/daily: today's deal of a game, begun or left before. */
export interface DailyAsked {
  game: string;
}

/** First message of a socket: the last event number the client has (-1: none), its era, and where it looks from. */
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

/** The host changes in the lobby after how many seconds a bot stands in for an absent guest; null: never. */
export interface SetPatience {
  do: "set_patience";
  seconds: number | null;
}

/** The host changes in the lobby how fast is played; null: as slowly as everybody likes. */
export interface SetPace {
  do: "set_pace";
  pace: PaceSent | null;
}

/** The host changes in the lobby whether the game counts; then nobody is helped. */
export interface SetRated {
  do: "set_rated";
  on: boolean;
}

/** The host changes in the lobby whether the alpha may be asked for advice. */
export interface SetHints {
  do: "set_hints";
  on: boolean;
}

/** The host starts; open seats are filled by bots. */
export interface Start {
  do: "start";
}

/** A decision, or several in a row that are taken all or none: in notation, parted by spaces; the key that makes a
    repetition harmless, and the step the client saw. */
export interface Play {
  do: "play";
  seat: number;
  action: string;
  key: string;
  step: number;
  whole?: boolean;
}

/** Take my last decision back, or all from a step on that I took in one row: at once if free, else the others are
    asked. */
export interface Undo {
  do: "undo";
  seat: number;
  step?: number | null;
}

/** Answer to somebody who wants to go back; from his own seat, no: he does not want to any more. */
export interface AgreeUndo {
  do: "agree_undo";
  seat: number;
  yes: boolean;
}

/** Give the game up; with more than two, a bot goes on for the seat while other people play. */
export interface Resign {
  do: "resign";
  seat: number;
}

/** From now on, answer questions of this kind for me: up to an amount, then the first of these that is allowed. */
export interface SetOrder {
  do: "set_order";
  seat: number;
  kind: string;
  most?: number | null;
  answers?: string[];
  about?: string[];
  until?: "round" | "game";
}

/** Take a standing order of mine back. */
export interface DropOrder {
  do: "drop_order";
  seat: number;
  n: number;
}

/** Another game with the same people. */
export interface Rematch {
  do: "rematch";
}

/** The lesson from its beginning. */
export interface Again {
  do: "again";
  seat: number;
}

/** Chat. */
export interface Say {
  do: "say";
  text: string;
}

/** The host quietens somebody who looks on, lets him speak again, or sends him away. */
export interface Hush {
  do: "hush";
  spectator: number;
  how: "mute" | "unmute" | "remove";
}

/** The host lets everybody else say a line only now and then, or again as they like. */
export interface SetSlow {
  do: "set_slow";
  on: boolean;
}

/** Why can these places not be chosen, after the decisions of a choice that is half made? */
export interface AskWhy {
  do: "why";
  seat: number;
  places: string[];
  after?: string;
}

/** What would the alpha play for this seat after so many steps? One's own seat; any, once the game is over. */
export interface AskHint {
  do: "hint";
  seat: number;
  step: number;
}

/** The chances over a finished game are wanted as they are counted, or no longer wanted. */
export interface AskCurve {
  do: "curve";
  on: boolean;
}

/** My dearest decisions of a finished game, and my luck. */
export interface AskReview {
  do: "review";
  seat: number;
}

/** A code, to see whom it leads to. */
export interface CodeAsked {
  code: string;
}

/** A code that lets this device in; whether what it has comes along. */
export interface EnterAsked {
  code: string;
  bring?: boolean;
}

/** What the authenticator answered, as the browser writes it in JSON. */
export interface PasskeyAsked {
  credential: Record<string, unknown>;
  bring?: boolean;
}

/** A device or a passkey that shall open nothing any more. */
export interface DropAsked {
  what: "device" | "passkey";
  handle: string;
}

/** All that is kept of me goes; the name is typed to be sure. */
export interface DeleteAsked {
  name: string;
}

/** When I am not to be hurried: my time zone, and from which hour to which nothing is due and nothing is sent. */
export interface WishesAsked {
  zone: string;
  quiet: [number, number] | null;
}

/** My clocks of days stand still for so many days; 0: I am back. */
export interface VacationAsked {
  days: number;
}

/** A browser that wants to be told: its push service's address, its key and its secret, in base64. */
export interface PushAsked {
  endpoint: string;
  key: string;
  auth: string;
}

/** A browser that wants to be told no longer. */
export interface PushDropAsked {
  endpoint: string;
}

/** Where the list of the day may go; a mail asks first. */
export interface AddressAsked {
  address: string;
}

/** An open seat is kept for somebody I have played with. */
export interface InviteAsked {
  seat: number;
  person: string;
}

/** I do not want to read somebody (mute) or to meet him (shut); or again. By a chat line, or as one of mine. */
export interface ShutAsked {
  how: "mute" | "shut";
  on?: boolean;
  person?: string;
  code?: string;
  line?: number;
}

/** A chat line that the operator should read. */
export interface ReportAsked {
  line: number;
}

/** One of my devices. */
export interface DeviceSent {
  handle: string;
  label: string;
  seen: number;
  this: boolean;
}

/** One of my passkeys. */
export interface PasskeySent {
  handle: string;
  label: string;
  used: number;
}

/** What I can come in with. */
export interface MeSent {
  guest: GuestSent;
  devices: DeviceSent[];
  passkeys: PasskeySent[];
  can_passkey: boolean;
  recovery: number;
  zone: string;
  quiet: [number, number] | null;
  away_until: number | null;
  vacation: number;
  push_key: string | null;
  pushes: number;
  can_mail: boolean;
  mail: string;
  mail_on: boolean;
}

/** How strong I seem in a game; without a number until enough games were rated. */
export interface RatingSent {
  game: string;
  rating: number | null;
  games: number;
}

/** A finished game of mine. */
export interface PlayedSent {
  code: string;
  game: string;
  names: string[];
  place: number;
  points: number;
  rated: boolean;
  at: number;
}

/** Somebody I have played with. */
export interface CompanionSent {
  person: string;
  name: string;
  games: number;
  muted: boolean;
  shut: boolean;
}

/** My ratings, my finished games, and with whom I played. */
export interface AroundSent {
  ratings: RatingSent[];
  history: PlayedSent[];
  companions: CompanionSent[];
}

/** A code that lets one more device in. */
export interface CarrySent {
  code: string;
  seconds: number;
}

/** Whom a code leads to, and what this device would bring along. */
export interface CarriedSent {
  guest: GuestSent;
  games: number;
  same: boolean;
}

/** Recovery codes, shown once. */
export interface RecoverySent {
  codes: string[];
}

/** This device goes on as somebody. */
export interface EnteredSent {
  guest: GuestSent;
  recovery: number;
}

/** It is done. */
export interface DoneSent {
}

/** A lesson or puzzle on the shelf, and how far the guest is with it. */
export interface LessonLineSent {
  game: string;
  kind: "lesson" | "puzzle";
  name: string;
  title: PhraseSent;
  teaches: string;
  begun: boolean;
  done: boolean;
}

/** GET /api/learn: all lessons and puzzles, each game's in their order. */
export interface LearnSent {
  lessons: LessonLineSent[];
}

/** A day's deal of a game: one's own table, and how one did among so many who have finished. */
export interface DailyLineSent {
  game: string;
  code: string;
  done: boolean;
  points: number;
  players: number;
  beaten: number | null;
}

/** GET /api/daily: today's deals. */
export interface DailySent {
  day: string;
  games: DailyLineSent[];
}

/** GET /api/examples/{game}/{name}: a table of the rulebook's, or that at the end of a lesson, and what is said. */
export interface ExampleSent {
  lesson: string;
  title: PhraseSent | null;
  tell: PhraseSent[];
  seats: string[];
  own: boolean;
  scene: SceneSent;
}

export type FromServer = TableSent | NewsSent | SeatsSent | OrdersSent | SaidSent | RefusedSent | WhySent | AheadSent | TriedSent | RematchSent | HintSent | CurveSent | ReviewSent;

export type FromClient = Claim | Leave | SetSeat | SetOption | SetPatience | SetPace | SetRated | SetHints | Hello | Sit | Start | Play | Undo | AgreeUndo | Resign | SetOrder | DropOrder | Rematch | Again | Say | Hush | SetSlow | AskWhy | AskHint | AskCurve | AskReview;

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

/** One card of a shape as it is drawn. */
export interface AventureShapeCell {
  row: number;
  col: number;
  icon: string;
}

/** An Objective: its kind, its points (each time, or once), and what it asks for. */
export interface AventureGoalFace {
  kind: string;
  points: number;
  each: boolean;
  cells: AventureShapeCell[];
  icon: string;
  pair: string[];
  left: string[];
  right: string[];
}

/** A card on the side it lies on: `h29` a Story with its icons, `o29` an Objective; and the marker on it. */
export interface AventureCardShown {
  card: string;
  icons: string[];
  goal: AventureGoalFace | null;
  mark: string;
  extra: string;
}

/** A place of the market; `back` is what this seat has seen behind the card. */
export interface AventurePlaceShown {
  place: string;
  side: string;
  card: AventureCardShown | null;
  back: AventureCardShown | null;
  guarded: boolean;
}

/** The deck: how many cards, the visible Story, its back where it may be looked at, cards known to follow, and those
    that are searched, with their backs. */
export interface AventureDeckShown {
  place: string;
  cards: number;
  shown: AventureCardShown | null;
  back: AventureCardShown | null;
  known: AventureCardShown[];
  under: AventureCardShown[];
  search: AventureCardShown[];
  search_backs: AventureCardShown[];
}

/** What a placement would change for one Objective, by its place. */
export interface AventureGainShown {
  place: string;
  gain: number;
}

/** A cell within reach of a grid; `gain` is what the card in hand would add there. */
export interface AventureCellShown {
  place: string;
  cell: string;
  row: number;
  col: number;
  card: AventureCardShown | null;
  legal: boolean;
  gain: number;
  gains: AventureGainShown[];
}

/** The live score of an Objective: how often, or how many against how many, and the cards that it counts. */
export interface AventureGoalShown {
  place: string;
  card: string;
  kind: string;
  points: number;
  earned: number;
  times: number;
  left: number;
  right: number;
  cells: string[];
}

/** Points of the variant: the rule, what it speaks of, and the amount. */
export interface AventureExtraShown {
  rule: string;
  name: string;
  earned: number;
}

/** A player's grid, how far it may still grow, and its live score. */
export interface AventureGridShown {
  seat: number;
  cards: number;
  rows_left: number;
  columns_left: number;
  cells: AventureCellShown[];
  goals: AventureGoalShown[];
  extras: AventureExtraShown[];
  points: number;
  icons: number[];
  aside: AventureCardShown | null;
  borrowed: string;
  passes: boolean;
}

/** The frequency help: an icon on all Stories, in grids, lost behind Objectives, and what is left. */
export interface AventureIconShown {
  icon: string;
  total: number;
  placed: number;
  lost: number;
  left: number;
}

/** A Power on the table: when it is used, who has used it, and whether this seat still has it and may use it now. */
export interface AventurePowerShown {
  place: string;
  power: string;
  when: string[];
  used: number[];
  available: boolean;
  now: boolean;
}

/** The table of Mon Aventure as one seat sees it. */
export interface AventureShown {
  game: "aventure";
  turn: number;
  turns: number;
  mover: number;
  market: AventurePlaceShown[];
  deck: AventureDeckShown;
  hand: AventureCardShown | null;
  grids: AventureGridShown[];
  frequency: AventureIconShown[];
  permanent: string;
  choice: string[];
  powers: AventurePowerShown[];
}

/** A piece on the map or on the calendar; `owner` is a seat, or the number of seats for the phantom pack. */
export interface ClanPieceShown {
  place: string;
  owner: number;
  kind: string;
}

/** A space: axial coordinates, ground, printed symbol, token still there, pieces. */
export interface ClanSpaceShown {
  place: string;
  id: string;
  q: number;
  r: number;
  ground: string;
  region: string;
  symbol: string;
  token: string;
  tokens: number;
  pieces: ClanPieceShown[];
}

/** What one pack has in a region. */
export interface ClanControlShown {
  owner: number;
  points: number;
  alphas: number;
}

/** A board: region tokens with the top one first, prey, control, and who leads by how much. */
export interface ClanRegionShown {
  place: string;
  id: string;
  board: number;
  turned: boolean;
  scores: boolean;
  moons: string[];
  first: number;
  second: number;
  next: boolean;
  prey: string;
  control: ClanControlShown[];
  leader: number;
  lead: number;
  lead_alphas: number;
}

/** A terrain tile with both faces. */
export interface ClanTileShown {
  place: string;
  up: string;
  behind: string;
  home: boolean;
}

/** A track: what each step shows, and how many pieces have been taken from it (or put on it). */
export interface ClanTrackShown {
  place: string;
  id: string;
  values: number[];
  bonuses: string[];
  points: number[];
  kinds: string[];
  taken: number;
  value: number;
  score: number;
}

/** A personal board. */
export interface ClanPackShown {
  seat: number;
  faction: string;
  tiles: ClanTileShown[];
  tracks: ClanTrackShown[];
  prey: string[];
  terrain_tokens: number;
  terrain_place: string;
  action_tokens: number;
  won: string[];
  points: number;
  score: number;
  alphas: number;
  packs: number;
  dens: number;
  lairs: number;
}

/** A date on which regions are scored; `left` dates are still to be covered. */
export interface ClanScoringShown {
  moon: string;
  date: number;
  left: number;
  done: boolean;
  regions: string[];
}

/** The lunar calendar. */
export interface ClanCalendarShown {
  rows: number[];
  pieces: ClanPieceShown[];
  scorings: ClanScoringShown[];
}

/** An action button: its cost, and why it cannot be used now ("" if it can). */
export interface ClanActShown {
  place: string;
  id: string;
  cost: number;
  why: string;
}

/** The spaces that one wolf could go to, with the terrain that would be paid. */
export interface ClanReachShown {
  wolf: string;
  spaces: string[];
}

/** One pack in a region that was scored. */
export interface ClanResultShown {
  owner: number;
  points: number;
  alphas: number;
  gained: number;
}

/** A region of the last scoring. */
export interface ClanScoredShown {
  region: string;
  moon: string;
  packs: ClanResultShown[];
}

/** What is going on: the action, what has been chosen and paid, who flees. */
export interface ClanNowShown {
  seat: number;
  step: string;
  number: number;
  most: number;
  action: string;
  wolf: string;
  space: string;
  terrain: string;
  left: number;
  fleeing: ClanPieceShown | null;
}

/** The table of Le Clan des Loups as one seat sees it. */
export interface ClanShown {
  game: "clan";
  turns: number;
  first: number;
  active: number;
  phantom: number;
  factions: string[];
  spaces: ClanSpaceShown[];
  regions: ClanRegionShown[];
  packs: ClanPackShown[];
  calendar: ClanCalendarShown;
  acts: ClanActShown[];
  stop: string;
  end: string;
  reach: ClanReachShown[];
  now: ClanNowShown | null;
  last: ClanScoredShown[];
}

/** One thing that a card could do: where, the points at once, the rank there, and the next general scoring. */
export interface WildlifeUseShown {
  action: string;
  name: string;
  cell: string;
  origin: string;
  cells: string[];
  points: number;
  rank: number;
  rank_after: number;
  scoring: number;
  food: number;
}

/** A cell of the island. */
export interface WildlifeCellShown {
  place: string;
  id: string;
  column: number;
  row: number;
  terrain: string;
  territory: string;
  piece: number;
  species: string;
  colony: number;
}

/** A territory: who stands there, and what a general scoring would give. */
export interface WildlifeTerritoryShown {
  id: string;
  terrain: string;
  kind: string;
  cells: string[];
  free: string[];
  pieces: number[];
  points: number[];
  leaders: number[];
  full: boolean;
  marked: boolean;
}

/** One terrain on a species board. */
export interface WildlifeLevelShown {
  place: string;
  terrain: string;
  level: string;
  number: number;
  start: number;
  tokens: number;
}

/** Ability cards of one type before a player: how many, and how many can still be used in this turn. */
export interface WildlifeAbilityShown {
  id: string;
  number: number;
  ready: number;
}

/** A card in hand. */
export interface WildlifeCardShown {
  place: string;
  card: string;
}

/** A card laid out in this turn: unused, played, on sale or sold. */
export interface WildlifeLaidShown {
  place: string;
  card: string;
  state: string;
}

/** One player's board, stock, food and points. */
export interface WildlifePlayerShown {
  place: string;
  seat: number;
  species: string;
  age: number;
  score: number;
  food: number;
  stock: number;
  pieces: number;
  lost: number;
  held: number;
  hand: WildlifeCardShown[];
  levels: WildlifeLevelShown[];
  tokens: number;
  abilities: WildlifeAbilityShown[];
  largest_colony: number;
  forecast: number;
}

/** A space of the territory track; the purple ones open a general scoring. */
export interface WildlifeMarkerShown {
  number: number;
  points: number;
  purple: boolean;
  taken: boolean;
}

/** A colony, its rank and what it would earn. */
export interface WildlifeColonyShown {
  seat: number;
  size: number;
  rank: number;
  points: number;
  cells: string[];
}

/** Ability cards of one type beside the board. */
export interface WildlifeSupplyShown {
  place: string;
  id: string;
  number: number;
}

/** Adaptation tokens of one terrain beside the board: move, reproduce, attack. */
export interface WildlifeTokensShown {
  terrain: string;
  left: number[];
}

/** One bidder, in speaking order. */
export interface WildlifeBidderShown {
  seat: number;
  bid: number;
  highest: boolean;
  speaks: boolean;
  passed: boolean;
}

/** A bid that the viewer may make: the food left after it, and the points it costs if food is short. */
export interface WildlifeRaiseShown {
  place: string;
  price: number;
  left: number;
  points: number;
}

/** The auction of a card, or of the right to choose a species ("" as card). */
export interface WildlifeSaleShown {
  card: string;
  seller: number;
  price: number;
  highest: number;
  speaker: number;
  fixed: boolean;
  bidders: WildlifeBidderShown[];
  raises: WildlifeRaiseShown[];
  uses: WildlifeUseShown[];
}

/** A card being carried out. */
export interface WildlifeDeedShown {
  seat: number;
  card: string;
  stands_for: string;
  bought: boolean;
  uses: WildlifeUseShown[];
}

/** An attack, or a swap with the piece lifted from a cell, that waits for an answer. */
export interface WildlifeAssaultShown {
  seat: number;
  victim: number;
  cell: string;
  lifted: string;
}

/** One line of a general scoring. */
export interface WildlifeScoringRowShown {
  seat: number;
  rule: string;
  points: number;
  territory: string;
  cell: string;
  pieces: number;
}

/** A species board that nobody has yet. */
export interface WildlifeBoardShown {
  place: string;
  species: string;
  levels: number[];
  age: number;
}

/** The table of Wildlife as one seat sees it. */
export interface WildlifeShown {
  game: "wildlife";
  phase: string;
  order: number[];
  active: number;
  first: number;
  turn: number;
  cells: WildlifeCellShown[];
  territories: WildlifeTerritoryShown[];
  players: WildlifePlayerShown[];
  colonies: WildlifeColonyShown[];
  markers: WildlifeMarkerShown[];
  next_points: number;
  next_scoring: number;
  scoring_due: boolean;
  scoring_steps: string[];
  food_points: number;
  supply: WildlifeSupplyShown[];
  tokens: WildlifeTokensShown[];
  boards: WildlifeBoardShown[];
  deck: number;
  discards: string[];
  laid: WildlifeLaidShown[];
  must_sell: boolean;
  only_intelligence: boolean;
  free_move: boolean;
  cards_left: number;
  to_place: number;
  sale: WildlifeSaleShown | null;
  deed: WildlifeDeedShown | null;
  assault: WildlifeAssaultShown | null;
  lifted: string;
  buttons: string[];
  last_scoring: WildlifeScoringRowShown[];
}

/** A wolf of the pack, where it lies and what it is worth there; `tokens` by phase: 0 for none, -2 for one that lies
    face down, -1 where nobody else knows whether one lies there. */
export interface TracesWolfShown {
  place: string;
  owner: number;
  colour: string;
  letter: string;
  sex: string;
  role: string;
  row: number;
  strength: number;
  zone: string;
  renown: number;
  points: number;
  tokens: number[];
}

/** One of a player's three cards: in the pack, in the hand, among the pups, or one of the last two ("away"). */
export interface TracesCardShown {
  place: string;
  letter: string;
  sex: string;
  where: string;
}

/** A player: colour, cards, points by rule, pups, what was pledged and voted, and whether an answer is awaited. */
export interface TracesPlayerShown {
  colour: string;
  points: number;
  rules: Record<string, number>;
  cards: TracesCardShown[];
  held: number;
  pups: number;
  pledge: string;
  effort: string;
  ballot: string;
  ready: boolean;
}

/** A large prey that lies open. */
export interface TracesPreyShown {
  place: string;
  kind: string;
  copies: number;
  black: number;
  green: number;
  red: number;
  food: number;
  hunted: boolean;
}

/** A box of the board: its token, 0 for none, `open` if a token may lie there this year. */
export interface TracesCellShown {
  place: string;
  phase: string;
  token: number;
  open: boolean;
  now: boolean;
}

/** A wolf's row on the board: its strength, what its tokens cost, and what those still to be turned will leave. */
export interface TracesRowShown {
  letter: string;
  wolf: string;
  sex: string;
  playing: boolean;
  strength: number;
  cost: number;
  rest: number;
  cells: TracesCellShown[];
}

/** A token with its spirals; free while it lies beside the board. */
export interface TracesTokenShown {
  place: string;
  value: number;
  spirals: number;
  free: boolean;
}

/** The viewing player's board. */
export interface TracesBoardShown {
  rows: TracesRowShown[];
  tokens: TracesTokenShown[];
}

/** The column on the table: its tokens in the order of play, their sum, and the numbers it is measured against. */
export interface TracesPhaseShown {
  phase: string;
  sum: number;
  boldest: string;
  order: string[];
  needed: number[];
  outcome: string;
}

/** The solitary hunt: the row, how many cards are left, who hunts now and what the others caught. */
export interface TracesGameShown {
  row: string[];
  left: number;
  hunter: string;
  caught: Record<string, string>;
}

/** One side of a duel: the hand only for its player. */
export interface TracesFighterShown {
  wolf: string;
  seat: number;
  score: number;
  start: number;
  held: number;
  hand: number[];
  played: number[];
  last: number;
  ready: boolean;
}

/** The rank fights: whose turn, who is attacked, and the duel when there is one. */
export interface TracesFightShown {
  sex: string;
  attacker: string;
  target: string;
  order: string[];
  submitted: string[];
  duel: TracesFighterShown[];
}

/** A colour that can be played, and the sexes of its wolves A, B, C. */
export interface TracesFamilyShown {
  place: string;
  sexes: string[];
}

/** The table of Traces de Loups as one seat sees it. */
export interface TracesShown {
  game: "traces";
  year: number;
  phase: string;
  wheel: string[];
  target: number;
  life_span: boolean;
  ended: string;
  pack: TracesWolfShown[];
  pups: number;
  pup_needs: number;
  spirals: number[];
  game_strength: Record<string, number>;
  hunted: string;
  prey: TracesPreyShown[];
  prey_pile: number;
  players: TracesPlayerShown[];
  board: TracesBoardShown | null;
  now: TracesPhaseShown | null;
  hunt: TracesGameShown | null;
  fight: TracesFightShown | null;
  young: string[];
  candidate: string;
  answer: string[];
  colours: string[];
  families: TracesFamilyShown[];
  levels: string[];
  howl: number[];
  years: number[][];
}

export type Shown = TerresShown | AventureShown | ClanShown | WildlifeShown | TracesShown;

/** What may happen in each game. */
export interface EventKinds {
  terres: "token_laid" | "claw_laid" | "dealt" | "goes_first" | "leads" | "follows" | "cannot_follow" | "reveals" | "wins" | "turns_lone" | "no_claw_left" | "takes" | "takes_hidden" | "places" | "places_on_border" | "no_slot_left" | "wolf_joins" | "no_room" | "token_turned" | "full_moon" | "red_moon" | "ends" | "claw_stays" | "tie_broken" | "tie_stands";
  aventure: "market_laid" | "deck_shows" | "goes_first" | "permanent_laid" | "power_laid" | "takes" | "takes_deck" | "takes_aside" | "places" | "replaces" | "replaces_turned" | "not_replaced" | "passes" | "ends" | "looks_at_deck" | "looks_at_market" | "uses" | "turns_over" | "swaps" | "moves" | "slides" | "slips_under" | "sets_aside" | "digs_up" | "marks" | "adds_icon" | "scores_bonus" | "guards" | "borrows" | "diverts" | "barters" | "trades" | "chooses";
  clan: "region_laid" | "prey_laid" | "moon_laid" | "takes_colour" | "goes_first" | "starts_at" | "flips" | "uses_home" | "spends_terrain" | "spends_action" | "stays" | "moves" | "flees" | "builds" | "transforms" | "howls" | "dominates" | "gains_terrain" | "gains_action" | "supply_empty" | "dated" | "hunts" | "moon_rises" | "region_won" | "region_second" | "region_tied" | "region_empty" | "region_phantom" | "seconds_tied" | "ends" | "turn_begins" | "phantom_second" | "phantom_tied";
  wildlife: "speaks_first" | "bids_for_board" | "passes_board" | "pays_for_board" | "gets_species" | "sits_down" | "goes_first" | "gets_arrow" | "dealt" | "settles" | "turn" | "gathers" | "lays" | "uses" | "stands_for" | "declines" | "places" | "moves" | "leaps" | "attacks" | "wants_swap" | "defends" | "eliminated" | "swaps" | "adapts" | "takes" | "takes_from" | "finds_food" | "shares_food" | "epidemic_takes" | "starves" | "trades" | "offers" | "bids" | "passes" | "unsold" | "steps_back" | "buys" | "fills" | "no_marker" | "scoring_due" | "last_placed" | "reshuffled" | "draws" | "scoring" | "scores_territory" | "scores_colony" | "scores_adaptation" | "scores_abilities" | "scores_food" | "new_first" | "ends" | "falls_back";
  traces: "colour_taken" | "first_sealed" | "one_sex" | "wolf_turned" | "prey_turned" | "pile_shuffled" | "year_begins" | "litter" | "adds_pups" | "pups_sealed" | "pledge_sealed" | "pledges" | "ballot_sealed" | "votes" | "abstains" | "prey_voted" | "no_majority" | "prey_decided" | "only_prey" | "plan_sealed" | "phase_begins" | "shows" | "dies" | "new_alpha" | "raised" | "pup_dies" | "recognised" | "enough_renown" | "rehabilitated" | "game_turned" | "catches" | "game_gone" | "starves" | "killed" | "killed_at_cost" | "escaped_with_wound" | "escaped" | "wounded" | "pups_eat" | "eats" | "excluded" | "howled" | "prey_lost" | "no_prey_left" | "holds_back" | "attacks" | "faces" | "submits" | "cannot_fight" | "card_dealt" | "card_sealed" | "exchange" | "hit" | "broken" | "wins" | "drawn" | "swaps" | "loses_renown" | "falls" | "stands_in" | "scores_rank" | "scores_renown" | "ages" | "pays_deaths" | "pays_exclusions" | "grows_up" | "departure_sealed" | "leaves_in_pair" | "leaves_alone" | "stays" | "asks_to_join" | "stays_out" | "permission_sealed" | "allows" | "refuses" | "joins" | "not_admitted" | "total" | "reaches_target" | "pack_dies_out" | "no_renown";
}

export type EventKind = "resigns" | EventKinds[keyof EventKinds];
