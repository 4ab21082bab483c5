"""SQL for statistics: one row for each person and finished game, written when the game ends, and who may see them."""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import Any

import msgspec

from meute.server.store.job import Database, Job, ManyStatement, Statement
from meute.server.store.models import (
    ADJUSTED,
    Leader,
    PlayedGame,
    SeatLuck,
    SeatStatistics,
    StatisticsSettings,
    StoredTable,
)
from meute.server.store.people import INITIAL_RATING, Rate, update_ratings
from meute.server.store.schema import columns_of, insert, update_on_conflict

PLAYED = """select code, kept, results.seat, place, points, rated, results.at, share, plan, seconds, thinking, mu,
            sigma, luck, luck_error from results join tables on id = results.table_id
            left join game_statistics on game_statistics.table_id = id and game_statistics.seat = results.seat
            where results.guest = ? and results.game = ? order by results.at desc limit ?"""
LUCK = "update game_statistics set luck = ?, luck_error = ? where table_id = ? and seat = ? and luck is null"
LUCKS = """select code, seat, luck, luck_error from game_statistics join tables on id = table_id
           where luck is not null and code in ({})"""


class SqlStatistics:
    """Implements `StatisticsStore`; see `interface.py`."""

    def __init__(self, database: Database, lock_ratings: Any, rate: Rate) -> None:
        self.read, self.write = database.read, database.write
        self.write_together = database.write_together
        self.lock_ratings = lock_ratings
        self.rate = rate

    async def played(self, guest: str, game: str, most: int) -> list[PlayedGame]:
        rows = await self.read(PLAYED, guest, game, most)
        return [
            PlayedGame(code, msgspec.json.decode(kept, type=StoredTable), seat, place, points, bool(rated), *more)
            for code, kept, seat, place, points, rated, *more in rows
        ]

    async def counts(self, guest: str) -> dict[str, int]:
        return dict(await self.read("select game, count(*) from results where guest = ? group by game", guest))

    async def settings(self, guest: str) -> StatisticsSettings | None:
        return await self.find_settings("guest", guest)

    async def settings_of_handle(self, handle: str) -> StatisticsSettings | None:
        return await self.find_settings("handle", handle)

    async def find_settings(self, column: str, value: str) -> StatisticsSettings | None:
        query = f"select {columns_of(StatisticsSettings)} from statistics_settings where {column} = ?"
        rows = await self.read(query, value)
        found = [StatisticsSettings(who, known, viewers, bool(listed)) for who, known, viewers, listed in rows]
        return found[0] if found else None

    async def save_settings(self, settings: StatisticsSettings) -> None:
        row = (settings.guest, settings.handle, settings.viewers, int(settings.listed))
        await self.write(f"{insert('statistics_settings')} {update_on_conflict('statistics_settings')}", *row)

    async def leaders(self, game: str, least_games: int, most: int) -> list[Leader]:
        query = """select ratings.guest, coalesce(name, ''), handle, viewers, mu, sigma, games from ratings
                   join statistics_settings on statistics_settings.guest = ratings.guest
                   left join guests on guests.guest = ratings.guest
                   where game = ? and listed = 1 and games >= ? order by mu - 2 * sigma desc limit ?"""
        return [Leader(*row) for row in await self.read(query, game, least_games, most)]

    async def lucks(self, codes: Collection[str]) -> dict[str, dict[int, SeatLuck]]:
        found: dict[str, dict[int, SeatLuck]] = {}
        wanted = list(codes)
        rows = await self.read(LUCKS.format(", ".join("?" * len(wanted))), *wanted) if wanted else []
        for code, seat, luck, error in rows:
            found.setdefault(code, {})[seat] = SeatLuck(luck, error)
        return found

    async def save_luck(self, table_id: int, found: Mapping[int, SeatLuck], places: Sequence[int]) -> None:
        """Stores the luck of seats, once; `places`: of the rated guests, by seat, without it; empty: not rated."""

        def job() -> Job[None]:
            query = "select seat, guest, game from game_statistics where table_id = ? and luck is null order by seat"
            rows = yield Statement(query, (table_id,))
            yield ManyStatement(LUCK, [(*found[seat], table_id, seat) for seat, _, _ in rows if seat in found])
            if places and len(rows) == len(found) == len(places):
                yield from self.lock_ratings()
                rated = [(guest, game + ADJUSTED, INITIAL_RATING) for _, guest, game in rows]
                yield from update_ratings(rated, list(places), self.rate)

        await self.write_together(job())


def write_statistics(table_id: int, seats: Collection[SeatStatistics]) -> Job[None]:
    """Inserts the statistics of a game, once its moves and ratings are written."""
    moves = yield Statement("select seat, at from moves where table_id = ? order by n", (table_id,))
    times = [at for _, at in moves]
    spent: dict[int, list[float]] = {}
    for (_, before), (seat, at) in pairwise(moves):
        spent.setdefault(seat, []).append(max(0.0, at - before))
    rows = []
    for one in seats:
        query = """select mu, sigma from ratings join results on results.guest = ratings.guest
                   and results.game = ratings.game where table_id = ? and seat = ? and rated = 1"""
        rating = (yield Statement(query, (table_id, one.seat))) or [(None, None)]
        thinking = median(spent[one.seat]) if one.seat in spent else 0.0
        row = (table_id, *msgspec.structs.astuple(one), times[-1] - times[0], thinking, *rating[0], None, None)
        rows.append(row)
    yield ManyStatement(f"{insert('game_statistics')} on conflict do nothing", rows)
