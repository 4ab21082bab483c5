"""ACTIONS aimed at one space: dens, lairs, howling, dominating."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.frame import Frame
from meute.core.numbers import NOBODY, Mask, append, bit, count, has, i64, lowest
from meute.core.seats import GO_ON, Seat, Seats, only
from meute.games.clan.rules.ids import AT, BUILDS, DATED, DOMINATES, HOWLS, PACK_AT, TRACK, TRANSFORMS
from meute.games.clan.rules.move import any_moves, flee
from meute.games.clan.rules.payment import gain, pay
from meute.games.clan.rules.spaces import (
    build_spaces,
    dens_left,
    howl_spaces,
    reach_of,
    transform_spaces,
    weak_dens,
    weak_packs,
    within,
)
from meute.games.clan.state import (
    ALPHA,
    BUILD,
    DEN,
    DENS,
    DOMINATE,
    HOWL,
    HOWL_RANGE,
    KINDS,
    LAIR,
    LAIRS,
    LONE,
    LONE_WOLF,
    MOVE,
    OWN,
    PACK,
    STEPS,
    TRANSFORM,
    WOLVES,
    WORD,
    Clan,
    Space,
    ability,
    affordable,
    clear,
    ground_at,
    lift,
    owner_on,
    payable,
    purse,
    set_down,
)

AIM: Final = 0
PAID: Final = 1
WHICH_TRACK: Final = 2
FINISHED: Final = 3


@mypyc_attr(acyclic=True)
class Aimed(Frame):
    """An action at one space: choose it, pay for its terrain, act."""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "space")

    space: Space

    def __init__(self) -> None:
        super().__init__()
        self.space = NOBODY

    def copy_aim_to(self, other: "Aimed") -> None:
        """The part of a copy that these actions share."""
        other.step = self.step
        other.space = self.space

    def action(self) -> i64:
        """Which of the five actions it is."""
        raise AssertionError

    def spaces(self, s: Clan, terrains: Mask, near: Mask, word: i64) -> Mask:
        """The spaces that it may aim at."""
        raise AssertionError

    def carry_out(self, s: Clan) -> Seats:
        """What happens once it is paid."""
        raise AssertionError

    def go(self, s: Clan) -> Seats:
        if self.step == AIM:
            space = self.only_space(s)
            if space == NOBODY:
                return only(s.active)
            self.space = space
            self.step = PAID
        if self.step == PAID:  # « toutes identiques au type de terrain de la case ciblée par votre action »
            self.step = WHICH_TRACK
            s.push(pay(s, self.action(), ground_at(s, self.space)))
            return GO_ON
        return self.carry_out(s)

    def only_space(self, s: Clan) -> Space:
        """The one space that it may aim at; NOBODY if there are several."""
        terrains = payable(s, s.active, self.action())
        reach = reach_of(s, s.active, self.action())
        found: Space = NOBODY
        for word in range(s.words):
            spaces = self.spaces(s, terrains, within(s, s.active, reach, word), word)
            if spaces:
                if found != NOBODY or spaces & (spaces - 1):
                    return NOBODY
                found = word * WORD + lowest(spaces)
        return found

    def options(self, s: Clan, seat: Seat, out: Choices) -> None:
        if self.step == WHICH_TRACK:
            out.some(TRACK, dens_left(s, seat))
            return
        terrains = payable(s, seat, self.action())
        reach = reach_of(s, seat, self.action())
        for word in range(s.words):
            out.some(AT + word * WORD, self.spaces(s, terrains, within(s, seat, reach, word), word))

    def take(self, s: Clan, seat: Seat, action: i64) -> None:
        if self.step == WHICH_TRACK:
            place_den(s, seat, action - TRACK, self.space)
            self.step = FINISHED
        else:
            self.space = action - AT
            self.step = PAID

    def place_from_track(self, s: Clan) -> Seats:
        """« Retirez un pion Tanière de l'une des pistes Capacité de votre plateau personnel »"""
        if self.step == WHICH_TRACK:
            tracks = dens_left(s, s.active)
            if count(tracks) > 1:
                return only(s.active)
            place_den(s, s.active, lowest(tracks), self.space)
            self.step = FINISHED
        s.pop()
        return GO_ON


@mypyc_attr(acyclic=True, free_list_len=1)
class Build(Aimed):
    """CONSTRUIRE DES TANIÈRES"""

    def copy(self) -> Frame:
        f = Build()
        self.copy_aim_to(f)
        return f

    def action(self) -> i64:
        return BUILD

    def spaces(self, s: Clan, terrains: Mask, near: Mask, word: i64) -> Mask:
        return build_spaces(s, s.active, terrains, near, word)

    def carry_out(self, s: Clan) -> Seats:
        return self.place_from_track(s)


@mypyc_attr(acyclic=True, free_list_len=1)
class Transform(Aimed):
    """TRANSFORMER UNE TANIÈRE EN ANTRE"""

    def copy(self) -> Frame:
        f = Transform()
        self.copy_aim_to(f)
        return f

    def action(self) -> i64:
        return TRANSFORM

    def spaces(self, s: Clan, terrains: Mask, near: Mask, word: i64) -> Mask:
        return transform_spaces(s, s.active, terrains, near, word)

    def carry_out(self, s: Clan) -> Seats:
        seat = s.active
        s.pop()
        lift(s, seat, DEN, self.space)  # « Retirez la Tanière de la case et placez-la sur la première date disponible »
        s.say(TRANSFORMS, seat, self.space, 0, 0)
        cover_date(s, seat * KINDS + DEN)
        for kind in range(PACK, ALPHA + 1):  # « cette action vous permet de faire fuir le Loup adverse »
            other = owner_on(s, kind, self.space)
            if other != NOBODY and other != seat:
                lift(s, other, kind, self.space)
                s.push(flee(other, kind, self.space))
        set_down(s, seat, LAIR, self.space)
        s.own[seat * OWN + LAIRS] += 1
        gain(s, seat, s.box.lair_bonus)  # « L'Antre ... vous octroie immédiatement un jeton Terrain bonus »
        return GO_ON


@mypyc_attr(acyclic=True, free_list_len=1)
class Howl(Aimed):
    """HURLER"""

    def copy(self) -> Frame:
        f = Howl()
        self.copy_aim_to(f)
        return f

    def action(self) -> i64:
        return HOWL

    def spaces(self, s: Clan, terrains: Mask, near: Mask, word: i64) -> Mask:
        return howl_spaces(s, s.active, terrains, near, word)

    def carry_out(self, s: Clan) -> Seats:
        s.pop()
        clear(s, LONE, self.space)  # « Retirez le jeton Loup solitaire de la case »
        kind = place_wolf(s, s.active, self.space)
        s.say(HOWLS, s.active, self.space, kind, 0)
        cover_date(s, LONE_WOLF)
        return GO_ON


@mypyc_attr(acyclic=True, free_list_len=1)
class Dominate(Aimed):
    """DOMINER"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "space", "kind")

    kind: i64

    def __init__(self) -> None:
        super().__init__()
        self.kind = NOBODY
        """A pack wolf or a den."""

    def copy(self) -> Frame:
        f = Dominate()
        self.copy_aim_to(f)
        f.kind = self.kind
        return f

    def action(self) -> i64:
        return DOMINATE

    def only_space(self, s: Clan) -> Space:
        terrains = payable(s, s.active, DOMINATE)
        reach = reach_of(s, s.active, DOMINATE)
        found: Space = NOBODY
        for word in range(s.words):
            near = within(s, s.active, reach, word)
            for kind in range(DEN, PACK + 1):
                spaces = self.weak(s, s.active, kind, terrains, near, word)
                if spaces:
                    if found != NOBODY or spaces & (spaces - 1):
                        self.kind = NOBODY
                        return NOBODY
                    found = word * WORD + lowest(spaces)
                    self.kind = kind
        return found

    def weak(self, s: Clan, seat: Seat, kind: i64, terrains: Mask, near: Mask, word: i64) -> Mask:
        """Pieces of one kind that may be dominated."""
        return weak_packs(s, seat, terrains, near, word) if kind == PACK else weak_dens(s, seat, terrains, near, word)

    def options(self, s: Clan, seat: Seat, out: Choices) -> None:
        if self.step != AIM:
            super().options(s, seat, out)
            return
        terrains = payable(s, seat, DOMINATE)
        reach = reach_of(s, seat, DOMINATE)
        for word in range(s.words):
            near = within(s, seat, reach, word)
            out.some(PACK_AT + word * WORD, weak_packs(s, seat, terrains, near, word))
            out.some(AT + word * WORD, weak_dens(s, seat, terrains, near, word))

    def take(self, s: Clan, seat: Seat, action: i64) -> None:
        if self.step != AIM:
            super().take(s, seat, action)
            return
        self.kind = DEN if action >= AT else PACK
        self.space = action - (AT if action >= AT else PACK_AT)
        self.step = PAID

    def carry_out(self, s: Clan) -> Seats:
        if self.step == WHICH_TRACK and lies_other(s, self.kind, self.space):
            # « Retirez le pion adverse du Plateau et placez-le sur la première date disponible »
            owner = owner_on(s, self.kind, self.space)
            lift(s, owner, self.kind, self.space)
            s.say(DOMINATES, s.active, owner, self.kind, self.space)
            cover_date(s, owner * KINDS + self.kind)
        if self.kind == DEN:  # « choisissez quelle Capacité vous voudriez améliorer »
            return self.place_from_track(s)
        s.pop()
        place_wolf(s, s.active, self.space)
        return GO_ON


def lies_other(s: Clan, kind: i64, space: Space) -> bool:
    """Whether the piece to be dominated is still there."""
    owner = owner_on(s, kind, space)
    return owner != NOBODY and owner != s.active


def cover_date(s: Clan, piece: i64) -> None:
    """« placez-le sur la première date disponible du plateau Cycle lunaire »"""
    s.calendar = append(s.calendar, piece)
    s.say(DATED, NOBODY, piece, len(s.calendar), 0)


def place_wolf(s: Clan, seat: Seat, space: Space) -> i64:
    """« Prenez le premier loup disponible de la section Loups de votre plateau personnel »"""
    kind: i64 = ALPHA if has(s.box.alphas_on_track, s.own[seat * OWN + WOLVES]) else PACK
    s.own[seat * OWN + WOLVES] += 1
    set_down(s, seat, kind, space)
    return kind


def place_den(s: Clan, seat: Seat, track: i64, space: Space) -> None:
    """« Placez le pion Tanière ... sur la case ciblée » and take what it uncovers."""
    s.own[seat * OWN + DENS + track] += 1
    set_down(s, seat, DEN, space)
    s.say(BUILDS, seat, space, track, ability(s, seat, track))
    gain(s, seat, s.box.bonuses[track * STEPS + s.own[seat * OWN + DENS + track]])


def possible(s: Clan, seat: Seat) -> Mask:
    """The actions that a seat can pay for and carry out; a move may move nobody, or that is the last resort."""
    found: Mask = 0
    shown = purse(s, seat)
    howl = affordable(s, seat, shown, s.box.cost[HOWL])
    build = affordable(s, seat, shown, s.box.cost[BUILD])
    transform = affordable(s, seat, shown, s.box.cost[TRANSFORM])
    dominate = affordable(s, seat, shown, s.box.cost[DOMINATE])
    for word in range(s.words):
        beside = within(s, seat, s.box.den_range, word)
        near = within(s, seat, ability(s, seat, HOWL_RANGE), word)
        if howl and howl_spaces(s, seat, howl, near, word):
            found |= bit(HOWL)
        if build and build_spaces(s, seat, build, beside, word):
            found |= bit(BUILD)
        if transform and transform_spaces(s, seat, transform, beside, word):
            found |= bit(TRANSFORM)
        if dominate and (weak_packs(s, seat, dominate, near, word) or weak_dens(s, seat, dominate, near, word)):
            found |= bit(DOMINATE)
    if found == 0 or s.opt.empty_move == 0 or any_moves(s):
        found |= bit(MOVE)
    return found
