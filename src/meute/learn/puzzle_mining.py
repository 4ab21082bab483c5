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
from meute.core.choices import Choices
from meute.core.frame import State
from meute.core.game import Game, View
from meute.core.score import ScoreSheet
from meute.core.seats import CHANCE
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
LINE_MARGIN = 2.0
"""`MIN_MARGIN` of the decisions after the first."""
MAX_LINE, MAX_LINE_OPTIONS, MAX_REPLIES = 3, 60, 8
"""Decisions after the first, legal moves of each, and moves of other seats before each."""


@dataclass(frozen=True)
class LineStep:
    """A further decision of a puzzle: the moves of other seats before it, as lines of a record, and its solutions."""

    replies: tuple[str, ...]
    right: tuple[str, ...]


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
    line: tuple[LineStep, ...]
    """The seat's next decisions, as long as they are clear."""
    chance: tuple[str, ...]
    """What chance draws before the last of them."""


class Outcomes:
    """Final leads and score rows of one move, world by world."""

    def __init__(self) -> None:
        self.leads: list[int] = []
        self.rows: list[dict[int, int]] = []

    def mean(self) -> float:
        """Mean lead."""
        return sum(self.leads) / len(self.leads)


def mine_game(
    game: str, seats: int, seed: int, first: int = 0, skip: Collection[str] = (), last: int = 0
) -> Iterator[MinedPuzzle]:
    """Play one bot game and yield the puzzles found in it, except decisions before step `first` and kinds of action in
    `skip`; with `last`, only among so many steps before the end."""
    rng = Generator(seed)
    played = Match(game, [str(n + 1) for n in range(seats)], seed=seed)
    bot = make_bot(PLAYERS)
    while not played.is_over() and len(played.steps) < MAX_STEPS:
        seat = played.seats_to_act()[0]
        played.play(seat, bot.choose(played.view(seat), rng))
    match = Match(game, played.seats, seed=None)
    begin = max(first, len(played.steps) - last if last else 0)
    for past in played.steps:
        if past.seat != CHANCE and len(match.steps) >= begin and past.seat == match.seats_to_act()[0]:
            view = match.view(past.seat)
            options = view.legal_actions()
            if match.game.codec.kind(options[0]).name not in skip and MIN_OPTIONS <= len(options) <= MAX_OPTIONS:
                found = find_puzzle(match, view, seed, rng)
                if found is not None:
                    yield found
        match.apply(past.seat, past.action)


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
    line, chance, easy_line = find_line(match, view.seat, right, rng)
    return MinedPuzzle(
        game=match.game.id,
        seats=len(match.seats),
        seed=seed,
        position=match.game.write_position(match.state),
        seat=view.seat,
        right=tuple(match.game.codec.text(action) for action in right),
        margin=ends[right[0]].mean() - max(other.mean() for other in others),
        row_gains=gains(ends[right[0]], others),
        easy=easy_line and is_easy(view, right),
        line=line,
        chance=chance,
    )


def is_easy(view: View, right: Sequence[int]) -> bool:
    """Whether the greedy bot solves a decision."""
    return all(GreedyBot().choose(view, Generator(n)) in right for n in range(3))


def find_line(
    match: Match, seat: int, first: Sequence[int], rng: Generator
) -> tuple[tuple[LineStep, ...], tuple[str, ...], bool]:
    """The seat's decisions after the first one, what chance draws before the last of them, and whether all are easy.
    Other seats reply as `JUDGE` does. The line ends where a decision is not clear or has several solutions; decisions
    without a choice belong to it if a clear one follows."""
    copy = replay(match.record())
    before = len(copy.steps)
    found: list[LineStep] = []
    pending: list[LineStep] = []
    chance: tuple[str, ...] = ()
    easy, right = True, list(first)
    while len(right) == 1 and len(found) < MAX_LINE:
        copy.play(seat, right[0])
        replies = play_others(copy, seat, rng)
        if replies is None:
            break
        view = copy.view(seat)
        right = view.legal_actions()
        if len(right) > 1:
            right = clear_choice(view, rng)
        pending.append(LineStep(tuple(replies), tuple(map(copy.game.codec.text, right))))
        if len(view.legal_actions()) > 1 and right:
            easy = easy and is_easy(view, right)
            found += pending
            pending = []
            chance = tuple(copy.game.codec.text(past.action) for past in copy.steps[before:] if past.seat == CHANCE)
    return tuple(found), chance, easy


def clear_choice(view: View, rng: Generator) -> list[int]:
    """The solutions of a further decision, best first; empty if none is clear."""
    options = view.legal_actions()
    if len(options) > MAX_LINE_OPTIONS:
        return []
    if not stands_out(roll_out(view, options, FEW, rng), LINE_MARGIN, 0.0):
        return []
    right = stands_out(roll_out(view, options, MANY, rng), LINE_MARGIN, MIN_ERRORS)
    if len(right) > max(1, MAX_RIGHT_SHARE * len(options)) or make_bot(JUDGE).choose(view, rng) not in right:
        return []
    return right


def play_others(match: Match, seat: int, rng: Generator) -> list[str] | None:
    """Play chance and other seats until only the seat is to decide; returns their moves as lines of a record, or None
    if the game ends or they are too many."""
    bot, out = make_bot(JUDGE), Choices()
    replies: list[str] = []
    while len(replies) <= MAX_REPLIES:
        if match.state.awaits_chance():
            match.apply(CHANCE, match.state.random_action(CHANCE, out, rng))
            continue
        if match.is_over():
            return None
        other = next((one for one in match.seats_to_act() if one != seat), None)
        if other is None:
            return replies
        action = bot.choose(match.view(other), rng)
        replies.append(f"{other + 1} {match.game.codec.text(action)}")
        match.play(other, action)
    return None


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
