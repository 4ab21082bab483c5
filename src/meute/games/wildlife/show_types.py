"""Types of what the page draws."""

from typing import TypedDict


class UseShown(TypedDict):
    """One use of a card: cells, points at once, rank before and after, gain in a general scoring, food."""

    action: str
    name: str
    cell: str
    origin: str
    cells: list[str]
    points: int
    rank: int
    rank_after: int
    scoring: int
    food: int


class CellShown(TypedDict):
    """A cell of the island; `piece` is a seat, `colony` an index into `colonies`, both -1 for none."""

    place: str
    id: str
    column: int
    row: int
    terrain: str
    territory: str
    piece: int
    species: str
    colony: int


class TerritoryShown(TypedDict):
    """A territory: pieces of each seat, and points of each seat in a general scoring."""

    id: str
    terrain: str
    kind: str
    cells: list[str]
    free: list[str]
    pieces: list[int]
    points: list[int]
    leaders: list[int]
    full: bool
    marked: bool


class LevelShown(TypedDict):
    """One terrain on a species board: current level, initial level, adaptation tokens."""

    place: str
    terrain: str
    level: str
    number: int
    start: int
    tokens: int


class AbilityShown(TypedDict):
    """A player's ability cards of one type; `ready` of them can still be used in this turn."""

    id: str
    number: int
    ready: int


class CardShown(TypedDict):
    """A card in hand."""

    place: str
    card: str


class LaidShown(TypedDict):
    """A card laid out in this turn: unused, played, on sale or sold."""

    place: str
    card: str
    state: str


class PlayerShown(TypedDict):
    """One player; `lost` counts eliminated pieces, `forecast` the points of a general scoring now."""

    place: str
    seat: int
    species: str
    age: float
    score: int
    food: int
    stock: int
    pieces: int
    lost: int
    held: int
    hand: list[CardShown]
    levels: list[LevelShown]
    tokens: int
    abilities: list[AbilityShown]
    largest_colony: int
    forecast: int


class MarkerShown(TypedDict):
    """A space of the territory track; a purple one triggers a general scoring."""

    number: int
    points: int
    purple: bool
    taken: bool


class ColonyShown(TypedDict):
    """A colony, its rank and its points in a general scoring."""

    seat: int
    size: int
    rank: int
    points: int
    cells: list[str]


class SupplyShown(TypedDict):
    """Ability cards of one type in the supply."""

    place: str
    id: str
    number: int


class TokensShown(TypedDict):
    """Adaptation tokens of one terrain in the supply: move, reproduce, attack."""

    terrain: str
    left: list[int]


class BidderShown(TypedDict):
    """One bidder, in bidding order."""

    seat: int
    bid: int
    highest: bool
    speaks: bool
    passed: bool


class RaiseShown(TypedDict):
    """A possible bid of the viewer: the food left, and the points it costs if food is short."""

    price: int
    left: int
    points: int


class FoodRiskShown(TypedDict):
    """Why the game may end before the viewer's next turn (`by`): it ends with this turn (over), a limit of turns, the
    last pieces of a seat, the last markers; and the food that could not be exchanged any more, in points."""

    by: str
    seat: int
    number: int
    food: int
    points: int


class SaleShown(TypedDict):
    """The auction of a card, or of the choice of a species (`card` is "")."""

    card: str
    seller: int
    price: int
    highest: int
    speaker: int
    fixed: bool
    bidders: list[BidderShown]
    raises: list[RaiseShown]
    uses: list[UseShown]
    risk: FoodRiskShown | None


class DeedShown(TypedDict):
    """The card being used, the kind it stands for, and its uses for the viewer."""

    seat: int
    card: str
    stands_for: str
    bought: bool
    uses: list[UseShown]


class AssaultShown(TypedDict):
    """An attack, or a swap with the piece lifted from a cell, that the victim may defend against."""

    seat: int
    victim: int
    cell: str
    lifted: str


class ScoringRowShown(TypedDict):
    """One row of a general scoring."""

    seat: int
    rule: str
    points: int
    territory: str
    cell: str
    pieces: int


class BoardShown(TypedDict):
    """A species board that no player has yet."""

    place: str
    species: str
    levels: list[int]
    age: float


class WildlifeShown(TypedDict):
    """Wildlife as one seat sees it."""

    game: str
    phase: str
    order: list[int]
    active: int
    first: int
    turn: int
    cells: list[CellShown]
    territories: list[TerritoryShown]
    players: list[PlayerShown]
    colonies: list[ColonyShown]
    markers: list[MarkerShown]
    next_points: int
    next_scoring: int
    scoring_due: bool
    scoring_steps: list[str]
    food_points: int
    supply: list[SupplyShown]
    tokens: list[TokensShown]
    boards: list[BoardShown]
    deck: int
    discards: list[str]
    laid: list[LaidShown]
    must_sell: bool
    only_intelligence: bool
    free_move: bool
    cards_left: int
    to_place: int
    sale: SaleShown | None
    deed: DeedShown | None
    assault: AssaultShown | None
    lifted: str
    buttons: list[str]
    last_scoring: list[ScoringRowShown]
