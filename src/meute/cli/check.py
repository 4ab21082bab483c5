"""`meute check`: replays records, verifying every decision and the result; validates lessons."""

import argparse
from pathlib import Path

from meute.cli.console import Terminal
from meute.core.errors import BadInput
from meute.learn import read_lesson
from meute.learn.validate import validate
from meute.match import read_record, replay, split_records, write_record
from meute.text.files import read_text

RECORD, LESSON = ".meute", ".toml"
FOLDER = "lessons"


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help=terminal.text("cli.help.files"))
    parser.add_argument("--json", action="store_true", help=terminal.text("cli.help.json"))


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    paths = [path for name in arguments.files for path in files_in(Path(name))]
    wrong: dict[str, str] = {}
    with terminal.progress() as bar:
        task = bar.add_task("", total=len(paths))
        for path in paths:
            try:
                if path.suffix == LESSON:
                    validate(read_lesson(path))
                else:
                    verify_all(read_text(str(path)))
            except BadInput as error:
                wrong[str(path)] = terminal.words.explain(without_path(path, error))
            bar.advance(task)
    if arguments.json:
        terminal.print_json({"checked": len(paths), "wrong": wrong})
    else:
        for name, sentence in wrong.items():
            terminal.complain(f"{name}: {sentence}")
        terminal.out.print(terminal.text("cli.checked", number=len(paths), wrong=len(wrong)))
    return 1 if wrong else 0


def without_path(path: Path, error: BadInput) -> BadInput:
    """The error without the file's path in its location: the caller prints the path beside it."""
    within = error.where.removeprefix(str(path)).removeprefix(path.name).removeprefix(", ")
    return BadInput(error.problem, within, **error.values)


def files_in(path: Path) -> list[Path]:
    """A file, or all records and lessons in a folder."""
    if not path.is_dir():
        return [path]
    found = sorted(one for one in path.rglob("*") if is_record(one) or is_lesson(one))
    if not found:
        raise BadInput("error.nothing_to_check", str(path))
    return found


def is_record(path: Path) -> bool:
    return path.suffix == RECORD


def is_lesson(path: Path) -> bool:
    return path.suffix == LESSON and path.absolute().parent.name == FOLDER


def verify_all(text: str) -> None:
    """Verifies the records of a file; of several, an error names the number of the one that is wrong."""
    records = split_records(text)
    for number, record in enumerate(records, start=1):
        try:
            verify(record)
        except BadInput as error:
            if len(records) == 1:
                raise
            raise BadInput(error.problem, f"record {number}, {error.where}", **error.values) from None


def verify(text: str) -> None:
    """Replay a record and write it again: both must be equal."""
    record = read_record(text)
    match = replay(record)
    if read_record(write_record(match.record())) != record:
        raise BadInput("error.record_not_canonical", "record")
