"""Seats round a table, and sets of seats."""

from typing import Final

from meute.core.numbers import Mask, bit, first_n, has, i64

Seat = i64
Seats = Mask

MOST_SEATS: Final = 6

CHANCE: Final = -1
"""The seat that draws, rolls and shuffles."""

OVER: Final = 0
"""Nobody is asked: the game has ended."""
GO_ON: Final = -1
"""Nobody is asked yet: read on in the frame that is now on top."""
BY_CHANCE: Final = 256
"""Chance is asked."""


MEMBERS: Final = tuple(
    tuple(seat for seat in range(MOST_SEATS) if has(seats, seat)) for seats in range(bit(MOST_SEATS))
)
"""The seats of each set."""


def only(seat: Seat) -> Seats:
    """The set of this one seat."""
    return bit(seat)


def everyone(seats: i64) -> Seats:
    """All seats of a table."""
    return first_n(seats)


def left_of(seat: Seat, seats: i64) -> Seat:
    """The next seat clockwise."""
    if seat + 1 == seats:
        return 0
    return seat + 1


def next_of(those: Seats, seat: Seat, seats: i64) -> Seat:
    """The first of those seats clockwise after this one; the seat itself comes last; -1 if there is none."""
    for step in range(1, seats + 1):
        other: Seat = (seat + step) % seats
        if has(those, other):
            return other
    return -1


def snake(turn: i64, first: Seat, seats: i64) -> Seat:
    """Who has this turn when the order runs round the table and back again, as often as needed."""
    lap: i64 = turn // seats
    step: i64 = turn % seats
    if lap % 2 == 1:
        step = seats - 1 - step
    return (first + step) % seats
