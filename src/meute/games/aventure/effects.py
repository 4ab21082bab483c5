"""What a choice will do, computed from the view of the seat that chooses."""

from collections.abc import Sequence

from meute.core.choices import Choices
from meute.core.effect import NEUTRAL, Effect, signed, tone_of, totals
from meute.core.phrase import Phrase, phrase
from meute.core.score import ScoreSheet
from meute.games.aventure.actions import ASIDE, CELL, DECK
from meute.games.aventure.display_names import word
from meute.games.aventure.names import GOAL_KINDS, GOAL_NAMES
from meute.games.aventure.rules.turn import PLACE, Turn
from meute.games.aventure.scoring import RULES, score
from meute.games.aventure.state import Aventure

MOST_PARTS = 3
"""Objectives that one sentence names."""


def effect(s: Aventure, seat: int, action: int, names: Sequence[str]) -> Effect | None:
    """What an action of the seat will do; `s` is its view."""
    turn = s.on_top(Turn)
    if turn is None:
        return None
    if CELL <= action < DECK and turn.step == PLACE:
        return cell_effect(s, seat, action)
    return card_effect(s, seat, action) if action < CELL or action in (DECK, ASIDE) else None


def applied(s: Aventure, seat: int, action: int) -> Aventure:
    """A copy after the action."""
    after = s.copy()
    after.apply(seat, action)
    return after


def cell_effect(s: Aventure, seat: int, action: int) -> Effect:
    """The points of a card at a cell."""
    before, after = points_by_source(s, seat), points_by_source(applied(s, seat, action), seat)
    first, then = sum(before.values()), sum(after.values())
    changed = {name: after.get(name, 0) - before.get(name, 0) for name in {**after, **before}}
    parts = [
        phrase("aventure.effect.part", what=phrase(name), gain=signed(gain)) for name, gain in changed.items() if gain
    ]
    line = phrase("aventure.effect.cell_nothing")
    if parts:
        line = phrase("aventure.effect.cell", before=first, after=then, parts=listed(parts[:MOST_PARTS]))
    gain = then - first
    return Effect(tone_of(gain), line, [gain_phrase(gain)])


def points_by_source(s: Aventure, seat: int) -> dict[str, int]:
    """The points of the seat by the name of the Objective or rule that earns them."""
    sheet = ScoreSheet(s.seats, True)
    score(s, sheet)
    out: dict[str, int] = {}
    for row in sheet.rows:
        if row.seat == seat:
            rule = RULES[row.rule]
            name = f"aventure.goal.{GOAL_NAMES[row.piece]}" if rule in GOAL_KINDS else f"aventure.score.{rule}"
            out[name] = out.get(name, 0) + row.amount
    return out


def listed(parts: Sequence[Phrase]) -> Phrase:
    """Several parts as one phrase, with commas."""
    whole = parts[0]
    for part in parts[1:]:
        whole = phrase("aventure.effect.parts", first=whole, then=part)
    return whole


def gain_phrase(gain: int) -> Phrase:
    """A change in points in a few words."""
    return phrase("effect.gain", points=signed(gain), number=abs(gain))


def card_effect(s: Aventure, seat: int, action: int) -> Effect | None:
    """What a card of the market pays at its best cell; None where another question comes before it is placed."""
    before = totals(score, s)[seat]
    held = applied(s, seat, action)
    turn = held.on_top(Turn)
    if turn is None or turn.step != PLACE:
        return None
    out = Choices()
    turn.offer_cells(held, seat, out)
    gains = {cell - CELL: totals(score, applied(held, seat, cell))[seat] - before for cell in out.to_list()}
    if not gains:
        return None
    best = max(gains.values())
    cells = [cell for cell, gain in gains.items() if gain == best]
    points = gain_phrase(best)
    if best == 0 == min(gains.values()):
        return Effect(NEUTRAL, phrase("aventure.effect.nothing"), [points], False)
    if len(cells) == len(gains):
        return Effect(tone_of(best), phrase("aventure.effect.everywhere", points=points), [points], False)
    key = "aventure.effect.best" if len(cells) == 1 else "aventure.effect.best_of"
    line = phrase(key, points=points, cell=word("cell", cells[0]), cells=len(cells))
    return Effect(tone_of(best), line, [points], False)
