"""Phase de préparation (P): births and action tokens."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.chance import Generator, sample
from meute.core.choices import Choices
from meute.core.fields import below, maybe, row, steps
from meute.core.frame import Fields
from meute.core.mechanisms.sealed import SEALED_FIELDS, Sealed
from meute.core.numbers import NOBODY, bit, count, filled, has, i64, shift, without
from meute.core.phrase import Phrase, phrase
from meute.core.reason import Reason
from meute.core.seats import BY_CHANCE, GO_ON, Seat, Seats
from meute.core.tensor import PlaneWriter
from meute.games.traces import events, planes
from meute.games.traces.actions import ADD, BIRTH, PLACE, SETS, VALUES
from meute.games.traces.display_names import word
from meute.games.traces.state import (
    CARDS,
    FEMALE,
    LETTERS,
    MALE,
    MOST_SEATS,
    PHASES,
    PLACEMENT,
    PREPARATION,
    RAISING,
    STRENGTH_SHIFT,
    TOKEN_BITS,
    TOKENS,
    WOLVES,
    Traces,
    all_have_colours,
    alpha,
    free_tokens,
    hand,
    hand_letters,
    hand_size,
    points,
    pup_count,
    row_cost,
    row_of,
    sex_of,
    strength_at_placement,
    used_tokens,
    wolves_of,
)

DRAW: Final = 0
CONTRIBUTE: Final = 1

WOLFLESS_FIRST: Final = 100000
"""Puts a player without a wolf before every row of the pack."""
POINT_RANGE: Final = 10000

CARD_AWAY: Final = Reason("traces.why.card_away", "1 - Naissance des petits")
WRONG_NUMBER: Final = Reason("traces.why.number", "1 - Naissance des petits")
OTHER_BOX: Final = Reason("traces.why.other_box", "3 - Placement des pions action")
EMPTY_ROW: Final = Reason("traces.why.empty_row", "3 - Placement des pions action")
NO_PUPS: Final = Reason("traces.why.no_pups", "3 - Placement des pions action")
TOKEN_USED: Final = Reason("traces.why.token_used", "3 - Placement des pions action")
TOO_DEAR: Final = Reason("traces.why.too_dear", "Durée de vie")


@mypyc_attr(acyclic=True, free_list_len=1)
class Births(Sealed):
    """1 - Naissance des petits"""

    FIELDS: ClassVar[Fields] = {
        **SEALED_FIELDS,
        "step": steps({DRAW: "draw", CONTRIBUTE: "contribute"}),
        "answers": row(maybe(SETS), MOST_SEATS),
        "due": row(below(LETTERS + 1), MOST_SEATS),
    }
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Year.prey",)
    PART: ClassVar[int] = PREPARATION
    FIRST_ACTION: ClassVar[int] = ADD
    EVENT: ClassVar[int] = events.PUPS_SEALED

    def __init__(self) -> None:
        super().__init__()
        self.due = filled(MOST_SEATS, 0)
        """Number of cards that each seat adds."""

    def copy(self) -> Sealed:
        f = Births()
        f.due = self.due[:]
        return self.copy_sealed_to(f)

    def write_planes(self, s: Traces, out: PlaneWriter) -> None:
        planes.write_sealed(out, self)
        out.by_seat(planes.DUE, self.due)

    def invalid_field(self, s: Traces) -> str:
        if not all_have_colours(s):
            return "colours"
        for seat in range(s.seats):
            if self.due[seat] > hand_size(s, seat):
                return "due"
            if has(self.missing, seat) and self.due[seat] == 0:
                return "missing"
        return super().invalid_field(s)

    def advance(self, s: Traces) -> Seats:
        if self.step == DRAW:  # « tire une carte au hasard qui indique le nombre de naissances »
            return BY_CHANCE
        if self.missing:
            return self.missing
        s.pop()
        for seat in range(s.seats):  # « mélangées et placées ... faces cachées comme autant de petits »
            if self.due[seat] and self.answers[seat] != NOBODY:
                s.cradle |= hand(s, seat)
                s.litter |= shift(self.answers[seat], s.colours[seat] * LETTERS)
                s.pups[seat] += self.due[seat]
        return GO_ON

    def legal_actions(self, s: Traces, seat: Seat, out: Choices) -> None:
        if self.step == DRAW:
            out.add_range(BIRTH, BIRTH + CARDS)
            return
        cards = hand_letters(s, seat)
        for letters in range(1, SETS):
            if letters & ~cards == 0 and count(letters) == self.due[seat]:
                out.add(ADD + letters)

    def prompt(self, s: Traces, seat: Seat) -> Phrase:
        return phrase("traces.prompt.births", number=self.due[seat])

    def refusal(self, s: Traces, seat: Seat, action: i64) -> Reason:
        return CARD_AWAY if (action - ADD) & ~hand_letters(s, seat) else WRONG_NUMBER

    def apply(self, s: Traces, seat: Seat, action: i64) -> None:
        if self.step == CONTRIBUTE:
            self.store_answer(s, seat, action - ADD)
            return
        self.step = CONTRIBUTE
        pups = s.box.births[action - BIRTH]
        s.say(events.LITTER, NOBODY, pups, action - BIRTH + 1, all_held(s))
        share_births(s, pups, self)

    def sample_answer(self, s: Traces, seat: Seat, rng: Generator) -> i64:
        if self.due[seat] == 0:
            return NOBODY
        return sample(hand_letters(s, seat), self.due[seat], rng)


@mypyc_attr(acyclic=True, free_list_len=1)
class Placement(Sealed):
    """3 - Placement des pions action"""

    FIELDS: ClassVar[Fields] = {**SEALED_FIELDS, "answers": row(maybe(LETTERS * PHASES), MOST_SEATS)}
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Year.raising",)
    PART: ClassVar[int] = PLACEMENT
    """The answers are the last box that each seat has filled."""

    def copy(self) -> Sealed:
        return self.copy_sealed_to(Placement())

    def write_planes(self, s: Traces, out: PlaneWriter) -> None:
        planes.write_sealed(out, self)

    def invalid_field(self, s: Traces) -> str:
        for seat in range(s.seats):
            if has(self.missing, seat):
                if s.colours[seat] == NOBODY or next_cell(s, seat, self.answers[seat]) == NOBODY:
                    return "missing"
        return ""

    def legal_actions(self, s: Traces, seat: Seat, out: Choices) -> None:
        cell = next_cell(s, seat, self.answers[seat])
        tokens = free_tokens(s, seat)
        if s.opt.life_span:
            tokens &= affordable(s, s.colours[seat] * LETTERS + cell // PHASES)
        out.add_set(PLACE + cell * VALUES, tokens)

    def prompt(self, s: Traces, seat: Seat) -> Phrase:
        cell = next_cell(s, seat, self.answers[seat])
        wolf = word("wolf", s.colours[seat] * LETTERS + cell // PHASES)
        return phrase("traces.prompt.placement", wolf=wolf, phase=word("phase", cell % PHASES))

    def continues_move(self, seat: Seat) -> bool:
        return has(self.missing, seat) and self.answers[seat] != NOBODY

    def refusal(self, s: Traces, seat: Seat, action: i64) -> Reason:
        cell = (action - PLACE) // VALUES
        wolf = s.colours[seat] * LETTERS + cell // PHASES
        if strength_at_placement(s, wolf) == 0:
            return EMPTY_ROW
        if cell % PHASES == RAISING and pup_count(s) == 0:
            return NO_PUPS
        if has(used_tokens(s, seat), (action - PLACE) % VALUES):
            return TOKEN_USED
        return TOO_DEAR if cell == next_cell(s, seat, self.answers[seat]) else OTHER_BOX

    def apply(self, s: Traces, seat: Seat, action: i64) -> None:
        cell = (action - PLACE) // VALUES
        lay_token(s, seat, cell, (action - PLACE) % VALUES)
        self.answers[seat] = cell
        if next_cell(s, seat, cell) == NOBODY:
            self.missing = without(self.missing, seat)
            s.say(events.PLAN_SEALED, seat)

    def reveal(self, s: Traces) -> None:
        """The tokens already lie on the boards, face down."""

    def sealed_action(self, seat: Seat) -> i64:
        return NOBODY

    def resample(self, s: Traces, seat: Seat, rng: Generator) -> None:
        """Nothing: `determinize` samples the progress of the others together with their boards."""


def lay_token(s: Traces, seat: Seat, cell: i64, value: i64) -> None:
    """Lays a token, or none (0), into an empty box of a seat's board."""
    s.plan[s.colours[seat] * LETTERS + cell // PHASES] |= shift(value, cell % PHASES * TOKEN_BITS)


def births_due(s: Traces) -> bool:
    """« à partir du second tour de jeu, et seulement si au moins un des joueurs a une de ses cartes loup en main »"""
    if s.year < 2 or alpha(s, MALE) == NOBODY or alpha(s, FEMALE) == NOBODY:
        return False
    return all_held(s) > 0


def all_held(s: Traces) -> i64:
    """Number of cards in all hands: the upper limit of births."""
    cards: i64 = 0
    for seat in range(s.seats):
        cards += hand_size(s, seat)
    return cards


def share_births(s: Traces, pups: i64, births: Births) -> None:
    """« Chaque joueur – en commençant par l'éventuel joueur qui ne possède plus aucun loup ... »"""
    order = filled(MOST_SEATS, NOBODY)
    for seat in range(s.seats):
        at: i64 = seat
        while at > 0 and adding_key(s, seat) > adding_key(s, order[at - 1]):
            order[at] = order[at - 1]
            at -= 1
        order[at] = seat
    left = pups
    added = True
    while left > 0 and added:  # « les joueurs recommencent à ajouter de nouvelles cartes loups dans le même ordre »
        added = False
        for k in range(s.seats):
            seat = order[k]
            if left > 0 and births.due[seat] < hand_size(s, seat):
                births.due[seat] += 1
                left -= 1
                added = True
    for k in range(s.seats):
        seat = order[k]
        due = births.due[seat]
        if due == 0:
            continue
        s.say(events.ADDS_PUPS, seat, due)
        if due == hand_size(s, seat):
            births.answers[seat] = hand_letters(s, seat)
        else:
            births.missing |= bit(seat)


def adding_key(s: Traces, seat: Seat) -> i64:
    """Sort key for adding pups, larger first: no wolf (fewest points first), then the lowest wolf, female first."""
    key: i64 = NOBODY
    for wolf in range(WOLVES):
        if has(wolves_of(s, seat) & s.pack, wolf):
            mine = row_of(s, wolf) * 2 + (1 if sex_of(s, wolf) == FEMALE else 0)
            key = mine if mine > key else key
    return WOLFLESS_FIRST + POINT_RANGE - points(s, seat) if key == NOBODY else key


def clear_boards(s: Traces) -> None:
    """Empties the boards and stores the current strength of each wolf in its row."""
    s.revealed = 0
    for wolf in range(WOLVES):
        s.plan[wolf] = 0
        if has(s.pack, wolf):
            s.plan[wolf] = shift(s.strength[wolf], STRENGTH_SHIFT)


def next_cell(s: Traces, seat: Seat, cell: i64) -> i64:
    """The next box of the board to fill, row by row: only wolves in play, and no pups' column without pups."""
    base = s.colours[seat] * LETTERS
    cell += 1
    while cell < LETTERS * PHASES:
        if strength_at_placement(s, base + cell // PHASES) == 0:
            cell += PHASES - cell % PHASES
        elif cell % PHASES == RAISING and pup_count(s) == 0:
            cell += 1
        else:
            return cell
    return NOBODY


def affordable(s: Traces, wolf: i64) -> i64:
    """« il n'est pas autorisé de placer des pions d'action dont le nombre de symboles spirale atteint ... »"""
    rest = strength_at_placement(s, wolf) - row_cost(s, wolf)
    tokens: i64 = 1
    for value in range(1, TOKENS + 1):
        if s.box.spirals[value] < rest:
            tokens |= bit(value)
    return tokens
