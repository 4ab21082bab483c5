"""Arena: bots play each other on the same deals with rotated seats, which cancels luck and seat advantage."""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import mean, stdev

from openskill.models import PlackettLuce, PlackettLuceRating

from meute.bots import make_bot
from meute.bots.bot import Bot
from meute.bots.executor import Executor, rules_fingerprint, run_all
from meute.bots.intervals import Z95, wilson
from meute.bots.play_match import MOST_STEPS
from meute.bots.resume_log import ResumeLog
from meute.core.chance import Generator
from meute.match import Match

Make = Callable[[str], Bot]
"""Factory: builds a bot from its name."""


@dataclass(frozen=True)
class Contest:
    """An experiment: a game, its options, and a bot for each seat."""

    game: str
    bots: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    seed: int


@dataclass(frozen=True)
class GameResult:
    """One game, as stored in logs: deal, seat rotation (`turned`), and for each bot of the contest its points, place
    and seconds per decision."""

    deal: int
    turned: int
    reason: str
    points: tuple[int, ...]
    places: tuple[int, ...]
    seconds: tuple[float, ...]


@dataclass(frozen=True)
class Standing:
    """Result of one bot over all its seats; win rates count only games that have a winner."""

    bot: str
    seats: int
    games: int
    won_games: int
    wins: float
    wins_low: float
    wins_high: float
    points: float
    points_error: float
    rating: float
    milliseconds: float


def play(contest: Contest, deal: int, turned: int, make: Make = make_bot) -> GameResult:
    """Play one game of a contest; the deal is the same for all rotations."""
    seats = len(contest.bots)
    bot_of = [(seat + turned) % seats for seat in range(seats)]
    match = Match(contest.game, contest.bots, dict(contest.options), seed=contest.seed * 1_000_003 + deal)
    bots = [make(contest.bots[number]) for number in bot_of]
    rngs = [Generator((contest.seed + 1) * 7_919 + deal * 31 + seat) for seat in range(seats)]
    spent, decided = [0.0] * seats, [0] * seats
    while not match.is_over():
        for seat in match.seats_to_act():
            begin = time.process_time()
            action = bots[seat].choose(match.view(seat), rngs[seat])
            spent[bot_of[seat]] += time.process_time() - begin
            decided[bot_of[seat]] += 1
            match.play(seat, action)
        if len(match.steps) > MOST_STEPS:
            match.stop()
    result = match.result()
    assert result is not None
    seat_of = [bot_of.index(number) for number in range(seats)]
    return GameResult(
        deal=deal,
        turned=turned,
        reason=result.reason,
        points=tuple(result.points[seat] for seat in seat_of),
        places=tuple(result.places[seat] for seat in seat_of),
        seconds=tuple(spent[n] / max(decided[n], 1) for n in range(seats)),
    )


def round_up_games(contest: Contest, games: int) -> int:
    """Round up to a multiple of the number of rotations."""
    turns = len(contest.bots)
    return -(-games // turns) * turns


def run_contest(
    contest: Contest, games: int, executor: Executor, results: Path | None, make: Make = make_bot
) -> Iterator[GameResult]:
    """Play the games that the results file does not have yet, append each to it, and yield all."""
    log = ResumeLog(contest, GameResult, results)
    known = log.read()
    yield from known
    done = {(played.deal, played.turned) for played in known}
    turns = len(contest.bots)
    wanted = [(game // turns, game % turns) for game in range(round_up_games(contest, games))]
    left = [pair for pair in wanted if pair not in done]
    fingerprint = partial(rules_fingerprint, contest.game, contest.bots, dict(contest.options), {})
    for played in run_all(executor, partial(play_pair, contest, make), left, fingerprint):
        yield log.add(played)


def play_pair(contest: Contest, make: Make, pair: tuple[int, int]) -> GameResult:
    return play(contest, *pair, make)


def standings(contest: Contest, games: Sequence[GameResult]) -> list[Standing]:
    """Win rates with Wilson intervals, mean points with 95 % errors, ratings and times."""
    games = sorted(games, key=lambda played: (played.deal, played.turned))
    won = [played for played in games if 1 in played.places]
    ratings = rate(contest.bots, [(contest, played) for played in won])
    rows = []
    for bot in ratings:
        seats = [number for number, name in enumerate(contest.bots) if name == bot]
        wins = sum(sum(played.places[n] == 1 for n in seats) / played.places.count(1) for played in won)
        points = [mean(played.points[n] for n in seats) for played in games]
        low, high = wilson(wins, len(won)) if won else (0.0, 1.0)
        rows.append(
            Standing(
                bot=bot,
                seats=len(seats),
                games=len(games),
                won_games=len(won),
                wins=wins / len(won) if won else 0.0,
                wins_low=low,
                wins_high=high,
                points=mean(points),
                points_error=Z95 * stdev(points) / math.sqrt(len(points)) if len(points) > 1 else 0.0,
                rating=ratings[bot].ordinal(),
                milliseconds=1000 * mean(played.seconds[n] for played in games for n in seats),
            )
        )
    return rows


def rate(names: Sequence[str], games: Sequence[tuple[Contest, GameResult]]) -> dict[str, PlackettLuceRating]:
    """Plackett-Luce rating of each bot; `ordinal()` of a rating is a lower bound. A bot in several seats is rated by
    its best seat, and only against the other bots."""
    model = PlackettLuce()
    ratings = {name: model.rating(name=name) for name in names}
    for contest, played in games:
        best = {name: float(max(played.places)) for name in contest.bots}
        for name, place in zip(contest.bots, played.places, strict=True):
            best[name] = min(best[name], place)
        if len(best) > 1:
            teams = model.rate([[ratings[name]] for name in best], ranks=list(best.values()))
            ratings |= {name: team[0] for name, team in zip(best, teams, strict=True)}
    return ratings
