"""HTTP routes between guests: profile, companions, invitations, blocks and reports."""

import copy
from collections import Counter
from typing import TYPE_CHECKING

from starlette.requests import Request

from meute.games import GAMES
from meute.server.api_route import ApiRoute, get, post
from meute.server.messages.people import (
    BlockRequest,
    BotRecordSent,
    BotRecordsSent,
    CompanionSent,
    DoneSent,
    FinishedGameSent,
    HistorySent,
    InviteRequest,
    RatingSent,
    ReportRequest,
)
from meute.server.people import data_export
from meute.server.refusal import Refusal
from meute.server.store.ratings import displayed_rating
from meute.server.table.table import Table

if TYPE_CHECKING:
    from meute.server.http.app import App

MAX_COUNTED = 300
"""Largest number of finished games, the latest ones, in a record against computer players."""


class SocialRoutes:
    def __init__(self, app: "App") -> None:
        self.app = app
        self.registry = app.registry
        self.accounts = app.registry.accounts
        self.store = app.registry.store.people

    def routes(self) -> list[ApiRoute]:
        return [
            get("/api/people", self.profile, "read"),
            get("/api/people/bots", self.bot_records, "read"),
            post("/api/people/shut", self.block),
            post("/api/tables/{code}/invite", self.invite, "tables"),
            post("/api/tables/{code}/decline", self.decline, "play"),
            post("/api/tables/{code}/leave", self.leave, "play"),
            post("/api/tables/{code}/report", self.report),
        ]

    async def profile(self, request: Request) -> HistorySent:
        """My ratings, finished games and companions."""
        guest = (await self.app.guest(request)).guest
        blocks = await self.store.blocks_of(guest)
        return HistorySent(
            ratings=[
                RatingSent(game=one.game, rating=displayed_rating(one.mu, one.sigma, one.games), games=one.games)
                for one in await self.store.ratings(guest)
                if one.game in GAMES
            ],
            history=[
                FinishedGameSent(
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
                    person=self.accounts.person_handle(guest, other),
                    name=name,
                    games=games,
                    muted=(other, "mute") in blocks,
                    shut=(other, "shut") in blocks,
                )
                for other, name, games in await self.store.companions(guest)
            ],
        )

    async def bot_records(self, request: Request) -> BotRecordsSent:
        """My record against each level of computer players in each game, over my latest games."""
        guest = (await self.app.guest(request)).guest
        games, wins = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
        for one in await self.store.history(guest, MAX_COUNTED):
            others = [seat for seat in one.table.seats if seat.guest != guest]
            if all(seat.kind == "bot" for seat in others):
                met = {(one.table.game, seat.bot) for seat in others}
                games.update(met)
                wins.update(met if one.place == 1 else ())
        return BotRecordsSent(
            records=[
                BotRecordSent(game=game, bot=bot, games=number, wins=wins[game, bot])
                for (game, bot), number in sorted(games.items())
            ]
        )

    async def block(self, request: Request, body: BlockRequest) -> DoneSent:
        """Block or unblock a person."""
        guest = (await self.app.guest(request)).guest
        if body.person:
            other = await self.accounts.companion(guest, body.person)
        else:
            table = await self.registry.table(body.code)
            other = await table.ask(lambda table: chat_author(table, body.line)) if table is not None else ""
        if not other or other == guest:
            raise Refusal("not_found")
        await self.store.set_block(guest, other, body.how, body.on)
        if body.how == "mute":
            await self.registry.disconnect_everywhere(guest)
        return DoneSent()

    async def invite(self, request: Request, body: InviteRequest) -> DoneSent:
        """Reserve an open seat for a companion."""
        guest = (await self.app.guest(request)).guest
        other = await self.accounts.companion(guest, body.person)
        await self.accounts.check_may_meet(guest, other)
        table = await self.app.table(request)

        async def task(table: Table) -> None:
            changed = copy.deepcopy(table.room.stored)
            if changed.host != guest:
                raise Refusal("not_host")
            if changed.phase != "lobby":
                raise Refusal("not_lobby")
            if not 0 <= body.seat < len(changed.seats) or changed.seats[body.seat].kind != "open":
                raise Refusal("not_open")
            changed.seats[body.seat].invited = other
            await table.room.save(changed)
            table.broadcast.send_table_to_all()

        await table.run_task(task)
        await self.registry.notifications.notify({other}, table.room.id, "invited")
        return DoneSent()

    async def decline(self, request: Request) -> DoneSent:
        """Decline an invitation."""
        guest = (await self.app.guest(request)).guest

        async def task(table: Table) -> None:
            changed = copy.deepcopy(table.room.stored)
            seats = table.room.invited_seats(guest)
            if not seats:
                raise Refusal("not_invited")
            for number in seats:
                changed.seats[number].invited = ""
            await table.room.save(changed)
            table.broadcast.send_table_to_all()

        await (await self.app.table(request)).run_task(task)
        return DoneSent()

    async def leave(self, request: Request) -> DoneSent:
        """Resign my seats in a running game; the others play on."""
        guest = (await self.app.guest(request)).guest
        await data_export.resign_all(await self.app.table(request), guest)
        return DoneSent()

    async def report(self, request: Request, body: ReportRequest) -> DoneSent:
        """Report a chat line to the operator."""
        guest = (await self.app.guest(request)).guest
        if not self.app.limits.reports.take(request.state.caller):
            raise Refusal("flood")
        table = await self.app.table(request)
        if not await table.ask(lambda table: chat_author(table, body.line)):
            raise Refusal("not_found")
        await self.store.report(guest, table.room.id, body.line, self.app.settings.now())
        return DoneSent()


def chat_author(table: Table, line: int) -> str:
    """Guest who wrote a chat line; empty if unknown."""
    return table.room.chat[line].guest if 0 <= line < len(table.room.chat) else ""
