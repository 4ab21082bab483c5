"""HTTP routes of tournaments."""

from typing import TYPE_CHECKING

from starlette.requests import Request

from meute.server.api_route import ApiRoute, get, post
from meute.server.messages.responses import CodeSent
from meute.server.messages.tournaments import EntrantRequest, TournamentRequest, TournamentSent, TournamentsSent
from meute.server.refusal import Refusal

if TYPE_CHECKING:
    from meute.server.http.app import App


class TournamentRoutes:
    def __init__(self, app: "App") -> None:
        self.app = app
        self.organizer = app.registry.organizer

    def routes(self) -> list[ApiRoute]:
        return [
            get("/api/tournaments", self.tournaments, "read"),
            post("/api/tournaments", self.create),
            get("/api/tournaments/{code}", self.tournament, "read"),
            post("/api/tournaments/{code}/join", self.join),
            post("/api/tournaments/{code}/leave", self.leave),
            post("/api/tournaments/{code}/remove", self.remove),
            post("/api/tournaments/{code}/start", self.start),
            post("/api/tournaments/{code}/stop", self.stop),
        ]

    def count(self, request: Request) -> str:
        """Refuses too many changes of one guest; returns the code of the tournament."""
        if not self.app.limits.searches.take(request.state.caller):
            raise Refusal("flood")
        return str(request.path_params["code"])

    async def person(self, request: Request) -> str:
        return (await self.app.guest(request)).guest

    async def tournaments(self, request: Request) -> TournamentsSent:
        """My tournaments, and the public ones."""
        return await self.organizer.list_sent(await self.person(request))

    async def create(self, request: Request, body: TournamentRequest) -> CodeSent:
        """Make a tournament."""
        self.app.limits.count_new_table(request.state.caller)
        return CodeSent(code=await self.organizer.create(await self.app.guest(request), body))

    async def tournament(self, request: Request) -> TournamentSent:
        """A tournament, with its rounds and standings."""
        return await self.organizer.sent(await self.person(request), request.path_params["code"])

    async def join(self, request: Request) -> TournamentSent:
        """Sign up for a tournament."""
        code = self.count(request)
        await self.organizer.join(await self.app.guest(request), code)
        return await self.tournament(request)

    async def leave(self, request: Request) -> TournamentSent:
        """Leave a tournament."""
        await self.organizer.leave(await self.person(request), self.count(request))
        return await self.tournament(request)

    async def remove(self, request: Request, body: EntrantRequest) -> TournamentSent:
        """Take a player out of a tournament of mine."""
        await self.organizer.remove(await self.person(request), self.count(request), body.player)
        return await self.tournament(request)

    async def start(self, request: Request) -> TournamentSent:
        """Begin a tournament of mine."""
        await self.organizer.start(await self.person(request), self.count(request))
        return await self.tournament(request)

    async def stop(self, request: Request) -> TournamentSent:
        """End a tournament of mine early."""
        await self.organizer.stop(await self.person(request), self.count(request))
        return await self.tournament(request)
