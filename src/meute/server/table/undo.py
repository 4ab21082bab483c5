"""Undo: free until chance, another seat or a secret followed the decision; after that if the other players agree."""

from collections.abc import Collection

from msgspec.structs import replace

from meute.core.numbers import NOBODY
from meute.core.phrase import phrase
from meute.server.messages.responses import UndoSent
from meute.server.refusal import Refusal
from meute.server.store import StoredUndoRequest
from meute.server.table.play import GamePlay
from meute.server.table.room import Room

NEVER_UNDOABLE = ("undo.nothing", "undo.over", "undo.resigned")
"""Reasons that agreement of the others cannot lift."""


class UndoVote:
    """The pending undo request of one table and its votes. An undo is a tuple of its target step and the seat that
    takes it freely; NOBODY if it was voted for."""

    def __init__(self, room: Room, game_play: GamePlay, stood_in: Collection[int]) -> None:
        self.room = room
        self.game_play = game_play
        self.stood_in = stood_in
        """Seats that bots play for absent people."""
        self.asker: int | None = None
        """The seat that requests an undo."""
        self.first_step: int | None = None
        """First step of the sequence that the seat wants to take back."""
        self.agreed: set[int] = set()
        stored = room.stored.back
        if stored is not None and stored.moves == game_play.moves:
            self.asker, self.first_step, self.agreed = stored.seat, stored.first, set(stored.agreed)

    async def save(self) -> None:
        """Stores the request, so that it survives a restart; a later move makes it void."""
        stored = None
        if self.asker is not None:
            stored = StoredUndoRequest(self.game_play.moves, self.asker, self.first_step, sorted(self.agreed))
        if stored != self.room.stored.back:
            await self.room.save(replace(self.room.stored, back=stored))

    def voters(self, seat: int) -> set[int]:
        """Seats of other people who must agree. Bots always agree; absent people are asked only if they would lose a
        decision of their own."""
        seats = self.room.stored.seats
        others = [number for number in self.room.human_seats() if seats[number].guest != seats[seat].guest]
        return {number for number in others if number not in self.stood_in or self.takes_back_decision_of(number, seat)}

    def takes_back_decision_of(self, number: int, seat: int) -> bool:
        """Whether undoing the seat's last decision also undoes one that the person at `number` took."""
        steps, own = self.room.live_match().steps, self.room.live_match().last_step_of(seat)
        return any(n > own and steps[n].seat == number for n in self.game_play.human_steps)

    def request(self, seat: int, first: int | None) -> tuple[int, int] | None:
        """Requests an undo of a seat's last decision, or of its last ones from a step on; None if others must vote."""
        match = self.room.live_match()
        own, why = (-1, "undo.nothing") if self.is_before_lesson(seat) else match.free_undo(seat, first)
        if own >= 0:
            return own, seat
        if why in NEVER_UNDOABLE:
            raise Refusal("undo", phrase(why))
        if self.room.stored.kind == "daily":
            raise Refusal("daily_undo")
        if not self.voters(seat):
            return match.last_step_of(seat, first), NOBODY
        self.asker, self.first_step = seat, first
        self.agreed = set()
        return None

    def is_before_lesson(self, seat: int) -> bool:
        """Whether the seat's last decision belongs to the lesson's set-up."""
        match, progress = self.room.match, self.room.lesson_progress
        return match is not None and progress is not None and match.last_step_of(seat) < progress.first_step()

    def vote(self, seat: int, yes: bool) -> tuple[int, int] | None:
        """Votes on the request, or withdraws one's own; None until all have agreed."""
        asker = self.asker
        if seat == asker and not yes:
            self.asker = None
            return None
        if asker is None or seat not in self.voters(asker):
            raise Refusal("no_question")
        self.agreed.add(seat)
        if not yes:
            self.asker = None
        if not yes or not self.agreed >= self.voters(asker):
            return None
        return self.room.live_match().last_step_of(asker, self.first_step), NOBODY

    def sent(self, seat: int) -> UndoSent | None:
        """Whether and how the viewing seat may undo."""
        if self.room.match is None or seat == NOBODY:
            return None
        own, why = (-1, "undo.nothing") if self.is_before_lesson(seat) else self.room.match.free_undo(seat)
        if own >= 0:
            return UndoSent(free=True, why="", by_agreement=False, asked_by=self.asker)
        by_agreement = why not in NEVER_UNDOABLE and self.room.stored.kind != "daily"
        free = by_agreement and not self.voters(seat)
        return UndoSent(free=free, why="" if free else why, by_agreement=by_agreement and not free, asked_by=self.asker)
