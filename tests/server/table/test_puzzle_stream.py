"""Puzzles: one a day for all, a stream by strength, first tries rated, missed ones again."""

import asyncio
from datetime import date, timedelta
from pathlib import Path

import pytest
from helpers.tables import ANA, BOB, come, read, tell
from helpers.visitor import QUICK

from meute.learn import puzzles
from meute.server.messages.learning import PuzzleListSent
from meute.server.messages.requests import LessonRequest, Play, Reveal
from meute.server.registry import TableRegistry, opened
from meute.server.store.models import PUZZLES, StoredGuest
from meute.server.store.ratings import rate, rate_duel
from meute.server.table.lesson import open_lesson
from meute.server.table.puzzle_stream import PuzzleResults, all_puzzles, own_rating, puzzle_of_day, puzzles_sent

GAME = "terres"
ONE, OTHER = puzzles(GAME)[:2]


async def answer(registry: TableRegistry, guest: StoredGuest, name: str, *tries: str) -> None:
    """Tries a puzzle: each try is "wrong", "shown" or "right"."""
    table = await registry.table(await open_lesson(registry, LessonRequest(GAME, name), guest))
    assert table is not None
    assert table.room.match is not None
    watcher = await come(table, guest)
    puzzle = next(one for one in puzzles(GAME) if one.name == name)
    for n, kind in enumerate(tries):
        match = table.room.match
        legal, right = match.legal_texts(puzzle.me), puzzle.steps[0].expect
        action = right[0] if kind == "right" else next(text for text in legal if text not in right)
        step = len(match.steps)
        message = Reveal(puzzle.me) if kind == "shown" else Play(puzzle.me, action, f"{table.room.id} {n}"[::2], step)
        await tell(table, watcher, message)
    assert ("refused" in {message["is"] for message in read(watcher)}) == ("wrong" in tries)


async def state(registry: TableRegistry, guest: StoredGuest) -> tuple[PuzzleResults, PuzzleListSent, float]:
    results = PuzzleResults(await registry.store.lessons(guest.guest))
    rating = own_rating(await registry.store.people.ratings(guest.guest))
    return results, puzzles_sent("2026-01-01", results, rating), rating.mu


def test_the_first_try_is_rated_and_what_was_missed_comes_back(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            _, sent, newcomer = await state(registry, ANA)
            assert (sent.rating, sent.rated, [one.tried for one in sent.games if one.game == GAME]) == (None, 0, [0])

            await answer(registry, ANA, ONE.name, "right")
            results, sent, better = await state(registry, ANA)
            assert better > newcomer
            assert (sent.rated, results.of(ONE)) == (1, "solved")
            [harder] = await registry.store.people.ratings(f"{GAME} {ONE.name}")
            assert (harder.game, harder.games) == (PUZZLES, 1)
            assert harder.mu < ONE.rating[0], "a puzzle that is solved is easier than was believed"
            assert (await state(registry, ANA))[1:] == (sent, better), "only the first try is rated"

            await answer(registry, ANA, OTHER.name, "wrong", "wrong", "right")
            results, sent, worse = await state(registry, ANA)
            assert worse < better
            assert (sent.rated, results.of(OTHER)) == (2, "missed")
            assert [(one.tried, one.missed) for one in sent.games if one.game == GAME] == [(2, 1)]
            await answer(registry, ANA, OTHER.name, "right")
            assert (await state(registry, ANA))[0].of(OTHER) == "solved", "at another table"
            assert (await state(registry, ANA))[2] == worse

            await answer(registry, BOB, ONE.name, "shown", "right")
            results, sent, other = await state(registry, BOB)
            assert (sent.rated, results.of(ONE)) == (1, "missed"), "the solution was shown"
            assert other < newcomer
            again = await open_lesson(registry, LessonRequest(GAME, ONE.name), BOB)
            stored = next(one for one in await registry.store.lessons(BOB.guest) if one.lesson == f"missed {ONE.name}")
            assert again != stored.code, "the puzzle is repeated at a new table"

    asyncio.run(scene())


def test_the_stream_ends_with_what_was_missed_longest_ago(tmp_path: Path) -> None:
    async def scene() -> PuzzleResults:
        async with opened(tmp_path, QUICK) as registry:
            await answer(registry, ANA, OTHER.name, "wrong")
            await answer(registry, ANA, ONE.name, "shown")
            return (await state(registry, ANA))[0]

    results = asyncio.run(scene())
    seen = set()
    while (puzzle := results.next_puzzle(GAME, 25.0)) and not results.of(puzzle):
        nearest = min(abs(one.rating[0] - 25.0) for one in puzzles(GAME) if not results.of(one))
        assert abs(puzzle.rating[0] - 25.0) == nearest
        seen.add(puzzle.name)
        results.tried.add((GAME, puzzle.name))
    assert seen == {one.name for one in puzzles(GAME)} - {ONE.name, OTHER.name}
    assert results.next_puzzle(GAME, 25.0) is OTHER
    results.missed.remove((GAME, OTHER.name))
    assert results.next_puzzle(GAME, 25.0) is ONE
    results.missed.clear()
    assert results.next_puzzle(GAME, 25.0) is None, "all are solved: there is no other"
    assert results.next_puzzle("wildlife", 25.0) is None


def test_a_first_try_is_rated_as_openskill_would() -> None:
    for one, other in (((25.0, 25 / 3), (20.0, 25 / 3)), ((31.5, 2.1), (26.0, 7.0)), ((12.0, 1.0), (30.0, 0.8))):
        for places in ([1, 2], [2, 1]):
            expected = rate([one, other], places)
            for own, theirs in zip(rate_duel([one, other], places), expected, strict=True):
                assert own == pytest.approx(theirs)


def test_each_puzzle_is_that_of_a_day_before_any_comes_again() -> None:
    days = [str(date(2026, 1, 1) + timedelta(n)) for n in range(len(all_puzzles()))]
    assert {puzzle_of_day(day).name for day in days} == {puzzle.name for puzzle in all_puzzles()}
    assert len({puzzle_of_day(day).game for day in days[:7]}) > 1
