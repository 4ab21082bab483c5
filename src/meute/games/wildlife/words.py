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
from meute.games.wildlife.rules.cards import BONUS, Deed, Epidemic, Taking, has_two
from meute.games.wildlife.rules.pieces import ANYWHERE, Assault, Defence, Walk, may_place
from meute.games.wildlife.rules.sale import Sale
from meute.games.wildlife.rules.setup import Boards, BoardSale, Placement
from meute.games.wildlife.rules.turn import EXACT, LAY_OUT, Assailing, Leaping, Turn
from meute.games.wildlife.state import (
    ARROW,
    ATTACK,
    BOLT,
    MOVE,
    TERRAINS,
    WHEEL,
    Wildlife,
    abilities_of,
    ability_limit,
    cards_of,
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
    Saying("starves", "food"),
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
    Saying("falls_back", "points"),
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

TWO_PLAYERS = "REGLES POUR DEUX JOUEURS"
VARIANTS = "VARIANTES"

NOT_ASKED = Reason("why.not_your_turn", COURSE)
OTHER_QUESTION = Reason("why.other_question", COURSE)
NOT_IN_HAND = Reason("why.not_in_hand", COURSE)


def because(key: str, heading: str) -> Reason:
    """A reason of this game."""
    return Reason(f"wildlife.why.{key}", heading)


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
        key = "lay" if s.opt.cards == EXACT else "lay_more" if turn.base else "lay_up_to"
        return phrase(f"wildlife.prompt.{key}", left=s.box.cards - turn.base)
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
        return why_in_turn(s, seat, top, block, number)
    if isinstance(top, Deed):
        return why_deed(s, seat, top, block, number)
    if isinstance(top, Sale) and block == "bid":
        return why_bid(s, top, number)
    if isinstance(top, BoardSale) and block == "bid":
        return because("too_low" if number < least_bid(top) else "no_purse", VARIANTS)
    if isinstance(top, Placement) and block == "place":
        return because(why_settle(s, seat, number), PLACING)
    if isinstance(top, Walk) and block == "to":
        return why_walk(s, seat, top, number)
    if isinstance(top, Leaping) and block == ("lift" if top.cell == NOBODY else "to"):
        return because(why_leap(s, seat, block, number), ABILITIES)
    if isinstance(top, Assailing) and block in ("place", "strike"):
        return because(why_assail(s, seat, block, number), ABILITIES)
    if isinstance(top, Epidemic) and block == "lift":
        return because("not_yours", CARDS)
    if isinstance(top, Taking) and block == "from":
        return because("not_leader", CARDS)
    if isinstance(top, Boards) and block == "board":
        return because("board_taken", VARIANTS)
    return OTHER_QUESTION


def why_in_turn(s: Wildlife, seat: int, turn: Turn, block: str, number: int) -> Reason:
    """What a turn does not allow."""
    if turn.step == LAY_OUT:
        return NOT_IN_HAND if block == "lay" else because("lay_first", COURSE)
    match block:
        case "lay":
            return NOT_IN_HAND if turn.may_lay(s) else because("no_more_cards", COURSE)
        case "use" | "sell":
            if not cards_of(turn.laid, number):
                return because("not_laid", COURSE)
            return because("sell_one" if turn.must_keep(s) else "no_use", CARDS)
        case "lift":
            return because("moved" if turn.moved else why_lift(s, seat, number), MOVING)
        case "food" | "mobility" | "attack":
            return because("no_target" if turn.ready(s, ABILITY_NAMES.index(block)) else "no_ability", ABILITIES)
        case "trade":
            return because("no_food", EXCHANGE)
        case "end":
            return because("lay_first", COURSE) if turn.offered else because("sell_one", CARDS)
        case _:
            return OTHER_QUESTION


def why_lift(s: Wildlife, seat: int, cell: int) -> str:
    """Why a piece may not be taken up."""
    return "cannot_move" if owner(s, cell) == seat else "not_yours"


def why_deed(s: Wildlife, seat: int, deed: Deed, block: str, number: int) -> Reason:
    """What a card does not allow."""
    if deed.kind < TERRAINS and block == "lift":
        return because(why_lift(s, seat, number), CARDS)
    if deed.kind < TERRAINS and block in ("place", "strike"):
        return why_terrain(s, seat, deed, block, number)
    if deed.kind == WHEEL and block == "adapt":
        return because(why_adapt(s, seat, number), CARDS)
    if deed.kind == ARROW and block == "take":
        limit = ability_limit(s)
        return because("owned" if limit and abilities_of(s, seat, number) >= limit else "nobody_has", CARDS)
    if deed.kind == BOLT and block == "use":
        return because("no_text" if number >= BOLT else "no_use", CARDS)
    return OTHER_QUESTION


def why_terrain(s: Wildlife, seat: int, deed: Deed, block: str, cell: int) -> Reason:
    """What a terrain card does not allow on a cell."""
    territory = s.box.territory[cell]
    if territory == NOBODY:
        return because("sea", CARDS)
    if territory // 2 != deed.kind:
        return because("other_terrain", CARDS)
    if not may_place(s, seat, deed.kind, deed.lively(s)):
        return because("cannot_place", BOARDS)
    if block == "place":
        return because("occupied", CARDS)
    if level(s, seat, deed.kind) < ATTACK:
        return because("cannot_attack", BOARDS)
    return because("no_enemy" if owner(s, cell) in (NOBODY, seat) else "not_full", CARDS)


def why_adapt(s: Wildlife, seat: int, terrain: int) -> str:
    """Why a wheel does not help on a terrain."""
    if level(s, seat, terrain) == ATTACK:
        return "top_level"
    return "two_tokens" if has_two(s, seat, terrain) else "no_token"


def least_bid(auction: Auction) -> int:
    """The lowest bid that is still allowed."""
    return auction.lowest_bid() if auction.best == NOBODY else auction.price + 1


def why_bid(s: Wildlife, sale: Sale, price: int) -> Reason:
    """What the sale of a card does not allow."""
    if price < least_bid(sale):
        return because("too_low", SALE)
    return because("only_the_least", TWO_PLAYERS) if s.seats == 2 else because("too_high", SALE)


def why_settle(s: Wildlife, seat: int, cell: int) -> str:
    """Where no initial piece may go."""
    territory = s.box.territory[cell]
    if territory == NOBODY:
        return "sea"
    if level(s, seat, territory // 2) < MOVE:
        return "no_level"
    return "share" if owner(s, cell) == NOBODY else "occupied"


def why_walk(s: Wildlife, seat: int, walk: Walk, cell: int) -> Reason:
    """Where a piece may not walk to."""
    territory = s.box.territory[cell]
    if territory == NOBODY:
        return because("sea", MOVING)
    if owner(s, cell) != NOBODY:
        return because("occupied", MOVING)
    if level(s, seat, territory // 2) < MOVE:
        return because("no_level", MOVING)
    if walk.terrain not in (ANYWHERE, territory // 2):
        return because("other_terrain", CARDS)
    return because("too_far", MOVING)


def why_leap(s: Wildlife, seat: int, block: str, cell: int) -> str:
    """What Mobility does not allow."""
    if block == "lift":
        return "not_yours"
    if s.box.territory[cell] == NOBODY:
        return "sea"
    return "own_piece" if owner(s, cell) == seat else "no_level"


def why_assail(s: Wildlife, seat: int, block: str, cell: int) -> str:
    """What the Attack card does not allow."""
    territory = s.box.territory[cell]
    if territory == NOBODY:
        return "sea"
    if level(s, seat, territory // 2) < ATTACK:
        return "cannot_attack"
    return "occupied" if block == "place" else "no_enemy"
