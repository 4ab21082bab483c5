"""What the page draws for a seat, and the places that select an action."""

from typing import Final

from meute.core.frame import Frame
from meute.core.mechanisms.auction import Auction
from meute.core.numbers import NOBODY, count, has
from meute.core.reason import OTHER_QUESTION, Reason
from meute.core.score import ScoreRow
from meute.games.wildlife.actions import LIFT, PLACE, STRIKE, TO
from meute.games.wildlife.card_uses import best_uses, cell_list, cell_names
from meute.games.wildlife.names import (
    ABILITY_NAMES,
    CARD_NAMES,
    CELL_NAMES,
    LEVEL_NAMES,
    SIZE_NAMES,
    SPECIES_NAMES,
    TERRAIN_NAMES,
    TERRITORY_NAMES,
)
from meute.games.wildlife.notation import CODEC
from meute.games.wildlife.rules.abilities import Leaping
from meute.games.wildlife.rules.cards import BONUS, BOUGHT, OTHER_BOARD, Deed, Epidemic
from meute.games.wildlife.rules.pieces import Assault, Defence, Walk
from meute.games.wildlife.rules.sale import Sale, steps_back
from meute.games.wildlife.rules.setup import Boards, BoardSale, Placement, Setup
from meute.games.wildlife.rules.turn import Turn
from meute.games.wildlife.scoring import (
    ABILITY_RANK,
    ADAPTATION_RANK,
    COLONY_RANK,
    FOOD_RANK,
    RULES,
    TERRITORY_RANK,
    Colonies,
    forecast,
    points_for,
    territory_points,
)
from meute.games.wildlife.show_types import (
    AbilityShown,
    AssaultShown,
    BidderShown,
    BoardShown,
    CardShown,
    CellShown,
    ColonyShown,
    DeedShown,
    FoodRiskShown,
    LaidShown,
    LevelShown,
    MarkerShown,
    PlayerShown,
    RaiseShown,
    SaleShown,
    ScoringRowShown,
    SupplyShown,
    TerritoryShown,
    TokensShown,
    UseShown,
    WildlifeShown,
)
from meute.games.wildlife.state import (
    ABILITIES,
    ATTACK,
    CELLS,
    COLUMNS,
    DEFENCE,
    GOES_ON,
    INTELLIGENCE,
    KINDS,
    MARKERS,
    SPECIES,
    TERRAINS,
    TERRITORIES,
    WHEEL,
    Wildlife,
    abilities_left,
    abilities_of,
    all_have_species,
    cards_of,
    clockwise,
    deck_size,
    free_cells,
    is_full,
    level,
    level_in,
    markers_used,
    owner,
    packed_field,
    pieces_in,
    pieces_of,
    species_of,
    tokens_left,
    tokens_on,
)

SCORED_AFTER_TERRITORIES = (COLONY_RANK, ADAPTATION_RANK, ABILITY_RANK, FOOD_RANK)
YEARS = 10
"""Ages are stored in tenths of a million years."""

PHASES: Final[dict[type[Frame], str]] = {
    Setup: "setup",
    Boards: "setup",
    BoardSale: "sale",
    Placement: "placement",
    Sale: "sale",
    Deed: "deed",
    Epidemic: "epidemic",
    Defence: "defence",
}
"""The phase that the page shows, by the top frame."""

CELL_ACTIONS: Final[dict[type[Frame], int]] = {Placement: PLACE, Turn: LIFT, Epidemic: LIFT, Walk: TO}
"""The action kind that a click on any cell means, by the top frame."""

PLACE_PREFIXES: Final = {"lay": "hand", "bid": "bid", "take": "ability", "from": "player", "board": "board"}
"""Prefix of the place that selects an action with a name (`lay:wheel` -> `hand.wheel`)."""


def show(s: Wildlife, seat: int) -> WildlifeShown:
    """The state as this seat sees it; `s` is already the seat's view."""
    colonies = Colonies(s)
    used = markers_used(s)
    seated = all_have_species(s)
    totals = list(forecast(s)) if seated else [0] * s.seats
    turn, sale, placement = s.find(Turn), s.find(Sale), s.find(Placement)
    return WildlifeShown(
        game="wildlife",
        phase="over" if s.top is None else PHASES.get(type(s.top), "turn"),
        order=clockwise(s, max(s.first, 0)),
        active=s.active,
        first=s.first,
        turn=s.turns,
        cells=show_cells(s, colonies),
        territories=[show_territory(s, territory) for territory in range(TERRITORIES)],
        players=[show_player(s, other, turn, colonies, totals[other]) for other in range(s.seats)],
        colonies=show_colonies(s, colonies),
        markers=[show_marker(s, n) for n in range(MARKERS)],
        next_points=s.box.marker_points[used] if used < MARKERS else 0,
        next_scoring=next((n for n in range(used + 1, MARKERS + 1) if has(s.box.scorings, n)), 0),
        scoring_due=s.due == 1,
        scoring_steps=[*TERRAIN_NAMES, *(RULES[rule] for rule in SCORED_AFTER_TERRITORIES)],
        food_points=s.box.food_points,
        supply=[show_supply(s, ability) for ability in range(ABILITIES)],
        tokens=[show_tokens(s, terrain) for terrain in range(TERRAINS)] if seated else [],
        boards=show_boards(s) if not seated else [],
        deck=deck_size(s),
        discards=names_of_cards(s.discard),
        laid=show_laid(turn, sale),
        must_sell=turn is not None and turn.offered == 0,
        only_intelligence=turn is not None and turn.must_keep(s) and turn.can_replace(s),
        free_move=turn is not None and turn.moved == 0,
        cards_left=0 if turn is None else turn.cards_left(s),
        to_place=0 if placement is None else s.box.placed - placement.at // s.seats,
        sale=show_sale(s, seat, s.find_any(Auction), sale),
        deed=show_deed(s, seat, s.find(Deed)),
        assault=show_assault(s, s.find(Assault)),
        lifted=lifted_cell(s),
        buttons=show_buttons(s, seat),
        last_scoring=[show_row(row) for row in s.last],
    )


def lifted_cell(s: Wildlife) -> str:
    """The cell of the lifted piece; "" for none."""
    walk, leaping = s.find(Walk), s.find(Leaping)
    return cell_name(walk.cell if walk else leaping.cell if leaping else NOBODY)


def cell_name(cell: int) -> str:
    """The name of a cell; "" for NOBODY."""
    return "" if cell == NOBODY else CELL_NAMES[cell]


def show_cells(s: Wildlife, colonies: Colonies) -> list[CellShown]:
    """All land cells, row by row."""
    colony = {}
    for k in range(len(colonies.sizes)):
        for cell in cell_list(colonies.north[k], colonies.south[k]):
            colony[cell] = k
    land = [cell for cell in range(CELLS) if s.box.territory[cell] != NOBODY]
    return [show_cell(s, cell, colony.get(cell, NOBODY)) for cell in land]


def show_cell(s: Wildlife, cell: int, colony: int) -> CellShown:
    """One cell; `colony` is the index of its colony, NOBODY for none."""
    territory = s.box.territory[cell]
    piece = owner(s, cell)
    return CellShown(
        place=f"cell.{CELL_NAMES[cell]}",
        id=CELL_NAMES[cell],
        column=cell % COLUMNS,
        row=cell // COLUMNS,
        terrain=TERRAIN_NAMES[territory // 2],
        territory=TERRITORY_NAMES[territory],
        piece=piece,
        species=species_name(s, piece),
        colony=colony,
    )


def species_name(s: Wildlife, seat: int) -> str:
    """The species of a seat; "" for none."""
    return "" if seat == NOBODY or species_of(s, seat) == NOBODY else SPECIES_NAMES[species_of(s, seat)]


def show_territory(s: Wildlife, territory: int) -> TerritoryShown:
    """A territory for the page: its spaces, pieces, points, and who leads."""
    north, south = s.box.north[territory], s.box.south[territory]
    pieces = [pieces_in(s, seat, territory) for seat in range(s.seats)]
    most = max(pieces)
    return TerritoryShown(
        id=TERRITORY_NAMES[territory],
        terrain=TERRAIN_NAMES[territory // 2],
        kind=SIZE_NAMES[territory % 2],
        cells=cell_names(cell_list(north, south)),
        free=cell_names(cell_list(*free_cells(s, north, south))),
        pieces=pieces,
        points=[territory_points(s, territory, seat) for seat in range(s.seats)],
        leaders=[seat for seat in range(s.seats) if most and pieces[seat] == most],
        full=is_full(s, territory),
        marked=has(s.marked, territory),
    )


def show_player(s: Wildlife, other: int, turn: Turn | None, colonies: Colonies, points: int) -> PlayerShown:
    """One player, with the visible cards of the hand."""
    species = species_of(s, other)
    sizes = [colonies.sizes[k] for k in range(len(colonies.sizes)) if colonies.owners[k] == other]
    pieces = pieces_of(s, other)
    begun = species != NOBODY and s.first != NOBODY
    return PlayerShown(
        place=f"player.{other + 1}",
        seat=other,
        species=species_name(s, other),
        age=0 if species == NOBODY else s.box.age[species] / YEARS,
        score=s.score[other],
        food=s.food[other],
        stock=s.stock[other],
        pieces=pieces,
        lost=s.box.pieces - s.stock[other] - pieces if begun else 0,
        held=s.held[other],
        hand=[CardShown(place=f"hand.{card}", card=card) for card in names_of_cards(s.hands[other])],
        levels=[] if species == NOBODY else [show_level(s, other, terrain) for terrain in range(TERRAINS)],
        tokens=0 if species == NOBODY else tokens_on(s, other),
        abilities=[show_ability(s, other, ability, turn) for ability in range(ABILITIES)],
        largest_colony=max(sizes, default=0),
        forecast=points,
    )


def names_of_cards(cards: int) -> list[str]:
    """The names of all cards, sorted by kind."""
    return [CARD_NAMES[kind] for kind in range(KINDS) for _ in range(cards_of(cards, kind))]


def show_level(s: Wildlife, seat: int, terrain: int) -> LevelShown:
    """One terrain on a species board."""
    reached = level(s, seat, terrain)
    start = level_in(s.box.levels[species_of(s, seat)], terrain)
    return LevelShown(
        place=f"level.{seat + 1}.{TERRAIN_NAMES[terrain]}",
        terrain=TERRAIN_NAMES[terrain],
        level=LEVEL_NAMES[reached],
        number=reached,
        start=start,
        tokens=reached - start,
    )


def show_ability(s: Wildlife, seat: int, ability: int, turn: Turn | None) -> AbilityShown:
    """A player's ability cards of one type."""
    number = abilities_of(s, seat, ability)
    ready = 0
    if ability == DEFENCE:
        if seat != s.active or s.opt.defence_in_own_turn:
            ready = number - packed_field(s.defended, seat)
    elif turn is not None and seat == s.active:
        ready = number - (turn.extra if ability == INTELLIGENCE else packed_field(turn.spent, ability))
    return AbilityShown(id=ABILITY_NAMES[ability], number=number, ready=max(ready, 0))


def show_colonies(s: Wildlife, colonies: Colonies) -> list[ColonyShown]:
    """All colonies, in the order of `Colonies`."""
    return [
        ColonyShown(
            seat=colonies.owners[k],
            size=colonies.sizes[k],
            rank=colonies.ranks[k],
            points=points_for(s.box.for_colony, colonies.ranks[k]),
            cells=cell_names(cell_list(colonies.north[k], colonies.south[k])),
        )
        for k in range(len(colonies.sizes))
    ]


def show_marker(s: Wildlife, n: int) -> MarkerShown:
    """A space of the territory track."""
    return MarkerShown(
        number=n + 1,
        points=s.box.marker_points[n],
        purple=has(s.box.scorings, n + 1),
        taken=n < markers_used(s),
    )


def show_supply(s: Wildlife, ability: int) -> SupplyShown:
    """Ability cards of one type in the supply."""
    name = ABILITY_NAMES[ability]
    return SupplyShown(place=f"ability.{name}", id=name, number=abilities_left(s, ability))


def show_tokens(s: Wildlife, terrain: int) -> TokensShown:
    """Adaptation tokens of one terrain in the supply."""
    left = [tokens_left(s, terrain, step) for step in range(1, ATTACK + 1)]
    return TokensShown(terrain=TERRAIN_NAMES[terrain], left=left)


def show_boards(s: Wildlife) -> list[BoardShown]:
    """The species boards that no seat has yet."""
    taken = [species_of(s, seat) for seat in range(s.seats)]
    return [
        BoardShown(
            place=f"board.{SPECIES_NAMES[species]}",
            species=SPECIES_NAMES[species],
            levels=[level_in(s.box.levels[species], terrain) for terrain in range(TERRAINS)],
            age=s.box.age[species] / YEARS,
        )
        for species in range(SPECIES)
        if species not in taken
    ]


def show_laid(turn: Turn | None, sale: Sale | None) -> list[LaidShown]:
    """The cards of this turn with their state: unused, played, on sale or sold."""
    if turn is None:
        return []
    on_sale = "" if sale is None else CARD_NAMES[sale.card]
    laid = []
    for state, cards in (("unused", turn.laid), ("played", turn.used), ("sold", turn.sold)):
        for card in names_of_cards(cards):
            shown = "on_sale" if state == "sold" and card == on_sale else state
            if shown == "on_sale":
                on_sale = ""
            laid.append(LaidShown(place=f"laid.{card}", card=card, state=shown))
    return laid


def show_sale(s: Wildlife, seat: int, auction: Auction | None, sale: Sale | None) -> SaleShown | None:
    """The auction (of a card, or of a species), with the cost of each raise for the viewer."""
    if auction is None:
        return None
    return SaleShown(
        card="" if sale is None else CARD_NAMES[sale.card],
        seller=NOBODY if sale is None else sale.seller,
        price=auction.price,
        highest=auction.best,
        speaker=auction.speaker,
        fixed=sale is not None and s.seats == 2,
        bidders=[show_bidder(auction, other) for other in bidding_order(s, sale)],
        raises=show_raises(s, seat, auction, sale),
        uses=sale_uses(s, seat, sale),
        risk=None if sale is None or seat == NOBODY or not has(sale.bidders, seat) else food_risk(s, seat),
    )


def bidding_order(s: Wildlife, sale: Sale | None) -> list[int]:
    """The seats that take part in an auction (card or species), also those that passed, in bidding order."""
    if sale is not None:
        return clockwise(s, sale.seller)[1:]
    boards = s.find(Boards)
    assert boards is not None
    return [seat for seat in clockwise(s, boards.speaker) if species_of(s, seat) == NOBODY]


def show_bidder(auction: Auction, seat: int) -> BidderShown:
    return BidderShown(
        seat=seat,
        bid=auction.bid_of(seat),
        highest=seat == auction.best,
        speaks=seat == auction.speaker,
        passed=not has(auction.bidders, seat),
    )


def show_raises(s: Wildlife, seat: int, auction: Auction, sale: Sale | None) -> list[RaiseShown]:
    """The viewer's next possible bids, also while another seat bids."""
    if seat == NOBODY or not has(auction.bidders, seat) or seat == auction.best:
        return []
    raises = []
    for price in range(auction.next_bid(), auction.highest_bid(s, seat) + 1):
        back = 0 if sale is None else steps_back(s, seat, price)
        left = s.food[seat] + back * s.box.food_for_a_point - price
        raises.append(RaiseShown(price=price, left=left, points=back))
    return raises


def sale_uses(s: Wildlife, seat: int, sale: Sale | None) -> list[UseShown]:
    """The uses of the card on sale for the viewer."""
    if sale is None or seat == NOBODY or not has(sale.bidders, seat):
        return []
    return best_uses(s, seat, sale.card, s.opt.lively_auctions == 1)


def food_risk(s: Wildlife, seat: int) -> FoodRiskShown | None:
    """Whether the game can end before the next turn of a seat whose food would still be worth points: « Les jetons
    « Nourriture » qui n'auraient pas été transformés ... ne peuvent plus l'être. »"""
    points = s.food[seat] // s.box.food_for_a_point
    order = clockwise(s, s.active)
    before = order[: order.index(seat)]
    by, other, number = ending_before(s, before)
    if points == 0 or not by:
        return None
    return FoodRiskShown(by=by, seat=other, number=number, food=s.food[seat], points=points)


def ending_before(s: Wildlife, before: list[int]) -> tuple[str, int, int]:
    """Why the game may end within one turn each of these seats, with the seat and the number that it is about; "" if it
    cannot."""
    if s.ending != GOES_ON:
        return "over", NOBODY, 0
    if s.turns + len(before) > s.opt.turn_limit:
        return "turns", NOBODY, 0
    cards = [s.box.cards + abilities_of(s, other, INTELLIGENCE) for other in before]
    for other, most in zip(before, cards, strict=True):
        if s.stock[other] <= most:
            return "pieces", other, s.stock[other]
    left = MARKERS - markers_used(s)
    room = sorted(free_in_territory(s, territory) for territory in range(TERRITORIES) if not has(s.marked, territory))
    if s.seats > 2 and 0 < left <= len(room) and sum(room[:left]) <= sum(cards):
        return "markers", NOBODY, left
    return "", NOBODY, 0


def free_in_territory(s: Wildlife, territory: int) -> int:
    """The number of free cells of a territory."""
    north, south = free_cells(s, s.box.north[territory], s.box.south[territory])
    return count(north) + count(south)


def show_deed(s: Wildlife, seat: int, deed: Deed | None) -> DeedShown | None:
    """The card being used, with its uses if it is the viewer's."""
    if deed is None:
        return None
    return DeedShown(
        seat=deed.seat,
        card=CARD_NAMES[deed.card],
        stands_for=CARD_NAMES[deed.kind],
        bought=deed.how == BOUGHT,
        uses=best_uses(s, seat, deed.kind, deed.lively(s)) if seat == deed.seat else [],
    )


def show_assault(s: Wildlife, assault: Assault | None) -> AssaultShown | None:
    """An attack or a swap that the victim may defend against."""
    if assault is None:
        return None
    return AssaultShown(
        seat=assault.seat,
        victim=owner(s, assault.cell),
        cell=CELL_NAMES[assault.cell],
        lifted=cell_name(assault.lifted),
    )


def show_row(row: ScoreRow) -> ScoringRowShown:
    """One line of the last general scoring."""
    return ScoringRowShown(
        seat=row.seat,
        rule=RULES[row.rule],
        points=row.amount,
        territory=TERRITORY_NAMES[row.where] if row.rule == TERRITORY_RANK else "",
        cell=CELL_NAMES[row.where] if row.rule == COLONY_RANK else "",
        pieces=row.piece,
    )


ON_THE_TABLE = ("cell.", "hand.", "laid.", "level.", "ability.", "player.", "board.")


def show_buttons(s: Wildlife, seat: int) -> list[str]:
    """The places of the viewer's legal actions that are not drawn as things: shown as buttons."""
    if seat == NOBODY or not has(s.to_act, seat):
        return []
    places = {place: True for action in s.legal_actions(seat) for place in targets(s, seat, action)}
    return [place for place in places if not place.startswith(ON_THE_TABLE)]


def cell_action_kind(s: Wildlife, seat: int, cell: int) -> int:
    """The action kind (its first id) that a click on a cell means, by the top frame and the piece there."""
    leaping, deed = s.find(Leaping), s.find(Deed)
    if leaping is not None:
        return LIFT if leaping.cell == NOBODY else TO
    if s.top is not None and type(s.top) in CELL_ACTIONS:
        return CELL_ACTIONS[type(s.top)]
    piece = owner(s, cell)
    if piece == NOBODY:
        return PLACE
    return LIFT if piece == seat and deed is not None and deed.how != BONUS else STRIKE


def targets(s: Wildlife, seat: int, action: int) -> tuple[str, ...]:
    """The places that select an action, in order."""
    if action < TO + CELLS:
        cell = action % CELLS
        return (f"cell.{CELL_NAMES[cell]}",) if cell_action_kind(s, seat, cell) + cell == action else ()
    block, _, name = CODEC.text(action).partition(":")
    match block:
        case "use" if s.find(Deed) is not None:
            return (f"as.{name}",)
        case "use" | "sell":
            return (f"laid.{name}", block)
        case "adapt":
            return (f"level.{seat + 1}.{name}",)
        case "speaks" | "deal":
            return ()
        case _:
            return (f"{PLACE_PREFIXES[block]}.{name}" if name else block,)


def why_place(s: Wildlife, seat: int, place: str) -> Reason:
    """The reason why a wheel cannot be used on another player's board."""
    deed = s.find(Deed)
    return OTHER_BOARD if place.startswith("level.") and deed is not None and deed.kind == WHEEL else OTHER_QUESTION
