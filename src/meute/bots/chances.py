"""Everybody's chances of winning: what imagined games say and what the table's judgement says, weighed so that they
come true.

Imagined games are few, and played by players whom nobody meets; the judgement knows nothing of luck. How far each is to
be trusted, early and late in a game, was learned from games between levels (bench/calibration.py) and lies in a game's
folder (`chances.json`).
"""

import json
import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from meute.bots.outlook import play_out_sensibly
from meute.bots.value import Value
from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import Game

FILE = "chances.json"
LEAST_TRUST = 0.05
"""Imagined games always count for a little, so that a choice that wins more of them is never told less."""
LEAST_SHARE = 0.001
"""No game that was imagined proves that something cannot be."""
NEVER_SURE = 0.01
"""No opinion is nearer to certainty than this."""

Trust = tuple[float, float, float, float]
"""How much imagined games count at the beginning, and what is added to that by the end; the same for the judgement."""


@dataclass(frozen=True)
class Sight:
    """What is seen at a table: each seat's wins in so many imagined games, its lead by what is judged of the table,
    and how far the game has come, from 0 to 1."""

    wins: tuple[float, ...]
    games: int
    leads: tuple[float, ...]
    stage: float


@cache
def trust_in(game: Game) -> Trust | None:
    """What was learned of a game's chances; None where nothing was, or by other rules."""
    file = files(f"meute.games.{game.id}") / FILE
    return fitting(game, json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else None


def fitting(game: Game, kept: Mapping[str, Any]) -> Trust | None:
    """What a file says, unless it was learned from another game or by other rules."""
    if (kept["game"], kept["rules"]) != (game.id, game.version):
        return None
    early, more, judged_early, judged_more = map(float, kept["trust"])
    return early, more, judged_early, judged_more


def written(game: Game, trust: Sequence[float]) -> str:
    """The file."""
    return json.dumps({"game": game.id, "rules": game.version, "trust": [round(part, 3) for part in trust]}) + "\n"


def chances(game: Game, s: State, rng: Generator, games: int, milliseconds: int) -> tuple[list[float], int]:
    """Each seat's chance at a whole table, and in how many games that was seen."""
    seen = look(game, s, rng, games, milliseconds)
    return told(seen, trust_in(game)), seen.games


def look(game: Game, s: State, rng: Generator, games: int, milliseconds: int) -> Sight:
    """Looks at a whole table."""
    wins, turns, played = [0.0] * s.seats, 0, 0
    for end in play_many(game, s, rng, games, milliseconds):
        wins = [sum(pair) for pair in zip(wins, winners(game, end), strict=True)]
        turns += game.turns(end)
        played += 1
    return Sight(tuple(wins), played, leads(game, s), stage(game, s, turns / played))


def told(seen: Sight, trust: Trust | None) -> list[float]:
    """Each seat's chance, by what was seen."""
    seats = len(seen.wins)
    shares = [estimate(won, seen.games, seats) for won in seen.wins]
    return weighed(shares, seen.leads, seen.stage, trust)


def weighed(shares: Sequence[float], leads: Sequence[float], stage: float, trust: Trust | None) -> list[float]:
    """Chances by imagined games alone, made those by games and judgement; what nobody wins stays nobody's."""
    if trust is None:
        return list(shares)
    of_games = max(trust[0] + stage * trust[1], LEAST_TRUST)
    of_leads = max(trust[2] + stage * trust[3], 0.0)
    sums = [
        of_games * math.log(max(share, LEAST_SHARE)) + of_leads * lead
        for share, lead in zip(shares, leads, strict=True)
    ]
    powers = [math.exp(one - max(sums)) for one in sums]
    return [sum(shares) * power / sum(powers) for power in powers]


def leads(game: Game, s: State) -> tuple[float, ...]:
    """By how much each seat leads, on the logistic scale: by what was learned of tables with so many seats, else by
    `worth`."""
    weights = game.learned(s.seats).weights
    judge = Value(game, s.seats, weights).worth if weights else game.worth
    return tuple(2.0 * float(judge(s, seat)) / game.spread for seat in range(s.seats))


def stage(game: Game, s: State, turns: float) -> float:
    """How far the game has come, if it is over after so many turns."""
    return min(float(game.turns(s)) / turns, 1.0) if turns else 0.0


def estimate(wins: float, games: int, seats: int) -> float:
    """A chance of winning; before any game was seen all seats had the same, so that a few games prove nothing."""
    return (wins + 1) / (games + seats)


def logit(chance: float) -> float:
    """Where a chance lies on the scale on which differences compare."""
    chance = min(max(chance, NEVER_SURE), 1 - NEVER_SURE)
    return math.log(chance / (1 - chance))


def winners(game: Game, s: State) -> list[float]:
    """Each seat's share of the win; all 0 where nobody wins, or where the game runs in circles."""
    places = list(game.places(s)) if s.is_over() else []
    first = places.count(1)
    return [1 / first if first and place == 1 else 0.0 for place in places] or [0.0] * s.seats


def play_many(game: Game, s: State, rng: Generator, games: int, milliseconds: int) -> Iterator[State]:
    """Ends of a table: one at least, then as many as there is time for (0: no limit)."""
    end = time.monotonic() + milliseconds / 1000
    for n in range(games):
        if n and milliseconds and time.monotonic() >= end:
            return
        after = s.copy()
        play_out_sensibly(game, after, rng)
        yield after
