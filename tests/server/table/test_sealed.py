"""Sealed deals of live tables: published before, revealed after, checked from the record; and never known early."""

import asyncio
from pathlib import Path

import pytest
from helpers.tables import ANA, BOB, EVE, come, guest, open_table, read, tell
from helpers.visitor import QUICK
from msgspec.structs import replace

from meute.match import read_record, replay
from meute.match.deal import SealedDeal, is_secret, seal_of
from meute.match.verify import DealCheck, check_deal
from meute.server.messages.requests import (
    AgreeUndo,
    Claim,
    Contribute,
    Leave,
    Play,
    Rematch,
    Resign,
    SeatRequest,
    Start,
    TableRequest,
    Undo,
)
from meute.server.rate_limits import Caller
from meute.server.refusal import Refusal
from meute.server.registry import TableRegistry, opened
from meute.server.store.data_folder import back_up
from meute.server.store.models import StoredGuest
from meute.server.table import sealed
from meute.server.table.connection import Connection
from meute.server.table.daily import daily_sent, open_daily
from meute.server.table.sealed import day_after, new_ticket, secret_of, today
from meute.server.table.table import Table

CALLER = Caller("ana", "here")
OPEN = SeatRequest(kind="open")
HOST = SeatRequest(kind="guest")


def wanted(*seats: SeatRequest, game: str = "terres", **more: object) -> TableRequest:
    return TableRequest(game=game, seats=list(seats), **more)  # type: ignore[arg-type]


async def opened_by(registry: TableRegistry, asked: TableRequest, who: StoredGuest = ANA) -> Table:
    table = await registry.table(await registry.open_table(asked, who, CALLER))
    assert table is not None
    return table


async def started(registry: TableRegistry, *contributions: str, game: str = "terres") -> tuple[Table, list[Connection]]:
    """A table whose players have sat down in the lobby, with their contributions ("": none)."""
    people = [ANA, BOB, EVE][: len(contributions)]
    table = await opened_by(registry, wanted(HOST, *[OPEN] * (len(people) - 1), game=game))
    watchers = []
    for seat, (who, contribution) in enumerate(zip(people, contributions, strict=True)):
        watchers.append(await come(table, who))
        if seat:
            await tell(table, watchers[seat], Claim(seat=seat, name=who.name))
        if contribution:
            await tell(table, watchers[seat], Contribute(value=contribution))
    await tell(table, watchers[0], Start())
    assert table.room.stored.phase == "playing"
    return table, watchers


async def play(table: Table, watchers: list[Connection], most: int = 1 << 30) -> None:
    """Plays the first legal action of each seat, up to so many decisions."""
    match = table.room.match
    assert match is not None
    for _ in range(most):
        if match.is_over():
            return
        seat, step = match.seats_to_act()[0], len(match.steps)
        await tell(table, watchers[seat], Play(seat=seat, action=match.legal_texts(seat)[0], key=f"k{step}", step=step))


def check(table: Table, witnessed: SealedDeal | None = None) -> DealCheck:
    return check_deal(replay(read_record(table.record(ANA, CALLER))), witnessed)


def published(messages: list[dict[str, object]]) -> SealedDeal:
    """The last deal that was sent to a page."""
    deal = [message["deal"] for message in messages if message["is"] == "table"][-1]
    assert isinstance(deal, dict)
    return SealedDeal(deal["seal"], tuple(deal["contributions"]))


def everything(folder: Path) -> bytes:
    """All bytes of a folder but the server's key."""
    return b"".join(
        file.read_bytes() for file in folder.rglob("*") if file.is_file() and not file.name.endswith("secret")
    )


def test_a_live_game_is_sealed_and_reveals_nothing_before_its_end(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path / "data", QUICK) as registry:
            table, watchers = await started(registry, "a" * 64, "", "c" * 64, game="clan")
            code = table.room.stored.code
            secret = secret_of(registry.secret, code)
            messages = [message for watcher in watchers for message in read(watcher)]
            witnessed = published(messages)
            assert witnessed == SealedDeal(seal_of(secret), ("a" * 64, "", "c" * 64))
            await play(table, watchers, 12)
            await tell(table, watchers[1], Resign(seat=1))
            assert table.room.stored.phase == "playing"
            for ask in (table.record, table.deal_check):
                with pytest.raises(Refusal):
                    ask(ANA, CALLER)
            messages += [message for watcher in watchers for message in read(watcher)]
            in_folder = everything(tmp_path / "data")
            back_up(tmp_path / "data", tmp_path / "copy.sqlite3")
            in_backup = (tmp_path / "copy.sqlite3").read_bytes()
            for form in (secret.hex(), secret.hex().upper(), registry.secret.key.hex()):
                assert form not in str(messages)
            for raw in (secret, secret.hex().encode()):
                assert raw not in in_folder
                assert raw not in in_backup
            assert registry.secret.key.hex().encode() not in in_folder
            await tell(table, watchers[2], Resign(seat=2))
            done = check(table, witnessed)
            assert done == DealCheck("sealed", done.draws, done.draws, 2, [])
            sent = table.deal_check(EVE, CALLER)
            assert (sent.secret, len(sent.draws)) == (secret.hex(), done.draws)

    asyncio.run(scene())


def test_contributions_belong_to_their_seat_and_cannot_be_replaced(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table = await opened_by(registry, wanted(HOST, OPEN))
            ana, bob = await come(table, ANA), await come(table, BOB)
            await tell(table, bob, Contribute(value="b" * 64))
            assert read(bob)[-1]["code"] == "not_your_seat"
            await tell(table, bob, Claim(seat=1, name="Bob"))
            for bad in ("b" * 63, "B" * 64, "", "b" * 640):
                await tell(table, bob, Contribute(value=bad))
                assert read(bob)[-1]["code"] == "malformed"
            await tell(table, bob, Contribute(value="b" * 64))
            await tell(table, bob, Contribute(value="e" * 64))
            assert published(read(ana)).contributions == ("", "b" * 64)
            await tell(table, bob, Leave(seat=1))
            assert published(read(ana)).contributions == ("", "")
            await tell(table, ana, Start())
            await tell(table, ana, Contribute(value="a" * 64))
            assert read(ana)[-1]["code"] == "not_lobby"

    asyncio.run(scene())


def test_a_rematch_has_the_seal_that_was_published_before(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table, watchers = await started(registry, "a" * 64, "b" * 64)
            rematch_seal = read(watchers[0])[-1]["deal"]["rematch"]
            await tell(table, watchers[0], Resign(seat=0))
            await tell(table, watchers[0], Rematch(contribution="nonsense"))
            assert read(watchers[0])[-1]["code"] == "malformed"
            await tell(table, watchers[0], Rematch(contribution="1" * 64))
            await tell(table, watchers[1], Rematch(contribution="2" * 64))
            again = await registry.table(table.room.stored.rematch)
            assert again is not None
            sent = published(read(await come(again, ANA)))
            assert sent == SealedDeal(rematch_seal, ("2" * 64, "1" * 64))
            await tell(again, await come(again, ANA), Resign(seat=1))
            assert check(again, sent).is_proven()

    asyncio.run(scene())


def test_a_table_that_starts_at_once_publishes_its_seal_by_a_ticket(tmp_path: Path) -> None:
    now = 1_000_000.0

    async def scene() -> None:
        async with opened(tmp_path, replace(QUICK, now=lambda: now)) as registry:
            ticket = registry.deal_ticket()
            bot = SeatRequest(kind="bot", bot="random")
            asked = wanted(HOST, bot, start=True, ticket=ticket.ticket, contribution="a" * 64)
            table = await opened_by(registry, asked)
            witnessed = SealedDeal(ticket.seal, ("a" * 64, ""))
            with pytest.raises(Refusal):  # its secret may be known by now
                await opened_by(registry, asked)
            code = table.room.stored.code
            other = new_ticket(registry.secret, "othercode", now)
            late = new_ticket(registry.secret, "othercode", now - 10_000)
            for forged in (f"x{ticket.ticket}", other.replace("othercode", code), late, "", "..", "a.b.c", "a.9"):
                if forged:
                    with pytest.raises(Refusal):
                        await opened_by(registry, wanted(HOST, bot, start=True, ticket=forged, contribution="a" * 64))
            await tell(table, await come(table, ANA), Resign(seat=0))
            assert check(table, witnessed).is_proven()

    asyncio.run(scene())


def test_undone_chance_comes_again_and_the_deal_still_verifies(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table, watchers = await started(registry, "a" * 64, "b" * 64, game="wildlife")
            await play(table, watchers, 30)
            match = table.room.live_match()
            steps = list(match.steps)
            seat = next(seat for seat in (0, 1) if match.last_step_of(seat) >= 0)
            await tell(table, watchers[seat], Undo(seat=seat))
            await tell(table, watchers[1 - seat], AgreeUndo(seat=1 - seat, yes=True))
            assert len(match.steps) < len(steps)
            registry.release_table(table)
            table.close()
            reloaded = await registry.table(table.room.stored.code)
            assert reloaded is not None
            match = reloaded.room.live_match()
            for past in steps[len(match.steps) :]:
                if past.seat >= 0:
                    match.play(past.seat, past.action)
            assert [(past.seat, past.action) for past in match.steps] == [(past.seat, past.action) for past in steps]

    asyncio.run(scene())


def test_the_daily_deal_is_published_the_day_before_and_opened_the_day_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            day = today()
            before = daily_sent(registry.secret, day, {}, []).games[0]
            monkeypatch.setattr(sealed, "today", lambda: day_after(day))
            monkeypatch.setattr("meute.server.table.daily.today", lambda: day_after(day))
            table = await registry.table(await open_daily(registry, before.game, ANA))
            assert table is not None
            watcher = await come(table, ANA)
            witnessed = published(read(watcher))
            assert witnessed.seal == before.tomorrow
            assert witnessed.seal == daily_sent(registry.secret, day_after(day), {}, []).games[0].seal
            await tell(table, watcher, Resign(seat=0))
            assert check(table, witnessed).state == "closed"
            assert table.deal_check(ANA, CALLER).secret == ""
            monkeypatch.setattr(sealed, "today", lambda: day_after(day_after(day)))
            assert check(table, witnessed).is_proven()

    asyncio.run(scene())


def test_tables_of_an_older_version_keep_their_generator(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table = await open_table(registry, guest(ANA), guest(BOB))
            assert table.room.stored.deal is None
            registry.release_table(table)
            table.close()
            again = await registry.table("table")
            assert again is not None
            assert again.room.live_match().deal is None
            watcher = await come(again, ANA)
            assert read(watcher)[-1]["deal"] is None
            await tell(again, watcher, Resign(seat=0))
            assert check(again).state == "unsealed"
            assert (again.deal_check(ANA, CALLER).seal, again.deal_check(ANA, CALLER).secret) == ("", "")

    asyncio.run(scene())


def test_an_uploaded_record_keeps_its_deal_only_if_it_is_finished(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table, watchers = await started(registry, "a" * 64, "")
            await play(table, watchers, 3)
            await tell(table, watchers[1], Resign(seat=1))
            record = table.record(ANA, CALLER)
            assert is_secret(next(line for line in record.splitlines() if line.startswith("secret: "))[8:])
            copy = await registry.table(await registry.upload(record, EVE, CALLER))
            assert copy is not None
            assert copy.record(EVE, CALLER) == record
            assert check(copy).is_proven()
            begun = "\n".join(line for line in record.splitlines() if "result" not in line and "resigns" not in line)
            goes_on = await registry.table(await registry.upload(begun + "\n", EVE, CALLER))
            assert goes_on is not None
            assert goes_on.room.stored.phase == "lobby"
            assert goes_on.room.stored.deal is None
            assert not any(seat.contribution for seat in goes_on.room.stored.seats)
            until = table.record(ANA, CALLER, 40)
            assert "seal" not in until
            assert "secret" not in until

    asyncio.run(scene())
