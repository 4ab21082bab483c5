"""Copies and pickles of environments: equal to the original, play on as it does, and share nothing with it."""

import copy
import pickle
from collections.abc import Callable
from importlib import import_module
from threading import Lock
from typing import Any

import numpy as np
import pyspiel
import pytest
from helpers.worlds import COMPILED

import meute.env.spiel  # noqa: F401
from meute.core.chance import Generator
from meute.env.gym import SeatEnv
from meute.env.gym_vector import SeatVectorEnv
from meute.env.table import GameTable
from meute.env.vector import BUFFERS, Batch
from meute.games import GAMES

Copy = Callable[[Any], Any]
STEPS = 300 if COMPILED else 40
APART = 11
ways = pytest.mark.parametrize(
    "way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"]
)
games = pytest.mark.parametrize("game", GAMES)


def random_step(table: GameTable, rng: Generator) -> None:
    table.play(table.turn(), table.state.random_action(table.turn(), table.choices, rng))


@ways
@games
def test_a_table_goes_on_alike_and_by_itself(game: str, way: Copy) -> None:
    table, rng = GameTable(game), Generator(80)
    for step in range(STEPS):
        if step % APART == 0 or table.is_over():
            other, before = way(table), table.game.write_position(table.state)
            assert table.game.write_position(other.state) == before
            assert other.steps == table.steps
            if table.is_over():
                break
            same = copy.copy(rng)
            random_step(other, same)
            assert table.game.write_position(table.state) == before
        random_step(table, rng)
        if step % APART == 0:
            assert table.game.write_position(other.state) == table.game.write_position(table.state)


@ways
def test_options_and_box_are_kept(way: Copy) -> None:
    table = GameTable(
        "terres", options={"board": "advanced"}, box={"cards": {"hand": 12, "left_in_box": 6}}, max_steps=7
    )
    other = way(table)
    assert table.game.write_position(other.initial_state) == table.game.write_position(table.initial_state)
    other.deal(3)
    table.deal(3)
    assert table.game.write_position(other.state) == table.game.write_position(table.state)
    assert other.max_steps == 7


@ways
@pytest.mark.parametrize("kind", ["env", "raw_env"])
def test_pettingzoo_one_by_one(kind: str, way: Copy) -> None:
    env = getattr(import_module("meute.env.traces_v0"), kind)()
    env.reset(seed=81)
    other = way(env)
    for _ in range(20):
        assert other.agent_selection == env.agent_selection
        action = int(env.observe(env.agent_selection)["action_mask"].argmax())
        env.step(action)
        other.step(action)
    env.reset()
    other.reset()
    assert np.array_equal(env.observe("seat_0")["observation"], other.observe("seat_0")["observation"])


@ways
def test_a_copy_starts_a_browser_of_its_own(way: Copy) -> None:
    env = import_module("meute.env.terres_v0").env(render_mode="rgb_array")
    painter: Any = Lock()  # as a browser, it can be neither copied nor pickled
    env.unwrapped.renderer.painter = painter
    assert way(env).unwrapped.renderer.painter is None
    assert env.unwrapped.renderer.painter is painter


@ways
def test_pettingzoo_all_at_once(way: Copy) -> None:
    env = import_module("meute.env.traces_v0").parallel_env()
    seen, _ = env.reset(seed=82)
    other = way(env)
    for _ in range(20):
        actions = {agent: int(seen[agent]["action_mask"].argmax()) for agent in env.agents}
        seen, *_ = env.step(actions)
        also, *_ = other.step(actions)
        assert all(np.array_equal(seen[agent]["observation"], also[agent]["observation"]) for agent in seen)


@ways
@pytest.mark.parametrize("bot", ["random", "greedy", "louveteau", "meneuse"])
def test_gymnasium(bot: str, way: Copy) -> None:
    env = SeatEnv("terres", opponents=bot)
    _, info = env.reset(seed=83)
    other = way(env)
    for _ in range(3):
        action = int(info["action_mask"].argmax())
        seen, *_, info = env.step(action)
        also, *_ = other.step(action)
        assert np.array_equal(seen, also)


@ways
def test_gymnasium_vector(way: Copy) -> None:
    env = SeatVectorEnv("terres", 3, opponents="random")
    _, infos = env.reset(seed=84)
    other = way(env)
    for _ in range(40):
        actions = infos["action_mask"].argmax(1)
        seen, *_, infos = env.step(actions)
        also, *_ = other.step(actions)
        assert np.array_equal(seen, also)


@ways
@games
def test_batches(game: str, way: Copy) -> None:
    batch, rng = Batch(game, 3, seed=85, max_steps=30), np.random.default_rng(86)
    names = [
        *(name for name in BUFFERS if name not in ("rows", "last", "mask")),
        "observation",
        "action_mask",
        "rewards",
    ]
    for step in range(65):
        if step % APART == 0 or batch.done.any():
            other = way(batch)
            assert all(np.array_equal(getattr(other, name), getattr(batch, name)) for name in names)
            assert np.array_equal(other.final_observation, batch.final_observation)
        actions = [int(rng.choice(np.flatnonzero(mask))) for mask in batch.action_mask]
        other.step(actions)
        assert not np.array_equal(other.observation, batch.observation)
        batch.step(actions)
        assert all(np.array_equal(getattr(other, name), getattr(batch, name)) for name in names)


@ways
@pytest.mark.parametrize("name", ["meute_terres", "meute_traces(players=4,options=pledges:yes)"])
def test_openspiel(name: str, way: Copy) -> None:
    game = pyspiel.load_game(name)
    assert str(way(game)) == str(game)
    state = way(game).new_initial_state()
    for _ in range(40):
        state.apply_action(state.legal_actions()[0])
    other = way(state)
    assert (str(other), other.history()) == (str(state), state.history())
    assert other.information_state_string(0) == state.information_state_string(0)
    other.apply_action(other.legal_actions()[-1])
    assert other.history() != state.history()
