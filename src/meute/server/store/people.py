"""People in SQLite: their devices, passkeys and codes, and what becomes of two that are one."""

import sqlite3
from collections.abc import Callable, Collection

import msgspec

from meute.server.store.group import GroupCommit
from meute.server.store.interface import AtOneTable
from meute.server.store.kept import (
    CodeKind,
    DailyKept,
    DeviceKept,
    GuestKept,
    NoticeDue,
    NoticeKept,
    PasskeyKept,
    PlayedKept,
    PrefsKept,
    PushKept,
    RatingKept,
    ResultKept,
    SeatKept,
    Sitting,
    TableKept,
)

Rate = Callable[[list[tuple[float, float]], list[int]], list[tuple[float, float]]]
FIRST = (25.0, 25.0 / 3)
"""The rating of somebody who has not played rated games yet."""


class SqlitePeople:
    """Who is who; `interface.py` says what each call does."""

    def __init__(self, group: GroupCommit) -> None:
        self.read, self.write = group.read, group.write

    # --- devices

    async def person_of(self, device: str) -> str | None:
        query = "select guest from devices where device = ?"
        row = await self.read(lambda base: base.execute(query, (device,)).fetchone())
        return row[0] if row else None

    async def keep_device(self, device: DeviceKept) -> None:
        statement = """insert into devices (device, guest, label, made, seen) values (?, ?, ?, ?, ?)
                       on conflict (device) do update set label = excluded.label, seen = excluded.seen"""
        row = (device.device, device.guest, device.label, device.made, device.seen)
        await self.write(lambda base: base.execute(statement, row))

    async def devices(self, guest: str) -> list[DeviceKept]:
        query = "select device, guest, label, made, seen from devices where guest = ? order by seen desc"
        return [DeviceKept(*row) for row in await self.read(lambda base: base.execute(query, (guest,)).fetchall())]

    async def give_device(self, device: str, guest: str, to: str) -> bool:
        statement = "update devices set guest = ? where device = ? and guest = ?"
        return bool(await self.write(lambda base: base.execute(statement, (to, device, guest)).rowcount))

    # --- codes

    async def keep_codes(self, guest: str, kind: CodeKind, hashes: list[str], until: float) -> None:

        def job(base: sqlite3.Connection) -> None:
            base.execute("delete from codes where guest = ? and kind = ?", (guest, kind))
            base.executemany("insert into codes values (?, ?, ?, ?)", [(one, guest, kind, until) for one in hashes])

        await self.write(job)

    async def code(self, hash: str, kind: CodeKind, now: float) -> str | None:
        query = "select guest from codes where hash = ? and kind = ? and until > ?"
        row = await self.read(lambda base: base.execute(query, (hash, kind, now)).fetchone())
        return row[0] if row else None

    async def use_code(self, hash: str, kind: CodeKind, now: float) -> str | None:

        def job(base: sqlite3.Connection) -> str | None:
            base.execute("delete from codes where until <= ?", (now,))
            row = base.execute("select guest from codes where hash = ? and kind = ?", (hash, kind)).fetchone()
            base.execute("delete from codes where hash = ?", (hash,))
            return row[0] if row else None

        return await self.write(job)

    async def codes_left(self, guest: str, kind: CodeKind) -> int:
        query = "select count(*) from codes where guest = ? and kind = ?"
        found: int = await self.read(lambda base: base.execute(query, (guest, kind)).fetchone()[0])
        return found

    # --- passkeys

    async def passkey(self, id: bytes) -> PasskeyKept | None:
        query = "select id, guest, key, count, label, made, used from passkeys where id = ?"
        row = await self.read(lambda base: base.execute(query, (id,)).fetchone())
        return PasskeyKept(*row) if row else None

    async def passkeys(self, guest: str) -> list[PasskeyKept]:
        query = "select id, guest, key, count, label, made, used from passkeys where guest = ? order by made"
        return [PasskeyKept(*row) for row in await self.read(lambda base: base.execute(query, (guest,)).fetchall())]

    async def add_passkey(self, passkey: PasskeyKept) -> None:
        row = (passkey.id, passkey.guest, passkey.key, passkey.count, passkey.label, passkey.made, passkey.used)
        await self.write(lambda base: base.execute("insert into passkeys values (?, ?, ?, ?, ?, ?, ?)", row))

    async def use_passkey(self, passkey: PasskeyKept, count: int, now: float) -> bool:
        statement = "update passkeys set count = ?, used = ? where id = ? and count = ?"
        row = (count, now, passkey.id, passkey.count)
        return bool(await self.write(lambda base: base.execute(statement, row).rowcount))

    async def drop_passkey(self, id: bytes, guest: str) -> bool:
        statement = "delete from passkeys where id = ? and guest = ?"
        return bool(await self.write(lambda base: base.execute(statement, (id, guest)).rowcount))

    # --- whole people

    async def sittings(self, guest: str) -> list[Sitting]:
        query = "select code, phase from sitting join tables on id = table_id where guest = ? order by changed desc"
        return [Sitting(*row) for row in await self.read(lambda base: base.execute(query, (guest,)).fetchall())]

    async def clocked(self, guest: str) -> list[str]:
        query = """select distinct code from sitting join tables on id = sitting.table_id
                   join clocks on clocks.table_id = id where guest = ? and due is not null"""
        return [row[0] for row in await self.read(lambda base: base.execute(query, (guest,)).fetchall())]

    async def merge(self, gone: str, stays: str, device: DeviceKept) -> None:

        def job(base: sqlite3.Connection) -> None:
            for table_id, table in tables_of(base, gone):
                seated = {seat.guest for seat in table.seats}
                if table.phase != "over" and {gone, stays} <= seated:
                    raise AtOneTable(table.code)
                for seat in table.seats:
                    seat.guest = stays if seat.guest == gone else seat.guest
                    seat.invited = stays if seat.invited == gone else seat.invited
                table.host = stays if table.host == gone else table.host
                rewrite(base, table_id, table)
            base.execute("update or ignore sitting set guest = ? where guest = ?", (stays, gone))
            for name in ("devices", "passkeys", "pushes", "chat"):
                base.execute(f"update {name} set guest = ? where guest = ?", (stays, gone))
            base.execute("update results set guest = ? where guest = ?", (stays, gone))
            base.execute(UNRATED, (stays,))
            base.execute("update or ignore ratings set guest = ? where guest = ?", (stays, gone))
            for column in ("guest", "other"):
                base.execute(f"update or ignore shut set {column} = ? where {column} = ?", (stays, gone))
            base.execute(BOTH_LEARNT, (stays, gone))
            base.execute("update or ignore daily set guest = ? where guest = ?", (stays, gone))
            known = (device.device, stays, device.label, device.made, device.seen)
            base.execute("insert or replace into devices values (?, ?, ?, ?, ?)", known)
            for name in ("codes", "sitting", "progress", "daily", "notices", "ratings", "shut", "prefs", "guests"):
                base.execute(f"delete from {name} where guest = ?", (gone,))

        await self.write(job)

    async def forget(self, guest: GuestKept, called: str) -> None:

        def job(base: sqlite3.Connection) -> None:
            for table_id, table in tables_of(base, guest.guest):
                people = {table.host, *(seat.guest for seat in table.seats)} - {guest.guest, ""}
                if not people:
                    for name in OF_A_TABLE:
                        base.execute(f"delete from {name} where table_id = ?", (table_id,))
                    base.execute("delete from tables where id = ?", (table_id,))
                    continue
                left = SeatKept("open") if table.phase == "lobby" else SeatKept("bot", called)
                table.seats = [left if guest.guest in (seat.guest, seat.invited) else seat for seat in table.seats]
                table.host = min(people, default="") if table.host == guest.guest else table.host
                rewrite(base, table_id, table)
            base.execute("update chat set name = ?, text = '', guest = '' where guest = ?", (called, guest.guest))
            for name in GONE_WITH_A_PERSON:
                base.execute(f"delete from {name} where guest = ?", (guest.guest,))

        await self.write(job)

    async def prefs(self, guests: Collection[str]) -> dict[str, PrefsKept]:
        wanted = list(guests)
        query = f"select guest, kept from prefs where guest in ({', '.join('?' * len(wanted))})"
        rows = await self.read(lambda base: base.execute(query, wanted).fetchall())
        return {guest: msgspec.json.decode(kept, type=PrefsKept) for guest, kept in rows}

    async def keep_prefs(self, guest: str, prefs: PrefsKept) -> None:
        row = (guest, msgspec.json.encode(prefs))
        await self.write(lambda base: base.execute("insert or replace into prefs values (?, ?)", row))

    # --- people around

    async def ratings(self, guest: str) -> list[RatingKept]:
        query = "select game, mu, sigma, games from ratings where guest = ? order by game"
        return [RatingKept(*row) for row in await self.read(lambda base: base.execute(query, (guest,)).fetchall())]

    async def history(self, guest: str, most: int = 100) -> list[PlayedKept]:
        query = """select code, kept, place, points, rated, at from results join tables on id = table_id
                   where guest = ? order by at desc limit ?"""
        rows = await self.read(lambda base: base.execute(query, (guest, most)).fetchall())
        return [
            PlayedKept(code, msgspec.json.decode(kept, type=TableKept), place, points, bool(rated), at)
            for code, kept, place, points, rated, at in rows
        ]

    async def companions(self, guest: str, most: int = 50) -> list[tuple[str, str, int]]:
        query = """select them.guest, coalesce(guests.name, ''), count(*) from sitting me
                   join sitting them on them.table_id = me.table_id and them.guest <> me.guest
                   join tables on tables.id = me.table_id and phase <> 'lobby'
                   left join guests on guests.guest = them.guest
                   where me.guest = ? group by them.guest, guests.name order by max(changed) desc limit ?"""
        return await self.read(lambda base: base.execute(query, (guest, most)).fetchall())

    async def shut(self, guest: str, other: str, how: str, on: bool) -> None:
        statement = "insert or ignore into shut values (?, ?, ?)"
        undone = "delete from shut where guest = ? and other = ? and how = ?"
        await self.write(lambda base: base.execute(statement if on else undone, (guest, other, how)))

    async def shut_by(self, guest: str) -> set[tuple[str, str]]:
        query = "select other, how from shut where guest = ?"
        return set(await self.read(lambda base: base.execute(query, (guest,)).fetchall()))

    async def banned(self) -> set[str]:
        return {row[0] for row in await self.read(lambda base: base.execute("select guest from banned").fetchall())}

    async def is_banned(self, guest: str) -> bool:
        query = "select 1 from banned where guest = ?"
        return await self.read(lambda base: base.execute(query, (guest,)).fetchone()) is not None

    async def report(self, guest: str, table_id: int, n: int, now: float) -> None:
        statement = "insert or ignore into reports (guest, table_id, n, at) values (?, ?, ?, ?)"
        await self.write(lambda base: base.execute(statement, (guest, table_id, n, now)))

    # --- notices

    async def keep_notices(self, table_id: int, notices: list[NoticeKept], gone: list[str]) -> None:
        rows = [(one.guest, one.table_id, one.kind, one.due) for one in notices]
        over = [(table_id, guest) for guest in gone]

        def job(base: sqlite3.Connection) -> None:
            turn = "where table_id = ? and guest = ? and kind in ('turn', 'half', 'last')"
            base.executemany(f"delete from notices {turn} and sent is null", over)
            base.executemany(f"update notices set kind = kind || ' ' || sent {turn}", over)
            base.executemany("insert or replace into notices values (?, ?, ?, ?, null)", rows)

        await self.write(job)

    async def drop_notices(self, guest: str, table_id: int) -> None:
        mine = "where guest = ? and table_id = ? and kind not in ('half', 'last') and sent is null"
        await self.write(lambda base: base.execute(f"delete from notices {mine}", (guest, table_id)))

    async def notices_due(self, now: float, most: int = 100) -> list[NoticeDue]:
        query = """select guest, table_id, notices.kind, due, code, kept from notices join tables on id = table_id
                   where sent is null and due <= ? order by due limit ?"""
        rows = await self.read(lambda base: base.execute(query, (now, most)).fetchall())
        return [NoticeDue(NoticeKept(*row[:4]), row[4], msgspec.json.decode(row[5], type=TableKept)) for row in rows]

    async def next_notice(self) -> float | None:
        query = "select min(due) from notices where sent is null"
        found: float | None = await self.read(lambda base: base.execute(query).fetchone()[0])
        return found

    async def sent_notice(self, notice: NoticeKept, now: float) -> None:
        statement = "update notices set sent = ? where guest = ? and table_id = ? and kind = ?"
        row = (now, notice.guest, notice.table_id, notice.kind)
        await self.write(lambda base: base.execute(statement, row))

    async def sent_since(self, guest: str, since: float) -> int:
        query = "select count(*) from notices where guest = ? and sent > ?"
        found: int = await self.read(lambda base: base.execute(query, (guest, since)).fetchone()[0])
        return found

    async def add_push(self, guest: str, push: PushKept, most: int, now: float) -> None:
        row = (push.endpoint, guest, push.key, push.auth, now)
        kept = "select endpoint from pushes where guest = ? order by made desc limit ?"

        def job(base: sqlite3.Connection) -> None:
            base.execute("insert or replace into pushes values (?, ?, ?, ?, ?)", row)
            base.execute(f"delete from pushes where guest = ? and endpoint not in ({kept})", (guest, guest, most))

        await self.write(job)

    async def pushes(self, guest: str) -> list[PushKept]:
        query = "select endpoint, key, auth from pushes where guest = ? order by made"
        return [PushKept(*row) for row in await self.read(lambda base: base.execute(query, (guest,)).fetchall())]

    async def drop_push(self, guest: str, endpoint: str) -> None:
        statement = "delete from pushes where guest = ? and endpoint = ?"
        await self.write(lambda base: base.execute(statement, (guest, endpoint)))

    async def dailies(self, guest: str) -> list[DailyKept]:
        query = "select day, game, guest, code, margin, points from daily where guest = ? order by day, game"
        return [DailyKept(*row) for row in await self.read(lambda base: base.execute(query, (guest,)).fetchall())]

    async def said(self, guest: str) -> list[tuple[str, float, str]]:
        query = "select code, at, text from chat join tables on id = table_id where guest = ? order by at"
        return await self.read(lambda base: base.execute(query, (guest,)).fetchall())


UNRATED = """update results set rated = 0 where table_id in
             (select table_id from results where guest = ? group by table_id having count(*) > 1)"""
"""Games that somebody turns out to have played against himself."""
BOTH_LEARNT = """insert into progress select ?, game, lesson, code, done, at from progress where guest = ?
                 on conflict do update set done = max(done, excluded.done)"""
"""What either of two people has done, the one has done that they turn out to be."""
GONE_WITH_A_PERSON = (
    "sitting",
    "codes",
    "passkeys",
    "devices",
    "progress",
    "daily",
    "notices",
    "pushes",
    "results",
    "ratings",
    "shut",
    "reports",
    "banned",
    "prefs",
    "guests",
)
OF_A_TABLE = ("moves", "chat", "snapshots", "curves", "clocks", "notices", "results", "reports", "sitting")
"""What goes with a table."""


def tables_of(base: sqlite3.Connection, guest: str) -> list[tuple[int, TableKept]]:
    """The tables at which somebody sits, or is the host."""
    query = "select id, kept from sitting join tables on id = table_id where guest = ?"
    rows = base.execute(query, (guest,)).fetchall()
    return [(table_id, msgspec.json.decode(kept, type=TableKept)) for table_id, kept in rows]


def write_results(base: sqlite3.Connection, table_id: int, results: list[ResultKept], rate: Rate, now: float) -> None:
    """Notes what came of a game, and what that makes of ratings where it counts."""
    rows = [(table_id, one.seat, one.guest, one.game, one.place, one.points, one.rated, now) for one in results]
    base.executemany("insert or ignore into results values (?, ?, ?, ?, ?, ?, ?, ?)", rows)
    rated = [one for one in results if one.rated]
    if not rated:
        return
    query = "select mu, sigma, games from ratings where guest = ? and game = ?"
    known = [base.execute(query, (one.guest, one.game)).fetchone() or (*FIRST, 0) for one in rated]
    after = rate([row[:2] for row in known], [one.place for one in rated])
    base.executemany(
        "insert or replace into ratings values (?, ?, ?, ?, ?)",
        [(one.guest, one.game, *new, row[2] + 1) for one, new, row in zip(rated, after, known, strict=True)],
    )


def rewrite(base: sqlite3.Connection, table_id: int, table: TableKept) -> None:
    """Changes whose the seats are, which is no change of the game."""
    base.execute("update tables set kept = ? where id = ?", (msgspec.json.encode(table), table_id))
