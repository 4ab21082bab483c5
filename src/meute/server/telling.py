"""What a table tells a connection: the seats, what has changed, or all of it."""

from typing import TYPE_CHECKING

from meute.core.numbers import NOBODY
from meute.core.options import settle_options
from meute.server.lobby import allows_hints
from meute.server.sight import ask_sent, events_sent, scene_sent
from meute.server.store import ChatKept
from meute.server.watcher import Watcher
from meute.server.wire import (
    AskSent,
    ChatSent,
    NewsSent,
    SceneSent,
    SeatSent,
    SeatsSent,
    TableSent,
    UndoSent,
)

if TYPE_CHECKING:
    from meute.server.table import Table

FINAL = ("undo.nothing", "undo.over", "undo.resigned")
"""Why there is no way back, whatever the others say."""
CHAT_SENT = 100
"""Chat lines that a newcomer is sent."""


def scene_now(table: "Table", seat: int) -> tuple[SceneSent, AskSent | None]:
    """What a seat sees and may do now."""
    if seat not in table.scenes:
        match = table.match
        assert match is not None
        view = match.view(seat)
        scene = scene_sent(match, view, len(match.steps), match.result(), match.asked())
        asked = seat in scene.asked and table.kept.phase == "playing"
        table.scenes[seat] = (scene, ask_sent(match, view) if asked else None)
    return table.scenes[seat]


def seats_sent(table: "Table", seen_by: int) -> list[SeatSent]:
    """The seats, with the points that the viewing seat can see."""
    scene = scene_now(table, seen_by)[0] if table.match else None
    result = scene.result if scene else None
    return [
        SeatSent(
            kind=seat.kind,
            name=seat.name,
            bot=seat.bot,
            here=table.is_here(number),
            stood_in=number in table.bots.stood_in,
            resigned=table.has_resigned(number),
            points=scene.points[number] if scene else 0,
            place=result.places[number] if result else 0,
            asked=scene is not None and number in scene.asked,
            thinking=number in table.bots.thoughts,
        )
        for number, seat in enumerate(table.kept.seats)
    ]


def here_sent(table: "Table", seat: int, host: bool) -> SeatsSent:
    """Who is here; the host is also told who looks on."""
    return SeatsSent(seats=seats_sent(table, seat), spectators=table.rail.spectators() if host else [])


def undo_sent(table: "Table", seat: int) -> UndoSent | None:
    """Whether the viewing seat may go back."""
    if table.match is None or seat == NOBODY:
        return None
    own, why = table.match.way_back(seat)
    by_agreement = own < 0 and why not in FINAL
    free = own >= 0 or (by_agreement and not table.way_back.voters(seat))
    return UndoSent(
        free=free, why="" if free else why, by_agreement=by_agreement and not free, asked_by=table.way_back.asked
    )


def news_sent(table: "Table", seat: int, sent: int, key: str) -> NewsSent:
    """What a move has changed."""
    assert table.match is not None
    scene, ask = scene_now(table, seat)
    return NewsSent(
        seats=seats_sent(table, seat),
        phase=table.kept.phase,
        scene=scene,
        ask=ask,
        undo=undo_sent(table, seat),
        events=events_sent(table.match, sent, seat),
        key=key,
    )


def table_sent(table: "Table", watcher: Watcher, first: int) -> TableSent:
    """The whole table for one connection, with events from a number on."""
    kept, seat, host = table.kept, watcher.seat, table.is_host(watcher)
    scene, ask = scene_now(table, seat) if table.match else (None, None)
    watcher.sent = len(table.match.events) if table.match else 0
    return TableSent(
        code=kept.code,
        word=kept.word if kept.phase == "lobby" else "",
        game=kept.game,
        options=settle_options(table.house.game(kept).options, kept.options, kept.version),
        phase=kept.phase,
        host=host,
        patience=kept.patience,
        hints=allows_hints(kept),
        seats=seats_sent(table, seat),
        spectators=table.rail.spectators() if host else [],
        mine=table.mine(watcher.guest.guest),
        scene=scene,
        ask=ask,
        undo=undo_sent(table, seat),
        events=events_sent(table.match, first, seat) if table.match else [],
        reset=first == 0,
        era=table.era,
        chat=[chat_sent(line) for line in table.chat[-CHAT_SENT:]],
        rematch=kept.rematch,
        position_link=kept.phase == "over",
    )


def chat_sent(line: ChatKept) -> ChatSent:
    """A chat line on the wire."""
    return ChatSent(name=line.name, seat=line.seat, text=line.text, at=line.at)
