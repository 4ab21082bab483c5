"""SQL for groups: members, and the tables and tournaments of their pages."""

import msgspec

from meute.server.messages.responses import PhraseSent
from meute.server.store.job import Database, Job, Statement
from meute.server.store.models import (
    GroupMember,
    GroupResult,
    StoredGroup,
    StoredTable,
    StoredTournament,
    TableStatus,
    TableSummary,
)
from meute.server.store.schema import columns_of, insert

EMPTY = "not exists (select 1 from members where group_code = player_groups.code and removed = 0)"
COUNT = "select count(*) from members where group_code = ? and removed = 0"
SOON_AFTER = 0.001
"""Seconds between two members of a group, at least."""


def webhook_owner(code: str) -> str:
    """The owner of a group's webhooks, in place of a person."""
    return f"group {code}"


class SqlGroups:
    """Implements `GroupStore`; see `interface.py`."""

    def __init__(self, database: Database) -> None:
        self.read, self.find = database.read, database.find
        self.write, self.write_together = database.write, database.write_together

    async def group(self, code: str) -> StoredGroup | None:
        rows = await self.find(f"select {columns_of(StoredGroup)} from player_groups where code = ?", code)
        return StoredGroup(*rows[0]) if rows else None

    async def members(self, code: str) -> list[GroupMember]:
        query = """select members.guest, coalesce(name, ''), joined, removed from members
                   left join guests on guests.guest = members.guest where group_code = ?
                   order by joined, members.guest"""
        return [GroupMember(row[0], row[1], row[2], bool(row[3])) for row in await self.read(query, code)]

    async def groups_of(self, guest: str) -> list[tuple[StoredGroup, int]]:
        query = """select code, name, made, (select count(*) from members other
                   where other.group_code = code and other.removed = 0)
                   from members join player_groups on code = group_code where guest = ? and removed = 0
                   order by name, code"""
        return [(StoredGroup(*row[:3]), row[3]) for row in await self.read(query, guest)]

    async def is_member(self, code: str, guest: str) -> bool:
        query = "select 1 from members where group_code = ? and guest = ? and removed = 0"
        return bool(await self.find(query, code, guest))

    async def add_group(self, group: StoredGroup, guest: str, most: int, most_of_guest: int) -> bool:
        def job() -> Job[bool]:
            groups = yield Statement("select count(*) from player_groups")
            own = yield Statement("select count(*) from members where guest = ? and removed = 0", (guest,))
            if groups[0][0] >= most or own[0][0] >= most_of_guest:
                return False
            yield Statement(insert("player_groups"), (group.code, group.name, group.made))
            yield Statement(insert("members"), (guest, group.code, group.made, 0))
            return True

        return await self.write_together(job())

    async def add_member(self, code: str, guest: str, now: float, most: int, most_of_guest: int) -> bool:
        def job() -> Job[bool]:
            size = yield Statement(COUNT, (code,))
            own = yield Statement("select count(*) from members where guest = ? and removed = 0", (guest,))
            if size[0][0] >= most or own[0][0] >= most_of_guest:
                return False
            last = yield Statement("select max(joined) from members where group_code = ?", (code,))
            # the oldest member organizes, whoever joins in the same moment or by another node's clock
            joined = max(now, (last[0][0] or 0.0) + SOON_AFTER)
            yield Statement(f"{insert('members')} on conflict do nothing", (guest, code, joined, 0))
            return True

        return await self.write_together(job())

    async def remove_member(self, code: str, guest: str, for_good: bool) -> None:
        def job() -> Job[None]:
            if for_good:
                yield Statement("update members set removed = 1 where group_code = ? and guest = ?", (code, guest))
            else:
                yield Statement("delete from members where group_code = ? and guest = ? and removed = 0", (code, guest))
            yield from purge_groups()

        await self.write_together(job())

    async def rename_group(self, code: str, name: str) -> None:
        await self.write("update player_groups set name = ? where code = ?", name, code)

    async def tables(self, code: str, most: int) -> list[TableSummary]:
        query = """select kept, asked, progress, changed from group_tables join tables on id = table_id
                   where group_code = ? order by changed desc limit ?"""
        return [
            TableSummary(
                msgspec.json.decode(stored, type=StoredTable),
                TableStatus(msgspec.json.decode(asked), msgspec.json.decode(progress, type=PhraseSent | None)),
                changed,
            )
            for stored, asked, progress, changed in await self.read(query, code, most)
        ]

    async def tournaments(self, code: str, most: int) -> list[StoredTournament]:
        query = """select kept from group_tournaments join tournaments on code = tournament where group_code = ?
                   order by changed desc limit ?"""
        return [msgspec.json.decode(row[0], type=StoredTournament) for row in await self.read(query, code, most)]

    async def results(self, code: str) -> list[GroupResult]:
        query = """select mine.guest, mine.game, count(*), sum(case when mine.place = 1 then 1 else 0 end),
                   sum(share) from (
                     select me.guest guest, me.game game, me.place place,
                       avg(case when me.place < them.place then 1.0 when me.place = them.place then 0.5
                           else 0.0 end) share
                     from group_tables join results me on me.table_id = group_tables.table_id
                     join results them on them.table_id = me.table_id and them.seat <> me.seat
                     where group_tables.group_code = ? group by me.table_id, me.seat, me.guest, me.game, me.place) mine
                   join members on members.guest = mine.guest and members.group_code = ? and removed = 0
                   group by mine.guest, mine.game"""
        rows = await self.read(query, code, code)
        return [GroupResult(guest, game, games, int(wins), float(points)) for guest, game, games, wins, points in rows]


def purge_groups() -> Job[None]:
    """Deletes groups without members."""
    owners = f"select 'group ' || code from player_groups where {EMPTY}"
    yield Statement(f"delete from deliveries where guest in ({owners})")
    yield Statement(f"delete from webhooks where guest in ({owners})")
    yield Statement(f"delete from player_groups where {EMPTY}")
    for name in ("members", "group_tables", "group_tournaments"):
        yield Statement(f"delete from {name} where group_code not in (select code from player_groups)")
