"""The way back: free to the last barrier, beyond it if the others agree."""

from collections.abc import Collection

from msgspec.structs import replace

from meute.core.numbers import NOBODY
from meute.core.phrase import phrase
from meute.server.messages.sent import UndoSent
from meute.server.play import Playing
from meute.server.refusal import Refusal
from meute.server.room import Room
from meute.server.store import BackKept

FINAL = ("undo.nothing", "undo.over", "undo.resigned")
"""Why there is no way back, whatever the others say."""


class WayBack:
    """Who wants to go back at one table, and who has agreed. A way back is the step it leads to and the seat that takes
    it freely; NOBODY where all have agreed."""

    def __init__(self, room: Room, playing: Playing, stood_in: Collection[int]) -> None:
        self.room = room
        self.playing = playing
        self.stood_in = stood_in
        """The seats that bots play for absent people."""
        self.asked: int | None = None
        """The seat that asks the others."""
        self.first: int | None = None
        """The step from which on it took its last decisions in one row."""
        self.agreed: set[int] = set()
        asked = room.kept.back
        if asked is not None and asked.moves == playing.moves:
            self.asked, self.first, self.agreed = asked.seat, asked.first, set(asked.agreed)

    async def keep(self) -> None:
        """The question outlives the table in memory; a move that is stored after it makes it void."""
        asked = None
        if self.asked is not None:
            asked = BackKept(self.playing.moves, self.asked, self.first, sorted(self.agreed))
        if asked != self.room.kept.back:
            await self.room.keep(replace(self.room.kept, back=asked))

    def voters(self, seat: int) -> set[int]:
        """Seats of other people, who must agree to going back; bots always do, those of absent people only for
        what they decided themselves."""
        seats = self.room.kept.seats
        others = [number for number in self.room.people() if seats[number].guest != seats[seat].guest]
        return {number for number in others if number not in self.stood_in or self.is_passed(number, seat)}

    def is_passed(self, number: int, seat: int) -> bool:
        """Whether going back to a seat's last decision takes away what somebody at another decided himself."""
        steps, own = self.room.live().steps, self.room.live().last_of(seat)
        return any(n > own and steps[n].seat == number for n in self.playing.by_hand)

    def ask(self, seat: int, first: int | None) -> tuple[int, int] | None:
        """A seat wants to take its last decision back, or its last ones from a step on; None if the others must agree
        first."""
        match = self.room.live()
        own, why = (-1, "undo.nothing") if self.is_before_lesson(seat) else match.way_back(seat, first)
        if own >= 0:
            return own, seat
        if why in FINAL:
            raise Refusal("undo", phrase(why))
        if self.room.kept.kind == "daily":
            raise Refusal("daily_undo")
        if not self.voters(seat):
            return match.last_of(seat, first), NOBODY
        self.asked, self.first = seat, first
        self.agreed = set()
        return None

    def is_before_lesson(self, seat: int) -> bool:
        """Whether the seat's last decision had been taken when the lesson began."""
        match, course = self.room.match, self.room.course
        return match is not None and course is not None and match.last_of(seat) < course.first()

    def agree(self, seat: int, yes: bool) -> tuple[int, int] | None:
        """A seat answers somebody who wants to go back, or does not want to any more; None until all have agreed."""
        asker = self.asked
        if seat == asker and not yes:
            self.asked = None
            return None
        if asker is None or seat not in self.voters(asker):
            raise Refusal("no_question")
        self.agreed.add(seat)
        if not yes:
            self.asked = None
        if not yes or not self.agreed >= self.voters(asker):
            return None
        return self.room.live().last_of(asker, self.first), NOBODY

    def sent(self, seat: int) -> UndoSent | None:
        """Whether the viewing seat may go back."""
        if self.room.match is None or seat == NOBODY:
            return None
        own, why = (-1, "undo.nothing") if self.is_before_lesson(seat) else self.room.match.way_back(seat)
        if own >= 0:
            return UndoSent(free=True, why="", by_agreement=False, asked_by=self.asked)
        by_agreement = why not in FINAL and self.room.kept.kind != "daily"
        free = by_agreement and not self.voters(seat)
        return UndoSent(free=free, why="" if free else why, by_agreement=by_agreement and not free, asked_by=self.asked)
