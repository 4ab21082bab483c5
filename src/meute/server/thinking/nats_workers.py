"""Workers on other machines, reached over NATS; falls back to local workers if none is free."""

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
from meute.bots.luck import CutValue
from meute.core.errors import BadInput
from meute.learn.review import MoveCost
from meute.server.addresses import read_broker
from meute.server.metrics import METRICS
from meute.server.rate_limits import Caller
from meute.server.system import monotonic, random_hex
from meute.server.thinking.workers import (
    BOT_NICENESS,
    BOT_TIMEOUT,
    AdviceWork,
    BotWork,
    ChanceWork,
    LuckWork,
    ReviewWork,
    WorkerPool,
    compute_advice,
    compute_luck,
    compute_move_cost,
    compute_win_chances,
)

log = logging.getLogger(__name__)

T = TypeVar("T")

SUBJECT = f"meute.think.{__version__}"
"""NATS subject; includes the version, as only workers with the same rules may answer."""
GROUP = "think"
CAPACITY = f"meute.capacity.{__version__}"
"""NATS subject on which each worker node announces its number of processes."""
ANNOUNCE_INTERVAL = 2.0
ANNOUNCED_FOR = 3 * ANNOUNCE_INTERVAL
"""Seconds for which an announcement is valid."""
NETWORK_MARGIN = 0.5
"""Seconds added to a request's timeout for the network."""
ADVICE_TIMEOUT = 20.0
"""Seconds for hints, curves and reviews, which have no deadline of their own."""
CONNECT_TIMEOUT = 1.0


class Kind(NamedTuple):
    """A kind of work: its function, and the types of its input and output."""

    work: Callable[..., Any] | None
    input_type: Any
    output_type: Any


KINDS = {
    "choose": Kind(None, BotWork, str),
    "advice": Kind(compute_advice, AdviceWork, Advice),
    "weigh": Kind(compute_win_chances, ChanceWork, tuple[list[float], int]),
    "priced": Kind(compute_move_cost, ReviewWork, MoveCost | None),
    "fortune": Kind(compute_luck, LuckWork, dict[int, CutValue]),
}

KIND_OF = {kind.work: name for name, kind in KINDS.items()}


class WorkRequest(msgspec.Struct):
    """Kind of work, its encoded input, and the milliseconds until the answer is due."""

    kind: str
    given: msgspec.Raw
    milliseconds: int


class WorkResponse(msgspec.Struct):
    """The encoded result, or the reason of a failure."""

    found: msgspec.Raw = msgspec.Raw(b"\xc0")
    failed: str = ""


class Announcement(msgspec.Struct):
    """The processes of a worker node."""

    node: str
    processes: int


class NoWorker(Exception):
    """No remote worker is free, or none has answered in time."""


class Broker:
    """One NATS connection, which reconnects by itself."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.client: Any = None
        self.opening: asyncio.Task[None] | None = None
        self.requests: set[asyncio.Future[Any]] = set()
        self.announced: dict[str, tuple[int, float]] = {}
        """Processes of each worker node, and until when its announcement is valid."""

    def open(self) -> None:
        self.opening = asyncio.create_task(self.connect())

    async def connect(self) -> None:
        """Retries until connected; afterwards the NATS client reconnects."""
        while self.client is None:
            try:
                self.client = await nats.connect(
                    self.url,
                    connect_timeout=CONNECT_TIMEOUT,
                    max_reconnect_attempts=-1,
                    reconnect_time_wait=0.5,
                    allow_reconnect=True,
                    disconnected_cb=self.on_disconnect,
                    error_cb=self.on_error,
                )
                await self.client.subscribe(CAPACITY, cb=self.on_announcement)
            except (OSError, NatsError, TimeoutError) as error:
                log.info("the broker does not answer: %s", error)
                await asyncio.sleep(CONNECT_TIMEOUT)

    async def on_announcement(self, message: Any) -> None:
        """Stores how many processes a worker node has."""
        with contextlib.suppress(msgspec.MsgspecError):
            told = msgspec.msgpack.decode(message.data, type=Announcement)
            self.announced[told.node] = told.processes, monotonic() + ANNOUNCED_FOR

    def processes(self) -> int:
        """Number of processes on other machines."""
        now = monotonic()
        self.announced = {node: told for node, told in self.announced.items() if now < told[1]}
        return sum(processes for processes, _ in self.announced.values())

    async def on_disconnect(self) -> None:
        """Cancels pending requests, as their answers are lost."""
        self.announced.clear()
        for request in self.requests:
            request.cancel()

    async def on_error(self, error: Exception) -> None:
        log.info("the broker: %s", error)

    async def close(self) -> None:
        if self.opening is not None:
            self.opening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.opening
        if self.client is not None:
            with contextlib.suppress(NatsError, OSError, TimeoutError):
                await self.client.close()

    async def ask(self, kind: str, given: Any, seconds: float) -> Any:
        """A worker's result; raises NoWorker if there is none."""
        if self.client is None or not self.client.is_connected:
            raise NoWorker
        payload = WorkRequest(kind, msgspec.Raw(msgspec.msgpack.encode(given)), round(seconds * 1000))
        request = asyncio.ensure_future(
            self.client.request(SUBJECT, msgspec.msgpack.encode(payload), timeout=seconds + NETWORK_MARGIN)
        )
        self.requests.add(request)
        try:
            answer = msgspec.msgpack.decode((await request).data, type=WorkResponse)
            if answer.failed:
                raise NoWorker
            return msgspec.msgpack.decode(answer.found, type=KINDS[kind].output_type)
        except (NatsError, OSError, TimeoutError, msgspec.MsgspecError):
            raise NoWorker from None
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                request.cancel()
                raise
            raise NoWorker from None
        finally:
            self.requests.discard(request)


class NatsWorkers(WorkerPool):
    """Uses remote workers first, then local ones."""

    def __init__(self, workers: int, niceness: int, broker: Broker) -> None:
        super().__init__(workers, niceness)
        self.broker = broker

    async def choose(self, work: BotWork) -> str:
        try:
            result: str = await self.broker.ask("choose", work, self.timeout)
        except NoWorker:
            return await super().choose(work)
        METRICS.events["thought afar"] += 1
        return result

    async def run_queued(self, rank: int, caller: Caller, work: Callable[..., T], *args: Any) -> T:
        """Runs work on another machine, else here; queued by rank and caller for all processes together."""
        self.queue.resize(max(1, self.workers + self.broker.processes()))
        await self.queue.enter(rank, caller)
        try:
            result: T = await self.broker.ask(KIND_OF[work], args[0], ADVICE_TIMEOUT)
            METRICS.events["thought afar"] += 1
            return result
        except NoWorker:
            return await self.run(work, *args)
        finally:
            self.queue.leave()


class WorkerNode:
    """`meute think`: accepts work for its free processes, and answers "busy" at once if it has none."""

    def __init__(self, url: str, processes: int) -> None:
        self.url = read_broker(url)
        self.workers = WorkerPool(processes, BOT_NICENESS)
        self.free = processes
        self.processes = processes
        self.name = random_hex(8)
        self.tasks: set[asyncio.Task[None]] = set()

    async def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Serves until cancelled."""
        errors: list[object] = ["-"]

        async def on_error(error: Exception) -> None:
            errors.append(error)

        connecting = nats.connect(
            self.url, connect_timeout=CONNECT_TIMEOUT, max_reconnect_attempts=-1, error_cb=on_error
        )
        try:
            client = await asyncio.wait_for(connecting, 2 * CONNECT_TIMEOUT)
        except (OSError, NatsError, TimeoutError, ValueError):
            raise BadInput("error.broker", self.url.rpartition("@")[2], details=errors[-1]) from None
        self.workers.open()
        try:
            await client.subscribe(SUBJECT, queue=GROUP, cb=self.on_request)
            await client.flush()
            await client.flush()  # the client's first ping can overtake its subscription
            ready()
            while True:
                with contextlib.suppress(NatsError):
                    await client.publish(CAPACITY, msgspec.msgpack.encode(Announcement(self.name, self.processes)))
                await asyncio.sleep(ANNOUNCE_INTERVAL)
        finally:
            self.workers.close()
            with contextlib.suppress(NatsError, OSError, TimeoutError):
                await client.close()

    async def on_request(self, message: Any) -> None:
        """Answers in a task, so that requests are served concurrently."""
        task = asyncio.create_task(self.answer(message))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def answer(self, message: Any) -> None:
        """Computes and sends the response; sends the reason if that fails."""
        if not self.free:
            await message.respond(msgspec.msgpack.encode(WorkResponse(failed="busy")))
            return
        self.free -= 1
        try:
            answer = WorkResponse(msgspec.Raw(msgspec.msgpack.encode(await self.compute(message.data))))
        except Exception as error:  # the caller waits for an answer in any case
            log.warning("work failed: %r", error)
            answer = WorkResponse(failed=repr(error))
        finally:
            self.free += 1
        with contextlib.suppress(NatsError):
            await message.respond(msgspec.msgpack.encode(answer))

    async def compute(self, data: bytes) -> Any:
        """Decodes a request and runs its work."""
        request = msgspec.msgpack.decode(data, type=WorkRequest)
        kind = KINDS[request.kind]
        given = msgspec.msgpack.decode(request.given, type=kind.input_type)
        if kind.work is None:
            self.workers.timeout = min(BOT_TIMEOUT, request.milliseconds / 1000)
            return await self.workers.choose(given)
        return await self.workers.run(kind.work, given)


def run_worker_node(url: str, processes: int, ready: Callable[[], None]) -> None:
    """Serves until interrupted."""
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(WorkerNode(url, processes).run(ready))
