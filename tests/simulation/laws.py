"""What must hold in every simulation; a broken law is an error with the seed that shows it."""

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from meute.server.secret import Secret
from meute.server.table.sealed import secret_of
from simulation.virtual_time import CURRENT

if TYPE_CHECKING:
    from simulation.world import World

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
        early = -CLOCK_TOLERANCE if due is None else due - self.world.database.time()
        self.require(
            early <= self.world.most_skew + CLOCK_TOLERANCE, "a clock never runs out early", table_id, seat, early
        )

    def saw_mark(self, guest: str, code: str) -> None:
        """Called inside the transaction that marks a notice as sent."""
        self.marks[guest, code] += 1

    def saw_push(self, guest: str, code: str) -> None:
        """Called by the push service."""
        self.pushes[guest, code] += 1
        self.require(self.pushes[guest, code] <= self.marks[guest, code], "a notice comes at most once", guest, code)

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
