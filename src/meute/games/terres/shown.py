"""The shape of what the page draws."""

from typing import TypedDict


class SlotShown(TypedDict):
    """A dotted slot: the territories it touches and the claw in it ("" if none)."""

    place: str
    grounds: list[str]
    claw: str


class SideShown(TypedDict):
    """One side of a territory."""

    cards: list[str]
    lone: list[str]
    stray: int
    force: int


class GroundShown(TypedDict):
    """A territory: what lies in its middle and on both sides."""

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
    """The trick on the table."""

    leader: int
    led: str
    led_on: str
    followed: str
    followed_on: str
    claw: str


class HandShown(TypedDict):
    """A hand: its cards as far as they are seen, and for each card whether it would win the trick now."""

    cards: list[str]
    wins: list[str]
    held: int
    voids: list[str]


class TerresShown(TypedDict):
    """The table of Terres de Loups as one seat sees it."""

    game: str
    trick: int
    tricks: int
    leader: int
    trump: str
    full_moon_points: int
    red_moon_points: int
    grounds: list[GroundShown]
    slots: list[list[SlotShown]]
    hands: list[HandShown]
    now: TrickShown | None
