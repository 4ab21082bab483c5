"""The web application: a few requests, one socket for each table, and the page."""

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from meute.core.errors import BadInput
from meute.server.guard import Guard
from meute.server.house import House
from meute.server.lobby import clean_name
from meute.server.page import Page
from meute.server.refusal import Refusal, of_input
from meute.server.settings import Buckets, Settings
from meute.server.shelf import bots_sent, games_sent, rules_sent
from meute.server.socket import FLOOD, NOT_FOUND, Connection, turn_away
from meute.server.store import GuestKept, StoreFailed
from meute.server.table import Table
from meute.server.watcher import encoder
from meute.server.wire import CodeSent, GuestSent, HomeSent, MeAsked, TableAsked, Wire
from meute.text import LANGUAGES

T = TypeVar("T")
Endpoint = Callable[[Request], Awaitable[Response]]

ASKED = ("", "new/{game}", "table/{code}", "replay/{code}", "rules/{game}", "join/{word}", "about")
"""Routes of the page itself."""


class App:
    """All that the requests share."""

    def __init__(self, folder: Path, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self.house = House(folder, self.settings)
        self.page = Page()
        self.messages = Buckets(self.settings.messages)
        self.requests = Buckets(self.settings.requests)
        self.new_tables = Buckets(self.settings.new_tables)
        self.guesses = Buckets(self.settings.guesses)
        self.sockets: Counter[str] = Counter()

    def starlette(self) -> Starlette:
        """The application for a server to run."""

        @asynccontextmanager
        async def lifespan(_: Starlette) -> AsyncIterator[None]:
            self.house.open()
            yield
            await self.house.close()

        return Starlette(
            routes=self.routes(),
            middleware=[Middleware(Guard, hosts=self.settings.hosts)],
            lifespan=lifespan,
            exception_handlers={404: lost, 405: lost, Refusal: refused, BadInput: refused, StoreFailed: refused},
        )

    def routes(self) -> list[BaseRoute]:
        """Every way in."""
        return [
            Route("/api/home", self.counted(self.home)),
            Route("/api/me", self.counted(self.me), methods=["POST"]),
            Route("/api/tables", self.counted(self.new_table), methods=["POST"]),
            Route("/api/tables/{code}/at/{step:int}", self.counted(self.moment)),
            Route("/api/tables/{code}/record", self.counted(self.record)),
            Route("/api/records", self.counted(self.upload), methods=["POST"]),
            Route("/api/rules/{game}/{language}", self.counted(self.rules)),
            Route("/api/text/{language}.json", self.counted(self.text)),
            Route("/api/word/{word}", self.counted(self.word)),
            WebSocketRoute("/socket/{code}", self.socket),
            *(Route(f"/{path}", self.index) for path in ASKED),
            Route("/{path:path}", self.file),
        ]

    def counted(self, endpoint: Endpoint) -> Endpoint:
        """An endpoint that a guest may not call too often."""

        async def answer(request: Request) -> Response:
            if not self.requests.of(request.state.guest if request.state.known else address(request)).take():
                raise Refusal("flood")
            return await endpoint(request)

        return answer

    # --- guests

    async def guest(self, request: HTTPConnection) -> GuestKept:
        """Who asks; somebody new has no name yet."""
        known = await self.house.store.guest(request.state.guest) if request.state.known else None
        return known or GuestKept(request.state.guest, "", language_of(request))

    async def home(self, request: Request) -> Response:
        guest = await self.guest(request)
        return json(
            HomeSent(
                guest=GuestSent(name=guest.name, language=guest.language),
                games=games_sent(),
                bots=bots_sent(),
                tables=await self.house.lines(guest.guest),
            )
        )

    async def me(self, request: Request) -> Response:
        asked = await self.body(request, MeAsked)
        if asked.language not in LANGUAGES:
            raise BadInput("error.language", asked.language, known=", ".join(LANGUAGES))
        guest = GuestKept(request.state.guest, clean_name(asked.name), asked.language)
        await self.house.store.keep_guest(guest)
        return json(GuestSent(name=guest.name, language=guest.language))

    # --- tables

    async def new_table(self, request: Request) -> Response:
        asked = await self.body(request, TableAsked)
        self.check_new(request)
        return json(CodeSent(code=await self.house.open_table(asked, await self.guest(request))))

    async def upload(self, request: Request) -> Response:
        text = await self.bytes_of(request, self.settings.record)
        self.check_new(request)
        try:
            told = text.decode()
        except UnicodeDecodeError:
            raise Refusal("malformed") from None
        return json(CodeSent(code=await self.house.upload(told, await self.guest(request))))

    async def moment(self, request: Request) -> Response:
        table = await self.table(request)
        try:
            seat = int(request.query_params.get("view", "-1"))
        except ValueError:
            raise Refusal("malformed") from None
        guest = await self.guest(request)
        step: int = request.path_params["step"]
        return json(await table.ask(lambda: table.scene_at(guest, step, seat)))

    async def record(self, request: Request) -> Response:
        table = await self.table(request)
        text = await table.ask(table.record)
        named = f'attachment; filename="{table.kept.game}-{table.kept.code}.txt"'
        return Response(text, headers={"content-disposition": named}, media_type="text/plain")

    async def word(self, request: Request) -> Response:
        self.check_guesses(request)
        code = await self.house.store.code_of(request.path_params["word"].strip().lower())
        if code is None:
            raise self.missed(request)
        return json(CodeSent(code=code))

    async def table(self, request: HTTPConnection) -> Table:
        """The table that a request is about."""
        self.check_guesses(request)
        table = await self.house.table(request.path_params["code"].lower())
        if table is None:
            raise self.missed(request)
        return table

    def check_new(self, request: Request) -> None:
        """An address may not open tables without end."""
        if not self.new_tables.of(address(request)).take():
            raise Refusal("flood")

    def check_guesses(self, request: HTTPConnection) -> None:
        """An address that has guessed too many codes waits."""
        if self.guesses.of(address(request)).is_empty():
            raise Refusal("guesses")

    def missed(self, request: HTTPConnection) -> Refusal:
        """A wrong guess, which is counted."""
        self.guesses.of(address(request)).take()
        return Refusal("not_found")

    async def socket(self, socket: WebSocket) -> None:
        """The socket of a table."""
        await socket.accept()
        guest, place = socket.state.guest, address(socket)
        try:
            if self.sockets[guest] >= self.settings.sockets or self.sockets[place] >= self.settings.sockets_of_address:
                raise Refusal("flood")
            table = await self.table(socket)
        except Refusal as refusal:
            await turn_away(socket, refusal, NOT_FOUND if refusal.code == "not_found" else FLOOD)
            return
        self.sockets.update((guest, place))
        try:
            who = await self.guest(socket)
            table = await self.table(socket)
            await Connection(socket, self.house, table, who, self.messages.of(guest)).run()
        finally:
            self.sockets.subtract((guest, place))
            self.sockets += Counter()

    # --- pages

    async def rules(self, request: Request) -> Response:
        return json(rules_sent(request.path_params["game"], request.path_params["language"]))

    async def text(self, request: Request) -> Response:
        words = self.page.words.get(request.path_params["language"])
        if words is None:
            raise Refusal("not_found")
        return words.answer(request)

    async def index(self, request: Request) -> Response:
        return self.page.index().answer(request)

    async def file(self, request: Request) -> Response:
        """A file of the page; any other path shows the page, which says that there is nothing here."""
        path = request.path_params["path"]
        found = self.page.file(path)
        if found is not None:
            return found.answer(request)
        if path.startswith(("api/", "assets/")):
            raise Refusal("not_found")
        return self.page.index().answer(request, 404)

    # --- bodies

    async def body(self, request: Request, kind: type[T]) -> T:
        """A body of this kind."""
        try:
            return msgspec.json.decode(await self.bytes_of(request, self.settings.body), type=kind)
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            raise Refusal("malformed") from None

    async def bytes_of(self, request: Request, most: int) -> bytes:
        """A body that is not too big."""
        body = bytearray()
        async for part in request.stream():
            body += part
            if len(body) > most:
                raise Refusal("too_big")
        return bytes(body)


def address(request: HTTPConnection) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


def language_of(request: HTTPConnection) -> str:
    """The first language of the browser that we speak."""
    for wanted in request.headers.get("accept-language", "").split(","):
        language = wanted.strip()[:2].lower()
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]


def json(sent: Wire) -> Response:
    """A structure of the wire, which no cache keeps."""
    return Response(encoder.encode(sent), headers={"cache-control": "no-store"}, media_type="application/json")


async def refused(_: Request, error: Exception) -> Response:
    """A refusal over HTTP."""
    match error:
        case Refusal():
            refusal = error
        case BadInput():
            refusal = of_input(error)
        case _:
            refusal = Refusal("store")
    return Response(encoder.encode(refusal.sent()), refusal.status, media_type="application/json")


async def lost(request: Request, error: Exception) -> Response:
    """No such way in, or not by this method."""
    assert isinstance(error, HTTPException)
    response = await refused(request, Refusal("not_found"))
    response.status_code = error.status_code
    return response


def make_app(folder: Path, settings: Settings | None = None) -> Starlette:
    """The application over a data folder."""
    return App(folder, settings).starlette()
