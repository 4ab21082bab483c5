"""ACTIONS that win wolves: howling and dominating."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.fields import maybe
from meute.core.frame import Fields, Frame
from meute.core.numbers import NOBODY, Mask, has, i64
from meute.core.reason import OTHER_QUESTION, Reason
from meute.core.seats import GO_ON, Seat, Seats
from meute.games.clan.actions import ALPHA_AT, AT, PACK_AT
from meute.games.clan.events import DOMINATES, HOWLS
from meute.games.clan.rules.aimed import AIM, AIMED_FIELDS, PAID, WHICH_TRACK, Aimed, Lacks, cover_date
from meute.games.clan.rules.payment import CANNOT_PAY, NONE_PAYABLE
from meute.games.clan.rules.spaces import (
    dens_left,
    howl_spaces,
    is_near,
    only_space,
    reach_of,
    size_of,
    space_of,
    weak_dens,
    weak_packs,
    within,
)
from meute.games.clan.state import (
    ALPHA,
    DEN,
    DOMINATE,
    FULL,
    HOWL,
    HOWL_RANGE,
    KINDS,
    LAIR,
    LONE,
    LONE_WOLF,
    PACK,
    TERRAINS,
    WOLVES_ON_BOARD,
    WORD,
    Clan,
    Space,
    ability,
    changed,
    clear,
    ground_at,
    lies,
    lift,
    owner_on,
    payable,
    set_down,
    standing,
)

HOWL_HEADING: Final = "HURLER"
NO_WOLF_LEFT: Final = Reason("clan.why.no_wolf_left", HOWL_HEADING)
NO_LONE_WOLF: Final = Reason("clan.why.no_lone_wolf", HOWL_HEADING)
NO_LONE_LEFT: Final = Reason("clan.why.no_lone_left", HOWL_HEADING)
OUT_OF_RANGE: Final = Reason("clan.why.out_of_range", HOWL_HEADING)
NO_LONE_NEAR: Final = Reason("clan.why.no_lone_near", HOWL_HEADING)
LAIR_THERE: Final = Reason("clan.why.lair_there", HOWL_HEADING)
DOMINATE_HEADING: Final = "DOMINER"
NOT_DOMINABLE: Final = Reason("clan.why.not_dominable", DOMINATE_HEADING)
NO_RIVAL: Final = Reason("clan.why.no_rival", DOMINATE_HEADING)
OUT_OF_REACH: Final = Reason("clan.why.out_of_range", DOMINATE_HEADING)
NO_RIVAL_NEAR: Final = Reason("clan.why.no_rival_near", DOMINATE_HEADING)
PROTECTED: Final = Reason("clan.why.protected", DOMINATE_HEADING)
ALL_PROTECTED: Final = Reason("clan.why.all_protected", DOMINATE_HEADING)
NONE_LEFT: Final = Reason("clan.why.none_left", DOMINATE_HEADING)


@mypyc_attr(acyclic=True, free_list_len=1)
class Howl(Aimed):
    """HURLER"""

    PROMPT: ClassVar[str] = "clan.prompt.howl"
    FOR_ALL: ClassVar[Lacks] = (
        (NO_LONE_WOLF, NO_LONE_LEFT),
        (OUT_OF_RANGE, NO_LONE_NEAR),
        (LAIR_THERE, LAIR_THERE),
        (CANNOT_PAY, NONE_PAYABLE),
    )

    def copy(self) -> Frame:
        return Howl(self.space)

    def action(self) -> i64:
        return HOWL

    def spaces(self, s: Clan, terrains: Mask, near: Mask, part: i64) -> Mask:
        return howl_spaces(s, s.active, terrains, near, part)

    def lacks(self, s: Clan, seat: Seat, space: Space) -> Reason:
        if s.wolves[seat] == WOLVES_ON_BOARD:
            return NO_WOLF_LEFT
        if not lies(s, LONE, space):
            return NO_LONE_WOLF
        if not is_near(s, seat, ability(s, seat, HOWL_RANGE), space):
            return OUT_OF_RANGE
        return LAIR_THERE if owner_on(s, LAIR, space) not in (NOBODY, seat) else CANNOT_PAY

    def carry_out(self, s: Clan) -> Seats:
        s.pop()
        clear(s, LONE, self.space)  # « Retirez le jeton Loup solitaire de la case »
        kind = place_wolf(s, s.active, self.space)
        s.say(HOWLS, s.active, self.space, kind)
        cover_date(s, LONE_WOLF)
        return GO_ON


@mypyc_attr(acyclic=True, free_list_len=1)
class Dominate(Aimed):
    """DOMINER"""

    FIELDS: ClassVar[Fields] = {**AIMED_FIELDS, "kind": maybe(PACK + 1)}
    CONCERNS: ClassVar[tuple[int, ...]] = (PACK_AT, AT)
    PROMPT: ClassVar[str] = "clan.prompt.dominate"
    FOR_ALL: ClassVar[Lacks] = (
        (NOT_DOMINABLE, NO_RIVAL),
        (OUT_OF_REACH, NO_RIVAL_NEAR),
        (PROTECTED, ALL_PROTECTED),
        (NONE_LEFT, NONE_LEFT),
        (CANNOT_PAY, NONE_PAYABLE),
    )

    def __init__(self, space: Space = NOBODY, kind: i64 = NOBODY) -> None:
        super().__init__(space)
        self.kind = kind
        """A pack wolf or a den."""

    def copy(self) -> Frame:
        return Dominate(self.space, self.kind)

    def action(self) -> i64:
        return DOMINATE

    def fits(self, s: Clan) -> bool:
        if self.step == PAID or self.kind != DEN or self.space == NOBODY or is_rivals(s, DEN, self.space):
            return self.kind != NOBODY and super().fits(s)
        # the rival's den is gone already, and a track is asked for
        room = 0 <= ground_at(s, self.space) < TERRAINS and not lies(s, FULL, self.space)
        free = owner_on(s, DEN, self.space) == NOBODY and owner_on(s, LAIR, self.space) == NOBODY
        return room and free and dens_left(s, s.active) != 0

    def spaces(self, s: Clan, terrains: Mask, near: Mask, part: i64) -> Mask:
        if self.kind == PACK:
            return weak_packs(s, s.active, terrains, near, part)
        return weak_dens(s, s.active, terrains, near, part)

    def only_target(self, s: Clan) -> Space:
        terrains = payable(s, s.active, DOMINATE)
        packs = Dominate(NOBODY, PACK).targets(s, terrains)
        dens = Dominate(NOBODY, DEN).targets(s, terrains)
        if size_of(packs) + size_of(dens) != 1:
            return NOBODY
        self.kind = PACK if size_of(packs) else DEN
        return only_space(packs if size_of(packs) else dens)

    def options(self, s: Clan, seat: Seat, out: Choices) -> None:
        if self.step != AIM:
            super().options(s, seat, out)
            return
        terrains = payable(s, seat, DOMINATE)
        reach = reach_of(s, seat, DOMINATE)
        for part in range(s.words):
            near = within(s, seat, reach, part)
            out.some(PACK_AT + part * WORD, weak_packs(s, seat, terrains, near, part))
            out.some(AT + part * WORD, weak_dens(s, seat, terrains, near, part))

    def lacks(self, s: Clan, seat: Seat, space: Space) -> Reason:
        return self.piece_lacks(s, seat, DEN if is_rivals(s, DEN, space) else PACK, space)

    def piece_lacks(self, s: Clan, seat: Seat, kind: i64, space: Space) -> Reason:
        """Why the pack wolf or den there cannot be dominated."""
        if not is_rivals(s, kind, space):
            return NOT_DOMINABLE
        if not is_near(s, seat, ability(s, seat, HOWL_RANGE), space):
            return OUT_OF_REACH
        if sum(standing(s, owner_on(s, kind, space), other, space) for other in range(KINDS)) > 1:
            return PROTECTED
        if dens_left(s, seat) == 0 if kind == DEN else s.wolves[seat] == WOLVES_ON_BOARD:
            return NONE_LEFT
        return OTHER_QUESTION if has(payable(s, seat, DOMINATE), ground_at(s, space)) else CANNOT_PAY

    def all_lack(self, s: Clan, seat: Seat) -> list[Reason]:
        return [self.piece_lacks(s, seat, kind, space) for kind in (PACK, DEN) for space in range(s.box.size)]

    def refuses(self, s: Clan, seat: Seat, action: i64) -> Reason:
        space = space_of(s, action)
        if self.step == AIM and action < ALPHA_AT and space != NOBODY:
            return self.piece_lacks(s, seat, PACK, space)
        return super().refuses(s, seat, action)

    def take(self, s: Clan, seat: Seat, action: i64) -> None:
        if self.step != AIM:
            super().take(s, seat, action)
            return
        self.kind = DEN if action >= AT else PACK
        self.space = action - (AT if action >= AT else PACK_AT)
        self.step = PAID

    def carry_out(self, s: Clan) -> Seats:
        if self.step == WHICH_TRACK and is_rivals(s, self.kind, self.space):
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


def is_rivals(s: Clan, kind: i64, space: Space) -> bool:
    """Whether another pack has a piece of this kind there."""
    owner = owner_on(s, kind, space)
    return owner != NOBODY and owner != s.active


def place_wolf(s: Clan, seat: Seat, space: Space) -> i64:
    """« Prenez le premier loup disponible de la section Loups de votre plateau personnel »"""
    kind: i64 = ALPHA if has(s.box.alphas_on_track, s.wolves[seat]) else PACK
    s.wolves = changed(s.wolves, seat, s.wolves[seat] + 1)
    set_down(s, seat, kind, space)
    return kind
