"""Clocks of a table, one for each person's seat. They are stored with due times instead of running timers, so that they
expire for unloaded tables, too."""

from collections.abc import Callable, Collection

from meute.server.messages.pace import ClockSent, PaceSent
from meute.server.quiet_hours import after_quiet, after_vacation, is_on_vacation, vacation_seconds
from meute.server.refusal import Refusal
from meute.server.store.models import StoredClock, StoredPrefs, StoredTable

HUMAN_KINDS = ("guest", "here")
MINUTE = 60
DAY = 86400
NEVER = float("inf")
LIMITS = {"live": ((0, 10 * MINUTE), (MINUTE, 120 * MINUTE)), "days": ((DAY // 2, 14 * DAY), (0, 30 * DAY))}
"""For each pace: (min, max) seconds for a turn, and (min, max) seconds in the bank."""

NO_PREFS = StoredPrefs()


def check_pace(pace: PaceSent | None) -> None:
    """Refuses a pace outside the limits."""
    if pace is not None:
        (min_turn, max_turn), (min_bank, max_bank) = LIMITS[pace.kind]
        if not (min_turn <= pace.turn <= max_turn and min_bank <= pace.bank <= max_bank):
            raise Refusal("pace")


class Clocks:
    """Pace "live": a bank with an increment for each turn. Pace "days": a time for each turn, then the bank."""

    def __init__(
        self,
        table: StoredTable,
        stored: list[StoredClock],
        now: Callable[[], float],
        prefs: Callable[[str], StoredPrefs] = lambda _: NO_PREFS,
    ) -> None:
        self.now = now
        self.prefs = prefs
        self.clocks = {clock.seat: clock for clock in stored}
        self.configure(table)

    def configure(self, table: StoredTable) -> None:
        """Uses the table's pace; creates a clock for each person's seat."""
        self.table = table
        self.pace = table.pace
        if self.pace is not None and table.phase == "playing":
            for number, seat in enumerate(table.seats):
                if seat.kind in HUMAN_KINDS and number not in self.clocks:
                    self.clocks[number] = StoredClock(number, self.pace.bank)

    def expired_seats(self) -> set[int]:
        return {seat for seat, clock in self.clocks.items() if clock.out}

    # --- running

    def update(self, to_act: Collection[int], after_undo: bool = False) -> list[StoredClock]:
        """Starts the clocks of the seats to act and stops the others; after an undo, a turn is continued."""
        for seat, clock in self.clocks.items():
            runs = seat in to_act and not clock.out
            if clock.since is None and runs:
                self.start(clock, after_undo)
            elif clock.since is not None and not runs:
                self.stop(clock)
            clock.due = self.due(clock)
        return list(self.clocks.values())

    def start(self, clock: StoredClock, after_undo: bool) -> None:
        """Starts a turn, or continues it after an undo."""
        assert self.pace is not None
        if after_undo:
            clock.left += self.cost(clock.used)
        else:
            clock.used = 0.0
            clock.left += self.pace.turn if self.pace.kind == "live" else 0
        clock.since = self.now()

    def stop(self, clock: StoredClock) -> None:
        """Ends a turn and subtracts its cost."""
        clock.used = self.elapsed(clock)
        clock.left = max(0.0, clock.left - self.cost(clock.used))
        clock.since = None

    def cost(self, used: float) -> float:
        """Seconds that a turn of `used` seconds takes from the bank."""
        assert self.pace is not None
        return used if self.pace.kind == "live" else max(0.0, used - self.pace.turn)

    def elapsed(self, clock: StoredClock) -> float:
        """Seconds used in this turn so far, without vacations."""
        assert clock.since is not None
        now = self.now()
        return clock.used + now - clock.since - vacation_seconds(clock.since, now, self.vacations(clock))

    def due(self, clock: StoredClock) -> float | None:
        """Time at which a running clock expires; None if it is stopped."""
        if clock.since is None or self.pace is None:
            return None
        allowed = clock.left - clock.used + (self.pace.turn if self.pace.kind == "days" else 0)
        at = after_vacation(clock.since, allowed, self.vacations(clock))
        return at if self.pace.kind == "live" else after_quiet(at, self.prefs(self.guest(clock)))

    def guest(self, clock: StoredClock) -> str:
        return self.table.seats[clock.seat].guest

    def vacations(self, clock: StoredClock) -> list[tuple[float, float]]:
        """Periods in which the clock does not run."""
        assert self.pace is not None
        pauses = self.pace.kind == "days" and self.pace.vacation
        return self.prefs(self.guest(clock)).vacations if pauses else []

    # --- expiry

    def expire(self) -> dict[int, float]:
        """Marks expired clocks; returns {seat: due time}, earliest first."""
        now = self.now()
        late: dict[int, float] = {}
        for clock in self.clocks.values():
            clock.due = self.due(clock)
            if clock.due is not None and clock.due <= now:
                late[clock.seat] = clock.due
                self.stop(clock)
                clock.out, clock.due = True, None
        return dict(sorted(late.items(), key=lambda item: item[1]))

    def resume(self, seat: int, to_act: Collection[int]) -> bool:
        """Lets a seat's expired clock run again; returns whether it had expired."""
        clock = self.clocks.get(seat)
        if clock is None or not clock.out or self.pace is None:
            return False
        clock.out = False
        clock.left = max(clock.left, self.pace.turn if self.pace.kind == "live" else 0)
        self.update(to_act)
        return True

    def dues(self) -> dict[int, tuple[float, float]]:
        """For pace "days": (start, due time) of each running clock."""
        if self.pace is None or self.pace.kind != "days":
            return {}
        running = [clock for clock in self.clocks.values() if clock.since is not None and clock.due is not None]
        return {clock.seat: (clock.since or 0.0, clock.due or 0.0) for clock in running}

    def first_due(self) -> float:
        """Time at which the next clock expires; NEVER if no clock runs."""
        return min([clock.due for clock in self.clocks.values() if clock.due is not None], default=NEVER)

    def to_message(self, seat: int) -> ClockSent | None:
        """The clock as clients see it."""
        clock = self.clocks.get(seat)
        if clock is None or self.pace is None:
            return None
        due, now = self.due(clock), self.now()
        seconds = clock.left if due is None else max(0.0, due - now)
        away = is_on_vacation(now, self.vacations(clock))
        return ClockSent(seconds=seconds, runs=due is not None, away=away, out=clock.out)
