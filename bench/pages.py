"""Pages in Chromium that play by themselves, and a proxy in front of several nodes; for bench/faults.py."""

import asyncio
import contextlib
import os
import sys
import time
from collections.abc import AsyncIterator, Sequence
from itertools import cycle, pairwise
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, async_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from dev import chromium, node  # noqa: E402

HEALTH_INTERVAL = 1.0
HEALTH_TIMEOUT = 2.0
"""Timeout of a readiness check in seconds, as in deploy/Caddyfile."""
PATIENCE = 60.0
GAME = "clan"
"""A long game: none ends during a run."""
PLAY = """
    const Real = WebSocket
    window.WebSocket = class extends Real {
        constructor(...words) {
            super(...words)
            this.addEventListener('message', ({ data }) => {
                if (['table', 'news'].includes(JSON.parse(data).is)) answered()
            })
        }
    }
    setInterval(() => {
        const asked = document.querySelectorAll('[data-rove=pickable], .prompt .actions button:not([aria-label])')
        asked[Math.floor(Math.random() * asked.length)]?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    }, 100)
"""
"""Script: records the times of server messages, and presses an offered choice ten times a second."""


def longest_wait(answers: Sequence[float], since: float) -> float:
    """The longest wait for an answer since this time."""
    moments = [since, *(at for at in answers if at > since)]
    return max((later - earlier for earlier, later in pairwise(moments)), default=0.0)


class Front:
    """A TCP proxy: each connection goes to the next node that is ready, else to any that answers."""

    def __init__(self, nodes: list[tuple[int, int]]) -> None:
        self.nodes = nodes
        self.turn = cycle(range(len(nodes)))
        self.ready = [True] * len(nodes)
        self.address = ""
        self.tasks: set[asyncio.Task[None]] = set()
        self.server: asyncio.Server | None = None

    async def __aenter__(self) -> None:
        self.server = await asyncio.start_server(self.lead, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"
        self.tasks = {asyncio.create_task(self.watch(n)) for n in range(len(self.nodes))}

    async def __aexit__(self, *_: object) -> None:
        assert self.server is not None
        self.server.close()
        for task in self.tasks:
            task.cancel()

    async def watch(self, n: int) -> None:
        """Poll a node's readiness once a second."""
        while True:
            try:
                async with asyncio.timeout(HEALTH_TIMEOUT):
                    reader, writer = await asyncio.open_connection("127.0.0.1", self.nodes[n][1])
                    writer.write(b"GET /readyz HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
                    self.ready[n] = (await reader.read(15)).startswith(b"HTTP/1.1 200")
                    writer.close()
            except (OSError, TimeoutError):
                self.ready[n] = False
            await asyncio.sleep(HEALTH_INTERVAL)

    async def lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = next(self.turn)
        order = [(first + k) % len(self.nodes) for k in range(len(self.nodes))]
        for n in sorted(order, key=lambda n: not self.ready[n]):
            with contextlib.suppress(OSError):
                there, away = await asyncio.open_connection("127.0.0.1", self.nodes[n][0])
                await asyncio.gather(pass_on(reader, away), pass_on(there, writer))
                return
        writer.close()


async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Copy bytes until one end closes."""
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()


@contextlib.asynccontextmanager
async def browsing() -> AsyncIterator[Browser]:
    """Headless Chromium."""
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = node()
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        yield browser
        await browser.close()


class PagePlayer:
    """A page that plays against a bot, at a new table in each run."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.code = ""
        self.answers: list[float] = []
        self.page: Page | None = None

    async def begin(self) -> None:
        """Open a new table."""
        if self.page is None:
            context = await self.browser.new_context(base_url=self.address, locale="fr-FR")
            context.set_default_timeout(1000 * PATIENCE)
            await context.expose_binding("answered", lambda _: self.answers.append(time.monotonic()))
            await context.add_init_script(PLAY)
            self.page = await context.new_page()
        await self.page.goto("/")
        seats = [{"kind": "guest"}, {"kind": "bot", "bot": "greedy"}]
        asked: dict[str, Any] = {"game": GAME, "seats": seats, "options": {}, "position": "", "start": True}
        made = await self.page.context.request.post("/api/tables", data=asked, headers={"origin": self.address})
        assert made.ok, await made.text()
        self.code = (await made.json())["code"]
        await self.page.goto(f"/table/{self.code}")

    def silence(self, since: float) -> float:
        """The longest wait for an answer since this time."""
        return longest_wait(self.answers, since)
