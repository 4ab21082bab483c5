"""Setting the table: seats, options and box -> an empty table, ready for MISE EN PLACE."""

from collections.abc import Mapping

from meute.core.box import Table
from meute.core.options import Option, flag
from meute.games.clan.box import read_box
from meute.games.clan.rules import Setup
from meute.games.clan.state import START_BOARD, Box, Clan, Options

OPTIONS = (
    Option("factions", ("random", "chosen"), "random"),
    Option("turned", ("fixed", "random"), "fixed"),
    Option("supply", ("unlimited", "limited"), "unlimited"),
    Option("range", ("spaces", "beeline"), "spaces", since=2, before="beeline"),
    Option("empty_move", ("allowed", "last_resort"), "allowed"),
    flag("den_on_tokens"),
)
RULES_VERSION = 2
"""2: howls are counted from space to space."""

BOXES: list[tuple[Table, int, Box]] = []
"""The boxes read last: reading one computes all distances."""
BOXES_KEPT = 8


def box_for(table: Table, seats: int) -> Box:
    """The figures of a box for a number of players, read once."""
    for known, number, box in BOXES:
        if number == seats and known == table:
            return box
    box = read_box(table, seats)
    BOXES.append((table, seats, box))
    del BOXES[:-BOXES_KEPT]
    return box


def empty_table(seats: int, settled: Mapping[str, str], table: Table) -> Clan:
    """The slots without any board."""
    opt = Options()
    for option in OPTIONS:
        setattr(opt, option.name, option.number(settled[option.name]))
    s = Clan()
    s.lay_out(box_for(table, seats), opt)
    return s


def start(seats: int, settled: Mapping[str, str], table: Table) -> Clan:
    """« Placez le Plateau de Départ (celui avec le Canyon central) au milieu de la table » ; chance does the rest."""
    s = empty_table(seats, settled, table)
    if s.box.first_region:
        s.boards[0] = START_BOARD
    s.push(Setup())
    return s
