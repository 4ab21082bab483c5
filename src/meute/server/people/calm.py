"""When somebody is not to be hurried: hours of the night, days of vacation."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from meute.server.refusal import Refusal
from meute.server.store.kept import PrefsKept

DAY = 86400.0
YEAR = 365 * DAY
VACATION = 21
"""Days in a year."""
VACATION_AT_ONCE = 14


def zone_of(name: str) -> ZoneInfo:
    """A time zone by its name."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Refusal("zone") from None


def check_quiet(prefs: PrefsKept) -> None:
    """Refuses hours that are none."""
    zone_of(prefs.zone or "UTC")
    if prefs.quiet is not None:
        begin, end = prefs.quiet
        if not (0 <= begin < 24 and 0 <= end < 24) or begin == end:
            raise Refusal("quiet")


def after_quiet(at: float, prefs: PrefsKept) -> float:
    """A moment, or the end of the quiet hours that it falls into."""
    if prefs.quiet is None:
        return at
    begin, end = prefs.quiet
    local = datetime.fromtimestamp(at, zone_of(prefs.zone or "UTC"))
    within = begin <= local.hour < end if begin < end else local.hour >= begin or local.hour < end
    if not within:
        return at
    morning = local.replace(hour=end, minute=0, second=0, microsecond=0)
    return (morning if morning > local else morning + timedelta(days=1)).timestamp()


def free_between(begin: float, end: float, vacations: list[tuple[float, float]]) -> float:
    """Seconds of vacation between two moments."""
    return sum(max(0.0, min(end, last) - max(begin, first)) for first, last in vacations)


def after_vacation(begin: float, seconds: float, vacations: list[tuple[float, float]]) -> float:
    """The moment so many seconds later, vacations not counted."""
    at = begin + seconds
    for first, last in sorted(vacations):
        if last > begin and first < at:
            at += last - max(first, begin)
    return at


def is_between(now: float, vacations: list[tuple[float, float]]) -> bool:
    """Whether one of these vacations has begun and is not over."""
    return any(first <= now < last for first, last in vacations)


def vacation_left(now: float, prefs: PrefsKept) -> int:
    """Whole days of vacation that somebody may still take this year."""
    had = sum(last - first for first, last in prefs.vacations if now - last < YEAR)
    return int(VACATION - had / DAY + 1e-6)


def away_until(now: float, prefs: PrefsKept) -> float | None:
    """The end of somebody's vacation, while he is away."""
    return next((last for first, last in prefs.vacations if first <= now < last), None)


def go_away(now: float, days: int, prefs: PrefsKept) -> None:
    """Somebody goes on vacation, or (0) is back."""
    prefs.vacations = [(first, min(last, now)) for first, last in prefs.vacations if now - last < YEAR and first < now]
    if days == 0:
        return
    if not 0 < days <= min(VACATION_AT_ONCE, vacation_left(now, prefs)):
        raise Refusal("vacation")
    prefs.vacations.append((now, now + days * DAY))
