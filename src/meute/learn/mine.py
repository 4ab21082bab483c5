"""Puzzles out of games between computer players: decisions where some moves are clearly better than all others.

Choices are played on in the same imagined worlds with the same luck, so that the luck cancels out in the differences.
A few worlds and the best choices of a short search find what is worth a closer look; many worlds prove it, others with
all choices confirm it, and a long search must agree.
"""

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from meute.bots import make_bot
from meute.bots.advice import AIMS, Aim, final_rows
from meute.bots.greedy import GreedyBot
from meute.bots.outlook import play_out_sensibly
from meute.bots.search import Search
from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import Game, View
from meute.core.score import ScoreSheet
from meute.match import Match

PLAYERS = "rodeur"
JUDGE = "search:2000"
FEWEST, MOST = 3, 30
"""Choices that make a question which can be looked through."""
SHORTLIST = 6
"""The best of a short search, which are looked at first."""
BRIEFLY = 300
"""Simulations of that search."""
ALIKE = 1.0
"""Points within which a move is as good as the best."""
CLEAR = 3.0
"""Points by which all others are worse."""
PROMISING = 2.5
CERTAIN = 4.0
"""Standard errors of that difference."""
FEW, MANY = 16, 200
"""Worlds for a first look, and for proof."""
MOST_RIGHT = 1 / 3
"""Of the choices: where nearly everything is right, there is nothing to find."""
MOST_STEPS = 400


@dataclass(frozen=True)
class Found:
    """A decision that makes a puzzle: the moves that are right, the best first, and what is lost by any other."""

    game: str
    seats: int
    position: str
    seat: int
    right: tuple[str, ...]
    margin: float
    aims: tuple[Aim, ...]
    easy: bool
    """Whether somebody who looks one move ahead finds it."""


class Ends:
    """The leads that one choice ended with, world by world, and the rows that it earned."""

    def __init__(self) -> None:
        self.leads: list[int] = []
        self.rows: list[dict[int, int]] = []

    def mean(self) -> float:
        """The lead on average."""
        return sum(self.leads) / len(self.leads)


def mine(game: str, seats: int, seed: int) -> Iterator[Found]:
    """Plays one game, and yields what is found on the way."""
    rng = Generator(seed)
    match = Match(game, [str(n + 1) for n in range(seats)], seed=seed)
    bot = make_bot(PLAYERS)
    while not match.is_over() and len(match.steps) < MOST_STEPS:
        seat = match.asked()[0]
        view = match.view(seat)
        if FEWEST <= len(view.options()) <= MOST:
            found = question(match, view, rng)
            if found is not None:
                yield found
        match.play(seat, bot.choose(view, rng))


def question(match: Match, view: View, rng: Generator) -> Found | None:
    """The decision as a puzzle, if it is a clear one."""
    options = view.options()
    search = Search(view, rng)
    search.think(BRIEFLY, 0)
    best = [action for action, _, _ in search.ranked()[:SHORTLIST]]
    if not stands_out(play_on(view, best, FEW, rng), PROMISING, 0.0):
        return None
    if not stands_out(play_on(view, best, MANY, rng), CLEAR, CERTAIN):
        return None
    ends = play_on(view, options, MANY, Generator(rng.below(1 << 30)))
    right = stands_out(ends, CLEAR, CERTAIN)
    if not right or len(right) > MOST_RIGHT * len(options) or right[0] not in best:
        return None
    if make_bot(JUDGE).choose(view, rng) not in right:
        return None
    others = [ends[action] for action in options if action not in right]
    easy = all(GreedyBot().choose(view, Generator(n)) in right for n in range(3))
    return Found(
        game=match.game.id,
        seats=len(match.seats),
        position=match.game.write_position(match.state),
        seat=view.seat,
        right=tuple(match.game.codec.text(action) for action in right),
        margin=ends[right[0]].mean() - max(other.mean() for other in others),
        aims=gains(ends[right[0]], others),
        easy=easy,
    )


def play_on(view: View, options: Sequence[int], worlds: int, rng: Generator, milliseconds: int = 0) -> dict[int, Ends]:
    """Every choice played to the end in the same worlds with the same luck, in as many as there is time for."""
    ends = {action: Ends() for action in options}
    until = time.monotonic() + milliseconds / 1000
    for n in range(worlds):
        if n > 1 and milliseconds and time.monotonic() >= until:
            break
        world = view.imagine(rng)
        luck = rng.below(1 << 30)
        for action, found in ends.items():
            s = world.copy()
            s.act(view.seat, action)
            play_out_sensibly(view.game, s, Generator(luck))
            found.leads.append(lead(view.game, s, view.seat))
            found.rows.append(final_rows(view.game, s, view.seat))
    return ends


def lead(game: Game, s: State, seat: int) -> int:
    """By how many points a seat is before the best of the others."""
    sheet = ScoreSheet(s.seats, False)
    game.score(s, sheet)
    return int(sheet.totals[seat] - max(sheet.totals[other] for other in range(s.seats) if other != seat))


def stands_out(ends: dict[int, Ends], points: float, errors: float) -> list[int]:
    """The choices that are as good as the best, if all others are worse by so much; else none."""
    ranked = sorted(ends, key=lambda action: -ends[action].mean())
    best = ends[ranked[0]]
    right = [action for action in ranked if ends[action].mean() >= best.mean() - ALIKE]
    if len(right) == len(ranked):
        return []
    worst = ends[right[-1]] if errors else best
    next_best = ends[ranked[len(right)]]
    more = [one - other for one, other in zip(worst.leads, next_best.leads, strict=True)]
    gain = sum(more) / len(more)
    error = math.sqrt(sum((value - gain) ** 2 for value in more)) / len(more)
    least = points - (ALIKE if errors else 0.0)
    return right if best.mean() - next_best.mean() >= points and gain >= max(least, errors * error) else []


def gains(best: Ends, others: Sequence[Ends]) -> tuple[Aim, ...]:
    """The rows of the score sheet on which the best move earns most, beyond the average of the others."""
    rows = {row for one in (best, *others) for told in one.rows for row in told}
    found = []
    for row in sorted(rows):
        usual = sum(earned(one, row) for one in others) / len(others)
        found.append(Aim(row, earned(best, row) - usual))
    return tuple(sorted((aim for aim in found if aim.gain >= ALIKE / 2), key=lambda aim: -aim.gain)[:AIMS])


def earned(one: Ends, row: int) -> float:
    """What a choice earned on a row, on average."""
    return sum(told.get(row, 0) for told in one.rows) / len(one.rows)
