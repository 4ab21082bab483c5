"""Setting the table: options and box -> an empty table, ready for MISE EN PLACE."""

from collections.abc import Mapping

from meute.core.box import Table
from meute.core.errors import BadInput
from meute.core.numbers import first_n
from meute.core.options import Option
from meute.games.aventure.box import PERMANENT_NAMES, read_box
from meute.games.aventure.rules.setup import Setup
from meute.games.aventure.state import KINDS, TRIOS, Aventure, Options

FEWEST = 2
MOST = 4

RULES_VERSION = 2
"""2: each player may use each Power once, unless the players agree otherwise."""

FIRST = Option("first", ("random", "first", "second", "third", "fourth"), "random")
"""By lot, or a seat: « celui qui a perdu la partie précédente devient le premier joueur »."""
OPTIONS = (
    Option("permanent", ("none", "chosen", "random", *PERMANENT_NAMES), "none"),
    Option("chooser", ("first", "last"), "first", since=2),
    Option("powers", ("none", "random", *(f"trio{number}" for number in range(1, TRIOS + 1))), "none"),
    Option("power_use", ("once", "once_each"), "once_each", since=2, before="once"),
    Option("market", ("standard", "large"), "standard"),
    FIRST,
)


def empty_table(seats: int, settled: Mapping[str, str], table: Table) -> Aventure:
    """No card on the table, and none in the deck."""
    opt = Options()
    for option in OPTIONS:
        setattr(opt, option.name, option.number(settled[option.name]))
    opt.variant = opt.permanent > 0 or opt.powers > 0
    if opt.market and seats < MOST:
        raise BadInput("aventure.error.large_market", "market", seats=MOST)
    if opt.first > seats:
        raise BadInput("aventure.error.first", "first", seats=seats)
    s = Aventure()
    s.lay_out(read_box(table), opt, seats)
    return s


def start(seats: int, settled: Mapping[str, str], table: Table) -> Aventure:
    """« Mélangez-les toutes »; with more than two players, both copies together. Chance does the rest."""
    s = empty_table(seats, settled, table)
    shuffle(s)
    s.push(Setup())
    return s


def shuffle(s: Aventure) -> None:
    """All cards are in the deck."""
    s.bag = first_n(KINDS)
    if s.box.copies[0 if s.seats == FEWEST else 1] > 1:
        s.twice = first_n(KINDS)
