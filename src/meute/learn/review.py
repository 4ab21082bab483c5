"""Reviews a finished game: a seat's most costly moves, with what they cost.

The move played and the best move of a search are rolled out in the same worlds. Only significant differences of at
least a point are told; the score rows and events in which the rollouts differ most say why.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

from meute.bots.advice import Row
from meute.bots.intervals import Z95
from meute.bots.rollout import rollout
from meute.bots.search import Search
from meute.bots.win_probability import calibrated, estimate, leads, load_calibration, stage, winners
from meute.core.chance import Generator
from meute.core.event import EventLog
from meute.core.frame import State
from meute.core.game import Game, View
from meute.core.numbers import NOBODY
from meute.core.phrase import Phrase, phrase
from meute.core.score import ScoreSheet
from meute.learn.puzzle_mining import lead
from meute.match import Match

MAX_REPORTED = 3
"""Largest number of moves told."""
MIN_LOSS = 1.0
"""Smallest loss told, in points."""
MIN_WORLDS = 20
"""Fewer worlds give no reliable error."""
PATIENCE = 5
"""Where rollouts are slow, they may take this many times the time of the effort to reach MIN_WORLDS."""
MAX_REASONS = 3
"""Reasons of one move; at least one of them is a score row, if any row differs."""
MIN_GAIN = 0.3
"""Smallest difference on a score row, in points, that is a reason."""
MIN_SHARE = 0.25
"""Smallest difference between the shares of worlds with an event that is a reason."""


@dataclass(frozen=True)
class Effort:
    """Milliseconds of search, then worlds and milliseconds of rollouts, for one move or one chance event."""

    thinking: int
    worlds: int
    playing: int


DEFAULT_EFFORT = Effort(400, 300, 600)
"""Takes about a second."""


@dataclass(frozen=True)
class Move:
    """A move of a seat: the step at which it begins, and its decisions."""

    step: int
    row: Row


@dataclass(frozen=True)
class RowReason:
    """The points that the better move brings a seat on a row of the final score sheet beyond the move played."""

    seat: int
    rule: int
    where: int
    piece: int
    gain: float


@dataclass(frozen=True)
class EventReason:
    """An event, and the shares of worlds in which it follows the better move and the move played."""

    event: tuple[int, int, int, int, int, int, int]
    better: float
    played: float


@dataclass(frozen=True)
class MoveCost:
    """A move, the better one, the points lost with their 95 % error, both win probabilities, and the reasons."""

    step: int
    played: Row
    better: Row
    loss: float
    error: float
    chance: float
    chance_played: float
    rows: tuple[RowReason, ...]
    events: tuple[EventReason, ...]

    def is_told(self) -> bool:
        """Whether the loss is worth a point and outside its error."""
        return self.loss >= max(MIN_LOSS, self.error)


class Line:
    """The rollouts of one move, world by world."""

    def __init__(self) -> None:
        self.leads: list[int] = []
        self.wins: list[list[float]] = []
        self.rows: list[dict[tuple[int, int, int, int], int]] = []
        self.events: list[set[tuple[int, int, int, int, int, int, int]]] = []


def moves(match: Match, seat: int) -> list[Move]:
    """The seat's moves in which it had a choice."""
    found = []
    step = 0
    while step < len(match.steps):
        row, had_choice, next_step = [], False, step + 1
        if match.steps[step].seat == seat:
            for n in own_steps(match, step, seat):
                row.append(match.steps[n].action)
                had_choice = had_choice or len(match.state_at(n).legal_actions(seat)) > 1
                next_step = n + 1
        if had_choice:
            found.append(Move(step, tuple(row)))
        step = next_step
    return found


def own_steps(match: Match, step: int, seat: int) -> list[int]:
    """The steps of the seat's move that begins at this step or later; empty if the seat has not completed one."""
    found = []
    for n in range(step, len(match.steps)):
        if match.steps[n].seat == seat:
            found.append(n)
            top = match.state_at(n + 1).top
            if top is None or not top.continues_move(seat):
                return found
    return []


def move_cost(view: View, move: Move, rng: Generator, effort: Effort) -> MoveCost | None:
    """What a move cost; None if the search finds no better one, or the rollouts favour the move played."""
    search = Search(view, rng)
    search.think(0, effort.thinking)
    better = search.complete_choice(search.ranked()[0][0])
    if better == move.row:
        return None
    rivals = Rivals(view, search, better, move.row)
    rivals.run(effort, rng)
    if len(rivals.better.leads) < MIN_WORLDS:
        return None
    loss, error = paired_difference(rivals.better.leads, rivals.played.leads)
    if loss <= 0:
        return None
    rows, events = rivals.row_reasons(), rivals.event_reasons()
    kept = max(MAX_REASONS - len(rows), 1)
    return MoveCost(
        step=move.step,
        played=move.row,
        better=better,
        loss=loss,
        error=error,
        chance=rivals.chance(rivals.better),
        chance_played=rivals.chance(rivals.played),
        rows=tuple(rows[: MAX_REASONS - min(kept, len(events))]),
        events=tuple(events[:kept]),
    )


class Rivals:
    """The better move and the move played, rolled out in the same worlds with the same random numbers."""

    def __init__(self, view: View, search: Search, better: Row, played: Row) -> None:
        self.view = view
        self.evaluator = search.evaluator
        self.better = Line()
        self.played = Line()
        self.rows = ((self.better, better), (self.played, played))
        self.leads = [0.0] * view.state.seats
        self.turns = 0

    def run(self, effort: Effort, rng: Generator) -> None:
        """Rolls out both moves in as many worlds as the effort allows; takes longer to reach MIN_WORLDS."""
        view, evaluator, begin = self.view, self.evaluator, time.monotonic()
        for n in range(effort.worlds):
            seconds = effort.playing / 1000 * (PATIENCE if n < MIN_WORLDS else 1)
            if n > 1 and effort.playing and time.monotonic() - begin >= seconds:
                return
            world = evaluator.determinize(view.state, view.seat, rng)
            seed = rng.below(1 << 30)
            self.leads = [sum(pair) for pair in zip(self.leads, leads(view.game, world), strict=True)]
            for line, row in self.rows:
                s = world.copy()
                s.event_log = EventLog()
                evaluator.trail = evaluator.root
                for action in row:
                    evaluator.apply(s, view.seat, action)
                rollout(evaluator, s, Generator(seed))
                self.add(line, s)

    def add(self, line: Line, s: State) -> None:
        """Records the end of one rollout."""
        game, log = self.view.game, s.event_log
        assert log is not None
        self.turns += game.turns_taken(s)
        line.leads.append(lead(game, s, self.view.seat))
        line.wins.append(winners(game, s))
        line.rows.append(rows_of(game, s))
        told = [event for event in log.take_new() if event.kind >= 0 and game.events[event.kind].name in game.outcomes]
        line.events.append({event.seen_by(self.view.seat).numbers() for event in told})

    def chance(self, line: Line) -> float:
        """The seat's calibrated win probability after a move."""
        view, worlds = self.view, len(line.wins)
        won = [sum(shares) for shares in zip(*line.wins, strict=True)]
        win_rates = [estimate(share, worlds, len(won)) for share in won]
        mean_leads = [lead / worlds for lead in self.leads]
        reached = stage(view.game, view.state, self.turns / (2 * worlds))
        return calibrated(win_rates, mean_leads, reached, load_calibration(view.game))[view.seat]

    def row_reasons(self) -> list[RowReason]:
        """The rows that speak for the better move, the largest difference first: own gains and losses of others."""
        found = []
        lines = (self.better, self.played)
        for row in sorted({row for line in lines for rows in line.rows for row in rows}):
            sign = 1 if row[0] == self.view.seat else -1
            better, played = ([sign * rows.get(row, 0) for rows in line.rows] for line in lines)
            gain, error = paired_difference(better, played)
            if gain >= max(MIN_GAIN, error):
                found.append(RowReason(*row, sign * gain))
        return sorted(found, key=lambda reason: -abs(reason.gain))

    def event_reasons(self) -> list[EventReason]:
        """The events whose share differs significantly, the largest difference first."""
        found = []
        lines = (self.better, self.played)
        for event in sorted({event for line in lines for events in line.events for event in events}):
            better, played = ([int(event in events) for events in line.events] for line in lines)
            more, error = paired_difference(better, played)
            if abs(more) >= max(MIN_SHARE, error):
                found.append(EventReason(event, sum(better) / len(better), sum(played) / len(played)))
        return sorted(found, key=lambda reason: -abs(reason.better - reason.played))


def rows_of(game: Game, s: State) -> dict[tuple[int, int, int, int], int]:
    """The points on each row of the score sheet by seat, rule and, where they have names, place and piece."""
    sheet = ScoreSheet(s.seats, True)
    game.score(s, sheet)
    earned: dict[tuple[int, int, int, int], int] = {}
    for row in sheet.rows:
        where = row.where if game.row_place else NOBODY
        piece = row.piece if row.rule in game.row_pieces else NOBODY
        key = (row.seat, row.rule, where, piece)
        earned[key] = earned.get(key, 0) + row.amount
    return earned


def row_phrase(game: Game, reason: RowReason) -> Phrase:
    """The name of the row that a reason is about: its rule, with the place or the piece."""
    rule = phrase(f"{game.id}.score.{game.rules[reason.rule]}")
    if reason.where != NOBODY:
        return phrase("review.row_at", row=rule, thing=game.word(game.row_place, reason.where))
    if reason.piece != NOBODY:
        return phrase("review.row_at", row=rule, thing=game.word(game.row_pieces[reason.rule], reason.piece))
    return rule


def most_costly(costs: Sequence[MoveCost], dearest_first: bool = True) -> list[MoveCost]:
    """The most costly of the moves worth telling, the dearest first, or in the order of the game."""
    dearest = sorted((cost for cost in costs if cost.is_told()), key=lambda cost: -cost.loss)[:MAX_REPORTED]
    return dearest if dearest_first else sorted(dearest, key=lambda cost: cost.step)


def count_small(costs: Sequence[MoveCost]) -> int:
    """The number of costs below a point or inside their error, which are only counted."""
    return sum(not cost.is_told() for cost in costs)


def paired_difference(one: Sequence[int], other: Sequence[int]) -> tuple[float, float]:
    """Mean paired difference and its 95 % error."""
    more = [a - b for a, b in zip(one, other, strict=True)]
    mean = sum(more) / len(more)
    return mean, Z95 * math.sqrt(sum((value - mean) ** 2 for value in more)) / len(more)
