"""SQL for tournaments. A tournament is one row, and changes only if it is unchanged since it was read."""

from collections.abc import Callable, Collection

import msgspec

from meute.server.messages.responses import PhraseSent
from meute.server.store.job import Database, Job, ManyStatement, Statement
from meute.server.store.models import Entrant, StoredBout, StoredTable, StoredTournament, TableStatus
from meute.server.store.schema import insert, upsert

OPEN_KEPT = 60 * 86400.0
"""Seconds for which a tournament that never began is kept after its last change."""
LISTED = "('open', 'running')"
"""Phases of tournaments that are not over."""


class SqlTournaments:
    """Implements `TournamentStore`; see `interface.py`."""

    def __init__(self, database: Database) -> None:
        self.read, self.find = database.read, database.find
        self.write_together = database.write_together

    async def tournament(self, code: str) -> tuple[StoredTournament, int] | None:
        rows = await self.find("select kept, turn from tournaments where code = ?", code)
        return (msgspec.json.decode(rows[0][0], type=StoredTournament), rows[0][1]) if rows else None

    async def add_tournament(self, tournament: StoredTournament, now: float, most: int, most_of_host: int) -> bool:
        row = (*columns(tournament, 0, now), tournament.starts)
        guests = entry_rows(tournament)

        def job() -> Job[bool]:
            running = yield Statement(f"select kept from tournaments where phase in {LISTED}")
            hosts = [msgspec.json.decode(kept, type=StoredTournament).host for (kept,) in running]
            if len(hosts) >= most or hosts.count(tournament.host) >= most_of_host:
                return False
            yield Statement(insert("tournaments"), row)
            yield ManyStatement(insert("entries"), guests)
            if tournament.group:
                yield Statement(insert("group_tournaments"), (tournament.code, tournament.group))
            return True

        return await self.write_together(job())

    async def save_tournament(self, tournament: StoredTournament, turn: int, now: float, due: float | None) -> bool:
        code, kept, _, phase, public, _ = columns(tournament, turn, now)
        statement = """update tournaments set kept = ?, turn = turn + 1, phase = ?, public = ?, changed = ?, due = ?
                       where code = ? and turn = ? returning code"""
        guests = entry_rows(tournament)

        def job() -> Job[bool]:
            if not (yield Statement(statement, (kept, phase, public, now, due, code, turn))):
                return False
            yield Statement("delete from entries where tournament = ?", (code,))
            yield ManyStatement(insert("entries"), guests)
            return True

        return await self.write_together(job())

    async def postpone(self, code: str, turn: int, due: float | None) -> bool:
        statement = "update tournaments set due = ? where code = ? and turn = ? returning code"

        def job() -> Job[bool]:
            return bool((yield Statement(statement, (due, code, turn))))

        return await self.write_together(job())

    async def tournaments_due(self, now: float) -> list[str]:
        return [row[0] for row in await self.read("select code from tournaments where due <= ? order by due", now)]

    async def next_tournament_due(self) -> float | None:
        found: float | None = (await self.read("select min(due) from tournaments where due is not null"))[0][0]
        return found

    async def tournaments_of(self, guest: str, most: int) -> list[StoredTournament]:
        query = """select kept from entries join tournaments on code = tournament where guest = ?
                   order by changed desc limit ?"""
        return [msgspec.json.decode(row[0], type=StoredTournament) for row in await self.read(query, guest, most)]

    async def public_tournaments(self, most: int) -> list[StoredTournament]:
        query = f"select kept from tournaments where public = 1 and phase in {LISTED} order by changed desc limit ?"
        return [msgspec.json.decode(row[0], type=StoredTournament) for row in await self.read(query, most)]

    async def bouts(self, code: str) -> dict[str, StoredBout]:
        rows = await self.read("select kept from bouts where tournament = ?", code)
        return {bout.code: bout for bout in (msgspec.json.decode(row[0], type=StoredBout) for row in rows)}

    async def standing_of(self, codes: Collection[str]) -> dict[str, tuple[StoredTable, TableStatus]]:
        wanted = list(codes)
        query = f"select code, kept, asked, progress from tables where code in ({', '.join('?' * len(wanted))})"
        return {
            code: (
                msgspec.json.decode(kept, type=StoredTable),
                TableStatus(msgspec.json.decode(asked), msgspec.json.decode(progress, type=PhraseSent | None)),
            )
            for code, kept, asked, progress in (await self.read(query, *wanted) if wanted else [])
        }


def columns(tournament: StoredTournament, turn: int, now: float) -> tuple[str, bytes, int, str, int, float]:
    """A tournament's columns but the last one, `due`."""
    kept = msgspec.json.encode(tournament)
    return tournament.code, kept, turn, tournament.phase, int(tournament.public), now


def entry_rows(tournament: StoredTournament) -> list[tuple[str, str]]:
    """The people in whose lists a tournament appears."""
    guests = {tournament.host, *(one.guest for one in tournament.entrants)} - {""}
    return [(guest, tournament.code) for guest in sorted(guests)]


def note_bout(table_id: int, bout: StoredBout) -> Job[None]:
    """Stores the result of a tournament's table, and lets the tournament go on at once."""
    yield Statement(upsert("bouts"), (table_id, bout.tournament, msgspec.json.encode(bout)))
    yield Statement("update tournaments set due = 0 where code = ?", (bout.tournament,))


def purge_tournaments(now: float) -> Job[None]:
    """Deletes tournaments that never began."""
    old = "select code from tournaments where phase in ('open', 'stopped') and changed < ?"
    for name in ("entries", "group_tournaments"):
        yield Statement(f"delete from {name} where tournament in ({old})", (now - OPEN_KEPT,))
    yield Statement(f"delete from tournaments where code in ({old})", (now - OPEN_KEPT,))


def replace_entrant(guest: str, change: Callable[[StoredTournament, Entrant], None], stays: str = "") -> Job[None]:
    """Changes a person's places in all tournaments; `stays` is the account that takes over what the person hosts."""
    query = "select kept from entries join tournaments on code = tournament where guest = ?"
    for (kept,) in (yield Statement(query, (guest,))):
        tournament = msgspec.json.decode(kept, type=StoredTournament)
        tournament.host = stays if tournament.host == guest else tournament.host
        for entrant in tournament.entrants:
            if entrant.guest == guest:
                change(tournament, entrant)
        if tournament.phase == "open":
            tournament.entrants = [one for one in tournament.entrants if not one.out]
        encoded = msgspec.json.encode(tournament)
        yield Statement("update tournaments set kept = ?, turn = turn + 1 where code = ?", (encoded, tournament.code))
        yield Statement("delete from entries where tournament = ?", (tournament.code,))
        yield ManyStatement(insert("entries"), entry_rows(tournament))


def merged_into(stays: str) -> Callable[[StoredTournament, Entrant], None]:
    """Gives a place to another account, unless that has one already: then the place is left."""

    def change(tournament: StoredTournament, entrant: Entrant) -> None:
        is_there = any(one.guest == stays for one in tournament.entrants)
        entrant.guest, entrant.out = ("", True) if is_there else (stays, entrant.out)

    return change


def deleted_as(called: str) -> Callable[[StoredTournament, Entrant], None]:
    """Takes the person out of a tournament, whose results stay."""

    def change(tournament: StoredTournament, entrant: Entrant) -> None:
        entrant.guest, entrant.name, entrant.out = "", called, True

    return change
