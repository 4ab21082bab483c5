"""Types of what the page draws."""

from typing import TypedDict


class PieceShown(TypedDict):
    """A piece on the map or on the calendar; `owner` is a seat, or the number of seats for the phantom pack."""

    place: str
    owner: int
    kind: str


class SpaceShown(TypedDict):
    """A space: axial coordinates, ground, printed symbol, remaining tokens, pieces."""

    place: str
    id: str
    q: int
    r: int
    ground: str
    region: str
    symbol: str
    token: str
    tokens: int
    pieces: list[PieceShown]


class ControlShown(TypedDict):
    """One owner's control points and alphas in a region."""

    owner: int
    points: int
    alphas: int


class RegionShown(TypedDict):
    """A board: region tokens (the next moon first), prey, control (the strongest first), and the leader's lead."""

    place: str
    id: str
    board: int
    turned: bool
    scores: bool
    moons: list[str]
    first: int
    second: int
    next: bool
    prey: str
    control: list[ControlShown]
    leader: int
    lead: int
    lead_alphas: int


class TileShown(TypedDict):
    """A terrain tile with both faces."""

    place: str
    up: str
    behind: str
    home: bool


class TrackShown(TypedDict):
    """A track: values, bonuses and points of each step; `taken` counts the pieces taken from it (prey: put on it)."""

    place: str
    id: str
    values: list[int]
    bonuses: list[str]
    points: list[int]
    kinds: list[str]
    taken: int
    value: int
    score: int


class PackShown(TypedDict):
    """A personal board."""

    seat: int
    faction: str
    tiles: list[TileShown]
    tracks: list[TrackShown]
    prey: list[str]
    terrain_tokens: int
    terrain_place: str
    action_tokens: int
    won: list[str]
    points: int
    score: int
    alphas: int
    packs: int
    dens: int
    lairs: int


class ScoringShown(TypedDict):
    """A date on which regions are scored; `left` dates are still uncovered."""

    moon: str
    date: int
    left: int
    done: bool
    regions: list[str]


class CalendarShown(TypedDict):
    """The lunar calendar: dates per row, pieces that cover dates, and scorings."""

    rows: list[int]
    pieces: list[PieceShown]
    scorings: list[ScoringShown]


class ActShown(TypedDict):
    """An action button: its cost, and why it is impossible now ("" if possible)."""

    place: str
    id: str
    cost: int
    why: str


class ReachShown(TypedDict):
    """The spaces that one wolf could go to."""

    wolf: str
    spaces: list[str]


class ResultShown(TypedDict):
    """One owner's result in a region that was scored."""

    owner: int
    points: int
    alphas: int
    gained: int


class ScoredShown(TypedDict):
    """A region of the last scoring; the best result first."""

    region: str
    moon: str
    packs: list[ResultShown]


class NowShown(TypedDict):
    """The current action: what has been chosen, what is left to pay or move, and the wolf that flees."""

    seat: int
    step: str
    number: int
    most: int
    action: str
    wolf: str
    space: str
    terrain: str
    left: int
    fleeing: PieceShown | None


class ClanShown(TypedDict):
    """Le Clan des Loups as one seat sees it."""

    game: str
    turns: int
    first: int
    active: int
    phantom: int
    factions: list[str]
    spaces: list[SpaceShown]
    regions: list[RegionShown]
    packs: list[PackShown]
    calendar: CalendarShown
    acts: list[ActShown]
    stop: str
    end: str
    reach: list[ReachShown]
    now: NowShown | None
    last: list[ScoredShown]
