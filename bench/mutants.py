#!/usr/bin/env python3
"""Mutation testing: draws random single changes of the source, and lists those that no test finds.

    .envs/dev/bin/python bench/mutants.py --seed 1 --count 40 [--area server] [--only src/meute/server/table] [--jobs 2]

Each mutant lives in a copy of `src` and `tests`; the working tree stays as it is. For each mutant, the tests
that call the changed function run, the shortest first, until one fails. Which test calls which function is measured
once for each area and kept in `build/mutants/`; `--map` measures it again. Exit code 1: a mutant survived.
"""

import argparse
import ast
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from types import FrameType
from typing import TypeGuard

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src/meute"
MAPS = ROOT / "build/mutants"
AREAS = {
    "rules": (
        ("games/*/rules/*.py", "games/*/scoring.py", "games/*/initial_state.py", "core/mechanisms/*.py"),
        ("rulebook", "core", "golden", "records"),
    ),
    "match": (("match/*.py",), ("match", "records", "learn/test_review.py", "bots/test_advice.py")),
    "bots": (("bots/*.py",), ("bots", "learn")),
    "server": (("server/**/*.py",), ("server", "learn", "cli/test_command.py")),
}
"""Area -> files under `src/meute`, and folders of their tests."""
FOR_THE_BUILD = "server/typescript.py"
"""Not drawn: what it writes is compared with the page's types by `dev.py check`."""
SWAPS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: (r"\bin\b", "not in"),
    ast.NotIn: (r"\bnot\s+in\b", "in"),
    ast.Is: (r"\bis\b", "is not"),
    ast.IsNot: (r"\bis\s+not\b", "is"),
}
MOST_TESTS = 200
"""Most tests that run for a mutant."""
TIMES, SPARE = 4, 45.0
"""A mutant whose tests take this many times their usual seconds, and these, loops forever: it is found."""


@dataclass(frozen=True)
class Mutant:
    """A change of one place in a file: its bytes from `start` to `end` become `new`."""

    path: str
    function: str
    """Qualified name; empty: code of the module or of a class."""
    line: int
    start: int
    end: int
    old: str
    new: str
    code: str

    def __str__(self) -> str:
        return f"src/meute/{self.path}:{self.line}: {self.old or 'nothing'} -> {self.new or 'nothing'}    {self.code}"

    def apply(self, source: bytes) -> bytes:
        return source[: self.start] + self.new.encode() + source[self.end :]


# --- drawing


@dataclass
class Module:
    """The changes that can be made in one file."""

    path: str
    is_rule: bool
    """Whether the figures that it declares are rules. Elsewhere they are limits and times, which may be others."""
    source: bytes = b""
    starts: list[int] = field(default_factory=list)
    """Offset of each line."""

    def mutants(self) -> Iterator[Mutant]:
        self.source = (SOURCE / self.path).read_bytes()
        self.starts = [0]
        for row in self.source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(row))
        yield from self.within(ast.parse(self.source), "", False)

    def within(self, node: ast.AST, name: str, is_inside: bool) -> Iterator[Mutant]:
        """Changes of a node and its descendants; of annotations, none.

        None in f-strings either, whose places Python 3.11 gives wrong.
        """
        for start, end, new in self.changes(node, is_inside or self.is_rule):
            line = self.source.count(b"\n", 0, start) + 1
            code = self.source.splitlines()[line - 1].decode().strip()
            yield Mutant(
                self.path, name if is_inside else "", line, start, end, self.source[start:end].decode(), new, code
            )
        if is_function(node):
            name, is_inside = name + ("." if name else "") + node.name, True
        elif isinstance(node, ast.ClassDef):
            name += ("." if name else "") + node.name
        for part, value in ast.iter_fields(node):
            if part in ("annotation", "returns", "decorator_list") or is_for_types(node):
                continue
            nested = f"{name}.<locals>" if part == "body" and is_function(node) else name
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr):
                    is_named = is_function(child) or isinstance(child, ast.ClassDef)
                    yield from self.within(child, nested if is_named else name, is_inside)

    def changes(self, node: ast.AST, figures: bool) -> Iterator[tuple[int, int, str]]:
        """Start, end and new text of every change of one node."""
        match node:
            case ast.Compare():
                for left, op, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
                    yield from self.between(left, right, *SWAPS[type(op)])
            case ast.BoolOp():
                words = (r"\band\b", "or") if isinstance(node.op, ast.And) else (r"\bor\b", "and")
                for left, right in zip(node.values, node.values[1:], strict=False):
                    yield from self.between(left, right, *words)
            case ast.BinOp(op=ast.Add()) if figures:
                yield from self.between(node.left, node.right, r"\+", "-")
            case ast.BinOp(op=ast.Sub()) if figures:
                yield from self.between(node.left, node.right, "-", "+")
            case ast.UnaryOp(op=ast.Not()):
                yield self.begin(node), self.begin(node.operand), ""
            case ast.Constant(value=bool()):
                yield self.begin(node), self.end(node), str(not node.value)
            case ast.Constant(value=int(number)) if figures:
                yield self.begin(node), self.end(node), str(number + 1)
                yield self.begin(node), self.end(node), str(number - 1)
            case ast.Continue():
                at = self.starts[node.lineno - 1] + node.col_offset
                yield at, at + len("continue"), "break"

    def between(self, left: ast.expr, right: ast.expr, old: str, new: str) -> Iterator[tuple[int, int, str]]:
        """The operator between two operands, where comments and brackets may stand, too."""
        gap = self.source[self.end(left) : self.begin(right)].decode("latin-1")
        found = re.search(old, re.sub("#.*", lambda said: " " * len(said[0]), gap))
        if found:
            yield self.end(left) + found.start(), self.end(left) + found.end(), new

    def begin(self, node: ast.expr) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.starts[node.end_lineno - 1] + node.end_col_offset


def is_function(node: ast.AST) -> TypeGuard[ast.FunctionDef | ast.AsyncFunctionDef]:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)


def is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def draw(rng: random.Random, areas: list[str], only: str) -> Iterator[tuple[str, Mutant]]:
    """Random mutants with their areas: each area as often as the others, each change once."""
    pools = {}
    for area in areas:
        found = sorted({file.relative_to(SOURCE).as_posix() for glob in AREAS[area][0] for file in SOURCE.glob(glob)})
        found = [path for path in found if path != FOR_THE_BUILD]
        every = [mutant for path in found for mutant in Module(path, area == "rules").mutants()]
        pools[area] = [mutant for mutant in every if str(mutant).startswith(only)]
        rng.shuffle(pools[area])
    while any(pools.values()):
        for area, pool in pools.items():
            if pool:
                yield area, pool.pop()


# --- which test calls which function


@dataclass(eq=False)
class Calls:
    """A plugin of pytest: the seconds of each test that passes, and the functions that it calls."""

    called: set[tuple[str, str]] = field(default_factory=set)
    tests: dict[str, tuple[float, list[tuple[str, str]]]] = field(default_factory=dict)
    failed: set[str] = field(default_factory=set)

    def note(self, frame: FrameType, event: str, arg: object) -> None:
        """Notes a call; returns no function for tracing lines."""
        self.called.add((frame.f_code.co_filename, frame.f_code.co_qualname))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.called.clear()
        begin = time.monotonic()
        sys.settrace(self.note)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            seconds = time.monotonic() - begin
            start = f"{SOURCE}{os.sep}"
            ours = [(Path(file[len(start) :]).as_posix(), name) for file, name in set(self.called) if start in file]
            self.tests[item.nodeid] = (seconds, ours)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self.failed.add(report.nodeid)


def measure(area: str, tests: list[str]) -> None:
    """Runs the tests of an area in this process, or these of them; writes what they call."""
    calls = Calls()
    threading.settrace(calls.note)
    options = ["-q", "--no-header", "--tb=line", "-p", "no:cacheprovider"]
    pytest.main([*options, *(tests or (str(ROOT / "tests" / name) for name in AREAS[area][1]))], plugins=[calls])
    MAPS.mkdir(parents=True, exist_ok=True)
    file = MAPS / f"{area}.json"
    known = json.loads(file.read_text()) if tests and file.exists() else {}
    passed = {test: said for test, said in calls.tests.items() if test not in calls.failed}
    file.write_text(json.dumps(known | passed))


@dataclass
class Map:
    """Which tests call a function."""

    tests: dict[str, tuple[float, set[tuple[str, str]]]]
    always: list[str] = field(default_factory=list)
    """If there are any, they run for every mutant."""

    @staticmethod
    def of(tests: list[str]) -> "Map":
        return Map({}, tests)

    @staticmethod
    def load(area: str, again: bool) -> "Map":
        file = MAPS / f"{area}.json"
        if again or not file.exists():
            command = [sys.executable, __file__, "--area", area, "--measure"]
            subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT / "src")}, check=True)
        read = json.loads(file.read_text())
        tests = {test: (seconds, {(path, name) for path, name in calls}) for test, (seconds, calls) in read.items()}
        return Map({test: said for test, said in tests.items() if is_there(test)})

    def tests_of(self, mutant: Mutant, budget: float) -> tuple[list[str], float]:
        """The tests of a mutant, the shortest first, that take these seconds at most, and their seconds."""
        if self.always:
            return self.always, SPARE
        callers = []
        for test, (seconds, calls) in self.tests.items():
            is_called = (mutant.path, mutant.function) in calls
            if is_called or (not mutant.function and any(path == mutant.path for path, _ in calls)):
                callers.append((seconds, test))
        chosen: list[str] = []
        total = 0.0
        for seconds, test in sorted(callers)[:MOST_TESTS]:
            if not chosen or total + seconds <= budget:
                chosen.append(test)
                total += seconds
        return chosen, total


def is_there(test: str) -> bool:
    """Whether a measured test has not been renamed since."""
    file, _, name = test.partition("::")
    path = ROOT / file
    return path.exists() and f"def {name.partition('[')[0]}(" in path.read_text(encoding="utf-8")


# --- testing


class Copy:
    """A copy of the source and its tests, in which one mutant lives at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        for entry in ROOT.iterdir():
            if entry.name in ("src", "tests"):
                shutil.copytree(entry, folder / entry.name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
            elif entry.name != ".git":
                (folder / entry.name).symlink_to(entry)

    def test(self, mutant: Mutant, tests: list[str], limit: float) -> str:
        """What finds the mutant: the first failing test, or "endless"; empty if it survives."""
        changed = self.folder / "src/meute" / mutant.path
        source = changed.read_bytes()
        changed.write_bytes(mutant.apply(source))
        shutil.rmtree(changed.parent / "__pycache__", ignore_errors=True)  # the change may be as long and as old
        try:
            return self.run(tests, limit)
        finally:
            changed.write_bytes(source)
            shutil.rmtree(changed.parent / "__pycache__", ignore_errors=True)

    def run(self, tests: list[str], limit: float) -> str:
        options = ["-q", "-x", "--no-header", "--tb=no", "-p", "no:cacheprovider", f"--basetemp={self.folder}-tmp"]
        command = [sys.executable, "-m", "pytest", *options, *tests]
        env = {**os.environ, "PYTHONPATH": str(self.folder / "src")}
        log = Path(f"{self.folder}-said.txt")
        with log.open("wb") as said:
            child = subprocess.Popen(
                command, cwd=self.folder, env=env, stdout=said, stderr=subprocess.STDOUT, start_new_session=True
            )
            try:
                child.wait(limit)
            except subprocess.TimeoutExpired:
                return "endless"
            finally:
                with suppress(ProcessLookupError):  # the tests' servers, too
                    os.killpg(child.pid, signal.SIGKILL)
                child.wait()
        if child.returncode == 0:
            return ""
        text = log.read_text(errors="replace")
        if re.search(r"^ERROR: not found:", text, re.MULTILINE) and "rror collecting" not in text:
            raise SystemExit(f"measure again with --map: {text}")
        failed = re.search(r"^(?:FAILED|ERROR) (\S+)", text, re.MULTILINE)
        return failed[1] if failed else f"pytest exits with {child.returncode}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--area", choices=AREAS, action="append", help="default: all, in turns")
    parser.add_argument("--only", default="", metavar="PLACE", help="only mutants whose path:line begins so")
    parser.add_argument("--budget", type=float, default=60.0, help="most seconds of tests for a mutant")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--tests", nargs="+", metavar="TEST", help="run these tests for every mutant")
    parser.add_argument("--list", action="store_true", help="list the mutants, run no test")
    parser.add_argument("--map", action="store_true", help="measure again which test calls which function")
    parser.add_argument("--measure", action="store_true", help="only measure what the --tests call")
    asked = parser.parse_args()
    areas: list[str] = asked.area or list(AREAS)
    if asked.measure:
        measure(areas[0], asked.tests or [])
        return 0
    chosen = list(islice(draw(random.Random(asked.seed), areas, asked.only), asked.count))
    if asked.list:
        print(*(mutant for _, mutant in chosen), sep="\n")
        return 0
    maps = {area: Map.of(asked.tests) if asked.tests else Map.load(area, asked.map) for area in areas}
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        survivors = survey(chosen, maps, asked.budget, asked.jobs, Path(folder))
    print(f"\n{len(chosen)} mutants, {len(survivors)} survived", *survivors, sep="\n")
    return 1 if survivors else 0


def survey(
    chosen: list[tuple[str, Mutant]], maps: dict[str, Map], budget: float, jobs: int, folder: Path
) -> list[Mutant]:
    """The mutants that no test finds; prints each as it is tested."""
    copies: SimpleQueue[Copy] = SimpleQueue()
    for n in range(jobs):
        copies.put(Copy(folder / str(n)))

    def survives(drawn: tuple[str, Mutant]) -> bool:
        area, mutant = drawn
        tests, usual = maps[area].tests_of(mutant, budget)
        copy, begin = copies.get(), time.monotonic()
        try:
            found = copy.test(mutant, tests, TIMES * usual + SPARE) if tests else ""
        finally:
            copies.put(copy)
        verdict = found or (f"SURVIVED {len(tests)} tests" if tests else "SURVIVED: no test calls it")
        print(f"{time.monotonic() - begin:6.1f} s  {verdict}\n          {mutant}", flush=True)
        return not found

    with ThreadPoolExecutor(jobs) as pool:
        lived = pool.map(survives, chosen)
        return [mutant for (_, mutant), is_alive in zip(chosen, lived, strict=True) if is_alive]


if __name__ == "__main__":
    sys.exit(main())
