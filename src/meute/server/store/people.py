"""SQL for people: devices, passkeys, codes, notices, ratings; merging and deleting accounts."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

import msgspec
from msgspec.structs import astuple

from meute.games import GAMES
from meute.server.guest_token import PROGRAM_PREFIX
from meute.server.store.groups import purge_groups
from meute.server.store.interface import SharedTable
from meute.server.store.job import Database, Job, ManyStatement, Statement
from meute.server.store.models import (
    MISSED,
    PUZZLES,
    CodeKind,
    DeliveryDue,
    FinishedGame,
    NoticeDue,
    ProgramGame,
    ProgramRating,
    SeatedTable,
    StoredDaily,
    StoredDelivery,
    StoredDevice,
    StoredGuest,
    StoredNotice,
    StoredPasskey,
    StoredPrefs,
    StoredPush,
    StoredRating,
    StoredResult,
    StoredSeat,
    StoredTable,
    StoredToken,
    StoredTry,
    StoredWebhook,
)
from meute.server.store.schema import columns_of, insert, tables_with, upsert
from meute.server.store.tournaments import deleted_as, merged_into, replace_entrant

Rate = Callable[[list[tuple[float, float]], list[int]], list[tuple[float, float]]]
INITIAL_RATING = (25.0, 25.0 / 3)
"""Rating (mu, sigma) before the first rated game."""


class SqlPeople:
    """Implements `People`; see `interface.py`."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.read, self.find = database.read, database.find
        self.write, self.write_together = database.write, database.write_together

    # --- devices

    async def person_of(self, device: str) -> str | None:
        query = "select guest from devices where device = ?"
        rows = await self.find(query, device)
        return rows[0][0] if rows else None

    async def save_device(self, device: StoredDevice) -> None:
        changed = "on conflict (device) do update set label = excluded.label, seen = excluded.seen"
        await self.write(f"{insert('devices')} {changed}", *astuple(device))

    async def devices(self, guest: str) -> list[StoredDevice]:
        query = f"select {columns_of(StoredDevice)} from devices where guest = ? order by seen desc"
        return [StoredDevice(*row) for row in await self.read(query, guest)]

    async def reassign_device(self, device: str, guest: str, to: str) -> bool:
        statement = "update devices set guest = ? where device = ? and guest = ? returning device"
        return bool(await self.write(statement, to, device, guest))

    # --- codes

    async def save_codes(self, guest: str, kind: CodeKind, hashes: list[str], until: float) -> None:

        def job() -> Job[None]:
            yield Statement("delete from codes where guest = ? and kind = ?", (guest, kind))
            yield ManyStatement(insert("codes"), [(one, guest, kind, until) for one in hashes])

        await self.write_together(job())

    async def code_owner(self, hash: str, kind: CodeKind, now: float) -> str | None:
        query = "select guest from codes where hash = ? and kind = ? and until > ?"
        rows = await self.read(query, hash, kind, now)
        return rows[0][0] if rows else None

    async def redeem_code(self, hash: str, kind: CodeKind, now: float) -> str | None:

        def job() -> Job[str | None]:
            yield Statement("delete from codes where until <= ?", (now,))
            used = yield Statement("delete from codes where hash = ? returning guest, kind", (hash,))
            return next((guest for guest, meant in used if meant == kind), None)

        return await self.write_together(job())

    async def claim(self, hash: str, until: float, now: float) -> bool:
        statement = """insert into codes (hash, guest, kind, until) values (?, '', 'claim', ?)
                       on conflict (hash) do update set until = excluded.until where codes.until <= ? returning hash"""
        return bool(await self.write(statement, hash, until, now))

    async def claimed_until(self, hash: str) -> float:
        rows = await self.read("select until from codes where hash = ? and kind = 'claim'", hash)
        return float(rows[0][0]) if rows else 0.0

    async def unclaim(self, hash: str) -> None:
        await self.write("delete from codes where hash = ? and kind = 'claim'", hash)

    async def codes_left(self, guest: str, kind: CodeKind) -> int:
        query = "select count(*) from codes where guest = ? and kind = ?"
        return int((await self.read(query, guest, kind))[0][0])

    # --- passkeys

    async def passkey(self, id: bytes) -> StoredPasskey | None:
        query = f"select {columns_of(StoredPasskey)} from passkeys where id = ?"
        rows = await self.read(query, id)
        return StoredPasskey(*rows[0]) if rows else None

    async def passkeys(self, guest: str) -> list[StoredPasskey]:
        query = f"select {columns_of(StoredPasskey)} from passkeys where guest = ? order by made"
        return [StoredPasskey(*row) for row in await self.read(query, guest)]

    async def add_passkey(self, passkey: StoredPasskey) -> None:
        await self.write(insert("passkeys"), *astuple(passkey))

    async def use_passkey(self, passkey: StoredPasskey, count: int, now: float) -> bool:
        statement = "update passkeys set count = ?, used = ? where id = ? and count = ? returning id"
        return bool(await self.write(statement, count, now, passkey.id, passkey.count))

    async def drop_passkey(self, id: bytes, guest: str) -> bool:
        statement = "delete from passkeys where id = ? and guest = ? returning id"
        return bool(await self.write(statement, id, guest))

    # --- tokens

    async def token(self, hash: str) -> StoredToken | None:
        rows = await self.find(f"select {columns_of(StoredToken)} from tokens where hash = ?", hash)
        return read_token(rows[0]) if rows else None

    async def tokens(self, guest: str) -> list[StoredToken]:
        query = f"select {columns_of(StoredToken)} from tokens where guest = ? order by made"
        return [read_token(row) for row in await self.read(query, guest)]

    async def save_token(self, token: StoredToken) -> None:
        changed = "on conflict (hash) do update set seen = excluded.seen"
        row = msgspec.structs.replace(token, scopes=" ".join(token.scopes))
        await self.write(f"{insert('tokens')} {changed}", *astuple(row))

    async def drop_token(self, hash: str, guest: str) -> bool:
        return bool(await self.write("delete from tokens where hash = ? and guest = ? returning hash", hash, guest))

    # --- accounts

    async def seated_tables(self, guest: str) -> list[SeatedTable]:
        query = "select code, phase from sitting join tables on id = table_id where guest = ? order by changed desc"
        return [SeatedTable(*row) for row in await self.read(query, guest)]

    async def tables_with_running_clocks(self, guest: str) -> list[str]:
        query = """select distinct code from sitting join tables on id = sitting.table_id
                   join clocks on clocks.table_id = id where guest = ? and due is not null"""
        return [row[0] for row in await self.read(query, guest)]

    async def merge(self, gone: str, stays: str, device: StoredDevice) -> None:

        def job() -> Job[None]:
            for table_id, table in (yield from self.tables_of(gone)):
                seated = {seat.guest for seat in table.seats}
                if table.phase != "over" and {gone, stays} <= seated:
                    raise SharedTable(table.code)
                for seat in table.seats:
                    seat.guest = stays if seat.guest == gone else seat.guest
                    seat.invited = stays if seat.invited == gone else seat.invited
                table.host = stays if table.host == gone else table.host
                yield self.update_seats(table_id, table)
            yield Statement(FORGET_RATINGS, (gone, stays))
            for name in OWNED:
                yield Statement(f"update {name} set guest = ? where guest = ?", (stays, gone))
            yield Statement("update tokens set player = ? where player = ?", (stays, gone))
            yield Statement(UNRATE_OWN_GAMES, (stays,))
            for statement in REASSIGNMENTS:
                yield Statement(statement, (stays, gone, stays))
            yield Statement(MERGE_PROGRESS, (stays, gone))
            yield Statement(upsert("devices"), (device.device, stays, device.label, device.made, device.seen))
            for name in DROPPED_AT_MERGE:
                yield Statement(f"delete from {name} where guest = ?", (gone,))
            yield from replace_entrant(gone, merged_into(stays), stays)

        await self.write_together(job())

    async def delete_person(self, guest: StoredGuest, called: str) -> None:

        def job() -> Job[None]:
            for table_id, table in (yield from self.tables_of(guest.guest)):
                people = {table.host, *(seat.guest for seat in table.seats)} - {guest.guest, ""}
                if not people:
                    for name in tables_with("table_id"):
                        yield Statement(f"delete from {name} where table_id = ?", (table_id,))
                    yield Statement("delete from tables where id = ?", (table_id,))
                    continue
                left = StoredSeat("open") if table.phase == "lobby" else StoredSeat("bot", called)
                table.seats = [left if guest.guest in (seat.guest, seat.invited) else seat for seat in table.seats]
                table.host = min(people, default="") if table.host == guest.guest else table.host
                yield self.update_seats(table_id, table)
            yield Statement("update chat set name = ?, text = '', guest = '' where guest = ?", (called, guest.guest))
            yield from replace_entrant(guest.guest, deleted_as(called))
            for name in tables_with("guest"):
                yield Statement(f"delete from {name} where guest = ?", (guest.guest,))
            yield from purge_groups()

        await self.write_together(job())

    def update_seats(self, table_id: int, table: StoredTable) -> Statement:
        """Updates the owners of a table's seats without counting as a change of the game."""
        statement = f"update tables set kept = ? {self.database.clear_owner} where id = ?"
        return Statement(statement, (msgspec.json.encode(table), table_id))

    def tables_of(self, guest: str) -> Job[list[tuple[int, StoredTable]]]:
        """The tables at which a person sits, is invited or is the host; locked for update."""
        query = f"select id, kept from sitting join tables on id = table_id where guest = ? {self.database.row_lock}"
        rows = yield Statement(query, (guest,))
        return [(table_id, msgspec.json.decode(stored, type=StoredTable)) for table_id, stored in rows]

    async def prefs(self, guests: Collection[str]) -> dict[str, StoredPrefs]:
        wanted = list(guests)
        query = f"select guest, kept from prefs where guest in ({', '.join('?' * len(wanted))})"
        rows = await self.find(query, *wanted) if wanted else []
        return {guest: msgspec.json.decode(encoded, type=StoredPrefs) for guest, encoded in rows}

    async def save_prefs(self, guest: str, prefs: StoredPrefs) -> None:
        await self.write(upsert("prefs"), guest, msgspec.json.encode(prefs))

    # --- ratings, history, blocks, reports

    async def ratings(self, guest: str) -> list[StoredRating]:
        query = f"select {columns_of(StoredRating)} from ratings where guest = ? order by game"
        return [StoredRating(*row) for row in await self.read(query, guest)]

    async def program_ratings(self) -> list[ProgramRating]:
        query = f"""select coalesce(name, ''), game, mu, sigma, games from ratings
                    left join guests on guests.guest = ratings.guest where {IS_PROGRAM.format("ratings")}
                    order by mu desc"""
        return [ProgramRating(*row) for row in await self.read(query)]

    async def program_games(self, most: int) -> list[ProgramGame]:
        query = f"""select code, kept, at, seat, place from results join tables on id = table_id
                    where rated = 1 and {IS_PROGRAM.format("results")} order by at desc, table_id, seat limit ?"""
        found: dict[str, ProgramGame] = {}
        for code, kept, at, _, place in await self.read(query, most * MOST_SEATS):
            if code not in found:
                table = msgspec.json.decode(kept, type=StoredTable)
                found[code] = ProgramGame(code, table.game, table.seats, [], at)
            found[code].places.append(place)
        return [game for game in found.values() if len(game.places) == len(game.seats)][:most]

    async def history(self, guest: str, most: int = 100) -> list[FinishedGame]:
        query = """select code, kept, place, points, rated, at from results join tables on id = table_id
                   where guest = ? order by at desc limit ?"""
        rows = await self.read(query, guest, most)
        return [
            FinishedGame(code, msgspec.json.decode(stored, type=StoredTable), place, points, bool(rated), at)
            for code, stored, place, points, rated, at in rows
        ]

    async def companions(self, guest: str, most: int = 50) -> list[tuple[str, str, int]]:
        query = """select them.guest, coalesce(guests.name, ''), count(*) from sitting me
                   join sitting them on them.table_id = me.table_id and them.guest <> me.guest
                   join tables on tables.id = me.table_id and phase <> 'lobby'
                   left join guests on guests.guest = them.guest
                   where me.guest = ? group by them.guest, guests.name order by max(changed) desc limit ?"""
        return await self.read(query, guest, most)

    async def set_block(self, guest: str, other: str, how: str, on: bool) -> None:
        statement = f"{insert('shut')} on conflict do nothing"
        undone = "delete from shut where guest = ? and other = ? and how = ?"
        await self.write(statement if on else undone, guest, other, how)

    async def blocks_of(self, guest: str) -> set[tuple[str, str]]:
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

    async def save_notices(self, table_id: int, notices: list[StoredNotice], gone: list[str]) -> None:
        rows = [(*astuple(one), None) for one in notices]
        ended = [(table_id, guest) for guest in gone]

        def job() -> Job[None]:
            turn = "where table_id = ? and guest = ? and kind in ('turn', 'half', 'last')"
            yield ManyStatement(f"delete from notices {turn} and sent is null", ended)
            yield ManyStatement(f"update notices set kind = {PAST_KIND} {turn}", ended)
            same = "where guest = ? and table_id = ? and kind = ? and sent is not null"
            yield ManyStatement(f"update notices set kind = {PAST_KIND} {same}", [row[:3] for row in rows])
            yield ManyStatement(upsert("notices"), rows)

        await self.write_together(job())

    async def drop_notices(self, guest: str, table_id: int) -> None:
        mine = "where guest = ? and table_id = ? and kind not in ('half', 'last') and sent is null"
        await self.write(f"delete from notices {mine}", guest, table_id)

    async def notices_due(self, now: float, most: int = 100) -> list[NoticeDue]:
        query = f"""select guest, table_id, notices.kind, due, code, kept from notices join tables on id = table_id
                    where sent is null and due <= ? {self.database.own_tables} order by due limit ?"""
        rows = await self.read(query, now, most)
        return [
            NoticeDue(StoredNotice(*row[:4]), row[4], msgspec.json.decode(row[5], type=StoredTable)) for row in rows
        ]

    async def next_notice(self) -> float | None:
        query = "select min(due) from notices where sent is null"
        found: float | None = (await self.read(query))[0][0]
        return found

    async def add_deliveries(self, deliveries: Collection[StoredDelivery]) -> None:

        def job() -> Job[None]:
            yield ManyStatement(insert("deliveries"), [astuple(one) for one in deliveries])

        await self.write_together(job())

    async def mark_notice_sent(
        self, notice: StoredNotice, now: float, deliveries: Collection[StoredDelivery] = ()
    ) -> bool:
        statement = """update notices set sent = ? where guest = ? and table_id = ? and kind = ? and sent is null
                       returning kind"""
        past = "delete from notices where guest = ? and sent < ? and substr(kind, 1, 5) = 'past '"

        def job() -> Job[bool]:
            found = yield Statement(statement, (now, notice.guest, notice.table_id, notice.kind))
            yield Statement(past, (notice.guest, now - COUNTED_SECONDS))
            if found:
                yield ManyStatement(insert("deliveries"), [astuple(one) for one in deliveries])
            return bool(found)

        return await self.write_together(job())

    async def notices_sent_since(self, guest: str, since: float) -> int:
        query = "select count(*) from notices where guest = ? and sent > ?"
        return int((await self.read(query, guest, since))[0][0])

    async def webhooks(self, guest: str) -> list[StoredWebhook]:
        query = f"select {columns_of(StoredWebhook)} from webhooks where guest = ? order by made, id"
        return [read_webhook(row) for row in await self.read(query, guest)]

    async def add_webhook(self, webhook: StoredWebhook) -> None:
        row = msgspec.structs.replace(webhook, topics=" ".join(webhook.topics))
        await self.write(insert("webhooks"), *astuple(row))

    async def drop_webhook(self, guest: str, id: str) -> None:

        def job() -> Job[None]:
            yield Statement("delete from webhooks where id = ? and guest = ?", (id, guest))
            yield Statement("delete from deliveries where webhook = ? and guest = ?", (id, guest))

        await self.write_together(job())

    async def deliveries_due(self, now: float, most: int) -> list[DeliveryDue]:
        query = f"""select deliveries.id, deliveries.guest, webhook, table_id, deliveries.kind, due, tries,
                    webhooks.id, webhooks.guest, url, form, made, topics, tried, status, code, kept
                    from deliveries join webhooks on webhooks.id = webhook left join tables on tables.id = table_id
                    where due <= ? and (table_id = {NO_TABLE} or (tables.id is not null {self.database.own_tables}))
                    order by due limit ?"""
        return [
            DeliveryDue(
                StoredDelivery(*row[:7]),
                read_webhook(row[7:15]),
                row[15] or "",
                msgspec.json.decode(row[16], type=StoredTable) if row[16] else None,
            )
            for row in await self.read(query, now, most)
        ]

    async def note_delivery(self, webhook: str, status: int, at: float) -> None:
        await self.write("update webhooks set tried = ?, status = ? where id = ?", at, status, webhook)

    async def next_delivery(self) -> float | None:
        found: float | None = (await self.read("select min(due) from deliveries"))[0][0]
        return found

    async def claim_delivery(self, delivery: StoredDelivery, due: float) -> bool:
        statement = "update deliveries set due = ?, tries = tries + 1 where id = ? and tries = ? returning id"
        return bool(await self.write(statement, due, delivery.id, delivery.tries))

    async def drop_delivery(self, id: str) -> None:
        await self.write("delete from deliveries where id = ?", id)

    async def add_push(self, guest: str, push: StoredPush, most: int, now: float) -> None:
        row = (push.endpoint, guest, push.key, push.auth, now)
        newest = "select endpoint from pushes where guest = ? order by made desc limit ?"

        def job() -> Job[None]:
            yield Statement(upsert("pushes"), row)
            yield Statement(f"delete from pushes where guest = ? and endpoint not in ({newest})", (guest, guest, most))

        await self.write_together(job())

    async def pushes(self, guest: str) -> list[StoredPush]:
        query = f"select {columns_of(StoredPush)} from pushes where guest = ? order by made"
        return [StoredPush(*row) for row in await self.read(query, guest)]

    async def drop_push(self, guest: str, endpoint: str) -> None:
        statement = "delete from pushes where guest = ? and endpoint = ?"
        await self.write(statement, guest, endpoint)

    async def daily_results(self, guest: str) -> list[StoredDaily]:
        query = f"select {columns_of(StoredDaily)} from daily where guest = ? order by day, game"
        return [StoredDaily(*row) for row in await self.read(query, guest)]

    async def chat_lines_of(self, guest: str) -> list[tuple[str, float, str]]:
        query = "select code, at, text from chat join tables on id = table_id where guest = ? order by at"
        return await self.read(query, guest)


IS_PROGRAM = f"substr({{}}.guest, 1, {len(PROGRAM_PREFIX)}) = '{PROGRAM_PREFIX}'"
"""SQL for rows of programs."""
NO_TABLE = 0
"""In a delivery: it is not about a table."""
MOST_SEATS = max(game.max_seats for game in GAMES.values())
UNRATE_OWN_GAMES = """update results set rated = 0 where table_id in
             (select table_id from results where guest = ? group by table_id having count(*) > 1)"""
"""After a merge: games that a person turns out to have played against themselves are not rated."""
FORGET_RATINGS = """update game_statistics set mu = null, sigma = null where guest = ? and exists
             (select 1 from ratings where ratings.guest = ? and ratings.game = game_statistics.game)"""
"""Before a merge: the rating that is given up has no place in the history of the other one."""
OWNED = ("devices", "passkeys", "tokens", "webhooks", "deliveries", "pushes", "chat", "results", "game_statistics")
"""Tables whose rows a merge gives to the account that stays."""
MERGE_PROGRESS = """insert into progress select ?, game, lesson, code, done, at from progress where guest = ?
                 on conflict (guest, game, lesson) do update
                 set done = case when progress.done > excluded.done then progress.done else excluded.done end"""
"""After a merge: a lesson completed by either account is completed."""
DROPPED_AT_MERGE = (
    *("codes", "sitting", "progress", "daily", "notices", "ratings", "shut", "prefs", "guests"),
    *("here", "seeks", "quick_leaves", "statistics_settings", "league", "members"),
)
"""Tables whose rows of the account that a merge ends are deleted, after what is worth keeping was reassigned."""
PAST_KIND = "'past ' || kind || ' ' || sent"
"""SQL for the new kind of a sent notice when another of its kind follows, so that it counts for the hourly limit."""
COUNTED_SECONDS = 86400.0


def read_token(row: Sequence[Any]) -> StoredToken:
    key, guest, player, label, scopes, made, seen = row
    return StoredToken(key, guest, player, label, scopes.split(), made, seen)


def read_webhook(row: Sequence[Any]) -> StoredWebhook:
    key, guest, url, form, made, topics, tried, status = row
    return StoredWebhook(key, guest, url, form, made, topics.split(), tried, status)


def reassign(name: str, column: str, *key: str) -> str:
    """SQL that changes the owner of rows, except where the new owner has a row with the same `key` columns."""
    same = " and ".join(f"other_one.{part} = {name}.{part}" for part in key)
    has = f"select 1 from {name} other_one where other_one.{column} = ? and {same}"
    return f"update {name} set {column} = ? where {column} = ? and not exists ({has})"


REASSIGNMENTS = (
    reassign("sitting", "guest", "table_id"),
    reassign("ratings", "guest", "game"),
    reassign("shut", "guest", "other", "how"),
    reassign("shut", "other", "guest", "how"),
    reassign("daily", "guest", "day", "game"),
    reassign("quick_leaves", "guest", "table_id"),
    reassign("league", "guest", "week", "deal"),
    reassign("members", "guest", "group_code"),
)


def write_results(table_id: int, results: Collection[StoredResult], rate: Rate, now: float) -> Job[None]:
    """Inserts the results of a game, and updates the ratings if it was rated."""
    rows = [(table_id, one.seat, one.guest, one.game, one.place, one.points, one.rated, now) for one in results]
    yield ManyStatement(f"{insert('results')} on conflict do nothing", rows)
    rated = [one for one in results if one.rated]
    if not rated:
        return
    yield from update_ratings(
        [(one.guest, one.game, INITIAL_RATING) for one in rated], [one.place for one in rated], rate
    )


def update_ratings(
    rated: Collection[tuple[str, str, tuple[float, float]]], places: Collection[int], rate: Rate
) -> Job[None]:
    """Rates those who met, each a guest, a game and the rating of a newcomer."""
    known = []
    for guest, game, initial in rated:
        query = "select mu, sigma, games from ratings where guest = ? and game = ?"
        known += (yield Statement(query, (guest, game))) or [(*initial, 0)]
    after = rate([row[:2] for row in known], list(places))
    yield ManyStatement(
        upsert("ratings"),
        [(guest, game, *new, row[2] + 1) for (guest, game, _), new, row in zip(rated, after, known, strict=True)],
    )


def write_try(tried: StoredTry, rate: Rate, now: float) -> Job[None]:
    """Rates the first try at a puzzle as a game between guest and puzzle, and keeps in the progress what was missed:
    until it is solved at another table."""
    own, missed = (tried.guest, tried.game), MISSED + tried.puzzle
    query = "select lesson, code, done from progress where guest = ? and game = ? and lesson in (?, ?)"
    found = {lesson: (code, done) for lesson, code, done in (yield Statement(query, (*own, tried.puzzle, missed)))}
    missed_at, is_mended = found.get(missed, ("", 0))
    if is_mended or (tried.puzzle in found and found[tried.puzzle][1] and not missed_at):
        return
    if not tried.solved:
        yield Statement(upsert("progress"), (*own, missed, tried.code, 0, now))
    elif missed_at not in ("", tried.code):
        solve = "update progress set done = 1, at = ? where guest = ? and game = ? and lesson = ?"
        yield Statement(solve, (now, *own, missed))
    if not missed_at:
        guest, puzzle = (tried.guest, PUZZLES, INITIAL_RATING), (f"{tried.game} {tried.puzzle}", PUZZLES, tried.prior)
        yield from update_ratings([guest, puzzle], [1, 2] if tried.solved else [2, 1], rate)
