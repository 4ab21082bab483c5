"""Observation tensor of a seat: its own seat comes first, the others in seat order."""

from typing import Final

from meute.core.layout import Layout
from meute.core.numbers import NOBODY, i64
from meute.core.seats import Seat, left_of
from meute.core.tensor import (
    ANY,
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
from meute.games.clan import planes
from meute.games.clan.planes import LAND, PHANTOM, relative_owner
from meute.games.clan.rules import FRAMES
from meute.games.clan.state import (
    ASHORE,
    KINDS,
    LONE,
    LONE_WOLF,
    MOONS,
    MOST_SEATS,
    MOST_SLOTS,
    MOST_SPACES,
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
    flipped_of,
    map_row,
    shown_terrains,
    value_on_track,
)

PAIR: Final = 8
"""Added where two pieces of one kind stand on a space."""
DATES: Final = 48

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
    planes.DONE,
    planes.PAY,
    planes.USED,
    planes.FROM,
    planes.TO,
    planes.PIECE,
    planes.WAY,
    planes.HAVE_MOVED,
    planes.LAID,
    planes.FLEES,
)


def write_tensor(s: Clan, seat: Seat, out: Row, at: i64) -> None:
    """Writes the tensor of a seat; everything is public, only the order of seats differs."""
    at = LAYOUT.begin(s, seat, out, at)
    at = fill_map(s, seat, out, at)
    at = fill_slots(s, out, at)
    at = fill_seats(s, seat, out, at)
    calendar = s.calendar
    for date in range(len(calendar)):
        if calendar[date] != NOBODY:
            write_number(out, at + date, relative_piece(s, seat, calendar[date]))
    at = write_one_hot(out, at + DATES, relative_seat(s.first, seat, s.seats), MOST_SEATS)
    at = write_one_hot(out, at, relative_seat(s.active, seat, s.seats), MOST_SEATS)
    at = write_number(out, at, s.turns)
    write_number(out, at, s.scored)


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
    rows = s.map
    for word in range(words):
        write_at_members(out, tokens + word * WORD, rows[LONE * words + word], 1)
        write_at_members(out, tokens + word * WORD, rows[PREY * words + word], 2)
    n = map_row(0, 0) * words
    for owner in range(s.box.owners):
        mark = relative_owner(s, seat, owner)
        for kind in range(KINDS):
            for word in range(words):
                here = rows[n]
                n += 1
                if here:
                    plane = pieces + kind * MOST_SPACES + word * WORD
                    write_at_members(out, plane, here, mark)
                    write_at_members(out, plane, here & rows[TWINS * words + word], mark + PAIR)
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
    values, taken = s.box.values, s.dens
    other = seat
    for k in range(s.seats):
        faction = s.factions[other]
        if faction != NOBODY:
            write_one_hot(out, at + k * TERRAINS, faction, TERRAINS)
            write_packed(out, shown + k * TERRAINS, shown_terrains(s, other), TILE_BITS, TERRAINS)
        write_set(out, flipped + k * TILES, flipped_of(s, other), TILES)
        for track in range(TRACKS):
            write_number(out, abilities + k * TRACKS + track, value_on_track(values, taken, other, track))
        write_set(out, hunted + k * PREYS, s.hunted[other], PREYS)
        other = left_of(other, s.seats)
    write_by_seat(out, dens, taken, seat, s.seats, TRACKS)
    write_by_seat(out, lairs, s.lairs, seat, s.seats, 1)
    write_by_seat(out, lairs + MOST_SEATS, s.wolves, seat, s.seats, 1)
    write_by_seat(out, tokens, s.terrain_tokens, seat, s.seats, 1)
    write_by_seat(out, tokens + MOST_SEATS, s.action_tokens, seat, s.seats, 1)
    write_by_seat(out, won, s.won, seat, s.seats, MOONS)
    write_by_seat(out, points, s.points, seat, s.seats, 1)
    return points + MOST_SEATS
