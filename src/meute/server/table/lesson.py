"""Lessons and puzzles: their tables, their messages, and the check of a learner's decision against the task."""

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from meute.core.numbers import NOBODY
from meute.learn import Lesson, LessonProgress, Puzzle, find_lesson, lessons, puzzles
from meute.match import Match, replay
from meute.server.listings import STAND_IN
from meute.server.messages.requests import LessonRequest
from meute.server.messages.responses import FromServer, LessonAttemptSent, LessonSent
from meute.server.refusal import Refusal, phrase_sent
from meute.server.secret import Secret
from meute.server.store.models import MISSED, StoredGuest, StoredLesson, StoredSeat, StoredTable, StoredTry, TableUpdate
from meute.server.table import lobby
from meute.server.table.play import table_status
from meute.server.table.restore import moves_of
from meute.server.table.scene import current_scene, events_sent
from meute.server.table.table_kind import TableCommand, TableKind

if TYPE_CHECKING:
    from meute.server.registry import TableRegistry


class LessonKind(TableKind):
    """A lesson or puzzle: chance and bots follow a script, and only the task may be played."""

    refusals: ClassVar[dict[TableCommand, str]] = {"resign": "lesson", "rematch": "not_over"}

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson

    def progress(self, match: Match) -> LessonProgress:
        return LessonProgress(self.lesson, match)

    def prepare(self, match: Match) -> None:
        self.lesson.script(match)

    def first_step(self, match: Match) -> int:
        return self.progress(match).first_step()

    def check_play(self, match: Match, seat: int, actions: list[int], send: Callable[[FromServer], None]) -> None:
        """Refuses a decision that is not the task, and shows its consequences where the lesson has them."""
        progress = self.progress(match)
        missed = progress.check_moves(actions) if seat == self.lesson.me else None
        if missed is None:
            return
        if missed.show:
            send(tried_sent(progress, actions[0], missed.show))
        raise Refusal("lesson", missed.phrase)

    def scripted_action(self, match: Match, seat: int) -> str:
        return self.progress(match).scripted_action(seat)

    def complete_update(self, update: TableUpdate, stored: StoredTable, match: Match) -> None:
        """Adds the lesson's row for its learner once it is completed."""
        if self.progress(match).is_done():
            update.lesson = StoredLesson(stored.host, stored.game, stored.lesson, stored.code, True)
            update.tried = self.tried(stored, True)

    def missed(self, stored: StoredTable, match: Match) -> StoredTry | None:
        return None if self.progress(match).is_done() else self.tried(stored, False)

    def tried(self, stored: StoredTable, solved: bool) -> StoredTry | None:
        """A try at a puzzle; lessons are not rated."""
        if not isinstance(self.lesson, Puzzle):
            return None
        return StoredTry(stored.host, stored.game, stored.lesson, stored.code, solved, self.lesson.rating)

    def lesson_sent(self, match: Match, seat: int) -> LessonSent:
        """Progress of the lesson; the places to click are included only for the learner's seat."""
        lesson, progress = self.lesson, self.progress(match)
        all_of_them = puzzles(lesson.game) if lesson.kind == "puzzle" else lessons(lesson.game)
        number = all_of_them.index(lesson)
        tell, task = progress.text()
        step = progress.step()
        return LessonSent(
            kind=lesson.kind,
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


def lesson_kind(table: StoredTable, secret: Secret) -> TableKind:
    """The lesson of a table; an ordinary game if the lesson no longer exists."""
    lesson = find_lesson(table.game, table.lesson)
    return TableKind() if lesson is None else LessonKind(lesson)


def tried_sent(progress: LessonProgress, action: int, show: list[tuple[int, str]]) -> LessonAttemptSent:
    """The table after a wrong decision and its consequences, played on a copy of the match."""
    me, events = progress.lesson.me, len(progress.match.events)
    copy = replay(progress.match.record())
    copy.replay_moves([(me, copy.game.codec.text(action)), *show])
    return LessonAttemptSent(scene=current_scene(copy, me), events=events_sent(copy, events, me))


async def open_lesson(registry: "TableRegistry", body: LessonRequest, guest: StoredGuest) -> str:
    """Opens a lesson; returns the code of the guest's unfinished table of this lesson, or of a new one."""
    lesson = find_lesson(body.game, body.lesson)
    if lesson is None:
        raise Refusal("not_found")
    known = await registry.store.lessons(guest.guest)
    missed_at = {stored.code for stored in known if stored.lesson == MISSED + lesson.name}
    for stored in known:
        is_same = (stored.game, stored.lesson) == (lesson.game, lesson.name) and stored.code not in missed_at
        if is_same and await is_open(registry, stored.code):
            return stored.code
    table, match = lesson_table(lesson, guest)
    begun = StoredLesson(guest.guest, lesson.game, lesson.name, table.code, False)
    return await registry.add(table, TableUpdate(moves_of(match.record()), table_status(match), lesson=begun), match)


async def is_open(registry: "TableRegistry", code: str) -> bool:
    """Whether a lesson's table exists and is not finished."""
    table = await registry.table(code, force=True)
    if table is None or table.room.match is None:
        return False
    sent = table.room.kind.lesson_sent(table.room.match, NOBODY)
    return sent is not None and not sent.done


def lesson_table(lesson: Lesson, guest: StoredGuest) -> tuple[StoredTable, Match]:
    """Creates the table of a lesson, already playing, and its match."""
    seats = [StoredSeat("bot", name, STAND_IN) if name else StoredSeat("guest") for name in lesson.seats]
    seats[lesson.me] = StoredSeat("guest", lobby.name_of(guest), "", guest.guest)
    match = lesson.match(lobby.name_of(guest))
    table = StoredTable(
        code=lobby.new_code(),
        word=lobby.new_word(),
        game=lesson.game,
        version=match.version,
        host=guest.guest,
        seats=seats,
        options=dict(lesson.options),
        position=lesson.position,
        hints=False,
        phase="playing",
        kind=lesson.kind,
        lesson=lesson.name,
    )
    return table, match
