"""What a choice will do, computed from the view of the seat that chooses; nothing is hidden in this game."""

from collections.abc import Sequence

from meute.core.effect import (
    GAIN,
    LOSS,
    NEUTRAL,
    UNKNOWN,
    Effect,
    passes_on,
    points_phrases,
    sentences,
    signed,
    tone_of,
    totals,
)
from meute.core.numbers import NOBODY, has
from meute.core.phrase import Phrase, phrase
from meute.games.clan.actions import ACT, AT, COLOUR, TRACK
from meute.games.clan.display_names import word
from meute.games.clan.rules.aimed import Aimed
from meute.games.clan.rules.move import Flee
from meute.games.clan.rules.payment import Pay
from meute.games.clan.scoring import control, leader, score
from meute.games.clan.state import Clan, Slot

MOST_REGIONS = 2
"""Regions that one sentence names."""


def effect(s: Clan, seat: int, action: int, names: Sequence[str]) -> Effect | None:
    """What an action of the seat will do; `s` is its view."""
    if not AT <= action < ACT and not TRACK <= action < COLOUR:
        return None
    after, *others = outcomes(settled(applied(s, seat, action), seat), seat)
    before_points, after_points = totals(score, s), totals(score, after)
    fled: list[Phrase] = []
    regions = [slot for slot in range(s.box.first_region, s.box.slots) if changes(s, after, slot)]
    if any(changes(other, after, slot) for other in others for slot in range(s.box.first_region, s.box.slots)):
        regions = [slot for slot in regions if not any(changes(other, after, slot) for other in others)]
        fled = [phrase("clan.effect.flees")]
    mine = [slot for slot in regions if control(s, seat, slot) != control(after, seat, slot)]
    shown = sorted(regions, key=lambda slot: (leader(s, slot) == leader(after, slot), slot not in mine))
    parts = [control_phrase(s, after, seat, slot) for slot in shown[:MOST_REGIONS]]
    final = passes_on(after, seat)
    gain = after_points[seat] - before_points[seat]
    parts += points_phrases(seat, before_points, after_points, names)
    parts += fled
    if not parts:
        return Effect(NEUTRAL, phrase("clan.effect.nothing"), [phrase("clan.effect.no_control")], final)
    won = sum(leader(after, slot) == seat for slot in regions) - sum(leader(s, slot) == seat for slot in regions)
    tone = tone_of(gain) if gain else GAIN if won > 0 else LOSS if won < 0 else UNKNOWN if fled else NEUTRAL
    short = [phrase("effect.gain", points=signed(gain), number=abs(gain))] if gain else []
    if mine:
        short.insert(0, numbers_phrase(s, after, seat, mine[0]))
    rest = phrase("effect.unknown" if fled else "clan.effect.no_control")
    return Effect(tone, sentences(parts), short or [rest], final)


def applied(s: Clan, seat: int, action: int) -> Clan:
    """A copy after the action."""
    after = s.copy()
    after.apply(seat, action)
    return after


def settled(s: Clan, seat: int) -> Clan:
    """The state once the action is paid for and carried out, with the den from the track that pays most."""
    while has(s.to_act, seat) and not s.awaits_chance():
        if s.on_top(Pay) is None and (s.top is None or s.find_any(Aimed) is not s.top):
            break
        s = max(
            (applied(s, seat, action) for action in s.legal_actions(seat)), key=lambda one: totals(score, one)[seat]
        )
    return s


def outcomes(s: Clan, seat: int) -> list[Clan]:
    """The state for each refuge of a wolf that the seat has driven away; else the state itself."""
    if s.on_top(Flee) is None or not has(s.to_act, seat):
        return [s]
    return [applied(s, seat, action) for action in s.legal_actions(seat)]


def changes(s: Clan, after: Clan, slot: Slot) -> bool:
    """Whether a pack's control of a region, or who leads there, changes."""
    return leader(s, slot) != leader(after, slot) or any(
        control(s, owner, slot) != control(after, owner, slot) for owner in range(s.box.owners)
    )


def numbers_phrase(s: Clan, after: Clan, seat: int, slot: Slot) -> Phrase:
    """The seat's control of a region before and after, against the best of the others."""
    others = [control(after, owner, slot) for owner in range(s.box.owners) if owner != seat]
    return phrase(
        "clan.effect.control",
        before=control(s, seat, slot),
        after=control(after, seat, slot),
        against=max(others),
    )


def control_phrase(s: Clan, after: Clan, seat: int, slot: Slot) -> Phrase:
    """What becomes of a region: control, and who leads."""
    was, leads = leader(s, slot), leader(after, slot)
    if leads == seat:
        verdict = "stays" if was == seat else "ahead"
    elif leads == NOBODY:
        verdict = "lost" if was == seat else "level"
    else:
        verdict = "lost" if was == seat else "behind"
    return phrase(
        "clan.effect.region",
        region=word("region", slot),
        numbers=numbers_phrase(s, after, seat, slot),
        verdict=phrase(f"clan.effect.{verdict}"),
    )
