"""The store: what it promises, and that kill -9 changes nothing."""

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.match import Match
from meute.server.past import restore, snapshot_of, standing_moves
from meute.server.store import FILE, MIGRATIONS, MoveKept, SeatKept, Standing, Store, StoreBusy, StoreFailed, TableKept
from meute.server.table import chance_after

BENCH = Path(__file__).parents[2] / "bench"


def kept(code: str = "a") -> TableKept:
    seats = [SeatKept("guest", "Ana", "", "ana"), SeatKept("bot", "Bob", "greedy")]
    return TableKept(code=code, word=code, game="terres", version=1, host="ana", seats=seats)


def test_one_wrong_job_does_not_harm_those_committed_with_it(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Store(tmp_path)
        store.open()
        place = await store.add_table(kept(), [], Standing())
        jobs = [store.append(place, n, [MoveKept("play", 0, n, "r2-N", key=f"k{n}")], Standing()) for n in (0, 1, 1, 2)]
        done = await asyncio.gather(*jobs, return_exceptions=True)
        assert [type(one) for one in done] == [type(None), type(None), StoreFailed, type(None)]
        with pytest.raises(StoreFailed):
            await store.append(place, 9, [MoveKept("play", 0, 9, "r3-N", key="k1")], Standing())
        loaded = await store.load("a")
        assert loaded is not None
        assert [move.key for move in loaded.moves] == ["k0", "k1", "k2"]
        await store.close()

    asyncio.run(scene())


def test_one_folder_has_one_server(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with pytest.raises(StoreBusy):
        Store(tmp_path)
    store.base.close()
    again = Store(tmp_path)
    assert again.base.execute("pragma user_version").fetchone() == (len(MIGRATIONS),)
    assert again.base.execute("pragma journal_mode").fetchone() == ("wal",)
    assert again.base.execute("pragma synchronous").fetchone() == (2,)
    again.base.close()


def test_an_old_store_is_brought_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(tmp_path).base.close()
    later = (*MIGRATIONS, "alter table guests add column colour text not null default ''")
    monkeypatch.setattr("meute.server.store.MIGRATIONS", later)
    Store(tmp_path).base.close()
    base = sqlite3.connect(tmp_path / FILE)
    assert base.execute("pragma user_version").fetchone() == (len(later),)
    assert base.execute("select colour from guests").fetchall() == []
    base.close()


def test_a_snapshot_opens_the_same_table_as_all_its_moves() -> None:
    rng = Generator(4)
    match = Match("terres", ["Ana", "Bob"], seed=4)
    moves = [MoveKept("start", chance=chance_after(match, 0))]
    snapshot = None
    while not match.is_over():
        seat, step = match.asked()[0], len(match.steps)
        action = match.state.random_action(seat, Choices(), rng)
        match.play(seat, action)
        text = match.game.codec.text(action)
        moves.append(MoveKept("play", seat, step, text, chance_after(match, step + 1)))
        if len(moves) == 20:
            snapshot = snapshot_of(match)
        told, quick = (restore(kept(), moves, shot) for shot in (None, snapshot))
        for one in (told, quick):
            assert one.game.write_position(one.state) == match.game.write_position(match.state)
            assert [event.numbers() for event in one.events] == [event.numbers() for event in match.events]
            assert one.steps == match.steps
    quick.go_back(30)
    assert quick.steps == match.steps[:30]


def test_a_way_back_takes_moves_away_and_others_follow() -> None:
    moves = [
        MoveKept("start", chance="x"),
        MoveKept("play", 0, 1, "a"),
        MoveKept("play", 1, 2, "b"),
        MoveKept("undo", 1, 2),
        MoveKept("play", 1, 2, "c"),
        MoveKept("undo", -1, 1),
        MoveKept("play", 0, 1, "d"),
    ]
    assert [move.action for move in standing_moves(moves)] == ["", "d"]


def test_kill_9_loses_nothing() -> None:
    told = subprocess.run(
        [sys.executable, BENCH / "durability.py", "--kills", "4", "--tables", "8"],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert told.returncode == 0, told.stdout + told.stderr
    assert "none lost, none doubled" in told.stdout
