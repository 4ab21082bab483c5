"""Advice at a table: what the alpha would play, and the chances over a finished game, all thought elsewhere."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from functools import partial, reduce
from typing import Any

from meute.bots.advice import Advice, Prospect, row_name
from meute.bots.curve import MOST, Point, next_moment, turning_points
from meute.core.game import View
from meute.core.numbers import has
from meute.core.phrase import Phrase, phrase
from meute.core.seats import CHANCE
from meute.match import Match
from meute.server.inbox import Errand
from meute.server.limits import Caller, Limits
from meute.server.lobby import allows_hints
from meute.server.messages.asked import AskHint
from meute.server.messages.sent import (
    AimSent,
    ChoiceSent,
    CurveSent,
    HintSent,
    PointSent,
    ProspectSent,
    TurnSent,
)
from meute.server.refusal import Refusal, phrase_sent
from meute.server.room import Room
from meute.server.scene import view_after
from meute.server.store import CurveKept
from meute.server.watcher import Watcher, encoder
from meute.server.workers import Moment, Question, Workers, advice, weigh
from meute.text import choice_phrase

log = logging.getLogger(__name__)

AT_PLAY, AFTERWARDS, OF_THE_CURVE = range(3)
"""Whose question comes first: a player's, that of somebody who looks through a finished game, the next moment's."""


def admitted(
    advisers: Workers, limits: Limits, who: Caller, rank: int, think: Callable[[], Coroutine[Any, Any, None]]
) -> "asyncio.Task[None]":
    """Begins something that waits for an adviser, unless too many wait already, or too much of this guest's does."""
    if advisers.queue.before(rank) >= limits.settings.most_advice:
        raise Refusal("full")
    with ExitStack() as held:
        held.enter_context(limits.advice.count(who))
        if not limits.hints.take(who):
            raise Refusal("flood")
        task = asyncio.create_task(think())
        let_go = held.pop_all().close
        task.add_done_callback(lambda _: let_go())
    return task


class Advisory:
    """The advice that people at one table wait for."""

    def __init__(self, room: Room, advisers: Workers, limits: Limits, post: Callable[[Errand], None]) -> None:
        self.room = room
        self.advisers = advisers
        self.limits = limits
        """How often each guest may ask, and how much at a time."""
        self.post = post
        self.hints: dict[Watcher, asyncio.Task[None]] = {}
        self.wanting: set[Watcher] = set()
        self.points: dict[int, Point] = {}
        """Of the curve's moments, those counted so far."""
        self.drawing: asyncio.Task[None] | None = None

    def leave(self, watcher: Watcher) -> None:
        """Somebody has gone and waits for nothing any more."""
        self.wanting.discard(watcher)
        task = self.hints.pop(watcher, None)
        if task is not None:
            task.cancel()

    def close(self) -> None:
        """The table leaves memory."""
        for task in [*self.hints.values(), *([self.drawing] if self.drawing else [])]:
            task.cancel()

    # --- what the alpha would play

    def ask(self, watcher: Watcher, asked: AskHint) -> None:
        """Lets an adviser think about a seat's question, as that seat sees it; one question at a time."""
        question = self.question(watcher, asked)
        rank = AT_PLAY if self.room.kept.phase == "playing" else AFTERWARDS
        think = partial(self.think, watcher, asked, question, rank)
        task = admitted(self.advisers, self.limits, watcher.who, rank, think)
        before, self.hints[watcher] = self.hints.get(watcher), task
        if before is not None:
            before.cancel()

    def question(self, watcher: Watcher, asked: AskHint) -> Question:
        """What the adviser is given, if this guest may have it: the view of that seat at that moment, as text."""
        room, match = self.room, self.room.match
        if match is None:
            raise Refusal("not_playing")
        if room.kept.phase == "playing":
            room.check_mine(watcher, asked.seat)
            if not allows_hints(room.kept):
                raise Refusal("no_hints")
        if not 0 <= asked.seat < len(match.seats):
            raise Refusal("no_such_seat")
        if not 0 <= asked.step <= len(match.steps):
            raise Refusal("not_found")
        state = match.state_at(asked.step)
        if state.is_over() or not has(state.asked, asked.seat):
            raise Refusal("no_question")
        return Question(
            game=match.game.id,
            options=match.options_settled,
            box=room.kept.box,
            position=View(match.game, state, asked.seat).text(),
            seat=asked.seat,
            played=done_at(match, asked),
            seed=secrets.randbits(64),
            budget=room.settings.advice,
        )

    async def think(self, watcher: Watcher, asked: AskHint, question: Question, rank: int) -> None:
        """Waits for the adviser, and hands what it found to the table's own task."""
        room, era = self.room, self.room.era
        try:
            found = await self.advisers.in_turn(rank, advice, question)
        except Exception:
            log.exception("table %s: no advice", self.room.kept.code)
            watcher.send(Refusal("broken").sent())
            return
        finally:
            if self.hints.get(watcher) is asyncio.current_task():
                del self.hints[watcher]

        async def tell(_: object) -> None:
            if room.match is not None and room.era == era:
                watcher.send(hint_sent(room.match, asked, question.played, found))

        self.post(tell)

    # --- chances over a finished game

    async def want_curve(self, watcher: Watcher, on: bool) -> None:
        """Somebody waits for the curve, or no longer does."""
        room = self.room
        if room.kept.phase != "over" or room.match is None:
            raise Refusal("not_over")
        if not on:
            self.wanting.discard(watcher)
            return
        moments = moments_of(room.match)
        if not self.points:
            kept = await room.store.curve(room.id)
            for step, shares, games in kept.points if kept else []:
                self.points[moments.index(step)] = Point(tuple(shares), games)
            self.points[len(moments) - 1] = certain(room.match)
        watcher.send(self.curve_sent(moments))
        if next_moment(len(moments), self.points) is not None:
            self.wanting.add(watcher)
            if self.drawing is None or self.drawing.done():
                self.drawing = asyncio.create_task(self.draw(room.match, moments))

    async def draw(self, match: Match, moments: list[int]) -> None:
        """Counts one moment after the other while somebody waits, and keeps what is complete."""
        try:
            while self.wanting and (n := next_moment(len(moments), self.points)) is not None:
                moment = self.moment(match, moments[n])
                shares, games = await self.advisers.in_turn(OF_THE_CURVE, weigh, moment)
                self.points[n] = Point(tuple(shares), games)
                if next_moment(len(moments), self.points) is None:
                    points = [(moments[k], list(point.chances), point.games) for k, point in self.points.items()]
                    await self.room.store.keep_curve(self.room.id, CurveKept(points))
                told = encoder.encode(self.curve_sent(moments))
                for watcher in self.wanting:
                    watcher.send(told)
                await asyncio.sleep(0)  # without processes, others must have their turn too
        except Exception:
            log.exception("table %s: no curve", self.room.kept.code)
            for watcher in self.wanting:
                watcher.send(Refusal("broken").sent())

    def moment(self, match: Match, step: int) -> Moment:
        """One moment for an adviser: the game is over, so nothing in it is secret."""
        games, milliseconds = self.room.settings.moment
        return Moment(
            game=match.game.id,
            options=match.options_settled,
            box=self.room.kept.box,
            position=match.game.write_position(match.state_at(step)),
            seed=step,
            games=games,
            milliseconds=milliseconds,
        )

    def curve_sent(self, moments: list[int]) -> CurveSent:
        """The curve as far as it is known."""
        done = next_moment(len(moments), self.points) is None
        match = self.room.match
        assert match is not None
        turns = turning_points(self.points) if done else []
        by_will = not match.state.is_over()
        return CurveSent(
            points=[
                PointSent(step=moments[n], chances=[round(share, 3) for share in self.points[n].chances])
                for n in sorted(self.points)
            ],
            turns=[
                TurnSent(before=moments[turn.before], after=moments[turn.after], seat=turn.seat)
                for turn in turns
                if not (by_will and turn.after == len(moments) - 1)
            ],
            progress=1.0 if done else len(self.points) / min(MOST, len(moments)),
        )


def moments_of(match: Match) -> list[int]:
    """The steps before which somebody decided, and the end."""
    return [step for step, past in enumerate(match.steps) if past.seat != CHANCE] + [len(match.steps)]


def certain(match: Match) -> Point:
    """The chances at the end: who has won."""
    result = match.result()
    assert result is not None
    first = result.places.count(1)
    return Point(tuple(1 / first if place == 1 else 0.0 for place in result.places), 0)


def done_at(match: Match, asked: AskHint) -> str:
    """What the seat chose at that moment, whole, in notation; empty if it has not yet."""
    steps, row = match.steps, list[str]()
    for n in range(asked.step, len(steps)):
        if steps[n].seat == asked.seat:
            row.append(match.game.codec.text(steps[n].action))
            top = match.state_at(n + 1).top
            if top is None or not top.half_done():
                return " ".join(row)
    return ""


def hint_sent(match: Match, asked: AskHint, done: str, found: Advice) -> HintSent:
    """Advice on the wire, with the places by which each choice is made."""
    game, view_asked = match.game, View(match.game, match.state_at(asked.step), asked.seat)

    def sent(prospect: Prospect) -> ProspectSent:
        view, places, names = view_asked, list[str](), list[Phrase]()
        for action in prospect.row:
            places += game.lit(view.state, asked.seat, action)
            names.append(choice_phrase(view, action, match.seats))
            view = view_after(view, action)
        return ProspectSent(
            choice=ChoiceSent(text=" ".join(map(game.codec.text, prospect.row)), places=places),
            phrase=phrase_sent(reduce(lambda first, then: phrase("server.hint_row", first=first, then=then), names)),
            thought=round(prospect.thought, 3),
            chance=round(prospect.chance, 3),
            low=round(prospect.low, 3),
            high=round(prospect.high, 3),
            aims=[AimSent(row=phrase_sent(row_name(game, aim.row)), gain=round(aim.gain, 2)) for aim in prospect.aims],
        )

    return HintSent(
        step=asked.step,
        seat=asked.seat,
        simulations=found.simulations,
        games=found.games,
        choices=[sent(prospect) for prospect in found.choices],
        played=sent(found.played) if found.played else None,
        done=done,
    )
