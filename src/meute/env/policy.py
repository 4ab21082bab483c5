"""Policies on arrays as bots: a trained network can play in `meute evaluate` and wherever bots play."""

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from mypy_extensions import i16
from numpy.typing import NDArray

from meute.bots.bot import Wanted
from meute.core.chance import Generator
from meute.core.game import View
from meute.core.numbers import vec


class ArrayPolicy(ABC):
    """A bot that decides by observation and mask, the same as in the environments; subclasses define `act`."""

    @abstractmethod
    def act(self, game: str, observation: NDArray[np.int16], action_mask: NDArray[np.bool_]) -> int:
        """Return a legal action in the game with this id."""

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        """The action for a view (`Bot`)."""
        game = view.game
        row: Any = vec[i16]([0] * game.layout.size)
        game.write_tensor(view.state, view.seat, row, 0)
        mask = np.zeros(game.codec.decisions, np.bool_)
        mask[view.legal_actions()] = True
        return int(self.act(game.id, np.frombuffer(row, np.int16), mask))
