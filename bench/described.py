"""A client that a public generator makes from the description of the API plays a game.

python bench/described.py

Everything stays on 127.0.0.1. `openapi-python-client` makes a Python client from /api/openapi.json, which then plays a
game of Terres by a token. The generator is installed from the package index into a temporary folder, by the uv of
`dev.py setup`.
"""

import asyncio
import importlib
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from helpers.visitor import Running, Visitor, running  # noqa: E402

TOOL = "openapi-python-client==0.29.1"
PACKAGE = "generated_client"


def install(folder: Path, tool: str) -> Path:
    """Installs a tool into a virtual environment; returns its folder of programs."""
    uv = str(ROOT / ".tools/bin/uv")
    subprocess.run([uv, "venv", "-q", folder], check=True)
    subprocess.run([uv, "pip", "install", "-q", "--python", folder, tool], check=True)
    return folder / "bin"


async def make_token(server: Running) -> str:
    async with Visitor(server, "Ana") as ana:
        made = await ana.post("/api/me/tokens", {"label": "described", "scopes": ["read", "play", "tables"]})
        return str(made["token"])


def generate(tools: Path, server: Running, folder: Path) -> None:
    """Generates the client."""
    described = folder / "openapi.json"
    described.write_text(httpx.get(f"{server.url}/api/openapi.json").text, encoding="utf-8")
    words = ["generate", "--path", str(described), "--output-path", str(folder / PACKAGE), "--meta", "none"]
    subprocess.run([tools / "openapi-python-client", *words], check=True, capture_output=True, env={"PATH": str(tools)})


def play(server: Running, token: str, folder: Path, attrs: Path) -> int:
    """Plays a game with the generated client; returns the number of decisions."""
    sys.path[:0] = [str(folder), str(attrs)]

    def part(name: str) -> ModuleType:
        return importlib.import_module(f"{PACKAGE}.{name}")

    models: Any = part("models")
    client = part("client").AuthenticatedClient(base_url=server.url, token=token, timeout=httpx.Timeout(60))
    asked = {"game": "terres", "seats": [{"kind": "guest"}, {"kind": "bot", "bot": "louveteau"}], "start": True}
    made = part("api.tables.post_tables").sync(client=client, body=models.TableRequest.from_dict(asked))
    look, decide = part("api.tables.get_tables_code_turn").sync, part("api.tables.post_tables_code_play").sync
    decisions = 0
    while (turn := look(made.code, client=client, wait=25)).phase != "over":
        if turn.to_move:
            action, key = turn.ask.choices[0].text, f"k{decisions}"
            after = decide(
                made.code,
                client=client,
                body=models.PlayRequest(seat=turn.seat, action=action, step=turn.step, key=key),
            )
            assert isinstance(after, models.TurnSent), after
            decisions += 1
    assert sorted(turn.scene.result.places) in ([1, 2], [1, 1])
    return decisions


def main() -> None:
    with tempfile.TemporaryDirectory() as name, running(Path(name) / "data") as server:
        folder = Path(name)
        tools = install(folder / "tools", TOOL)
        token = asyncio.run(make_token(server))
        generate(tools, server, folder)
        (attrs,) = (folder / "tools/lib").glob("python*/site-packages")
        begin = time.perf_counter()
        decisions = play(server, token, folder, attrs)
        print(f"The generated client played {decisions} decisions in {time.perf_counter() - begin:.1f} s.")


if __name__ == "__main__":
    main()
