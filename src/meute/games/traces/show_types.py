"""Types of what the page draws."""

from typing import TypedDict


class WolfShown(TypedDict):
    """A wolf of the pack, its line and points; `tokens` by phase: 0 none, -2 face down, -1 hidden (perhaps none)."""

    place: str
    owner: int
    colour: str
    letter: str
    sex: str
    role: str
    row: int
    strength: int
    zone: str
    renown: int
    points: int
    tokens: list[int]


class CardShown(TypedDict):
    """One of a player's three cards; `where`: "pack", "hand", "litter", or "away" (in hand or among the pups)."""

    place: str
    letter: str
    sex: str
    where: str


class PlayerShown(TypedDict):
    """A player: colour, cards, points by rule, pups, pledge and vote; `ready` if no answer is awaited."""

    colour: str
    points: int
    rules: dict[str, int]
    cards: list[CardShown]
    held: int
    pups: int
    pledge: str
    effort: str
    ballot: str
    ready: bool


class PreyShown(TypedDict):
    """A kind of large prey that lies open: thresholds of the hunt and food."""

    place: str
    kind: str
    copies: int
    black: int
    green: int
    red: int
    food: int
    hunted: bool


class CellShown(TypedDict):
    """A box of the board: its token (0 for none); `open` if a token may be placed there, `now` if it is next."""

    place: str
    phase: str
    token: int
    open: bool
    now: bool


class RowShown(TypedDict):
    """A wolf's row on the board: strength, cost of its tokens, and strength left after those still to be turned."""

    letter: str
    wolf: str
    sex: str
    playing: bool
    strength: int
    cost: int
    rest: int
    cells: list[CellShown]


class TokenShown(TypedDict):
    """A token with its cost in spirals; `free` if it is not on the board."""

    place: str
    value: int
    spirals: int
    free: bool


class BoardShown(TypedDict):
    """The viewer's own board."""

    rows: list[RowShown]
    tokens: list[TokenShown]


class PhaseShown(TypedDict):
    """The current column: order of play, sum of its tokens, the thresholds and the outcome."""

    phase: str
    sum: int
    boldest: str
    order: list[str]
    needed: list[int]
    outcome: str


class SolitaryHuntShown(TypedDict):
    """The solitary hunt: open cards, number of cards left, current hunter, catches by wolf."""

    row: list[str]
    left: int
    hunter: str
    caught: dict[str, str]


class FighterShown(TypedDict):
    """One side of a duel; `hand` is empty for other viewers than its player."""

    wolf: str
    seat: int
    score: int
    start: int
    held: int
    hand: list[int]
    played: list[int]
    last: int
    ready: bool


class FightShown(TypedDict):
    """The rank fights: attacker, target, order of attackers, and the duel (empty if none)."""

    sex: str
    attacker: str
    target: str
    order: list[str]
    submitted: list[str]
    duel: list[FighterShown]


class FamilyShown(TypedDict):
    """A colour to choose, and the sexes of its wolves A, B, C."""

    place: str
    sexes: list[str]


class TracesShown(TypedDict):
    """Traces de Loups as one seat sees it."""

    game: str
    year: int
    phase: str
    wheel: list[str]
    target: int
    life_span: bool
    ended: str
    pack: list[WolfShown]
    pups: int
    raising: list[int]
    spirals: list[int]
    game_strength: dict[str, int]
    hunted: str
    prey: list[PreyShown]
    prey_pile: int
    players: list[PlayerShown]
    board: BoardShown | None
    now: PhaseShown | None
    hunt: SolitaryHuntShown | None
    fight: FightShown | None
    young: list[str]
    candidate: str
    answer: list[str]
    colours: list[str]
    families: list[FamilyShown]
    levels: list[str]
    howl: list[int]
    years: list[list[int]]
