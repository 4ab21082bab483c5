"""Honest players for the benchmarks: browsers that play all seats of their tables and remember acknowledged moves."""

import asyncio
import http.client
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

from meute.games import GAMES

LOST = (ConnectionClosed, InvalidHandshake, OSError, http.client.HTTPException, EOFError)
"""Errors of a connection whose server has stopped."""

NOT_NOW = ("store", "moving")
"""Refusal codes after which a move is repeated."""

Json = dict[str, Any]


class NotStored(Exception):
    """The server reports that it could not store a move."""


@dataclass
class Player:
    """A browser that plays all seats of a table, and opens a new table after each game."""

    port: int
    game: str
    clock: Callable[[], float] = time.perf_counter
    """A second clock for waits, besides wall time, such as the server's CPU time."""
    code: str = ""
    cookie: str = ""
    acknowledged: list[tuple[int, str, str]] = field(default_factory=list)
    unsure: Json | None = None
    """The move in flight when the server died."""
    count: int = 0
    tables: int = 0
    patience: float = 10.0
    """Timeout for opening a socket, in seconds."""
    farewell: float = 10.0
    """Timeout for closing a socket."""
    opening: float = 30.0
    """Timeout for a new table."""
    refused: int = 0
    """Number of failed writes."""
    waits: list[tuple[float, float]] = field(default_factory=list)
    """Latencies of all answers: by wall time, and by the player's clock."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def play(self) -> None:
        """Play until the connection is lost."""
        try:
            while True:
                if not self.code:
                    await asyncio.to_thread(self.open)
                await self.sit_down()
        except LOST:
            return
        except NotStored:
            self.refused += 1

    def seats(self) -> list[dict[str, str]]:
        """Seats of a new table."""
        return [{"kind": "guest"}] + [{"kind": "here"}] * (GAMES[self.game].min_seats - 1)

    def open(self) -> None:
        """Open a new table."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.opening)
        body = msgspec.json.encode({"game": self.game, "seats": self.seats(), "start": True})
        line.request("POST", "/api/tables", body, {"Origin": self.url, "Cookie": self.cookie})
        answer = line.getresponse()
        created = msgspec.json.decode(answer.read())
        line.close()
        if created.get("code") in NOT_NOW:
            raise NotStored
        self.cookie = (answer.getheader("set-cookie") or self.cookie).partition(";")[0]
        self.acknowledged.clear()
        self.tables += 1
        self.code = created["code"]

    async def sit_down(self) -> None:
        """Play at one table until its game is over."""
        url = f"{self.url.replace('http', 'ws', 1)}/socket/{self.code}"
        headers = {"Cookie": self.cookie}
        async with connect(
            url,
            origin=Origin(self.url),
            additional_headers=headers,
            compression=None,
            max_size=None,
            open_timeout=self.patience,
            close_timeout=self.farewell,
        ) as socket:
            table = await self.say(socket, {"do": "hello", "seat": 0}, "table")
            if self.unsure is not None:
                if table["phase"] == "playing":
                    await self.say_again(socket, self.unsure)
                    table = await self.say(socket, {"do": "hello", "seat": 0}, "table")
                self.unsure = None
            while table["phase"] == "playing":
                mine = [seat for seat in table["scene"]["asked"] if table["seats"][seat]["kind"] != "bot"]
                if not mine:
                    table = await self.hear(socket)
                    continue
                seat = mine[0]
                if table["scene"]["seat"] != seat or not table.get("ask"):
                    table = await self.say(socket, {"do": "sit", "seat": seat}, "table")
                table = await self.move(socket, table, seat)
        self.code = ""

    async def move(self, socket: ClientConnection, table: Json, seat: int) -> Json:
        """Play one move; it is stored in `unsure` until the server has acknowledged it."""
        self.count += 1
        choices = table["ask"]["choices"]
        action = choices[self.count * 7 % len(choices)]["text"]
        step = table["scene"]["step"]
        self.unsure = {"do": "play", "seat": seat, "action": action, "key": f"k{self.count}", "step": step}
        return await self.say_again(socket, self.unsure)

    async def say_again(self, socket: ClientConnection, move: Json) -> Json:
        """Send a move, for the first time or again with the same idempotency key; records its acknowledgement."""
        news = await self.say(socket, move, "news")
        self.acknowledged.append((move["seat"], move["key"], move["action"]))
        self.unsure = None
        return news

    async def hear(self, socket: ClientConnection) -> Json:
        """The next message of the table."""
        while True:
            message: Json = msgspec.json.decode(await socket.recv())
            if message["is"] in ("news", "table"):
                return message

    async def say(self, socket: ClientConnection, message: Json, kind: str) -> Json:
        """Send a message and wait for the answer of this kind with the same key."""
        began, clock = time.perf_counter(), self.clock()
        await socket.send(msgspec.json.encode(message).decode())
        while True:
            answer: Json = msgspec.json.decode(await socket.recv())
            if answer["is"] == "refused":
                if answer["code"] in NOT_NOW:
                    raise NotStored
                raise SystemExit(f"an honest player was refused: {message} -> {answer}")
            if answer["is"] == kind and answer.get("key", "") == message.get("key", ""):
                self.waits.append((time.perf_counter() - began, self.clock() - clock))
                return answer
