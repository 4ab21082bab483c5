"""Builds the initial state from seats, options and box."""

from collections.abc import Mapping

from meute.core.box import Contents
from meute.core.errors import BadInput
from meute.core.numbers import first_n
from meute.games.aventure.box import read_box
from meute.games.aventure.options import LARGE, Options
from meute.games.aventure.rules.setup import Setup
from meute.games.aventure.state import KINDS, MOST_SEATS, Aventure


def empty_state(seats: int, settled: Mapping[str, str], contents: Contents) -> Aventure:
    """A state without cards in the market, the grids and the deck."""
    opt = Options(settled)
    if opt.market == LARGE and seats < MOST_SEATS:
        raise BadInput("aventure.error.large_market", "market", seats=MOST_SEATS)
    if opt.first > seats:
        raise BadInput("aventure.error.first", "first", seats=seats)
    s = Aventure()
    s.allocate(seats, opt, read_box(seats, opt, contents))
    return s


def start(seats: int, settled: Mapping[str, str], contents: Contents) -> Aventure:
    """« Mélangez-les toutes »; with more than two players, two copies of each card. The Setup frame draws the rest."""
    s = empty_state(seats, settled, contents)
    s.bag = first_n(KINDS)
    s.twice = s.bag if s.box.copies > 1 else 0
    s.push(Setup())
    return s
