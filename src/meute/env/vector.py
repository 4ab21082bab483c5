"""Batched environment: many tables at once as numpy arrays."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from mypy_extensions import i16, i32, u8
from numpy.typing import NDArray

from meute.core.box import Contents
from meute.core.numbers import vec
from meute.core.score import ScoreSheet
from meute.env.table import GameTable, InvalidInput, Reward
from meute.env.tables import ACTION_BYTES, IllegalAction, Tables

MAX_TABLES = 1 << 20
BUFFERS = {
    "turn": vec[i32],
    "done": vec[u8],
    "truncated": vec[u8],
    "steps": vec[i32],
    "mask": vec[u8],
    "rows": vec[i16],
    "last": vec[i16],
    "places": vec[i32],
}
"""Buffers of `Tables` that the arrays expose, with their types."""


class Batch:
    """Many tables of one game. All arrays are live views that every step overwrites: copy what you keep.

    `turn` (n): seat to move; `observation` (n, numbers): its observation; `action_mask` (n, actions): its mask;
    `done` (n): a game has just ended and the next one has started (same-step autoreset); `truncated` (n): it was
    stopped after `max_steps` decisions, with rewards 0; `final_observation` (n, numbers): its last observation, of the
    seat that moved last; `rewards` (n, seats): its rewards; `steps` (n): decisions of the current game."""

    def __init__(
        self,
        game: str,
        tables: int,
        seed: int = 0,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        box: Contents | None = None,
        rewards: Reward = "rank",
        max_steps: int | None = None,
    ) -> None:
        self.settings = (game, tables, seed, seats, options, box, rewards, max_steps)
        if not 1 <= tables <= MAX_TABLES:
            raise InvalidInput(f"tables: {tables} is not from 1 to {MAX_TABLES}")
        self.table = GameTable(game, seats, options, box, rewards, max_steps)
        self.game = self.table.game
        self.seats = self.table.seats
        self.kind = rewards
        self.max_steps = self.table.max_steps
        self.tables = Tables(self.game, self.table.initial_state, tables, seed, self.max_steps)
        self.actions = self.table.actions
        self.rewards = np.zeros((tables, self.seats), np.float32)
        self.attach_arrays()

    def attach_arrays(self) -> None:
        """Create the arrays over the tables' buffers."""
        tables = self.tables
        self.turn = live_array(tables.turn, np.int32)
        self.done = live_array(tables.done, np.bool_)
        self.truncated = live_array(tables.truncated, np.bool_)
        self.steps = live_array(tables.steps, np.int32)
        self.observation = live_array(tables.rows, np.int16).reshape(len(self.turn), -1)
        self.final_observation = live_array(tables.last, np.int16).reshape(len(self.turn), -1)
        self.action_mask = live_array(tables.mask, np.bool_).reshape(len(self.turn), -1)
        self.places = live_array(tables.places, np.int32).reshape(len(self.turn), -1)

    def __getstate__(self) -> dict[str, Any]:
        tables = self.tables
        return {
            "settings": self.settings,
            "positions": [self.game.write_position(s) for s in tables.states],
            "rngs": tables.rngs,
            "seeds": tables.seeds,
            "rewards": self.rewards,
            **{name: bytes(getattr(tables, name)) for name in BUFFERS},
        }

    def __setstate__(self, stored: dict[str, Any]) -> None:
        self.__init__(*stored["settings"])  # type: ignore[misc]
        tables = self.tables
        tables.states = [self.table.read(text) for text in stored["positions"]]
        tables.rngs, tables.seeds, self.rewards = stored["rngs"], stored["seeds"], stored["rewards"]
        for name, kind in BUFFERS.items():
            setattr(tables, name, kind(np.frombuffer(stored[name], memoryview(getattr(tables, name)).format).tolist()))
        self.attach_arrays()

    def reset(self, seed: int | None = None) -> None:
        """Start new games at all tables, from a seed or with the next seeds."""
        tables = self.tables
        many = len(self.turn)
        tables.start([each + many for each in tables.seeds] if seed is None else [seed + n for n in range(many)])
        self.rewards[:] = 0

    def step(self, actions: Any) -> None:
        """Apply one action at each table; an illegal one raises `IllegalAction` and changes nothing."""
        given = np.asarray(actions)
        if given.shape != self.turn.shape or not np.issubdtype(given.dtype, np.integer):
            raise InvalidInput(f"actions: {len(self.turn)} whole numbers, not {given.dtype} of shape {given.shape}")
        outside = np.flatnonzero((given < 0) | (given >= self.actions))
        if len(outside):
            raise IllegalAction(int(outside[0]), int(given[outside[0]]))
        self.rewards[self.done] = 0
        self.tables.step(given.astype(f"<u{ACTION_BYTES}").tobytes())
        ended = np.flatnonzero(self.done)
        if len(ended):
            self.rewards[ended] = self.final_rewards(ended)

    def final_rewards(self, ended: NDArray[np.intp]) -> NDArray[Any]:
        """Rewards of the games that have just ended."""
        places = self.places[ended]
        won = (places >= 0).all(1, keepdims=True)
        if self.kind == "rank":
            ahead = np.sign(places[:, None, :] - places[:, :, None]).sum(2)
            return np.where(won, ahead / (self.seats - 1), 0)
        if self.kind == "win":
            first = places == 1
            return np.where(won, first / np.maximum(first.sum(1, keepdims=True), 1) - 1 / self.seats, 0)
        points = np.array([self.points(int(table)) for table in ended], np.float64)
        return np.where(won, points - points.mean(1, keepdims=True), 0)

    def points(self, table: int) -> list[int]:
        """Points in the game that has just ended at a table."""
        sheet = ScoreSheet(self.seats, False)
        self.game.score(self.tables.ended[table], sheet)
        return [int(total) for total in sheet.totals]

    def planes(self) -> dict[str, NDArray[np.int16]]:
        """The observation split into named planes."""
        return self.game.layout.split(self.observation)


def live_array(row: Any, kind: Any) -> NDArray[Any]:
    """A buffer as a live array that must not be written to."""
    return np.frombuffer(row, kind)
