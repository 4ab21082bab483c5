"""Gymnasium vector environment on a `Batch`: one seat of every table against bots."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from meute.core.box import Contents
from meute.core.chance import Generator
from meute.env.gym import Opponents, checked_seat
from meute.env.table import InvalidInput, Reward
from meute.env.vector import Batch
from meute.env.zoo import SEED_BITS, spaces

Array = NDArray[Any]
MAX_DEALS = 100
"""Limit of consecutive games that end before the own seat has decided."""


class SeatVectorEnv(VectorEnv[Array, Array, Array]):
    """`SeatEnv` at many tables, for `gymnasium.make_vec`. Autoreset in the same step; an illegal action raises
    `IllegalAction` and changes no table."""

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # type: ignore[misc]

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seats: int | None = None,
        seat: int | None = None,
        opponents: str | Sequence[str] = "greedy",
        options: Mapping[str, str] | None = None,
        box: Contents | None = None,
        rewards: Reward = "rank",
        max_steps: int | None = None,
    ) -> None:
        self.num_envs = num_envs
        self.batch = Batch(game, num_envs, 0, seats, options, box, rewards, max_steps)
        self.wanted_seat = checked_seat(seat, self.batch.seats)
        self.opponents = Opponents(opponents, self.batch.seats)
        seen, self.single_action_space = spaces(self.batch.game, self.batch.actions)
        self.single_observation_space = seen["observation"]
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.seat = np.zeros(num_envs, np.int64)
        self.bot_rngs = [Generator(0)] * num_envs

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Start new games; with a fixed `seat`, table n starts like `SeatEnv.reset(seed=seed + n)`."""
        if seed is not None and not isinstance(seed, int):
            raise InvalidInput("seed: one whole number for all tables")
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(2**SEED_BITS)) if seed is None else seed)
        for table in range(self.num_envs):
            self.start_game(table)
        return self.batch.observation.copy(), self.masks_and_seats()

    def start_game(self, table: int) -> None:
        """Draw the own seat of a new game and play to its first decision."""
        for _ in range(MAX_DEALS):
            drawn = int(self.np_random.integers(self.batch.seats))
            self.seat[table] = drawn if self.wanted_seat is None else self.wanted_seat
            self.bot_rngs[table] = Generator(self.batch.tables.seeds[table] + 1)
            if not self.play_bots(table):
                return
        raise InvalidInput(f"max_steps: {self.batch.max_steps} is too few for this seat to decide anything")

    def play_bots(self, table: int) -> bool:
        """Let the bots play until it is the own turn; returns whether the game ended first."""
        batch, tables, own = self.batch, self.batch.tables, int(self.seat[table])
        while batch.turn[table] != own:
            tables.act(table, self.opponents.choose(batch.game, tables.states[table], own, self.bot_rngs[table]))
            if batch.done[table]:
                return True
        return False

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        batch, infos = self.batch, dict[str, Any]()
        batch.step(actions)
        rewards = np.zeros(self.num_envs, np.float64)
        terminated, truncated = np.zeros(self.num_envs, np.bool_), np.zeros(self.num_envs, np.bool_)
        for table in range(self.num_envs):
            if batch.done[table] or self.play_bots(table):
                own, last = int(self.seat[table]), batch.tables.ended[table]
                assert last is not None
                rewards[table] = batch.final_rewards(np.array([table]))[0, own]
                truncated[table] = batch.truncated[table]
                terminated[table] = not batch.truncated[table]
                seen = batch.table.tensor_of(last, own)
                infos = self._add_info(infos, {"final_obs": seen, "final_info": {"seat": own}}, table)
                self.start_game(table)
        return batch.observation.copy(), rewards, terminated, truncated, {**infos, **self.masks_and_seats()}

    def masks_and_seats(self) -> dict[str, Any]:
        """Masks and seats of all tables; the keys with `_` are Gymnasium's validity masks."""
        everywhere = np.ones(self.num_envs, np.bool_)
        masks = self.batch.action_mask.astype(np.int8)
        return {"action_mask": masks, "_action_mask": everywhere, "seat": self.seat.copy(), "_seat": everywhere}
