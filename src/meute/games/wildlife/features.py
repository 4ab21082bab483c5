"""What a seat's chances are told by, where they are learned: numbers that lie open to all, for each seat alike."""

from typing import Final

from meute.core.game import THOUSAND
from meute.core.numbers import count, filled, i64, vec, write
from meute.core.seats import Seat
from meute.games.wildlife.judgement import standings_of
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
    cards_of,
    free_cells,
    how_many,
    left_of,
    level,
    markers_used,
    pieces_in,
    pieces_of,
)

TERMS: Final = (
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


HAND_TERMS: Final = len(LEVEL_NAMES) + len(OTHER_CARDS)


def tell(s: Wildlife, viewer: Seat, out: vec[i64]) -> i64:
    """Writes the terms of each seat, in their order, with the cards of the one who looks; how far the game has come,
    in thousandths."""
    at: i64 = 0
    totals = forecast(s)
    standings = standings_of(s, totals)
    waits = filled(s.seats, 0)
    """After how many turns of others it is a seat's own."""
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
        at = tell_colonies(s, seat, out, at)
        at = tell_territories(s, seat, out, at)
        at = write(out, at, 1 if waits[seat] == 0 else 0)
        at = write(out, at, 1 if s.played + waits[seat] <= s.seats else 0)
        at = tell_terrains(s, seat, out, at)
        for ability in range(ABILITIES):
            at = write(out, at, abilities_of(s, seat, ability))
        at = write(out, at, totals[seat] if s.due else 0)
        at = tell_hand(s, seat, s.hands[seat] if seat == viewer else 0, out, at)
    return stage(s)


def tell_hand(s: Wildlife, seat: Seat, hand: Cards, out: vec[i64], at: i64) -> i64:
    """Cards by what they are good for, beside as many average ones: terrains by the level there, and the others."""
    for k in range(at, at + HAND_TERMS):
        out[k] = 0
    held = how_many(hand)
    if held:
        every = how_many(s.box.deck)
        for kind in range(KINDS):
            more = cards_of(hand, kind) * every - held * cards_of(s.box.deck, kind)
            out[at + (level(s, seat, kind) if kind < TERRAINS else ATTACK + 1 + kind - TERRAINS)] += more
    return at + HAND_TERMS


def stage(s: Wildlife) -> i64:
    """How near the end is, by the smallest stock; where the last marker ends the game, by that as well."""
    least = s.stock[0]
    for seat in range(s.seats):
        if s.stock[seat] < least:
            least = s.stock[seat]
    gone: i64 = THOUSAND - THOUSAND * least // s.box.pieces
    marked: i64 = THOUSAND * markers_used(s) // MARKERS
    return marked if s.seats > 2 and marked > gone else gone


def tell_colonies(s: Wildlife, seat: Seat, out: vec[i64], at: i64) -> i64:
    """How many colonies, and the size of the largest."""
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


def tell_territories(s: Wildlife, seat: Seat, out: vec[i64], at: i64) -> i64:
    """In how many territories the seat is, and in how many it has more than everybody else."""
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


def tell_terrains(s: Wildlife, seat: Seat, out: vec[i64], at: i64) -> i64:
    """On how many terrains the species moves, reproduces and attacks, with how much room, and how many it may eat."""
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
