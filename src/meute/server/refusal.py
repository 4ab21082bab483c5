"""Refusals: a reason code, a sentence for the user, and the HTTP status."""

from collections.abc import Mapping
from functools import lru_cache

from meute.core.errors import BadInput
from meute.core.phrase import MOST_WORDS, Filling, Phrase, phrase
from meute.match import Refused
from meute.server.messages.responses import GapsSent, PhraseSent, RefusedSent
from meute.server.metrics import METRICS

STATUS = {
    "not_found": 404,
    "no_code": 404,
    "token": 401,
    "scope": 403,
    "no_programs": 403,
    "with_people": 403,
    "passkey": 403,
    "passkey_unknown": 403,
    "at_one_table": 409,
    "flood": 429,
    "guesses": 429,
    "mail_limit": 429,
    "mail_down": 503,
    "origin": 403,
    "host": 421,
    "live_record": 403,
    "not_your_seat": 403,
    "not_host": 403,
    "no_hints": 403,
    "daily": 403,
    "daily_undo": 403,
    "muted": 403,
    "banned": 403,
    "removed": 403,
    "no_room": 403,
    "called": 409,
    "tournament_deal": 403,
    "tournament_undo": 403,
    "tournament_rematch": 403,
    "not_organizer": 403,
    "league": 403,
    "not_member": 403,
    "not_group_organizer": 403,
    "group_removed": 403,
    "too_big": 413,
    "url": 414,
    "headers": 431,
    "store": 503,
    "moving": 503,
    "full": 503,
    "broken": 500,
}
"""HTTP status by refusal code; 400 for all others."""


class Refusal(Exception):
    """A refused request or message; reported to its sender, without further effect."""

    def __init__(self, code: str, reason: Phrase | None = None, heading: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.phrase = reason or phrase(f"refused.{code}")
        self.heading = heading
        self.key = ""

    def to_message(self) -> RefusedSent:
        """The message to the client; counts the refusal."""
        METRICS.refused[self.code] += 1
        return RefusedSent(code=self.code, phrase=phrase_sent(self.phrase), heading=self.heading, key=self.key)

    @property
    def status(self) -> int:
        return STATUS.get(self.code, 400)


def from_rules(refused: Refused) -> Refusal:
    """A refusal by the rules of the game; for a sequence of decisions, with the number of the illegal one."""
    reason = phrase(refused.reason.key)
    if refused.number:
        reason = phrase("refused.in_row", number=refused.number, what=reason)
    return Refusal("rules", reason, refused.reason.heading)


def from_bad_input(error: BadInput) -> Refusal:
    """A refusal of invalid input, with the catalogue's `error.*` message."""
    gaps: dict[str, Filling] = {name: str(value) for name, value in error.values.items()}
    what = Phrase(error.problem, {"where": error.where, **gaps}, "")
    return Refusal("input", phrase("error.at", where=error.where, what=what))


def phrase_sent(of: Phrase) -> PhraseSent:
    """A phrase as a message."""
    return cached_phrase_sent(of) if of.mark else build_phrase_sent(of)


def build_phrase_sent(of: Phrase) -> PhraseSent:
    if not of.gaps:
        return PhraseSent(key=of.key, mark=of.mark)
    return PhraseSent(key=of.key, gaps=gaps_sent(of.gaps), mark=of.mark)


def gaps_sent(gaps: Mapping[str, Filling]) -> GapsSent:
    return {name: gap_sent(gap) if isinstance(gap, Phrase) else gap for name, gap in gaps.items()}


def gap_sent(gap: Phrase) -> str | int | PhraseSent:
    """A phrase in a placeholder as sent; a number without a sign needs no catalogue entry."""
    if gap.key == "number" and not gap.mark:
        number = gap.gaps["number"]
        return gap_sent(number) if isinstance(number, Phrase) else number
    return phrase_sent(gap)


cached_phrase_sent = lru_cache(MOST_WORDS)(build_phrase_sent)
"""Cached for component names: games reuse the same phrase objects all the time."""
