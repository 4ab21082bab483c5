"""Observation tensor of a seat: its own seat comes first, the others in seat order."""

from typing import Final

from meute.core.numbers import NOBODY, Mask, i64
from meute.core.seats import Seat, left_of
from meute.core.tensor import (
    ANY,
    Layout,
    Plane,
    Row,
    relative_seat,
    write_at_members,
    write_by_seat,
    write_number,
    write_numbers,
    write_one_hot,
    write_packed,
    write_row,
    write_set,
)
from meute.games.clan.rules import FRAMES
from meute.games.clan.rules.aimed import Build, Dominate, Howl, Transform
from meute.games.clan.rules.move import Flee, Move
from meute.games.clan.rules.payment import Pay
from meute.games.clan.rules.setup import Placement, Setup
from meute.games.clan.rules.turn import Turn
from meute.games.clan.state import (
    ASHORE,
    KINDS,
    LONE,
    LONE_WOLF,
    MOONS,
    MOST_SEATS,
    MOST_SLOTS,
    MOST_SPACES,
    PLACES,
    PREY,
    PREYS,
    REGION_BOARDS,
    STACKS,
    TERRAINS,
    TILE_BITS,
    TILES,
    TRACKS,
    TWINS,
    WORD,
    Clan,
    ability,
    flipped_of,
    map_row,
    shown_terrains,
)

PHANTOM: Final = MOST_SEATS + 1
PAIR: Final = 8
"""Added where two pieces of one kind stand on a space."""
DATES: Final = 48
MOVED: Final = 4
LAND: Final = (MOST_SLOTS, PLACES)

LAYOUT: Final = Layout(
    FRAMES,
    Plane("lands", LAND, "one more than the terrain of each space, 8 more beside water", ASHORE + TERRAINS),
    Plane("tokens", LAND, "1 a lone wolf, 2 prey", 2),
    Plane("pieces", (KINDS, *LAND), "dens, pack wolves, alphas, lairs: 1 + seat, 6 phantom, 8 more for two", PAIR + 6),
    Plane("boards", (MOST_SLOTS,), "one more than the board in each slot", REGION_BOARDS + 1),
    Plane("turned", (MOST_SLOTS,), "boards that lie turned"),
    Plane("herds", (MOST_SLOTS,), "one more than the kind of prey in each slot", PREYS),
    Plane("left", (MOST_SLOTS,), "prey left there", ANY),
    Plane("moons", (MOST_SLOTS,), "one more than the region tokens there", STACKS),
    Plane("factions", (MOST_SEATS, TERRAINS), "the terrain of each pack"),
    Plane("flipped", (MOST_SEATS, TILES), "tiles that show their back"),
    Plane("purse", (MOST_SEATS, TERRAINS), "tiles that show each terrain", TILES),
    Plane("dens", (MOST_SEATS, TRACKS), "dens taken from each track", ANY),
    Plane("abilities", (MOST_SEATS, TRACKS), "deployment, speed and range of the howl", ANY),
    Plane("lairs", (MOST_SEATS,), "lairs taken", ANY),
    Plane("wolves", (MOST_SEATS,), "wolves taken", ANY),
    Plane("hunted", (MOST_SEATS, PREYS), "prey that was hunted"),
    Plane("terrain_tokens", (MOST_SEATS,), "terrain tokens", ANY),
    Plane("action_tokens", (MOST_SEATS,), "action tokens", ANY),
    Plane("won", (MOST_SEATS, MOONS), "region tokens of each moon", ANY),
    Plane("points", (MOST_SEATS,), "points", ANY),
    Plane("calendar", (DATES,), "what covers each date: 1 + seat * 4 + kind, 21 to 24 phantom, 25 lone wolf", 25),
    Plane("first", (MOST_SEATS,), "who began"),
    Plane("active", (MOST_SEATS,), "whose turn it is"),
    Plane("turns", (1,), "turns ended", ANY),
    Plane("scored", (1,), "moons that have been scored", MOONS),
    Plane("done", (1,), "actions of this turn", ANY),
    Plane("pay", (2,), "one more than the terrain that is paid with, and how much is left to pay", TILES),
    Plane("used", (TILES,), "tiles that have paid"),
    Plane("from", LAND, "where a move or an action begins"),
    Plane("to", (1,), "one more than the space that a wolf goes to", MOST_SPACES),
    Plane("kind", (KINDS,), "the kind of piece that moves or is dominated"),
    Plane("way", (TERRAINS,), "the terrain of a move"),
    Plane("moved", (MOVED,), "one more than wolf and space of those that have moved", ANY),
    Plane("laid", (1,), "how far the set-up has come", ANY),
    Plane("flees", (3,), "one more than seat, kind and space of the wolf that must flee", MOST_SPACES),
)


def write_tensor(s: Clan, seat: Seat, out: Row, at: i64) -> None:
    """Writes the tensor of a seat; everything is public, only the order of seats differs."""
    at = LAYOUT.begin(s, out, at)
    at = fill_map(s, seat, out, at)
    at = fill_slots(s, out, at)
    at = fill_seats(s, seat, out, at)
    for date in range(len(s.calendar)):
        write_number(out, at + date, relative_piece(s, seat, s.calendar[date]))
    at = write_one_hot(out, at + DATES, relative_seat(s.first, seat, s.seats), MOST_SEATS)
    at = write_one_hot(out, at, relative_seat(s.active, seat, s.seats), MOST_SEATS)
    at = write_number(out, at, s.turns)
    at = write_number(out, at, s.scored)
    fill_decision(s, seat, out, at)


def relative_owner(s: Clan, seat: Seat, owner: i64) -> i64:
    """One more than an owner's seat, counted from the own seat."""
    if owner == s.seats:
        return PHANTOM
    return relative_seat(owner, seat, s.seats) + 1


def relative_piece(s: Clan, seat: Seat, piece: i64) -> i64:
    """A piece on the calendar, with its owner counted from the own seat."""
    if piece == LONE_WOLF:
        return PHANTOM * KINDS + 1
    return (relative_owner(s, seat, piece // KINDS) - 1) * KINDS + piece % KINDS + 1


def fill_map(s: Clan, seat: Seat, out: Row, at: i64) -> i64:
    """Writes terrains, tokens and pieces by space."""
    tokens = at + MOST_SPACES
    pieces = tokens + MOST_SPACES
    write_row(out, at, s.lands)
    words = s.words
    for word in range(words):
        write_at_members(out, tokens + word * WORD, s.map[LONE * words + word], 1)
        write_at_members(out, tokens + word * WORD, s.map[PREY * words + word], 2)
    for owner in range(s.box.owners):
        mark = relative_owner(s, seat, owner)
        for kind in range(KINDS):
            plane = pieces + kind * MOST_SPACES
            for word in range(words):
                here = s.map[map_row(owner, kind) * words + word]
                if here:
                    write_at_members(out, plane + word * WORD, here, mark)
                    write_at_members(out, plane + word * WORD, here & s.map[TWINS * words + word], mark + PAIR)
    return pieces + KINDS * MOST_SPACES


def fill_slots(s: Clan, out: Row, at: i64) -> i64:
    """Writes boards, prey and region tokens."""
    write_numbers(out, at, s.boards, 1)
    at = write_set(out, at + MOST_SLOTS, s.turned, MOST_SLOTS)
    for slot in range(s.box.slots):
        prey = s.herds[slot]
        if prey != NOBODY:
            write_number(out, at + slot, prey % PREYS + 1)
            write_number(out, at + MOST_SLOTS + slot, prey // PREYS)
    write_numbers(out, at + 2 * MOST_SLOTS, s.moons, 1)
    return at + 3 * MOST_SLOTS


def fill_seats(s: Clan, seat: Seat, out: Row, at: i64) -> i64:
    """Writes the personal boards."""
    flipped = at + MOST_SEATS * TERRAINS
    shown = flipped + MOST_SEATS * TILES
    dens = shown + MOST_SEATS * TERRAINS
    abilities = dens + MOST_SEATS * TRACKS
    lairs = abilities + MOST_SEATS * TRACKS
    hunted = lairs + 2 * MOST_SEATS
    tokens = hunted + MOST_SEATS * PREYS
    won = tokens + 2 * MOST_SEATS
    points = won + MOST_SEATS * MOONS
    other = seat
    for k in range(s.seats):
        if s.factions[other] != NOBODY:
            write_one_hot(out, at + k * TERRAINS, s.factions[other], TERRAINS)
            write_packed(out, shown + k * TERRAINS, shown_terrains(s, other), TILE_BITS, TERRAINS)
        write_set(out, flipped + k * TILES, flipped_of(s, other), TILES)
        for track in range(TRACKS):
            write_number(out, abilities + k * TRACKS + track, ability(s, other, track))
        write_set(out, hunted + k * PREYS, s.hunted[other], PREYS)
        other = left_of(other, s.seats)
    write_by_seat(out, dens, s.dens, seat, s.seats, TRACKS)
    write_by_seat(out, lairs, s.lairs, seat, s.seats, 1)
    write_by_seat(out, lairs + MOST_SEATS, s.wolves, seat, s.seats, 1)
    write_by_seat(out, tokens, s.terrain_tokens, seat, s.seats, 1)
    write_by_seat(out, tokens + MOST_SEATS, s.action_tokens, seat, s.seats, 1)
    write_by_seat(out, won, s.won, seat, s.seats, MOONS)
    write_by_seat(out, points, s.points, seat, s.seats, 1)
    return points + MOST_SEATS


def fill_decision(s: Clan, seat: Seat, out: Row, at: i64) -> None:
    """Writes the fields of the frames on the stack: what is being decided."""
    done: i64 = 0
    pays: i64 = NOBODY
    left: i64 = 0
    used: Mask = 0
    start: i64 = NOBODY
    to: i64 = NOBODY
    kind: i64 = NOBODY
    way: i64 = NOBODY
    laid: i64 = 0
    move: Move | None = None
    flees: Flee | None = None
    frame = s.top
    while frame is not None:
        if isinstance(frame, Turn):
            done = frame.done
        elif isinstance(frame, Pay):
            pays = frame.terrain
            left = frame.left
            used = frame.used
        elif isinstance(frame, Move):
            move = frame
            start = frame.start
            to = frame.to
            kind = frame.kind
            way = frame.terrain
        elif isinstance(frame, Flee):
            flees = frame
        elif isinstance(frame, Dominate):
            start = frame.space
            kind = frame.kind
        elif isinstance(frame, (Build, Transform, Howl)):
            start = frame.space
        elif isinstance(frame, (Setup, Placement)):
            laid = frame.at
        frame = frame.under
    at = write_number(out, at, done)
    at = write_number(out, at, pays + 1)
    at = write_number(out, at, left)
    at = write_set(out, at, used, TILES)
    at = write_one_hot(out, at, start, MOST_SPACES)
    at = write_number(out, at, to + 1)
    at = write_one_hot(out, at, kind, KINDS)
    at = write_one_hot(out, at, way, TERRAINS)
    if move is not None:
        write_numbers(out, at, move.moved, 1)
    at = write_number(out, at + MOVED, laid)
    if flees is not None:
        at = write_number(out, at, relative_owner(s, seat, flees.owner))
        at = write_number(out, at, flees.kind + 1)
        write_number(out, at, flees.start + 1)
