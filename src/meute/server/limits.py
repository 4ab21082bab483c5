"""How much one guest may do, and how much everybody at one address."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter

from meute.core.phrase import Phrase
from meute.server.reach import network_of
from meute.server.refusal import Refusal
from meute.server.settings import Buckets, Rate, Settings

try:
    from time import thread_time
except ImportError:  # not in a browser, where a worker has its processor to itself
    thread_time = perf_counter


@dataclass(frozen=True)
class Caller:
    """Whose limits count."""

    name: str
    """A guest; strangers share the name of their network."""
    network: str


class Ration:
    """A rate for each guest, and that of a crowd for each address; a guest in haste uses up no more than his own."""

    def __init__(self, rate: Rate, crowd: int) -> None:
        self.guests = Buckets(rate)
        self.networks = Buckets(Rate(rate.burst * crowd, rate.each_second * crowd))

    def take(self, who: Caller) -> bool:
        """Uses one up, if one is left."""
        return self.guests.of(who.name).take() and self.networks.of(who.network).take()

    def spend(self, who: Caller, cost: float) -> None:
        """Uses up what something has cost."""
        self.guests.of(who.name).spend(cost)
        self.networks.of(who.network).spend(cost)

    def is_empty(self, who: Caller) -> bool:
        """Whether the next one would be refused."""
        return self.guests.of(who.name).is_empty() or self.networks.of(who.network).is_empty()


class AtOnce:
    """What is under way: so much for each guest, and so much for each address."""

    def __init__(self, most: int, most_of_address: int, most_of_all: float = float("inf")) -> None:
        self.most = most
        self.most_of_address = most_of_address
        self.most_of_all = most_of_all
        self.all = 0
        self.guests: Counter[str] = Counter()
        self.networks: Counter[str] = Counter()

    @contextmanager
    def count(self, who: Caller) -> Iterator[None]:
        """Counts something while it lasts."""
        if self.guests[who.name] >= self.most or self.networks[who.network] >= self.most_of_address:
            raise Refusal("flood")
        if self.all >= self.most_of_all:
            raise Refusal("full")
        self.all += 1
        self.guests[who.name] += 1
        self.networks[who.network] += 1
        try:
            yield
        finally:
            self.all -= 1
            leave(self.guests, who.name)
            leave(self.networks, who.network)


class Limits:
    """What every request and every socket is counted against."""

    REMEMBERED = 20_000

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.requests = Ration(settings.requests, settings.crowd)
        self.messages = Ration(settings.messages, settings.crowd)
        self.new_tables = Ration(settings.new_tables, settings.crowd)
        self.lessons = Ration(settings.lessons, settings.classroom)
        self.guesses = Ration(settings.guesses, settings.crowd)
        self.hints = Ration(settings.hints, settings.crowd)
        self.chat = Ration(settings.chat_rate, settings.crowd)
        self.reports = Ration(settings.reports, settings.crowd)
        self.wishes = Ration(settings.wishes, settings.crowd)
        self.entries = Ration(settings.entries, settings.crowd)
        self.exports = Ration(settings.exports, settings.crowd)
        self.mails = Ration(settings.mails, settings.crowd)
        self.work = Ration(settings.work, settings.crowd)
        self.sockets = AtOnce(settings.sockets, settings.sockets_of_address, settings.most_sockets)
        self.advice = AtOnce(settings.advice_of_guest, settings.advice_of_address)
        self.trials = AtOnce(settings.trials_of_guest, settings.trials_of_address)
        self.seen: dict[str, None] = {}
        """Guests that have been here before, the last one last."""

    def admit(self, guest: str, address: str) -> Caller:
        """Counts a request; a cookie seen for the first time may be made up, so whoever brings it is a stranger."""
        network = network_of(address)
        who = Caller(guest if guest in self.seen else network, network)
        if not self.requests.take(who):
            raise Refusal("flood")
        self.seen.pop(guest, None)
        self.seen[guest] = None
        if len(self.seen) > self.REMEMBERED:
            del self.seen[next(iter(self.seen))]
        return who

    def open_table(self, who: Caller) -> None:
        """Counts a new table."""
        if not self.new_tables.take(who):
            raise Refusal("flood")

    def begin_lesson(self, who: Caller) -> None:
        """Counts a lesson or puzzle."""
        if not self.lessons.take(who):
            raise Refusal("flood")

    def enter(self, who: Caller) -> None:
        """Counts an entry by a code or a passkey."""
        if not self.entries.take(who):
            raise Refusal("flood")

    def check_guesses(self, who: Caller) -> None:
        """Whoever has tried too many codes waits."""
        if self.guesses.is_empty(who):
            raise Refusal("guesses")

    def missed(self, who: Caller, code: str = "not_found", told: Phrase | None = None) -> Refusal:
        """Counts a code that leads nowhere."""
        return Refusal(code, told) if self.guesses.take(who) else Refusal("guesses")

    @contextmanager
    def rationed(self, who: Caller) -> Iterator[None]:
        """Answers a question, unless what was asked lately has cost too much."""
        if self.work.is_empty(who):
            raise Refusal("flood")
        began = thread_time()
        try:
            yield
        finally:
            self.work.spend(who, 1000 * (thread_time() - began))


def leave(count: Counter[str], who: str) -> None:
    """One less; nobody is remembered with none."""
    count[who] -= 1
    if not count[who]:
        del count[who]
