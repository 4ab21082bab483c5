"""HTTP routes of lessons, puzzles, the daily deal and examples in the rules."""

from functools import cache
from typing import TYPE_CHECKING

from starlette.requests import Request

from meute.games import GAMES
from meute.learn import LessonProgress, Puzzle, examples, lessons, puzzles
from meute.learn.validate import finish
from meute.server.api_route import ApiRoute, get, post
from meute.server.listings import BOOK_PREFIX
from meute.server.messages.league import LeagueDealRequest, LeagueProgressSent, LeagueSent
from meute.server.messages.learning import (
    DailyListSent,
    DailyRecordSent,
    ExampleSent,
    LessonListSent,
    LessonSummarySent,
    PuzzleListSent,
)
from meute.server.messages.requests import DailyDealRequest, LessonRequest, PuzzleRequest
from meute.server.messages.responses import CodeSent
from meute.server.refusal import Refusal, phrase_sent
from meute.server.store.models import PAR, StoredLesson
from meute.server.table.daily import MAX_DAYS, daily_codes, daily_record_sent, daily_sent, open_daily, start_par
from meute.server.table.lesson import open_lesson
from meute.server.table.puzzle_stream import PuzzleResults, own_rating, puzzle_of_day, puzzles_sent
from meute.server.table.scene import current_scene
from meute.server.table.sealed import today

if TYPE_CHECKING:
    from meute.server.http.app import App


class LearningRoutes:
    def __init__(self, app: "App") -> None:
        self.app = app
        self.registry = app.registry

    def routes(self) -> list[ApiRoute]:
        return [
            get("/api/learn", self.lessons, "read"),
            post("/api/learn", self.new_lesson),
            get("/api/puzzles", self.puzzles, "read"),
            post("/api/puzzles", self.next_puzzle),
            get("/api/daily", self.daily, "read"),
            post("/api/daily", self.new_daily),
            get("/api/daily/{game}", self.daily_record, "read"),
            get("/api/league", self.league, "read"),
            get("/api/league/progress", self.league_progress, "read"),
            post("/api/league", self.new_league_deal),
            get("/api/examples/{game}/{name}", self.example, "any"),
        ]

    async def lessons(self, request: Request) -> LessonListSent:
        """All lessons and puzzles, with my progress."""
        guest = await self.app.guest(request)
        return learn_sent(await self.registry.store.lessons(guest.guest))

    async def new_lesson(self, request: Request, body: LessonRequest) -> CodeSent:
        """Open a lesson; an unfinished one is continued."""
        self.app.limits.count_lesson(request.state.caller)
        return CodeSent(code=await open_lesson(self.registry, body, await self.app.guest(request)))

    async def puzzles(self, request: Request) -> PuzzleListSent:
        """The puzzle of the day, and my results in puzzles."""
        guest, store = (await self.app.guest(request)).guest, self.registry.store
        results = PuzzleResults(await store.lessons(guest))
        return puzzles_sent(today(), results, own_rating(await store.people.ratings(guest)))

    async def next_puzzle(self, request: Request, body: PuzzleRequest) -> CodeSent:
        """Open the next puzzle of a game, or the puzzle of the day."""
        self.app.limits.count_lesson(request.state.caller)
        guest, store = await self.app.guest(request), self.registry.store
        puzzle: Puzzle | None = puzzle_of_day(today())
        if body.game:
            results = PuzzleResults(await store.lessons(guest.guest))
            strength = own_rating(await store.people.ratings(guest.guest)).mu
            puzzle = results.next_puzzle(body.game, strength)
        if puzzle is None:
            raise Refusal("not_found")
        return CodeSent(code=await open_lesson(self.registry, LessonRequest(puzzle.game, puzzle.name), guest))

    async def daily(self, request: Request) -> DailyListSent:
        """The deals of today."""
        guest, day = (await self.app.guest(request)).guest, today()
        begun = await daily_codes(self.registry.store, guest, day)
        return daily_sent(self.registry.secret, day, begun, await self.registry.store.daily_standings(day, guest))

    async def new_daily(self, request: Request, body: DailyDealRequest) -> CodeSent:
        """Open today's deal of a game."""
        self.app.limits.count_lesson(request.state.caller)
        code = await open_daily(self.registry, body.game, await self.app.guest(request))
        start_par(self.registry, body.game, today())
        return CodeSent(code=code)

    async def league(self, request: Request) -> LeagueSent:
        """The league of this week, with my results and the standings."""
        return await self.registry.league.sent((await self.app.guest(request)).guest)

    async def league_progress(self, request: Request) -> LeagueProgressSent:
        """How far I am in this week's league."""
        return await self.registry.league.progress_sent((await self.app.guest(request)).guest)

    async def new_league_deal(self, request: Request, body: LeagueDealRequest) -> CodeSent:
        """Open a deal of this week's league, or go on with it."""
        self.app.limits.count_lesson(request.state.caller)
        code = await self.registry.league.open_deal(await self.app.guest(request), body.deal)
        self.registry.league.start_par(body.deal)
        return CodeSent(code=code)

    async def daily_record(self, request: Request) -> DailyRecordSent:
        """My results in a game's daily deals, with the alpha's."""
        guest, game, day = (await self.app.guest(request)).guest, request.path_params["game"], today()
        if game not in GAMES:
            raise Refusal("not_found")
        own = await self.registry.store.people.daily_results(guest)
        pars = await self.registry.store.people.daily_results(PAR)
        lucks = await self.registry.store.statistics.lucks([one.code for one in own if one.game == game][-MAX_DAYS:])
        record = daily_record_sent(game, day, own, pars, lucks)
        if any(result.day == day and result.par is None for result in record.results):
            start_par(self.registry, game, day)
        return record

    async def example(self, request: Request) -> ExampleSent:
        """An example position of the rules."""
        return example_sent(request.path_params["game"], request.path_params["name"])


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
