"""Seats, counted clockwise from 0, and sets of seats as bit masks."""

from typing import Final

from meute.core.numbers import Mask, bit, first_n, has, i64

Seat = i64
Seats = Mask

MOST_SEATS: Final = 6

CHANCE: Final = -1
"""The pseudo-seat of random outcomes: draws, dice, shuffles."""

OVER: Final = 0
"""`State.to_act` when the game has ended."""
GO_ON: Final = -1
"""Returned by `Frame.advance`: continue with the frame that is now on top."""
BY_CHANCE: Final = 256
"""`State.to_act` when the next decision is an outcome of chance."""


MEMBERS: Final = tuple(
    tuple(seat for seat in range(MOST_SEATS) if has(seats, seat)) for seats in range(bit(MOST_SEATS))
)
"""The members of each set of seats."""


def only(seat: Seat) -> Seats:
    """The set of this one seat."""
    return bit(seat)


def everyone(seats: i64) -> Seats:
    """The set of all seats."""
    return first_n(seats)


def left_of(seat: Seat, seats: i64) -> Seat:
    """The next seat clockwise."""
    if seat + 1 == seats:
        return 0
    return seat + 1


def next_of(those: Seats, seat: Seat, seats: i64) -> Seat:
    """The first member of a set clockwise after a seat, which itself comes last; -1 if the set is empty."""
    for step in range(1, seats + 1):
        other: Seat = (seat + step) % seats
        if has(those, other):
            return other
    return -1


def snake_order(turn: i64, first: Seat, seats: i64) -> Seat:
    """The seat that has a turn (counted from 0) in snake order: clockwise from `first` round the table, back again, and
    so on."""
    lap: i64 = turn // seats
    step: i64 = turn % seats
    if lap % 2 == 1:
        step = seats - 1 - step
    return (first + step) % seats
