"""HTTP routes for programs that play without a WebSocket: take a seat, wait for a turn, decide."""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from starlette.requests import Request

from meute.server.api_route import ApiRoute, get, parse_number, post
from meute.server.messages import requests
from meute.server.messages.people import DoneSent
from meute.server.messages.requests import ClaimRequest, FromClient, PlayRequest, SeatChoiceRequest, SeatRequest
from meute.server.messages.responses import FromServer, HintSent, RefusedSent, TurnSent
from meute.server.refusal import Refusal
from meute.server.store.models import StoredGuest
from meute.server.table.connection import Connection
from meute.server.table.table import Table

if TYPE_CHECKING:
    from meute.server.http.app import App

decoder = msgspec.json.Decoder(FromServer)

HINT_SECONDS = 60.0
"""Longest time for a hint."""


class Poll:
    """The connection of a program that asks for its turns: it stays at the table for a while after each request."""

    def __init__(self, guest: StoredGuest, request: Request, counted: ExitStack) -> None:
        self.counted = counted
        self.changed = asyncio.Event()
        self.leaving: asyncio.TimerHandle | None = None
        self.connection = connection_of(request, guest, self.note)
        self.waiting = 0

    def note(self, _: bytes) -> bool:
        """Notices that something was sent; the request reads the table itself."""
        self.changed.set()
        return True


class TableRoutes:
    def __init__(self, app: "App") -> None:
        self.app = app
        self.polls: dict[tuple[str, str], Poll] = {}
        """By table and guest."""

    def routes(self) -> list[ApiRoute]:
        return [
            get("/api/tables/{code}/turn", self.turn, "read", query=("seat", "wait")),
            post("/api/tables/{code}/claim", self.claim, "play"),
            post("/api/tables/{code}/seat/{seat}", self.set_seat, "tables"),
            post("/api/tables/{code}/start", self.start, "tables"),
            post("/api/tables/{code}/play", self.play, "play"),
            post("/api/tables/{code}/hint", self.hint, "play"),
            post("/api/tables/{code}/resign", self.resign, "play"),
        ]

    async def turn(self, request: Request) -> TurnSent:
        """The table as a seat sees it. With `wait`, answers when the seat must decide or the game is over, at the
        latest after that many seconds. Without `seat`: the player's seat that must decide, or only seat."""
        text = request.query_params.get("seat")
        seat = None if text is None else parse_number(text)
        wait = min(parse_number(request.query_params.get("wait", "0")), self.app.settings.tables.poll_seconds[0])
        table, guest = await self.app.table(request), await self.app.guest(request)
        turn = await self.read_turn(table, request, guest, seat)
        if wait <= 0 or turn.to_move or turn.phase == "over":
            return turn
        return await self.next_turn(table, request, guest, seat, wait)

    async def read_turn(self, table: Table, request: Request, guest: StoredGuest, seat: int | None) -> TurnSent:
        with self.app.limits.metered(request.state.caller):
            return await table.ask(lambda table: table.turn_sent(guest.guest, seat))

    async def next_turn(
        self, table: Table, request: Request, guest: StoredGuest, seat: int | None, wait: float
    ) -> TurnSent:
        """Waits at the table until the seat must decide."""
        poll = await self.join(table, request, guest)
        try:
            async with asyncio.timeout(wait):
                while not await table.ask(lambda table: table.is_turn(guest.guest, seat)):
                    await poll.changed.wait()
                    poll.changed.clear()
                    if poll.connection.closed:
                        raise Refusal("moving")
        except TimeoutError:
            pass
        finally:
            self.linger(table, poll)
        return await self.read_turn(table, request, guest, seat)

    async def join(self, table: Table, request: Request, guest: StoredGuest) -> Poll:
        """The program's connection at the table, which stays there between two requests."""
        key = table.room.stored.code, guest.guest
        poll = self.polls.get(key)
        if poll is None or poll.connection.closed or poll.connection not in table.room.connections:
            with ExitStack() as counted:
                counted.enter_context(self.app.limits.sockets.count(request.state.caller))
                poll = self.polls[key] = Poll(guest, request, counted.pop_all())
            table.join(poll.connection)
            await table.run_task(lambda table: table.greet(poll.connection, requests.Hello()))
        if poll.leaving is not None:
            poll.leaving.cancel()
        poll.waiting += 1
        return poll

    def linger(self, table: Table, poll: Poll) -> None:
        """Lets the connection leave a while after its last request."""
        poll.waiting -= 1
        if not poll.waiting:
            seconds = self.app.settings.tables.poll_seconds[1]
            poll.leaving = asyncio.get_running_loop().call_later(seconds, self.leave, table, poll)

    def leave(self, table: Table, poll: Poll) -> None:
        key = table.room.stored.code, poll.connection.guest.guest
        if self.polls.get(key) is poll:
            del self.polls[key]
        poll.counted.close()
        if poll.connection in table.room.connections:
            table.leave(poll.connection)

    # --- actions

    async def act(self, request: Request, message_for: Callable[[Table], FromClient]) -> Table:
        """Does at the table what a message over a WebSocket would do."""
        table, guest = await self.app.table(request), await self.app.guest(request)
        connection = connection_of(request, guest)

        async def task(table: Table) -> None:
            if not table.room.may_enter(guest.guest):
                raise Refusal("removed")
            await table.act(connection, message_for(table))

        await table.run_task(task)
        return table

    async def turn_after(self, request: Request, table: Table, seat: int | None) -> TurnSent:
        return await self.read_turn(table, request, await self.app.guest(request), seat)

    async def claim(self, request: Request, body: ClaimRequest) -> TurnSent:
        """Take a seat in the lobby: without `seat` the one reserved for me, else the first open one."""
        guest = (await self.app.guest(request)).guest

        def message(table: Table) -> FromClient:
            seats = table.room.stored.seats
            found = [n for n, one in enumerate(seats) if one.kind == "open" and one.invited in ("", guest)]
            seat = min(found, key=lambda n: not seats[n].invited, default=0)
            return requests.Claim(seat=seat if body.seat is None else body.seat, name=body.name)

        return await self.turn_after(request, await self.act(request, message), None)

    async def set_seat(self, request: Request, body: SeatRequest) -> DoneSent:
        """Host, in the lobby: change or add a seat."""
        seat = parse_number(request.path_params["seat"])
        await self.act(request, lambda _: requests.SetSeat(seat=seat, to=body))
        return DoneSent()

    async def start(self, request: Request) -> DoneSent:
        """Host: start the game; bots take open seats."""
        await self.act(request, lambda _: requests.Start())
        return DoneSent()

    async def play(self, request: Request, body: PlayRequest) -> TurnSent:
        """Decide for a seat; answers with the table after it."""
        message = requests.Play(seat=body.seat, action=body.action, key=body.key, step=body.step)
        return await self.turn_after(request, await self.act(request, lambda _: message), body.seat)

    async def resign(self, request: Request, body: SeatChoiceRequest) -> DoneSent:
        """Resign; with more than two seats, a bot continues while other people play."""
        await self.act(request, lambda _: requests.Resign(seat=body.seat))
        return DoneSent()

    async def hint(self, request: Request, body: SeatChoiceRequest) -> HintSent:
        """What the strongest bot would do for a seat that must decide, at a table that allows hints."""
        table, guest = await self.app.table(request), await self.app.guest(request)
        answer: asyncio.Future[HintSent] = asyncio.get_running_loop().create_future()
        connection = connection_of(request, guest, partial(take_hint, answer))
        table.join(connection)
        connection.greeted = True
        try:
            await table.run_task(
                lambda table: table.act(
                    connection, requests.AskHint(seat=body.seat, step=len(table.room.live_match().steps))
                )
            )
            async with asyncio.timeout(HINT_SECONDS):
                return await answer
        except TimeoutError:
            raise Refusal("full") from None
        finally:
            table.leave(connection)


def take_hint(answer: "asyncio.Future[HintSent]", encoded: bytes) -> bool:
    """Takes the hint, or the refusal of one, out of what a table sends."""
    match decoder.decode(encoded):
        case HintSent() as hint if not answer.done():
            answer.set_result(hint)
        case RefusedSent() as refused if not answer.done():
            answer.set_exception(Refusal(refused.code))
    return True


def connection_of(request: Request, guest: StoredGuest, write: Callable[[bytes], bool] = lambda _: True) -> Connection:
    """A connection for one request, which ignores what the table sends."""
    access = request.state.access
    return Connection(guest, 0, request.state.caller, write, access.scopes if access else None)
