"""`meute bot`: programs of every kind play on a real server; a bad one loses its seat and nothing else."""

import asyncio
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.visitor import QUICK, Running, Visitor, running
from server.http.test_tokens import make_token
from server.matchmaking.test_matchmaker import in_loop

from meute.cli import main
from meute.client import AsyncClient, Client
from meute.server.settings import override

BOTS = """
class First:
    def choose(self, view, rng, wanted):
        return view.legal_actions()[0]

class Broken:
    def choose(self, view, rng, wanted):
        raise ValueError("no idea")

class Liar:
    def choose(self, view, rng, wanted):
        return 10**6
"""
PROGRAMS = {
    "hangs.py": "import time; time.sleep(600)",
    "chats.py": "while True: print('wait')",
    "lies.py": """while input(): print('{"action": "none"}', flush=True)""",
    "ends.py": "",
}


def program_token(server: Running, name: str) -> str:
    async def made() -> str:
        async with Visitor(server, "Ana") as ana:
            return await make_token(ana, "read", "play", "tables", program=name)

    return asyncio.run(made())


@pytest.fixture
def client(server: Running) -> Iterator[Client]:
    with Client(server.url, program_token(server, "Luna")) as client:
        yield client


def bot(server: str, client: Client, *words: str) -> int:
    """Runs the command with the client's token; its exit code."""
    token = client.http.headers["authorization"].removeprefix("Bearer ")
    with pytest.raises(SystemExit) as left:
        main(["bot", "--server", server, "--token", token, *words])
    return int(left.value.code or 0)


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs in the working directory."""
    for name, source in {"bots_of_mine.py": BOTS, **PROGRAMS}.items():
        (tmp_path / name).write_text(source)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.usefixtures("bots")
def test_a_program_takes_a_seat_by_a_link(server: Running, client: Client) -> None:
    async def scene() -> None:
        async with Visitor(server, "Bob") as bob:
            code = await bob.new_table("guest", "open", start=False, programs=True)
            playing = asyncio.create_task(
                asyncio.to_thread(
                    bot, server.url, client, "bots_of_mine:First", "--table", f"{server.url}/table/{code}"
                )
            )
            async with bob.at(code, {}) as host:
                while [seat["program"] for seat in host.table["seats"]] != [False, True]:
                    await host.hear("table")
                await host.say("start")
                while host.table["phase"] != "playing":
                    await host.hear("table", "news")
                while await host.until_to_act():
                    await host.play()
            assert await playing == 0

    asyncio.run(scene())


@pytest.mark.usefixtures("bots")
@pytest.mark.parametrize(
    ("program", "told"),
    [
        (["--run", f"{sys.executable} hangs.py", "--seconds", "0.2"], "the program gave no answer within 0.2 seconds"),
        (["--run", f"{sys.executable} chats.py"], "the program wrote 1000 lines without an answer"),
        (["--run", f"{sys.executable} lies.py"], "action: “none” names no action"),
        (["--run", f"{sys.executable} ends.py"], "the program has ended"),
        (["bots_of_mine:Broken"], "the program failed: ValueError('no idea')"),
        (["bots_of_mine:Liar"], "the program failed"),
    ],
    ids=["hangs", "chats", "lies", "ends", "raises", "lies in Python"],
)
def test_a_bad_program_loses_its_seat(
    server: Running, client: Client, program: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = client.new_table("traces", bots=["louveteau", "louveteau"])
    assert bot(server.url, client, "--lang", "en", *program, "--games", "1") == 1
    assert f"{code}: {told}" in " ".join(capsys.readouterr().err.split())
    assert [seat.resigned for seat in client.turn(code).seats] == [True, False, False]


@pytest.mark.usefixtures("bots")
def test_what_is_missing_is_told(
    server: Running, client: Client, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(*words: str) -> str:
        with pytest.raises(SystemExit) as left:
            main(["bot", "--lang", "en", *words])
        assert left.value.code == 1
        return " ".join(capsys.readouterr().err.split())

    monkeypatch.setattr("meute.client.client.PAUSES", ())
    assert "MEUTE_TOKEN" in told("--server", server.url, "greedy")
    assert "http://" in told("--server", "meute.example", "--token", "x", "greedy")
    assert "does not answer" in told("--server", "http://127.0.0.1:1", "--token", "x", "greedy")
    monkeypatch.setenv("MEUTE_TOKEN", "meute_wrong")
    assert "token" in told("--server", server.url, "greedy")
    assert "makes no player" in told("--server", server.url, "bots_of_mine:None")
    assert "never" in told("--server", server.url, "never")


class Hours:
    """A wall clock that a test sets forward."""

    def __init__(self) -> None:
        self.forward = 0.0

    def __call__(self) -> float:
        return time.time() + self.forward


def test_the_ladder_pairs_rates_and_keeps_its_hourly_budget(tmp_path: Path) -> None:
    now = Hours()
    settings = override(QUICK, ladder={"games_per_hour": 1}, now=now)

    async def started(server: Running, clients: list[AsyncClient]) -> int:
        """How many ladder games have begun after both programs said that they are ready."""
        for client in clients:
            await client.waiting(["terres"], wait=0)
        await in_loop(server, server.registry.ladder.pair())
        return sum(server.registry.ladder.meetings.values())

    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana:
            tokens = [await make_token(ana, "read", "play", program=name) for name in ("Luna", "Rolf")]
            async with AsyncClient(server.url, tokens[0]) as luna, AsyncClient(server.url, tokens[1]) as rolf:
                assert (await ana.get("/api/programs"))["games"] == []
                assert await started(server, [luna, rolf]) == 1
                [table] = (await luna.waiting(wait=30)).tables or (await rolf.waiting(wait=30)).tables
                await asyncio.gather(*(play_to_the_end(client, table.code) for client in (luna, rolf)))
                assert await started(server, [luna, rolf]) == 1, "the budget of the hour is spent"
                [ladder] = (await ana.get("/api/programs"))["games"]
                assert ladder["game"] == "terres"
                assert sorted(row["name"] for row in ladder["rows"]) == ["Luna", "Rolf"]
                best, worst = ladder["rows"]
                assert best["rating"] > worst["rating"]
                for row in (best, worst):
                    assert row["low"] < row["rating"] < row["high"]
                    assert row["games"] == 1
                [latest] = ladder["latest"]
                assert latest["code"] == table.code
                assert latest["names"][latest["places"].index(1)] == best["name"]
                now.forward = 3600.0
                assert await started(server, [luna, rolf]) == 2

    with running(tmp_path, settings) as server:
        asyncio.run(scene(server))


async def play_to_the_end(client: AsyncClient, code: str) -> None:
    async for turn in client.turns(code):
        assert turn.ask is not None
        await client.play(turn, turn.ask.choices[0].text)
