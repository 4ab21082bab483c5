"""The data folder: whose it is, what cannot be used, and the way out and back in."""

import asyncio
import os
import re
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import msgspec
import pytest
from helpers.visitor import QUICK, Running, Visitor, running

from meute.cli import main
from meute.core.errors import BadInput
from meute.match import Match
from meute.server.secret import FILE as SECRET
from meute.server.settings import override
from meute.server.store.data_folder import FILE, OLD_SUFFIX, back_up, back_up_dated, connect, restore
from meute.server.store.models import StoredMove, StoredSeat, StoredTable, TableStatus, TableUpdate
from meute.server.store.schema import SQLITE_VERSION
from meute.server.store.sqlite import SqliteStore
from meute.server.table.connection import BROKEN
from meute.server.table.restore import chance_after
from meute.server.table.restore import restore as restored
from meute.text import LANGUAGES, catalogue

NOBODY = 65534
STORED = Path(__file__).parents[1] / "stored"
OLD_VERSIONS = re.split(r"-- version \d+\n", (STORED / "sqlite_versions.sql").read_text(encoding="utf-8"))[1:]
PAGE = 4096


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def problem_of(folder: Path) -> str:
    """Why a folder cannot be used, which must be one sentence in every language."""
    with pytest.raises(BadInput) as error:
        SqliteStore(folder).close_files()
    for language in LANGUAGES:
        sentence = catalogue(language).explain(error.value)
        assert "\n" not in sentence
        assert error.value.problem not in sentence
    return error.value.problem


@contextmanager
def unprivileged() -> Iterator[None]:
    """As somebody whom the system's permissions bind."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def fill(folder: Path, *codes: str) -> None:
    async def scene() -> None:
        store = SqliteStore(folder)
        store.open()
        for code in codes:
            table = StoredTable(code=code, word=code, game="terres", version=1, host="a", seats=[StoredSeat("open")])
            await store.add_table(table, TableUpdate([StoredMove("start")], TableStatus()))
        await store.close()

    asyncio.run(scene())


def codes_in(file: Path) -> set[str]:
    base = sqlite3.connect(file)
    found = {row[0] for row in base.execute("select code from tables")}
    base.close()
    return found


def test_a_data_folder_is_closed_to_others(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "data"
    store = SqliteStore(folder)
    assert mode(folder) == 0o700
    assert {mode(entry) for entry in folder.iterdir()} == {0o600}
    assert (folder / f"{FILE}-wal").exists()
    store.close_files()
    folder.chmod(0o755)
    (folder / FILE).chmod(0o644)
    SqliteStore(folder).close_files()
    assert (mode(folder), mode(folder / FILE)) == (0o700, 0o600)


def test_a_folder_that_holds_other_things_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "photo").touch()
    tmp_path.chmod(0o755)
    SqliteStore(tmp_path).close_files()
    assert (mode(tmp_path), mode(tmp_path / FILE)) == (0o755, 0o600)


def test_one_folder_has_one_server(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    assert problem_of(tmp_path) == "error.data_in_use"
    with pytest.raises(BadInput, match=r"error\.data_in_use"):
        restore(backed_up(tmp_path), tmp_path)
    store.close_files()
    again = SqliteStore(tmp_path)
    assert again.connection.execute("pragma user_version").fetchone() == (SQLITE_VERSION,)
    assert again.connection.execute("pragma journal_mode").fetchone() == ("wal",)
    assert again.connection.execute("pragma synchronous").fetchone() == (2,)
    again.close_files()


def backed_up(folder: Path) -> Path:
    target = folder.with_name(f"{folder.name}.copy")
    back_up(folder, target)
    return target


def test_a_store_of_every_older_version_is_read(tmp_path: Path) -> None:
    """Its games go on, its chat is sent, and its table is in its guest's list."""
    match = Match("terres", ["Ana", "Bob"], seed=3)
    started = chance_after(match, 0)
    seat = match.seats_to_act()[0]
    match.play(seat, match.legal_texts(seat)[0])
    move = (seat, len(match.steps) - 1, match.game.codec.text(match.steps[-1].action))
    seats = [StoredSeat("guest", "Ana", "", "ana"), StoredSeat("guest", "Bob", "", "bob")]
    stored = StoredTable(code="c", word="w", game="terres", version=1, host="ana", seats=seats, phase="playing")
    assert len(OLD_VERSIONS) == SQLITE_VERSION, "a new version adds its older schema to the kept ones"
    for version in range(1, len(OLD_VERSIONS) + 1):
        folder = tmp_path / str(version)
        folder.mkdir()
        base = sqlite3.connect(folder / FILE)
        for script in OLD_VERSIONS[:version]:
            base.executescript(script)
        base.execute(
            "insert into tables (id, code, word, game, phase, changed, kept, asked, progress) "
            "values (7, 'c', null, 'terres', 'playing', 1.0, ?, '[]', 'null')",
            (msgspec.json.encode(stored),),
        )
        base.execute("insert into guests values ('ana', 'Ana', 'fr', 1.0)")
        base.execute("insert into sitting values ('ana', 7)")
        base.execute("insert into moves values (7, 0, 'start', -1, 0, '', ?, '', 1.0)", (started,))
        base.execute("insert into moves values (7, 1, 'play', ?, ?, ?, '', 'key', 1.0)", move)
        columns = len(base.execute("pragma table_info(chat)").fetchall())
        said = (7, 0, "Ana", 0, "ouh", 1.0, "ana")[:columns]
        base.execute(f"insert into chat values ({', '.join('?' * columns)})", said)
        base.execute("insert into snapshots values (7, ?)", (msgspec.msgpack.encode(match.snapshot()),))
        base.execute(f"pragma user_version = {version}")
        base.commit()
        base.close()
        asyncio.run(read_old(folder, match))
        with closing(connect(folder / FILE)) as base, closing(connect(Path(":memory:"))) as new:
            assert structure(base) == structure(new)
            assert base.execute("pragma user_version").fetchone() == (SQLITE_VERSION,)


def structure(base: sqlite3.Connection) -> dict[str, list[tuple[object, ...]]]:
    """The columns of every table and index, and which rows an index holds."""
    every = base.execute(
        "select name, tbl_name, type, substr(sql, instr(sql, ' where ')) from sqlite_master"
    ).fetchall()
    described = {
        name: base.execute(f"pragma table_info({name})").fetchall() for name, _, kind, _ in every if kind == "table"
    }
    described["house"] = [row[1:2] for row in described["house"]]
    for name, table, kind, held in every:
        if kind == "index":
            unique = [row[2:] for row in base.execute(f"pragma index_list({table})") if row[1] == name]
            described[name] = [(table, held), *unique, *base.execute(f"pragma index_info({name})")]
    return described


async def read_old(folder: Path, match: Match) -> None:
    store = SqliteStore(folder)
    store.open()
    loaded = await store.load("c")
    assert loaded is not None
    assert [line.text for line in loaded.chat] == ["ouh"]
    assert [one.device for one in await store.people.devices("ana")] == (["ana"] if int(folder.name) < 6 else [])
    assert [line.table.code for line in await store.table_summaries("ana")] == ["c"]
    assert loaded.snapshot == match.snapshot()
    for snapshot in (None, loaded.snapshot):
        again = restored(loaded.table, loaded.moves, snapshot)
        assert again.game.write_position(again.state) == match.game.write_position(match.state)
    await store.append(loaded.id, 2, TableUpdate([StoredMove("undo", step=0)], TableStatus(), afresh=True))
    await store.close()


def test_a_store_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    SqliteStore(tmp_path).close_files()
    with closing(sqlite3.connect(tmp_path / FILE)) as base:
        base.execute(f"pragma user_version = {SQLITE_VERSION + 1}")
    assert problem_of(tmp_path) == "error.data_newer"


def test_a_read_only_folder() -> None:
    place = Path(tempfile.mkdtemp())
    try:
        place.chmod(0o755)
        (place / "data").mkdir(mode=0o555)
        with unprivileged():
            assert problem_of(place / "data") == "error.data_read_only"
            assert problem_of(place / "data" / "deeper") == "error.data_read_only"
    finally:
        shutil.rmtree(place)


def test_a_file_instead_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a folder")
    assert problem_of(tmp_path / "data") == "error.data_not_folder"
    assert problem_of(tmp_path / "data" / "deeper") == "error.data_not_folder"


def test_a_damaged_database(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database at all" * 100)
    assert problem_of(tmp_path) == "error.data_damaged"
    (tmp_path / FILE).unlink()
    fill(tmp_path, "a")
    whole = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(whole[:100] + b"\xff" * 4000 + whole[4100:])
    assert problem_of(tmp_path) == "error.data_damaged"


def test_the_command_says_it_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "data").write_text("not a folder")
    with pytest.raises(SystemExit) as left:
        main(("serve", "--lang", "en", "--port", "0", "--data", str(tmp_path / "data")))
    assert left.value.code == 1
    said = capsys.readouterr().err
    assert "this is not a folder" in " ".join(said.split())
    assert "Traceback" not in said


def test_a_backup_is_made_while_people_play_and_comes_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite3"

    async def scene(server: Running) -> str:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table()
            async with ana.at(code, {"seat": 0}) as seat:
                await seat.until_to_act()
                await seat.play()
                command("backup", str(copy), "--data", str(data))
                later = await ana.new_table()
                assert later != code
        return code

    with running(data) as server:
        code = asyncio.run(scene(server))
        assert "1 table copied" in capsys.readouterr().out
        assert mode(copy) == 0o600
        assert codes_in(copy) == {code}
        assert command("restore", str(copy), "--data", str(data)) == 1
        assert "already uses" in " ".join(capsys.readouterr().err.split())
    again = tmp_path / "again.sqlite3"
    assert command("backup", str(again), "--data", str(data)) == 0
    assert "replaced" not in capsys.readouterr().err
    assert command("backup", str(again), "--data", str(data)) == 0
    assert "replaced" in capsys.readouterr().err
    assert command("restore", str(copy), "--data", str(data)) == 0
    assert "1 table restored" in " ".join(capsys.readouterr().out.split())
    assert len(codes_in(data / f"{FILE}{OLD_SUFFIX}")) == 2
    with running(data) as server:
        assert server.registry.store is not None
        assert codes_in(data / FILE) == {code}


def test_a_backup_brings_the_secret_along(tmp_path: Path) -> None:
    """Recovery codes hold where it is restored, and the restored database says nothing of it."""
    data, elsewhere = tmp_path / "data", tmp_path / "elsewhere"

    async def codes(server: Running) -> list[str]:
        async with Visitor(server, "Ana") as ana:
            return list((await ana.post("/api/recovery", {}))["codes"])

    async def recovered(server: Running, code: str) -> str:
        async with Visitor(server) as new:
            return str((await new.post("/api/recovery/use", {"code": code}))["guest"]["name"])

    with running(data) as server:
        code = asyncio.run(codes(server))[0]
    with running(elsewhere):
        own = (elsewhere / SECRET).read_text()
    restore(backed_up(data), elsewhere)
    assert (elsewhere / f"{SECRET}{OLD_SUFFIX}").read_text() == own
    assert mode(elsewhere / SECRET) == 0o600
    assert (elsewhere / SECRET).read_bytes().strip() not in (elsewhere / FILE).read_bytes()
    with running(elsewhere) as server:
        assert asyncio.run(recovered(server, code)) == "Ana"


def test_dated_copies_are_kept_beside_each_other_and_the_oldest_deleted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, copies = tmp_path / "data", tmp_path / "copies"
    fill(data, "a", "b")
    copies.mkdir()
    older = [copies / f"meute-2026010{n}T043000Z.sqlite3" for n in (1, 2, 3)]
    foreign = [copies / name for name in ("games.sqlite3", "meute-20260101T043000Z.sqlite3.part", "meute-old.sqlite3")]
    for file in (*older, *foreign):
        file.write_bytes(b"old")
    (copies / "meute-20250101T043000Z.sqlite3").symlink_to(foreign[0])
    assert command("backup", str(copies), "--data", str(data)) == 0
    assert all(file.exists() for file in older), "nothing is deleted unless --keep says so"
    for file in set(copies.glob("meute-*Z.sqlite3")) - {*older}:
        if not file.is_symlink():
            file.rename(copies / "meute-20260104T043000Z.sqlite3")
    assert command("backup", str(copies), "--keep", "3", "--data", str(data)) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "2 older copies deleted" in said
    left = sorted(file.name for file in copies.glob("meute-2026*Z.sqlite3"))
    assert left[:2] == ["meute-20260103T043000Z.sqlite3", "meute-20260104T043000Z.sqlite3"]
    assert codes_in(copies / left[2]) == {"a", "b"}
    assert mode(copies / left[2]) == 0o600
    assert all(file.exists() for file in foreign)
    assert (copies / "meute-20250101T043000Z.sqlite3").is_symlink()


def test_the_newest_copy_stays_whatever_the_clock_said_before(tmp_path: Path) -> None:
    data, copies = tmp_path / "data", tmp_path / "copies"
    fill(data, "a")
    first = back_up_dated(data, copies, 1).file
    assert mode(copies) == 0o700
    future = first.rename(copies / "meute-29990101T000000Z.sqlite3")
    copy = back_up_dated(data, copies, 1)
    assert copy.deleted == 1
    assert [*copies.iterdir()] == [copy.file]
    assert copy.file != future


def test_nothing_is_deleted_where_a_copy_is_far_smaller_than_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, copies = tmp_path / "data", tmp_path / "copies"
    fill(data, "a")
    copies.mkdir()
    before = copies / "meute-20260101T043000Z.sqlite3"
    before.write_bytes(bytes(100 * (data / FILE).stat().st_size))
    assert command("backup", str(copies), "--keep", "1", "--data", str(data)) == 0
    assert "no copy was deleted" in " ".join(capsys.readouterr().err.split())
    assert before.exists()
    assert command("backup", str(copies), "--keep", "-1", "--data", str(data)) == 1


def command(*words: str) -> int:
    with pytest.raises(SystemExit) as left:
        main((*words, "--lang", "en"))
    return int(left.value.code or 0)


def test_nothing_is_restored_that_is_not_a_whole_copy(tmp_path: Path) -> None:
    data = tmp_path / "data"
    fill(data, "a", "b")
    whole = backed_up(data).read_bytes()
    for wrong, problem in (
        (b"", "error.data_damaged"),
        (b"no database" * 500, "error.data_damaged"),
        (whole[:-5000], "error.data_damaged"),
        (whole[:PAGE] + b"\xff" * PAGE + whole[2 * PAGE :], "error.data_damaged"),
    ):
        (tmp_path / "wrong").write_bytes(wrong)
        with pytest.raises(BadInput) as error:
            restore(tmp_path / "wrong", data)
        assert (error.value.problem, error.value.where) == (problem, str(tmp_path / "wrong"))
    for file, folder, problem in (
        (tmp_path / "nowhere", data, "error.backup_none"),
        (data, data, "error.backup_none"),
    ):
        with pytest.raises(BadInput, match=problem):
            restore(file, folder)
    with pytest.raises(BadInput, match=r"error\.data_none"):
        back_up(tmp_path / "empty", tmp_path / "copy")
    with pytest.raises(BadInput, match=r"error\.backup_itself"):
        back_up(data, data / FILE)
    with pytest.raises(BadInput, match=r"error\.data_unusable"):
        back_up(data, tmp_path / "no" / "such" / "folder")
    assert codes_in(data / FILE) == {"a", "b"}
    assert sorted(entry.name for entry in data.iterdir() if "new" in entry.name or "part" in entry.name) == []


def test_a_full_disk_is_told_until_there_is_room(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """SQLite is given no more pages, as a disk would; what is asked meanwhile is refused without a traceback."""

    async def scene(server: Running) -> None:
        base = server.registry.store.connection  # type: ignore[attr-defined]
        ready = f"http://{server.app.settings.cluster.private_address}/readyz"

        async def pages(most: int) -> None:
            async def limit() -> None:
                base.execute(f"pragma max_page_count = {most}")

            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(limit(), server.loop))

        async with Visitor(server, "Ana") as ana, httpx.AsyncClient(timeout=60) as operator:
            assert (await operator.get(ready)).text == "ready\n"
            code = await ana.new_table()
            await pages(1)
            while await ana.new_table() != "store":
                pass
            answer = await operator.get(ready)
            assert answer.status_code == 503
            assert "the store refuses writes: database or disk is full" in answer.text
            async with ana.at(code, {}) as seat:
                while (await seat.ask("say", "said", "refused", text="ouh " * 100))["is"] == "said":
                    pass
                assert seat.raw[-1].startswith('{"is":"refused","code":"store"')
                assert (await seat.closing())[0] == BROKEN
            await pages(1_000_000)
            assert (await operator.get(ready)).text == "ready\n"

    with running(tmp_path, override(QUICK, cluster={"private_address": "127.0.0.1:0"})) as server:
        asyncio.run(scene(server))
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []
