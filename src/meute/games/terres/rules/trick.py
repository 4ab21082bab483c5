"""The frames of Terres de Loups, in the rulebook's order."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.frame import Frame
from meute.core.numbers import NOBODY, bit, count, first_n, i64, lowest, without
from meute.core.seats import BY_CHANCE, GO_ON, Seat, Seats, only
from meute.games.terres.state import (
    CARDS,
    CLAWS,
    COLOURS,
    FACE_DOWN,
    GROUNDS,
    HELD_BITS,
    LONE_WOLF,
    LOWEST_VALUE,
    MOST_PLACES,
    MOST_SLOTS,
    SIDES,
    STRAY_BITS,
    TURN_TOKEN,
    Card,
    Ground,
    Terres,
    acts_on,
    claws_on,
    colour,
    fill_slot,
    fill_up,
    free_slots,
    hidden_on,
    is_full,
    lay_claw,
    lift_claw,
    of_colour,
    token_value,
    trump,
    value,
)

PLAY: Final = 0
REVEAL: Final = PLAY + CARDS * GROUNDS
TAKE: Final = REVEAL + MOST_PLACES
PLACE: Final = TAKE + MOST_PLACES
TOKEN: Final = PLACE + MOST_SLOTS
CLAW: Final = TOKEN + GROUNDS * 2
DEAL: Final = CLAW + CLAWS
FIRST: Final = DEAL + CARDS
ACTIONS: Final = FIRST + SIDES

TOKEN_LAID: Final = 0
CLAW_LAID: Final = 1
DEALT: Final = 2
GOES_FIRST: Final = 3
LEADS: Final = 4
FOLLOWS: Final = 5
CANNOT_FOLLOW: Final = 6
REVEALS: Final = 7
WINS: Final = 8
TURNS_LONE: Final = 9
NO_CLAW_LEFT: Final = 10
TAKES: Final = 11
TAKES_HIDDEN: Final = 12
PLACES: Final = 13
PLACES_ON_BORDER: Final = 14
NO_SLOT_LEFT: Final = 15
WOLF_JOINS: Final = 16
NO_ROOM: Final = 17
TOKEN_TURNED: Final = 18
FULL_MOON: Final = 19
RED_MOON: Final = 20
ENDS: Final = 21

LAY_CLAWS: Final = 0
LAY_TOKENS: Final = 1
DEAL_HANDS: Final = 2
WHO_LEADS: Final = 3

LEAD: Final = 0
LEAD_REVEALS: Final = 1
FOLLOW: Final = 2
FOLLOW_REVEALS: Final = 3
RESOLVE: Final = 4

CHOOSE: Final = 0
TURN: Final = 1
PICK_UP: Final = 2
SET_DOWN: Final = 3
MOON: Final = 4

REVEALING_VALUE: Final = 3
HIGHEST_VALUE: Final = 7


@mypyc_attr(acyclic=True, free_list_len=1)
class Setup(Frame):
    """MISE EN PLACE"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "at")

    at: i64

    def __init__(self) -> None:
        super().__init__()
        self.at = 0

    def copy(self) -> Frame:
        f = Setup()
        f.step = self.step
        f.at = self.at
        return f

    def go(self, s: Terres) -> Seats:
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
            if s.opt.leader:
                lead_first(s, s.opt.leader - 1)
                return GO_ON
        return BY_CHANCE  # « vous pouvez aussi tirer au sort »

    def options(self, s: Terres, seat: Seat, out: Choices) -> None:
        if self.step == LAY_CLAWS:
            draw_claw(s, out)
        elif self.step == LAY_TOKENS:
            left = first_n(GROUNDS)
            for ground in range(self.at):
                left = without(left, s.tokens[ground] // 2)
            out.pairs(TOKEN, left, 2, first_n(2))
        elif self.step == DEAL_HANDS:
            out.some(DEAL, first_n(CARDS) & ~(s.hands[0] | s.hands[1]))
        else:
            out.span(FIRST, FIRST + SIDES)

    def take(self, s: Terres, seat: Seat, action: i64) -> None:
        if self.step == LAY_CLAWS:
            lay_claw(s, self.at, action - CLAW)
            s.unseen[action - CLAW] -= 1
            s.say(CLAW_LAID, NOBODY, self.at // MOST_PLACES, action - CLAW, 0)
        elif self.step == LAY_TOKENS:
            s.tokens[self.at] = action - TOKEN
            s.say(TOKEN_LAID, NOBODY, self.at, token_value(s, self.at), 0)
        elif self.step == DEAL_HANDS:
            side = self.at % SIDES
            s.hands[side] |= bit(action - DEAL)
            s.held += bit(side * HELD_BITS)
            s.whisper(DEALT, side, 0, 0, 0, action - DEAL, only(side))
        else:
            lead_first(s, action - FIRST)
        self.at += 1


@mypyc_attr(acyclic=True, free_list_len=1)
class Rounds(Frame):
    """DEROULEMENT D'UNE PARTIE"""

    FIELDS: ClassVar[tuple[str, ...]] = ()

    def copy(self) -> Frame:
        return Rounds()

    def go(self, s: Terres) -> Seats:
        if s.trick < s.box.hand:  # « se joue en 13 tours, donc 13 plis »
            s.push(Trick())
            return GO_ON
        s.pop()  # « La partie prend fin quand toutes les cartes ont été jouées »
        s.say(ENDS, NOBODY, 0, 0, 0)
        return GO_ON


@mypyc_attr(acyclic=True, free_list_len=1)
class Trick(Frame):
    """JOUER UN PLI"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "led", "led_on", "followed", "followed_on")

    led: Card
    led_on: Ground
    followed: Card
    followed_on: Ground

    def __init__(self) -> None:
        super().__init__()
        self.led = NOBODY
        self.led_on = NOBODY
        self.followed = NOBODY
        self.followed_on = NOBODY

    def copy(self) -> Frame:
        f = Trick()
        f.step = self.step
        f.led = self.led
        f.led_on = self.led_on
        f.followed = self.followed
        f.followed_on = self.followed_on
        return f

    def go(self, s: Terres) -> Seats:
        if self.step == LEAD:  # « joue une carte Loup de son choix »
            return only(s.leader)
        if self.step == LEAD_REVEALS:  # « Lorsque vous jouez un 3, que vous ayez la main ou non »
            self.step = FOLLOW
            if must_reveal(s, self.led, self.led_on):
                s.push(reveal(s.leader, self.led_on))
                return GO_ON
        if self.step == FOLLOW:  # « Votre adversaire doit jouer une carte de la même couleur, si possible »
            return only(1 - s.leader)
        if self.step == FOLLOW_REVEALS:
            self.step = RESOLVE
            if must_reveal(s, self.followed, self.followed_on):
                s.push(reveal(1 - s.leader, self.followed_on))
                return GO_ON
        s.pop()  # « Une fois que les deux meutes ont joué leur carte, le pli est résolu »
        s.trick += 1
        if beats(self.followed, self.led, trump(s)):
            s.push(resolution(s, 1 - s.leader, self.followed, self.led, self.led_on))
        else:
            s.push(resolution(s, s.leader, self.led, self.followed, self.followed_on))
        return GO_ON

    def options(self, s: Terres, seat: Seat, out: Choices) -> None:
        hand = s.hands[seat]
        if self.step == FOLLOW:
            asked = of_colour(hand, colour(self.led))
            hand = asked if asked else hand
        out.pairs(PLAY, hand, GROUNDS, first_n(GROUNDS) & ~s.full)

    def take(self, s: Terres, seat: Seat, action: i64) -> None:
        card = (action - PLAY) // GROUNDS
        ground = (action - PLAY) % GROUNDS
        s.hands[seat] = without(s.hands[seat], card)
        s.held -= bit(seat * HELD_BITS)
        s.up[seat * GROUNDS + ground] |= bit(card)
        fill_up(s, ground)
        if self.step == LEAD:
            self.led = card
            self.led_on = ground
            s.say(LEADS, seat, card, ground, 0)
        else:
            self.followed = card
            self.followed_on = ground
            if colour(card) == colour(self.led):
                s.say(FOLLOWS, seat, card, ground, 0)
            else:
                s.voids |= bit(seat * COLOURS + colour(self.led))
                s.say(CANNOT_FOLLOW, seat, card, ground, colour(self.led))
        self.step += 1


@mypyc_attr(acyclic=True, free_list_len=1)
class Reveal(Frame):
    """Les cartes de valeurs 2 et 3 ont des capacités spéciales"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "seat", "ground", "place")

    seat: Seat
    ground: Ground
    place: i64

    def __init__(self) -> None:
        super().__init__()
        self.seat = NOBODY
        self.ground = NOBODY
        self.place = NOBODY

    def copy(self) -> Frame:
        f = Reveal()
        f.step = self.step
        f.seat = self.seat
        f.ground = self.ground
        f.place = self.place
        return f

    def go(self, s: Terres) -> Seats:
        if self.step == CHOOSE:  # « vous devez immédiatement choisir un jeton Griffure face cachée »
            hidden = hidden_on(s, self.ground)
            if count(hidden) > 1:
                return only(self.seat)
            self.place = lowest(hidden)
            self.step = TURN
        return BY_CHANCE  # « et le retourner face visible »

    def options(self, s: Terres, seat: Seat, out: Choices) -> None:
        if self.step == CHOOSE:
            out.some(REVEAL, hidden_on(s, self.ground))
        else:
            draw_claw(s, out)

    def take(self, s: Terres, seat: Seat, action: i64) -> None:
        if self.step == CHOOSE:
            self.place = action - REVEAL
            self.step = TURN
        else:
            turn_up(s, self.ground, self.place, action - CLAW)
            s.say(REVEALS, self.seat, self.ground, action - CLAW, self.place)
            s.pop()


@mypyc_attr(acyclic=True, free_list_len=1)
class Resolution(Frame):
    """RÉSOLUTION DU PLI"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "loser", "ground", "place", "claw")

    loser: Seat
    ground: Ground
    place: i64
    claw: i64

    def __init__(self) -> None:
        super().__init__()
        self.loser = NOBODY
        self.ground = NOBODY
        self.place = NOBODY
        self.claw = NOBODY

    def copy(self) -> Frame:
        f = Resolution()
        f.step = self.step
        f.loser = self.loser
        f.ground = self.ground
        f.place = self.place
        f.claw = self.claw
        return f

    def go(self, s: Terres) -> Seats:
        if self.step == CHOOSE:  # « Prenez un jeton Griffure disponible (face visible ou cachée) »
            claws = claws_on(s, self.ground)
            if count(claws) > 1 and may_take(s, self.loser):
                return only(self.loser)
            if claws == 0 or not may_take(s, self.loser):
                if claws == 0:
                    s.say(NO_CLAW_LEFT, self.loser, self.ground, 0, 0)
                s.pop()
                return GO_ON
            self.place = lowest(claws)
            self.step = TURN
        if self.step == TURN:
            self.claw = s.centre[self.ground * MOST_PLACES + self.place]
            if self.claw == FACE_DOWN:
                return BY_CHANCE
            s.say(TAKES, self.loser, self.ground, self.claw, self.place)
            self.step = PICK_UP
        if self.step == PICK_UP:
            lift_claw(s, self.ground * MOST_PLACES + self.place)
            self.step = SET_DOWN
        if self.step == SET_DOWN:  # « sur un emplacement en pointillés vide »
            free = free_slots(s, self.loser)
            if count(free) > 1:
                return only(self.loser)
            if free:
                put_claw(s, self.loser, lowest(free), self.claw)
            else:
                s.say(NO_SLOT_LEFT, self.loser, self.claw, 0, 0)
            self.step = MOON
        s.pop()
        if claws_on(s, self.ground) == 0:
            raise_moon(s, self.ground)
        return GO_ON

    def options(self, s: Terres, seat: Seat, out: Choices) -> None:
        if self.step == CHOOSE:
            out.some(TAKE, claws_on(s, self.ground))
        elif self.step == TURN:
            draw_claw(s, out)
        else:
            out.some(PLACE, free_slots(s, seat))

    def take(self, s: Terres, seat: Seat, action: i64) -> None:
        if self.step == CHOOSE:
            self.place = action - TAKE
            self.step = TURN
        elif self.step == TURN:
            self.claw = action - CLAW
            turn_up(s, self.ground, self.place, self.claw)
            s.say(TAKES_HIDDEN, self.loser, self.ground, self.claw, self.place)
            self.step = PICK_UP
        else:
            put_claw(s, seat, action - PLACE, self.claw)
            self.step = MOON


def is_light(s: Terres, at: i64) -> bool:
    """Whether this place in the middle is a light one: they come after the dark ones."""
    ground = at // MOST_PLACES
    place = at % MOST_PLACES - s.box.face_down[ground]
    return 0 <= place < s.box.face_up[ground]


def lead_first(s: Terres, seat: Seat) -> None:
    """The set-up is done; this seat is the active pack."""
    s.leader = seat
    s.say(GOES_FIRST, seat, 0, 0, 0)
    s.pop()
    s.push(Rounds())


def must_reveal(s: Terres, card: Card, ground: Ground) -> bool:
    """« Lorsque vous jouez un 3 ... (s'il en reste) »"""
    return value(card) == REVEALING_VALUE and hidden_on(s, ground) != 0


def reveal(seat: Seat, ground: Ground) -> Frame:
    """The paragraph on the 3, for this seat and territory."""
    f = Reveal()
    f.seat = seat
    f.ground = ground
    return f


def beats(card: Card, led: Card, trump_colour: i64) -> bool:
    """« Vous remportez le pli si » : whether the second card beats the one that was led."""
    if colour(card) == colour(led):
        if value(card) == LOWEST_VALUE and value(led) == HIGHEST_VALUE:
            return True
        if value(card) == HIGHEST_VALUE and value(led) == LOWEST_VALUE:
            return False
        return value(card) > value(led)
    return colour(card) == trump_colour


def resolution(s: Terres, winner: Seat, best: Card, lost: Card, lost_on: Ground) -> Frame:
    """« Si vous avez GAGNÉ le pli ... Si vous avez PERDU le pli ... » up to the loser's choice."""
    loser = 1 - winner
    s.leader = winner
    s.say(WINS, winner, best, lost, 0)
    s.up[loser * GROUNDS + lost_on] = without(s.up[loser * GROUNDS + lost_on], lost)
    s.lone[loser * GROUNDS + lost_on] |= bit(lost)
    s.say(TURNS_LONE, loser, lost, lost_on, 0)
    f = Resolution()
    f.loser = loser
    f.ground = lost_on
    return f


def may_take(s: Terres, seat: Seat) -> bool:
    """Whether a side without an empty slot takes a claw all the same (our ruling, an option)."""
    return s.opt.full_side == 0 or free_slots(s, seat) != 0


def draw_claw(s: Terres, out: Choices) -> None:
    """What a face-down claw can be: any of those that nobody has seen."""
    for claw in range(CLAWS):
        out.heavy(CLAW + claw, s.unseen[claw])


def turn_up(s: Terres, ground: Ground, place: i64, claw: i64) -> None:
    """A face-down claw shows what it is."""
    lay_claw(s, ground * MOST_PLACES + place, claw)
    s.unseen[claw] -= 1


def put_claw(s: Terres, side: Seat, slot: i64, claw: i64) -> None:
    """EFFETS DES JETONS GRIFFURE: lays a claw into a slot; two of the nine act at once."""
    fill_slot(s, side * MOST_SLOTS + slot, claw)
    touched = s.box.touches[side * MOST_SLOTS + slot]
    first = lowest(touched)
    if count(touched) > 1:
        s.say(PLACES_ON_BORDER, side, claw, first, lowest(without(touched, first)))
    else:
        s.say(PLACES, side, claw, first, slot)
    for ground in range(GROUNDS):
        if acts_on(s, side, slot, ground):
            if claw == LONE_WOLF:
                add_lone_wolf(s, side, ground)
            elif claw == TURN_TOKEN:
                s.tokens[ground] ^= 1
                s.say(TOKEN_TURNED, side, ground, token_value(s, ground), 0)


def add_lone_wolf(s: Terres, side: Seat, ground: Ground) -> None:
    """« Attention, il ne peut pas y avoir plus de 6 cartes dans un Territoire »"""
    if is_full(s, ground):
        s.say(NO_ROOM, side, ground, 0, 0)
    else:
        s.strays += bit((side * GROUNDS + ground) * STRAY_BITS)
        fill_up(s, ground)
        s.say(WOLF_JOINS, side, ground, 0, 0)


def raise_moon(s: Terres, ground: Ground) -> None:
    """ATOUTS: the first territory that empties gets the full moon, the second the red one."""
    if s.full_moon == NOBODY:
        s.full_moon = ground
        s.say(FULL_MOON, NOBODY, ground, ground, 0)
    elif s.red_moon == NOBODY:
        s.red_moon = ground
        s.say(RED_MOON, NOBODY, ground, ground, 0)


FRAMES: Final = (Setup, Rounds, Trick, Reveal, Resolution)
