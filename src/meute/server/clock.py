"""The clocks of a table: one for each person's seat, running while it is asked. They stand in the store, not in timers:
the house rings for tables that nobody looks at."""

from collections.abc import Callable, Collection

from meute.server.messages.pace import ClockSent, PaceSent
from meute.server.people.calm import after_quiet, after_vacation, free_between, is_between
from meute.server.refusal import Refusal
from meute.server.store.kept import ClockKept, PrefsKept, TableKept

PEOPLE = ("guest", "here")
MINUTE = 60
DAY = 86400
NEVER = float("inf")
LIMITS = {"live": ((0, 10 * MINUTE), (MINUTE, 120 * MINUTE)), "days": ((DAY // 2, 14 * DAY), (0, 30 * DAY))}
"""Of each pace: the least and the most for a turn, and in the bank."""

NOTHING = PrefsKept()


def check_pace(pace: PaceSent | None) -> None:
    """Refuses clocks that nobody could play by."""
    if pace is not None:
        (least, most), (low, high) = LIMITS[pace.kind]
        if not (least <= pace.turn <= most and low <= pace.bank <= high):
            raise Refusal("pace")


class Clocks:
    """Live: a bank, and a little more for each turn. Days: so long for each turn, and beyond that from the bank."""

    def __init__(
        self,
        table: TableKept,
        kept: list[ClockKept],
        now: Callable[[], float],
        prefs: Callable[[str], PrefsKept] = lambda _: NOTHING,
    ) -> None:
        self.now = now
        self.prefs = prefs
        self.clocks = {clock.seat: clock for clock in kept}
        self.lay(table)

    def lay(self, table: TableKept) -> None:
        """Takes the table as it is agreed on; each person's seat gets a clock."""
        self.table = table
        self.pace = table.pace
        if self.pace is not None and table.phase == "playing":
            for number, seat in enumerate(table.seats):
                if seat.kind in PEOPLE and number not in self.clocks:
                    self.clocks[number] = ClockKept(number, self.pace.bank)

    def out(self) -> set[int]:
        """The seats that bots play because their time is over."""
        return {seat for seat, clock in self.clocks.items() if clock.out}

    # --- running

    def turn(self, asked: Collection[int], again: bool = False) -> list[ClockKept]:
        """Who is asked now, so that whose turn begins or is over; again: by going back, so that a turn goes on."""
        for seat, clock in self.clocks.items():
            runs = seat in asked and not clock.out
            if clock.since is None and runs:
                self.begin(clock, again)
            elif clock.since is not None and not runs:
                self.stop(clock)
            clock.due = self.due(clock)
        return list(self.clocks.values())

    def begin(self, clock: ClockKept, again: bool) -> None:
        """A turn begins, or goes on after a way back."""
        assert self.pace is not None
        if again:
            clock.left += self.cost(clock.used)
        else:
            clock.used = 0.0
            clock.left += self.pace.turn if self.pace.kind == "live" else 0
        clock.since = self.now()

    def stop(self, clock: ClockKept) -> None:
        """A turn is over; what it cost is gone."""
        clock.used = self.elapsed(clock)
        clock.left = max(0.0, clock.left - self.cost(clock.used))
        clock.since = None

    def cost(self, used: float) -> float:
        """What a turn of so many seconds takes from the bank."""
        assert self.pace is not None
        return used if self.pace.kind == "live" else max(0.0, used - self.pace.turn)

    def elapsed(self, clock: ClockKept) -> float:
        """Seconds used in this turn so far."""
        assert clock.since is not None
        now = self.now()
        return clock.used + now - clock.since - free_between(clock.since, now, self.vacations(clock))

    def due(self, clock: ClockKept) -> float | None:
        """When the time of a running clock is over."""
        if clock.since is None or self.pace is None:
            return None
        allowed = clock.left - clock.used + (self.pace.turn if self.pace.kind == "days" else 0)
        at = after_vacation(clock.since, allowed, self.vacations(clock))
        return at if self.pace.kind == "live" else after_quiet(at, self.prefs(self.guest(clock)))

    def guest(self, clock: ClockKept) -> str:
        """Whose clock it is."""
        return self.table.seats[clock.seat].guest

    def vacations(self, clock: ClockKept) -> list[tuple[float, float]]:
        """When it stands still."""
        assert self.pace is not None
        free = self.pace.kind == "days" and self.pace.vacation
        return self.prefs(self.guest(clock)).vacations if free else []

    # --- over

    def ring(self) -> list[int]:
        """The seats whose time is over, which bots play from now on."""
        now = self.now()
        for clock in self.clocks.values():
            clock.due = self.due(clock)
        late = [clock for clock in self.clocks.values() if clock.due is not None and clock.due <= now]
        for clock in late:
            self.stop(clock)
            clock.out, clock.due = True, None
        return [clock.seat for clock in late]

    def come_back(self, seat: int, asked: Collection[int]) -> bool:
        """Somebody is back in time for the rest of the game; whether he was out."""
        clock = self.clocks.get(seat)
        if clock is None or not clock.out or self.pace is None:
            return False
        clock.out = False
        clock.left = max(clock.left, self.pace.turn if self.pace.kind == "live" else 0)
        self.turn(asked)
        return True

    def dues(self) -> dict[int, tuple[float, float]]:
        """Of clocks of days: since when each runs, and until when."""
        if self.pace is None or self.pace.kind != "days":
            return {}
        running = [clock for clock in self.clocks.values() if clock.since is not None and clock.due is not None]
        return {clock.seat: (clock.since or 0.0, clock.due or 0.0) for clock in running}

    def first_due(self) -> float:
        """When the next clock rings."""
        return min([clock.due for clock in self.clocks.values() if clock.due is not None], default=NEVER)

    def sent(self, seat: int) -> ClockSent | None:
        """What the table sees of a clock."""
        clock = self.clocks.get(seat)
        if clock is None or self.pace is None:
            return None
        due, now = self.due(clock), self.now()
        seconds = clock.left if due is None else max(0.0, due - now)
        away = is_between(now, self.vacations(clock))
        return ClockSent(seconds=seconds, runs=due is not None, away=away)
