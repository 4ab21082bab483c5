"""Review of a finished game: the cost of each decision of a seat, and its luck, computed one by one by workers."""

import asyncio
import logging
from functools import partial
from typing import Any

from meute.core.game import View
from meute.learn.review import DecisionCost, Effort, chance_events, decisions, most_costly
from meute.match import Match
from meute.server.messages.responses import DecisionCostSent, LuckSent, PhraseSent, ReviewSent
from meute.server.rate_limits import Limits
from meute.server.refusal import Refusal, phrase_sent
from meute.server.table.advice import RANK_CURVE, start_limited
from meute.server.table.connection import Connection
from meute.server.table.room import Room
from meute.server.thinking.workers import LuckWork, ReviewWork, WorkerPool, compute_luck, compute_price
from meute.text import choice_phrase

log = logging.getLogger(__name__)

MAX_DECISIONS = 30
"""Maximum number of decisions reviewed, spread evenly over the game."""
MAX_DRAWS = 40
"""Most chance events for which luck is estimated: with more, it takes too long."""
LUCK_MS = 12_000
"""Milliseconds for all chance events together."""


class Review:
    """Running reviews of one table, one per connection."""

    def __init__(self, room: Room, advisers: WorkerPool, limits: Limits) -> None:
        self.room = room
        self.advisers = advisers
        self.limits = limits
        self.tasks: dict[Connection, asyncio.Task[None]] = {}

    def leave(self, connection: Connection) -> None:
        """Cancels the connection's review."""
        task = self.tasks.pop(connection, None)
        if task is not None:
            task.cancel()

    def close(self) -> None:
        for task in self.tasks.values():
            task.cancel()

    def request(self, connection: Connection, seat: int) -> None:
        """Starts the review of a seat's decisions; any seat may be reviewed once the game is over."""
        match = self.room.match
        if match is None or self.room.stored.phase != "over":
            raise Refusal("not_over")
        if not 0 <= seat < len(match.seats):
            raise Refusal("no_such_seat")
        compute = partial(self.compute, connection, match, seat, sample_evenly(decisions(match, seat)))
        task = start_limited(self.advisers, self.limits, connection.caller, RANK_CURVE, compute)
        self.leave(connection)
        self.tasks[connection] = task

    async def compute(self, connection: Connection, match: Match, seat: int, steps: list[int]) -> None:
        """Reviews decision after decision, then luck; sends partial results in between."""
        found: list[DecisionCost] = []
        try:
            for n, step in enumerate(steps):
                connection.send(review_sent(match, seat, found, None, n / (len(steps) + 1)))
                price = await self.advisers.run_queued(
                    RANK_CURVE, connection.caller, compute_price, self.review_work(match, seat, step)
                )
                found += [price] if price else []
                await asyncio.sleep(0)
            connection.send(review_sent(match, seat, found, None, len(steps) / (len(steps) + 1)))
            luck = await self.compute_luck(connection, match, seat)
            connection.send(review_sent(match, seat, found, luck, 1.0))
        except Exception:
            log.exception("table %s: no review", self.room.stored.code)
            connection.send(Refusal("broken").to_message())
        finally:
            if self.tasks.get(connection) is asyncio.current_task():
                del self.tasks[connection]

    def review_work(self, match: Match, seat: int, step: int) -> ReviewWork:
        """The worker's input for one decision: the seat's view before it."""
        return ReviewWork(
            position=View(match.game, match.state_at(step), seat).text(),
            step=step,
            seat=seat,
            played=match.game.codec.text(match.steps[step].action),
            effort=self.room.settings.bots.review,
            **self.common_fields(match, step),
        )

    async def compute_luck(self, connection: Connection, match: Match, seat: int) -> tuple[float, float] | None:
        """Estimates the seat's luck as (points, 95 % error); None if there are no chance events or too many."""
        tables = list(chance_events(match))
        if not 0 < len(tables) <= MAX_DRAWS:
            return None
        write = match.game.write_position
        review = self.room.settings.bots.review
        playing = LUCK_MS // (2 * len(tables)) if review.playing else 0
        work = LuckWork(
            position="",
            seat=seat,
            tables=[(write(before), write(after)) for before, after in tables],
            effort=Effort(review.thinking, 10 * review.worlds, playing),
            **self.common_fields(match, 0),
        )
        return await self.advisers.run_queued(RANK_CURVE, connection.caller, compute_luck, work)

    def common_fields(self, match: Match, seed: int) -> dict[str, Any]:
        """The fields of the base class Work, except `position`."""
        return {"game": match.game.id, "options": match.options_settled, "box": self.room.stored.box, "seed": seed}


def sample_evenly(steps: list[int]) -> list[int]:
    """At most MAX_DECISIONS of the steps, spread evenly."""
    every = -(-len(steps) // MAX_DECISIONS)
    return steps[:: max(1, every)]


def review_sent(
    match: Match, seat: int, found: list[DecisionCost], luck: tuple[float, float] | None, progress: float
) -> ReviewSent:
    """The review as far as it is computed."""

    def describe(step: int, action: int) -> PhraseSent:
        return phrase_sent(choice_phrase(View(match.game, match.state_at(step), seat), action, match.seats))

    return ReviewSent(
        seat=seat,
        prices=[
            DecisionCostSent(
                step=price.step,
                played=describe(price.step, price.played),
                better=describe(price.step, price.better),
                loss=round(price.loss, 1),
                error=round(price.error, 1),
            )
            for price in most_costly(found)
        ],
        luck=LuckSent(points=round(luck[0], 1), error=round(luck[1], 1)) if luck else None,
        progress=progress,
    )
