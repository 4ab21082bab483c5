"""Export and deletion of everything stored about a person."""

import asyncio
import io
import zipfile
from typing import TYPE_CHECKING

import msgspec

from meute.match import write_record
from meute.server.guest_token import is_program
from meute.server.people.passkeys import handle_of
from meute.server.secret import Secret
from meute.server.store.models import LoadedTable, StoredGuest, StoredPrefs
from meute.server.store.ratings import displayed_rating
from meute.server.table.restore import restore
from meute.server.table.sealed import record_of
from meute.server.table.table import Table
from meute.text import catalogue

if TYPE_CHECKING:
    from meute.server.registry import TableRegistry

NO_LIMIT = 2**31 - 1


async def export(registry: "TableRegistry", guest: StoredGuest) -> bytes:
    """A zip file: personal data, the records of finished games, and the person's own views of running ones."""
    about = await personal_data(registry, guest)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("me.json", msgspec.json.format(msgspec.json.encode(about)))
        for seated in await registry.store.people.seated_tables(guest.guest):
            loaded = await registry.store.load(seated.code)
            if loaded is not None:
                for name, text in await asyncio.to_thread(table_files, registry.secret, loaded, guest.guest):
                    archive.writestr(name, text)
    return buffer.getvalue()


async def personal_data(registry: "TableRegistry", guest: StoredGuest) -> dict[str, object]:
    """Profile, devices, preferences, progress, results, ratings and chat lines of a person, for JSON."""
    people = registry.store.people
    prefs = (await people.prefs([guest.guest])).get(guest.guest, StoredPrefs())
    viewers = await registry.store.statistics.settings(guest.guest)
    return {
        "name": guest.name,
        "language": guest.language,
        "devices": [
            {"label": one.label, "made": one.made, "seen": one.seen} for one in await people.devices(guest.guest)
        ],
        "passkeys": [
            {"id": handle_of(one), "label": one.label, "made": one.made, "used": one.used}
            for one in await people.passkeys(guest.guest)
        ],
        "tokens": [
            {"label": one.label, "scopes": one.scopes, "made": one.made, "used": one.seen}
            for one in await people.tokens(guest.guest)
        ],
        "webhooks": [
            {"url": one.url, "form": one.form, "topics": one.topics} for one in await people.webhooks(guest.guest)
        ],
        "learnt": [
            {"game": one.game, "lesson": one.lesson, "done": one.done}
            for one in await registry.store.lessons(guest.guest)
        ],
        "dailies": [
            {"day": one.day, "game": one.game, "points": one.points, "margin": one.margin}
            for one in await people.daily_results(guest.guest)
        ],
        "league": [
            {"week": one.week, "deal": one.deal, "game": one.game, "points": one.points, "margin": one.margin}
            for one in await registry.store.league.results_of(guest.guest)
        ],
        "groups": [
            {"group": one.code, "name": one.name} for one, _ in await registry.store.groups.groups_of(guest.guest)
        ],
        "tournaments": [
            {"tournament": one.code, "name": one.name, "game": one.game, "phase": one.phase}
            for one in await registry.store.tournaments.tournaments_of(guest.guest, NO_LIMIT)
        ],
        "ratings": [
            {
                "game": one.game,
                "rating": displayed_rating(one.mu, one.sigma, one.games),
                "mu": one.mu,
                "sigma": one.sigma,
                "games": one.games,
            }
            for one in await people.ratings(guest.guest)
        ],
        "results": [
            {
                "table": one.code,
                "game": one.table.game,
                "place": one.place,
                "points": one.points,
                "rated": one.rated,
                "at": one.at,
            }
            for one in await people.history(guest.guest, NO_LIMIT)
        ],
        "statistics": [
            {
                "table": one.code,
                "plan": one.plan,
                "seconds": one.seconds,
                "thinking": one.thinking,
                "luck": one.luck,
                "luck_error": one.luck_error,
                "rating": None if one.mu is None else {"mu": one.mu, "sigma": one.sigma},
            }
            for game in await registry.store.statistics.counts(guest.guest)
            for one in await registry.store.statistics.played(guest.guest, game, NO_LIMIT)
        ],
        "statistics_viewers": viewers.viewers if viewers else "self",
        "in_leaderboards": bool(viewers and viewers.listed),
        "time_zone": prefs.zone,
        "quiet_hours": prefs.quiet,
        "studies": prefs.studies,
        "vacations": [{"begin": begin, "end": end} for begin, end in prefs.vacations],
        "notices": {"push": prefs.push, "mail": prefs.mail, "daily_mail": prefs.mail_on},
        "said": [{"table": code, "at": at, "text": text} for code, at, text in await people.chat_lines_of(guest.guest)],
    }


def table_files(secret: Secret, loaded: LoadedTable, guest: str) -> list[tuple[str, str]]:
    """(name, text) of a table's files. A record reveals hidden information, so a running game yields only own views."""
    table = loaded.table
    if table.phase == "lobby":
        return []
    match = restore(table, loaded.moves, loaded.snapshot)
    if table.phase == "over":
        return [(f"games/{table.game}-{table.code}.meute", write_record(record_of(secret, table, match)))]
    own = [number for number, seat in enumerate(table.seats) if seat.guest == guest and number not in match.resigned]
    return [(f"running/{table.game}-{table.code}-{seat + 1}.txt", match.view(seat).text()) for seat in own]


async def delete_person(registry: "TableRegistry", guest: StoredGuest) -> None:
    """Resigns all running games of a person and of their programs, then deletes them."""
    for token in await registry.store.people.tokens(guest.guest):
        if is_program(token.player):
            await delete_person(registry, StoredGuest(token.player, token.label, guest.language))
    seated_tables = await registry.store.people.seated_tables(guest.guest)
    for seated in seated_tables:
        if seated.phase == "playing":
            table = await registry.table(seated.code, force=True)
            if table is not None:
                await resign_all(table, guest.guest)
    name = catalogue(guest.language).entries["server.gone"]
    async with registry.unloaded([seated.code for seated in seated_tables]):
        await registry.store.people.delete_person(guest, name)
    registry.accounts.owners = {
        device: person for device, person in registry.accounts.owners.items() if person != guest.guest
    }
    await registry.disconnect_everywhere(guest.guest)


async def resign_all(table: Table, guest: str) -> None:
    """Resigns all seats of a guest in a running game with other players."""

    async def task(table: Table) -> None:
        others = any(seat.guest not in ("", guest) for seat in table.room.stored.seats)
        for seat in table.room.playable_seats(guest):
            if others and table.room.stored.phase == "playing":
                await table.resign(seat)

    await table.run_task(task)
