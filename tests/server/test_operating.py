"""The operator: a settings file, people, reports, and a look at what does not work."""

import asyncio
from pathlib import Path
from urllib.request import urlopen

import pytest
from server.push_service import mail_server
from server.test_notices import start
from server.visitor import Running, Visitor, running

from meute.cli import main
from meute.core.errors import BadInput
from meute.server.operating import examine, read_settings
from meute.server.settings import Settings

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


def command(*words: str) -> int:
    with pytest.raises(SystemExit) as left:
        main(("--lang", "en", *words))
    return int(left.value.code or 0)


def test_settings_come_from_a_file_that_keeps_its_password(tmp_path: Path) -> None:
    file = tmp_path / "meute.toml"
    file.write_text(FILE.format(port=25, more=""))
    read = read_settings(file, Settings(public="https://meute.test"))
    assert read.mail is not None
    assert (read.mail.port, read.push_contact, read.public) == (25, "mailto:ana@example.org", "https://meute.test")
    file.write_text(FILE.format(port=25, more='password = "secret"'))
    file.chmod(0o644)
    with pytest.raises(BadInput, match=r"error\.settings_open"):
        read_settings(file, Settings())
    file.chmod(0o600)
    assert read_settings(file, Settings()).mail is not None
    for wrong in ("[mail]\nhost = 3", "[push]\nhots = []", "no toml at all ="):
        file.write_text(wrong)
        with pytest.raises(BadInput, match=r"error\.settings"):
            read_settings(file, Settings())


def test_people_and_reports_are_read_beside_a_running_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
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
        told = " ".join(capsys.readouterr().out.split())
        assert "Ana: 1 device, 0 passkeys, 1 table" in told
        assert command("reports", *data) == 0
        told = " ".join(capsys.readouterr().out.split())
        assert "Bob: “une horreur” (reported by Ana)" in told
        assert command("reports", "--done", "1", *data) == 0
        capsys.readouterr()
        assert command("reports", *data) == 0
        assert capsys.readouterr().out == ""
        with mail_server() as post:
            file = tmp_path / "meute.toml"
            file.write_text(FILE.format(port=post.port, more=""))
            settings = read_settings(file, Settings(public="https://meute.test"))
            found = list(
                examine(tmp_path, settings, lambda url: urlopen(url.replace("https://meute.test", server.url)))
            )
        names = ("secret", "extra", "public", "secure", "reached", "clock", "mail")
        assert [(name, good) for name, good, _ in found] == [(name, True) for name in names]
        assert command("doctor", *data) == 1
        assert "No public address" in capsys.readouterr().out
