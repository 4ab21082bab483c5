"""`rgb_array`: the page's own board, as a seat sees it."""

import numpy as np
import pytest

from meute.core.chance import Generator
from meute.env.zoo import PettingZooModule
from meute.games import GAMES


@pytest.mark.parametrize("game", list(GAMES))
def test_a_table_is_painted_as_its_seat_sees_it(game: str) -> None:
    env = PettingZooModule(game).raw_env(render_mode="rgb_array")
    env.reset(seed=1)
    rng = Generator(2)
    try:
        first = env.render()
        for _ in range(30):
            options = env.observe(env.agent_selection)["action_mask"].nonzero()[0]
            env.step(options[int(rng.below(len(options)))])
        later = env.render()
        seat = env.seat_of[env.agent_selection]
        assert first.shape == later.shape == (800, 1280, 3)
        assert first.dtype == np.uint8
        assert len(np.unique(later.reshape(-1, 3), axis=0)) > 1000, "nothing is drawn"
        assert (first != later).any()
        env.table.state = env.table.game.determinize(env.table.game.redact(env.table.state, seat), seat, rng)
        assert (env.render() == later).all(), "it shows more than the seat can know"
    finally:
        env.close()
