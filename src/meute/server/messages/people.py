"""What is asked and sent about people themselves, over HTTP.

GET /api/me -> MeSent; POST /api/carry -> CarrySent, /api/carry/look (CodeAsked -> CarriedSent), /api/carry/use
(EnterAsked -> EnteredSent); POST /api/recovery -> RecoverySent, /api/recovery/use (EnterAsked -> EnteredSent); POST
/api/passkey/new and /ask -> what the browser's credentials take, /add (PasskeyAsked -> MeSent), /enter (PasskeyAsked ->
EnteredSent); POST /api/me/drop (DropAsked -> MeSent); GET /api/me/export (a zip file); POST /api/me/wishes
(WishesAsked -> MeSent), /api/me/vacation (VacationAsked -> MeSent), /api/me/delete (DeleteAsked -> DoneSent).
"""

from typing import Any, Literal

from meute.server.messages import Message
from meute.server.messages.sent import GuestSent

# --- asked


class CodeAsked(Message):
    """A code, to see whom it leads to."""

    code: str


class EnterAsked(Message):
    """A code that lets this device in; whether what it has comes along."""

    code: str
    bring: bool = True


class PasskeyAsked(Message):
    """What the authenticator answered, as the browser writes it in JSON."""

    credential: dict[str, Any]
    bring: bool = True


class DropAsked(Message):
    """A device or a passkey that shall open nothing any more."""

    what: Literal["device", "passkey"]
    handle: str


class DeleteAsked(Message):
    """All that is kept of me goes; the name is typed to be sure."""

    name: str


class WishesAsked(Message):
    """When I am not to be hurried: my time zone, and from which hour to which nothing is due and nothing is sent."""

    zone: str
    quiet: tuple[int, int] | None


class VacationAsked(Message):
    """My clocks of days stand still for so many days; 0: I am back."""

    days: int


class PushAsked(Message):
    """A browser that wants to be told: its push service's address, its key and its secret, in base64."""

    endpoint: str
    key: str
    auth: str


class PushDropAsked(Message):
    """A browser that wants to be told no longer."""

    endpoint: str


class AddressAsked(Message):
    """Where the list of the day may go; a mail asks first."""

    address: str


class InviteAsked(Message):
    """An open seat is kept for somebody I have played with."""

    seat: int
    person: str


class ShutAsked(Message):
    """I do not want to read somebody (mute) or to meet him (shut); or again. By a chat line, or as one of mine."""

    how: Literal["mute", "shut"]
    on: bool = True
    person: str = ""
    code: str = ""
    line: int = -1


class ReportAsked(Message):
    """A chat line that the operator should read."""

    line: int


# --- sent


class DeviceSent(Message):
    """One of my devices."""

    handle: str
    label: str
    seen: float
    this: bool
    """The one that asks."""


class PasskeySent(Message):
    """One of my passkeys."""

    handle: str
    label: str
    used: float


class MeSent(Message):
    """What I can come in with."""

    guest: GuestSent
    devices: list[DeviceSent]
    passkeys: list[PasskeySent]
    can_passkey: bool
    """Whether this page may use passkeys: it is served under a name, over https or on the machine itself."""
    recovery: int
    """How many recovery codes are left."""
    zone: str
    quiet: tuple[int, int] | None
    away_until: float | None
    """The end of my vacation, while I am away."""
    vacation: int
    """Days of vacation that are left this year."""
    push_key: str | None
    """What a browser subscribes with; null: this server tells no browser."""
    pushes: int
    """How many browsers are told."""
    can_mail: bool
    mail: str
    mail_on: bool
    """Whether the address was confirmed, and gets the list of the day."""


class RatingSent(Message):
    """How strong I seem in a game; without a number until enough games were rated."""

    game: str
    rating: int | None
    games: int


class PlayedSent(Message):
    """A finished game of mine."""

    code: str
    game: str
    names: list[str]
    place: int
    points: int
    rated: bool
    at: float


class CompanionSent(Message):
    """Somebody I have played with."""

    person: str
    name: str
    games: int
    muted: bool
    shut: bool


class AroundSent(Message):
    """My ratings, my finished games, and with whom I played."""

    ratings: list[RatingSent]
    history: list[PlayedSent]
    companions: list[CompanionSent]


class CarrySent(Message):
    """A code that lets one more device in."""

    code: str
    seconds: int


class CarriedSent(Message):
    """Whom a code leads to, and what this device would bring along."""

    guest: GuestSent
    games: int
    """Tables of the guest who looks."""
    same: bool
    """It is the very person who looks."""


class RecoverySent(Message):
    """Recovery codes, shown once."""

    codes: list[str]


class EnteredSent(Message):
    """This device goes on as somebody."""

    guest: GuestSent
    recovery: int


class DoneSent(Message):
    """It is done."""
