"""`meute lesson`: prints a lesson step by step with all legal actions and their places, for authors."""

import argparse
from pathlib import Path

from rich.markup import escape

from meute.cli.console import Terminal
from meute.core.errors import BadInput
from meute.learn import Lesson, LessonProgress, read_lesson
from meute.learn.validate import play_scripted, validate
from meute.text import event_phrase


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("file", metavar="FILE")


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    path = Path(arguments.file)
    if not path.is_file():
        raise BadInput("error.file_missing", arguments.file)
    lesson = read_lesson(path)
    progress = LessonProgress(lesson, lesson.match("1"))
    events_shown = 0
    for number in range(len(lesson.steps)):
        play_scripted(progress)
        print_step(terminal, progress, number, events_shown)
        events_shown = len(progress.match.events)
        if not progress.solutions():
            break
        progress.match.play(lesson.me, progress.solutions()[0])
    validate(lesson)
    return 0


def print_step(terminal: Terminal, progress: LessonProgress, number: int, events_shown: int) -> None:
    """Print the new events, the texts of a step and its choices."""
    lesson, match = progress.lesson, progress.match
    for event in match.events[events_shown:]:
        line = terminal.say(event_phrase(match.game, event, match.seats, lesson.me, terminal.words))
        terminal.out.print(f"  {escape(line)}", style="dim")
    terminal.out.print(f"\n[bold]{escape(lesson.at(number))}[/]")
    terminal.out.print(escape(match.game.write_position(match.state)), style="dim", soft_wrap=True)
    for key in lesson.words(number):
        terminal.out.print(escape(text_of(terminal, key)))
    print_choices(terminal, lesson, progress)


def print_choices(terminal: Terminal, lesson: Lesson, progress: LessonProgress) -> None:
    """Print every legal action with its places; solutions are marked."""
    match, right = progress.match, progress.solutions()
    table = match.view(lesson.me).state
    for action in match.legal_actions(lesson.me):
        mark = "→" if action in right else " "
        places = " ".join(match.game.targets(table, lesson.me, action))
        terminal.out.print(f"{mark} {escape(match.game.codec.text(action)):<16} {escape(places)}", soft_wrap=True)


def text_of(terminal: Terminal, key: str) -> str:
    """The text of a key, or the key itself if it has none yet."""
    return terminal.words.entries.get(key, key)
