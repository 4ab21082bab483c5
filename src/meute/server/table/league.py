"""The league of the week: ten sealed deals, the same for all, each played once against the same computer players.

There are no appointments: a result is compared with those of all others as soon as it is stored."""

import asyncio
from bisect import bisect_left, bisect_right
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import TYPE_CHECKING

from meute.games import GAMES, find
from meute.match import Match
from meute.server.listings import STAND_IN
from meute.server.messages.league import LeagueDealSent, LeagueProgressSent, LeagueRowSent, LeagueSent
from meute.server.refusal import Refusal
from meute.server.store.interface import DealTaken, Store
from meute.server.store.models import (
    PAR,
    StoredGuest,
    StoredLeagueResult,
    StoredLesson,
    StoredMove,
    StoredSeat,
    StoredTable,
    TableUpdate,
)
from meute.server.table import lobby
from meute.server.table.daily import RESIGNED, DailyKind, daily_result, start_par_game
from meute.server.table.play import table_status
from meute.server.table.restore import chance_after, new_match
from meute.server.table.sealed import deal_of, league_name, new_deal, seal, today
from meute.text import DEFAULT_LANGUAGE

if TYPE_CHECKING:
    from meute.server.registry import TableRegistry

DEALS_OF_GAME = 2
LISTED = 20
"""Most lines of the standings, besides one's own."""
LISTED_BEFORE = 3
FIELD = 200
"""Most leads of others that a page is told."""
DAY_SECONDS = 86400
WEEK_DAYS = 7
LEAGUE_GAMES = sorted(GAMES, key=lambda game: GAMES[game].minutes)
DEALS = DEALS_OF_GAME * len(LEAGUE_GAMES)
"""Deals of a week, numbered from 1; the shortest games come first."""
HALF = 0.5


def game_of(deal: int) -> str:
    return LEAGUE_GAMES[(deal - 1) // DEALS_OF_GAME]


def week_of(day: str) -> str:
    """The week of a date, as ISO 8601 counts them."""
    year, week, _ = date.fromisoformat(day).isocalendar()
    return f"{year}-W{week:02}"


def last_day(day: str) -> str:
    """The Sunday of a date's week."""
    found = date.fromisoformat(day)
    return (found + timedelta(days=WEEK_DAYS - found.isoweekday())).isoformat()


class LeagueKind(DailyKind):
    """A deal of the league: like a daily deal, but for its result."""

    def complete_update(self, update: TableUpdate, stored: StoredTable, match: Match) -> None:
        if match.is_over():
            update.league = league_result(stored, match)

    async def check_watcher(self, store: Store, stored: StoredTable, guest: Callable[[], Awaitable[str]]) -> None:
        """Hides another player's game of a deal until the guest has finished the same deal."""
        watcher = await guest()
        is_hidden = stored.day >= today() and watcher != stored.host
        if is_hidden and not await store.league.has_finished(stored.week, stored.league_deal, watcher):
            raise Refusal("league")


def league_result(table: StoredTable, match: Match) -> StoredLeagueResult:
    """The player's margin over the best opponent in a finished game."""
    found = daily_result(table, match)
    return StoredLeagueResult(
        table.week, table.league_deal, table.host, table.game, table.code, found.margin, found.points
    )


def league_table(day: str, deal: int, guest: StoredGuest, registry: "TableRegistry") -> StoredTable:
    """Creates the table of a deal of a day's week."""
    rules = find(game_of(deal))
    table = StoredTable(
        code=lobby.new_code(),
        word=lobby.new_word(),
        game=rules.id,
        version=rules.version,
        host=guest.guest,
        seats=[StoredSeat("guest", lobby.name_of(guest), "", guest.guest)],
        hints=False,
        phase="playing",
        kind="league",
        day=last_day(day),
        week=week_of(day),
        league_deal=deal,
    )
    while len(table.seats) < rules.min_seats:
        table.seats.append(StoredSeat("bot", lobby.bot_name(table), STAND_IN))
    table.deal = new_deal(registry.secret, league_name(table.week, deal), table.code)
    return table


class League:
    """The league of this week; the results of a week are read together, and kept for a while."""

    def __init__(self, registry: "TableRegistry") -> None:
        self.registry = registry
        self.store = registry.store.league
        self.weeks: dict[str, Week] = {}

    async def open_deal(self, guest: StoredGuest, deal: int) -> str:
        """The code of the guest's table of a deal of this week, of which there is only one."""
        if not 1 <= deal <= DEALS:
            raise Refusal("not_found")
        day = today()
        code = (await self.codes(guest.guest, week_of(day))).get(deal)
        if code:
            return code
        table = league_table(day, deal, guest, self.registry)
        match = new_match(table, None, deal_of(self.registry.secret, table))
        started = StoredMove("start", chance=chance_after(match, 0))
        begun = StoredLesson(guest.guest, table.game, f"league {table.week} {deal}", table.code, False)
        try:
            return await self.registry.add(table, TableUpdate([started], table_status(match), lesson=begun), match)
        except DealTaken:
            return (await self.codes(guest.guest, table.week))[deal]

    def start_par(self, deal: int) -> None:
        """Starts the computer player's own game of a deal of this week, unless it was played."""
        table = league_table(today(), deal, StoredGuest(PAR, "", DEFAULT_LANGUAGE), self.registry)
        start_par_game(
            self.registry,
            table,
            lambda: self.store.has_finished(table.week, deal, PAR),
            lambda match: self.store.save(league_result(table, match), self.registry.settings.now()),
        )

    async def codes(self, guest: str, week: str) -> dict[int, str]:
        """Codes of a guest's tables of a week, by deal."""
        before = f"league {week} "
        lessons = await self.registry.store.lessons(guest)
        return {int(one.lesson.removeprefix(before)): one.code for one in lessons if one.lesson.startswith(before)}

    async def week(self, week: str) -> "Week":
        """The results of a week, read again after a while."""
        known, now = self.weeks.get(week), self.registry.settings.now()
        if known is None or not 0 <= now - known.at < self.registry.settings.league.fresh_seconds:
            rows = await self.store.week(week)
            known = await asyncio.to_thread(compare, rows, now)
            self.weeks = {name: one for name, one in self.weeks.items() if name in (week, self.week_before())}
            self.weeks[week] = known
        return known

    def week_before(self) -> str:
        return week_of((date.fromisoformat(today()) - timedelta(days=WEEK_DAYS)).isoformat())

    def forget(self, week: str) -> None:
        """Reads a week's results again when they are next asked for."""
        self.weeks.pop(week, None)

    async def progress_sent(self, guest: str) -> LeagueProgressSent:
        """How far a person is."""
        done = {one.deal for one in await self.store.results_of(guest) if one.week == week_of(today())}
        following = next((deal for deal in range(1, DEALS + 1) if deal not in done), None)
        return LeagueProgressSent(done=len(done), deals=DEALS, next=following)

    async def sent(self, guest: str) -> LeagueSent:
        """This week's league as a person sees it."""
        day = today()
        week, until, now = week_of(day), last_day(day), self.registry.settings.now()
        found, codes = await self.week(week), await self.codes(guest, week)
        own = [one for one in await self.store.results_of(guest) if one.week == week]
        if any(one.deal not in found.deals or guest not in found.deals[one.deal] for one in own):
            self.forget(week)  # one's own result is there at once
            found = await self.week(week)
        before = (await self.week(self.week_before())).rows[:LISTED_BEFORE]
        own_row = [row for row in found.rows[LISTED:] if row.guest == guest]
        ends = (date.fromisoformat(until) - date(1970, 1, 1)).days * DAY_SECONDS + DAY_SECONDS
        return LeagueSent(
            week=week,
            until=until,
            left_seconds=max(0.0, ends - now),
            deals=[self.deal_sent(found, week, deal, guest, codes) for deal in range(1, DEALS + 1)],
            rows=[row.sent(guest) for row in [*found.rows[:LISTED], *own_row]],
            players=len(found.rows),
            before=[row.sent(guest) for row in before],
        )

    def deal_sent(self, found: "Week", week: str, deal: int, guest: str, codes: dict[int, str]) -> LeagueDealSent:
        """A deal; others' results only once the guest's own game is over."""
        results = found.deals.get(deal, {})
        own, par = results.get(guest), results.get(PAR)
        others = sorted(one.margin for who, one in results.items() if who not in (guest, PAR))
        return LeagueDealSent(
            deal=deal,
            game=game_of(deal),
            code=codes.get(deal, ""),
            done=own is not None,
            margin=own.margin if own and own.margin != RESIGNED else None,
            points=own.points if own else 0,
            adjusted=own.adjusted if own else None,
            par=par.margin if own and par else None,
            field=[margin for margin in others if margin != RESIGNED][-FIELD:] if own else [],
            beaten=beaten(own.margin, others) if own and others else None,
            players=len(others) + (own is not None),
            seal=seal(self.registry.secret, league_name(week, deal)),
        )


@dataclass
class Row:
    """A player's line in the standings of a week."""

    guest: str
    name: str
    played: int = 0
    points: float = 0.0
    leads: list[float] = field(default_factory=list)
    """The leads without luck, as far as they are known."""
    rank: int = 0

    def sent(self, guest: str) -> LeagueRowSent:
        return LeagueRowSent(
            rank=self.rank,
            name=self.name,
            played=self.played,
            points=round(self.points, 2),
            adjusted=round(sum(self.leads) / len(self.leads), 2) if self.leads else None,
            me=self.guest == guest,
        )


@dataclass
class Week:
    """The results of a week by deal and guest, and the standings."""

    deals: dict[int, dict[str, StoredLeagueResult]]
    rows: list[Row]
    at: float


def compare(results: Sequence[tuple[StoredLeagueResult, str]], now: float) -> Week:
    """Compares all results of a week, deal by deal: the share of the others with a smaller lead."""
    deals: dict[int, dict[str, StoredLeagueResult]] = {}
    rows: dict[str, Row] = {}
    for one, name in results:
        deals.setdefault(one.deal, {})[one.guest] = one
        if one.guest != PAR:
            rows.setdefault(one.guest, Row(one.guest, name))
    for of_deal in deals.values():
        people = sorted((one for one in of_deal.values() if one.guest != PAR), key=lambda one: one.margin)
        margins = [one.margin for one in people]
        for one in people:
            row = rows[one.guest]
            row.played += 1
            row.points += beaten(one.margin, margins, with_own=True)
            row.leads += [] if one.adjusted is None else [one.adjusted]
    ordered = sorted(rows.values(), key=lambda row: (-round(row.points, 6), row.name, row.guest))
    for n, row in enumerate(ordered):
        is_equal = n > 0 and round(ordered[n - 1].points, 6) == round(row.points, 6)
        row.rank = ordered[n - 1].rank if is_equal else n + 1
    return Week(deals, ordered, now)


def beaten(margin: int, margins: Sequence[int], with_own: bool = False) -> float:
    """The share of others with a smaller lead, in ascending `margins` (`with_own`: one's own is among them).

    Equal leads count half, and so does a deal without other results."""
    others = len(margins) - with_own
    if others < 1:
        return HALF
    below = bisect_left(margins, margin)
    equal = bisect_right(margins, margin) - below - with_own
    return (below + equal / 2) / others
