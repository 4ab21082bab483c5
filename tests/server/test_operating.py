"""The operator: a settings file, people, reports, and a look at what does not work."""

import asyncio
import re
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

import pytest
from helpers.push_service import mail_server
from helpers.visitor import QUICK, Running, Visitor, running
from server.notifications.test_notifications import play_all, start

from meute.cli import main
from meute.core.errors import BadInput
from meute.server import config_file
from meute.server.config_file import diagnose, read_settings
from meute.server.settings import LimitSettings, Rate, Retention, override
from meute.server.store.operator import reports
from meute.server.table.connection import GOING_AWAY, REMOVED
from meute.text import catalogue

FILE = """
[mail]
host = "127.0.0.1"
port = {port}
security = "none"
sender = "meute@example.org"
{more}
[push]
contact = "mailto:ana@example.org"
"""


@dataclass
class Answer:
    """What somebody outside answers."""

    headers: dict[str, str]

    def close(self) -> None:
        pass


def command(*words: str) -> int:
    with pytest.raises(SystemExit) as left:
        main(("--lang", "en", *words))
    return int(left.value.code or 0)


def test_settings_come_from_a_file_that_keeps_its_password(tmp_path: Path) -> None:
    file = tmp_path / "meute.toml"
    file.write_text(FILE.format(port=25, more=""))
    read = read_settings(file, http={"public_url": "https://meute.test"})
    assert read.mail is not None
    assert (read.mail.port, read.push.contact, read.http.public_url) == (
        25,
        "mailto:ana@example.org",
        "https://meute.test",
    )
    file.write_text(FILE.format(port=25, more='password = "secret"'))
    file.chmod(0o644)
    with pytest.raises(BadInput, match=r"error\.settings_open"):
        read_settings(file)
    file.chmod(0o600)
    assert read_settings(file).mail is not None
    for wrong, problem, place in (
        ("[mail]\nhost = 3", "toml_type", ", mail.host"),
        ('[mail]\nhost = "here"', "toml_missing", ", mail"),
        ("[push]\nhots = []", "toml_field", ", push"),
        ('[mail]\nhost = "a"\nsender = "a"\nsecurity = "any"', "toml_value", ", mail.security"),
        ("no toml at all =", "toml", ""),
    ):
        file.write_text(wrong)
        with pytest.raises(BadInput) as refused:
            read_settings(file)
        assert (refused.value.problem, refused.value.where) == (f"error.{problem}", f"{file}{place}")
        told = catalogue("fr").explain(refused.value)
        assert problem == "toml_value" or not {"Invalid", "Expected", "Object"} & set(told.split())
    with pytest.raises(BadInput, match=r"error\.file_missing"):
        read_settings(tmp_path / "nowhere.toml")


SECTIONS = """
[http]
public_url = "https://Two.test"
proxies = ["10.0.0.1"]
[limits.hints]
burst = 9
each_second = 1
[store.retention]
lobby_days = 2
"""


def test_every_section_can_be_set_and_options_go_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "meute.toml"
    file.write_text(SECTIONS)
    read = read_settings(file, http={"public_url": "", "proxies": ["10.0.0.2"]})
    assert (read.http.public_url, read.http.proxies) == ("https://two.test", ("10.0.0.2",))
    assert (read.limits.hints, read.limits.requests) == (Rate(9, 1), LimitSettings().requests)
    assert read.store.retention == Retention(lobby_days=2)
    file.chmod(0o644)
    for url in ("postgresql://me:hidden@db/meute", "postgresql://db/meute?password=hidden"):
        file.write_text(f'[store]\nurl = "{url}"')
        with pytest.raises(BadInput, match=r"error\.settings_open"):
            read_settings(file)
    file.write_text('[store]\nurl = "postgresql://me@db:1/meute"')
    assert read_settings(file).store.url == "postgresql://me@db:1/meute"
    file.write_text('[http]\npublic_url = "ftp://meute.test"')
    with pytest.raises(BadInput, match=r"error\.public"):
        read_settings(file)
    for text, name in (("most_tables = 9", "most_tables"), ("[tables]\nidle = 9", "idle"), ("lan = true", "lan")):
        file.write_text(text)
        with pytest.raises(BadInput, match=rf"error\.toml_field .*{name}"):
            read_settings(file)


def test_people_and_reports_are_read_beside_a_running_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            code = await start(ana, bob)
            async with bob.at(code, {}) as seat:
                await seat.ask("say", "said", text="une horreur")
            await ana.post(f"/api/tables/{code}/report", {"line": 0})

    with running(tmp_path) as server:
        asyncio.run(scene(server))
        data = ("--data", str(tmp_path))
        assert command("people", *data) == 0
        output = " ".join(capsys.readouterr().out.split())
        assert "Ana: 1 device, 0 passkeys, 1 table" in output
        assert command("reports", *data) == 0
        output = " ".join(capsys.readouterr().out.split())
        assert ": “une horreur” (reported 1 time, first by Ana)" in output
        assert command("reports", "--done", "1", *data) == 0
        capsys.readouterr()
        assert command("reports", *data) == 0
        assert capsys.readouterr().out == ""
        with mail_server() as post:
            file = tmp_path / "meute.toml"
            file.write_text(FILE.format(port=post.port, more=""))
            settings = read_settings(file, http={"public_url": "https://meute.test"})
            found = list(diagnose(tmp_path, settings, lambda _: urlopen(f"{server.url}/api/home")))
        names = ("secret", "extra", "public", "secure", "reached", "push", "clock", "mail")
        assert [(name, good) for name, good, _ in found] == [(name, True) for name in names]
        late = {"date": "Mon, 01 Jan 2001 00:00:00 GMT"}
        monkeypatch.setattr(config_file, "fetch", lambda _: closing(Answer(late)))
        assert command("doctor", *data) == 1
        output = " ".join(capsys.readouterr().out.split())
        assert "No public address" in output
        assert "The clock is wrong" in output


def test_whoever_is_banned_plays_no_more_but_keeps_what_is_theirs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ("--data", str(tmp_path))

    def listed(*words: str) -> str:
        assert command("people", *words, *data) == 0
        return " ".join(capsys.readouterr().out.split())

    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob, Visitor(server) as phone:
            code = await start(ana, bob)
            await phone.post("/api/carry/use", {"code": (await bob.post("/api/carry", {}))["code"]})
            shown = re.search(r"(\w{8}) Bob: 2 devices", listed())
            assert shown is not None
            async with bob.at(code, {}) as seat:
                assert "Bob: 2 devices, 0 passkeys, 1 table (banned)" in listed("ban", shown[1])
                assert (await seat.closing())[0] == GOING_AWAY
            for device in (bob, phone):
                assert (await device.post("/api/tables", {}))["code"] == "banned"
                assert (await device.post("/api/carry", {}))["code"] == "banned"
                async with device.at(code) as seat:
                    assert await seat.closing() == (REMOVED, {"banned"})
            assert (await ana.post("/api/carry", {})).get("seconds")
            assert (await bob.http.get("/api/me/export")).status_code == 200
            assert "banned" not in listed("unban", shown[1])
            async with phone.at(code, {}) as seat:
                assert seat.table["mine"] == [1]
            listed("ban", shown[1])
            assert await bob.post("/api/me/delete", {"name": "Bob"}) == {}
            assert "Bob" not in listed()

    with running(tmp_path, override(QUICK, tables={"idle_seconds": 0.2})) as server:
        asyncio.run(scene(server))
    for wrong in ("", "no such person"):
        assert command("people", "ban", wrong, *data) == 1


def test_of_a_thousand_reports_the_operator_reads_one_line(tmp_path: Path) -> None:
    """Reports of many invented guests: most are refused with a reason, and a stored one is logged once."""

    async def scene(server: Running) -> Counter[str]:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            code = await start(ana, bob)
            async with bob.at(code, {}) as seat:
                await seat.ask("say", "said", text="nul")
            answers = await flood(server, f"/api/tables/{code}/report", b'{"line": 0}', 1000)
            assert await play_all(ana, code)
            assert await ana.post(f"/api/tables/{code}/report", {"line": 0}) == {}
            return answers

    with running(tmp_path, override(QUICK, limits={"reports": Rate(10, 0.0)})) as server:
        answers = asyncio.run(scene(server))
    assert answers == {"200": 10, "429": 990}
    assert [(one.text, one.times) for one in reports(str(tmp_path))] == [("nul", 11)]


async def flood(server: Running, path: str, body: bytes, count: int) -> Counter[str]:
    """So many requests on one line, each with a cookie of its own; how many were answered how."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    answers: Counter[str] = Counter()
    for first in range(0, count, 100):
        for n in range(first, first + 100):
            head = f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\norigin: {server.url}\r\n"
            cookie = (
                f"cookie: meute_{server.registry.store.instance_id}={n:032d}\r\ncontent-length: {len(body)}\r\n\r\n"
            )
            writer.write((head + cookie).encode() + body)
        for _ in range(100):
            reply_head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            answers[reply_head[9:12]] += 1
            await reader.readexactly(int(reply_head.partition("content-length: ")[2].partition("\r")[0]))
    writer.close()
    await writer.wait_closed()
    return answers
