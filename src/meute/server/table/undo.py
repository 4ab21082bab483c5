"""Undo: free until chance, another seat or a secret followed the decision; after that if the other players agree.
Computer players agree, but nothing that was hidden is seen and then taken back."""

from collections.abc import Collection

from msgspec.structs import replace

from meute.core.numbers import NOBODY
from meute.core.phrase import phrase
from meute.match import Match
from meute.server.messages.responses import UndoSent
from meute.server.refusal import Refusal
from meute.server.store.models import StoredUndoRequest
from meute.server.table.play import GamePlay
from meute.server.table.room import Room

NEVER_UNDOABLE = ("undo.nothing", "undo.over", "undo.resigned")
"""Reasons that agreement of the others cannot lift."""


class UndoVote:
    """The pending undo request of one table and its votes. An undo is a tuple: (step to return to, seat that undoes
    without a vote); after a vote, the seat is NOBODY."""

    def __init__(self, room: Room, game_play: GamePlay, stood_in: Collection[int]) -> None:
        self.room = room
        self.game_play = game_play
        self.stood_in = stood_in
        """Seats that bots play for absent people."""
        self.latest = room.stored.back
        """The latest request, not withdrawn or refused; a later move makes it void."""

    @property
    def pending(self) -> StoredUndoRequest | None:
        """The pending request."""
        return self.latest if self.latest is not None and self.latest.moves == self.game_play.moves else None

    @property
    def requester(self) -> int | None:
        """The seat that requests an undo."""
        pending = self.pending
        return pending.seat if pending is not None else None

    async def save(self) -> None:
        """Stores the request, so that it survives a restart."""
        if self.latest != self.room.stored.back:
            await self.room.save(replace(self.room.stored, back=self.latest))

    def voters(self, seat: int) -> set[int]:
        """Seats of other people who must agree. Bots always agree; absent people are asked only if they would lose a
        decision of their own."""
        seats = self.room.stored.seats
        others = [number for number in self.room.human_seats() if seats[number].guest != seats[seat].guest]
        return {number for number in others if number not in self.stood_in or self.takes_back_decision_of(number, seat)}

    def is_alone(self, seat: int) -> bool:
        """Whether all other seats are bots or have resigned."""
        return self.room.human_seats() == [seat]

    def takes_back_decision_of(self, number: int, seat: int) -> bool:
        """Whether undoing the seat's last decision also undoes one that the person at `number` took."""
        steps, own = self.room.live_match().steps, self.room.live_match().last_step_of(seat)
        return any(n > own and steps[n].seat == number for n in self.game_play.human_steps)

    def request(self, seat: int, first: int | None) -> tuple[int, int] | None:
        """The undo of a seat's last decision, or of all since step `first`; None, and a vote, if others must agree."""
        if self.room.kind.by_hand:
            return self.last_entry(), NOBODY
        match = self.room.live_match()
        own, why = self.free_undo(match, seat, first)
        if own >= 0:
            return own, seat
        if why in NEVER_UNDOABLE:
            raise Refusal("undo", phrase(why))
        self.room.kind.check_allowed("undo_vote")
        if not self.voters(seat):
            own = match.last_step_of(seat, first)
            if self.is_alone(seat) and match.has_shown(seat, own):
                raise Refusal("undo", phrase("undo.shown"))
            return own, NOBODY
        self.latest = StoredUndoRequest(self.game_play.moves, seat, first, [])
        return None

    def last_entry(self) -> int:
        """The step of the last entry at a table of a real box."""
        if not self.game_play.entries:
            raise Refusal("undo", phrase("undo.nothing"))
        return self.game_play.entries[-1]

    def free_undo(self, match: Match, seat: int, first: int | None = None) -> tuple[int, str]:
        """`Match.free_undo`, but not of decisions that belong to the set-up."""
        start = self.room.kind.first_step(match)
        if start and match.last_step_of(seat, first) < start:
            return -1, "undo.nothing"
        return match.free_undo(seat, first)

    def vote(self, seat: int, yes: bool) -> tuple[int, int] | None:
        """Records a vote, or withdraws the seat's own request; returns the undo once all have agreed, else None."""
        request = self.pending
        if request is None or ((seat != request.seat or yes) and seat not in self.voters(request.seat)):
            raise Refusal("no_question")
        if not yes:
            self.latest = None
            return None
        request = self.latest = replace(request, agreed=sorted({*request.agreed, seat}))
        if not self.voters(request.seat) <= set(request.agreed):
            return None
        return self.room.live_match().last_step_of(request.seat, request.first), NOBODY

    def to_message(self, seat: int) -> UndoSent | None:
        """Whether and how the viewing seat may undo."""
        match = self.room.match
        if match is None or seat == NOBODY:
            return None
        if self.room.kind.by_hand:
            free = bool(self.game_play.entries)
            return UndoSent(free=free, why="" if free else "undo.nothing", by_agreement=False, asked_by=None)
        own, why = self.free_undo(match, seat)
        by_agreement = own < 0 and why not in NEVER_UNDOABLE and self.room.kind.allows("undo_vote")
        if by_agreement and self.is_alone(seat) and match.has_shown(seat, match.last_step_of(seat)):
            by_agreement, why = False, "undo.shown"
        free = own >= 0 or (by_agreement and not self.voters(seat))
        return UndoSent(
            free=free, why="" if free else why, by_agreement=by_agreement and not free, asked_by=self.requester
        )
