"""DEROULEMENT D'UNE PARTIE: thirteen tricks and what each brings."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.fields import below, maybe, steps
from meute.core.frame import Fields, Frame
from meute.core.numbers import NOBODY, bit, count, first_n, has, i64, lowest, without
from meute.core.phrase import Phrase, phrase
from meute.core.reason import Reason
from meute.core.seats import BY_CHANCE, GO_ON, Seat, Seats, only
from meute.core.tensor import PlaneWriter
from meute.games.terres import planes
from meute.games.terres.actions import CLAW, PLACE, PLAY, REVEAL, TAKE
from meute.games.terres.display_names import word
from meute.games.terres.events import (
    CANNOT_FOLLOW,
    CLAW_STAYS,
    ENDS,
    FOLLOWS,
    FULL_MOON,
    LEADS,
    NO_CLAW_LEFT,
    NO_ROOM,
    NO_SLOT_LEFT,
    PLACES,
    PLACES_ON_BORDER,
    RED_MOON,
    REVEALS,
    TAKES,
    TAKES_HIDDEN,
    TIE_BROKEN,
    TIE_STANDS,
    TOKEN_TURNED,
    TURNS_LONE,
    WINS,
    WOLF_JOINS,
)
from meute.games.terres.options import REMOVE
from meute.games.terres.scoring import all_lone_wolves, lead
from meute.games.terres.state import (
    CARDS,
    CLAWS,
    COLOURS,
    FACE_DOWN,
    GROUNDS,
    HELD_BITS,
    HIGHER,
    LED,
    LONE_WOLF,
    LOWEST,
    LOWEST_VALUE,
    MOST_PLACES,
    MOST_SLOTS,
    SIDES,
    STRAY_BITS,
    TRUMP,
    TURN_TOKEN,
    Card,
    Ground,
    Terres,
    acts_on,
    claw_places,
    colour,
    fill_slot,
    free_slots,
    hand_size,
    hidden_claw_places,
    is_full,
    lay_claw,
    lay_token,
    lift_claw,
    mark_if_full,
    of_colour,
    token_on,
    token_value,
    trump,
    value,
)

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

NOT_IN_HAND: Final = Reason("why.not_in_hand", "JOUER UN PLI")
MUST_FOLLOW: Final = Reason("terres.why.must_follow", "JOUER UN PLI")
GROUND_FULL: Final = Reason("terres.why.full", "JOUER UN PLI")
NOT_FACE_DOWN: Final = Reason("terres.why.not_face_down", "JOUER UN PLI")
REVEALS_ELSEWHERE: Final = Reason("terres.why.reveals_elsewhere", "JOUER UN PLI")
NO_CLAW_THERE: Final = Reason("terres.why.no_claw", "RÉSOLUTION DU PLI")
OTHER_GROUND: Final = Reason("terres.why.other_ground", "RÉSOLUTION DU PLI")
SLOT_TAKEN: Final = Reason("terres.why.slot_taken", "RÉSOLUTION DU PLI")
OTHER_SIDE: Final = Reason("terres.why.other_side", "RÉSOLUTION DU PLI")


@mypyc_attr(acyclic=True, free_list_len=1)
class Rounds(Frame):
    """DEROULEMENT D'UNE PARTIE"""

    FIELDS: ClassVar[Fields] = {}

    def copy(self) -> Frame:
        return Rounds()

    def invalid_field(self, s: Terres) -> str:
        return "tokens" if any(token_on(s, ground) == NOBODY for ground in range(GROUNDS)) else ""

    def advance(self, s: Terres) -> Seats:
        if hand_size(s, 0) > 0 and hand_size(s, 1) > 0:  # « se joue en 13 tours, donc 13 plis »
            s.push(Trick())
            return GO_ON
        s.pop()  # « La partie prend fin quand toutes les cartes ont été jouées »
        s.say(ENDS)
        if s.event_log is not None:
            tell_tie(s)
        return GO_ON


@mypyc_attr(acyclic=True, free_list_len=1)
class Trick(Frame):
    """JOUER UN PLI"""

    FIELDS: ClassVar[Fields] = {
        "step": steps(
            {
                LEAD: "lead",
                LEAD_REVEALS: "lead_reveals",
                FOLLOW: "follow",
                FOLLOW_REVEALS: "follow_reveals",
                RESOLVE: "resolve",
            }
        ),
        "led": maybe(CARDS),
        "led_on": maybe(GROUNDS),
        "followed": maybe(CARDS),
        "followed_on": maybe(GROUNDS),
    }
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Rounds",)

    led: Card = NOBODY
    led_on: Ground = NOBODY
    followed: Card = NOBODY
    followed_on: Ground = NOBODY

    def copy(self) -> Frame:
        f = Trick()
        f.led = self.led
        f.led_on = self.led_on
        f.followed = self.followed
        f.followed_on = self.followed_on
        return f

    def write_planes(self, s: Terres, out: PlaneWriter) -> None:
        out.one_hot(planes.LED, self.led)
        out.one_hot(planes.LED_ON, self.led_on)
        out.one_hot(planes.FOLLOWED, self.followed)
        out.one_hot(planes.FOLLOWED_ON, self.followed_on)

    def invalid_field(self, s: Terres) -> str:
        if (self.step > LEAD) != is_played(s, s.leader, self.led, self.led_on):
            return "led"
        if (self.step > FOLLOW) != is_played(s, 1 - s.leader, self.followed, self.followed_on):
            return "followed"
        return ""

    def advance(self, s: Terres) -> Seats:
        if self.step == LEAD:  # « joue une carte Loup de son choix »
            return only(s.leader)
        if self.step == LEAD_REVEALS:  # « Lorsque vous jouez un 3, que vous ayez la main ou non »
            self.step = FOLLOW
            if must_reveal(s, self.led, self.led_on):
                s.push(Reveal(s.leader, self.led_on))
                return GO_ON
        if self.step == FOLLOW:  # « Votre adversaire doit jouer une carte de la même couleur, si possible »
            return only(1 - s.leader)
        if self.step == FOLLOW_REVEALS:
            self.step = RESOLVE
            if must_reveal(s, self.followed, self.followed_on):
                s.push(Reveal(1 - s.leader, self.followed_on))
                return GO_ON
        s.pop()  # « Une fois que les deux meutes ont joué leur carte, le pli est résolu »
        s.trick += 1
        if beats(self.followed, self.led, trump(s)):
            decide(s, 1 - s.leader, self.followed, self.led, self.led_on)
        else:
            decide(s, s.leader, self.led, self.followed, self.followed_on)
        return GO_ON

    def legal_actions(self, s: Terres, seat: Seat, out: Choices) -> None:
        hand = s.hands[seat]
        if self.must_follow(s, seat):
            hand = of_colour(hand, colour(self.led))
        out.add_pairs(PLAY, hand, GROUNDS, first_n(GROUNDS) & ~s.full)

    def must_follow(self, s: Terres, seat: Seat) -> bool:
        """Whether the seat has the colour that is asked."""
        return self.step == FOLLOW and of_colour(s.hands[seat], colour(self.led)) != 0

    def prompt(self, s: Terres, seat: Seat) -> Phrase:
        if self.step == LEAD:
            return phrase("terres.prompt.lead")
        key = "terres.prompt.follow" if self.must_follow(s, seat) else "terres.prompt.free"
        return phrase(key, colour=word("colour", colour(self.led)))

    def refusal(self, s: Terres, seat: Seat, action: i64) -> Reason:
        card = (action - PLAY) // GROUNDS
        if not has(s.hands[seat], card):
            return NOT_IN_HAND
        if self.must_follow(s, seat) and colour(card) != colour(self.led):
            return MUST_FOLLOW
        assert is_full(s, (action - PLAY) % GROUNDS)
        return GROUND_FULL

    def apply(self, s: Terres, seat: Seat, action: i64) -> None:
        card = (action - PLAY) // GROUNDS
        ground = (action - PLAY) % GROUNDS
        s.hands[seat] = without(s.hands[seat], card)
        s.held -= bit(seat * HELD_BITS)
        s.up[seat * GROUNDS + ground] |= bit(card)
        mark_if_full(s, ground)
        if self.step == LEAD:
            self.led = card
            self.led_on = ground
            s.say(LEADS, seat, card, ground)
        else:
            self.followed = card
            self.followed_on = ground
            if colour(card) == colour(self.led):
                s.say(FOLLOWS, seat, card, ground)
            else:
                s.voids |= bit(seat * COLOURS + colour(self.led))
                s.say(CANNOT_FOLLOW, seat, card, ground, colour(self.led))
        self.step += 1


@mypyc_attr(acyclic=True, free_list_len=1)
class Reveal(Frame):
    """Les cartes de valeurs 2 et 3 ont des capacités spéciales"""

    FIELDS: ClassVar[Fields] = {
        "step": steps({CHOOSE: "choose", TURN: "turn"}),
        "seat": below(SIDES),
        "ground": below(GROUNDS),
        "place": maybe(MOST_PLACES),
    }
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Trick.follow", "Trick.resolve")

    def __init__(self, seat: Seat = NOBODY, ground: Ground = NOBODY, place: i64 = NOBODY) -> None:
        self.seat = seat
        self.ground = ground
        self.place = place

    def copy(self) -> Frame:
        return Reveal(self.seat, self.ground, self.place)

    def write_planes(self, s: Terres, out: PlaneWriter) -> None:
        planes.write_claw_choice(out, self.seat, self.ground, self.place)

    def invalid_field(self, s: Terres) -> str:
        if hidden_claw_places(s, self.ground) == 0:
            return "ground"
        if self.step == TURN and (self.place == NOBODY or not has(hidden_claw_places(s, self.ground), self.place)):
            return "place"
        return ""

    def advance(self, s: Terres) -> Seats:
        if self.step == CHOOSE:  # « vous devez immédiatement choisir un jeton Griffure face cachée »
            hidden = hidden_claw_places(s, self.ground)
            if count(hidden) > 1:
                return only(self.seat)
            self.place = lowest(hidden)
            self.step = TURN
        return BY_CHANCE  # « et le retourner face visible »

    def legal_actions(self, s: Terres, seat: Seat, out: Choices) -> None:
        if self.step == CHOOSE:
            out.add_set(REVEAL, hidden_claw_places(s, self.ground))
        else:
            draw_claw(s, out)

    def prompt(self, s: Terres, seat: Seat) -> Phrase:
        return phrase("terres.prompt.reveal", ground=word("ground", self.ground))

    def refusal(self, s: Terres, seat: Seat, action: i64) -> Reason:
        return NOT_FACE_DOWN

    def apply(self, s: Terres, seat: Seat, action: i64) -> None:
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

    FIELDS: ClassVar[Fields] = {
        "step": steps({CHOOSE: "choose", TURN: "turn", PICK_UP: "pick_up", SET_DOWN: "set_down", MOON: "moon"}),
        "loser": below(SIDES),
        "ground": below(GROUNDS),
        "place": maybe(MOST_PLACES),
        "claw": maybe(FACE_DOWN + 1),
    }
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Rounds",)

    def __init__(self, loser: Seat = NOBODY, ground: Ground = NOBODY, place: i64 = NOBODY, claw: i64 = NOBODY) -> None:
        self.loser = loser
        self.ground = ground
        self.place = place
        self.claw = claw

    def copy(self) -> Frame:
        return Resolution(self.loser, self.ground, self.place, self.claw)

    def write_planes(self, s: Terres, out: PlaneWriter) -> None:
        planes.write_claw_choice(out, self.loser, self.ground, self.place)
        out.one_hot(planes.CLAW, self.claw)

    def invalid_field(self, s: Terres) -> str:
        lies_there = self.place != NOBODY and has(claw_places(s, self.ground), self.place)
        if self.step != CHOOSE and lies_there != (self.step < SET_DOWN):
            return "place"
        if self.step > TURN and not 0 <= self.claw < CLAWS:
            return "claw"
        return ""

    def advance(self, s: Terres) -> Seats:
        if self.step == CHOOSE:  # « Prenez un jeton Griffure disponible (face visible ou cachée) »
            claws = claw_places(s, self.ground)
            if count(claws) > 1 and may_take(s, self.loser):
                return only(self.loser)
            if claws == 0 or not may_take(s, self.loser):
                s.say(CLAW_STAYS if claws else NO_CLAW_LEFT, self.loser, self.ground)
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
                s.say(NO_SLOT_LEFT, self.loser, self.claw)
            self.step = MOON
        s.pop()
        if claw_places(s, self.ground) == 0:
            raise_moon(s, self.ground)
        return GO_ON

    def legal_actions(self, s: Terres, seat: Seat, out: Choices) -> None:
        if self.step == CHOOSE:
            out.add_set(TAKE, claw_places(s, self.ground))
        elif self.step == TURN:
            draw_claw(s, out)
        else:
            out.add_set(PLACE, free_slots(s, seat))

    def prompt(self, s: Terres, seat: Seat) -> Phrase:
        if self.step == SET_DOWN:
            return phrase("terres.prompt.place", claw=word("claw", self.claw))
        return phrase("terres.prompt.take", ground=word("ground", self.ground))

    def refusal(self, s: Terres, seat: Seat, action: i64) -> Reason:
        return SLOT_TAKEN if self.step == SET_DOWN else NO_CLAW_THERE

    def apply(self, s: Terres, seat: Seat, action: i64) -> None:
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


def is_played(s: Terres, side: i64, card: Card, ground: Ground) -> bool:
    """Whether a card of the trick lies where its side has played it."""
    return card != NOBODY and ground != NOBODY and has(s.up[side * GROUNDS + ground], card)


def must_reveal(s: Terres, card: Card, ground: Ground) -> bool:
    """« Lorsque vous jouez un 3 ... (s'il en reste) »"""
    return value(card) == REVEALING_VALUE and hidden_claw_places(s, ground) != 0


def beats(card: Card, led: Card, trump_colour: i64) -> bool:
    """« Vous remportez le pli si » : whether the second card beats the one that was led."""
    if colour(card) == colour(led):
        if value(card) == LOWEST_VALUE and value(led) == HIGHEST_VALUE:
            return True
        if value(card) == HIGHEST_VALUE and value(led) == LOWEST_VALUE:
            return False
        return value(card) > value(led)
    return colour(card) == trump_colour


def why_it_wins(best: Card, lost: Card, leads: bool) -> i64:
    """Why the better card of a trick wins; `leads`: it was led."""
    if colour(best) == colour(lost):
        return HIGHER if value(best) > value(lost) else LOWEST
    return LED if leads else TRUMP


def decide(s: Terres, winner: Seat, best: Card, lost: Card, lost_on: Ground) -> None:
    """« Si vous avez GAGNÉ le pli ... Si vous avez PERDU le pli ... » up to the loser's choice."""
    loser = 1 - winner
    s.say(WINS, winner, best, lost, why_it_wins(best, lost, winner == s.leader))
    s.leader = winner
    s.up[loser * GROUNDS + lost_on] = without(s.up[loser * GROUNDS + lost_on], lost)
    s.lone[loser * GROUNDS + lost_on] |= bit(lost)
    s.say(TURNS_LONE, loser, lost, lost_on)
    s.push(Resolution(loser, lost_on))


def may_take(s: Terres, seat: Seat) -> bool:
    """Whether a side without an empty slot takes a claw all the same (our ruling, an option)."""
    return s.opt.full_side == REMOVE or free_slots(s, seat) != 0


def draw_claw(s: Terres, out: Choices) -> None:
    """What a face-down claw can be: any kind among the unseen claws."""
    for claw in range(CLAWS):
        out.add_weighted(CLAW + claw, s.unseen[claw])


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
                lay_token(s, ground, token_on(s, ground) ^ 1)
                s.say(TOKEN_TURNED, side, ground, token_value(s, ground))


def add_lone_wolf(s: Terres, side: Seat, ground: Ground) -> None:
    """« Attention, il ne peut pas y avoir plus de 6 cartes dans un Territoire »"""
    if is_full(s, ground):
        s.say(NO_ROOM, side, ground)
    else:
        s.strays += bit((side * GROUNDS + ground) * STRAY_BITS)
        mark_if_full(s, ground)
        s.say(WOLF_JOINS, side, ground)


def raise_moon(s: Terres, ground: Ground) -> None:
    """ATOUTS: the first territory that empties gets the full moon, the second the red one."""
    if s.full_moon == NOBODY:
        s.full_moon = ground
        s.say(FULL_MOON, NOBODY, ground, ground)
    elif s.red_moon == NOBODY:
        s.red_moon = ground
        s.say(RED_MOON, NOBODY, ground, ground)


def tell_tie(s: Terres) -> None:
    """« En cas d'égalité, celui ou celle qui a le plus de cartes Loup solitaire gagne »"""
    if lead(s) != 0:
        return
    ours = all_lone_wolves(s, 0)
    theirs = all_lone_wolves(s, 1)
    if ours == theirs:
        s.say(TIE_STANDS, NOBODY, ours)
    elif ours > theirs:
        s.say(TIE_BROKEN, 0, ours, theirs)
    else:
        s.say(TIE_BROKEN, 1, theirs, ours)
