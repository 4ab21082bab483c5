"""HTTP routes of lessons, puzzles, the daily deal and examples in the rules."""

from functools import cache
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from meute.games import GAMES
from meute.learn import LessonProgress, examples, lessons, puzzles
from meute.learn.validate import finish
from meute.server.json_response import json_response
from meute.server.listings import BOOK_PREFIX
from meute.server.messages.learning import ExampleSent, LessonListSent, LessonSummarySent
from meute.server.messages.requests import DailyDealRequest, LessonRequest
from meute.server.messages.responses import CodeSent
from meute.server.refusal import Refusal, phrase_sent
from meute.server.store.models import StoredLesson
from meute.server.table.daily import daily_codes, daily_sent, open_daily
from meute.server.table.lesson import open_lesson
from meute.server.table.scene import current_scene
from meute.server.table.sealed import today

if TYPE_CHECKING:
    from meute.server.http.app import App


class LearningRoutes:
    def __init__(self, app: "App") -> None:
        self.app = app
        self.registry = app.registry

    def routes(self) -> list[BaseRoute]:
        limited = self.app.rate_limited
        return [
            Route("/api/learn", limited(self.lessons)),
            Route("/api/daily", limited(self.daily)),
            *self.app.post_routes({"learn": self.new_lesson, "daily": self.new_daily}),
            Route("/api/examples/{game}/{name}", limited(self.example)),
        ]

    async def lessons(self, request: Request) -> Response:
        guest = await self.app.guest(request)
        return json_response(learn_sent(await self.registry.store.lessons(guest.guest)))

    async def new_lesson(self, request: Request) -> Response:
        body = await self.app.decode_body(request, LessonRequest)
        self.app.limits.count_lesson(request.state.caller)
        return json_response(CodeSent(code=await open_lesson(self.registry, body, await self.app.guest(request))))

    async def daily(self, request: Request) -> Response:
        guest, day = (await self.app.guest(request)).guest, today()
        begun = await daily_codes(self.registry.store, guest, day)
        return json_response(
            daily_sent(self.registry.secret, day, begun, await self.registry.store.daily_standings(day, guest))
        )

    async def new_daily(self, request: Request) -> Response:
        body = await self.app.decode_body(request, DailyDealRequest)
        self.app.limits.count_lesson(request.state.caller)
        return json_response(CodeSent(code=await open_daily(self.registry, body.game, await self.app.guest(request))))

    async def example(self, request: Request) -> Response:
        return json_response(example_sent(request.path_params["game"], request.path_params["name"]))


def learn_sent(known: list[StoredLesson]) -> LessonListSent:
    """All lessons and puzzles, with the guest's progress."""
    done = {(stored.game, stored.lesson): stored.done for stored in known}
    return LessonListSent(
        lessons=[
            LessonSummarySent(
                game=game,
                kind=lesson.kind,
                name=lesson.name,
                title=phrase_sent(lesson.phrase()),
                teaches=lesson.teaches,
                begun=(game, lesson.name) in done,
                done=done.get((game, lesson.name), False),
            )
            for game in GAMES
            for lesson in (*lessons(game), *puzzles(game))
        ]
    )


@cache
def example_sent(game: str, name: str) -> ExampleSent:
    """An example from the rulebook, or the end of a lesson as an example of what it teaches."""
    printed = next((example for example in examples(game) if f"{BOOK_PREFIX}{example.name}" == name), None)
    if printed is not None:
        match = printed.match(game)
        return ExampleSent(
            lesson="",
            title=None,
            tell=[phrase_sent(printed.phrase(game))],
            seats=list(match.seats),
            own=printed.own,
            scene=current_scene(match, printed.seats.index("")),
        )
    lesson = next((lesson for lesson in lessons(game) if lesson.name == name), None)
    if lesson is None:
        raise Refusal("not_found")
    progress = LessonProgress(lesson, lesson.match(""))
    finish(progress)
    return ExampleSent(
        lesson=lesson.name,
        title=phrase_sent(lesson.phrase()),
        tell=[phrase_sent(sentence) for sentence in progress.text()[0]],
        seats=list(progress.match.seats),
        own=False,
        scene=current_scene(progress.match, lesson.me),
    )
