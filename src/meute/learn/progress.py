"""Progress of a lesson, derived from the moves of its match: nothing is stored, and undo needs no special care."""

from typing import NamedTuple

from meute.core.phrase import Phrase, phrase
from meute.core.seats import CHANCE
from meute.learn.lesson import Lesson, Moves, Step, matches
from meute.match import Match

OVER = "lesson.over"
NOT_THE_TASK = "lesson.not_the_task"


class WrongMove(NamedTuple):
    """A legal move that does not solve the task: the message, and the moves that show what would follow."""

    phrase: Phrase
    show: Moves


class LessonProgress:
    """The learner's current step in a lesson, its task, and the next scripted move."""

    def __init__(self, lesson: Lesson, match: Match) -> None:
        self.lesson = lesson
        self.match = match

    def first_step(self) -> int:
        """Number of match steps before the first decision of the lesson."""
        first = len(self.lesson.opening)
        while first < len(self.match.steps) and self.match.steps[first].seat == CHANCE:
            first += 1
        return first

    def deciders(self) -> list[int]:
        """The seat of each decision made in the lesson so far, in order."""
        return [past.seat for past in self.match.steps[len(self.lesson.opening) :] if past.seat != CHANCE]

    def step_number(self) -> int:
        """Number of the current step; each step has one decision by the learner."""
        return min(self.deciders().count(self.lesson.me), len(self.lesson.steps) - 1)

    def step(self) -> Step:
        return self.lesson.steps[self.step_number()]

    def next_scripted(self) -> tuple[int, str] | None:
        """The next scripted decision (seat, action) of another seat, or None when the learner is to move."""
        scripted = [move for moves in self.lesson.others[: self.step_number() + 1] for move in moves]
        done = sum(seat != self.lesson.me for seat in self.deciders())
        return scripted[done] if done < len(scripted) else None

    def scripted_action(self, seat: int) -> str:
        """The scripted action of a seat; "" if the next decision is not a scripted one of this seat."""
        due = self.next_scripted()
        return due[1] if due is not None and due[0] == seat else ""

    def is_done(self) -> bool:
        return self.step_number() == len(self.lesson.steps) - 1 and self.next_scripted() is None

    def check_moves(self, row: list[int]) -> WrongMove | None:
        """Check the learner's moves against the tasks: returns the first that does not solve its task. Returns None if
        all do, if a scripted move is due, or if the first move is illegal (the rules then refuse it)."""
        match, number = self.match, self.step_number()
        if self.next_scripted() is not None or not match.is_legal(self.lesson.me, row[0]):
            return None
        for action in row:
            step, text = self.lesson.steps[number], match.game.codec.text(action)
            if number == len(self.lesson.steps) - 1:
                return WrongMove(phrase(OVER), [])
            if not any(matches(pattern, text) for pattern in step.expect):
                return self.wrong_move(number, text)
            number += 1
        return None

    def wrong_move(self, number: int, text: str) -> WrongMove:
        """The message for a wrong move."""
        lesson = self.lesson
        for wrong in lesson.steps[number].wrong:
            if matches(wrong.action, text):
                return WrongMove(lesson.phrase(wrong.say), lesson.read_lines(wrong.show, lesson.at(number)))
        return WrongMove(phrase(NOT_THE_TASK), [])

    def solutions(self) -> list[int]:
        """Actions that solve the current task, in the order of the lesson's patterns; empty while a scripted move is
        due."""
        match, me = self.match, self.lesson.me
        if self.next_scripted() is not None:
            return []
        options = match.legal_actions(me)
        text = match.game.codec.text
        return [action for pattern in self.step().expect for action in options if matches(pattern, text(action))]

    def places_to_press(self) -> list[str]:
        """The places to press for the first solution of the task, in order; an action without places is given in
        notation."""
        right = self.solutions()
        if not right:
            return []
        game, me = self.match.game, self.lesson.me
        return list(game.targets(self.match.view(me).state, me, right[0])) or [game.codec.text(right[0])]

    def text(self) -> tuple[list[Phrase], Phrase | None]:
        """Explanations and task of the current step; if it has neither, those of the last step that has."""
        number = self.step_number()
        while number and not (self.lesson.steps[number].tell or self.lesson.steps[number].task):
            number -= 1
        step = self.lesson.steps[number]
        tell = [self.lesson.phrase(word) for word in step.tell]
        return tell, self.lesson.phrase(step.task) if step.task else None
