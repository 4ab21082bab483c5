"""The kinds of faults, each with the code that lets it happen in a simulated world."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from simulation.node import Node
    from simulation.world import World

SHORT = (0.5, 6.0)
LONG = (2.0, 25.0)
"""Ranges of the duration of a fault in seconds."""
MOST_JUMP = 20.0
"""Seconds by which a clock is set wrong at most."""


def draw_faults(luck: random.Random, kinds: Sequence[str], seconds: float) -> list[tuple[float, str]]:
    """Times and kinds of two to eight faults, in the order of their times: of one to four of these kinds, or of all if
    there are one or two."""
    chosen = list(kinds) if len(kinds) <= 2 else luck.sample(kinds, min(len(kinds), luck.choice((1, 2, 2, 3, 4))))
    drawn = chosen + luck.choices(chosen, k=max(0, luck.randrange(2, 9) - len(chosen)))
    luck.shuffle(drawn)
    return [(time, kind) for time, kind in zip(sorted(luck.uniform(5, seconds) for _ in drawn), drawn, strict=True)]


class Fault(NamedTuple):
    """A kind of fault: what happens, from its beginning to its end."""

    happen: Callable[["World"], Awaitable[None]]
    needs_cluster: bool = False


def some_node(world: "World") -> "Node | None":
    """A node that runs; None if none does."""
    alive = [node for node in world.nodes.values() if node.process.is_alive and not node.process.is_stopped]
    return world.luck.choice(alive) if alive else None


async def pause(world: "World", length: tuple[float, float] = LONG) -> None:
    await asyncio.sleep(world.luck.uniform(*length))


async def kill(world: "World") -> None:
    """SIGKILL, and a restart with another clock."""
    node = some_node(world)
    if node is None:
        return
    node.kill()
    await pause(world)
    if not node.process.is_alive:
        skew = world.luck.uniform(-5, 5) if world.luck.random() < 0.5 else 0.0
        world.most_skew = max(world.most_skew, abs(skew))
        await node.start(skew)


async def drain(world: "World") -> None:
    """SIGTERM, and a restart."""
    node = some_node(world)
    if node is None:
        return
    await node.close()
    node.kill()
    await pause(world, SHORT)
    if not node.process.is_alive:
        await node.start()


async def hang(world: "World") -> None:
    """SIGSTOP, and SIGCONT later."""
    node = some_node(world)
    if node is None:
        return
    process = node.process
    process.stop()
    await pause(world)
    process.resume(world.loop)


async def cut_from_database(world: "World") -> None:
    """A node's packets do not reach the database."""
    name = world.luck.choice(list(world.nodes))
    world.database.cut_off.add(name)
    await pause(world)
    world.database.cut_off.discard(name)


async def cut_between_nodes(world: "World") -> None:
    """One node cannot reach another."""
    one, other = world.luck.sample(list(world.nodes), 2)
    pair = (one, world.nodes[other].private_name)
    world.network.blocked.add(pair)
    for socket in world.network.sockets():
        if (socket.source, socket.address.name) == pair:
            socket.cut()
    await pause(world)
    world.network.blocked.discard(pair)


async def partition(world: "World") -> None:
    """Some nodes lose the others and the database; people reach both sides."""
    names = list(world.nodes)
    away = set(world.luck.sample(names, world.luck.randrange(1, len(names))))
    pairs = {
        (one, world.nodes[other].private_name) for one in names for other in names if (one in away) != (other in away)
    }
    world.network.blocked |= pairs
    world.database.cut_off |= away
    for socket in world.network.sockets():
        if (socket.source, socket.address.name) in pairs:
            socket.go_deaf(to_server=True)
            socket.go_deaf(to_server=False)
    await pause(world)
    world.network.blocked -= pairs
    world.database.cut_off -= away


async def lost_lease(world: "World") -> None:
    """A node's heartbeats do not reach the database, its other queries do."""
    name = world.luck.choice(list(world.nodes))
    world.database.without_heartbeat.add(name)
    await pause(world)
    world.database.without_heartbeat.discard(name)


async def half_open(world: "World") -> None:
    """Some connections lose all packets in one direction, until a ping timeout."""
    for socket in world.network.sockets():
        if world.luck.random() < 0.5:
            socket.go_deaf(to_server=world.luck.random() < 0.5)


async def clock_jump(world: "World") -> None:
    """A node's clock is set forward or back while it runs, and right again later."""
    node = some_node(world)
    if node is None:
        return
    process = node.process
    world.most_skew = max(world.most_skew, MOST_JUMP)
    process.skew = world.luck.uniform(-MOST_JUMP, MOST_JUMP)
    process.most_skew = max(process.most_skew, process.skew)
    await pause(world)
    process.skew = 0.0


async def cut_people(world: "World") -> None:
    """People cannot reach a node, and their connections to it break or fall silent."""
    name = world.luck.choice(list(world.nodes))
    world.network.blocked.add(("people", name))
    is_silent = world.luck.random() < 0.5
    for socket in world.network.sockets():
        if (socket.source, socket.address.name) == ("people", name):
            if is_silent:
                socket.vanish()
            else:
                socket.cut()
    await pause(world, SHORT)
    world.network.blocked.discard(("people", name))


async def slow_network(world: "World") -> None:
    world.network.delay = (0.05, 1.5)
    await pause(world)
    world.network.delay = (0.001, 0.03)


async def slow_database(world: "World") -> None:
    world.database.faults.delay = (0.05, 2.5)
    await pause(world)
    world.database.faults.delay = (0.0005, 0.004)


async def failing_writes(world: "World") -> None:
    """Some operations fail without an effect."""
    world.database.faults.fail_before = 0.4
    await pause(world)
    world.database.faults.fail_before = 0.0


async def lost_answers(world: "World") -> None:
    """Some writes are committed, and their answer is lost."""
    world.database.faults.fail_after = 0.4
    await pause(world)
    world.database.faults.fail_after = 0.0


async def full_disk(world: "World") -> None:
    world.database.faults.is_full = True
    await pause(world)
    world.database.faults.is_full = False


async def database_restart(world: "World") -> None:
    world.database.faults.is_down = True
    world.database.restart()
    await pause(world, SHORT)
    world.database.faults.is_down = False


async def lost_workers(world: "World") -> None:
    """Processes of bots die."""
    world.worker_loss = 0.5
    await pause(world)
    world.worker_loss = 0.0


async def lost_broker(world: "World") -> None:
    """The broker between nodes and workers dies, and is started again."""
    assert world.broker is not None
    world.broker.stop()
    await pause(world)
    world.broker.start()


async def lost_machine(world: "World") -> None:
    """The machine of the workers dies with what it computes, and is started again."""
    assert world.machine is not None
    world.machine.kill()
    await pause(world)
    if not world.machine.process.is_alive:
        world.machine.start()


async def failing_services(world: "World") -> None:
    """Push and mail services fail, and those that webhooks call."""
    world.services_fail = True
    await asyncio.sleep(world.luck.uniform(60, 600))
    world.services_fail = False


FAULTS: dict[str, Fault] = {
    "kill": Fault(kill),
    "drain": Fault(drain),
    "hang": Fault(hang),
    "cut_from_database": Fault(cut_from_database, needs_cluster=True),
    "cut_between_nodes": Fault(cut_between_nodes, needs_cluster=True),
    "partition": Fault(partition, needs_cluster=True),
    "lost_lease": Fault(lost_lease, needs_cluster=True),
    "cut_people": Fault(cut_people),
    "half_open": Fault(half_open),
    "clock_jump": Fault(clock_jump),
    "slow_network": Fault(slow_network),
    "slow_database": Fault(slow_database),
    "failing_writes": Fault(failing_writes),
    "lost_answers": Fault(lost_answers, needs_cluster=True),
    "full_disk": Fault(full_disk),
    "database_restart": Fault(database_restart, needs_cluster=True),
    "lost_workers": Fault(lost_workers),
    "lost_broker": Fault(lost_broker, needs_cluster=True),
    "lost_machine": Fault(lost_machine, needs_cluster=True),
    "failing_services": Fault(failing_services),
}


def combination(seed: int) -> list[str]:
    """The kinds of a seed if each kind comes alone and with each other: one or two."""
    every = [[kind] for kind in FAULTS] + [list(pair) for pair in combinations(FAULTS, 2)]
    return every[seed % len(every)]
