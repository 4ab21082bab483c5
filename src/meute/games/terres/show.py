"""What the page draws: the table by names, and the places that light up."""

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
    token_value,
    trump,
    wolves_on,
)

PLAYS: Final = [
    (f"card.{card_text(card)}", f"ground.{GROUND_NAMES[ground]}") for card in range(CARDS) for ground in range(GROUNDS)
]
"""The places of each card played on each territory: many choices, asked for again and again."""


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
        slots=[[show_slot(s, side, slot) for slot in range(s.box.slots[side])] for side in range(SIDES)],
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
    places = s.box.face_down[ground] + s.box.face_up[ground]
    return GroundShown(
        id=GROUND_NAMES[ground],
        colour=COLOUR_NAMES[ground],
        token=0 if s.tokens[ground] == NOBODY else token_value(s, ground),
        centre=[claw_name(s.centre[ground * MOST_PLACES + place]) for place in range(places)],
        cards=wolves_on(s, ground),
        capacity=s.box.capacity[ground],
        moon="full" if s.full_moon == ground else "red" if s.red_moon == ground else "",
        leader=conqueror(s, ground),
        sides=[show_side(s, side, ground) for side in range(SIDES)],
    )


def show_side(s: Terres, side: int, ground: int) -> SideShown:
    """The wolves of one side at a territory."""
    pile = side * GROUNDS + ground
    return SideShown(
        cards=[card_text(card) for card in cards_in(s.up[pile])],
        lone=[card_text(card) for card in cards_in(s.lone[pile])],
        stray=strays(s, pile),
        force=force(s, side, ground),
    )


def show_slot(s: Terres, side: int, slot: int) -> SlotShown:
    """A dotted slot."""
    touched = s.box.touches[side * MOST_SLOTS + slot]
    return SlotShown(
        place=f"slot.{side}.{slot}",
        grounds=[GROUND_NAMES[ground] for ground in range(GROUNDS) if has(touched, ground)],
        claw=claw_name(s.slots[side * MOST_SLOTS + slot]),
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
