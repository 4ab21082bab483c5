"""The examples: what needs no further package is run, and all of them name what there is."""

import ast
import json
import runpy
import sys
from importlib import import_module
from pathlib import Path

import pytest

from meute.cli import main

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
every_example = pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)


@every_example
def test_an_example_is_in_the_docs_and_names_what_there_is(path: Path) -> None:
    assert f"`examples/{path.name}`" in (ROOT / "docs/environments.md").read_text(encoding="utf-8")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("meute"):
            module = import_module(node.module or "")
            assert all(hasattr(module, name.name) for name in node.names)


def run(monkeypatch: pytest.MonkeyPatch, name: str, *words: str) -> None:
    monkeypatch.setattr(sys, "argv", [name, *words])
    runpy.run_path(str(ROOT / "examples" / name), run_name="__main__")


def test_a_clone_from_a_data_set_beats_random(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    command("dataset", "aventure", "--bots", "greedy,random", "--games", "20", "--seed", "1", "--out", "data")
    run(monkeypatch, "clone_greedy.py", "data", "--epochs", "2", "--duels", "20")
    last = capsys.readouterr().out.splitlines()[-1]
    assert "epoch 2" in last
    assert float(last.split(": ")[-1].split("%")[0]) > 65
    monkeypatch.syspath_prepend(str(ROOT))
    few = ("--opponents", "random", "--games", "20", "--json", "--jobs", "1")
    command("evaluate", "aventure", "--policy", "examples.clone_greedy:Clone", *few)
    [row] = json.loads(capsys.readouterr().out)["opponents"]
    assert row["wins"] > 0.65


def command(*words: str) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 0


def test_openspiels_search_plays(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    run(monkeypatch, "ismcts_openspiel.py", "--games", "1", "--simulations", "2")
    assert "1 games" in capsys.readouterr().out
