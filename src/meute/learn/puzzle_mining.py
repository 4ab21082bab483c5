"""Mines puzzles from bot games: decisions where some moves are clearly better than all others.

Moves are rolled out in the same determinized worlds with the same random numbers, which cancels luck in the
differences. A short search and a few worlds find candidates; many worlds test them, fresh worlds with all moves confirm
them, and a long search must agree.
"""

import math
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from meute.bots import make_bot
from meute.bots.advice import MAX_ROW_GAINS, RowGain, final_rows
from meute.bots.evaluators import trained_evaluator
from meute.bots.greedy import GreedyBot
from meute.bots.rollout import rollout
from meute.bots.search import Search
from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import Game, View
from meute.core.score import ScoreSheet
from meute.match import Match, replay

PLAYERS = "rodeur"
JUDGE = "search:2000"
MIN_OPTIONS, MAX_OPTIONS = 3, 30
"""Numbers of legal moves that make a good question."""
SHORTLIST = 6
"""Best moves of the short search, rolled out first."""
SHORT_SEARCH = 300
"""Simulations of the short search."""
TOLERANCE = 1.0
"""A move within this many points of the best move is a solution, too."""
MIN_MARGIN = 3.0
"""Points by which all moves that are no solutions must be worse."""
CANDIDATE_MARGIN = 2.5
MIN_ERRORS = 4.0
"""The difference in points must exceed this many of its standard errors."""
FEW, MANY = 16, 200
"""Worlds for finding candidates, and for testing them."""
MAX_RIGHT_SHARE = 1 / 3
"""Largest share of solutions among the legal moves."""
MAX_STEPS = 400


@dataclass(frozen=True)
class MinedPuzzle:
    """A puzzle: its solutions, the best first, and the points lost by any other move."""

    game: str
    seats: int
    seed: int
    """Seed of the game it was found in."""
    position: str
    seat: int
    right: tuple[str, ...]
    margin: float
    row_gains: tuple[RowGain, ...]
    easy: bool
    """Whether the greedy bot solves it."""
    line: tuple[tuple[str, ...], ...]
    """Solutions of the seat's next decisions, as long as they are as clear."""


class Outcomes:
    """Final leads and score rows of one move, world by world."""

    def __init__(self) -> None:
        self.leads: list[int] = []
        self.rows: list[dict[int, int]] = []

    def mean(self) -> float:
        """Mean lead."""
        return sum(self.leads) / len(self.leads)


def mine_game(game: str, seats: int, seed: int, first: int = 0, skip: Collection[str] = ()) -> Iterator[MinedPuzzle]:
    """Play one bot game and yield the puzzles found in it, except decisions before step `first` and kinds of action in
    `skip`."""
    rng = Generator(seed)
    match = Match(game, [str(n + 1) for n in range(seats)], seed=seed)
    bot = make_bot(PLAYERS)
    while not match.is_over() and len(match.steps) < MAX_STEPS:
        seat = match.seats_to_act()[0]
        view = match.view(seat)
        kind = match.game.codec.kind(view.legal_actions()[0]).name
        if len(match.steps) >= first and kind not in skip and MIN_OPTIONS <= len(view.legal_actions()) <= MAX_OPTIONS:
            found = find_puzzle(match, view, seed, rng)
            if found is not None:
                yield found
        match.play(seat, bot.choose(view, rng))


def find_puzzle(match: Match, view: View, seed: int, rng: Generator) -> MinedPuzzle | None:
    """The decision as a puzzle, or None if its solution is not clear."""
    options = view.legal_actions()
    search = Search(view, rng)
    search.think(SHORT_SEARCH, 0)
    best = [action for action, _, _ in search.ranked()[:SHORTLIST]]
    if not stands_out(roll_out(view, best, FEW, rng), CANDIDATE_MARGIN, 0.0):
        return None
    if not stands_out(roll_out(view, best, MANY, rng), MIN_MARGIN, MIN_ERRORS):
        return None
    ends = roll_out(view, options, MANY, Generator(rng.below(1 << 30)))
    right = stands_out(ends, MIN_MARGIN, MIN_ERRORS)
    if not right or len(right) > MAX_RIGHT_SHARE * len(options) or right[0] not in best:
        return None
    if make_bot(JUDGE).choose(view, rng) not in right:
        return None
    others = [ends[action] for action in options if action not in right]
    easy = all(GreedyBot().choose(view, Generator(n)) in right for n in range(3))
    return MinedPuzzle(
        game=match.game.id,
        seats=len(match.seats),
        seed=seed,
        position=match.game.write_position(match.state),
        seat=view.seat,
        right=tuple(match.game.codec.text(action) for action in right),
        margin=ends[right[0]].mean() - max(other.mean() for other in others),
        row_gains=gains(ends[right[0]], others),
        easy=easy,
        line=tuple(find_line(match, view.seat, right[0], rng)) if len(right) == 1 else (),
    )


def find_line(match: Match, seat: int, first: int, rng: Generator) -> Iterator[tuple[str, ...]]:
    """The clear solutions of the seat's next decisions after a move, until one is not clear, or chance or another seat
    comes between. Decisions without a choice are part of the line if a clear one follows."""
    copy = replay(match.record())
    forced: list[tuple[str, ...]] = []
    steps = len(copy.steps) + 1
    copy.play(seat, first)
    while copy.seats_to_act() == [seat] and len(copy.steps) == steps:
        view = copy.view(seat)
        options = view.legal_actions()
        if len(options) > 1:
            right = stands_out(roll_out(view, options, MANY, rng), MIN_MARGIN, MIN_ERRORS)
            if len(right) != 1:
                return
            yield from forced
            yield (match.game.codec.text(right[0]),)
            forced, options = [], right
        else:
            forced.append((match.game.codec.text(options[0]),))
        copy.play(seat, options[0])
        steps += 1


def roll_out(
    view: View, options: Sequence[int], worlds: int, rng: Generator, milliseconds: int = 0
) -> dict[int, Outcomes]:
    """Roll out every move in the same worlds with the same random numbers, in as many worlds as the time allows."""
    ends = {action: Outcomes() for action in options}
    until = time.monotonic() + milliseconds / 1000
    evaluator = trained_evaluator(view.game, view.state)
    evaluator.track()
    for n in range(worlds):
        if n > 1 and milliseconds and time.monotonic() >= until:
            break
        world = evaluator.determinize(view.state, view.seat, rng)
        seed = rng.below(1 << 30)
        for action, found in ends.items():
            s = world.copy()
            evaluator.trail = evaluator.root
            evaluator.apply(s, view.seat, action)
            rollout(evaluator, s, Generator(seed))
            found.leads.append(lead(view.game, s, view.seat))
            found.rows.append(final_rows(view.game, s, view.seat))
    return ends


def lead(game: Game, s: State, seat: int) -> int:
    """Points of a seat minus those of the best other seat."""
    sheet = ScoreSheet(s.seats, False)
    game.score(s, sheet)
    return int(sheet.totals[seat] - max(sheet.totals[other] for other in range(s.seats) if other != seat))


def stands_out(ends: dict[int, Outcomes], points: float, errors: float) -> list[int]:
    """The solutions, best first: the moves within TOLERANCE of the best move. Empty unless all other moves are worse by
    at least `points`, and by `errors` standard errors."""
    ranked = sorted(ends, key=lambda action: -ends[action].mean())
    best = ends[ranked[0]]
    right = [action for action in ranked if ends[action].mean() >= best.mean() - TOLERANCE]
    if len(right) == len(ranked):
        return []
    worst = ends[right[-1]] if errors else best
    next_best = ends[ranked[len(right)]]
    more = [one - other for one, other in zip(worst.leads, next_best.leads, strict=True)]
    gain = sum(more) / len(more)
    error = math.sqrt(sum((value - gain) ** 2 for value in more)) / len(more)
    least = points - (TOLERANCE if errors else 0.0)
    return right if best.mean() - next_best.mean() >= points and gain >= max(least, errors * error) else []


def gains(best: Outcomes, others: Sequence[Outcomes]) -> tuple[RowGain, ...]:
    """Score rows on which the best move earns most compared with the mean of the others."""
    rows = {row for one in (best, *others) for earned_rows in one.rows for row in earned_rows}
    found = []
    for row in sorted(rows):
        usual = sum(earned(one, row) for one in others) / len(others)
        found.append(RowGain(row, earned(best, row) - usual))
    return tuple(sorted((aim for aim in found if aim.gain >= TOLERANCE / 2), key=lambda aim: -aim.gain)[:MAX_ROW_GAINS])


def earned(one: Outcomes, row: int) -> float:
    """Mean points of a move on a score row."""
    return sum(rows.get(row, 0) for rows in one.rows) / len(one.rows)
