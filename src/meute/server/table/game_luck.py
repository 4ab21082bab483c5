"""Luck of finished games, measured one after the other in the background and stored for statistics."""

import asyncio
import logging
from collections import deque
from typing import TYPE_CHECKING

from meute.bots.luck import CutValue, draw_sides, ledger
from meute.core.seats import CHANCE
from meute.match import Match
from meute.server.guest_token import is_program
from meute.server.rate_limits import Caller
from meute.server.store.interface import StoreFailed
from meute.server.store.models import SeatLuck, StoredTable
from meute.server.store.ratings import is_rated, places_without_luck
from meute.server.system import monotonic
from meute.server.thinking.workers import LuckWork, compute_luck

if TYPE_CHECKING:
    from meute.server.registry import TableRegistry

log = logging.getLogger(__name__)

RANK_LUCK = 3
"""Queue rank: behind all that a person waits for."""
MOST_WAITING = 50
"""Games that wait; later ones are not measured."""
BACKGROUND = Caller("luck", "luck")
POSITIONS_AT_ONCE = 2
"""Positions written between two pauses, so that no move waits for them, and evaluated at once, so that no hint does:
both sides of a draw."""
PATIENCE = 30
"""How many times as long as planned measuring may take, waiting included; then the game is left unmeasured."""


class GameLuck:
    """Games that wait to be measured. Without advisers, or without time for it, none are."""

    def __init__(self, registry: "TableRegistry") -> None:
        self.registry = registry
        self.waiting: deque[tuple[int, StoredTable, Match]] = deque()
        self.is_running = False

    def add(self, table_id: int, table: StoredTable, match: Match) -> None:
        """Has a finished game measured, if a person played it and chance drew."""
        bots = self.registry.settings.bots
        people = [seat.guest for seat in table.seats if seat.kind == "guest" and not is_program(seat.guest)]
        drawn = any(past.seat == CHANCE for past in match.steps)
        if not (bots.advisers and bots.luck_milliseconds and people and drawn) or table.uploaded:
            return
        if table.kind in ("game", "tournament", "daily") and len(self.waiting) < MOST_WAITING:
            self.waiting.append((table_id, table, match))
            if not self.is_running:
                self.is_running = True
                self.registry.run_in_background(self.run())

    async def run(self) -> None:
        """Measures game after game, until none waits."""
        try:
            while self.waiting and not self.registry.draining:
                table_id, table, match = self.waiting.popleft()
                try:
                    await self.measure(table_id, table, match)
                except StoreFailed as failed:
                    log.error("table %s: luck not stored: %s", table.code, failed)
                except Exception:
                    log.exception("table %s: no luck", table.code)
        finally:
            self.is_running = False

    async def measure(self, table_id: int, table: StoredTable, match: Match) -> None:
        """Measures and stores the luck of a game's guests; the adjusted rating follows if the operator wants it."""
        bots, result = self.registry.settings.bots, match.result()
        assert result is not None
        positions = await write_positions(match, draw_sides(match))
        values: dict[int, CutValue] = {}
        end = monotonic() + PATIENCE * bots.luck_milliseconds / 1000
        for n in range(0, len(positions), POSITIONS_AT_ONCE):
            if monotonic() > end:
                return
            tables = positions[n : n + POSITIONS_AT_ONCE]
            work = LuckWork(
                game=match.game.id,
                options=match.options_settled,
                box=table.box,
                position="",
                seed=tables[0][0],
                tables=tables,
                games=bots.curve_rollouts,
                milliseconds=max(1, bots.luck_milliseconds * len(tables) // len(positions)),
            )
            values |= await self.registry.advisers.run_queued(RANK_LUCK, BACKGROUND, compute_luck, work)
        found = {
            number: seat_luck(match, values, number) for number, seat in enumerate(table.seats) if seat.kind == "guest"
        }
        adjusts = self.registry.settings.tables.adjusted_ratings and is_rated(table) and any(result.places)
        places = places_without_luck(result.places, found) if adjusts else []
        await self.registry.store.statistics.save_luck(table_id, found, places)


def seat_luck(match: Match, values: dict[int, CutValue], seat: int) -> SeatLuck:
    """What chance changed for a seat."""
    luck = ledger(match, values, seat).luck
    return SeatLuck(luck.change, luck.error)


async def write_positions(match: Match, steps: list[int]) -> list[tuple[int, str]]:
    """The positions at these steps, with pauses for other tasks."""
    positions = []
    for n, step in enumerate(steps):
        positions.append((step, match.game.write_position(match.state_at(step))))
        if n % POSITIONS_AT_ONCE == POSITIONS_AT_ONCE - 1:
            await asyncio.sleep(0)
    return positions
