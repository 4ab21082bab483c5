"""Daily deal: one deal per day and game, with the same seat, bots and chance for every player; results are compared."""

import time

from meute.games import GAMES, find
from meute.learn.puzzle_mining import lead
from meute.match import Match
from meute.match.deal import Deal
from meute.server.listings import STAND_IN
from meute.server.messages.learning import DailyLineSent, DailySent
from meute.server.refusal import Refusal
from meute.server.secret import Secret
from meute.server.store import DailyStanding, Store, StoredDaily, StoredGuest, StoredSeat, StoredTable
from meute.server.table import lobby

SEAT = 0
PURPOSE = "daily deal"


def today() -> str:
    """The UTC date, the same for all players."""
    return time.strftime("%Y-%m-%d", time.gmtime())


def deal_of(secret: Secret, table: StoredTable) -> Deal | None:
    """The deal of a daily table, derived from the server's secret so that it cannot be computed from its date."""
    return Deal(secret.mac(PURPOSE, table.day, table.game, size=32)) if table.kind == "daily" else None


def daily_table(game: str, day: str, guest: StoredGuest) -> StoredTable:
    """Creates the table of a day's deal."""
    rules = find(game)
    table = StoredTable(
        code=lobby.new_code(),
        word=lobby.new_word(),
        game=game,
        version=rules.version,
        host=guest.guest,
        seats=[StoredSeat("guest", lobby.name_of(guest), "", guest.guest)],
        hints=False,
        phase="playing",
        kind="daily",
        day=day,
    )
    while len(table.seats) < rules.min_seats:
        table.seats.append(StoredSeat("bot", lobby.bot_name(table), STAND_IN))
    return table


def daily_result(table: StoredTable, match: Match) -> StoredDaily:
    """The player's margin over the best opponent in a finished daily game."""
    result = match.result()
    assert result is not None
    resigned = SEAT in match.resigned or not match.state.is_over()
    margin = -(10**6) if resigned else lead(match.game, match.state, SEAT)
    return StoredDaily(table.day, table.game, table.host, table.code, margin, result.points[SEAT])


def daily_sent(day: str, begun: dict[str, str], fields: list[DailyStanding]) -> DailySent:
    """The deals of a day, with the guest's rank among all who have finished."""
    found = {field.game: field for field in fields}
    return DailySent(day=day, games=[line_sent(found.get(game, no_results(game)), begun) for game in GAMES])


def no_results(game: str) -> DailyStanding:
    """A deal without results yet."""
    return DailyStanding(game, 0, None, None, 0.0)


def line_sent(field: DailyStanding, begun: dict[str, str]) -> DailyLineSent:
    """One game's deal. Others' results are included only once the guest's own game is over."""
    done, others = field.margin is not None, field.players - 1
    return DailyLineSent(
        game=field.game,
        code=begun.get(field.game, ""),
        done=done,
        points=field.points or 0,
        players=field.players,
        beaten=round(field.beaten / others, 3) if done and others else None,
    )


async def check_may_watch(store: Store, table: StoredTable, guest: str) -> None:
    """Refuses to show a guest another player's game of a deal before the guest has finished the same deal."""
    if guest != table.host and not await store.has_finished_daily(table.day, table.game, guest):
        raise Refusal("daily")
