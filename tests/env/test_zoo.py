"""PettingZoo: its own suites for every game and seat count, and what they do not ask."""

import warnings
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from helpers.worlds import COMPILED, EVERY_TABLE
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from meute.core.chance import Generator
from meute.env.table import InvalidInput
from meute.match import Match

CYCLES = 10
RANDOM_GAMES = 20 if COMPILED else 1
every_table = pytest.mark.parametrize(("game", "seats"), EVERY_TABLE)


def face(game: str) -> Any:
    return import_module(f"meute.env.{game}_v0")


@every_table
def test_pettingzoo_finds_nothing(game: str, seats: int) -> None:
    with warnings.catch_warnings():
        # Of every environment whose observations come with a mask.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        api_test(face(game).env(seats=seats), CYCLES)
        seed_test(lambda: face(game).env(seats=seats), CYCLES)
        parallel_api_test(face(game).parallel_env(seats=seats), CYCLES)
        parallel_seed_test(lambda: face(game).parallel_env(seats=seats), CYCLES)


@every_table
def test_a_seed_and_actions_give_the_game_of_a_match(game: str, seats: int) -> None:
    env, match = face(game).raw_env(seats=seats), Match(game, [str(seat) for seat in range(seats)], seed=41)
    env.reset(seed=41)
    rng = Generator(42)
    for _ in range(30):
        seat = match.seats_to_act()[0]
        assert env.agent_selection == f"seat_{seat}"
        for other in range(seats):
            mask = env.observe(f"seat_{other}")["action_mask"]
            assert sorted(match.legal_actions(other)) == list(np.flatnonzero(mask))
        action = match.legal_actions(seat)[rng.below(len(match.legal_actions(seat)))]
        match.play(seat, action)
        env.step(action)
        assert env.table.game.write_position(env.table.state) == match.game.write_position(match.state)
        if match.is_over():
            break


@every_table
def test_all_at_once_is_the_same_game(game: str, seats: int) -> None:
    env, match = face(game).parallel_env(seats=seats), Match(game, [str(seat) for seat in range(seats)], seed=41)
    seen, _ = env.reset(seed=41)
    rng = Generator(42)
    for _ in range(15):
        decided = dict.fromkeys(env.agents, env.wait)
        for seat in match.seats_to_act():
            options = match.legal_actions(seat)
            assert sorted(options) == list(np.flatnonzero(seen[f"seat_{seat}"]["action_mask"]))
            decided[f"seat_{seat}"] = options[rng.below(len(options))]
            match.play(seat, decided[f"seat_{seat}"])
        seen, _, _, _, _ = env.step(decided)
        assert env.table.game.write_position(env.table.state) == match.game.write_position(match.state)
        if match.is_over():
            break


@pytest.mark.parametrize("kind", ["rank", "win", "margin"])
def test_rewards_come_at_the_end_and_add_up_to_nothing(kind: str) -> None:
    env = face("aventure").env(seats=3, rewards=kind)
    env.reset(seed=43)
    env.action_space("seat_0").seed(44)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, cut, _ = env.last()
        totals[agent] += reward
        env.step(None if ended or cut else env.action_space(agent).sample(seen["action_mask"]))
    assert sum(totals.values()) == pytest.approx(0)
    best = max(totals, key=lambda agent: totals[agent])
    assert totals[best] > 0
    assert {"rank": totals[best] == 1, "win": totals[best] == pytest.approx(2 / 3), "margin": True}[kind]


@pytest.mark.parametrize("action", [-1, 182, 10_000, 1.5, "r6", None, True])
def test_what_is_no_action_is_refused_and_changes_nothing(action: object) -> None:
    env = face("terres").raw_env()
    env.reset(seed=45)
    before = env.table.game.write_position(env.table.state)
    with pytest.raises(InvalidInput):
        env.step(action)
    assert env.table.game.write_position(env.table.state) == before


def test_an_illegal_action_is_told_why_or_ends_the_game() -> None:
    env = face("terres").raw_env()
    env.reset(seed=45)
    illegal = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(InvalidInput, match="JOUER UN PLI"):
        env.step(illegal)

    wrapped = face("terres").env()
    wrapped.reset(seed=45)
    offender = wrapped.agent_selection
    wrapped.step(illegal)
    assert all(wrapped.terminations.values())
    assert {agent: wrapped.rewards[agent] for agent in wrapped.agents} == {
        agent: -(agent == offender) for agent in wrapped.agents
    }
    _, reward, ended, _, info = wrapped.last()
    assert (wrapped.agent_selection, reward, ended) == (offender, -1, True)
    assert "JOUER UN PLI" in info["illegal"]
    for _ in wrapped.agent_iter():
        wrapped.step(None)
    assert not wrapped.agents

    strict, lenient = face("traces").parallel_env(illegal="raise"), face("traces").parallel_env()
    for together in (strict, lenient):
        together.reset(seed=45)
    with pytest.raises(InvalidInput, match="seat_0 has not decided"):
        strict.step({})
    _, rewards, ended, _, infos = lenient.step(dict.fromkeys(lenient.agents, lenient.wait))
    assert all(ended.values())
    assert rewards == {"seat_0": -1, "seat_1": 0, "seat_2": 0}
    assert [agent for agent, info in infos.items() if "illegal" in info] == ["seat_0"]


@pytest.mark.parametrize(
    "settings",
    [
        {"seats": 3},
        {"options": {"board": "round"}},
        {"options": {"colour": "red"}},
        {"box": {"cards": {"hand": 99}}},
        {"rewards": "gold"},
        {"max_steps": 0},
        {"render_mode": "svg"},
    ],
)
def test_settings_that_cannot_be_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        face("terres").raw_env(**settings)


def test_a_long_game_is_cut() -> None:
    env = face("wildlife").env(max_steps=5)
    env.reset(seed=46)
    for _ in range(5):
        env.step(env.action_space(env.agent_selection).sample(env.observe(env.agent_selection)["action_mask"]))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_a_game_is_cut_by_default_but_not_a_usual_one() -> None:
    """The first legal action runs in circles in Clan."""
    env = face("clan").raw_env()
    limit = env.table.max_steps
    env.reset(seed=46)
    env.table.steps = limit - 1
    env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert all(env.truncations.values())


@every_table
def test_random_games_end_well_before_the_default_limit(game: str, seats: int) -> None:
    table, rng = face(game).raw_env(seats=seats).table, Generator(50)
    for seed in range(RANDOM_GAMES):
        table.deal(seed)
        while not table.is_over():
            table.play(table.turn(), table.state.random_action(table.turn(), table.choices, rng))
        assert table.steps * 2 < table.max_steps


def test_calls_out_of_order_and_actions_outside_the_space_are_refused() -> None:
    env = face("terres").env()
    for name in ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos"):
        with pytest.raises(AttributeError, match="before reset"):
            getattr(env, name)
    for call in (env.last, env.render, env.agent_iter, lambda: env.step(0)):
        with pytest.raises((AssertionError, AttributeError)):
            call()
    env.reset(seed=45)
    for action in (-1, 182, None, "r6"):
        with pytest.raises(AssertionError, match="not in action space"):
            env.step(action)
    assert not any(env.terminations.values())


def test_options_and_box_reach_the_rules() -> None:
    env = face("terres").env(
        options={"board": "advanced", "leader": "second"}, box={"cards": {"hand": 12, "left_in_box": 6}}
    )
    env.reset(seed=47)
    assert env.agent_selection == "seat_1"
    planes = env.unwrapped.table.game.layout.split(env.observe("seat_1")["observation"])
    assert planes["hand"].sum() == 12


def test_a_table_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    env = face("terres").env(render_mode="ansi")
    env.reset(seed=48)
    rendered = env.render()
    assert "Trick(step=lead" in rendered
    shown = face("terres").env(render_mode="human")
    shown.reset(seed=48)
    shown.render()
    assert capsys.readouterr().out.strip() == rendered
