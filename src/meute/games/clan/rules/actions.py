"""ACTIONS: paying, moving, fleeing, building, transforming, howling, dominating."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.frame import Frame
from meute.core.numbers import NOBODY, Mask, append, bit, count, filled, first_n, has, i64, lowest, vec
from meute.core.seats import GO_ON, Seat, Seats, only
from meute.games.clan.rules.ids import (
    ALPHA_AT,
    AT,
    BUILDS,
    DATED,
    DOMINATES,
    FLEES,
    FLIPS,
    GAINS_ACTION,
    GAINS_TERRAIN,
    HOWLS,
    MOVES,
    PACK_AT,
    SPENDS_TERRAIN,
    STAYS,
    STOP,
    SUPPLY_EMPTY,
    TILE,
    TOKEN,
    TRACK,
    TRANSFORMS,
    USES_HOME,
)
from meute.games.clan.rules.spaces import (
    build_spaces,
    dens_left,
    howl_spaces,
    nearest_refuges,
    open_to,
    reach_of,
    reached,
    refuges,
    transform_spaces,
    weak_dens,
    weak_packs,
    within,
)
from meute.games.clan.state import (
    ACTION_TOKENS,
    ALPHA,
    BUILD,
    DEN,
    DENS,
    DEPLOYMENT,
    DOMINATE,
    FLIPPED,
    HOME_TILE,
    HOWL,
    HOWL_RANGE,
    KINDS,
    LAIR,
    LAIRS,
    LONE,
    LONE_WOLF,
    MOST_DEPLOYED,
    MOVE,
    NO_BONUS,
    OWN,
    PACK,
    SPEED,
    STEPS,
    TERRAIN_BONUS,
    TERRAIN_TOKENS,
    TILES,
    TRANSFORM,
    WOLVES,
    WORD,
    Clan,
    Owner,
    Space,
    ability,
    affordable,
    back,
    clear,
    face,
    ground_at,
    held,
    lift,
    owner_on,
    payable,
    purse,
    row_of,
    set_down,
    showing,
    standing,
)

WHICH_WOLF: Final = 0
WHERE_TO: Final = 1
PAY: Final = 2
GO: Final = 3
STAY: Final = 4
DONE: Final = 5

AIM: Final = 0
PAID: Final = 1
WHICH_TRACK: Final = 2
FINISHED: Final = 3


@mypyc_attr(acyclic=True, free_list_len=1)
class Pay(Frame):
    """EFFECTUER UNE ACTION – RETOURNER DES TUILES"""

    FIELDS: ClassVar[tuple[str, ...]] = ("terrain", "left", "used")

    terrain: i64
    left: i64
    used: Mask

    def __init__(self) -> None:
        super().__init__()
        self.terrain = NOBODY
        """NOBODY: any terrain will do, for a move that moves nobody."""
        self.left = 0
        self.used = 0
        """Tiles flipped for this action: each counts once, the home tile too."""

    def copy(self) -> Frame:
        f = Pay()
        f.terrain = self.terrain
        f.left = self.left
        f.used = self.used
        return f

    def go(self, s: Clan) -> Seats:
        while self.left:
            tiles = self.tiles(s)
            tokens = s.own[s.active * OWN + TERRAIN_TOKENS]
            if tiles and (tokens or count(tiles) > 1) and count(tiles) + tokens > self.left:
                return only(s.active)
            if tiles:
                self.flip(s, lowest(tiles))
            else:
                self.spend(s)
        s.pop()
        return GO_ON

    def tiles(self, s: Clan) -> Mask:
        """The tiles that can pay."""
        shown = first_n(TILES) if self.terrain == NOBODY else showing(s, s.active, self.terrain)
        return shown & ~self.used

    def options(self, s: Clan, seat: Seat, out: Choices) -> None:
        out.some(TILE, self.tiles(s))
        if s.own[seat * OWN + TERRAIN_TOKENS]:
            out.one(TOKEN)

    def take(self, s: Clan, seat: Seat, action: i64) -> None:
        if action == TOKEN:
            self.spend(s)
        else:
            self.flip(s, action - TILE)

    def flip(self, s: Clan, tile: i64) -> None:
        """« Retournez 1 ou plusieurs des 6 tuiles Terrain double-face »"""
        self.used |= bit(tile)
        self.left -= 1
        if tile == HOME_TILE:
            s.say(USES_HOME, s.active, face(s, s.active, tile), 0, 0)
        else:
            s.say(FLIPS, s.active, face(s, s.active, tile), back(s, s.active, tile), tile)
            s.own[s.active * OWN + FLIPPED] ^= bit(tile)

    def spend(self, s: Clan) -> None:
        """« Le jeton Terrain bonus compte comme n'importe quel type de terrain »"""
        self.left -= 1
        s.own[s.active * OWN + TERRAIN_TOKENS] -= 1
        s.say(SPENDS_TERRAIN, s.active, self.terrain, 0, 0)


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
        cover_date(s, seat * KINDS + DEN)
        s.say(TRANSFORMS, seat, self.space, 0, 0)
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


def leads(s: Clan, start: Space, steps: i64, spaces: vec[i64]) -> bool:
    """Whether a walk leads to one of the spaces."""
    for word in range(s.words):  # noqa: SIM110
        if spaces[word] & reached(s, start, steps, word):
            return True
    return False


def lies_other(s: Clan, kind: i64, space: Space) -> bool:
    """Whether the piece to be dominated is still there."""
    owner = owner_on(s, kind, space)
    return owner != NOBODY and owner != s.active


def pay(s: Clan, action: i64, terrain: i64) -> Frame:
    """The paragraph on paying, for this action and terrain."""
    f = Pay()
    f.terrain = terrain
    f.left = s.box.cost[action]
    return f


def flee(owner: Owner, kind: i64, start: Space) -> Frame:
    """The sentence on the wolf that flees."""
    f = Flee()
    f.owner = owner
    f.kind = kind
    f.start = start
    return f


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


def gain(s: Clan, seat: Seat, bonus: i64) -> None:
    """A bonus token; with a limited supply, nothing when it is empty."""
    if bonus == NO_BONUS:
        return
    field = TERRAIN_TOKENS if bonus == TERRAIN_BONUS else ACTION_TOKENS
    supply = s.box.terrain_tokens if bonus == TERRAIN_BONUS else s.box.action_tokens
    if s.opt.supply and held(s, field) >= supply:
        s.say(SUPPLY_EMPTY, seat, 0, 0, 0)
        return
    s.own[seat * OWN + field] += 1
    s.say(GAINS_TERRAIN if bonus == TERRAIN_BONUS else GAINS_ACTION, seat, 0, 0, 0)


def possible(s: Clan, seat: Seat) -> Mask:
    """The actions that a seat can pay for and carry out; a move may always move nobody."""
    found = bit(MOVE)
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
    return found
