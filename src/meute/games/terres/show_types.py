"""Types of what the page draws."""

from typing import TypedDict


class SlotShown(TypedDict):
    """A dotted slot: the territories that it touches and its claw ("" if none)."""

    place: str
    grounds: list[str]
    claw: str


class SideShown(TypedDict):
    """One side of a territory: face-up cards, lone wolves, lone wolves out of the box (`stray`), and Force,
    of which `pending` is that of cards in the current trick."""

    cards: list[str]
    lone: list[str]
    stray: int
    force: int
    pending: int


class GroundShown(TypedDict):
    """A territory: victory token, claws in the middle, both sides; `leader` has more Force (-1 in a tie)."""

    id: str
    colour: str
    token: int
    centre: list[str]
    cards: int
    capacity: int
    moon: str
    leader: int
    sides: list[SideShown]


class TrickShown(TypedDict):
    """The current trick: cards led and followed ("" before), and the claw that was taken."""

    leader: int
    led: str
    led_on: str
    followed: str
    followed_on: str
    claw: str


class HandShown(TypedDict):
    """A hand: the cards that the seat sees, those of them that would win the trick, and colours shown to lack."""

    cards: list[str]
    wins: list[str]
    held: int
    voids: list[str]


class TerresShown(TypedDict):
    """Terres de Loups as one seat sees it."""

    game: str
    trick: int
    tricks: int
    leader: int
    trump: str
    next_moon: str
    full_moon_points: int
    red_moon_points: int
    grounds: list[GroundShown]
    slots: list[list[SlotShown]]
    hands: list[HandShown]
    now: TrickShown | None
