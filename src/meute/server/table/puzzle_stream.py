"""Puzzles of a guest: one a day, the same for all, and a stream that prefers puzzles of the guest's own strength."""

import hashlib
from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import Literal

from meute.games import GAMES
from meute.learn import Puzzle, puzzles
from meute.server.messages.learning import PuzzleListSent, PuzzleStreamSent
from meute.server.store.models import MISSED, PUZZLES, StoredLesson, StoredRating
from meute.server.store.people import INITIAL_RATING
from meute.server.store.ratings import displayed_rating


@cache
def all_puzzles() -> tuple[Puzzle, ...]:
    """The puzzles of all games in an order without a pattern, which is the same on every server."""
    found = [puzzle for game in GAMES for puzzle in puzzles(game)]
    return tuple(sorted(found, key=lambda puzzle: hashlib.sha256(puzzle.name.encode()).digest()))


def puzzle_of_day(day: str) -> Puzzle:
    """The puzzle of a day: each of them comes once before any comes again."""
    return all_puzzles()[date.fromisoformat(day).toordinal() % len(all_puzzles())]


class PuzzleResults:
    """What a guest has tried, from the progress (the oldest first)."""

    def __init__(self, known: Sequence[StoredLesson]) -> None:
        self.tried: set[tuple[str, str]] = set()
        self.missed: list[tuple[str, str]] = []
        """Missed and not solved since, the oldest first."""
        for stored in known:
            name = stored.lesson.removeprefix(MISSED)
            if name != stored.lesson or stored.done:
                self.tried.add((stored.game, name))
            if name != stored.lesson and not stored.done:
                self.missed.append((stored.game, name))

    def of(self, puzzle: Puzzle) -> Literal["", "solved", "missed"]:
        """The result in one puzzle."""
        key = (puzzle.game, puzzle.name)
        return "missed" if key in self.missed else "solved" if key in self.tried else ""

    def next_puzzle(self, game: str, strength: float) -> Puzzle | None:
        """The untried puzzle nearest in strength; without any, the one missed longest ago; None if all are solved."""
        untried = [puzzle for puzzle in puzzles(game) if not self.of(puzzle)]
        if untried:
            return min(untried, key=lambda puzzle: abs(puzzle.rating[0] - strength))
        named = {(puzzle.game, puzzle.name): puzzle for puzzle in puzzles(game)}
        return next((named[key] for key in self.missed if key in named), None)


def own_rating(ratings: Sequence[StoredRating]) -> StoredRating:
    """A guest's rating in puzzles among those of the games."""
    found = next((rating for rating in ratings if rating.game == PUZZLES), None)
    return found or StoredRating(PUZZLES, *INITIAL_RATING, 0)


def puzzles_sent(day: str, results: PuzzleResults, rating: StoredRating) -> PuzzleListSent:
    """The puzzle of the day, the guest's rating, and the puzzles of each game."""
    today = puzzle_of_day(day)
    games = []
    for game in GAMES:
        found = [results.of(puzzle) for puzzle in puzzles(game)]
        if found:
            tried = sum(map(bool, found))
            games.append(PuzzleStreamSent(game=game, puzzles=len(found), tried=tried, missed=found.count("missed")))
    return PuzzleListSent(
        day=day,
        game=today.game,
        today=results.of(today),
        rating=displayed_rating(rating.mu, rating.sigma, rating.games),
        rated=rating.games,
        games=games,
    )
