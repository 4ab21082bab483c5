"""Histoires palpitantes: what each Power does."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.frame import Frame
from meute.core.numbers import NOBODY, Mask, append, bit, filled, first_n, has, i64, vec, without
from meute.core.seats import BY_CHANCE, GO_ON, Seat, Seats, only
from meute.games.aventure.rules.actions import (
    ADDS_ICON,
    BARTERS,
    BORROWS,
    CELL,
    DIGS_UP,
    DIVERTS,
    DONE,
    DRAW,
    GOAL,
    GUARDS,
    ICON,
    LINE,
    LOOKS_AT_MARKET,
    MARKS_CARD,
    MOVES,
    PLAYER,
    SCORES_BONUS,
    SETS_ASIDE,
    SLIDES,
    STORY,
    SWAPS,
    TAKES_DECK,
    TRADES,
    USES,
)
from meute.games.aventure.rules.deck import offer_draw, replace, slip_under
from meute.games.aventure.rules.grid import cell_at, offer_framed, offer_spots, put, recount, spot_of
from meute.games.aventure.rules.targets import (
    BARTER,
    BETWEEN_LINES,
    BLANK_PAGE,
    BORROWING,
    DIVERSION,
    ERASURE,
    FINISHING_TOUCH,
    KEEP_OFF,
    MOVING_HOUSE,
    NEAR_ENOUGH,
    NEW_DESIGNS,
    NEW_STAKES,
    OVERPRINT,
    REWORK,
    RUMMAGE,
    SET_ASIDE,
    SKELETON_KEY,
    SLIDING_ROW,
    THE_ECHO,
    THE_SWAP,
    THE_WAGER,
    barterable,
    complete_lines,
    lendable,
    lift,
    markable,
    movable,
    next_opponent,
    targets,
    unmarked,
    with_icons,
)
from meute.games.aventure.state import (
    BLANK,
    ECHO,
    EXTRA_ICON,
    GOALS,
    ICONS,
    NEAR,
    REACH,
    SIDE,
    SPOTS,
    STRIDE,
    WAGER,
    WILD,
    Aventure,
    Card,
    Cell,
    Face,
    Spot,
    back_of,
    card_on,
    empty_place,
    face_of,
    faces_in_market,
    front_of,
    icons_of,
    is_goal,
    marked,
    number_on,
    out_of_bag,
    place_of,
)

FIRST_CHOICE: Final = 0
SECOND_CHOICE: Final = 1
THIRD_CHOICE: Final = 2

ROTATIONS: Final = 2


def spend(s: Aventure, seat: Seat, power: i64) -> None:
    """A used Power is covered by a marker."""
    for dealt in range(len(s.powers)):
        if s.powers[dealt] == power:
            s.spent[dealt] |= only(seat)
    s.say(USES, seat, power, 0, 0)


def begin_power(s: Aventure, power: i64) -> None:
    """Does what the Power says, or asks what it needs."""
    seat = s.mover
    if power == BETWEEN_LINES:
        look_behind(s, seat)
    elif power == BLANK_PAGE:
        refresh(s, 0, s.stories)
    elif power == NEW_DESIGNS:
        refresh(s, s.stories, len(s.market))
    elif power == FINISHING_TOUCH:
        s.bonus[seat] += s.box.touch
        s.say(SCORES_BONUS, seat, s.box.touch, 0, 0)
    elif power == DIVERSION:
        s.diverted = next_opponent(s, seat)
        s.say(DIVERTS, seat, s.diverted, 0, 0)
    elif power == RUMMAGE:
        s.push(Rummage())
    elif power == THE_SWAP:
        s.push(Swap())
    elif power == MOVING_HOUSE:
        s.push(Move())
    elif power == BARTER:
        s.push(Barter())
    elif power in (OVERPRINT, ERASURE, SKELETON_KEY, THE_WAGER, THE_ECHO, NEAR_ENOUGH):
        s.push(marker(power))
    else:
        s.push(choice(power))


def look_behind(s: Aventure, seat: Seat) -> None:
    """« Regardez les Objectifs au dos des Histoires du marché »"""
    for place in range(s.stories):
        if s.market[place] != NOBODY:
            s.looked[place] |= only(seat)
            s.whisper(LOOKS_AT_MARKET, seat, s.market[place], 0, 0, back_of(s, s.market[place]), only(seat))


def refresh(s: Aventure, low: i64, high: i64) -> None:
    """« Glissez ... sous la pioche et remplacez-les »"""
    places: Mask = 0
    for place in range(low, high):
        if s.market[place] != NOBODY:
            slip_under(s, place)
            places |= bit(place)
    s.push(replace(places))


@mypyc_attr(acyclic=True)
class Choosing(Frame):
    """The player whose turn it is chooses; a single option is taken without asking."""

    def go(self, s: Aventure) -> Seats:
        out = Choices()
        self.options(s, s.mover, out)
        if out.choices > 1:
            return only(s.mover)
        self.take(s, s.mover, out.within(0, 0))
        return GO_ON


@mypyc_attr(acyclic=True, free_list_len=1)
class Swap(Choosing):
    """« Échangez deux cartes de votre grille »"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "cell", "may_decline")

    cell: Cell
    may_decline: i64

    def __init__(self) -> None:
        super().__init__()
        self.cell = NOBODY
        self.may_decline = 0

    def copy(self) -> Frame:
        f = Swap()
        f.step = self.step
        f.cell = self.cell
        f.may_decline = self.may_decline
        return f

    def options(self, s: Aventure, seat: Seat, out: Choices) -> None:
        spots = s.occupied[seat]
        if self.step == SECOND_CHOICE:
            spots = without(spots, spot_of(s, seat, self.cell))
        elif self.may_decline:
            out.one(DONE)
        offer_spots(s, seat, out, spots)

    def take(self, s: Aventure, seat: Seat, action: i64) -> None:
        if action == DONE:
            s.pop()
        elif self.step == FIRST_CHOICE:
            self.cell = action - CELL
            self.step = SECOND_CHOICE
        else:
            exchange(s, seat, spot_of(s, seat, self.cell), seat, spot_of(s, seat, action - CELL))
            s.say(SWAPS, seat, self.cell, action - CELL, 0)
            s.pop()


@mypyc_attr(acyclic=True, free_list_len=1)
class Move(Choosing):
    """« Déplacez une de vos cartes vers une case libre en contact »"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "card", "cell")

    card: Card
    cell: Cell

    def __init__(self) -> None:
        super().__init__()
        self.card = NOBODY
        """The card in hand, and the cell it left."""
        self.cell = NOBODY

    def copy(self) -> Frame:
        f = Move()
        f.step = self.step
        f.card = self.card
        f.cell = self.cell
        return f

    def options(self, s: Aventure, seat: Seat, out: Choices) -> None:
        if self.step == FIRST_CHOICE:
            offer_spots(s, seat, out, movable(s, seat))
        else:
            offer_framed(s, seat, out, targets(s, seat, self.cell))

    def take(self, s: Aventure, seat: Seat, action: i64) -> None:
        if self.step == FIRST_CHOICE:
            spot = spot_of(s, seat, action - CELL)
            self.card = card_on(s, seat, spot)
            self.cell = lift(s, seat, spot)
            self.step = SECOND_CHOICE
        else:
            put(s, seat, action - CELL, self.card)
            s.say(MOVES, seat, face_of(self.card), self.cell, action - CELL)
            s.pop()


@mypyc_attr(acyclic=True, free_list_len=1)
class Choice(Choosing):
    """Powers that need a card of the market, an Objective or a line, and perhaps a card of the own grid before"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "power", "cell")

    power: i64
    cell: Cell

    def __init__(self) -> None:
        super().__init__()
        self.power = NOBODY
        self.cell = NOBODY

    def copy(self) -> Frame:
        f = Choice()
        f.step = self.step
        f.power = self.power
        f.cell = self.cell
        return f

    def options(self, s: Aventure, seat: Seat, out: Choices) -> None:
        if self.power == SLIDING_ROW:
            offer_lines(s, seat, out)
        elif self.power == BORROWING:
            out.some(GOAL, lendable(s, seat))
        elif self.power in (REWORK, NEW_STAKES):
            goals = self.power == NEW_STAKES
            if self.step == FIRST_CHOICE:
                offer_spots(s, seat, out, unmarked(s, seat, goals))
            else:
                out.some(GOAL if goals else STORY, faces_in_market(s, seat, goals))
        else:
            out.some(STORY, faces_in_market(s, seat, False))
            out.some(GOAL, faces_in_market(s, seat, True))

    def take(self, s: Aventure, seat: Seat, action: i64) -> None:
        if self.power in (REWORK, NEW_STAKES) and self.step == FIRST_CHOICE:
            self.cell = action - CELL
            self.step = SECOND_CHOICE
            return
        s.pop()
        if self.power == SLIDING_ROW:
            slide(s, seat, (action - LINE) // ROTATIONS, (action - LINE) % ROTATIONS)
        elif self.power == BORROWING:
            s.borrowed[seat] = action - GOAL
            s.say(BORROWS, seat, action, 0, 0)
        elif self.power in (REWORK, NEW_STAKES):
            trade(s, seat, spot_of(s, seat, self.cell), place_of(s, seat, action))
        elif self.power == KEEP_OFF:
            s.guarded = place_of(s, seat, action)
            s.barred = next_opponent(s, seat)
            s.say(GUARDS, seat, action, s.barred, 0)
        else:
            assert self.power == SET_ASIDE
            place = place_of(s, seat, action)
            s.aside[seat] = empty_place(s, place)
            s.say(SETS_ASIDE, seat, action, 0, 0)
            s.push(replace(bit(place)))


@mypyc_attr(acyclic=True, free_list_len=1)
class Marker(Choosing):
    """« Marqueur sur une de vos Histoires », « sur un de vos Objectifs »"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "power", "cell")

    power: i64
    cell: Cell

    def __init__(self) -> None:
        super().__init__()
        self.power = NOBODY
        self.cell = NOBODY

    def copy(self) -> Frame:
        f = Marker()
        f.step = self.step
        f.power = self.power
        f.cell = self.cell
        return f

    def options(self, s: Aventure, seat: Seat, out: Choices) -> None:
        if self.step == FIRST_CHOICE:
            offer_spots(s, seat, out, markable(s, seat, self.power))
        else:  # « elle gagne une icône de votre choix »
            out.some(ICON, first_n(ICONS) & ~icons_of(s, card_on(s, seat, spot_of(s, seat, self.cell))))

    def take(self, s: Aventure, seat: Seat, action: i64) -> None:
        if self.step == FIRST_CHOICE and self.power == OVERPRINT:
            self.cell = action - CELL
            self.step = SECOND_CHOICE
            return
        s.pop()
        if self.step == SECOND_CHOICE:
            face = mark_card(s, seat, self.cell, EXTRA_ICON + action - ICON)
            s.say(ADDS_ICON, seat, face, action - ICON, 0)
        else:
            face = mark_card(s, seat, action - CELL, mark_for(self.power))
            s.say(MARKS_CARD, seat, face, self.power, 0)


@mypyc_attr(acyclic=True, free_list_len=1)
class Barter(Choosing):
    """« Échangez une de vos Histoires avec une Histoire adverse ayant autant d'icônes »"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "cell", "other")

    cell: Cell
    other: Seat

    def __init__(self) -> None:
        super().__init__()
        self.cell = NOBODY
        self.other = NOBODY

    def copy(self) -> Frame:
        f = Barter()
        f.step = self.step
        f.cell = self.cell
        f.other = self.other
        return f

    def options(self, s: Aventure, seat: Seat, out: Choices) -> None:
        if self.step == FIRST_CHOICE:
            offer_spots(s, seat, out, barterable(s, seat))
            return
        icons = number_on(s, card_on(s, seat, spot_of(s, seat, self.cell)))
        if self.step == SECOND_CHOICE:
            for other in range(s.seats):
                if other != seat and with_icons(s, other, icons):
                    out.one(PLAYER + other)
        else:
            offer_spots(s, self.other, out, with_icons(s, self.other, icons))

    def take(self, s: Aventure, seat: Seat, action: i64) -> None:
        if self.step == FIRST_CHOICE:
            self.cell = action - CELL
            self.step = SECOND_CHOICE
        elif self.step == SECOND_CHOICE:
            self.other = action - PLAYER
            self.step = THIRD_CHOICE
        else:
            spot = spot_of(s, seat, self.cell)
            wanted = spot_of(s, self.other, action - CELL)
            s.say(BARTERS, seat, card_on(s, seat, spot), card_on(s, self.other, wanted), self.other)
            exchange(s, seat, spot, self.other, wanted)
            s.pop()


@mypyc_attr(acyclic=True, free_list_len=1)
class Rummage(Frame):
    """« Prenez une des 3 premières cartes de la pioche, sur la face de votre choix »"""

    FIELDS: ClassVar[tuple[str, ...]] = ()

    def copy(self) -> Frame:
        return Rummage()

    def go(self, s: Aventure) -> Seats:
        while len(s.ahead) < s.box.rummage - 1:
            if s.bag:
                return BY_CHANCE
            if len(s.under) == 0:
                break
            s.ahead = append(s.ahead, s.under[0])
            s.under = s.under[1:]
        return only(s.mover)

    def options(self, s: Aventure, seat: Seat, out: Choices) -> None:
        if seat != s.mover:
            offer_draw(s, out)
            return
        kinds = bit(s.shown)
        backs = bit(back_of(s, s.shown) - GOALS)
        for k in range(len(s.ahead)):
            if k < s.box.rummage - 1:
                kinds |= bit(s.ahead[k])
                backs |= bit(back_of(s, s.ahead[k]) - GOALS)
        out.some(STORY, kinds)
        if s.diverted != seat:
            out.some(GOAL, backs)

    def take(self, s: Aventure, seat: Seat, action: i64) -> None:
        if seat != s.mover:
            kind = action - DRAW
            out_of_bag(s, kind)
            s.ahead = append(s.ahead, kind)
            s.say(DIGS_UP, NOBODY, kind, 0, 0)
            return
        kind = front_of(s, action) if is_goal(action) else action
        if kind == s.shown:
            s.shown = NOBODY
        else:
            s.ahead = less(s.ahead, kind)
        s.say(TAKES_DECK, seat, action, 0, 0)
        s.reply(action)


def whose_grid(s: Aventure, seat: Seat) -> Seat:
    """The grid in which a seat chooses cells: its own, or the one that it barters with."""
    top = s.top
    return top.other if isinstance(top, Barter) and top.step == THIRD_CHOICE else seat


def less(kinds: vec[i64], kind: i64) -> vec[i64]:
    """The cards less the first one of this kind."""
    rest = filled(0, 0)
    gone = False
    for other in kinds:
        if other == kind and not gone:
            gone = True
        else:
            rest = append(rest, other)
    return rest


def choice(power: i64) -> Frame:
    """What this Power asks."""
    f = Choice()
    f.power = power
    return f


def marker(power: i64) -> Frame:
    """What this Power asks."""
    f = Marker()
    f.power = power
    return f


def mark_for(power: i64) -> i64:
    """The marker that a Power lays on a card."""
    if power == ERASURE:
        return BLANK
    if power == SKELETON_KEY:
        return WILD
    if power == THE_WAGER:
        return WAGER
    return ECHO if power == THE_ECHO else NEAR


def mark_card(s: Aventure, seat: Seat, cell: Cell, mark: i64) -> Face:
    """A marker lies on a card of the grid."""
    spot = spot_of(s, seat, cell)
    face = face_of(card_on(s, seat, spot))
    s.grid[seat * SPOTS + spot] = marked(face, mark)
    recount(s, seat)
    return face


def exchange(s: Aventure, seat: Seat, spot: Spot, other: Seat, wanted: Spot) -> None:
    """Two cards change places, with the markers on them."""
    card = card_on(s, seat, spot)
    s.grid[seat * SPOTS + spot] = card_on(s, other, wanted)
    s.grid[other * SPOTS + wanted] = card
    recount(s, seat)
    if other != seat:
        recount(s, other)


def trade(s: Aventure, seat: Seat, spot: Spot, place: i64) -> None:
    """A card of the grid and one of the market change places."""
    face = empty_place(s, place)
    old = face_of(card_on(s, seat, spot))
    s.market[place] = old
    s.grid[seat * SPOTS + spot] = face
    recount(s, seat)
    s.say(TRADES, seat, old, face, 0)


def offer_lines(s: Aventure, seat: Seat, out: Choices) -> None:
    """« une rangée ou colonne complète », by one step to either side."""
    lines = complete_lines(s, seat)
    for k in range(SIDE):
        if has(lines, k):
            line = cell_at(s, seat, k, 0) // REACH
            out.span(LINE + line * ROTATIONS, LINE + (line + 1) * ROTATIONS)
        if has(lines, SIDE + k):
            line = REACH + cell_at(s, seat, 0, k) % REACH
            out.span(LINE + line * ROTATIONS, LINE + (line + 1) * ROTATIONS)


def slide(s: Aventure, seat: Seat, line: i64, back: i64) -> None:
    """« Décalez d'un cran »: the card that is pushed out comes in at the other end."""
    start: Spot = spot_of(s, seat, line * REACH + cell_at(s, seat, 0, 0) % REACH)
    step: i64 = 1
    if line >= REACH:
        start = spot_of(s, seat, cell_at(s, seat, 0, 0) // REACH * REACH + line - REACH)
        step = STRIDE
    old = filled(SIDE, 0)
    for k in range(SIDE):
        old[k] = card_on(s, seat, start + k * step)
    for k in range(SIDE):
        s.grid[seat * SPOTS + start + k * step] = old[(k + SIDE + (1 if back else -1)) % SIDE]
    recount(s, seat)
    s.say(SLIDES, seat, line, back, 0)
