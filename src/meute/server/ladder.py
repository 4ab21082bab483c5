"""Ladder of programs: all against all in the background, within the operator's budget, rated by openskill."""

import logging
from collections import Counter, deque
from collections.abc import Collection
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from meute.games import GAMES
from meute.server.messages.pace import PaceSent
from meute.server.messages.programs import LadderGameSent, LadderMatchSent, LadderRowSent, LadderSent
from meute.server.store.models import ProgramRating, StoredSeat, StoredTable
from meute.server.system import random_below
from meute.server.table import lobby
from meute.server.table.sealed import new_deal
from meute.server.timer import Timer

if TYPE_CHECKING:
    from meute.server.registry import TableRegistry

log = logging.getLogger(__name__)

READY_SECONDS = 60.0
"""Time for which a program stands ready after it said so."""
MOST_READY = 60
MOST_GAMES_OF_ONE = 2
"""Most ladder games that one program plays at the same time."""
LEAD_SECONDS = 30.0
"""Time after which another node pairs, if the one that did so is gone."""
HOUR = 3600.0
LATEST = 20
"""Games shown for each ladder."""
SCALE, ZERO = 40, 1000
"""A rating as displayed, as for people: SCALE * mu + ZERO."""


@dataclass(frozen=True)
class Ready:
    """A program that stands ready for some games."""

    games: frozenset[str]
    until: float


class Ladder:
    """Pairs the programs that stand ready. All nodes know them, and one node pairs: budget and meetings are counted
    there."""

    def __init__(self, registry: "TableRegistry") -> None:
        self.registry = registry
        self.settings = registry.settings.ladder
        self.now = registry.settings.now
        self.timer = Timer("ladder", self.pair, registry.settings)
        self.ready: dict[str, Ready] = {}
        self.started: deque[float] = deque()
        """Start times within the last hour."""
        self.running: dict[str, tuple[str, ...]] = {}
        """Players of each running ladder game, by code."""
        self.meetings: Counter[tuple[str, frozenset[str]]] = Counter()
        self.leads_until = 0.0
        """Time until which this node pairs; 0 if it does not."""

    async def stand_ready(self, player: str, games: set[str]) -> None:
        """A program may be paired in these games for the next minute, whichever node pairs."""
        self.note_ready(player, games)
        await self.registry.store.notify_nodes("ladder", " ".join((player, *sorted(games))))

    def note_ready(self, player: str, games: Collection[str]) -> None:
        """Notes at this node that a program stands ready."""
        if player in self.ready or len(self.ready) < MOST_READY:
            self.ready[player] = Ready(frozenset(games), self.now() + READY_SECONDS)
            self.timer.schedule(self.now())

    async def leads(self, now: float) -> bool:
        """Whether this node pairs: one at a time does, until it stops renewing its claim."""
        if now < self.leads_until - LEAD_SECONDS / 2:
            return True
        people, claim = self.registry.store.people, self.registry.secret.hash("ladder", "pairing")
        if now < self.leads_until:
            await people.unclaim(claim)
        self.leads_until = now + LEAD_SECONDS if await people.claim(claim, now + LEAD_SECONDS, now) else 0.0
        return self.leads_until > 0

    async def pair(self) -> float | None:
        """Starts a game if the budget allows one; returns when to try again."""
        now = self.now()
        self.ready = {player: ready for player, ready in self.ready.items() if ready.until > now}
        running = [(code, players) for code, players in self.running.items() if await self.is_running(code, players)]
        self.running = dict(running)
        while self.started and self.started[0] <= now - HOUR:
            self.started.popleft()
        if not self.ready:
            return None
        if not await self.leads(now):
            return now + self.registry.settings.tables.clock_interval_seconds
        if len(self.started) < self.settings.games_per_hour and len(self.running) < self.settings.games_together:
            found = self.next_meeting()
            if found is not None:
                await self.begin(*found)
        return now + self.registry.settings.tables.clock_interval_seconds

    async def is_running(self, code: str, players: Collection[str]) -> bool:
        """Whether a clock runs at a table, at whichever node it is."""
        people = self.registry.store.people
        return any([code in await people.tables_with_running_clocks(player) for player in players])

    def next_meeting(self) -> tuple[str, tuple[str, ...]] | None:
        """The game and the players that have met least often."""
        playing = Counter(player for players in self.running.values() for player in players)
        free = [player for player in self.ready if playing[player] < MOST_GAMES_OF_ONE]
        found = [
            (self.meetings[game, frozenset(players)], random_below(1 << 30), game, players)
            for game, rules in GAMES.items()
            for players in combinations(
                [player for player in free if game in self.ready[player].games], max(2, rules.min_seats)
            )
        ]
        return min(found)[2:] if found else None

    async def begin(self, game: str, players: tuple[str, ...]) -> None:
        """Starts a rated game of these programs, with a random one first."""
        self.meetings[game, frozenset(players)] += 1
        first = random_below(len(players))
        seats = []
        for player in (*players[first:], *players[:first]):
            guest = await self.registry.store.guest(player)
            seats.append(StoredSeat("guest", guest.name if guest else player, "", player))
        code = lobby.new_code()
        table = StoredTable(
            code=code,
            word=lobby.new_word(),
            game=game,
            version=GAMES[game].version,
            host=players[0],
            seats=seats,
            rated=True,
            programs=True,
            pace=PaceSent(kind="live", turn=self.settings.turn_seconds, bank=self.settings.bank_seconds),
            deal=new_deal(self.registry.secret, code, code),
        )
        for number, seat in enumerate(seats):
            seat.name = lobby.seat_name(table, number, seat.name)
        await self.registry.begin(table)
        self.started.append(self.now())
        self.running[table.code] = players
        self.registry.homes.notify(players, players)

    async def sent(self) -> LadderSent:
        """The ladders of all games."""
        people = self.registry.store.people
        ratings, games = await people.program_ratings(), await people.program_games(LATEST * len(GAMES))
        latest = {
            game: [
                LadderMatchSent(code=one.code, names=[seat.name for seat in one.seats], places=one.places, at=one.at)
                for one in games
                if one.game == game
            ]
            for game in GAMES
        }
        rows = {game: [row_sent(one) for one in ratings if one.game == game] for game in GAMES}
        return LadderSent(
            games=[
                LadderGameSent(game=game, rows=rows[game], latest=latest[game][:LATEST]) for game in GAMES if rows[game]
            ]
        )


def row_sent(rating: ProgramRating) -> LadderRowSent:
    low, middle, high = (round(SCALE * (rating.mu + n * rating.sigma) + ZERO) for n in (-2, 0, 2))
    return LadderRowSent(name=rating.name, rating=middle, low=low, high=high, games=rating.games)
