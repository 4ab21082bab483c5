"""MISE EN PLACE: chance lays out claws, tokens and hands."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.fields import below, steps
from meute.core.frame import Fields, Frame
from meute.core.numbers import NOBODY, bit, first_n, i64, without
from meute.core.seats import BY_CHANCE, GO_ON, Seat, Seats
from meute.core.tensor import PlaneWriter
from meute.games.terres import planes
from meute.games.terres.actions import CLAW, DEAL, FIRST, TOKEN
from meute.games.terres.events import CLAW_LAID, DEALT, GOES_FIRST, TOKEN_LAID
from meute.games.terres.options import BY_LOT
from meute.games.terres.rules.trick import Rounds, draw_claw
from meute.games.terres.state import (
    CARDS,
    FACES,
    GROUNDS,
    HELD_BITS,
    MOST_PLACES,
    SIDES,
    TOKENS,
    Terres,
    lay_claw,
    lay_token,
    token_on,
    token_value,
)

LAY_CLAWS: Final = 0
LAY_TOKENS: Final = 1
DEAL_HANDS: Final = 2
WHO_LEADS: Final = 3


@mypyc_attr(acyclic=True, free_list_len=1)
class Setup(Frame):
    """MISE EN PLACE"""

    FIELDS: ClassVar[Fields] = {
        "step": steps(
            {LAY_CLAWS: "lay_claws", LAY_TOKENS: "lay_tokens", DEAL_HANDS: "deal_hands", WHO_LEADS: "who_leads"}
        ),
        "at": below(GROUNDS * MOST_PLACES + 1),
    }

    def __init__(self, at: i64 = 0) -> None:
        self.at = at

    def copy(self) -> Frame:
        return Setup(self.at)

    def write_planes(self, s: Terres, out: PlaneWriter) -> None:
        out.number(planes.LAID, self.at)

    def invalid_field(self, s: Terres) -> str:
        laid: i64 = GROUNDS if self.step > LAY_TOKENS else self.at if self.step == LAY_TOKENS else 0
        if laid > GROUNDS:
            return "at"
        return "tokens" if any(token_on(s, ground) == NOBODY for ground in range(laid)) else ""

    def advance(self, s: Terres) -> Seats:
        if self.step == LAY_CLAWS:  # « 1 jeton face visible sur l'emplacement Griffure clair »
            while self.at < GROUNDS * MOST_PLACES:
                if is_light(s, self.at):
                    return BY_CHANCE
                self.at += 1
            self.step = LAY_TOKENS
            self.at = 0
        if self.step == LAY_TOKENS:  # « placez aléatoirement 1 jeton sur chaque Territoire »
            if self.at < GROUNDS:
                return BY_CHANCE
            self.step = DEAL_HANDS
            self.at = 0
        if self.step == DEAL_HANDS:  # « distribuez-en 13 à chaque joueur·euse »
            if self.at < SIDES * s.box.hand:
                return BY_CHANCE
            self.step = WHO_LEADS
            if s.opt.leader != BY_LOT:
                lead_first(s, s.opt.leader - 1)
                return GO_ON
        return BY_CHANCE  # « vous pouvez aussi tirer au sort »

    def legal_actions(self, s: Terres, seat: Seat, out: Choices) -> None:
        if self.step == LAY_CLAWS:
            draw_claw(s, out)
        elif self.step == LAY_TOKENS:
            left = first_n(TOKENS)
            for ground in range(self.at):
                left = without(left, token_on(s, ground) // FACES)
            out.add_pairs(TOKEN, left, FACES, first_n(FACES))
        elif self.step == DEAL_HANDS:
            out.add_set(DEAL, first_n(CARDS) & ~(s.hands[0] | s.hands[1]))
        else:
            out.add_range(FIRST, FIRST + SIDES)

    def apply(self, s: Terres, seat: Seat, action: i64) -> None:
        if self.step == LAY_CLAWS:
            lay_claw(s, self.at, action - CLAW)
            s.unseen[action - CLAW] -= 1
            s.say(CLAW_LAID, NOBODY, self.at // MOST_PLACES, action - CLAW)
        elif self.step == LAY_TOKENS:
            lay_token(s, self.at, action - TOKEN)
            s.say(TOKEN_LAID, NOBODY, self.at, token_value(s, self.at))
        elif self.step == DEAL_HANDS:
            side = self.at % SIDES
            s.hands[side] |= bit(action - DEAL)
            s.held += bit(side * HELD_BITS)
            s.say_secret(DEALT, side, secret=action - DEAL)
        else:
            lead_first(s, action - FIRST)
        self.at += 1


def is_light(s: Terres, at: i64) -> bool:
    """Whether a claw lies face up (on a light place): light places come after the dark ones."""
    ground = at // MOST_PLACES
    place = at % MOST_PLACES - s.box.face_down[ground]
    return 0 <= place < s.box.face_up[ground]


def lead_first(s: Terres, seat: Seat) -> None:
    """The set-up is done; this seat is the active pack."""
    s.leader = seat
    s.say(GOES_FIRST, seat)
    s.pop()
    s.push(Rounds())
