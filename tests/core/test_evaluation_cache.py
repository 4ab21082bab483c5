"""Trails, and what is remembered at their ends."""

from meute.ai.evaluation_cache import PATH_HASHES, UNKNOWN, UNTRACKED, EvaluationCache, extend_path
from meute.bots.evaluators import trained_evaluator
from meute.core.seats import CHANCE
from meute.match import Match


def test_trails_tell_decisions_and_their_order_apart() -> None:
    begin = PATH_HASHES.new_root()
    decisions = [(seat, action) for seat in (CHANCE, 0, 1, 5) for action in (0, 1, 15, 16, 500)]
    ends = {extend_path(extend_path(begin, *first), *second) for first in decisions for second in decisions}
    assert len(ends) == len(decisions) ** 2
    assert PATH_HASHES.new_root() != begin


def test_a_table_is_followed_once_a_trail_has_begun() -> None:
    match = Match("clan", seed=1)
    state, seat = match.state, match.seats_to_act()[0]
    evaluator = trained_evaluator(match.game, state)
    ways = []
    for tracks in (False, True):
        if tracks:
            evaluator.track()
        ends = []
        for n in (0, 0, 1):
            evaluator.trail = evaluator.root
            evaluator.apply(state.copy(), seat, state.legal_actions(seat)[n])
            ends.append(int(evaluator.trail))
        assert ends[0] == ends[1]
        assert (ends[0] == UNTRACKED) != tracks
        ways.append(ends[0] != ends[2])
    assert ways == [False, True]


def test_only_games_without_secrets_are_followed() -> None:
    """Elsewhere the same decisions lead to different tables."""
    match = Match("terres", seed=1)
    evaluator = trained_evaluator(match.game, match.state)
    evaluator.track()
    assert evaluator.trail == evaluator.root == UNTRACKED


def test_what_is_remembered_belongs_to_a_seat_and_makes_room() -> None:
    memory = EvaluationCache()
    trail = PATH_HASHES.new_root()
    assert memory.get(trail, 0) == UNKNOWN
    memory.put(trail, 0, -300)
    assert memory.get(trail, 0) == -300
    assert memory.get(trail, 1) == UNKNOWN
    memory.put(trail, 1, 7)
    assert (memory.get(trail, 0), memory.get(trail, 1)) == (UNKNOWN, 7)
