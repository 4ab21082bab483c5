"""meute check: replays records and verifies every decision and the result; plays lessons to their end."""

import argparse
from pathlib import Path

from meute.cli.desk import Desk, read_text
from meute.core.errors import BadInput
from meute.learn import read_lesson
from meute.learn.proof import prove
from meute.match import read_record, replay, write_record

RECORD, LESSON = ".meute", ".toml"
FOLDER = "lessons"


def add_arguments(parser: argparse.ArgumentParser, desk: Desk) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help=desk.text("cli.help.files"))
    parser.add_argument("--json", action="store_true", help=desk.text("cli.help.json"))


def run(desk: Desk, arguments: argparse.Namespace) -> int:
    paths = [path for name in arguments.files for path in meant(Path(name))]
    wrong: dict[str, str] = {}
    with desk.progress() as bar:
        task = bar.add_task("", total=len(paths))
        for path in paths:
            try:
                if path.suffix == LESSON:
                    prove(read_lesson(path))
                else:
                    verify(read_text(str(path)))
            except BadInput as error:
                wrong[str(path)] = desk.words.explain(error)
            bar.advance(task)
    if arguments.json:
        desk.print_json({"checked": len(paths), "wrong": wrong})
    else:
        for name, sentence in wrong.items():
            desk.complain(f"{name}: {sentence}")
        desk.out.print(desk.text("cli.checked", number=len(paths), wrong=len(wrong)))
    return 1 if wrong else 0


def meant(path: Path) -> list[Path]:
    """A file, or the records and lessons in a folder."""
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


def verify(text: str) -> None:
    """Replays a record, and prints it again: the same record must come out."""
    record = read_record(text)
    match = replay(record)
    if read_record(write_record(match.record())) != record:
        raise BadInput("error.record_not_canonical", "record")
