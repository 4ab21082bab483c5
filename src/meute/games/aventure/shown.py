"""The shape of what the page draws."""

from typing import TypedDict


class ShapeCell(TypedDict):
    """One card of a shape as it is drawn."""

    row: int
    col: int
    icon: str


class GoalFace(TypedDict):
    """An Objective: its kind, its points (each time, or once), and what it asks for."""

    kind: str
    points: int
    each: bool
    cells: list[ShapeCell]
    icon: str
    pair: list[str]
    left: list[str]
    right: list[str]


class CardShown(TypedDict):
    """A card on the side it lies on: `h29` a Story with its icons, `o29` an Objective; and the marker on it."""

    card: str
    icons: list[str]
    goal: GoalFace | None
    mark: str
    extra: str


class PlaceShown(TypedDict):
    """A place of the market; `back` is what this seat has seen behind the card."""

    place: str
    side: str
    card: CardShown | None
    back: CardShown | None
    guarded: bool


class DeckShown(TypedDict):
    """The deck: how many cards, the visible Story, its back where it may be looked at, cards known to follow, and those
    that are searched, with their backs."""

    place: str
    cards: int
    shown: CardShown | None
    back: CardShown | None
    known: list[CardShown]
    under: list[CardShown]
    search: list[CardShown]
    search_backs: list[CardShown]


class GainShown(TypedDict):
    """What a placement would change for one Objective, by its place."""

    place: str
    gain: int


class CellShown(TypedDict):
    """A cell within reach of a grid; `gain` is what the card in hand would add there."""

    place: str
    cell: str
    row: int
    col: int
    card: CardShown | None
    legal: bool
    gain: int
    gains: list[GainShown]


class GoalShown(TypedDict):
    """The live score of an Objective: how often, or how many against how many, and the cards that it counts."""

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
    """Points of the variant: the rule, what it speaks of, and the amount."""

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
    """The frequency help: an icon on all Stories, in grids, lost behind Objectives, and what is left."""

    icon: str
    total: int
    placed: int
    lost: int
    left: int


class PowerShown(TypedDict):
    """A Power on the table: when it is used, who has used it, and whether this seat still has it and may use it now."""

    place: str
    power: str
    when: list[str]
    used: list[int]
    available: bool
    now: bool


class AventureShown(TypedDict):
    """The table of Mon Aventure as one seat sees it."""

    game: str
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
