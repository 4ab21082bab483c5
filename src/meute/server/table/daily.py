"""Daily deal: one deal per day and game, with the same seat, bots and chance for every player; results are compared."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, ClassVar

from meute.games import GAMES, find
from meute.learn.puzzle_mining import lead
from meute.match import Match
from meute.server.listings import STAND_IN
from meute.server.messages.learning import DailyDealSent, DailyListSent, DailyRecordSent, DailyResultSent, LuckSent
from meute.server.refusal import Refusal
from meute.server.secret import Secret
from meute.server.store.interface import DealTaken, Store
from meute.server.store.models import (
    PAR,
    DailyStanding,
    SeatLuck,
    StoredDaily,
    StoredGuest,
    StoredLesson,
    StoredMove,
    StoredSeat,
    StoredTable,
    TableUpdate,
)
from meute.server.table import lobby
from meute.server.table.play import table_status
from meute.server.table.restore import chance_after, new_match
from meute.server.table.sealed import daily_name, day_after, deal_of, new_deal, seal, today
from meute.server.table.table_kind import TableCommand, TableKind
from meute.server.thinking.workers import BotWork
from meute.text import DEFAULT_LANGUAGE

if TYPE_CHECKING:
    from meute.server.registry import TableRegistry

log = logging.getLogger(__name__)

SEAT = 0
RESIGNED = -(10**6)
"""Margin of a game that was given up."""
MAX_DAYS = 400
"""Most past results of a deal that a page is told."""


class DailyKind(TableKind):
    """A daily deal: chance and bots are the same for all players, and nothing is taken back beyond the own choice."""

    refusals: ClassVar[dict[TableCommand, str]] = {**TableKind.refusals, "undo_vote": "daily_undo"}

    def bot_seed(self, match: Match, seat: int) -> int | None:
        return match.deal.number("bot", seat, len(match.steps)) if match.deal else None

    def complete_update(self, update: TableUpdate, stored: StoredTable, match: Match) -> None:
        if match.is_over():
            update.daily = daily_result(stored, match)

    async def check_watcher(self, store: Store, stored: StoredTable, guest: Callable[[], Awaitable[str]]) -> None:
        """Hides another player's game of a deal until the guest has finished the same deal."""
        watcher = await guest()
        if watcher != stored.host and not await store.has_finished_daily(stored.day, stored.game, watcher):
            raise Refusal("daily")


async def open_daily(registry: "TableRegistry", game: str, guest: StoredGuest) -> str:
    """Opens today's deal of a game; returns the code of the guest's table, of which there is only one."""
    if game not in GAMES:
        raise Refusal("not_found")
    day = today()
    code = (await daily_codes(registry.store, guest.guest, day)).get(game)
    if code:
        return code
    table = daily_table(game, day, guest)
    table.deal = new_deal(registry.secret, daily_name(day, game), table.code)
    match = new_match(table, None, deal_of(registry.secret, table))
    started = StoredMove("start", chance=chance_after(match, 0))
    begun = StoredLesson(guest.guest, game, f"daily {day}", table.code, False)
    try:
        return await registry.add(table, TableUpdate([started], table_status(match), lesson=begun), match)
    except DealTaken:
        return (await daily_codes(registry.store, guest.guest, day))[game]


def start_par(registry: "TableRegistry", game: str, day: str) -> None:
    """Starts the computer player's own game of a daily deal, unless it was played."""
    table = daily_table(game, day, StoredGuest(PAR, "", DEFAULT_LANGUAGE))
    table.deal = new_deal(registry.secret, daily_name(day, game), table.code)
    start_par_game(
        registry,
        table,
        lambda: registry.store.has_finished_daily(day, game, PAR),
        lambda match: registry.store.save_daily(daily_result(table, match)),
    )


def start_par_game(
    registry: "TableRegistry",
    table: StoredTable,
    is_known: Callable[[], Awaitable[bool]],
    save: Callable[[Match], Awaitable[None]],
) -> None:
    """Starts the computer player's own game of a deal in the background, unless it runs already or cannot."""
    assert table.deal is not None
    bots, key = registry.settings.bots, table.deal.name
    if bots.par and bots.workers and key not in registry.pars_running:
        registry.pars_running.add(key)
        task = asyncio.create_task(play_par(registry, table, is_known, save))
        registry.background_tasks.append(task)
        task.add_done_callback(lambda done: end_par(registry, key, done))


def end_par(registry: "TableRegistry", key: str, done: "asyncio.Task[None]") -> None:
    """Forgets a par game that has ended; a failed one is started again by the next request."""
    registry.pars_running.discard(key)
    registry.background_tasks.remove(done)
    if not done.cancelled() and done.exception() is not None:
        log.error("the par of %s was not computed", key, exc_info=done.exception())


async def play_par(
    registry: "TableRegistry",
    table: StoredTable,
    is_known: Callable[[], Awaitable[bool]],
    save: Callable[[Match], Awaitable[None]],
) -> None:
    """Plays a deal by the computer player of the settings, and saves its result; one such game at a time."""
    async with registry.par_lock:
        if await is_known():
            return
        match = new_match(table, None, deal_of(registry.secret, table))
        while not match.is_over():
            seat = match.seats_to_act()[0]
            assert match.deal is not None
            work = BotWork(
                game=table.game,
                options=match.options_settled,
                box=table.box,
                position=match.view(seat).text(),
                seat=seat,
                bot=registry.settings.bots.par if seat == SEAT else STAND_IN,
                seed=match.deal.number("bot", seat, len(match.steps)),
                unhurried=True,
            )
            match.play(seat, await registry.bots.choose(work))
        await save(match)


async def daily_codes(store: Store, guest: str, day: str) -> dict[str, str]:
    """Codes of a guest's daily tables of a day, by game."""
    return {stored.game: stored.code for stored in await store.lessons(guest) if stored.lesson == f"daily {day}"}


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
    margin = RESIGNED if resigned else lead(match.game, match.state, SEAT)
    return StoredDaily(table.day, table.game, table.host, table.code, margin, result.points[SEAT])


def daily_sent(secret: Secret, day: str, begun: dict[str, str], fields: list[DailyStanding]) -> DailyListSent:
    """The deals of a day, with the guest's rank among all who have finished."""
    found = {field.game: field for field in fields}
    return DailyListSent(
        day=day, games=[line_sent(secret, day, found.get(game, no_results(game)), begun) for game in GAMES]
    )


def no_results(game: str) -> DailyStanding:
    """A deal without results yet."""
    return DailyStanding(game, 0, None, None, 0.0)


def line_sent(secret: Secret, day: str, field: DailyStanding, begun: dict[str, str]) -> DailyDealSent:
    """One game's deal. Others' results are included only once the guest's own game is over."""
    done, others = field.margin is not None, field.players - 1
    return DailyDealSent(
        game=field.game,
        code=begun.get(field.game, ""),
        done=done,
        points=field.points or 0,
        players=field.players,
        beaten=round(field.beaten / others, 3) if done and others else None,
        seal=seal(secret, daily_name(day, field.game)),
        tomorrow=seal(secret, daily_name(day_after(day), field.game)),
    )


def daily_record_sent(
    game: str, day: str, own: list[StoredDaily], pars: list[StoredDaily], lucks: Mapping[str, Mapping[int, SeatLuck]]
) -> DailyRecordSent:
    """A guest's results in a game's daily deals, each with the computer player's and with its luck, by the code of the
    table; those of deals not played stay hidden."""
    par_of = {result.day: result.points for result in pars if result.game == game}
    return DailyRecordSent(
        game=game,
        day=day,
        results=[
            DailyResultSent(
                day=result.day,
                points=result.points,
                resigned=result.margin == RESIGNED,
                par=par_of.get(result.day),
                luck=luck_sent(lucks.get(result.code, {}).get(SEAT)),
            )
            for result in own
            if result.game == game
        ][-MAX_DAYS:],
    )


def luck_sent(found: SeatLuck | None) -> LuckSent | None:
    """Encodes what chance changed, in points of a hundred."""
    return LuckSent(points=round(100 * found.luck, 1), error=round(100 * found.error, 1)) if found else None
