"""Options (variants and rulings)."""

from collections.abc import Mapping
from typing import Final

from meute.core.options import NumberOption, Option, flag

FREE_ABILITIES: Final = flag("free_abilities")
LIVELY_AUCTIONS: Final = flag("lively_auctions")
SPECIES_AUCTION: Final = flag("species_auction")
MOVING_FIRST_PLAYER: Final = flag("moving_first_player")

EXACT: Final = 0
CARDS: Final = Option("cards", ("exact", "up_to"), "exact")

ALL_FIRST: Final = 0
LAYOUT: Final = Option("layout", ("all_first", "one_by_one"), "all_first")

WHEEL_BONUS: Final = flag("wheel_bonus")

TWO: Final = 0
WHEELS_PER_TERRAIN: Final = Option("wheels_per_terrain", ("two", "any"), "two", since=2, before="any")

AT_START: Final = 1
FOOD_ABILITY: Final = Option("food_ability", ("any_time", "at_start"), "any_time", since=2, before="at_start")

DEFENCE_IN_OWN_TURN: Final = flag("defence_in_own_turn")
ZERO_RANKS: Final = flag("zero_ranks")

BY_FOOD: Final = 1
BY_PIECES: Final = 2
TIE_BREAK: Final = Option("tie_break", ("none", "food", "pieces"), "none")

ABILITY_LIMIT: Final = Option("ability_limit", ("none", "1", "2"), "1", seats=3)

CROC_NO_DESERT: Final = 1
SNAKE_NO_MOUNTAIN: Final = 2
SPECIES_TABLE: Final = Option("species_table", ("default", "croc_no_desert", "snake_no_mountain"), "default")

HIGHEST_BID: Final = 60
BID_CAP: Final = NumberOption("bid_cap", 3, HIGHEST_BID, HIGHEST_BID, seats=3)
TURN_LIMIT: Final = NumberOption("turn_limit", 10, 1000, 300)

OPTIONS: Final = (
    FREE_ABILITIES,
    LIVELY_AUCTIONS,
    SPECIES_AUCTION,
    MOVING_FIRST_PLAYER,
    CARDS,
    LAYOUT,
    WHEEL_BONUS,
    WHEELS_PER_TERRAIN,
    FOOD_ABILITY,
    DEFENCE_IN_OWN_TURN,
    ZERO_RANKS,
    TIE_BREAK,
    ABILITY_LIMIT,
    SPECIES_TABLE,
    BID_CAP,
    TURN_LIMIT,
)


class Options:
    """Option values as numbers, for the rules."""

    def __init__(self, settled: Mapping[str, str]) -> None:
        self.free_abilities = FREE_ABILITIES.read(settled)
        self.lively_auctions = LIVELY_AUCTIONS.read(settled)
        self.species_auction = SPECIES_AUCTION.read(settled)
        self.moving_first_player = MOVING_FIRST_PLAYER.read(settled)
        self.cards = CARDS.read(settled)
        self.layout = LAYOUT.read(settled)
        self.wheel_bonus = WHEEL_BONUS.read(settled)
        self.wheels_per_terrain = WHEELS_PER_TERRAIN.read(settled)
        self.food_ability = FOOD_ABILITY.read(settled)
        self.defence_in_own_turn = DEFENCE_IN_OWN_TURN.read(settled)
        self.zero_ranks = ZERO_RANKS.read(settled)
        self.tie_break = TIE_BREAK.read(settled)
        self.ability_limit = ABILITY_LIMIT.read(settled)
        self.species_table = SPECIES_TABLE.read(settled)
        self.bid_cap = BID_CAP.read(settled)
        self.turn_limit = TURN_LIMIT.read(settled)


DEFAULT_OPTIONS: Final = Options({option.name: option.default for option in OPTIONS})
