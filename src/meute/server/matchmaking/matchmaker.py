"""Searches for people to play with: pairs those who wait, calls them, and begins their tables.

Every step is one transaction of the store, so that several nodes can run all of this at the same time, and any of them
goes on where another has died: no person is called to two tables, and a table begins once.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Collection, Sequence
from statistics import median
from typing import TYPE_CHECKING

from meute.games import GAMES, find
from meute.match.deal import is_secret
from meute.server.matchmaking.pairing import Pairing, Seeker, Strength, pairings
from meute.server.matchmaking.strength import INITIAL, compared
from meute.server.messages.matchmaking import CalledSent, CallRequest, CallSent, SeekRequest, SeekSent, SoughtSent
from meute.server.messages.pace import PaceSent
from meute.server.refusal import Refusal
from meute.server.store.interface import CallTaken
from meute.server.store.models import (
    Seek,
    SeekEnd,
    StoredCall,
    StoredGuest,
    StoredSeat,
    StoredSeek,
    StoredTable,
    Waiting,
)
from meute.server.table import lobby
from meute.server.table.clock import check_pace
from meute.server.table.sealed import new_deal, seal
from meute.server.timer import Timer

if TYPE_CHECKING:
    from meute.server.registry import TableRegistry

DAY = 86400.0
HOUR = 3600.0
AWAY_SECONDS = 30.0
"""A search at a live pace ends if the person has no page open; not in its first seconds, when pages change."""
BEGIN_SECONDS = 10.0
"""Time for which one node reserves the beginning of a table."""
FEWEST_WAITS = 3
"""Waits in the last hour from which the usual wait is told."""


class Matchmaker:
    """Searches and calls of all people, whose pages may be at any node."""

    def __init__(self, registry: "TableRegistry") -> None:
        self.registry = registry
        self.settings = registry.settings.room
        self.store = registry.store.matchmaking
        self.now = registry.settings.now
        self.timer = Timer("matchmaking", self.run_pass, registry.settings)
        self.counts: Counter[tuple[str, str]] = Counter()
        """People who look for each game and pace, at the last pass."""
        self.waits: deque[tuple[float, float]] = deque(maxlen=100)
        """(time, seconds waited) of people called by this node."""

    # --- requests

    async def seek(self, guest: str, body: SeekRequest) -> None:
        """Stores a search; refuses one that cannot succeed."""
        shortest, longest = self.settings.wait_seconds
        if not shortest <= body.wait_seconds <= longest:
            raise Refusal("wait")
        check_pace(body.pace)
        now = self.now()
        delay = self.delay_of(await self.store.quick_leaves(guest, now - DAY))
        wanted = StoredSeek(wants_of(body), body.pace, body.fills)
        seek = Seek(guest, wanted, now, now + delay + body.wait_seconds)
        if not await self.store.save_seek(seek, self.settings.most_searches):
            known = await self.store.seek(guest)
            raise Refusal("called" if known is not None and known.code else "full")
        await self.announce([guest])
        self.timer.schedule(now)
        await self.registry.store.notify_nodes("seek", "")

    async def stop(self, guest: str) -> None:
        """Deletes a search; a call to a table is refused."""
        if not await self.store.drop_seek(guest):
            known = await self.store.seek(guest)
            if known is not None and known.code:
                await self.answer(guest, CallRequest(code=known.code, yes=False))
        await self.announce([guest])

    async def answer(self, guest: str, body: CallRequest) -> None:
        """Accepts a call, or refuses it: the others then wait on, as long as before."""
        if body.contribution and not is_secret(body.contribution):
            raise Refusal("malformed")
        found = await self.store.call(body.code)
        if found is None or guest not in found[0].seats:
            raise Refusal("no_call")
        call, seeks = found
        if body.yes:
            await self.store.accept_call(guest, call.code, body.contribution)
            await self.begin_if_complete(call.code)
        elif any(one.guest == guest and one.answer for one in seeks):
            raise Refusal("called")
        else:
            await self.store.cancel_call(call.code, {guest: ""})
            self.timer.schedule(self.now())
        await self.announce(call.seats)

    # --- passes

    async def run_pass(self) -> float | None:
        """Ends what is over, and calls those who can be paired. Returns when it is needed again."""
        now = self.now()
        for code in await self.store.calls_due(now):
            await self.end_call(code)
        waiting = await self.store.waiting(now)
        ready = [one for one in waiting if one.here or one.seek.seek.pace.kind == "days"]
        called = await self.pair([self.seeker_of(one) for one in ready], now)
        for one in waiting:
            if one.seek.guest not in called:
                await self.end_if_over(one, now)
        await self.announce_counts([one.seek for one in waiting if one.seek.guest not in called])
        due = await self.store.next_call_due()
        pairing = now + self.settings.pairing_interval_seconds if waiting else None
        return min((time for time in (due, pairing) if time is not None), default=None)

    async def pair(self, seekers: Sequence[Seeker], now: float) -> set[str]:
        """Calls all people who can be paired; returns them. Yields to the event loop, so that moves are not delayed."""
        called: set[str] = set()
        paces = {one.pace: pace_of(one.pace) for one in seekers}
        since = {one.guest: one.since for one in seekers}
        for found in pairings(seekers, now):
            if found is None:
                await asyncio.sleep(0)
                continue
            people = {*found.seats} - {""}
            try:
                await self.call(found, paces[found.pace], now)
            except CallTaken:  # another node has called one of them: the next pass tries again
                continue
            called |= people
            self.waits.extend((now, now - since[guest]) for guest in people)
            await self.announce(people)
        return called

    async def call(self, found: Pairing, pace: PaceSent, now: float) -> None:
        """Calls people to a table; at a pace of days it begins at once, since people need not be there."""
        call = StoredCall(lobby.new_code(), found.game, pace, [*found.seats], now + self.settings.call_seconds)
        await self.store.open_call(call)
        if pace.kind == "days":
            for guest in call.seats:
                if guest:
                    await self.store.accept_call(guest, call.code, "")
            await self.begin_if_complete(call.code)

    async def end_if_over(self, one: Waiting, now: float) -> None:
        """Ends a search whose time is over, or whose person has gone."""
        seek = one.seek
        is_away = not one.here and seek.seek.pace.kind == "live" and seek.since < now - AWAY_SECONDS
        why: SeekEnd = "away" if is_away else "late" if seek.until <= now else ""
        if why and await self.store.end_seek(seek.guest, why):
            await self.announce([seek.guest])

    async def end_call(self, code: str) -> None:
        """Ends a call whose time is over: those who have not answered no longer search, the others wait on."""
        found = await self.store.call(code)
        if found is None:
            return
        call, seeks = found
        silent: dict[str, SeekEnd] = {one.guest: "silent" for one in seeks if not one.answer}
        if not silent:
            await self.begin_if_complete(code)
        elif await self.store.cancel_call(code, silent):
            await self.announce(call.seats)

    async def begin_if_complete(self, code: str) -> None:
        """Begins the table of a call if all its people come. One node does so; if it dies, another one a bit later."""
        found = await self.store.call(code)
        if found is None or not all(one.answer for one in found[1]):
            return
        call, seeks = found
        now = self.now()
        claim = self.registry.secret.hash("table of a call", code)
        if not await self.registry.store.people.claim(claim, now + BEGIN_SECONDS, now):
            return
        if await self.registry.store.load(code) is None:
            await self.registry.begin(await self.new_table(call, seeks))
        await self.store.finish_call(code)
        await self.announce(call.seats)

    async def new_table(self, call: StoredCall, seeks: Sequence[Seek]) -> StoredTable:
        """The table of a call, ready to begin."""
        game = find(call.game)
        contributions = {one.guest: one.contribution for one in seeks}
        guests = [guest for guest in call.seats if guest]
        table = StoredTable(
            code=call.code,
            word=lobby.new_word(),
            game=game.id,
            version=game.version,
            host=guests[0],
            seats=[StoredSeat("open") for _ in call.seats],
            pace=call.pace,
            rated=True,
            public=self.settings.public,
            matched=True,
            deal=new_deal(self.registry.secret, call.code, call.code),
        )
        for number, guest in enumerate(call.seats):
            if guest:
                known = await self.registry.store.guest(guest) or StoredGuest(guest, "", "fr")
                name = lobby.seat_name(table, number, lobby.name_of(known))
                table.seats[number] = StoredSeat("guest", name, "", guest, contribution=contributions[guest])
        return table

    def seeker_of(self, one: Waiting) -> Seeker:
        """A search as the pairing sees it."""
        seek = one.seek
        return Seeker(
            guest=seek.guest,
            wants={game: frozenset(sizes) for game, sizes in seek.seek.wants.items()},
            pace=pace_key(seek.seek.pace),
            since=seek.since,
            until=seek.until,
            fills=seek.seek.fills,
            strengths={game: Strength(*one.ratings.get(game, INITIAL)) for game in seek.seek.wants},
            avoids=frozenset(one.avoids),
            delayed_until=seek.since + self.delay_of([at for at in one.leaves if at > seek.since - DAY]),
        )

    def delay_of(self, leaves: Collection[float]) -> float:
        """Seconds before a person is called, after quick leaves in the last day."""
        first, longest = self.settings.quick_leave_seconds
        return float(min(longest, first * 2 ** (len(leaves) - 1))) if leaves else 0.0

    # --- what pages see

    async def announce(self, guests: Collection[str]) -> None:
        """Updates the searches on the pages of these guests, at all nodes."""
        for guest in guests:
            if guest:
                await self.registry.homes.notify_part(guest, "seek")

    async def announce_counts(self, seeks: Sequence[Seek]) -> None:
        """Updates the pages at this node if the numbers of people who look for the games have changed."""
        counts = Counter((game, pace_key(one.seek.pace)) for one in seeks for game in one.seek.wants)
        if counts == self.counts:
            return
        self.counts = counts
        for one in seeks:
            self.registry.homes.notify_here(one.guest, "seek")
        await self.registry.homes.notify_room()

    def waiting_by_game(self) -> dict[str, int]:
        """The number of people who look for each game."""
        found: Counter[str] = Counter()
        for (game, _), people in self.counts.items():
            found[game] += people
        return dict(found)

    def usual_wait(self) -> float | None:
        """The median wait of those whom this node has called in the last hour; None if there were too few."""
        recent = [waited for at, waited in self.waits if at > self.now() - HOUR]
        return median(recent) if len(recent) >= FEWEST_WAITS else None

    async def seek_sent(self, guest: str) -> SeekSent:
        """A person's search, with the call to a table."""
        seek = await self.store.seek(guest)
        if seek is None:
            return SeekSent(
                games=[],
                pace=None,
                waited_seconds=0,
                wait_seconds=0,
                delay_seconds=0,
                fills=True,
                ended="",
                call=None,
                table="",
            )
        now, key = self.now(), pace_key(seek.seek.pace)
        delay = self.delay_of(await self.store.quick_leaves(guest, seek.since - DAY))
        return SeekSent(
            games=[
                SoughtSent(game=game, seats=sizes, people=max(1, self.counts[game, key]))
                for game, sizes in seek.seek.wants.items()
            ],
            pace=seek.seek.pace,
            waited_seconds=now - seek.since,
            wait_seconds=seek.until - seek.since,
            delay_seconds=max(0.0, seek.since + delay - now),
            fills=seek.seek.fills,
            ended=seek.ended,
            call=await self.call_sent(seek, now) if seek.code and not seek.ended else None,
            table=seek.code if seek.ended == "begun" else "",
        )

    async def call_sent(self, seek: Seek, now: float) -> CallSent | None:
        """The call of a search."""
        found = await self.store.call(seek.code)
        if found is None:
            return None
        call, seeks = found
        ratings = await self.store.ratings_of([guest for guest in call.seats if guest], call.game)
        others = []
        for one in seeks:
            if one.guest != seek.guest:
                known = await self.registry.store.guest(one.guest)
                strength = compared(ratings.get(seek.guest), ratings.get(one.guest))
                others.append(CalledSent(name=known.name if known else "", strength=strength, comes=bool(one.answer)))
        return CallSent(
            code=call.code,
            game=call.game,
            seats=len(call.seats),
            others=others,
            accepted=bool(seek.answer),
            left_seconds=max(0.0, call.due - now),
            seal=seal(self.registry.secret, call.code),
        )


def wants_of(body: SeekRequest) -> dict[str, list[int]]:
    """The games of a request, each with the accepted numbers of seats."""
    if not 0 < len(body.games) <= len(GAMES):
        raise Refusal("no_games")
    wants = {}
    for game in map(find, body.games):
        allowed = range(game.min_seats, game.max_seats + 1)
        sizes = [size for size in allowed if size in body.seats] if body.seats else [*allowed]
        if sizes:
            wants[game.id] = sizes
    if not wants:
        raise Refusal("no_seats")
    return wants


def pace_key(pace: PaceSent) -> str:
    """A pace as a text: people are paired if theirs are equal."""
    return f"{pace.kind} {pace.turn} {pace.bank} {int(pace.vacation)}"


def pace_of(key: str) -> PaceSent:
    """The pace of a key."""
    kind, turn, bank, vacation = key.split()
    return PaceSent(kind="live" if kind == "live" else "days", turn=int(turn), bank=int(bank), vacation=vacation == "1")
