"""A tournament of computer players at live tables, whose servers are killed (SIGKILL) and started again meanwhile.

All tables of a round play the same sealed deal, and computer players draw their chance from it: from the same stored
beginning, an undisturbed run and a disturbed one must end with the same results."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from helpers.postgres import Postgres
from helpers.visitor import Visitor

SERVER = """
import sys
from pathlib import Path
sys.path[:0] = {path!r}
from helpers.visitor import QUICK, running
from meute.server.settings import override
settings = override(
    QUICK, tournaments=dict(pause_seconds=0.0, presence_seconds=0.05, live_check_seconds=0.5), **{more!r})
with running(Path({folder!r}), settings) as server:
    print(server.url, flush=True)
    sys.stdin.read()
"""
PACE = {"kind": "live", "turn": 600, "bank": 3600}
LEVELS = ("louveteau", "rodeur")
"""Of the players, in turn: equal ones would play alike."""
LONGEST = 900.0
"""Seconds within which a tournament must end."""
Result = list[tuple[int, int, float, int]]
"""The standings: rank, player, points and margin."""


class Prepared(NamedTuple):
    """A stored tournament, and what lets its host in."""

    code: str
    cookies: dict[str, str]


@dataclass
class Site:
    """Where a tournament is stored: a data folder with SQLite, or with PostgreSQL and two nodes."""

    folder: Path
    url: str = ""
    postgres: Postgres | None = None

    def nodes(self) -> list[dict[str, Any]]:
        """The settings of each node."""
        if not self.url:
            return [{}]
        return [
            {"store": {"url": self.url}, "cluster": {"node": name, "private_address": "127.0.0.1:0"}}
            for name in ("alpha", "beta")
        ]

    async def copy(self, folder: Path) -> "Site":
        """The same stored state once more; no server may run."""
        shutil.copytree(self.folder, folder)
        if self.postgres is None:
            return Site(folder)
        name = self.url.rsplit("/", 1)[1]
        await self.postgres.ask(f"create database {name}_again template {name}")
        return Site(folder, f"{self.url}_again", self.postgres)


@dataclass
class Outcome:
    """How a tournament ended."""

    standings: Result
    tables: list[list[tuple[list[int], list[int]]]]
    """Players and points of each table, by round."""
    kills: int = 0
    lost: list[str] = field(default_factory=list)
    """Results that were told before a kill and are other ones now."""


@asynccontextmanager
async def node(site: Site, more: dict[str, Any]) -> AsyncIterator[tuple[str, subprocess.Popen[str]]]:
    """A server in a process of its own."""
    program = SERVER.format(path=sys.path, folder=str(site.folder), more=more)
    process = subprocess.Popen([sys.executable, "-c", program], stdin=-1, stdout=-1, text=True)
    try:
        assert process.stdout is not None
        url = (await asyncio.to_thread(process.stdout.readline)).strip()
        assert url, "the server did not start"
        yield url, process
    finally:
        process.kill()
        await asyncio.to_thread(process.communicate)


async def prepare(site: Site, players: int, rounds: int, game: str = "terres") -> Prepared:
    """Stores a tournament that is ready to begin, and kills its server at once."""
    async with node(site, site.nodes()[0]) as (url, process):
        async with Visitor(url, "Ana") as ana:
            body = {"name": "Lune froide", "game": game, "style": "deals", "size": 2, "rounds": rounds, "pace": PACE}
            bots = [LEVELS[n % len(LEVELS)] for n in range(players)]
            made = await ana.post("/api/tournaments", {**body, "bots": bots, "plays": False})
            found = Prepared(str(made["code"]), dict(ana.http.cookies))
        os.kill(process.pid, signal.SIGKILL)
    return found


async def play(site: Site, prepared: Prepared, kills: Sequence[int] = ()) -> Outcome:
    """Plays a prepared tournament to its end. Whenever as many tables are over as `kills` says, a node is killed and
    started again; with two nodes, each in turn."""
    settings, waiting, lost = site.nodes(), list(kills), list[str]()
    seen: dict[tuple[int, int], list[float]] = {}
    async with asyncio.timeout(LONGEST), AsyncExitStack() as stack:
        own = [await stack.enter_async_context(AsyncExitStack()) for _ in settings]
        running = [await nodes.enter_async_context(node(site, more)) for nodes, more in zip(own, settings, strict=True)]
        async with Visitor(running[0][0]) as host:
            host.http.cookies.update(prepared.cookies)
            await host.post(f"/api/tournaments/{prepared.code}/start", {})
        while True:
            told = await tournament_at([url for url, _ in running], prepared.code)
            results = done_tables(told)
            lost += [f"{key}: {seen[key]}, then {results.get(key)}" for key in seen if seen[key] != results.get(key)]
            seen |= results
            if told["line"]["phase"] == "over":
                return outcome(told, len(kills) - len(waiting), lost)
            if waiting and len(results) >= waiting[0]:
                which = len(waiting) % len(settings)
                del waiting[0]
                os.kill(running[which][1].pid, signal.SIGKILL)
                await own[which].aclose()
                running[which] = await own[which].enter_async_context(node(site, settings[which]))
            await asyncio.sleep(0.05)


async def tournament_at(urls: Sequence[str], code: str) -> dict[str, Any]:
    """The tournament as any node tells it."""
    async with Visitor(urls[-1]) as visitor:
        while True:
            found: dict[str, Any] = await visitor.get(f"/api/tournaments/{code}")
            if "line" in found:
                return found
            await asyncio.sleep(0.05)


def done_tables(told: dict[str, Any]) -> dict[tuple[int, int], list[float]]:
    """The tables that are over, by round and number, with their points once all may see them."""
    return {
        (number, n): table["points"]
        for number, round_ in enumerate(told["rounds"])
        for n, table in enumerate(round_["tables"])
        if table["done"] and table["points"]
    }


def outcome(told: dict[str, Any], kills: int, lost: list[str]) -> Outcome:
    rows = [(row["rank"], row["player"], row["points"], row["margin"]) for row in told["standings"]]
    tables = [[(one["players"], one["points"]) for one in round_["tables"]] for round_ in told["rounds"]]
    return Outcome(sorted(rows), tables, kills, lost)
