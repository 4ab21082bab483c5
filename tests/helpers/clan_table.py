"""Positions of Le Clan des Loups for tests: boards in order, no tokens, and what a test lays on them.

Unless said otherwise things happen on region b, which is board 1:
1g 2f 3f | 4g 5t(prey) 6f | 7g(lone) 8t 9t 10d(lone) | 11r 12water 13d | 14r 15r 16d.
"""

from collections.abc import Mapping

import pytest

from meute.core.chance import ScriptedChance
from meute.games.clan.rules.spaces import reached
from meute.games.clan.state import Clan
from meute.match import Match, Refused

BOARDS = {
    2: ["1", "2", "3", "4", "5"],
    3: ["start", "1", "2r", "3r", "4", "5r", "6"],
    4: ["start", "1", "2r", "3", "4r", "5", "6r", "7", "8"],
    5: ["start", "1", "2r", "3r", "4", "5r", "6", "7", "8r", "9", "10"],
}
FACTIONS = ("desert", "grass", "rock", "tundra", "forest")
TO_ACT = "Turn(step=choose,done=0) Rounds(step=after_turn)"
BONUS = "Turn(step=choose,done=2) Rounds(step=after_turn)"
LAST_ACTION = "Turn(step=choose,done=1) Rounds(step=after_turn)"
BOARD = {
    "flipped": "-",
    "dens": "0.0.0",
    "lairs": "0",
    "wolves": "0",
    "prey": "-",
    "terrain": "0",
    "action": "0",
    "won": "0.0.0",
    "points": "0",
}


def position(
    pieces: Mapping[str, str] | None = None,
    seats: int = 3,
    moons: Mapping[str, str] | None = None,
    prey: Mapping[str, str] | None = None,
    packs: Mapping[int, Mapping[str, str]] | None = None,
    factions: tuple[str, ...] = FACTIONS,
    calendar: str = "-",
    active: int = 1,
    turns: int = 10,
    scored: int = 0,
    frames: str = TO_ACT,
) -> str:
    """The text of a position; pieces by space, as in {"b7": "*", "b8": "1A1P"}; seats count from 1."""
    lines = [f"seats {seats}"]
    for slot, board in enumerate(BOARDS[seats]):
        letter = "abcdefghijk"[slot]
        lying = {space[1:]: text for space, text in (pieces or {}).items() if space[0] == letter}
        spaces = ",".join(f"{place}:{lying[place]}" for place in sorted(lying, key=int)) or "-"
        lines.append(f"{letter} {board} {(moons or {}).get(letter, '-')} {(prey or {}).get(letter, '-')} {spaces}")
    for seat in range(1, seats + 1):
        fields = BOARD | dict((packs or {}).get(seat, {}))
        lines.append(f"{seat} {factions[seat - 1]} {' '.join(f'{name}={value}' for name, value in fields.items())}")
    lines += [f"calendar {calendar}", "last -", f"table first=1 active={active} turns={turns} scored={scored}"]
    return "\n".join([*lines, f"frames {frames}"])


def table(text: str, **options: str) -> Match:
    """A match from a position."""
    seats = int(text.split()[1])
    return Match("clan", [f"pack {n + 1}" for n in range(seats)], options, position=text)


def state(match: Match) -> Clan:
    """The state of a match."""
    assert isinstance(match.state, Clan)
    return match.state


def lines(match: Match) -> dict[str, list[str]]:
    """The position as written: first word -> the other words."""
    return {line.split()[0]: line.split()[1:] for line in match.game.write_position(match.state).splitlines()}


def spaces(match: Match) -> dict[str, str]:
    """All pieces on the map."""
    written = lines(match)
    found = {}
    for letter in "abcdefghijk":
        words = written.get(letter, ["-"])[-1]
        for part in words.split(",") if words != "-" else []:
            place, text = part.split(":")
            found[letter + place] = text
    return found


def own(match: Match, seat: int) -> dict[str, str]:
    """One personal board, seats counted from 1."""
    return dict(word.split("=") for word in lines(match)[str(seat)][1:])


def play(match: Match, *texts: str) -> None:
    """Play several actions of the seat to move."""
    for text in texts:
        match.play(match.seats_to_act()[0], text)


def legal(match: Match) -> list[str]:
    """Legal actions of the seat to move."""
    return match.legal_texts(match.seats_to_act()[0])


def reason(match: Match, text: str) -> tuple[str, str]:
    """The reason why an action of the seat to move is illegal."""
    with pytest.raises(Refused) as refused:
        match.play(match.seats_to_act()[0], text)
    return refused.value.reason.key.removeprefix("clan.why."), refused.value.reason.heading


def event_names(match: Match) -> list[str]:
    """The names of the events so far."""
    return [match.game.events[event.kind].name for event in match.events]


def set_up(seats: int, *outcomes: str, **options: str) -> Match:
    """A match with a scripted set-up."""
    return Match("clan", [f"pack {n + 1}" for n in range(seats)], options, chance=ScriptedChance(outcomes))


def walk(match: Match, start: int, space: int) -> int:
    """Distance of two spaces for wolves."""
    s = state(match)
    for steps in range(1, 12):
        if reached(s, start, steps, space // 48) >> space % 48 & 1:
            return steps
    return 99
