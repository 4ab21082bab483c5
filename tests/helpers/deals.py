"""Games with a sealed deal, dealt by an honest server."""

import random

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.games import find
from meute.match import Match
from meute.match.deal import Deal, SealedDeal, seal_of, seed_of


def hexadecimal(rng: random.Random) -> str:
    return rng.randbytes(32).hex()


def sealed_game(game: str, number: int, most: int = 40) -> Match:
    """A game of players who decide at random, up to a number of their decisions, dealt by an honest server."""
    rng = random.Random(f"{game} {number}")
    seats = rng.randint(find(game).min_seats, find(game).max_seats)
    contributions = tuple(hexadecimal(rng) if rng.random() < 0.7 else "" for _ in range(seats))
    secret = rng.randbytes(32)
    match = Match(game, [f"seat {n}" for n in range(seats)], deal=Deal(seed_of(secret, game, contributions)))
    choices, moves = Choices(), Generator(number)
    for _ in range(most):
        if match.is_over():
            break
        seat = rng.choice(match.seats_to_act())
        match.play(seat, match.state.random_action(seat, choices, moves))
    if not match.is_over():
        match.stop()
    match.sealed = SealedDeal(seal_of(secret), contributions, secret.hex())
    return match
