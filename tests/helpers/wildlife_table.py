"""Positions of Wildlife for tests: an empty island, and what a test changes of it."""

from collections.abc import Mapping, Sequence

from meute.games.wildlife.box import contents
from meute.games.wildlife.names import ABILITY_NAMES, CARD_NAMES, CELL_NAMES, SPECIES_NAMES, TERRAIN_NAMES
from meute.games.wildlife.notation import read_cards, write_cards
from meute.games.wildlife.state import Wildlife, cards_of, one_card
from meute.match import Match

NAMES = ("Anne", "Bob", "Chloé", "Dan", "Eva", "Fay")
ALL_CARDS = "S10M10P10D10W10F10A18R15B10N3E2H2"
ROWS = contents()["island"]["rows"]
PIECES = (30, 30, 25, 21, 18)


class Player:
    """The area of one player."""

    def __init__(
        self,
        species: str = "human",
        cells: str = "",
        levels: Mapping[str, int] | None = None,
        abilities: Mapping[str, int] | None = None,
        food: int = 8,
        score: int = 10,
        stock: int = 9,
        hand: str = "",
    ) -> None:
        self.species = species
        self.cells = cells.split()
        self.levels = dict(levels or {})
        self.abilities = dict(abilities or {})
        self.food = food
        self.score = score
        self.stock = stock
        self.hand = hand

    def line(self, number: int) -> str:
        """The player's line of a position."""
        start = contents()["species"][SPECIES_NAMES.index(self.species)]["levels"]
        levels = [self.levels.get(name, start[n]) for n, name in enumerate(TERRAIN_NAMES)]
        abilities = [self.abilities.get(name, 0) for name in ABILITY_NAMES]
        words = [
            str(number),
            self.species,
            "".join(str(level) for level in levels),
            "".join(str(ability) for ability in abilities),
            str(self.food),
            str(self.score),
            str(self.stock),
            self.hand or "-",
            ",".join(["0", str(self.score), *["0"] * 9]),
        ]
        return " ".join(words)


def cards(text: str) -> int:
    """Cards as the frames hold them."""
    return read_cards("cards", text or "-")


def turn(
    laid: str = "",
    used: str = "",
    sold: str = "",
    step: str = "act",
    base: int = 3,
    extra: int = 0,
    offered: int = 0,
    moved: int = 0,
    spent: int = 0,
) -> str:
    """The frames in the middle of a turn."""
    fields = (
        f"step={step},laid={cards(laid)},used={cards(used)},sold={cards(sold)},base={base},extra={extra},"
        f"offered={offered},moved={moved},spent={spent}"
    )
    return f"Turn({fields}) Rounds(step=after)"


def island(players: Sequence[Player]) -> list[str]:
    """Nine rows."""
    signs = [["." if mark == "." else "-" for mark in row] for row in ROWS]
    for number, player in enumerate(players, start=1):
        for cell in player.cells:
            place = CELL_NAMES.index(cell)
            signs[place // 10][place % 10] = str(number)
    return ["".join(row) for row in signs]


def position(
    *players: Player,
    frames: str | None = None,
    on_table: str = "",
    active: int = 1,
    first: int = 1,
    turns: int = 1,
    played: int = 1,
    order: str = "",
    marked: str = "------------",
    defended: str = "",
    due: int = 0,
    ending: str = "-",
    deck: str = "",
    discard: str = "-",
) -> str:
    """The text of a position; the deck is what lies nowhere else (`on_table`: the cards that the frames hold)."""
    seats = len(players)
    elsewhere = [cards(text) for text in [on_table, "" if discard == "-" else discard, *(p.hand for p in players)]]
    rest = sum(
        one_card(kind) * (cards_of(cards(ALL_CARDS), kind) - sum(cards_of(heap, kind) for heap in elsewhere))
        for kind in range(len(CARD_NAMES))
    )
    clockwise = order or "123456"[:seats]
    lines = [f"seats {seats}", "island " + " ".join(island(players))]
    lines += [player.line(number) for number, player in enumerate(players, start=1)]
    lines.append(
        f"table {clockwise} {active} {first} {turns} {played} {marked} {defended or '0' * seats} {'-' * seats}"
        f" {due} {ending}"
    )
    lines.append(f"deck {deck or write_cards(rest)} discard {discard}")
    lines.append("last -")
    lines.append(f"frames {frames or turn()}")
    return "\n".join(lines)


def table(text: str, **options: str) -> Match:
    """A match from a position."""
    seats = int(text.split()[1])
    return Match("wildlife", NAMES[:seats], options, seed=1, position=text)


def state(match: Match) -> Wildlife:
    """The state of a match."""
    assert isinstance(match.state, Wildlife)
    return match.state


def play(match: Match, *moves: str) -> None:
    """Play several decisions, each by the one seat to move."""
    for move in moves:
        (seat,) = match.seats_to_act()
        match.play(seat, move)
