"""Advice at a table: hints while playing, and the win-probability curve of a finished game, computed by workers."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from functools import partial, reduce
from typing import Any

from meute.bots.advice import Advice, AdvisedChoice, Row, row_name
from meute.bots.win_probability_curve import MAX_MOMENTS, Point, next_moment, turning_points
from meute.core.game import View
from meute.core.numbers import has
from meute.core.phrase import phrase
from meute.core.seats import CHANCE
from meute.learn.review import own_steps
from meute.match import Match
from meute.server.messages.requests import AskHint
from meute.server.messages.responses import (
    ChoiceSent,
    CurvePointSent,
    CurveSent,
    ExpectedRowSent,
    HintChoiceSent,
    HintSent,
    PhraseSent,
    TurningPointSent,
)
from meute.server.rate_limits import Caller, Limits
from meute.server.refusal import Refusal, phrase_sent
from meute.server.store.models import StoredCurve
from meute.server.system import random_bits
from meute.server.table.connection import Connection, encoder
from meute.server.table.inbox import TableTask
from meute.server.table.lobby import allows_hints
from meute.server.table.room import Room
from meute.server.thinking.workers import AdviceWork, ChanceWork, WorkerPool, compute_advice, compute_win_chances
from meute.text import row_phrases

log = logging.getLogger(__name__)

LONGEST_TOLD = 4
"""Most decisions of one choice that are all told beside another choice."""
RANK_PLAYING, RANK_FINISHED, RANK_CURVE = range(3)
"""Queue ranks, most urgent first: hints in a game, hints on a finished game, points of a curve."""


def start_limited(
    advisers: WorkerPool, limits: Limits, caller: Caller, rank: int, compute: Callable[[], Coroutine[Any, Any, None]]
) -> "asyncio.Task[None]":
    """Starts a task that needs an adviser process; refuses if too many wait, or if the caller is over a limit."""
    if advisers.queue.count_ahead(rank) >= limits.settings.limits.waiting_hints:
        raise Refusal("full")
    with ExitStack() as stack:
        stack.enter_context(limits.advice.count(caller))
        if not limits.hints.take(caller):
            raise Refusal("flood")
        task = asyncio.create_task(compute())
        release = stack.pop_all().close
        task.add_done_callback(lambda _: release())
    return task


class TableAdvice:
    """Pending hints and the curve of one table."""

    def __init__(self, room: Room, advisers: WorkerPool, limits: Limits, post: Callable[[TableTask], None]) -> None:
        self.room = room
        self.advisers = advisers
        self.limits = limits
        """Rate and concurrency limits per guest."""
        self.post = post
        self.hints: dict[Connection, asyncio.Task[None]] = {}
        self.curve_connections: set[Connection] = set()
        self.points: dict[int, Point] = {}
        """Curve points computed so far, by index into `decision_steps`."""
        self.curve_task: asyncio.Task[None] | None = None

    def leave(self, connection: Connection) -> None:
        """Cancels the hint and the curve subscription of a closed connection."""
        self.curve_connections.discard(connection)
        task = self.hints.pop(connection, None)
        if task is not None:
            task.cancel()

    def close(self) -> None:
        for task in [*self.hints.values(), *([self.curve_task] if self.curve_task else [])]:
            task.cancel()

    # --- hints

    def request_hint(self, connection: Connection, request: AskHint) -> None:
        """Starts computing a hint from the seat's view; replaces the connection's previous request."""
        work = self.advice_work(connection, request)
        rank = RANK_PLAYING if self.room.stored.phase == "playing" else RANK_FINISHED
        compute = partial(self.compute_hint, connection, request, work, rank)
        task = start_limited(self.advisers, self.limits, connection.caller, rank, compute)
        previous, self.hints[connection] = self.hints.get(connection), task
        if previous is not None:
            previous.cancel()

    def advice_work(self, connection: Connection, request: AskHint) -> AdviceWork:
        """The adviser's input: the seat's view at that step as text; refuses if the guest may not have it."""
        room, match = self.room, self.room.match
        if match is None:
            raise Refusal("not_playing")
        if room.stored.phase == "playing":
            room.check_own_seat(connection, request.seat)
            if not allows_hints(room.stored):
                raise Refusal("no_hints")
        if not 0 <= request.seat < len(match.seats):
            raise Refusal("no_such_seat")
        if not 0 <= request.step <= len(match.steps):
            raise Refusal("not_found")
        state = match.state_at(request.step)
        if state.is_over() or not has(state.to_act, request.seat):
            raise Refusal("no_question")
        return AdviceWork(
            game=match.game.id,
            options=match.options_settled,
            box=room.stored.box,
            position=View(match.game, state, request.seat).text(),
            seat=request.seat,
            played=played_at(match, request),
            seed=random_bits(64),
            budget=room.settings.bots.hint,
        )

    async def compute_hint(self, connection: Connection, request: AskHint, work: AdviceWork, rank: int) -> None:
        """Waits for the adviser, then sends the hint from the table's own task."""
        room, era = self.room, self.room.era
        try:
            advice = await self.advisers.run_queued(rank, connection.caller, compute_advice, work)
        except Exception:
            log.exception("table %s: no advice", self.room.stored.code)
            connection.send(Refusal("broken").to_message())
            return
        finally:
            if self.hints.get(connection) is asyncio.current_task():
                del self.hints[connection]

        async def send(_: object) -> None:
            if room.match is not None and room.era == era:
                connection.send(hint_sent(room.match, request, work.played, advice))

        self.post(send)

    # --- win-probability curve of a finished game

    async def request_curve(self, connection: Connection, on: bool) -> None:
        """Subscribes a connection to the curve, or unsubscribes it."""
        room = self.room
        if room.stored.phase != "over" or room.match is None:
            raise Refusal("not_over")
        if not on:
            self.curve_connections.discard(connection)
            return
        steps = decision_steps(room.match)
        if not self.points:
            stored = await room.store.curve(room.id)
            for step, chances, games in stored.points if stored else []:
                self.points[steps.index(step)] = Point(tuple(chances), games)
            self.points[len(steps) - 1] = final_point(room.match)
        connection.send(self.curve_sent(steps))
        if next_moment(len(steps), self.points) is not None:
            self.curve_connections.add(connection)
            if self.curve_task is None or self.curve_task.done():
                self.curve_task = asyncio.create_task(self.compute_curve(room.match, steps))

    async def compute_curve(self, match: Match, steps: list[int]) -> None:
        """Computes point after point while a connection waits; stores the curve once complete."""
        try:
            while self.curve_connections and (n := next_moment(len(steps), self.points)) is not None:
                work, caller = self.chance_work(match, steps[n]), next(iter(self.curve_connections)).caller
                chances, games = await self.advisers.run_queued(RANK_CURVE, caller, compute_win_chances, work)
                self.points[n] = Point(tuple(chances), games)
                if next_moment(len(steps), self.points) is None:
                    points = [(steps[k], list(point.chances), point.games) for k, point in self.points.items()]
                    await self.room.store.save_curve(self.room.id, StoredCurve(points))
                encoded = encoder.encode(self.curve_sent(steps))
                for connection in self.curve_connections:
                    connection.send_encoded(encoded)
                await asyncio.sleep(0)  # without worker processes, let other tasks run
        except Exception:
            log.exception("table %s: no curve", self.room.stored.code)
            for connection in self.curve_connections:
                connection.send(Refusal("broken").to_message())

    def chance_work(self, match: Match, step: int) -> ChanceWork:
        """The adviser's input for one point: the full state, as a finished game has no secrets."""
        bots = self.room.settings.bots
        return ChanceWork(
            game=match.game.id,
            options=match.options_settled,
            box=self.room.stored.box,
            position=match.game.write_position(match.state_at(step)),
            seed=step,
            games=bots.curve_rollouts,
            milliseconds=bots.curve_milliseconds,
        )

    def curve_sent(self, steps: list[int]) -> CurveSent:
        """The curve as far as it is computed."""
        done = next_moment(len(steps), self.points) is None
        match = self.room.match
        assert match is not None
        turns = turning_points(self.points) if done else []
        ended_early = not match.state.is_over()
        return CurveSent(
            points=[
                CurvePointSent(step=steps[n], chances=[round(share, 3) for share in self.points[n].chances])
                for n in sorted(self.points)
            ],
            turns=[
                turning_point_sent(match, steps[turn.before], steps[turn.after], turn.seat)
                for turn in turns
                if not (ended_early and turn.after == len(steps) - 1)
            ],
            progress=1.0 if done else len(self.points) / min(MAX_MOMENTS, len(steps)),
        )


def decision_steps(match: Match) -> list[int]:
    """Steps at which a seat decided, and the final step."""
    return [step for step, past in enumerate(match.steps) if past.seat != CHANCE] + [len(match.steps)]


def final_point(match: Match) -> Point:
    """Win probabilities at the end: shared by the winners."""
    result = match.result()
    assert result is not None
    first = result.places.count(1)
    return Point(tuple(1 / first if place == 1 else 0.0 for place in result.places), 0)


def turning_point_sent(match: Match, before: int, after: int, seat: int) -> TurningPointSent:
    """Encodes a turning point, with the seats that decided in it."""
    deciders = {past.seat for past in match.steps[before:after]}
    by = sorted(deciders - {CHANCE})
    return TurningPointSent(before=before, after=after, seat=seat, by=by, drawn=CHANCE in deciders)


def played_at(match: Match, request: AskHint) -> str:
    """The whole choice that the seat made at that step, in notation; empty if the seat has not decided yet."""
    steps = own_steps(match, request.step, request.seat)
    return " ".join(match.game.codec.text(match.steps[n].action) for n in steps)


def row_sent(match: Match, step: int, seat: int, row: Row, other: Row = ()) -> tuple[ChoiceSent, PhraseSent]:
    """Encodes the decisions of one choice: notation and places to click, and the choice in words. A long choice is told
    by what it does differently from the `other`."""
    game, view, places = match.game, View(match.game, match.state_at(step), seat), list[str]()
    names = row_phrases(view, row, match.seats)
    if len(row) == len(other) > LONGEST_TOLD:
        names = [name for name, own, theirs in zip(names, row, other, strict=True) if own != theirs]
    for action in row:
        places += game.targets(view.state, seat, action)
        view = view.after(action)
    words = reduce(lambda first, then: phrase("server.hint_row", first=first, then=then), names)
    return ChoiceSent(text=" ".join(map(game.codec.text, row)), places=places), phrase_sent(words)


def hint_sent(match: Match, request: AskHint, done: str, advice: Advice) -> HintSent:
    """Encodes advice, with the places to click for each choice."""
    game = match.game

    def prospect_sent(prospect: AdvisedChoice) -> HintChoiceSent:
        choice, words = row_sent(match, request.step, request.seat, prospect.row)
        return HintChoiceSent(
            choice=choice,
            phrase=words,
            thought=round(prospect.thought, 3),
            chance=round(prospect.chance, 3),
            low=round(prospect.low, 3),
            high=round(prospect.high, 3),
            aims=[
                ExpectedRowSent(row=phrase_sent(row_name(game, aim.row)), gain=round(aim.gain, 2))
                for aim in prospect.row_gains
            ],
            margin=round(prospect.margin, 2),
        )

    return HintSent(
        step=request.step,
        seat=request.seat,
        simulations=advice.simulations,
        games=advice.games,
        choices=[prospect_sent(prospect) for prospect in advice.choices],
        played=prospect_sent(advice.played) if advice.played else None,
        done=done,
    )
