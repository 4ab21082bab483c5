"""Messages from the server to the page."""

from typing import Any, Literal

import msgspec

from meute.server.messages import Message, Phase, SeatKind
from meute.server.messages.pace import ClockSent, OrderSent, PaceSent

# --- phrases


class PhraseSent(Message, omit_defaults=True):
    """A text to translate: catalogue key, placeholder values (`gaps`), and the id of the thing it names (`mark`)."""

    key: str
    gaps: "GapsSent" = msgspec.field(default_factory=dict)
    mark: str = ""


GapsSent = dict[str, str | int | PhraseSent]
"""Values of a phrase's placeholders."""


# --- home page and rules


class GuestSent(Message):
    """The current guest: name and language."""

    name: str
    language: str


class CodeSent(Message):
    """The code of a table: the answer to a new table, a short code or an uploaded record."""

    code: str


class OptionSent(Message):
    """An option of a game: its `values`, or the limits of a number; without effect with fewer than `seats` players."""

    name: str
    values: list[str]
    default: str
    seats: int
    low: int | None = None
    high: int | None = None


class GameSent(Message):
    """A game that can be played."""

    id: str
    fewest: int
    most: int
    minutes: int
    options: list[OptionSent]
    orders: list[str]
    """Kinds of questions that standing orders may answer."""


class BotSent(Message):
    """A bot level; `strength` counts from 1, the weakest."""

    name: str
    strength: int


class TableSummarySent(Message):
    """One of my games, in a list."""

    code: str
    game: str
    phase: Phase
    seats: list[str]
    bots: list[str]
    """The level of the computer player at each seat; empty for people."""
    mine: list[int]
    my_turn: bool
    invited: bool
    """Whether a seat is reserved for me."""
    offered: bool
    """Whether a rematch is offered and I have not answered."""
    waiting_for: list[str]
    progress: PhraseSent | None
    changed: float


class TableListSent(Message, tag_field="is", tag="lines"):
    """My games, for the home page: on request, and when one of them changes."""

    tables: list[TableSummarySent]


class HomeSent(Message):
    """GET /api/home: data of the home page."""

    guest: GuestSent
    languages: list[str]
    games: list[GameSent]
    bots: list[BotSent]
    tables: list[TableSummarySent]
    others: str | None
    """Base URL for invitations; empty: that of this page; null: only this machine can reach the server."""
    reach: Literal["machine", "network", "all"]
    """Who can reach this server: only this machine, its network, or everyone who knows its address."""
    room: bool
    """Whether this server has public tables and searches for people."""
    lively: bool
    """Whether others are at public tables or look for people now."""
    visible: bool | None
    """Whether my companions see that I am here; null: I was never asked."""


class SourceSent(Message):
    """Origin of a component's figures: the rulebook (printed), a public source (found), or our own reconstruction."""

    part: str
    source: Literal["printed", "found", "reconstructed"]


class RulesSent(Message):
    """The rules of a game in our own words, and the sources of its components."""

    game: str
    language: str
    sections: "list[SectionSent]"
    sources: list[SourceSent]


class SectionSent(Message):
    """A section of the rules page: id, heading, the rulebook headings that it covers, and HTML."""

    id: str
    heading: str
    printed: list[str]
    html: str
    examples: list[str]
    """Names of example positions: those of the rulebook, and the last one of each lesson that teaches this section."""


# --- table


class SeatSent(Message):
    """A seat, as everyone at the table sees it."""

    kind: SeatKind
    name: str
    bot: str
    here: bool
    """Whether its player is connected."""
    stood_in: bool
    """Whether a bot plays for the absent guest, until the guest returns."""
    resigned: bool
    """Whether the player has resigned and cannot win; a bot plays on."""
    points: int
    place: int
    """0 until the game is over, and for all seats if no seat won."""
    asked: bool
    thinking: bool
    clock: ClockSent | None
    reserved: bool
    """Whether it is an open seat that is reserved for an invited guest."""
    program: bool
    """Whether its player is a program that came by a token."""


class SpectatorSent(Message):
    """A spectator, as the host sees them."""

    number: int
    name: str
    muted: bool


class ChoiceSent(Message):
    """A legal action: its notation, and the places to click for it, in order."""

    text: str
    """The action in notation, as a program sends it."""
    places: list[str]


class AskSent(Message):
    """The legal actions of the viewing seat."""

    choices: list[ChoiceSent]
    names: dict[str, PhraseSent]
    """Display names by place; for a choice without places, by its notation."""


class OutcomeSent(Message, omit_defaults=True):
    """An outcome of chance: notation, name, kind of action, and what its picture needs."""

    text: str
    name: PhraseSent
    kind: str
    ids: dict[str, str | int]
    """Ids of the things drawn, or numbers, by their meaning."""
    picture: dict[str, Any] = msgspec.field(default_factory=dict)
    left: int = 0
    """How many of it can still be drawn."""
    reason: PhraseSent | None = None
    """Why it cannot be drawn."""


class ChanceAskSent(Message):
    """At a table of a real box: the question what was drawn."""

    prompt: PhraseSent
    outcomes: list[OutcomeSent]
    gone: list[OutcomeSent]
    """What cannot be drawn, with reasons."""
    undone: str
    """The answer that was taken back, in notation."""


class ByHandSent(Message):
    """What a table of a real box asks."""

    ask: ChanceAskSent | None
    """Null: chance has nothing to decide."""
    secret: bool
    """Whether the answers to the current question are secret, so that a shared screen must be handed over."""


class UndoSent(Message):
    """Whether the viewing seat may undo, and if not, why."""

    free: bool
    why: str
    by_agreement: bool
    """Whether an undo is possible, but only if the other players agree."""
    asked_by: int | None
    """The seat of a pending undo request."""


class ScoreRowSent(Message):
    """A row of the score sheet: points of a seat by a rule, at a place (`where`), with a `piece`."""

    seat: int
    rule: str
    amount: int
    where: int
    piece: int


DataSent = dict[str, str | int]
"""Values of an event's fields: ids of things, numbers and seats."""


class EventSent(Message, omit_defaults=True):
    """An event, numbered without gaps, with the sentence and the data that the viewer may read; `by` is the seat whose
    decision caused it, `stood_in` whether a bot decided for an absent player."""

    n: int
    step: int
    kind: str
    phrase: PhraseSent
    data: DataSent
    seat: int = -1
    by: int = -1
    stood_in: bool = False


class ChatSent(Message):
    """A chat line."""

    n: int
    name: str
    seat: int
    text: str
    at: float


class ResultSent(Message):
    """Result of the game."""

    reason: str
    points: list[int]
    places: list[int]
    tie: PhraseSent | None = None
    """The tie-breaker that decided between the best, if points were equal."""


class SceneSent(Message):
    """The view of one seat (-1: a spectator) at one step."""

    step: int
    steps: int
    seat: int
    shown: dict[str, Any]
    """The game's own view: see the TypedDicts of games/<id>/show_types.py."""
    prompt: PhraseSent
    asked: list[int]
    points: list[int]
    rows: list[ScoreRowSent]
    result: ResultSent | None


class LessonSent(Message):
    """The current step of a lesson: its text (`tell`), its task, and places on the page."""

    kind: Literal["lesson", "puzzle"]
    name: str
    number: int
    of: int
    teaches: str
    step: int
    steps: int
    title: PhraseSent
    tell: list[PhraseSent]
    task: PhraseSent | None
    points: list[str]
    """The places to click, in order, or the notation of a choice without places; empty for other viewers."""
    look: list[str]
    """Places that the text mentions, to be highlighted."""
    find: bool
    """Whether the page hides `points` until the learner asks for them."""
    waits: bool
    """Whether another seat is about to decide."""
    done: bool
    next: str
    """The name of the next lesson; empty after the last."""


class DealSent(Message):
    """The sealed deal of a table: seal of the server's secret, each seat's contribution, and the rematch's seal."""

    seal: str
    contributions: list[str]
    """Empty for a seat that sent nothing."""
    rematch: str


class DealTicketSent(Message):
    """GET /api/deal: the seal of a table that will start at once, and the ticket to create it with."""

    ticket: str
    seal: str


class DrawSent(Message):
    """A draw of chance: its label, the possible outcomes with their weights, and what was drawn, in notation."""

    step: int
    label: str
    outcomes: list[tuple[str, int]]
    drawn: str


class DealCheckSent(Message):
    """GET /api/tables/{code}/deal: what is needed to check the deal of a finished game."""

    game: str
    seats: list[str]
    day: str
    """Date of the daily deal played here; empty at other tables."""
    seal: str
    """Empty: the game has no sealed deal."""
    secret: str
    """Empty: it is not revealed yet."""
    contributions: list[str]
    draws: list[DrawSent]


class TableSent(Message, tag_field="is", tag="table"):
    """The whole table for one connection: after Hello, a change of seat or an undo, and when the lobby changes."""

    code: str
    word: str
    """The short code, to be read aloud."""
    game: str
    options: dict[str, str]
    figures: dict[str, int | str]
    """Component figures of this table (as in `box.toml`) that differ from the printed ones, by name."""
    phase: Phase
    host: bool
    patience: int | None
    pace: PaceSent | None
    rated: bool
    """Whether the host wants the game to be rated."""
    public: bool
    """Whether everyone on this server sees the table."""
    near: bool
    """Whether the free seats of a public table are for people of about the host's strength."""
    counts: bool
    """Whether the game is rated so far: at least two people play, and no bot has replaced one of them."""
    hints: bool
    """Whether players may ask for hints during the game."""
    programs: bool
    """Whether programs may take seats."""
    seats: list[SeatSent]
    spectators: list[SpectatorSent]
    """For the host only."""
    mine: list[int]
    """Seats that this guest may play."""
    seated: list[int]
    """Seats that this guest has taken, resigned ones included."""
    invited: list[int]
    """Open seats reserved for this guest."""
    scene: SceneSent | None
    ask: AskSent | None
    undo: UndoSent | None
    orders: list[OrderSent]
    """Standing orders of the viewing seat."""
    events: list[EventSent]
    """Events after the client's last one; all if the client has none or the table has undone moves."""
    reset: bool
    """Whether the client must discard its events."""
    era: int
    """Number of undos; event numbers are comparable only within one era."""
    chat: list[ChatSent]
    slow: bool
    """Slow mode of the chat."""
    rematch: str
    """The code of the rematch table, once all people have agreed."""
    agreed: list[int]
    """The seats that want a rematch."""
    lesson: LessonSent | None
    by_hand: bool
    """Whether the players draw the real cards and tokens of their box."""
    hand: ByHandSent | None
    """Null: an ordinary table, or one in the lobby."""
    day: str
    """Date of the daily deal played here; empty at other tables."""
    league: int
    """Number of the league's deal played here; 0 at other tables."""
    tournament: str
    """The code of the tournament that the game belongs to; empty at other tables."""
    deal: DealSent | None
    """Null: the game has no sealed deal."""


class TurnSent(Message):
    """GET /api/tables/{code}/turn: what a program needs in order to decide for a seat (-1: a spectator's view)."""

    code: str
    game: str
    options: dict[str, str]
    figures: dict[str, Any]
    """Component figures of this table that differ from the printed ones, as in `box.toml`."""
    phase: Phase
    seat: int
    mine: list[int]
    """Seats that this player may play."""
    to_move: bool
    """Whether the seat must decide now."""
    step: int
    """Number of the question: an answer repeats it."""
    position: str
    """The seat's view as a position of the Python API; hidden parts are unknown. Empty in the lobby."""
    seats: list[SeatSent]
    scene: SceneSent | None
    ask: AskSent | None


class UpdateSent(Message, tag_field="is", tag="news"):
    """Changes by a move: new events, and the view after them."""

    seats: list[SeatSent]
    phase: Phase
    scene: SceneSent
    ask: AskSent | None
    undo: UndoSent | None
    events: list[EventSent]
    lesson: LessonSent | None
    hand: ByHandSent | None
    key: str
    """Idempotency key of the receiver's own move that caused this update; else empty."""


class SeatsSent(Message, tag_field="is", tag="seats"):
    """Seats have changed: a player connected or disconnected, a bot started a search, or slow mode was switched."""

    seats: list[SeatSent]
    spectators: list[SpectatorSent]
    slow: bool


class OrdersSent(Message, tag_field="is", tag="orders"):
    """The standing orders of the viewing seat."""

    orders: list[OrderSent]


class ChatLineSent(Message, tag_field="is", tag="said"):
    """A new chat line."""

    line: ChatSent


class RefusedSent(Message, tag_field="is", tag="refused"):
    """A refused message: reason code, sentence, rulebook heading (or empty), and idempotency key of a refused move."""

    code: str
    phrase: PhraseSent
    heading: str
    key: str


class WhySent(Message, tag_field="is", tag="why"):
    """Why places cannot be chosen ("Pourquoi pas ?")."""

    places: list[str]
    phrase: PhraseSent
    heading: str


class EffectSent(Message):
    """What a choice will do, as far as the seat can know: a sentence, a few words for its place (one phrase a line),
    whether it is good for the seat (waste: nothing is gained, and what is spent is lost), and whether the seat can no
    longer take it back freely."""

    tone: Literal["gain", "loss", "neutral", "waste", "unknown"]
    line: PhraseSent
    short: list[PhraseSent]
    final: bool


class EffectsSent(Message, tag_field="is", tag="effects"):
    """Effects of the choices of a question, by their notation; a choice whose name says it all has none."""

    step: int
    after: str
    effects: dict[str, EffectSent]


class LessonAttemptSent(Message, tag_field="is", tag="tried"):
    """Consequences of a decision that was not the lesson's task; the table has already undone them."""

    scene: SceneSent
    events: list[EventSent]


class RematchSent(Message, tag_field="is", tag="rematch"):
    """State of a rematch offer; the code of the new table once all people have agreed."""

    code: str
    """Code of the new table; empty before."""
    agreed: list[int]
    """The seats that want a rematch; the first of them offered it."""
    declined: int | None
    """The seat that has just declined."""


class ExpectedRowSent(Message):
    """A row of the final score sheet, and the points that a choice is expected to earn there above a random choice."""

    row: PhraseSent
    gain: float


class HintChoiceSent(Message):
    """A choice in a hint: share of simulations (`thought`), win rate with 95 % interval, score rows it aims for, points
    above those of the best choice (`margin`)."""

    choice: ChoiceSent
    phrase: PhraseSent
    thought: float
    chance: float
    low: float
    high: float
    aims: list[ExpectedRowSent]
    margin: float


class HintSent(Message, tag_field="is", tag="hint"):
    """A hint: the best choices first, with the numbers of simulations and of rollouts (`games`)."""

    step: int
    seat: int
    simulations: int
    games: int
    choices: list[HintChoiceSent]
    played: HintChoiceSent | None
    """At a past step: the choice that was played, if it is not among the best."""
    done: str
    """At a past step: the choice that was played, in notation; else empty."""


class PreviewSent(Message, tag_field="is", tag="ahead"):
    """Preview of an incomplete choice, which is not applied: the view after its decisions, and the next question."""

    key: str
    scene: SceneSent
    ask: AskSent


class CurvePointSent(Message):
    """Win probability of each seat at a step."""

    step: int
    chances: list[float]


class TurningPointSent(Message):
    """A turning point: a seat's win probability changed most between these two steps."""

    before: int
    after: int
    seat: int
    by: list[int]
    """The seats that decided in between."""
    drawn: bool
    """Whether chance drew in between."""


class CurveSent(Message, tag_field="is", tag="curve"):
    """Win probabilities over a finished game, as far as computed; turning points (`turns`) only when complete."""

    points: list[CurvePointSent]
    turns: list[TurningPointSent]
    progress: float


class ReviewedMoveSent(Message):
    """A move of a review, in words and with the places to mark."""

    choice: ChoiceSent
    phrase: PhraseSent
    chance: float
    """Win probability after it."""


class RowReasonSent(Message):
    """Points that the better move brings a seat on a row of the final score sheet beyond the move played."""

    row: PhraseSent
    seat: int
    gain: float


class EventReasonSent(Message):
    """An event, and the shares of rollouts in which it follows the better move and the move played."""

    event: PhraseSent
    better: float
    played: float


class MoveCostSent(Message):
    """A move that cost points: what was played from a step on, the better move, the expected loss of points with its
    95 % error, and why."""

    step: int
    played: ReviewedMoveSent
    better: ReviewedMoveSent
    loss: float
    error: float
    rows: list[RowReasonSent]
    events: list[EventReasonSent]


class LedgerPartSent(Message):
    """A change of a seat's win probability, in points of a hundred, with the 95 % error."""

    points: float
    error: float


class LuckyDrawSent(LedgerPartSent):
    """What draws in a row changed, from a step up to another one."""

    first: int
    last: int


class LedgerSent(LedgerPartSent):
    """What chance changed (`points`) and what the seat, the others and the rest changed: from its win probability at
    the start to its share of the win, in points of a hundred. They add up."""

    start: float
    end: float
    own: LedgerPartSent
    others: LedgerPartSent
    rest: LedgerPartSent
    """Stretches that could not be told apart, and an early end."""
    draws: list[LuckyDrawSent]
    """The draws that changed most, the largest first."""
    other_draws: int
    """The number of the others."""


class ReviewSent(Message, tag_field="is", tag="review"):
    """Review of a seat, as far as computed: the costliest moves in the order of the game, and once complete the
    dearest first; `luck` only when complete, if chance drew."""

    seat: int
    prices: list[MoveCostSent]
    small: int
    """Number of moves that cost less than a point or than the error of measurement."""
    read: int
    """Number of moves reviewed, of `moves` with a choice."""
    moves: int
    luck: LedgerSent | None
    progress: float


FromServer = (
    TableSent
    | TableListSent
    | UpdateSent
    | SeatsSent
    | OrdersSent
    | ChatLineSent
    | RefusedSent
    | WhySent
    | PreviewSent
    | EffectsSent
    | LessonAttemptSent
    | RematchSent
    | HintSent
    | CurveSent
    | ReviewSent
)
