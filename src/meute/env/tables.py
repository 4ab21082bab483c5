"""Compiled core of `Batch`: steps many tables and writes observations, masks and results into shared buffers."""

from typing import Final

from mypy_extensions import i16, i32, u8

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.frame import State
from meute.core.game import Game
from meute.core.numbers import NOBODY, i64, vec
from meute.core.seats import BY_CHANCE, CHANCE, OVER

ACTION_BYTES: Final = 2
"""Bytes of an action, little-endian."""


class IllegalAction(Exception):
    """An illegal action; no table was changed."""

    def __init__(self, table: int, action: int) -> None:
        super().__init__(f"table {table}: action {action} is not legal now")
        self.table = table
        self.action = action


class Tables:
    """Many games side by side, with autoreset: a table whose game ends starts the next one in the same step.

    Game n of a table has the seed `seed + table + n * tables`, and is dealt as in `Match`. The buffers hold for each
    table: the seat to move, its observation and mask; whether a game has just ended (by the rules, or truncated after
    `max_steps` decisions), and the last observation of the seat that moved last."""

    def __init__(self, game: Game, initial_state: State, many: i64, seed: int, max_steps: i64) -> None:
        self.game = game
        self.initial_state = initial_state
        self.many = many
        self.seats: i64 = initial_state.seats
        self.actions: i64 = game.codec.decisions
        self.width: i64 = game.layout.size
        self.max_steps = max_steps
        self.turn = vec[i32]([0] * many)
        self.done = vec[u8]([0] * many)
        self.truncated = vec[u8]([0] * many)
        self.steps = vec[i32]([0] * many)
        self.mask = vec[u8]([0] * (many * self.actions))
        self.rows = vec[i16]([0] * (many * self.width))
        self.last = vec[i16]([0] * (many * self.width))
        self.places = vec[i32]([0] * (many * self.seats))
        """Final places of the game that has just ended; -1 where no seat can win or the game was truncated."""
        self.ended: list[State | None] = [None] * many
        self.states: list[State] = []
        self.rngs: list[Generator] = []
        self.out = Choices()
        """Legal actions of one seat at a time; only masks are stored, which saves memory traffic."""
        self.random_player: Generator | None = None
        self.random_actions = vec[i32]([0] * many)
        """Next random action of each table, while `random_player` is set."""
        self.start([seed + n for n in range(many)])

    def start(self, seeds: list[int]) -> None:
        """Start new games at all tables, one from each seed."""
        clear(self.mask, 0, self.many * self.actions)
        self.seeds = seeds
        self.states = [self.initial_state.copy() for _ in range(self.many)]
        self.rngs = [Generator(each) for each in seeds]
        for table in range(self.many):
            self.steps[table] = 0
            self.done[table] = 0
            self.truncated[table] = 0
            self.advance(table, self.states[table])

    def advance(self, table: i64, s: State) -> None:
        """Sample chance, start a new game after the end, and write the observation of the seat to move."""
        rng = self.rngs[table]
        out = self.out
        while s.to_act == BY_CHANCE:
            s.apply(CHANCE, s.random_action(CHANCE, out, rng))
        if s.to_act == OVER or i64(self.steps[table]) >= self.max_steps:
            self.finish(table, s)
            return
        seat = s.turn()
        s.describe(seat, out)
        out.mark(self.mask, table * self.actions, 1)
        random_player = self.random_player
        if random_player is not None:
            self.random_actions[table] = i32(out.draw(random_player))
        self.turn[table] = i32(seat)
        self.game.write_tensor(s, seat, self.rows, table * self.width)

    def finish(self, table: i64, s: State) -> None:
        """Store the result of a game and start the next one."""
        over = s.to_act == OVER
        places = self.game.places(s) if over else vec[i64]([NOBODY] * self.seats)
        for seat in range(self.seats):
            self.places[table * self.seats + seat] = i32(places[seat])
        self.game.write_tensor(s, i64(self.turn[table]), self.last, table * self.width)
        self.ended[table] = s
        self.done[table] = 1
        self.truncated[table] = 0 if over else 1
        self.steps[table] = 0
        self.seeds[table] += self.many
        self.rngs[table] = Generator(self.seeds[table])
        self.states[table] = self.initial_state.copy()
        self.advance(table, self.states[table])

    def step(self, actions: bytes) -> None:
        """Apply one action at each table; if one is illegal, none is applied."""
        if len(actions) != self.many * ACTION_BYTES:
            raise ValueError(f"{len(actions)} bytes for {self.many} actions")
        for table in range(self.many):
            action: i64 = actions[2 * table] | actions[2 * table + 1] << 8
            if action >= self.actions or self.mask[table * self.actions + action] == 0:
                raise IllegalAction(table, action)
        for table in range(self.many):
            self.act(table, actions[2 * table] | actions[2 * table + 1] << 8)

    def act(self, table: i64, action: i64) -> None:
        """Apply one legal action at one table."""
        self.done[table] = 0
        self.truncated[table] = 0
        self.steps[table] += 1
        clear(self.mask, table * self.actions, self.actions)
        s = self.states[table]
        s.apply(i64(self.turn[table]), action)
        self.advance(table, s)

    def play_randomly(self, steps: i64, rng: Generator) -> None:
        """Play random actions at all tables: the upper bound of a learner's speed."""
        self.random_player = rng
        for table in range(self.many):
            s = self.states[table]
            self.random_actions[table] = i32(s.random_action(s.turn(), self.out, rng))
        for _ in range(steps):
            for table in range(self.many):
                self.act(table, i64(self.random_actions[table]))
        self.random_player = None


def clear(mask: vec[u8], at: i64, many: i64) -> None:
    for n in range(at, at + many):
        mask[n] = 0
