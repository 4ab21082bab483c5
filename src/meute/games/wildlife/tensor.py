"""Observation tensor of a seat: its own seat comes first, the others in seat order."""

from typing import Final

from meute.core.layout import Layout
from meute.core.numbers import i64
from meute.core.seats import Seat
from meute.core.seats import left_of as next_seat
from meute.core.tensor import (
    ANY,
    Plane,
    Row,
    relative_seat,
    relative_seats,
    rotate_packed,
    write_by_seat,
    write_number,
    write_one_hot,
    write_packed,
    write_set,
)
from meute.games.wildlife import planes
from meute.games.wildlife.rules import FRAMES
from meute.games.wildlife.state import (
    ABILITIES,
    ATTACK,
    CARD_BITS,
    CARD_FIELD,
    CELLS,
    COLUMNS,
    COUNT_BITS,
    COUNT_FIELD,
    KINDS,
    LEVEL_BITS,
    MOST_SEATS,
    NORTH,
    ROWS,
    SOURCES,
    SPECIES,
    TERRAINS,
    TERRITORIES,
    Wildlife,
    left_of,
    species_of,
)

assert len(FRAMES) == planes.FRAME_KINDS

LAYOUT: Final = Layout(
    FRAMES,
    Plane("pieces", (MOST_SEATS, ROWS, COLUMNS), "where each species stands on the island"),
    Plane("hand", (KINDS,), "the own cards of each kind", CARD_FIELD),
    Plane("held", (MOST_SEATS,), "cards in each hand", CARD_FIELD),
    Plane("species", (MOST_SEATS, SPECIES), "the species of each seat"),
    Plane("levels", (MOST_SEATS, TERRAINS), "what each species can do on each terrain", ATTACK),
    Plane("began", (MOST_SEATS, TERRAINS), "the same at the start of this turn", ATTACK),
    Plane("abilities", (MOST_SEATS, ABILITIES), "ability cards of each type", COUNT_FIELD),
    Plane("food", (MOST_SEATS,), "food", ANY),
    Plane("stock", (MOST_SEATS,), "pieces not on the island", ANY),
    Plane("score", (MOST_SEATS,), "points", ANY, -ANY),
    Plane("tally", (MOST_SEATS, SOURCES), "points by source", ANY, -ANY),
    Plane("left", (MOST_SEATS,), "one more than the seat of the left neighbour", MOST_SEATS),
    Plane("active", (MOST_SEATS,), "whose turn it is"),
    Plane("first", (MOST_SEATS,), "the first player of the round"),
    Plane("defended", (MOST_SEATS,), "Defence used in this turn", COUNT_FIELD),
    Plane("sure", (MOST_SEATS,), "seats known to hold the arrow dealt to them"),
    Plane("turns", (1,), "turns begun", ANY),
    Plane("played", (1,), "turns begun in this round", ANY),
    Plane("marked", (TERRITORIES,), "territories that have been scored"),
    Plane("due", (1,), "a general scoring waits for the end of the turn"),
    Plane("ending", (1,), "one more than the way in which the game ends after this turn", 3),
    Plane("unseen", (KINDS,), "cards of each kind in the deck and the other hands", CARD_FIELD),
    Plane("discard", (KINDS,), "cards of each kind that were discarded", CARD_FIELD),
    planes.LAID,
    planes.USED,
    planes.SOLD,
    planes.SPENT,
    planes.TURN,
    planes.WHOSE,
    planes.CELL,
    planes.LIFTED,
    planes.LEAPS_FROM,
    planes.WAY,
    planes.DEED,
    planes.HOW,
    planes.TAKING,
    planes.VICTIMS,
    planes.BIDDERS,
    planes.SPEAKER,
    planes.BEST,
    planes.SAID,
    planes.PRICE,
    planes.FOR_SALE,
    planes.LAID_OUT,
)


def write_tensor(s: Wildlife, seat: Seat, out: Row, at: i64) -> None:
    """Writes the tensor of a seat, from a state or from the seat's view."""
    at = LAYOUT.begin(s, seat, out, at)
    other = seat
    for k in range(s.seats):
        cells = write_set(out, at + k * CELLS, s.north[other], NORTH)
        write_set(out, cells, s.south[other], NORTH)
        other = next_seat(other, s.seats)
    at = write_packed(out, at + MOST_SEATS * CELLS, s.hands[seat], CARD_BITS, KINDS)
    at = fill_boards(s, seat, out, at)
    fill_course(s, seat, out, at)


def fill_boards(s: Wildlife, seat: Seat, out: Row, at: i64) -> i64:
    """Writes the public planes of each seat: hand size, species, levels, abilities, food, stock and points."""
    species = at + MOST_SEATS
    levels = species + MOST_SEATS * SPECIES
    began = levels + MOST_SEATS * TERRAINS
    abilities = began + MOST_SEATS * TERRAINS
    food = abilities + MOST_SEATS * ABILITIES
    tally = food + 3 * MOST_SEATS
    left = tally + MOST_SEATS * SOURCES
    before = s.began if len(s.began) else s.levels
    other = seat
    for k in range(s.seats):
        write_one_hot(out, species + k * SPECIES, species_of(s, other), SPECIES)
        write_packed(out, levels + k * TERRAINS, s.levels[other], LEVEL_BITS, TERRAINS)
        write_packed(out, began + k * TERRAINS, before[other], LEVEL_BITS, TERRAINS)
        write_packed(out, abilities + k * ABILITIES, s.abilities[other], COUNT_BITS, ABILITIES)
        write_number(out, left + k, relative_seat(left_of(s, other), seat, s.seats) + 1)
        other = next_seat(other, s.seats)
    write_by_seat(out, at, s.held, seat, s.seats, 1)
    write_by_seat(out, food, s.food, seat, s.seats, 1)
    write_by_seat(out, food + MOST_SEATS, s.stock, seat, s.seats, 1)
    write_by_seat(out, food + 2 * MOST_SEATS, s.score, seat, s.seats, 1)
    write_by_seat(out, tally, s.tally, seat, s.seats, SOURCES)
    return left + MOST_SEATS


def fill_course(s: Wildlife, seat: Seat, out: Row, at: i64) -> None:
    """Writes the planes of the turn, markers, ending, unseen cards and discards."""
    at = write_one_hot(out, at, relative_seat(s.active, seat, s.seats), MOST_SEATS)
    at = write_one_hot(out, at, relative_seat(s.first, seat, s.seats), MOST_SEATS)
    at = write_packed(out, at, rotate_packed(s.defended, seat, s.seats, COUNT_BITS), COUNT_BITS, MOST_SEATS)
    at = write_set(out, at, relative_seats(s.sure, seat, s.seats), MOST_SEATS)
    at = write_number(out, at, s.turns)
    at = write_number(out, at, s.played)
    at = write_set(out, at, s.marked, TERRITORIES)
    at = write_number(out, at, s.due)
    at = write_number(out, at, s.ending + 1)
    unseen = s.deck
    for other in range(s.seats):
        if other != seat:
            unseen += s.hands[other]
    at = write_packed(out, at, unseen, CARD_BITS, KINDS)
    write_packed(out, at, s.discard, CARD_BITS, KINDS)
