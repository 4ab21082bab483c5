"""Secret ballot with absolute majority."""

from typing import Any

from mypy_extensions import mypyc_attr

from meute.core.mechanisms.sealed import Sealed
from meute.core.numbers import NOBODY, i64
from meute.core.seats import MOST_SEATS


@mypyc_attr(acyclic=True)
class Vote(Sealed):
    """A secret ballot: each seat names a candidate or abstains. `decided` is called with the candidate that more than
    half of all voters named, or with NOBODY."""

    def voters(self, s: Any) -> i64:
        """The number of voters; a majority is more than half of it."""
        raise AssertionError

    def decided(self, s: Any, candidate: i64) -> None:
        """Applies the result: the candidate with an absolute majority; NOBODY if none has one."""
        raise AssertionError

    def candidate(self, answer: i64) -> i64:
        """The candidate of an answer; NOBODY for an abstention."""
        raise AssertionError

    def reveal(self, s: Any) -> None:
        for seat in range(MOST_SEATS):
            votes: i64 = 0
            chosen = NOBODY if self.answers[seat] == NOBODY else self.candidate(self.answers[seat])
            if chosen == NOBODY:
                continue
            for other in range(MOST_SEATS):
                if self.answers[other] != NOBODY and self.candidate(self.answers[other]) == chosen:
                    votes += 1
            if 2 * votes > self.voters(s):
                self.decided(s, chosen)
                return
        self.decided(s, NOBODY)
