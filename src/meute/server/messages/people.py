"""HTTP messages about accounts: devices, passkeys, recovery, preferences, notifications, blocks.

GET /api/me -> MeSent; POST /api/carry -> CarrySent, /api/carry/look (CodeAsked -> CarriedSent), /api/carry/use
(EnterAsked -> EnteredSent); POST /api/recovery -> RecoverySent, /api/recovery/use (EnterAsked -> EnteredSent); POST
/api/passkey/new and /ask -> options for navigator.credentials, /add (PasskeyAsked -> MeSent), /enter (PasskeyAsked ->
EnteredSent); POST /api/me/drop (DropAsked -> MeSent); GET /api/me/export (a zip file); POST /api/me/wishes
(WishesAsked -> MeSent), /api/me/vacation (VacationAsked -> MeSent), /api/me/delete (DeleteAsked -> DoneSent).
"""

from typing import Any, Literal

from meute.server.messages import Message
from meute.server.messages.responses import GuestSent

# --- requests


class CodeAsked(Message):
    """A code, to see whose it is."""

    code: str


class EnterAsked(Message):
    """Sign in on this device by a code; `bring`: merge this device's games into the account."""

    code: str
    bring: bool = True


class PasskeyAsked(Message):
    """The authenticator's answer, in the browser's JSON form."""

    credential: dict[str, Any]
    bring: bool = True


class DropAsked(Message):
    """Remove a device or a passkey."""

    what: Literal["device", "passkey"]
    handle: str


class DeleteAsked(Message):
    """Delete all my data; the name is typed as a confirmation."""

    name: str


class WishesAsked(Message):
    """My quiet hours and time zone: no deadline and no notification falls into these hours."""

    zone: str
    quiet: tuple[int, int] | None


class VacationAsked(Message):
    """Stop my clocks of days for so many days; 0: end the vacation."""

    days: int


class PushAsked(Message):
    """A push subscription of a browser: endpoint, key and secret (base64)."""

    endpoint: str
    key: str
    auth: str


class PushDropAsked(Message):
    """End the push subscription of a browser."""

    endpoint: str


class AddressAsked(Message):
    """Mail address for the daily digest; a confirmation is mailed first."""

    address: str


class InviteAsked(Message):
    """Reserve an open seat for a person I have played with."""

    seat: int
    person: str


class ShutAsked(Message):
    """Block or unblock (mute: hide their chat; shut: no seats or invitations), by a chat line or as a known person."""

    how: Literal["mute", "shut"]
    on: bool = True
    person: str = ""
    code: str = ""
    line: int = -1


class ReportAsked(Message):
    """Report a chat line to the operator."""

    line: int


# --- responses


class DeviceSent(Message):
    """One of my devices."""

    handle: str
    label: str
    seen: float
    this: bool
    """The device that asks."""


class PasskeySent(Message):
    """One of my passkeys."""

    handle: str
    label: str
    used: float


class MeSent(Message):
    """My account: ways to sign in, and settings."""

    guest: GuestSent
    devices: list[DeviceSent]
    passkeys: list[PasskeySent]
    can_passkey: bool
    """Whether this page may use passkeys: it has a host name, and is served over HTTPS or from localhost."""
    recovery: int
    """Number of recovery codes left."""
    zone: str
    quiet: tuple[int, int] | None
    away_until: float | None
    """The end of my current vacation."""
    vacation: int
    """Days of vacation left this year."""
    push_key: str | None
    """Public key for push subscriptions; null: this server sends no push messages."""
    pushes: int
    """Number of browsers with a push subscription."""
    can_mail: bool
    mail: str
    mail_on: bool
    """Whether the address is confirmed and gets the daily digest."""


class RatingSent(Message):
    """My rating in a game; null until enough games were rated."""

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
    """A person I have played with."""

    person: str
    name: str
    games: int
    muted: bool
    shut: bool


class AroundSent(Message):
    """My ratings, my finished games, and the people I have played with."""

    ratings: list[RatingSent]
    history: list[PlayedSent]
    companions: list[CompanionSent]


class CarrySent(Message):
    """A code that adds another device to my account."""

    code: str
    seconds: int


class CarriedSent(Message):
    """The owner of a code, and what this device would bring along."""

    guest: GuestSent
    games: int
    """Number of tables of the guest who asks."""
    same: bool
    """Whether the code is the guest's own."""


class RecoverySent(Message):
    """Recovery codes, shown once."""

    codes: list[str]


class EnteredSent(Message):
    """This device is signed in to an account."""

    guest: GuestSent
    recovery: int


class DoneSent(Message):
    """Success without further data."""
