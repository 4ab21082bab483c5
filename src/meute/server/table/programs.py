"""Programs at a table: what a token may do there, and the loss of a seat by a program that hangs or errs."""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection
from functools import partial
from typing import TYPE_CHECKING

from meute.server.guest_token import is_program
from meute.server.messages import requests
from meute.server.messages.people import TokenScope
from meute.server.messages.requests import FromClient
from meute.server.refusal import Refusal
from meute.server.table.clock import HUMAN_KINDS
from meute.server.table.connection import Connection
from meute.server.table.inbox import TableTask
from meute.server.table.play import GamePlay
from meute.server.table.room import Room

if TYPE_CHECKING:
    from meute.server.table.table import Table

READ = (requests.Hello, requests.Sit, requests.AskWhy, requests.AskEffects, requests.AskCurve, requests.AskReview)
PLAY = (
    requests.Claim,
    requests.Leave,
    requests.Contribute,
    requests.Play,
    requests.Undo,
    requests.AgreeUndo,
    requests.Resign,
    requests.SetOrder,
    requests.DropOrder,
    requests.Rematch,
    requests.Again,
    requests.Reveal,
    requests.AskHint,
)
SCOPES: dict[type, TokenScope | None] = {
    **dict.fromkeys(READ, "read"),
    **dict.fromkeys(PLAY, "play"),
    requests.Say: None,
}
"""The scope that a token needs for a message, else "tables". No token can chat."""


def check_token(room: Room, connection: Connection, message: FromClient) -> None:
    """Refuses what a token does not allow. A program plays only where the host admits programs; a person's own token
    plays only where no other person does, since only a seat of a program is marked as one."""
    if connection.scopes is None:
        return
    scope, guest, stored = SCOPES.get(type(message), "tables"), connection.guest.guest, room.stored
    if scope not in connection.scopes:
        raise Refusal("scope")
    if scope != "play":
        return
    if is_program(guest):
        if not stored.programs:
            raise Refusal("no_programs")
    elif any(seat.kind in HUMAN_KINDS and seat.guest != guest for seat in stored.seats):
        raise Refusal("with_people")


class Programs:
    """Time limit and mistakes of the programs at one table."""

    def __init__(self, room: Room, game_play: GamePlay, post: Callable[[TableTask], None]) -> None:
        self.room = room
        self.game_play = game_play
        self.post = post
        self.mistakes: Counter[int] = Counter()
        """Refused decisions of each seat."""
        self.timers: dict[int, tuple[int, asyncio.TimerHandle]] = {}
        """For each seat to act: the step of its question, and the timer for it."""

    def is_program(self, seat: int) -> bool:
        return 0 <= seat < len(self.room.stored.seats) and is_program(self.room.stored.seats[seat].guest)

    def watch(self, to_act: Collection[int]) -> None:
        """Gives each program that is to act its time for the question, unless a clock does."""
        for seat in set(self.timers) - {*to_act}:
            self.timers.pop(seat)[1].cancel()
        if self.room.stored.pace is not None:
            return
        for seat in to_act:
            question = self.game_play.questions.get(seat, 0)
            if not self.is_program(seat) or self.timers.get(seat, (-1,))[0] == question:
                continue
            if seat in self.timers:
                self.timers[seat][1].cancel()
            seconds = self.room.settings.tables.program_seconds
            timer = asyncio.get_running_loop().call_later(seconds, self.post, partial(forfeit, seat, question))
            self.timers[seat] = question, timer

    def count_mistake(self, seat: int) -> None:
        """Counts a refused decision; too many cost a program its seat."""
        if self.is_program(seat):
            self.mistakes[seat] += 1
            if self.mistakes[seat] == self.room.settings.tables.program_mistakes:
                self.post(partial(forfeit, seat, None))

    def stop(self) -> None:
        for _, timer in self.timers.values():
            timer.cancel()
        self.timers.clear()


async def forfeit(seat: int, question: int | None, table: "Table") -> None:
    """Resigns a program's seat, unless it has answered the question of this step (None: whatever it has done)."""
    room = table.room
    if room.match is None or room.stored.phase != "playing" or room.has_resigned(seat):
        return
    still = seat in room.match.seats_to_act() and table.game_play.questions.get(seat, 0) == question
    if question is None or still:
        await table.resign(seat)
