"""From numbers to phrases: events, prompts, reasons and the names of things."""

from meute.core.game import Reason, Saying
from meute.core.mechanisms.auction import Auction
from meute.core.numbers import NOBODY, has
from meute.core.phrase import Phrase, phrase, thing
from meute.core.seats import BY_CHANCE, CHANCE
from meute.games.wildlife.box import (
    ABILITY_NAMES,
    CARD_NAMES,
    CELL_NAMES,
    LEVEL_NAMES,
    SPECIES_NAMES,
    TERRAIN_NAMES,
    TERRITORY_NAMES,
)
from meute.games.wildlife.notation import CODEC
from meute.games.wildlife.rules.cards import BONUS, Deed, Epidemic, Taking
from meute.games.wildlife.rules.names import END
from meute.games.wildlife.rules.pieces import ANYWHERE, Assault, Defence, Walk, free_for, may_place
from meute.games.wildlife.rules.sale import Sale
from meute.games.wildlife.rules.setup import Boards, BoardSale, Placement
from meute.games.wildlife.rules.turn import LAY_OUT, Assailing, Leaping, Turn
from meute.games.wildlife.state import (
    ARROW,
    ATTACK,
    ATTACKING,
    BOLT,
    MOBILITY,
    MOVE,
    TERRAINS,
    WHEEL,
    Wildlife,
    abilities_of,
    ability_limit,
    cards_of,
    holds,
    level,
    owner,
)

EVENTS = (
    Saying("speaks_first"),
    Saying("bids_for_board", "price"),
    Saying("passes_board"),
    Saying("pays_for_board", "price"),
    Saying("gets_species", "species"),
    Saying("sits_down", "player"),
    Saying("goes_first"),
    Saying("gets_arrow"),
    Saying("dealt", secret="card"),
    Saying("settles", "cell"),
    Saying("turn", "number"),
    Saying("gathers", "points"),
    Saying("lays", "card"),
    Saying("uses", "card"),
    Saying("stands_for", "card"),
    Saying("declines", "card"),
    Saying("places", "cell"),
    Saying("moves", "cell", "target"),
    Saying("leaps", "cell", "target"),
    Saying("attacks", "cell", "player"),
    Saying("wants_swap", "cell", "target", "player"),
    Saying("defends", "cell", "player"),
    Saying("eliminated", "cell", "player"),
    Saying("swaps", "cell", "target", "player"),
    Saying("adapts", "terrain", "level"),
    Saying("takes", "ability"),
    Saying("takes_from", "ability", "player"),
    Saying("finds_food", "food"),
    Saying("shares_food", "food"),
    Saying("epidemic_takes", "cell"),
    Saying("starves", "food", "points"),
    Saying("trades", "food", "points"),
    Saying("offers", "card"),
    Saying("bids", "price", "card"),
    Saying("passes", "card"),
    Saying("unsold", "card"),
    Saying("steps_back", "points", "food"),
    Saying("buys", "card", "price", "player"),
    Saying("fills", "territory", "points", "marker"),
    Saying("no_marker", "territory"),
    Saying("scoring_due", "marker"),
    Saying("last_placed"),
    Saying("reshuffled", "number"),
    Saying("draws", secret="card"),
    Saying("scoring"),
    Saying("scores_territory", "points", "pieces", "territory"),
    Saying("scores_colony", "points", "pieces", "cell"),
    Saying("scores_adaptation", "points", "pieces"),
    Saying("scores_abilities", "points", "pieces"),
    Saying("scores_food", "points", "food"),
    Saying("new_first"),
    Saying("ends", "ending"),
)

ENDS = ("last_marker", "last_piece", "turn_limit")

COURSE = "DEROULEMENT DE LA PARTIE"
CARDS = "LES CARTES « WILDLIFE »"
SALE = "VENDRE UNE CARTE"
MOVING = "DEPLACEMENT"
PLACING = "PLACEMENT INITIAL"
BOARDS = "TABLEAUX DES ESPECES"
EXCHANGE = "ECHANGER DES POINTS DE NOURRITURE"
ABILITIES = "ACTIONS DES CARTES « CAPACITE »"

NOT_ASKED = Reason("why.not_your_turn", COURSE)
OTHER_QUESTION = Reason("why.other_question", COURSE)
NOT_IN_HAND = Reason("why.not_in_hand", COURSE)
LAY_THREE = Reason("wildlife.why.lay_first", COURSE)
NO_MORE_CARDS = Reason("wildlife.why.no_more_cards", COURSE)
NOT_LAID = Reason("wildlife.why.not_laid", COURSE)
SELL_ONE = Reason("wildlife.why.sell_one", CARDS)
NO_USE = Reason("wildlife.why.no_use", CARDS)
MOVED = Reason("wildlife.why.moved", MOVING)
NOT_YOURS = Reason("wildlife.why.not_yours", MOVING)
CANNOT_MOVE = Reason("wildlife.why.cannot_move", MOVING)
TOO_FAR = Reason("wildlife.why.too_far", MOVING)
OCCUPIED = Reason("wildlife.why.occupied", PLACING)
NO_LEVEL = Reason("wildlife.why.no_level", BOARDS)
SEA = Reason("wildlife.why.sea", PLACING)
SHARE = Reason("wildlife.why.share", PLACING)
OTHER_TERRAIN = Reason("wildlife.why.other_terrain", CARDS)
CANNOT_PLACE = Reason("wildlife.why.cannot_place", BOARDS)
CANNOT_ATTACK = Reason("wildlife.why.cannot_attack", BOARDS)
NOT_FULL = Reason("wildlife.why.not_full", CARDS)
NO_ENEMY = Reason("wildlife.why.no_enemy", CARDS)
OWN_PIECE = Reason("wildlife.why.own_piece", ABILITIES)
TOP_LEVEL = Reason("wildlife.why.top_level", CARDS)
NO_TOKEN = Reason("wildlife.why.no_token", CARDS)
OWNED = Reason("wildlife.why.owned", CARDS)
NOBODY_HAS = Reason("wildlife.why.nobody_has", CARDS)
NOT_LEADER = Reason("wildlife.why.not_leader", CARDS)
NO_TEXT = Reason("wildlife.why.no_text", CARDS)
NO_ABILITY = Reason("wildlife.why.no_ability", ABILITIES)
NO_TARGET = Reason("wildlife.why.no_target", ABILITIES)
NO_FOOD = Reason("wildlife.why.no_food", EXCHANGE)
TOO_LOW = Reason("wildlife.why.too_low", SALE)
TOO_HIGH = Reason("wildlife.why.too_high", SALE)
ONLY_THE_LEAST = Reason("wildlife.why.only_the_least", "REGLES POUR DEUX JOUEURS")
NO_PURSE = Reason("wildlife.why.no_purse", "VARIANTES")
BOARD_TAKEN = Reason("wildlife.why.board_taken", "VARIANTES")


def word(meaning: str, number: int) -> Phrase:
    """The name of a thing of this game."""
    match meaning:
        case "card":
            return thing(f"card.{CARD_NAMES[number]}", f"wildlife.card.{CARD_NAMES[number]}")
        case "cell" | "target":
            return thing(f"cell.{CELL_NAMES[number]}", "wildlife.cell", cell=CELL_NAMES[number])
        case "territory":
            return thing(f"territory.{TERRITORY_NAMES[number]}", f"wildlife.territory.{TERRITORY_NAMES[number]}")
        case "terrain":
            return thing(f"terrain.{TERRAIN_NAMES[number]}", f"wildlife.terrain.{TERRAIN_NAMES[number]}")
        case "level":
            return phrase(f"wildlife.level.{LEVEL_NAMES[number]}")
        case "species":
            return thing(f"species.{SPECIES_NAMES[number]}", f"wildlife.species.{SPECIES_NAMES[number]}")
        case "ability":
            return thing(f"ability.{ABILITY_NAMES[number]}", f"wildlife.ability.{ABILITY_NAMES[number]}")
        case "ending":
            return phrase(f"wildlife.end.{ENDS[number]}")
        case _:
            return phrase("number", number=number)


def place_name(place: str) -> Phrase | None:
    """What a place is called where its action's words say more than is chosen by it."""
    kind, _, name = place.partition(".")
    match kind:
        case "use" | "sell":
            return phrase(f"wildlife.place.{kind}")
        case "hand" | "laid" | "as":
            return thing(f"card.{name}", f"wildlife.card.{name}")
        case _:
            return None


def prompt(s: Wildlife, seat: int) -> Phrase:
    """What the seat is asked, or what it waits for."""
    top = s.top
    if top is None:
        return phrase("prompt.over")
    if s.asked == BY_CHANCE:
        return phrase("prompt.chance")
    if seat in (NOBODY, CHANCE) or not has(s.asked, seat):
        return phrase("prompt.wait")
    if isinstance(top, Turn):
        return turn_prompt(s, top)
    if isinstance(top, Deed):
        return deed_prompt(s, seat, top)
    if isinstance(top, Sale):
        return sale_prompt(s, top)
    if isinstance(top, Defence):
        assault = top.under
        assert isinstance(assault, Assault)
        key = "defend" if assault.lifted == NOBODY else "defend_swap"
        return phrase(f"wildlife.prompt.{key}", cell=word("cell", assault.cell))
    if isinstance(top, Walk):
        return phrase("wildlife.prompt.walk", cell=word("cell", top.cell))
    if isinstance(top, Leaping):
        if top.cell == NOBODY:
            return phrase("wildlife.prompt.leap")
        return phrase("wildlife.prompt.leap_to", cell=word("cell", top.cell))
    if isinstance(top, Taking):
        return phrase("wildlife.prompt.from", ability=word("ability", top.ability))
    if isinstance(top, BoardSale):
        if top.best == NOBODY:
            return phrase("wildlife.prompt.board_open")
        return phrase("wildlife.prompt.board_bid", price=top.price)
    if isinstance(top, Placement):
        return phrase("wildlife.prompt.settle", left=s.box.placed - top.at // s.seats)
    if isinstance(top, Epidemic):
        return phrase("wildlife.prompt.epidemic")
    if isinstance(top, Assailing):
        return phrase("wildlife.prompt.assail")
    assert isinstance(top, Boards)
    return phrase("wildlife.prompt.board")


def turn_prompt(s: Wildlife, turn: Turn) -> Phrase:
    """The menu of a turn."""
    if turn.step == LAY_OUT:
        return phrase("wildlife.prompt.lay", left=s.box.cards - turn.base)
    if not turn.may_end(s):
        return phrase("wildlife.prompt.act_and_sell")
    return phrase("wildlife.prompt.act")


def deed_prompt(s: Wildlife, seat: int, deed: Deed) -> Phrase:
    """What to do with a card."""
    card = word("card", deed.card)
    if deed.how == BONUS:
        return phrase("wildlife.prompt.bonus", terrain=word("terrain", deed.kind))
    if deed.kind < TERRAINS:
        reached = level(s, seat, deed.kind)
        key = ("none", "move", "reproduce", "attack")[reached]
        if reached == MOVE and deed.lively(s):
            key = "reproduce"
        return phrase(f"wildlife.prompt.terrain_{key}", terrain=word("terrain", deed.kind))
    if deed.kind == WHEEL:
        return phrase("wildlife.prompt.wheel")
    if deed.kind == ARROW:
        return phrase("wildlife.prompt.arrow")
    if deed.kind == BOLT:
        return phrase("wildlife.prompt.bolt")
    return phrase("wildlife.prompt.text", card=card)


def sale_prompt(s: Wildlife, sale: Sale) -> Phrase:
    """Bid or pass."""
    card = word("card", sale.card)
    if s.seats == 2:
        return phrase("wildlife.prompt.buy", card=card, price=sale.least)
    if sale.best == NOBODY:
        return phrase("wildlife.prompt.open", card=card, price=sale.least)
    return phrase("wildlife.prompt.raise", card=card, price=sale.price)


def why(s: Wildlife, seat: int, action: int) -> Reason:
    """Why an action that is not among the seat's options may not be done."""
    top = s.top
    if top is None or seat == NOBODY or not has(s.asked, seat):
        return NOT_ASKED
    block = CODEC.block(action).name
    number = CODEC.fields(action)[0] if CODEC.fields(action) else NOBODY
    if isinstance(top, Turn):
        return why_in_turn(s, seat, top, block, number, action)
    if isinstance(top, Deed):
        return why_deed(s, seat, top, block, number)
    if isinstance(top, Auction) and block == "bid":
        return why_bid(s, seat, top, number)
    if isinstance(top, Placement) and block == "place":
        return why_settle(s, seat, number)
    if isinstance(top, Walk) and block == "to":
        return why_walk(s, seat, top, number)
    if isinstance(top, Leaping) and block == ("lift" if top.cell == NOBODY else "to"):
        return why_leap(s, seat, block, number)
    if isinstance(top, Assailing) and block in ("place", "strike"):
        return why_assail(s, seat, block, number)
    if isinstance(top, Epidemic) and block == "lift":
        return NOT_YOURS
    if isinstance(top, Taking) and block == "from":
        return NOT_LEADER
    if isinstance(top, Boards) and block == "board":
        return BOARD_TAKEN
    return OTHER_QUESTION


def why_in_turn(s: Wildlife, seat: int, turn: Turn, block: str, number: int, action: int) -> Reason:
    """What a turn does not allow."""
    if turn.step == LAY_OUT:
        return NOT_IN_HAND if block == "lay" else LAY_THREE
    if block == "lay":
        return NOT_IN_HAND if turn.may_lay(s) else NO_MORE_CARDS
    if block in ("use", "sell") and not cards_of(turn.laid, number):
        return NOT_LAID
    if block == "use":
        return SELL_ONE if turn.must_keep(s) else NO_USE
    if block == "lift":
        if turn.moved:
            return MOVED
        return CANNOT_MOVE if owner(s, number) == seat else NOT_YOURS
    if block in ("mobility", "attack"):
        ability = MOBILITY if block == "mobility" else ATTACKING
        return NO_TARGET if turn.ready(s, ability) else NO_ABILITY
    if block == "trade":
        return NO_FOOD
    if action == END:
        return SELL_ONE if turn.offered == 0 else LAY_THREE
    return OTHER_QUESTION


def why_deed(s: Wildlife, seat: int, deed: Deed, block: str, number: int) -> Reason:
    """What a card does not allow."""
    if deed.kind < TERRAINS and block in ("place", "strike", "lift"):
        return why_terrain(s, seat, deed, block, number)
    if deed.kind == WHEEL and block == "adapt":
        return TOP_LEVEL if level(s, seat, number) == ATTACK else NO_TOKEN
    if deed.kind == ARROW and block == "take":
        limit = ability_limit(s)
        return OWNED if limit and abilities_of(s, seat, number) >= limit else NOBODY_HAS
    if deed.kind == BOLT and block == "use":
        return NO_TEXT if number >= BOLT else NO_USE
    return OTHER_QUESTION


def why_terrain(s: Wildlife, seat: int, deed: Deed, block: str, cell: int) -> Reason:
    """What a terrain card does not allow on a cell."""
    territory = s.box.territory[cell]
    if territory == NOBODY:
        return SEA
    if block == "lift":
        return CANNOT_MOVE if owner(s, cell) == seat else NOT_YOURS
    if territory // 2 != deed.kind:
        return OTHER_TERRAIN
    if not may_place(s, seat, deed.kind, deed.lively(s)):
        return CANNOT_PLACE
    if block == "place":
        return OCCUPIED
    if level(s, seat, deed.kind) < ATTACK:
        return CANNOT_ATTACK
    return NO_ENEMY if owner(s, cell) in (NOBODY, seat) else NOT_FULL


def why_bid(s: Wildlife, seat: int, auction: Auction, price: int) -> Reason:
    """What an auction does not allow."""
    least = auction.lowest_bid() if auction.best == NOBODY else auction.price + 1
    if price < least:
        return TOO_LOW
    if isinstance(auction, BoardSale):
        return NO_PURSE
    return ONLY_THE_LEAST if s.seats == 2 else TOO_HIGH


def why_settle(s: Wildlife, seat: int, cell: int) -> Reason:
    """Where no initial piece may go."""
    territory = s.box.territory[cell]
    if territory == NOBODY:
        return SEA
    if level(s, seat, territory // 2) < MOVE:
        return NO_LEVEL
    return SHARE if owner(s, cell) == NOBODY else OCCUPIED


def why_walk(s: Wildlife, seat: int, walk: Walk, cell: int) -> Reason:
    """Where a piece may not walk to."""
    territory = s.box.territory[cell]
    if territory == NOBODY:
        return SEA
    if owner(s, cell) != NOBODY:
        return OCCUPIED
    if level(s, seat, territory // 2) < MOVE:
        return NO_LEVEL
    north, south = free_for(s, seat, walk.terrain)
    if walk.terrain != ANYWHERE and not holds(north, south, cell):
        return OTHER_TERRAIN
    return TOO_FAR


def why_leap(s: Wildlife, seat: int, block: str, cell: int) -> Reason:
    """What Mobility does not allow."""
    if block == "lift":
        return NOT_YOURS
    if s.box.territory[cell] == NOBODY:
        return SEA
    return OWN_PIECE if owner(s, cell) == seat else NO_LEVEL


def why_assail(s: Wildlife, seat: int, block: str, cell: int) -> Reason:
    """What the Attack card does not allow."""
    territory = s.box.territory[cell]
    if territory == NOBODY:
        return SEA
    if level(s, seat, territory // 2) < ATTACK:
        return CANNOT_ATTACK
    return OCCUPIED if block == "place" else NO_ENEMY
