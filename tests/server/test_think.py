"""Bots think beside the server, and no longer than somebody waits for them."""

import asyncio

from meute.match import Match
from meute.server.think import BOTS, Thinkers, Thought

FOREVER = "search:1000000000"
PATIENCE = 60.0


def a_thought(bot: str) -> Thought:
    match = Match("terres", seed=1)
    seat = match.asked()[0]
    return Thought("terres", match.options_settled, {}, match.view(seat).text(), seat, bot, 5)


async def change_ones_mind(thinkers: Thinkers) -> str:
    """A bot that would think for ever is not waited for; then its process is needed."""
    await thinkers.choose(a_thought("random"))
    unwanted = asyncio.create_task(thinkers.choose(a_thought(FOREVER)))
    await asyncio.sleep(0.3)
    assert not unwanted.done()
    unwanted.cancel()
    await asyncio.gather(unwanted, return_exceptions=True)
    assert unwanted.cancelled()
    return await asyncio.wait_for(thinkers.choose(a_thought("greedy")), PATIENCE)


def test_a_thought_that_nobody_wants_any_more_is_given_up() -> None:
    thinkers = Thinkers(1, BOTS, due=10 * PATIENCE)
    try:
        text = asyncio.run(change_ones_mind(thinkers))
    finally:
        thinkers.close()
    match = Match("terres", seed=1)
    assert text in match.texts(match.asked()[0])


def test_an_answer_comes_when_it_is_due() -> None:
    async def ask() -> list[str]:
        asked = (thinkers.choose(a_thought(FOREVER)) for _ in range(3))
        return await asyncio.wait_for(asyncio.gather(*asked), PATIENCE)

    thinkers = Thinkers(1, BOTS, due=0.2)
    try:
        texts = asyncio.run(ask())
    finally:
        thinkers.close()
    match = Match("terres", seed=1)
    assert set(texts) <= set(match.texts(match.asked()[0]))
