"""HTTP routes of groups."""

from typing import TYPE_CHECKING

from starlette.requests import Request

from meute.server.api_route import ApiRoute, get, post
from meute.server.messages.groups import GroupMemberRequest, GroupRequest, GroupSent, GroupsSent, GroupWebhookRequest
from meute.server.messages.people import WebhookRequest
from meute.server.messages.responses import CodeSent
from meute.server.refusal import Refusal

if TYPE_CHECKING:
    from meute.server.http.app import App


class GroupRoutes:
    def __init__(self, app: "App") -> None:
        self.app = app
        self.groups = app.registry.groups

    def routes(self) -> list[ApiRoute]:
        return [
            get("/api/groups", self.mine, "read"),
            post("/api/groups", self.create),
            get("/api/groups/{code}", self.group, "read"),
            post("/api/groups/{code}/join", self.join),
            post("/api/groups/{code}/leave", self.leave),
            post("/api/groups/{code}/rename", self.rename),
            post("/api/groups/{code}/remove", self.remove),
            post("/api/groups/{code}/webhooks", self.add_webhook),
            post("/api/groups/{code}/webhooks/drop", self.drop_webhook),
        ]

    async def count(self, request: Request) -> tuple[str, str]:
        """Refuses too many changes of one guest; returns the guest and the code of the group."""
        if not self.app.limits.searches.take(request.state.caller):
            raise Refusal("flood")
        return await self.person(request), str(request.path_params["code"])

    async def person(self, request: Request) -> str:
        return (await self.app.guest(request)).guest

    async def mine(self, request: Request) -> GroupsSent:
        """My groups."""
        return await self.groups.lines(await self.person(request))

    async def create(self, request: Request, body: GroupRequest) -> CodeSent:
        """Make a group."""
        self.app.limits.count_new_table(request.state.caller)
        return CodeSent(code=await self.groups.create(await self.app.guest(request), body.name))

    async def group(self, request: Request) -> GroupSent:
        """A group, with its members, tables, standings and tournaments."""
        return await self.groups.sent(await self.person(request), request.path_params["code"])

    async def join(self, request: Request) -> GroupSent:
        """Come into a group."""
        _, code = await self.count(request)
        await self.groups.join(await self.app.guest(request), code)
        return await self.group(request)

    async def leave(self, request: Request) -> GroupsSent:
        """Leave a group."""
        guest, code = await self.count(request)
        await self.groups.leave(guest, code)
        return await self.mine(request)

    async def rename(self, request: Request, body: GroupRequest) -> GroupSent:
        """Rename a group of which I am the organizer."""
        await self.groups.rename(*await self.count(request), body.name)
        return await self.group(request)

    async def remove(self, request: Request, body: GroupMemberRequest) -> GroupSent:
        """Remove a member from a group of which I am the organizer."""
        await self.groups.remove(*await self.count(request), body.person)
        return await self.group(request)

    async def add_webhook(self, request: Request, body: WebhookRequest) -> GroupSent:
        """Name an address that gets the tables and tournaments of a group of which I am the organizer."""
        await self.groups.add_webhook(*await self.count(request), body)
        return await self.group(request)

    async def drop_webhook(self, request: Request, body: GroupWebhookRequest) -> GroupSent:
        """Take an address of a group away."""
        await self.groups.drop_webhook(*await self.count(request), body.handle)
        return await self.group(request)
