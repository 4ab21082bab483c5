"""Quiet hours and vacations at their first and last moments."""

from datetime import UTC, datetime

import pytest

from meute.server.quiet_hours import (
    DAY,
    LONGEST_VACATION,
    VACATION_DAYS,
    YEAR,
    after_quiet,
    after_vacation,
    away_until,
    check_quiet,
    is_on_vacation,
    set_vacation,
    vacation_left,
    vacation_seconds,
)
from meute.server.refusal import Refusal
from meute.server.store.models import StoredPrefs


def clock(hour: int, minute: int = 0, day: int = 10) -> float:
    return datetime(2026, 3, day, hour, minute, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("quiet", "at", "expected"),
    [
        ((1, 7), clock(0, 59), clock(0, 59)),
        ((1, 7), clock(1), clock(7)),
        ((1, 7), clock(6, 59), clock(7)),
        ((1, 7), clock(7), clock(7)),
        ((22, 8), clock(21, 59), clock(21, 59)),
        ((22, 8), clock(22), clock(8, day=11)),
        ((22, 8), clock(7, 59), clock(8)),
        ((22, 8), clock(8, 1), clock(8, 1)),
        ((22, 0), clock(23, 30), clock(0, day=11)),
        (None, clock(3), clock(3)),
    ],
)
def test_what_falls_into_quiet_hours_waits_for_their_end(
    quiet: tuple[int, int] | None, at: float, expected: float
) -> None:
    assert after_quiet(at, StoredPrefs(quiet=quiet)) == expected


@pytest.mark.parametrize(("quiet", "is_valid"), [
    ((0, 23), True), ((23, 0), True), ((-1, 5), False), ((5, -1), False), ((24, 5), False), ((5, 24), False),
    ((0, 0), False), ((7, 7), False),
])  # fmt: skip
def test_quiet_hours_begin_and_end_at_two_hours_of_the_day(quiet: tuple[int, int], is_valid: bool) -> None:
    if is_valid:
        check_quiet(StoredPrefs(quiet=quiet))
    else:
        with pytest.raises(Refusal, match="quiet"):
            check_quiet(StoredPrefs(quiet=quiet))


def test_a_vacation_has_begun_at_its_first_moment_and_is_over_at_its_last() -> None:
    vacations = [(100.0, 200.0)]
    assert [is_on_vacation(at, vacations) for at in (99, 100, 199, 200)] == [False, True, True, False]
    prefs = StoredPrefs(vacations=vacations)
    assert [away_until(at, prefs) for at in (99, 100, 199, 200)] == [None, 200, 200, None]


@pytest.mark.parametrize(
    ("begin", "seconds", "due"),
    [(0, 100, 100), (0, 101, 201), (150, 10, 210), (200, 10, 210), (250, 10, 260), (199, 1, 201)],
)
def test_a_vacation_stops_a_clock_that_runs_into_it(begin: float, seconds: float, due: float) -> None:
    assert after_vacation(begin, seconds, [(100, 200)]) == due


@pytest.mark.parametrize(
    ("begin", "end", "seconds"),
    [(0, 100, 0), (0, 150, 50), (120, 150, 30), (150, 350, 100), (200, 300, 0), (0, 500, 200), (400, 500, 0)],
)
def test_seconds_of_vacation_between_two_times(begin: float, end: float, seconds: float) -> None:
    assert vacation_seconds(begin, end, [(100, 200), (300, 400)]) == seconds


def test_the_days_of_a_vacation_are_limited_at_once_and_in_a_year() -> None:
    prefs = StoredPrefs()
    for days in (-1, LONGEST_VACATION + 1):
        with pytest.raises(Refusal, match="vacation"):
            set_vacation(0, days, prefs)
    set_vacation(0, LONGEST_VACATION, prefs)
    assert prefs.vacations == [(0, LONGEST_VACATION * DAY)]
    later = 20 * DAY
    left = VACATION_DAYS - LONGEST_VACATION
    assert vacation_left(later, prefs) == left
    with pytest.raises(Refusal, match="vacation"):
        set_vacation(later, left + 1, prefs)
    set_vacation(later, left, prefs)
    assert vacation_left(later, prefs) == 0
    assert vacation_left(LONGEST_VACATION * DAY + YEAR - 1, prefs) == 0
    assert vacation_left(LONGEST_VACATION * DAY + YEAR, prefs) == LONGEST_VACATION
    set_vacation(LONGEST_VACATION * DAY + YEAR, 0, prefs)
    assert prefs.vacations == [(later, later + left * DAY)], "what is a year ago is forgotten"


def test_a_vacation_can_be_ended_early() -> None:
    prefs = StoredPrefs()
    set_vacation(0, 10, prefs)
    set_vacation(4 * DAY, 0, prefs)
    assert prefs.vacations == [(0, 4 * DAY)]
    assert not is_on_vacation(4 * DAY, prefs.vacations)
    set_vacation(5 * DAY, 3, prefs)
    set_vacation(5 * DAY, 0, prefs)
    assert prefs.vacations == [(0, 4 * DAY)], "one that is ended at once has not been"
