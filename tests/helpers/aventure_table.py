"""Positions of Mon Aventure for tests: a table in play, grids made of any icons, Powers at hand."""

import pytest

from meute.core.box import Contents
from meute.games.aventure.names import CARD_NAMES, GOAL_NAMES, ICON_LETTERS, ICON_NAMES
from meute.games.aventure.state import Aventure
from meute.match import Match, Refused

NAMES = ("Anne", "Basile", "Chloé", "Denis")
TO_TAKE = "Turn(step=take,face=-1,place=-1,way=0,power=-1,again=0) Turns(step=next)"
MARKET = "h29,h04,h53,h55/o52,o10"
VARIANT = {"permanent": "random", "powers": "random"}


def position(
    *grids: str,
    market: str = MARKET,
    deck: str = "h49 - -",
    variant: str = "",
    seats: tuple[str, ...] = (),
    mover: str = "A",
    frames: str = TO_TAKE,
) -> str:
    """The text of a position; `variant` and `seats` are what the variant adds to the table's and the seats' lines."""
    lines = [f"market {market}", f"deck {deck}"]
    for seat, grid in enumerate(grids):
        more = seats[seat] if seat < len(seats) else "0 - -" if variant else ""
        lines.append(f"{'ABCD'[seat]} {grid} {more}".strip())
    return "\n".join([*lines, f"table {mover} {variant}".strip(), f"frames {frames}"])


def table(text: str, options: dict[str, str] | None = None, box: Contents | None = None) -> Match:
    """A match from a position."""
    seats = sum(line.split()[0] in "ABCD" for line in text.splitlines())
    return Match("aventure", NAMES[:seats], options, seed=1, position=text, box=box)


def state(match: Match) -> Aventure:
    """The state of a match."""
    assert isinstance(match.state, Aventure)
    return match.state


def lines_of(match: Match) -> dict[str, list[str]]:
    """The position as written: label -> the other words."""
    lines = match.game.write_position(match.state).splitlines()
    return {line.split()[0]: line.split()[1:] for line in lines}


def drawn(text: str, corner: str = "e5") -> tuple[str, Contents]:
    """A grid out of icon letters (`FV`: both on a Story; `.` no card) and Objectives (`o44`), and a box that has it."""
    rows = [line.split() for line in text.strip().splitlines()]
    goals = {word for row in rows for word in row if word in GOAL_NAMES}
    free = iter(name for name in CARD_NAMES if f"o{name[1:]}" not in goals)
    faces: list[Contents] = []
    for row in rows:
        for at, word in enumerate(row):
            if word not in goals and word != ".":
                faces.append({"id": next(free), "icons": [ICON_NAMES[ICON_LETTERS.index(letter)] for letter in word]})
                row[at] = faces[-1]["id"]
    return f"{corner} {'/'.join(','.join(row) for row in rows)}", {"cards": {"faces": faces}}


def finished(text: str) -> Match:
    """A finished game with this grid and an empty one."""
    grid, box = drawn(text)
    return table(position(grid, "- -", market="-,-,-,-/-,-", deck="- - -", frames=""), box=box)


def earned(text: str) -> list[int]:
    """Points of each Objective of a grid, row by row."""
    return [row.amount for row in finished(text).score()[1] if row.seat == 0]


def refusal(match: Match, seat: int, action: str) -> str:
    with pytest.raises(Refused) as refused:
        match.play(seat, action)
    return refused.value.reason.key


def with_power(power: str, *grids: str, permanent: str = "-", market: str = MARKET, deck: str = "h49 - -") -> Match:
    """A turn of A with this Power on the table."""
    grids = grids or ("e5 h01,h03/h05,o07", "e5 h02,h06/o09,h13")
    text = position(*grids, market=market, deck=deck, variant=f"{permanent} {power} - - -")
    return table(text, {**VARIANT, "power_use": "once"})


def took(match: Match, card: str = "h29", cell: str = "e4") -> None:
    """A takes and places a card."""
    match.play(0, card)
    match.play(0, cell)
