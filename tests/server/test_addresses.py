"""Invitations name an address that others can reach, or none."""

import socket
from pathlib import Path
from typing import Any

import pytest
from helpers.visitor import QUICK
from starlette.datastructures import Headers

from meute.cli import main
from meute.core.errors import BadInput
from meute.server import addresses, run
from meute.server.addresses import invitation_base, lan_address, local_names, read_proxy, read_public
from meute.server.settings import Settings, override
from meute.text import LANGUAGES, catalogue

LAN = override(QUICK, lan=True)
PUBLIC = override(QUICK, http={"public_url": "https://meute.example"})


@pytest.mark.parametrize(
    ("settings", "host", "expected"),
    [
        (QUICK, "127.0.0.1:8484", None),
        (QUICK, "localhost:8484", None),
        (QUICK, "meute.localhost", None),
        (QUICK, "[::1]:8484", None),
        (QUICK, "192.168.1.7:8484", ""),
        (QUICK, "meute.test", ""),
        (LAN, "127.0.0.1:9000", "http://192.168.1.7:8484"),
        (LAN, "192.168.1.7:8484", ""),
        (PUBLIC, "127.0.0.1:8484", "https://meute.example"),
        (PUBLIC, "meute.example", "https://meute.example"),
    ],
)
def test_an_invitation_holds_an_address_that_others_can_reach(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, host: str, expected: str | None
) -> None:
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.1.7")
    assert invitation_base(settings, {"server": ("127.0.0.1", 8484)}, Headers({"host": host})) == expected


def test_without_a_network_there_is_no_such_address(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unplugged(socket.socket):
        def connect(self, _: Any) -> None:
            raise OSError("Network is unreachable")

    monkeypatch.setattr("socket.socket", Unplugged)
    assert lan_address() == ""
    assert invitation_base(LAN, {"server": ("127.0.0.1", 8484)}, Headers({"host": "localhost"})) is None


@pytest.mark.parametrize(
    ("settings", "host", "expected"),
    [
        (QUICK, "127.0.0.1", "--lan"),
        (LAN, "0.0.0.0", "http://192.168.1.7:8484/"),
        (PUBLIC, "127.0.0.1", "https://meute.example"),
        (QUICK, "192.168.1.7", ""),
    ],
)
def test_one_line_says_how_others_come(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, host: str, expected: str
) -> None:
    monkeypatch.setattr(run, "lan_address", lambda: "192.168.1.7")
    for language in LANGUAGES:
        lines = [catalogue(language).render(line) for line in run.other_address_lines(settings, host, 8484)]
        assert len(lines) == bool(expected)
        assert all(expected in line for line in lines)


@pytest.mark.parametrize("host", ["nowhere.invalid", "192.0.2.1", "a..b", "é" * 80])
def test_a_host_that_is_not_here_is_named(host: str) -> None:
    with pytest.raises(BadInput, match=r"error\.host") as error:
        run.check_host(host)
    for language in LANGUAGES:
        assert host in catalogue(language).explain(error.value)
    run.check_host("127.0.0.1")
    run.check_host("")


def test_a_port_that_was_given_is_used_or_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with run.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        for language in LANGUAGES:
            with pytest.raises(SystemExit) as left:
                main(("serve", "--lang", language, "--port", str(port), "--data", str(tmp_path / "data")))
            assert left.value.code == 1
            output = " ".join(capsys.readouterr().err.split())
            expected = catalogue(language).explain(BadInput("error.port_taken", "--port", port=port))
            assert " ".join(expected.split()) in output
    assert not (tmp_path / "data").exists()
    with run.listen("127.0.0.1", port) as free:
        assert free.getsockname()[1] == port


def test_without_a_port_the_next_free_one_is_used_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with run.listen("127.0.0.1", 0) as taken:
        usual = taken.getsockname()[1]
        monkeypatch.setattr(run, "PORT", usual)
        with run.listen_on_free_port("127.0.0.1") as found:
            port = found.getsockname()[1]
            assert usual < port < usual + run.PORT_TRIES
        for language in LANGUAGES:
            [rendered] = [catalogue(language).render(line) for line in run.port_moved_lines(None, port)]
            assert str(usual) in rendered
            assert str(port) in rendered
        monkeypatch.setattr(run, "PORT_TRIES", 1)
        with pytest.raises(BadInput, match=r"error\.no_port"):
            run.listen_on_free_port("127.0.0.1")
    assert run.port_moved_lines(None, usual) == run.port_moved_lines(port, port) == []


def test_addresses_of_the_command_line_are_checked() -> None:
    assert read_public("https://Meute.example/") == "https://meute.example"
    assert read_public("http://10.0.0.7:8080") == "http://10.0.0.7:8080"
    assert read_proxy("10.0.0.0/8") == "10.0.0.0/8"
    assert read_proxy("::1") == "::1"
    for text in (
        "",
        "meute.example",
        "ftp://meute.example",
        "https://",
        "http://[",
        "http://x:99999",
        "https://a/b",
        "https://a@b",
    ):
        with pytest.raises(BadInput, match="--public"):
            read_public(text)
    for text in ("", "*", "proxy.example", "10.0.0.1/99", "²"):
        with pytest.raises(BadInput, match="--proxy"):
            read_proxy(text)


@pytest.mark.parametrize("name", ["Loup", "loup.example.org", "Loup.Example.org"])
def test_a_machine_is_known_by_its_name_with_and_without_its_network(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: name)
    assert local_names() == {"localhost", "127.0.0.1", "::1", name.lower(), "loup", "loup.local"}
