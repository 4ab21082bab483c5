"""A whole simulated world, drawn from one seed: nodes, people, faults, and the laws that must hold."""

import asyncio
import contextlib
import gc
import hashlib
import logging
import random
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

import msgspec

from meute.server import system
from meute.server.settings import MailSettings, Rate, Settings, override
from meute.server.store.models import StoredPrefs
from simulation.broker import SimulatedBroker, ThinkingMachine
from simulation.database import SharedDatabase
from simulation.faults import FAULTS, draw_faults
from simulation.laws import LawBroken, Laws
from simulation.network import HOST, Network
from simulation.node import Node, SimulatedWorkers
from simulation.people import LIVE, Person, SeatPage
from simulation.virtual_time import Process, VirtualLoop, VirtualSystem

PLENTY = Rate(1e9, 1e9)
SETTINGS = override(
    Settings(),
    bots={"workers": 0, "advisers": 0, "delay_seconds": (0.4, 0.8)},
    limits=dict.fromkeys(
        ("messages", "requests", "new_tables", "wrong_codes", "work_milliseconds", "chat_lines", "sign_ins"), PLENTY
    ),
    store={"retention": None},
    tables={"idle_seconds": 60.0},
    tournaments={"absent_seconds": 30.0, "pause_seconds": 5.0},
    http={"public_url": f"http://{HOST}"},
    mail=MailSettings("mail.test", "meute@mail.test"),
)
DAYS = {"kind": "days", "turn": 43200, "bank": 0}
SLOW = {"tables": {"clock_interval_seconds": 30.0}, "room": {"public": False}}
"""Further settings of a simulation over days: fewer timers, so that days pass quickly."""
DAY = 86400.0
HEAL_SECONDS = 40.0
"""Time after the last fault until everything must work: leases, ping timeouts and database timeouts are over."""
CALM_SECONDS = 30.0
"""Time in which everybody must get answers."""
SETTLE_SECONDS = 30.0
"""Time for bots to end their turns once all people have stopped."""
MOST_LOOKS = 60
"""Seconds in which two pages of a table must once show the same step."""
MOST_LATE = 60.0
"""Seconds by which a look at a tournament may be late once faults have ended."""
SLOWEST_ANSWER = 8.0
"""Seconds for an answer once faults have ended."""


@dataclass
class Plan:
    """What a seed stands for; a smaller plan that still fails is easier to read."""

    seed: int
    is_cluster: bool
    nodes: int
    people: int
    seconds: float
    """Virtual time with faults."""
    thought: float
    """Mean seconds for a decision."""
    games: list[str]
    has_tournament: bool
    faults: list[tuple[float, str]]
    """Times and kinds of faults."""


@dataclass
class Report:
    """What happened in a simulation that broke no law."""

    plan: Plan
    moves: int
    tables: int
    virtual_seconds: float
    digest: str
    """Identifies the trace: the stored moves, and the times of all answers."""
    faults: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)
    """How often people, services and workers did something that not every seed has."""


def draw_plan(seed: int, kinds: list[str] | None = None, brief: bool = False) -> Plan:
    """The plan of a seed; with `kinds`, only faults of these kinds; a `brief` one lasts a few minutes."""
    luck = random.Random(f"plan {seed}")
    needs_cluster = any(FAULTS[kind].needs_cluster for kind in kinds or ())
    is_slow = luck.random() < 0.15 and not brief and not needs_cluster
    is_cluster = not is_slow and (luck.random() < 0.75 or needs_cluster)
    possible = [kind for kind in kinds or FAULTS if is_cluster or not FAULTS[kind].needs_cluster]
    seconds = (
        luck.uniform(2 * DAY, 5 * DAY) if is_slow else luck.uniform(100, 300) if brief else luck.uniform(200, 1500)
    )
    faults = draw_faults(luck, possible, seconds)
    return Plan(
        seed,
        is_cluster,
        luck.choice((2, 2, 3)) if is_cluster else 1,
        luck.randrange(2, 7),
        seconds,
        seconds / luck.uniform(*((12, 28) if brief else (25, 60))),
        luck.sample(("terres", "terres", "aventure", "clan", "wildlife", "traces"), 2),
        not is_slow and luck.random() < 0.3,
        faults,
    )


class World:
    """Runs one plan."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self.folder = folder
        self.luck = random.Random(plan.seed)
        self.loop = VirtualLoop()
        self.database = SharedDatabase(self.loop, random.Random(self.luck.random()))
        self.laws = Laws(self)
        self.database.watch(self.laws)
        self.network = Network(self.loop, random.Random(self.luck.random()))
        self.is_cluster = plan.is_cluster
        self.games = plan.games
        self.thought = plan.thought
        self.absence = 4 * plan.thought
        is_slow = plan.seconds > DAY
        self.paces = [None, DAYS] if is_slow else [None, None, LIVE]
        self.has_room = not is_slow
        """Whether people can look for others to play with."""
        settings = override(SETTINGS, **SLOW) if is_slow else SETTINGS
        self.nodes = {name: Node(self, name, settings, folder) for name in "abc"[: plan.nodes]}
        self.people = [Person(self, number) for number in range(plan.people)]
        self.tables: list[str] = []
        self.dead: list[Process] = []
        """Ended processes, kept so that the garbage collector runs none of their code."""
        self.waiting: list[str] = []
        """Codes of tables with a free seat."""
        self.broker = SimulatedBroker(self, random.Random(self.luck.random())) if plan.is_cluster else None
        self.machine = ThinkingMachine(self, SimulatedWorkers(self)) if plan.is_cluster else None
        self.tournament = ""
        """The code of the tournament once it is open to all."""
        self.worker_loss = 0.0
        """Probability that the process of a bot dies."""
        self.services_fail = False
        self.most_skew = 0.0
        self.is_calm = self.is_ending = False
        self.slowest = 0.0
        self.moves = 0
        self.counted: Counter[str] = Counter()
        self.seen: Counter[str] = Counter()
        self.problem: LawBroken | None = None

    # --- what the people and the nodes use

    def pick_node(self, luck: random.Random) -> str:
        """A node as a load balancer chooses it: one that is ready, if any."""
        ready = [node.name for node in self.nodes.values() if node.is_ready()]
        return luck.choice(ready or list(self.nodes))

    def subscribe(self, guest: str) -> None:
        """Turns on notices of a person: by push, by a webhook, by both, or by mail."""
        run = self.database.connection.execute
        if self.database.connection.in_transaction:
            return
        push, webhooks = self.luck.choice(((True, False), (False, True), (True, True), (False, False)))
        prefs = StoredPrefs(push=push, webhooks=webhooks, mail=f"{guest}@mail.test", mail_on=not push and not webhooks)
        run("insert or replace into prefs values (?, ?)", (guest, msgspec.json.encode(prefs)))
        if push:
            run("insert or replace into pushes values (?, ?, x'00', x'00', 0)", (f"https://push.test/{guest}", guest))
        if webhooks:
            values = (guest, guest, f"https://hook.test/{guest}", "json")
            run("insert or replace into webhooks (id, guest, url, form, made) values (?, ?, ?, ?, 0)", values)

    def broken(self, problem: LawBroken) -> LawBroken:
        """Remembers the first broken law: the server's code may catch the exception."""
        self.problem = self.problem or problem
        return problem

    # --- the run

    def run(self) -> Report:
        before = system.install(VirtualSystem(self.loop, self.plan.seed))
        asyncio.set_event_loop(self.loop)
        try:
            with patch("meute.server.thinking.nats_workers.nats", self.broker):
                self.loop.run_until_complete(self.play())
            if self.problem is not None:
                raise self.problem
            return self.report()
        finally:
            self.clean_up()
            system.install(before)

    def report(self) -> Report:
        rows = self.database.connection.execute("select * from moves order by table_id, n").fetchall()
        digest = f"{hash_text(repr(rows))}-{self.loop.time():.6f}"
        return Report(self.plan, self.moves, len(self.tables), self.loop.time(), digest, self.counted, self.seen)

    async def play(self) -> None:
        for node in self.nodes.values():
            await node.start()
        if self.machine is not None:
            self.machine.start()
        people = [self.loop.create_task(person.run()) for person in self.people]
        self.watch_tasks(people)
        faults = [self.loop.create_task(self.inject(time, kind)) for time, kind in self.plan.faults]
        await asyncio.sleep(self.plan.seconds)
        for fault in faults:
            fault.cancel()
        await asyncio.gather(*faults, return_exceptions=True)
        await self.heal()
        self.is_calm = True
        await asyncio.sleep(HEAL_SECONDS)
        self.slowest = 0.0
        await asyncio.sleep(CALM_SECONDS)
        self.check_answers()
        self.is_ending = True
        for person in people:
            person.cancel()
        await asyncio.gather(*people, return_exceptions=True)
        await asyncio.sleep(SETTLE_SECONDS)
        await self.check_histories("everybody sees the same table")
        await self.check_removed_devices()
        for node in self.nodes.values():
            node.kill()
        for node in self.nodes.values():
            await node.start()
        await asyncio.sleep(SETTLE_SECONDS)
        await self.check_histories("a crash takes nothing back")
        self.laws.check_store()
        self.laws.check_tournaments()
        await self.check_tournaments_go_on()
        await self.check_shutdown()

    def watch_tasks(self, people: list[asyncio.Task[None]]) -> None:
        """An error in a person's code ends the simulation."""

        def ended(task: asyncio.Task[None]) -> None:
            if not task.cancelled() and (error := task.exception()) is not None:
                self.broken(error if isinstance(error, LawBroken) else LawBroken(f"a person fails: {error!r}"))

        for task in people:
            task.add_done_callback(ended)

    async def inject(self, time: float, kind: str) -> None:
        """Begins a fault at its time, and ends it later."""
        await asyncio.sleep(time)
        self.counted[kind] += 1
        await FAULTS[kind].happen(self)

    async def heal(self) -> None:
        """Ends all faults."""
        self.database.cut_off.clear()
        self.database.without_heartbeat.clear()
        self.database.faults = type(self.database.faults)()
        self.network.blocked.clear()
        self.network.delay = (0.001, 0.03)
        self.worker_loss, self.services_fail = 0.0, False
        if self.broker is not None and self.machine is not None:
            self.broker.start()
            if not self.machine.process.is_alive:
                self.machine.start()
        for node in self.nodes.values():
            node.process.resume(self.loop)
            if not node.process.is_alive:
                await node.start(node.process.skew)

    # --- laws at the end

    def pages(self) -> list[SeatPage]:
        return [page for person in self.people for page in person.seats if not page.is_shut]

    def check_answers(self) -> None:
        """Nothing waits for ever once faults have ended."""
        now = self.loop.time()
        self.laws.require(self.slowest <= SLOWEST_ANSWER, "answers come soon without faults", self.slowest)
        for page in self.pages():
            if page.pending is not None:
                waits = now - page.sent_at
                self.laws.require(waits <= SLOWEST_ANSWER, "every move is answered", page.code, page.pending, waits)
            if page.table.get("phase") != "over":
                self.laws.require(page.socket is not None or now - page.begun < 30, "pages are connected", page.code)

    async def check_histories(self, law: str) -> None:
        """Every page shows what a new page of the same person finds now."""
        for page in self.pages():
            page.read_rest()
            if page.is_gone or not page.table or page.table["phase"] == "lobby":
                continue
            again = SeatPage(page.person, page.code)
            again.seat = page.table["scene"]["seat"]
            again.socket = await self.network.connect(
                self.pick_node(self.luck), f"/socket/{page.code}", page.person.headers
            )
            await again.hello()
            async with asyncio.timeout(20):
                while not again.table:
                    again.note(await again.socket.receive())
            for _ in range(MOST_LOOKS):
                await asyncio.sleep(1)
                page.read_rest()
                again.read_rest()
                if page.table["scene"]["step"] == again.table["scene"]["step"]:
                    break  # else a computer player goes on, and both are told
            self.compare(law, page, again)
            again.socket.cut()

    def compare(self, law: str, page: SeatPage, again: SeatPage) -> None:
        """Requires that a page shows the same as a new one; a page without a connection may be behind."""
        if page.era != again.era or page.table["scene"]["seat"] != again.table["scene"]["seat"]:
            self.laws.require(
                page.socket is None or page.socket.is_closed,
                law,
                page.code,
                (page.era, page.table["scene"]["seat"]),
                (again.era, again.table["scene"]["seat"]),
            )
            return
        found = {event["n"]: event for event in again.events}
        for event in page.events:
            same = found.get(event["n"], {})
            told = same.get("phrase") == event["phrase"] and same.get("data") == event.get("data")
            self.laws.require(told, law, page.code, event, same)
        steps = page.table["scene"]["step"], again.table["scene"]["step"]
        if steps[0] == steps[1] and page.table["phase"] != again.table["phase"]:
            self.laws.require(page.socket is None or page.socket.is_closed, law, page.code, page.table["phase"])
        elif steps[0] == steps[1]:
            self.laws.require(page.table["scene"]["shown"] == again.table["scene"]["shown"], law, page.code, steps)
        else:
            self.laws.require(page.socket is None or page.socket.is_closed, law, page.code, steps)

    async def check_tournaments_go_on(self) -> None:
        """No tournament is due for long."""
        late = self.due_tournaments()
        if late:
            await asyncio.sleep(MOST_LATE)
        self.laws.require(not late & self.due_tournaments(), "a tournament goes on", late)

    def due_tournaments(self) -> set[tuple[str, int, float]]:
        """The tournaments that must be looked at now: code, number of changes, due time."""
        query = "select code, turn, due from tournaments where due <= ?"
        return {
            (code, turn, due) for code, turn, due in self.database.connection.execute(query, (self.database.time(),))
        }

    async def check_removed_devices(self) -> None:
        """A device that was taken out of an account is a stranger's, at every node."""
        for person in self.people:
            for headers in person.removed_devices:
                for node in self.nodes:
                    answer = await self.network.request(node, "GET", "/api/me", b"", headers)
                    known = msgspec.json.decode(answer.body)["guest"]["name"]
                    self.laws.require(known != person.name, "a removed device is a stranger", person.name, node)

    async def check_shutdown(self) -> None:
        """Nodes end without leaving a task behind, or anything that they count or keep for a connection."""
        for node in self.nodes.values():
            async with asyncio.timeout(30):
                await node.close()
        await asyncio.sleep(60)
        for node in self.nodes.values():
            left = node.process.unfinished()
            self.laws.require(not left, "a node ends all its tasks", node.name, left)
            kept = node.kept()
            self.laws.require(not kept, "a node keeps nothing of closed connections", node.name, kept)

    def clean_up(self) -> None:
        """Frees what killed processes have left, without noise: the code that runs then has no effect any more."""
        hook, sys.unraisablehook = sys.unraisablehook, lambda _: None
        silenced = logging.root.manager.disable
        logging.disable(logging.CRITICAL)
        left = [*asyncio.all_tasks(self.loop), *(task for process in self.dead for task in process.unfinished())]
        for task in left:
            task._log_destroy_pending = False  # type: ignore[attr-defined]
            with contextlib.suppress(RuntimeError):
                task.get_coro().close()
        asyncio.set_event_loop(None)
        self.loop.close()
        self.database.connection.close()
        self.dead.clear()
        del left
        logging.disable(silenced)
        sys.unraisablehook = hook


def hash_text(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def simulate(plan: Plan) -> Report:
    """Runs a plan; raises LawBroken. Garbage is collected between two worlds only."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        with tempfile.TemporaryDirectory() as folder:
            return World(plan, Path(folder)).run()
    finally:
        gc.enable()
