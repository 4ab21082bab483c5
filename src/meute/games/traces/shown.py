"""The shape of what the page draws."""

from typing import TypedDict


class WolfShown(TypedDict):
    """A wolf of the pack, where it lies and what it is worth there; `tokens` by phase: 0 for none, -2 for one that lies
    face down, -1 where nobody else knows whether one lies there."""

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
    """One of a player's three cards: in the pack, in the hand, among the pups, or one of the last two ("away")."""

    place: str
    letter: str
    sex: str
    where: str


class PlayerShown(TypedDict):
    """A player: colour, cards, points by rule, pups, what was pledged and voted, and whether an answer is awaited."""

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
    """A large prey that lies open."""

    place: str
    kind: str
    copies: int
    black: int
    green: int
    red: int
    food: int
    hunted: bool


class CellShown(TypedDict):
    """A box of the board: its token, 0 for none, `open` if a token may lie there this year."""

    place: str
    phase: str
    token: int
    open: bool
    now: bool


class RowShown(TypedDict):
    """A wolf's row on the board: its strength, what its tokens cost, and what those still to be turned will leave."""

    letter: str
    wolf: str
    sex: str
    playing: bool
    strength: int
    cost: int
    rest: int
    cells: list[CellShown]


class TokenShown(TypedDict):
    """A token with its spirals; free while it lies beside the board."""

    place: str
    value: int
    spirals: int
    free: bool


class BoardShown(TypedDict):
    """The viewing player's board."""

    rows: list[RowShown]
    tokens: list[TokenShown]


class PhaseShown(TypedDict):
    """The column on the table: its tokens in the order of play, their sum, and the numbers it is measured against."""

    phase: str
    sum: int
    boldest: str
    order: list[str]
    needed: list[int]
    outcome: str


class GameShown(TypedDict):
    """The solitary hunt: the row, how many cards are left, who hunts now and what the others caught."""

    row: list[str]
    left: int
    hunter: str
    caught: dict[str, str]


class FighterShown(TypedDict):
    """One side of a duel: the hand only for its player."""

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
    """The rank fights: whose turn, who is attacked, and the duel when there is one."""

    sex: str
    attacker: str
    target: str
    order: list[str]
    submitted: list[str]
    duel: list[FighterShown]


class FamilyShown(TypedDict):
    """A colour that can be played, and the sexes of its wolves A, B, C."""

    place: str
    sexes: list[str]


class TracesShown(TypedDict):
    """The table of Traces de Loups as one seat sees it."""

    game: str
    year: int
    phase: str
    wheel: list[str]
    target: int
    life_span: bool
    ended: str
    pack: list[WolfShown]
    pups: int
    pup_needs: int
    spirals: list[int]
    game_strength: dict[str, int]
    hunted: str
    prey: list[PreyShown]
    prey_pile: int
    players: list[PlayerShown]
    board: BoardShown | None
    now: PhaseShown | None
    hunt: GameShown | None
    fight: FightShown | None
    young: list[str]
    candidate: str
    answer: list[str]
    colours: list[str]
    families: list[FamilyShown]
    levels: list[str]
    howl: list[int]
    years: list[list[int]]
