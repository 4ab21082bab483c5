"""Heuristic weights: constant, name and first guess; in hundredths of a point unless said otherwise."""

from typing import Final

from meute.ai.weights import family
from meute.core.game import by_number
from meute.games.terres.names import CLAW_NAMES
from meute.games.terres.state import CLAWS, LOWEST_VALUE, PER_WOLF, SMALL, VALUES

CARD_VALUES: Final = range(LOWEST_VALUE, LOWEST_VALUE + VALUES)

NARROW: Final = 0
WIDE: Final = 1
"""Lead in Force that decides a full territory, and its increase per wolf that still has room: in hundredths."""
TO_COME: Final = 2
"""Expected wolves that a claw will count, per free room: all, lone, visible or small wolves; in hundredths."""
TAKEN: Final = TO_COME + SMALL - PER_WOLF + 1
"""Score of taking each kind of claw, and a face-down one."""
WIN: Final = TAKEN + CLAWS + 1
WIN_FORCE: Final = WIN + 1
WIN_TURNS: Final = WIN + 2
WIN_POINTS: Final = WIN + 3
WIN_VALUE: Final = WIN + 4
WIN_TRUMP: Final = WIN + 5
"""Score of winning a trick: base, per point gained by the own Force and by turning the other wolf, per point of own
claws that count the wolf, per point of the card's value, and for a trump."""
LOSE_FORCE: Final = WIN + 6
LOSE_POINTS: Final = WIN + 7
LOSE_VALUE: Final = WIN + 8
LOSE_CLAW: Final = WIN + 9
"""Score of losing a trick: the same terms, and for a claw to take."""
LEAD_FORCE: Final = WIN + 10
LEAD_CLAW: Final = LEAD_FORCE + VALUES
LEAD_POINTS: Final = LEAD_CLAW + VALUES
"""Score of leading: per point gained by Force and for a claw to take, both by card value; per point of own claws."""

WEIGHTS: Final = by_number(
    {
        NARROW: ("narrow", 300),
        WIDE: ("wide", 300),
        TO_COME: ("wolves_to_come", 45),
        TO_COME + 1: ("lone_to_come", 22),
        TO_COME + 2: ("visible_to_come", 22),
        TO_COME + 3: ("small_to_come", 10),
        **family(TAKEN, "take", (*CLAW_NAMES, "hidden"), [400] * (CLAWS + 1)),
        WIN: ("win", 0),
        WIN_FORCE: ("win_force", 100),
        WIN_TURNS: ("win_turns", 100),
        WIN_POINTS: ("win_points", 100),
        WIN_VALUE: ("win_value", 0),
        WIN_TRUMP: ("win_trump", 0),
        LOSE_FORCE: ("lose_force", 100),
        LOSE_POINTS: ("lose_points", 100),
        LOSE_VALUE: ("lose_value", 0),
        LOSE_CLAW: ("lose_claw", 400),
        **family(LEAD_FORCE, "lead_force", CARD_VALUES, range(0, 20 * VALUES, 20)),
        **family(LEAD_CLAW, "lead_claw", CARD_VALUES, range(300, 300 - 40 * VALUES, -40)),
        LEAD_POINTS: ("lead_points", 50),
    }
)
