"""Review of a finished game: the cost of each move of a seat, and its luck, computed one by one by workers."""

import asyncio
import logging
from functools import partial
from typing import Any

from meute.bots.advice import Row
from meute.bots.luck import Ledger, Part, cuts, ledger
from meute.core.event import Event
from meute.core.game import View
from meute.core.seats import CHANCE
from meute.learn.review import Move, MoveCost, count_small, most_costly, moves, row_phrase
from meute.match import Match
from meute.server.messages.responses import (
    EventReasonSent,
    LedgerPartSent,
    LedgerSent,
    LuckyDrawSent,
    MoveCostSent,
    ReviewedMoveSent,
    ReviewSent,
    RowReasonSent,
)
from meute.server.rate_limits import Limits
from meute.server.refusal import Refusal, phrase_sent
from meute.server.table.advice import RANK_CURVE, row_sent, start_limited
from meute.server.table.connection import Connection
from meute.server.table.game_luck import write_positions
from meute.server.table.room import Room
from meute.server.thinking.workers import LuckWork, ReviewWork, WorkerPool, compute_luck, compute_move_cost
from meute.text import DEFAULT_LANGUAGE, catalogue, event_phrase

log = logging.getLogger(__name__)

MAX_MOVES = 40
"""Maximum number of moves reviewed, spread evenly over the game."""
LUCK_MS = 12_000
"""Milliseconds for all cuts of the luck ledger together."""


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
        """Starts the review of a seat's moves; any seat may be reviewed once the game is over."""
        match = self.room.match
        if match is None or self.room.stored.phase != "over":
            raise Refusal("not_over")
        if not 0 <= seat < len(match.seats):
            raise Refusal("no_such_seat")
        compute = partial(self.compute, connection, match, seat, moves(match, seat))
        task = start_limited(self.advisers, self.limits, connection.caller, RANK_CURVE, compute)
        self.leave(connection)
        self.tasks[connection] = task

    async def compute(self, connection: Connection, match: Match, seat: int, own: list[Move]) -> None:
        """Reviews move after move, then luck; sends partial results in between."""
        found: list[MoveCost] = []
        sample = sample_evenly(own)
        send = partial(review_sent, match, seat, len(own))
        try:
            for n, move in enumerate(sample):
                connection.send(send(n, found, None, n / (len(sample) + 1)))
                cost = await self.advisers.run_queued(
                    RANK_CURVE, connection.caller, compute_move_cost, self.review_work(match, seat, move)
                )
                found += [cost] if cost else []
                await asyncio.sleep(0)
            connection.send(send(len(sample), found, None, len(sample) / (len(sample) + 1)))
            luck = await self.compute_luck(connection, match, seat)
            connection.send(send(len(sample), found, luck, 1.0))
        except Exception:
            log.exception("table %s: no review", self.room.stored.code)
            connection.send(Refusal("broken").to_message())
        finally:
            if self.tasks.get(connection) is asyncio.current_task():
                del self.tasks[connection]

    def review_work(self, match: Match, seat: int, move: Move) -> ReviewWork:
        """The worker's input for one move: the seat's view before it."""
        return ReviewWork(
            position=View(match.game, match.state_at(move.step), seat).text(),
            step=move.step,
            seat=seat,
            played=" ".join(map(match.game.codec.text, move.row)),
            effort=self.room.settings.bots.review,
            **self.common_fields(match, move.step),
        )

    async def compute_luck(self, connection: Connection, match: Match, seat: int) -> Ledger | None:
        """The seat's luck ledger; None if nothing was drawn."""
        if not any(past.seat == CHANCE for past in match.steps):
            return None
        review = self.room.settings.bots.review
        work = LuckWork(
            position="",
            tables=await write_positions(match, cuts(match, seat)),
            games=review.worlds,
            milliseconds=LUCK_MS if review.playing else 0,
            **self.common_fields(match, 0),
        )
        values = await self.advisers.run_queued(RANK_CURVE, connection.caller, compute_luck, work)
        return ledger(match, values, seat)

    def common_fields(self, match: Match, seed: int) -> dict[str, Any]:
        """The fields of the base class Work, except `position`."""
        return {"game": match.game.id, "options": match.options_settled, "box": self.room.stored.box, "seed": seed}


def sample_evenly(found: list[Move]) -> list[Move]:
    """At most MAX_MOVES of the moves, spread evenly."""
    every = -(-len(found) // MAX_MOVES)
    return found[:: max(1, every)]


def review_sent(
    match: Match,
    seat: int,
    played: int,
    read: int,
    found: list[MoveCost],
    luck: Ledger | None,
    progress: float,
) -> ReviewSent:
    """The review as far as it is computed: `read` of the moves `played`."""
    return ReviewSent(
        seat=seat,
        prices=[cost_sent(match, seat, cost) for cost in most_costly(found, dearest_first=progress == 1.0)],
        small=count_small(found),
        read=read,
        moves=played,
        luck=ledger_sent(luck) if luck else None,
        progress=progress,
    )


def ledger_sent(found: Ledger) -> LedgerSent:
    """Encodes a luck ledger, in points of a hundred."""
    start, end = hundredths(found.start), hundredths(found.end)
    luck, own, others = (part_fields(part) for part in (found.luck, found.own, found.others))
    rest = round(end - start - luck["points"] - own["points"] - others["points"], 1)
    return LedgerSent(
        **luck,
        start=start,
        end=end,
        own=LedgerPartSent(**own),
        others=LedgerPartSent(**others),
        rest=LedgerPartSent(points=rest, error=hundredths(found.rest.error)),
        draws=[LuckyDrawSent(**part_fields(draw.part), first=draw.first, last=draw.last) for draw in found.draws],
        other_draws=found.other_draws,
    )


def part_fields(part: Part) -> dict[str, float]:
    """The fields of a `LedgerPartSent`."""
    return {"points": hundredths(part.change), "error": hundredths(part.error)}


def hundredths(share: float) -> float:
    """A probability in points of a hundred."""
    return round(100 * share, 1)


def cost_sent(match: Match, seat: int, cost: MoveCost) -> MoveCostSent:
    """Encodes the cost of a move, with its reasons as the seat reads them."""
    game, words = match.game, catalogue(DEFAULT_LANGUAGE)

    def move_sent(row: Row, other: Row, chance: float) -> ReviewedMoveSent:
        choice, text = row_sent(match, cost.step, seat, row, other)
        return ReviewedMoveSent(choice=choice, phrase=text, chance=round(chance, 3))

    return MoveCostSent(
        step=cost.step,
        played=move_sent(cost.played, cost.better, cost.chance_played),
        better=move_sent(cost.better, cost.played, cost.chance),
        loss=round(cost.loss, 1),
        error=round(cost.error, 1),
        rows=[
            RowReasonSent(row=phrase_sent(row_phrase(game, row)), seat=row.seat, gain=round(row.gain, 1))
            for row in cost.rows
        ],
        events=[
            EventReasonSent(
                event=phrase_sent(event_phrase(game, Event(*reason.event), match.seats, seat, words)),
                better=round(reason.better, 2),
                played=round(reason.played, 2),
            )
            for reason in cost.events
        ],
    )
