"""Lessons on the wire, and what is said of a decision that is not the task."""

from functools import cache

from meute.games import GAMES
from meute.learn import Course, Puzzle, examples, lessons, puzzles
from meute.learn.proof import finish
from meute.match import Match
from meute.server.messages.learning import ExampleSent, LearnSent, LessonLineSent
from meute.server.messages.sent import LessonSent, SceneSent, TriedSent
from meute.server.refusal import Refusal, phrase_sent
from meute.server.scene import events_sent, scene_sent
from meute.server.shelf import BOOK
from meute.server.store import LessonKept
from meute.server.watcher import Watcher


def learn_sent(known: list[LessonKept]) -> LearnSent:
    """All lessons and puzzles, and how far a guest is with them."""
    done = {(kept.game, kept.lesson): kept.done for kept in known}
    return LearnSent(
        lessons=[
            LessonLineSent(
                game=game,
                kind="puzzle" if isinstance(lesson, Puzzle) else "lesson",
                name=lesson.name,
                title=phrase_sent(lesson.phrase()),
                teaches=lesson.teaches,
                begun=(game, lesson.name) in done,
                done=done.get((game, lesson.name), False),
            )
            for game in GAMES
            for lesson in (*lessons(game), *puzzles(game))
        ]
    )


def lesson_sent(course: Course | None, seat: int) -> LessonSent | None:
    """Where a lesson stands, with the places to be pressed for whoever looks from the learner's seat."""
    if course is None:
        return None
    lesson = course.lesson
    all_of_them = puzzles(lesson.game) if isinstance(lesson, Puzzle) else lessons(lesson.game)
    number = all_of_them.index(lesson)
    tell, task = course.told()
    step = course.step()
    return LessonSent(
        name=lesson.name,
        number=number + 1,
        of=len(all_of_them),
        teaches=lesson.teaches,
        step=course.at(),
        steps=len(lesson.steps),
        title=phrase_sent(lesson.phrase()),
        tell=[phrase_sent(told) for told in tell],
        task=phrase_sent(task) if task else None,
        points=course.points() if seat == lesson.me else [],
        look=step.look,
        find=step.find,
        waits=course.due() is not None,
        done=course.is_done(),
        next=all_of_them[number + 1].name if number + 1 < len(all_of_them) else "",
    )


@cache
def example_sent(game: str, name: str) -> ExampleSent:
    """A table of the rulebook's, or that at the end of a lesson, as an example of what it teaches."""
    printed = next((one for one in examples(game) if f"{BOOK}{one.name}" == name), None)
    if printed is not None:
        match = printed.match(game)
        return ExampleSent(
            lesson="",
            title=None,
            tell=[phrase_sent(printed.phrase(game))],
            seats=list(match.seats),
            own=printed.own,
            scene=still(match, printed.seats.index("")),
        )
    lesson = next((lesson for lesson in lessons(game) if lesson.name == name), None)
    if lesson is None:
        raise Refusal("not_found")
    course = Course(lesson, lesson.match(""))
    finish(course)
    return ExampleSent(
        lesson=lesson.name,
        title=phrase_sent(lesson.phrase()),
        tell=[phrase_sent(told) for told in course.told()[0]],
        seats=list(course.match.seats),
        own=False,
        scene=still(course.match, lesson.me),
    )


def still(match: Match, seat: int) -> SceneSent:
    """A match as a seat sees it now."""
    return scene_sent(match, match.view(seat), len(match.steps), match.result(), match.asked())


def check_task(course: Course, seat: int, row: list[int], watcher: Watcher) -> None:
    """Refuses what is not the task, and shows what would have come of it."""
    missed = course.judge(row) if seat == course.lesson.me else None
    if missed is None:
        return
    if missed.show:
        watcher.send(tried_sent(course, row[0], missed.show))
    raise Refusal("lesson", missed.phrase)


def tried_sent(course: Course, action: int, show: list[tuple[int, str]]) -> TriedSent:
    """The table after a decision and what would come of it; it is all taken back before anybody else can see it."""
    match, me = course.match, course.lesson.me
    steps, events = len(match.steps), len(match.events)
    try:
        match.follow([(me, match.game.codec.text(action)), *show])
        return TriedSent(scene=still(match, me), events=events_sent(match, events, me))
    finally:
        match.go_back(steps)
