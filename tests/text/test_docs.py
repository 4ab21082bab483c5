"""Pages for people name only commands and packages that exist."""

import ast
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from meute.cli.console import Terminal
from meute.cli.main import COMMANDS, make_parser
from meute.text import catalogue

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
TEXTS = [
    *PAGES,
    *sorted((ROOT / "deploy").iterdir()),
    *sorted((ROOT / "src").rglob("*.po")),
    *sorted(file for folder in ("src", "examples", "bench") for file in (ROOT / folder).rglob("*.py")),
]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
COMMAND = re.compile(r"^(?:\$ )?(?:python3? dev\.py (?:run|study)|meute) (.*)$")
DEV = re.compile(r"python3? dev\.py (\w+)")
CLAIMABLE = re.compile(r"pip install[^\n`]* [\"'\\]*meute(?![\w./-]).*|\bmeute\[\w.*")
HEADERS = ("record", "deal")
"""`meute record 1` is how a record begins, `meute deal 1` what a sealed deal is hashed from."""
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)[^)]*\)|src=\"([^\"]+)\"")
ALTERNATIVE = re.compile(r"(\w+)\|\w+")


def commands(text: str) -> Iterator[tuple[str, bool]]:
    """What follows `meute` in blocks of code and in the text; whether it is a whole command line."""
    blocks = re.findall(r"^```[a-z]*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    for line in "\n".join(blocks).replace("\\\n", " ").splitlines():
        if found := COMMAND.match(line.strip()):
            yield found[1], True
    for span in re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)):
        if found := COMMAND.match(span):
            yield found[1], False


def filled(command: str) -> list[str]:
    """The words of a command, with something in the place of what a reader fills in."""
    plain = command.partition(" #")[0].replace("[", "").replace("]", "").replace("…", "").replace("...", "")
    words = shlex.split(ALTERNATIVE.sub(r"\1", plain))
    return ["2" if word in ("N", "NUMBER", "SEED", "SECONDS") else word for word in words]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_of_a_page_is_understood(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parser = make_parser(Terminal(catalogue("en")))
    for command, whole in commands(page.read_text(encoding="utf-8")):
        words = filled(command)
        name = next((word for word in words if not word.startswith("-")), "")
        if name in HEADERS or name.isupper():
            continue
        if not whole and len(words) == 1:
            assert name in COMMANDS, f"{page.name}: meute {command}"
            continue
        try:
            parser.parse_args(words)
        except SystemExit:
            pytest.fail(f"{page.name}: meute {command}\n{capsys.readouterr().err}")


def test_prose_wraps_at_120_columns() -> None:
    lines = ((page.name, n, line) for page in PAGES for n, line in enumerate(page.read_text().splitlines(), 1))
    assert not [(page, n) for page, n, line in lines if len(line) > 120 and not line.lstrip().startswith("|")]


def test_every_command_of_dev_py_is_there() -> None:
    known = set(DEV.findall((ROOT / "dev.py").read_text(encoding="utf-8").partition('"""\n\nimport')[0]))
    for file in TEXTS:
        assert set(DEV.findall(file.read_text(encoding="utf-8"))) <= known, file.name


def test_nothing_is_installed_by_a_name_that_no_index_has() -> None:
    """A name that anybody could claim would bring a stranger's code."""
    for file in TEXTS:
        found = CLAIMABLE.search(file.read_text(encoding="utf-8"))
        assert found is None, f"{file.name}: {found[0]}"


def test_only_parts_that_exist_are_named() -> None:
    for file in TEXTS:
        for named in re.findall(r'install \\?"?\.\[([\w,]+)\]', file.read_text(encoding="utf-8")):
            assert set(named.split(",")) <= set(PROJECT["optional-dependencies"]), file.name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_and_picture_of_a_page_is_there(page: Path) -> None:
    for link, picture in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / (link or picture)).exists(), link or picture


def test_the_python_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    [source] = re.findall(r"^```python\n(.*?)^```", PAGES[0].read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    exec(source, {})
    assert "\nResult(" in capsys.readouterr().out


def functions() -> Iterator[str]:
    """All functions of the source, methods with their class."""
    for file in (ROOT / "src").rglob("*.py"):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                yield from (f"{node.name}.{getattr(inner, 'name', '')}" for inner in node.body)
            else:
                yield getattr(node, "name", "")


def test_the_ways_of_the_architecture_lead_through_functions_that_exist() -> None:
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    of_a_move = re.search(r"The same way by its (\d+) functions[^:]*:(.*?)\n\n", page, re.DOTALL)
    of_a_bot = re.findall(r"^\| (\d+) \|[^|]*\| `([\w.]+)` \|", page, re.MULTILINE)
    assert of_a_move is not None
    names = re.findall(r"`([\w.]+)`", of_a_move[2])
    assert len(names) == int(of_a_move[1])
    assert [int(number) for number, _ in of_a_bot] == list(range(1, len(of_a_bot) + 1))
    assert f" {len(of_a_bot)} functions lead" in page
    assert {*names, *(name for _, name in of_a_bot)} <= set(functions())
