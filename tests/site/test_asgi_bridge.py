"""The server without a network: requests, sockets, tasks and stored data are those of a real server."""

import asyncio
import json
import pickle
import random
import re
from pathlib import Path
from typing import Any

import pytest

from meute.games import GAMES
from meute.games.terres.names import card_text
from meute.games.terres.notation import cards_in
from meute.games.terres.state import Terres
from meute.match import Match, read_record, replay, write_record
from meute.server.settings import override
from meute.server.thinking.workers import WorkFailed
from meute.site import start
from meute.site.start import Engine
from meute.site.web_workers import do

CARD = re.compile(r"\b[nobrv][1-8]\b")


class Browser:
    """What a worker's script does, with a disk that may be full and hands that are at once ready."""

    def __init__(self) -> None:
        self.data = b""
        self.full = False
        self.lines: dict[int, asyncio.Queue[str | int]] = {}
        self.errands: list[tuple[str, bytes]] = []
        self.engine: Engine | None = None

    def open(self) -> Engine:
        self.engine = start.open_engine(self.data, self)
        return self.engine

    def tell(self, line: int, text: str) -> None:
        self.lines[line].put_nowait(text)

    def hangUp(self, line: int, code: int) -> None:  # noqa: N802
        self.lines[line].put_nowait(code)

    async def save(self, data: bytes) -> None:
        await asyncio.sleep(0)
        if self.full:
            raise OSError("no room")
        self.data = data

    def hand(self, who: str, number: int, errand: bytes) -> None:
        if number:
            self.errands.append((who, errand))
            engine = self.engine
            assert engine is not None
            asyncio.get_running_loop().call_soon(lambda: engine.heard(who, number, do(errand)))

    def replace(self, who: str) -> None:
        raise AssertionError(who)


@pytest.fixture
def browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Browser:
    """A browser that nobody has used."""
    monkeypatch.setattr(start, "FOLDER", tmp_path / "data")
    monkeypatch.setattr(start, "SINGLE_VISITOR", override(start.SINGLE_VISITOR, bots={"delay_seconds": (0.0, 0.0)}))
    return Browser()


async def ask(engine: Engine, path: str, body: Any = None) -> Any:
    """An answer of the server without an error."""
    text = body if isinstance(body, str) else "" if body is None else json.dumps(body)
    status, _, answer = await engine.ask("GET" if body is None else "POST", path, text, "fr")
    assert status == 200, answer
    return json.loads(answer) if answer.startswith((b"{", b"[")) else answer.decode()


async def sit_down(browser: Browser, engine: Engine, code: str, line: int) -> "asyncio.Queue[str | int]":
    """A socket at a table, on which somebody has said hello."""
    inbox = browser.lines[line] = asyncio.Queue()
    engine.connect(line, f"/socket/{code}", "fr")
    assert await inbox.get() == ""
    engine.hear(line, json.dumps({"do": "hello", "last": -1, "era": 0, "seat": None}))
    return inbox


async def play_whole(browser: Browser, engine: Engine, game: str) -> tuple[str, list[str]]:
    """A whole game of random legal actions against bots: its record and all messages."""
    others = [{"kind": "bot", "bot": "louveteau"}] * (GAMES[game].min_seats - 1)
    table = {"game": game, "seats": [{"kind": "guest"}, *others], "start": True}
    code = (await ask(engine, "/api/tables", table))["code"]
    inbox = await sit_down(browser, engine, code, 1)
    heard: list[str] = []
    chooser, step = random.Random(3), -1
    while True:
        answers = await inbox.get()
        assert isinstance(answers, str), answers
        heard.append(answers)
        message = json.loads(answers)
        assert message["is"] != "refused" or message["code"] in ("stale", "rules"), "others decide meanwhile"
        scene, asked = message.get("scene"), message.get("ask")
        if scene and scene["result"]:
            break
        if scene and asked and scene["step"] > step:
            step = scene["step"]
            action = chooser.choice(asked["choices"])["text"]
            play = {"do": "play", "seat": scene["seat"], "action": action, "step": step}
            engine.hear(1, json.dumps({**play, "key": f"move{step}"}))
    engine.leave(1)
    record: str = await ask(engine, f"/api/tables/{code}/record")
    return record, heard


@pytest.mark.parametrize("game", ["terres", "traces"])
def test_a_whole_game_and_its_record(browser: Browser, game: str) -> None:
    async def scene() -> None:
        record, _ = await play_whole(browser, browser.open(), game)
        assert replay(read_record(record)).result() == read_record(record).result
        assert {who for who, _ in browser.errands} == {"bots"}

    asyncio.run(scene())


def hands_at(match: Match, step: int) -> tuple[set[str], ...]:
    """The cards in both hands at a moment."""
    state = match.state_at(step)
    assert isinstance(state, Terres)
    return tuple({card_text(card) for card in cards_in(hand)} for hand in state.hands)


def test_nobody_is_told_what_his_seat_may_not_see(browser: Browser) -> None:
    async def scene() -> None:
        record, heard = await play_whole(browser, browser.open(), "terres")
        match = replay(read_record(record))
        for scene in filter(None, (json.loads(message).get("scene") for message in heard)):
            _, theirs = hands_at(match, scene["step"])
            assert not theirs & set(CARD.findall(json.dumps(scene)))
        decided = [n for n, step in enumerate(match.steps) if step.seat == 1]
        thoughts = [pickle.loads(errand)[1][0] for _, errand in browser.errands]
        assert len(thoughts) == len(decided)
        for step, thought in zip(decided, thoughts, strict=True):
            mine, _ = hands_at(match, step)
            assert not mine & set(CARD.findall(thought.position))

    asyncio.run(scene())


def test_what_was_kept_is_there_again_and_what_was_not_has_not_happened(browser: Browser) -> None:
    table = {"game": "terres", "seats": [{"kind": "here"}, {"kind": "here"}], "start": True}

    async def first() -> None:
        engine = browser.open()
        await ask(engine, "/api/me", {"name": "Ana", "language": "fr"})
        await ask(engine, "/api/tables", table)
        browser.full = True
        status, _, answer = await engine.ask("POST", "/api/tables", json.dumps(table), "fr")
        assert (status, json.loads(answer)["code"]) == (503, "store")
        assert len((await ask(engine, "/api/home"))["tables"]) == 1
        browser.full = False
        await ask(engine, "/api/tables", table)

    async def again() -> None:
        home = await ask(browser.open(), "/api/home")
        assert (home["guest"]["name"], len(home["tables"])) == ("Ana", 2)

    asyncio.run(first())
    asyncio.run(again())


def test_a_record_is_tried_elsewhere_and_a_wrong_one_refused(browser: Browser) -> None:
    match = Match("terres", ["Ana", "Bo"], seed=3)
    while not match.is_over():
        match.play(match.seats_to_act()[0], match.legal_texts(match.seats_to_act()[0])[0])

    async def scene() -> None:
        engine = browser.open()
        code = (await ask(engine, "/api/records", write_record(match.record())))["code"]
        assert await ask(engine, f"/api/tables/{code}/record")
        status, _, answer = await engine.ask("POST", "/api/records", "nothing of ours", "fr")
        assert status == 400, answer
        assert [who for who, _ in browser.errands] == ["advice", "advice"]

    asyncio.run(scene())


def test_a_socket_that_the_server_closes_leaves_no_task(browser: Browser) -> None:
    async def scene() -> None:
        engine = browser.open()
        code = await ask(engine, "/api/tables", {"game": "terres", "seats": [{"kind": "guest"}] * 2, "start": True})
        inbox = await sit_down(browser, engine, code["code"], 1)
        assert isinstance(await inbox.get(), str)
        engine.bridge.end(1, 1011)
        while inbox.get_nowait() != 1011:
            continue
        async with asyncio.timeout(60):
            await asyncio.gather(*engine.lines)

    asyncio.run(scene())


def test_a_worker_that_is_lost_leaves_nobody_waiting(browser: Browser) -> None:
    async def scene() -> None:
        engine = browser.open()
        browser.hand = lambda *_: None  # type: ignore[method-assign]
        lost = asyncio.create_task(engine.pools["advice"].run(len, "abc"))
        await asyncio.sleep(0)
        engine.lost("advice")
        with pytest.raises(WorkFailed):
            await lost

    asyncio.run(scene())
