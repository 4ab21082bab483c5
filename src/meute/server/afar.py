"""Thinking on other machines: a broker (NATS) finds a worker that is free; where there is none, we think ourselves."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import msgspec
import nats
from nats.errors import Error as NatsError

from meute import __version__
from meute.bots.advice import Advice
from meute.core.errors import BadInput
from meute.learn.review import Price
from meute.server.counts import COUNTS
from meute.server.reach import read_broker
from meute.server.workers import (
    BOTS,
    DUE,
    Decision,
    Draws,
    Moment,
    Question,
    Thought,
    Workers,
    advice,
    fortune,
    priced,
    weigh,
)

log = logging.getLogger(__name__)

T = TypeVar("T")

SUBJECT = f"meute.think.{__version__}"
"""Only those who play by the same rules think for each other."""
GROUP = "think"
MARGIN = 0.5
"""Seconds for the way there and back."""
ADVICE_TIME = 20.0
"""Seconds for advice, which is never due."""
CONNECT_TIME = 1.0


class Kind(NamedTuple):
    """A kind of work: how it is done, what it is given and what it finds."""

    work: Callable[..., Any] | None
    given: Any
    found: Any


KINDS = {
    "choose": Kind(None, Thought, str),
    "advice": Kind(advice, Question, Advice),
    "weigh": Kind(weigh, Moment, tuple[list[float], int]),
    "priced": Kind(priced, Decision, Price | None),
    "fortune": Kind(fortune, Draws, tuple[float, float] | None),
}


class Asked(msgspec.Struct):
    """What a worker is asked: a kind of work, what it is given, and in how many milliseconds the answer is due."""

    kind: str
    given: msgspec.Raw
    milliseconds: int


class Answered(msgspec.Struct):
    """What a worker has found; or, why nothing."""

    found: msgspec.Raw = msgspec.Raw(b"\xc0")
    failed: str = ""


class NobodyThere(Exception):
    """No worker has answered."""


class Broker:
    """One connection to NATS, which comes back by itself."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.line: Any = None
        self.opening: asyncio.Task[None] | None = None
        self.waiting: set[asyncio.Future[Any]] = set()

    def open(self) -> None:
        self.opening = asyncio.create_task(self.connect())

    async def connect(self) -> None:
        """Tries until there is somebody; then the client itself comes back."""
        while self.line is None:
            try:
                self.line = await nats.connect(
                    self.url,
                    connect_timeout=CONNECT_TIME,
                    max_reconnect_attempts=-1,
                    reconnect_time_wait=0.5,
                    allow_reconnect=True,
                    disconnected_cb=self.lost,
                    error_cb=self.complain,
                )
            except (OSError, NatsError, TimeoutError) as error:
                log.info("the broker does not answer: %s", error)
                await asyncio.sleep(CONNECT_TIME)

    async def lost(self) -> None:
        """Nobody answers any more what was asked before."""
        for waiting in self.waiting:
            waiting.cancel()

    async def complain(self, error: Exception) -> None:
        log.info("the broker: %s", error)

    async def close(self) -> None:
        if self.opening is not None:
            self.opening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.opening
        if self.line is not None:
            with contextlib.suppress(NatsError, OSError, TimeoutError):
                await self.line.close()

    async def ask(self, kind: str, given: Any, seconds: float) -> Any:
        """What a worker found; NobodyThere if none did."""
        if self.line is None or not self.line.is_connected:
            raise NobodyThere
        asked = Asked(kind, msgspec.Raw(msgspec.msgpack.encode(given)), round(seconds * 1000))
        request = asyncio.ensure_future(
            self.line.request(SUBJECT, msgspec.msgpack.encode(asked), timeout=seconds + MARGIN)
        )
        self.waiting.add(request)
        try:
            answer = msgspec.msgpack.decode((await request).data, type=Answered)
            if answer.failed:
                raise NobodyThere
            return msgspec.msgpack.decode(answer.found, type=KINDS[kind].found)
        except (NatsError, OSError, TimeoutError, msgspec.MsgspecError):
            raise NobodyThere from None
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                request.cancel()
                raise
            raise NobodyThere from None
        finally:
            self.waiting.discard(request)


class Afar(Workers):
    """Workers elsewhere first, then those of our own."""

    def __init__(self, workers: int, behind: int, broker: Broker) -> None:
        super().__init__(workers, behind)
        self.broker = broker

    async def choose(self, thought: Thought) -> str:
        try:
            found: str = await self.broker.ask("choose", thought, self.due)
        except NobodyThere:
            return await super().choose(thought)
        COUNTS.events["thought afar"] += 1
        return found

    async def in_turn(self, rank: int, work: Callable[..., T], *args: Any) -> T:
        try:
            found: T = await self.broker.ask(work.__name__, args[0], ADVICE_TIME)
        except NobodyThere:
            return await super().in_turn(rank, work, *args)
        COUNTS.events["thought afar"] += 1
        return found


class Thinker:
    """`meute think`: takes as much work as it has processes for, and says at once when it has none."""

    def __init__(self, url: str, processes: int) -> None:
        self.url = read_broker(url)
        self.workers = Workers(processes, BOTS)
        self.free = processes
        self.tasks: set[asyncio.Task[None]] = set()

    async def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Thinks until it is cancelled."""
        met: list[object] = ["-"]

        async def complain(error: Exception) -> None:
            met.append(error)

        coming = nats.connect(self.url, connect_timeout=CONNECT_TIME, max_reconnect_attempts=-1, error_cb=complain)
        try:
            line = await asyncio.wait_for(coming, 2 * CONNECT_TIME)
        except (OSError, NatsError, TimeoutError, ValueError):
            raise BadInput("error.broker", self.url.rpartition("@")[2], details=met[-1]) from None
        self.workers.open()
        try:
            await line.subscribe(SUBJECT, queue=GROUP, cb=self.hear)
            await line.flush()
            ready()
            await asyncio.Event().wait()
        finally:
            self.workers.close()
            with contextlib.suppress(NatsError, OSError, TimeoutError):
                await line.close()

    async def hear(self, message: Any) -> None:
        """One question, while others are thought about."""
        task = asyncio.create_task(self.answer(message))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def answer(self, message: Any) -> None:
        """Answers, in any case."""
        if not self.free:
            await message.respond(msgspec.msgpack.encode(Answered(failed="busy")))
            return
        self.free -= 1
        try:
            answer = Answered(msgspec.Raw(msgspec.msgpack.encode(await self.think(message.data))))
        except Exception as error:  # whatever was asked, somebody waits
            log.warning("not thought: %r", error)
            answer = Answered(failed=repr(error))
        finally:
            self.free += 1
        with contextlib.suppress(NatsError):
            await message.respond(msgspec.msgpack.encode(answer))

    async def think(self, data: bytes) -> Any:
        """What comes of one question."""
        asked = msgspec.msgpack.decode(data, type=Asked)
        kind = KINDS[asked.kind]
        given = msgspec.msgpack.decode(asked.given, type=kind.given)
        if kind.work is None:
            self.workers.due = min(DUE, asked.milliseconds / 1000)
            return await self.workers.choose(given)
        return await self.workers.run(kind.work, given)


def think(url: str, processes: int, ready: Callable[[], None]) -> None:
    """Thinks for others until interrupted."""
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(Thinker(url, processes).run(ready))
