"""HTTP routes of statistics: a person's finished games, who may see them, and leaderboards."""

import csv
import io
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from meute.core.game import Game
from meute.games import GAMES
from meute.server.api_route import ApiRoute, get, post
from meute.server.json_response import NO_STORE
from meute.server.messages.people import DoneSent
from meute.server.messages.statistics import (
    LeaderboardSent,
    LeaderSent,
    PlanSent,
    PlayedGameSent,
    RivalSent,
    StatisticsRequest,
    StatisticsSent,
)
from meute.server.refusal import Refusal, phrase_sent
from meute.server.store.models import ADJUSTED, Leader, PlayedGame, StatisticsSettings, StoredSeat
from meute.server.store.ratings import SCALE, SHOWN_AFTER_GAMES, displayed_rating, on_scale
from meute.server.system import random_hex

if TYPE_CHECKING:
    from meute.server.http.app import App

MOST_GAMES = 1000
"""Games in the statistics of one kind, the latest ones."""
MOST_LEADERS = 50
LONGEST_HANDLE = 64
MOST_COMPARED = 500
"""Ratings that are read to tell the adjusted ones of the leaders."""
Z95 = 1.96
COLUMNS = ("at", "place", "points", "share", "rivals", "seat", "pace", "options", "rated", "seconds", "thinking")
MEASURED = ("plan", "rating", "rating_error", "luck", "luck_error")


class StatisticsRoutes:
    def __init__(self, app: "App") -> None:
        self.app = app
        self.registry = app.registry
        self.store = app.registry.store.statistics

    def routes(self) -> list[ApiRoute]:
        return [
            get("/api/statistics/{game}", self.statistics, "read", query=("of",)),
            get("/api/statistics/{game}/csv", self.table, "read", returns="text/csv"),
            post("/api/statistics", self.set_viewers),
            get("/api/leaderboards/{game}", self.leaderboard, "read"),
        ]

    async def statistics(self, request: Request) -> StatisticsSent:
        """My finished games of a kind, or those of a person who allows it."""
        me, game = (await self.app.guest(request)).guest, known_game(request)
        handle = request.query_params.get("of", "")[:LONGEST_HANDLE]
        own = await self.store.settings(me)
        guest, name = me, ""
        if handle and (own is None or handle != own.handle):
            guest, name = await self.allowed(me, handle)
        played = await self.store.played(guest, game.id, MOST_GAMES)
        with self.app.limits.metered(request.state.caller):
            games = [played_sent(game, one, guest, own=guest == me) for one in played]
            return StatisticsSent(
                game=game.id,
                name=name,
                counts=await self.store.counts(guest),
                games=games,
                plans=plans_sent(game, games),
                least_rated=SHOWN_AFTER_GAMES,
                viewers=own.viewers if own else "self",
                listed=own.listed if own else False,
                handle=own.handle if own and own.viewers != "self" else "",
            )

    async def allowed(self, me: str, handle: str) -> tuple[str, str]:
        """The person with a handle, and the name, if I may see the statistics."""
        found = await self.store.settings_of_handle(handle)
        if found is None or not (found.viewers == "all" or await self.is_companion(me, found)):
            raise Refusal("not_found")
        guest = await self.registry.store.guest(found.guest)
        return found.guest, guest.name if guest else ""

    async def is_companion(self, me: str, found: StatisticsSettings) -> bool:
        """Whether I have played with a person who lets companions see."""
        if found.viewers != "companions":
            return False
        return any(other == me for other, _, _ in await self.registry.store.people.companions(found.guest))

    async def table(self, request: Request) -> Response:
        """My finished games of a kind as CSV."""
        me, game = (await self.app.guest(request)).guest, known_game(request)
        played = await self.store.played(me, game.id, MOST_GAMES)
        with self.app.limits.metered(request.state.caller):
            text = csv_text([played_sent(game, one, me, own=True) for one in played])
        headers = {
            "cache-control": NO_STORE,
            "content-disposition": f'attachment; filename="meute-{game.id}.csv"',
        }
        return Response(text, headers=headers, media_type="text/csv")

    async def set_viewers(self, request: Request, body: StatisticsRequest) -> DoneSent:
        """Set who may see my statistics, and whether I stand in the leaderboards."""
        if not self.app.limits.preferences.take(request.state.caller):
            raise Refusal("flood")
        guest = await self.app.guest(request)
        await self.registry.store.save_guest(guest)
        own = await self.store.settings(guest.guest) or StatisticsSettings(guest.guest, random_hex(8))
        own.viewers, own.listed = body.viewers, body.listed
        await self.store.save_settings(own)
        return DoneSent()

    async def leaderboard(self, request: Request) -> LeaderboardSent:
        """The people with the highest ratings in a game, of those who want to be listed."""
        me, game = (await self.app.guest(request)).guest, known_game(request)
        leaders = await self.store.leaders(game.id, SHOWN_AFTER_GAMES, MOST_LEADERS)
        adjusted: dict[str, Leader] = {}
        if self.registry.settings.tables.adjusted_ratings:
            found = await self.store.leaders(game.id + ADJUSTED, SHOWN_AFTER_GAMES, MOST_COMPARED)
            adjusted = {one.guest: one for one in found}
        return LeaderboardSent(
            game=game.id,
            leaders=[
                LeaderSent(
                    name=one.name,
                    rating=displayed_rating(one.mu, one.sigma, one.games) or 0,
                    games=one.games,
                    handle=one.handle if one.guest == me or one.viewers == "all" else "",
                    me=one.guest == me,
                    adjusted=rating_of(adjusted.get(one.guest)),
                )
                for one in leaders
            ],
        )


def known_game(request: Request) -> Game:
    """The game that a path names."""
    if request.path_params["game"] not in GAMES:
        raise Refusal("not_found")
    return GAMES[request.path_params["game"]]


def rating_of(leader: Leader | None) -> int | None:
    return displayed_rating(leader.mu, leader.sigma, leader.games) if leader else None


def played_sent(game: Game, played: PlayedGame, guest: str, own: bool) -> PlayedGameSent:
    """A finished game for its player or, without code and names of people, for another viewer."""
    table = played.table
    default = {option.name: option.default_in(table.version) for option in game.options}

    def rounded(number: float | None, digits: int = 1, scale: float = 1.0) -> float | None:
        return None if number is None else round(scale * number, digits)

    return PlayedGameSent(
        code=played.code if own else "",
        at=played.at,
        seat=played.seat,
        place=played.place,
        points=played.points,
        share=rounded(played.share, 3),
        rivals=[rival_sent(seat, own) for n, seat in enumerate(table.seats) if n != played.seat],
        pace=table.pace,
        options={name: value for name, value in table.options.items() if default.get(name) != value},
        rated=played.rated,
        seconds=rounded(played.seconds),
        thinking=rounded(played.thinking),
        plan=played.plan or "",
        rating=None if played.mu is None else round(on_scale(played.mu)),
        rating_error=rounded(played.sigma, 0, Z95 * SCALE),
        luck=rounded(played.luck, 1, 100),
        luck_error=rounded(played.luck_error, 1, 100),
    )


def rival_sent(seat: StoredSeat, own: bool) -> RivalSent:
    """Another player: people are named only to those who have played with them."""
    is_bot = seat.kind == "bot" and bool(seat.bot)
    return RivalSent(bot=seat.bot if is_bot else "", name="" if is_bot or not own else seat.name)


def plans_sent(game: Game, games: list[PlayedGameSent]) -> list[PlanSent]:
    """The names of the plans in these games."""
    meaning = game.plan[0]
    numbers = {plan: number for number, plan in enumerate(game.modules.ids[meaning])}
    return [
        PlanSent(plan=plan, name=phrase_sent(game.word(meaning, numbers[plan])))
        for plan in sorted({one.plan for one in games} & numbers.keys())
    ]


def csv_text(games: list[PlayedGameSent]) -> str:
    """Games as CSV with a row of column names; cells that a spreadsheet would compute are made text."""
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow((*COLUMNS, *MEASURED))
    for one in games:
        rivals = " ".join(rival.bot or rival.name for rival in one.rivals)
        options = " ".join(f"{name}={value}" for name, value in one.options.items())
        pace = "" if one.pace is None else one.pace.kind
        row = [one.at, one.place, one.points, one.share, rivals, one.seat + 1, pace, options, int(one.rated)]
        row += [one.seconds, one.thinking, *(getattr(one, name) for name in MEASURED)]
        writer.writerow([harmless(cell) for cell in row])
    return buffer.getvalue()


def harmless(cell: object) -> object:
    """A cell of a CSV file; text that a spreadsheet would take for a formula gets an apostrophe."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell
