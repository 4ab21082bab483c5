"""HTTP routes for playing with people who are here now."""

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace
from starlette.requests import Request

from meute.server.api_route import ApiRoute, get, post
from meute.server.messages.matchmaking import CallRequest, SeekRequest, SeekSent, VisibleRequest
from meute.server.messages.people import DoneSent
from meute.server.messages.responses import SceneSent
from meute.server.people.accounts import DEFAULT_PREFS
from meute.server.refusal import Refusal

if TYPE_CHECKING:
    from meute.server.http.app import App


class MatchmakingRoutes:
    def __init__(self, app: "App") -> None:
        self.app = app
        self.registry = app.registry
        self.matchmaker = app.registry.matchmaker

    def routes(self) -> list[ApiRoute]:
        return [
            post("/api/seek", self.seek),
            post("/api/seek/stop", self.stop),
            post("/api/call", self.answer),
            get("/api/watch/{code}", self.watch, "read"),
            post("/api/people/visible", self.set_visible),
        ]

    def count(self, request: Request) -> None:
        """Refuses searches while the public room is off, and too many of one guest."""
        self.registry.public_room.check_open()
        if not self.app.limits.searches.take(request.state.caller):
            raise Refusal("flood")

    async def seek(self, request: Request, body: SeekRequest) -> SeekSent:
        """Look for people to play with; the search before, if any, is replaced."""
        self.count(request)
        guest = (await self.app.guest(request)).guest
        await self.matchmaker.seek(guest, body)
        return await self.matchmaker.seek_sent(guest)

    async def stop(self, request: Request) -> SeekSent:
        """Stop looking for people; this refuses a call."""
        guest = (await self.app.guest(request)).guest
        await self.matchmaker.stop(guest)
        return await self.matchmaker.seek_sent(guest)

    async def answer(self, request: Request, body: CallRequest) -> SeekSent:
        """Come to the table that I am called to, or not."""
        self.count(request)
        guest = (await self.app.guest(request)).guest
        await self.matchmaker.answer(guest, body)
        return await self.matchmaker.seek_sent(guest)

    async def set_visible(self, request: Request, body: VisibleRequest) -> DoneSent:
        """Let my companions see that I am here, or not."""
        guest, accounts = (await self.app.guest(request)).guest, self.registry.accounts
        known = (await accounts.store.prefs([guest])).get(guest, DEFAULT_PREFS)
        await accounts.save_prefs(guest, replace(known, visible=body.on))
        await self.registry.homes.notify_room()
        return DoneSent()

    async def watch(self, request: Request) -> SceneSent:
        """A public running game as a spectator sees it now."""
        table = await self.app.table(request)
        scene = await table.ask(self.registry.public_room.watched_scene)
        self.app.limits.charge_sent(request.state.caller, len(msgspec.json.encode(scene)))
        return scene
