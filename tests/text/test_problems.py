"""Whatever the source refuses, it refuses in words."""

import ast
from collections.abc import Iterator
from pathlib import Path

import meute
from meute.server.refusal import STATUS
from meute.text import LANGUAGES, catalogue

REFUSING = ("BadInput", "demand")


def calls(*names: str) -> Iterator[tuple[ast.Call, str]]:
    """Every call of these, with where it is."""
    root = Path(meute.__file__).parent
    for path in root.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in names:
                yield node, f"{path.relative_to(root)}:{node.lineno}"


def texts(node: ast.AST) -> Iterator[str]:
    for word in ast.walk(node):
        if isinstance(word, ast.Constant) and isinstance(word.value, str):
            yield word.value


def problems() -> dict[str, str]:
    """Every problem that is named in a call, with a place where it is."""
    found = [(word, where) for call, where in calls(*REFUSING) for arg in call.args for word in texts(arg)]
    return {word: where for word, where in found if "error." in word}


def refusals() -> dict[str, str]:
    """The sentence of every refusal of the server that brings none of its own."""
    alone = [(call.args[0], where) for call, where in calls("Refusal") if len(call.args) == 1]
    found = {f"refused.{code}": where for node, where in alone for code in texts(node)}
    return found | {f"refused.{code}": "STATUS" for code in STATUS}


def test_every_problem_has_words_in_every_language() -> None:
    assert len(problems()) > 50
    assert len(refusals()) > 30
    named = problems() | refusals()
    for language in LANGUAGES:
        entries = catalogue(language).entries
        assert {problem: at for problem, at in named.items() if problem not in entries} == {}
