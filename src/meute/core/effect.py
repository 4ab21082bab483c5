"""`Effect`: what a choice will do, in words, before it is made."""

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, TypeAlias

from meute.core.frame import State
from meute.core.numbers import has
from meute.core.phrase import Phrase, phrase
from meute.core.score import ScoreSheet

Tone: TypeAlias = Literal["gain", "loss", "neutral", "waste", "unknown"]

GAIN: Final[Tone] = "gain"
LOSS: Final[Tone] = "loss"
NEUTRAL: Final[Tone] = "neutral"
WASTE: Final[Tone] = "waste"
"""Nothing is gained, and what is spent is lost."""
UNKNOWN: Final[Tone] = "unknown"
"""It depends on what the seat does not see."""


class Effect:
    """What an action will do, computed from the view of a seat: a sentence, a few words for the place (one phrase a
    line), whether that is good for the seat, and whether the seat can no longer take it back freely (`final`)."""

    def __init__(self, tone: Tone, line: Phrase, short: Sequence[Phrase], final: bool = True) -> None:
        self.tone = tone
        self.line = line
        self.short = short
        self.final = final


def sentences(parts: Sequence[Phrase]) -> Phrase:
    """Several sentences as one phrase."""
    whole = parts[0]
    for part in parts[1:]:
        whole = phrase("effect.sentences", first=whole, then=part)
    return whole


def passes_on(s: State, seat: int) -> bool:
    """Whether the seat's move has led to a decision of another seat or of chance, or to the end of the game."""
    return s.awaits_chance() or not has(s.to_act, seat)


def totals(score: Callable[[Any, ScoreSheet], None], s: Any) -> list[int]:
    """The points of each seat now."""
    sheet = ScoreSheet(s.seats, False)
    score(s, sheet)
    return list(sheet.totals)


def points_phrases(seat: int, before: Sequence[int], after: Sequence[int], names: Sequence[str]) -> list[Phrase]:
    """The points of the seat before and after, then those of other seats, where they change."""
    out = []
    if before[seat] != after[seat]:
        out.append(phrase("effect.points", before=before[seat], after=after[seat]))
    for other, name in enumerate(names):
        if other != seat and before[other] != after[other]:
            out.append(phrase("effect.points_of", seat=name, before=before[other], after=after[other]))
    return out


def signed(number: int) -> str:
    """A number with its sign: +3, −2."""
    return f"+{number}" if number > 0 else str(number).replace("-", "\N{MINUS SIGN}")


def tone_of(gain: int) -> Tone:
    """The tone of a change in points."""
    return GAIN if gain > 0 else LOSS if gain < 0 else NEUTRAL
