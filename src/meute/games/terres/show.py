"""What the page draws for a seat, and the places that select an action."""

from functools import lru_cache
from typing import Final

from meute.core.numbers import NOBODY, has
from meute.core.reason import OTHER_QUESTION, Reason
from meute.games.terres.actions import PLACE, PLAY, REVEAL, TAKE, TOKEN
from meute.games.terres.names import CLAW_NAMES, COLOUR_NAMES, GROUND_NAMES, card_text
from meute.games.terres.notation import cards_in
from meute.games.terres.rules.trick import (
    OTHER_GROUND,
    OTHER_SIDE,
    REVEALS_ELSEWHERE,
    SET_DOWN,
    Resolution,
    Reveal,
    Trick,
    beats,
)
from meute.games.terres.scoring import conqueror, force
from meute.games.terres.show_types import GroundShown, HandShown, SideShown, SlotShown, TerresShown, TrickShown
from meute.games.terres.state import (
    CARDS,
    FACE_DOWN,
    GROUNDS,
    MOST_PLACES,
    MOST_SLOTS,
    SIDES,
    Terres,
    hand_size,
    is_void,
    strays,
    token_on,
    token_value,
    total_wolves,
    trump,
    value,
)

PLAYS: Final = [
    (f"card.{card_text(card)}", f"ground.{GROUND_NAMES[ground]}") for card in range(CARDS) for ground in range(GROUNDS)
]
"""Places that select each play, by action id: precomputed, because there are many plays."""


CACHE_SIZE: Final = 4096
"""Cached parts of the drawing: both seats share most of them, and a move changes few."""
Side = tuple[int, int, int, int, int]
"""Wolves face up, lone ones, lone ones out of the box, Force, and the part of it that the current trick adds."""


def claw_name(claw: int) -> str:
    """The name of a claw: "" for none, "hidden" face down."""
    return "" if claw == NOBODY else "hidden" if claw == FACE_DOWN else CLAW_NAMES[claw]


def show(s: Terres, seat: int) -> TerresShown:
    """The state as this seat sees it; `s` is already the seat's view."""
    trick, resolution = s.find(Trick), s.find(Resolution)
    return TerresShown(
        game="terres",
        trick=min(s.trick + (0 if resolution else 1), s.box.hand),
        tricks=s.box.hand,
        leader=s.leader,
        trump="" if trump(s) == NOBODY else COLOUR_NAMES[trump(s)],
        next_moon="full" if s.full_moon == NOBODY else "red" if s.red_moon == NOBODY else "",
        full_moon_points=s.box.full_moon,
        red_moon_points=s.box.red_moon,
        grounds=[show_ground(s, ground, trick) for ground in range(GROUNDS)],
        slots=[show_slots(s, side) for side in range(SIDES)],
        hands=[show_hand(s, side, trick) for side in range(SIDES)],
        now=show_trick(s, trick, resolution),
    )


def show_trick(s: Terres, trick: Trick | None, resolution: Resolution | None) -> TrickShown | None:
    """The cards led and followed, or the claw that was taken."""
    if trick is not None:
        return TrickShown(
            leader=s.leader,
            led="" if trick.led == NOBODY else card_text(trick.led),
            led_on="" if trick.led == NOBODY else GROUND_NAMES[trick.led_on],
            followed="" if trick.followed == NOBODY else card_text(trick.followed),
            followed_on="" if trick.followed == NOBODY else GROUND_NAMES[trick.followed_on],
            claw="",
        )
    if resolution is not None:
        return TrickShown(
            leader=s.leader, led="", led_on="", followed="", followed_on="", claw=claw_name(resolution.claw)
        )
    return None


def show_ground(s: Terres, ground: int, trick: Trick | None) -> GroundShown:
    first = ground * MOST_PLACES
    return build_ground(
        ground,
        0 if token_on(s, ground) == NOBODY else token_value(s, ground),
        tuple(s.centre[first : first + s.box.face_down[ground] + s.box.face_up[ground]]),
        total_wolves(s, ground),
        s.box.capacity[ground],
        "full" if s.full_moon == ground else "red" if s.red_moon == ground else "",
        conqueror(s, ground),
        side_numbers(s, 0, ground, trick),
        side_numbers(s, 1, ground, trick),
    )


def side_numbers(s: Terres, side: int, ground: int, trick: Trick | None) -> Side:
    """One side of a territory as numbers, the cache key of `build_ground`."""
    pile = side * GROUNDS + ground
    played = [] if trick is None else [trick.led, trick.followed]
    pending = sum(value(card) for card in played if card != NOBODY and has(s.up[pile], card))
    return s.up[pile], s.lone[pile], strays(s, pile), force(s, side, ground), pending


@lru_cache(CACHE_SIZE)
def build_ground(
    ground: int,
    token: int,
    centre: tuple[int, ...],
    cards: int,
    capacity: int,
    moon: str,
    leader: int,
    left: Side,
    right: Side,
) -> GroundShown:
    """One territory, built from its numbers."""
    return GroundShown(
        id=GROUND_NAMES[ground],
        colour=COLOUR_NAMES[ground],
        token=token,
        centre=[claw_name(claw) for claw in centre],
        cards=cards,
        capacity=capacity,
        moon=moon,
        leader=leader,
        sides=[build_side(*left), build_side(*right)],
    )


def build_side(up: int, lone: int, stray: int, force: int, pending: int) -> SideShown:
    """The wolves of one side at a territory."""
    return SideShown(cards=card_texts(up), lone=card_texts(lone), stray=stray, force=force, pending=pending)


def card_texts(cards: int) -> list[str]:
    """The notation of the cards of a mask."""
    return [card_text(card) for card in cards_in(cards)]


def show_slots(s: Terres, side: int) -> list[SlotShown]:
    """The dotted slots of a side."""
    first, last = side * MOST_SLOTS, side * MOST_SLOTS + s.box.slots[side]
    return build_slots(side, tuple(s.box.touches[first:last]), tuple(s.slots[first:last]))


@lru_cache(CACHE_SIZE)
def build_slots(side: int, touched: tuple[int, ...], claws: tuple[int, ...]) -> list[SlotShown]:
    """The dotted slots of a side, built from their numbers."""
    return [build_slot(side, n, touched[n], claws[n]) for n in range(len(claws))]


@lru_cache(CACHE_SIZE)
def build_slot(side: int, slot: int, touched: int, claw: int) -> SlotShown:
    """One dotted slot, built from its numbers."""
    return SlotShown(
        place=f"slot.{side}.{slot}",
        grounds=[GROUND_NAMES[ground] for ground in range(GROUNDS) if has(touched, ground)],
        claw=claw_name(claw),
    )


def show_hand(s: Terres, side: int, trick: Trick | None) -> HandShown:
    """A hand, and which of its cards would win the trick."""
    cards = cards_in(s.hands[side])
    follows = trick is not None and trick.led != NOBODY and trick.followed == NOBODY and side != s.leader
    wins = [card for card in cards if follows and trick is not None and beats(card, trick.led, trump(s))]
    return HandShown(
        cards=[card_text(card) for card in cards],
        wins=[card_text(card) for card in wins],
        held=hand_size(s, side),
        voids=[COLOUR_NAMES[suit] for suit in range(GROUNDS) if is_void(s, side, suit)],
    )


def targets(s: Terres, seat: int, action: int) -> tuple[str, ...]:
    """The places that select an action, in order."""
    if action < REVEAL:
        return PLAYS[action - PLAY]
    reveal, resolution = s.find(Reveal), s.find(Resolution)
    if action < TAKE:
        return () if reveal is None else (claw_place(reveal.ground, action - REVEAL),)
    if action < PLACE:
        return () if resolution is None else (claw_place(resolution.ground, action - TAKE),)
    if action < TOKEN:
        return (f"slot.{seat}.{action - PLACE}",)
    return ()


def claw_place(ground: int, place: int) -> str:
    """The id of a claw's place in the middle of a territory."""
    return f"claw.{GROUND_NAMES[ground]}.{place}"


def why_place(s: Terres, seat: int, place: str) -> Reason:
    """The reason why a claw of another territory, or a slot of the other side, cannot be selected."""
    resolution = s.find(Resolution)
    if place.startswith("claw.") and s.find(Reveal) is not None:
        return REVEALS_ELSEWHERE
    if resolution is not None and place.startswith("slot." if resolution.step == SET_DOWN else "claw."):
        return OTHER_SIDE if resolution.step == SET_DOWN else OTHER_GROUND
    return OTHER_QUESTION
