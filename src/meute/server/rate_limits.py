"""Rate limits (token buckets) and concurrency limits, per guest and per IP network."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from meute.core.phrase import Phrase
from meute.server.addresses import network_of
from meute.server.refusal import Refusal
from meute.server.settings import Buckets, Rate, Settings
from meute.server.system import processor_time


@dataclass(frozen=True)
class Caller:
    """The client to which limits apply."""

    name: str
    """A guest id; clients with an unknown cookie share the name of their network."""
    network: str


class RateLimit:
    """A token bucket per guest, and a larger one per network; a guest over the limit takes no token of the network."""

    def __init__(self, rate: Rate, crowd: int) -> None:
        self.guests = Buckets(rate)
        self.networks = Buckets(Rate(rate.burst * crowd, rate.each_second * crowd))

    def take(self, caller: Caller) -> bool:
        """Takes one token from both buckets; false if the guest's or the network's is empty."""
        return self.guests.of(caller.name).take() and self.networks.of(caller.network).take()

    def spend(self, caller: Caller, cost: float) -> None:
        """Takes `cost` tokens from both buckets; their balance may become negative."""
        self.guests.of(caller.name).spend(cost)
        self.networks.of(caller.network).spend(cost)

    def is_empty(self, caller: Caller) -> bool:
        """Whether the next `take` would fail."""
        return self.guests.of(caller.name).is_empty() or self.networks.of(caller.network).is_empty()


class ConcurrencyLimit:
    """Limits operations that run at the same time: per guest, per network and in total."""

    def __init__(self, most: int, most_of_address: int, most_of_all: float = float("inf")) -> None:
        self.most = most
        self.most_of_address = most_of_address
        self.most_of_all = most_of_all
        self.all = 0
        self.guests: Counter[str] = Counter()
        self.networks: Counter[str] = Counter()

    @contextmanager
    def count(self, caller: Caller) -> Iterator[None]:
        """Counts one operation of the caller while the `with` block runs; raises Refusal at the limit."""
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
        self.requests = RateLimit(settings.limits.requests, settings.limits.address_factor)
        self.messages = RateLimit(settings.limits.messages, settings.limits.address_factor)
        self.new_tables = RateLimit(settings.limits.new_tables, settings.limits.address_factor)
        self.lessons = RateLimit(settings.limits.lessons, settings.limits.lesson_address_factor)
        self.guesses = RateLimit(settings.limits.wrong_codes, settings.limits.address_factor)
        self.hints = RateLimit(settings.limits.hints, settings.limits.address_factor)
        self.chat = RateLimit(settings.limits.chat_lines, settings.limits.address_factor)
        self.reports = RateLimit(settings.limits.reports, settings.limits.address_factor)
        self.preferences = RateLimit(settings.limits.preferences, settings.limits.address_factor)
        self.webhook_tests = RateLimit(settings.limits.webhook_tests, settings.limits.address_factor)
        self.searches = RateLimit(settings.limits.searches, settings.limits.address_factor)
        self.public_seats = RateLimit(settings.limits.public_seats, settings.limits.address_factor)
        self.entries = RateLimit(settings.limits.sign_ins, settings.limits.address_factor)
        self.exports = RateLimit(settings.limits.exports, settings.limits.address_factor)
        self.mails = RateLimit(settings.limits.confirmation_mails, settings.limits.address_factor)
        self.work = RateLimit(settings.limits.work_milliseconds, settings.limits.address_factor)
        self.sockets = ConcurrencyLimit(
            settings.limits.sockets_per_guest, settings.limits.sockets_per_address, settings.limits.sockets
        )
        self.advice = ConcurrencyLimit(settings.limits.advice_per_guest, settings.limits.advice_per_address)
        self.trials = ConcurrencyLimit(settings.limits.uploads_per_guest, settings.limits.uploads_per_address)
        self.seen: dict[str, None] = {}
        """Known guests, most recent last."""

    def admit(self, guest: str, address: str) -> Caller:
        """Counts a request; returns its caller. A cookie seen for the first time may be forged, so the request counts
        against its network."""
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
        """Raises Refusal if the caller has tried too many wrong codes."""
        if self.guesses.is_empty(caller):
            raise Refusal("guesses")

    def count_wrong_code(self, caller: Caller, code: str = "not_found", reason: Phrase | None = None) -> Refusal:
        """Counts a wrong code; returns the refusal to raise."""
        return Refusal(code, reason) if self.guesses.take(caller) else Refusal("guesses")

    def charge_sent(self, caller: Caller, size: int) -> None:
        """Charges the size of an answer as processor time: a short message may request a long answer."""
        self.work.spend(caller, size / self.settings.limits.work_bytes_per_millisecond)

    @contextmanager
    def metered(self, caller: Caller) -> Iterator[None]:
        """Charges the processor time of the `with` block; raises Refusal on entry if the caller has used too much."""
        if self.work.is_empty(caller):
            raise Refusal("flood")
        began = processor_time()
        try:
            yield
        finally:
            self.work.spend(caller, 1000 * (processor_time() - began))


def decrement(count: Counter[str], key: str) -> None:
    """Decrements; drops the key at zero."""
    count[key] -= 1
    if not count[key]:
        del count[key]
