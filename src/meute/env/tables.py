"""Many tables side by side, compiled: what seats see, may do and get, in rows that are written anew at every step."""

from typing import Final

from mypy_extensions import i16, i32, u8

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.frame import State
from meute.core.game import Game
from meute.core.numbers import i64, vec
from meute.core.seats import BY_CHANCE, CHANCE, OVER

ACTION_BYTES: Final = 2
"""Actions come as bytes, the lower one first."""


class Illegal(Exception):
    """An action that a table does not allow; nothing was changed at any table."""

    def __init__(self, table: int, action: int) -> None:
        super().__init__(f"table {table}: action {action} is not legal now")
        self.table = table
        self.action = action


class Tables:
    """So many games of one kind; a table whose game has ended deals the next one in the same step.

    The n-th game of a table is dealt from seed + table + n * tables, as `Match` deals from it. The rows of a table:
    whose turn it is, its tensor, its mask; whether a game has just ended there, and its last tensor as the seat saw it
    that decided last."""

    def __init__(self, game: Game, opening: State, many: i64, seed: int, keeps_last: bool) -> None:
        self.game = game
        self.opening = opening
        self.many = many
        self.seats: i64 = opening.seats
        self.actions: i64 = game.codec.decisions
        self.width: i64 = game.layout.size
        self.keeps_last = keeps_last
        self.turn = vec[i32]([0] * many)
        self.done = vec[u8]([0] * many)
        self.mask = vec[u8]([0] * (many * self.actions))
        self.rows = vec[i16]([0] * (many * self.width))
        kept = many * self.width if keeps_last else i64(0)
        self.last = vec[i16]([0] * kept)
        self.places = vec[i32]([0] * (many * self.seats))
        """The final places of the game that has just ended; -1 where nobody can win."""
        self.ended: list[State | None] = [None] * many
        self.states: list[State] = []
        self.rngs: list[Generator] = []
        self.out = Choices()
        """What one seat may do; of the others only the mask is kept, so that a step touches little memory."""
        self.dice: Generator | None = None
        self.drawn = vec[i32]([0] * many)
        """What a table does next, while dice decide."""
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """New games at all tables."""
        wipe(self.mask, 0, self.many * self.actions)
        self.seeds = [seed + n for n in range(self.many)]
        self.states = [self.opening.copy() for _ in range(self.many)]
        self.rngs = [Generator(each) for each in self.seeds]
        for table in range(self.many):
            self.done[table] = 0
            self.settle(table, self.states[table])

    def settle(self, table: i64, s: State) -> None:
        """Lets chance speak, deals again after the end, and shows the table to the seat that decides next."""
        rng = self.rngs[table]
        out = self.out
        while s.asked == BY_CHANCE:
            s.act(CHANCE, s.random_action(CHANCE, out, rng))
        if s.asked == OVER:
            self.finish(table, s)
            return
        seat = s.turn()
        s.describe(seat, out)
        out.mark(self.mask, table * self.actions, 1)
        dice = self.dice
        if dice is not None:
            self.drawn[table] = i32(out.draw(dice))
        self.turn[table] = i32(seat)
        self.game.fill(s, seat, self.rows, table * self.width)

    def finish(self, table: i64, s: State) -> None:
        """Keeps what the game has led to, and deals the next one."""
        places = self.game.places(s)
        for seat in range(self.seats):
            self.places[table * self.seats + seat] = i32(places[seat])
        if self.keeps_last:
            self.game.fill(s, i64(self.turn[table]), self.last, table * self.width)
        self.ended[table] = s
        self.done[table] = 1
        self.seeds[table] += self.many
        self.rngs[table] = Generator(self.seeds[table])
        self.states[table] = self.opening.copy()
        self.settle(table, self.states[table])

    def step(self, actions: bytes) -> None:
        """One decision at each table; where one is not legal, none is taken."""
        if len(actions) != self.many * ACTION_BYTES:
            raise ValueError(f"{len(actions)} bytes for {self.many} actions")
        for table in range(self.many):
            action: i64 = actions[2 * table] | actions[2 * table + 1] << 8
            if action >= self.actions or self.mask[table * self.actions + action] == 0:
                raise Illegal(table, action)
        for table in range(self.many):
            self.act(table, actions[2 * table] | actions[2 * table + 1] << 8)

    def act(self, table: i64, action: i64) -> None:
        """One legal decision at one table."""
        self.done[table] = 0
        wipe(self.mask, table * self.actions, self.actions)
        s = self.states[table]
        s.act(i64(self.turn[table]), action)
        self.settle(table, s)

    def play_randomly(self, steps: i64, rng: Generator) -> None:
        """So many random decisions at each table: the pace that a learner cannot exceed."""
        self.dice = rng
        for table in range(self.many):
            s = self.states[table]
            self.drawn[table] = i32(s.random_action(s.turn(), self.out, rng))
        for _ in range(steps):
            for table in range(self.many):
                self.act(table, i64(self.drawn[table]))
        self.dice = None


def wipe(mask: vec[u8], at: i64, many: i64) -> None:
    """So many zeros."""
    for n in range(at, at + many):
        mask[n] = 0
