"""Lessons and puzzles: their messages, and the check of a learner's decision against the task."""

from functools import cache

from meute.games import GAMES
from meute.learn import LessonProgress, Puzzle, examples, lessons, puzzles
from meute.learn.validate import finish
from meute.match import Match
from meute.server.listings import BOOK_PREFIX
from meute.server.messages.learning import ExampleSent, LearnSent, LessonLineSent
from meute.server.messages.responses import LessonSent, SceneSent, TriedSent
from meute.server.refusal import Refusal, phrase_sent
from meute.server.store import StoredLesson
from meute.server.table.connection import Connection
from meute.server.table.scene import events_sent, scene_sent


def learn_sent(known: list[StoredLesson]) -> LearnSent:
    """All lessons and puzzles, with the guest's progress."""
    done = {(stored.game, stored.lesson): stored.done for stored in known}
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


def lesson_sent(progress: LessonProgress | None, seat: int) -> LessonSent | None:
    """Progress of a lesson; the places to press are included only for the learner's seat."""
    if progress is None:
        return None
    lesson = progress.lesson
    all_of_them = puzzles(lesson.game) if isinstance(lesson, Puzzle) else lessons(lesson.game)
    number = all_of_them.index(lesson)
    tell, task = progress.text()
    step = progress.step()
    return LessonSent(
        name=lesson.name,
        number=number + 1,
        of=len(all_of_them),
        teaches=lesson.teaches,
        step=progress.step_number(),
        steps=len(lesson.steps),
        title=phrase_sent(lesson.phrase()),
        tell=[phrase_sent(sentence) for sentence in tell],
        task=phrase_sent(task) if task else None,
        points=progress.places_to_press() if seat == lesson.me else [],
        look=step.look,
        find=step.find,
        waits=progress.next_scripted() is not None,
        done=progress.is_done(),
        next=all_of_them[number + 1].name if number + 1 < len(all_of_them) else "",
    )


@cache
def example_sent(game: str, name: str) -> ExampleSent:
    """An example from the rulebook, or the end of a lesson as an example of what it teaches."""
    printed = next((example for example in examples(game) if f"{BOOK_PREFIX}{example.name}" == name), None)
    if printed is not None:
        match = printed.match(game)
        return ExampleSent(
            lesson="",
            title=None,
            tell=[phrase_sent(printed.phrase(game))],
            seats=list(match.seats),
            own=printed.own,
            scene=current_scene(match, printed.seats.index("")),
        )
    lesson = next((lesson for lesson in lessons(game) if lesson.name == name), None)
    if lesson is None:
        raise Refusal("not_found")
    progress = LessonProgress(lesson, lesson.match(""))
    finish(progress)
    return ExampleSent(
        lesson=lesson.name,
        title=phrase_sent(lesson.phrase()),
        tell=[phrase_sent(sentence) for sentence in progress.text()[0]],
        seats=list(progress.match.seats),
        own=False,
        scene=current_scene(progress.match, lesson.me),
    )


def current_scene(match: Match, seat: int) -> SceneSent:
    return scene_sent(match, match.view(seat), len(match.steps), match.result(), match.asked())


def check_task(progress: LessonProgress, seat: int, actions: list[int], connection: Connection) -> None:
    """Refuses a decision that is not the task, and shows its consequences where the lesson has them."""
    missed = progress.check_moves(actions) if seat == progress.lesson.me else None
    if missed is None:
        return
    if missed.show:
        connection.send(tried_sent(progress, actions[0], missed.show))
    raise Refusal("lesson", missed.phrase)


def tried_sent(progress: LessonProgress, action: int, show: list[tuple[int, str]]) -> TriedSent:
    """The table after a wrong decision and its consequences; all of it is taken back before anything else runs."""
    match, me = progress.match, progress.lesson.me
    steps, events = len(match.steps), len(match.events)
    try:
        match.replay_moves([(me, match.game.codec.text(action)), *show])
        return TriedSent(scene=current_scene(match, me), events=events_sent(match, events, me))
    finally:
        match.rewind(steps)
