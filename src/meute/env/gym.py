"""Gymnasium: one seat against computer players."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from numpy.typing import NDArray

from meute.bots import make_bot
from meute.core.box import Contents
from meute.core.chance import Generator
from meute.core.errors import BadInput
from meute.core.game import View
from meute.env.rendering import MODES, Renderer
from meute.env.table import WORDS, Reward, Table, Wrong
from meute.env.zoo import SEED_BITS, spaces


class SeatEnv(gymnasium.Env[NDArray[np.int16], np.int64]):
    """A seat, drawn anew for each game unless it is given, and bots in the others."""

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
        self.table = Table(game, seats, options, box, rewards, max_steps)
        if seat is not None and not 0 <= seat < self.table.seats:
            raise Wrong(f"seat {seat}: not from 0 to {self.table.seats - 1}")
        if illegal not in ("terminate", "raise"):
            raise Wrong(f"illegal: {illegal!r} is not one of terminate, raise")
        names = [opponents] * (self.table.seats - 1) if isinstance(opponents, str) else list(opponents)
        if len(names) != self.table.seats - 1:
            raise Wrong(f"opponents: {len(names)} for {self.table.seats - 1} seats")
        try:
            self.bots = [make_bot(name) for name in names]
        except BadInput as error:
            raise Wrong(WORDS.explain(error)) from None
        self.wanted_seat = seat
        self.illegal = illegal
        self.render_mode = render_mode
        self.renderer = Renderer(self.table, render_mode)
        seen, self.action_space = spaces(self.table.game, self.table.actions)
        self.observation_space = seen["observation"]
        self.seat = 0
        self.thoughts = Generator(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        super().reset(seed=seed)
        deal = int(self.np_random.integers(2**SEED_BITS)) if seed is None else seed
        drawn = int(self.np_random.integers(self.table.seats))
        self.seat = drawn if self.wanted_seat is None else self.wanted_seat
        self.thoughts = Generator(deal + 1)
        self.table.deal(deal)
        self.let_others_play()
        return self.seen()

    def let_others_play(self) -> None:
        """The bots decide until the own seat is asked or the game is over."""
        table = self.table
        while not table.is_over() and not table.is_cut():
            asked = table.turn()
            if asked == self.seat:
                return
            bot = self.bots[asked - (asked > self.seat)]
            table.play(asked, bot.choose(View(table.game, table.state, asked), self.thoughts))

    def seen(self) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """What the own seat sees, and what it may do."""
        return self.table.tensor(self.seat), {"action_mask": self.action_masks(), "seat": self.seat}

    def action_masks(self) -> NDArray[np.int8]:
        """A 1 for each action that may be done now; sb3-contrib asks for it by this name."""
        return self.table.mask(self.seat)

    def step(self, action: Any) -> tuple[NDArray[np.int16], float, bool, bool, dict[str, Any]]:
        try:
            self.table.play(self.seat, self.table.check(self.seat, action))
        except Wrong as wrong:
            if self.illegal == "raise":
                raise
            seen, info = self.seen()
            return seen, -1.0, True, False, {**info, "illegal": str(wrong)}
        self.let_others_play()
        if self.render_mode == "human":
            self.render()
        seen, info = self.seen()
        return seen, self.table.final()[self.seat], self.table.is_over(), self.table.is_cut(), info

    def render(self) -> Any:
        return self.renderer.render(self.seat)

    def close(self) -> None:
        self.renderer.close()
