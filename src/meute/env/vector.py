"""Batches with numpy: many tables at once, for learners that want speed."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meute.core.box import Contents
from meute.core.score import ScoreSheet
from meute.env.table import Reward, Table, Wrong
from meute.env.tables import ACTION_BYTES, Illegal, Tables

MOST_TABLES = 1 << 20


class Batch:
    """So many tables of one game. All arrays are live: they show the next step after it, so keep copies.

    `turn` (n): whose turn it is; `observation` (n, numbers): what that seat sees; `action_mask` (n, actions);
    `done` (n): a game has just ended there and the next one was dealt (same-step autoreset); `final_observation`
    (n, numbers): its last table, as the seat saw it that decided last; `rewards` (n, seats): what it brought."""

    def __init__(
        self,
        game: str,
        tables: int,
        seed: int = 0,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        box: Contents | None = None,
        rewards: Reward = "rank",
    ) -> None:
        if not 1 <= tables <= MOST_TABLES:
            raise Wrong(f"tables: {tables} is not from 1 to {MOST_TABLES}")
        self.table = Table(game, seats, options, box, rewards)
        self.game = self.table.game
        self.seats = self.table.seats
        self.kind = rewards
        self.tables = Tables(self.game, self.table.opening, tables, seed, True)
        self.actions = self.table.actions
        self.turn = seen(self.tables.turn, np.int32)
        self.done = seen(self.tables.done, np.bool_)
        self.observation = seen(self.tables.rows, np.int16).reshape(tables, -1)
        self.final_observation = seen(self.tables.last, np.int16).reshape(tables, -1)
        self.action_mask = seen(self.tables.mask, np.bool_).reshape(tables, -1)
        self.places = seen(self.tables.places, np.int32).reshape(tables, -1)
        self.rewards = np.zeros((tables, self.seats), np.float32)

    def reset(self, seed: int) -> None:
        """New games at all tables."""
        self.tables.begin(seed)
        self.rewards[:] = 0

    def step(self, actions: Any) -> None:
        """One decision at each table; where one is not legal, `Illegal` names its table and nothing has changed."""
        given = np.asarray(actions)
        if given.shape != self.turn.shape or not np.issubdtype(given.dtype, np.integer):
            raise Wrong(f"actions: {len(self.turn)} whole numbers, not {given.dtype} of shape {given.shape}")
        outside = np.flatnonzero((given < 0) | (given >= self.actions))
        if len(outside):
            raise Illegal(int(outside[0]), int(given[outside[0]]))
        self.rewards[self.done] = 0
        self.tables.step(given.astype(f"<u{ACTION_BYTES}").tobytes())
        ended = np.flatnonzero(self.done)
        if len(ended):
            self.rewards[ended] = self.final_rewards(ended)

    def final_rewards(self, ended: NDArray[np.intp]) -> NDArray[Any]:
        """What the games that have just ended brought."""
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
        """The score sheet of the game that has just ended at a table."""
        sheet = ScoreSheet(self.seats, False)
        self.game.score(self.tables.ended[table], sheet)
        return [int(total) for total in sheet.totals]

    def planes(self) -> dict[str, NDArray[np.int16]]:
        """The observation, plane by plane."""
        return self.game.layout.split(self.observation)


def seen(row: Any, kind: Any) -> NDArray[Any]:
    """A row of the tables as an array, live and not to be written to."""
    return np.frombuffer(row, kind)
