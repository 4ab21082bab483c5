"""Setting the table: options and box -> an empty table, ready for Préparation du jeu."""

from collections.abc import Mapping

from meute.core.box import Table
from meute.core.errors import BadInput
from meute.core.options import Number, Option, flag
from meute.games.traces.box import read_box, targets
from meute.games.traces.rules.setup import Setup
from meute.games.traces.state import LARGE, PILE, Options, Traces

RULES_VERSION = 2

USUAL_TARGET = 0
"""As a target: the one that is usual for the number of players."""
HIGHEST_TARGET = 120

OPTIONS = (
    Number("target", USUAL_TARGET, HIGHEST_TARGET, USUAL_TARGET),
    Option("colours", ("choose", "given"), "choose"),
    flag("pledges"),
    flag("join_pack"),
    flag("life_span"),
    flag("strength_before_rank"),
    flag("omega_stays"),
    Option("boxes", ("seen", "hidden"), "seen", since=2, before="hidden"),
)


def empty_table(seats: int, settled: Mapping[str, str], table: Table) -> Traces:
    """No wolf, no prey, no colours yet; refuses a target below the least for the number of players."""
    opt = Options()
    for option in OPTIONS:
        setattr(opt, option.name, option.number(settled[option.name]))
    least, usual = targets(table, seats)
    if opt.target == USUAL_TARGET:
        opt.target = usual
    if opt.target < least:
        raise BadInput("traces.error.target", "target", value=opt.target, least=least, seats=seats)
    s = Traces()
    s.lay_out(seats, read_box(table), opt)
    return s


def start(seats: int, settled: Mapping[str, str], table: Table) -> Traces:
    """« Les 12 cartes grandes proies sont mélangées et placées faces cachées »"""
    s = empty_table(seats, settled, table)
    for prey in range(LARGE):
        s.large[PILE + prey] = s.box.copies[prey]
    s.push(Setup())
    return s
