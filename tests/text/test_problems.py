"""Whatever the source refuses, it refuses in words."""

import ast
from pathlib import Path

import meute
from meute.text import LANGUAGES, catalogue

REFUSING = ("BadInput", "demand")


def problems() -> dict[str, str]:
    """Every problem that is named in a call, with a place where it is."""
    found: dict[str, str] = {}
    root = Path(meute.__file__).parent
    for path in root.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in REFUSING:
                for word in node.args:
                    if isinstance(word, ast.Constant) and isinstance(word.value, str) and "error." in word.value:
                        found[word.value] = f"{path.relative_to(root)}:{node.lineno}"
    return found


def test_every_problem_has_words_in_every_language() -> None:
    named = problems()
    assert len(named) > 50
    for language in LANGUAGES:
        entries = catalogue(language).entries
        assert {problem: at for problem, at in named.items() if problem not in entries} == {}
