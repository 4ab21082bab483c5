"""Phases d'action 1 to 4: raising the pups, solitary hunt, pack hunt, howling."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.fields import FLAG, below, maybe, members, row, steps
from meute.core.frame import Fields, Frame
from meute.core.numbers import NOBODY, Mask, bit, count, filled, first_n, has, i64, lowest, shift, vec
from meute.core.phrase import Phrase, phrase
from meute.core.reason import Reason
from meute.core.seats import BY_CHANCE, GO_ON, Seat, Seats, only
from meute.core.tensor import PlaneWriter
from meute.games.traces import events, planes
from meute.games.traces.actions import CATCH, DROP, GAME, PREY, TURN, WOUND
from meute.games.traces.display_names import word
from meute.games.traces.rules.pack import (
    bury,
    exclude,
    lose_all_pups,
    lose_pup,
    normalise,
    recognise,
    recognise_boldest,
    strengthen,
)
from meute.games.traces.rules.prey import can_turn_prey, discard_prey, draw_prey, turn_prey
from meute.games.traces.state import (
    ANIMALS,
    CARDS,
    FEMALE,
    HOWLING,
    HUNTING,
    MALE,
    MOST_GAME,
    OPEN,
    RAISING,
    SEXES,
    SMALL,
    SOLITARY,
    WOLVES,
    Traces,
    Wolf,
    alpha,
    boldest,
    effort,
    leading_seat,
    open_prey,
    order_of_play,
    owner,
    pup_count,
    ranking,
)

ADD_UP: Final = 0
CONSEQUENCE: Final = 1
ACKNOWLEDGE: Final = 2
ADDING_UP: Final = steps({ADD_UP: "add_up", CONSEQUENCE: "consequence", ACKNOWLEDGE: "acknowledge"})

LINE_UP: Final = 0
CATCHING: Final = 1

HUNT: Final = 0
WOUNDING: Final = 1
FEEDING: Final = 2
FAMINE: Final = 3
EXCLUSION: Final = 4

CATCH_BITS: Final = 3
CAUGHT: Final = 7

NOT_IN_ROW: Final = Reason("traces.why.not_in_row", "2 - Chasse en solitaire")
NO_ANIMAL: Final = Reason("traces.why.no_animal", "2 - Chasse en solitaire")
NOT_OPEN: Final = Reason("traces.why.prey_hidden", "4. Hurlements")


@mypyc_attr(acyclic=True, free_list_len=1)
class Raising(Frame):
    """1 - Éducation des louveteaux"""

    FIELDS: ClassVar[Fields] = {"step": ADDING_UP, "dying": below(WOLVES + 1)}
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("", "Year.after_raising")
    PART: ClassVar[int] = RAISING

    def __init__(self, dying: i64 = 0) -> None:
        self.dying = dying

    def copy(self) -> Frame:
        return Raising(self.dying)

    def write_planes(self, s: Traces, out: PlaneWriter) -> None:
        out.number(planes.COUNTS, self.dying, planes.DYING)

    def invalid_field(self, s: Traces) -> str:
        return "dying" if self.dying > pup_count(s) else ""

    def advance(self, s: Traces) -> Seats:
        if self.step == ADD_UP:  # « Chaque petit a besoin de 7 points d'action pour survivre »
            self.step = CONSEQUENCE
            total = effort(s, RAISING)
            pups = pup_count(s)
            raised: i64 = total // s.box.pup_needs
            raised = raised if raised < pups else pups
            s.say(events.RAISED, NOBODY, total, raised, pups)
            if raised == 0:
                lose_all_pups(s)
            else:
                self.dying = pups - raised
        if self.step == CONSEQUENCE:  # « à commencer par ceux placés le plus loin de la femelle alpha »
            if self.dying > 0 and s.litter:
                return BY_CHANCE
            self.step = ACKNOWLEDGE
        recognise_boldest(s, RAISING)
        s.pop()
        return GO_ON

    def legal_actions(self, s: Traces, seat: Seat, out: Choices) -> None:
        out.add_set(TURN, s.litter)

    def apply(self, s: Traces, seat: Seat, action: i64) -> None:
        lose_pup(s, action - TURN)
        self.dying -= 1


@mypyc_attr(acyclic=True, free_list_len=1)
class SolitaryHunt(Frame):
    """2 - Chasse en solitaire"""

    FIELDS: ClassVar[Fields] = {
        "step": steps({LINE_UP: "line_up", CATCHING: "catching"}),
        "at": below(WOLVES + 1),
        "caught": members(WOLVES * CATCH_BITS),
        "line": row(maybe(WOLVES), WOLVES),
        "row": row(below(MOST_GAME + 1), SMALL),
        "left": row(below(MOST_GAME + 1), SMALL),
    }
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("", "Year.after_solitary")
    PART: ClassVar[int] = SOLITARY
    REFUSAL: ClassVar[Reason] = NOT_IN_ROW

    def __init__(self, at: i64 = 0, caught: i64 = 0) -> None:
        self.at = at
        self.caught = caught
        """Each wolf's catch + 1 in CATCH_BITS each; 0 for none."""
        self.line = filled(WOLVES, NOBODY)
        self.row = filled(SMALL, 0)
        self.left = filled(SMALL, 0)

    def copy(self) -> Frame:
        f = SolitaryHunt(self.at, self.caught)
        f.line = self.line[:]
        f.row = self.row[:]
        f.left = self.left[:]
        return f

    def write_planes(self, s: Traces, out: PlaneWriter) -> None:
        out.number(planes.COUNTS, self.at, planes.PROGRESS)
        planes.write_line(s, out, self.line)
        out.numbers(planes.SMALL_PREY, self.row)
        out.numbers(planes.SMALL_PREY, self.left, 0, 1)
        for wolf in range(WOLVES):
            planes.write_wolf(s, out, planes.CAUGHT, wolf, (self.caught >> (wolf * CATCH_BITS)) & CAUGHT)

    def invalid_field(self, s: Traces) -> str:
        if self.step == LINE_UP:
            return "caught" if self.caught else ""
        waiting: Mask = 0
        for k in range(self.at, WOLVES):
            wolf = self.line[k]
            if wolf == NOBODY:
                break
            if not has(s.pack & ~waiting, wolf):
                return "line"
            waiting |= bit(wolf)
        for wolf in range(WOLVES):
            if self.catch_of(wolf) > (0 if has(waiting, wolf) else ANIMALS):
                return "caught"
        return ""

    def advance(self, s: Traces) -> Seats:
        if self.step == LINE_UP:
            self.step = CATCHING
            self.line = order_of_play(s, SOLITARY, first_n(SEXES))
            self.left = s.box.small_copies[:]
        while self.at < WOLVES and self.line[self.at] != NOBODY:
            if card_total(self.row) < s.box.small_row and card_total(self.left):  # « toujours 3 cartes retournées »
                return BY_CHANCE
            animals = self.animals()
            if animals == 0:  # « Une fois que les trois cartes "pas de proie" sont retournées »
                s.say(events.GAME_GONE)
                break
            if count(animals) > 1:
                return only(owner(s, self.line[self.at]))
            self.catch(s, lowest(animals))
        s.pop()
        for wolf in range(WOLVES):  # « tous les loups qui n'ont pu en attraper perdent 2 points de force »
            if has(s.pack, wolf) and self.catch_of(wolf) == 0:
                s.strength[wolf] -= s.box.no_prey_loss
                s.say(events.STARVES, owner(s, wolf), wolf, s.box.no_prey_loss)
        bury(s)
        return GO_ON

    def legal_actions(self, s: Traces, seat: Seat, out: Choices) -> None:
        if card_total(self.row) < s.box.small_row and card_total(self.left):
            for kind in range(SMALL):
                out.add_weighted(GAME + kind, self.left[kind])
        else:
            out.add_set(CATCH, self.animals())

    def prompt(self, s: Traces, seat: Seat) -> Phrase:
        return phrase("traces.prompt.solitary", wolf=word("wolf", self.line[self.at]))

    def apply(self, s: Traces, seat: Seat, action: i64) -> None:
        if action < GAME:
            self.catch(s, action - CATCH)
        else:
            self.left[action - GAME] -= 1
            self.row[action - GAME] += 1
            s.say(events.GAME_TURNED, NOBODY, action - GAME)

    def animals(self) -> i64:
        """The kinds of animals in the row."""
        kinds: i64 = 0
        for kind in range(ANIMALS):
            if self.row[kind]:
                kinds |= bit(kind)
        return kinds

    def catch(self, s: Traces, kind: i64) -> None:
        """« Il choisit une carte et la place à côté de la carte du loup correspondant »"""
        wolf = self.line[self.at]
        self.row[kind] -= 1
        self.caught |= shift(kind + 1, wolf * CATCH_BITS)
        self.at += 1
        strengthen(s, wolf, s.box.small_strength[kind])
        s.say(events.CATCHES, owner(s, wolf), wolf, kind, s.strength[wolf])

    def catch_of(self, wolf: Wolf) -> i64:
        """A wolf's catch + 1; 0 for none."""
        return (self.caught >> (wolf * CATCH_BITS)) & CAUGHT


@mypyc_attr(acyclic=True, free_list_len=1)
class PackHunt(Frame):
    """3. Chasse en meute"""

    FIELDS: ClassVar[Fields] = {
        "step": steps(
            {HUNT: "hunt", WOUNDING: "wounding", FEEDING: "feeding", FAMINE: "famine", EXCLUSION: "exclusion"}
        ),
        "killer": maybe(WOLVES),
        "killed": FLAG,
    }
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("", "Year.after_hunting")
    PART: ClassVar[int] = HUNTING

    def __init__(self, killer: Wolf = NOBODY, killed: i64 = 0) -> None:
        self.killer = killer
        self.killed = killed

    def copy(self) -> Frame:
        return PackHunt(self.killer, self.killed)

    def write_planes(self, s: Traces, out: PlaneWriter) -> None:
        planes.write_wolf(s, out, planes.ACTS, self.killer)
        out.number(planes.COUNTS, self.killed, planes.KILLED)

    def invalid_field(self, s: Traces) -> str:
        if self.step == WOUNDING and (self.killer == NOBODY or not has(s.pack, self.killer)):
            return "killer"
        return "killed" if s.hunted == NOBODY and (self.killed or self.step == FEEDING) else ""

    def advance(self, s: Traces) -> Seats:
        if self.step == HUNT:
            self.killer = boldest(s, HUNTING)
            self.step = self.hunt(s)
        if self.step == WOUNDING:  # « c'est toujours celui dont le pion d'action a la valeur la plus élevée »
            return BY_CHANCE
        if self.step == FEEDING:
            self.step = EXCLUSION
            feed(s)
            if self.killer != NOBODY and has(s.pack, self.killer):  # « a causé la morsure mortelle »
                recognise(s, self.killer)
        elif self.step == FAMINE:
            self.step = EXCLUSION
            starve(s)
        s.pop()
        if s.omega != NOBODY and not s.opt.omega_stays:  # « immédiatement exclu de la meute à la fin de cette phase »
            exclude(s, s.omega)
            normalise(s)
        return GO_ON

    def hunt(self, s: Traces) -> i64:
        """Compares the pack's effort with the prey's thresholds; returns the next step."""
        prey = s.hunted
        if prey == NOBODY or s.large[OPEN + prey] == 0:
            return FAMINE
        total = effort(s, HUNTING)
        if total >= s.box.green[prey]:
            self.killed = 1
            discard_prey(s, prey)
            s.say(events.KILLED if total >= s.box.black[prey] else events.KILLED_AT_COST, NOBODY, prey, total)
        else:
            s.say(events.ESCAPED_WITH_WOUND if total >= s.box.red[prey] else events.ESCAPED, NOBODY, prey, total)
        if self.killer != NOBODY and s.box.red[prey] <= total < s.box.black[prey]:
            return WOUNDING
        return FEEDING if self.killed else FAMINE

    def legal_actions(self, s: Traces, seat: Seat, out: Choices) -> None:
        out.add_range(WOUND, WOUND + CARDS)

    def apply(self, s: Traces, seat: Seat, action: i64) -> None:
        loss = action - WOUND + 1
        s.say(events.WOUNDED, owner(s, self.killer), self.killer, loss)
        s.strength[self.killer] -= loss
        bury(s)
        self.step = FEEDING if self.killed else FAMINE


@mypyc_attr(acyclic=True, free_list_len=1)
class Howling(Frame):
    """4. Hurlements"""

    FIELDS: ClassVar[Fields] = {"step": ADDING_UP}
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("", "Year.after_howling")
    PART: ClassVar[int] = HOWLING
    PROMPT: ClassVar[str] = "traces.prompt.drop"
    REFUSAL: ClassVar[Reason] = NOT_OPEN

    def copy(self) -> Frame:
        return Howling()

    def advance(self, s: Traces) -> Seats:
        total = effort(s, HOWLING)
        if self.step == ADD_UP:
            self.step = CONSEQUENCE
            s.say(events.HOWLED, NOBODY, total)
            if s.box.howl_low <= total <= s.box.howl_high:
                self.step = ACKNOWLEDGE
        if self.step == CONSEQUENCE:
            if total > s.box.howl_high:  # « retourne immédiatement une carte grande proie supplémentaire »
                if can_turn_prey(s):
                    return BY_CHANCE
            elif leading_seat(s) != NOBODY:  # « Le joueur jouant la femelle alpha défausse une des cartes »
                kinds = open_prey(s)
                if count(kinds) > 1:
                    return only(leading_seat(s))
                if kinds:
                    lose_prey(s, leading_seat(s), lowest(kinds))
                else:
                    s.say(events.NO_PREY_LEFT)
            self.step = ACKNOWLEDGE
        recognise_boldest(s, HOWLING)
        s.pop()
        return GO_ON

    def legal_actions(self, s: Traces, seat: Seat, out: Choices) -> None:
        if effort(s, HOWLING) > s.box.howl_high:
            draw_prey(s, out)
        else:
            out.add_set(DROP, open_prey(s))

    def apply(self, s: Traces, seat: Seat, action: i64) -> None:
        if action < PREY:
            lose_prey(s, seat, action - DROP)
        else:
            turn_prey(s, action - PREY)
        self.step = ACKNOWLEDGE


def card_total(cards: vec[i64]) -> i64:
    """Number of cards of all kinds."""
    total: i64 = 0
    for kind in range(SMALL):
        total += cards[kind]
    return total


def feed(s: Traces) -> None:
    """« Tout d'abord, la paire alpha ..., puis chacun des louveteaux ..., et finalement, tous les autres loups »"""
    food = s.box.food[s.hunted]
    for sex in range(FEMALE, MALE - 1, -1):
        if alpha(s, sex) != NOBODY:
            food -= eat(s, alpha(s, sex), food)
    pups = pup_count(s) * s.box.food_pup
    if pups:
        s.say(events.PUPS_EAT, NOBODY, pups)
    food -= pups
    order = ranking(s)
    for k in range(len(order)):
        wolf = order[k]
        if wolf != alpha(s, FEMALE) and wolf != alpha(s, MALE):
            food -= eat(s, wolf, food)
    bury(s)


def eat(s: Traces, wolf: Wolf, food: i64) -> i64:
    """A wolf eats what is left, at most its share, and starves for what it lacks."""
    eaten = food if food < s.box.food_wolf else s.box.food_wolf
    if eaten:
        s.say(events.EATS, owner(s, wolf), wolf, eaten)
    lack = s.box.food_wolf - eaten
    if lack:
        s.strength[wolf] -= lack
        s.say(events.STARVES, owner(s, wolf), wolf, lack)
    return eaten


def starve(s: Traces) -> None:
    """« Si la proie n'a pas été tuée, tous les petits meurent ... et chaque loup ... perd 2 points de force »"""
    lose_all_pups(s)
    for wolf in range(WOLVES):
        if has(s.pack, wolf):
            s.strength[wolf] -= s.box.famine_loss
            s.say(events.STARVES, owner(s, wolf), wolf, s.box.famine_loss)
    bury(s)


def lose_prey(s: Traces, seat: Seat, prey: i64) -> None:
    """« la meute perd la carte d'une des grandes proies »"""
    discard_prey(s, prey)
    s.say(events.PREY_LOST, seat, prey)
