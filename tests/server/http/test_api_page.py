"""The page about the API: its Python plays a game, with a token made as a browser's console makes one."""

import asyncio
import re
from pathlib import Path

import pytest
from helpers.visitor import Running, Visitor

from meute.match import read_record

PAGE = (Path(__file__).parents[3] / "docs/api.md").read_text(encoding="utf-8")


def test_the_python_of_the_page_plays_a_game(server: Running, capsys: pytest.CaptureFixture[str]) -> None:
    async def new_token() -> str:
        async with Visitor(server, "Ana") as ana:
            body = '{"label": "script", "scopes": ["read", "play", "tables"]}'
            answer = await ana.http.post("/api/me/tokens", content=body, headers={"content-type": "text/plain"})
            return str(answer.json()["token"])

    [source] = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    exec(source, {"SERVER": server.url, "TOKEN": asyncio.run(new_token())})
    assert read_record(capsys.readouterr().out).game == "terres"
