"""What the server sends."""

from typing import Any, Literal

import msgspec

from meute.server.messages import Message, Phase, SeatKind
from meute.server.messages.pace import ClockSent, OrderSent, PaceSent

# --- words


class PhraseSent(Message, omit_defaults=True):
    """A sentence before it has words; the page says it in the reader's language."""

    key: str
    gaps: "GapsSent" = msgspec.field(default_factory=dict)
    mark: str = ""


GapsSent = dict[str, str | int | PhraseSent]
"""What fills the gaps of a sentence."""


# --- the house


class GuestSent(Message):
    """Who is looking: no account, a name and a cookie."""

    name: str
    language: str


class CodeSent(Message):
    """The code of a table: the answer to making one, to a short code and to an uploaded record."""

    code: str


class OptionSent(Message):
    """A variant or ruling: its values, or the limits of its number."""

    name: str
    values: list[str]
    default: str
    low: int | None = None
    high: int | None = None


class GameSent(Message):
    """A game on the shelf."""

    id: str
    fewest: int
    most: int
    minutes: int
    options: list[OptionSent]
    orders: list[str]
    """Kinds of questions that may be answered in advance."""


class BotSent(Message):
    """A computer player."""

    name: str
    strength: int


class TableLineSent(Message):
    """One of my games, in a list."""

    code: str
    game: str
    phase: Phase
    seats: list[str]
    mine: list[int]
    my_turn: bool
    invited: bool
    """Somebody keeps a seat for me."""
    waiting_for: list[str]
    progress: PhraseSent | None
    changed: float


class HomeSent(Message):
    """What the home page needs."""

    guest: GuestSent
    languages: list[str]
    games: list[GameSent]
    bots: list[BotSent]
    tables: list[TableLineSent]
    others: str | None
    """The address to invite others to; empty: the one of this page; null: none, since only this machine is served."""


class SourceSent(Message):
    """A part of the box, and where its figures come from."""

    part: str
    source: Literal["printed", "found", "reconstructed"]


class RulesSent(Message):
    """The rules of a game in our own words, as sections, and the note about its box."""

    game: str
    language: str
    sections: "list[SectionSent]"
    sources: list[SourceSent]


class SectionSent(Message):
    """One section of the rules page: an id, its heading, the rulebook's headings that it tells, and HTML of ours."""

    id: str
    heading: str
    printed: list[str]
    html: str
    examples: list[str]
    """Tables that the page draws: the rulebook's own, and the end of each lesson that teaches this."""


# --- a table


class SeatSent(Message):
    """A seat at the table, for everybody."""

    kind: SeatKind
    name: str
    bot: str
    here: bool
    """Somebody is connected for it."""
    stood_in: bool
    """A bot plays for an absent guest and gives the seat back when he returns."""
    resigned: bool
    """Whoever sat here has given up and cannot win; a bot plays on."""
    points: int
    place: int
    """0 until the game is over, and for all if nobody won."""
    asked: bool
    thinking: bool
    clock: ClockSent | None
    reserved: bool
    """An open seat that is kept for somebody who was invited."""


class SpectatorSent(Message):
    """Somebody who looks on, as the host is told."""

    number: int
    name: str
    muted: bool


class ChoiceSent(Message):
    """A legal action: its text in notation, and the places it is chosen by, in order."""

    text: str
    places: list[str]


class AskSent(Message):
    """What the viewing seat may do now."""

    choices: list[ChoiceSent]
    names: dict[str, PhraseSent]
    """Spoken names of all places in the choices; a choice without places is named by its text."""


class UndoSent(Message):
    """Whether the viewing seat may undo, and if not, why."""

    free: bool
    why: str
    by_agreement: bool
    """Not freely, but if the others agree."""
    asked_by: int | None
    """A seat that asks the others to agree to going back."""


class RowSent(Message):
    """A line of the score sheet."""

    seat: int
    rule: str
    amount: int
    where: int
    piece: int


class EventSent(Message, omit_defaults=True):
    """Something that happened: numbered without gaps; `phrase` is missing where the viewer may not read it; `by` is the
    seat whose decision brought it, `stood_in` whether a bot took that for somebody absent."""

    n: int
    step: int
    kind: str = ""
    seat: int = -1
    phrase: PhraseSent | None = None
    by: int = -1
    stood_in: bool = False


class ChatSent(Message):
    """Something said at the table."""

    n: int
    name: str
    seat: int
    text: str
    at: float


class ResultSent(Message):
    """How the game ended."""

    reason: str
    points: list[int]
    places: list[int]
    tie: PhraseSent | None = None
    """What decided between the best, if they were level on points."""


class SceneSent(Message):
    """The table at one moment, as one seat (or a spectator: -1) sees it."""

    step: int
    steps: int
    seat: int
    shown: dict[str, Any]
    """The game's own view: see the TypedDicts of games/<id>/shown.py."""
    prompt: PhraseSent
    asked: list[int]
    points: list[int]
    rows: list[RowSent]
    result: ResultSent | None


class LessonSent(Message):
    """Where a lesson stands: what is said, and places by name."""

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
    """The places to be pressed, in order; a choice without places by its text. For the learner alone."""
    look: list[str]
    """Places that the words speak of."""
    find: bool
    """Whether the learner looks for the places alone, until he asks to be shown."""
    waits: bool
    """Whether somebody else is about to decide."""
    done: bool
    next: str
    """The name of the next lesson; empty after the last."""


class TableSent(Message, tag_field="is", tag="table"):
    """The whole table for one connection: after hello, sitting elsewhere or undo, and whenever the lobby changes."""

    code: str
    word: str
    """The short code to be read aloud."""
    game: str
    options: dict[str, str]
    phase: Phase
    host: bool
    patience: int | None
    pace: PaceSent | None
    rated: bool
    hints: bool
    """Whether the alpha may be asked for advice while the game goes on."""
    seats: list[SeatSent]
    spectators: list[SpectatorSent]
    """For the host alone; nobody else is told."""
    mine: list[int]
    """Seats this guest may play."""
    invited: list[int]
    """Open seats that are kept for this guest."""
    scene: SceneSent | None
    ask: AskSent | None
    undo: UndoSent | None
    orders: list[OrderSent]
    """Of the viewing seat."""
    events: list[EventSent]
    """From the number after the client's last one; all of them where the client has none or the table went back."""
    reset: bool
    """The client must forget the events it has."""
    era: int
    """How often the table went back; event numbers are comparable only within one era."""
    chat: list[ChatSent]
    slow: bool
    """The host has slowed the chat."""
    rematch: str
    """The code of the next table, when somebody wants a rematch."""
    lesson: LessonSent | None
    day: str
    """The day whose deal is played here; empty at other tables."""


class NewsSent(Message, tag_field="is", tag="news"):
    """What changed by a move: new events and the scene after them."""

    seats: list[SeatSent]
    phase: Phase
    scene: SceneSent
    ask: AskSent | None
    undo: UndoSent | None
    events: list[EventSent]
    lesson: LessonSent | None
    key: str
    """The idempotency key of the move that this answers, if it is the receiver's own; else empty."""


class SeatsSent(Message, tag_field="is", tag="seats"):
    """Somebody came, left, or a bot thinks; or the host has slowed the chat."""

    seats: list[SeatSent]
    spectators: list[SpectatorSent]
    slow: bool


class OrdersSent(Message, tag_field="is", tag="orders"):
    """The standing orders of the viewing seat."""

    orders: list[OrderSent]


class SaidSent(Message, tag_field="is", tag="said"):
    """One chat line."""

    line: ChatSent


class RefusedSent(Message, tag_field="is", tag="refused"):
    """A message that was not acted on: a reason code, a sentence, and the rulebook heading if there is one."""

    code: str
    phrase: PhraseSent
    heading: str
    key: str


class WhySent(Message, tag_field="is", tag="why"):
    """The answer to "Pourquoi pas ?"."""

    places: list[str]
    phrase: PhraseSent
    heading: str


class TriedSent(Message, tag_field="is", tag="tried"):
    """What would have come of a decision that was not the task: shown, and already taken back."""

    scene: SceneSent
    events: list[EventSent]


class RematchSent(Message, tag_field="is", tag="rematch"):
    """A new table with the same people is open."""

    code: str


class AimSent(Message):
    """A row of the final score sheet, and the points that a choice earns there beyond one made at random."""

    row: PhraseSent
    gain: float


class ProspectSent(Message):
    """A choice under advice: its share of the thinking, and how often it won, with a 95 % interval."""

    choice: ChoiceSent
    phrase: PhraseSent
    thought: float
    chance: float
    low: float
    high: float
    aims: list[AimSent]


class HintSent(Message, tag_field="is", tag="hint"):
    """What the alpha would play: the best choices first, by so many simulations and so many games played on."""

    step: int
    seat: int
    simulations: int
    games: int
    choices: list[ProspectSent]
    played: ProspectSent | None
    """What the seat did there, where that is past and not among the best."""
    done: str
    """What the seat did there, in notation; empty if that is not past."""


class AheadSent(Message, tag_field="is", tag="ahead"):
    """The question in the middle of a choice, and the table as it would lie: nothing of it has been decided."""

    key: str
    scene: SceneSent
    ask: AskSent


class PointSent(Message):
    """Each seat's chance of winning at a step."""

    step: int
    chances: list[float]


class TurnSent(Message):
    """Between these two steps, the chance of a seat changed most."""

    before: int
    after: int
    seat: int


class CurveSent(Message, tag_field="is", tag="curve"):
    """Chances over a finished game, as far as they have been counted; turning points once all of them have."""

    points: list[PointSent]
    turns: list[TurnSent]
    progress: float


class PriceSent(Message):
    """A decision that cost points: what was played before which step, what the alpha would have played, the points
    that it would have brought more, and their 95 % error."""

    step: int
    played: PhraseSent
    better: PhraseSent
    loss: float
    error: float


class LuckSent(Message):
    """How many points of lead chance gave, and the 95 % error."""

    points: float
    error: float


class ReviewSent(Message, tag_field="is", tag="review"):
    """A seat's dearest decisions, as far as they have been looked at; luck at the end, where it can be told."""

    seat: int
    prices: list[PriceSent]
    luck: LuckSent | None
    progress: float


FromServer = (
    TableSent
    | NewsSent
    | SeatsSent
    | OrdersSent
    | SaidSent
    | RefusedSent
    | WhySent
    | AheadSent
    | TriedSent
    | RematchSent
    | HintSent
    | CurveSent
    | ReviewSent
)
