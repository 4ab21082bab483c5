"""What must hold in every simulation; a broken law is an error with the seed that shows it."""

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from meute.server.secret import Secret
from meute.server.store.models import StoredBout, StoredTable, StoredTournament
from meute.server.table.sealed import secret_of
from simulation.virtual_time import CURRENT

if TYPE_CHECKING:
    from simulation.world import World

DAY = 86400.0
CLOCK_TOLERANCE = 0.001
"""Seconds by which a clock may expire early, beside the error of the node's clock."""


class LawBroken(Exception):
    """A promise of the server does not hold."""


@dataclass(frozen=True)
class Acknowledged:
    """A move that the server has confirmed to a person."""

    code: str
    seat: int
    key: str
    action: str


class Laws:
    """Watches what is stored and sent, and checks what is left at the end."""

    def __init__(self, world: "World") -> None:
        self.world = world
        self.acknowledged: list[Acknowledged] = []
        self.refused: set[tuple[str, int, str]] = set()
        """Moves that the server has refused: (code, seat, key)."""
        self.owners: dict[tuple[int, int], str] = {}
        """The node that wrote to a table in an epoch."""
        self.marks: Counter[tuple[str, str]] = Counter()
        """Notices marked as sent, by guest and table."""
        self.pushes: Counter[tuple[str, str]] = Counter()
        """Notices delivered, by guest and table."""
        self.deliveries: dict[str, set[str]] = {}
        """Ids of the notices posted to webhooks, by guest; one that is repeated keeps its id."""
        self.mails: dict[str, float] = {}
        """Time of the last daily list mailed to each guest."""
        self.secrets: dict[str, str] = {}
        """The secret of each table's deal, in hexadecimal digits."""

    def require(self, holds: bool, law: str, *details: object) -> None:
        if not holds:
            raise self.world.broken(LawBroken(f"{law}: {', '.join(map(str, details))}"))

    # --- while it runs

    def saw_move(self, table_id: int, seat: int, owner: str, epoch: int) -> None:
        """Called inside the transaction that stores a move."""
        process = CURRENT.get()
        if not self.world.is_cluster or process is None or not epoch:
            return
        node = f"{process.name}.{self.world.nodes[process.name].starts}"
        self.require(owner == node, "only the owner of a table writes to it", table_id, owner, node)
        first = self.owners.setdefault((table_id, epoch), node)
        self.require(first == node, "no two nodes accept moves in one epoch", table_id, epoch, first, node)

    def saw_expiry(self, table_id: int, seat: int, due: float | None) -> None:
        """Called inside the transaction that stores that a clock has run out."""
        early, process = 0.0 if due is None else due - self.world.database.time(), CURRENT.get()
        ahead = max(0.0, process.most_skew) if process is not None else 0.0
        self.require(early <= ahead + CLOCK_TOLERANCE, "a clock never runs out early", table_id, seat, early)

    def saw_mark(self, guest: str, code: str) -> None:
        """Called inside the transaction that marks a notice as sent."""
        self.marks[guest, code] += 1

    def saw_push(self, guest: str, code: str) -> None:
        """Called by the push service."""
        self.world.seen["notices pushed"] += 1
        self.pushes[guest, code] += 1
        self.require(self.pushes[guest, code] <= self.marks[guest, code], "a notice comes at most once", guest, code)

    def saw_delivery(self, guest: str, number: str) -> None:
        """Called by the service of a webhook."""
        self.world.seen["notices posted"] += 1
        seen = self.deliveries.setdefault(guest, set())
        seen.add(number)
        marked = sum(count for (one, _), count in self.marks.items() if one == guest)
        self.require(len(seen) <= marked, "a notice is posted once, by one id", guest, len(seen), marked)

    def saw_mail(self, address: str) -> None:
        """Called by the mail server."""
        now = self.world.loop.time()
        self.world.seen["daily lists mailed"] += 1
        last = self.mails.get(address)
        self.mails[address] = now
        least = DAY - 2 * self.world.most_skew
        self.require(last is None or now - last >= least, "one daily list a day is mailed", address, last, now)

    def saw_message(self, code: str, message: dict[str, Any], text: str, seats: set[int], phase: str) -> None:
        """Called with every message that a person receives at a table."""
        scene = message.get("scene")
        if scene is not None:
            self.require(scene["seat"] in {-1, *seats}, "a person sees the own seats only", code, scene["seat"], seats)
        if phase != "over":
            self.require(self.secret(code) not in text, "the secret of a deal stays closed", code)

    def secret(self, code: str) -> str:
        if code not in self.secrets:
            self.secrets[code] = secret_of(Secret(self.world.folder), code).hex()
        return self.secrets[code]

    # --- at the end

    def check_tournaments(self) -> None:
        """Rounds, tables and results fit each other, and a tournament goes on."""
        read = self.world.database.connection.execute
        phases = dict(read("select code, phase from tables").fetchall())
        bouts = {
            bout.code: bout
            for bout in (
                msgspec.json.decode(row[0], type=StoredBout) for row in read("select kept from bouts").fetchall()
            )
        }
        drawn: Counter[str] = Counter()
        for (kept,) in read("select kept from tournaments").fetchall():
            one = msgspec.json.decode(kept, type=StoredTournament)
            self.world.seen["rounds of tournaments"] += len(one.rounds)
            for round_ in one.rounds:
                players = [player for table in round_.tables for player in table.players] + round_.byes
                self.require(len(players) == len(set(players)), "a player has one table in a round", one.code, players)
                for table in round_.tables:
                    drawn.update([table.code] if table.code else [])
                    if table.done and table.code:
                        bout = bouts.get(table.code)
                        told = bout is not None and (bout.places, bout.points) == (table.places, table.points)
                        self.require(told, "a round has the results of its tables", one.code, table, bout)
                    elif table.code:
                        begun = table.code in phases
                        self.require(begun, "a table that was drawn begins", one.code, table.code)
        self.require(all(count == 1 for count in drawn.values()), "a table is drawn once", drawn)
        for kept, phase in read("select kept, phase from tables where kind = 'tournament'").fetchall():
            code = msgspec.json.decode(kept, type=StoredTable).code
            self.require(drawn[code] == 1, "a table of a tournament was drawn", code)
            self.require((phase == "over") == (code in bouts), "a result is stored with the last move", code, phase)

    def check_store(self) -> None:
        """Every acknowledged move is stored once, and a refused one is not."""
        rows = self.world.database.connection.execute(
            "select code, n, seat, key, action from moves join tables on id = table_id order by table_id, n"
        ).fetchall()
        stored: dict[tuple[str, int, str], list[str]] = {}
        next_n: Counter[str] = Counter()
        for code, n, seat, key, action in rows:
            self.require(n == next_n[code], "moves are stored without a gap", code, n)
            next_n[code] += 1
            if key and " " not in key:
                stored.setdefault((code, seat, key), []).append(action)
        for one in self.acknowledged:
            found = stored.get((one.code, one.seat, one.key), [])
            self.require(found == [one.action], "an acknowledged move is stored once", one, found)
        for each in self.refused:
            self.require(each not in stored, "a refused move is not stored", each)
        self.world.moves = sum(map(len, stored.values()))
