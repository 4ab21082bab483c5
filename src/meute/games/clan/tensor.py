"""What a seat sees of Le Clan des Loups, as a row of numbers; the own seat first, the others as they sit."""

from typing import Final

from meute.core.numbers import NOBODY, Mask, i64
from meute.core.seats import Seat, left_of
from meute.core.tensor import (
    ANY,
    Layout,
    Plane,
    Row,
    copied,
    from_own,
    marked,
    members,
    number,
    numbers,
    one,
    packed,
    seated,
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
    purse,
    row_of,
)

PHANTOM: Final = MOST_SEATS + 1
ALIKE: Final = 8
"""Added where two pieces of one kind stand on a space."""
DATES: Final = 48
MOVED: Final = 4
LAND: Final = (MOST_SLOTS, PLACES)

LAYOUT: Final = Layout(
    FRAMES,
    Plane("lands", LAND, "one more than the terrain of each space, 8 more beside water", ASHORE + TERRAINS),
    Plane("tokens", LAND, "1 a lone wolf, 2 prey", 2),
    Plane("pieces", (KINDS, *LAND), "dens, pack wolves, alphas, lairs: 1 + seat, 6 phantom, 8 more for two", ALIKE + 6),
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


def fill(s: Clan, seat: Seat, out: Row, at: i64) -> None:
    """Writes the tensor of what everybody sees, as it lies before one seat."""
    at = LAYOUT.begin(s, out, at)
    at = fill_map(s, seat, out, at)
    at = fill_slots(s, out, at)
    at = fill_seats(s, seat, out, at)
    for date in range(len(s.calendar)):
        number(out, at + date, seen_piece(s, seat, s.calendar[date]))
    at = one(out, at + DATES, from_own(s.first, seat, s.seats), MOST_SEATS)
    at = one(out, at, from_own(s.active, seat, s.seats), MOST_SEATS)
    at = number(out, at, s.turns)
    at = number(out, at, s.scored)
    fill_decision(s, seat, out, at)


def seen_owner(s: Clan, seat: Seat, owner: i64) -> i64:
    """One more than the seat of an owner, counted from the own one."""
    if owner == s.seats:
        return PHANTOM
    return from_own(owner, seat, s.seats) + 1


def seen_piece(s: Clan, seat: Seat, piece: i64) -> i64:
    """A piece on the calendar."""
    if piece == LONE_WOLF:
        return PHANTOM * KINDS + 1
    return (seen_owner(s, seat, piece // KINDS) - 1) * KINDS + piece % KINDS + 1


def fill_map(s: Clan, seat: Seat, out: Row, at: i64) -> i64:
    """Terrains, tokens and pieces, space by space."""
    tokens = at + MOST_SPACES
    pieces = tokens + MOST_SPACES
    copied(out, at, s.lands)
    words = s.words
    for word in range(words):
        marked(out, tokens + word * WORD, s.map[LONE * words + word], 1)
        marked(out, tokens + word * WORD, s.map[PREY * words + word], 2)
    for owner in range(s.box.owners):
        mark = seen_owner(s, seat, owner)
        for kind in range(KINDS):
            plane = pieces + kind * MOST_SPACES
            for word in range(words):
                here = s.map[row_of(owner, kind) * words + word]
                if here:
                    marked(out, plane + word * WORD, here, mark)
                    marked(out, plane + word * WORD, here & s.map[TWINS * words + word], mark + ALIKE)
    return pieces + KINDS * MOST_SPACES


def fill_slots(s: Clan, out: Row, at: i64) -> i64:
    """Boards, prey and region tokens."""
    numbers(out, at, s.boards, 1)
    at = members(out, at + MOST_SLOTS, s.turned, MOST_SLOTS)
    for slot in range(s.box.slots):
        prey = s.herds[slot]
        if prey != NOBODY:
            number(out, at + slot, prey % PREYS + 1)
            number(out, at + MOST_SLOTS + slot, prey // PREYS)
    numbers(out, at + 2 * MOST_SLOTS, s.moons, 1)
    return at + 3 * MOST_SLOTS


def fill_seats(s: Clan, seat: Seat, out: Row, at: i64) -> i64:
    """The personal boards."""
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
            one(out, at + k * TERRAINS, s.factions[other], TERRAINS)
            packed(out, shown + k * TERRAINS, purse(s, other), TILE_BITS, TERRAINS)
        members(out, flipped + k * TILES, flipped_of(s, other), TILES)
        for track in range(TRACKS):
            number(out, abilities + k * TRACKS + track, ability(s, other, track))
        members(out, hunted + k * PREYS, s.hunted[other], PREYS)
        other = left_of(other, s.seats)
    seated(out, dens, s.dens, seat, s.seats, TRACKS)
    seated(out, lairs, s.lairs, seat, s.seats, 1)
    seated(out, lairs + MOST_SEATS, s.wolves, seat, s.seats, 1)
    seated(out, tokens, s.terrain_tokens, seat, s.seats, 1)
    seated(out, tokens + MOST_SEATS, s.action_tokens, seat, s.seats, 1)
    seated(out, won, s.won, seat, s.seats, MOONS)
    seated(out, points, s.points, seat, s.seats, 1)
    return points + MOST_SEATS


def fill_decision(s: Clan, seat: Seat, out: Row, at: i64) -> None:
    """What is held by the paragraphs that are being read."""
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
    at = number(out, at, done)
    at = number(out, at, pays + 1)
    at = number(out, at, left)
    at = members(out, at, used, TILES)
    at = one(out, at, start, MOST_SPACES)
    at = number(out, at, to + 1)
    at = one(out, at, kind, KINDS)
    at = one(out, at, way, TERRAINS)
    if move is not None:
        numbers(out, at, move.moved, 1)
    at = number(out, at + MOVED, laid)
    if flees is not None:
        at = number(out, at, seen_owner(s, seat, flees.owner))
        at = number(out, at, flees.kind + 1)
        number(out, at, flees.start + 1)
