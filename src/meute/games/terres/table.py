"""Setting the table: options and box -> an empty table, ready for MISE EN PLACE."""

from collections.abc import Mapping

from meute.core.box import Table
from meute.core.options import Option
from meute.games.terres.box import read_box
from meute.games.terres.rules import Setup
from meute.games.terres.state import CLAWS, FACE_DOWN, GROUNDS, MOST_PLACES, Options, Terres, lay_claw

OPTIONS = (
    Option("board", ("basic", "advanced"), "basic"),
    Option("leader", ("random", "first", "second"), "random"),
    Option("full_side", ("remove", "leave"), "remove"),
)


def empty_table(settled: Mapping[str, str], table: Table) -> Terres:
    """The board without claws, tokens or cards."""
    opt = Options()
    for option in OPTIONS:
        setattr(opt, option.name, option.number(settled[option.name]))
    s = Terres()
    s.lay_out(read_box(table, opt), opt)
    return s


def start(settled: Mapping[str, str], table: Table) -> Terres:
    """« 1 jeton face cachée sur chacun des emplacements Griffure foncés » ; chance does the rest."""
    s = empty_table(settled, table)
    for claw in range(CLAWS):
        s.unseen[claw] = s.box.copies[claw]
    for ground in range(GROUNDS):
        for place in range(s.box.face_down[ground]):
            lay_claw(s, ground * MOST_PLACES + place, FACE_DOWN)
    s.push(Setup())
    return s
