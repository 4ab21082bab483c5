"""Redacted state of a seat (redact) and sampling of full states (determinize)."""

from typing import Final

from meute.core.chance import Generator
from meute.core.numbers import NOBODY, Mask, bit, count, has, i64, lowest, nth, shift, without
from meute.core.seats import Seat
from meute.games.traces.options import SEEN
from meute.games.traces.rules.preparation import Placement, next_cell
from meute.games.traces.state import (
    FACE_DOWN,
    HIDDEN,
    LETTERS,
    PHASES,
    RAISING,
    TOKEN_BITS,
    WOLVES,
    Traces,
    Wolf,
    free_tokens,
    owner,
    pup_count,
    row_cost,
    strength_at_placement,
    token,
    wolves_of,
)


class TokenSampler:
    """Samples the tokens of hidden boxes: here each free one is equally likely."""

    def expect(self, s: Traces, seat: Seat) -> None:
        """Prepares for sampling the boxes of a seat; by default there is nothing to prepare."""

    def sample(self, left: Mask, cell: i64, rng: Generator) -> i64:
        """One of the free tokens (`left`) for a box (`cell`) of the seat that `expect` was called with."""
        return nth(left, rng.below(count(left)))


UNIFORM: Final = TokenSampler()


def redact(s: Traces, seat: Seat) -> Traces:
    """Hides the others' pups, their tokens that are not yet turned, and sealed answers."""
    v = Traces()
    s.redact_stack_to(v, seat)
    s.copy_open_to(v)
    v.litter = s.litter & wolves_of(s, seat) if seat != NOBODY else 0
    v.plan = s.plan[:]
    for wolf in range(WOLVES):
        v.plan[wolf] = seen_plan(s, seat, wolf)
    return v


def seen_plan(s: Traces, seat: Seat, wolf: Wolf) -> i64:
    """A wolf's row as a seat sees it: others' tokens are FACE_DOWN from the first column that has not been played.

    They are HIDDEN (perhaps no token) while tokens are being placed, or with the option of hidden boxes."""
    row = s.plan[wolf]
    if row == 0 or owner(s, wolf) == seat:
        return row
    lies_open = s.opt.boxes == SEEN and s.on_top(Placement) is None
    for phase in range(s.revealed, PHASES):
        here = token(s, wolf, phase)
        seen = here
        if lies_open and here > 0:
            seen = FACE_DOWN
        elif not lies_open and may_hold(s, wolf, phase):
            seen = HIDDEN
        row += shift(seen - here, phase * TOKEN_BITS)
    return row


def set_token(s: Traces, wolf: Wolf, phase: i64, value: i64) -> None:
    """Replaces the content of a box of the board."""
    s.plan[wolf] = s.plan[wolf] & ~shift(HIDDEN, phase * TOKEN_BITS) | shift(value, phase * TOKEN_BITS)


def may_hold(s: Traces, wolf: Wolf, phase: i64) -> bool:
    """Whether a box may hold a token, by public information."""
    return strength_at_placement(s, wolf) > 0 and (phase != RAISING or pup_count(s) > 0)


def determinize(v: Traces, seat: Seat, rng: Generator, tokens: TokenSampler = UNIFORM) -> Traces:
    """Samples the others' pups, tokens and sealed answers consistent with the view."""
    s = v.copy()
    for other in range(s.seats):
        if other != seat and s.colours[other] != NOBODY:
            sample_pups(s, other, rng)
            sample_plan(s, other, rng, tokens)
    top = s.top
    if top is not None:
        top.resample(s, seat, rng)
    return s


def sample_pups(s: Traces, seat: Seat, rng: Generator) -> None:
    """Samples which of a player's cards are pups."""
    cards = s.cradle & wolves_of(s, seat)
    for _ in range(s.pups[seat]):
        wolf = nth(cards, rng.below(count(cards)))
        cards = without(cards, wolf)
        s.litter |= bit(wolf)


def sample_plan(s: Traces, seat: Seat, rng: Generator, tokens: TokenSampler) -> None:
    """Samples the tokens of the hidden boxes.

    The progress of a player who is still placing tokens is hidden too: all boxes are filled except the last.
    """
    placement = s.on_top(Placement)
    last: i64 = NOBODY
    if placement is not None and has(placement.missing, seat):
        cell = next_cell(s, seat, NOBODY)
        while cell != NOBODY:
            placement.answers[seat] = last
            last = cell
            cell = next_cell(s, seat, cell)
    left = free_tokens(s, seat)
    base = s.colours[seat] * LETTERS
    tokens.expect(s, seat)
    for cell in range(LETTERS * PHASES):
        wolf = base + cell // PHASES
        phase = cell % PHASES
        covered = token(s, wolf, phase)
        if covered < FACE_DOWN:
            continue
        set_token(s, wolf, phase, 0)
        if cell == last:
            continue
        fitting = left if covered == HIDDEN else left & ~1
        value = tokens.sample(fitting, cell, rng)
        if s.opt.life_span and s.box.spirals[value] >= strength_at_placement(s, wolf) - row_cost(s, wolf):
            value = lowest(fitting)
        set_token(s, wolf, phase, value)
        left = without(left, value) | 1
