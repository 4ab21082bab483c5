"""What the server does not do, and why: a reason code, a sentence, and the HTTP status that fits."""

from collections.abc import Mapping
from functools import lru_cache

from meute.core.errors import BadInput
from meute.core.phrase import MOST_WORDS, Filling, Phrase, phrase
from meute.match import Refused
from meute.server.counts import COUNTS
from meute.server.messages.sent import GapsSent, PhraseSent, RefusedSent

STATUS = {
    "not_found": 404,
    "no_code": 404,
    "passkey": 403,
    "passkey_unknown": 403,
    "at_one_table": 409,
    "flood": 429,
    "guesses": 429,
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
    "too_big": 413,
    "url": 414,
    "headers": 431,
    "store": 503,
    "moving": 503,
    "full": 503,
    "broken": 500,
}
"""Of those that are not simply 400."""


class Refusal(Exception):
    """Something that is not done: told to whoever wanted it, and nothing else happens."""

    def __init__(self, code: str, told: Phrase | None = None, heading: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.phrase = told or phrase(f"refused.{code}")
        self.heading = heading
        self.key = ""

    def sent(self) -> RefusedSent:
        """The refusal on the wire."""
        COUNTS.refused[self.code] += 1
        return RefusedSent(code=self.code, phrase=phrase_sent(self.phrase), heading=self.heading, key=self.key)

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUS.get(self.code, 400)


def by_the_rules(refused: Refused) -> Refusal:
    """A decision that the rules do not allow now; of several in a row, with its number."""
    told = phrase(refused.reason.key)
    if refused.number:
        told = phrase("refused.in_row", number=refused.number, what=told)
    return Refusal("rules", told, refused.reason.heading)


def of_input(error: BadInput) -> Refusal:
    """An input that cannot be used, in the words of the catalogue's `error.*`."""
    gaps: dict[str, Filling] = {name: str(value) for name, value in error.values.items()}
    what = Phrase(error.problem, {"where": error.where, **gaps}, "")
    return Refusal("input", phrase("error.at", where=error.where, what=what))


def phrase_sent(told: Phrase) -> PhraseSent:
    """A phrase on the wire."""
    return thing_sent(told) if told.mark else made_sent(told)


def made_sent(told: Phrase) -> PhraseSent:
    """The same, made anew."""
    if not told.gaps:
        return PhraseSent(key=told.key, mark=told.mark)
    return PhraseSent(key=told.key, gaps=gaps_sent(told.gaps), mark=told.mark)


def gaps_sent(gaps: Mapping[str, Filling]) -> GapsSent:
    """What fills the gaps of a phrase, on the wire."""
    return {name: phrase_sent(gap) if isinstance(gap, Phrase) else gap for name, gap in gaps.items()}


thing_sent = lru_cache(MOST_WORDS)(made_sent)
"""Games remember the names of their things, so the same phrase comes again and again."""
