"""All that is kept of a person: to take along, or to be forgotten."""

import asyncio
import io
import zipfile
from typing import TYPE_CHECKING

import msgspec

from meute.match import write_record
from meute.server.people.passkeys import handle_of
from meute.server.restore import restore
from meute.server.store import GuestKept, Loaded
from meute.server.table import Table
from meute.text import catalogue

if TYPE_CHECKING:
    from meute.server.house import House


async def export(house: "House", guest: GuestKept) -> bytes:
    """A zip file: who I am, what I learnt and said, the records of finished games, and of others what I see of them."""
    people = house.store.people
    about = {
        "name": guest.name,
        "language": guest.language,
        "devices": [
            {"label": one.label, "made": one.made, "seen": one.seen} for one in await people.devices(guest.guest)
        ],
        "passkeys": [
            {"id": handle_of(one), "label": one.label, "made": one.made, "used": one.used}
            for one in await people.passkeys(guest.guest)
        ],
        "learnt": [
            {"game": one.game, "lesson": one.lesson, "done": one.done} for one in await house.store.lessons(guest.guest)
        ],
        "dailies": [
            {"day": one.day, "game": one.game, "points": one.points, "margin": one.margin}
            for one in await people.dailies(guest.guest)
        ],
        "said": [{"table": code, "at": at, "text": text} for code, at, text in await people.said(guest.guest)],
    }
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("me.json", msgspec.json.format(msgspec.json.encode(about)))
        for sitting in await people.sittings(guest.guest):
            loaded = await house.store.load(sitting.code)
            if loaded is not None:
                for name, text in await asyncio.to_thread(told, loaded, guest.guest):
                    packed.writestr(name, text)
    return whole.getvalue()


def told(loaded: Loaded, guest: str) -> list[tuple[str, str]]:
    """The files of one table; a record tells all secrets, so of a running game there are only own views."""
    table = loaded.table
    if table.phase == "lobby":
        return []
    match = restore(table, loaded.moves, loaded.snapshot)
    if table.phase == "over":
        return [(f"games/{table.game}-{table.code}.meute", write_record(match.record()))]
    own = [number for number, seat in enumerate(table.seats) if seat.guest == guest and number not in match.resigned]
    return [(f"running/{table.game}-{table.code}-{seat + 1}.txt", match.view(seat).text()) for seat in own]


async def forget(house: "House", guest: GuestKept) -> None:
    """Leaves every table cleanly, and then removes the person."""
    sittings = await house.store.people.sittings(guest.guest)
    for sitting in sittings:
        if sitting.phase == "playing":
            table = await house.table(sitting.code, force=True)
            if table is not None:
                await leave(table, guest.guest)
    called = catalogue(guest.language).entries["server.gone"]
    async with house.laid_aside([sitting.code for sitting in sittings]):
        await house.store.people.forget(guest, called)
    house.people.known = {one: person for one, person in house.people.known.items() if person != guest.guest}
    await house.send_away(guest.guest)


async def leave(table: Table, guest: str) -> None:
    """Gives every seat up that somebody has at a running game of others, who play on."""

    async def errand(table: Table) -> None:
        others = any(seat.guest not in ("", guest) for seat in table.room.kept.seats)
        for seat in table.room.mine(guest):
            if others and table.room.kept.phase == "playing":
                await table.resign(seat)

    await table.commission(errand)
