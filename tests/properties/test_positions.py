"""Positions with mistakes in them: each is refused as bad input, or is a table on which the game can be played."""

import re
from random import Random

import pytest
from helpers.worlds import COMPILED, walk

from meute.core.errors import BadInput
from meute.core.game import Game
from meute.core.score import ScoreSheet
from meute.games import GAMES
from meute.match import Match

TABLES = 12 if COMPILED else 2
MISTAKES = 60
SIGNS = "0123456789-?.+*|,:=/²abnorvxABNORVX"
LARGEST = 130


def spoilt(text: str, rng: Random) -> str:
    """The text with one mistake: another sign, one less, two words exchanged, or another number in a frame."""
    at = rng.randrange(len(text))
    match rng.randrange(4):
        case 0:
            return text[:at] + rng.choice(SIGNS) + text[at + 1 :]
        case 1:
            return text[:at] + text[at + 1 :]
        case 2:
            words = text.split()
            one, two = rng.randrange(len(words)), rng.randrange(len(words))
            words[one], words[two] = words[two], words[one]
            return " ".join(words)
        case _:
            numbers = list(re.finditer(r"(?<=[=:])-?\w+", text))
            if not numbers:
                return text
            number = rng.choice(numbers)
            return text[: number.start()] + str(rng.randrange(-1, LARGEST)) + text[number.end() :]


def try_out(match: Match, rng: Random) -> None:
    """Everything that a page asks of a table, and a few decisions."""
    for _ in range(12):
        for seat in range(-1, len(match.seats)):
            table = match.view(seat).state
            match.game.show(table, seat)
            match.game.prompt(table, seat)
            match.game.progress(table)
            match.game.score(table, ScoreSheet(len(match.seats), True))
        if match.is_over():
            match.result()
            return
        seat = match.seats_to_act()[0]
        options = match.legal_actions(seat)
        if not options:
            return
        for action in (0, match.game.codec.size - 1):
            if action not in options:
                match.game.why(match.view(seat).state, seat, action)
        match.play(seat, rng.choice(options))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_a_mistake_in_a_position_is_refused_or_played_on(game: Game) -> None:
    rng = Random(game.id)
    read = 0
    for seed in range(TABLES):
        names = [f"seat {n}" for n in range(game.min_seats + seed % (game.max_seats - game.min_seats + 1))]
        match = Match(game.id, names, seed=seed)
        last = rng.randrange(120)
        for n, _ in enumerate(walk(match, seed)):
            if n >= last:
                break
        text = game.write_position(match.state)
        for _ in range(MISTAKES):
            wrong = spoilt(text, rng)
            try:
                other = Match(game.id, names, position=wrong, seed=1)
            except BadInput:
                continue
            read += 1
            try:
                try_out(other, rng)
            except Exception as error:
                raise AssertionError(f"stumbles at {wrong!r}") from error
    assert read
