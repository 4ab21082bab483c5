"""The house in a browser: what the script of a worker calls, and what it is given to call."""

import asyncio
from collections.abc import Awaitable
from functools import partial
from pathlib import Path
from typing import Protocol

import msgspec

from meute.server.app import App
from meute.server.house import Grounds
from meute.server.secret import FILE, Secret
from meute.server.settings import Rate, Settings
from meute.server.store.browser import BrowserStore
from meute.server.workers import BOTS
from meute.site.carrier import Carrier
from meute.site.hands import Buffer, Hands, Trial

FOLDER = Path("/meute")
PLENTY = Rate(1e9, 1e9)
ALONE = Settings(
    workers=1,
    advisers=1,
    retention=None,
    messages=PLENTY,
    requests=PLENTY,
    hints=PLENTY,
    work=PLENTY,
    new_tables=PLENTY,
    lessons=PLENTY,
    exports=PLENTY,
)
"""Whoever has the house to himself takes nobody's time, and forgets what he wants to."""


class Kept(msgspec.Struct):
    """All that a browser keeps: the house's secret, and its database."""

    secret: str
    base: bytes


class Script(Protocol):
    """What the worker's script does for the house."""

    def tell(self, line: int, text: str) -> None: ...

    def hangUp(self, line: int, code: int) -> None: ...  # noqa: N802

    def save(self, kept: bytes) -> Awaitable[None]: ...

    def hand(self, who: str, number: int, errand: bytes) -> None: ...

    def replace(self, who: str) -> None: ...


class Inn:
    """A house with one visitor."""

    def __init__(self, kept: bytes, script: Script) -> None:
        known = msgspec.msgpack.decode(kept, type=Kept) if kept else None
        FOLDER.mkdir(exist_ok=True)
        if known is not None:
            (FOLDER / FILE).write_text(known.secret, encoding="ascii")
        self.script = script
        self.secret = Secret(FOLDER)
        self.hands = {
            who: Hands(partial(script.hand, who), partial(script.replace, who), 0) for who in ("bots", "advice")
        }
        grounds = Grounds(
            store=lambda *_: BrowserStore(known.base if known else b"", self.save),
            workers=lambda _, behind: self.hands["bots" if behind == BOTS else "advice"],
            sandbox=lambda *_: Trial(self.hands["advice"]),
        )
        app = App(FOLDER, ALONE, grounds)
        token = self.secret.hash("visitor")
        self.carrier = Carrier(app.starlette(), app.house.store.mark, token, script.tell, script.hangUp)
        self.lines: set[asyncio.Task[None]] = set()
        app.house.open()

    async def save(self, base: bytes) -> None:
        """Lets the browser keep everything."""
        await self.script.save(msgspec.msgpack.encode(Kept(self.secret.key.hex(), base)))

    def heard(self, who: str, number: int, outcome: Buffer) -> None:
        """What came of another worker's errand."""
        self.hands[who].hear(number, outcome)

    def lost(self, who: str) -> None:
        """That worker has gone."""
        self.hands[who].lose()

    async def ask(self, method: str, address: str, body: str, language: str) -> tuple[int, str, bytes]:
        """An answer: its status, its headers as JSON, and its bytes."""
        answer = await self.carrier.ask(method, address, body.encode(), language)
        return answer.status, msgspec.json.encode(answer.headers).decode(), answer.body

    def connect(self, line: int, address: str, language: str) -> None:
        """Opens a socket."""
        task = asyncio.create_task(self.carrier.connect(line, address, language))
        self.lines.add(task)
        task.add_done_callback(self.lines.discard)

    def hear(self, line: int, text: str) -> None:
        """Somebody says something on a socket."""
        self.carrier.hear(line, text)

    def leave(self, line: int) -> None:
        """Somebody closes a socket."""
        self.carrier.leave(line)


def open_house(kept: Buffer, script: Script) -> Inn:
    """Opens the house over what the browser has kept; nothing, at first."""
    return Inn(bytes(kept), script)
