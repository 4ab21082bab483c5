"""The daily deal: one deal for each day and game, the same seat, bots and luck for everybody, compared when played."""

import time

from meute.games import GAMES, find
from meute.learn.mine import lead
from meute.match import Match
from meute.match.deal import Deal
from meute.server import lobby
from meute.server.messages.learning import DailyLineSent, DailySent
from meute.server.refusal import Refusal
from meute.server.secret import Secret
from meute.server.shelf import STAND_IN
from meute.server.store import DailyKept, FieldKept, GuestKept, SeatKept, Store, TableKept

SEAT = 0
PURPOSE = "daily deal"


def today() -> str:
    """The day of the deal: the same everywhere."""
    return time.strftime("%Y-%m-%d", time.gmtime())


def deal_of(secret: Secret, table: TableKept) -> Deal | None:
    """The deal of a table; nobody can compute one from its date."""
    return Deal(secret.keyed(PURPOSE, table.day, table.game, size=32)) if table.kind == "daily" else None


def set_daily(game: str, day: str, guest: GuestKept) -> TableKept:
    """The table of a day's deal."""
    rules = find(game)
    table = TableKept(
        code=lobby.new_code(),
        word=lobby.new_word(),
        game=game,
        version=rules.version,
        host=guest.guest,
        seats=[SeatKept("guest", lobby.name_of(guest), "", guest.guest)],
        hints=False,
        phase="playing",
        kind="daily",
        day=day,
    )
    while len(table.seats) < rules.fewest:
        table.seats.append(SeatKept("bot", lobby.bot_name(table), STAND_IN))
    return table


def outcome(table: TableKept, match: Match) -> DailyKept:
    """How a daily game ended for the one who played it: by how many points he is before the best of the others."""
    result = match.result()
    assert result is not None
    resigned = SEAT in match.resigned or not match.state.is_over()
    margin = -(10**6) if resigned else lead(match.game, match.state, SEAT)
    return DailyKept(table.day, table.game, table.host, table.code, margin, result.points[SEAT])


def daily_sent(day: str, begun: dict[str, str], fields: list[FieldKept]) -> DailySent:
    """The deals of a day, and how a guest did among all who have finished."""
    found = {field.game: field for field in fields}
    return DailySent(day=day, games=[line_sent(found.get(game, nobody(game)), begun) for game in GAMES])


def nobody(game: str) -> FieldKept:
    """A deal that nobody has finished yet."""
    return FieldKept(game, 0, None, None, 0.0)


def line_sent(field: FieldKept, begun: dict[str, str]) -> DailyLineSent:
    """One of them; what others did is told once one's own game is over."""
    done, others = field.margin is not None, field.players - 1
    return DailyLineSent(
        game=field.game,
        code=begun.get(field.game, ""),
        done=done,
        points=field.points or 0,
        players=field.players,
        beaten=round(field.beaten / others, 3) if done and others else None,
    )


async def check_fair(store: Store, table: TableKept, guest: str) -> None:
    """Nobody sees another's game of a deal before having finished his own."""
    if guest != table.host and not await store.has_done_daily(table.day, table.game, guest):
        raise Refusal("daily")
