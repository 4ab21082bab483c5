"""What operators start from says what the command line understands, and its parts name each other as they are."""

import configparser
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from meute.cli.console import Terminal
from meute.cli.main import make_parser
from meute.server.addresses import read_node, read_proxy, read_public
from meute.server.run import OPEN_FILES, PORT
from meute.text import catalogue

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
GIVEN = {"MEUTE_HOST": "meute.example", "POSTGRES_PASSWORD": "secret"}
"""What somebody sets who follows the first lines of the compose file."""


def filled(text: str) -> str:
    """With the variables that are set; those that must be are."""
    return re.sub(r"\$\{(\w+):\?\}", lambda found: GIVEN[found[1]], text)


def compose() -> dict[str, Any]:
    services: dict[str, Any] = yaml.safe_load(filled((DEPLOY / "compose.yaml").read_text(encoding="utf-8")))
    return services


def unit(name: str) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(DEPLOY / name, encoding="utf-8")
    return parser


def understood(words: list[str]) -> Any:
    """A command line as Meute reads it."""
    return make_parser(Terminal(catalogue("en"))).parse_args(words)


def caddy() -> str:
    return (DEPLOY / "Caddyfile").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["one", "two"])
def test_both_nodes_start_with_what_the_command_line_understands(name: str) -> None:
    services = compose()["services"]
    node = services[name]
    arguments = understood(node["command"])
    assert (arguments.command, arguments.host, int(arguments.port), str(arguments.data)) == (
        "serve",
        "0.0.0.0",
        PORT,
        "/data",
    )
    assert arguments.logs == "json"
    assert (read_node(arguments.node), node["hostname"], arguments.private) == (name, name, f"{name}:8485")
    assert read_public(arguments.public) == "https://meute.example"
    network = compose()["networks"]["default"]["ipam"]["config"][0]["subnet"]
    assert [read_proxy(one) for one in arguments.proxy] == [network]
    owner, _, rest = arguments.store.removeprefix("postgresql://").partition("@")
    host, _, database = rest.partition("/")
    base = services[host]["environment"]
    assert (owner, database) == (base["POSTGRES_USER"], base["POSTGRES_DB"])
    assert node["environment"]["PGPASSWORD"] == base["POSTGRES_PASSWORD"]
    assert arguments.nats.removeprefix("nats://") in services


def test_everything_that_is_named_is_there() -> None:
    services = compose()
    for name, service in services["services"].items():
        for other in service.get("depends_on", ()):
            assert other in services["services"], name
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in services["volumes"] or (DEPLOY / source).exists(), name
    assert (ROOT / "deploy" / services["x-node"]["build"]["context"]).resolve() == ROOT
    assert (ROOT / services["x-node"]["build"]["dockerfile"]).exists()
    node = understood(services["services"]["think"]["command"])
    assert (node.command, node.nats) == ("think", "nats://nats")


def test_the_proxy_leads_to_the_nodes_and_asks_whether_they_are_ready() -> None:
    services = compose()["services"]
    nodes = re.search(r"^\tto (.*)$", caddy(), re.MULTILINE)
    assert nodes is not None
    assert nodes[1].split() == [f"{name}:{PORT}" for name in services if "hostname" in services[name]]
    assert "health_uri /readyz" in caddy()
    assert "health_port 8485" in caddy()
    assert set(re.findall(r"\{\$(\w+)\}", caddy())) <= set(services["proxy"]["environment"])


def test_the_image_is_built_from_what_there_is() -> None:
    lines = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = re.search(r"\[([\w,]+)\]\"", lines)
    assert extras is not None
    assert set(extras[1].split(",")) <= set(project["optional-dependencies"])
    assert "RUN python3 dev.py wheel" in lines
    assert f"EXPOSE {PORT} 8485" in lines
    assert re.search(r'ENTRYPOINT \["(\w+)"\]', lines)[1] in project["scripts"]  # type: ignore[index]
    wanted = re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.MULTILINE)
    assert all((ROOT / name).exists() for name in wanted)
    assert {"src", "web", "build_tools", "requirements", "pyproject.toml", "dev.py", project["readme"]} <= set(wanted)


def test_the_services_of_a_machine_of_ones_own() -> None:
    server, backup = unit("meute.service")["Service"], unit("meute-backup.service")["Service"]
    program, *words = shlex.split(server["ExecStart"])
    arguments = understood(words)
    assert program == "/opt/meute/bin/meute"
    assert str(arguments.data) == f"/var/lib/{server['StateDirectory']}"
    assert (arguments.private, read_public(arguments.public)) == ("127.0.0.1:8485", "https://meute.example")
    assert [read_proxy(one) for one in arguments.proxy] == ["127.0.0.1"]
    assert int(server["LimitNOFILE"]) == OPEN_FILES
    program, *words = shlex.split(backup["ExecStart"])
    parsed = understood(words)
    assert (program, parsed.command, parsed.data) == ("/opt/meute/bin/meute", "backup", arguments.data)
    assert parsed.keep > 1, "a bad night does not overwrite the last good copy"
    assert unit("meute-backup.timer")["Install"]["WantedBy"] == "timers.target"
