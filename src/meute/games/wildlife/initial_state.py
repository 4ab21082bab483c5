"""Builds the initial state from seats, options and box."""

from collections.abc import Mapping

from meute.core.box import Contents
from meute.games.wildlife.box import read_box
from meute.games.wildlife.options import Options
from meute.games.wildlife.rules.setup import Setup
from meute.games.wildlife.state import Wildlife


def empty_state(seats: int, settled: Mapping[str, str], contents: Contents) -> Wildlife:
    """A state without pieces, species and cards."""
    opt = Options(settled)
    s = Wildlife()
    s.allocate(seats, opt, read_box(seats, opt, contents))
    return s


def start(seats: int, settled: Mapping[str, str], contents: Contents) -> Wildlife:
    """« chaque joueur reçoit 8 points de nourriture »; the Setup frame deals the rest."""
    s = empty_state(seats, settled, contents)
    for seat in range(seats):
        s.food[seat] = s.box.start_food
    s.deck = s.box.deck
    s.push(Setup())
    return s
