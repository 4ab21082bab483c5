"""The Starlette application: HTTP API, one WebSocket per table, and the page."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from meute.core.errors import BadInput
from meute.core.phrase import phrase
from meute.match import Refused
from meute.server.addresses import invitation_base, reach_of
from meute.server.api_route import ApiRoute, Scope, get, parse_number, post
from meute.server.http.error_handler import ErrorHandlerMiddleware
from meute.server.http.groups import GroupRoutes
from meute.server.http.learning import LearningRoutes
from meute.server.http.matchmaking import MatchmakingRoutes
from meute.server.http.middleware import SecurityMiddleware
from meute.server.http.program_routes import ProgramRoutes
from meute.server.http.static_page import PARTS, StaticPage
from meute.server.http.table_routes import TableRoutes
from meute.server.http.tournaments import TournamentRoutes
from meute.server.json_response import json_response
from meute.server.listings import bots_sent, games_sent, rules_sent
from meute.server.messages.requests import ProfileRequest, TableRequest
from meute.server.messages.responses import (
    CodeSent,
    DealCheckSent,
    DealTicketSent,
    GuestSent,
    HomeSent,
    RulesSent,
    SceneSent,
)
from meute.server.notifications.routes import NotificationRoutes
from meute.server.people.accounts import DEFAULT_PREFS
from meute.server.people.routes import PeopleRoutes
from meute.server.people.social import SocialRoutes
from meute.server.people.statistics import StatisticsRoutes
from meute.server.rate_limits import Caller
from meute.server.refusal import Refusal, from_bad_input, from_rules
from meute.server.registry import LOCAL_PLATFORM, HeldElsewhere, Platform, TableRegistry
from meute.server.sanitize import sanitize_name
from meute.server.settings import Settings, override
from meute.server.store.interface import StoreFailed
from meute.server.store.models import StoredGuest, StoredToken
from meute.server.system import monotonic
from meute.server.table.connection import FLOOD, GOING_AWAY, REMOVED
from meute.server.table.home_updates import HomePage
from meute.server.table.table import Table
from meute.server.table.websocket import NOT_FOUND, WebSocketSession, refuse_socket
from meute.text import LANGUAGES, best_language

log = logging.getLogger(__name__)

T = TypeVar("T")

PAGE_ROUTES = (
    "",
    "learn",
    "daily/{game}",
    "learn/{game}",
    "new/{game}",
    "table/{code}",
    "replay/{code}",
    "deal/{code}",
    "rules/{game}",
    "join/{word}",
    "tournament/{code}",
    "tournaments",
    "new-tournament",
    "league",
    "group/{code}",
    "groups",
    "about",
    "statistics/{game}",
    "me",
    "programs",
    "carry",
    "mail",
)
"""Paths of the single-page client; each serves index.html."""
CLOSE_CODES = {"not_found": NOT_FOUND, "banned": REMOVED, "store": GOING_AWAY, "moving": GOING_AWAY}
"""WebSocket close codes by refusal; all other refusals close with FLOOD."""
ALLOWED_WHEN_BANNED = ("/api/me/delete",)
"""POST routes that banned guests may still use."""
NODE_TIMEOUT = 6.0
NODE_RETRY = (0.02, 0.25)
"""Seconds until a table whose node does not answer is given up; first and longest delay between two tries."""


class App:
    """Builds the Starlette application, and holds the registry, page and rate limits that its routes share."""

    def __init__(self, folder: Path, settings: Settings | None = None, platform: Platform = LOCAL_PLATFORM) -> None:
        self.settings = settings or Settings()
        sock = None
        if self.settings.cluster.private_address:
            from meute.server.cluster.admin_app import AdminApp, address_of, bind

            sock = bind(self.settings.cluster.private_address, shared=bool(self.settings.store.url))
            self.settings = override(self.settings, cluster={"private_address": address_of(sock)})
        self.registry = TableRegistry(folder, self.settings, platform)
        self.page = StaticPage()
        self.limits = self.registry.limits
        self.admin = AdminApp(self, sock) if sock is not None else None

    def starlette(self) -> Starlette:
        """The ASGI application for the server."""

        @asynccontextmanager
        async def lifespan(_: Starlette) -> AsyncIterator[None]:
            self.registry.open()
            if self.admin is not None:
                self.admin.open()
            yield
            await self.registry.close()
            if self.admin is not None:
                await self.admin.close()

        return Starlette(
            routes=self.routes(),
            middleware=[
                Middleware(
                    SecurityMiddleware,
                    settings=self.settings,
                    mark=self.registry.store.instance_id,
                    token_hash=self.registry.accounts.token_hash,
                    is_known=self.registry.accounts.is_known,
                ),
                Middleware(ErrorHandlerMiddleware),
            ],
            lifespan=lifespan,
            exception_handlers=self.exception_handlers(),
        )

    def exception_handlers(self) -> dict[Any, Any]:
        """Responses to refusals, bad input, store errors and tables on other nodes."""
        return {
            404: not_found,
            405: not_found,
            Refusal: refusal_response,
            BadInput: refusal_response,
            Refused: refusal_response,
            StoreFailed: refusal_response,
            ClientDisconnect: client_gone,
            HeldElsewhere: self.forward,
        }

    async def forward(self, request: Request, error: Exception) -> Response:
        """Forwards a request to the node that holds the table; a request forwarded once is not forwarded again."""
        assert isinstance(error, HeldElsewhere)
        if getattr(request.state, "proxied", False):
            return await refusal_response(request, Refusal("store"))
        from meute.server.cluster.node_proxy import forward

        return await forward(request, self.registry, error.where, getattr(request.state, "body", b""))

    def routes(self) -> list[BaseRoute]:
        return [
            WebSocketRoute("/socket/{code}", self.socket),
            WebSocketRoute("/api/home/live", self.live_home),
            *(Route(route.path, self.endpoint(route), methods=[route.method]) for route in self.api_routes()),
            *(Route(f"/{path}", self.index) for path in PAGE_ROUTES),
            Route("/{path:path}", self.file),
        ]

    def api_routes(self) -> list[ApiRoute]:
        """All routes of the HTTP API."""
        people = PeopleRoutes(self)
        return [
            get("/api/home", self.home, "read"),
            post("/api/me", self.me),
            get("/api/deal", self.new_ticket, "tables"),
            post("/api/tables", self.new_table, "tables"),
            get("/api/tables/{code}/at/{step}", self.scene_at, "read", query=("view",)),
            get("/api/tables/{code}/record", self.record, "read", returns="text/plain"),
            get("/api/tables/{code}/deal", self.deal_check, "read"),
            post("/api/tables/{code}/from/{step}", self.play_on, "tables"),
            post("/api/records", self.upload, "tables", takes="text/plain"),
            get("/api/rules/{game}/{language}", self.rules, "any"),
            get("/api/text/{language}.json", self.text, "any", query=("part",)),
            get("/api/word/{word}", self.table_by_word, "any"),
            get("/api/openapi.json", self.openapi, "any"),
            get("/api/asyncapi.json", self.asyncapi, "any"),
            *TableRoutes(self).routes(),
            *ProgramRoutes(self).routes(),
            *LearningRoutes(self).routes(),
            *people.routes(),
            *NotificationRoutes(self, people).routes(),
            *SocialRoutes(self).routes(),
            *StatisticsRoutes(self).routes(),
            *MatchmakingRoutes(self).routes(),
            *TournamentRoutes(self).routes(),
            *GroupRoutes(self).routes(),
        ]

    def endpoint(self, route: ApiRoute) -> Callable[[Request], Awaitable[Response]]:
        """A route as Starlette calls it: counts the request against the rate limits, refuses tokens without its scope
        and banned guests, decodes the body and encodes what the handler returns."""

        async def answer(request: Request) -> Response:
            await self.admit(request, route.scope)
            if route.method == "POST" and route.path not in ALLOWED_WHEN_BANNED:
                await self.check_not_banned(request)
            arguments = [] if route.request is None else [await self.decode_body(request, route.request)]
            content = await route.handler(request, *arguments)
            return content if isinstance(content, Response) else json_response(content)

        return answer

    async def admit(self, request: HTTPConnection, scope: Scope) -> None:
        """Counts a request against the rate limits of its caller; with a token, checks that it allows `scope`."""
        request.state.caller = self.limits.admit(request.state.device, client_address(request))
        request.state.access = None
        if request.state.by_token:
            self.limits.check_guesses(request.state.caller)
            access = await self.registry.accounts.use_token(request.state.device)
            if access is None:
                raise self.limits.count_wrong_code(request.state.caller, "token")
            if scope != "any" and scope not in access.scopes:
                raise Refusal("scope")
            request.state.access = access
            request.state.known = True

    async def check_not_banned(self, request: HTTPConnection) -> None:
        access: StoredToken | None = request.state.access
        guest = access.guest if access else await self.person(request) if request.state.known else ""
        if guest and await self.registry.store.people.is_banned(guest):
            raise Refusal("banned")

    # --- guests

    async def person(self, request: HTTPConnection) -> str:
        """Id of the person who owns the device of a request, or of the player of its token."""
        if request.state.access:
            return str(request.state.access.player)
        device: str = request.state.device
        return await self.registry.accounts.person_of(device) if request.state.known else device

    async def guest(self, request: HTTPConnection) -> StoredGuest:
        """The guest of a request; a new one has no name yet."""
        person = await self.person(request)
        known = await self.registry.store.guest(person) if request.state.known else None
        return known or StoredGuest(person, "", language_of(request))

    async def home(self, request: Request) -> HomeSent:
        """The games, the bot levels, and the tables of the player."""
        guest = await self.guest(request)
        others = invitation_base(self.settings, request.scope, request.headers)
        prefs = await self.registry.store.people.prefs([guest.guest])
        return HomeSent(
            guest=GuestSent(name=guest.name, language=guest.language),
            languages=list(LANGUAGES),
            games=games_sent(),
            bots=bots_sent(),
            tables=await self.registry.game_list(guest.guest),
            others=others,
            reach=reach_of(self.settings, others),
            room=self.settings.room.public,
            lively=await self.registry.public_room.is_lively(),
            visible=prefs.get(guest.guest, DEFAULT_PREFS).visible,
        )

    async def me(self, request: Request, body: ProfileRequest) -> GuestSent:
        """Set my name and language."""
        if body.language not in LANGUAGES:
            raise BadInput("error.language", body.language, known=", ".join(LANGUAGES))
        people, agent = self.registry.accounts, request.headers.get("user-agent", "")
        guest = StoredGuest(await people.person_of(request.state.device), sanitize_name(body.name), body.language)
        await self.registry.store.save_guest(guest)
        await people.store.save_device(people.seen_device(request.state.device, guest.guest, agent))
        return GuestSent(name=guest.name, language=guest.language)

    # --- tables

    async def new_table(self, request: Request, body: TableRequest) -> CodeSent:
        """Open a table, in its lobby or with a game that starts at once."""
        self.limits.count_new_table(request.state.caller)
        code = await self.registry.open_table(body, await self.guest(request), request.state.caller)
        return CodeSent(code=code)

    async def new_ticket(self, request: Request) -> DealTicketSent:
        """A ticket for a table that starts at once, with the seal of its deal."""
        return self.registry.deal_ticket()

    async def upload(self, request: Request) -> CodeSent:
        """Open a table from a record (text): a replay of a finished game, or a lobby to play on."""
        text = await self.read_body(request, self.settings.uploads.record_bytes)
        self.limits.count_new_table(request.state.caller)
        try:
            record = text.decode()
        except UnicodeDecodeError:
            raise Refusal("malformed") from None
        return CodeSent(code=await self.registry.upload(record, await self.guest(request), request.state.caller))

    async def scene_at(self, request: Request) -> SceneSent:
        """The table at a past step, as the seat `view` saw it (-1: a spectator)."""
        table = await self.table(request)
        step = parse_number(request.path_params["step"])
        seat = parse_number(request.query_params.get("view", "-1"))
        guest = await self.guest(request)
        return await table.ask(lambda table: table.scene_at(guest, request.state.caller, step, seat))

    async def record(self, request: Request) -> Response:
        """The record of a finished game, as text."""
        table = await self.table(request)
        guest = await self.guest(request)
        text = await table.ask(lambda table: table.record(guest, request.state.caller))
        disposition = f'attachment; filename="{table.room.stored.game}-{table.room.stored.code}.meute"'
        return Response(text, headers={"content-disposition": disposition}, media_type="text/plain")

    async def deal_check(self, request: Request) -> DealCheckSent:
        """What is needed to check the sealed deal of a finished game."""
        table = await self.table(request)
        guest = await self.guest(request)
        check = await table.ask(lambda table: table.deal_check(guest, request.state.caller))
        return await self.registry.organizer.reveal(check, table.room.stored)

    async def play_on(self, request: Request) -> CodeSent:
        """Open a table that continues a finished game from one of its steps."""
        table = await self.table(request)
        step = parse_number(request.path_params["step"])
        self.limits.count_new_table(request.state.caller)
        guest = await self.guest(request)
        text = await table.ask(lambda table: table.record(guest, request.state.caller, step))
        return CodeSent(code=await self.registry.upload(text, guest, request.state.caller))

    async def table_by_word(self, request: Request) -> CodeSent:
        """The table of a short code, while it is in the lobby."""
        self.limits.check_guesses(request.state.caller)
        word = request.path_params["word"].strip().lower()
        code = await self.registry.store.code_of_word(word) if word.isalnum() else None
        if code is None:
            raise self.limits.count_wrong_code(request.state.caller, reason=phrase("refused.no_table"))
        return CodeSent(code=code)

    async def table(self, request: HTTPConnection, unreachable: str = "") -> Table:
        """The table that a request names.

        The code is too long to guess, so only wrong codes count against the rate limit.
        """
        table = await self.registry.table(request.path_params["code"].lower(), unreachable)
        if table is None:
            raise self.limits.count_wrong_code(request.state.caller)
        room = table.room
        await room.kind.check_watcher(room.store, room.stored, partial(self.person, request))
        return table

    async def socket(self, socket: WebSocket) -> None:
        """WebSocket of a table, here or proxied to the node that holds it."""
        with ExitStack() as counted:
            try:
                guest = await self.accept_socket(socket, counted)
                table = await self.table_or_proxy(socket)
                if table is None:
                    return
                self.registry.public_room.check_may_watch(table, guest.guest)
                blocks = await self.registry.store.people.blocks_of(guest.guest)
            except (Refusal, StoreFailed) as error:
                await self.close_refused(socket, error)
                return
            connection = WebSocketSession(socket, self.registry, table, guest)
            connection.connection.mutes = frozenset(other for other, how in blocks if how == "mute")
            await connection.run()

    async def accept_socket(self, socket: WebSocket, counted: ExitStack) -> StoredGuest:
        """Accepts a WebSocket and counts it while it is open; returns its guest.

        With a cookie that is new to this process, opening counts against the client's network, but later messages
        count against the guest: after a restart, all clients reconnect directly to their WebSocket.
        """
        await self.admit(socket, "read")
        if socket.state.known:
            socket.state.caller = Caller(socket.state.device, socket.state.caller.network)
        counted.enter_context(self.limits.sockets.count(socket.state.caller))
        await socket.accept()
        self.registry.check_accepting()
        await self.check_not_banned(socket)
        return await self.guest(socket)

    async def close_refused(self, socket: WebSocket, error: Refusal | StoreFailed) -> None:
        """Closes a WebSocket with the reason of its refusal."""
        if isinstance(error, StoreFailed):
            log.warning("WebSocket refused: %s", error)
            error = Refusal("store")
        await refuse_socket(socket, error, CLOSE_CODES.get(error.code, FLOOD))

    async def live_home(self, socket: WebSocket) -> None:
        """WebSocket of an open home page: sends changes in the guest's games."""
        with ExitStack() as counted:
            try:
                guest = await self.accept_socket(socket, counted)
            except (Refusal, StoreFailed) as error:
                await self.close_refused(socket, error)
                return
            has_room = self.settings.room.public and "room" in socket.query_params
            followed = socket.query_params.get("follow", "")
            await HomePage(socket, self.registry, guest.guest, socket.state.caller, has_room, followed).run()

    async def table_or_proxy(self, socket: WebSocket) -> Table | None:
        """The table if this node holds it; else None, after proxying the socket to the table's node until it closes."""
        unreachable, deadline, (delay, longest) = "", monotonic() + NODE_TIMEOUT, NODE_RETRY
        while True:
            try:
                return await self.table(socket, unreachable)
            except HeldElsewhere as held:
                where = held.where
            if getattr(socket.state, "proxied", False) or monotonic() > deadline:
                raise Refusal("moving")
            if where.node == unreachable:
                await asyncio.sleep(delay)
                delay = min(2 * delay, longest)
                continue
            from meute.server.cluster.node_proxy import NodeProxy, Unreachable  # imported only with several nodes

            try:
                dial = self.registry.platform.dial
                await NodeProxy(socket, self.registry.secret, where, dial).run(self.registry.proxies)
                return None
            except Unreachable:
                unreachable = where.node

    # --- pages

    async def rules(self, request: Request) -> RulesSent:
        """The rules of a game in our own words."""
        return rules_sent(request.path_params["game"], request.path_params["language"])

    async def text(self, request: Request) -> Response:
        """The catalogue of the closest language, or a part of it; the `Content-Language` header names the language."""
        language, part = best_language([request.path_params["language"]]), request.query_params.get("part", "")
        answer = self.page.catalogues[language, part if part in PARTS else ""].response(request)
        answer.headers["content-language"] = language
        return answer

    async def index(self, request: Request) -> Response:
        return self.page.index().response(request)

    async def file(self, request: Request) -> Response:
        """A file of the page. For an unknown path, index.html with status 404; the page then shows "not found"."""
        path = request.path_params["path"]
        found = self.page.file(path)
        if found is not None:
            return found.response(request)
        if path.startswith(("api/", "assets/")):
            raise Refusal("not_found")
        return self.page.index().response(request, 404)

    # --- descriptions

    async def openapi(self, request: Request) -> Any:
        """The OpenAPI description of these routes."""
        from meute.server.http.openapi import openapi  # takes a while, and few ask for it

        return openapi(self)

    async def asyncapi(self, request: Request) -> Any:
        """The AsyncAPI description of the WebSockets."""
        from meute.server.http.openapi import asyncapi

        return asyncapi()

    # --- bodies

    async def decode_body(self, request: Request, kind: type[T]) -> T:
        """The JSON body of a request, validated as `kind`."""
        try:
            return msgspec.json.decode(await self.read_body(request, self.settings.http.body_bytes), type=kind)
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            raise Refusal("malformed") from None

    async def read_body(self, request: Request, most: int) -> bytes:
        """The body of a request, limited in size."""
        body = bytearray()
        async for part in request.stream():
            body += part
            if len(body) > most:
                raise Refusal("too_big")
        request.state.body = content = bytes(body)
        return content


def client_address(request: HTTPConnection) -> str:
    return request.client.host if request.client else ""


def language_of(request: HTTPConnection) -> str:
    """The catalogue language that fits the browser's Accept-Language best."""
    return best_language(request.headers.get("accept-language", "").split(","))


async def refusal_response(_: Request, error: Exception) -> Response:
    """JSON response for a refusal, bad input or a store error."""
    match error:
        case Refusal():
            refusal = error
        case BadInput():
            refusal = from_bad_input(error)
        case Refused():
            refusal = from_rules(error)
        case _:
            refusal = Refusal("store")
    response = json_response(refusal.to_message())
    response.status_code = refusal.status
    return response


async def not_found(request: Request, error: Exception) -> Response:
    """Unknown path (404), or wrong method (405)."""
    assert isinstance(error, HTTPException)
    response = await refusal_response(request, Refusal("not_found"))
    response.status_code = error.status_code
    return response


async def client_gone(request: Request, _: Exception) -> Response:
    """The client disconnected before the end of its request."""
    log.info("%s left in the middle of %s", client_address(request), request.url.path)
    return Response(status_code=400)
