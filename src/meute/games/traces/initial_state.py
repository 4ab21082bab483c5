"""Builds the initial state from seats, options and box."""

from collections.abc import Mapping

from meute.core.box import Contents
from meute.core.errors import BadInput
from meute.games.traces.box import read_box, target_scores
from meute.games.traces.options import USUAL_TARGET, Options
from meute.games.traces.rules.setup import Setup
from meute.games.traces.state import LARGE, PILE, Traces


def empty_state(seats: int, settled: Mapping[str, str], contents: Contents) -> Traces:
    """A state without wolves, prey and colours; raises BadInput if the target is too low for the number of seats."""
    opt = Options(settled)
    least, usual = target_scores(seats, contents)
    if opt.target == USUAL_TARGET:
        opt.target = usual
    if opt.target < least:
        raise BadInput("traces.error.target", "target", value=opt.target, least=least, seats=seats)
    s = Traces()
    s.allocate(seats, opt, read_box(seats, opt, contents))
    return s


def start(seats: int, settled: Mapping[str, str], contents: Contents) -> Traces:
    """« Les 12 cartes grandes proies sont mélangées et placées faces cachées »"""
    s = empty_state(seats, settled, contents)
    for prey in range(LARGE):
        s.large[PILE + prey] = s.box.copies[prey]
    s.push(Setup())
    return s
