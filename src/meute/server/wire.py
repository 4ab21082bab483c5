"""Everything that travels between server and page. The page's TypeScript types are generated from this file.

The socket of a table is /socket/{code}: JSON texts, FromClient one way, FromServer the other; the first one is Hello.
Over HTTP: GET /api/home, /api/rules/{game}/{language}, /api/text/{language}.json, /api/word/{word} -> CodeSent,
/api/tables/{code}/at/{step}?view=SEAT -> SceneSent, /api/tables/{code}/record (text); POST /api/me (MeAsked ->
GuestSent), /api/tables (TableAsked -> CodeSent), /api/records (the text -> CodeSent). What is refused answers
RefusedSent with a status of 4xx.
"""

from typing import Any, Literal

import msgspec


class Wire(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A thing on the wire: fields by name, nothing unknown."""


# --- words


class PhraseSent(Wire, omit_defaults=True):
    """A sentence before it has words; the page says it in the reader's language."""

    key: str
    gaps: "dict[str, str | int | PhraseSent]" = {}
    mark: str = ""


# --- the house


class GuestSent(Wire):
    """Who is looking: no account, a name and a cookie."""

    name: str
    language: str


class MeAsked(Wire):
    """POST /api/me: how the guest wants to be called, and in which language."""

    name: str
    language: str


class CodeSent(Wire):
    """The code of a table: the answer to making one, to a short code and to an uploaded record."""

    code: str


class OptionSent(Wire):
    """A variant or ruling: its values, or the limits of its number."""

    name: str
    values: list[str]
    default: str
    low: int | None = None
    high: int | None = None


class GameSent(Wire):
    """A game on the shelf."""

    id: str
    fewest: int
    most: int
    minutes: int
    options: list[OptionSent]


class BotSent(Wire):
    """A computer player."""

    name: str
    strength: int


class TableLineSent(Wire):
    """One of my games, in a list."""

    code: str
    game: str
    phase: "Phase"
    seats: list[str]
    my_turn: bool
    waiting_for: list[str]
    progress: PhraseSent | None
    changed: float


class HomeSent(Wire):
    """What the home page needs."""

    guest: GuestSent
    languages: list[str]
    games: list[GameSent]
    bots: list[BotSent]
    tables: list[TableLineSent]
    others: str | None
    """The address to invite others to; empty: the one of this page; null: none, since only this machine is served."""


class SourceSent(Wire):
    """A part of the box, and where its figures come from."""

    part: str
    source: Literal["printed", "found", "reconstructed"]


class RulesSent(Wire):
    """The rules of a game in our own words, as sections, and the note about its box."""

    game: str
    language: str
    sections: "list[SectionSent]"
    sources: list[SourceSent]


class SectionSent(Wire):
    """One section of the rules page: an id, its heading, the rulebook's headings that it tells, and HTML of ours."""

    id: str
    heading: str
    printed: list[str]
    html: str


# --- a table

Phase = Literal["lobby", "playing", "over"]
SeatKind = Literal["open", "guest", "here", "bot"]
"""Nobody yet; a guest with a cookie of his own; another person on the host's screen; a computer player."""


class SeatAsked(Wire):
    """A seat as the host wants it."""

    kind: SeatKind
    name: str = ""
    bot: str = ""


class TableAsked(Wire):
    """POST /api/tables: a new table."""

    game: str
    seats: list[SeatAsked]
    options: dict[str, str] = {}
    position: str = ""
    patience: int | None = None
    hints: bool | None = None
    """Whether the alpha may be asked for advice; null: if no two people play."""
    start: bool = False


class SeatSent(Wire):
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


class SpectatorSent(Wire):
    """Somebody who looks on, as the host is told."""

    number: int
    name: str
    muted: bool


class ChoiceSent(Wire):
    """A legal action: its text in notation, and the places it is chosen by, in order."""

    text: str
    places: list[str]


class AskSent(Wire):
    """What the viewing seat may do now."""

    choices: list[ChoiceSent]
    names: dict[str, PhraseSent]
    """Spoken names of all places in the choices; a choice without places is named by its text."""


class UndoSent(Wire):
    """Whether the viewing seat may undo, and if not, why."""

    free: bool
    why: str
    by_agreement: bool
    """Not freely, but if the others agree."""
    asked_by: int | None
    """A seat that asks the others to agree to going back."""


class RowSent(Wire):
    """A line of the score sheet."""

    seat: int
    rule: str
    amount: int
    where: int
    piece: int


class EventSent(Wire, omit_defaults=True):
    """Something that happened: numbered without gaps; `phrase` is missing where the viewer may not read it."""

    n: int
    step: int
    kind: str = ""
    seat: int = -1
    phrase: PhraseSent | None = None


class ChatSent(Wire):
    """Something said at the table."""

    name: str
    seat: int
    text: str
    at: float


class ResultSent(Wire):
    """How the game ended."""

    reason: str
    points: list[int]
    places: list[int]


class SceneSent(Wire):
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


class TableSent(Wire, tag_field="is", tag="table"):
    """The whole table for one connection: after hello, sitting elsewhere or undo, and whenever the lobby changes."""

    code: str
    word: str
    """The short code to be read aloud."""
    game: str
    options: dict[str, str]
    phase: Phase
    host: bool
    patience: int | None
    hints: bool
    """Whether the alpha may be asked for advice while the game goes on."""
    seats: list[SeatSent]
    spectators: list[SpectatorSent]
    """For the host alone; nobody else is told."""
    mine: list[int]
    """Seats this guest may play."""
    scene: SceneSent | None
    ask: AskSent | None
    undo: UndoSent | None
    events: list[EventSent]
    """From the number after the client's last one; all of them where the client has none or the table went back."""
    reset: bool
    """The client must forget the events it has."""
    era: int
    """How often the table went back; event numbers are comparable only within one era."""
    chat: list[ChatSent]
    rematch: str
    """The code of the next table, when somebody wants a rematch."""
    position_link: bool
    """Whether a link to any moment, from any seat, can be given away: once the game is over."""


class NewsSent(Wire, tag_field="is", tag="news"):
    """What changed by a move: new events and the scene after them."""

    seats: list[SeatSent]
    phase: Phase
    scene: SceneSent
    ask: AskSent | None
    undo: UndoSent | None
    events: list[EventSent]
    key: str
    """The idempotency key of the move that this answers, if it is the receiver's own; else empty."""


class SeatsSent(Wire, tag_field="is", tag="seats"):
    """Somebody came, left, or a bot thinks."""

    seats: list[SeatSent]
    spectators: list[SpectatorSent]


class SaidSent(Wire, tag_field="is", tag="said"):
    """One chat line."""

    line: ChatSent


class RefusedSent(Wire, tag_field="is", tag="refused"):
    """A message that was not acted on: a reason code, a sentence, and the rulebook heading if there is one."""

    code: str
    phrase: PhraseSent
    heading: str
    key: str


class WhySent(Wire, tag_field="is", tag="why"):
    """The answer to "Pourquoi pas ?"."""

    places: list[str]
    phrase: PhraseSent
    heading: str


class RematchSent(Wire, tag_field="is", tag="rematch"):
    """A new table with the same people is open."""

    code: str


class AimSent(Wire):
    """A row of the final score sheet, and the points that a choice earns there beyond one made at random."""

    row: PhraseSent
    gain: float


class ProspectSent(Wire):
    """A choice under advice: its share of the thinking, and how often it won, with a 95 % interval."""

    choice: ChoiceSent
    phrase: PhraseSent
    thought: float
    chance: float
    low: float
    high: float
    aims: list[AimSent]


class HintSent(Wire, tag_field="is", tag="hint"):
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


class PointSent(Wire):
    """Each seat's chance of winning at a step."""

    step: int
    chances: list[float]


class TurnSent(Wire):
    """Between these two steps, the chance of a seat changed most."""

    before: int
    after: int
    seat: int


class CurveSent(Wire, tag_field="is", tag="curve"):
    """Chances over a finished game, as far as they have been counted; turning points once all of them have."""

    points: list[PointSent]
    turns: list[TurnSent]
    progress: float


FromServer = TableSent | NewsSent | SeatsSent | SaidSent | RefusedSent | WhySent | RematchSent | HintSent | CurveSent


class Hello(Wire, tag_field="do", tag="hello"):
    """First message of a socket: the last event number the client has (-1: none), its era, and where it looks from."""

    last: int = -1
    era: int = 0
    seat: int | None = None
    """Without one: one's only seat, or the rail (-1) for somebody who holds several, since the curtain is down."""


class Sit(Wire, tag_field="do", tag="sit"):
    """Look from one of my seats (hotseat, after the curtain), or from the rail (-1)."""

    seat: int


class Claim(Wire, tag_field="do", tag="claim"):
    """Take an open seat."""

    seat: int
    name: str


class Leave(Wire, tag_field="do", tag="leave"):
    """Give my seat up in the lobby."""

    seat: int


class SetSeat(Wire, tag_field="do", tag="set_seat"):
    """The host changes a seat in the lobby; `seats` may grow or shrink within the game's limits."""

    seat: int
    to: SeatAsked | None


class SetOption(Wire, tag_field="do", tag="set_option"):
    """The host changes an option in the lobby."""

    name: str
    value: str


class SetPatience(Wire, tag_field="do", tag="set_patience"):
    """The host changes in the lobby after how many seconds a bot stands in for an absent guest; null: never."""

    seconds: int | None


class SetHints(Wire, tag_field="do", tag="set_hints"):
    """The host changes in the lobby whether the alpha may be asked for advice."""

    on: bool


class Start(Wire, tag_field="do", tag="start"):
    """The host starts; open seats are filled by bots."""


class Play(Wire, tag_field="do", tag="play"):
    """A decision: notation, the key that makes a repetition harmless, and the step the client saw."""

    seat: int
    action: str
    key: str
    step: int


class Undo(Wire, tag_field="do", tag="undo"):
    """Take my last decision back: at once if free, else the others are asked."""

    seat: int


class AgreeUndo(Wire, tag_field="do", tag="agree_undo"):
    """Answer to somebody who wants to go back."""

    seat: int
    yes: bool


class Resign(Wire, tag_field="do", tag="resign"):
    """Give the game up; with more than two, a bot goes on for the seat while other people play."""

    seat: int


class Rematch(Wire, tag_field="do", tag="rematch"):
    """Another game with the same people."""


class Say(Wire, tag_field="do", tag="say"):
    """Chat."""

    text: str


class Hush(Wire, tag_field="do", tag="hush"):
    """The host quietens somebody who looks on, lets him speak again, or sends him away."""

    spectator: int
    how: Literal["mute", "unmute", "remove"]


class AskWhy(Wire, tag_field="do", tag="why"):
    """Why can these places not be chosen?"""

    seat: int
    places: list[str]


class AskHint(Wire, tag_field="do", tag="hint"):
    """What would the alpha play for this seat after so many steps? One's own seat; any, once the game is over."""

    seat: int
    step: int


class AskCurve(Wire, tag_field="do", tag="curve"):
    """The chances over a finished game are wanted as they are counted, or no longer wanted."""

    on: bool


FromClient = (
    Hello
    | Sit
    | Claim
    | Leave
    | SetSeat
    | SetOption
    | SetPatience
    | SetHints
    | Start
    | Play
    | Undo
    | AgreeUndo
    | Resign
    | Rematch
    | Say
    | Hush
    | AskWhy
    | AskHint
    | AskCurve
)
