"""Simulated people, who keep the promises of the page: reconnect, resend by key, resume by number."""

import asyncio
import random
from typing import TYPE_CHECKING, Any

import msgspec

from meute.games import GAMES
from meute.server.guest_token import hash_token
from meute.server.http.middleware import COOKIE
from simulation.database import INSTANCE
from simulation.laws import Acknowledged
from simulation.network import Lost, Socket

if TYPE_CHECKING:
    from simulation.world import World

Json = dict[str, Any]

FINAL_CODES = (4403, 4404)
"""Close codes after which a page does not come back."""
ANSWER_TIMEOUT = 4.0
"""Seconds for the answer to a move; then the page reconnects."""
FIRST_WAIT, LONGEST_WAIT = 0.3, 1.2
"""First and longest delay before a page reconnects."""
LIVE = {"kind": "live", "turn": 10, "bank": 60}
CALL_SECONDS = 70.0
"""Seconds after the longest wait in which a call may still be answered."""
CALM_THOUGHT = (1.0, 4.0)
"""Seconds for a decision once faults have ended."""


class Person:
    """Somebody with a browser: opens tables or joins others, and plays until the simulation ends."""

    def __init__(self, world: "World", number: int) -> None:
        self.world = world
        self.name = f"Person {number}"
        token = f"{number:032d}"
        self.guest = hash_token(token)
        self.headers = headers_of(token)
        """What this person's browser sends; that of another device once the person has changed it."""
        self.luck = random.Random(world.luck.random())
        self.seats: list[SeatPage] = []
        self.keys = self.devices = 0
        self.removed_devices: list[dict[str, str]] = []
        """Headers of devices that have been taken out of the account."""

    async def run(self) -> None:
        """Plays one table after another."""
        await self.request("POST", "/api/me", {"name": self.name, "language": "fr"})
        if self.luck.random() < 0.5:
            self.world.subscribe(self.guest)
        if self.world.plan.has_tournament:
            await self.play_tournament()
        while not self.world.is_ending:
            code = self.join() or await (self.seek() if self.may_seek() else self.open())
            if code:
                await self.sit_at(code)
            if self.luck.random() < 0.2 and not self.world.is_calm:
                await self.change_device()

    async def sit_at(self, code: str) -> None:
        """Stays at a table until it is over."""
        page = SeatPage(self, code)
        self.seats.append(page)
        await page.run()

    async def change_device(self) -> None:
        """Signs in on another device by a code, goes on there, and sometimes takes the old device out."""
        _, made = await self.request("POST", "/api/carry", {})
        self.devices += 1
        stranger = headers_of(f"{self.devices:08d}{self.name[7:]:0>24}")
        status, _, headers = await self.ask("POST", "/api/carry/use", {"code": made["code"], "bring": False}, stranger)
        if status != 200:
            return
        self.world.seen["devices changed"] += 1
        old, self.headers = self.headers, {"cookie": headers["set-cookie"].partition(";")[0]}
        if self.luck.random() < 0.5:
            _, account = await self.request("GET", "/api/me", {})
            for device in account["devices"]:
                if not device["this"]:
                    await self.request("POST", "/api/me/drop", {"what": "device", "handle": device["handle"]})
            self.removed_devices.append(old)

    # --- tournaments

    async def play_tournament(self) -> None:
        """Makes the tournament or signs up for it, and plays its rounds until it is over."""
        world, luck = self.world, self.luck
        if self is world.people[0]:
            body: Json = {"name": "Coupe", "game": "terres", "style": luck.choice(("swiss", "all", "deals")), "size": 2}
            body |= {"rounds": 2, "pace": LIVE, "bots": ["louveteau"] * 2, "most": 16}
            status, made = await self.request("POST", "/api/tournaments", body)
            world.tournament = made["code"] if status == 200 else "none"
            await asyncio.sleep(luck.uniform(5, 20))
            await self.request("POST", f"/api/tournaments/{world.tournament}/start", {})
        while not world.tournament:
            await asyncio.sleep(1.0)
        path = f"/api/tournaments/{world.tournament}"
        status, shown = await self.request("POST", f"{path}/join", {})
        while status == 200 and shown["line"]["phase"] in ("open", "running") and not world.is_ending:
            table = shown["line"]["table"]
            if table and not any(page.code == table for page in self.seats):
                await self.sit_at(table)
            else:
                await self.be_present(self.at_most_until_calm(luck.uniform(2, 8)))
            status, shown = await self.request("GET", path, {})

    async def be_present(self, seconds: float) -> None:
        """Stays on the home page for a while."""
        socket = None
        try:
            socket = await self.world.network.connect(self.world.pick_node(self.luck), "/api/home/live", self.headers)
            async with asyncio.timeout(seconds):
                await socket.send("{}")
                while True:
                    await socket.receive()
        except (Lost, TimeoutError):
            pass
        finally:
            if socket is not None:
                socket.cut()
            await asyncio.sleep(0.5)

    def join(self) -> str:
        """An open table of another person; empty if there is none."""
        waiting = self.world.waiting
        return waiting.pop(0) if waiting else ""

    def may_seek(self) -> bool:
        return self.world.has_room and self.luck.random() < 0.25

    async def seek(self) -> str:
        """Looks for people to play with; returns the code of the table that begins, or an empty text."""
        wait = 60
        body = {"games": ["terres"], "pace": LIVE, "wait_seconds": wait, "fills": True}
        status, _ = await self.request("POST", "/api/seek", body)
        until = self.world.loop.time() + self.at_most_until_calm(wait + CALL_SECONDS)
        while status == 200 and self.world.loop.time() < until:
            try:
                async with asyncio.timeout_at(until):
                    code = await self.await_call()
                if code is not None:
                    return code
            except (Lost, TimeoutError):
                await asyncio.sleep(self.luck.uniform(0.2, 2.0))
        await self.request("POST", "/api/seek/stop", {})
        return ""

    async def await_call(self) -> str | None:
        """Comes when called; the code of the table that has begun, empty if the search has ended without one."""
        node = self.world.pick_node(self.luck)
        socket = await self.world.network.connect(node, "/api/home/live", self.headers)
        try:
            await socket.send("{}")
            while True:
                message = msgspec.json.decode(await socket.receive())
                if message["is"] != "seek":
                    continue
                if message["table"]:
                    return str(message["table"])
                if not message["games"]:
                    return ""
                call = message["call"]
                if call is not None and not call["accepted"]:
                    answer = {"code": call["code"], "yes": self.luck.random() < 0.9}
                    await self.request("POST", "/api/call", answer)
        finally:
            socket.cut()

    async def open(self) -> str:
        """Opens a table; its code is announced to the others if it has a free seat."""
        luck, game = self.luck, self.luck.choice(self.world.games)
        rest = [luck.choice(({"kind": "open"}, {"kind": "bot", "bot": "random"}, {"kind": "here"}))]
        rest += [{"kind": "bot", "bot": "random"}] * (GAMES[game].min_seats - 2)
        body: Json = {"game": game, "seats": [{"kind": "guest"}, *rest]}
        has_open = rest[0]["kind"] == "open"
        body |= {"start": not has_open, "pace": luck.choice(self.world.paces), "patience": luck.choice((None, 60))}
        if body["pace"] and has_open and luck.random() < 0.5:
            body["rated"] = True
        status, created = await self.request("POST", "/api/tables", body)
        if status != 200:
            return ""
        self.world.tables.append(created["code"])
        if has_open:
            self.world.waiting.append(created["code"])
        return str(created["code"])

    async def request(self, method: str, path: str, body: object) -> tuple[int, Any]:
        """Asks one node after another until one answers."""
        status, answer, _ = await self.ask(method, path, body, None)
        return status, answer

    async def ask(
        self, method: str, path: str, body: object, headers: dict[str, str] | None
    ) -> tuple[int, Any, dict[str, str]]:
        """As `request`, with the answer's headers; sends these headers, or those of the person's device."""
        encoded = msgspec.json.encode(body)
        while True:
            try:
                answer = await self.world.network.request(
                    self.world.pick_node(self.luck), method, path, encoded, headers or self.headers
                )
            except Lost:
                await asyncio.sleep(self.luck.uniform(0.2, 2.0))
                continue
            text = answer.body
            decoded = msgspec.json.decode(text) if text.startswith((b"{", b"[")) else None
            if answer.status < 500 and not (isinstance(decoded, dict) and decoded.get("code") in ("store", "moving")):
                return answer.status, decoded, answer.headers
            await asyncio.sleep(self.luck.uniform(0.2, 2.0))

    def new_key(self) -> str:
        self.keys += 1
        return f"key{self.keys}"

    def thought(self) -> float:
        """Seconds until the next decision."""
        return self.at_most_until_calm(self.luck.expovariate(1 / self.world.thought))

    def at_most_until_calm(self, seconds: float) -> float:
        """These seconds, or fewer if faults end before."""
        left = max(0.0, self.world.plan.seconds - self.world.loop.time())
        return min(seconds, left + self.luck.uniform(*CALM_THOUGHT))


def headers_of(token: str) -> dict[str, str]:
    """The headers of a browser with this token in its cookie."""
    return {"cookie": f"{COOKIE.format(mark=INSTANCE)}={token}"}


class SeatPage:
    """A person's page at one table: what it knows, and the move that is not answered yet."""

    def __init__(self, person: Person, code: str) -> None:
        self.person = person
        self.world = person.world
        self.code = code
        self.table: Json = {}
        self.events: list[Json] = []
        self.era = 0
        self.seat: int | None = None
        self.pending: Json | None = None
        self.sent_at = 0.0
        self.socket: Socket | None = None
        self.is_shut = self.is_gone = False
        """Whether the person has left the page; whether the table is gone."""
        self.begun = self.world.loop.time()

    # --- connection

    async def run(self) -> None:
        """Stays at the table until it is over; reconnects with growing delays."""
        tries = 0
        while not self.is_over():
            try:
                headers = self.person.headers
                self.socket = await self.world.network.connect(
                    self.world.pick_node(self.person.luck), f"/socket/{self.code}", headers
                )
                if headers is not self.person.headers:
                    raise Lost
                await self.hello()
                tries = 0
                await self.converse()
            except Lost as lost:
                if lost.code in FINAL_CODES:
                    self.is_shut = self.is_gone = True
                    return
            self.socket = None
            jitter = self.person.luck.uniform(0.5, 1.5)
            await asyncio.sleep(min(LONGEST_WAIT, FIRST_WAIT * 2**tries) * jitter)
            tries += 1

    def read_rest(self) -> None:
        """Takes over what has arrived since the person stopped."""
        while self.socket is not None and self.socket.to_client:
            self.note(self.socket.to_client.popleft())

    def is_over(self) -> bool:
        return self.is_shut or (self.table.get("phase") == "over" and self.pending is None)

    async def hello(self) -> None:
        """The first message: what is known; then the unanswered move again."""
        viewed = (self.table.get("scene") or {}).get("seat")
        last = self.events[-1]["n"] if self.events and self.seat in (None, viewed) else -1
        await self.say({"do": "hello", "last": last, "era": self.era, "seat": self.seat})
        if self.pending is not None:
            await self.resend()

    async def say(self, message: Json) -> None:
        assert self.socket is not None
        await self.socket.send(msgspec.json.encode(message).decode())

    async def resend(self) -> None:
        assert self.pending is not None
        self.sent_at = self.world.loop.time()
        await self.say(self.pending)

    async def converse(self) -> None:
        """Answers questions until the connection is lost or the table is over."""
        assert self.socket is not None
        while not self.is_over():
            patience = ANSWER_TIMEOUT if self.pending is not None else self.person.thought()
            try:
                async with asyncio.timeout(patience):
                    text = await self.socket.receive()
            except TimeoutError:
                if self.pending is None:
                    await self.act()
                elif self.world.loop.time() - self.sent_at >= ANSWER_TIMEOUT:
                    self.socket.cut()
            else:
                self.note(text)

    # --- what the server says

    def note(self, text: str) -> None:
        """Takes a message over, as the page does."""
        message: Json = msgspec.json.decode(text)
        kind = message["is"]
        if kind == "table":
            self.table, self.era = message, message["era"]
            self.join_events(message["events"], message["reset"])
        elif kind == "news":
            self.table |= {name: message[name] for name in ("seats", "phase", "scene", "ask", "undo")}
            self.join_events(message["events"], reset=False)
        elif kind == "rematch":
            self.table["rematch"] = message["code"]
        seats = {*self.table.get("seated", ()), *self.table.get("mine", ())}
        self.world.laws.saw_message(self.code, message, text, seats, self.table.get("phase", ""))
        self.settle(kind, message)

    def join_events(self, events: list[Json], reset: bool) -> None:
        """Joins known and new events; their numbers have no gap."""
        last = -1 if reset or not self.events else self.events[-1]["n"]
        fresh = [event for event in events if event["n"] > last]
        self.events = fresh if reset else self.events + fresh
        numbers = [event["n"] for event in fresh]
        expected = [*range(last + 1, last + 1 + len(fresh))]
        self.world.laws.require(numbers == expected, "no event is left out", self.code, last, numbers)

    def settle(self, kind: str, message: Json) -> None:
        """Notes the answer to the unanswered move."""
        if self.pending is None or message.get("key", "") != self.pending["key"]:
            return
        seat, key, action = self.pending["seat"], self.pending["key"], self.pending["action"]
        laws = self.world.laws
        if kind == "news":
            laws.acknowledged.append(Acknowledged(self.code, seat, key, action))
            self.world.slowest = max(self.world.slowest, self.world.loop.time() - self.sent_at)
        elif kind == "refused":
            laws.refused.add((self.code, seat, key))
        self.pending = None

    # --- what the person does

    async def act(self) -> None:
        """One thing that a person does: sit down, start, decide, chat, undo, go away."""
        table = self.table
        if table.get("phase") == "lobby":
            await self.act_in_lobby()
        elif table.get("phase") == "playing":
            if not self.world.is_calm and await self.act_on_a_whim():
                return
            await self.decide()

    async def act_in_lobby(self) -> None:
        free = [number for number, seat in enumerate(self.table["seats"]) if seat["kind"] == "open"]
        if not self.table["seated"] and free:
            await self.say({"do": "claim", "seat": free[0], "name": self.person.name})
        elif self.table["host"] and (not free or self.world.loop.time() - self.begun > 120):
            await self.say({"do": "start"})
        elif not self.table["seated"]:
            self.is_shut = True

    async def act_on_a_whim(self) -> bool:
        """Sometimes does something else than to decide."""
        luck, mine, chance = self.person.luck, self.table["mine"], self.person.luck.random()
        if chance < 0.02:
            await self.say({"do": "say", "text": f"Line {luck.randrange(1000)}"})
        elif chance < 0.04 and mine:
            await self.say({"do": "undo", "seat": luck.choice(mine)})
        elif chance < 0.06:
            assert self.socket is not None
            luck.choice((self.socket.cut, self.socket.vanish))()
            await asyncio.sleep(self.person.at_most_until_calm(luck.expovariate(1 / self.world.absence)))
        elif chance < 0.07 and mine and self.table["game"] == "wildlife":
            await self.say({"do": "set_order", "seat": mine[0], "kind": "sale", "most": luck.randrange(1, 9)})
        elif chance < 0.072 and mine:
            await self.say({"do": "resign", "seat": luck.choice(mine)})
        else:
            return False
        return True

    async def decide(self) -> None:
        """Answers a request for an undo, or the question of a seat."""
        luck, table, mine = self.person.luck, self.table, self.table["mine"]
        asked_by = (table.get("undo") or {}).get("asked_by")
        voters = [seat for seat in mine if seat != asked_by]
        if asked_by is not None and voters:
            for seat in voters:
                await self.say({"do": "agree_undo", "seat": seat, "yes": luck.random() < 0.5})
            return
        asked = [seat for seat in mine if seat in table["scene"]["asked"]]
        if not asked:
            return
        seat = asked[0]
        if table["scene"]["seat"] != seat or not table["ask"]:
            self.seat = seat
            await self.say({"do": "sit", "seat": seat})
            return
        action = luck.choice(table["ask"]["choices"])["text"]
        step = table["scene"]["step"]
        self.pending = {"do": "play", "seat": seat, "action": action, "key": self.person.new_key(), "step": step}
        if luck.random() < 0.1 and not self.world.is_calm:
            await self.play_by_request()
        else:
            await self.resend()

    async def play_by_request(self) -> None:
        """Sends the move by a request of its own, to any node, until it is answered."""
        assert self.pending is not None
        self.world.seen["moves by request"] += 1
        move, self.pending = self.pending, None
        body = {name: move[name] for name in ("seat", "action", "key", "step")}
        status, _ = await self.person.request("POST", f"/api/tables/{self.code}/play", body)
        if status == 200:
            self.world.laws.acknowledged.append(Acknowledged(self.code, move["seat"], move["key"], move["action"]))
        else:
            self.world.laws.refused.add((self.code, move["seat"], move["key"]))
