"""Observation tensor of a seat: its own seat comes first, the others in seat order."""

from typing import Final

from meute.core.mechanisms.auction import BID_BITS, BID_FIELD, Auction
from meute.core.numbers import NOBODY, Mask, i64
from meute.core.seats import Seat
from meute.core.seats import left_of as next_seat
from meute.core.tensor import (
    ANY,
    Layout,
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
from meute.games.wildlife.rules import FRAMES
from meute.games.wildlife.rules.abilities import Assailing, Leaping
from meute.games.wildlife.rules.cards import Deed, Epidemic, Taking
from meute.games.wildlife.rules.pieces import Assault, Defence, Walk
from meute.games.wildlife.rules.sale import Sale
from meute.games.wildlife.rules.setup import Boards, Placement, Setup
from meute.games.wildlife.rules.turn import Turn
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

FRAME_KINDS: Final = len(FRAMES)
TURN_SIZE: Final = 3 * KINDS + ABILITIES + 4
"""Size of the planes that describe the current turn."""

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
    Plane("laid", (KINDS,), "cards laid out in this turn", CARD_FIELD),
    Plane("used", (KINDS,), "cards used in this turn", CARD_FIELD),
    Plane("sold", (KINDS,), "cards sold in this turn", CARD_FIELD),
    Plane("spent", (ABILITIES,), "abilities used in this turn", COUNT_FIELD),
    Plane("turn", (4,), "cards laid out, more by Intelligence, cards offered, whether a piece has moved", CARD_FIELD),
    Plane("whose", (FRAME_KINDS,), "for each frame, one more than its seat", MOST_SEATS),
    Plane("cell", (ROWS, COLUMNS), "the piece that moves or the cell that is attacked"),
    Plane("lifted", (1,), "one more than the cell of the piece that swaps", CELLS),
    Plane("leaps_from", (1,), "one more than the cell of a piece lifted by Mobility", CELLS),
    Plane("way", (1,), "one more than the terrain on which a piece moves", TERRAINS),
    Plane("deed", (2, KINDS), "the card that is used, and the kind it is used as"),
    Plane("how", (1,), "one more than its origin: own card, bought card, bonus", 3),
    Plane("taking", (ABILITIES,), "the ability card that is taken"),
    Plane("victims", (MOST_SEATS,), "seats that still lose a piece to an epidemic"),
    Plane("bidders", (MOST_SEATS,), "who may still bid"),
    Plane("speaker", (MOST_SEATS,), "who speaks now"),
    Plane("best", (MOST_SEATS,), "the highest bidder"),
    Plane("said", (MOST_SEATS,), "one more than the last bid of each seat", BID_FIELD),
    Plane("price", (2,), "the highest offer, and the least that may be offered", BID_FIELD),
    Plane("for_sale", (KINDS,), "the card for sale"),
    Plane("laid_out", (1,), "progress of the set-up", CELLS),
)


def write_tensor(s: Wildlife, seat: Seat, out: Row, at: i64) -> None:
    """Writes the tensor of a seat, from a state or from the seat's view."""
    at = LAYOUT.begin(s, out, at)
    other = seat
    for k in range(s.seats):
        cells = write_set(out, at + k * CELLS, s.north[other], NORTH)
        write_set(out, cells, s.south[other], NORTH)
        other = next_seat(other, s.seats)
    at = write_packed(out, at + MOST_SEATS * CELLS, s.hands[seat], CARD_BITS, KINDS)
    at = fill_boards(s, seat, out, at)
    at = fill_course(s, seat, out, at)
    fill_decision(s, seat, out, at)


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


def fill_course(s: Wildlife, seat: Seat, out: Row, at: i64) -> i64:
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
    return write_packed(out, at, s.discard, CARD_BITS, KINDS)


def fill_decision(s: Wildlife, seat: Seat, out: Row, at: i64) -> None:
    """Writes the fields of the frames on the stack."""
    sale: Auction | None = None
    speaker: Seat = NOBODY
    cell: i64 = NOBODY
    lifted: i64 = NOBODY
    leaps: i64 = NOBODY
    way: i64 = NOBODY
    card: i64 = NOBODY
    kind: i64 = NOBODY
    how: i64 = NOBODY
    ability: i64 = NOBODY
    victims: Mask = 0
    for_sale: i64 = NOBODY
    least: i64 = 0
    laid: i64 = 0
    whose = at + TURN_SIZE
    frame = s.top
    while frame is not None:
        who: Seat = NOBODY
        if isinstance(frame, Turn):
            fill_turn(frame, out, at)
        elif isinstance(frame, Walk):
            who = frame.seat
            cell = frame.cell
            way = frame.terrain
        elif isinstance(frame, Assault):
            who = frame.seat
            cell = frame.cell
            lifted = frame.lifted
        elif isinstance(frame, Defence):
            who = frame.seat
        elif isinstance(frame, Deed):
            who = frame.seat
            card = frame.card
            kind = frame.kind
            how = frame.how
        elif isinstance(frame, Taking):
            who = frame.seat
            ability = frame.ability
        elif isinstance(frame, Epidemic):
            who = frame.seat
            victims = frame.victims
        elif isinstance(frame, Leaping):
            who = frame.seat
            leaps = frame.cell
        elif isinstance(frame, Assailing):
            who = frame.seat
        elif isinstance(frame, Auction):
            sale = frame
            speaker = frame.speaker
            if isinstance(frame, Sale):
                who = frame.seller
                least = frame.least
                for_sale = frame.card
        elif isinstance(frame, Boards):
            who = frame.chooser
            if sale is None:
                speaker = frame.speaker
        elif isinstance(frame, (Setup, Placement)):
            who = frame.seat
            laid = frame.at
        if who != NOBODY:
            write_number(out, whose + LAYOUT.kind(frame), relative_seat(who, seat, s.seats) + 1)
        frame = frame.under
    at = write_one_hot(out, whose + FRAME_KINDS, cell, CELLS)
    at = write_number(out, at, lifted + 1)
    at = write_number(out, at, leaps + 1)
    at = write_number(out, at, way + 1)
    at = write_one_hot(out, at, card, KINDS)
    at = write_one_hot(out, at, kind, KINDS)
    at = write_number(out, at, how + 1)
    at = write_one_hot(out, at, ability, ABILITIES)
    at = write_set(out, at, relative_seats(victims, seat, s.seats), MOST_SEATS)
    at = fill_sale(s, seat, sale, speaker, out, at)
    at = write_number(out, at, least)
    at = write_one_hot(out, at, for_sale, KINDS)
    write_number(out, at, laid)


def fill_turn(turn: Turn, out: Row, at: i64) -> None:
    """Writes the cards and abilities of this turn."""
    at = write_packed(out, at, turn.laid, CARD_BITS, KINDS)
    at = write_packed(out, at, turn.used, CARD_BITS, KINDS)
    at = write_packed(out, at, turn.sold, CARD_BITS, KINDS)
    at = write_packed(out, at, turn.spent, COUNT_BITS, ABILITIES)
    at = write_number(out, at, turn.base)
    at = write_number(out, at, turn.extra)
    at = write_number(out, at, turn.offered)
    write_number(out, at, turn.moved)


def fill_sale(s: Wildlife, seat: Seat, sale: Auction | None, speaker: Seat, out: Row, at: i64) -> i64:
    """Writes the bidders and their bids."""
    write_one_hot(out, at + MOST_SEATS, relative_seat(speaker, seat, s.seats), MOST_SEATS)
    end = at + 4 * MOST_SEATS
    if sale is not None:
        write_set(out, at, relative_seats(sale.bidders, seat, s.seats), MOST_SEATS)
        write_one_hot(out, at + 2 * MOST_SEATS, relative_seat(sale.best, seat, s.seats), MOST_SEATS)
        write_packed(out, at + 3 * MOST_SEATS, rotate_packed(sale.said, seat, s.seats, BID_BITS), BID_BITS, MOST_SEATS)
        write_number(out, end, sale.price)
    return end + 1
