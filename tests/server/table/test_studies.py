"""Records for studies: finished public games whose players all agree, without names."""

import asyncio
from pathlib import Path

import pytest
from helpers.visitor import Running, Visitor, running
from server.notifications.test_notifications import start

from meute.cli import main
from meute.match import read_record


def test_only_public_games_whose_players_agree_are_written_and_without_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def written(to: str) -> list[str]:
        with pytest.raises(SystemExit) as left:
            main(["studies", "--lang", "en", "--data", str(tmp_path / "data"), "--out", str(tmp_path / to)])
        assert not left.value.code, capsys.readouterr().err
        return [path.read_text(encoding="utf-8") for path in sorted((tmp_path / to).iterdir())]

    async def play(ana: Visitor, bob: Visitor, public: bool, to_the_end: bool = True) -> str:
        code = await start(ana, bob, public=public)
        async with ana.at(code, {}) as host, bob.at(code, {}) as guest:
            if to_the_end:
                await guest.say("resign", seat=1)
                while host.table["phase"] != "over":
                    await host.hear("table", "news")
        return code

    async def scene(server: Running) -> str:
        async with (
            Visitor(server, "Ombeline") as ana,
            Visitor(server, "Bartholo") as bob,
            Visitor(server, "Clotilde") as eve,
        ):
            assert not (await ana.get("/api/me"))["studies"]
            for one in (ana, bob):
                assert (await one.post("/api/me/studies", {"on": True}))["studies"]
            await play(ana, eve, public=True)
            await play(ana, bob, public=False)
            await play(ana, bob, public=True, to_the_end=False)
            code = await play(ana, bob, public=True)
            [text] = await asyncio.to_thread(written, "first")
            assert read_record(text).seats == ("player 1", "player 2")
            assert not any(word in text for word in ("Ombeline", "Bob", code, "seal"))
            await bob.post("/api/me/studies", {"on": False})
            assert await asyncio.to_thread(written, "second") == []
        return code

    with running(tmp_path / "data") as server:
        asyncio.run(scene(server))
    with pytest.raises(SystemExit) as left:
        main(["studies", "--lang", "en", "--data", str(tmp_path / "data"), "--out", str(tmp_path / "first")])
    assert left.value.code == 1
    assert "this folder exists" in " ".join(capsys.readouterr().err.split())
