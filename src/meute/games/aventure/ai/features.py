"""Features of a seat for the value function."""

from typing import Final

from meute.ai.evaluator import THOUSAND, Evaluator
from meute.core.numbers import count, filled, i64, lowest, vec, write
from meute.core.score import ScoreSheet
from meute.games.aventure.ai.evaluation import expected_value, goal_potential
from meute.games.aventure.names import GOAL_KINDS
from meute.games.aventure.scoring import score_seat
from meute.games.aventure.state import FULL, GOALS, ICONS, Aventure, card_on, face_of, is_goal, mark_of, placed

FEATURE_NAMES: Final = (
    "standing",
    "points",
    "goals",
    "shapes",
    "arrows",
    "crossed",
    "doubles",
    "double_arrows",
    "balances",
    "icons",
    "most_of_one",
    "placed",
    "next",
)


def features(e: Evaluator, s: Aventure, out: vec[i64]) -> i64:
    """Writes the features of each seat in the order of FEATURE_NAMES; returns the game's progress in thousandths."""
    at: i64 = 0
    laid: i64 = 0
    for seat in range(s.seats):
        sheet = ScoreSheet(s.seats, False)
        score_seat(s, seat, sheet)
        left = FULL - placed(s, seat)
        laid += FULL - left
        goals: i64 = 0
        to_come = filled(len(GOAL_KINDS), 0)
        rest = s.occupied[seat]
        while rest:
            spot = lowest(rest)
            rest &= rest - 1
            card = card_on(s, seat, spot)
            if is_goal(face_of(card)):
                goal = face_of(card) - GOALS
                goals += 1
                to_come[s.box.kind[goal]] += goal_potential(e, s, seat, goal, spot, mark_of(card), left)
        icons: i64 = 0
        most: i64 = 0
        for icon in range(seat * ICONS, seat * ICONS + ICONS):
            there = count(s.icons[icon])
            icons += there
            most = there if there > most else most
        at = write(out, at, expected_value(e, s, seat))
        at = write(out, at, sheet.totals[seat])
        at = write(out, at, goals)
        for hope in to_come:
            at = write(out, at, hope)
        at = write(out, at, icons)
        at = write(out, at, most)
        at = write(out, at, FULL - left)
        at = write(out, at, 1 if s.mover == seat else 0)
    return THOUSAND * laid // (s.seats * FULL)
