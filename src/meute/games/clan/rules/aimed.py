"""ACTIONS aimed at one space: dens, lairs, howling, dominating."""

from typing import ClassVar, Final, TypeAlias

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.fields import Field, maybe, steps
from meute.core.frame import Fields, Frame
from meute.core.numbers import NOBODY, Mask, append, count, filled, first_n, i64, lowest, vec
from meute.core.phrase import Phrase, phrase
from meute.core.reason import OTHER_QUESTION, Reason
from meute.core.seats import GO_ON, Seat, Seats, only
from meute.games.clan.actions import AT, TRACK
from meute.games.clan.events import BUILDS, DATED
from meute.games.clan.rules.inturn import InTurn
from meute.games.clan.rules.payment import Pay, gain
from meute.games.clan.rules.spaces import (
    contains,
    dens_left,
    offer,
    only_space,
    reach_of,
    space_of,
    within,
)
from meute.games.clan.state import (
    DEN,
    HOWL_RANGE,
    MOST_SPACES,
    STEPS,
    TERRAINS,
    TRACKS,
    Clan,
    Space,
    ability,
    changed,
    ground_at,
    payable,
    set_down,
)
from meute.games.clan.words import word

AIM: Final = 0
PAID: Final = 1
WHICH_TRACK: Final = 2
FINISHED: Final = 3

DEN_HEADING: Final = "CONSTRUIRE DES TANIÈRES"
TRACK_EMPTY: Final = Reason("clan.why.track_empty", DEN_HEADING)
Lacks: TypeAlias = tuple[tuple[Reason, Reason], ...]

AIMED_FIELDS: Final[dict[str, Field]] = {
    "step": steps({AIM: "aim", PAID: "paid", WHICH_TRACK: "which_track", FINISHED: "finished"}),
    "space": maybe(MOST_SPACES),
}


@mypyc_attr(acyclic=True)
class Aimed(InTurn):
    """An action at one space: choose it, pay for its terrain, act."""

    FIELDS: ClassVar[Fields] = AIMED_FIELDS

    PROMPT: ClassVar[str] = ""
    FOR_ALL: ClassVar[Lacks] = ()
    """What a space must meet in turn: the reason why one does not, and why none does."""

    def __init__(self, space: Space = NOBODY) -> None:
        self.space = space

    def action(self) -> i64:
        """Which of the five actions it is."""
        raise AssertionError

    def spaces(self, s: Clan, terrains: Mask, near: Mask, part: i64) -> Mask:
        """The spaces that it may aim at."""
        raise AssertionError

    def lacks(self, s: Clan, seat: Seat, space: Space) -> Reason:
        """Why it cannot aim at this space."""
        raise AssertionError

    def carry_out(self, s: Clan) -> Seats:
        """What happens once it is paid."""
        raise AssertionError

    def carries(self, upper: Frame) -> bool:
        return isinstance(upper, Pay) and self.step == WHICH_TRACK

    def misfit(self, s: Clan) -> str:
        if super().misfit(s):
            return "under"
        return "" if self.step == AIM or self.step == FINISHED or self.fits(s) else "space"

    def fits(self, s: Clan) -> bool:
        """Whether it may aim where it does, paid already or to be paid."""
        terrains = payable(s, s.active, self.action()) if self.step == PAID else first_n(TERRAINS)
        return self.space != NOBODY and contains(self.targets(s, terrains), self.space)

    def phase(self) -> str:
        return "space" if self.space == NOBODY else "track"

    def go(self, s: Clan) -> Seats:
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

    def targets(self, s: Clan, terrains: Mask) -> vec[i64]:
        """All spaces of these terrains that it may aim at."""
        reach = reach_of(s, s.active, self.action())
        found = filled(s.words, 0)
        for part in range(s.words):
            found[part] = self.spaces(s, terrains, within(s, s.active, reach, part), part)
        return found

    def only_target(self, s: Clan) -> Space:
        """The one space that it may aim at; NOBODY if there are several."""
        return only_space(self.targets(s, payable(s, s.active, self.action())))

    def options(self, s: Clan, seat: Seat, out: Choices) -> None:
        if self.step == WHICH_TRACK:
            out.some(TRACK, dens_left(s, seat))
        else:
            offer(out, AT, self.targets(s, payable(s, seat, self.action())))

    def asks(self, s: Clan, seat: Seat) -> Phrase:
        if self.step == WHICH_TRACK:
            return phrase("clan.prompt.track", space=word("space", self.space))
        return phrase(self.PROMPT, range=ability(s, seat, HOWL_RANGE))

    def refuses(self, s: Clan, seat: Seat, action: i64) -> Reason:
        if self.step == WHICH_TRACK:
            return TRACK_EMPTY if action >= TRACK else OTHER_QUESTION
        space = space_of(s, action)
        return OTHER_QUESTION if space == NOBODY else self.lacks(s, seat, space)

    def impossible(self, s: Clan, seat: Seat) -> Reason:
        """Why there is no space to aim at: what even the likeliest one lacks."""
        found = self.all_lack(s, seat)
        nearest = [for_all for for_one, for_all in self.FOR_ALL if for_one in found]
        return nearest[-1] if nearest else found[0]

    def all_lack(self, s: Clan, seat: Seat) -> list[Reason]:
        """What each space lacks."""
        return [self.lacks(s, seat, space) for space in range(s.box.size)]

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


def cover_date(s: Clan, piece: i64) -> None:
    """« placez-le sur la première date disponible du plateau Cycle lunaire »"""
    s.calendar = append(s.calendar[:], piece)
    s.say(DATED, NOBODY, piece, len(s.calendar))


def place_den(s: Clan, seat: Seat, track: i64, space: Space) -> None:
    """« Placez le pion Tanière ... sur la case ciblée » and take what it uncovers."""
    taken = s.dens[seat * TRACKS + track] + 1
    s.dens = changed(s.dens, seat * TRACKS + track, taken)
    set_down(s, seat, DEN, space)
    s.say(BUILDS, seat, space, track, ability(s, seat, track))
    gain(s, seat, s.box.bonuses[track * STEPS + taken])
