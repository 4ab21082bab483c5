"""What connections are told of a table: the seats, what has changed, or all of it."""

from bisect import bisect_right
from collections.abc import Callable, Hashable
from operator import is_

import msgspec

from meute.core.options import settle_options
from meute.core.seats import CHANCE
from meute.games import find
from meute.server.bots import Bots
from meute.server.clock import Clocks
from meute.server.lesson import lesson_sent
from meute.server.lobby import allows_hints
from meute.server.messages.pace import OrderSent
from meute.server.messages.sent import (
    AskSent,
    FromServer,
    NewsSent,
    OrdersSent,
    SceneSent,
    SeatSent,
    SeatsSent,
    SpectatorSent,
    TableSent,
)
from meute.server.orders import is_past, order_sent
from meute.server.room import Room
from meute.server.scene import Gaps, ask_sent, events_sent, scene_sent, sight
from meute.server.undo import WayBack
from meute.server.watcher import Watcher, encoder

CHAT_SENT = 100
"""Chat lines that a newcomer is sent."""


class News:
    """Tells everybody at one table as much as they may see; what several see alike is written once."""

    def __init__(self, room: Room, bots: Bots, way_back: WayBack, clocks: Clocks) -> None:
        self.room = room
        self.clocks = clocks
        self.bots = bots
        self.way_back = way_back
        self.scenes: dict[int, tuple[SceneSent, AskSent | None]] = {}
        """What each seat sees now, made when somebody looks."""
        self.rows: dict[tuple[int, ...], list[SeatSent]] = {}
        """The seats with the points that somebody sees, for as long as one message is told."""
        self.gaps: Gaps = {}
        """What events speak of, for as long."""
        self.parts: dict[str, tuple[tuple[object, ...], msgspec.Raw]] = {}
        """Lists of the scene that was made last, and how they are written."""

    # --- to everybody

    def tell_table(self) -> None:
        """The whole table."""
        self.scenes.clear()
        self.tell(self.seen_by, lambda watcher: self.table_sent(watcher, 0))
        self.note_sent()

    def seen_by(self, watcher: Watcher) -> Hashable:
        """What the whole table depends on for a connection."""
        room, guest = self.room, watcher.guest.guest
        return watcher.seat, room.is_host(watcher), watcher.mutes, *room.mine(guest), "invited", *room.invited(guest)

    def tell_news(self, mover: Watcher | None = None, key: str = "") -> None:
        """What has happened; whoever did it is told by its key."""
        self.scenes.clear()
        self.tell(
            lambda watcher: (watcher.seat, watcher.sent, watcher is mover),
            lambda watcher: self.news_sent(watcher, key if watcher is mover else ""),
        )
        self.note_sent()

    def hold_back(self) -> None:
        """What has happened is told with what follows."""
        self.scenes.clear()

    def tell_seats(self, besides: Watcher | None = None) -> None:
        """Who is here; the host is also told who looks on."""
        self.tell(lambda watcher: (watcher.seat, self.room.is_host(watcher)), self.seats_sent, besides)

    def tell(
        self,
        seen: Callable[[Watcher], Hashable],
        message: Callable[[Watcher], FromServer],
        besides: Watcher | None = None,
    ) -> None:
        """A message for each connection, the same for those that see the same."""
        written: dict[Hashable, bytes] = {}
        self.forget()
        for watcher in self.room.watchers:
            if watcher.greeted and watcher is not besides:
                sees = seen(watcher)
                if sees not in written:
                    written[sees] = encoder.encode(message(watcher))
                watcher.send(written[sees])

    def forget(self) -> None:
        """Another message is told, maybe of another moment."""
        self.rows.clear()
        self.gaps.clear()

    def note_sent(self) -> None:
        """Everybody knows all that has happened."""
        events = self.events()
        for watcher in self.room.watchers:
            if watcher.greeted:
                watcher.sent = events

    def events(self) -> int:
        """How much has happened."""
        return len(self.room.match.events) if self.room.match else 0

    # --- to one of them

    def scene_now(self, seat: int) -> tuple[SceneSent, AskSent | None]:
        """What a seat sees and may do now."""
        if seat not in self.scenes:
            match = self.room.match
            assert match is not None
            view = sight(match, match.state, seat)
            scene = scene_sent(match, view, len(match.steps), match.result(), match.asked())
            for name, part in scene.shown.items():
                if type(part) is list:
                    scene.shown[name] = self.written(name, part)
            asked = seat in scene.asked and self.room.kept.phase == "playing"
            self.scenes[seat] = (scene, ask_sent(match, view) if asked else None)
        return self.scenes[seat]

    def written(self, name: str, part: list[object]) -> msgspec.Raw:
        """A list of a scene as it is sent; one of the very things that were in it last is not written again. Games
        remember such things, which never change: most are the same for all seats, and after the next move."""
        known = self.parts.get(name)
        if known is not None and len(known[0]) == len(part) and all(map(is_, known[0], part)):
            return known[1]
        raw = msgspec.Raw(encoder.encode(part))
        self.parts[name] = tuple(part), raw
        return raw

    def seats(self, seen_by: int) -> list[SeatSent]:
        """The seats, with the points that the viewing seat can see."""
        scene = self.scene_now(seen_by)[0] if self.room.match else None
        points = tuple(scene.points) if scene else ()
        if points not in self.rows:
            result = scene.result if scene else None
            self.rows[points] = [
                SeatSent(
                    kind=seat.kind,
                    name=seat.name,
                    bot=seat.bot,
                    here=self.room.is_here(number),
                    stood_in=number in self.bots.stood_in,
                    resigned=self.room.has_resigned(number),
                    points=points[number] if points else 0,
                    place=result.places[number] if result else 0,
                    asked=scene is not None and number in scene.asked,
                    thinking=number in self.bots.thoughts,
                    clock=self.clocks.sent(number),
                    reserved=bool(seat.invited),
                )
                for number, seat in enumerate(self.room.kept.seats)
            ]
        return self.rows[points]

    def stood_in(self, first: int) -> set[int]:
        """The steps, from those of an event on, that a bot decided for somebody who was absent and had not resigned."""
        match = self.room.match
        if match is None or not self.room.kept.relieved:
            return set()
        seats, by_hand, steps = self.room.kept.seats, self.way_back.playing.by_hand, match.steps
        return {
            n
            for n in range(max(bisect_right(steps, first, key=lambda past: past.events) - 1, 0), len(steps))
            if n not in by_hand
            and steps[n].seat != CHANCE
            and seats[steps[n].seat].kind == "guest"
            and n < match.resigned.get(steps[n].seat, len(steps))
        }

    def spectators(self, watcher: Watcher) -> list[SpectatorSent]:
        """Who looks on, for the host alone."""
        return self.room.spectators() if self.room.is_host(watcher) else []

    def seats_sent(self, watcher: Watcher) -> SeatsSent:
        """Who is here."""
        return SeatsSent(seats=self.seats(watcher.seat), spectators=self.spectators(watcher), slow=self.room.kept.slow)

    def news_sent(self, watcher: Watcher, key: str) -> NewsSent:
        """What a move has changed."""
        assert self.room.match is not None
        scene, ask = self.scene_now(watcher.seat)
        return NewsSent(
            seats=self.seats(watcher.seat),
            phase=self.room.kept.phase,
            scene=scene,
            ask=ask,
            undo=self.way_back.sent(watcher.seat),
            events=events_sent(self.room.match, watcher.sent, watcher.seat, self.stood_in(watcher.sent), self.gaps),
            lesson=lesson_sent(self.room.course, watcher.seat),
            key=key,
        )

    def table_sent(self, watcher: Watcher, first: int) -> TableSent:
        """The whole table, with events from a number on."""
        room, kept, match = self.room, self.room.kept, self.room.match
        scene, ask = self.scene_now(watcher.seat) if match else (None, None)
        return TableSent(
            code=kept.code,
            word=kept.word if kept.phase == "lobby" else "",
            game=kept.game,
            options=settle_options(find(kept.game).options, kept.options, kept.version),
            phase=kept.phase,
            host=room.is_host(watcher),
            patience=kept.patience,
            pace=kept.pace,
            rated=kept.rated,
            hints=allows_hints(kept),
            seats=self.seats(watcher.seat),
            spectators=self.spectators(watcher),
            mine=room.mine(watcher.guest.guest),
            invited=room.invited(watcher.guest.guest),
            scene=scene,
            ask=ask,
            undo=self.way_back.sent(watcher.seat),
            orders=self.orders(watcher.seat),
            events=events_sent(match, first, watcher.seat, self.stood_in(first)) if match else [],
            reset=first == 0,
            era=room.era,
            chat=room.chat_for(watcher, CHAT_SENT),
            slow=kept.slow,
            rematch=kept.rematch,
            lesson=lesson_sent(room.course, watcher.seat),
            day=kept.day,
        )

    def orders(self, seat: int) -> list[OrderSent]:
        """The standing orders of a seat, as far as they still hold."""
        match = self.room.match
        mine = [order for order in self.room.kept.orders if order.seat == seat] if match else []
        return [order_sent(order) for order in mine if match and not is_past(match, order)]

    def tell_orders(self, seat: int) -> None:
        """A seat's orders, to whoever looks from it."""
        for watcher in self.room.greeted():
            if watcher.seat == seat:
                watcher.send(OrdersSent(orders=self.orders(seat)))

    def send_again(self, watcher: Watcher, key: str) -> None:
        """Answers once more what was done already."""
        self.forget()
        watcher.send(self.news_sent(watcher, key))

    def send_table(self, watcher: Watcher, first: int = 0) -> None:
        """Tells one connection the whole table."""
        self.forget()
        watcher.send(self.table_sent(watcher, first))
        watcher.sent = self.events()
