"""Builds the initial state from seats, options and box."""

from collections.abc import Mapping

from meute.core.box import Contents
from meute.games.clan.box import read_box
from meute.games.clan.options import Options
from meute.games.clan.rules.setup import Setup
from meute.games.clan.state import START_BOARD, Box, Clan

BOX_CACHE: list[tuple[int, Contents, Box]] = []
"""Recently read boxes: reading one computes all distances, which takes long."""
BOX_CACHE_SIZE = 8


def cached_box(seats: int, opt: Options, contents: Contents) -> Box:
    """The figures of a box for a number of players, cached."""
    for number, known, box in BOX_CACHE:
        if number == seats and known == contents:
            return box
    BOX_CACHE.append((seats, contents, read_box(seats, opt, contents)))
    del BOX_CACHE[:-BOX_CACHE_SIZE]
    return BOX_CACHE[-1][-1]


def empty_state(seats: int, settled: Mapping[str, str], contents: Contents) -> Clan:
    """A state without any board in the slots."""
    opt = Options(settled)
    s = Clan()
    s.allocate(seats, opt, cached_box(seats, opt, contents))
    return s


def start(seats: int, settled: Mapping[str, str], contents: Contents) -> Clan:
    """« Placez le Plateau de Départ (celui avec le Canyon central) au milieu de la table » ; Setup draws the rest."""
    s = empty_state(seats, settled, contents)
    if s.box.first_region:
        s.boards[0] = START_BOARD
    s.push(Setup())
    return s
