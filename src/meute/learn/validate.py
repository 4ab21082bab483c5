"""Validates a lesson file by playing it; errors name the file and step."""

from meute.core.chance import BadScript
from meute.core.errors import BadInput
from meute.learn.lesson import Lesson, Step, matches
from meute.learn.progress import LessonProgress
from meute.match import Match, Refused
from meute.text import LANGUAGES, catalogue
from meute.text.rules import headings


def validate(lesson: Lesson) -> None:
    """Check a lesson: play it to its end by the first solution of each task."""
    check_words(lesson)
    try:
        match = lesson.match("1")
    except BadScript as error:
        raise BadInput("error.lesson_script", lesson.file, details=error) from None
    except BadInput as wrong:
        raise BadInput(wrong.problem, f"{lesson.file}, {wrong.where}", **wrong.values) from None
    progress = LessonProgress(lesson, match)
    for number, step in enumerate(lesson.steps):
        where = lesson.at(number)
        try:
            play_scripted(progress)
            if number < len(lesson.steps) - 1:
                check_step(progress, step, where)
                match.play(lesson.me, progress.solutions()[0])
        except BadScript as error:
            raise BadInput("error.lesson_script", where, details=error) from None
        except Refused as refused:
            raise BadInput("error.lesson_move", where, text=refused.action, reason=refused.reason.key) from None
        except BadInput as wrong:
            raise BadInput(wrong.problem, where, **wrong.values) from None
    assert match.script is not None
    left = match.script.outcomes[match.script.at :]
    if left:
        raise BadInput("error.lesson_chance_left", lesson.file, left=" ".join(left))


def play_scripted(progress: LessonProgress) -> None:
    """Play the scripted moves that are due."""
    due = progress.next_scripted()
    while due is not None:
        progress.match.play(*due)
        due = progress.next_scripted()


def finish(progress: LessonProgress) -> None:
    """Play a lesson to its end."""
    play_scripted(progress)
    while not progress.is_done():
        progress.match.play(progress.lesson.me, progress.solutions()[0])
        play_scripted(progress)


def check_words(lesson: Lesson) -> None:
    """Check that all texts exist in every language and that the heading exists on the rules pages."""
    for language in LANGUAGES:
        words = catalogue(language)
        if lesson.teaches not in headings(lesson.game, language):
            raise BadInput("error.lesson_heading", lesson.file, heading=lesson.teaches, language=language)
        if lesson.key() not in words:
            raise BadInput("error.lesson_word", lesson.file, key=lesson.key(), language=language)
        for number in range(len(lesson.steps)):
            for key in lesson.words(number):
                if key not in words:
                    raise BadInput("error.lesson_word", lesson.at(number), key=key, language=language)
    *tasks, last = lesson.steps
    for number, step in enumerate(tasks):
        if not step.expect or not (step.task or lesson.steps[0].task):
            raise BadInput("error.lesson_task", lesson.at(number))
    if last.expect or last.task or last.wrong or last.refused or not last.tell:
        raise BadInput("error.lesson_last", lesson.at(len(tasks)))


def check_step(progress: LessonProgress, step: Step, where: str) -> None:
    """Check a step: the task is solvable, every pattern matches, shown moves are legal, refusals give their reason."""
    match, me = progress.match, progress.lesson.me
    texts = match.legal_texts(me)
    right = [match.game.codec.text(action) for action in progress.solutions()]
    for pattern in step.expect:
        if not any(matches(pattern, text) for text in texts):
            raise BadInput("error.lesson_expect", where, pattern=pattern, known=" ".join(texts) or "-")
    for wrong in step.wrong:
        meant = [text for text in texts if matches(wrong.action, text) and text not in right]
        if not meant:
            raise BadInput("error.lesson_expect", where, pattern=wrong.action, known=" ".join(texts))
        for text in meant:
            show(match, me, text, progress.lesson.read_lines(wrong.show, where))
    for text, reason in step.refused.items():
        try:
            match.check_legal(me, match.game.codec.read(text))
        except Refused as refused:
            if refused.reason.key != reason:
                raise BadInput("error.lesson_reason", where, text=text, reason=refused.reason.key) from None
        else:
            raise BadInput("error.lesson_legal", where, text=text)


def show(match: Match, me: int, text: str, moves: list[tuple[int, str]]) -> None:
    """Play a wrong move and the moves that the lesson shows after it, then undo them."""
    before = len(match.steps)
    try:
        match.replay_moves([(me, text), *moves])
    finally:
        match.rewind(before)
