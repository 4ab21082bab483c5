"""People around: with whom one has played, what came of it, and whom one does not want to meet."""

import copy
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from meute.server.messages.people import (
    AroundSent,
    CompanionSent,
    DoneSent,
    InviteAsked,
    PlayedSent,
    RatingSent,
    ReportAsked,
    ShutAsked,
)
from meute.server.people import mine
from meute.server.people.routes import json
from meute.server.ratings import shown
from meute.server.refusal import Refusal
from meute.server.table import Table

if TYPE_CHECKING:
    from meute.server.app import App


class AroundRoutes:
    """Profile, invitations, and quiet."""

    def __init__(self, app: "App") -> None:
        self.app = app
        self.house = app.house
        self.people = app.house.people
        self.store = app.house.store.people

    def routes(self) -> list[BaseRoute]:
        """Every way in."""
        asked = {
            "people/shut": self.shut,
            "tables/{code}/invite": self.invite,
            "tables/{code}/decline": self.decline,
            "tables/{code}/leave": self.leave,
            "tables/{code}/report": self.report,
        }
        counted = self.app.counted
        return [
            Route("/api/people", counted(self.around)),
            *(Route(f"/api/{path}", counted(one), methods=["POST"]) for path, one in asked.items()),
        ]

    async def around(self, request: Request) -> Response:
        guest = (await self.app.guest(request)).guest
        shut = await self.store.shut_by(guest)
        return json(
            AroundSent(
                ratings=[
                    RatingSent(game=one.game, rating=shown(one.mu, one.sigma, one.games), games=one.games)
                    for one in await self.store.ratings(guest)
                ],
                history=[
                    PlayedSent(
                        code=one.code,
                        game=one.table.game,
                        names=[seat.name for seat in one.table.seats if seat.guest != guest],
                        place=one.place,
                        points=one.points,
                        rated=one.rated,
                        at=one.at,
                    )
                    for one in await self.store.history(guest)
                ],
                companions=[
                    CompanionSent(
                        person=self.people.call(guest, other),
                        name=name,
                        games=games,
                        muted=(other, "mute") in shut,
                        shut=(other, "shut") in shut,
                    )
                    for other, name, games in await self.store.companions(guest)
                ],
            )
        )

    async def shut(self, request: Request) -> Response:
        asked = await self.app.body(request, ShutAsked)
        guest = (await self.app.guest(request)).guest
        if asked.person:
            other = await self.people.companion(guest, asked.person)
        else:
            table = await self.house.table(asked.code)
            other = await table.ask(lambda table: speaker(table, asked.line)) if table is not None else ""
        if not other or other == guest:
            raise Refusal("not_found")
        await self.store.shut(guest, other, asked.how, asked.on)
        if asked.how == "mute":
            await self.house.send_away(guest)
        return json(DoneSent())

    async def invite(self, request: Request) -> Response:
        asked = await self.app.body(request, InviteAsked)
        guest = (await self.app.guest(request)).guest
        other = await self.people.companion(guest, asked.person)
        await self.people.check_may_meet(guest, other)
        table = await self.app.table(request)

        async def errand(table: Table) -> None:
            changed = copy.deepcopy(table.room.kept)
            if changed.host != guest:
                raise Refusal("not_host")
            if changed.phase != "lobby":
                raise Refusal("not_lobby")
            if not 0 <= asked.seat < len(changed.seats) or changed.seats[asked.seat].kind != "open":
                raise Refusal("not_open")
            changed.seats[asked.seat].invited = other
            await table.room.keep(changed)
            table.news.tell_table()

        await table.commission(errand)
        await self.house.notices.tell({other}, table.room.id, "invited")
        return json(DoneSent())

    async def decline(self, request: Request) -> Response:
        guest = (await self.app.guest(request)).guest

        async def errand(table: Table) -> None:
            changed = copy.deepcopy(table.room.kept)
            mine = table.room.invited(guest)
            if not mine:
                raise Refusal("not_invited")
            for number in mine:
                changed.seats[number].invited = ""
            await table.room.keep(changed)
            table.news.tell_table()

        await (await self.app.table(request)).commission(errand)
        return json(DoneSent())

    async def leave(self, request: Request) -> Response:
        """Gives a running game up; the others play on."""
        guest = (await self.app.guest(request)).guest
        await mine.leave(await self.app.table(request), guest)
        return json(DoneSent())

    async def report(self, request: Request) -> Response:
        asked = await self.app.body(request, ReportAsked)
        guest = (await self.app.guest(request)).guest
        if not self.app.limits.reports.take(request.state.who):
            raise Refusal("flood")
        table = await self.app.table(request)
        if not await table.ask(lambda table: speaker(table, asked.line)):
            raise Refusal("not_found")
        await self.store.report(guest, table.room.id, asked.line, self.app.settings.now())
        return json(DoneSent())


def speaker(table: Table, line: int) -> str:
    """Who said a chat line; empty where that is not known."""
    return table.room.chat[line].guest if 0 <= line < len(table.room.chat) else ""
