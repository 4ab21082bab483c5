"""Batches: every table is a match of its own."""

import numpy as np
import pytest
from helpers.worlds import COMPILED, EVERY_TABLE

from meute.core.chance import Generator
from meute.env.table import InvalidInput, final_rewards
from meute.env.tables import IllegalAction
from meute.env.vector import Batch
from meute.games import GAMES
from meute.match import Match

TABLES = 2
STEPS = 400 if COMPILED else 20


@pytest.mark.parametrize(("game", "seats"), EVERY_TABLE)
def test_every_table_plays_the_games_of_a_match(game: str, seats: int) -> None:
    batch = Batch(game, TABLES, seed=61, seats=seats)
    names = [str(seat) for seat in range(seats)]
    seeds = [61 + table for table in range(TABLES)]
    matches = [Match(game, names, seed=seed) for seed in seeds]
    rng = Generator(62)
    ended = 0
    for _ in range(STEPS):
        actions = []
        for table, match in enumerate(matches):
            seat = match.seats_to_act()[0]
            assert batch.turn[table] == seat
            assert list(np.flatnonzero(batch.action_mask[table])) == sorted(match.legal_actions(seat))
            actions.append(match.legal_actions(seat)[rng.below(len(match.legal_actions(seat)))])
        batch.step(np.array(actions))
        for table, action in enumerate(actions):
            match = matches[table]
            match.play(match.seats_to_act()[0], action)
            assert batch.done[table] == match.is_over()
            if match.is_over():
                ended += 1
                assert batch.rewards[table] == pytest.approx(final_rewards(match.game, match.state, "rank"))
                seeds[table] += TABLES
                matches[table] = Match(game, names, seed=seeds[table])
            else:
                assert not batch.rewards[table].any()
    assert ended or not COMPILED or game in ("clan", "wildlife")


@pytest.mark.parametrize("kind", ["win", "margin"])
def test_rewards_are_those_of_a_single_table(kind: str) -> None:
    batch = Batch("terres", 8, seed=63, rewards=kind)  # type: ignore[arg-type]
    rng = np.random.default_rng(64)
    while not batch.done.any():
        batch.step([int(rng.choice(np.flatnonzero(mask))) for mask in batch.action_mask])
    for table in np.flatnonzero(batch.done):
        s = batch.tables.ended[table]
        assert s is not None
        assert list(batch.rewards[table]) == pytest.approx(final_rewards(batch.game, s, kind))  # type: ignore[arg-type]
        assert batch.final_observation[table].any()
        assert not np.array_equal(batch.final_observation[table], batch.observation[table])


def test_an_illegal_action_names_its_table_and_changes_nothing() -> None:
    batch = Batch("terres", 3, seed=65)
    legal = [int(np.flatnonzero(mask)[0]) for mask in batch.action_mask]
    wrong = int(np.flatnonzero(~batch.action_mask[1])[0])
    before = batch.observation.copy()
    for action in (wrong, -1, 70_000):
        with pytest.raises(IllegalAction) as refused:
            batch.step([legal[0], action, legal[2]])
        assert refused.value.table == 1
    for actions in ([1.0, 2.0, 3.0], legal[:2], ["a", "b", "c"]):
        with pytest.raises(InvalidInput):
            batch.step(actions)
    assert np.array_equal(batch.observation, before)
    with pytest.raises(ValueError, match="read-only"):
        batch.observation[0, 0] = 1
    with pytest.raises(InvalidInput):
        Batch("terres", 0)


def test_a_game_that_does_not_end_is_truncated_and_brings_nothing() -> None:
    batch = Batch("clan", 3, seed=68, max_steps=40)
    assert Batch("clan", 1).max_steps == GAMES["clan"].max_steps
    batch.tables.steps[1] += 1  # each table counts its own
    truncated = []
    for step in range(1, 81):
        batch.step(batch.action_mask.argmax(1))
        assert np.array_equal(batch.done, batch.truncated), "the first legal action ends no game of Clan"
        assert not batch.rewards.any()
        truncated += [(step, int(table)) for table in np.flatnonzero(batch.truncated)]
        if batch.truncated[0]:
            assert (batch.places[0] == -1).all()
            assert batch.final_observation[0].any()
            assert batch.steps[0] == 0
    assert truncated == [(39, 1), (40, 0), (40, 2), (79, 1), (80, 0), (80, 2)]


def test_a_batch_without_a_seed_deals_the_next_games() -> None:
    batch = Batch("terres", 3, seed=69)
    batch.reset()
    later = Batch("terres", 3, seed=69 + 3)
    assert np.array_equal(batch.observation, later.observation)


def test_a_batch_begins_again_from_its_seed() -> None:
    batch = Batch("traces", 5, seed=66)
    first = batch.observation.copy(), batch.action_mask.copy()
    batch.tables.play_randomly(50, Generator(67))
    batch.reset(66)
    assert np.array_equal(batch.observation, first[0])
    assert np.array_equal(batch.action_mask, first[1])
