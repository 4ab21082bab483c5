"""Strength in words: ratings of others compared with one's own."""

from meute.server.matchmaking.pairing import NEAR, strength_gap
from meute.server.matchmaking.pairing import Strength as Rating
from meute.server.messages.matchmaking import Strength
from meute.server.store.models import StoredRating
from meute.server.store.people import INITIAL_RATING
from meute.server.store.ratings import SHOWN_AFTER_GAMES

FAR = 2.5 * NEAR
INITIAL = Rating(*INITIAL_RATING)


def rating_of(stored: StoredRating | None) -> Rating:
    """A rating, or the initial one."""
    return Rating(stored.mu, stored.sigma) if stored is not None else INITIAL


def compared(mine: StoredRating | None, theirs: StoredRating | None) -> Strength:
    """Strength of another person, compared with mine."""
    if theirs is None or theirs.games < SHOWN_AFTER_GAMES:
        return "new"
    own, other = rating_of(mine), rating_of(theirs)
    gap = strength_gap(own, other)
    if gap <= NEAR:
        return "near"
    if other.mu > own.mu:
        return "above" if gap <= FAR else "far_above"
    return "below" if gap <= FAR else "far_below"


def is_near(one: StoredRating | None, other: StoredRating | None) -> bool:
    """Whether two people have about the same strength, as far as it is known."""
    return strength_gap(rating_of(one), rating_of(other)) <= NEAR
