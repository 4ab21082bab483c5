"""The server in a browser: the interface between the worker's script and Python."""

import asyncio
from collections.abc import Awaitable
from functools import partial
from pathlib import Path
from typing import Protocol

import msgspec

from meute.server.http.app import App
from meute.server.registry import Platform
from meute.server.secret import FILE, Secret
from meute.server.settings import Rate, Settings, override
from meute.server.store.browser import BrowserStore
from meute.server.thinking.workers import BOT_NICENESS
from meute.site.asgi_bridge import AsgiBridge
from meute.site.web_workers import Buffer, UploadSandbox, WebWorkers

FOLDER = Path("/meute")
PLENTY = Rate(1e9, 1e9)
SINGLE_VISITOR = override(
    Settings(),
    bots={"workers": 1, "advisers": 1, "luck_milliseconds": 0},
    store={"retention": None},
    room={"public": False},
    limits={
        "messages": PLENTY,
        "requests": PLENTY,
        "hints": PLENTY,
        "work_milliseconds": PLENTY,
        "new_tables": PLENTY,
        "lessons": PLENTY,
        "exports": PLENTY,
    },
)
"""Settings for a single visitor: no rate limits, and games are stored until the visitor deletes them."""


class SavedData(msgspec.Struct):
    """The data a browser stores: the server's secret and its database."""

    secret: str
    base: bytes


class Script(Protocol):
    """Methods of the worker's script, called from Python (web/src/site/engine.ts)."""

    def tell(self, line: int, text: str) -> None: ...

    def hangUp(self, line: int, code: int) -> None: ...  # noqa: N802

    def save(self, data: bytes) -> Awaitable[None]: ...

    def hand(self, who: str, number: int, job: bytes) -> None: ...

    def replace(self, who: str) -> None: ...


class Engine:
    """The server with one visitor; its methods are called by the worker's script."""

    def __init__(self, data: bytes, script: Script) -> None:
        known = msgspec.msgpack.decode(data, type=SavedData) if data else None
        FOLDER.mkdir(exist_ok=True)
        if known is not None:
            (FOLDER / FILE).write_text(known.secret, encoding="ascii")
        self.script = script
        self.secret = Secret(FOLDER)
        self.pools = {
            who: WebWorkers(partial(script.hand, who), partial(script.replace, who), 0) for who in ("bots", "advice")
        }
        platform = Platform(
            store=lambda *_: BrowserStore(known.base if known else b"", self.save),
            workers=lambda _, behind: self.pools["bots" if behind == BOT_NICENESS else "advice"],
            sandbox=lambda *_: UploadSandbox(self.pools["advice"]),
        )
        app = App(FOLDER, SINGLE_VISITOR, platform)
        token = self.secret.hash("visitor")
        self.bridge = AsgiBridge(app.starlette(), app.registry.store.instance_id, token, script.tell, script.hangUp)
        self.lines: set[asyncio.Task[None]] = set()
        app.registry.open()

    async def save(self, base: bytes) -> None:
        """Hand the data to the browser's storage."""
        await self.script.save(msgspec.msgpack.encode(SavedData(self.secret.key.hex(), base)))

    def heard(self, who: str, number: int, outcome: Buffer) -> None:
        """Called with the result of a job of another worker."""
        self.pools[who].hear(number, outcome)

    def lost(self, who: str) -> None:
        """Called when a worker has terminated: its jobs fail."""
        self.pools[who].lose()

    async def ask(self, method: str, address: str, body: str, language: str) -> tuple[int, str, bytes]:
        """Send a request; returns status, headers as JSON, and body."""
        answer = await self.bridge.ask(method, address, body.encode(), language)
        return answer.status, msgspec.json.encode(answer.headers).decode(), answer.body

    def connect(self, line: int, address: str, language: str) -> None:
        """Open a WebSocket."""
        task = asyncio.create_task(self.bridge.connect(line, address, language))
        self.lines.add(task)
        task.add_done_callback(self.lines.discard)

    def hear(self, line: int, text: str) -> None:
        """Called with a WebSocket message from the page."""
        self.bridge.hear(line, text)

    def leave(self, line: int) -> None:
        """Called when the page closes a WebSocket."""
        self.bridge.leave(line)


def open_engine(data: Buffer, script: Script) -> Engine:
    """Start the server with the data that the browser has stored (empty on the first visit)."""
    return Engine(bytes(data), script)
