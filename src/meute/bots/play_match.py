"""Plays one complete match between bots."""

from collections.abc import Sequence

from meute.bots.bot import Bot
from meute.core.chance import Generator
from meute.match import Match, Result

MOST_STEPS = 20_000
"""Step limit: a game in which bots repeat themselves is stopped."""


def play_match(match: Match, bots: Sequence[Bot], rng: Generator) -> Result:
    """Play the match to its end, one bot for each seat."""
    while not match.is_over():
        for seat in match.seats_to_act():
            match.play(seat, bots[seat].choose(match.view(seat), rng))
        if len(match.steps) > MOST_STEPS:
            match.stop()
    result = match.result()
    assert result is not None
    return result
