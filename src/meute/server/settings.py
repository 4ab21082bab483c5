"""Settings of the server, in one structure for each section of the settings file; and token buckets."""

import os
from collections.abc import Callable, Hashable
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from meute.bots.advice import DEFAULT_BUDGET, Budget
from meute.learn.review import DEFAULT_EFFORT, Effort
from meute.server.system import monotonic, wall_time


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section of the settings. Names of values tell their unit; a number without one is a count."""


class Rate(Section, frozen=True):
    """A rate limit: burst size, and refill per second."""

    burst: float
    each_second: float


class HttpSettings(Section, frozen=True):
    """Who can connect, and what a request or a WebSocket may take."""

    hosts: tuple[str, ...] = ()
    """Further allowed host names (`--allow-host`)."""
    public_url: str = ""
    """Public base URL without a path (`--public`), for example behind a proxy."""
    proxies: tuple[str, ...] = ()
    """Trusted proxies: their forwarded client address and scheme are believed."""
    url_bytes: int = 2 * 1024
    head_bytes: int = 16 * 1024
    """Most bytes of all headers of a request."""
    head_seconds: float = 10.0
    """Time for the head of the next request; then the connection is closed."""
    body_bytes: int = 64 * 1024
    body_seconds: float = 30.0
    incomplete_requests: int = 256
    """Most connections whose request is incomplete; beyond it, the oldest is closed."""
    slow_client_bytes: int = 8 * 1024
    slow_client_seconds: float = 20.0
    """How much a connection must read in which time, while data waits for it."""
    frame_bytes: int = 16 * 1024
    outbox_bytes: int = 512 * 1024
    """Most bytes that wait for a slow connection; then it is closed."""


class LimitSettings(Section, frozen=True):
    """Rates and counts of what one guest, one address or all together may do."""

    requests: Rate = Rate(200, 40)
    """Per guest: HTTP requests and opened sockets."""
    messages: Rate = Rate(60, 20)
    """Per guest: WebSocket messages."""
    excess_messages: int = 100
    """Messages over the rate limit before the connection is closed."""
    empty_frames: Rate = Rate(200, 10)
    """Per socket: frames without a message, which are pings, pongs and unfinished fragments."""
    address_factor: int = 8
    """Limits of an address, as a multiple of a guest's; clients with a new cookie count together as one guest."""
    lesson_address_factor: int = 60
    """The same for lessons: a school shares one address."""
    sockets: int = 6000
    sockets_per_guest: int = 24
    sockets_per_address: int = 400
    waiting_hints: int = 64
    """Most hints that wait; reviews, which can wait longer, are not counted."""
    advice_per_guest: int = 4
    advice_per_address: int = 48
    """Most hints and reviews in progress."""
    uploads_per_guest: int = 2
    uploads_per_address: int = 4
    """Most uploads that are checked or wait at the same time."""
    hints: Rate = Rate(6, 0.25)
    """Per guest: hints."""
    work_milliseconds: Rate = Rate(2000, 100)
    """Per guest: processor time for views, "why not" questions, changes in the lobby, and replays."""
    work_bytes_per_millisecond: int = 1024
    """Bytes of a sent table that are charged like one millisecond of work."""
    new_tables: Rate = Rate(30, 0.2)
    """Per guest: new tables and uploaded records."""
    lessons: Rate = Rate(30, 0.2)
    """Per guest: lessons and puzzles begun."""
    chat_lines: Rate = Rate(20, 0.5)
    """Per guest: chat lines."""
    wrong_codes: Rate = Rate(20, 0.1)
    """Per guest: wrong table codes."""
    reports: Rate = Rate(10, 1 / 60)
    """Per person: reported chat lines."""
    searches: Rate = Rate(20, 0.2)
    """Per guest: searches for people to play with, and answers to calls."""
    public_seats: Rate = Rate(20, 0.1)
    """Per guest: seats taken or left at public tables."""
    preferences: Rate = Rate(20, 1 / 30)
    """Per person: changes of quiet hours and vacations, which recompute all their clocks."""
    sign_ins: Rate = Rate(20, 1 / 30)
    """Per person: sign-ins by a code or a passkey, which unload the person's tables."""
    exports: Rate = Rate(3, 1 / 600)
    """Per person: exports of all their data."""
    confirmation_mails: Rate = Rate(3, 1 / 3600)
    """Per person: confirmation mails."""
    daily_confirmation_mails: int = 3
    """Most confirmation mails to one address in a day, over all people and nodes."""
    tokens: int = 10
    """Most access tokens per person."""
    push_subscriptions: int = 5
    """Most push subscriptions per person."""
    webhooks: int = 5
    """Most webhooks per person."""
    webhook_tests: Rate = Rate(6, 1 / 60)
    """Per person: messages posted to a webhook to test it."""


class BotSettings(Section, frozen=True):
    """Computer players and advice."""

    delay_seconds: tuple[float, float] = (0.4, 0.8)
    """Range of the time before a bot's move is shown, so that people can follow."""
    workers: int = min(4, (os.cpu_count() or 2) + 1)
    """Worker processes for bots, one more than processors, so that tables share them; 0: in the server's process."""
    advisers: int = 1
    """Worker processes for hints and reviews; 0: in the server's process, for tests."""
    hint: Budget = DEFAULT_BUDGET
    """Search budget of a hint."""
    review: Effort = DEFAULT_EFFORT
    """Search budget for one decision of a finished game."""
    par: str = "alpha"
    """Level that plays each day's deals in the background, for comparison; empty: none. Needs `workers`."""
    curve_rollouts: int = 160
    curve_milliseconds: int = 300
    """Rollouts and time for the win probabilities at one moment of a finished game."""
    luck_milliseconds: int = 4000
    """Time for measuring in the background how much luck a finished game held, for statistics; 0: only reviews measure
    it. Needs `advisers`."""


class TableSettings(Section, frozen=True):
    """Tables in memory, and what is said and sent at one."""

    idle_seconds: float = 900.0
    """Time until a table without connections is unloaded from memory."""
    in_memory: int = 500
    """Number of tables in memory above which those without connections are unloaded early."""
    most_in_memory: int = 3000
    """Number of tables in memory above which no more are opened."""
    adjusted_ratings: bool = False
    """Whether a second rating, by results that are adjusted for luck, stands beside the plain one. Needs
    `bots.luck_milliseconds`."""
    snapshot_moves: int = 32
    """Moves between two stored snapshots of a table."""
    most_decisions: int = 10_000
    """Most decisions in a game or an uploaded record; a longer game is stopped without a winner."""
    patience_seconds: tuple[int, int] = (10, 7 * 86400)
    """Limits for the time after which a bot replaces an absent guest."""
    program_seconds: float = 60.0
    """Time for a decision of a program at a table without clocks; then it loses its seat."""
    program_mistakes: int = 20
    """Refused decisions after which a program loses its seat."""
    poll_seconds: tuple[float, float] = (50.0, 30.0)
    """Longest time that a request waits for a turn, and time after it for which the program counts as present."""
    clock_interval_seconds: float = 1.0
    """Time between two checks of timers."""
    home_interval_seconds: float = 1.0
    """Least time between two updates of the games on an open home page."""
    presence_interval_seconds: float = 0.25
    """Least time between two messages about players who connect or disconnect; a single change is sent at once."""
    chat_lines: int = 2000
    """Most chat lines of a table."""
    chat_line_characters: int = 500
    slow_mode_seconds: float = 30.0
    """Slow mode: time between two chat lines of one guest."""
    blocked_spectators: int = 200
    """Most spectators that a host has muted or removed; beyond it, the oldest entry is dropped."""


class RoomSettings(Section, frozen=True):
    """Public tables, searches for people to play with, and who is here."""

    public: bool = True
    """Whether there are any of these on this server."""
    most_searches: int = 5000
    open_tables_per_person: int = 3
    """Most public tables in the lobby with one host."""
    listed_tables: int = 60
    """Most open tables, and most running games, in the public lists."""
    spectators: int = 200
    """Most spectators of a public table."""
    wait_seconds: tuple[int, int] = (30, 2 * 86400)
    """Limits of the longest wait."""
    call_seconds: float = 60.0
    """Time to answer a call to a table."""
    pairing_interval_seconds: float = 2.0
    """Time between two attempts to pair those who wait."""
    quick_leave_decisions: int = 5
    """Leaving a public game with a clock before this many decisions of one's own is a quick leave."""
    quick_leave_seconds: tuple[float, float] = (30.0, 600.0)
    """Time that a person with one quick leave in a day waits before being called; doubled with each further one, up to
    the second."""


class TournamentSettings(Section, frozen=True):
    """Tournaments."""

    most: int = 500
    """Tournaments that are not over."""
    per_person: int = 3
    """Tournaments of one host that are not over."""
    absent_seconds: float = 600.0
    """In a live tournament, the time after the beginning of a round after which an absent player forfeits."""
    pause_seconds: float = 60.0
    """Time between two rounds of a live tournament."""
    presence_seconds: float = 2.0
    """Time between two looks for absent players."""
    live_check_seconds: float = 30.0
    days_check_seconds: float = 600.0
    """Time between two looks at the running tables of a tournament: a server that has died leaves them behind."""


class LeagueSettings(Section, frozen=True):
    """The league of the week."""

    fresh_seconds: float = 20.0
    """Time for which the standings are kept before they are computed again."""


class GroupSettings(Section, frozen=True):
    """Groups of people."""

    most: int = 20_000
    members: int = 100
    """Most members of a group."""
    per_person: int = 20
    """Most groups of a person."""


class UploadSettings(Section, frozen=True):
    """Uploaded positions and records."""

    workers: int = 2
    """Sandboxed processes that check uploads; started when needed."""
    position_characters: int = 8 * 1024
    position_seconds: float = 1.0
    """Processor time for checking a position."""
    record_bytes: int = 512 * 1024
    record_seconds: float = 5.0
    """Processor time for checking a record."""


class Retention(Section, frozen=True):
    """Time without a change after which data is deleted. Finished games played here are kept."""

    lobby_days: float = 30
    """Tables in the lobby."""
    unfinished_days: float = 180
    """Unfinished games."""
    uploaded_days: float = 90
    """Uploaded records, finished or not."""
    lesson_days: float = 7
    """Tables of lessons and puzzles; the guest's progress stays."""
    guest_days: float = 400
    """Names, languages and lesson progress of guests without a visit: as long as their cookie is valid."""


class StoreSettings(Section, frozen=True):
    """Where data is stored, and for how long."""

    url: str = ""
    """URL of a database that several servers may share (postgresql://...); empty: SQLite in the data folder."""
    retention: Retention | None = Retention()
    """None: nothing is ever deleted."""


class ClusterSettings(Section, frozen=True):
    """What a server is among several, and to its operator."""

    node: str = ""
    """Name of this node."""
    private_address: str = ""
    """Host and port for other nodes and the operator; must not be reachable from the internet."""
    nats_url: str = ""
    """URL of a NATS server (nats://...) through which other machines run bots."""
    logs: str = "text"
    """Log format: text or json."""


class MailSettings(Section, frozen=True):
    """The operator's mail server."""

    host: str
    sender: str
    port: int = 587
    user: str = ""
    password: str = ""
    security: Literal["starttls", "tls", "none"] = "starttls"
    """How the connection is encrypted; none: for a server on this machine."""


class PushSettings(Section, frozen=True):
    """Push services."""

    contact: str = ""
    """Contact for push services: a mailto: or https: URL."""
    hosts: tuple[str, ...] = ()
    """Origins of further push services, besides those of the browsers."""


class LadderSettings(Section, frozen=True):
    """The ladder of programs: what the server may spend on it."""

    games_per_hour: int = 30
    """0: no ladder."""
    games_together: int = 2
    turn_seconds: int = 10
    bank_seconds: int = 120
    """Time of each program for a turn and for a game."""


class FileSettings(Section, frozen=True):
    """All sections. The defaults suit a living room or a small club; tests and load runs choose their own."""

    http: HttpSettings = HttpSettings()
    limits: LimitSettings = LimitSettings()
    bots: BotSettings = BotSettings()
    tables: TableSettings = TableSettings()
    room: RoomSettings = RoomSettings()
    tournaments: TournamentSettings = TournamentSettings()
    league: LeagueSettings = LeagueSettings()
    groups: GroupSettings = GroupSettings()
    uploads: UploadSettings = UploadSettings()
    store: StoreSettings = StoreSettings()
    cluster: ClusterSettings = ClusterSettings()
    push: PushSettings = PushSettings()
    ladder: LadderSettings = LadderSettings()
    mail: MailSettings | None = None


class Settings(FileSettings, frozen=True):
    """The settings of a running server."""

    now: Callable[[], float] = wall_time
    """Wall clock; replaced in tests."""
    lan: bool = False
    """Whether the server listens on all network interfaces."""


def override(settings: Settings, **changes: Any) -> Settings:
    """The settings with other values: of a section, a mapping of those that change."""
    return replace(
        settings,
        **{
            name: replace(getattr(settings, name), **values) if isinstance(values, dict) else values
            for name, values in changes.items()
        },
    )


class Bucket:
    """A token bucket."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self.left = rate.burst
        self.at = monotonic()

    def refill(self) -> None:
        """Adds the tokens earned since the last call."""
        now = monotonic()
        self.left = min(self.rate.burst, self.left + (now - self.at) * self.rate.each_second)
        self.at = now

    def take(self) -> bool:
        """Takes one token; false if there is none."""
        self.refill()
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def spend(self, cost: float) -> None:
        """Takes `cost` tokens; the balance may become negative."""
        self.refill()
        self.left -= cost

    def is_empty(self) -> bool:
        """Whether the next `take` would fail."""
        self.refill()
        return self.left < 1


class Buckets:
    """A token bucket per guest or address; the least recently used are dropped."""

    MOST_BUCKETS = 10_000

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self.buckets: dict[Hashable, Bucket] = {}

    def of(self, key: Hashable) -> Bucket:
        """The bucket of a key, created if missing."""
        bucket = self.buckets.pop(key, None) or Bucket(self.rate)
        self.buckets[key] = bucket
        if len(self.buckets) > self.MOST_BUCKETS:
            del self.buckets[next(iter(self.buckets))]
        return bucket
