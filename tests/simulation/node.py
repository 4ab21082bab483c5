"""A simulated node: the real application in a process of its own, over the shared database."""

import asyncio
from collections.abc import Callable, Sized
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosedError

from meute.server.cluster.admin_app import private_app
from meute.server.cluster.node_proxy import HEADER, Answer
from meute.server.http.app import App
from meute.server.notifications.mail import MailFailed
from meute.server.registry import Platform
from meute.server.settings import Settings
from meute.server.store.interface import Store
from meute.server.thinking.nats_workers import Broker, NatsWorkers
from meute.server.thinking.sandbox import JobStopped, Sandbox
from meute.server.thinking.workers import TIME_LIMIT, BotWork, WorkerPool, WorkFailed, choose_action
from meute.server.thread_pool import Busy, Pool
from simulation.broker import URL
from simulation.database import SharedStore, SingleStore
from simulation.network import Address, Lost, Socket
from simulation.virtual_time import CURRENT, Process

if TYPE_CHECKING:
    from simulation.world import World

T = TypeVar("T")

RANDOM_BOT = "random"


class Node:
    """A node that can be started, stopped, continued, drained and killed."""

    def __init__(self, world: "World", name: str, settings: Settings, folder: Path) -> None:
        self.world = world
        self.name = name
        self.settings = settings
        self.folder = folder
        self.starts = 0
        self.process = Process(name)
        self.app: App | None = None

    @property
    def private_name(self) -> str:
        """The address at which other nodes reach it."""
        return f"{self.name}-private"

    async def start(self, skew: float = 0.0) -> None:
        """Starts the node's process, with a clock that is ahead by `skew` seconds."""
        self.starts += 1
        self.world.dead.append(self.process)
        self.process = Process(self.name, skew)
        await self.world.loop.spawn(self.process, self.boot())

    async def boot(self) -> None:
        world = self.world
        broker = Broker(URL)
        platform = Platform(
            store=self.make_store,
            workers=lambda *_: SimulatedWorkers(world) if world.broker is None else AfarWorkers(world, broker),
            sandbox=lambda *_: NoSandbox(),
            pool=lambda name, *_: SimulatedPool(world, name),
            dial=self.dial,
        )
        self.app = App(self.folder, self.settings, platform)
        public = self.app.starlette()
        if world.broker is not None:
            self.app.registry.broker = broker
        self.app.registry.open()
        addresses = world.network.addresses
        addresses[self.name] = Address(self.name, self.process, public)
        addresses[self.private_name] = Address(self.private_name, self.process, private_app(self.app))

    def make_store(self, folder: Path, settings: Settings) -> Store:
        if self.world.is_cluster:
            return SharedStore(self.world.database, f"{self.name}.{self.starts}", self.private_name)
        return SingleStore(self.world.database)

    async def dial(self, address: str, path: str, ticket: str) -> ClientConnection:
        """A WebSocket to another node."""
        try:
            socket = await self.world.network.connect(address, path, {HEADER: ticket}, source=self.name)
        except Lost:
            raise ConnectionRefusedError from None
        return cast(ClientConnection, NodeLink(socket))

    def is_ready(self) -> bool:
        """What a load balancer learns from /readyz; a stopped node does not answer."""
        return (
            self.process.is_alive
            and not self.process.is_stopped
            and self.app is not None
            and not self.app.registry.unready_reason()
        )

    def kill(self) -> None:
        """Kills the process: its connections break, and what it has not committed is lost."""
        self.process.kill()
        for name in (self.name, self.private_name):
            self.world.network.break_sockets(name)
        database = self.world.database
        database.unlock(f"{self.name}.{self.starts}")
        if database.connection.in_transaction:
            database.connection.execute("rollback")

    def kept(self) -> list[object]:
        """What the node has in memory for connections and tables; nothing once all are closed."""
        assert self.app is not None
        registry = self.app.registry
        parts: list[Sized] = [registry.tables, registry.opening, registry.detached_tasks, registry.presence.connections]
        parts += [registry.limits.sockets.guests, registry.limits.sockets.networks]
        parts += [*registry.proxies.values(), *registry.homes.pages.values()]
        return [part for part in parts if len(part)]

    async def close(self) -> None:
        """Shuts the node down as SIGTERM does."""
        assert self.app is not None
        await self.world.loop.spawn(self.process, self.app.registry.close())
        for name in (self.name, self.private_name):
            self.world.network.break_sockets(name)


class NodeLink:
    """A socket as the node proxy uses a connection of `websockets`."""

    def __init__(self, socket: Socket) -> None:
        self.socket = socket
        self.transport = self

    @property
    def close_code(self) -> int | None:
        return self.socket.close_code if self.socket.is_closed else None

    async def send(self, text: str) -> None:
        try:
            await self.socket.send(text)
        except Lost:
            raise ConnectionClosedError(None, None) from None

    async def close(self) -> None:
        self.socket.cut()

    def abort(self) -> None:
        self.socket.cut()

    def __aiter__(self) -> "NodeLink":
        return self

    async def __anext__(self) -> str:
        try:
            return await self.socket.receive()
        except Lost:
            raise StopAsyncIteration from None


class SimulatedWorkers(WorkerPool):
    """Bots that choose at random after a while; their processes can die."""

    def __init__(self, world: "World") -> None:
        WorkerPool.__init__(self, 0, 0)
        self.world = world

    def open(self) -> None:
        return

    async def choose(self, work: BotWork) -> str:
        await asyncio.sleep(self.world.luck.uniform(0.01, 1.0))
        if self.world.luck.random() < self.world.worker_loss:
            raise WorkFailed("the process has died")
        return choose_action(msgspec.structs.replace(work, bot=RANDOM_BOT, unhurried=True), 0, 0.0)

    async def run(self, work: Callable[..., T], *args: Any, limit: float = TIME_LIMIT) -> T:
        raise WorkFailed("no advice in a simulation")

    def close(self) -> None:
        return


class AfarWorkers(NatsWorkers, SimulatedWorkers):
    """Bots that think on another machine first, else here."""

    def __init__(self, world: "World", broker: Broker) -> None:
        SimulatedWorkers.__init__(self, world)
        self.broker = broker


class NoSandbox(Sandbox):
    """Uploads are not part of a simulation."""

    def __init__(self) -> None:
        return

    async def ask(self, question: bytes, seconds: float) -> bytes:
        raise JobStopped("no uploads in a simulation")

    async def close(self) -> None:
        return


class SimulatedPool(Pool):
    """Calls to other machines: to other nodes, and to services of push, mail and webhooks, which can fail."""

    def __init__(self, world: "World", name: str) -> None:
        self.world = world
        self.name = name

    async def run(self, work: Callable[..., T], *args: Any, timeout: float | None = None) -> T:
        world = self.world
        if self.name == "forwarding":
            return cast(T, await self.ask_node(*args))
        await asyncio.sleep(world.luck.uniform(0.01, 0.5))
        outcome = world.luck.random() if world.services_fail else 1.0
        if outcome < 0.3:
            raise MailFailed("the service is down") if self.name == "mail" else Busy("too many calls wait")
        match self.name:
            case "push":
                world.laws.saw_push(args[0].endpoint.rpartition("/")[2], args[2])
            case "webhooks":
                world.laws.saw_delivery(args[0].rpartition("/")[2], args[2]["webhook-id"])
            case "mail":
                world.laws.saw_mail(args[1]["To"])
        if outcome < 0.5:
            raise MailFailed("no answer", may_be_sent=True) if self.name == "mail" else OSError("the answer is lost")
        return cast(T, 201)

    async def ask_node(self, address: str, method: str, target: str, body: bytes, headers: dict[str, str]) -> Answer:
        """What another node answers."""
        process = CURRENT.get()
        assert process is not None
        self.world.seen["requests forwarded"] += 1
        try:
            return await self.world.network.request(address, method, target, body, headers, source=process.name)
        except Lost:
            raise ConnectionResetError from None

    def close(self) -> None:
        return
