"""Types of what the page draws."""

from typing import TypedDict


class ShapeCell(TypedDict):
    """One card of a shape as printed."""

    row: int
    col: int
    icon: str


class GoalFace(TypedDict):
    """An Objective: its kind, its points (per match if `each`), and what it asks for."""

    kind: str
    points: int
    each: bool
    cells: list[ShapeCell]
    icon: str
    pair: list[str]
    left: list[str]
    right: list[str]


class CardShown(TypedDict):
    """A card with its visible side up: `h29` a Story with its icons, `o29` an Objective; and the marker on it."""

    card: str
    icons: list[str]
    goal: GoalFace | None
    mark: str
    extra: str


class PlaceShown(TypedDict):
    """A place of the market; `back` is the other side of the card if this seat has looked at it."""

    place: str
    side: str
    card: CardShown | None
    back: CardShown | None
    guarded: bool


class DeckShown(TypedDict):
    """The deck: size, visible Story, its back if this seat may see it, cards known to follow (`known`) and to lie at
    the bottom (`under`), and the cards being rummaged in, with their backs."""

    place: str
    cards: int
    shown: CardShown | None
    back: CardShown | None
    known: list[CardShown]
    under: list[CardShown]
    search: list[CardShown]
    search_backs: list[CardShown]


class GainShown(TypedDict):
    """The change in points of one Objective (by its place) or rule if the card in hand is placed."""

    place: str
    gain: int


class CellShown(TypedDict):
    """A cell within reach of a grid; `gain` is the change in points if the card in hand is placed there."""

    place: str
    cell: str
    row: int
    col: int
    card: CardShown | None
    legal: bool
    gain: int
    gains: list[GainShown]


class GoalShown(TypedDict):
    """The live score of an Objective: matches (`times`), or both sides of a balance, and the cells that it counts."""

    place: str
    card: str
    kind: str
    points: int
    earned: int
    times: int
    left: int
    right: int
    cells: list[str]


class ExtraShown(TypedDict):
    """Points of the variant: the rule, the card's name, and the amount."""

    rule: str
    name: str
    earned: int


class GridShown(TypedDict):
    """A player's grid, how far it may still grow, and its live score."""

    seat: int
    cards: int
    rows_left: int
    columns_left: int
    cells: list[CellShown]
    goals: list[GoalShown]
    extras: list[ExtraShown]
    points: int
    icons: list[int]
    aside: CardShown | None
    borrowed: str
    passes: bool


class IconShown(TypedDict):
    """Frequency of an icon: on all Stories, in grids, lost behind Objectives, and left."""

    icon: str
    total: int
    placed: int
    lost: int
    left: int


class PowerShown(TypedDict):
    """A Power: when it is used, the seats that have used it, and whether this seat has it and may use it now."""

    place: str
    power: str
    when: list[str]
    used: list[int]
    available: bool
    now: bool


class AventureShown(TypedDict):
    """Mon Aventure as one seat sees it: `copies` of each card make `cards`; a finished grid has `side` rows."""

    game: str
    cards: int
    copies: int
    side: int
    turn: int
    turns: int
    mover: int
    market: list[PlaceShown]
    deck: DeckShown
    hand: CardShown | None
    grids: list[GridShown]
    frequency: list[IconShown]
    permanent: str
    choice: list[str]
    powers: list[PowerShown]
