"""Setting the table: options and box -> an empty island, ready for PREPARATION DE LA PARTIE."""

from collections.abc import Mapping

from meute.core.box import Table
from meute.core.options import Number, Option, flag
from meute.games.wildlife.box import read_box
from meute.games.wildlife.rules.names import HIGHEST_BID
from meute.games.wildlife.rules.setup import Setup
from meute.games.wildlife.state import Options, Wildlife

RULES_VERSION = 2
"""2: Food at any moment of the turn, and two wheels at most for one terrain in a turn."""

OPTIONS = (
    flag("free_abilities"),
    flag("lively_auctions"),
    flag("species_auction"),
    flag("moving_first_player"),
    Option("cards", ("exact", "up_to"), "exact"),
    Option("layout", ("all_first", "one_by_one"), "all_first"),
    flag("wheel_bonus"),
    Option("wheels_per_terrain", ("two", "any"), "two", since=2, before="any"),
    Option("food_ability", ("any_time", "at_start"), "any_time", since=2, before="at_start"),
    flag("defence_in_own_turn"),
    flag("zero_ranks"),
    Option("tie_break", ("none", "food", "pieces"), "none"),
    Option("ability_limit", ("none", "1", "2"), "1"),
    Option("species_table", ("default", "croc_no_desert", "snake_no_mountain"), "default"),
    Number("bid_cap", 3, HIGHEST_BID, HIGHEST_BID),
    Number("turn_limit", 10, 1000, 300),
)


def empty_table(settled: Mapping[str, str], table: Table, seats: int) -> Wildlife:
    """The island without pieces, before anybody has anything."""
    opt = Options()
    for option in OPTIONS:
        setattr(opt, option.name, option.number(settled[option.name]))
    s = Wildlife()
    s.lay_out(seats, read_box(table, opt, seats), opt)
    return s


def start(settled: Mapping[str, str], table: Table, seats: int) -> Wildlife:
    """« chaque joueur reçoit 8 points de nourriture »; chance does the rest."""
    s = empty_table(settled, table, seats)
    for seat in range(seats):
        s.food[seat] = s.box.start_food
    s.deck = s.box.deck
    s.push(Setup())
    return s
