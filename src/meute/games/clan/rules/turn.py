"""DÉROULEMENT DE LA PARTIE: turns, the hunt, the calendar and the scoring of regions."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.fields import below, steps
from meute.core.frame import Fields, Frame
from meute.core.numbers import NOBODY, Mask, bit, changed, count, filled, has, i64, lowest
from meute.core.phrase import Phrase, phrase
from meute.core.reason import OTHER_QUESTION, Reason
from meute.core.seats import GO_ON, Seat, Seats, left_of, only
from meute.core.tensor import PlaneWriter
from meute.games.clan import planes
from meute.games.clan.actions import ACT, ALPHA_AT, AT, END, PACK_AT
from meute.games.clan.display_names import word
from meute.games.clan.events import (
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
from meute.games.clan.options import ALLOWED
from meute.games.clan.rules.aimed import Aimed, Build, Dominate, Howl, Transform
from meute.games.clan.rules.inturn import InTurn
from meute.games.clan.rules.move import NOBODY_MOVES, NOWHERE, Move
from meute.games.clan.rules.payment import gain
from meute.games.clan.rules.spaces import has_wolf, reach_of, space_of, targets
from meute.games.clan.scoring import awards, control, leader
from meute.games.clan.state import (
    ACTION_BONUS,
    ALPHA,
    ALPHAS,
    BUILD,
    CONTROL,
    DOMINATE,
    GAINED,
    HOWL,
    MOONS,
    MOVE,
    PACK,
    PLACES,
    PREY,
    PREYS,
    RESULT,
    SLOTS_PER_WORD,
    TRANSFORM,
    Clan,
    Slot,
    affordable_terrains,
    is_in_row,
    map_row,
    piece_count_in,
    prey_kind,
    prey_left,
    prey_space,
    remove_from_row,
    shown_terrains,
    stack_below,
    stack_top,
)

PLAY: Final = 0
AFTER_TURN: Final = 1

CHOOSE: Final = 0
HUNT: Final = 1
FINISHED: Final = 2

SECOND_TURN: Final = 1
MOST_DONE: Final = 10000
"""Actions of one turn, one for each token and more."""


HUNT_HEADING: Final = "CHASSER"
ACTION_FIRST: Final = Reason("clan.why.action_first")
TWO_ACTIONS: Final = Reason("clan.why.two_actions")
NO_PREY: Final = Reason("clan.why.no_prey", HUNT_HEADING)
NOT_SURROUNDED: Final = Reason("clan.why.not_surrounded", HUNT_HEADING)
SAME_KIND: Final = Reason("clan.why.same_kind", HUNT_HEADING)


@mypyc_attr(acyclic=True, free_list_len=1)
class Rounds(Frame):
    """DÉROULEMENT DE LA PARTIE"""

    FIELDS: ClassVar[Fields] = {"step": steps({PLAY: "play", AFTER_TURN: "after_turn"})}

    def copy(self) -> Frame:
        return Rounds()

    def invalid_field(self, s: Clan) -> str:
        return "active" if s.active == NOBODY else unready(s)

    def advance(self, s: Clan) -> Seats:
        if self.step == PLAY:
            self.step = AFTER_TURN
            s.say(TURN_BEGINS, s.active, s.turns + 1)
            if s.turns == SECOND_TURN:  # « le 2e joueur recevra, lors de son premier tour, 1 jeton Action bonus »
                for _ in range(s.box.second_player):
                    gain(s, s.active, ACTION_BONUS)
            s.push(Turn())
            return GO_ON
        s.turns += 1
        score_moons(s)
        if s.scored == MOONS:  # « La partie s'achève immédiatement à la fin du tour » de la Pleine lune
            s.say(ENDS)
            s.pop()
        else:  # « La partie continue dans le sens horaire »
            s.active = left_of(s.active, s.seats)
            self.step = PLAY
        return GO_ON


@mypyc_attr(acyclic=True, free_list_len=1)
class Turn(InTurn):
    """APERÇU D'UN TOUR"""

    FIELDS: ClassVar[Fields] = {
        "step": steps({CHOOSE: "choose", HUNT: "hunt", FINISHED: "finished"}),
        "done": below(MOST_DONE),
    }
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Rounds.after_turn",)
    EXPLAINS: ClassVar[tuple[int, ...]] = (PACK_AT, ALPHA_AT, AT, END)

    def __init__(self, done: i64 = 0) -> None:
        self.done = done

    def copy(self) -> Frame:
        return Turn(self.done)

    def write_planes(self, s: Clan, out: PlaneWriter) -> None:
        out.number(planes.DONE, self.done)

    def phase(self) -> str:
        return "action"

    def is_mid_move(self) -> bool:
        return False

    def advance(self, s: Clan) -> Seats:
        if self.step == HUNT:  # « La chasse se déclenche automatiquement à la fin d'une action »
            self.step = CHOOSE
            self.done += 1
            if surrounded(s, s.active):
                s.push(Hunt())
                return GO_ON
        if self.step == CHOOSE:
            # « Effectuez 2 Actions au choix » ; « éventuellement plus ... en défaussant des jetons Action bonus »
            if self.done < s.box.per_turn or s.action_tokens[s.active]:
                return only(s.active)
        s.pop()
        return GO_ON

    def legal_actions(self, s: Clan, seat: Seat, out: Choices) -> None:
        out.add_set(ACT, possible(s, seat))
        if self.done >= s.box.per_turn:
            out.add(END)

    def prompt(self, s: Clan, seat: Seat) -> Phrase:
        if self.done >= s.box.per_turn:
            return phrase("clan.prompt.bonus")
        return phrase("clan.prompt.action", number=self.done + 1, most=s.box.per_turn)

    def refusal(self, s: Clan, seat: Seat, action: i64) -> Reason:
        if action == END:
            return TWO_ACTIONS
        if action >= ACT:
            return impossible(s, seat, action - ACT)
        space = space_of(s, action)
        if space == NOBODY:
            return OTHER_QUESTION
        return NOWHERE if has_wolf(s, seat, space) and not Move().can_go(s, space) else ACTION_FIRST

    def apply(self, s: Clan, seat: Seat, action: i64) -> None:
        if action == END:
            self.step = FINISHED
            return
        if self.done >= s.box.per_turn:
            s.action_tokens = changed(s.action_tokens, seat, s.action_tokens[seat] - 1)
            s.say(SPENDS_ACTION, seat)
        self.step = HUNT
        s.push(Move() if action - ACT == MOVE else aimed(action - ACT))


@mypyc_attr(acyclic=True, free_list_len=1)
class Hunt(InTurn):
    """CHASSER"""

    FIELDS: ClassVar[Fields] = {}
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Turn.choose",)

    def copy(self) -> Frame:
        return Hunt()

    def phase(self) -> str:
        return "hunt"

    def advance(self, s: Clan) -> Seats:
        slots = surrounded(s, s.active)
        if slots == 0:
            s.pop()
            return GO_ON
        alike = same_prey(s, slots)
        if count(alike) > 1:  # two stacks of one kind, of which only one may be taken
            return only(s.active)
        hunt(s, s.active, lowest(alike))
        return GO_ON

    def legal_actions(self, s: Clan, seat: Seat, out: Choices) -> None:
        slots = same_prey(s, surrounded(s, seat))
        while slots:
            out.add(AT + prey_space(s, lowest(slots)))
            slots &= slots - 1

    def prompt(self, s: Clan, seat: Seat) -> Phrase:
        return phrase("clan.prompt.hunt", prey=word("prey", prey_kind(s, lowest(surrounded(s, seat)))))

    def refusal(self, s: Clan, seat: Seat, action: i64) -> Reason:
        space = space_of(s, action)
        if space == NOBODY:
            return OTHER_QUESTION
        if not is_in_row(s, PREY, space):
            return NO_PREY
        if has(s.hunted[seat], prey_kind(s, space // PLACES)):
            return SAME_KIND
        return OTHER_QUESTION if has(surrounded(s, seat), space // PLACES) else NOT_SURROUNDED

    def apply(self, s: Clan, seat: Seat, action: i64) -> None:
        hunt(s, seat, (action - AT) // PLACES)


def unready(s: Clan) -> str:
    """What a table lacks before wolves can stand on it."""
    if NOBODY in list(s.boards):
        return "boards"
    return "factions" if NOBODY in list(s.factions) else ""


def possible(s: Clan, seat: Seat) -> Mask:
    """The actions that a seat can pay for and carry out; a move may move nobody, or that is the last resort."""
    found: Mask = 0
    shown = shown_terrains(s, seat)
    beside = reach_of(s, seat, BUILD)
    around = reach_of(s, seat, HOWL)
    for act in range(HOWL, DOMINATE + 1):
        terrains = affordable_terrains(s, seat, shown, s.box.cost[act])
        if terrains:
            near = beside if act == BUILD or act == TRANSFORM else around
            for part in range(s.words):
                if targets(s, seat, act, terrains, near, part):
                    found |= bit(act)
                    break
    if found == 0 or s.opt.empty_move == ALLOWED or Move().can_move(s):
        found |= bit(MOVE)
    return found


def aimed(act: i64) -> Aimed:
    """The paragraph of one of the four actions aimed at a space."""
    if act == HOWL:
        return Howl()
    if act == BUILD:
        return Build()
    if act == TRANSFORM:
        return Transform()
    assert act == DOMINATE
    return Dominate()


def impossible(s: Clan, seat: Seat, act: i64) -> Reason:
    """Why an action cannot be done at all."""
    return NOBODY_MOVES if act == MOVE else aimed(act).impossible(s, seat)


def surrounded(s: Clan, seat: Seat) -> Mask:
    """The slots whose prey a seat has surrounded: wolves « sur 3 cases », and none of that kind hunted before."""
    slots: Mask = 0
    words = s.words
    for slot in range(s.box.first_region, s.box.slots):
        if prey_left(s, slot) == 0 or has(s.hunted[seat], prey_kind(s, slot)):
            continue
        word = slot // SLOTS_PER_WORD  # the six spaces around prey lie on its own board
        wolves = s.map[map_row(seat, PACK) * words + word] | s.map[map_row(seat, ALPHA) * words + word]
        if count(wolves & s.box.near[(s.box.size + prey_space(s, slot)) * words + word]) >= s.box.around:
            slots |= bit(slot)
    return slots


def same_prey(s: Clan, slots: Mask) -> Mask:
    """Those of the slots that hold the same prey as the first of them."""
    alike: Mask = 0
    kind = prey_kind(s, lowest(slots))
    for slot in range(s.box.slots):
        if has(slots, slot) and prey_kind(s, slot) == kind:
            alike |= bit(slot)
    return alike


def hunt(s: Clan, seat: Seat, slot: Slot) -> None:
    """« Récupérez 1 jeton Proie » ; « Recevez 1 jeton Action bonus »"""
    s.herds = changed(s.herds, slot, s.herds[slot] - PREYS)
    if prey_left(s, slot) == 0:
        remove_from_row(s, PREY, prey_space(s, slot))
    s.hunted = changed(s.hunted, seat, s.hunted[seat] | bit(prey_kind(s, slot)))
    s.say(HUNTS, seat, prey_kind(s, slot), prey_space(s, slot))
    gain(s, seat, s.box.prey_bonus)


def score_moons(s: Clan) -> None:
    """« comptabilisés à la fin du tour du joueur actif » : every moon whose date is covered."""
    if s.scored == MOONS or len(s.calendar) < s.box.dates[s.scored]:
        return
    s.last = filled(s.box.slots * (1 + s.box.owners * RESULT), NOBODY)
    while s.scored < MOONS and len(s.calendar) >= s.box.dates[s.scored]:
        moon = s.scored
        s.say(MOON_RISES, NOBODY, moon)
        for slot in range(s.box.first_region, s.box.slots):
            if stack_top(s.moons[slot]) == moon:
                score_region(s, slot, moon)
                # « Si le jeton se trouve au-dessus d'une pile, décomptez-le puis retirez-le »
                s.moons = changed(s.moons, slot, stack_below(s.moons[slot]))
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
        s.last[at + 1 + owner * RESULT + ALPHAS] = piece_count_in(s, owner, ALPHA, slot)
        s.last[at + 1 + owner * RESULT + GAINED] = gains[owner]
    if present == 0:
        s.say(REGION_EMPTY, NOBODY, slot, moon)
    if best == s.seats:
        s.say(REGION_PHANTOM, NOBODY, slot, moon)
    elif best != NOBODY:  # « récupère le jeton Scoring de Région du plateau Région »
        s.won = changed(s.won, best * MOONS + moon, s.won[best * MOONS + moon] + 1)
        s.say(REGION_WON, best, slot, moon, gains[best])
    for seat in range(s.seats):
        if seat != best and gains[seat]:  # « récupère un jeton PV »
            s.points = changed(s.points, seat, s.points[seat] + gains[seat])
            s.say(REGION_TIED if best == NOBODY else REGION_SECOND, seat, slot, moon, gains[seat])
    if s.box.owners > s.seats and best != s.seats and gains[s.seats]:  # what the phantom pack gains is lost
        s.say(PHANTOM_TIED if best == NOBODY else PHANTOM_SECOND, NOBODY, slot, moon)
    if best != NOBODY and ranked == 1 and present > 1:
        s.say(SECONDS_TIED, NOBODY, slot, moon)
