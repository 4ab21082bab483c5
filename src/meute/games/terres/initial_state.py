"""Builds the initial state from seats, options and box."""

from collections.abc import Mapping

from meute.core.box import Contents
from meute.games.terres.box import read_box
from meute.games.terres.options import Options
from meute.games.terres.rules.setup import Setup
from meute.games.terres.state import CLAWS, FACE_DOWN, GROUNDS, MOST_PLACES, Terres, lay_claw


def empty_state(seats: int, settled: Mapping[str, str], contents: Contents) -> Terres:
    """A state without claws, tokens or cards."""
    opt = Options(settled)
    s = Terres()
    s.allocate(seats, opt, read_box(seats, opt, contents))
    return s


def start(seats: int, settled: Mapping[str, str], contents: Contents) -> Terres:
    """« 1 jeton face cachée sur chacun des emplacements Griffure foncés » ; the Setup frame draws the rest."""
    s = empty_state(seats, settled, contents)
    for claw in range(CLAWS):
        s.unseen[claw] = s.box.copies[claw]
    for ground in range(GROUNDS):
        for place in range(s.box.face_down[ground]):
            lay_claw(s, ground * MOST_PLACES + place, FACE_DOWN)
    s.push(Setup())
    return s
