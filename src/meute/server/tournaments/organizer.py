"""Runs the tournaments: signs players up, draws rounds, begins their tables and takes over their results.

Every step reads a tournament, computes what follows and stores it if it is unchanged, so that several nodes can do
this at the same time, and any of them goes on where another has died. The result of a table is stored with its last
move; a table that was drawn but does not exist is begun by the next look at its round.
"""

import asyncio
import copy
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from meute.bots import LEVELS
from meute.games import find
from meute.server.guest_token import is_program
from meute.server.listings import STAND_IN
from meute.server.messages.responses import DealCheckSent, PhraseSent
from meute.server.messages.tournaments import (
    EntrantSent,
    RoundSent,
    RoundTableSent,
    StandingSent,
    TournamentLineSent,
    TournamentRequest,
    TournamentSent,
    TournamentsSent,
)
from meute.server.refusal import Refusal
from meute.server.sanitize import sanitize_name
from meute.server.store.models import (
    Entrant,
    StoredGuest,
    StoredRound,
    StoredSeat,
    StoredTable,
    StoredTournament,
    TournamentTable,
)
from meute.server.table import lobby
from meute.server.table.clock import check_pace
from meute.server.table.sealed import new_deal, secret_of
from meute.server.table.tournament import is_over, may_see_deal
from meute.server.timer import Timer
from meute.server.tournaments.rounds import FEWEST, MOST, MOST_ROUNDS, advance, begin, fewest_players, next_due
from meute.server.tournaments.standings import TIE_BREAKS, Row, round_scores, standings

if TYPE_CHECKING:
    from meute.server.registry import TableRegistry

LONGEST_NAME = 48
BEGIN_SECONDS = 10.0
"""Time for which one node reserves the beginning of a table."""
TRIES = 20
"""Tries to change a tournament that others change at the same time."""
YEAR = 366 * 86400.0
LISTED = 30
"""Most tournaments of one's own, and most public ones, in a list."""

MOST_COMPUTED = 200
"""Most tournaments whose standings are kept in memory."""

Change = Callable[[StoredTournament], None]


class Running(NamedTuple):
    """A table that is played, and how far its game is."""

    code: str
    progress: PhraseSent | None


class Organizer:
    """All tournaments; their tables may be at any node."""

    def __init__(self, registry: "TableRegistry") -> None:
        self.registry = registry
        self.settings = registry.settings.tournaments
        self.store = registry.store.tournaments
        self.now = registry.settings.now
        self.timer = Timer("tournaments", self.run_pass, registry.settings)
        self.seen: dict[str, tuple[object, ...]] = {}
        """Who was present and how far the tables were at the last look of this node, by tournament."""
        self.computed: dict[str, tuple[int, list[StandingSent]]] = {}
        """Standings that were computed, each with the number of changes of its tournament."""

    # --- requests

    async def create(self, host: StoredGuest, body: TournamentRequest) -> str:
        """Stores a new tournament; returns its code."""
        tournament = self.new_tournament(host, body)
        if body.public:
            self.registry.public_room.check_open()
        if body.group:
            await self.registry.groups.check_member(host.guest, body.group)
        for bot in body.bots:
            if bot not in LEVELS:
                raise Refusal("malformed")
            taken = {lobby.name_key(one.name) for one in tournament.entrants}
            enter(tournament, Entrant(lobby.free_bot_name(taken), bot=bot))
        if body.plays:
            enter(tournament, Entrant(lobby.name_of(host), host.guest))
        if not await self.store.add_tournament(tournament, self.now(), self.settings.most, self.settings.per_person):
            raise Refusal("tournaments")
        await self.look(tournament.code)
        if tournament.group:
            await self.registry.groups.notify(tournament.group)
            await self.registry.notifications.webhooks.tell_group_of_tournament(tournament.group, tournament.code)
        return tournament.code

    def new_tournament(self, host: StoredGuest, body: TournamentRequest) -> StoredTournament:
        """A tournament without players; refuses what cannot be played."""
        game, name, now = find(body.game), sanitize_name(body.name, LONGEST_NAME), self.now()
        check_pace(body.pace)
        if not name:
            raise Refusal("tournament_name")
        if not max(2, game.min_seats) <= body.size <= game.max_seats:
            raise Refusal("no_seats")
        if not 1 <= body.rounds <= MOST_ROUNDS:
            raise Refusal("tournament_rounds")
        tournament = StoredTournament(
            code=lobby.new_code(),
            name=name,
            host=host.guest,
            game=game.id,
            style=body.style,
            size=body.size,
            planned=body.rounds,
            pace=body.pace,
            most=body.most,
            public=body.public,
            made=now,
            starts=body.starts,
            options=dict(body.options),
            group=body.group,
        )
        if not max(FEWEST, fewest_players(tournament)) <= body.most <= MOST:
            raise Refusal("tournament_players")
        lobby.check_options(bare_table(tournament, lobby.new_code(), body.size))
        if body.starts is not None and not now <= body.starts <= now + YEAR:
            raise Refusal("tournament_time")
        return tournament

    async def join(self, guest: StoredGuest, code: str) -> None:
        """Signs a person up, unless that person and another player avoid each other."""
        if is_program(guest.guest):
            raise Refusal("no_programs")
        avoids = await self.registry.store.matchmaking.avoided_by(guest.guest)

        def change(tournament: StoredTournament) -> None:
            if number_of(tournament, guest.guest) is not None:
                return
            check_open(tournament)
            if avoids & {tournament.host, *(one.guest for one in tournament.entrants)}:
                raise Refusal("shut")
            enter(tournament, Entrant(lobby.name_of(guest), guest.guest))

        await self.change(code, change)

    async def leave(self, guest: str, code: str) -> None:
        """Takes a person out: before the beginning without a trace, later for all rounds to come."""

        def change(tournament: StoredTournament) -> None:
            number = number_of(tournament, guest)
            if number is not None:
                take_out(tournament, number)

        await self.change(code, change)

    async def remove(self, guest: str, code: str, player: int) -> None:
        """The host takes a player out."""

        def change(tournament: StoredTournament) -> None:
            check_host(tournament, guest)
            if not 0 <= player < len(tournament.entrants):
                raise Refusal("not_found")
            take_out(tournament, player)

        await self.change(code, change)

    async def start(self, guest: str, code: str) -> None:
        """The host begins the first round."""

        def change(tournament: StoredTournament) -> None:
            check_host(tournament, guest)
            check_open(tournament)
            if len(tournament.entrants) < fewest_players(tournament):
                raise Refusal("tournament_few")
            begin(tournament, self.now())

        await self.change(code, change)

    async def stop(self, guest: str, code: str) -> None:
        """The host ends the tournament early; tables that have begun are played on, and count no more."""

        def change(tournament: StoredTournament) -> None:
            check_host(tournament, guest)
            if tournament.phase in ("open", "running"):
                tournament.phase = "stopped"

        await self.change(code, change)

    async def change(self, code: str, change: Change) -> None:
        """Changes a tournament, again if another change came between."""
        for _ in range(TRIES):
            found = await self.store.tournament(code)
            if found is None:
                raise Refusal("not_found")
            tournament, turn = found
            before = copy.deepcopy(tournament)
            change(tournament)
            if tournament == before:
                return
            now = self.now()
            due = now if tournament.phase == "running" else next_due(tournament, now, self.settings)
            if await self.store.save_tournament(tournament, turn, now, due):
                await self.look(code)
                if tournament.group and tournament.phase != before.phase:
                    await self.registry.groups.notify(tournament.group)
                return
        raise Refusal("store")

    async def look(self, code: str) -> None:
        """Lets all nodes look at the tournaments that are due, and updates the pages that show this one."""
        self.timer.schedule(self.now())
        await self.registry.store.notify_nodes("tournament", "")
        await self.notify(code)

    async def notify(self, code: str) -> None:
        """Updates the pages that show a tournament, or the list of all."""
        await self.registry.homes.notify_followers(f"tournament {code}")
        await self.registry.homes.notify_followers("tournaments")

    # --- passes

    async def run_pass(self) -> float | None:
        """Does what is due. Returns when it is needed again."""
        for code in await self.store.tournaments_due(self.now()):
            await self.step(code)
        return await self.store.next_tournament_due()

    async def step(self, code: str) -> None:
        """Everything that follows now in one tournament."""
        found = await self.store.tournament(code)
        if found is None:
            return
        tournament, turn = found
        before, now = copy.deepcopy(tournament), self.now()
        bouts, present = await self.store.bouts(code), await self.present(tournament)
        await asyncio.to_thread(advance, tournament, bouts, present, now, self.settings, lobby.new_code)
        due, is_changed = next_due(tournament, now, self.settings), tournament != before
        if not is_changed:
            await self.store.postpone(code, turn, due)
        elif not await self.store.save_tournament(tournament, turn, now, due):
            return
        has_begun = tournament.phase == "running" and await self.begin_tables(tournament, len(tournament.rounds))
        seen = (frozenset(present), *((one.code, one.progress) for one in await self.running(tournament)))
        if is_changed or has_begun or self.seen.get(code) != seen:
            await self.notify(code)
        self.seen[code] = seen
        if tournament.phase in ("over", "stopped"):
            self.seen.pop(code, None)
            if tournament.group and is_changed:
                await self.registry.groups.notify(tournament.group)

    async def present(self, tournament: StoredTournament) -> set[str]:
        """The players who are connected, as far as a table waits for them."""
        if tournament.phase != "running":
            return set()
        waiting = [table for table in tournament.rounds[-1].tables if not table.code and not table.done]
        guests = {tournament.entrants[player].guest for table in waiting for player in table.players} - {""}
        return await self.registry.store.matchmaking.present(guests, self.now())

    async def begin_tables(self, tournament: StoredTournament, number: int) -> bool:
        """Begins the tables of a round that were drawn, and wakes those where a computer player must act. Returns
        whether there were any to begin."""
        drawn = {table.code: table for table in tournament.rounds[number - 1].tables if table.code and not table.done}
        known = await self.store.standing_of(drawn)
        for code, table in drawn.items():
            if code not in known:
                await self.begin_table(tournament, number, table)
            else:
                stored, standing = known[code]
                if stored.phase == "playing" and any(stored.seats[seat].kind == "bot" for seat in standing.asked):
                    await self.registry.wake(code)
        return len(known) < len(drawn)

    async def begin_table(self, tournament: StoredTournament, number: int, drawn: TournamentTable) -> None:
        """Begins a table. One node does so; if it dies, another one at a later look."""
        now, people = self.now(), self.registry.store.people
        claim = self.registry.secret.hash("table of a tournament", drawn.code)
        if not await people.claim(claim, now + BEGIN_SECONDS, now):
            return
        if await self.registry.store.load(drawn.code) is None:
            table = self.new_table(tournament, number, drawn)
            await self.registry.begin(table)
            guests = {seat.guest for seat in table.seats} - {""}
            self.registry.homes.notify(guests, guests)
        await self.registry.wake(drawn.code)

    def new_table(self, tournament: StoredTournament, number: int, drawn: TournamentTable) -> StoredTable:
        """A table of a round, ready to begin. Computer players take the seats of those who are absent."""
        is_shared = tournament.style == "deals"
        name = deal_name(tournament, number) if is_shared else drawn.code
        table = bare_table(tournament, drawn.code, len(drawn.players))
        table.public = tournament.public and self.registry.settings.room.public and not is_shared
        table.shared_deal = is_shared
        table.deal = new_deal(self.registry.secret, name, drawn.code)
        for seat, player in enumerate(drawn.players):
            entrant = tournament.entrants[player]
            if seat in drawn.absent:
                table.seats[seat] = StoredSeat("bot", lobby.bot_name(table), STAND_IN)
            elif entrant.bot:
                table.seats[seat] = StoredSeat("bot", lobby.seat_name(table, seat, entrant.name), entrant.bot)
            else:
                table.seats[seat] = StoredSeat("guest", lobby.seat_name(table, seat, entrant.name), "", entrant.guest)
        return table

    # --- what pages see

    async def reveal(self, check: DealCheckSent, stored: StoredTable) -> DealCheckSent:
        """The check of a table's deal, with its secret once the round is over."""
        if not stored.shared_deal or stored.deal is None:
            return check
        found = await self.store.tournament(stored.tournament)
        if found is None or not any(
            is_over(one) for one in found[0].rounds if any(table.code == stored.code for table in one.tables)
        ):
            return check
        return replace(check, secret=secret_of(self.registry.secret, stored.deal.name).hex())

    async def lines(self, guest: str) -> list[TournamentLineSent]:
        """The tournaments of a person that are not over for long, then the public ones."""
        mine = await self.store.tournaments_of(guest, LISTED)
        public = await self.store.public_tournaments(LISTED) if self.registry.settings.room.public else []
        known = {one.code for one in mine}
        return await self.lines_of([*mine, *(one for one in public if one.code not in known)], guest)

    async def list_sent(self, guest: str) -> TournamentsSent:
        """The list of tournaments as a person sees it."""
        return TournamentsSent(tournaments=await self.lines(guest))

    async def lines_of(self, tournaments: Sequence[StoredTournament], guest: str) -> list[TournamentLineSent]:
        """Tournaments as a person sees them in a list."""
        for one in tournaments:
            await self.running(one)
        return [line_sent(one, guest) for one in tournaments]

    async def running(self, tournament: StoredTournament) -> list[Running]:
        """The running tables of the last round; removes the codes of those that were drawn but do not exist yet."""
        drawn = [table for table in tournament.rounds[-1].tables if table.code] if tournament.rounds else []
        drawn = [table for table in drawn if not table.done] if tournament.phase == "running" else []
        known = await self.store.standing_of([table.code for table in drawn])
        for table in drawn:
            if table.code not in known:
                table.code = ""
        return [Running(code, standing.progress) for code, (_, standing) in known.items()]

    async def sent(self, guest: str, code: str) -> TournamentSent:
        """A tournament as a person sees it."""
        found = await self.store.tournament(code) if code.isalnum() else None
        if found is None:
            raise Refusal("not_found")
        tournament, turn = found
        progress = {one.code: one.progress for one in await self.running(tournament)}
        present = await self.present(tournament)
        host = await self.registry.store.guest(tournament.host) if tournament.host else None
        is_member = bool(tournament.group) and await self.registry.store.groups.is_member(tournament.group, guest)
        return TournamentSent(
            line=line_sent(tournament, guest),
            entrants=[EntrantSent(name=one.name, bot=one.bot, out=one.out) for one in tournament.entrants],
            rounds=[
                self.round_sent(tournament, number, guest, present, progress)
                for number in range(len(tournament.rounds))
            ],
            standings=await self.standings(tournament, turn),
            breaks=[*TIE_BREAKS[tournament.style]],
            me=number_of(tournament, guest),
            host=tournament.host == guest,
            fewest=fewest_players(tournament),
            turn=turn,
            organizer=host.name if host else "",
            options=tournament.options,
            group=tournament.group if is_member else "",
        )

    async def standings(self, tournament: StoredTournament, turn: int) -> list[StandingSent]:
        """The standings, computed once for all who look at the same state."""
        known = self.computed.get(tournament.code)
        if known is None or known[0] != turn:
            rows = await asyncio.to_thread(standings, tournament)
            known = turn, [standing_sent(row) for row in rows]
            self.computed[tournament.code] = known
            if len(self.computed) > MOST_COMPUTED:
                del self.computed[next(iter(self.computed))]
        return known[1]

    def round_sent(
        self,
        tournament: StoredTournament,
        number: int,
        guest: str,
        present: set[str],
        progress: dict[str, PhraseSent | None],
    ) -> RoundSent:
        """A round as a person sees it."""
        round_, now = tournament.rounds[number], self.now()
        is_last = tournament.phase == "running" and number == len(tournament.rounds) - 1
        scores = round_scores(tournament, round_)
        is_waiting = is_last and any(not table.code and not table.done for table in round_.tables)
        until = round_.since + self.settings.absent_seconds - now
        shared = tournament.style == "deals"
        shows = not shared or is_over(round_)
        return RoundSent(
            tables=[
                RoundTableSent(
                    players=table.players,
                    code=table.code,
                    done=table.done,
                    points=table.points if shows else [],
                    scores=[round(float(scores[player]), 3) for player in table.players]
                    if table.done and shows
                    else [],
                    resigned=table.resigned if shows else [],
                    progress=progress.get(table.code),
                    missing=missing_players(tournament, table, present),
                    watch=bool(table.code) and (not shared or may_see_deal(tournament, table.code, guest)),
                )
                for table in round_.tables
            ],
            byes=round_.byes,
            absent_seconds=max(0.0, until) if is_waiting else None,
            next_seconds=max(0.0, round_.next - now) if is_last and round_.next is not None else None,
            secret=self.secret_of_round(tournament, number + 1, round_) if shared else "",
        )

    def secret_of_round(self, tournament: StoredTournament, number: int, round_: StoredRound) -> str:
        """The secret of a shared deal; empty while it is played."""
        if not is_over(round_):
            return ""
        return secret_of(self.registry.secret, deal_name(tournament, number)).hex()


def bare_table(tournament: StoredTournament, code: str, size: int) -> StoredTable:
    """A table of a tournament, without its players."""
    game = find(tournament.game)
    return StoredTable(
        code=code,
        word=lobby.new_word(),
        game=game.id,
        version=game.version,
        host="",
        seats=[StoredSeat("open") for _ in range(size)],
        options=dict(tournament.options),
        hints=False,
        pace=tournament.pace,
        rated=True,
        kind="tournament",
        tournament=tournament.code,
    )


def standing_sent(row: Row) -> StandingSent:
    """A player's line in the standings."""
    return StandingSent(
        player=row.player,
        rank=row.rank,
        points=round(float(row.points), 3),
        rounds=[None if score is None else round(float(score), 3) for score in row.rounds],
        opponents=round(float(row.opponents), 3),
        direct=round(float(row.direct), 3),
        margin=row.margin,
    )


def deal_name(tournament: StoredTournament, number: int) -> str:
    """The name of the deal that all tables of a round play."""
    return f"tournament {tournament.code} {number}"


def missing_players(tournament: StoredTournament, table: TournamentTable, present: set[str]) -> list[int]:
    """The players of a table who are not here yet, or did not come."""
    if table.code or table.done:
        return [table.players[seat] for seat in table.absent]
    guests = {player: tournament.entrants[player].guest for player in table.players}
    return [player for player, guest in guests.items() if guest and guest not in present]


def line_sent(tournament: StoredTournament, guest: str) -> TournamentLineSent:
    """A tournament in a person's list."""
    number = number_of(tournament, guest)
    tables = tournament.rounds[-1].tables if tournament.rounds and tournament.phase == "running" else []
    return TournamentLineSent(
        code=tournament.code,
        name=tournament.name,
        game=tournament.game,
        style=tournament.style,
        size=tournament.size,
        pace=tournament.pace,
        phase=tournament.phase,
        round=len(tournament.rounds),
        rounds=tournament.planned,
        players=len(tournament.entrants),
        most=tournament.most,
        starts=tournament.starts,
        mine=number is not None,
        public=tournament.public,
        table=next((one.code for one in tables if number in one.players and not one.done), ""),
    )


def number_of(tournament: StoredTournament, guest: str) -> int | None:
    """The number of a person among the players."""
    return next((n for n, one in enumerate(tournament.entrants) if guest and one.guest == guest), None)


def enter(tournament: StoredTournament, entrant: Entrant) -> None:
    """Adds a player, by a name that no other player has."""
    if len(tournament.entrants) >= tournament.most:
        raise Refusal("tournament_full")
    taken = {lobby.name_key(one.name) for one in tournament.entrants}
    entrant.name = lobby.distinct_name(entrant.name, taken.__contains__)
    tournament.entrants.append(entrant)


def take_out(tournament: StoredTournament, number: int) -> None:
    """Removes a player before the beginning; later the player only meets nobody any more."""
    if tournament.phase == "open":
        del tournament.entrants[number]
    else:
        tournament.entrants[number].out = True


def check_open(tournament: StoredTournament) -> None:
    if tournament.phase != "open":
        raise Refusal("tournament_begun")


def check_host(tournament: StoredTournament, guest: str) -> None:
    if tournament.host != guest:
        raise Refusal("not_organizer")
