"""The league of the week: the same sealed deals for all, each played once, and compared when it is played."""

import asyncio
from pathlib import Path

import pytest
from helpers.tables import ANA, BOB, EVE, come, tell
from helpers.visitor import QUICK
from server.table.test_daily import play_on

from meute.games import GAMES
from meute.server.messages.league import LeagueSent
from meute.server.messages.requests import Resign
from meute.server.refusal import Refusal
from meute.server.registry import TableRegistry, opened
from meute.server.settings import override
from meute.server.store.models import PAR, StoredGuest, StoredLeagueResult
from meute.server.table import league as module
from meute.server.table.league import DEALS, LISTED, compare, game_of, last_day, week_of
from meute.server.table.sealed import is_open
from meute.server.table.table import Table

FRESH = override(QUICK, league={"fresh_seconds": 0.0})


def test_weeks_are_those_of_iso_8601_and_end_on_sunday() -> None:
    assert week_of("2026-11-19") == week_of("2026-11-22") == "2026-W47"
    assert week_of("2027-01-03") == "2026-W53"
    assert last_day("2026-11-16") == last_day("2026-11-22") == "2026-11-22"
    assert [game_of(deal) for deal in range(1, DEALS + 1)].count("clan") == DEALS / len(GAMES) == 2


async def begin(registry: TableRegistry, who: StoredGuest, deal: int = 1) -> Table:
    table = await registry.table(await registry.league.open_deal(who, deal))
    assert table is not None
    return table


def test_all_play_the_same_sealed_deal_once_and_are_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with opened(tmp_path, FRESH) as registry:
            league = registry.league
            tables = [await begin(registry, who) for who in (ANA, BOB)]
            assert await league.open_deal(ANA, 1) == tables[0].room.stored.code, "one try"
            stored = [table.room.stored for table in tables]
            assert stored[0].deal is not None
            assert stored[1].deal is not None
            assert stored[0].deal.seal == stored[1].deal.seal == (await league.sent("ana")).deals[0].seal
            assert [seat.bot for seat in stored[0].seats] == [seat.bot for seat in stored[1].seats]
            watcher = await come(tables[0], ANA)
            await play_on(tables[0], watcher)
            before = await league.sent("bob")
            assert (before.deals[0].field, before.deals[0].players, before.deals[0].done) == ([], 1, False)
            with pytest.raises(Refusal, match="league"):
                await watch(registry, tables[0], "bob")
            await tell(tables[1], await come(tables[1], BOB), Resign(seat=0))
            own, other = await league.sent("ana"), await league.sent("bob")
            progress = await league.progress_sent("ana")
            assert (progress.done, progress.deals, progress.next) == (1, 10, 2)
            await watch(registry, tables[0], "bob")
            assert own.deals[0].done
            assert own.deals[0].beaten == 1
            assert other.deals[0].margin is None
            assert other.deals[0].field == [own.deals[0].margin]
            rows = [(row.rank, row.played, row.points, row.me) for row in other.rows]
            assert rows == [(1, 1, 1, False), (2, 1, 0, True)]
            assert not is_open(tables[0].room.stored), "the secret stays until the week is over"
            monkeypatch.setattr("meute.server.table.sealed.today", lambda: "2999-01-01")
            assert is_open(tables[0].room.stored)

    asyncio.run(scene())


async def watch(registry: TableRegistry, table: Table, guest: str) -> None:
    async def who() -> str:
        return guest

    await table.room.kind.check_watcher(registry.store, table.room.stored, who)


def test_the_week_before_stays_in_sight_and_a_new_week_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with opened(tmp_path, FRESH) as registry:
            monkeypatch.setattr(module, "today", lambda: "2026-11-19")
            await registry.store.save_guest(ANA)
            await registry.store.league.save(result("2026-W47", 3, ANA.guest, 5), 0.0)
            await registry.store.league.set_adjusted("2026-W47", 3, ANA.guest, 2.5)
            assert named(await registry.league.sent(EVE.guest)) == [(ANA.name, 1, 0.5, 2.5)]
            monkeypatch.setattr(module, "today", lambda: "2026-11-23")
            later = await registry.league.sent(EVE.guest)
            assert (named(later), [row.name for row in later.before]) == ([], [ANA.name])
            for deal in (0, DEALS + 1):
                with pytest.raises(Refusal, match="not_found"):
                    await registry.league.open_deal(ANA, deal)

    asyncio.run(scene())


def named(sent: LeagueSent) -> list[tuple[str, int, float, float | None]]:
    return [(row.name, row.played, row.points, row.adjusted) for row in sent.rows]


def result(week: str, deal: int, guest: str, margin: int) -> StoredLeagueResult:
    return StoredLeagueResult(week, deal, guest, game_of(deal), f"c{deal}{guest}", margin, 30)


def test_points_are_the_shares_of_others_that_were_beaten() -> None:
    rows = [(result("w", 1, guest, margin), guest) for guest, margin in (("a", 3), ("b", 3), ("c", -1), (PAR, 9))]
    rows.append((result("w", 2, "c", 0), "c"))
    found = {row.name: (row.rank, row.points) for row in compare(rows, 0.0).rows}
    assert found == {"a": (1, 0.75), "b": (1, 0.75), "c": (3, 0.5)}
    many = [(result("w", 1, f"g{n:03}", n), f"g{n:03}") for n in range(100)]
    week = compare(many, 0.0)
    assert sum(row.points for row in week.rows) == pytest.approx(50)
    assert len(week.rows) > LISTED
