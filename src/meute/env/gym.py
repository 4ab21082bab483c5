"""Gymnasium environment: one seat against bots."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from numpy.typing import NDArray

from meute.bots import make_bot
from meute.core.box import Contents
from meute.core.chance import Generator
from meute.core.errors import BadInput
from meute.core.frame import State
from meute.core.game import Game, View
from meute.env.rendering import MODES, Renderer
from meute.env.table import WORDS, GameTable, InvalidInput, Reward
from meute.env.zoo import SEED_BITS, spaces


class Opponents:
    """The bots of all other seats, by name; a single name stands for all."""

    def __init__(self, names: str | Sequence[str], seats: int) -> None:
        self.names = [names] * (seats - 1) if isinstance(names, str) else list(names)
        if len(self.names) != seats - 1:
            raise InvalidInput(f"opponents: {len(self.names)} for {seats - 1} seats")
        try:
            self.bots = [make_bot(name) for name in self.names]
        except BadInput as error:
            raise InvalidInput(WORDS.explain(error)) from None

    def __reduce__(self) -> tuple[Any, ...]:
        return Opponents, (self.names, len(self.names) + 1)

    def choose(self, game: Game, s: State, own: int, rng: Generator) -> int:
        """The action of the bot whose turn it is."""
        seat = s.turn()
        return self.bots[seat - (seat > own)].choose(View(game, s, seat), rng)


def checked_seat(seat: int | None, seats: int) -> int | None:
    """Validate the seat; None means a random seat for each game."""
    if seat is not None and not 0 <= seat < seats:
        raise InvalidInput(f"seat {seat}: not from 0 to {seats - 1}")
    return seat


class SeatEnv(gymnasium.Env[NDArray[np.int16], np.int64]):
    """One seat, drawn at random for each game unless given, against bots."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": MODES, "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        seat: int | None = None,
        opponents: str | Sequence[str] = "greedy",
        options: Mapping[str, str] | None = None,
        box: Contents | None = None,
        rewards: Reward = "rank",
        max_steps: int | None = None,
        illegal: str = "terminate",
        render_mode: str | None = None,
    ) -> None:
        self.table = GameTable(game, seats, options, box, rewards, max_steps)
        self.wanted_seat = checked_seat(seat, self.table.seats)
        if illegal not in ("terminate", "raise"):
            raise InvalidInput(f"illegal: {illegal!r} is not one of terminate, raise")
        self.opponents = Opponents(opponents, self.table.seats)
        self.illegal = illegal
        self.render_mode = render_mode
        self.renderer = Renderer(self.table, render_mode)
        observed, self.action_space = spaces(self.table.game, self.table.actions)
        self.observation_space = observed["observation"]
        self.seat = 0
        self.bot_rng = Generator(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        super().reset(seed=seed)
        deal = int(self.np_random.integers(2**SEED_BITS)) if seed is None else seed
        drawn = int(self.np_random.integers(self.table.seats))
        self.seat = drawn if self.wanted_seat is None else self.wanted_seat
        self.bot_rng = Generator(deal + 1)
        self.table.deal(deal)
        self.play_bots()
        return self.observation()

    def play_bots(self) -> None:
        """Let the bots play until it is the own turn or the game is over."""
        table = self.table
        while not table.is_over() and not table.is_truncated():
            seat = table.turn()
            if seat == self.seat:
                return
            table.play(seat, self.opponents.choose(table.game, table.state, self.seat, self.bot_rng))

    def observation(self) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """The own seat's observation and info."""
        return self.table.tensor(self.seat), {"action_mask": self.action_masks(), "seat": self.seat}

    def action_masks(self) -> NDArray[np.int8]:
        """The mask of legal actions, all ones after the end: a masked policy always has a choice. sb3-contrib uses this
        name."""
        mask = self.table.mask(self.seat)
        return mask if mask.any() else np.ones_like(mask)

    def step(self, action: Any) -> tuple[NDArray[np.int16], float, bool, bool, dict[str, Any]]:
        try:
            self.table.play(self.seat, self.table.check(self.seat, action))
        except InvalidInput as wrong:
            if self.illegal == "raise":
                raise
            observation, info = self.observation()
            return observation, -1.0, True, False, {**info, "illegal": str(wrong)}
        self.play_bots()
        if self.render_mode == "human":
            self.render()
        observation, info = self.observation()
        return observation, self.table.rewards_now()[self.seat], self.table.is_over(), self.table.is_truncated(), info

    def render(self) -> Any:
        return self.renderer.render(self.seat)

    def close(self) -> None:
        self.renderer.close()
