"""Bots think beside the server, and no longer than somebody waits for them."""

import asyncio

from meute.match import Match
from meute.server.thinking.workers import BOT_NICENESS, BotWork, WorkerPool

FOREVER = "search:1000000000"
PATIENCE = 60.0


def a_thought(bot: str) -> BotWork:
    match = Match("terres", seed=1)
    seat = match.seats_to_act()[0]
    position = match.view(seat).text()
    return BotWork(game="terres", options=match.options_settled, box={}, position=position, seed=5, seat=seat, bot=bot)


async def change_ones_mind(workers: WorkerPool) -> str:
    """A bot that would think for ever is not waited for; then its process is needed."""
    await workers.choose(a_thought("random"))
    unwanted = asyncio.create_task(workers.choose(a_thought(FOREVER)))
    await asyncio.sleep(0.3)
    assert not unwanted.done()
    unwanted.cancel()
    await asyncio.gather(unwanted, return_exceptions=True)
    assert unwanted.cancelled()
    return await asyncio.wait_for(workers.choose(a_thought("greedy")), PATIENCE)


def test_a_thought_that_nobody_wants_any_more_is_given_up() -> None:
    workers = WorkerPool(1, BOT_NICENESS, timeout=10 * PATIENCE)
    try:
        text = asyncio.run(change_ones_mind(workers))
    finally:
        workers.close()
    match = Match("terres", seed=1)
    assert text in match.legal_texts(match.seats_to_act()[0])


def test_an_answer_comes_when_it_is_due() -> None:
    async def ask() -> list[str]:
        asked = (workers.choose(a_thought(FOREVER)) for _ in range(3))
        return await asyncio.wait_for(asyncio.gather(*asked), PATIENCE)

    workers = WorkerPool(1, BOT_NICENESS, timeout=0.2)
    try:
        texts = asyncio.run(ask())
    finally:
        workers.close()
    match = Match("terres", seed=1)
    assert set(texts) <= set(match.legal_texts(match.seats_to_act()[0]))
