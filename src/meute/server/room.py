"""The room around a table: who has its seats, who is connected, what is said, and whom the host asks to leave."""

import copy
from itertools import count

import msgspec

from meute.core.numbers import NOBODY
from meute.core.phrase import phrase
from meute.learn import Course, find_lesson
from meute.match import Match
from meute.server.letters import clean
from meute.server.lobby import name_of
from meute.server.messages.asked import Hush
from meute.server.messages.sent import ChatSent, FromServer, SaidSent, SpectatorSent
from meute.server.refusal import Refusal
from meute.server.settings import Settings
from meute.server.store import ChatKept, Loaded, Store, TableKept
from meute.server.watcher import REMOVED, Watcher, encoder

PEOPLE = ("guest", "here")
NUMBERED = 1000
"""Spectators of a table that the host can tell from each other."""


class Room:
    """One table as it stands, and everybody at it."""

    def __init__(self, loaded: Loaded, match: Match | None, store: Store, settings: Settings) -> None:
        self.id = loaded.id
        self.kept = loaded.table
        self.chat = loaded.chat
        self.match = match
        """None in the lobby."""
        self.course: Course | None = course_of(loaded.table, match)
        self.store = store
        self.settings = settings
        self.era = sum(move.did == "undo" for move in loaded.moves)
        """How often the table went back."""
        self.watchers: list[Watcher] = []
        self.noted = set(loaded.noted)
        """Those for whom it is noted that it is their turn."""
        self.numbers: dict[str, int] = {}
        """What the host calls each spectator by, who must not learn more of them."""
        self.fresh = count()

    async def keep(self, changed: TableKept) -> None:
        """Another state of what is kept of the table, once it is stored."""
        await self.store.keep_table(self.id, changed)
        self.kept = changed

    def live(self) -> Match:
        """The match, while it goes on."""
        if self.match is None or self.kept.phase != "playing":
            raise Refusal("not_playing")
        return self.match

    # --- seats

    def seats_of(self, guest: str) -> list[int]:
        """The seats that a guest has taken."""
        return [number for number, seat in enumerate(self.kept.seats) if seat.guest and seat.guest == guest]

    def mine(self, guest: str) -> list[int]:
        """The seats that a guest may play."""
        return [number for number in self.seats_of(guest) if not self.has_resigned(number)]

    def invited(self, guest: str) -> list[int]:
        """The open seats that are kept for a guest."""
        return [number for number, seat in enumerate(self.kept.seats) if seat.invited == guest]

    def check_mine(self, watcher: Watcher, seat: int) -> None:
        """Only one's own seats may be played."""
        if seat not in self.mine(watcher.guest.guest):
            raise Refusal("not_your_seat")

    def has_resigned(self, number: int) -> bool:
        """Whether whoever has the seat has given the game up."""
        return self.match is not None and number in self.match.resigned

    def people(self) -> list[int]:
        """The seats that people play."""
        seats = enumerate(self.kept.seats)
        return [number for number, seat in seats if seat.kind in PEOPLE and not self.has_resigned(number)]

    def is_here(self, number: int) -> bool:
        """Whether somebody is connected for a seat."""
        seat = self.kept.seats[number]
        if seat.kind in ("open", "bot") or self.has_resigned(number):
            return seat.kind != "open"
        return any(watcher.greeted and watcher.guest.guest == seat.guest for watcher in self.watchers)

    # --- who looks

    def greeted(self) -> list[Watcher]:
        """The connections that have said hello."""
        return [watcher for watcher in self.watchers if watcher.greeted]

    def is_host(self, watcher: Watcher) -> bool:
        """Whether this is the host of the table."""
        return watcher.guest.guest == self.kept.host

    def check_host(self, watcher: Watcher) -> None:
        """Only the host sets the table."""
        if not self.is_host(watcher):
            raise Refusal("not_host")

    def own_view(self, watcher: Watcher) -> int:
        """Where a connection looks from by itself: its only seat, or the rail; one given up only once all is over."""
        guest = watcher.guest.guest
        mine = self.seats_of(guest) if self.kept.phase == "over" else self.mine(guest)
        return mine[0] if len(mine) == 1 else NOBODY

    def may_come(self, guest: str) -> bool:
        """Whether the host has not asked a guest to leave."""
        return guest not in self.kept.removed

    def may_see(self, guest: str, seat: int) -> bool:
        """A guest's own seats and the rail; every seat once the game is over."""
        if seat == NOBODY or seat in self.mine(guest):
            return True
        return self.kept.phase == "over" and 0 <= seat < len(self.kept.seats)

    # --- those without a seat, and the chat

    def spectators(self) -> list[SpectatorSent]:
        """Who looks on, each guest once."""
        found: dict[str, SpectatorSent] = {}
        for guest in (watcher.guest for watcher in self.greeted()):
            if not self.seats_of(guest.guest):
                number = self.number_of(guest.guest)
                muted = guest.guest in self.kept.muted
                found[guest.guest] = SpectatorSent(number=number, name=name_of(guest), muted=muted)
        return list(found.values())

    def number_of(self, guest: str) -> int:
        """What a spectator is called; of very many, those who came first are called anew."""
        if guest not in self.numbers:
            self.numbers[guest] = next(self.fresh)
            if len(self.numbers) > NUMBERED:
                del self.numbers[next(iter(self.numbers))]
        return self.numbers[guest]

    async def hush(self, wish: Hush) -> None:
        """The host mutes somebody who looks on, lets him speak again, or sends him away."""
        guest = next((guest for guest, number in self.numbers.items() if number == wish.spectator), None)
        if guest is None or self.seats_of(guest):
            raise Refusal("no_spectator")
        changed = copy.deepcopy(self.kept)
        changed.muted = [other for other in changed.muted if other != guest]
        if wish.how != "unmute":
            hushed = changed.muted if wish.how == "mute" else changed.removed
            hushed.append(guest)
            del hushed[: -self.settings.hushed]
        await self.keep(changed)
        for watcher in self.watchers:
            if wish.how == "remove" and watcher.guest.guest == guest:
                self.send_away(watcher)

    def send_away(self, watcher: Watcher) -> None:
        """Tells a connection why it is closed."""
        watcher.greeted = False
        watcher.send(Refusal("removed").sent())
        watcher.close(REMOVED)

    async def say(self, watcher: Watcher, text: str) -> None:
        """A chat line."""
        text = clean(text)
        if len(text) > self.settings.chat or len(self.chat) >= self.settings.chat_lines:
            raise Refusal("too_long")
        if watcher.guest.guest in self.kept.muted:
            raise Refusal("muted")
        if not text:
            return
        self.check_unhurried(watcher)
        own = self.seats_of(watcher.guest.guest)
        seat = watcher.seat if watcher.seat in own else own[0] if own else NOBODY
        name = self.kept.seats[seat].name if seat != NOBODY else name_of(watcher.guest)
        line = ChatKept(name, seat, text, self.settings.now(), watcher.guest.guest)
        await self.store.say(self.id, len(self.chat), line)
        self.chat.append(line)
        said = encoder.encode(SaidSent(line=chat_sent(line, len(self.chat) - 1)))
        for other in self.greeted():
            if line.guest not in other.mutes:
                other.send(said)

    def check_unhurried(self, watcher: Watcher) -> None:
        """Where the host has slowed the chat, everybody else waits between two lines."""
        if self.kept.slow and not self.is_host(watcher):
            last = next((line.at for line in reversed(self.chat) if line.guest == watcher.guest.guest), 0.0)
            if self.settings.now() < last + self.settings.slow:
                raise Refusal("slow", phrase("refused.slow", seconds=round(self.settings.slow)))

    async def set_slow(self, on: bool) -> None:
        """The host slows the chat, or lets it go."""
        await self.keep(msgspec.structs.replace(self.kept, slow=on))

    def chat_for(self, watcher: Watcher, most: int) -> list[ChatSent]:
        """The last lines of those whom a guest wants to read."""
        lines = [(n, line) for n, line in enumerate(self.chat) if line.guest not in watcher.mutes]
        return [chat_sent(line, n) for n, line in lines[-most:]]

    def tell(self, message: FromServer) -> None:
        """The same to everybody."""
        written = encoder.encode(message)
        for watcher in self.greeted():
            watcher.send(written)


def course_of(table: TableKept, match: Match | None) -> Course | None:
    """The lesson that is played at a table, if it is still among ours."""
    lesson = find_lesson(table.game, table.lesson)
    return Course(lesson, match) if lesson is not None and match is not None else None


def chat_sent(line: ChatKept, n: int) -> ChatSent:
    """A chat line on the wire."""
    return ChatSent(n=n, name=line.name, seat=line.seat, text=line.text, at=line.at)
