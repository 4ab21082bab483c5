"""Messages from the page to the server."""

from typing import Literal

import msgspec

from meute.server.messages import Message, SeatKind
from meute.server.messages.pace import PaceSent

# --- HTTP


class MeAsked(Message):
    """POST /api/me: the guest's name and language."""

    name: str
    language: str


class SeatAsked(Message):
    """A seat as the host sets it."""

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
    """Whether players may ask for hints; null: only at tables with one person and bots."""
    start: bool = False


class LearnAsked(Message):
    """POST /api/learn: open a lesson, where it was left or from its beginning."""

    game: str
    lesson: str


class DailyAsked(Message):
    """POST /api/daily: open today's deal of a game."""

    game: str


# --- WebSocket of a table


class Hello(Message, tag_field="do", tag="hello"):
    """First message of a socket: the client's last event number (-1: none), its era, and the seat it views from."""

    last: int = -1
    era: int = 0
    seat: int | None = None
    """Null: the guest's only seat; with several (hotseat), the spectator's view (-1), since the curtain is closed."""


class Sit(Message, tag_field="do", tag="sit"):
    """View from one of my seats (hotseat, after the curtain), or as a spectator (-1)."""

    seat: int


class Claim(Message, tag_field="do", tag="claim"):
    """Take an open seat."""

    seat: int
    name: str


class Leave(Message, tag_field="do", tag="leave"):
    """Give up my seat in the lobby."""

    seat: int


class SetSeat(Message, tag_field="do", tag="set_seat"):
    """Host, in the lobby: change, add or remove a seat within the game's limits."""

    seat: int
    to: SeatAsked | None


class SetOption(Message, tag_field="do", tag="set_option"):
    """Host, in the lobby: change an option of the game."""

    name: str
    value: str


class SetPatience(Message, tag_field="do", tag="set_patience"):
    """Host, in the lobby: seconds until a bot replaces an absent guest; null: never."""

    seconds: int | None


class SetPace(Message, tag_field="do", tag="set_pace"):
    """Host, in the lobby: set the time control; null: no clocks."""

    pace: PaceSent | None


class SetRated(Message, tag_field="do", tag="set_rated"):
    """Host, in the lobby: whether the game is rated; a rated game has no hints."""

    on: bool


class SetHints(Message, tag_field="do", tag="set_hints"):
    """Host, in the lobby: whether players may ask for hints."""

    on: bool


class Start(Message, tag_field="do", tag="start"):
    """Host: start the game; bots take open seats."""


class Play(Message, tag_field="do", tag="play"):
    """Apply one decision or several (all or none), in notation, separated by spaces; `key` makes a repetition harmless,
    `step` is what the client saw."""

    seat: int
    action: str
    key: str
    step: int
    whole: bool = False
    """Apply nothing while the choice is incomplete: the answer is then the next question (AheadSent)."""


class Undo(Message, tag_field="do", tag="undo"):
    """Take back my last decision, or all since a step within one turn; the others must agree unless it is free."""

    seat: int
    step: int | None = None


class AgreeUndo(Message, tag_field="do", tag="agree_undo"):
    """Answer to an undo request; "no" from the seat that asked withdraws it."""

    seat: int
    yes: bool


class Resign(Message, tag_field="do", tag="resign"):
    """Resign; with more than two seats, a bot plays on while other people play."""

    seat: int


class SetOrder(Message, tag_field="do", tag="set_order"):
    """Standing order: answer questions of this kind for me, up to an amount, then the first legal one of these."""

    seat: int
    kind: str
    most: int | None = None
    answers: list[str] = msgspec.field(default_factory=list)
    about: list[str] = msgspec.field(default_factory=list)
    """Marks of the components it applies to; empty: all."""
    until: Literal["round", "game"] = "round"


class DropOrder(Message, tag_field="do", tag="drop_order"):
    """Cancel a standing order of mine."""

    seat: int
    n: int


class Rematch(Message, tag_field="do", tag="rematch"):
    """Rematch with the same people: yes offers or accepts it, no declines or withdraws it."""

    yes: bool = True


class Again(Message, tag_field="do", tag="again"):
    """Restart the lesson."""

    seat: int


class Say(Message, tag_field="do", tag="say"):
    """A chat line."""

    text: str


class Hush(Message, tag_field="do", tag="hush"):
    """Host: mute, unmute or remove a spectator."""

    spectator: int
    how: Literal["mute", "unmute", "remove"]


class SetSlow(Message, tag_field="do", tag="set_slow"):
    """Host: slow mode of the chat for all others."""

    on: bool


class AskWhy(Message, tag_field="do", tag="why"):
    """Ask why these places cannot be chosen, after the decisions of an incomplete choice."""

    seat: int
    places: list[str]
    after: str = ""
    """These decisions, in notation, separated by spaces."""


class AskHint(Message, tag_field="do", tag="hint"):
    """Ask for a hint for a seat at a step: one's own seat; any seat once the game is over."""

    seat: int
    step: int


class AskCurve(Message, tag_field="do", tag="curve"):
    """Subscribe to the win probabilities over a finished game, or unsubscribe."""

    on: bool


class AskReview(Message, tag_field="do", tag="review"):
    """Ask for a review of a finished game: my costliest decisions, and my luck."""

    seat: int


Wish = Claim | Leave | SetSeat | SetOption | SetPatience | SetPace | SetRated | SetHints
"""Changes in the lobby."""

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
