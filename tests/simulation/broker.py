"""A NATS server in memory, and a machine whose processes think for the nodes: the real client code talks to it."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from nats.errors import ConnectionClosedError, NoRespondersError

from meute.server.thinking.nats_workers import WorkerNode
from simulation.network import OUTSIDE
from simulation.virtual_time import CURRENT, Process

if TYPE_CHECKING:
    from simulation.world import World

URL = "nats://broker.test"
RECONNECT_SECONDS = 0.5
"""Seconds between two tries of a client to connect again."""
Callback = Callable[..., Awaitable[None]]


@dataclass
class Message:
    """A message as a subscriber gets it."""

    data: bytes
    answer: Callable[[bytes], None] = lambda _: None

    async def respond(self, data: bytes) -> None:
        self.answer(data)


class SimulatedBroker:
    """The broker: stands for the module `nats`, and passes messages between its clients."""

    def __init__(self, world: "World", luck: random.Random) -> None:
        self.world = world
        self.luck = luck
        self.is_down = False
        self.clients: list[Client] = []

    async def connect(self, url: str, **options: Any) -> "Client":
        await self.travel()
        if self.is_down:
            raise ConnectionRefusedError
        process = CURRENT.get()
        assert process is not None
        client = Client(self, process, options.get("disconnected_cb"))
        self.clients.append(client)
        return client

    async def travel(self) -> None:
        await asyncio.sleep(self.luck.uniform(*self.world.network.delay))

    def subscribers(self, subject: str) -> list["Client"]:
        """The connected clients of a subject whose processes have not died."""
        return [client for client in self.clients if client.is_connected and subject in client.subscriptions]

    def stop(self) -> None:
        """The broker dies: all connections break."""
        self.is_down = True
        for client in self.clients:
            client.lose_connection()

    def start(self) -> None:
        self.is_down = False


@dataclass(eq=False)
class Client:
    """A connection as `nats` gives it, which comes back by itself."""

    broker: SimulatedBroker
    process: Process
    disconnected_cb: Callback | None
    subscriptions: dict[str, Callback] = field(default_factory=dict)
    is_lost: bool = False
    is_closed: bool = False

    @property
    def is_connected(self) -> bool:
        return not self.is_lost and not self.is_closed and self.process.is_alive

    def lose_connection(self) -> None:
        if self.is_connected:
            self.is_lost = True
            self.broker.world.loop.spawn(self.process, self.come_back())

    async def come_back(self) -> None:
        if self.disconnected_cb is not None:
            await self.disconnected_cb()
        while self.broker.is_down and not self.is_closed:
            await asyncio.sleep(RECONNECT_SECONDS)
        self.is_lost = False

    async def subscribe(self, subject: str, queue: str = "", cb: Callback | None = None) -> None:
        assert cb is not None
        self.subscriptions[subject] = cb

    async def flush(self) -> None:
        await self.broker.travel()

    def hand_to(self, receiver: "Client", subject: str, message: Message) -> None:
        """Delivers a message after a while, if the receiver is still connected."""
        world = self.broker.world

        def arrive() -> None:
            if receiver.is_connected:
                world.loop.spawn(receiver.process, start(receiver.subscriptions[subject], message))

        due = world.loop.time() + self.broker.luck.uniform(*world.network.delay)
        world.loop.call_at(due, arrive, context=OUTSIDE)

    async def publish(self, subject: str, data: bytes) -> None:
        if not self.is_connected:
            raise ConnectionClosedError
        for receiver in self.broker.subscribers(subject):
            self.hand_to(receiver, subject, Message(data))

    async def request(self, subject: str, data: bytes, timeout: float) -> Message:
        found = self.broker.subscribers(subject)
        if not self.is_connected or not found:
            raise NoRespondersError
        answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

        def answer(answer: bytes) -> None:
            if not answered.done():
                self.broker.world.seen["choices of other machines"] += 1
                answered.set_result(answer)

        def send_back(data: bytes) -> None:
            loop = self.broker.world.loop
            if not self.broker.is_down:
                due = loop.time() + self.broker.luck.uniform(*self.broker.world.network.delay)
                loop.call_at(due, answer, data, context=OUTSIDE)

        self.hand_to(self.broker.luck.choice(found), subject, Message(data, send_back))
        async with asyncio.timeout(timeout):
            return Message(await answered)

    async def close(self) -> None:
        self.is_closed = True


async def start(callback: Callback, message: Message) -> None:
    await callback(message)


class ThinkingMachine:
    """A machine that runs `meute think`; it can be killed and started again."""

    def __init__(self, world: "World", workers: Any) -> None:
        self.world = world
        self.workers = workers
        self.process = Process("think")
        self.process.is_alive = False

    def start(self) -> None:
        self.world.dead.append(self.process)
        self.process = Process("think")
        self.world.loop.spawn(self.process, self.run())

    async def run(self) -> None:
        machine = WorkerNode(URL, 2)
        machine.workers = self.workers
        await machine.run()

    def kill(self) -> None:
        self.process.kill()
