"""Rate limits (token buckets) and concurrency limits, per guest and per IP network."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter

from meute.core.phrase import Phrase
from meute.server.addresses import network_of
from meute.server.refusal import Refusal
from meute.server.settings import Buckets, Rate, Settings

try:
    from time import thread_time
except ImportError:  # not in a browser, where a worker has its processor to itself
    thread_time = perf_counter


@dataclass(frozen=True)
class Caller:
    """The client to which limits apply."""

    name: str
    """A guest id; clients with an unknown cookie share the name of their network."""
    network: str


class RateLimit:
    """A token bucket per guest, and a larger one per network; a guest over the limit uses nothing of the network's."""

    def __init__(self, rate: Rate, crowd: int) -> None:
        self.guests = Buckets(rate)
        self.networks = Buckets(Rate(rate.burst * crowd, rate.each_second * crowd))

    def take(self, caller: Caller) -> bool:
        """Takes one token from both buckets; false if the guest's or the network's is empty."""
        return self.guests.of(caller.name).take() and self.networks.of(caller.network).take()

    def spend(self, caller: Caller, cost: float) -> None:
        """Takes the cost from both buckets, below zero if need be."""
        self.guests.of(caller.name).spend(cost)
        self.networks.of(caller.network).spend(cost)

    def is_empty(self, caller: Caller) -> bool:
        """Whether the next call would be refused."""
        return self.guests.of(caller.name).is_empty() or self.networks.of(caller.network).is_empty()


class ConcurrencyLimit:
    """Limits what runs at the same time, per guest, per network and in all."""

    def __init__(self, most: int, most_of_address: int, most_of_all: float = float("inf")) -> None:
        self.most = most
        self.most_of_address = most_of_address
        self.most_of_all = most_of_all
        self.all = 0
        self.guests: Counter[str] = Counter()
        self.networks: Counter[str] = Counter()

    @contextmanager
    def count(self, caller: Caller) -> Iterator[None]:
        """Counts one for the duration of the context; raises Refusal at the limit."""
        if self.guests[caller.name] >= self.most or self.networks[caller.network] >= self.most_of_address:
            raise Refusal("flood")
        if self.all >= self.most_of_all:
            raise Refusal("full")
        self.all += 1
        self.guests[caller.name] += 1
        self.networks[caller.network] += 1
        try:
            yield
        finally:
            self.all -= 1
            decrement(self.guests, caller.name)
            decrement(self.networks, caller.network)


class Limits:
    """All limits of requests, sockets and messages."""

    MOST_GUESTS = 20_000

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.requests = RateLimit(settings.requests, settings.crowd)
        self.messages = RateLimit(settings.messages, settings.crowd)
        self.new_tables = RateLimit(settings.new_tables, settings.crowd)
        self.lessons = RateLimit(settings.lessons, settings.classroom)
        self.guesses = RateLimit(settings.guesses, settings.crowd)
        self.hints = RateLimit(settings.hints, settings.crowd)
        self.chat = RateLimit(settings.chat_rate, settings.crowd)
        self.reports = RateLimit(settings.reports, settings.crowd)
        self.wishes = RateLimit(settings.wishes, settings.crowd)
        self.entries = RateLimit(settings.entries, settings.crowd)
        self.exports = RateLimit(settings.exports, settings.crowd)
        self.mails = RateLimit(settings.mails, settings.crowd)
        self.work = RateLimit(settings.work, settings.crowd)
        self.sockets = ConcurrencyLimit(settings.sockets, settings.sockets_of_address, settings.most_sockets)
        self.advice = ConcurrencyLimit(settings.advice_of_guest, settings.advice_of_address)
        self.trials = ConcurrencyLimit(settings.trials_of_guest, settings.trials_of_address)
        self.seen: dict[str, None] = {}
        """Known guests, most recent last."""

    def admit(self, guest: str, address: str) -> Caller:
        """Counts a request. A cookie seen for the first time may be made up, so its sender counts as a stranger of its
        network."""
        network = network_of(address)
        caller = Caller(guest if guest in self.seen else network, network)
        if not self.requests.take(caller):
            raise Refusal("flood")
        self.seen.pop(guest, None)
        self.seen[guest] = None
        if len(self.seen) > self.MOST_GUESTS:
            del self.seen[next(iter(self.seen))]
        return caller

    def count_new_table(self, caller: Caller) -> None:
        """Counts a new table; raises Refusal at the limit."""
        if not self.new_tables.take(caller):
            raise Refusal("flood")

    def count_lesson(self, caller: Caller) -> None:
        """Counts a lesson or puzzle; raises Refusal at the limit."""
        if not self.lessons.take(caller):
            raise Refusal("flood")

    def count_entry(self, caller: Caller) -> None:
        """Counts a sign-in by a code or a passkey; raises Refusal at the limit."""
        if not self.entries.take(caller):
            raise Refusal("flood")

    def check_guesses(self, caller: Caller) -> None:
        """Raises Refusal for a caller caller has tried too many wrong codes."""
        if self.guesses.is_empty(caller):
            raise Refusal("guesses")

    def count_wrong_code(self, caller: Caller, code: str = "not_found", reason: Phrase | None = None) -> Refusal:
        """Counts a wrong code; returns the refusal to raise."""
        return Refusal(code, reason) if self.guesses.take(caller) else Refusal("guesses")

    def charge_sent(self, caller: Caller, size: int) -> None:
        """Charges the bytes of an answer as work: a short message that asks for a long one is not cheap."""
        self.work.spend(caller, size / self.settings.work_bytes)

    @contextmanager
    def metered(self, caller: Caller) -> Iterator[None]:
        """Charges the processor time of the `with` block; raises Refusal on entry if the caller has used too much."""
        if self.work.is_empty(caller):
            raise Refusal("flood")
        began = thread_time()
        try:
            yield
        finally:
            self.work.spend(caller, 1000 * (thread_time() - began))


def decrement(count: Counter[str], key: str) -> None:
    """Decrements; drops the key at zero."""
    count[key] -= 1
    if not count[key]:
        del count[key]
