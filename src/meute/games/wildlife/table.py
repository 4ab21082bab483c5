"""Setting the table: seats, options and box -> an empty island, ready for PREPARATION DE LA PARTIE."""

from collections.abc import Mapping

from meute.core.box import Contents
from meute.games.wildlife.box import read_box
from meute.games.wildlife.options import Options
from meute.games.wildlife.rules.setup import Setup
from meute.games.wildlife.state import Wildlife


def empty_table(seats: int, settled: Mapping[str, str], contents: Contents) -> Wildlife:
    """The island without pieces, before anybody has anything."""
    opt = Options(settled)
    s = Wildlife()
    s.lay_out(seats, opt, read_box(seats, opt, contents))
    return s


def start(seats: int, settled: Mapping[str, str], contents: Contents) -> Wildlife:
    """« chaque joueur reçoit 8 points de nourriture »; chance does the rest."""
    s = empty_table(seats, settled, contents)
    for seat in range(seats):
        s.food[seat] = s.box.start_food
    s.deck = s.box.deck
    s.push(Setup())
    return s
