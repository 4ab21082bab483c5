"""Setting the table: seats, options and box -> an empty table, ready for MISE EN PLACE."""

from collections.abc import Mapping

from meute.core.box import Contents
from meute.games.clan.box import read_box
from meute.games.clan.options import Options
from meute.games.clan.rules.setup import Setup
from meute.games.clan.state import START_BOARD, Box, Clan

BOXES: list[tuple[int, Contents, Box]] = []
"""The boxes read last: reading one computes all distances."""
BOXES_KEPT = 8


def box_for(seats: int, opt: Options, contents: Contents) -> Box:
    """The figures of a box for a number of players, read once."""
    for number, known, box in BOXES:
        if number == seats and known == contents:
            return box
    BOXES.append((seats, contents, read_box(seats, opt, contents)))
    del BOXES[:-BOXES_KEPT]
    return BOXES[-1][-1]


def empty_table(seats: int, settled: Mapping[str, str], contents: Contents) -> Clan:
    """The slots without any board."""
    opt = Options(settled)
    s = Clan()
    s.lay_out(seats, opt, box_for(seats, opt, contents))
    return s


def start(seats: int, settled: Mapping[str, str], contents: Contents) -> Clan:
    """« Placez le Plateau de Départ (celui avec le Canyon central) au milieu de la table » ; chance does the rest."""
    s = empty_table(seats, settled, contents)
    if s.box.first_region:
        s.boards[0] = START_BOARD
    s.push(Setup())
    return s
