// Written by `python -m meute.server.typescript` from messages/ and the games' show_types.py. Do not edit.

export type Phase = "lobby" | "playing" | "over";

export type SeatKind = "open" | "guest" | "here" | "bot";

/** Time control in seconds. live: a `bank`, plus `turn` for each turn; days: `turn` for each turn, then a `bank`. */
export interface PaceSent {
  kind: "live" | "days";
  turn: number;
  bank: number;
  vacation: boolean;
}

/** A seat's clock: the time left if it runs, else the time in its bank. */
export interface ClockSent {
  seconds: number;
  runs: boolean;
  away: boolean;
  out: boolean;
}

/** A standing order (automatic answer) of the viewing seat: any amount up to `most`, or the first legal answer. */
export interface OrderSent {
  n: number;
  kind: string;
  most: number | null;
  answers: string[];
  about: string[];
  until: "auction" | "round" | "game";
}

/** A text to translate: catalogue key, placeholder values (`gaps`), and the id of the thing it names (`mark`). */
export interface PhraseSent {
  key: string;
  gaps?: Record<string, string | number | PhraseSent>;
  mark?: string;
}

/** The current guest: name and language. */
export interface GuestSent {
  name: string;
  language: string;
}

/** The code of a table: the answer to a new table, a short code or an uploaded record. */
export interface CodeSent {
  code: string;
}

/** An option of a game: its `values`, or the limits of a number; without effect with fewer than `seats` players. */
export interface OptionSent {
  name: string;
  values: string[];
  default: string;
  seats: number;
  low: number | null;
  high: number | null;
}

/** A game that can be played. */
export interface GameSent {
  id: string;
  fewest: number;
  most: number;
  minutes: number;
  options: OptionSent[];
  orders: string[];
}

/** A bot level; `strength` counts from 1, the weakest. */
export interface BotSent {
  name: string;
  strength: number;
}

/** One of my games, in a list. */
export interface TableSummarySent {
  code: string;
  game: string;
  phase: Phase;
  seats: string[];
  bots: string[];
  mine: number[];
  my_turn: boolean;
  invited: boolean;
  offered: boolean;
  waiting_for: string[];
  progress: PhraseSent | null;
  changed: number;
}

/** My games, for the home page: on request, and when one of them changes. */
export interface TableListSent {
  is: "lines";
  tables: TableSummarySent[];
}

/** GET /api/home: data of the home page. */
export interface HomeSent {
  guest: GuestSent;
  languages: string[];
  games: GameSent[];
  bots: BotSent[];
  tables: TableSummarySent[];
  others: string | null;
  reach: "machine" | "network" | "all";
  room: boolean;
  lively: boolean;
  visible: boolean | null;
}

/** Origin of a component's figures: the rulebook (printed), a public source (found), or our own reconstruction. */
export interface SourceSent {
  part: string;
  source: "printed" | "found" | "reconstructed";
}

/** The rules of a game in our own words, and the sources of its components. */
export interface RulesSent {
  game: string;
  language: string;
  sections: SectionSent[];
  sources: SourceSent[];
}

/** A section of the rules page: id, heading, the rulebook headings that it covers, and HTML. */
export interface SectionSent {
  id: string;
  heading: string;
  printed: string[];
  html: string;
  examples: string[];
}

/** A seat, as everyone at the table sees it. */
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
  program: boolean;
}

/** A spectator, as the host sees them. */
export interface SpectatorSent {
  number: number;
  name: string;
  muted: boolean;
}

/** A legal action: its notation, and the places to click for it, in order. */
export interface ChoiceSent {
  text: string;
  places: string[];
}

/** The legal actions of the viewing seat. */
export interface AskSent {
  choices: ChoiceSent[];
  names: Record<string, PhraseSent>;
}

/** An outcome of chance: notation, name, kind of action, and what its picture needs. */
export interface OutcomeSent {
  text: string;
  name: PhraseSent;
  kind: string;
  ids: Record<string, string | number>;
  picture?: Record<string, unknown>;
  left?: number;
  reason?: PhraseSent | null;
}

/** At a table of a real box: the question what was drawn. */
export interface ChanceAskSent {
  prompt: PhraseSent;
  outcomes: OutcomeSent[];
  gone: OutcomeSent[];
  undone: string;
}

/** What a table of a real box asks. */
export interface ByHandSent {
  ask: ChanceAskSent | null;
  secret: boolean;
}

/** Whether the viewing seat may undo, and if not, why. */
export interface UndoSent {
  free: boolean;
  why: string;
  by_agreement: boolean;
  asked_by: number | null;
}

/** A row of the score sheet: points of a seat by a rule, at a place (`where`), with a `piece`. */
export interface ScoreRowSent {
  seat: number;
  rule: string;
  amount: number;
  where: number;
  piece: number;
}

/** An event, numbered without gaps, with the sentence and the data that the viewer may read; `by` is the seat whose
    decision caused it, `stood_in` whether a bot decided for an absent player. */
export interface EventSent {
  n: number;
  step: number;
  kind: EventKind;
  phrase: PhraseSent;
  data: object;
  seat?: number;
  by?: number;
  stood_in?: boolean;
}

/** A chat line. */
export interface ChatSent {
  n: number;
  name: string;
  seat: number;
  text: string;
  at: number;
}

/** Result of the game. */
export interface ResultSent {
  reason: string;
  points: number[];
  places: number[];
  tie: PhraseSent | null;
}

/** The view of one seat (-1: a spectator) at one step. */
export interface SceneSent {
  step: number;
  steps: number;
  seat: number;
  shown: Shown;
  prompt: PhraseSent;
  asked: number[];
  points: number[];
  rows: ScoreRowSent[];
  result: ResultSent | null;
}

/** The current step of a lesson: its text (`tell`), its task, and places on the page. */
export interface LessonSent {
  kind: "lesson" | "puzzle";
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

/** The sealed deal of a table: seal of the server's secret, each seat's contribution, and the rematch's seal. */
export interface DealSent {
  seal: string;
  contributions: string[];
  rematch: string;
}

/** GET /api/deal: the seal of a table that will start at once, and the ticket to create it with. */
export interface DealTicketSent {
  ticket: string;
  seal: string;
}

/** A draw of chance: its label, the possible outcomes with their weights, and what was drawn, in notation. */
export interface DrawSent {
  step: number;
  label: string;
  outcomes: ([string, number])[];
  drawn: string;
}

/** GET /api/tables/{code}/deal: what is needed to check the deal of a finished game. */
export interface DealCheckSent {
  game: string;
  seats: string[];
  day: string;
  seal: string;
  secret: string;
  contributions: string[];
  draws: DrawSent[];
}

/** The whole table for one connection: after Hello, a change of seat or an undo, and when the lobby changes. */
export interface TableSent {
  is: "table";
  code: string;
  word: string;
  game: string;
  options: Record<string, string>;
  figures: Record<string, number | string>;
  phase: Phase;
  host: boolean;
  patience: number | null;
  pace: PaceSent | null;
  rated: boolean;
  public: boolean;
  near: boolean;
  counts: boolean;
  hints: boolean;
  programs: boolean;
  seats: SeatSent[];
  spectators: SpectatorSent[];
  mine: number[];
  seated: number[];
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
  agreed: number[];
  lesson: LessonSent | null;
  by_hand: boolean;
  hand: ByHandSent | null;
  day: string;
  league: number;
  tournament: string;
  deal: DealSent | null;
}

/** GET /api/tables/{code}/turn: what a program needs in order to decide for a seat (-1: a spectator's view). */
export interface TurnSent {
  code: string;
  game: string;
  options: Record<string, string>;
  figures: Record<string, unknown>;
  phase: Phase;
  seat: number;
  mine: number[];
  to_move: boolean;
  step: number;
  position: string;
  seats: SeatSent[];
  scene: SceneSent | null;
  ask: AskSent | null;
}

/** Changes by a move: new events, and the view after them. */
export interface UpdateSent {
  is: "news";
  seats: SeatSent[];
  phase: Phase;
  scene: SceneSent;
  ask: AskSent | null;
  undo: UndoSent | null;
  events: EventSent[];
  lesson: LessonSent | null;
  hand: ByHandSent | null;
  key: string;
}

/** Seats have changed: a player connected or disconnected, a bot started a search, or slow mode was switched. */
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

/** A new chat line. */
export interface ChatLineSent {
  is: "said";
  line: ChatSent;
}

/** A refused message: reason code, sentence, rulebook heading (or empty), and idempotency key of a refused move. */
export interface RefusedSent {
  is: "refused";
  code: string;
  phrase: PhraseSent;
  heading: string;
  key: string;
}

/** Why places cannot be chosen ("Pourquoi pas ?"). */
export interface WhySent {
  is: "why";
  places: string[];
  phrase: PhraseSent;
  heading: string;
}

/** What a choice will do, as far as the seat can know: a sentence, a few words for its place (one phrase a line),
    whether it is good for the seat (waste: nothing is gained, and what is spent is lost), and whether the seat can no
    longer take it back freely. */
export interface EffectSent {
  tone: "gain" | "loss" | "neutral" | "waste" | "unknown";
  line: PhraseSent;
  short: PhraseSent[];
  final: boolean;
}

/** Effects of the choices of a question, by their notation; a choice whose name says it all has none. */
export interface EffectsSent {
  is: "effects";
  step: number;
  after: string;
  effects: Record<string, EffectSent>;
}

/** Consequences of a decision that was not the lesson's task; the table has already undone them. */
export interface LessonAttemptSent {
  is: "tried";
  scene: SceneSent;
  events: EventSent[];
}

/** State of a rematch offer; the code of the new table once all people have agreed. */
export interface RematchSent {
  is: "rematch";
  code: string;
  agreed: number[];
  declined: number | null;
}

/** A row of the final score sheet, and the points that a choice is expected to earn there above a random choice. */
export interface ExpectedRowSent {
  row: PhraseSent;
  gain: number;
}

/** A choice in a hint: share of simulations (`thought`), win rate with 95 % interval, score rows it aims for, points
    above those of the best choice (`margin`). */
export interface HintChoiceSent {
  choice: ChoiceSent;
  phrase: PhraseSent;
  thought: number;
  chance: number;
  low: number;
  high: number;
  aims: ExpectedRowSent[];
  margin: number;
}

/** A hint: the best choices first, with the numbers of simulations and of rollouts (`games`). */
export interface HintSent {
  is: "hint";
  step: number;
  seat: number;
  simulations: number;
  games: number;
  choices: HintChoiceSent[];
  played: HintChoiceSent | null;
  done: string;
}

/** Preview of an incomplete choice, which is not applied: the view after its decisions, and the next question. */
export interface PreviewSent {
  is: "ahead";
  key: string;
  scene: SceneSent;
  ask: AskSent;
}

/** Win probability of each seat at a step. */
export interface CurvePointSent {
  step: number;
  chances: number[];
}

/** A turning point: a seat's win probability changed most between these two steps. */
export interface TurningPointSent {
  before: number;
  after: number;
  seat: number;
  by: number[];
  drawn: boolean;
}

/** Win probabilities over a finished game, as far as computed; turning points (`turns`) only when complete. */
export interface CurveSent {
  is: "curve";
  points: CurvePointSent[];
  turns: TurningPointSent[];
  progress: number;
}

/** A move of a review, in words and with the places to mark. */
export interface ReviewedMoveSent {
  choice: ChoiceSent;
  phrase: PhraseSent;
  chance: number;
}

/** Points that the better move brings a seat on a row of the final score sheet beyond the move played. */
export interface RowReasonSent {
  row: PhraseSent;
  seat: number;
  gain: number;
}

/** An event, and the shares of rollouts in which it follows the better move and the move played. */
export interface EventReasonSent {
  event: PhraseSent;
  better: number;
  played: number;
}

/** A move that cost points: what was played from a step on, the better move, the expected loss of points with its
    95 % error, and why. */
export interface MoveCostSent {
  step: number;
  played: ReviewedMoveSent;
  better: ReviewedMoveSent;
  loss: number;
  error: number;
  rows: RowReasonSent[];
  events: EventReasonSent[];
}

/** A change of a seat's win probability, in points of a hundred, with the 95 % error. */
export interface LedgerPartSent {
  points: number;
  error: number;
}

/** What draws in a row changed, from a step up to another one. */
export interface LuckyDrawSent {
  points: number;
  error: number;
  first: number;
  last: number;
}

/** What chance changed (`points`) and what the seat, the others and the rest changed: from its win probability at
    the start to its share of the win, in points of a hundred. They add up. */
export interface LedgerSent {
  points: number;
  error: number;
  start: number;
  end: number;
  own: LedgerPartSent;
  others: LedgerPartSent;
  rest: LedgerPartSent;
  draws: LuckyDrawSent[];
  other_draws: number;
}

/** Review of a seat, as far as computed: the costliest moves in the order of the game, and once complete the
    dearest first; `luck` only when complete, if chance drew. */
export interface ReviewSent {
  is: "review";
  seat: number;
  prices: MoveCostSent[];
  small: number;
  read: number;
  moves: number;
  luck: LedgerSent | null;
  progress: number;
}

/** POST /api/me: the guest's name and language. */
export interface ProfileRequest {
  name: string;
  language: string;
}

/** A seat as the host sets it. */
export interface SeatRequest {
  kind: SeatKind;
  name?: string;
  bot?: string;
}

/** POST /api/tables: a new table. */
export interface TableRequest {
  game: string;
  seats: SeatRequest[];
  options?: Record<string, string>;
  position?: string;
  patience?: number | null;
  pace?: PaceSent | null;
  rated?: boolean;
  public?: boolean;
  near?: boolean;
  hints?: boolean | null;
  by_hand?: boolean;
  start?: boolean;
  ticket?: string;
  programs?: boolean;
  contribution?: string;
  group?: string;
}

/** POST /api/learn: open a lesson; an unfinished one is continued. */
export interface LessonRequest {
  game: string;
  lesson: string;
}

/** POST /api/puzzles: open the next puzzle of a game for me; of all games (empty): the puzzle of the day. */
export interface PuzzleRequest {
  game: string;
}

/** POST /api/daily: open today's deal of a game. */
export interface DailyDealRequest {
  game: string;
}

/** POST /api/tables/{code}/claim: take a seat, or the first open one (null). */
export interface ClaimRequest {
  seat?: number | null;
  name?: string;
}

/** POST /api/tables/{code}/play: one or several decisions separated by spaces, all or none. `step`: that of the turn
    that they answer; `key`: of any letters, unique for each decision: a repeated request is applied once. */
export interface PlayRequest {
  seat: number;
  action: string;
  step: number;
  key: string;
}

/** A seat of mine that asks for a hint or resigns. */
export interface SeatChoiceRequest {
  seat: number;
}

/** First message of a socket: number of the client's last event (-1: none), its era, and the seat to view from. */
export interface Hello {
  do: "hello";
  last?: number;
  era?: number;
  seat?: number | null;
}

/** View from one of my seats (hotseat: after the screen was handed over), or as a spectator (-1). */
export interface Sit {
  do: "sit";
  seat: number;
}

/** Take an open seat. */
export interface Claim {
  do: "claim";
  seat: number;
  name: string;
  contribution?: string;
}

/** Give up my seat in the lobby. */
export interface Leave {
  do: "leave";
  seat: number;
}

/** In the lobby: what my browser adds to the sealed deal, 32 bytes as hexadecimal digits. The first one counts. */
export interface Contribute {
  do: "contribute";
  value: string;
}

/** Host, in the lobby: change or add a seat, or remove it (`to` is null), within the game's limits. */
export interface SetSeat {
  do: "set_seat";
  seat: number;
  to: SeatRequest | null;
}

/** Host, in the lobby: change an option of the game. */
export interface SetOption {
  do: "set_option";
  name: string;
  value: string;
}

/** Host, in the lobby: seconds until a bot replaces an absent guest; null: never. */
export interface SetPatience {
  do: "set_patience";
  seconds: number | null;
}

/** Host, in the lobby: set the time control; null: no clocks. */
export interface SetPace {
  do: "set_pace";
  pace: PaceSent | null;
}

/** Host, in the lobby: whether the game is rated; a rated game has no hints. */
export interface SetRated {
  do: "set_rated";
  on: boolean;
}

/** Host, in the lobby: whether programs may take seats; without permission, theirs open again. */
export interface SetPrograms {
  do: "set_programs";
  on: boolean;
}

/** Host, in the lobby: show the table to everyone on this server, or only to those who have its link; `near`: the
    free seats are for people of about the host's strength. */
export interface SetPublic {
  do: "set_public";
  on: boolean;
  near?: boolean;
}

/** Host, in the lobby: whether players may ask for hints. */
export interface SetHints {
  do: "set_hints";
  on: boolean;
}

/** Host: start the game; bots take open seats. */
export interface Start {
  do: "start";
}

/** Apply one or several decisions, all or none. `action`: notation, separated by spaces; `key`: idempotency key;
    `step`: number of steps that the client has seen. */
export interface Play {
  do: "play";
  seat: number;
  action: string;
  key: string;
  step: number;
  whole?: boolean;
}

/** At a table of a real box: what was drawn (notation), entered by my seat. `key` and `step`: as in Play. */
export interface Draw {
  do: "draw";
  seat: number;
  action: string;
  key: string;
  step: number;
}

/** Undo my last decision, or all since `step`; if chance, another seat or a secret followed, others must agree. At
    a table of a real box: undo the last entry of all, without a vote. */
export interface Undo {
  do: "undo";
  seat: number;
  step?: number | null;
}

/** Answer to an undo request; "no" from the seat that asked withdraws it. */
export interface AgreeUndo {
  do: "agree_undo";
  seat: number;
  yes: boolean;
}

/** Resign; with more than two seats, a bot continues for the seat while other people play. */
export interface Resign {
  do: "resign";
  seat: number;
}

/** Standing order: answer questions of `kind` for me, by the lowest legal amount up to `most`, else by `answers`. */
export interface SetOrder {
  do: "set_order";
  seat: number;
  kind: string;
  most?: number | null;
  answers?: string[];
  about?: string[];
  until?: "auction" | "round" | "game";
}

/** Cancel a standing order of mine. */
export interface DropOrder {
  do: "drop_order";
  seat: number;
  n: number;
}

/** Rematch with the same people: yes offers or accepts it, no declines or withdraws it. */
export interface Rematch {
  do: "rematch";
  yes?: boolean;
  contribution?: string;
}

/** Restart the lesson. */
export interface Again {
  do: "again";
  seat: number;
}

/** The learner has seen the solution of a lesson's task: a puzzle counts as missed. */
export interface Reveal {
  do: "reveal";
  seat: number;
}

/** A chat line. */
export interface Say {
  do: "say";
  text: string;
}

/** Host: mute, unmute or remove a spectator. */
export interface Hush {
  do: "hush";
  spectator: number;
  how: "mute" | "unmute" | "remove";
}

/** Host: slow mode of the chat for all others. */
export interface SetSlow {
  do: "set_slow";
  on: boolean;
}

/** Ask why these places cannot be clicked, possibly after the first decisions of an incomplete choice (`after`). */
export interface AskWhy {
  do: "why";
  seat: number;
  places: string[];
  after?: string;
}

/** Ask what the choices of my question will do, possibly after the first decisions of an incomplete choice. */
export interface AskEffects {
  do: "effects";
  seat: number;
  step: number;
  after?: string;
  draft?: boolean;
}

/** Ask for a hint for a seat at a step: for my own seat, or for any seat once the game is over. */
export interface AskHint {
  do: "hint";
  seat: number;
  step: number;
}

/** Subscribe to the win probabilities over a finished game, or unsubscribe. */
export interface AskCurve {
  do: "curve";
  on: boolean;
}

/** Ask for a review of a finished game: the seat's costliest decisions, and its luck. */
export interface AskReview {
  do: "review";
  seat: number;
}

/** A code, to look up its owner or to confirm a mail address. */
export interface CodeRequest {
  code: string;
}

/** Sign in on this device by a code; `bring`: merge this device's games into the account. */
export interface SignInRequest {
  code: string;
  bring?: boolean;
}

/** The authenticator's response, as JSON of the browser's WebAuthn API. */
export interface PasskeyRequest {
  credential: Record<string, unknown>;
  bring?: boolean;
}

/** Remove a device, a passkey, a token or a webhook. */
export interface RemoveSignInRequest {
  what: "device" | "passkey" | "token" | "webhook";
  handle: string;
}

/** Make a token. `program`: the name of a player of its own, marked as a program at every table; empty: the token
    acts as me, and may play only where no other person does. */
export interface TokenRequest {
  label: string;
  scopes: ("read" | "play" | "tables")[];
  program?: string;
}

/** Name an address to which my notices are posted: HTTPS, a host name, the usual port. `topics`: some of all. */
export interface WebhookRequest {
  url: string;
  form: "discord" | "slack" | "matrix" | "json";
  topics?: ("turn" | "invited" | "over")[];
}

/** Post a message to one of my webhooks now, to see whether it arrives. */
export interface WebhookTestRequest {
  handle: string;
}

/** Delete all my data; the name is typed as a confirmation. */
export interface DeleteAccountRequest {
  name: string;
}

/** My time zone and quiet hours (first hour, hour after the last): no deadline or notification falls into them. */
export interface QuietHoursRequest {
  zone: string;
  quiet: [number, number] | null;
}

/** Whether my finished public games may be used for studies: without names, and only where all players agree. */
export interface StudiesRequest {
  on: boolean;
}

/** Start a vacation of `days` days, in which my clocks of kind "days" stop; 0: end the vacation. */
export interface VacationRequest {
  days: number;
}

/** A push subscription of a browser: endpoint, public key and authentication secret (base64url). */
export interface SubscribePushRequest {
  endpoint: string;
  key: string;
  auth: string;
}

/** End the push subscription of a browser. */
export interface UnsubscribePushRequest {
  endpoint: string;
}

/** Mail address for the daily digest; a confirmation is mailed first. */
export interface MailAddressRequest {
  address: string;
}

/** Reserve an open seat for a person I have played with. */
export interface InviteRequest {
  seat: number;
  person: string;
}

/** Block (mute: hide chat; shut: no seats or invitations) or unblock a known `person` or a chat `line`'s author. */
export interface BlockRequest {
  how: "mute" | "shut";
  on?: boolean;
  person?: string;
  code?: string;
  line?: number;
}

/** Report a chat line to the operator. */
export interface ReportRequest {
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

/** One of my tokens, without its secret. */
export interface TokenSent {
  handle: string;
  label: string;
  scopes: ("read" | "play" | "tables")[];
  program: boolean;
  name: string;
  made: number;
  seen: number;
}

/** One of my webhooks. */
export interface WebhookSent {
  handle: string;
  url: string;
  form: "discord" | "slack" | "matrix" | "json";
  topics: ("turn" | "invited" | "over")[];
  secret: string;
  tried: number | null;
  status: number;
}

/** My account: ways to sign in, and settings. */
export interface AccountSent {
  guest: GuestSent;
  devices: DeviceSent[];
  passkeys: PasskeySent[];
  tokens: TokenSent[];
  webhooks: WebhookSent[];
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
  studies: boolean;
}

/** My rating in a game; null until enough games were rated. */
export interface RatingSent {
  game: string;
  rating: number | null;
  games: number;
}

/** A finished game of mine. */
export interface FinishedGameSent {
  code: string;
  game: string;
  names: string[];
  place: number;
  points: number;
  rated: boolean;
  at: number;
}

/** My games of a kind against computer players of a level, without other people, and how many of them I won. */
export interface BotRecordSent {
  game: string;
  bot: string;
  games: number;
  wins: number;
}

/** GET /api/people/bots: my record against each level in each game. */
export interface BotRecordsSent {
  records: BotRecordSent[];
}

/** A person I have played with. */
export interface CompanionSent {
  person: string;
  name: string;
  games: number;
  muted: boolean;
  shut: boolean;
}

/** My ratings, my finished games, and the people I have played with. */
export interface HistorySent {
  ratings: RatingSent[];
  history: FinishedGameSent[];
  companions: CompanionSent[];
}

/** A code that adds another device to my account, valid for `seconds`. */
export interface TransferCodeSent {
  code: string;
  seconds: number;
}

/** The owner of a code, and the games that this device would merge into the owner's account. */
export interface CodeOwnerSent {
  guest: GuestSent;
  games: number;
  same: boolean;
}

/** Recovery codes, shown once. */
export interface RecoverySent {
  codes: string[];
}

/** This device is signed in to an account; `recovery`: number of recovery codes left. */
export interface SignedInSent {
  guest: GuestSent;
  recovery: number;
}

/** A new token, shown only now, and my account. */
export interface NewTokenSent {
  token: string;
  account: AccountSent;
}

/** Success without further data. */
export interface DoneSent {
}

/** A lesson or puzzle in the list, with the guest's progress. */
export interface LessonSummarySent {
  game: string;
  kind: "lesson" | "puzzle";
  name: string;
  title: PhraseSent;
  teaches: string;
  begun: boolean;
  done: boolean;
}

/** GET /api/learn: all lessons and puzzles, in order for each game. */
export interface LessonListSent {
  lessons: LessonSummarySent[];
}

/** A game's puzzles: how many there are, how many I have tried, and how many of those are to be tried again. */
export interface PuzzleStreamSent {
  game: string;
  puzzles: number;
  tried: number;
  missed: number;
}

/** GET /api/puzzles: the puzzle of the day, my rating, and the games that have puzzles. */
export interface PuzzleListSent {
  day: string;
  game: string;
  today: "" | "solved" | "missed";
  rating: number | null;
  rated: number;
  games: PuzzleStreamSent[];
}

/** A day's deal of one game: the guest's table and result, compared with all players who finished. */
export interface DailyDealSent {
  game: string;
  code: string;
  done: boolean;
  points: number;
  players: number;
  beaten: number | null;
  seal: string;
  tomorrow: string;
}

/** GET /api/daily: today's deals. */
export interface DailyListSent {
  day: string;
  games: DailyDealSent[];
}

/** What chance changed of the win probability over a game, in points of a hundred, with the 95 % error. */
export interface LuckSent {
  points: number;
  error: number;
}

/** My result in a day's deal, what the alpha made of the same deal, and how much luck the game held (null: not
    known, or not yet). */
export interface DailyResultSent {
  day: string;
  points: number;
  resigned: boolean;
  par: number | null;
  luck: LuckSent | null;
}

/** GET /api/daily/{game}: my results in a game's daily deals, oldest first; `day` is today. */
export interface DailyRecordSent {
  game: string;
  day: string;
  results: DailyResultSent[];
}

/** GET /api/examples/{game}/{name}: a position from the rulebook, or the last one of a lesson, with text. */
export interface ExampleSent {
  lesson: string;
  title: PhraseSent | null;
  tell: PhraseSent[];
  seats: string[];
  own: boolean;
  scene: SceneSent;
}

/** POST /api/seek: look for people to play with. */
export interface SeekRequest {
  games: string[];
  pace: PaceSent;
  wait_seconds: number;
  seats?: number[];
  fills?: boolean;
}

/** POST /api/call: accept or decline a call to a table. */
export interface CallRequest {
  code: string;
  yes: boolean;
  contribution?: string;
}

/** POST /api/people/visible: whether my companions see that I am here. */
export interface VisibleRequest {
  on: boolean;
}

/** A seat of an open table. */
export interface OpenSeatSent {
  kind: SeatKind;
  name: string;
}

/** A public table with free seats. */
export interface OpenTableSent {
  code: string;
  game: string;
  seats: OpenSeatSent[];
  pace: PaceSent | null;
  options: Record<string, string>;
  language: string;
  rated: boolean;
  near: boolean;
  strength: "new" | "near" | "above" | "far_above" | "below" | "far_below";
  mine: boolean;
}

/** A public running game. */
export interface RunningGameSent {
  code: string;
  game: string;
  seats: string[];
  progress: PhraseSent | null;
  changed: number;
}

/** A person I have played with, who is here now and lets companions see it. */
export interface CompanionHereSent {
  person: string;
  name: string;
  games: number;
  game: string;
  code: string;
}

/** Another person who is called to the same table. */
export interface CalledSent {
  name: string;
  strength: "new" | "near" | "above" | "far_above" | "below" | "far_below";
  comes: boolean;
}

/** A call to a table: it begins when all people have accepted. */
export interface CallSent {
  code: string;
  game: string;
  seats: number;
  others: CalledSent[];
  accepted: boolean;
  left_seconds: number;
  seal: string;
}

/** A game that I am looking for, and how many people look for it now at the same pace, I included. */
export interface SoughtSent {
  game: string;
  seats: number[];
  people: number;
}

/** My search; without games: I have none. */
export interface SeekSent {
  is: "seek";
  games: SoughtSent[];
  pace: PaceSent | null;
  waited_seconds: number;
  wait_seconds: number;
  delay_seconds: number;
  fills: boolean;
  ended: "" | "silent" | "late" | "away" | "begun";
  call: CallSent | null;
  table: string;
}

/** Everything public on this server, as I see it. */
export interface RoomSent {
  is: "room";
  people: number;
  open: OpenTableSent[];
  running: RunningGameSent[];
  companions: CompanionHereSent[];
  waiting: Record<string, number>;
  usual_seconds: number | null;
}

/** A program in the ladder of a game: rating, and its 95 % interval. */
export interface LadderRowSent {
  name: string;
  rating: number;
  low: number;
  high: number;
  games: number;
}

/** A finished ladder game. */
export interface LadderMatchSent {
  code: string;
  names: string[];
  places: number[];
  at: number;
}

/** The ladder of one game, best first, and its latest games. */
export interface LadderGameSent {
  game: string;
  rows: LadderRowSent[];
  latest: LadderMatchSent[];
}

/** GET /api/programs: the ladder of each game that programs have played. */
export interface LadderSent {
  games: LadderGameSent[];
}

/** POST /api/tournaments: a new tournament. */
export interface TournamentRequest {
  name: string;
  game: string;
  style: "swiss" | "all" | "deals";
  size: number;
  rounds: number;
  pace: PaceSent;
  most?: number;
  public?: boolean;
  starts?: number | null;
  bots?: string[];
  plays?: boolean;
  options?: Record<string, string>;
  group?: string;
}

/** POST /api/tournaments/{code}/remove: the number of the player to be removed. */
export interface EntrantRequest {
  player: number;
}

/** A tournament in a list. */
export interface TournamentLineSent {
  code: string;
  name: string;
  game: string;
  style: "swiss" | "all" | "deals";
  size: number;
  pace: PaceSent;
  phase: "open" | "running" | "over" | "stopped";
  round: number;
  rounds: number;
  players: number;
  most: number;
  starts: number | null;
  mine: boolean;
  public: boolean;
  table: string;
}

/** A player; the number in the list is known to all other messages. */
export interface EntrantSent {
  name: string;
  bot: string;
  out: boolean;
}

/** A table of a round. */
export interface RoundTableSent {
  players: number[];
  code: string;
  done: boolean;
  points: number[];
  scores: number[];
  resigned: number[];
  progress: PhraseSent | null;
  missing: number[];
  watch: boolean;
}

/** A round. */
export interface RoundSent {
  tables: RoundTableSent[];
  byes: number[];
  absent_seconds: number | null;
  next_seconds: number | null;
  secret: string;
}

/** A player's line in the standings, best first. */
export interface StandingSent {
  player: number;
  rank: number;
  points: number;
  rounds: (number | null)[];
  opponents: number;
  direct: number;
  margin: number;
}

/** A tournament, with its rounds and standings. */
export interface TournamentSent {
  is: "tournament";
  line: TournamentLineSent;
  entrants: EntrantSent[];
  rounds: RoundSent[];
  standings: StandingSent[];
  breaks: ("opponents" | "direct" | "margin")[];
  me: number | null;
  host: boolean;
  fewest: number;
  turn: number;
  organizer: string;
  options: Record<string, string>;
  group: string;
}

/** Tournaments that I take part in or have made, and public ones. */
export interface TournamentsSent {
  is: "tournaments";
  tournaments: TournamentLineSent[];
}

/** POST /api/league: open a deal of this week's league. */
export interface LeagueDealRequest {
  deal: number;
}

/** GET /api/league/progress: how far I am in this week's league. */
export interface LeagueProgressSent {
  done: number;
  deals: number;
  next: number | null;
}

/** A deal of the league. Others' results are told only once my own game is over. */
export interface LeagueDealSent {
  deal: number;
  game: string;
  code: string;
  done: boolean;
  margin: number | null;
  points: number;
  adjusted: number | null;
  par: number | null;
  field: number[];
  beaten: number | null;
  players: number;
  seal: string;
}

/** A player's line in the league's standings. */
export interface LeagueRowSent {
  rank: number;
  name: string;
  played: number;
  points: number;
  adjusted: number | null;
  me: boolean;
}

/** GET /api/league: this week's league. */
export interface LeagueSent {
  is: "league";
  week: string;
  until: string;
  left_seconds: number;
  deals: LeagueDealSent[];
  rows: LeagueRowSent[];
  players: number;
  before: LeagueRowSent[];
}

/** POST /api/groups: a new group; POST /api/groups/{code}/rename: its new name. */
export interface GroupRequest {
  name: string;
}

/** POST /api/groups/{code}/remove: the member to be removed. */
export interface GroupMemberRequest {
  person: string;
}

/** POST /api/groups/{code}/webhooks/drop: the webhook to be taken away. */
export interface GroupWebhookRequest {
  handle: string;
}

/** A group in a list. */
export interface GroupLineSent {
  code: string;
  name: string;
  members: number;
}

/** GET /api/groups: my groups. */
export interface GroupsSent {
  groups: GroupLineSent[];
}

/** A member. */
export interface GroupMemberSent {
  person: string;
  name: string;
  here: boolean;
  organizer: boolean;
  me: boolean;
}

/** A member's results at the group's tables. */
export interface GroupStandingSent {
  name: string;
  me: boolean;
  games: number;
  wins: number;
  points: number;
}

/** GET /api/groups/{code}: a group. Those who are not members see only its name and size. */
export interface GroupSent {
  is: "group";
  code: string;
  name: string;
  size: number;
  mine: boolean;
  members: GroupMemberSent[];
  tables: TableSummarySent[];
  tournaments: TournamentLineSent[];
  standings: GroupStandingSent[];
  webhooks: WebhookSent[];
}

/** Set who may see my statistics, and whether I stand in the leaderboards. */
export interface StatisticsRequest {
  viewers: "self" | "companions" | "all";
  listed: boolean;
}

/** Another player of a game: a computer player's level, or a person's name (empty for other viewers). */
export interface RivalSent {
  bot: string;
  name: string;
}

/** A finished game. What was not measured is null. */
export interface PlayedGameSent {
  code: string;
  at: number;
  seat: number;
  place: number;
  points: number;
  share: number | null;
  rivals: RivalSent[];
  pace: PaceSent | null;
  options: Record<string, string>;
  rated: boolean;
  seconds: number | null;
  thinking: number | null;
  plan: string;
  rating: number | null;
  rating_error: number | null;
  luck: number | null;
  luck_error: number | null;
}

/** The name of a plan. */
export interface PlanSent {
  plan: string;
  name: PhraseSent;
}

/** GET /api/statistics/{game}: the finished games of a person, latest first; `of`: the handle of another person who
    allows it. */
export interface StatisticsSent {
  game: string;
  name: string;
  counts: Record<string, number>;
  games: PlayedGameSent[];
  plans: PlanSent[];
  least_rated: number;
  viewers: "self" | "companions" | "all";
  listed: boolean;
  handle: string;
}

/** A person in a leaderboard. */
export interface LeaderSent {
  name: string;
  rating: number;
  games: number;
  handle: string;
  me: boolean;
  adjusted: number | null;
}

/** GET /api/leaderboards/{game}: the people with the highest ratings, of those who want to be listed. */
export interface LeaderboardSent {
  game: string;
  leaders: LeaderSent[];
}

export type FromServer = TableSent | TableListSent | UpdateSent | SeatsSent | OrdersSent | ChatLineSent | RefusedSent | WhySent | PreviewSent | EffectsSent | LessonAttemptSent | RematchSent | HintSent | CurveSent | ReviewSent;

export type FromHome = TableListSent | SeekSent | RoomSent | TournamentSent | TournamentsSent | GroupSent | RefusedSent;

export type FromClient = Claim | Leave | Contribute | SetSeat | SetOption | SetPatience | SetPace | SetRated | SetPublic | SetPrograms | SetHints | Hello | Sit | Start | Play | Draw | Undo | AgreeUndo | Resign | SetOrder | DropOrder | Rematch | Again | Reveal | Say | Hush | SetSlow | AskWhy | AskEffects | AskHint | AskCurve | AskReview;

/** A dotted slot: the territories that it touches and its claw ("" if none). */
export interface TerresSlotShown {
  place: string;
  grounds: string[];
  claw: string;
}

/** One side of a territory: face-up cards, lone wolves, lone wolves out of the box (`stray`), and Force,
    of which `pending` is that of cards in the current trick. */
export interface TerresSideShown {
  cards: string[];
  lone: string[];
  stray: number;
  force: number;
  pending: number;
}

/** A territory: victory token, claws in the middle, both sides; `leader` has more Force (-1 in a tie). */
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

/** The current trick: cards led and followed ("" before), and the claw that was taken. */
export interface TerresTrickShown {
  leader: number;
  led: string;
  led_on: string;
  followed: string;
  followed_on: string;
  claw: string;
}

/** A hand: the cards that the seat sees, those of them that would win the trick, and colours shown to lack. */
export interface TerresHandShown {
  cards: string[];
  wins: string[];
  held: number;
  voids: string[];
}

/** Terres de Loups as one seat sees it. */
export interface TerresShown {
  game: "terres";
  trick: number;
  tricks: number;
  leader: number;
  trump: string;
  next_moon: string;
  full_moon_points: number;
  red_moon_points: number;
  grounds: TerresGroundShown[];
  slots: TerresSlotShown[][];
  hands: TerresHandShown[];
  now: TerresTrickShown | null;
}

/** One card of a shape as printed. */
export interface AventureShapeCell {
  row: number;
  col: number;
  icon: string;
}

/** An Objective: its kind, its points (per match if `each`), and what it asks for. */
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

/** A card with its visible side up: `h29` a Story with its icons, `o29` an Objective; and the marker on it. */
export interface AventureCardShown {
  card: string;
  icons: string[];
  goal: AventureGoalFace | null;
  mark: string;
  extra: string;
}

/** A place of the market; `back` is the other side of the card if this seat has looked at it. */
export interface AventurePlaceShown {
  place: string;
  side: string;
  card: AventureCardShown | null;
  back: AventureCardShown | null;
  guarded: boolean;
}

/** The deck: size, visible Story, its back if this seat may see it, cards known to follow (`known`) and to lie at
    the bottom (`under`), and the cards being rummaged in, with their backs. */
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

/** The change in points of one Objective (by its place) or rule if the card in hand is placed. */
export interface AventureGainShown {
  place: string;
  gain: number;
}

/** A cell within reach of a grid; `gain` is the change in points if the card in hand is placed there. */
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

/** The live score of an Objective: matches (`times`), or both sides of a balance, and the cells that it counts. */
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

/** Points of the variant: the rule, the card's name, and the amount. */
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

/** Frequency of an icon: on all Stories, in grids, lost behind Objectives, and left. */
export interface AventureIconShown {
  icon: string;
  total: number;
  placed: number;
  lost: number;
  left: number;
}

/** A Power: when it is used, the seats that have used it, and whether this seat has it and may use it now. */
export interface AventurePowerShown {
  place: string;
  power: string;
  when: string[];
  used: number[];
  available: boolean;
  now: boolean;
}

/** Mon Aventure as one seat sees it: `copies` of each card make `cards`; a finished grid has `side` rows. */
export interface AventureShown {
  game: "aventure";
  cards: number;
  copies: number;
  side: number;
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

/** A space: axial coordinates, ground, printed symbol, remaining tokens, pieces. */
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

/** One owner's control points and alphas in a region. */
export interface ClanControlShown {
  owner: number;
  points: number;
  alphas: number;
}

/** A board: region tokens (the next moon first), prey, control (the strongest first), and the leader's lead. */
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

/** A track: values, bonuses and points of each step; `taken` counts the pieces taken from it (prey: put on it). */
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

/** A date on which regions are scored; `left` dates are still uncovered. */
export interface ClanScoringShown {
  moon: string;
  date: number;
  left: number;
  done: boolean;
  regions: string[];
}

/** The lunar calendar: dates per row, pieces that cover dates, and scorings. */
export interface ClanCalendarShown {
  rows: number[];
  pieces: ClanPieceShown[];
  scorings: ClanScoringShown[];
}

/** An action button: its cost, and why it is impossible now ("" if possible). */
export interface ClanActShown {
  place: string;
  id: string;
  cost: number;
  why: string;
}

/** The spaces that one wolf could go to. */
export interface ClanReachShown {
  wolf: string;
  spaces: string[];
}

/** One owner's result in a region that was scored. */
export interface ClanResultShown {
  owner: number;
  points: number;
  alphas: number;
  gained: number;
}

/** A region of the last scoring; the best result first. */
export interface ClanScoredShown {
  region: string;
  moon: string;
  packs: ClanResultShown[];
}

/** The current action: what has been chosen, what is left to pay or move, and the wolf that flees. */
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

/** Le Clan des Loups as one seat sees it. */
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

/** One use of a card: cells, points at once, rank before and after, gain in a general scoring, food. */
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

/** A cell of the island; `piece` is a seat, `colony` an index into `colonies`, both -1 for none. */
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

/** A territory: pieces of each seat, and points of each seat in a general scoring. */
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

/** One terrain on a species board: current level, initial level, adaptation tokens. */
export interface WildlifeLevelShown {
  place: string;
  terrain: string;
  level: string;
  number: number;
  start: number;
  tokens: number;
}

/** A player's ability cards of one type; `ready` of them can still be used in this turn. */
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

/** One player; `lost` counts eliminated pieces, `forecast` the points of a general scoring now. */
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

/** A space of the territory track; a purple one triggers a general scoring. */
export interface WildlifeMarkerShown {
  number: number;
  points: number;
  purple: boolean;
  taken: boolean;
}

/** A colony, its rank and its points in a general scoring. */
export interface WildlifeColonyShown {
  seat: number;
  size: number;
  rank: number;
  points: number;
  cells: string[];
}

/** Ability cards of one type in the supply. */
export interface WildlifeSupplyShown {
  place: string;
  id: string;
  number: number;
}

/** Adaptation tokens of one terrain in the supply: move, reproduce, attack. */
export interface WildlifeTokensShown {
  terrain: string;
  left: number[];
}

/** One bidder, in bidding order. */
export interface WildlifeBidderShown {
  seat: number;
  bid: number;
  highest: boolean;
  speaks: boolean;
  passed: boolean;
}

/** A possible bid of the viewer: the food left, and the points it costs if food is short. */
export interface WildlifeRaiseShown {
  price: number;
  left: number;
  points: number;
}

/** Why the game may end before the viewer's next turn (`by`): it ends with this turn (over), a limit of turns, the
    last pieces of a seat, the last markers; and the food that could not be exchanged any more, in points. */
export interface WildlifeFoodRiskShown {
  by: string;
  seat: number;
  number: number;
  food: number;
  points: number;
}

/** The auction of a card, or of the choice of a species (`card` is ""). */
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
  risk: WildlifeFoodRiskShown | null;
}

/** The card being used, the kind it stands for, and its uses for the viewer. */
export interface WildlifeDeedShown {
  seat: number;
  card: string;
  stands_for: string;
  bought: boolean;
  uses: WildlifeUseShown[];
}

/** An attack, or a swap with the piece lifted from a cell, that the victim may defend against. */
export interface WildlifeAssaultShown {
  seat: number;
  victim: number;
  cell: string;
  lifted: string;
}

/** One row of a general scoring. */
export interface WildlifeScoringRowShown {
  seat: number;
  rule: string;
  points: number;
  territory: string;
  cell: string;
  pieces: number;
}

/** A species board that no player has yet. */
export interface WildlifeBoardShown {
  place: string;
  species: string;
  levels: number[];
  age: number;
}

/** Wildlife as one seat sees it. */
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

/** A wolf of the pack, its line and points; `tokens` by phase: 0 none, -2 face down, -1 hidden (perhaps none). */
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

/** One of a player's three cards; `where`: "pack", "hand", "litter", or "away" (in hand or among the pups). */
export interface TracesCardShown {
  place: string;
  letter: string;
  sex: string;
  where: string;
}

/** A player: colour, cards, points by rule, pups, pledge and vote; `ready` if no answer is awaited. */
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

/** A kind of large prey that lies open: thresholds of the hunt and food. */
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

/** A box of the board: its token (0 for none); `open` if a token may be placed there, `now` if it is next. */
export interface TracesCellShown {
  place: string;
  phase: string;
  token: number;
  open: boolean;
  now: boolean;
}

/** A wolf's row on the board: strength, cost of its tokens, and strength left after those still to be turned. */
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

/** A token with its cost in spirals; `free` if it is not on the board. */
export interface TracesTokenShown {
  place: string;
  value: number;
  spirals: number;
  free: boolean;
}

/** The viewer's own board. */
export interface TracesBoardShown {
  rows: TracesRowShown[];
  tokens: TracesTokenShown[];
}

/** The current column: order of play, sum of its tokens, the thresholds and the outcome. */
export interface TracesPhaseShown {
  phase: string;
  sum: number;
  boldest: string;
  order: string[];
  needed: number[];
  outcome: string;
}

/** The solitary hunt: open cards, number of cards left, current hunter, catches by wolf. */
export interface TracesSolitaryHuntShown {
  row: string[];
  left: number;
  hunter: string;
  caught: Record<string, string>;
}

/** One side of a duel; `hand` is empty for other viewers than its player. */
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

/** The rank fights: attacker, target, order of attackers, and the duel (empty if none). */
export interface TracesFightShown {
  sex: string;
  attacker: string;
  target: string;
  order: string[];
  submitted: string[];
  duel: TracesFighterShown[];
}

/** A colour to choose, and the sexes of its wolves A, B, C. */
export interface TracesFamilyShown {
  place: string;
  sexes: string[];
}

/** Traces de Loups as one seat sees it. */
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
  raising: number[];
  spirals: number[];
  game_strength: Record<string, number>;
  hunted: string;
  prey: TracesPreyShown[];
  prey_pile: number;
  players: TracesPlayerShown[];
  board: TracesBoardShown | null;
  now: TracesPhaseShown | null;
  hunt: TracesSolitaryHuntShown | null;
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

/** What may happen in each game, with its data. */
export interface EventData {
  terres: {
    resigns: Record<never, never>;
    token_laid: { ground: string; points: number };
    claw_laid: { ground: string; claw: string };
    dealt: { card?: string };
    goes_first: Record<never, never>;
    leads: { card: string; ground: string };
    follows: { card: string; ground: string };
    cannot_follow: { card: string; ground: string; colour: string };
    reveals: { ground: string; claw: string; place: number };
    wins: { card: string; lost: string; reason: string };
    turns_lone: { card: string; ground: string };
    no_claw_left: { ground: string };
    takes: { ground: string; claw: string; place: number };
    takes_hidden: { ground: string; claw: string; place: number };
    places: { claw: string; ground: string; slot: number };
    places_on_border: { claw: string; ground: string; neighbour: string };
    no_slot_left: { claw: string };
    wolf_joins: { ground: string };
    no_room: { ground: string };
    token_turned: { ground: string; points: number };
    full_moon: { ground: string; colour: string };
    red_moon: { ground: string; colour: string };
    ends: Record<never, never>;
    claw_stays: { ground: string };
    tie_broken: { wolves: number; fewer: number };
    tie_stands: { wolves: number };
  };
  aventure: {
    resigns: Record<never, never>;
    market_laid: { face: string };
    deck_shows: { story: string };
    goes_first: Record<never, never>;
    permanent_laid: { permanent: string };
    power_laid: { power: string };
    takes: { face: string };
    takes_deck: { face: string };
    takes_aside: { face: string };
    places: { face: string; cell: string };
    replaces: { face: string };
    replaces_turned: { face: string; story: string };
    not_replaced: Record<never, never>;
    passes: Record<never, never>;
    ends: Record<never, never>;
    looks_at_deck: { face?: string };
    looks_at_market: { story: string; face?: string };
    uses: { power: string };
    turns_over: { face: string };
    swaps: { cell: string; with_cell: string };
    moves: { face: string; cell: string; with_cell: string };
    slides: { line: string; way: number };
    slips_under: { face: string };
    sets_aside: { face: string };
    digs_up: { story: string };
    marks: { face: string; power: string };
    adds_icon: { face: string; icon: string };
    scores_bonus: { points: number };
    guards: { face: string; other: number };
    borrows: { face: string };
    diverts: { other: number };
    barters: { face: string; with_face: string; other: number };
    trades: { face: string; with_face: string };
    chooses: { permanent: string };
  };
  clan: {
    resigns: Record<never, never>;
    region_laid: { region: string; board: number };
    prey_laid: { region: string; prey: string };
    moon_laid: { region: string; stack: string };
    takes_colour: { faction: string };
    goes_first: Record<never, never>;
    starts_at: { space: string };
    flips: { terrain: string; behind: string; tile: number };
    uses_home: { terrain: string };
    spends_terrain: { terrain: string };
    spends_action: Record<never, never>;
    stays: Record<never, never>;
    moves: { kind: string; start: string; space: string };
    flees: { kind: string; start: string; space: string };
    builds: { space: string; track: string; value: number };
    transforms: { space: string };
    howls: { space: string; kind: string };
    dominates: { player: number; kind: string; space: string };
    gains_terrain: Record<never, never>;
    gains_action: Record<never, never>;
    supply_empty: Record<never, never>;
    dated: { piece: string; date: number };
    hunts: { prey: string; space: string };
    moon_rises: { moon: string };
    region_won: { region: string; moon: string; points: number };
    region_second: { region: string; moon: string; points: number };
    region_tied: { region: string; moon: string; points: number };
    region_empty: { region: string; moon: string };
    region_phantom: { region: string; moon: string };
    seconds_tied: { region: string; moon: string };
    ends: Record<never, never>;
    turn_begins: { number: number };
    phantom_second: { region: string; moon: string };
    phantom_tied: { region: string; moon: string };
  };
  wildlife: {
    resigns: Record<never, never>;
    speaks_first: Record<never, never>;
    bids_for_board: { price: number };
    passes_board: Record<never, never>;
    pays_for_board: { price: number };
    gets_species: { species: string };
    sits_down: { player: number };
    goes_first: Record<never, never>;
    gets_arrow: Record<never, never>;
    dealt: { card?: string };
    settles: { cell: string };
    turn: { number: number };
    gathers: { points: number };
    lays: { card: string };
    uses: { card: string };
    stands_for: { card: string };
    declines: { card: string };
    places: { cell: string };
    moves: { cell: string; target: string };
    leaps: { cell: string; target: string };
    attacks: { cell: string; player: number };
    wants_swap: { cell: string; target: string; player: number };
    defends: { cell: string; player: number };
    eliminated: { cell: string; player: number };
    swaps: { cell: string; target: string; player: number };
    adapts: { terrain: string; level: string };
    takes: { ability: string };
    takes_from: { ability: string; player: number };
    finds_food: { food: number };
    shares_food: { food: number };
    epidemic_takes: { cell: string };
    starves: { food: number };
    trades: { food: number; points: number };
    offers: { card: string };
    bids: { price: number; card: string };
    passes: { card: string };
    unsold: { card: string };
    steps_back: { points: number; food: number };
    buys: { card: string; price: number; player: number };
    fills: { territory: string; points: number; marker: number };
    no_marker: { territory: string };
    scoring_due: { marker: number };
    last_placed: Record<never, never>;
    reshuffled: { number: number };
    draws: { card?: string };
    scoring: Record<never, never>;
    scores_territory: { points: number; pieces: number; territory: string };
    scores_colony: { points: number; pieces: number; cell: string };
    scores_adaptation: { points: number; pieces: number };
    scores_abilities: { points: number; pieces: number };
    scores_food: { points: number; food: number };
    new_first: Record<never, never>;
    ends: { ending: string };
    falls_back: { points: number };
  };
  traces: {
    resigns: Record<never, never>;
    colour_taken: { colour: string };
    first_sealed: { wolf?: string };
    one_sex: Record<never, never>;
    wolf_turned: { wolf: string };
    prey_turned: { prey: string };
    pile_shuffled: Record<never, never>;
    year_begins: { number: number };
    litter: { number: number; blue: number; cards: number };
    adds_pups: { number: number };
    pups_sealed: { letters?: string };
    pledge_sealed: { pledge?: number };
    pledges: { ballot: string; level: string };
    ballot_sealed: { ballot?: string };
    votes: { prey: string };
    abstains: Record<never, never>;
    prey_voted: { prey: string };
    no_majority: Record<never, never>;
    prey_decided: { prey: string };
    only_prey: { prey: string };
    plan_sealed: Record<never, never>;
    phase_begins: { phase: string };
    shows: { wolf: string; token: number; number: number };
    dies: { wolf: string };
    new_alpha: { wolf: string };
    raised: { sum: number; number: number; pups: number };
    pup_dies: { wolf: string };
    recognised: { wolf: string; number: number };
    enough_renown: { wolf: string };
    rehabilitated: { wolf: string };
    game_turned: { game: string };
    catches: { wolf: string; game: string; number: number };
    game_gone: Record<never, never>;
    starves: { wolf: string; number: number };
    killed: { prey: string; sum: number };
    killed_at_cost: { prey: string; sum: number };
    escaped_with_wound: { prey: string; sum: number };
    escaped: { prey: string; sum: number };
    wounded: { wolf: string; number: number };
    pups_eat: { number: number };
    eats: { wolf: string; number: number };
    excluded: { wolf: string };
    howled: { sum: number };
    prey_lost: { prey: string };
    no_prey_left: Record<never, never>;
    holds_back: { wolf: string };
    attacks: { wolf: string; rival: string };
    faces: { wolf: string; rival: string };
    submits: { wolf: string; rival: string };
    cannot_fight: { wolf: string };
    card_dealt: { card?: number };
    card_sealed: { card?: number };
    exchange: { card: number };
    hit: { wolf: string; number: number; score: number };
    broken: { wolf: string; number: number };
    wins: { wolf: string; rival: string };
    drawn: { wolf: string; rival: string };
    swaps: { wolf: string; rival: string };
    loses_renown: { wolf: string; number: number };
    falls: { wolf: string };
    stands_in: { wolf: string };
    scores_rank: { wolf: string; number: number };
    scores_renown: { wolf: string; number: number };
    ages: { wolf: string; number: number };
    pays_deaths: { number: number; points: number };
    pays_exclusions: { number: number; points: number };
    grows_up: { wolf: string };
    departure_sealed: { letters?: string };
    leaves_in_pair: { wolf: string; rival: string; points: number };
    leaves_alone: { wolf: string; points: number };
    stays: { wolf: string };
    asks_to_join: { wolf: string };
    stays_out: Record<never, never>;
    permission_sealed: { verdict?: string };
    allows: Record<never, never>;
    refuses: Record<never, never>;
    joins: { wolf: string };
    not_admitted: { wolf: string };
    total: { points: number };
    reaches_target: { points: number };
    pack_dies_out: Record<never, never>;
    no_renown: { wolf: string };
  };
}

export type EventKinds = { [G in keyof EventData]: keyof EventData[G] };

export type EventKind = EventKinds[keyof EventKinds];

/** An event of a game: its kind tells which data it has. Of any game: only that it has some. */
export type GameEvent<G extends keyof EventData> = keyof EventData extends G
  ? EventSent
  : { [K in keyof EventData[G]]: EventSent & { kind: K; data: EventData[G][K] } }[keyof EventData[G]];
