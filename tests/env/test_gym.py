"""Gymnasium: its own checker, and a seat against bots."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from helpers.worlds import EVERY_TABLE

import meute.env
from meute.env.gym import SeatEnv
from meute.env.gym_vector import SeatVectorEnv
from meute.env.table import InvalidInput
from meute.env.tables import IllegalAction
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


def test_a_mask_is_never_empty() -> None:
    env = SeatEnv("terres", opponents="random", max_steps=3)
    _, info = env.reset(seed=53)
    cut = False
    while not cut:
        assert info["action_mask"].any()
        _, _, _, cut, info = env.step(int(info["action_mask"].argmax()))
    assert info["action_mask"].any()
    play(whole := SeatEnv("terres", opponents="random"), 53)
    assert whole.table.is_over()
    assert whole.action_masks().all()


@pytest.mark.parametrize(("game", "seats"), [("terres", 2), ("traces", 4)])
def test_a_vector_environment_plays_the_games_of_single_ones(game: str, seats: int) -> None:
    settings: dict[str, Any] = {"seats": seats, "seat": 1, "opponents": "random"}
    many = gymnasium.make_vec(f"meute/{game.capitalize()}-v0", num_envs=3, **settings)
    assert isinstance(many, SeatVectorEnv)
    seen, infos = many.reset(seed=54)
    singles = {table: SeatEnv(game, **settings) for table in range(3)}
    for table, single in singles.items():
        assert np.array_equal(single.reset(seed=54 + table)[0], seen[table])
    rng = np.random.default_rng(55)
    while singles:
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        seen, rewards, ended, cut, infos = many.step(actions)
        assert seen in many.observation_space
        for table, single in list(singles.items()):
            last, *result, info = single.step(actions[table])
            assert result == [rewards[table], ended[table], cut[table]]
            if ended[table]:
                assert np.array_equal(infos["final_obs"][table], last)
                assert infos["_final_obs"][table]
                del singles[table]
            else:
                assert np.array_equal(seen[table], last)
                assert np.array_equal(infos["action_mask"][table], info["action_mask"])


def test_a_vector_environment_truncates_and_refuses() -> None:
    many = SeatVectorEnv("clan", 2, opponents="random", max_steps=6)
    _, infos = many.reset(seed=56)
    cut = np.zeros(2, np.bool_)
    while not cut.any():
        _, rewards, ended, cut, infos = many.step(infos["action_mask"].argmax(1))
        assert not ended.any()
        assert not rewards.any()
    with pytest.raises(IllegalAction):
        many.step(infos["action_mask"].argmin(1))
    with pytest.raises(InvalidInput, match="seed"):
        many.reset(seed=[1, 2])
    with pytest.raises(InvalidInput, match="seat 2"):
        SeatVectorEnv("terres", 2, seat=2)
    with pytest.raises(InvalidInput, match="max_steps"):
        SeatVectorEnv("terres", 1, seat=1, options={"leader": "first"}, max_steps=1).reset(seed=57)


def test_what_cannot_be_is_refused_or_ends_the_game() -> None:
    for settings in ({"seat": 2}, {"opponents": "genius"}, {"opponents": ["greedy", "greedy"]}, {"illegal": "ignore"}):
        with pytest.raises(InvalidInput):
            SeatEnv("terres", **settings)
    lenient, strict = SeatEnv("terres"), SeatEnv("terres", illegal="raise")
    for env in (lenient, strict):
        env.reset(seed=52)
    _, reward, ended, _, info = lenient.step(GAMES["terres"].codec.decisions - 1)
    assert (reward, ended) == (-1.0, True)
    assert info["illegal"]
    before = strict.table.game.write_position(strict.table.state)
    with pytest.raises(InvalidInput):
        strict.step(GAMES["terres"].codec.decisions - 1)
    assert strict.table.game.write_position(strict.table.state) == before


@pytest.mark.parametrize("opponents", ["search:1@0", "old:1@0"])
@pytest.mark.parametrize("game", GAMES)
def test_opponents_may_play_games_out_in_the_mind(game: str, opponents: str) -> None:
    env = SeatEnv(game, opponents=opponents)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        env.step(np.int64(np.flatnonzero(info["action_mask"])[0]))
