"""SQL for the league of the week."""

from msgspec.structs import astuple

from meute.server.store.job import Database
from meute.server.store.models import StoredLeagueResult
from meute.server.store.schema import columns_of, insert

INSERT_LEAGUE = f"{insert('league')} on conflict do nothing"
"""A guest's first result in a deal counts."""


class SqlLeague:
    """Implements `LeagueStore`; see `interface.py`."""

    def __init__(self, database: Database) -> None:
        self.read, self.find, self.write = database.read, database.find, database.write

    async def week(self, week: str) -> list[tuple[StoredLeagueResult, str]]:
        columns = ", ".join(f"league.{name}" for name in StoredLeagueResult.__struct_fields__)
        query = f"""select {columns}, coalesce(name, '') from league
                    left join guests on guests.guest = league.guest where week = ? order by deal, league.guest"""
        return [(StoredLeagueResult(*row[:-1]), row[-1]) for row in await self.read(query, week)]

    async def results_of(self, guest: str) -> list[StoredLeagueResult]:
        query = f"select {columns_of(StoredLeagueResult)} from league where guest = ? order by week, deal"
        return [StoredLeagueResult(*row) for row in await self.read(query, guest)]

    async def has_finished(self, week: str, deal: int, guest: str) -> bool:
        return bool(
            await self.read("select 1 from league where week = ? and deal = ? and guest = ?", week, deal, guest)
        )

    async def save(self, result: StoredLeagueResult, now: float) -> None:
        await self.write(INSERT_LEAGUE, *astuple(result), now)

    async def set_adjusted(self, week: str, deal: int, guest: str, adjusted: float) -> None:
        statement = "update league set adjusted = ? where week = ? and deal = ? and guest = ?"
        await self.write(statement, adjusted, week, deal, guest)
