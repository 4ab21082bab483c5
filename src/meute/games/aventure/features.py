"""What a seat's chances are told by, where they are learned: numbers that lie open to all, for each seat alike."""

from typing import Final

from meute.core.numbers import count, i64, lowest, vec
from meute.core.score import ScoreSheet
from meute.games.aventure.judgement import hope_of, hopes
from meute.games.aventure.scoring import score_seat
from meute.games.aventure.state import BALANCE, FULL, GOALS, ICONS, Aventure, card_on, face_of, is_goal, mark_of, placed

TERMS: Final = (
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
THOUSAND: Final = 1000


def tell(s: Aventure, out: vec[i64]) -> i64:
    """Writes the terms of each seat; how far the game has come, in thousandths."""
    many: i64 = len(TERMS)
    laid: i64 = 0
    for seat in range(s.seats):
        at = seat * many
        for k in range(many):
            out[at + k] = 0
        sheet = ScoreSheet(s.seats, False)
        score_seat(s, seat, sheet)
        left = FULL - placed(s, seat)
        laid += FULL - left
        out[at] = hopes(s, seat)
        out[at + 1] = sheet.totals[seat]
        rest = s.occupied[seat]
        while rest:
            spot = lowest(rest)
            rest &= rest - 1
            card = card_on(s, seat, spot)
            if is_goal(face_of(card)):
                goal = face_of(card) - GOALS
                out[at + 2] += 1
                out[at + 3 + s.box.kind[goal]] += hope_of(s, seat, goal, spot, mark_of(card), left)
        for icon in range(seat * ICONS, seat * ICONS + ICONS):
            there = count(s.icons[icon])
            out[at + 9] += there
            out[at + 10] = there if there > out[at + 10] else out[at + 10]
        out[at + 11] = FULL - left
        out[at + 12] = 1 if s.mover == seat else 0
    return THOUSAND * laid // (s.seats * FULL)


assert BALANCE == 5
