"""HTTP routes of programs: wait for tables where they must act, and the ladder."""

import asyncio
import contextlib
from typing import TYPE_CHECKING

from starlette.requests import Request

from meute.games import GAMES
from meute.server.api_route import ApiRoute, get, parse_number
from meute.server.guest_token import is_program
from meute.server.messages.programs import LadderSent
from meute.server.messages.responses import TableListSent
from meute.server.refusal import Refusal

if TYPE_CHECKING:
    from meute.server.http.app import App


class ProgramRoutes:
    def __init__(self, app: "App") -> None:
        self.app = app
        self.registry = app.registry

    def routes(self) -> list[ApiRoute]:
        return [
            get("/api/programs", self.ladder, "any"),
            get("/api/programs/wait", self.wait, "play", query=("games", "wait")),
        ]

    async def ladder(self, request: Request) -> LadderSent:
        """The ladder of programs: ratings with their uncertainty, and the latest games."""
        return await self.registry.ladder.sent()

    async def wait(self, request: Request) -> TableListSent:
        """My tables where I must decide or answer an invitation, as soon as there are any, at the latest after `wait`
        seconds. With `games`, a program also stands ready for ladder games in these, for a minute."""
        guest = (await self.app.guest(request)).guest
        games = {game for game in request.query_params.get("games", "").split(",") if game}
        seconds = min(parse_number(request.query_params.get("wait", "0")), self.app.settings.tables.poll_seconds[0])
        if not games <= GAMES.keys():
            raise Refusal("malformed")
        if games and not is_program(guest):
            raise Refusal("not_program")
        if games:
            await self.registry.ladder.stand_ready(guest, games)
        with self.app.limits.sockets.count(request.state.caller), self.registry.homes.watched(guest) as changed:
            found = await self.waiting(guest)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, seconds)):
                    while not found.tables:
                        await changed.wait()
                        changed.clear()
                        found = await self.waiting(guest)
        return found

    async def waiting(self, guest: str) -> TableListSent:
        tables = await self.registry.game_list(guest)
        return TableListSent(tables=[table for table in tables if table.my_turn or table.invited or table.offered])
