"""People: their devices, passkeys and codes, and what becomes of two that are one."""

from collections.abc import Callable, Collection

import msgspec

from meute.server.store.interface import AtOneTable
from meute.server.store.job import Ask, Base, Each, Job
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


class SqlPeople:
    """Who is who; `interface.py` says what each call does."""

    def __init__(self, base: Base) -> None:
        self.base = base
        self.read, self.find, self.write, self.do = base.read, base.find, base.write, base.do

    # --- devices

    async def person_of(self, device: str) -> str | None:
        query = "select guest from devices where device = ?"
        rows = await self.find(query, device)
        return rows[0][0] if rows else None

    async def keep_device(self, device: DeviceKept) -> None:
        statement = """insert into devices (device, guest, label, made, seen) values (?, ?, ?, ?, ?)
                       on conflict (device) do update set label = excluded.label, seen = excluded.seen"""
        row = (device.device, device.guest, device.label, device.made, device.seen)
        await self.write(statement, *row)

    async def devices(self, guest: str) -> list[DeviceKept]:
        query = "select device, guest, label, made, seen from devices where guest = ? order by seen desc"
        return [DeviceKept(*row) for row in await self.read(query, guest)]

    async def give_device(self, device: str, guest: str, to: str) -> bool:
        statement = "update devices set guest = ? where device = ? and guest = ? returning device"
        return bool(await self.write(statement, to, device, guest))

    # --- codes

    async def keep_codes(self, guest: str, kind: CodeKind, hashes: list[str], until: float) -> None:

        def job() -> Job[None]:
            yield Ask("delete from codes where guest = ? and kind = ?", (guest, kind))
            yield Each("insert into codes values (?, ?, ?, ?)", [(one, guest, kind, until) for one in hashes])

        await self.do(job())

    async def code(self, hash: str, kind: CodeKind, now: float) -> str | None:
        query = "select guest from codes where hash = ? and kind = ? and until > ?"
        rows = await self.read(query, hash, kind, now)
        return rows[0][0] if rows else None

    async def use_code(self, hash: str, kind: CodeKind, now: float) -> str | None:

        def job() -> Job[str | None]:
            yield Ask("delete from codes where until <= ?", (now,))
            used = yield Ask("delete from codes where hash = ? returning guest, kind", (hash,))
            return next((guest for guest, meant in used if meant == kind), None)

        return await self.do(job())

    async def codes_left(self, guest: str, kind: CodeKind) -> int:
        query = "select count(*) from codes where guest = ? and kind = ?"
        return int((await self.read(query, guest, kind))[0][0])

    # --- passkeys

    async def passkey(self, id: bytes) -> PasskeyKept | None:
        query = "select id, guest, key, count, label, made, used from passkeys where id = ?"
        rows = await self.read(query, id)
        return PasskeyKept(*rows[0]) if rows else None

    async def passkeys(self, guest: str) -> list[PasskeyKept]:
        query = "select id, guest, key, count, label, made, used from passkeys where guest = ? order by made"
        return [PasskeyKept(*row) for row in await self.read(query, guest)]

    async def add_passkey(self, passkey: PasskeyKept) -> None:
        row = (passkey.id, passkey.guest, passkey.key, passkey.count, passkey.label, passkey.made, passkey.used)
        await self.write("insert into passkeys values (?, ?, ?, ?, ?, ?, ?)", *row)

    async def use_passkey(self, passkey: PasskeyKept, count: int, now: float) -> bool:
        statement = "update passkeys set count = ?, used = ? where id = ? and count = ? returning id"
        return bool(await self.write(statement, count, now, passkey.id, passkey.count))

    async def drop_passkey(self, id: bytes, guest: str) -> bool:
        statement = "delete from passkeys where id = ? and guest = ? returning id"
        return bool(await self.write(statement, id, guest))

    # --- whole people

    async def sittings(self, guest: str) -> list[Sitting]:
        query = "select code, phase from sitting join tables on id = table_id where guest = ? order by changed desc"
        return [Sitting(*row) for row in await self.read(query, guest)]

    async def clocked(self, guest: str) -> list[str]:
        query = """select distinct code from sitting join tables on id = sitting.table_id
                   join clocks on clocks.table_id = id where guest = ? and due is not null"""
        return [row[0] for row in await self.read(query, guest)]

    async def merge(self, gone: str, stays: str, device: DeviceKept) -> None:

        def job() -> Job[None]:
            for table_id, table in (yield from self.tables_of(gone)):
                seated = {seat.guest for seat in table.seats}
                if table.phase != "over" and {gone, stays} <= seated:
                    raise AtOneTable(table.code)
                for seat in table.seats:
                    seat.guest = stays if seat.guest == gone else seat.guest
                    seat.invited = stays if seat.invited == gone else seat.invited
                table.host = stays if table.host == gone else table.host
                yield self.rewritten(table_id, table)
            for name in ("devices", "passkeys", "pushes", "chat", "results"):
                yield Ask(f"update {name} set guest = ? where guest = ?", (stays, gone))
            yield Ask(UNRATED, (stays,))
            for statement in HANDED_OVER:
                yield Ask(statement, (stays, gone, stays))
            yield Ask(BOTH_LEARNT, (stays, gone))
            yield Ask(DEVICE, (device.device, stays, device.label, device.made, device.seen))
            for name in ("codes", "sitting", "progress", "daily", "notices", "ratings", "shut", "prefs", "guests"):
                yield Ask(f"delete from {name} where guest = ?", (gone,))

        await self.do(job())

    async def forget(self, guest: GuestKept, called: str) -> None:

        def job() -> Job[None]:
            for table_id, table in (yield from self.tables_of(guest.guest)):
                people = {table.host, *(seat.guest for seat in table.seats)} - {guest.guest, ""}
                if not people:
                    for name in OF_A_TABLE:
                        yield Ask(f"delete from {name} where table_id = ?", (table_id,))
                    yield Ask("delete from tables where id = ?", (table_id,))
                    continue
                left = SeatKept("open") if table.phase == "lobby" else SeatKept("bot", called)
                table.seats = [left if guest.guest in (seat.guest, seat.invited) else seat for seat in table.seats]
                table.host = min(people, default="") if table.host == guest.guest else table.host
                yield self.rewritten(table_id, table)
            yield Ask("update chat set name = ?, text = '', guest = '' where guest = ?", (called, guest.guest))
            for name in GONE_WITH_A_PERSON:
                yield Ask(f"delete from {name} where guest = ?", (guest.guest,))

        await self.do(job())

    def rewritten(self, table_id: int, table: TableKept) -> Ask:
        """Changes whose the seats are, which is no change of the game."""
        statement = f"update tables set kept = ? {self.base.laid_aside} where id = ?"
        return Ask(statement, (msgspec.json.encode(table), table_id))

    def tables_of(self, guest: str) -> Job[list[tuple[int, TableKept]]]:
        """The tables at which somebody sits, or is the host."""
        query = f"select id, kept from sitting join tables on id = table_id where guest = ? {self.base.locked}"
        rows = yield Ask(query, (guest,))
        return [(table_id, msgspec.json.decode(kept, type=TableKept)) for table_id, kept in rows]

    async def prefs(self, guests: Collection[str]) -> dict[str, PrefsKept]:
        wanted = list(guests)
        query = f"select guest, kept from prefs where guest in ({', '.join('?' * len(wanted))})"
        rows = await self.find(query, *wanted) if wanted else []
        return {guest: msgspec.json.decode(kept, type=PrefsKept) for guest, kept in rows}

    async def keep_prefs(self, guest: str, prefs: PrefsKept) -> None:
        statement = "insert into prefs values (?, ?) on conflict (guest) do update set kept = excluded.kept"
        row = (guest, msgspec.json.encode(prefs))
        await self.write(statement, *row)

    # --- people around

    async def ratings(self, guest: str) -> list[RatingKept]:
        query = "select game, mu, sigma, games from ratings where guest = ? order by game"
        return [RatingKept(*row) for row in await self.read(query, guest)]

    async def history(self, guest: str, most: int = 100) -> list[PlayedKept]:
        query = """select code, kept, place, points, rated, at from results join tables on id = table_id
                   where guest = ? order by at desc limit ?"""
        rows = await self.read(query, guest, most)
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
        return await self.read(query, guest, most)

    async def shut(self, guest: str, other: str, how: str, on: bool) -> None:
        statement = "insert into shut values (?, ?, ?) on conflict do nothing"
        undone = "delete from shut where guest = ? and other = ? and how = ?"
        await self.write(statement if on else undone, guest, other, how)

    async def shut_by(self, guest: str) -> set[tuple[str, str]]:
        query = "select other, how from shut where guest = ?"
        return set(await self.find(query, guest))

    async def banned(self) -> set[str]:
        return {row[0] for row in await self.read("select guest from banned")}

    async def is_banned(self, guest: str) -> bool:
        return bool(await self.find("select 1 from banned where guest = ?", guest))

    async def report(self, guest: str, table_id: int, n: int, now: float) -> None:
        statement = "insert into reports (guest, table_id, n, at) values (?, ?, ?, ?) on conflict do nothing"
        await self.write(statement, guest, table_id, n, now)

    # --- notices

    async def keep_notices(self, table_id: int, notices: list[NoticeKept], gone: list[str]) -> None:
        rows = [(one.guest, one.table_id, one.kind, one.due) for one in notices]
        over = [(table_id, guest) for guest in gone]

        def job() -> Job[None]:
            turn = "where table_id = ? and guest = ? and kind in ('turn', 'half', 'last')"
            yield Each(f"delete from notices {turn} and sent is null", over)
            yield Each(f"update notices set kind = {PAST} {turn}", over)
            same = "where guest = ? and table_id = ? and kind = ? and sent is not null"
            yield Each(f"update notices set kind = {PAST} {same}", [row[:3] for row in rows])
            yield Each(NOTICE, rows)

        await self.do(job())

    async def drop_notices(self, guest: str, table_id: int) -> None:
        mine = "where guest = ? and table_id = ? and kind not in ('half', 'last') and sent is null"
        await self.write(f"delete from notices {mine}", guest, table_id)

    async def notices_due(self, now: float, most: int = 100) -> list[NoticeDue]:
        query = f"""select guest, table_id, notices.kind, due, code, kept from notices join tables on id = table_id
                    where sent is null and due <= ? {self.base.ours} order by due limit ?"""
        rows = await self.read(query, now, most)
        return [NoticeDue(NoticeKept(*row[:4]), row[4], msgspec.json.decode(row[5], type=TableKept)) for row in rows]

    async def next_notice(self) -> float | None:
        query = "select min(due) from notices where sent is null"
        found: float | None = (await self.read(query))[0][0]
        return found

    async def sent_notice(self, notice: NoticeKept, now: float) -> bool:
        statement = """update notices set sent = ? where guest = ? and table_id = ? and kind = ? and sent is null
                       returning kind"""
        past = "delete from notices where guest = ? and sent < ? and substr(kind, 1, 5) = 'past '"

        def job() -> Job[bool]:
            found = yield Ask(statement, (now, notice.guest, notice.table_id, notice.kind))
            yield Ask(past, (notice.guest, now - COUNTED_FOR))
            return bool(found)

        return await self.do(job())

    async def sent_since(self, guest: str, since: float) -> int:
        query = "select count(*) from notices where guest = ? and sent > ?"
        return int((await self.read(query, guest, since))[0][0])

    async def add_push(self, guest: str, push: PushKept, most: int, now: float) -> None:
        row = (push.endpoint, guest, push.key, push.auth, now)
        kept = "select endpoint from pushes where guest = ? order by made desc limit ?"

        def job() -> Job[None]:
            yield Ask(PUSH, row)
            yield Ask(f"delete from pushes where guest = ? and endpoint not in ({kept})", (guest, guest, most))

        await self.do(job())

    async def pushes(self, guest: str) -> list[PushKept]:
        query = "select endpoint, key, auth from pushes where guest = ? order by made"
        return [PushKept(*row) for row in await self.read(query, guest)]

    async def drop_push(self, guest: str, endpoint: str) -> None:
        statement = "delete from pushes where guest = ? and endpoint = ?"
        await self.write(statement, guest, endpoint)

    async def dailies(self, guest: str) -> list[DailyKept]:
        query = "select day, game, guest, code, margin, points from daily where guest = ? order by day, game"
        return [DailyKept(*row) for row in await self.read(query, guest)]

    async def said(self, guest: str) -> list[tuple[str, float, str]]:
        query = "select code, at, text from chat join tables on id = table_id where guest = ? order by at"
        return await self.read(query, guest)


UNRATED = """update results set rated = 0 where table_id in
             (select table_id from results where guest = ? group by table_id having count(*) > 1)"""
"""Games that somebody turns out to have played against himself."""
BOTH_LEARNT = """insert into progress select ?, game, lesson, code, done, at from progress where guest = ?
                 on conflict (guest, game, lesson) do update
                 set done = case when progress.done > excluded.done then progress.done else excluded.done end"""
"""What either of two people has done, the one has done that they turn out to be."""
DEVICE = """insert into devices (device, guest, label, made, seen) values (?, ?, ?, ?, ?) on conflict (device) do update
            set guest = excluded.guest, label = excluded.label, made = excluded.made, seen = excluded.seen"""
PAST = "'past ' || kind || ' ' || sent"
"""What a notice is called after another of its kind: it still counts for a while."""
COUNTED_FOR = 86400.0
NOTICE = """insert into notices (guest, table_id, kind, due) values (?, ?, ?, ?)
            on conflict (guest, table_id, kind) do update set due = excluded.due, sent = null"""
PUSH = """insert into pushes (endpoint, guest, key, auth, made) values (?, ?, ?, ?, ?)
          on conflict (endpoint) do update
          set guest = excluded.guest, key = excluded.key, auth = excluded.auth, made = excluded.made"""
RATING = """insert into ratings (guest, game, mu, sigma, games) values (?, ?, ?, ?, ?)
            on conflict (guest, game) do update
            set mu = excluded.mu, sigma = excluded.sigma, games = excluded.games"""


def handed_over(name: str, column: str, *key: str) -> str:
    """What was of one person is of another, besides what the other has already; `key` tells one thing from the next."""
    same = " and ".join(f"other_one.{part} = {name}.{part}" for part in key)
    has = f"select 1 from {name} other_one where other_one.{column} = ? and {same}"
    return f"update {name} set {column} = ? where {column} = ? and not exists ({has})"


HANDED_OVER = (
    handed_over("sitting", "guest", "table_id"),
    handed_over("ratings", "guest", "game"),
    handed_over("shut", "guest", "other", "how"),
    handed_over("shut", "other", "guest", "how"),
    handed_over("daily", "guest", "day", "game"),
)
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


def write_results(table_id: int, results: Collection[ResultKept], rate: Rate, now: float) -> Job[None]:
    """Notes what came of a game, and what that makes of ratings where it counts."""
    rows = [(table_id, one.seat, one.guest, one.game, one.place, one.points, one.rated, now) for one in results]
    yield Each("insert into results values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing", rows)
    rated = [one for one in results if one.rated]
    if not rated:
        return
    known = []
    for one in rated:
        query = "select mu, sigma, games from ratings where guest = ? and game = ?"
        known += (yield Ask(query, (one.guest, one.game))) or [(*FIRST, 0)]
    after = rate([row[:2] for row in known], [one.place for one in rated])
    yield Each(
        RATING, [(one.guest, one.game, *new, row[2] + 1) for one, new, row in zip(rated, after, known, strict=True)]
    )
