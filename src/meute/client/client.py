"""`Client` and `AsyncClient`: the calls of the API over httpx, with repeats after failures of the network."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import httpx

from meute.client import calls
from meute.client.calls import POLL_SECONDS, Call, ServerRefused
from meute.server.messages.people import HistorySent
from meute.server.messages.responses import HintSent, HomeSent, RulesSent, SceneSent, TableListSent, TurnSent

T = TypeVar("T")

TIMEOUT = 60.0
PAUSES = (0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds before each repeat of a request that failed."""
TEMPORARY = (429, 502, 503, 504)
"""Statuses after which a repeatable request is sent again."""


def options(server: str, token: str) -> dict[str, Any]:
    return {"base_url": server, "headers": {"authorization": f"Bearer {token}"}, "timeout": TIMEOUT}


def may_repeat(call: Call[Any], error: Exception) -> bool:
    """Whether to send a call again after an error; a request over a rate limit has done nothing."""
    if isinstance(error, ServerRefused):
        return error.status == 429 or (call.repeatable and error.status in TEMPORARY)
    return call.repeatable or isinstance(error, httpx.ConnectError)


class Client:
    """A client of one server. Use it in a `with` block, or call `close`."""

    def __init__(self, server: str, token: str) -> None:
        self.http = httpx.Client(**options(server, token))

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self.http.close()

    def send(self, call: Call[T]) -> T:
        """Sends a call and returns the answer; raises ServerRefused."""
        for pause in (*PAUSES, None):
            try:
                answer = self.http.request(call.method, call.path, content=call.content(), params=call.query)
                return call.read(answer.status_code, answer.content)
            except (httpx.TransportError, ServerRefused) as error:
                if pause is None or not may_repeat(call, error):
                    raise
                time.sleep(pause)
        raise AssertionError("the last try returns or raises")

    def home(self) -> HomeSent:
        """The games, the bot levels and my tables."""
        return self.send(calls.home())

    def history(self) -> HistorySent:
        """My ratings and finished games."""
        return self.send(calls.history())

    def rules(self, game: str, language: str = "en") -> RulesSent:
        """The rules of a game."""
        return self.send(calls.rules(game, language))

    def catalogue(self, language: str = "en") -> dict[str, Any]:
        """The texts of a language, by key."""
        return self.send(calls.catalogue(language))

    def code_of(self, word: str) -> str:
        """The code of the lobby with this short code."""
        return self.send(calls.code_of(word)).code

    def waiting(self, games: Sequence[str] = (), wait: int = POLL_SECONDS) -> TableListSent:
        """My tables where I must act, as soon as there are any; with games, ready for the ladder in these."""
        return self.send(calls.waiting(games, wait))

    def new_table(
        self,
        game: str,
        bots: Sequence[str] = (),
        open_seats: int = 0,
        options: Mapping[str, str] | None = None,
        start: bool = True,
        position: str = "",
    ) -> str:
        """Opens a table with my seat, open seats, and bots; returns its code."""
        return self.send(calls.new_table(game, bots, open_seats, options or {}, start, position)).code

    def claim(self, code: str, seat: int | None = None, name: str = "") -> TurnSent:
        """Takes a seat, or the first open one."""
        return self.send(calls.claim(code, seat, name))

    def start(self, code: str) -> None:
        """Starts the game; bots take open seats."""
        self.send(calls.start(code))

    def turn(self, code: str, seat: int | None = None, wait: int = 0) -> TurnSent:
        """The table as a seat sees it; with `wait`, as soon as the seat must decide or the game is over."""
        return self.send(calls.turn(code, seat, wait))

    def turns(self, code: str, seat: int | None = None) -> Iterator[TurnSent]:
        """Each turn in which the seat must decide, until the game is over."""
        while (turn := self.turn(code, seat, POLL_SECONDS)).phase != "over":
            if turn.to_move:
                yield turn

    def play(self, turn: TurnSent, action: str) -> TurnSent:
        """Decides in a turn, in notation; returns the table after it."""
        return self.send(calls.play(turn, action))

    def hint(self, turn: TurnSent) -> HintSent:
        """What the strongest bot would do in a turn, at a table that allows hints."""
        return self.send(calls.hint(turn))

    def resign(self, turn: TurnSent) -> None:
        self.send(calls.resign(turn))

    def scene_at(self, code: str, step: int, seat: int = -1) -> SceneSent:
        """The table at a past step."""
        return self.send(calls.scene_at(code, step, seat))

    def record(self, code: str) -> str:
        """The record of a finished game."""
        return self.send(calls.record(code))


class AsyncClient:
    """The same as coroutines. Use it in an `async with` block, or call `close`."""

    def __init__(self, server: str, token: str) -> None:
        self.http = httpx.AsyncClient(**options(server, token))

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self.http.aclose()

    async def send(self, call: Call[T]) -> T:
        """Sends a call and returns the answer; raises ServerRefused."""
        for pause in (*PAUSES, None):
            try:
                answer = await self.http.request(call.method, call.path, content=call.content(), params=call.query)
                return call.read(answer.status_code, answer.content)
            except (httpx.TransportError, ServerRefused) as error:
                if pause is None or not may_repeat(call, error):
                    raise
                await asyncio.sleep(pause)
        raise AssertionError("the last try returns or raises")

    async def home(self) -> HomeSent:
        """The games, the bot levels and my tables."""
        return await self.send(calls.home())

    async def history(self) -> HistorySent:
        """My ratings and finished games."""
        return await self.send(calls.history())

    async def rules(self, game: str, language: str = "en") -> RulesSent:
        """The rules of a game."""
        return await self.send(calls.rules(game, language))

    async def catalogue(self, language: str = "en") -> dict[str, Any]:
        """The texts of a language, by key."""
        return await self.send(calls.catalogue(language))

    async def code_of(self, word: str) -> str:
        """The code of the lobby with this short code."""
        return (await self.send(calls.code_of(word))).code

    async def waiting(self, games: Sequence[str] = (), wait: int = POLL_SECONDS) -> TableListSent:
        """My tables where I must act, as soon as there are any; with games, ready for the ladder in these."""
        return await self.send(calls.waiting(games, wait))

    async def new_table(
        self,
        game: str,
        bots: Sequence[str] = (),
        open_seats: int = 0,
        options: Mapping[str, str] | None = None,
        start: bool = True,
        position: str = "",
    ) -> str:
        """Opens a table with my seat, open seats, and bots; returns its code."""
        return (await self.send(calls.new_table(game, bots, open_seats, options or {}, start, position))).code

    async def claim(self, code: str, seat: int | None = None, name: str = "") -> TurnSent:
        """Takes a seat, or the first open one."""
        return await self.send(calls.claim(code, seat, name))

    async def start(self, code: str) -> None:
        """Starts the game; bots take open seats."""
        await self.send(calls.start(code))

    async def turn(self, code: str, seat: int | None = None, wait: int = 0) -> TurnSent:
        """The table as a seat sees it; with `wait`, as soon as the seat must decide or the game is over."""
        return await self.send(calls.turn(code, seat, wait))

    async def turns(self, code: str, seat: int | None = None) -> AsyncIterator[TurnSent]:
        """Each turn in which the seat must decide, until the game is over."""
        while (turn := await self.turn(code, seat, POLL_SECONDS)).phase != "over":
            if turn.to_move:
                yield turn

    async def play(self, turn: TurnSent, action: str) -> TurnSent:
        """Decides in a turn, in notation; returns the table after it."""
        return await self.send(calls.play(turn, action))

    async def hint(self, turn: TurnSent) -> HintSent:
        """What the strongest bot would do in a turn, at a table that allows hints."""
        return await self.send(calls.hint(turn))

    async def resign(self, turn: TurnSent) -> None:
        await self.send(calls.resign(turn))

    async def scene_at(self, code: str, step: int, seat: int = -1) -> SceneSent:
        """The table at a past step."""
        return await self.send(calls.scene_at(code, step, seat))

    async def record(self, code: str) -> str:
        """The record of a finished game."""
        return await self.send(calls.record(code))
