"""Setting the table: seats, options and box -> an empty table, ready for Préparation du jeu."""

from collections.abc import Mapping

from meute.core.box import Contents
from meute.core.errors import BadInput
from meute.games.traces.box import read_box, targets
from meute.games.traces.options import USUAL_TARGET, Options
from meute.games.traces.rules.setup import Setup
from meute.games.traces.state import LARGE, PILE, Traces


def empty_table(seats: int, settled: Mapping[str, str], contents: Contents) -> Traces:
    """No wolf, no prey, no colours yet; refuses a target below the least for the number of players."""
    opt = Options(settled)
    least, usual = targets(seats, contents)
    if opt.target == USUAL_TARGET:
        opt.target = usual
    if opt.target < least:
        raise BadInput("traces.error.target", "target", value=opt.target, least=least, seats=seats)
    s = Traces()
    s.lay_out(seats, opt, read_box(seats, opt, contents))
    return s


def start(seats: int, settled: Mapping[str, str], contents: Contents) -> Traces:
    """« Les 12 cartes grandes proies sont mélangées et placées faces cachées »"""
    s = empty_table(seats, settled, contents)
    for prey in range(LARGE):
        s.large[PILE + prey] = s.box.copies[prey]
    s.push(Setup())
    return s
