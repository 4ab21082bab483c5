"""How the server behaves: delays, sizes and rates, all in one place."""

import os
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from time import monotonic, time

from meute.bots.advice import SECOND, Budget
from meute.learn.review import LOOK_BACK, Effort
from meute.server.notices.mail import MailSettings


@dataclass(frozen=True)
class Rate:
    """So many at once, and so many more each second."""

    burst: float
    each_second: float


@dataclass(frozen=True)
class Retention:
    """After how many days without a change something is swept; finished games that were played here are kept."""

    lobby: float = 30
    """Tables whose game has not begun."""
    unfinished: float = 180
    """Games that nobody goes on with."""
    uploaded: float = 90
    """Records that somebody uploaded, finished or not."""
    lesson: float = 7
    """Tables of lessons and puzzles; what was learnt at them stays."""
    guest: float = 400
    """Names, languages and lessons of guests who have not come back: as long as their cookie lives."""


@dataclass(frozen=True)
class Settings:
    """The defaults serve a living room and a small club; tests and load runs choose their own."""

    bot_delay: tuple[float, float] = (0.4, 0.8)
    """A bot's move is shown after this many seconds, so that people can follow."""
    workers: int = min(4, (os.cpu_count() or 2) + 1)
    """Processes in which bots think, one more than processors, so that tables share them; 0: in the server's own."""
    advisers: int = 1
    """Processes that give advice and look through finished games; 0: in the server's own, for tests."""
    advice: Budget = SECOND
    """How long an adviser thinks."""
    moment: tuple[int, int] = (160, 300)
    """Games and milliseconds by which the chances at one moment of a finished game are told."""
    review: Effort = LOOK_BACK
    """How long an adviser looks at one decision of a finished game."""
    idle: float = 900.0
    """Seconds until a table where nobody sits leaves memory."""
    tables: int = 500
    """Tables in memory, above which those where nobody sits leave it before their time."""
    snapshot_every: int = 32
    """Moves between two stored snapshots of a table."""
    patience: tuple[int, int] = (10, 7 * 86400)
    """Limits of the seconds after which a bot stands in for an absent guest."""
    retention: Retention | None = Retention()
    """What is not kept for ever; None: everything is."""

    most_tables: int = 3000
    """Tables in memory, above which no more are opened."""
    most_sockets: int = 6000
    most_advice: int = 64
    """Questions that may wait for an adviser, besides those that can wait longer."""
    advice_of_guest: int = 4
    advice_of_address: int = 48
    """Of them, those of one guest and of one address."""

    trials: int = 2
    """Processes in which positions and records of strangers are tried, started when one is handed in."""
    trial: tuple[float, float] = (1.0, 5.0)
    """Seconds of processor time that trying a position, and trying a record, may take."""
    position: int = 8 * 1024
    """Letters in a first position."""

    store: str = ""
    """A database that several servers may share, as postgresql://...; else SQLite in the data folder."""
    node: str = ""
    """What this server is called among those."""
    nats: str = ""
    """A broker by which other machines think for the bots, as nats://..."""
    logs: str = "text"
    """How the server tells what it meets: as text, or as json."""
    private: str = ""
    """Where they reach it: an address and a port, which strangers must not reach."""

    now: Callable[[], float] = time
    """What the clock on the wall says; tests let days go by."""
    tick: float = 1.0
    """Seconds between two looks at the clocks."""
    reports: Rate = Rate(10, 1 / 60)
    """For each person: chat lines that are reported."""
    wishes: Rate = Rate(20, 1 / 30)
    """For each person: changes of their quiet hours and vacations, which set all their clocks anew."""
    entries: Rate = Rate(20, 1 / 30)
    """For each person: entries by a code or a passkey, for which tables are laid aside."""
    exports: Rate = Rate(3, 1 / 600)
    """For each person: everything that is kept of them, in one file."""

    mail: MailSettings | None = None
    """The operator's mail server."""
    push_contact: str = ""
    """Whom a push service may turn to: an address as mailto: or https:."""
    push_hosts: tuple[str, ...] = ()
    """Origins of push services of the operator's own, besides those of the browsers."""
    pushes: int = 5
    """Browsers of one person that are told."""
    mails: Rate = Rate(3, 1 / 3600)
    """For each person: mails that ask whether an address is right."""

    hosts: tuple[str, ...] = ()
    """Names under which the server may be called, besides its own."""
    lan: bool = False
    """Whether it listens to the whole network."""
    public: str = ""
    """The address, without a path, by which others come, where the server cannot know it."""
    proxies: tuple[str, ...] = ()
    """Addresses whose word is taken for where a request comes from, and whether by https."""

    url: int = 2 * 1024
    head: int = 16 * 1024
    """Bytes of all headers of a request."""
    head_time: float = 10.0
    """Seconds in which the next request's head comes, or the connection is closed."""
    body_time: float = 30.0
    waiting: int = 256
    """Connections whose request is still to come; with one more, the oldest is closed."""
    slowest: tuple[int, float] = (8 * 1024, 20.0)
    """Bytes that a connection must read in so many seconds while something waits for it."""
    frame: int = 16 * 1024
    silent: Rate = Rate(200, 10)
    """For each socket: frames that say nothing, which are pings, pongs, and parts of a message that do not end it."""
    body: int = 64 * 1024
    record: int = 512 * 1024
    moves: int = 10_000
    """Decisions in an uploaded record; a game that goes on for longer is stopped without a winner."""
    outbox: int = 512 * 1024
    """Bytes waiting for a slow connection before it is given up."""
    chat: int = 500
    """Letters in a chat line."""
    chat_lines: int = 2000
    """Of a table."""
    slow: float = 30.0
    """Seconds between two lines of one guest, where the host has slowed the chat."""
    hushed: int = 200
    """Spectators whom a host has muted or sent away; with one more, the first of them is forgotten."""

    messages: Rate = Rate(60, 20)
    """For each guest: messages on sockets."""
    requests: Rate = Rate(200, 40)
    """For each guest: requests over HTTP, and sockets opened."""
    hints: Rate = Rate(6, 0.25)
    """For each guest: advice."""
    work: Rate = Rate(2000, 100)
    """For each guest: milliseconds of the processor for looking, asking why, and going through a game."""
    new_tables: Rate = Rate(30, 0.2)
    """For each guest: tables, records."""
    lessons: Rate = Rate(30, 0.2)
    """For each guest: lessons and puzzles begun."""
    classroom: int = 60
    """An address may begin as many lessons as so many guests: a school has one."""
    chat_rate: Rate = Rate(20, 0.5)
    """For each guest: chat lines."""
    guesses: Rate = Rate(20, 0.1)
    """For each guest: codes that no table has."""
    crowd: int = 8
    """An address may do as much as so many guests; those who come for the first time count together as one of them."""
    floods: int = 100
    """Messages refused for haste before the connection is closed."""
    sockets: int = 24
    """For each guest."""
    sockets_of_address: int = 400
    trials_of_guest: int = 2
    """Positions and records that are tried, or wait for it, at the same time."""
    trials_of_address: int = 4


class Bucket:
    """What is left of a rate."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self.left = rate.burst
        self.at = monotonic()

    def refill(self) -> None:
        """Adds what has come since the last time."""
        now = monotonic()
        self.left = min(self.rate.burst, self.left + (now - self.at) * self.rate.each_second)
        self.at = now

    def take(self) -> bool:
        """Uses one up, if one is left."""
        self.refill()
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def spend(self, cost: float) -> None:
        """Uses up what something has cost, more than is left if need be."""
        self.refill()
        self.left -= cost

    def is_empty(self) -> bool:
        """Whether the next one would be refused."""
        self.refill()
        return self.left < 1


class Buckets:
    """One bucket for each guest or address; those that nobody has used for longest are forgotten."""

    MANY = 10_000

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self.buckets: dict[Hashable, Bucket] = {}

    def of(self, who: Hashable) -> Bucket:
        """The bucket of a guest or an address."""
        bucket = self.buckets.pop(who, None) or Bucket(self.rate)
        self.buckets[who] = bucket
        if len(self.buckets) > self.MANY:
            del self.buckets[next(iter(self.buckets))]
        return bucket
