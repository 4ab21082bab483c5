"""Features of a seat for the value function; public, except the viewer's own hand."""

from typing import Final

from meute.ai.evaluator import THOUSAND, Evaluator
from meute.core.numbers import count, filled, i64, vec, write
from meute.core.seats import Seat
from meute.games.wildlife.ai.evaluation import standings_of
from meute.games.wildlife.names import LEVEL_NAMES, OTHER_CARDS
from meute.games.wildlife.scoring import first_colony, forecast
from meute.games.wildlife.state import (
    ABILITIES,
    ATTACK,
    KINDS,
    MARKERS,
    MOVE,
    REPRODUCE,
    TERRAINS,
    TERRITORIES,
    Cards,
    Wildlife,
    abilities_of,
    card_count,
    cards_of,
    free_cells,
    left_of,
    level,
    markers_used,
    pieces_in,
    pieces_of,
)

FEATURE_NAMES: Final = (
    "standing",
    "points",
    "scoring",
    "food",
    "stock",
    "pieces",
    "colonies",
    "largest",
    "territories",
    "leads",
    "soon",
    "later",
    "can_move",
    "can_reproduce",
    "can_attack",
    "room",
    "prey",
    "food_ability",
    "intelligence",
    "mobility",
    "defence",
    "attack",
    "due",
    *(f"held_{name}" for name in (*LEVEL_NAMES, *OTHER_CARDS)),
)


HAND_FEATURES: Final = len(LEVEL_NAMES) + len(OTHER_CARDS)


def features(e: Evaluator, s: Wildlife, viewer: Seat, out: vec[i64]) -> i64:
    """Writes the features of every seat, with the hand of `viewer` only; returns the stage of the game, in
    thousandths."""
    at: i64 = 0
    totals = forecast(s)
    standings = standings_of(e, s, totals)
    waits = filled(s.seats, 0)
    """Number of turns before each seat's own turn."""
    seat = s.active if s.active >= 0 else 0
    for turns in range(s.seats):
        waits[seat] = turns
        seat = left_of(s, seat)
    for seat in range(s.seats):
        at = write(out, at, standings[seat])
        at = write(out, at, s.score[seat])
        at = write(out, at, totals[seat])
        at = write(out, at, s.food[seat])
        at = write(out, at, s.stock[seat])
        at = write(out, at, pieces_of(s, seat))
        at = write_colonies(s, seat, out, at)
        at = write_territories(s, seat, out, at)
        at = write(out, at, 1 if waits[seat] == 0 else 0)
        at = write(out, at, 1 if s.played + waits[seat] <= s.seats else 0)
        at = write_terrains(s, seat, out, at)
        for ability in range(ABILITIES):
            at = write(out, at, abilities_of(s, seat, ability))
        at = write(out, at, totals[seat] if s.due else 0)
        at = write_hand(s, seat, s.hands[seat] if seat == viewer else 0, out, at)
    return stage(s)


def write_hand(s: Wildlife, seat: Seat, hand: Cards, out: vec[i64], at: i64) -> i64:
    """Writes the hand minus an average hand of the same size: terrain cards by level, other cards by kind."""
    for k in range(at, at + HAND_FEATURES):
        out[k] = 0
    held = card_count(hand)
    if held:
        every = card_count(s.box.deck)
        for kind in range(KINDS):
            more = cards_of(hand, kind) * every - held * cards_of(s.box.deck, kind)
            out[at + (level(s, seat, kind) if kind < TERRAINS else ATTACK + 1 + kind - TERRAINS)] += more
    return at + HAND_FEATURES


def stage(s: Wildlife) -> i64:
    """The stage of the game in thousandths: pieces used of the smallest stock, or markers used if that is more."""
    least = s.stock[0]
    for seat in range(s.seats):
        if s.stock[seat] < least:
            least = s.stock[seat]
    gone: i64 = THOUSAND - THOUSAND * least // s.box.pieces
    marked: i64 = THOUSAND * markers_used(s) // MARKERS
    return marked if s.seats > 2 and marked > gone else gone


def write_colonies(s: Wildlife, seat: Seat, out: vec[i64], at: i64) -> i64:
    """Writes the number of colonies and the size of the largest."""
    north = s.north[seat]
    south = s.south[seat]
    many: i64 = 0
    largest: i64 = 0
    while north | south:
        part_north, part_south = first_colony(north, south)
        north &= ~part_north
        south &= ~part_south
        size = count(part_north) + count(part_south)
        many += 1
        largest = size if size > largest else largest
    return write(out, write(out, at, many), largest)


def write_territories(s: Wildlife, seat: Seat, out: vec[i64], at: i64) -> i64:
    """Writes the number of territories with a piece of the seat, and of those where it leads alone."""
    there: i64 = 0
    leads: i64 = 0
    for territory in range(TERRITORIES):
        own = pieces_in(s, seat, territory)
        if own == 0:
            continue
        there += 1
        most: i64 = 0
        for other in range(s.seats):
            if other != seat:
                theirs = pieces_in(s, other, territory)
                most = theirs if theirs > most else most
        if own > most:
            leads += 1
    return write(out, write(out, at, there), leads)


def write_terrains(s: Wildlife, seat: Seat, out: vec[i64], at: i64) -> i64:
    """Writes the number of terrains per level, the free cells to reproduce on and the pieces to attack."""
    levels = filled(ATTACK + 1, 0)
    room: i64 = 0
    prey: i64 = 0
    for terrain in range(TERRAINS):
        reached = level(s, seat, terrain)
        levels[reached] += 1
        if reached < REPRODUCE:
            continue
        for territory in range(2 * terrain, 2 * terrain + 2):
            north, south = free_cells(s, s.box.north[territory], s.box.south[territory])
            room += count(north) + count(south)
            if reached == ATTACK:
                for other in range(s.seats):
                    if other != seat:
                        prey += pieces_in(s, other, territory)
    for reached in range(MOVE, ATTACK + 1):
        at = write(out, at, levels[reached])
    return write(out, write(out, at, room), prey)
