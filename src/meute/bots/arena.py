"""The arena: bots against each other on the same deals, seats rotated, so that luck and seat weigh alike on all."""

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
from meute.bots.crew import Crew, carry_out, proof_of_rules
from meute.bots.notes import Notes
from meute.bots.shares import SURE, wilson
from meute.bots.sitting import MOST_STEPS
from meute.core.chance import Generator
from meute.match import Match

Make = Callable[[str], Bot]
"""Who plays under a name."""


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
    """How one bot did, in all its seats together; shares are of the games that have a winner."""

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


def play(contest: Contest, deal: int, turned: int, make: Make = make_bot) -> Played:
    """One game of a contest; the deal is the same for every turning of the bots."""
    seats = len(contest.bots)
    sitting = [(seat + turned) % seats for seat in range(seats)]
    """The bot in each seat."""
    match = Match(contest.game, contest.bots, dict(contest.options), seed=contest.seed * 1_000_003 + deal)
    bots = [make(contest.bots[number]) for number in sitting]
    rngs = [Generator((contest.seed + 1) * 7_919 + deal * 31 + seat) for seat in range(seats)]
    spent, decided = [0.0] * seats, [0] * seats
    while not match.is_over():
        for seat in match.asked():
            begin = time.process_time()
            action = bots[seat].choose(match.view(seat), rngs[seat])
            spent[sitting[seat]] += time.process_time() - begin
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


def whole(contest: Contest, games: int) -> int:
    """At least so many games, in which each deal is played from every turning."""
    turns = len(contest.bots)
    return -(-games // turns) * turns


def fight(contest: Contest, games: int, crew: Crew, results: Path | None, make: Make = make_bot) -> Iterator[Played]:
    """Plays what is not in the results file yet, notes each game there, and yields all of them."""
    notes = Notes(contest, Played, results)
    known = notes.read()
    yield from known
    done = {(played.deal, played.turned) for played in known}
    turns = len(contest.bots)
    wanted = [(game // turns, game % turns) for game in range(whole(contest, games))]
    left = [pair for pair in wanted if pair not in done]
    proof = partial(proof_of_rules, contest.game, contest.bots, dict(contest.options), {})
    for played in carry_out(crew, partial(play_pair, contest, make), left, proof):
        yield notes.add(played)


def play_pair(contest: Contest, make: Make, pair: tuple[int, int]) -> Played:
    """One game, by its deal and turning."""
    return play(contest, *pair, make)


def standings(contest: Contest, games: Sequence[Played]) -> list[Standing]:
    """Win shares with Wilson intervals, mean points with their 95 % errors, ratings and time."""
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
                points_error=SURE * stdev(points) / math.sqrt(len(points)) if len(points) > 1 else 0.0,
                rating=ratings[bot].ordinal(),
                milliseconds=1000 * mean(played.seconds[n] for played in games for n in seats),
            )
        )
    return rows


def rate(names: Sequence[str], games: Sequence[tuple[Contest, Played]]) -> dict[str, PlackettLuceRating]:
    """A rating for each bot, game after game: its ordinal is what it is good for at least. A bot in several seats is
    rated by the one of them that came off best, and only against the other bots."""
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
