"""Trails, and what is remembered at their ends."""

from meute.core.evaluation_cache import PATH_HASHES, UNKNOWN, UNTRACKED, EvaluationCache, extend_path
from meute.core.seats import CHANCE
from meute.match import Match


def test_trails_tell_decisions_and_their_order_apart() -> None:
    begin = PATH_HASHES.new_root()
    decisions = [(seat, action) for seat in (CHANCE, 0, 1, 5) for action in (0, 1, 15, 16, 500)]
    ends = {extend_path(extend_path(begin, *first), *second) for first in decisions for second in decisions}
    assert len(ends) == len(decisions) ** 2
    assert PATH_HASHES.new_root() != begin


def test_a_table_is_followed_once_a_trail_has_begun() -> None:
    state = Match("terres", seed=1).state
    seat = state.turn()
    ways = []
    for trail in (UNTRACKED, PATH_HASHES.new_root()):
        state.path_hash = trail
        one, same, other = state.copy(), state.copy(), state.copy()
        one.apply(seat, state.legal_actions(seat)[0])
        same.apply(seat, state.legal_actions(seat)[0])
        other.apply(seat, state.legal_actions(seat)[1])
        assert one.path_hash == same.path_hash
        ways.append(one.path_hash != other.path_hash)
    assert ways == [False, True]


def test_what_is_remembered_belongs_to_a_seat_and_makes_room() -> None:
    memory = EvaluationCache()
    trail = PATH_HASHES.new_root()
    assert memory.get(trail, 0) == UNKNOWN
    memory.put(trail, 0, -300)
    assert memory.get(trail, 0) == -300
    assert memory.get(trail, 1) == UNKNOWN
    memory.put(trail, 1, 7)
    assert (memory.get(trail, 0), memory.get(trail, 1)) == (UNKNOWN, 7)
