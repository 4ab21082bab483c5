"""Sealed deals: chance derived from a secret that is committed to beforehand, and from the players' contributions.

Every draw is answered by a keyed hash of what is drawn, not by a stream of random numbers. So each outcome can be
checked on its own, the same draw after an undo has the same outcome, and tables with one seed (the daily deal) draw the
same from the same bag, whatever is decided at each.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from meute.core.choices import ActionBlock, Choices
from meute.core.codec import Codec
from meute.core.seats import CHANCE

if TYPE_CHECKING:
    from meute.match.match import Match

SECRET_BYTES: Final = 32
NUMBER_BYTES: Final = 8
HASH: Final = "sha256"
FORMAT: Final = "meute deal 1"
NO_CONTRIBUTION: Final = "none"


class SealedDeal(NamedTuple):
    """What is published of a deal: the seal before the game, the rest at its end. All values are hexadecimal text."""

    seal: str
    """SHA-256 of the secret."""
    contributions: tuple[str, ...]
    """What each seat's browser added; empty for a seat that sent nothing."""
    secret: str = ""
    """Empty until the game is over."""

    def seed(self, game: str) -> bytes:
        """The seed of the deal."""
        return seed_of(bytes.fromhex(self.secret), game, self.contributions)


def seal_of(secret: bytes) -> str:
    """The hash that commits to a secret."""
    return hashlib.new(HASH, secret).hexdigest()


def seed_of(secret: bytes, game: str, contributions: Sequence[str]) -> bytes:
    """The seed: the HMAC, keyed by the secret, of the game and every seat's contribution."""
    lines = [FORMAT, game, *(one or NO_CONTRIBUTION for one in contributions)]
    return hmac.digest(secret, "\n".join(lines).encode(), HASH)


def is_secret(text: str) -> bool:
    """Whether a text is a secret, a seal or a contribution: as many bytes, in lower case."""
    return len(text) == 2 * SECRET_BYTES and all(letter in "0123456789abcdef" for letter in text)


class Draw(NamedTuple):
    """One draw of chance: its label, and its outcomes with their weights, sorted by notation."""

    label: str
    """The kinds of outcomes, and how many of these kinds were drawn before: no two draws of a game have one label."""
    outcomes: list[tuple[int, int]]


class Deal:
    """Answers draws of chance from a seed; has no state."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed

    def number(self, *words: object) -> int:
        """A 64-bit number derived from the seed and some words (HMAC)."""
        digest = hmac.digest(self.seed, " ".join(map(str, words)).encode(), HASH)
        return int.from_bytes(digest[:NUMBER_BYTES], "big")

    def choose(self, draw: Draw) -> int:
        """The outcome of a draw, by weight."""
        left = self.number(draw.label) % sum([weight for _, weight in draw.outcomes])
        for action, weight in draw.outcomes:
            left -= weight
            if left < 0:
                return action
        raise AssertionError(draw.label)


def draw_of(codec: Codec, outcomes: Choices, drawn: Sequence[int]) -> Draw:
    """The draw from these outcomes, after the outcomes drawn so far."""
    places, kind_of, kinds = numbering(codec)
    actions = outcomes.to_list()
    numbers = {kind_of[action] for action in actions}
    before = len([action for action in drawn if kind_of[action] in numbers])
    names = "+".join([kinds[number] for number in sorted(numbers)])
    weighted = zip(map(places.__getitem__, actions), actions, weights_of(outcomes), strict=True)
    return Draw(f"{names} {before}", [(action, weight) for _, action, weight in sorted(weighted)])


@lru_cache
def numbering(codec: Codec) -> tuple[list[int], list[int], list[str]]:
    """For each action, its rank in the alphabetical order of all notations, and the number of its kind; then the names
    of the kinds. Both numberings are by text, so that they stay the same if ids change."""
    places = [0] * codec.size
    for place, action in enumerate(sorted(range(codec.size), key=codec.texts.__getitem__)):
        places[action] = place
    names = sorted(kind.name for kind in codec.kinds)
    kind_of: list[int] = []
    for kind in codec.kinds:
        kind_of += [names.index(kind.name)] * kind.size
    return places, kind_of, names


def weights_of(outcomes: Choices) -> list[int]:
    """The weight of every outcome, in the order of `to_list`."""
    if outcomes.weight == outcomes.size:
        return [1] * outcomes.size
    weights: list[int] = []
    block: ActionBlock | None = outcomes.first
    for _ in range(outcomes.block_count):
        assert block is not None
        weights += [block.weight] * block.size
        block = block.next
    return weights


class PastDraw(NamedTuple):
    """A draw of a game, the step at which it happened, and its outcome."""

    step: int
    draw: Draw
    outcome: int


def past_draws(match: "Match") -> Iterator[PastDraw]:
    """Every draw of chance of a game so far."""
    state, drawn = match.state_at(0), list[int]()
    for step, past in enumerate(match.steps):
        if past.seat == CHANCE:
            yield PastDraw(step, draw_of(match.game.codec, state.choices(CHANCE), drawn), past.action)
            drawn.append(past.action)
        state.apply(past.seat, past.action)
