"""Looking back at a finished game: what each decision of a seat cost, thought elsewhere, one after the other."""

import asyncio
import logging
from functools import partial
from typing import Any

from meute.core.game import View
from meute.learn.review import Effort, Price, dearest, decisions, draws
from meute.match import Match
from meute.server.advice import OF_THE_CURVE, admitted
from meute.server.limits import Limits
from meute.server.messages.sent import LuckSent, PhraseSent, PriceSent, ReviewSent
from meute.server.refusal import Refusal, phrase_sent
from meute.server.room import Room
from meute.server.watcher import Watcher
from meute.server.workers import Decision, Draws, Workers, fortune, priced
from meute.text import choice_phrase

log = logging.getLogger(__name__)

MOST = 30
"""Decisions looked at, evenly over the game."""
MOST_DRAWS = 40
"""With more, luck takes too long to tell."""
LUCK_MS = 12_000
"""For all draws together."""


class Review:
    """Those at one table who look back."""

    def __init__(self, room: Room, advisers: Workers, limits: Limits) -> None:
        self.room = room
        self.advisers = advisers
        self.limits = limits
        self.looking: dict[Watcher, asyncio.Task[None]] = {}

    def leave(self, watcher: Watcher) -> None:
        """Somebody has gone and waits for nothing any more."""
        task = self.looking.pop(watcher, None)
        if task is not None:
            task.cancel()

    def close(self) -> None:
        """The table leaves memory."""
        for task in self.looking.values():
            task.cancel()

    def ask(self, watcher: Watcher, seat: int) -> None:
        """Begins to look at a seat's decisions; all seats are open once the game is over."""
        match = self.room.match
        if match is None or self.room.kept.phase != "over":
            raise Refusal("not_over")
        if not 0 <= seat < len(match.seats):
            raise Refusal("no_such_seat")
        look = partial(self.look, watcher, match, seat, thinned(decisions(match, seat)))
        task = admitted(self.advisers, self.limits, watcher.who, OF_THE_CURVE, look)
        self.leave(watcher)
        self.looking[watcher] = task

    async def look(self, watcher: Watcher, match: Match, seat: int, steps: list[int]) -> None:
        """One decision after the other, then luck; tells each time what is known."""
        found: list[Price] = []
        try:
            for n, step in enumerate(steps):
                watcher.send(review_sent(match, seat, found, None, n / (len(steps) + 1)))
                told = await self.advisers.in_turn(OF_THE_CURVE, priced, self.decision(match, seat, step))
                found += [told] if told else []
                await asyncio.sleep(0)
            watcher.send(review_sent(match, seat, found, None, len(steps) / (len(steps) + 1)))
            drawn = await self.drawn(match, seat)
            watcher.send(review_sent(match, seat, found, drawn, 1.0))
        except Exception:
            log.exception("table %s: no review", self.room.kept.code)
            watcher.send(Refusal("broken").sent())
        finally:
            if self.looking.get(watcher) is asyncio.current_task():
                del self.looking[watcher]

    def decision(self, match: Match, seat: int, step: int) -> Decision:
        """One decision, as the seat saw it."""
        return Decision(
            position=View(match.game, match.state_at(step), seat).text(),
            step=step,
            seat=seat,
            played=match.game.codec.text(match.steps[step].action),
            effort=self.room.settings.review,
            **self.facts(match, step),
        )

    async def drawn(self, match: Match, seat: int) -> tuple[float, float] | None:
        """How much luck the seat had; None where that cannot be told."""
        tables = list(draws(match))
        if not 0 < len(tables) <= MOST_DRAWS:
            return None
        write = match.game.write_position
        review = self.room.settings.review
        playing = LUCK_MS // (2 * len(tables)) if review.playing else 0
        work = Draws(
            position="",
            seat=seat,
            tables=[(write(before), write(after)) for before, after in tables],
            effort=Effort(review.thinking, 10 * review.worlds, playing),
            **self.facts(match, 0),
        )
        return await self.advisers.in_turn(OF_THE_CURVE, fortune, work)

    def facts(self, match: Match, seed: int) -> dict[str, Any]:
        """What every work is given."""
        return {"game": match.game.id, "options": match.options_settled, "box": self.room.kept.box, "seed": seed}


def thinned(steps: list[int]) -> list[int]:
    """At most so many, evenly over the game."""
    every = -(-len(steps) // MOST)
    return steps[:: max(1, every)]


def review_sent(
    match: Match, seat: int, found: list[Price], drawn: tuple[float, float] | None, progress: float
) -> ReviewSent:
    """What is known so far."""

    def told(step: int, action: int) -> PhraseSent:
        return phrase_sent(choice_phrase(View(match.game, match.state_at(step), seat), action, match.seats))

    return ReviewSent(
        seat=seat,
        prices=[
            PriceSent(
                step=one.step,
                played=told(one.step, one.played),
                better=told(one.step, one.better),
                loss=round(one.loss, 1),
                error=round(one.error, 1),
            )
            for one in dearest(found)
        ],
        luck=LuckSent(points=round(drawn[0], 1), error=round(drawn[1], 1)) if drawn else None,
        progress=progress,
    )
