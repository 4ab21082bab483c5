"""The page about the API: its Python plays games, with a token made as the page makes one."""

import asyncio
import re
import sys
from pathlib import Path

import pytest
from helpers.visitor import Running, Visitor

from meute.cli import main
from meute.client import Client
from meute.match import read_record

PAGE = (Path(__file__).parents[3] / "docs/api.md").read_text(encoding="utf-8")


@pytest.fixture
def token(server: Running) -> str:
    async def new_token() -> str:
        async with Visitor(server, "Ana") as ana:
            body = '{"label": "script", "scopes": ["read", "play", "tables"]}'
            answer = await ana.http.post("/api/me/tokens", content=body, headers={"content-type": "text/plain"})
            return str(answer.json()["token"])

    return asyncio.run(new_token())


def test_the_python_of_the_page_plays(
    server: Running, token: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_hand, a_class, a_process = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    exec(by_hand, {"SERVER": server.url, "TOKEN": token})
    assert read_record(capsys.readouterr().out).game == "terres"
    (tmp_path / "of_the_page.py").write_text(a_class)
    (tmp_path / "process.py").write_text(a_process)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    for program in (["of_the_page:Wolf"], ["--run", f"{sys.executable} process.py"]):
        with Client(server.url, token) as client:
            code = client.new_table("terres", bots=["louveteau"])
        with pytest.raises(SystemExit) as left:
            main(["bot", *program, "--server", server.url, "--token", token, "--games", "1"])
        assert not left.value.code
        assert capsys.readouterr().out.startswith(f"{code}: terres, place ")
