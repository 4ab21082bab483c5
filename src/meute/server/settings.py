"""Settings of the server: delays, sizes, rate limits; and token buckets."""

import os
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from time import monotonic, time

from meute.bots.advice import DEFAULT_BUDGET, Budget
from meute.learn.review import DEFAULT_EFFORT, Effort


@dataclass(frozen=True)
class Rate:
    """A rate limit: burst size, and refill per second."""

    burst: float
    each_second: float


@dataclass(frozen=True)
class Retention:
    """Retention: days without a change after which data is deleted. Finished games played here are kept."""

    lobby: float = 30
    """Tables in the lobby."""
    unfinished: float = 180
    """Unfinished games."""
    uploaded: float = 90
    """Uploaded records, finished or not."""
    lesson: float = 7
    """Tables of lessons and puzzles; the guest's progress stays."""
    guest: float = 400
    """Names, languages and lessons of guests who have not come back: as long as their cookie lives."""


@dataclass(frozen=True)
class MailSettings:
    """The operator's mail server."""

    host: str
    sender: str
    port: int = 587
    user: str = ""
    password: str = ""
    security: str = "starttls"
    """starttls, tls, or none (for a server on this machine)."""


@dataclass(frozen=True)
class Settings:
    """The defaults suit a living room or a small club; tests and load runs choose their own."""

    bot_delay: tuple[float, float] = (0.4, 0.8)
    """Range of seconds before a bot's move is shown, so that people can follow."""
    workers: int = min(4, (os.cpu_count() or 2) + 1)
    """Worker processes for bots, one more than processors, so that tables share them; 0: in the server's process."""
    advisers: int = 1
    """Worker processes for hints and reviews; 0: in the server's process, for tests."""
    advice: Budget = DEFAULT_BUDGET
    """Search budget of a hint."""
    moment: tuple[int, int] = (160, 300)
    """Rollouts and milliseconds for the win probabilities at one moment of a finished game."""
    review: Effort = DEFAULT_EFFORT
    """Search budget for one decision of a finished game."""
    idle: float = 900.0
    """Seconds until a table without connections is unloaded from memory."""
    tables: int = 500
    """Number of tables in memory above which those without connections are unloaded early."""
    snapshot_every: int = 32
    """Moves between two stored snapshots of a table."""
    patience: tuple[int, int] = (10, 7 * 86400)
    """Limits for the seconds after which a bot replaces an absent guest."""
    home_interval: float = 1.0
    """Least seconds between two updates of the games on an open home page."""
    retention: Retention | None = Retention()
    """None: nothing is ever deleted."""

    most_tables: int = 3000
    """Number of tables in memory above which no more are opened."""
    most_sockets: int = 6000
    most_advice: int = 64
    """Most hints that wait; reviews, which can wait longer, are not counted."""
    advice_of_guest: int = 4
    advice_of_address: int = 48
    """Of these, per guest and per address."""

    trials: int = 2
    """Sandboxed processes that check uploaded positions and records; started when needed."""
    trial: tuple[float, float] = (1.0, 5.0)
    """Limits of processor seconds for checking a position, and a record."""
    position: int = 8 * 1024
    """Most characters of an initial position."""

    store: str = ""
    """URL of a database that several servers may share (postgresql://...); empty: SQLite in the data folder."""
    node: str = ""
    """Name of this node."""
    nats: str = ""
    """URL of a NATS server (nats://...) through which other machines run bots."""
    logs: str = "text"
    """Log format: text or json."""
    private: str = ""
    """Host and port for other nodes and the operator; must not be reachable from the internet."""

    now: Callable[[], float] = time
    """Wall clock; replaced in tests."""
    tick: float = 1.0
    """Seconds between two checks of timers."""
    reports: Rate = Rate(10, 1 / 60)
    """Per person: reported chat lines."""
    wishes: Rate = Rate(20, 1 / 30)
    """Per person: changes of quiet hours and vacations, which recompute all their clocks."""
    entries: Rate = Rate(20, 1 / 30)
    """Per person: sign-ins by a code or a passkey, which unload the person's tables."""
    exports: Rate = Rate(3, 1 / 600)
    """Per person: exports of all their data."""

    mail: MailSettings | None = None
    """The operator's mail server."""
    push_contact: str = ""
    """Contact for push services: a mailto: or https: URL."""
    push_hosts: tuple[str, ...] = ()
    """Origins of further push services, besides those of the browsers."""
    pushes: int = 5
    """Most push subscriptions per person."""
    mails: Rate = Rate(3, 1 / 3600)
    """Per person: confirmation mails."""
    mails_to_one: int = 3
    """Most confirmation mails to one address in a day, over all people and nodes."""

    hosts: tuple[str, ...] = ()
    """Further host names under which the server may be called."""
    lan: bool = False
    """Whether it listens on all network interfaces."""
    public: str = ""
    """Public base URL without a path, where the server cannot know it."""
    proxies: tuple[str, ...] = ()
    """Trusted proxies: their forwarded client address and scheme are believed."""

    url: int = 2 * 1024
    head: int = 16 * 1024
    """Most bytes of all headers of a request."""
    head_time: float = 10.0
    """Seconds for the head of the next request; then the connection is closed."""
    body_time: float = 30.0
    waiting: int = 256
    """Most connections without a request yet; beyond it, the oldest is closed."""
    slowest: tuple[int, float] = (8 * 1024, 20.0)
    """Slow-client limit: bytes that a connection must read in so many seconds while data waits for it."""
    frame: int = 16 * 1024
    silent: Rate = Rate(200, 10)
    """Per socket: frames without a message, which are pings, pongs and unfinished fragments."""
    body: int = 64 * 1024
    record: int = 512 * 1024
    moves: int = 10_000
    """Most decisions in an uploaded record; a longer game is stopped without a winner."""
    outbox: int = 512 * 1024
    """Most bytes that wait for a slow connection; then it is closed."""
    chat: int = 500
    """Most characters in a chat line."""
    chat_lines: int = 2000
    """Most chat lines of a table."""
    presence: float = 0.25
    """Least seconds between two messages about players who connect or disconnect; a single change is sent at once."""
    slow: float = 30.0
    """Slow mode: seconds between two chat lines of one guest."""
    hushed: int = 200
    """Most spectators that a host has muted or removed; beyond it, the oldest entry is dropped."""

    messages: Rate = Rate(60, 20)
    """Per guest: WebSocket messages."""
    requests: Rate = Rate(200, 40)
    """Per guest: HTTP requests and opened sockets."""
    hints: Rate = Rate(6, 0.25)
    """Per guest: hints."""
    work: Rate = Rate(2000, 100)
    """Per guest: milliseconds of processor time for views, "why not" questions, changes in the lobby, and replays."""
    work_bytes: int = 1024
    """Bytes of a table message that are charged as one of these milliseconds."""
    new_tables: Rate = Rate(30, 0.2)
    """Per guest: new tables and uploaded records."""
    lessons: Rate = Rate(30, 0.2)
    """Per guest: lessons and puzzles begun."""
    classroom: int = 60
    """An address may begin as many lessons as so many guests: a school shares one address."""
    chat_rate: Rate = Rate(20, 0.5)
    """Per guest: chat lines."""
    guesses: Rate = Rate(20, 0.1)
    """Per guest: wrong table codes."""
    crowd: int = 8
    """An address may do as much as so many guests; clients with a new cookie count together as one guest."""
    floods: int = 100
    """Messages over the rate limit before the connection is closed."""
    sockets: int = 24
    """Most sockets per guest."""
    sockets_of_address: int = 400
    trials_of_guest: int = 2
    """Uploads of one guest that are checked or wait at the same time."""
    trials_of_address: int = 4


class Bucket:
    """A token bucket."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self.left = rate.burst
        self.at = monotonic()

    def refill(self) -> None:
        """Adds the tokens since the last call."""
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
        """Takes tokens, below zero if need be."""
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
