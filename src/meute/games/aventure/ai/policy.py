"""Priors of actions, and the best card of the market with its best cell."""

from meute.ai.evaluation_cache import UNKNOWN
from meute.ai.evaluator import Evaluator
from meute.core.chance import Generator
from meute.core.numbers import NOBODY, Mask, bit, count, i64, lowest, nth
from meute.core.seats import Seat, left_of
from meute.games.aventure.actions import CELL, DONE, PERMANENT, POWER
from meute.games.aventure.ai.evaluation import (
    BEST_CELLS_KEY,
    HUNDRED,
    NEVER,
    best_outcome,
    best_placed_value,
    card_gain,
    expected_value,
    extend_key,
    framed_cell,
    gains,
    grid_key,
    max_value_on,
)
from meute.games.aventure.ai.weights import LEFT_TO_NEXT, RELUCTANCE, USUAL, WAITING
from meute.games.aventure.rules.grid import CONTACT, cells_for
from meute.games.aventure.rules.moving import Swap
from meute.games.aventure.rules.powers import AFTER, BETWEEN_LINES, DOUBLE_PAGE, is_moment
from meute.games.aventure.rules.turn import CYCLE, PLACE, TAKE, Turn
from meute.games.aventure.state import FULL, Aventure, Face, placed


def prior(e: Evaluator, s: Aventure, seat: Seat, action: i64) -> i64:
    """The prior of an action: using a Power has a cost; cycling a card away gains by what the next player would gain
    from it."""
    turn = s.find(Turn)
    if action == DONE and s.find(Swap) is not None:  # the card in hand is placed in neither case
        after = s.copy()
        after.apply(seat, action)
        return expected_value(e, s, seat) - best_outcome(e, after, seat)
    if turn is None or turn is not s.top:
        return 0
    if POWER <= action < PERMANENT:
        return power_prior(e, s, seat, turn, action - POWER)
    if turn.step == CYCLE and action != DONE:
        other = left_of(seat, s.seats)
        if placed(s, other) == FULL:
            return 0
        return (card_gain(e, s, other, action) - e.weights[USUAL]) * e.weights[LEFT_TO_NEXT] // HUNDRED
    return 0


def power_prior(e: Evaluator, s: Aventure, seat: Seat, turn: Turn, power: i64) -> i64:
    """The prior of using a Power; Powers wait for the end of the turn, where their gain is known."""
    if power == BETWEEN_LINES:  # it only brings information, which the evaluation ignores
        return -NEVER
    if turn.step == TAKE and is_moment(power, AFTER):
        return -NEVER
    reluctance = e.weights[RELUCTANCE] + e.weights[WAITING] * (FULL - placed(s, seat))
    if power == DOUBLE_PAGE:  # the second best card comes now instead of an average one later
        return sorted(gains(e, s, seat))[-2] - e.weights[USUAL] - reluctance
    return -reluctance


def best_cells(e: Evaluator, s: Aventure, seat: Seat, face: Face) -> Mask:
    """The cells of the shifted frame where a card gives the highest grid value; cached."""
    cache = e.cache
    key = extend_key(grid_key(e, s, seat), BEST_CELLS_KEY, face)
    found = cache.get(key, 0)
    if found == UNKNOWN:
        found = 0
        most = best_placed_value(e, s, seat, face)
        cells = cells_for(s, seat, CONTACT)
        while cells:
            framed = lowest(cells)
            cells &= cells - 1
            if max_value_on(e, s, seat, face, bit(framed)) == most:
                found |= bit(framed)
        cache.put(key, 0, found)
    return found


def quick_best(e: Evaluator, s: Aventure, seat: Seat, rng: Generator) -> i64:
    """The best action by the value of the own grid (a card to take, or a cell for the card taken), ties broken at
    random; NOBODY for other decisions, on an empty grid, and with the variant."""
    turn = s.find(Turn)
    if s.opt.variant or turn is None or turn is not s.top or s.occupied[seat] == 0:
        return NOBODY
    if turn.step == PLACE:
        cells = best_cells(e, s, seat, turn.face)
        return CELL + framed_cell(s, seat, nth(cells, rng.below(count(cells))))
    chosen: Face = NOBODY
    most: i64 = -NEVER
    ties: i64 = 0
    for face in s.market:
        if face != NOBODY:
            promised = best_placed_value(e, s, seat, face)
            ties = 0 if promised > most else ties
            if promised >= most:
                most = promised
                ties += 1
                chosen = face if rng.below(ties) == 0 else chosen
    return chosen
