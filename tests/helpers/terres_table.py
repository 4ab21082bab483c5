"""Positions of Terres de Loups for tests: an empty table, and what a test changes of it."""

from typing import Any

import pytest

from meute.games.terres.names import CLAW_LETTERS
from meute.games.terres.state import Terres
from meute.match import Match, Refused

TOKENS = {"N": "2/6", "O": "3/7", "V": "4/8", "B": "5/9", "R": "6/10"}
COPIES = 2
TO_LEAD = "Trick(step=lead,led=-1,led_on=-1,followed=-1,followed_on=-1) Rounds()"


def position(
    grounds: dict[str, str] | None = None,
    tokens: dict[str, str] | None = None,
    centre: str = "???",
    a: str = "-",
    b: str = "-",
    slots_a: str = "..........",
    slots_b: str = "..........",
    voids: tuple[str, str] = ("-", "-"),
    trick: int | str = 0,
    leader: str = "A",
    moons: tuple[str, str] = ("-", "-"),
    unseen: str | None = None,
    frames: str = TO_LEAD,
) -> str:
    """The text of a position; a territory is written `claws sideA|sideB`."""
    lines = []
    seen = slots_a + slots_b
    for letter, faces in TOKENS.items():
        claws, piles = (grounds or {}).get(letter, f"{centre} -|-").split()
        seen += claws
        lines.append(f"{letter} {(tokens or {}).get(letter, faces)} {claws} {piles}")
    left = "".join(claw * (COPIES - seen.count(claw)) for claw in CLAW_LETTERS)
    lines.append(f"A {slots_a} {a} {voids[0]}")
    lines.append(f"B {slots_b} {b} {voids[1]}")
    lines.append(f"table {trick} {leader} {moons[0]} {moons[1]} {left if unseen is None else unseen}")
    return "\n".join([*lines, f"frames {frames}"])


def table(text: str, seed: int = 1, **options: str) -> Match:
    """A match from a position."""
    return Match("terres", ("Geoffroy", "Chloé"), options, seed=seed, position=text)


def grounds_of(match: Match) -> dict[str, list[str]]:
    """The territories as written: letter -> the other words."""
    lines = match.game.write_position(match.state).splitlines()
    return {line.split()[0]: line.split()[1:] for line in lines}


def events_of(match: Match) -> list[str]:
    """Names of all events."""
    return [match.game.events[event.kind].name for event in match.events]


def state(match: Match) -> Terres:
    """The state of a match."""
    assert isinstance(match.state, Terres)
    return match.state


def reason(match: Match, seat: int, action: str) -> tuple[str, str]:
    """The reason of a refusal, and its heading."""
    with pytest.raises(Refused) as refused:
        match.play(seat, action)
    return refused.value.reason.key, refused.value.reason.heading


def finished(**changes: Any) -> Match:
    """A game after its last trick."""
    return table(position(trick=13, frames="Rounds()", **changes))


def points(match: Match) -> list[int]:
    """Final points."""
    assert match.is_over()
    return match.score()[0]
