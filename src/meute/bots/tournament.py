"""Round-robin tournament: each pair of bots plays the same deals, and one rating ranks them all."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from meute.bots.arena import Contest, GameResult, rate
from meute.bots.intervals import win_rate


@dataclass(frozen=True)
class Rank:
    """One bot's result: win rate with interval, rating with uncertainty."""

    bot: str
    games: int
    wins: float
    wins_low: float
    wins_high: float
    rating: float
    mean: float
    sigma: float
    against: dict[str, float]
    """Win rate against each other bot."""


def contests(
    game: str, bots: Sequence[str], seats: int, options: tuple[tuple[str, str], ...], seed: int
) -> list[Contest]:
    """One contest for each pair of bots; with more than two seats two for each pair: each bot alone against the other
    in all other seats."""
    pairs = [(one, other) for one, other in permutations(bots, 2) if seats > 2 or bots.index(one) < bots.index(other)]
    return [Contest(game, (one, *[other] * (seats - 1)), options, seed) for one, other in pairs]


def ranking(bots: Sequence[str], games: Sequence[tuple[Contest, GameResult]]) -> list[Rank]:
    """Ranking, best rating first."""
    order = sorted(games, key=lambda game: (game[1].deal, game[1].turned, game[0].bots))
    ratings = rate(bots, [game for game in order if 1 in game[1].places])
    rows = []
    for bot in bots:
        own = [game for game in games if bot in game[0].bots and 1 in game[1].places]
        wins, low, high = win_rate(sum(share(bot, *game) for game in own), len(own))
        rows.append(
            Rank(
                bot=bot,
                games=len(own),
                wins=wins,
                wins_low=low,
                wins_high=high,
                rating=ratings[bot].ordinal(),
                mean=ratings[bot].mu,
                sigma=ratings[bot].sigma,
                against={other: versus(bot, other, own) for other in bots if other != bot},
            )
        )
    return sorted(rows, key=lambda row: -row.rating)


def share(bot: str, contest: Contest, played: GameResult) -> float:
    """A bot's share of a win; a bot in several seats counts as the mean of its seats."""
    won = [place == 1 for place in played.places]
    mine = [win for win, name in zip(won, contest.bots, strict=True) if name == bot]
    others = [win for win, name in zip(won, contest.bots, strict=True) if name != bot]
    per_seat, of_others = sum(mine) / len(mine), sum(others) / len(others)
    return per_seat / (per_seat + of_others)


def versus(bot: str, other: str, games: Sequence[tuple[Contest, GameResult]]) -> float:
    """A bot's win rate against another; 0 if they have not met."""
    win_rates = [share(bot, *game) for game in games if other in game[0].bots]
    return sum(win_rates) / len(win_rates) if win_rates else 0.0
