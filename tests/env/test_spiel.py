"""OpenSpiel: its own random simulations for every game and seat count, written down and read at every step."""

import copy
import random
from typing import Any

import pyspiel
import pytest
from helpers.worlds import COMPILED, EVERY_TABLE
from open_spiel.python.algorithms import ismcts, mcts

import meute.env.spiel
from meute.core.chance import Generator
from meute.core.seats import CHANCE
from meute.games import GAMES
from meute.match import Match

assert meute.env.spiel.PREFIX == "meute_"

LENGTH = 40 if COMPILED else 10


def load(game: str, **params: Any) -> Any:
    return pyspiel.load_game(f"meute_{game}", params)


@pytest.mark.parametrize(("game", "seats"), EVERY_TABLE)
def test_openspiel_finds_nothing(game: str, seats: int) -> None:
    pyspiel.random_sim_test(load(game, players=seats, length=LENGTH), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_as_long_as_in_the_other_environments_by_default(game: str) -> None:
    assert load(game).max_game_length() == GAMES[game].max_steps
    assert load(game).get_parameters()["length"] == GAMES[game].max_steps
    assert load(game, length=9).max_game_length() == 9


def play(state: Any, rng: random.Random) -> None:
    """A random decision, or what chance says."""
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, weights)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("game", GAMES)
def test_the_short_way_to_legal_actions_is_as_the_way_through_cpp(game: str) -> None:
    state, rng = load(game).new_initial_state(), random.Random(5)
    for _ in range(60):
        assert state.is_chance_node() == pyspiel.State.is_chance_node(state)
        for player in ((), *((seat,) for seat in range(state.num_players()))):
            assert state.legal_actions(*player) == pyspiel.State.legal_actions(state, *player)
        if state.is_terminal():
            break
        play(state, rng)


@pytest.mark.parametrize(("game", "seats"), EVERY_TABLE)
def test_chance_and_actions_give_the_game_of_a_match(game: str, seats: int) -> None:
    state, match = load(game, players=seats).new_initial_state(), Match(game, [str(n) for n in range(seats)], seed=71)
    rng = Generator(72)
    done = 0
    for _ in range(20):
        while done < len(match.steps):
            step = match.steps[done]
            assert (state.current_player() == pyspiel.PlayerId.CHANCE) == (step.seat == CHANCE)
            state.apply_action(step.action)
            done += 1
        assert str(state) == match.game.write_position(match.state)
        seat = match.seats_to_act()[0]
        assert state.current_player() == seat
        assert state.legal_actions() == sorted(match.legal_actions(seat))
        match.play(seat, match.legal_actions(seat)[rng.below(len(match.legal_actions(seat)))])


@pytest.mark.parametrize("game", ["terres", "traces", "wildlife"])
def test_a_player_cannot_tell_resampled_states_apart(game: str) -> None:
    state, rng = load(game).new_initial_state(), random.Random(73)
    seen = set()
    for n in range(150):
        play(state, rng)
        if state.is_terminal():
            break
        if n % 10 == 0 and not state.is_chance_node():
            player = state.current_player()
            other = state.resample(player, n)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.legal_actions() == state.legal_actions()
            assert state.information_state_string(player) not in seen, "nothing was remembered"
            seen.add(state.information_state_string(player))


@pytest.mark.parametrize("game", ["terres", "aventure", "traces", "wildlife"])
def test_what_was_told_is_the_same_whenever_it_is_asked_for(game: str) -> None:
    often, rng = load(game).new_initial_state(), random.Random(76)
    seldom = load(game).new_initial_state()
    for n in range(60):
        if n == 45 and not often.is_chance_node():
            player = often.current_player()
            often, seldom = often.resample(player, 1), seldom.resample(player, 1)
        play(often, rng)
        seldom.apply_action(often.history()[-1])
        for player in range(often.num_players()):
            often.information_state_string(player)
        if n == 20:
            copy.deepcopy(seldom).information_state_string(0)
    for player in range(often.num_players()):
        assert seldom.information_state_string(player) == often.information_state_string(player)


def test_a_resampled_state_can_be_copied() -> None:
    state, rng = load("aventure").new_initial_state(), random.Random(77)
    while state.is_chance_node() or len(state.history()) < 40:
        play(state, rng)
    other = state.resample(state.current_player(), 2)
    for _ in range(20):
        play(other, rng)
    assert copy.deepcopy(other).history() == other.history()


def test_a_sealed_answer_is_in_nobody_elses_information() -> None:
    state, rng = load("traces", players=4).new_initial_state(), random.Random(74)
    compared = 0
    while not state.is_terminal() and compared < 12:
        position = state.position.s
        player = state.current_player()
        if not state.is_chance_node() and bin(position.to_act).count("1") > 1 and len(state.legal_actions()) > 1:
            after = [state.child(action) for action in state.legal_actions()[:3]]
            for other in set(range(4)) - {player}:
                assert len({each.information_state_string(other) for each in after}) == 1
                assert len({tuple(each.observation_tensor(other)) for each in after}) == 1
            compared += 1
        play(state, rng)
    assert compared == 12


def test_searches_of_openspiel_play() -> None:
    game, rng = load("terres"), random.Random(75)
    state = game.new_initial_state()
    while state.is_chance_node():
        play(state, rng)
    evaluator = mcts.RandomRolloutEvaluator(1)
    bot = ismcts.ISMCTSBot(game=game, evaluator=evaluator, uct_c=1.0, max_simulations=5)
    bot.set_resampler(lambda state, player: state.resample(player, rng.randrange(2**32)))
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize(
    "params", [{"players": 7}, {"options": "board:round"}, {"options": "b"}, {"rewards": "margin"}, {"length": 0}]
)
def test_parameters_that_cannot_be_are_refused(params: dict[str, Any]) -> None:
    with pytest.raises((ValueError, RuntimeError)):
        load("terres", **params)
