"""Arena: bots play each other on the same deals with rotated seats, which cancels luck and seat advantage."""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import mean, stdev

from openskill.models import PlackettLuce, PlackettLuceRating

from meute.bots.bot import Bot
from meute.bots.executor import Executor, rules_fingerprint, run_all
from meute.bots.intervals import Z95, win_rate
from meute.bots.loading import load_bot
from meute.bots.luck_adjusted import KNOWN, AdjustedResult, adjust, measure_controls
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
    and seconds per decision; then its control (`bots/luck_adjusted.py`), if that was measured."""

    deal: int
    turned: int
    reason: str
    points: tuple[int, ...]
    places: tuple[int, ...]
    seconds: tuple[float, ...]
    controls: tuple[float, ...] = ()


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


def play(contest: Contest, deal: int, turned: int, make: Make = load_bot, adjusted: bool = False) -> GameResult:
    """Play one game of a contest; the deal is the same for all rotations. If it is to be adjusted, measure controls."""
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
    found: list[float] = []
    if adjusted:
        known = {seat: bots[seat] for seat in range(seats) if contest.bots[bot_of[seat]] in KNOWN}
        found = measure_controls(match, known, Generator((contest.seed + 1) * 104_729 + deal * 31 + turned))
    return GameResult(
        deal=deal,
        turned=turned,
        reason=result.reason,
        points=tuple(result.points[seat] for seat in seat_of),
        places=tuple(result.places[seat] for seat in seat_of),
        seconds=tuple(spent[n] / max(decided[n], 1) for n in range(seats)),
        controls=tuple(found[seat] for seat in seat_of) if adjusted else (),
    )


def round_up_games(contest: Contest, games: int) -> int:
    """Round up to a multiple of the number of rotations."""
    turns = len(contest.bots)
    return -(-games // turns) * turns


def run_contest(
    contest: Contest,
    games: int,
    executor: Executor,
    results: Path | None,
    make: Make = load_bot,
    adjusted: bool = False,
) -> Iterator[GameResult]:
    """Play the games that the results file does not have yet, append each to it, and yield all."""
    log = ResumeLog(contest, GameResult, results)
    known = {(played.deal, played.turned): played for played in log.read() if played.controls or not adjusted}
    yield from known.values()
    turns = len(contest.bots)
    wanted = [(game // turns, game % turns) for game in range(round_up_games(contest, games))]
    left = [pair for pair in wanted if pair not in known]
    fingerprint = partial(rules_fingerprint, contest.game, contest.bots, dict(contest.options), {})
    for played in run_all(executor, partial(play_pair, contest, make, adjusted), left, fingerprint):
        yield log.add(played)


def run_contests(
    contests: Sequence[Contest], games: int, executor: Executor, results: Path | None
) -> Iterator[tuple[Contest, GameResult]]:
    """Play all contests and yield each game with its contest; each contest has its own file in `results`."""
    for number, contest in enumerate(contests):
        log = None if results is None else results / f"{number:03}.jsonl"
        for played in run_contest(contest, games, executor, log):
            yield contest, played


def count_games(contests: Sequence[Contest], games: int) -> int:
    """Total number of games of all contests."""
    return sum(round_up_games(contest, games) for contest in contests)


def play_pair(contest: Contest, make: Make, adjusted: bool, pair: tuple[int, int]) -> GameResult:
    return play(contest, *pair, make, adjusted)


def adjusted_results(contest: Contest, games: Sequence[GameResult]) -> dict[str, AdjustedResult]:
    """The result of each bot over all games, adjusted for luck where controls were measured; empty with fewer than two
    deals."""
    deals: dict[int, list[GameResult]] = {}
    for played in sorted(games, key=lambda played: (played.deal, played.turned)):
        deals.setdefault(played.deal, []).append(played)
    if len(deals) < 2:
        return {}

    def outcome(played: GameResult, seats: Sequence[int]) -> tuple[float, float]:
        won = sum(played.places[n] == 1 for n in seats) / max(played.places.count(1), 1)
        return won, sum(played.controls[n] for n in seats) if played.controls else 0.0

    found = {}
    for bot in dict.fromkeys(contest.bots):
        seats = [number for number, name in enumerate(contest.bots) if name == bot]
        found[bot] = adjust([[outcome(played, seats) for played in deal] for deal in deals.values()])
    return found


def standings(contest: Contest, games: Sequence[GameResult]) -> list[Standing]:
    """Win rates with Wilson intervals, mean points with 95 % errors, ratings and times."""
    games = sorted(games, key=lambda played: (played.deal, played.turned))
    won = [played for played in games if 1 in played.places]
    ratings = rate(contest.bots, [(contest, played) for played in won])
    rows = []
    for bot in ratings:
        seats = [number for number, name in enumerate(contest.bots) if name == bot]
        shares = [sum(played.places[n] == 1 for n in seats) / played.places.count(1) for played in won]
        points = [mean(played.points[n] for n in seats) for played in games]
        wins, low, high = win_rate(sum(shares), len(won))
        rows.append(
            Standing(
                bot=bot,
                seats=len(seats),
                games=len(games),
                won_games=len(won),
                wins=wins,
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
