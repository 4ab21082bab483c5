"""The way back: free to the last barrier, beyond it if the others agree."""

from typing import TYPE_CHECKING

from meute.core.numbers import NOBODY
from meute.core.phrase import phrase
from meute.server.refusal import Refusal
from meute.server.store import MoveKept
from meute.server.telling import FINAL

if TYPE_CHECKING:
    from meute.server.table import Table


class WayBack:
    """Who wants to go back at one table, and who has agreed."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.asked: int | None = None
        """The seat that asks the others."""
        self.agreed: set[int] = set()

    def own_step(self, seat: int) -> int:
        """The seat's last decision, which an agreed way back takes away."""
        steps = self.table.playing().steps
        return next((n for n in reversed(range(len(steps))) if steps[n].seat == seat), -1)

    def voters(self, seat: int) -> set[int]:
        """Seats of other people, who must agree to going back; bots always do, those of absent people only for
        what they decided themselves."""
        seats = self.table.kept.seats
        others = [number for number in self.table.people() if seats[number].guest != seats[seat].guest]
        return {number for number in others if number not in self.table.bots.stood_in or self.is_passed(number, seat)}

    def is_passed(self, number: int, seat: int) -> bool:
        """Whether going back to a seat's last decision takes away what somebody at another decided himself."""
        steps, own = self.table.playing().steps, self.own_step(seat)
        return any(n > own and steps[n].seat == number for n in self.table.by_hand)

    async def undo(self, seat: int) -> None:
        """Takes a seat's last decision back, or asks the others whether it may."""
        own, why = self.table.playing().way_back(seat)
        if own >= 0:
            await self.go_back(own, seat)
        elif why in FINAL:
            raise Refusal("undo", phrase(why))
        elif not self.voters(seat):
            await self.go_back(self.own_step(seat))
        else:
            self.asked = seat
            self.agreed = set()
            self.table.tell_news()

    async def agree(self, seat: int, yes: bool) -> None:
        """A seat answers somebody who wants to go back."""
        asker = self.asked
        if asker is None or seat not in self.voters(asker):
            raise Refusal("no_question")
        self.agreed.add(seat)
        if not yes:
            self.asked = None
            self.table.tell_news()
        elif self.agreed >= self.voters(asker):
            await self.go_back(self.own_step(asker))

    async def go_back(self, step: int, freely_by: int = NOBODY) -> None:
        """Back before a step; freely, only that one decision goes, and others' sealed answers stay."""
        match = self.table.playing()
        if freely_by == NOBODY:
            match.go_back(step)
        else:
            match.undo(freely_by)
        own = self.table.by_hand
        kept = {n for n in own if n < step} | {n - 1 for n in own if n > step and freely_by != NOBODY}
        again = [
            MoveKept("play", past.seat, n, match.game.codec.text(past.action), key=self.new_key(n) if n in kept else "")
            for n, past in enumerate(match.steps[step:], start=step)
        ]
        self.table.bots.still()
        await self.table.keep([MoveKept("undo", freely_by, step), *again], afresh=True)
        self.table.by_hand = kept
        self.table.era += 1
        self.asked = None
        self.table.note_questions({})
        self.table.bots.wake()
        self.table.tell_table()

    def new_key(self, step: int) -> str:
        """A key for a decision of somebody's that is stored anew."""
        return f"again {self.table.era} {step}"
