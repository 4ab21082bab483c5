"""Phase de marque (M): points, ageing, young wolves and departures."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.chance import Generator, sample
from meute.core.choices import Choices
from meute.core.fields import maybe, members, row, steps
from meute.core.frame import Fields, Frame
from meute.core.mechanisms.sealed import SEALED_FIELDS, Sealed
from meute.core.numbers import NOBODY, Mask, bit, count, has, i64, lowest, shift
from meute.core.reason import Reason
from meute.core.seats import BY_CHANCE, GO_ON, Seat, Seats
from meute.core.tensor import PlaneWriter
from meute.games.traces import events, planes
from meute.games.traces.actions import DEPART, SETS, TURN
from meute.games.traces.rules.pack import bury, enter, leave_litter, leave_pack, normalise, strengthen
from meute.games.traces.scoring import ALONE, BY_RANK, BY_RENOWN, DEATH, EXCLUSION, PAIR, rank_points
from meute.games.traces.state import (
    COLUMN_SIZE,
    FEMALE,
    LETTERS,
    MALE,
    MARKING,
    MOST_SEATS,
    SOURCES,
    WOLVES,
    Traces,
    Wolf,
    all_have_colours,
    alpha,
    owner,
    owners_of,
    ranked,
    wolves_of,
)

COUNT: Final = 0
YOUNG: Final = 1
LEAVING: Final = 2

GREEN: Final = 0
YELLOW: Final = 1
RED: Final = 2
ZONES: Final = 3

NOT_YOUNG: Final = Reason("traces.why.not_young", "Départ des jeunes loups")


@mypyc_attr(acyclic=True, free_list_len=1)
class Marking(Frame):
    """Décompte"""

    FIELDS: ClassVar[Fields] = {
        "step": steps({COUNT: "count", YOUNG: "young", LEAVING: "leaving"}),
        "young": members(WOLVES),
    }
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Year.close",)
    PART: ClassVar[int] = MARKING

    def __init__(self, young: Mask = 0) -> None:
        self.young = young

    def copy(self) -> Frame:
        return Marking(self.young)

    def write_planes(self, s: Traces, out: PlaneWriter) -> None:
        planes.write_wolves(s, out, planes.YOUNG, self.young)

    def advance(self, s: Traces) -> Seats:
        if self.step == COUNT:
            self.step = YOUNG
            score_pack(s)
            age(s)
            for seat in range(s.seats):
                pay_losses(s, seat)
            s.floor = NOBODY
        if self.step == YOUNG:  # « La carte la plus proche de la femelle alpha est retournée »
            if count(s.litter) > 1:
                return BY_CHANCE
            if s.litter:
                self.grow(s, lowest(s.litter))
            self.step = LEAVING
            normalise(s)
            for seat in range(s.seats):  # « Si un loup oméga a été exclu » by a young wolf that takes his place
                pay_losses(s, seat)
        s.pop()
        if self.young:  # « chacun des joueurs dont un des loups vient d'être intégré décide secrètement »
            young = self.young & ranked(s)
            s.push(Departures(owners_of(s, young), young))
        return GO_ON

    def legal_actions(self, s: Traces, seat: Seat, out: Choices) -> None:
        out.add_set(TURN, s.litter)

    def apply(self, s: Traces, seat: Seat, action: i64) -> None:
        self.grow(s, action - TURN)

    def grow(self, s: Traces, wolf: Wolf) -> None:
        """« deviennent des jeunes loups et rejoignent la meute en commençant à la plus basse position »"""
        leave_litter(s, wolf)
        enter(s, wolf)
        self.young |= bit(wolf)
        s.say(events.GROWS_UP, owner(s, wolf), wolf)


@mypyc_attr(acyclic=True, free_list_len=1)
class Departures(Sealed):
    """Départ des jeunes loups"""

    FIELDS: ClassVar[Fields] = {**SEALED_FIELDS, "answers": row(maybe(SETS), MOST_SEATS), "young": members(WOLVES)}
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Year.close",)
    PART: ClassVar[int] = MARKING
    PROMPT: ClassVar[str] = "traces.prompt.departures"
    REFUSAL: ClassVar[Reason] = NOT_YOUNG
    FIRST_ACTION: ClassVar[int] = DEPART
    EVENT: ClassVar[int] = events.DEPARTURE_SEALED

    def __init__(self, missing: Seats = 0, young: Mask = 0) -> None:
        super().__init__(missing)
        self.young = young

    def copy(self) -> Sealed:
        return self.copy_sealed_to(Departures(self.missing, self.young))

    def write_planes(self, s: Traces, out: PlaneWriter) -> None:
        planes.write_sealed(out, self)
        planes.write_wolves(s, out, planes.YOUNG, self.young)

    def invalid_field(self, s: Traces) -> str:
        if self.young & ~ranked(s):
            return "young"
        if self.missing & ~owners_of(s, self.young):
            return "missing"
        return super().invalid_field(s) if all_have_colours(s) else "colours"

    def legal_actions(self, s: Traces, seat: Seat, out: Choices) -> None:
        young = self.young_letters(s, seat)
        for letters in range(SETS):
            if letters & ~young == 0:
                out.add(DEPART + letters)

    def young_letters(self, s: Traces, seat: Seat) -> Mask:
        """The letters of a seat's young wolves."""
        return (wolves_of(s, seat) & self.young) >> (s.colours[seat] * LETTERS)

    def reveal(self, s: Traces) -> None:
        """« Tous les joueurs ouvrent leur main simultanément »"""
        leaving: Mask = 0
        for seat in range(s.seats):
            if self.answers[seat] != NOBODY:
                leaving |= shift(self.answers[seat], s.colours[seat] * LETTERS)
        for wolf in range(WOLVES):
            if has(self.young & ~leaving, wolf):
                s.say(events.STAYS, owner(s, wolf), wolf)
        while leaving:
            male = lowest_leaving(s, MALE, leaving)
            female = lowest_leaving(s, FEMALE, leaving)
            if male != NOBODY and female != NOBODY:  # « gagne 5 points de victoire »
                depart(s, male, PAIR, s.box.pair, female)
                depart(s, female, PAIR, s.box.pair, male)
                leaving &= ~(bit(male) | bit(female))
            else:  # « Un loup qui part seul fait perdre 3 points de victoire à son joueur »
                wolf = male if male != NOBODY else female
                depart(s, wolf, ALONE, -s.box.alone, NOBODY)
                leaving &= ~bit(wolf)
        normalise(s)

    def sample_answer(self, s: Traces, seat: Seat, rng: Generator) -> i64:
        young = self.young_letters(s, seat)
        return sample(young, rng.below(count(young) + 1), rng) if young else NOBODY


def score_pack(s: Traces) -> None:
    """« en fonction de la place de leurs loups » and « autant de points ... que de pastilles de reconnaissance »"""
    ranks = rank_points(s)
    for wolf in range(WOLVES):
        if has(s.pack, wolf):
            s.earned[owner(s, wolf) * SOURCES + BY_RANK] += ranks[wolf]
            s.earned[owner(s, wolf) * SOURCES + BY_RENOWN] += s.renown[wolf]
            s.say(events.SCORES_RANK, owner(s, wolf), wolf, ranks[wolf])
            if s.renown[wolf]:
                s.say(events.SCORES_RENOWN, owner(s, wolf), wolf, s.renown[wolf])


def age(s: Traces) -> None:
    """« Chacun des deux loups alpha perd un point de force » ; with Durée de vie, by the zones of the scale."""
    for wolf in range(WOLVES):
        if not has(s.pack, wolf):
            continue
        leads = wolf == alpha(s, FEMALE) or wolf == alpha(s, MALE)
        gain: i64 = -s.box.alpha_loss if leads else 0
        if s.opt.life_span:
            gain = s.box.span[(ZONES if leads else 0) + zone(s, wolf)]
        before = s.strength[wolf]
        strengthen(s, wolf, gain)
        if s.strength[wolf] != before:
            s.say(events.AGES, owner(s, wolf), wolf, s.strength[wolf])
    bury(s)


def zone(s: Traces, wolf: Wolf) -> i64:
    """The zone of the scale that a wolf's strength lies in."""
    if s.strength[wolf] >= s.box.green_from:
        return GREEN
    return YELLOW if s.strength[wolf] >= s.box.yellow_from else RED


def pay_losses(s: Traces, seat: Seat) -> None:
    """« Si un loup est mort ... perd 5 points de victoire. Si un loup oméga a été exclu ... 3 points »"""
    deaths = s.lost[seat * 2]
    exclusions = s.lost[seat * 2 + 1]
    if deaths:
        s.earned[seat * SOURCES + DEATH] -= deaths * s.box.death
        s.say(events.PAYS_DEATHS, seat, deaths, deaths * s.box.death)
    if exclusions:
        s.earned[seat * SOURCES + EXCLUSION] -= exclusions * s.box.exclusion
        s.say(events.PAYS_EXCLUSIONS, seat, exclusions, exclusions * s.box.exclusion)
    s.lost[seat * 2] = 0
    s.lost[seat * 2 + 1] = 0


def lowest_leaving(s: Traces, sex: i64, leaving: Mask) -> Wolf:
    """« le mâle et la femelle situés respectivement les plus bas dans la hiérarchie »"""
    for k in range(s.size[sex] - 1, -1, -1):
        if has(leaving, s.column[sex * COLUMN_SIZE + k]):
            return s.column[sex * COLUMN_SIZE + k]
    return NOBODY


def depart(s: Traces, wolf: Wolf, rule: i64, gain: i64, mate: Wolf) -> None:
    """A young wolf leaves the pack; its card returns to its player's hand."""
    s.earned[owner(s, wolf) * SOURCES + rule] += gain
    if mate == NOBODY:
        s.say(events.LEAVES_ALONE, owner(s, wolf), wolf, -gain)
    else:
        s.say(events.LEAVES_IN_PAIR, owner(s, wolf), wolf, mate, gain)
    leave_pack(s, wolf)
