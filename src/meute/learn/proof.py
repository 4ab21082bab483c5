"""Whether a lesson can be played as it is written; what is wrong is named with its file and step."""

from meute.core.chance import BadScript
from meute.core.errors import BadInput
from meute.learn.course import Course
from meute.learn.lesson import Lesson, Step, matches
from meute.match import Match, Refused
from meute.text import LANGUAGES, catalogue
from meute.text.rules import headings


def prove(lesson: Lesson) -> None:
    """Plays a lesson to its end, by the first decision that does each task."""
    check_words(lesson)
    try:
        match = lesson.match("1")
    except BadScript as error:
        raise BadInput("error.lesson_script", lesson.file, details=error) from None
    except BadInput as wrong:
        raise BadInput(wrong.problem, f"{lesson.file}, {wrong.where}", **wrong.values) from None
    course = Course(lesson, match)
    for number, step in enumerate(lesson.steps):
        where = lesson.at(number)
        try:
            answer_for_others(course)
            if number < len(lesson.steps) - 1:
                check_step(course, step, where)
                match.play(lesson.me, course.right()[0])
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


def answer_for_others(course: Course) -> None:
    """Lets the scripted seats decide."""
    due = course.due()
    while due is not None:
        course.match.play(*due)
        due = course.due()


def finish(course: Course) -> None:
    """Plays a lesson to its end."""
    answer_for_others(course)
    while not course.is_done():
        course.match.play(course.lesson.me, course.right()[0])
        answer_for_others(course)


def check_words(lesson: Lesson) -> None:
    """Every sentence has words in every language, and the heading is one of the rules pages."""
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


def check_step(course: Course, step: Step, where: str) -> None:
    """The task can be done, every pattern stands for something, and what is shown can happen."""
    match, me = course.match, course.lesson.me
    texts = match.texts(me)
    right = [match.game.codec.text(action) for action in course.right()]
    for pattern in step.expect:
        if not any(matches(pattern, text) for text in texts):
            raise BadInput("error.lesson_expect", where, pattern=pattern, known=" ".join(texts) or "-")
    for wrong in step.wrong:
        meant = [text for text in texts if matches(wrong.action, text) and text not in right]
        if not meant:
            raise BadInput("error.lesson_expect", where, pattern=wrong.action, known=" ".join(texts))
        for text in meant:
            show(match, me, text, course.lesson.read_lines(wrong.show, where))
    for text, reason in step.refused.items():
        try:
            match.check(me, match.game.codec.read(text))
        except Refused as refused:
            if refused.reason.key != reason:
                raise BadInput("error.lesson_reason", where, text=text, reason=refused.reason.key) from None
        else:
            raise BadInput("error.lesson_legal", where, text=text)


def show(match: Match, me: int, text: str, moves: list[tuple[int, str]]) -> None:
    """Plays a decision and what would come of it, and takes it back."""
    before = len(match.steps)
    try:
        match.follow([(me, text), *moves])
    finally:
        match.go_back(before)
