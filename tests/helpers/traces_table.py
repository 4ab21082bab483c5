"""Positions of Traces de Loups for tests: four players, a small pack, and what a test changes of it."""

import pytest

from meute.core.chance import ScriptedChance
from meute.core.event import Event
from meute.core.seats import CHANCE
from meute.games.traces.names import PHASE_NAMES, WOLF_TEXTS, wolf_text
from meute.games.traces.scoring import rank_points
from meute.games.traces.state import MALE, Traces, order_of_play, points, ranking
from meute.match import Match, Refused

COLOURS = ("vert", "bleu", "noir", "jaune", "orange", "gris")
COPIES = {"elan_malade": 1, "biche": 3, "vieil_elan": 2, "caribou": 2, "wapiti": 2, "elan": 1, "bison": 1}
NONE = ":".join(["-1"] * 18)
YEARS = " Years()"
STILL = ""
"""No frames: the position is only looked at."""
RAISING = "Raising(step=add_up,dying=0)"
SOLITARY = f"SolitaryHunt(step=line_up,at=0,caught=0,line={NONE},row=0:0:0:0:0:0,left=0:0:0:0:0:0)"
HUNTING = "PackHunt(step=hunt,killer=-1,killed=0)"
HOWLING = "Howling(step=add_up)"
FIGHTING = f"RankFights(step=line_up,sex=1,at=0,attacker=-1,target=-1,loser=-1,submitted=0,line={NONE})"
MARKING = "Marking(step=count,young=0)"
BEGINNING = "Year(step=begin)" + YEARS
BIRTHS = "Year(step=births)" + YEARS
LARGE_PREY = "Year(step=prey)" + YEARS
PLACING = "Year(step=placement)" + YEARS
CLOSING = "Year(step=close)" + YEARS


def year(phase: int) -> str:
    """The stack before an action phase, from 1."""
    return f"Year(step={PHASE_NAMES[phase - 1]})" + YEARS


def position(
    males: str = "vA:12/1,bB:12/1",
    females: str = "nB:12/1,jA:12/1",
    omega: str = "-",
    plan: str = "-",
    seats: int | str = 4,
    turned: int | str = 0,
    at_year: int | str = 2,
    hunted: str = "caribou",
    floor: str = "-",
    present: str = "1234",
    litter: str = "-",
    cradle: str = "",
    prey: str = "caribou,biche,wapiti",
    discard: str = "-",
    score: str = "",
    lost: str = "",
    history: str = "-",
    colours: str = "",
    frames: str = PLACING,
) -> str:
    """The text of a position; rows of tokens may leave out the strength at placement, which is then 12."""
    players = int(seats)
    rows = [row if "/" in row else f"{row}/12" for row in plan.split(",") if row != "-"]
    gone = [*prey.split(","), *discard.split(",")]
    pile = ",".join(name for name, many in COPIES.items() for _ in range(many - gone.count(name)))
    return "\n".join(
        (
            f"table {seats} {at_year} {turned} {hunted} {floor} {present[:players]} -",
            f"colours {colours or ' '.join(COLOURS[:players])}",
            f"males {males}",
            f"females {females}",
            f"omega {omega}",
            f"litter {litter}",
            f"cradle {cradle or litter}",
            f"plan {','.join(rows) or '-'}",
            f"prey {prey} {pile or '-'} {discard}",
            f"score {score or ' '.join(['0:0:0:0:0:0'] * players)}",
            f"lost {lost or ' '.join(['0/0'] * players)}",
            f"history {history}",
            f"pledges {' '.join(['-'] * players)}",
            f"frames {frames}",
        )
    )


def table(text: str, chance: list[str] | None = None, **options: str) -> Match:
    """A match from a position; chance is scripted, or waits for `draw`."""
    seats = int(text.split()[1])
    names = ("Alix", "Basile", "Chloé", "Diane", "Élie", "Flore")[:seats]
    script = ScriptedChance(chance) if chance is not None else None
    return Match("traces", names, options, seed=None, chance=script, position=text)


def draw(match: Match, *outcomes: str) -> None:
    """Play a chance outcome."""
    for text in outcomes:
        assert match.state.awaits_chance()
        action = match.game.codec.read(text)
        assert action in match.state.legal_actions(CHANCE), text
        match.apply(CHANCE, action)


def state(match: Match) -> Traces:
    """The state of a match."""
    assert isinstance(match.state, Traces)
    return match.state


def wolf(text: str) -> int:
    """The number of a wolf."""
    return WOLF_TEXTS.index(text)


def strength(match: Match, name: str) -> int:
    """A wolf's strength; 0 if it is not in the pack."""
    return state(match).strength[wolf(name)]


def renown(match: Match, name: str) -> int:
    """A wolf's tokens of renown."""
    return state(match).renown[wolf(name)]


def column(match: Match, sex: int) -> str:
    """A column, best first."""
    s = state(match)
    return ",".join(wolf_text(s.column[sex * 12 + k]) for k in range(s.size[sex]))


def males(match: Match) -> str:
    return column(match, MALE)


def females(match: Match) -> str:
    return column(match, 1 - MALE)


def omega(match: Match) -> str:
    """The omega; "" if there is none."""
    return wolf_text(state(match).omega) if state(match).omega >= 0 else ""


def order(match: Match) -> str:
    """The whole pack, best first."""
    return ",".join(wolf_text(one) for one in ranking(state(match)) if one >= 0)


def totals(match: Match) -> list[int]:
    """Every seat's points."""
    return [int(points(state(match), seat)) for seat in range(state(match).seats)]


def event_names(match: Match) -> list[str]:
    """Names of all events."""
    return [match.game.events[event.kind].name for event in match.events]


def happened(match: Match, name: str) -> list[Event]:
    """The events of one kind."""
    return [event for event in match.events if match.game.events[event.kind].name == name]


def choose(match: Match, **letters: str) -> None:
    """Fills boards: `choose(match, seat1="A1=14 A2=-")` in the order of the boxes."""
    for seat, texts in letters.items():
        for text in texts.split():
            match.play(int(seat[-1]) - 1, text)


def place_nothing(match: Match, *seats: int) -> None:
    """These seats (default: all seats to move) leave their boards empty."""
    for seat in seats or match.seats_to_act():
        while seat in match.seats_to_act():
            empty = [text for text in match.legal_texts(seat) if text.endswith("=-")]
            if not empty:
                break
            match.play(seat, empty[0])


def reason(match: Match, seat: int, action: str) -> tuple[str, str]:
    with pytest.raises(Refused) as refused:
        match.play(seat, action)
    return refused.value.reason.key, refused.value.reason.heading


def ranks(match: Match) -> dict[str, int]:
    worth = rank_points(state(match))
    return {name: int(worth[wolf(name)]) for name in order(match).split(",")}


def lined_up(match: Match, phase: int, sexes: int = 3) -> str:
    names = [f"{'vbnjog'[one // 3]}{'ABC'[one % 3]}" for one in order_of_play(state(match), phase, sexes) if one >= 0]
    return ",".join(names)


def hunting_alone(rows: str, **changes: str) -> Match:
    return table(position(plan=rows, turned=2, frames=SOLITARY, **changes))


def hunting(total: int, **changes: str) -> Match:
    rows = []
    rest = total
    for name in ("vA", "bB", "nB", "jA"):
        value = min(rest, 15)
        rest -= value
        if value:
            rows.append(f"{name}:-.-.{value}.-.-")
    assert rest == 0
    return table(position(plan=",".join(rows) or "-", turned=3, frames=HUNTING, **changes))


def fights(rows: str, **changes: str) -> Match:
    tokens = ",".join(f"{row.split('=')[0]}:-.-.-.-.{row.split('=')[1]}" for row in rows.split(",")) if rows else "-"
    return table(position(plan=tokens, turned=5, frames=FIGHTING, **changes))


def marking(**changes: str) -> Match:
    return table(position(frames=MARKING + " " + CLOSING, turned=5, **changes))
