"""Sends the table to its connections: seats, changes after a move, or everything."""

from bisect import bisect_right
from collections.abc import Callable, Hashable
from operator import is_

import msgspec

from meute.core.box import figures, merge
from meute.core.options import settle_options
from meute.core.seats import CHANCE
from meute.games import find
from meute.match.record import RESIGNS_MARK
from meute.server.guest_token import is_program
from meute.server.messages.pace import OrderSent
from meute.server.messages.responses import (
    AskSent,
    EventSent,
    FromServer,
    OrdersSent,
    SceneSent,
    SeatSent,
    SeatsSent,
    SpectatorSent,
    TableSent,
    UpdateSent,
)
from meute.server.store.models import StoredTable
from meute.server.store.ratings import is_rated
from meute.server.table.bots import TableBots
from meute.server.table.clock import Clocks
from meute.server.table.connection import Connection, encoder
from meute.server.table.lobby import allows_hints
from meute.server.table.room import Room
from meute.server.table.scene import EventCache, ask_sent, events_sent, scene_sent, visible_state
from meute.server.table.sealed import deal_sent
from meute.server.table.standing_orders import is_expired, order_sent
from meute.server.table.undo import UndoVote

CHAT_SENT = 100
"""Chat lines sent to a new connection."""


class Broadcast:
    """Sends each connection what it may see. Messages that are equal for several connections are encoded once."""

    def __init__(self, room: Room, bots: TableBots, undo_vote: UndoVote, clocks: Clocks) -> None:
        self.room = room
        self.clocks = clocks
        self.bots = bots
        self.undo_vote = undo_vote
        self.scenes: dict[int, tuple[SceneSent, AskSent | None]] = {}
        """Current scene of each seat, created on demand."""
        self.seat_rows: dict[tuple[int, ...], list[SeatSent]] = {}
        """Cache for one broadcast: the seats as sent, by the points that the viewer sees."""
        self.event_cache: EventCache = {}
        """Cache for one broadcast: what events say and carry."""
        self.encoded_lists: dict[str, tuple[tuple[object, ...], msgspec.Raw]] = {}
        """By field name: a list of the latest scene, and its JSON encoding."""

    # --- to all connections

    def send_table_to_all(self) -> None:
        self.scenes.clear()
        connections = self.room.greeted()
        self.send_grouped(connections, self.view_key, lambda connection: self.table_sent(connection, 0))
        self.mark_presence_sent(connections)
        self.mark_events_sent()

    def view_key(self, connection: Connection) -> Hashable:
        """Everything by which TableSent differs between connections; equal keys get the same bytes."""
        room, guest = self.room, connection.guest.guest
        seats = *room.playable_seats(guest), "seated", *room.seats_of(guest), "invited", *room.invited_seats(guest)
        return connection.seat, room.is_host(connection), connection.mutes, *seats

    def send_changes(self, mover: Connection | None = None, key: str = "") -> None:
        """Sends new events and views; only the connection `mover`, which caused them, gets the idempotency `key`."""
        self.scenes.clear()
        self.send_grouped(
            self.room.greeted(),
            lambda connection: (connection.seat, connection.events_sent, connection is mover),
            lambda connection: self.changes_sent(connection, key if connection is mover else ""),
        )
        self.mark_events_sent()

    def defer(self) -> None:
        """Discards cached scenes without sending: the events are sent with the next change."""
        self.scenes.clear()

    def send_seats_to_all(self) -> None:
        """Sends presence; the host also gets the spectators."""
        self.send_seats(self.room.greeted())

    def send_presence(self) -> None:
        """Sends the seats to connections that do not have the latest presence."""
        self.send_seats([connection for connection in self.room.greeted() if connection.presence != self.room.presence])

    def send_seats(self, connections: list[Connection]) -> None:
        self.send_grouped(
            connections, lambda connection: (connection.seat, self.room.is_host(connection)), self.seats_sent
        )
        self.mark_presence_sent(connections)

    def mark_presence_sent(self, connections: list[Connection]) -> None:
        for connection in connections:
            connection.presence = self.room.presence

    def send_grouped(
        self,
        connections: list[Connection],
        key_of: Callable[[Connection], Hashable],
        message: Callable[[Connection], FromServer],
    ) -> None:
        """Sends each connection its message, encoded once for each value of `key_of`."""
        encoded: dict[Hashable, bytes] = {}
        self.clear_cache()
        for connection in connections:
            key = key_of(connection)
            if key not in encoded:
                encoded[key] = encoder.encode(message(connection))
            connection.send_encoded(encoded[key])

    def clear_cache(self) -> None:
        """Clears the caches for one broadcast."""
        self.seat_rows.clear()
        self.event_cache.clear()

    def mark_events_sent(self) -> None:
        events = self.event_count()
        for connection in self.room.connections:
            if connection.greeted:
                connection.events_sent = events

    def event_count(self) -> int:
        return len(self.room.match.events) if self.room.match else 0

    # --- to one connection

    def scene_now(self, seat: int) -> tuple[SceneSent, AskSent | None]:
        """The seat's current scene and its legal choices."""
        if seat not in self.scenes:
            match = self.room.match
            assert match is not None
            view = visible_state(match, match.state, seat)
            scene = scene_sent(match, view, len(match.steps), match.result(), match.seats_to_act())
            for name, part in scene.shown.items():
                if type(part) is list:
                    scene.shown[name] = self.encode_list(name, part)
            acts = seat in scene.asked and self.room.stored.phase == "playing"
            self.scenes[seat] = (scene, ask_sent(match, view) if acts else None)
        return self.scenes[seat]

    def encode_list(self, name: str, part: list[object]) -> msgspec.Raw:
        """Encodes a list of a scene, or reuses the last encoding if its items are the same objects. Games cache such
        immutable items: most are shared by all seats and by consecutive states."""
        known = self.encoded_lists.get(name)
        if known is not None and len(known[0]) == len(part) and all(map(is_, known[0], part)):
            return known[1]
        raw = msgspec.Raw(encoder.encode(part))
        self.encoded_lists[name] = tuple(part), raw
        return raw

    def seats(self, viewer: int) -> list[SeatSent]:
        """The seats, with the points that the viewing seat can see."""
        scene = self.scene_now(viewer)[0] if self.room.match else None
        points = tuple(scene.points) if scene else ()
        if points not in self.seat_rows:
            result = scene.result if scene else None
            self.seat_rows[points] = [
                SeatSent(
                    kind=seat.kind,
                    name=seat.name,
                    bot=seat.bot,
                    here=self.room.is_connected(number),
                    stood_in=number in self.bots.stood_in,
                    resigned=self.room.has_resigned(number),
                    points=points[number] if points else 0,
                    place=result.places[number] if result else 0,
                    asked=scene is not None and number in scene.asked,
                    thinking=number in self.bots.searches,
                    clock=self.clocks.to_message(number),
                    reserved=bool(seat.invited),
                    program=is_program(seat.guest),
                )
                for number, seat in enumerate(self.room.stored.seats)
            ]
        return self.seat_rows[points]

    def stood_in_steps(self, first: int) -> set[int]:
        """Steps from event number `first` on that a bot decided for an absent guest who had not resigned."""
        match = self.room.match
        if match is None or not self.room.stored.bots_stood_in:
            return set()
        seats, human_steps, steps = self.room.stored.seats, self.undo_vote.game_play.human_steps, match.steps
        return {
            n
            for n in range(max(bisect_right(steps, first, key=lambda past: past.events) - 1, 0), len(steps))
            if n not in human_steps
            and steps[n].seat != CHANCE
            and seats[steps[n].seat].kind == "guest"
            and n < match.resigned.get(steps[n].seat, len(steps))
        }

    def spectators(self, connection: Connection) -> list[SpectatorSent]:
        """The spectators, for the host only."""
        return self.room.spectators() if self.room.is_host(connection) else []

    def seats_sent(self, connection: Connection) -> SeatsSent:
        return SeatsSent(
            seats=self.seats(connection.seat), spectators=self.spectators(connection), slow=self.room.stored.slow
        )

    def changes_sent(self, connection: Connection, key: str) -> UpdateSent:
        """The update for one connection after a move."""
        assert self.room.match is not None
        scene, ask = self.scene_now(connection.seat)
        return UpdateSent(
            seats=self.seats(connection.seat),
            phase=self.room.stored.phase,
            scene=scene,
            ask=ask,
            undo=self.undo_vote.to_message(connection.seat),
            events=self.events_for(connection, connection.events_sent, self.event_cache),
            lesson=self.room.kind.lesson_sent(self.room.match, connection.seat),
            hand=self.room.kind.by_hand_sent(self.room.match),
            key=key,
        )

    def table_sent(self, connection: Connection, first: int) -> TableSent:
        """The whole table, with the events from number `first` on."""
        room, stored, match = self.room, self.room.stored, self.room.match
        scene, ask = self.scene_now(connection.seat) if match else (None, None)
        return TableSent(
            code=stored.code,
            word=stored.word if stored.phase == "lobby" else "",
            game=stored.game,
            options=settle_options(find(stored.game).options, stored.options, stored.version),
            figures=changed_figures(stored),
            phase=stored.phase,
            host=room.is_host(connection),
            patience=stored.patience,
            pace=stored.pace,
            rated=stored.rated,
            public=stored.public,
            near=stored.near,
            counts=is_rated(stored),
            hints=allows_hints(stored),
            programs=stored.programs,
            seats=self.seats(connection.seat),
            spectators=self.spectators(connection),
            mine=room.playable_seats(connection.guest.guest),
            seated=room.seats_of(connection.guest.guest),
            invited=room.invited_seats(connection.guest.guest),
            scene=scene,
            ask=ask,
            undo=self.undo_vote.to_message(connection.seat),
            orders=self.orders(connection.seat),
            events=self.events_for(connection, first),
            reset=first == 0,
            era=room.era,
            chat=room.chat_for(connection, CHAT_SENT),
            slow=stored.slow,
            rematch=stored.rematch,
            agreed=stored.agreed,
            lesson=room.kind.lesson_sent(match, connection.seat) if match else None,
            by_hand=room.kind.by_hand,
            hand=room.kind.by_hand_sent(match) if match else None,
            day=stored.day if stored.kind == "daily" else "",
            league=stored.league_deal,
            tournament=stored.tournament,
            deal=deal_sent(stored),
        )

    def events_for(self, connection: Connection, first: int, known: EventCache | None = None) -> list[EventSent]:
        """Events from number `first` on. A seat that lost on time is reported as late, not as resigned."""
        match = self.room.match
        if match is None:
            return []
        events = events_sent(match, first, connection.seat, self.stood_in_steps(first), known)
        for event in events:
            if event.kind == RESIGNS_MARK and event.seat in self.clocks.expired_seats():
                key = event.phrase.key.replace("event.resigns", "event.late")
                event.phrase = msgspec.structs.replace(event.phrase, key=key)
        return events

    def orders(self, seat: int) -> list[OrderSent]:
        """Standing orders of a seat that have not expired."""
        match = self.room.match
        mine = [order for order in self.room.stored.orders if order.seat == seat] if match else []
        return [order_sent(order) for order in mine if match and not is_expired(match, order)]

    def send_orders(self, seat: int) -> None:
        """Sends a seat's orders to the connections that view it."""
        for connection in self.room.greeted():
            if connection.seat == seat:
                connection.send(OrdersSent(orders=self.orders(seat)))

    def send_again(self, connection: Connection, key: str) -> None:
        """Answers a repeated decision with the current state."""
        self.clear_cache()
        connection.send(self.changes_sent(connection, key))

    def send_table(self, connection: Connection, first: int = 0) -> int:
        """Sends the whole table to one connection; returns the number of bytes."""
        self.clear_cache()
        encoded = encoder.encode(self.table_sent(connection, first))
        connection.send_encoded(encoded)
        connection.events_sent = self.event_count()
        self.mark_presence_sent([connection])
        return len(encoded)


def changed_figures(stored: StoredTable) -> dict[str, int | str]:
    """Component figures of the table's own box that differ from the printed ones, by name."""
    if not stored.box:
        return {}
    printed = find(stored.game).box()
    own, known = (figures(box, stored.game) for box in (merge(printed, stored.box), printed))
    return {name: number for name, number in own.items() if known.get(name) != number}
