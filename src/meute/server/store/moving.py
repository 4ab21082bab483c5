"""From one database to another: everything is copied, read again and compared."""

import hashlib
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from meute.core.errors import BadInput
from meute.server.secret import Secret
from meute.server.store.file import FILE, LATEST
from meute.server.store.job import Ask, Base, Each, Job, Row
from meute.server.store.place import apart, is_address, opened

KEYS = {
    "guests": ("guest",),
    "tables": ("id",),
    "sitting": ("guest", "table_id"),
    "moves": ("table_id", "n"),
    "chat": ("table_id", "n"),
    "snapshots": ("table_id",),
    "curves": ("table_id",),
    "devices": ("device",),
    "passkeys": ("id",),
    "codes": ("hash",),
    "progress": ("guest", "game", "lesson"),
    "clocks": ("table_id", "seat"),
    "prefs": ("guest",),
    "notices": ("guest", "table_id", "kind"),
    "pushes": ("endpoint",),
    "daily": ("day", "game", "guest"),
    "results": ("table_id", "seat"),
    "ratings": ("guest", "game"),
    "shut": ("guest", "other", "how"),
    "reports": ("id",),
    "banned": ("guest",),
}
"""All that is kept, and what tells one row from the next."""
AT_ONCE = 500


def move(source: str, target: str) -> dict[str, int]:
    """Copies all that one place keeps to another that keeps nothing; how many rows of each kind there are."""
    return apart(moved(source, target))


async def moved(source: str, target: str) -> dict[str, int]:
    """The same, in a loop."""
    if not is_address(source) and not (Path(source) / FILE).is_file():
        raise BadInput("error.data_none", source)
    if source == target:
        raise BadInput("error.store_not_empty", target)
    folder = next((place for place in (target, source) if not is_address(place)), "")
    async with opened(source, alone=True) as old, opened(target, alone=True) as new:
        if (await new.read("select count(*) from tables"))[0][0] or (await new.read("select count(*) from guests"))[0][
            0
        ]:
            raise BadInput("error.store_not_empty", target)
        counts = {}
        for name in KEYS:
            async for rows in all_rows(old, name):
                await new.do(written(name, rows, is_address(target)))
        await new.write("update house set mark = ?", (await old.read("select mark from house"))[0][0])
        if is_address(target):
            await new.do(settled(Secret(Path(folder)).hash("store") if folder else ""))
        for name in KEYS:
            counts[name], digest = await digested(old, name)
            if (counts[name], digest) != await digested(new, name):
                raise BadInput("error.store_differs", target, table=name)
        return counts


@cache
def columns(name: str) -> list[str]:
    """The columns of what is kept, the same in every database; PostgreSQL has some of its own besides."""
    with closing(sqlite3.connect(":memory:")) as base:
        base.executescript(LATEST)
        return [f'"{row[1]}"' for row in base.execute(f"pragma table_info({name})")]


async def all_rows(base: Base, name: str) -> AsyncIterator[list[Row]]:
    """All rows, some at a time."""
    named, key = columns(name), KEYS[name]
    places = [named.index(f'"{part}"') for part in key]
    select = f"select {', '.join(named)} from {name}"
    order = f"order by {', '.join(key)} limit {AT_ONCE}"
    rows = await base.read(f"{select} {order}")
    while rows:
        yield rows
        after = f"where ({', '.join(key)}) > ({', '.join('?' * len(key))})"
        rows = await base.read(f"{select} {after} {order}", *(rows[-1][place] for place in places))


def written(name: str, rows: list[Row], numbered: bool) -> Job[None]:
    """Writes rows as they are, with their numbers."""
    named = columns(name)
    own = "overriding system value " if numbered and KEYS[name] == ("id",) and name != "passkeys" else ""
    yield Each(f"insert into {name} ({', '.join(named)}) {own}values ({', '.join('?' * len(named))})", rows)


def settled(secret: str) -> Job[None]:
    """What PostgreSQL knows besides: how many moves there are, which number is the next, and whose secret counts."""
    yield Ask("update tables set moves = (select count(*) from moves where table_id = id)")
    for name in ("tables", "reports"):
        last = f"select max(id) from {name}"
        yield Ask(f"select setval(pg_get_serial_sequence('{name}', 'id'), coalesce(({last}), 1), ({last}) is not null)")
    yield Ask("update house set secret = ?", (secret,))


async def digested(base: Base, name: str) -> tuple[int, int]:
    """How many rows there are, and the sum of their fingerprints, in whatever order they come."""
    count, total = 0, 0
    async for rows in all_rows(base, name):
        count += len(rows)
        total += sum(map(fingerprint, rows))
    return count, total % (1 << 64)


def fingerprint(row: Any) -> int:
    """A number that stands for a row."""
    return int.from_bytes(hashlib.blake2b(msgspec.msgpack.encode(row), digest_size=16).digest(), "big")
