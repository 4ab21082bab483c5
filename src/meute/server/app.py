"""The web application: a few requests, one socket for each table, and the page."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic
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
from meute.server.daily import check_fair, daily_sent, today
from meute.server.guard import NOBODY_KEEPS, Guard
from meute.server.house import A_MACHINE, Away, Grounds, House
from meute.server.lesson import example_sent, learn_sent
from meute.server.letters import clean_name
from meute.server.messages import Message
from meute.server.messages.asked import DailyAsked, LearnAsked, MeAsked, TableAsked
from meute.server.messages.sent import CodeSent, GuestSent, HomeSent
from meute.server.notices.routes import NoticeRoutes
from meute.server.page import APART, Page
from meute.server.people.around import AroundRoutes
from meute.server.people.routes import PeopleRoutes
from meute.server.reach import where_others_come
from meute.server.refusal import Refusal, of_input
from meute.server.settings import Settings
from meute.server.shelf import bots_sent, games_sent, rules_sent
from meute.server.socket import NOT_FOUND, Connection, turn_away
from meute.server.store import GuestKept, StoreFailed
from meute.server.table import Table
from meute.server.watcher import FLOOD, GOING_AWAY, REMOVED, encoder
from meute.text import LANGUAGES, nearest

log = logging.getLogger(__name__)

T = TypeVar("T")
Endpoint = Callable[[Request], Awaitable[Response]]

ASKED = (
    "",
    "learn",
    "learn/{game}",
    "new/{game}",
    "table/{code}",
    "replay/{code}",
    "rules/{game}",
    "join/{word}",
    "about",
    "me",
    "carry",
    "mail",
)
"""Routes of the page itself."""
TURNED_AWAY = {"not_found": NOT_FOUND, "banned": REMOVED, "store": GOING_AWAY, "moving": GOING_AWAY}
"""How sockets are closed that find no table; else with the code of those who come too often."""
OPEN_TO_ALL = ("/api/me/delete",)
"""What even those may ask for whom the operator does not let play here."""
NODE_TIME = 6.0
NODE_LOOK = (0.02, 0.25)
"""Seconds for which a visitor waits for a table whose node does not answer; between two looks, at first and later."""
NUMBER = re.compile(r"-?[0-9]{1,9}")


class App:
    """All that the requests share."""

    def __init__(self, folder: Path, settings: Settings | None = None, grounds: Grounds = A_MACHINE) -> None:
        self.settings = settings or Settings()
        door = None
        if self.settings.private:
            from meute.server.private import Private, bound, place_of

            door = bound(self.settings.private, shared=bool(self.settings.store))
            self.settings = replace(self.settings, private=place_of(door))
        self.house = House(folder, self.settings, grounds)
        self.page = Page()
        self.limits = self.house.limits
        self.private = Private(self, door) if door is not None else None

    def starlette(self) -> Starlette:
        """The application for a server to run."""

        @asynccontextmanager
        async def lifespan(_: Starlette) -> AsyncIterator[None]:
            self.house.open()
            if self.private is not None:
                self.private.open()
            yield
            await self.house.close()
            if self.private is not None:
                await self.private.close()

        return Starlette(
            routes=self.routes(),
            middleware=[Middleware(Guard, settings=self.settings, mark=self.house.store.mark)],
            lifespan=lifespan,
            exception_handlers=self.handlers(),
        )

    def handlers(self) -> dict[Any, Any]:
        """What becomes of what goes wrong."""
        return {
            404: lost,
            405: lost,
            Refusal: refused,
            BadInput: refused,
            StoreFailed: refused,
            ClientDisconnect: left,
            Away: self.forwarded,
        }

    async def forwarded(self, request: Request, error: Exception) -> Response:
        """The node that has the table answers; one that is asked by another node and has it no more does not ask on."""
        assert isinstance(error, Away)
        if getattr(request.state, "piped", False):
            return await refused(request, Refusal("store"))
        from meute.server.pipe import forward

        return await forward(request, self.house.secret, error.where, getattr(request.state, "body", b""))

    def routes(self) -> list[BaseRoute]:
        """Every way in."""
        people = PeopleRoutes(self)
        return [
            WebSocketRoute("/socket/{code}", self.socket),
            Route("/api/home", self.counted(self.home)),
            Route("/api/me", self.counted(self.me), methods=["POST"]),
            Route("/api/learn", self.counted(self.lessons)),
            Route("/api/learn", self.counted(self.new_lesson), methods=["POST"]),
            Route("/api/daily", self.counted(self.daily)),
            Route("/api/daily", self.counted(self.new_daily), methods=["POST"]),
            Route("/api/tables", self.counted(self.new_table), methods=["POST"]),
            Route("/api/tables/{code}/at/{step}", self.counted(self.moment)),
            Route("/api/tables/{code}/record", self.counted(self.record)),
            Route("/api/tables/{code}/from/{step}", self.counted(self.play_on), methods=["POST"]),
            Route("/api/records", self.counted(self.upload), methods=["POST"]),
            Route("/api/examples/{game}/{name}", self.counted(self.example)),
            Route("/api/rules/{game}/{language}", self.counted(self.rules)),
            Route("/api/text/{language}.json", self.counted(self.text)),
            Route("/api/word/{word}", self.counted(self.word)),
            *people.routes(),
            *NoticeRoutes(self, people).routes(),
            *AroundRoutes(self).routes(),
            *(Route(f"/{path}", self.index) for path in ASKED),
            Route("/{path:path}", self.file),
        ]

    def counted(self, endpoint: Endpoint) -> Endpoint:
        """An endpoint that nobody may call too often."""

        async def answer(request: Request) -> Response:
            self.admit(request)
            if request.method == "POST" and request.url.path not in OPEN_TO_ALL:
                await self.check_welcome(request)
            return await endpoint(request)

        return answer

    def admit(self, request: HTTPConnection) -> None:
        """Counts a request, and notes whose limits it is counted against."""
        request.state.who = self.limits.admit(request.state.device, address(request))

    async def check_welcome(self, request: HTTPConnection) -> None:
        """Refuses whom the operator does not let play here."""
        if request.state.known and await self.house.store.people.is_banned(await self.person(request)):
            raise Refusal("banned")

    # --- guests

    async def person(self, request: HTTPConnection) -> str:
        """Whose device a request comes from."""
        device: str = request.state.device
        return await self.house.people.who(device) if request.state.known else device

    async def guest(self, request: HTTPConnection) -> GuestKept:
        """Who asks; somebody new has no name yet."""
        person = await self.person(request)
        known = await self.house.store.guest(person) if request.state.known else None
        return known or GuestKept(person, "", language_of(request))

    async def home(self, request: Request) -> Response:
        guest = await self.guest(request)
        return json(
            HomeSent(
                guest=GuestSent(name=guest.name, language=guest.language),
                languages=list(LANGUAGES),
                games=games_sent(),
                bots=bots_sent(),
                tables=await self.house.lines(guest.guest),
                others=where_others_come(self.settings, request.scope, request.headers),
            )
        )

    async def me(self, request: Request) -> Response:
        asked = await self.body(request, MeAsked)
        if asked.language not in LANGUAGES:
            raise BadInput("error.language", asked.language, known=", ".join(LANGUAGES))
        people, agent = self.house.people, request.headers.get("user-agent", "")
        guest = GuestKept(await people.who(request.state.device), clean_name(asked.name), asked.language)
        await self.house.store.keep_guest(guest)
        await people.store.keep_device(people.device(request.state.device, guest.guest, agent))
        return json(GuestSent(name=guest.name, language=guest.language))

    # --- lessons

    async def lessons(self, request: Request) -> Response:
        return json(learn_sent(await self.house.store.lessons((await self.guest(request)).guest)))

    async def new_lesson(self, request: Request) -> Response:
        asked = await self.body(request, LearnAsked)
        self.limits.begin_lesson(request.state.who)
        return json(CodeSent(code=await self.house.open_lesson(asked, await self.guest(request))))

    async def daily(self, request: Request) -> Response:
        guest, day = (await self.guest(request)).guest, today()
        begun = await self.house.begun_today(guest, day)
        return json(daily_sent(day, begun, await self.house.store.dailies(day, guest)))

    async def new_daily(self, request: Request) -> Response:
        asked = await self.body(request, DailyAsked)
        self.limits.begin_lesson(request.state.who)
        return json(CodeSent(code=await self.house.open_daily(asked.game, await self.guest(request))))

    # --- tables

    async def new_table(self, request: Request) -> Response:
        asked = await self.body(request, TableAsked)
        self.limits.open_table(request.state.who)
        code = await self.house.open_table(asked, await self.guest(request), request.state.who)
        return json(CodeSent(code=code))

    async def upload(self, request: Request) -> Response:
        text = await self.bytes_of(request, self.settings.record)
        self.limits.open_table(request.state.who)
        try:
            told = text.decode()
        except UnicodeDecodeError:
            raise Refusal("malformed") from None
        return json(CodeSent(code=await self.house.upload(told, await self.guest(request), request.state.who)))

    async def moment(self, request: Request) -> Response:
        table = await self.table(request)
        step = number(request.path_params["step"])
        seat = number(request.query_params.get("view", "-1"))
        guest = await self.guest(request)
        return json(await table.ask(lambda table: table.scene_at(guest, request.state.who, step, seat)))

    async def record(self, request: Request) -> Response:
        table = await self.table(request)
        guest = await self.guest(request)
        text = await table.ask(lambda table: table.record(guest, request.state.who))
        named = f'attachment; filename="{table.room.kept.game}-{table.room.kept.code}.meute"'
        return Response(text, headers={"content-disposition": named}, media_type="text/plain")

    async def play_on(self, request: Request) -> Response:
        """A new table that goes on from a moment of a finished game."""
        table = await self.table(request)
        step = number(request.path_params["step"])
        self.limits.open_table(request.state.who)
        guest = await self.guest(request)
        text = await table.ask(lambda table: table.record(guest, request.state.who, step))
        return json(CodeSent(code=await self.house.upload(text, guest, request.state.who)))

    async def word(self, request: Request) -> Response:
        self.limits.check_guesses(request.state.who)
        word = request.path_params["word"].strip().lower()
        code = await self.house.store.code_of(word) if word.isalnum() else None
        if code is None:
            raise self.limits.missed(request.state.who, told=phrase("refused.no_table"))
        return json(CodeSent(code=code))

    async def table(self, request: HTTPConnection, unreachable: str = "") -> Table:
        """The table that a request is about. Its code is too long to be guessed, so one that is right always counts."""
        table = await self.house.table(request.path_params["code"].lower(), unreachable)
        if table is None:
            raise self.limits.missed(request.state.who)
        kept = table.room.kept
        if kept.kind == "daily":
            await check_fair(self.house.store, kept, (await self.guest(request)).guest)
        return table

    async def socket(self, socket: WebSocket) -> None:
        """The socket of a table, here or at the node that has it."""
        with ExitStack() as counted:
            try:
                self.admit(socket)
                counted.enter_context(self.limits.sockets.count(socket.state.who))
                await socket.accept()
                self.house.check_open()
                await self.check_welcome(socket)
                guest = await self.guest(socket)
                table = await self.table_or_pipe(socket)
            except Refusal as refusal:
                await turn_away(socket, refusal, TURNED_AWAY.get(refusal.code, FLOOD))
                return
            if table is None:
                return
            connection = Connection(socket, self.house, table, guest, socket.state.who)
            shut = await self.house.store.people.shut_by(guest.guest)
            connection.watcher.mutes = frozenset(other for other, how in shut if how == "mute")
            await connection.run()

    async def table_or_pipe(self, socket: WebSocket) -> Table | None:
        """The table, if it is here; else a pipe to where it is, until that ends."""
        unreachable, late, (look, longest) = "", monotonic() + NODE_TIME, NODE_LOOK
        while True:
            try:
                return await self.table(socket, unreachable)
            except Away as away:
                where = away.where
            if getattr(socket.state, "piped", False) or monotonic() > late:
                raise Refusal("moving")
            if where.node == unreachable:
                await asyncio.sleep(look)
                look = min(2 * look, longest)
                continue
            from meute.server.pipe import Pipe, Unreachable  # only where there are several nodes

            try:
                await Pipe(socket, self.house.secret, where).run(self.house.pipes)
                return None
            except Unreachable:
                unreachable = where.node

    # --- pages

    async def example(self, request: Request) -> Response:
        return json(example_sent(request.path_params["game"], request.path_params["name"]))

    async def rules(self, request: Request) -> Response:
        return json(rules_sent(request.path_params["game"], request.path_params["language"]))

    async def text(self, request: Request) -> Response:
        """The words of the nearest language that has a catalogue, or a part of them; the answer says which language."""
        language, part = nearest([request.path_params["language"]]), request.query_params.get("part", "")
        answer = self.page.words[language, part if part in APART else ""].answer(request)
        answer.headers["content-language"] = language
        return answer

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
        request.state.body = told = bytes(body)
        return told


def address(request: HTTPConnection) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


def language_of(request: HTTPConnection) -> str:
    """The first language of the browser that we speak."""
    return nearest(request.headers.get("accept-language", "").split(","))


def json(sent: Message) -> Response:
    """A structure of the wire, which no cache keeps."""
    return Response(encoder.encode(sent), headers={"cache-control": NOBODY_KEEPS}, media_type="application/json")


async def refused(_: Request, error: Exception) -> Response:
    """A refusal over HTTP."""
    match error:
        case Refusal():
            refusal = error
        case BadInput():
            refusal = of_input(error)
        case _:
            refusal = Refusal("store")
    response = json(refusal.sent())
    response.status_code = refusal.status
    return response


async def lost(request: Request, error: Exception) -> Response:
    """No such way in, or not by this method."""
    assert isinstance(error, HTTPException)
    response = await refused(request, Refusal("not_found"))
    response.status_code = error.status_code
    return response


async def left(request: Request, _: Exception) -> Response:
    """Somebody has gone before the end of his request."""
    log.info("%s left in the middle of %s", address(request), request.url.path)
    return Response(status_code=400)


def number(text: str) -> int:
    """A number in an address."""
    if not NUMBER.fullmatch(text):
        raise Refusal("malformed")
    return int(text)
