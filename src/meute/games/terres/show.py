"""What the page draws: the table by names, and the places that light up."""

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
from meute.games.terres.shown import GroundShown, HandShown, SideShown, SlotShown, TerresShown, TrickShown
from meute.games.terres.state import (
    CARDS,
    FACE_DOWN,
    GROUNDS,
    MOST_PLACES,
    MOST_SLOTS,
    SIDES,
    Terres,
    held,
    is_void,
    strays,
    token_on,
    token_value,
    trump,
    wolves_on,
)

PLAYS: Final = [
    (f"card.{card_text(card)}", f"ground.{GROUND_NAMES[ground]}") for card in range(CARDS) for ground in range(GROUNDS)
]
"""The places of each card played on each territory: many choices, asked for again and again."""


MOST_PARTS: Final = 4096
"""Parts of tables that are remembered: both seats see most of them alike, and a move changes few."""
Side = tuple[int, int, int, int]
"""Wolves face up, lone ones, lone ones out of the box, and Force."""


def claw_name(claw: int) -> str:
    """The claw by name: "" for none, "hidden" face down."""
    return "" if claw == NOBODY else "hidden" if claw == FACE_DOWN else CLAW_NAMES[claw]


def show(s: Terres, seat: int) -> TerresShown:
    """The table as this seat sees it; `s` is already that seat's view."""
    trick, resolution = s.find(Trick), s.find(Resolution)
    return TerresShown(
        game="terres",
        trick=min(s.trick + (0 if resolution else 1), s.box.hand),
        tricks=s.box.hand,
        leader=s.leader,
        trump="" if trump(s) == NOBODY else COLOUR_NAMES[trump(s)],
        full_moon_points=s.box.full_moon,
        red_moon_points=s.box.red_moon,
        grounds=[show_ground(s, ground) for ground in range(GROUNDS)],
        slots=[show_slots(s, side) for side in range(SIDES)],
        hands=[show_hand(s, side, trick) for side in range(SIDES)],
        now=show_trick(s, trick, resolution),
    )


def show_trick(s: Terres, trick: Trick | None, resolution: Resolution | None) -> TrickShown | None:
    """The cards led and followed, and the claw in hand."""
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


def show_ground(s: Terres, ground: int) -> GroundShown:
    """One territory."""
    first = ground * MOST_PLACES
    return ground_shown(
        ground,
        0 if token_on(s, ground) == NOBODY else token_value(s, ground),
        tuple(s.centre[first : first + s.box.face_down[ground] + s.box.face_up[ground]]),
        wolves_on(s, ground),
        s.box.capacity[ground],
        "full" if s.full_moon == ground else "red" if s.red_moon == ground else "",
        conqueror(s, ground),
        side_of(s, 0, ground),
        side_of(s, 1, ground),
    )


def side_of(s: Terres, side: int, ground: int) -> Side:
    """One side of a territory, in numbers."""
    pile = side * GROUNDS + ground
    return s.up[pile], s.lone[pile], strays(s, pile), force(s, side, ground)


@lru_cache(MOST_PARTS)
def ground_shown(
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
    """The same, by names."""
    return GroundShown(
        id=GROUND_NAMES[ground],
        colour=COLOUR_NAMES[ground],
        token=token,
        centre=[claw_name(claw) for claw in centre],
        cards=cards,
        capacity=capacity,
        moon=moon,
        leader=leader,
        sides=[side_shown(*left), side_shown(*right)],
    )


def side_shown(up: int, lone: int, stray: int, force: int) -> SideShown:
    """The wolves of one side at a territory."""
    return SideShown(cards=card_texts(up), lone=card_texts(lone), stray=stray, force=force)


def card_texts(cards: int) -> list[str]:
    """A set of cards, by names."""
    return [card_text(card) for card in cards_in(cards)]


def show_slots(s: Terres, side: int) -> list[SlotShown]:
    """The dotted slots of a side."""
    first, last = side * MOST_SLOTS, side * MOST_SLOTS + s.box.slots[side]
    return slots_shown(side, tuple(s.box.touches[first:last]), tuple(s.slots[first:last]))


@lru_cache(MOST_PARTS)
def slots_shown(side: int, touched: tuple[int, ...], claws: tuple[int, ...]) -> list[SlotShown]:
    """The same, by names."""
    return [slot_shown(side, n, touched[n], claws[n]) for n in range(len(claws))]


@lru_cache(MOST_PARTS)
def slot_shown(side: int, slot: int, touched: int, claw: int) -> SlotShown:
    """A dotted slot, and what it touches."""
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
        held=held(s, side),
        voids=[COLOUR_NAMES[suit] for suit in range(GROUNDS) if is_void(s, side, suit)],
    )


def lit(s: Terres, seat: int, action: int) -> tuple[str, ...]:
    """The places that an action is chosen by."""
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
    """A place in the middle of a territory."""
    return f"claw.{GROUND_NAMES[ground]}.{place}"


def why_place(s: Terres, seat: int, place: str) -> Reason:
    """Why a claw of another territory, or a slot of the other side, cannot be chosen."""
    resolution = s.find(Resolution)
    if place.startswith("claw.") and s.find(Reveal) is not None:
        return REVEALS_ELSEWHERE
    if resolution is not None and place.startswith("slot." if resolution.step == SET_DOWN else "claw."):
        return OTHER_SIDE if resolution.step == SET_DOWN else OTHER_GROUND
    return OTHER_QUESTION
