"""DÉROULEMENT DE LA PARTIE: turns, the hunt, the calendar and the scoring of regions."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.frame import Frame
from meute.core.numbers import NOBODY, Mask, bit, count, filled, has, i64, lowest
from meute.core.seats import GO_ON, Seat, Seats, left_of, only
from meute.games.clan.rules.actions import Build, Dominate, Howl, Transform, possible
from meute.games.clan.rules.ids import (
    ACT,
    AT,
    END,
    ENDS,
    HUNTS,
    MOON_RISES,
    PHANTOM_SECOND,
    PHANTOM_TIED,
    REGION_EMPTY,
    REGION_PHANTOM,
    REGION_SECOND,
    REGION_TIED,
    REGION_WON,
    SECONDS_TIED,
    SPENDS_ACTION,
    TURN_BEGINS,
)
from meute.games.clan.rules.move import Move
from meute.games.clan.rules.payment import gain
from meute.games.clan.scoring import awards, control, leader
from meute.games.clan.state import (
    ACTION_BONUS,
    ACTION_TOKENS,
    ALPHA,
    ALPHAS,
    BUILD,
    CONTROL,
    DOMINATE,
    GAINED,
    HOWL,
    HUNTED,
    MOONS,
    MOVE,
    OWN,
    PACK,
    PLACES,
    POINTS,
    PREY,
    PREYS,
    RESULT,
    SLOTS_PER_WORD,
    TRANSFORM,
    WON,
    Clan,
    Slot,
    clear,
    counted_in,
    herd,
    herd_left,
    prey_space,
    row_of,
    stack_below,
    stack_top,
)

PLAY: Final = 0
AFTER_TURN: Final = 1

CHOOSE: Final = 0
HUNT: Final = 1
FINISHED: Final = 2

SECOND_TURN: Final = 1


@mypyc_attr(acyclic=True, free_list_len=1)
class Rounds(Frame):
    """DÉROULEMENT DE LA PARTIE"""

    def copy(self) -> Frame:
        f = Rounds()
        f.step = self.step
        return f

    def go(self, s: Clan) -> Seats:
        if self.step == PLAY:
            self.step = AFTER_TURN
            s.say(TURN_BEGINS, s.active, s.turns + 1, 0, 0)
            if s.turns == SECOND_TURN:  # « le 2e joueur recevra, lors de son premier tour, 1 jeton Action bonus »
                for _ in range(s.box.second_player):
                    gain(s, s.active, ACTION_BONUS)
            s.push(Turn())
            return GO_ON
        s.turns += 1
        score_moons(s)
        if s.scored == MOONS:  # « La partie s'achève immédiatement à la fin du tour » de la Pleine lune
            s.say(ENDS, NOBODY, 0, 0, 0)
            s.pop()
        else:  # « La partie continue dans le sens horaire »
            s.active = left_of(s.active, s.seats)
            self.step = PLAY
        return GO_ON


@mypyc_attr(acyclic=True, free_list_len=1)
class Turn(Frame):
    """APERÇU D'UN TOUR"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "done")

    done: i64

    def __init__(self) -> None:
        super().__init__()
        self.done = 0

    def copy(self) -> Frame:
        f = Turn()
        f.step = self.step
        f.done = self.done
        return f

    def go(self, s: Clan) -> Seats:
        if self.step == HUNT:  # « La chasse se déclenche automatiquement à la fin d'une action »
            self.step = CHOOSE
            self.done += 1
            if surrounded(s, s.active):
                s.push(Hunt())
                return GO_ON
        if self.step == CHOOSE:
            # « Effectuez 2 Actions au choix » ; « éventuellement plus ... en défaussant des jetons Action bonus »
            if self.done < s.box.per_turn or s.own[s.active * OWN + ACTION_TOKENS]:
                return only(s.active)
        s.pop()
        return GO_ON

    def options(self, s: Clan, seat: Seat, out: Choices) -> None:
        out.some(ACT, possible(s, seat))
        if self.done >= s.box.per_turn:
            out.one(END)

    def take(self, s: Clan, seat: Seat, action: i64) -> None:
        if action == END:
            self.step = FINISHED
            return
        if self.done >= s.box.per_turn:
            s.own[seat * OWN + ACTION_TOKENS] -= 1
            s.say(SPENDS_ACTION, seat, 0, 0, 0)
        self.step = HUNT
        kind = action - ACT
        if kind == MOVE:
            s.push(Move())
        elif kind == HOWL:
            s.push(Howl())
        elif kind == BUILD:
            s.push(Build())
        elif kind == TRANSFORM:
            s.push(Transform())
        else:
            assert kind == DOMINATE
            s.push(Dominate())


@mypyc_attr(acyclic=True, free_list_len=1)
class Hunt(Frame):
    """CHASSER"""

    FIELDS: ClassVar[tuple[str, ...]] = ()

    def copy(self) -> Frame:
        return Hunt()

    def go(self, s: Clan) -> Seats:
        slots = surrounded(s, s.active)
        if slots == 0:
            s.pop()
            return GO_ON
        alike = same_prey(s, slots)
        if count(alike) > 1:  # two stacks of one kind, of which only one may be taken
            return only(s.active)
        hunt(s, s.active, lowest(alike))
        return GO_ON

    def options(self, s: Clan, seat: Seat, out: Choices) -> None:
        slots = same_prey(s, surrounded(s, seat))
        while slots:
            out.one(AT + prey_space(s, lowest(slots)))
            slots &= slots - 1

    def take(self, s: Clan, seat: Seat, action: i64) -> None:
        hunt(s, seat, (action - AT) // PLACES)


def surrounded(s: Clan, seat: Seat) -> Mask:
    """The slots whose prey a seat has surrounded: wolves « sur 3 cases », and none of that kind hunted before."""
    slots: Mask = 0
    words = s.words
    for slot in range(s.box.first_region, s.box.slots):
        if herd_left(s, slot) == 0 or has(s.own[seat * OWN + HUNTED], herd(s, slot)):
            continue
        word = slot // SLOTS_PER_WORD  # the six spaces around prey lie on its own board
        wolves = s.map[row_of(seat, PACK) * words + word] | s.map[row_of(seat, ALPHA) * words + word]
        if count(wolves & s.box.near[(s.box.size + prey_space(s, slot)) * words + word]) >= s.box.around:
            slots |= bit(slot)
    return slots


def same_prey(s: Clan, slots: Mask) -> Mask:
    """Those of the slots that hold the same prey as the first of them."""
    alike: Mask = 0
    kind = herd(s, lowest(slots))
    while slots:
        slot = lowest(slots)
        if herd(s, slot) == kind:
            alike |= bit(slot)
        slots &= slots - 1
    return alike


def hunt(s: Clan, seat: Seat, slot: Slot) -> None:
    """« Récupérez 1 jeton Proie » ; « Recevez 1 jeton Action bonus »"""
    s.herds[slot] -= PREYS
    if herd_left(s, slot) == 0:
        clear(s, PREY, prey_space(s, slot))
    s.own[seat * OWN + HUNTED] |= bit(herd(s, slot))
    s.say(HUNTS, seat, herd(s, slot), prey_space(s, slot), 0)
    gain(s, seat, s.box.prey_bonus)


def score_moons(s: Clan) -> None:
    """« comptabilisés à la fin du tour du joueur actif » : every moon whose date is covered."""
    if s.scored == MOONS or len(s.calendar) < s.box.dates[s.scored]:
        return
    s.last = filled(s.box.slots * (1 + s.box.owners * RESULT), NOBODY)
    while s.scored < MOONS and len(s.calendar) >= s.box.dates[s.scored]:
        moon = s.scored
        s.say(MOON_RISES, NOBODY, moon, 0, 0)
        for slot in range(s.box.first_region, s.box.slots):
            if stack_top(s.moons[slot]) == moon:
                score_region(s, slot, moon)
                # « Si le jeton se trouve au-dessus d'une pile, décomptez-le puis retirez-le »
                s.moons[slot] = stack_below(s.moons[slot])
        s.scored += 1


def score_region(s: Clan, slot: Slot, moon: i64) -> None:
    """SCORING DE RÉGION (CALCUL DU CONTRÔLE)"""
    gains = awards(s, slot, moon)
    best = leader(s, slot)
    at = slot * (1 + s.box.owners * RESULT)
    s.last[at] = moon
    ranked: i64 = 0
    present: i64 = 0
    for owner in range(s.box.owners):
        points = control(s, owner, slot)
        present += 1 if points else 0
        ranked += 1 if gains[owner] else 0
        s.last[at + 1 + owner * RESULT + CONTROL] = points
        s.last[at + 1 + owner * RESULT + ALPHAS] = counted_in(s, owner, ALPHA, slot)
        s.last[at + 1 + owner * RESULT + GAINED] = gains[owner]
    if present == 0:
        s.say(REGION_EMPTY, NOBODY, slot, moon, 0)
    if best == s.seats:
        s.say(REGION_PHANTOM, NOBODY, slot, moon, 0)
    elif best != NOBODY:  # « récupère le jeton Scoring de Région du plateau Région »
        s.own[best * OWN + WON + moon] += 1
        s.say(REGION_WON, best, slot, moon, gains[best])
    for seat in range(s.seats):
        if seat != best and gains[seat]:  # « récupère un jeton PV »
            s.own[seat * OWN + POINTS] += gains[seat]
            s.say(REGION_TIED if best == NOBODY else REGION_SECOND, seat, slot, moon, gains[seat])
    if s.box.owners > s.seats and best != s.seats and gains[s.seats]:  # what the phantom pack gains is lost
        s.say(PHANTOM_TIED if best == NOBODY else PHANTOM_SECOND, NOBODY, slot, moon, 0)
    if best != NOBODY and ranked == 1 and present > 1:
        s.say(SECONDS_TIED, NOBODY, slot, moon, 0)
