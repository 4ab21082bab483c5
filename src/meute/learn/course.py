"""A lesson at a match. Where the learner stands is read from the decisions of the match, so that nothing else need be
kept: going back and coming back need no care."""

from typing import NamedTuple

from meute.core.phrase import Phrase, phrase
from meute.core.seats import CHANCE
from meute.learn.lesson import Lesson, Moves, Step, matches
from meute.match import Match

OVER = "lesson.over"
NOT_THE_TASK = "lesson.not_the_task"


class Missed(NamedTuple):
    """A decision that is not the task: what is said, and what would have come of it."""

    phrase: Phrase
    show: Moves


class Course:
    """What comes next in a lesson."""

    def __init__(self, lesson: Lesson, match: Match) -> None:
        self.lesson = lesson
        self.match = match

    def first(self) -> int:
        """The steps of the match before anybody decided in the lesson."""
        first = len(self.lesson.opening)
        while first < len(self.match.steps) and self.match.steps[first].seat == CHANCE:
            first += 1
        return first

    def deciders(self) -> list[int]:
        """Who has decided in the lesson."""
        return [past.seat for past in self.match.steps[len(self.lesson.opening) :] if past.seat != CHANCE]

    def at(self) -> int:
        """The number of the step: each has one decision of the learner's."""
        return min(self.deciders().count(self.lesson.me), len(self.lesson.steps) - 1)

    def step(self) -> Step:
        """Where the learner is."""
        return self.lesson.steps[self.at()]

    def due(self) -> tuple[int, str] | None:
        """What somebody else must decide before the learner goes on."""
        told = [move for moves in self.lesson.others[: self.at() + 1] for move in moves]
        done = sum(seat != self.lesson.me for seat in self.deciders())
        return told[done] if done < len(told) else None

    def answer(self, seat: int) -> str:
        """What a scripted seat decides now; empty if it waits."""
        due = self.due()
        return due[1] if due is not None and due[0] == seat else ""

    def is_done(self) -> bool:
        """Whether nothing is left to do."""
        return self.at() == len(self.lesson.steps) - 1 and self.due() is None

    def judge(self, row: list[int]) -> Missed | None:
        """Whether decisions in a row do the task; those that the rules refuse are left to the rules."""
        match, number = self.match, self.at()
        if self.due() is not None or not match.may(self.lesson.me, row[0]):
            return None
        for action in row:
            step, text = self.lesson.steps[number], match.game.codec.text(action)
            if number == len(self.lesson.steps) - 1:
                return Missed(phrase(OVER), [])
            if not any(matches(pattern, text) for pattern in step.expect):
                return self.missed(number, text)
            number += 1
        return None

    def missed(self, number: int, text: str) -> Missed:
        """What is said of a decision that is not the task."""
        lesson = self.lesson
        for wrong in lesson.steps[number].wrong:
            if matches(wrong.action, text):
                return Missed(lesson.phrase(wrong.say), lesson.read_lines(wrong.show, lesson.at(number)))
        return Missed(phrase(NOT_THE_TASK), [])

    def right(self) -> list[int]:
        """The decisions that do the task now, those first that the lesson names first."""
        match, me = self.match, self.lesson.me
        if self.due() is not None:
            return []
        options = match.options(me)
        text = match.game.codec.text
        return [action for pattern in self.step().expect for action in options if matches(pattern, text(action))]

    def points(self) -> list[str]:
        """The places to be pressed for the task, in order; a decision without places is named by its text."""
        right = self.right()
        if not right:
            return []
        game, me = self.match.game, self.lesson.me
        return list(game.lit(self.match.view(me).state, me, right[0])) or [game.codec.text(right[0])]

    def told(self) -> tuple[list[Phrase], Phrase | None]:
        """What is told, and the task: those of the step before, where a task goes on."""
        number = self.at()
        while number and not (self.lesson.steps[number].tell or self.lesson.steps[number].task):
            number -= 1
        step = self.lesson.steps[number]
        tell = [self.lesson.phrase(word) for word in step.tell]
        return tell, self.lesson.phrase(step.task) if step.task else None
