"""ACTIONS that mark the territory: dens and lairs."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.frame import Frame
from meute.core.numbers import NOBODY, Mask, has, i64
from meute.core.reason import Reason
from meute.core.seats import GO_ON, Seat, Seats
from meute.games.clan.events import TRANSFORMS
from meute.games.clan.rules.aimed import DEN_HEADING, Aimed, Lacks, cover_date
from meute.games.clan.rules.move import LAIR_HEADING, Flee
from meute.games.clan.rules.payment import CANNOT_PAY, NONE_PAYABLE, gain
from meute.games.clan.rules.spaces import (
    build_spaces,
    dens_left,
    has_wolf,
    is_near,
    tokens_on,
    transform_spaces,
)
from meute.games.clan.state import (
    ALPHA,
    BUILD,
    DEN,
    FULL,
    KINDS,
    LAIR,
    LAIRS_ON_BOARD,
    OCCUPIED,
    PACK,
    PLACES,
    SHORE,
    TERRAINS,
    TRANSFORM,
    WORD,
    Clan,
    Space,
    changed,
    counted_in,
    ground_at,
    lies,
    lift,
    owner_on,
    row_of,
    set_down,
)

NO_DEN_LEFT: Final = Reason("clan.why.no_den_left", DEN_HEADING)
NO_ALPHA_NEAR: Final = Reason("clan.why.no_alpha_near", DEN_HEADING)
NO_LAND: Final = Reason("clan.why.no_land", DEN_HEADING)
TOKEN_ON_DEN: Final = Reason("clan.why.token_there", DEN_HEADING)
NOT_FREE: Final = Reason("clan.why.not_free", DEN_HEADING)
NO_FREE_SPACE: Final = Reason("clan.why.no_free_space", DEN_HEADING)
NO_LAIR_LEFT: Final = Reason("clan.why.no_lair_left", LAIR_HEADING)
NO_DEN_THERE: Final = Reason("clan.why.no_den_there", LAIR_HEADING)
NO_DEN: Final = Reason("clan.why.no_den", LAIR_HEADING)
NO_WATER: Final = Reason("clan.why.no_water", LAIR_HEADING)
NO_SHORE_DEN: Final = Reason("clan.why.no_shore_den", LAIR_HEADING)
SECOND_LAIR: Final = Reason("clan.why.second_lair", LAIR_HEADING)
SECOND_LAIRS: Final = Reason("clan.why.second_lairs", LAIR_HEADING)
NO_ALPHA_BY_DEN: Final = Reason("clan.why.no_alpha_near", LAIR_HEADING)
NO_ALPHA_BY_DENS: Final = Reason("clan.why.no_alpha_by_dens", LAIR_HEADING)


@mypyc_attr(acyclic=True, free_list_len=1)
class Build(Aimed):
    """CONSTRUIRE DES TANIÈRES"""

    PROMPT: ClassVar[str] = "clan.prompt.build"
    FOR_ALL: ClassVar[Lacks] = (
        (NO_LAND, NO_FREE_SPACE),
        (NO_ALPHA_NEAR, NO_FREE_SPACE),
        (TOKEN_ON_DEN, NO_FREE_SPACE),
        (NOT_FREE, NO_FREE_SPACE),
        (CANNOT_PAY, NONE_PAYABLE),
    )

    def copy(self) -> Frame:
        return Build(self.space)

    def action(self) -> i64:
        return BUILD

    def spaces(self, s: Clan, terrains: Mask, near: Mask, part: i64) -> Mask:
        return build_spaces(s, s.active, terrains, near, part)

    def lacks(self, s: Clan, seat: Seat, space: Space) -> Reason:
        if dens_left(s, seat) == 0:
            return NO_DEN_LEFT
        if ground_at(s, space) >= TERRAINS:
            return NO_LAND
        if not is_near(s, seat, s.box.den_range, space):
            return NO_ALPHA_NEAR
        if not s.opt.den_on_tokens and has(tokens_on(s, space // WORD), space % WORD):
            return TOKEN_ON_DEN
        if lies(s, OCCUPIED, space) and (lies(s, FULL, space) or not has_wolf(s, seat, space)):
            return NOT_FREE
        return CANNOT_PAY

    def carry_out(self, s: Clan) -> Seats:
        return self.place_from_track(s)


@mypyc_attr(acyclic=True, free_list_len=1)
class Transform(Aimed):
    """TRANSFORMER UNE TANIÈRE EN ANTRE"""

    PROMPT: ClassVar[str] = "clan.prompt.transform"
    FOR_ALL: ClassVar[Lacks] = (
        (NO_DEN_THERE, NO_DEN),
        (NO_WATER, NO_SHORE_DEN),
        (SECOND_LAIR, SECOND_LAIRS),
        (NO_ALPHA_BY_DEN, NO_ALPHA_BY_DENS),
        (CANNOT_PAY, NONE_PAYABLE),
    )

    def copy(self) -> Frame:
        return Transform(self.space)

    def action(self) -> i64:
        return TRANSFORM

    def spaces(self, s: Clan, terrains: Mask, near: Mask, part: i64) -> Mask:
        return transform_spaces(s, s.active, terrains, near, part)

    def lacks(self, s: Clan, seat: Seat, space: Space) -> Reason:
        if s.lairs[seat] == LAIRS_ON_BOARD:
            return NO_LAIR_LEFT
        if not lies(s, row_of(seat, DEN), space):
            return NO_DEN_THERE
        if not has(s.fields[SHORE * s.words + space // WORD], space % WORD):
            return NO_WATER
        if counted_in(s, seat, LAIR, space // PLACES):
            return SECOND_LAIR
        return CANNOT_PAY if is_near(s, seat, s.box.den_range, space) else NO_ALPHA_BY_DEN

    def carry_out(self, s: Clan) -> Seats:
        seat = s.active
        s.pop()
        lift(s, seat, DEN, self.space)  # « Retirez la Tanière de la case et placez-la sur la première date disponible »
        s.say(TRANSFORMS, seat, self.space)
        cover_date(s, seat * KINDS + DEN)
        for kind in range(PACK, ALPHA + 1):  # « cette action vous permet de faire fuir le Loup adverse »
            other = owner_on(s, kind, self.space)
            if other != NOBODY and other != seat:
                lift(s, other, kind, self.space)
                s.push(Flee(other, kind, self.space))
        set_down(s, seat, LAIR, self.space)
        s.lairs = changed(s.lairs, seat, s.lairs[seat] + 1)
        gain(s, seat, s.box.lair_bonus)  # « L'Antre ... vous octroie immédiatement un jeton Terrain bonus »
        return GO_ON
