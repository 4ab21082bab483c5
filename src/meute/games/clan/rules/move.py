"""SE DÉPLACER: wolves that move, and those that flee from them."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.frame import Frame
from meute.core.numbers import NOBODY, Mask, bit, filled, i64, lowest, vec
from meute.core.seats import GO_ON, Seat, Seats, only
from meute.games.clan.rules.ids import ALPHA_AT, AT, FLEES, MOVES, PACK_AT, STAYS, STOP
from meute.games.clan.rules.payment import pay
from meute.games.clan.rules.spaces import nearest_refuges, open_to, reached, refuges
from meute.games.clan.state import (
    ALPHA,
    DEPLOYMENT,
    KINDS,
    MOST_DEPLOYED,
    MOVE,
    PACK,
    SPEED,
    WORD,
    Clan,
    Owner,
    Space,
    ability,
    ground_at,
    lift,
    owner_on,
    payable,
    row_of,
    set_down,
    standing,
)

WHICH_WOLF: Final = 0
WHERE_TO: Final = 1
PAY: Final = 2
GO: Final = 3
STAY: Final = 4
DONE: Final = 5


@mypyc_attr(acyclic=True, free_list_len=1)
class Move(Frame):
    """SE DÉPLACER"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "kind", "start", "to", "terrain", "moved")

    kind: i64
    start: Space
    to: Space
    terrain: i64

    def __init__(self) -> None:
        super().__init__()
        self.kind = NOBODY
        self.start = NOBODY
        self.to = NOBODY
        self.terrain = NOBODY
        """The terrain that has been paid."""
        self.moved = filled(MOST_DEPLOYED, NOBODY)
        """Wolves that have moved, each as its space times four plus its kind: none moves twice."""

    def copy(self) -> Frame:
        f = Move()
        f.step = self.step
        f.kind = self.kind
        f.start = self.start
        f.to = self.to
        f.terrain = self.terrain
        for k in range(MOST_DEPLOYED):
            f.moved[k] = self.moved[k]
        return f

    def go(self, s: Clan) -> Seats:
        if self.step == WHICH_WOLF:  # « autant ... que vous voulez, sans dépasser votre capacité Déploiement »
            if self.deployed() < ability(s, s.active, DEPLOYMENT) and self.can_move(s):
                return only(s.active)
            self.step = STAY if self.terrain == NOBODY else DONE
        if self.step == WHERE_TO:
            if self.only_space(s) == NOBODY:
                return only(s.active)
            self.to = self.only_space(s)
            self.step = PAY
        if self.step == PAY:  # « Retournez une tuile Terrain identique à la case »
            self.step = GO
            if self.terrain == NOBODY:
                self.terrain = ground_at(s, self.to)
                s.push(pay(s, MOVE, self.terrain))
                return GO_ON
        if self.step == GO:  # « Tous les loups ... doivent terminer leur déplacement sur des cases identiques »
            self.step = WHICH_WOLF
            self.run(s)
            return GO_ON
        if self.step == STAY:
            self.step = DONE
            s.say(STAYS, s.active, 0, 0, 0)
            s.push(pay(s, MOVE, NOBODY))
            return GO_ON
        s.pop()
        return GO_ON

    def options(self, s: Clan, seat: Seat, out: Choices) -> None:
        if self.step == WHERE_TO:
            spaces = open_to(s, seat, self.kind, self.terrains(s))
            for word in range(s.words):
                near = reached(s, self.start, ability(s, seat, SPEED), word)
                out.some(AT + word * WORD, spaces[word] & near)
            return
        spaces = open_to(s, seat, ALPHA, self.terrains(s))
        for word in range(s.words):
            out.some(ALPHA_AT + word * WORD, self.movable(s, ALPHA, word, spaces, False))
        spaces = open_to(s, seat, PACK, self.terrains(s))
        for word in range(s.words):
            out.some(PACK_AT + word * WORD, self.movable(s, PACK, word, spaces, False))
        if self.terrain != NOBODY or s.opt.empty_move == 0:
            out.one(STOP)

    def take(self, s: Clan, seat: Seat, action: i64) -> None:
        if action == STOP:
            self.step = STAY if self.terrain == NOBODY else DONE
        elif self.step == WHICH_WOLF:
            self.kind = ALPHA if action >= ALPHA_AT else PACK
            self.start = action - (ALPHA_AT if action >= ALPHA_AT else PACK_AT)
            self.step = WHERE_TO
        else:
            self.to = action - AT
            self.step = PAY

    def terrains(self, s: Clan) -> Mask:
        """The terrains on which the wolves may end this move."""
        return payable(s, s.active, MOVE) if self.terrain == NOBODY else bit(self.terrain)

    def deployed(self) -> i64:
        """How many wolves have moved."""
        n: i64 = 0
        while n < MOST_DEPLOYED and self.moved[n] != NOBODY:
            n += 1
        return n

    def can_move(self, s: Clan) -> bool:
        """Whether any wolf is left that can go anywhere."""
        for kind in range(PACK, ALPHA + 1):
            spaces = open_to(s, s.active, kind, self.terrains(s))
            for word in range(s.words):
                if self.movable(s, kind, word, spaces, True):
                    return True
        return False

    def movable(self, s: Clan, kind: i64, word: i64, spaces: vec[i64], one_will_do: bool) -> Mask:
        """The wolves that have not moved and can reach one of the spaces; or just the first of them."""
        found: Mask = 0
        speed = ability(s, s.active, SPEED)
        left = s.map[row_of(s.active, kind) * s.words + word]
        while left:
            start = word * WORD + lowest(left)
            if standing(s, s.active, kind, start) > self.times_moved(kind, start) and leads(s, start, speed, spaces):
                found |= left & -left
                if one_will_do:
                    return found
            left &= left - 1
        return found

    def times_moved(self, kind: i64, space: Space) -> i64:
        """How many of the wolves on a space have come there by this move."""
        n: i64 = 0
        for mark in self.moved:
            if mark == space * KINDS + kind:
                n += 1
        return n

    def only_space(self, s: Clan) -> Space:
        """The one space where the wolf can go; NOBODY if there are several."""
        spaces = open_to(s, s.active, self.kind, self.terrains(s))
        found: Space = NOBODY
        for word in range(s.words):
            near = spaces[word] & reached(s, self.start, ability(s, s.active, SPEED), word)
            if near:
                if found != NOBODY or near & (near - 1):
                    return NOBODY
                found = word * WORD + lowest(near)
        return found

    def run(self, s: Clan) -> None:
        """« Le Loup alpha fait fuir le Loup de meute »"""
        self.moved[self.deployed()] = self.to * KINDS + self.kind
        lift(s, s.active, self.kind, self.start)
        other = owner_on(s, PACK, self.to)
        s.say(MOVES, s.active, self.kind, self.start, self.to)
        if other != NOBODY and other != s.active:
            lift(s, other, PACK, self.to)
            s.push(flee(other, PACK, self.to))
        set_down(s, s.active, self.kind, self.to)


@mypyc_attr(acyclic=True, free_list_len=1)
class Flee(Frame):
    """SE DÉPLACER — SUITE"""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner", "kind", "start")

    owner: Owner
    kind: i64
    start: Space

    def __init__(self) -> None:
        super().__init__()
        self.owner = NOBODY
        self.kind = NOBODY
        self.start = NOBODY

    def copy(self) -> Frame:
        f = Flee()
        f.owner = self.owner
        f.kind = self.kind
        f.start = self.start
        return f

    def go(self, s: Clan) -> Seats:
        # « sur la case vide ou la case alliée ... la plus proche. Le choix de la case revient au Loup alpha. »
        steps = nearest_refuges(s, self.owner, self.start)
        found: Space = NOBODY
        for word in range(s.words):
            near = reached(s, self.start, steps, word) & refuges(s, self.owner, word)
            if near:
                if found != NOBODY or near & (near - 1):
                    return only(s.active)
                found = word * WORD + lowest(near)
        self.hide(s, found)
        return GO_ON

    def options(self, s: Clan, seat: Seat, out: Choices) -> None:
        steps = nearest_refuges(s, self.owner, self.start)
        for word in range(s.words):
            out.some(AT + word * WORD, reached(s, self.start, steps, word) & refuges(s, self.owner, word))

    def take(self, s: Clan, seat: Seat, action: i64) -> None:
        self.hide(s, action - AT)

    def hide(self, s: Clan, space: Space) -> None:
        """The wolf has found a refuge."""
        s.pop()
        set_down(s, self.owner, self.kind, space)
        s.say(FLEES, self.owner, self.kind, self.start, space)


def flee(owner: Owner, kind: i64, start: Space) -> Frame:
    """The sentence on the wolf that flees."""
    f = Flee()
    f.owner = owner
    f.kind = kind
    f.start = start
    return f


def any_moves(s: Clan) -> bool:
    """Whether the active pack has a wolf that can go anywhere."""
    return Move().can_move(s)


def leads(s: Clan, start: Space, steps: i64, spaces: vec[i64]) -> bool:
    """Whether a walk leads to one of the spaces."""
    for word in range(s.words):  # noqa: SIM110
        if spaces[word] & reached(s, start, steps, word):
            return True
    return False
