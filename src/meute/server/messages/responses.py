"""Messages from the server to the page."""

from typing import Any, Literal

import msgspec

from meute.server.messages import Message, Phase, SeatKind
from meute.server.messages.pace import ClockSent, OrderSent, PaceSent

# --- phrases


class PhraseSent(Message, omit_defaults=True):
    """A catalogue key with its placeholders; the page renders it in the reader's language."""

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
    """An option of a game: its values, or the limits of its number; it has an effect from so many seats on."""

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
    """A bot level."""

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
    """A seat is reserved for me."""
    offered: bool
    """A rematch is offered, and I have not answered."""
    waiting_for: list[str]
    progress: PhraseSent | None
    changed: float


class LinesSent(Message, tag_field="is", tag="lines"):
    """My games, for the home page: on request, and when one of them changes."""

    tables: list[TableLineSent]


class HomeSent(Message):
    """GET /api/home: data of the home page."""

    guest: GuestSent
    languages: list[str]
    games: list[GameSent]
    bots: list[BotSent]
    tables: list[TableLineSent]
    others: str | None
    """Base URL for invitations; empty: that of this page; null: none, since only this machine is served."""


class SourceSent(Message):
    """Where the figures of a component come from."""

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
    """Names of positions to draw: the rulebook's examples, and the end of each lesson that teaches this."""


# --- table


class SeatSent(Message):
    """A seat, as everyone at the table sees it."""

    kind: SeatKind
    name: str
    bot: str
    here: bool
    """Its player is connected."""
    stood_in: bool
    """A bot plays for the absent guest until they return."""
    resigned: bool
    """The player has resigned and cannot win; a bot plays on."""
    points: int
    place: int
    """0 until the game is over, and for all seats if no seat won."""
    asked: bool
    thinking: bool
    clock: ClockSent | None
    reserved: bool
    """An open seat reserved for an invited guest."""


class SpectatorSent(Message):
    """A spectator, as the host sees them."""

    number: int
    name: str
    muted: bool


class ChoiceSent(Message):
    """A legal action: its notation, and the places that select it, in order."""

    text: str
    places: list[str]


class AskSent(Message):
    """The legal actions of the viewing seat."""

    choices: list[ChoiceSent]
    names: dict[str, PhraseSent]
    """Names of all places in the choices; a choice without places is named by its text."""


class UndoSent(Message):
    """Whether the viewing seat may undo, and if not, why."""

    free: bool
    why: str
    by_agreement: bool
    """Not freely, but if the others agree."""
    asked_by: int | None
    """The seat of a pending undo request."""


class RowSent(Message):
    """A row of the score sheet."""

    seat: int
    rule: str
    amount: int
    where: int
    piece: int


class EventSent(Message, omit_defaults=True):
    """An event, numbered without gaps. `phrase` is missing where it is hidden from the viewer; `by` is the seat whose
    decision caused it, `stood_in` whether a bot decided for an absent player."""

    n: int
    step: int
    kind: str = ""
    seat: int = -1
    phrase: PhraseSent | None = None
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
    rows: list[RowSent]
    result: ResultSent | None


class LessonSent(Message):
    """The current step of a lesson: its text, and places by name."""

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
    """The places to press, in order; a choice without places by its text. Only for the learner."""
    look: list[str]
    """Places to highlight, which the text mentions."""
    find: bool
    """Whether the places stay hidden until the learner asks for them."""
    waits: bool
    """Whether another seat is about to decide."""
    done: bool
    next: str
    """The name of the next lesson; empty after the last."""


class TableSent(Message, tag_field="is", tag="table"):
    """The whole table for one connection: after Hello, a change of seat or an undo, and when the lobby changes."""

    code: str
    word: str
    """The short code, to be read aloud."""
    game: str
    options: dict[str, str]
    figures: dict[str, int | str]
    """Figures of the owner's box that differ from the printed ones."""
    phase: Phase
    host: bool
    patience: int | None
    pace: PaceSent | None
    rated: bool
    """Whether the host wants it rated."""
    counts: bool
    """Whether it is rated as things stand: people play each other, and no bot has replaced one."""
    hints: bool
    """Whether players may ask for hints during the game."""
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
    """Of the viewing seat."""
    events: list[EventSent]
    """Events after the client's last one; all if the client has none or the table has undone moves."""
    reset: bool
    """The client must discard its events."""
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
    day: str
    """Date of the daily deal played here; empty at other tables."""


class NewsSent(Message, tag_field="is", tag="news"):
    """Changes by a move: new events, and the view after them."""

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
    """Seats have changed: a player came or left, or a bot thinks; or slow mode was switched."""

    seats: list[SeatSent]
    spectators: list[SpectatorSent]
    slow: bool


class OrdersSent(Message, tag_field="is", tag="orders"):
    """The standing orders of the viewing seat."""

    orders: list[OrderSent]


class SaidSent(Message, tag_field="is", tag="said"):
    """A new chat line."""

    line: ChatSent


class RefusedSent(Message, tag_field="is", tag="refused"):
    """A refused message: a reason code, a sentence, and the rulebook heading if there is one."""

    code: str
    phrase: PhraseSent
    heading: str
    key: str


class WhySent(Message, tag_field="is", tag="why"):
    """Why places cannot be chosen ("Pourquoi pas ?")."""

    places: list[str]
    phrase: PhraseSent
    heading: str


class TriedSent(Message, tag_field="is", tag="tried"):
    """Result of a decision that was not the lesson's task: shown, and already undone."""

    scene: SceneSent
    events: list[EventSent]


class RematchSent(Message, tag_field="is", tag="rematch"):
    """State of a rematch offer; the code of the new table once all people have agreed."""

    code: str
    """Of the new table; empty before."""
    agreed: list[int]
    """The seats that want it; the first one offered it."""
    declined: int | None
    """The seat that has just declined."""


class AimSent(Message):
    """A row of the final score sheet, and the expected points that a choice earns there above a random one."""

    row: PhraseSent
    gain: float


class ProspectSent(Message):
    """A choice in a hint: its share of the search, and its win rate with a 95 % interval."""

    choice: ChoiceSent
    phrase: PhraseSent
    thought: float
    chance: float
    low: float
    high: float
    aims: list[AimSent]


class HintSent(Message, tag_field="is", tag="hint"):
    """A hint: the best choices first, with the numbers of simulations and rollouts."""

    step: int
    seat: int
    simulations: int
    games: int
    choices: list[ProspectSent]
    played: ProspectSent | None
    """The choice that was played there, if it is past and not among the best."""
    done: str
    """The choice that was played there, in notation; empty if it is not past."""


class AheadSent(Message, tag_field="is", tag="ahead"):
    """Preview of an incomplete choice: the next question and the view after it; nothing has been applied."""

    key: str
    scene: SceneSent
    ask: AskSent


class PointSent(Message):
    """Win probability of each seat at a step."""

    step: int
    chances: list[float]


class TurnSent(Message):
    """A turning point: a seat's win probability changed most between these two steps."""

    before: int
    after: int
    seat: int


class CurveSent(Message, tag_field="is", tag="curve"):
    """Win probabilities over a finished game, as far as computed; turning points at the end."""

    points: list[PointSent]
    turns: list[TurnSent]
    progress: float


class PriceSent(Message):
    """A decision that cost points: what was played at a step, what the strongest bot would have played, the expected
    loss of points, and its 95 % error."""

    step: int
    played: PhraseSent
    better: PhraseSent
    loss: float
    error: float


class LuckSent(Message):
    """Points of lead that chance gave, with the 95 % error."""

    points: float
    error: float


class ReviewSent(Message, tag_field="is", tag="review"):
    """Review of a seat: the costliest decisions, as far as computed; luck at the end, if it can be measured."""

    seat: int
    prices: list[PriceSent]
    luck: LuckSent | None
    progress: float


FromServer = (
    TableSent
    | LinesSent
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
