"""HTTP messages about accounts: devices, passkeys, recovery, preferences, notifications, blocks.

GET  /api/me                 AccountSent
GET  /api/me/export          a zip file
POST /api/me/drop            RemoveSignInRequest -> AccountSent
POST /api/me/wishes          QuietHoursRequest -> AccountSent
POST /api/me/vacation        VacationRequest -> AccountSent
POST /api/me/studies         StudiesRequest -> AccountSent
POST /api/me/delete          DeleteAccountRequest -> DoneSent
POST /api/carry              TransferCodeSent
POST /api/carry/look         CodeRequest -> CodeOwnerSent
POST /api/carry/use          SignInRequest -> SignedInSent
POST /api/recovery           RecoverySent
POST /api/recovery/use       SignInRequest -> SignedInSent
POST /api/passkey/new, /ask  options for navigator.credentials
POST /api/passkey/add        PasskeyRequest -> AccountSent
POST /api/passkey/enter      PasskeyRequest -> SignedInSent
"""

from typing import Any, Literal, get_args

from msgspec import field

from meute.server.messages import Message
from meute.server.messages.responses import GuestSent

# --- requests


class CodeRequest(Message):
    """A code, to look up its owner or to confirm a mail address."""

    code: str


class SignInRequest(Message):
    """Sign in on this device by a code; `bring`: merge this device's games into the account."""

    code: str
    bring: bool = True


class PasskeyRequest(Message):
    """The authenticator's response, as JSON of the browser's WebAuthn API."""

    credential: dict[str, Any]
    bring: bool = True


class RemoveSignInRequest(Message):
    """Remove a device, a passkey, a token or a webhook."""

    what: Literal["device", "passkey", "token", "webhook"]
    handle: str


TokenScope = Literal["read", "play", "tables"]
"""What a token allows. read: see my tables and finished games; play: take seats and decide; tables: open tables."""


class TokenRequest(Message):
    """Make a token. `program`: the name of a player of its own, marked as a program at every table; empty: the token
    acts as me, and may play only where no other person does."""

    label: str
    scopes: list[TokenScope]
    program: str = ""


WebhookForm = Literal["discord", "slack", "matrix", "json"]
"""Form of what is posted to a webhook; matrix: for matrix-hookshot, json: with all details."""


WebhookTopic = Literal["turn", "invited", "over"]
"""What a webhook is told. turn: my turns, reminders about their time, and requests to take a move back; invited:
invitations and rematches; over: the end of a game."""


class WebhookRequest(Message):
    """Name an address to which my notices are posted: HTTPS, a host name, the usual port. `topics`: some of all."""

    url: str
    form: WebhookForm
    topics: list[WebhookTopic] = field(default_factory=lambda: list(get_args(WebhookTopic)))


class WebhookTestRequest(Message):
    """Post a message to one of my webhooks now, to see whether it arrives."""

    handle: str


class DeleteAccountRequest(Message):
    """Delete all my data; the name is typed as a confirmation."""

    name: str


class QuietHoursRequest(Message):
    """My time zone and quiet hours (first hour, hour after the last): no deadline or notification falls into them."""

    zone: str
    quiet: tuple[int, int] | None


class StudiesRequest(Message):
    """Whether my finished public games may be used for studies: without names, and only where all players agree."""

    on: bool


class VacationRequest(Message):
    """Start a vacation of `days` days, in which my clocks of kind "days" stop; 0: end the vacation."""

    days: int


class SubscribePushRequest(Message):
    """A push subscription of a browser: endpoint, public key and authentication secret (base64url)."""

    endpoint: str
    key: str
    auth: str


class UnsubscribePushRequest(Message):
    """End the push subscription of a browser."""

    endpoint: str


class MailAddressRequest(Message):
    """Mail address for the daily digest; a confirmation is mailed first."""

    address: str


class InviteRequest(Message):
    """Reserve an open seat for a person I have played with."""

    seat: int
    person: str


class BlockRequest(Message):
    """Block (mute: hide chat; shut: no seats or invitations) or unblock a known `person` or a chat `line`'s author."""

    how: Literal["mute", "shut"]
    on: bool = True
    person: str = ""
    code: str = ""
    line: int = -1


class ReportRequest(Message):
    """Report a chat line to the operator."""

    line: int


# --- responses


class DeviceSent(Message):
    """One of my devices."""

    handle: str
    label: str
    seen: float
    this: bool
    """Whether the request comes from this device."""


class PasskeySent(Message):
    """One of my passkeys."""

    handle: str
    label: str
    used: float


class TokenSent(Message):
    """One of my tokens, without its secret."""

    handle: str
    label: str
    scopes: list[TokenScope]
    program: bool
    """Whether it plays as a program with a name and seats of its own."""
    name: str
    """Name of the program; empty without one."""
    made: float
    seen: float
    """Time of the last use, to the hour; `made` if there was none."""


class WebhookSent(Message):
    """One of my webhooks."""

    handle: str
    url: str
    form: WebhookForm
    topics: list[WebhookTopic]
    secret: str
    """Key of the signatures (HMAC-SHA256, by the specification of Standard Webhooks)."""
    tried: float | None
    """Time of the last delivery; null: there was none."""
    status: int
    """HTTP status of the last answer; 0 without one. 200 to 299: it arrived."""


class AccountSent(Message):
    """My account: ways to sign in, and settings."""

    guest: GuestSent
    devices: list[DeviceSent]
    passkeys: list[PasskeySent]
    tokens: list[TokenSent]
    webhooks: list[WebhookSent]
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
    studies: bool
    """Whether my finished public games may be used for studies, without names."""


class RatingSent(Message):
    """My rating in a game; null until enough games were rated."""

    game: str
    rating: int | None
    games: int


class FinishedGameSent(Message):
    """A finished game of mine."""

    code: str
    game: str
    names: list[str]
    place: int
    points: int
    rated: bool
    at: float


class BotRecordSent(Message):
    """My games of a kind against computer players of a level, without other people, and how many of them I won."""

    game: str
    bot: str
    games: int
    wins: int


class BotRecordsSent(Message):
    """GET /api/people/bots: my record against each level in each game."""

    records: list[BotRecordSent]


class CompanionSent(Message):
    """A person I have played with."""

    person: str
    name: str
    games: int
    muted: bool
    shut: bool


class HistorySent(Message):
    """My ratings, my finished games, and the people I have played with."""

    ratings: list[RatingSent]
    history: list[FinishedGameSent]
    companions: list[CompanionSent]


class TransferCodeSent(Message):
    """A code that adds another device to my account, valid for `seconds`."""

    code: str
    seconds: int


class CodeOwnerSent(Message):
    """The owner of a code, and the games that this device would merge into the owner's account."""

    guest: GuestSent
    games: int
    """Number of tables of the requesting guest."""
    same: bool
    """Whether the requesting guest owns the code."""


class RecoverySent(Message):
    """Recovery codes, shown once."""

    codes: list[str]


class SignedInSent(Message):
    """This device is signed in to an account; `recovery`: number of recovery codes left."""

    guest: GuestSent
    recovery: int


class NewTokenSent(Message):
    """A new token, shown only now, and my account."""

    token: str
    account: AccountSent


class DoneSent(Message):
    """Success without further data."""
