"""The page about the API: its Python plays games, with a token made as a browser's console makes one."""

import asyncio
import re
import sys
from pathlib import Path

import pytest
from helpers.visitor import Running, Visitor

from meute.client import Client
from meute.client.programs import LineProgram, play_seat
from meute.match import read_record

PAGE = (Path(__file__).parents[3] / "docs/api.md").read_text(encoding="utf-8")
FIRST_CHOICE = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    print("a note", flush=True)
    if message["type"] == "over":
        break
    print(json.dumps({"action": message["choices"][0], "step": message["step"]}), flush=True)
"""


@pytest.fixture
def token(server: Running) -> str:
    async def new_token() -> str:
        async with Visitor(server, "Ana") as ana:
            body = '{"label": "script", "scopes": ["read", "play", "tables"]}'
            answer = await ana.http.post("/api/me/tokens", content=body, headers={"content-type": "text/plain"})
            return str(answer.json()["token"])

    return asyncio.run(new_token())


def test_the_python_of_the_page_plays(server: Running, token: str, capsys: pytest.CaptureFixture[str]) -> None:
    by_hand, by_bot = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    exec(by_hand, {"SERVER": server.url, "TOKEN": token})
    assert read_record(capsys.readouterr().out).game == "terres"
    exec(by_bot, {"SERVER": server.url, "TOKEN": token})
    assert "reason='played_out'" in capsys.readouterr().out


@pytest.mark.parametrize("source", [FIRST_CHOICE, "print('no turn', flush=True)"], ids=["answers", "ends"])
def test_a_process_plays_by_lines_of_json(server: Running, token: str, source: str) -> None:
    notes: list[str] = []
    with Client(server.url, token) as client:
        table = client.new_table("terres", bots=["louveteau"])
        last = play_seat(client, table, lambda: LineProgram([sys.executable, "-c", source], 60.0), notes.append)
    assert last.scene is not None
    result = last.scene.result
    assert result is not None
    if source == FIRST_CHOICE:
        assert not notes
        assert result.reason == "played_out"
    else:
        assert notes == [f"{table}: the program has ended"]
        assert result.places[0] == 2
