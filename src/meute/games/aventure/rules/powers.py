"""Histoires palpitantes: what each Power does at once, or asks first."""

from meute.core.numbers import NOBODY, Mask, bit, i64
from meute.core.seats import Seat, only
from meute.games.aventure.events import DIVERTS, LOOKS_AT_MARKET, SCORES_BONUS, USES
from meute.games.aventure.rules.choosing import Barter, Choice, Marker, Move, Rummage, Swap
from meute.games.aventure.rules.deck import Replace, slip_under
from meute.games.aventure.rules.targets import (
    BARTER,
    BETWEEN_LINES,
    BLANK_PAGE,
    DIVERSION,
    FINISHING_TOUCH,
    MOVING_HOUSE,
    NEW_DESIGNS,
    RUMMAGE,
    THE_SWAP,
    lays_marker,
    next_opponent,
)
from meute.games.aventure.state import Aventure, back_of


def spend(s: Aventure, seat: Seat, power: i64) -> None:
    """A used Power is covered by a marker."""
    for dealt in range(len(s.powers)):
        if s.powers[dealt] == power:
            s.spent[dealt] |= only(seat)
    s.say(USES, seat, power)


def begin_power(s: Aventure, power: i64) -> None:
    """Does what the Power says, or asks what it needs."""
    seat = s.mover
    if power == BETWEEN_LINES:
        look_behind(s, seat)
    elif power == BLANK_PAGE:
        refresh(s, 0, s.stories)
    elif power == NEW_DESIGNS:
        refresh(s, s.stories, len(s.market))
    elif power == FINISHING_TOUCH:
        s.bonus[seat] += s.box.touch
        s.say(SCORES_BONUS, seat, s.box.touch)
    elif power == DIVERSION:
        s.diverted = next_opponent(s, seat)
        s.say(DIVERTS, seat, s.diverted)
    elif power == RUMMAGE:
        s.push(Rummage())
    elif power == THE_SWAP:
        s.push(Swap())
    elif power == MOVING_HOUSE:
        s.push(Move())
    elif power == BARTER:
        s.push(Barter())
    elif lays_marker(power):
        s.push(Marker(power))
    else:
        s.push(Choice(power))


def look_behind(s: Aventure, seat: Seat) -> None:
    """« Regardez les Objectifs au dos des Histoires du marché »"""
    for place in range(s.stories):
        if s.market[place] != NOBODY:
            s.looked[place] |= only(seat)
            s.whisper(LOOKS_AT_MARKET, seat, s.market[place], secret=back_of(s, s.market[place]))


def refresh(s: Aventure, low: i64, high: i64) -> None:
    """« Glissez ... sous la pioche et remplacez-les »"""
    places: Mask = 0
    for place in range(low, high):
        if s.market[place] != NOBODY:
            slip_under(s, place)
            places |= bit(place)
    s.push(Replace(places))
