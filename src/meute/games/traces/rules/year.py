"""Déroulement du jeu: the years, each with its seven phases, until the end."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.fields import steps
from meute.core.frame import Fields, Frame
from meute.core.numbers import NOBODY, append, filled, i64
from meute.core.seats import GO_ON, Seats
from meute.games.traces import events
from meute.games.traces.names import PHASE_NAMES
from meute.games.traces.rules.fights import RankFights
from meute.games.traces.rules.joining import Joining, seats_without_wolf
from meute.games.traces.rules.marking import Marking
from meute.games.traces.rules.pack import close_gaps, turn_column
from meute.games.traces.rules.phases import Howling, PackHunt, Raising, SolitaryHunt
from meute.games.traces.rules.preparation import Births, Placement, births_due, clear_boards
from meute.games.traces.rules.prey import LargePrey
from meute.games.traces.scoring import EXTINCT, TARGET
from meute.games.traces.state import RAISING, WOLVES, Traces, all_have_colours, owners_of, points, pup_count

BEGIN: Final = 0
BIRTHS: Final = 1
PREY: Final = 2
PLACEMENT: Final = 3
ACTION: Final = 4
"""Two steps for each action phase: playing it, then checking for extinction and players without a wolf."""
MARKING: Final = 14
CLOSE: Final = 15

STEPS: Final = {
    BEGIN: "begin",
    BIRTHS: "births",
    PREY: "prey",
    PLACEMENT: "placement",
    **{ACTION + 2 * phase: name for phase, name in enumerate(PHASE_NAMES)},
    **{ACTION + 2 * phase + 1: f"after_{name}" for phase, name in enumerate(PHASE_NAMES)},
    MARKING: "marking",
    CLOSE: "close",
}


PHASE_FRAMES: Final[tuple[type[Frame], ...]] = (Raising, SolitaryHunt, PackHunt, Howling, RankFights)


@mypyc_attr(acyclic=True, free_list_len=1)
class Years(Frame):
    """Déroulement du jeu"""

    FIELDS: ClassVar[Fields] = {}

    def copy(self) -> Frame:
        return Years()

    def invalid_field(self, s: Traces) -> str:
        return "" if all_have_colours(s) else "colours"

    def advance(self, s: Traces) -> Seats:
        if s.ended == NOBODY:
            s.push(Year())
        else:
            s.pop()
        return GO_ON


@mypyc_attr(acyclic=True, free_list_len=1)
class Year(Frame):
    """« Chaque tour correspond à une année de la vie de la meute »"""

    FIELDS: ClassVar[Fields] = {"step": steps(STEPS)}
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Years",)

    def copy(self) -> Frame:
        return Year()

    def advance(self, s: Traces) -> Seats:
        if self.step == BEGIN:
            self.step = BIRTHS
            s.year += 1
            s.revealed = 0
            s.hunted = NOBODY
            s.pledges = 0
            s.plan = filled(WOLVES, 0)
            s.say(events.YEAR_BEGINS, NOBODY, s.year)
            if s.opt.join_pack and seats_without_wolf(s):
                s.push(Joining(seats_without_wolf(s)))
                return GO_ON
        if self.step == BIRTHS:
            self.step = PREY
            if births_due(s):
                s.push(Births())
                return GO_ON
        if self.step == PREY:
            self.step = PLACEMENT
            s.push(LargePrey())
            return GO_ON
        if self.step == PLACEMENT:
            self.step = ACTION
            clear_boards(s)
            s.push(Placement(owners_of(s, s.pack)))  # « les actions de chacun de ses loups en jeu »
            return GO_ON
        while self.step < MARKING:
            phase = (self.step - ACTION) // 2
            played = (self.step - ACTION) % 2 == 1
            self.step += 1
            if not played:
                s.present = owners_of(s, s.pack)
                if phase != RAISING or pup_count(s):  # « ne s'applique pas si aucune naissance n'a eu lieu »
                    turn_column(s, phase)
                    s.push(PHASE_FRAMES[phase]())
                    return GO_ON
                s.revealed = 1
            elif self.check_pack(s):
                return GO_ON
        if self.step == MARKING:
            self.step = CLOSE
            s.push(Marking())
            return GO_ON
        s.pop()
        close_gaps(s)
        close_year(s)
        return GO_ON

    def check_pack(self, s: Traces) -> bool:
        """Checks after a phase for extinction and for players who lost their last wolf; True if a frame interrupts."""
        if is_extinct(s):
            die_out(s)
            s.pop()
            return True
        losers = s.present & ~owners_of(s, s.pack)
        if s.opt.join_pack and losers & seats_without_wolf(s) and s.pack:
            s.push(Joining(losers & seats_without_wolf(s)))
            return True
        return False


def is_extinct(s: Traces) -> bool:
    """Whether neither wolf nor pup is left."""
    return s.pack == 0 and pup_count(s) == 0


def die_out(s: Traces) -> None:
    """« Si la meute disparaît avant qu'un des joueurs n'atteigne le score requis, il n'y a pas de gagnant »"""
    s.ended = EXTINCT
    s.say(events.PACK_DIES_OUT)


def close_year(s: Traces) -> None:
    """Fin de la partie: « un joueur doit atteindre le total de points de victoire prédéterminé »"""
    history = s.history[:]
    best: i64 = 0
    for seat in range(s.seats):
        total = points(s, seat)
        history = append(history, total)
        best = total if total > best else best
        s.say(events.TOTAL, seat, total)
    s.history = history
    if best >= s.opt.target:
        s.ended = TARGET
        for seat in range(s.seats):
            if points(s, seat) == best:
                s.say(events.REACHES_TARGET, seat, best)
    elif is_extinct(s):
        die_out(s)
