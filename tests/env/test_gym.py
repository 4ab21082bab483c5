"""Gymnasium: its own checker, and a seat against bots."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from worlds import EVERY_TABLE

import meute.env
from meute.env.gym import SeatEnv
from meute.env.table import Wrong
from meute.games import GAMES

assert meute.env.VERSION == 0


@pytest.mark.parametrize(("game", "seats"), EVERY_TABLE)
def test_gymnasium_finds_nothing(game: str, seats: int) -> None:
    made = gymnasium.make(f"meute/{game.capitalize()}-v0", seats=seats, opponents="random", render_mode="ansi")
    with warnings.catch_warnings():
        # It would like a scale of -1 to 1, which numbers of cards do not have.
        warnings.filterwarnings("ignore", ".*A Box observation space (maximum|minimum) value")
        warnings.filterwarnings("ignore", ".*we recommend using a symmetric and normalized space")
        check_env(made.unwrapped, skip_render_check=True)
    made.reset(seed=50)
    assert isinstance(made.render(), str)


def play(env: SeatEnv, seed: int) -> list[tuple[Any, ...]]:
    """A random game: what was seen and done at every step."""
    seen, info = env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    steps: list[tuple[Any, ...]] = []
    ended = False
    while not ended:
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        assert np.array_equal(info["action_mask"], env.action_masks())
        seen, reward, ended, cut, info = env.step(action)
        assert not cut
        steps.append((env.seat, action, seen.tobytes(), reward))
    return steps


def test_a_seed_decides_the_game_with_bots_and_the_seat() -> None:
    env = SeatEnv("terres", opponents="louveteau")
    assert play(env, 51) == play(env, 51)
    seated = SeatEnv("traces", seats=4, opponents=["greedy", "random", "random"])
    assert {(seated.reset(seed=seed), seated.seat)[1] for seed in range(12)} == {0, 1, 2, 3}
    fixed = SeatEnv("traces", seat=2, opponents="random")
    fixed.reset(seed=51)
    assert fixed.seat == 2


def test_what_cannot_be_is_refused_or_ends_the_game() -> None:
    for settings in ({"seat": 2}, {"opponents": "genius"}, {"opponents": ["greedy", "greedy"]}, {"illegal": "ignore"}):
        with pytest.raises(Wrong):
            SeatEnv("terres", **settings)
    lenient, strict = SeatEnv("terres"), SeatEnv("terres", illegal="raise")
    for env in (lenient, strict):
        env.reset(seed=52)
    _, reward, ended, _, info = lenient.step(GAMES["terres"].codec.decisions - 1)
    assert (reward, ended) == (-1.0, True)
    assert info["illegal"]
    before = strict.table.game.write_position(strict.table.state)
    with pytest.raises(Wrong):
        strict.step(GAMES["terres"].codec.decisions - 1)
    assert strict.table.game.write_position(strict.table.state) == before
