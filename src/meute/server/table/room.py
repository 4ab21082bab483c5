"""The people at a table: seats, connections, spectators, chat and moderation."""

import copy
import hashlib

import msgspec

from meute.core.numbers import NOBODY
from meute.core.phrase import phrase
from meute.match import Match
from meute.server.messages.requests import Hush
from meute.server.messages.responses import ChatLineSent, ChatSent, FromServer, SpectatorSent
from meute.server.refusal import Refusal
from meute.server.sanitize import sanitize_line
from meute.server.settings import Settings
from meute.server.store.interface import Store
from meute.server.store.models import LoadedTable, StoredChat, StoredGuest, StoredTable
from meute.server.table.clock import HUMAN_KINDS
from meute.server.table.connection import REMOVED, Connection, encoder
from meute.server.table.lobby import distinct_name, name_key, name_of
from meute.server.table.table_kind import TableKind

SPECTATOR_NUMBER_BYTES = 6
"""Size of a spectator's number: JSON numbers are exact up to 53 bits."""


class Room:
    """The stored table, its match and its connections."""

    def __init__(
        self, loaded: LoadedTable, match: Match | None, kind: TableKind, store: Store, settings: Settings
    ) -> None:
        self.id = loaded.id
        self.stored = loaded.table
        self.chat = loaded.chat
        self.speakers = {name_key(line.name): line.guest for line in loaded.chat}
        """The guest who has used each name in the chat."""
        self.match = match
        """None in the lobby."""
        self.kind = kind
        self.store = store
        self.settings = settings
        self.era = sum(move.did == "undo" for move in loaded.moves)
        """Number of undos so far."""
        self.connections: list[Connection] = []
        self.presence = 0
        """Number of connects and disconnects so far."""
        self.turn_notices = set(loaded.noted)
        """Guests who have a pending "your turn" notice."""

    async def save(self, changed: StoredTable) -> None:
        """Stores a changed table, then uses it."""
        await self.store.save_table(self.id, changed)
        self.stored = changed

    def live_match(self) -> Match:
        """The match in progress; refuses if there is none."""
        if self.match is None or self.stored.phase != "playing":
            raise Refusal("not_playing")
        return self.match

    # --- seats

    def seats_of(self, guest: str) -> list[int]:
        return [number for number, seat in enumerate(self.stored.seats) if seat.guest and seat.guest == guest]

    def playable_seats(self, guest: str) -> list[int]:
        """The guest's seats that have not resigned."""
        return [number for number in self.seats_of(guest) if not self.has_resigned(number)]

    def invited_seats(self, guest: str) -> list[int]:
        """Open seats that are reserved for the guest."""
        return [number for number, seat in enumerate(self.stored.seats) if seat.invited == guest]

    def check_own_seat(self, connection: Connection, seat: int) -> None:
        """Refuses a seat that the guest may not play."""
        if seat not in self.playable_seats(connection.guest.guest):
            raise Refusal("not_your_seat")

    def has_resigned(self, number: int) -> bool:
        return self.match is not None and number in self.match.resigned

    def human_seats(self) -> list[int]:
        """Seats of people who have not resigned."""
        seats = enumerate(self.stored.seats)
        return [number for number, seat in seats if seat.kind in HUMAN_KINDS and not self.has_resigned(number)]

    def is_connected(self, number: int) -> bool:
        """Whether the seat's player is connected; bots and resigned seats count as connected."""
        seat = self.stored.seats[number]
        if seat.kind in ("open", "bot") or (self.has_resigned(number) and self.stored.phase != "over"):
            return seat.kind != "open"
        return any(connection.greeted and connection.guest.guest == seat.guest for connection in self.connections)

    def may_start_rematch(self) -> bool:
        """Whether all people have agreed and are connected; with a clock of kind "days", agreement is enough."""
        seats, pace = enumerate(self.stored.seats), self.stored.pace
        people = [number for number, seat in seats if seat.kind in HUMAN_KINDS]
        by_days = pace is not None and pace.kind == "days"
        return set(people) <= set(self.stored.agreed) and (by_days or all(map(self.is_connected, people)))

    def may_begin(self) -> bool:
        """Whether a table has no free seat, and all people are connected; at a pace of days, they need not be."""
        by_days = self.stored.pace is not None and self.stored.pace.kind == "days"
        seats = range(len(self.stored.seats))
        is_full = all(seat.kind != "open" for seat in self.stored.seats)
        return is_full and (by_days or all(map(self.is_connected, seats)))

    def count_decisions(self, number: int) -> int:
        """The number of decisions that a seat has made."""
        return sum(step.seat == number for step in self.match.steps) if self.match is not None else 0

    # --- connections and views

    def greeted(self) -> list[Connection]:
        """Connections that have sent Hello."""
        return [connection for connection in self.connections if connection.greeted]

    def is_host(self, connection: Connection) -> bool:
        return connection.guest.guest == self.stored.host

    def check_host(self, connection: Connection) -> None:
        if not self.is_host(connection):
            raise Refusal("not_host")

    def default_view(self, connection: Connection) -> int:
        """The guest's only seat, else the spectators' view. A resigned seat counts only once the game is over."""
        guest = connection.guest.guest
        seats = self.seats_of(guest) if self.stored.phase == "over" else self.playable_seats(guest)
        return seats[0] if len(seats) == 1 else NOBODY

    def may_enter(self, guest: str) -> bool:
        """Whether the host has not removed the guest."""
        return guest not in self.stored.removed

    def may_see(self, guest: str, seat: int) -> bool:
        """Whether the guest may view from the seat: own seats and the spectators' view, all seats once the game is
        over."""
        if seat == NOBODY or seat in self.playable_seats(guest):
            return True
        return self.stored.phase == "over" and 0 <= seat < len(self.stored.seats)

    # --- spectators and chat

    def spectators(self) -> list[SpectatorSent]:
        """Connected guests without a seat."""
        found: dict[str, SpectatorSent] = {}
        for guest in (connection.guest for connection in self.greeted()):
            if not self.seats_of(guest.guest):
                number = self.spectator_number(guest.guest)
                muted = guest.guest in self.stored.muted
                found[guest.guest] = SpectatorSent(number=number, name=self.spectator_name(guest), muted=muted)
        return list(found.values())

    def spectator_name(self, guest: StoredGuest) -> str:
        """A name distinct from those of seats and of other guests who have spoken here."""
        seats = {name_key(seat.name) for seat in self.stored.seats}
        return distinct_name(
            name_of(guest), lambda key: key in seats or self.speakers.get(key, guest.guest) != guest.guest
        )

    def spectator_number(self, guest: str) -> int:
        """Number by which the host names a spectator, as guest ids are secret; the same on every node."""
        known = f"{self.stored.code} {guest}".encode()
        return int.from_bytes(hashlib.blake2b(known, digest_size=SPECTATOR_NUMBER_BYTES).digest())

    async def moderate(self, command: Hush) -> None:
        """The host mutes, unmutes or removes a spectator."""
        known = {*(connection.guest.guest for connection in self.greeted()), *(line.guest for line in self.chat)}
        guest = next((guest for guest in known if self.spectator_number(guest) == command.spectator), None)
        if guest is None or self.seats_of(guest):
            raise Refusal("no_spectator")
        changed = copy.deepcopy(self.stored)
        changed.muted = [other for other in changed.muted if other != guest]
        if command.how != "unmute":
            blocked = changed.muted if command.how == "mute" else changed.removed
            blocked.append(guest)
            del blocked[: -self.settings.tables.blocked_spectators]
        await self.save(changed)
        for connection in self.connections:
            if command.how == "remove" and connection.guest.guest == guest:
                self.kick(connection)

    def kick(self, connection: Connection) -> None:
        """Disconnects a removed guest, with the reason."""
        connection.greeted = False
        connection.send(Refusal("removed").to_message())
        connection.close(REMOVED)

    async def say(self, connection: Connection, text: str) -> None:
        """Stores a chat line and sends it to all who have not muted its author."""
        text = sanitize_line(text)
        if len(text) > self.settings.tables.chat_line_characters or len(self.chat) >= self.settings.tables.chat_lines:
            raise Refusal("too_long")
        if connection.guest.guest in self.stored.muted:
            raise Refusal("muted")
        if self.stored.public and not self.seats_of(connection.guest.guest):
            raise Refusal("seated_only")
        if not text:
            return
        self.check_slow_mode(connection)
        own = self.seats_of(connection.guest.guest)
        seat = connection.seat if connection.seat in own else own[0] if own else NOBODY
        name = self.stored.seats[seat].name if seat != NOBODY else self.spectator_name(connection.guest)
        line = StoredChat(name, seat, text, self.settings.now(), connection.guest.guest)
        await self.store.add_chat_line(self.id, len(self.chat), line)
        self.chat.append(line)
        self.speakers[name_key(name)] = line.guest
        encoded = encoder.encode(ChatLineSent(line=chat_sent(line, len(self.chat) - 1)))
        for other in self.greeted():
            if line.guest not in other.mutes:
                other.send_encoded(encoded)

    def check_slow_mode(self, connection: Connection) -> None:
        """Refuses a chat line in slow mode if its author, unless the host, has written another one shortly before."""
        if self.stored.slow and not self.is_host(connection):
            last = next((line.at for line in reversed(self.chat) if line.guest == connection.guest.guest), 0.0)
            if self.settings.now() < last + self.settings.tables.slow_mode_seconds:
                raise Refusal("slow", phrase("refused.slow", seconds=round(self.settings.tables.slow_mode_seconds)))

    async def set_slow_mode(self, on: bool) -> None:
        await self.save(msgspec.structs.replace(self.stored, slow=on))

    def chat_for(self, connection: Connection, most: int) -> list[ChatSent]:
        """The last chat lines, without muted authors."""
        lines = [(n, line) for n, line in enumerate(self.chat) if line.guest not in connection.mutes]
        return [chat_sent(line, n) for n, line in lines[-most:]]

    def send_to_all(self, message: FromServer) -> None:
        encoded = encoder.encode(message)
        for connection in self.greeted():
            connection.send_encoded(encoded)


def chat_sent(line: StoredChat, n: int) -> ChatSent:
    return ChatSent(n=n, name=line.name, seat=line.seat, text=line.text, at=line.at)
