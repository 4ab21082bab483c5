"""Quiet hours and vacations: when no deadline and no notification falls due."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from meute.server.refusal import Refusal
from meute.server.store.models import StoredPrefs

DAY = 86400.0
YEAR = 365 * DAY
VACATION_DAYS = 21
"""Days of vacation per year."""
LONGEST_VACATION = 14


def zone_of(name: str) -> ZoneInfo:
    """A time zone by its IANA name; raises Refusal if unknown."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Refusal("zone") from None


def check_quiet(prefs: StoredPrefs) -> None:
    """Raises Refusal for an unknown time zone or invalid hours."""
    zone_of(prefs.zone or "UTC")
    if prefs.quiet is not None:
        begin, end = prefs.quiet
        if not (0 <= begin < 24 and 0 <= end < 24) or begin == end:
            raise Refusal("quiet")


def after_quiet(at: float, prefs: StoredPrefs) -> float:
    """The time `at`, or the end of the quiet hours if it falls into them."""
    if prefs.quiet is None:
        return at
    begin, end = prefs.quiet
    local = datetime.fromtimestamp(at, zone_of(prefs.zone or "UTC"))
    within = begin <= local.hour < end if begin < end else local.hour >= begin or local.hour < end
    if not within:
        return at
    morning = local.replace(hour=end, minute=0, second=0, microsecond=0)
    return (morning if morning > local else morning + timedelta(days=1)).timestamp()


def vacation_seconds(begin: float, end: float, vacations: list[tuple[float, float]]) -> float:
    """Seconds of vacation between two times; `vacations`: (start, end) of each."""
    return sum(max(0.0, min(end, last) - max(begin, first)) for first, last in vacations)


def after_vacation(begin: float, seconds: float, vacations: list[tuple[float, float]]) -> float:
    """The time `seconds` after `begin`, not counting vacations."""
    at = begin + seconds
    for first, last in sorted(vacations):
        if last > begin and first < at:
            at += last - max(first, begin)
    return at


def is_on_vacation(now: float, vacations: list[tuple[float, float]]) -> bool:
    """Whether a vacation has begun and not ended."""
    return any(first <= now < last for first, last in vacations)


def vacation_left(now: float, prefs: StoredPrefs) -> int:
    """Whole days of vacation left: VACATION_DAYS minus those taken within the last year."""
    taken = sum(last - first for first, last in prefs.vacations if now - last < YEAR)
    return int(VACATION_DAYS - taken / DAY + 1e-6)


def away_until(now: float, prefs: StoredPrefs) -> float | None:
    """The end of the current vacation, if any."""
    return next((last for first, last in prefs.vacations if first <= now < last), None)


def set_vacation(now: float, days: int, prefs: StoredPrefs) -> None:
    """Starts a vacation of `days` days; 0 ends the current one."""
    prefs.vacations = [(first, min(last, now)) for first, last in prefs.vacations if now - last < YEAR and first < now]
    if days == 0:
        return
    if not 0 < days <= min(LONGEST_VACATION, vacation_left(now, prefs)):
        raise Refusal("vacation")
    prefs.vacations.append((now, now + days * DAY))
