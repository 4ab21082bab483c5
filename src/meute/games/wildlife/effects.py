"""What a choice will do, computed from the view of the seat that chooses."""

from collections.abc import Sequence

from meute.core.effect import NEUTRAL, UNKNOWN, Effect, passes_on, points_phrases, sentences, signed, tone_of, totals
from meute.core.phrase import Phrase, phrase
from meute.games.wildlife.actions import ADAPT, BID, BOARD, DECLINE, END, PASS, SELL, USE, YIELD
from meute.games.wildlife.rules.pieces import Defence
from meute.games.wildlife.scoring import forecast, score
from meute.games.wildlife.state import GOES_ON, Wildlife

SAID_BY_NAME = (PASS, END, DECLINE)
"""Actions whose names say what they do."""


def effect(s: Wildlife, seat: int, action: int, names: Sequence[str]) -> Effect | None:
    """What an action of the seat will do; `s` is its view."""
    if SELL <= action < ADAPT:
        least = s.box.least_bid
        return Effect(UNKNOWN, phrase("wildlife.effect.sell", price=least), [phrase("effect.unknown")])
    if action in SAID_BY_NAME or BID <= action < USE or action >= BOARD:
        return None
    after = s.copy()
    after.apply(seat, action)
    defence, final = after.on_top(Defence), passes_on(after, seat)
    if defence is not None and defence.seat != seat:
        after.apply(defence.seat, YIELD)
    parts = changes(s, after, seat, names)
    if not parts:
        # a card that asks further, or a piece that is lifted, does nothing yet
        return None if USE <= action < SELL or goes_on(s, after, seat) else nothing(final)
    gain = after.score[seat] - s.score[seat]
    later = forecast(after)[seat] - forecast(s)[seat]
    if defence is not None and defence.seat != seat:
        parts.append(phrase("wildlife.effect.undefended"))
    if after.ending != GOES_ON and s.ending == GOES_ON:
        parts.append(phrase("wildlife.effect.ends"))
    total = gain + later
    tone = tone_of(total) if total else tone_of(after.food[seat] - s.food[seat])
    others = sum(others_total(after, seat)) - sum(others_total(s, seat))
    return Effect(tone, sentences(parts), short(gain, later, after.food[seat] - s.food[seat], others), final)


def nothing(final: bool) -> Effect:
    """Nothing that counts changes."""
    return Effect(NEUTRAL, phrase("wildlife.effect.nothing"), [phrase("effect.nothing_now")], final)


def goes_on(s: Wildlife, after: Wildlife, seat: int) -> bool:
    """Whether the choice is only begun: another question to the same seat follows, and no piece has moved."""
    moved = list(s.north) != list(after.north) or list(s.south) != list(after.south)
    return not moved and after.top is not None and after.to_act == s.to_act and type(after.top) is not type(s.top)


def changes(s: Wildlife, after: Wildlife, seat: int, names: Sequence[str]) -> list[Phrase]:
    """Points, points in a general scoring now, and food, where they change."""
    parts = points_phrases(seat, totals(score, s), totals(score, after), names)
    before, then = forecast(s), forecast(after)
    if before[seat] != then[seat]:
        parts.append(phrase("wildlife.effect.scoring", before=before[seat], after=then[seat]))
    for other, name in enumerate(names):
        if other != seat and before[other] != then[other]:
            parts.append(phrase("wildlife.effect.scoring_of", seat=name, before=before[other], after=then[other]))
    if s.food[seat] != after.food[seat]:
        parts.append(phrase("wildlife.effect.food", before=s.food[seat], after=after.food[seat]))
    return parts


def others_total(s: Wildlife, seat: int) -> list[int]:
    """The points of each other seat, with those of a general scoring now."""
    scoring = forecast(s)
    return [s.score[other] + scoring[other] for other in range(s.seats) if other != seat]


def short(gain: int, later: int, food: int, others: int) -> list[Phrase]:
    """The same in a few words."""
    out = []
    if gain:
        out.append(phrase("effect.gain", points=signed(gain), number=abs(gain)))
    if later:
        out.append(phrase("wildlife.effect.later", points=signed(later)))
    if food and not out:
        out.append(phrase("wildlife.effect.food_short", food=signed(food)))
    if others and not out:
        out.append(phrase("wildlife.effect.others", points=signed(others)))
    return out or [phrase("effect.nothing_now")]
