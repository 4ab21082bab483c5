"""Everybody against everybody: each pair of bots meets on the same deals, and one rating compares them all."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

from meute.bots.arena import Contest, Played, fight, rate, whole
from meute.bots.crew import Crew
from meute.bots.shares import wilson


@dataclass(frozen=True)
class Rank:
    """How one bot did against all others: its share of wins, and its rating with its uncertainty."""

    bot: str
    games: int
    wins: float
    wins_low: float
    wins_high: float
    rating: float
    mean: float
    sigma: float
    against: dict[str, float]
    """Its share of wins against each other bot."""


def contests(
    game: str, bots: Sequence[str], seats: int, options: tuple[tuple[str, str], ...], seed: int
) -> list[Contest]:
    """A table for each pair; where more than two sit, one for each of both alone against several of the other."""
    pairs = [(one, other) for one, other in permutations(bots, 2) if seats > 2 or bots.index(one) < bots.index(other)]
    return [Contest(game, (one, *[other] * (seats - 1)), options, seed) for one, other in pairs]


def meet(tables: Sequence[Contest], games: int, crew: Crew, results: Path | None) -> Iterator[tuple[Contest, Played]]:
    """Plays all games of all tables; each table is noted in a file of its own."""
    for number, contest in enumerate(tables):
        noted = None if results is None else results / f"{number:03}.jsonl"
        for played in fight(contest, games, crew, noted):
            yield contest, played


def total(tables: Sequence[Contest], games: int) -> int:
    """How many games that is."""
    return sum(whole(contest, games) for contest in tables)


def ranking(bots: Sequence[str], games: Sequence[tuple[Contest, Played]]) -> list[Rank]:
    """The best first."""
    order = sorted(games, key=lambda game: (game[1].deal, game[1].turned, game[0].bots))
    ratings = rate(bots, [game for game in order if 1 in game[1].places])
    rows = []
    for bot in bots:
        own = [game for game in games if bot in game[0].bots and 1 in game[1].places]
        wins = sum(share(bot, *game) for game in own)
        low, high = wilson(wins, len(own)) if own else (0.0, 1.0)
        rows.append(
            Rank(
                bot=bot,
                games=len(own),
                wins=wins / len(own) if own else 0.0,
                wins_low=low,
                wins_high=high,
                rating=ratings[bot].ordinal(),
                mean=ratings[bot].mu,
                sigma=ratings[bot].sigma,
                against={other: versus(bot, other, own) for other in bots if other != bot},
            )
        )
    return sorted(rows, key=lambda row: -row.rating)


def share(bot: str, contest: Contest, played: Played) -> float:
    """What part of a game's victory is a bot's; where it sits several times, each seat counts as much as one alone."""
    won = [place == 1 for place in played.places]
    mine = [win for win, name in zip(won, contest.bots, strict=True) if name == bot]
    others = [win for win, name in zip(won, contest.bots, strict=True) if name != bot]
    per_seat, of_others = sum(mine) / len(mine), sum(others) / len(others)
    return per_seat / (per_seat + of_others)


def versus(bot: str, other: str, games: Sequence[tuple[Contest, Played]]) -> float:
    """A bot's share of wins where it meets another."""
    shares = [share(bot, *game) for game in games if other in game[0].bots]
    return sum(shares) / len(shares) if shares else 0.0
