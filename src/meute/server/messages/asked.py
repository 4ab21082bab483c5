"""What the page asks."""

from typing import Literal

import msgspec

from meute.server.messages import Message, SeatKind
from meute.server.messages.pace import PaceSent

# --- over HTTP


class MeAsked(Message):
    """POST /api/me: how the guest wants to be called, and in which language."""

    name: str
    language: str


class SeatAsked(Message):
    """A seat as the host wants it."""

    kind: SeatKind
    name: str = ""
    bot: str = ""


class TableAsked(Message):
    """POST /api/tables: a new table."""

    game: str
    seats: list[SeatAsked]
    options: dict[str, str] = msgspec.field(default_factory=dict)
    position: str = ""
    patience: int | None = None
    pace: PaceSent | None = None
    rated: bool = False
    hints: bool | None = None
    """Whether the alpha may be asked for advice; null: if no two people play."""
    start: bool = False


class LearnAsked(Message):
    """POST /api/learn: a lesson, where it was left or from its beginning."""

    game: str
    lesson: str


class DailyAsked(Message):
    """POST /api/daily: today's deal of a game, begun or left before."""

    game: str


# --- at a table


class Hello(Message, tag_field="do", tag="hello"):
    """First message of a socket: the last event number the client has (-1: none), its era, and where it looks from."""

    last: int = -1
    era: int = 0
    seat: int | None = None
    """Without one: one's only seat, or the rail (-1) for somebody who holds several, since the curtain is down."""


class Sit(Message, tag_field="do", tag="sit"):
    """Look from one of my seats (hotseat, after the curtain), or from the rail (-1)."""

    seat: int


class Claim(Message, tag_field="do", tag="claim"):
    """Take an open seat."""

    seat: int
    name: str


class Leave(Message, tag_field="do", tag="leave"):
    """Give my seat up in the lobby."""

    seat: int


class SetSeat(Message, tag_field="do", tag="set_seat"):
    """The host changes a seat in the lobby; `seats` may grow or shrink within the game's limits."""

    seat: int
    to: SeatAsked | None


class SetOption(Message, tag_field="do", tag="set_option"):
    """The host changes an option in the lobby."""

    name: str
    value: str


class SetPatience(Message, tag_field="do", tag="set_patience"):
    """The host changes in the lobby after how many seconds a bot stands in for an absent guest; null: never."""

    seconds: int | None


class SetPace(Message, tag_field="do", tag="set_pace"):
    """The host changes in the lobby how fast is played; null: as slowly as everybody likes."""

    pace: PaceSent | None


class SetRated(Message, tag_field="do", tag="set_rated"):
    """The host changes in the lobby whether the game counts; then nobody is helped."""

    on: bool


class SetHints(Message, tag_field="do", tag="set_hints"):
    """The host changes in the lobby whether the alpha may be asked for advice."""

    on: bool


class Start(Message, tag_field="do", tag="start"):
    """The host starts; open seats are filled by bots."""


class Play(Message, tag_field="do", tag="play"):
    """A decision, or several in a row that are taken all or none: in notation, parted by spaces; the key that makes a
    repetition harmless, and the step the client saw."""

    seat: int
    action: str
    key: str
    step: int
    whole: bool = False
    """Nothing is decided while the choice is half made: the answer is then what would be asked next."""


class Undo(Message, tag_field="do", tag="undo"):
    """Take my last decision back, or all from a step on that I took in one row: at once if free, else the others are
    asked."""

    seat: int
    step: int | None = None


class AgreeUndo(Message, tag_field="do", tag="agree_undo"):
    """Answer to somebody who wants to go back; from his own seat, no: he does not want to any more."""

    seat: int
    yes: bool


class Resign(Message, tag_field="do", tag="resign"):
    """Give the game up; with more than two, a bot goes on for the seat while other people play."""

    seat: int


class SetOrder(Message, tag_field="do", tag="set_order"):
    """From now on, answer questions of this kind for me: up to an amount, then the first of these that is allowed."""

    seat: int
    kind: str
    most: int | None = None
    answers: list[str] = msgspec.field(default_factory=list)
    about: list[str] = msgspec.field(default_factory=list)
    """Marks of the things that it is for; empty: for all."""
    until: Literal["round", "game"] = "round"


class DropOrder(Message, tag_field="do", tag="drop_order"):
    """Take a standing order of mine back."""

    seat: int
    n: int


class Rematch(Message, tag_field="do", tag="rematch"):
    """Another game with the same people."""


class Again(Message, tag_field="do", tag="again"):
    """The lesson from its beginning."""

    seat: int


class Say(Message, tag_field="do", tag="say"):
    """Chat."""

    text: str


class Hush(Message, tag_field="do", tag="hush"):
    """The host quietens somebody who looks on, lets him speak again, or sends him away."""

    spectator: int
    how: Literal["mute", "unmute", "remove"]


class SetSlow(Message, tag_field="do", tag="set_slow"):
    """The host lets everybody else say a line only now and then, or again as they like."""

    on: bool


class AskWhy(Message, tag_field="do", tag="why"):
    """Why can these places not be chosen, after the decisions of a choice that is half made?"""

    seat: int
    places: list[str]
    after: str = ""
    """Those decisions, in notation, parted by spaces."""


class AskHint(Message, tag_field="do", tag="hint"):
    """What would the alpha play for this seat after so many steps? One's own seat; any, once the game is over."""

    seat: int
    step: int


class AskCurve(Message, tag_field="do", tag="curve"):
    """The chances over a finished game are wanted as they are counted, or no longer wanted."""

    on: bool


class AskReview(Message, tag_field="do", tag="review"):
    """My dearest decisions of a finished game, and my luck."""

    seat: int


Wish = Claim | Leave | SetSeat | SetOption | SetPatience | SetPace | SetRated | SetHints
"""What can be changed before the game."""

FromClient = (
    Wish
    | Hello
    | Sit
    | Start
    | Play
    | Undo
    | AgreeUndo
    | Resign
    | SetOrder
    | DropOrder
    | Rematch
    | Again
    | Say
    | Hush
    | SetSlow
    | AskWhy
    | AskHint
    | AskCurve
    | AskReview
)
