"""The arena: bots against each other on the same deals, seats rotated, so that luck and seat weigh alike on all."""

import math
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, stdev

import msgspec
from openskill.models import PlackettLuce

from meute.bots import make_bot
from meute.bots.sitting import MOST_STEPS
from meute.core.chance import Generator
from meute.core.errors import BadInput
from meute.match import Match

SURE = 1.96
"""Standard errors on either side of a 95 % interval."""


@dataclass(frozen=True)
class Contest:
    """What is compared: a game, its options, and a bot for each seat."""

    game: str
    bots: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    seed: int


@dataclass(frozen=True)
class Played:
    """One game: the deal, how far the bots were turned round the table, and for each bot what came of it."""

    deal: int
    turned: int
    reason: str
    points: tuple[int, ...]
    places: tuple[int, ...]
    seconds: tuple[float, ...]


@dataclass(frozen=True)
class Standing:
    """How one bot did."""

    bot: str
    games: int
    wins: float
    wins_low: float
    wins_high: float
    points: float
    points_error: float
    rating: float
    milliseconds: float


def play(contest: Contest, deal: int, turned: int) -> Played:
    """One game of a contest; the deal is the same for every turning of the bots."""
    seats = len(contest.bots)
    sitting = [(seat + turned) % seats for seat in range(seats)]
    """The bot in each seat."""
    match = Match(contest.game, contest.bots, dict(contest.options), seed=contest.seed * 1_000_003 + deal)
    bots = [make_bot(contest.bots[number]) for number in sitting]
    rngs = [Generator((contest.seed + 1) * 7_919 + deal * 31 + seat) for seat in range(seats)]
    spent, decided = [0.0] * seats, [0] * seats
    while not match.is_over():
        for seat in match.asked():
            begin = time.perf_counter()
            action = bots[seat].choose(match.view(seat), rngs[seat])
            spent[sitting[seat]] += time.perf_counter() - begin
            decided[sitting[seat]] += 1
            match.play(seat, action)
        if len(match.steps) > MOST_STEPS:
            match.stop()
    result = match.result()
    assert result is not None
    seat_of = [sitting.index(number) for number in range(seats)]
    return Played(
        deal=deal,
        turned=turned,
        reason=result.reason,
        points=tuple(result.points[seat] for seat in seat_of),
        places=tuple(result.places[seat] for seat in seat_of),
        seconds=tuple(spent[n] / max(decided[n], 1) for n in range(seats)),
    )


def fight(contest: Contest, games: int, jobs: int, results: Path | None) -> Iterator[Played]:
    """Plays what is not in the results file yet, notes each game there, and yields all of them."""
    known = read_results(contest, results) if results is not None else []
    yield from known
    done = {(played.deal, played.turned) for played in known}
    turns = len(contest.bots)
    wanted = [(game // turns, game % turns) for game in range(games)]
    left = [pair for pair in wanted if pair not in done]
    if jobs == 1:
        for deal, turned in left:
            yield noted(play(contest, deal, turned), results)
        return
    with ProcessPoolExecutor(jobs) as pool:
        for future in as_completed(pool.submit(play, contest, deal, turned) for deal, turned in left):
            yield noted(future.result(), results)


def noted(played: Played, results: Path | None) -> Played:
    """Writes a game to the results file."""
    if results is not None:
        with results.open("a", encoding="utf-8") as file:
            file.write(msgspec.json.encode(played).decode() + "\n")
    return played


def read_results(contest: Contest, results: Path) -> list[Played]:
    """The games of an earlier run; the first line says of which contest."""
    head = msgspec.json.encode(contest).decode()
    if not results.exists():
        results.write_text(head + "\n", encoding="utf-8")
        return []
    lines = results.read_text(encoding="utf-8").splitlines()
    if not lines or lines[0] != head:
        raise BadInput("error.results_file", str(results))
    try:
        return [msgspec.json.decode(line, type=Played) for line in lines[1:]]
    except msgspec.DecodeError:
        raise BadInput("error.results_file", str(results)) from None


def standings(contest: Contest, games: Sequence[Played]) -> list[Standing]:
    """Win shares with Wilson intervals, mean points with their errors, ratings and time."""
    ratings = rate(contest, games)
    rows = []
    for number, bot in enumerate(contest.bots):
        wins = sum(1 / played.places.count(1) for played in games if played.places[number] == 1)
        points = [played.points[number] for played in games]
        low, high = wilson(wins, len(games))
        rows.append(
            Standing(
                bot=bot,
                games=len(games),
                wins=wins / len(games),
                wins_low=low,
                wins_high=high,
                points=mean(points),
                points_error=stdev(points) / math.sqrt(len(points)) if len(points) > 1 else 0.0,
                rating=ratings[number],
                milliseconds=1000 * mean(played.seconds[number] for played in games),
            )
        )
    return rows


def rate(contest: Contest, games: Sequence[Played]) -> list[float]:
    """A rating for each bot: what it is good for at least (openskill's ordinal)."""
    model = PlackettLuce()
    names = list(dict.fromkeys(contest.bots))
    ratings = {name: model.rating(name=name) for name in names}
    for played in games:
        if 1 not in played.places:
            continue
        teams = [[ratings[bot]] for bot in contest.bots]
        if len(names) < len(contest.bots):
            best = {bot: min(p for b, p in zip(contest.bots, played.places, strict=True) if b == bot) for bot in names}
            teams, ranks = [[ratings[bot]] for bot in names], [float(best[bot]) for bot in names]
        else:
            ranks = [float(place) for place in played.places]
        for (rating,), name in zip(model.rate(teams, ranks=ranks), names, strict=True):
            ratings[name] = rating
    return [ratings[bot].ordinal() for bot in contest.bots]


def wilson(wins: float, games: int) -> tuple[float, float]:
    """A 95 % interval for a share."""
    share = wins / games
    spread = SURE * math.sqrt(share * (1 - share) / games + SURE**2 / (4 * games**2))
    middle = share + SURE**2 / (2 * games)
    scale = 1 + SURE**2 / games
    return (middle - spread) / scale, (middle + spread) / scale
