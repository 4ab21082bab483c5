"""A policy on arrays sees as a bot what it sees in the environment."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from meute.core.chance import Generator
from meute.core.game import View
from meute.env.policy import ArrayPolicy
from meute.env.table import GameTable
from meute.games import GAMES

STEPS = 30


class Recorder(ArrayPolicy):
    """Plays the last legal action, and keeps what it saw."""

    def act(self, game: str, observation: NDArray[Any], action_mask: NDArray[Any]) -> int:
        self.seen = (game, observation, action_mask)
        return int(np.flatnonzero(action_mask)[-1])


@pytest.mark.parametrize("game", GAMES)
def test_it_sees_what_the_environment_shows(game: str) -> None:
    table, policy = GameTable(game), Recorder()
    table.deal(3)
    for _ in range(STEPS):
        seat = table.turn()
        action = policy.choose(View(table.game, table.state, seat), Generator(1))
        name, observation, mask = policy.seen
        assert name == game
        assert (observation == table.tensor(seat)).all()
        assert (mask == table.mask(seat)).all()
        table.play(seat, table.check(seat, action))
