"""meute lesson: a lesson told step by step, with what may be done there and by which places, for whoever writes one."""

import argparse
from pathlib import Path

from rich.markup import escape

from meute.cli.desk import Desk
from meute.core.errors import BadInput
from meute.learn import Course, Lesson, read_lesson
from meute.learn.proof import answer_for_others, prove
from meute.text import event_phrase


def add_arguments(parser: argparse.ArgumentParser, desk: Desk) -> None:
    parser.add_argument("file", metavar="FILE")


def run(desk: Desk, arguments: argparse.Namespace) -> int:
    path = Path(arguments.file)
    if not path.is_file():
        raise BadInput("error.file", arguments.file, details="")
    lesson = read_lesson(path)
    course = Course(lesson, lesson.match("1"))
    told = 0
    for number in range(len(lesson.steps)):
        answer_for_others(course)
        tell_step(desk, course, number, told)
        told = len(course.match.events)
        if not course.right():
            break
        course.match.play(lesson.me, course.right()[0])
    prove(lesson)
    return 0


def tell_step(desk: Desk, course: Course, number: int, told: int) -> None:
    """What has happened, what is said, and what may be done."""
    lesson, match = course.lesson, course.match
    for event in match.events[told:]:
        line = desk.say(event_phrase(match.game, event, match.seats, lesson.me, desk.words))
        desk.out.print(f"  {escape(line)}", style="dim")
    desk.out.print(f"\n[bold]{escape(lesson.at(number))}[/]")
    desk.out.print(escape(match.game.write_position(match.state)), style="dim", soft_wrap=True)
    for key in lesson.words(number):
        desk.out.print(escape(said(desk, key)))
    tell_choices(desk, lesson, course)


def tell_choices(desk: Desk, lesson: Lesson, course: Course) -> None:
    """Every legal action with its places; those that do the task are marked."""
    match, right = course.match, course.right()
    table = match.view(lesson.me).state
    for action in match.options(lesson.me):
        mark = "→" if action in right else " "
        places = " ".join(match.game.lit(table, lesson.me, action))
        desk.out.print(f"{mark} {escape(match.game.codec.text(action)):<16} {escape(places)}", soft_wrap=True)


def said(desk: Desk, key: str) -> str:
    """A sentence, or its key while it has no words."""
    return desk.words.entries.get(key, key)
