"""HTTP and WebSocket client with a cookie, and a server for tests."""

import asyncio
import secrets
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from meute.bots.advice import Budget
from meute.learn.review import Effort
from meute.server.http.app import App
from meute.server.registry import TableRegistry
from meute.server.run import listen, uvicorn_config
from meute.server.settings import Rate, Settings, override

PLENTY = Rate(1e9, 1e9)
QUICK = override(
    Settings(),
    bots={
        "delay_seconds": (0.0, 0.0),
        "workers": 0,
        "advisers": 0,
        "hint": Budget(12, 0, 2, 0),
        "curve_rollouts": 2,
        "curve_milliseconds": 0,
        "review": Effort(20, 20, 0),
    },
    limits={
        "messages": PLENTY,
        "requests": PLENTY,
        "hints": PLENTY,
        "work_milliseconds": PLENTY,
        "new_tables": PLENTY,
        "wrong_codes": PLENTY,
        "chat_lines": PLENTY,
        "sign_ins": PLENTY,
        "uploads_per_guest": 99,
        "uploads_per_address": 99,
    },
    tables={"patience_seconds": (0, 100)},
)
"""Settings without delays and rate limits, with bots in the server's process."""

Json = dict[str, Any]


@dataclass
class Running:
    """A real server in a thread."""

    app: App
    port: int
    server: uvicorn.Server
    loop: asyncio.AbstractEventLoop

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def registry(self) -> TableRegistry:
        return self.app.registry


@contextmanager
def running(folder: Path, settings: Settings = QUICK) -> Iterator[Running]:
    """Start a server over a data folder."""
    app = App(folder, settings)
    door = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn_config(app.starlette(), settings))
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=lambda: loop.run_until_complete(server.serve([door])))
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            threading.Event().wait(0.005)
        yield Running(app, door.getsockname()[1], server, loop)
    finally:
        server.should_exit = True
        thread.join()
        loop.close()
        door.close()


@dataclass
class Seat:
    """A socket with its messages and the table's state from them."""

    socket: ClientConnection
    raw: list[str] = field(default_factory=list)
    table: Json = field(default_factory=dict)
    events: list[Json] = field(default_factory=list)

    async def say(self, do: str, **fields: Any) -> None:
        await self.socket.send(msgspec.json.encode({"do": do, **fields}).decode())

    async def hear(self, *kinds: str, seconds: float = 60.0) -> Json:
        """The next message of one of these kinds."""
        async with asyncio.timeout(seconds):
            while True:
                message = self.note(str(await self.socket.recv()))
                if not kinds or message["is"] in kinds:
                    return message

    def note(self, text: str) -> Json:
        """Store a message and update the table's state."""
        self.raw.append(text)
        message: Json = msgspec.json.decode(text)
        if message["is"] == "table":
            self.table = message
            self.events = [*([] if message["reset"] else self.events), *message["events"]]
        elif message["is"] == "news":
            self.table |= {name: message[name] for name in ("seats", "phase", "scene", "ask", "undo")}
            self.events += message["events"]
        elif message["is"] == "seats":
            self.table["seats"] = message["seats"]
        return message

    async def ask(self, do: str, *kinds: str, **fields: Any) -> Json:
        """Send a message and wait for an answer of one of these kinds."""
        await self.say(do, **fields)
        return await self.hear(*kinds)

    @property
    def step(self) -> int:
        return int(self.table["scene"]["step"])

    @property
    def last(self) -> int:
        return int(self.events[-1]["n"]) if self.events else -1

    async def play(self, choice: int = 0, key: str = "", seat: int | None = None) -> Json:
        """Play a choice and wait for the answer."""
        key = key or secrets.token_hex(6)
        number = self.table["scene"]["seat"] if seat is None else seat
        text = self.table["ask"]["choices"][choice]["text"]
        await self.say("play", seat=number, action=text, key=key, step=self.step)
        while True:
            answer = await self.hear("news", "refused")
            if answer["key"] == key:
                return answer

    async def until_to_act(self) -> bool:
        """Wait until this seat must decide; False if the game is over."""
        while self.table["phase"] == "playing" and not self.table["ask"]:
            await self.hear("news", "table")
        return bool(self.table["phase"] == "playing")

    async def closing(self) -> tuple[int, set[str]]:
        """Read until the server closes; returns its close code and the reason codes received."""
        codes = set()
        try:
            while True:
                message = await self.hear()
                if message["is"] == "refused":
                    codes.add(str(message["code"]))
        except ConnectionClosed as closed:
            return (closed.rcvd.code if closed.rcvd else 0), codes

    async def refused(self, do: str, **fields: Any) -> str:
        """The reason code of a refusal."""
        return str((await self.ask(do, "refused", **fields))["code"])


class Visitor:
    """A browser: a cookie, requests and sockets."""

    def __init__(self, running: Running | str, name: str = "") -> None:
        self.url = running if isinstance(running, str) else running.url
        self.name = name
        self.http = httpx.AsyncClient(base_url=self.url, headers={"origin": self.url}, timeout=60)

    async def __aenter__(self) -> "Visitor":
        await self.http.get("/api/home")
        if self.name:
            await self.post("/api/me", {"name": self.name, "language": "fr"})
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.http.aclose()

    async def get(self, path: str) -> Any:
        answer = await self.http.get(path)
        return answer.json()

    async def post(self, path: str, body: object) -> Any:
        answer = await self.http.post(path, content=msgspec.json.encode(body))
        return answer.json()

    async def new_table(self, *kinds: str, start: bool = True, bot: str = "random", **more: Any) -> str:
        """Open a table of Terres with these seats."""
        seats = [{"kind": kind, "bot": bot if kind == "bot" else ""} for kind in kinds or ("guest", "bot")]
        created = await self.post("/api/tables", {"game": "terres", "seats": seats, "start": start, **more})
        return str(created["code"])

    @asynccontextmanager
    async def at(self, code: str, hello: Json | None = None, origin: str = "") -> AsyncIterator[Seat]:
        """A socket at a table after its hello message."""
        async with self.connected(f"/socket/{code}", origin) as seat:
            if hello is not None:
                await seat.ask("hello", "table", **hello)
            yield seat

    @asynccontextmanager
    async def connected(self, path: str, origin: str = "") -> AsyncIterator[Seat]:
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)
        url = self.url.replace("http", "ws", 1) + path
        headers = {"cookie": cookies} if cookies else {}
        stated = Origin(origin or self.url)
        async with connect(
            url, origin=stated, additional_headers=headers, compression=None, max_size=None, max_queue=None
        ) as socket:
            yield Seat(socket)
