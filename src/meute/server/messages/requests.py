"""Messages from the page to the server."""

from typing import Literal

import msgspec

from meute.server.messages import Message, SeatKind
from meute.server.messages.pace import PaceSent, Until

# --- HTTP


class ProfileRequest(Message):
    """POST /api/me: the guest's name and language."""

    name: str
    language: str


class SeatRequest(Message):
    """A seat as the host sets it."""

    kind: SeatKind
    """guest: a player with a device of their own, the first one is the host; open: free for others; bot; here: a person
    at the host's screen."""
    name: str = ""
    bot: str = ""
    """Level of a bot, such as `louveteau`: `bots` of GET /api/home."""


class TableRequest(Message):
    """POST /api/tables: a new table."""

    game: str
    seats: list[SeatRequest]
    options: dict[str, str] = msgspec.field(default_factory=dict)
    position: str = ""
    patience: int | None = None
    pace: PaceSent | None = None
    rated: bool = False
    public: bool = False
    """Whether everyone on this server sees the table and may take a free seat."""
    near: bool = False
    """Whether the free seats are for people of about the host's strength."""
    hints: bool | None = None
    """Whether players may ask for hints; null: only at tables with one person and bots."""
    by_hand: bool = False
    """Whether the players draw the real cards and tokens of their box, and enter what they draw."""
    start: bool = False
    ticket: str = ""
    """Of a table that starts at once: the ticket of its sealed deal (GET /api/deal)."""
    programs: bool = False
    """Whether programs may take seats."""
    contribution: str = ""
    """With a ticket: what this browser adds to the deal, 32 bytes as hexadecimal digits."""
    group: str = ""
    """The code of a group of mine, whose page shows the table."""


class LessonRequest(Message):
    """POST /api/learn: open a lesson; an unfinished one is continued."""

    game: str
    lesson: str


class PuzzleRequest(Message):
    """POST /api/puzzles: open the next puzzle of a game for me; of all games (empty): the puzzle of the day."""

    game: str


class DailyDealRequest(Message):
    """POST /api/daily: open today's deal of a game."""

    game: str


class ClaimRequest(Message):
    """POST /api/tables/{code}/claim: take a seat, or the first open one (null)."""

    seat: int | None = None
    name: str = ""


class PlayRequest(Message):
    """POST /api/tables/{code}/play: one or several decisions separated by spaces, all or none. `step`: that of the turn
    that they answer; `key`: of any letters, unique for each decision: a repeated request is applied once."""

    seat: int
    action: str
    step: int
    key: str


class SeatChoiceRequest(Message):
    """A seat of mine that asks for a hint or resigns."""

    seat: int


# --- WebSocket of a table


class Hello(Message, tag_field="do", tag="hello"):
    """First message of a socket: number of the client's last event (-1: none), its era, and the seat to view from."""

    last: int = -1
    era: int = 0
    seat: int | None = None
    """Null: the guest's only seat; with several (hotseat), the spectators' view (-1), which hides all hands."""


class Sit(Message, tag_field="do", tag="sit"):
    """View from one of my seats (hotseat: after the screen was handed over), or as a spectator (-1)."""

    seat: int


class Claim(Message, tag_field="do", tag="claim"):
    """Take an open seat."""

    seat: int
    name: str
    contribution: str = ""
    """What this browser adds to the sealed deal; empty: nothing yet. A public table begins once its seats are taken."""


class Leave(Message, tag_field="do", tag="leave"):
    """Give up my seat in the lobby."""

    seat: int


class Contribute(Message, tag_field="do", tag="contribute"):
    """In the lobby: what my browser adds to the sealed deal, 32 bytes as hexadecimal digits. The first one counts."""

    value: str


class SetSeat(Message, tag_field="do", tag="set_seat"):
    """Host, in the lobby: change or add a seat, or remove it (`to` is null), within the game's limits."""

    seat: int
    to: SeatRequest | None


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


class SetPrograms(Message, tag_field="do", tag="set_programs"):
    """Host, in the lobby: whether programs may take seats; without permission, theirs open again."""

    on: bool


class SetPublic(Message, tag_field="do", tag="set_public"):
    """Host, in the lobby: show the table to everyone on this server, or only to those who have its link; `near`: the
    free seats are for people of about the host's strength."""

    on: bool
    near: bool = False


class SetHints(Message, tag_field="do", tag="set_hints"):
    """Host, in the lobby: whether players may ask for hints."""

    on: bool


class Start(Message, tag_field="do", tag="start"):
    """Host: start the game; bots take open seats."""


class Play(Message, tag_field="do", tag="play"):
    """Apply one or several decisions, all or none. `action`: notation, separated by spaces; `key`: idempotency key;
    `step`: number of steps that the client has seen."""

    seat: int
    action: str
    key: str
    step: int
    whole: bool = False
    """Apply only a complete choice; an incomplete one is answered with the next question (PreviewSent) instead."""


class Draw(Message, tag_field="do", tag="draw"):
    """At a table of a real box: what was drawn (notation), entered by my seat. `key` and `step`: as in Play."""

    seat: int
    action: str
    key: str
    step: int


class Undo(Message, tag_field="do", tag="undo"):
    """Undo my last decision, or all since `step`; if chance, another seat or a secret followed, others must agree. At
    a table of a real box: undo the last entry of all, without a vote."""

    seat: int
    step: int | None = None


class AgreeUndo(Message, tag_field="do", tag="agree_undo"):
    """Answer to an undo request; "no" from the seat that asked withdraws it."""

    seat: int
    yes: bool


class Resign(Message, tag_field="do", tag="resign"):
    """Resign; with more than two seats, a bot continues for the seat while other people play."""

    seat: int


class SetOrder(Message, tag_field="do", tag="set_order"):
    """Standing order: answer questions of `kind` for me, by the lowest legal amount up to `most`, else by `answers`."""

    seat: int
    kind: str
    most: int | None = None
    answers: list[str] = msgspec.field(default_factory=list)
    about: list[str] = msgspec.field(default_factory=list)
    """Ids (marks) of the components that the order applies to; empty: all."""
    until: Until = "round"


class DropOrder(Message, tag_field="do", tag="drop_order"):
    """Cancel a standing order of mine."""

    seat: int
    n: int


class Rematch(Message, tag_field="do", tag="rematch"):
    """Rematch with the same people: yes offers or accepts it, no declines or withdraws it."""

    yes: bool = True
    contribution: str = ""
    """What this browser adds to the sealed deal of the rematch; empty: nothing."""


class Again(Message, tag_field="do", tag="again"):
    """Restart the lesson."""

    seat: int


class Reveal(Message, tag_field="do", tag="reveal"):
    """The learner has seen the solution of a lesson's task: a puzzle counts as missed."""

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
    """Ask why these places cannot be clicked, possibly after the first decisions of an incomplete choice (`after`)."""

    seat: int
    places: list[str]
    after: str = ""
    """The decisions of the incomplete choice, in notation, separated by spaces."""


class AskEffects(Message, tag_field="do", tag="effects"):
    """Ask what the choices of my question will do, possibly after the first decisions of an incomplete choice."""

    seat: int
    step: int
    """Number of steps that the client has seen; the answer repeats it."""
    after: str = ""
    """The decisions of the incomplete choice, in notation, separated by spaces; the answer repeats them."""
    draft: bool = False
    """These decisions are a draft: tell what each of them will do beside the others."""


class AskHint(Message, tag_field="do", tag="hint"):
    """Ask for a hint for a seat at a step: for my own seat, or for any seat once the game is over."""

    seat: int
    step: int


class AskCurve(Message, tag_field="do", tag="curve"):
    """Subscribe to the win probabilities over a finished game, or unsubscribe."""

    on: bool


class AskReview(Message, tag_field="do", tag="review"):
    """Ask for a review of a finished game: the seat's costliest decisions, and its luck."""

    seat: int


LobbyCommand = (
    Claim
    | Leave
    | Contribute
    | SetSeat
    | SetOption
    | SetPatience
    | SetPace
    | SetRated
    | SetPublic
    | SetPrograms
    | SetHints
)
"""Changes in the lobby."""

FromClient = (
    LobbyCommand
    | Hello
    | Sit
    | Start
    | Play
    | Draw
    | Undo
    | AgreeUndo
    | Resign
    | SetOrder
    | DropOrder
    | Rematch
    | Again
    | Reveal
    | Say
    | Hush
    | SetSlow
    | AskWhy
    | AskEffects
    | AskHint
    | AskCurve
    | AskReview
)
