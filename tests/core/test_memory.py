"""Trails, and what is remembered at their ends."""

from meute.core.memory import TRAILS, UNKNOWN, UNTRACKED, Memory, further
from meute.core.seats import CHANCE
from meute.match import Match


def test_trails_tell_decisions_and_their_order_apart() -> None:
    begin = TRAILS.begin()
    decisions = [(seat, action) for seat in (CHANCE, 0, 1, 5) for action in (0, 1, 15, 16, 500)]
    ends = {further(further(begin, *first), *second) for first in decisions for second in decisions}
    assert len(ends) == len(decisions) ** 2
    assert TRAILS.begin() != begin


def test_a_table_is_followed_once_a_trail_has_begun() -> None:
    state = Match("terres", seed=1).state
    seat = state.turn()
    ways = []
    for trail in (UNTRACKED, TRAILS.begin()):
        state.trail = trail
        one, same, other = state.copy(), state.copy(), state.copy()
        one.act(seat, state.options(seat)[0])
        same.act(seat, state.options(seat)[0])
        other.act(seat, state.options(seat)[1])
        assert one.trail == same.trail
        ways.append(one.trail != other.trail)
    assert ways == [False, True]


def test_what_is_remembered_belongs_to_a_seat_and_makes_room() -> None:
    memory = Memory()
    trail = TRAILS.begin()
    assert memory.recall(trail, 0) == UNKNOWN
    memory.remember(trail, 0, -300)
    assert memory.recall(trail, 0) == -300
    assert memory.recall(trail, 1) == UNKNOWN
    memory.remember(trail, 1, 7)
    assert (memory.recall(trail, 0), memory.recall(trail, 1)) == (UNKNOWN, 7)
