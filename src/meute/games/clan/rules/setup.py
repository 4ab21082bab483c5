"""MISE EN PLACE: boards, prey, region tokens, the phantom pack, colours, and the first wolves."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.fields import below, steps
from meute.core.frame import Fields, Frame
from meute.core.numbers import NOBODY, Mask, bit, changed, count, first_n, has, i64, without
from meute.core.phrase import Phrase, phrase
from meute.core.reason import OTHER_QUESTION, Reason
from meute.core.seats import BY_CHANCE, GO_ON, Seat, Seats, only, snake_order
from meute.core.tensor import PlaneWriter
from meute.games.clan import planes
from meute.games.clan.actions import AT, COLOUR, FIRST, HERD, REGION, STACK
from meute.games.clan.events import GOES_FIRST, MOON_LAID, PREY_LAID, REGION_LAID, STARTS_AT, TAKES_COLOUR
from meute.games.clan.options import CHOSEN, FIXED
from meute.games.clan.rules.spaces import space_of
from meute.games.clan.rules.survey import survey
from meute.games.clan.rules.turn import Rounds, unready
from meute.games.clan.state import (
    ALPHA,
    BOARD,
    CRESCENT,
    KINDS,
    LONE,
    LONE_WOLVES,
    MOST_SEATS,
    MOST_SLOTS,
    OCCUPIED,
    PACK,
    PHANTOM_SPACES,
    PLACES,
    PREY,
    PREYS,
    REGION_BOARDS,
    SIDES,
    SLOTS_PER_WORD,
    STACKS,
    START_BOARD,
    TERRAINS,
    WATER,
    Clan,
    Slot,
    add_to_row,
    ground_at,
    is_in_row,
    lone_space,
    map_row,
    piece_count,
    pieces_of,
    place_piece,
    prey_kind,
    prey_space,
    stack_top,
)

LAY_REGIONS: Final = 0
LAY_PREY: Final = 1
LAY_MOONS: Final = 2
TAKE_COLOURS: Final = 3
WHO_BEGINS: Final = 4

PLACE_HEADING: Final = "POSITIONNEZ VOS LOUPS À TOUR DE RÔLE"
NOT_A_START: Final = Reason("clan.why.not_a_start", PLACE_HEADING)
SPACE_TAKEN: Final = Reason("clan.why.space_taken", PLACE_HEADING)
SAME_SIDE: Final = Reason("clan.why.same_side", PLACE_HEADING)
UNDER_CRESCENT: Final = Reason("clan.why.under_crescent", PLACE_HEADING)
COLOUR_TAKEN: Final = Reason("clan.why.colour_taken", "CHOISISSEZ VOTRE MEUTE DE LOUPS")

NORTH_EAST: Final = 1
SOUTH_EAST: Final = 0
"""Steps of core.grid.HEX_STEPS."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Setup(Frame):
    """MISE EN PLACE"""

    FIELDS: ClassVar[Fields] = {
        "step": steps(
            {
                LAY_REGIONS: "lay_regions",
                LAY_PREY: "lay_prey",
                LAY_MOONS: "lay_moons",
                TAKE_COLOURS: "take_colours",
                WHO_BEGINS: "who_begins",
            }
        ),
        "at": below(MOST_SLOTS + 1),
    }

    def __init__(self, at: i64 = 0) -> None:
        self.at = at

    def copy(self) -> Frame:
        return Setup(self.at)

    def write_planes(self, s: Clan, out: PlaneWriter) -> None:
        out.number(planes.LAID, self.at)

    def invalid_field(self, s: Clan) -> str:
        if s.first != NOBODY:
            return "first"
        owners = s.box.owners if self.step <= LAY_MOONS else s.seats
        if (self.step == LAY_REGIONS and any(list(s.map))) or spaces_taken(s, owners):
            return "step"
        for step, laid in enumerate((s.boards, s.herds, s.moons, s.factions)):
            done = len(laid) if step < self.step else self.at if step == self.step else 0
            skipped = 0 if step == TAKE_COLOURS else s.box.first_region
            if [number != NOBODY for number in laid[skipped:]] != [at < done for at in range(skipped, len(laid))]:
                return "at"
        if any(herds_left(s, kind) < 0 for kind in range(PREYS)):
            return "herds"
        return "moons" if any(stacks_left(s, stack) < 0 for stack in range(STACKS)) else ""

    def advance(self, s: Clan) -> Seats:
        if self.step == LAY_REGIONS:  # « Placez de façon aléatoire des plateaux Région autour du plateau de Départ »
            self.at = max(self.at, s.box.first_region)
            if self.at < s.box.slots:
                return BY_CHANCE
            survey(s)
            for slot in range(s.box.first_region, s.box.slots):
                for n in range(LONE_WOLVES):  # « Placez 1 jeton Loup solitaire sur chaque case avec le symbole »
                    add_to_row(s, LONE, lone_space(s, slot, n))
            self.step = LAY_PREY
            self.at = s.box.first_region
        if self.step == LAY_PREY:  # « Placez aléatoirement une pile de 2 jetons Proie identiques »
            if self.at < s.box.slots:
                return BY_CHANCE
            self.step = LAY_MOONS
            self.at = s.box.first_region
        if self.step == LAY_MOONS:  # « Placez aléatoirement 1 jeton Scoring de Région sur chaque case Point d'eau »
            if self.at < s.box.slots:
                return BY_CHANCE
            lay_phantom(s)
            self.step = TAKE_COLOURS
            self.at = 0
        if self.step == TAKE_COLOURS:  # « Choisissez une couleur »
            if self.at < s.seats:
                return only(self.at) if s.opt.factions == CHOSEN else BY_CHANCE
            self.step = WHO_BEGINS
        if self.step == WHO_BEGINS:  # « Déterminez un premier joueur au hasard »
            if s.first == NOBODY:
                return BY_CHANCE
        s.pop()
        s.push(Placement())
        return GO_ON

    def legal_actions(self, s: Clan, seat: Seat, out: Choices) -> None:
        if self.step == LAY_REGIONS:
            either = bit((s.turned >> self.at) & 1) if s.opt.turned == FIXED else first_n(2)
            out.add_pairs(REGION, boards_left(s), 2, either)
        elif self.step == LAY_PREY:
            for kind in range(PREYS):
                out.add_weighted(HERD + kind, herds_left(s, kind))
        elif self.step == LAY_MOONS:
            for stack in range(STACKS):
                out.add_weighted(STACK + stack, stacks_left(s, stack))
        elif self.step == TAKE_COLOURS:
            out.add_set(COLOUR, colours_left(s))
        else:
            out.add_range(FIRST, FIRST + s.seats)

    def prompt(self, s: Clan, seat: Seat) -> Phrase:
        return phrase("clan.prompt.colour")

    def refusal(self, s: Clan, seat: Seat, action: i64) -> Reason:
        return COLOUR_TAKEN

    def apply(self, s: Clan, seat: Seat, action: i64) -> None:
        if self.step == LAY_REGIONS:
            board, turned = divmod(action - REGION, 2)
            s.boards = changed(s.boards, self.at, board + 1)
            s.turned = s.turned | bit(self.at) if turned else without(s.turned, self.at)
            s.say(REGION_LAID, NOBODY, self.at, board)
        elif self.step == LAY_PREY:
            s.herds = changed(s.herds, self.at, action - HERD + PREYS * s.box.prey_height)
            add_to_row(s, PREY, prey_space(s, self.at))
            s.say(PREY_LAID, NOBODY, self.at, action - HERD)
        elif self.step == LAY_MOONS:
            s.moons = changed(s.moons, self.at, action - STACK)
            s.say(MOON_LAID, NOBODY, self.at, action - STACK)
        elif self.step == TAKE_COLOURS:
            s.factions = changed(s.factions, self.at, action - COLOUR)
            s.say(TAKES_COLOUR, self.at, action - COLOUR)
        else:
            s.first = action - FIRST
            s.say(GOES_FIRST, s.first)
        self.at += 1


@mypyc_attr(acyclic=True, free_list_len=1)
class Placement(Frame):
    """POSITIONNEZ VOS LOUPS À TOUR DE RÔLE"""

    FIELDS: ClassVar[Fields] = {"at": below(2 * MOST_SEATS + 1)}

    def __init__(self, at: i64 = 0) -> None:
        self.at = at

    def copy(self) -> Frame:
        return Placement(self.at)

    def write_planes(self, s: Clan, out: PlaneWriter) -> None:
        out.number(planes.LAID, self.at)

    def invalid_field(self, s: Clan) -> str:
        if s.first == NOBODY or unready(s):
            return unready(s) or "first"
        placed = [snake_order(n, s.first, s.seats) for n in range(self.at)]
        fits = all(piece_count(s, seat, ALPHA) == placed.count(seat) for seat in range(s.seats))
        return "" if fits and spaces_taken(s, s.seats) == self.at else "at"

    def advance(self, s: Clan) -> Seats:
        # « dans le sens horaire », puis « dans le sens antihoraire en commençant par le joueur qui vient tout juste »
        if self.at < s.seats * s.box.start_spaces:
            s.active = snake_order(self.at, s.first, s.seats)
            return only(s.active)
        s.pop()
        s.active = s.first  # « Le joueur qui a positionné ses loups en premier commencera la partie »
        s.push(Rounds())
        return GO_ON

    def legal_actions(self, s: Clan, seat: Seat, out: Choices) -> None:
        for slot in range(s.box.slots):
            out.add_set(AT + slot * PLACES, start_places(s, seat, slot))

    def prompt(self, s: Clan, seat: Seat) -> Phrase:
        if s.box.first_region == 0:
            return phrase("clan.prompt.start_two")
        return phrase("clan.prompt.start_first" if self.at < s.seats else "clan.prompt.start_second")

    def refusal(self, s: Clan, seat: Seat, action: i64) -> Reason:
        space = space_of(s, action)
        if space == NOBODY:
            return OTHER_QUESTION
        if ground_at(s, space) >= TERRAINS:
            return NOT_A_START
        if s.box.first_region and (space >= PLACES or not has(s.box.north | s.box.south, space)):
            return NOT_A_START
        if not s.box.first_region and stack_top(s.moons[space // PLACES]) == CRESCENT:
            return UNDER_CRESCENT
        return SAME_SIDE if has(empty_places(s, space // PLACES), space % PLACES) else SPACE_TAKEN

    def apply(self, s: Clan, seat: Seat, action: i64) -> None:
        space = action - AT
        place_piece(s, seat, ALPHA, space)  # « y place 1 Loup alpha et 1 Loup de meute de sa couleur »
        place_piece(s, seat, PACK, space)
        s.say(STARTS_AT, seat, space)
        self.at += 1


def spaces_taken(s: Clan, owners: i64) -> i64:
    """How many spaces the first so many owners have pieces on, added up."""
    return sum(count(pieces_of(s, owner, word)) for owner in range(owners) for word in range(s.words))


def boards_left(s: Clan) -> Mask:
    """The region boards that do not lie on the table, counted from 0."""
    left = first_n(REGION_BOARDS)
    for board in s.boards:
        if board > START_BOARD:
            left = without(left, board - 1)
    return left


def herds_left(s: Clan, kind: i64) -> i64:
    """How many stacks of a kind of prey are still to be laid."""
    return s.box.prey[kind] - [prey_kind(s, slot) for slot in range(s.box.slots)].count(kind)


def stacks_left(s: Clan, stack: i64) -> i64:
    """How many region tokens (or stacks of them) are still to be laid."""
    return s.box.stacks[stack] - list(s.moons).count(stack)


def colours_left(s: Clan) -> Mask:
    """The colours that are still free."""
    left = first_n(TERRAINS)
    for faction in s.factions:
        if faction != NOBODY:
            left = without(left, faction)
    return left


def lay_phantom(s: Clan) -> None:
    """MEUTE DE LOUPS FICTIVE: « sur la case en haut à droite de chaque jeton Scoring de Région »"""
    if s.box.owners == s.seats:
        return
    for slot in range(s.box.slots):
        water = next(space for space in range(slot * PLACES, s.box.size) if ground_at(s, space) == WATER)
        for n in range(PHANTOM_SPACES):
            space = s.box.neighbours[water * SIDES + (NORTH_EAST if n == 0 else SOUTH_EAST)]
            for kind in range(KINDS):
                for _ in range(s.box.phantom[(s.moons[slot] * PHANTOM_SPACES + n) * KINDS + kind]):
                    place_piece(s, s.seats, kind, space)


def start_places(s: Clan, seat: Seat, slot: Slot) -> Mask:
    """The places of a board where a seat may begin."""
    if s.box.first_region == 0:
        # « une case vide se trouvant sur un plateau Région sans Croissant de lune »
        return 0 if stack_top(s.moons[slot]) == CRESCENT else empty_places(s, slot)
    if s.boards[slot] != START_BOARD:
        return 0
    # « une case libre autour du Canyon central » ; la 2e « de l'autre côté du Canyon central »
    side = s.box.north | s.box.south
    for space in range(slot * PLACES, (slot + 1) * PLACES):
        if is_in_row(s, map_row(seat, ALPHA), space):
            side = s.box.south if has(s.box.north, space % PLACES) else s.box.north
    return side & empty_places(s, slot)


def empty_places(s: Clan, slot: Slot) -> Mask:
    """The land of a board without any token or piece."""
    word = slot // SLOTS_PER_WORD
    free: Mask = 0
    for terrain in range(TERRAINS):
        free |= s.fields[terrain * s.words + word]
    free &= ~(s.map[LONE * s.words + word] | s.map[PREY * s.words + word] | s.map[OCCUPIED * s.words + word])
    return (free >> (slot % SLOTS_PER_WORD * PLACES)) & BOARD
