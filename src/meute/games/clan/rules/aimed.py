"""ACTIONS aimed at one space: dens, lairs, howling, dominating."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.fields import Field, maybe, steps
from meute.core.frame import Fields, Frame
from meute.core.numbers import NOBODY, append, changed, count, filled, has, i64, lowest, vec
from meute.core.phrase import Phrase, phrase
from meute.core.reason import OTHER_QUESTION, Reason
from meute.core.seats import GO_ON, Seat, Seats, only
from meute.core.tensor import PlaneWriter
from meute.games.clan import planes
from meute.games.clan.actions import ALPHA_AT, AT, PACK_AT, TRACK
from meute.games.clan.display_names import word
from meute.games.clan.events import BUILDS, DATED, DOMINATES, HOWLS, TRANSFORMS
from meute.games.clan.rules.inturn import InTurn
from meute.games.clan.rules.move import LAIR_HEADING, Flee
from meute.games.clan.rules.payment import CANNOT_PAY, Lack, Pay, gain
from meute.games.clan.rules.spaces import (
    contains,
    dens_left,
    has_wolf,
    offer,
    only_space,
    reach_of,
    size_of,
    space_of,
    targets,
    tokens_on,
    weak_dens,
    weak_packs,
)
from meute.games.clan.state import (
    ALPHA,
    ANY_OWNER,
    BUILD,
    DEN,
    DOMINATE,
    FULL,
    HOWL,
    HOWL_RANGE,
    KINDS,
    LAIR,
    LAIRS_ON_BOARD,
    LONE,
    LONE_WOLF,
    MOST_SPACES,
    OCCUPIED,
    PACK,
    PLACES,
    SHORE,
    STEPS,
    TERRAINS,
    TRACKS,
    TRANSFORM,
    WOLVES_ON_BOARD,
    WORD,
    Clan,
    Space,
    ability,
    ground_at,
    is_in_row,
    map_row,
    owner_on,
    payable_terrains,
    piece_count_in,
    pieces_on,
    place_piece,
    remove_from_row,
    remove_piece,
)

AIM: Final = 0
PAID: Final = 1
WHICH_TRACK: Final = 2
FINISHED: Final = 3

DEN_HEADING: Final = "CONSTRUIRE DES TANIÈRES"
TRACK_EMPTY: Final = Reason("clan.why.track_empty", DEN_HEADING)
NO_DEN_TRACK: Final = Reason("clan.why.no_den_track", DEN_HEADING)
NO_DEN_LEFT: Final = Reason("clan.why.no_den_left", DEN_HEADING)
NO_FREE_SPACE: Final = Reason("clan.why.no_free_space", DEN_HEADING)
NO_ALPHA_NEAR: Final = Lack("clan.why.no_alpha_near", DEN_HEADING, NO_FREE_SPACE)
NO_LAND: Final = Lack("clan.why.no_land", DEN_HEADING, NO_FREE_SPACE)
TOKEN_ON_DEN: Final = Lack("clan.why.token_there", DEN_HEADING, NO_FREE_SPACE)
NOT_FREE: Final = Lack("clan.why.not_free", DEN_HEADING, NO_FREE_SPACE)
NO_LAIR_LEFT: Final = Reason("clan.why.no_lair_left", LAIR_HEADING)
NO_DEN: Final = Reason("clan.why.no_den", LAIR_HEADING)
NO_DEN_THERE: Final = Lack("clan.why.no_den_there", LAIR_HEADING, NO_DEN)
NO_SHORE_DEN: Final = Reason("clan.why.no_shore_den", LAIR_HEADING)
NO_WATER: Final = Lack("clan.why.no_water", LAIR_HEADING, NO_SHORE_DEN)
SECOND_LAIRS: Final = Reason("clan.why.second_lairs", LAIR_HEADING)
SECOND_LAIR: Final = Lack("clan.why.second_lair", LAIR_HEADING, SECOND_LAIRS)
NO_ALPHA_BY_DENS: Final = Reason("clan.why.no_alpha_by_dens", LAIR_HEADING)
NO_ALPHA_BY_DEN: Final = Lack("clan.why.no_alpha_near", LAIR_HEADING, NO_ALPHA_BY_DENS)
HOWL_HEADING: Final = "HURLER"
NO_WOLF_LEFT: Final = Reason("clan.why.no_wolf_left", HOWL_HEADING)
NO_LONE_LEFT: Final = Reason("clan.why.no_lone_left", HOWL_HEADING)
NO_LONE_WOLF: Final = Lack("clan.why.no_lone_wolf", HOWL_HEADING, NO_LONE_LEFT)
NO_LONE_NEAR: Final = Reason("clan.why.no_lone_near", HOWL_HEADING)
OUT_OF_RANGE: Final = Lack("clan.why.out_of_range", HOWL_HEADING, NO_LONE_NEAR)
LAIR_THERE: Final = Lack("clan.why.lair_there", HOWL_HEADING)
DOMINATE_HEADING: Final = "DOMINER"
NO_RIVAL: Final = Reason("clan.why.no_rival", DOMINATE_HEADING)
NOT_DOMINABLE: Final = Lack("clan.why.not_dominable", DOMINATE_HEADING, NO_RIVAL)
NO_RIVAL_NEAR: Final = Reason("clan.why.no_rival_near", DOMINATE_HEADING)
OUT_OF_REACH: Final = Lack("clan.why.out_of_range", DOMINATE_HEADING, NO_RIVAL_NEAR)
ALL_PROTECTED: Final = Reason("clan.why.all_protected", DOMINATE_HEADING)
PROTECTED: Final = Lack("clan.why.protected", DOMINATE_HEADING, ALL_PROTECTED)
NONE_LEFT: Final = Lack("clan.why.none_left", DOMINATE_HEADING)

AIMED_FIELDS: Final[dict[str, Field]] = {
    "step": steps({AIM: "aim", PAID: "paid", WHICH_TRACK: "which_track"}),
    "space": maybe(MOST_SPACES),
}


@mypyc_attr(acyclic=True)
class Aimed(InTurn):
    """An action at one space: choose it, pay for its terrain, act."""

    FIELDS: ClassVar[Fields] = AIMED_FIELDS
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Turn.hunt",)
    PROMPT: ClassVar[str] = ""
    LACKS: ClassVar[tuple[Lack, ...]] = ()
    """What a space must meet, in turn."""

    def __init__(self, space: Space = NOBODY) -> None:
        self.space = space

    def write_planes(self, s: Clan, out: PlaneWriter) -> None:
        out.one_hot(planes.FROM, self.space)

    def action(self) -> i64:
        """Which of the five actions it is."""
        raise AssertionError

    def lacks(self, s: Clan, seat: Seat, space: Space, near: vec[i64]) -> Reason:
        """Why it cannot aim at this space."""
        raise AssertionError

    def invalid_field(self, s: Clan) -> str:
        return "" if self.step == AIM or (0 <= self.space < s.box.size and self.fits(s)) else "space"

    def fits(self, s: Clan) -> bool:
        """Whether it may aim where it does, paid already or to be paid."""
        paid = self.step != PAID or has(payable_terrains(s, s.active, self.action()), ground_at(s, self.space))
        return paid and self.lacks(s, s.active, self.space, reach_of(s, s.active, self.action())) is CANNOT_PAY

    def phase(self) -> str:
        return "space" if self.space == NOBODY else "track"

    def advance(self, s: Clan) -> Seats:
        if self.step == AIM:
            space = self.only_target(s)
            if space == NOBODY:
                return only(s.active)
            self.space = space
            self.step = PAID
        if self.step == PAID:  # « toutes identiques au type de terrain de la case ciblée par votre action »
            self.step = WHICH_TRACK
            s.push(Pay(ground_at(s, self.space), s.box.cost[self.action()]))
            return GO_ON
        return self.carry_out(s)

    def targets(self, s: Clan) -> vec[i64]:
        """The spaces that it may aim at."""
        act = self.action()
        terrains = payable_terrains(s, s.active, act)
        near = reach_of(s, s.active, act)
        found = filled(s.words, 0)
        for part in range(s.words):
            found[part] = targets(s, s.active, act, terrains, near, part)
        return found

    def only_target(self, s: Clan) -> Space:
        """The one space that it may aim at; NOBODY if there are several."""
        return only_space(self.targets(s))

    def legal_actions(self, s: Clan, seat: Seat, out: Choices) -> None:
        if self.step == WHICH_TRACK:
            out.add_set(TRACK, dens_left(s, seat))
        else:
            offer(out, AT, self.targets(s))

    def prompt(self, s: Clan, seat: Seat) -> Phrase:
        if self.step == WHICH_TRACK:
            return phrase("clan.prompt.track", space=word("space", self.space))
        return phrase(self.PROMPT, range=ability(s, seat, HOWL_RANGE))

    def refusal(self, s: Clan, seat: Seat, action: i64) -> Reason:
        if self.step == WHICH_TRACK:
            return TRACK_EMPTY if action >= TRACK else OTHER_QUESTION
        space = space_of(s, action)
        return OTHER_QUESTION if space == NOBODY else self.lacks(s, seat, space, reach_of(s, seat, self.action()))

    def impossible(self, s: Clan, seat: Seat) -> Reason:
        """Why there is no space to aim at: what even the likeliest one lacks."""
        found = self.all_lack(s, seat, reach_of(s, seat, self.action()))
        nearest = [lack.for_all for lack in self.LACKS if lack in found]
        return nearest[-1] if nearest else found[0]

    def all_lack(self, s: Clan, seat: Seat, near: vec[i64]) -> list[Reason]:
        """What each space lacks."""
        return [self.lacks(s, seat, space, near) for space in range(s.box.size)]

    def apply(self, s: Clan, seat: Seat, action: i64) -> None:
        if self.step == WHICH_TRACK:
            place_den(s, seat, action - TRACK, self.space)
            self.step = FINISHED
        else:
            self.space = action - AT
            self.step = PAID

    def carry_out(self, s: Clan) -> Seats:
        """Once it is paid: « Retirez un pion Tanière de l'une des pistes Capacité de votre plateau personnel »"""
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

    PROMPT: ClassVar[str] = "clan.prompt.build"
    LACKS: ClassVar[tuple[Lack, ...]] = (NO_LAND, NO_ALPHA_NEAR, TOKEN_ON_DEN, NOT_FREE, CANNOT_PAY)

    def copy(self) -> Frame:
        return Build(self.space)

    def action(self) -> i64:
        return BUILD

    def lacks(self, s: Clan, seat: Seat, space: Space, near: vec[i64]) -> Reason:
        if dens_left(s, seat) == 0:
            return NO_DEN_LEFT
        if ground_at(s, space) >= TERRAINS:
            return NO_LAND
        if not contains(near, space):
            return NO_ALPHA_NEAR
        if not s.opt.den_on_tokens and has(tokens_on(s, space // WORD), space % WORD):
            return TOKEN_ON_DEN
        if is_in_row(s, OCCUPIED, space) and (is_in_row(s, FULL, space) or not has_wolf(s, seat, space)):
            return NOT_FREE
        return CANNOT_PAY


@mypyc_attr(acyclic=True, free_list_len=1)
class Transform(Aimed):
    """TRANSFORMER UNE TANIÈRE EN ANTRE"""

    PROMPT: ClassVar[str] = "clan.prompt.transform"
    LACKS: ClassVar[tuple[Lack, ...]] = (NO_DEN_THERE, NO_WATER, SECOND_LAIR, NO_ALPHA_BY_DEN, CANNOT_PAY)

    def copy(self) -> Frame:
        return Transform(self.space)

    def action(self) -> i64:
        return TRANSFORM

    def lacks(self, s: Clan, seat: Seat, space: Space, near: vec[i64]) -> Reason:
        if s.lairs[seat] == LAIRS_ON_BOARD:
            return NO_LAIR_LEFT
        if not is_in_row(s, map_row(seat, DEN), space):
            return NO_DEN_THERE
        if not has(s.fields[SHORE * s.words + space // WORD], space % WORD):
            return NO_WATER
        if piece_count_in(s, seat, LAIR, space // PLACES):
            return SECOND_LAIR
        return CANNOT_PAY if contains(near, space) else NO_ALPHA_BY_DEN

    def carry_out(self, s: Clan) -> Seats:
        seat = s.active
        s.pop()
        # « Retirez la Tanière de la case et placez-la sur la première date disponible »
        remove_piece(s, seat, DEN, self.space)
        s.say(TRANSFORMS, seat, self.space)
        cover_date(s, seat * KINDS + DEN)
        for kind in range(PACK, ALPHA + 1):  # « cette action vous permet de faire fuir le Loup adverse »
            other = owner_on(s, kind, self.space)
            if other != NOBODY and other != seat:
                remove_piece(s, other, kind, self.space)
                s.push(Flee(other, kind, self.space))
        place_piece(s, seat, LAIR, self.space)
        s.lairs = changed(s.lairs, seat, s.lairs[seat] + 1)
        gain(s, seat, s.box.lair_bonus)  # « L'Antre ... vous octroie immédiatement un jeton Terrain bonus »
        return GO_ON


@mypyc_attr(acyclic=True, free_list_len=1)
class Howl(Aimed):
    """HURLER"""

    PROMPT: ClassVar[str] = "clan.prompt.howl"
    LACKS: ClassVar[tuple[Lack, ...]] = (NO_LONE_WOLF, OUT_OF_RANGE, LAIR_THERE, CANNOT_PAY)

    def copy(self) -> Frame:
        return Howl(self.space)

    def action(self) -> i64:
        return HOWL

    def lacks(self, s: Clan, seat: Seat, space: Space, near: vec[i64]) -> Reason:
        if s.wolves[seat] == WOLVES_ON_BOARD:
            return NO_WOLF_LEFT
        if not is_in_row(s, LONE, space):
            return NO_LONE_WOLF
        if not contains(near, space):
            return OUT_OF_RANGE
        return LAIR_THERE if owner_on(s, LAIR, space) not in (NOBODY, seat) else CANNOT_PAY

    def carry_out(self, s: Clan) -> Seats:
        s.pop()
        remove_from_row(s, LONE, self.space)  # « Retirez le jeton Loup solitaire de la case »
        kind = place_wolf(s, s.active, self.space)
        s.say(HOWLS, s.active, self.space, kind)
        cover_date(s, LONE_WOLF)
        return GO_ON


@mypyc_attr(acyclic=True, free_list_len=1)
class Dominate(Aimed):
    """DOMINER"""

    FIELDS: ClassVar[Fields] = {**AIMED_FIELDS, "kind": maybe(PACK + 1)}
    EXPLAINS: ClassVar[tuple[int, ...]] = (PACK_AT, AT)
    PROMPT: ClassVar[str] = "clan.prompt.dominate"
    LACKS: ClassVar[tuple[Lack, ...]] = (NOT_DOMINABLE, OUT_OF_REACH, PROTECTED, NONE_LEFT, CANNOT_PAY)

    def __init__(self, space: Space = NOBODY, kind: i64 = NOBODY) -> None:
        super().__init__(space)
        self.kind = kind
        """A pack wolf or a den."""

    def copy(self) -> Frame:
        return Dominate(self.space, self.kind)

    def write_planes(self, s: Clan, out: PlaneWriter) -> None:
        super().write_planes(s, out)
        out.one_hot(planes.PIECE, self.kind)

    def action(self) -> i64:
        return DOMINATE

    def fits(self, s: Clan) -> bool:
        if self.kind == DEN and self.step == WHICH_TRACK and not is_rivals(s, DEN, self.space):
            # the rival's den is gone already, and a track is asked for
            territory = is_in_row(s, ANY_OWNER + DEN, self.space) or is_in_row(s, ANY_OWNER + LAIR, self.space)
            bare = ground_at(s, self.space) < TERRAINS and not territory and not is_in_row(s, FULL, self.space)
            return bare and dens_left(s, s.active) != 0
        return self.kind != NOBODY and super().fits(s)

    def weak(self, s: Clan, kind: i64, found: vec[i64]) -> vec[i64]:
        """Those of the targets where a piece of this kind may be dominated."""
        weak = found[:]
        for part in range(s.words):
            if weak[part]:
                weak[part] &= weak_packs(s, s.active, part) if kind == PACK else weak_dens(s, s.active, part)
        return weak

    def only_target(self, s: Clan) -> Space:
        found = self.targets(s)
        dens = size_of(self.weak(s, DEN, found))
        if dens + size_of(self.weak(s, PACK, found)) != 1:
            return NOBODY
        self.kind = DEN if dens else PACK
        return only_space(found)

    def legal_actions(self, s: Clan, seat: Seat, out: Choices) -> None:
        if self.step != AIM:
            super().legal_actions(s, seat, out)
            return
        found = self.targets(s)
        packs = self.weak(s, PACK, found)
        dens = self.weak(s, DEN, found)
        for part in range(s.words):
            out.add_set(PACK_AT + part * WORD, packs[part])
            out.add_set(AT + part * WORD, dens[part])

    def lacks(self, s: Clan, seat: Seat, space: Space, near: vec[i64]) -> Reason:
        if self.step != AIM:
            return self.piece_lacks(s, seat, self.kind, space, near)
        reason = self.piece_lacks(s, seat, DEN if is_rivals(s, DEN, space) else PACK, space, near)
        paid = has(payable_terrains(s, seat, DOMINATE), ground_at(s, space))
        return OTHER_QUESTION if reason is CANNOT_PAY and paid else reason

    def piece_lacks(self, s: Clan, seat: Seat, kind: i64, space: Space, near: vec[i64]) -> Reason:
        """Why the pack wolf or den there cannot be dominated."""
        if not is_rivals(s, kind, space):
            return NOT_DOMINABLE
        if not contains(near, space):
            return OUT_OF_REACH
        if sum(pieces_on(s, owner_on(s, kind, space), other, space) for other in range(KINDS)) > 1:
            return PROTECTED
        if dens_left(s, seat) == 0 if kind == DEN else s.wolves[seat] == WOLVES_ON_BOARD:
            return NONE_LEFT
        return CANNOT_PAY

    def all_lack(self, s: Clan, seat: Seat, near: vec[i64]) -> list[Reason]:
        return [self.piece_lacks(s, seat, kind, space, near) for kind in (PACK, DEN) for space in range(s.box.size)]

    def refusal(self, s: Clan, seat: Seat, action: i64) -> Reason:
        space = space_of(s, action)
        if self.step == AIM and action < ALPHA_AT and space != NOBODY:
            return self.piece_lacks(s, seat, PACK, space, reach_of(s, seat, DOMINATE))
        return super().refusal(s, seat, action)

    def apply(self, s: Clan, seat: Seat, action: i64) -> None:
        if self.step != AIM:
            super().apply(s, seat, action)
            return
        self.kind = DEN if action >= AT else PACK
        self.space = action - (AT if action >= AT else PACK_AT)
        self.step = PAID

    def carry_out(self, s: Clan) -> Seats:
        if self.step == WHICH_TRACK and is_rivals(s, self.kind, self.space):
            # « Retirez le pion adverse du Plateau et placez-le sur la première date disponible »
            owner = owner_on(s, self.kind, self.space)
            remove_piece(s, owner, self.kind, self.space)
            s.say(DOMINATES, s.active, owner, self.kind, self.space)
            cover_date(s, owner * KINDS + self.kind)
        if self.kind == DEN:  # « choisissez quelle Capacité vous voudriez améliorer »
            return super().carry_out(s)
        s.pop()
        place_wolf(s, s.active, self.space)
        return GO_ON


def is_rivals(s: Clan, kind: i64, space: Space) -> bool:
    """Whether another pack has a piece of this kind there."""
    owner = owner_on(s, kind, space)
    return owner != NOBODY and owner != s.active


def place_wolf(s: Clan, seat: Seat, space: Space) -> i64:
    """« Prenez le premier loup disponible de la section Loups de votre plateau personnel »"""
    kind: i64 = ALPHA if has(s.box.alphas_on_track, s.wolves[seat]) else PACK
    s.wolves = changed(s.wolves, seat, s.wolves[seat] + 1)
    place_piece(s, seat, kind, space)
    return kind


def cover_date(s: Clan, piece: i64) -> None:
    """« placez-le sur la première date disponible du plateau Cycle lunaire »"""
    s.calendar = append(s.calendar[:], piece)
    s.say(DATED, NOBODY, piece, len(s.calendar))


def place_den(s: Clan, seat: Seat, track: i64, space: Space) -> None:
    """« Placez le pion Tanière ... sur la case ciblée » and take what it uncovers."""
    taken = s.dens[seat * TRACKS + track] + 1
    s.dens = changed(s.dens, seat * TRACKS + track, taken)
    place_piece(s, seat, DEN, space)
    s.say(BUILDS, seat, space, track, ability(s, seat, track))
    gain(s, seat, s.box.bonuses[track * STEPS + taken])
