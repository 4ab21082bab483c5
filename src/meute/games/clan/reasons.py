"""Why something may not be done: one small function for each question, and the rulebook heading behind each reason."""

from meute.core.game import Reason
from meute.core.numbers import NOBODY, first_n, has
from meute.core.seats import BY_CHANCE
from meute.games.clan.notation import CODEC
from meute.games.clan.rules import (
    Build,
    Dominate,
    Flee,
    Howl,
    Hunt,
    Move,
    Pay,
    Placement,
    Setup,
    Transform,
    Turn,
)
from meute.games.clan.rules.actions import WHICH_TRACK, Aimed
from meute.games.clan.rules.move import WHERE_TO
from meute.games.clan.rules.spaces import dens_left, open_to, reached, refuges, within
from meute.games.clan.rules.turn import surrounded
from meute.games.clan.state import (
    ALPHA,
    BUILD,
    CRESCENT,
    DEN,
    DOMINATE,
    FULL,
    HOWL,
    HOWL_RANGE,
    HUNTED,
    KINDS,
    LAIR,
    LAIRS,
    LAIRS_ON_BOARD,
    LONE,
    MOVE,
    OCCUPIED,
    OWN,
    PACK,
    PLACES,
    PREY,
    SHORE,
    SPEED,
    TERRAINS,
    TRANSFORM,
    WOLVES,
    WOLVES_ON_BOARD,
    WORD,
    Clan,
    ability,
    counted_in,
    ground_at,
    herd,
    lies,
    owner_on,
    payable,
    row_of,
    stack_top,
    standing,
)

TURN_HEADING = "APERÇU D'UN TOUR"
TILES_HEADING = "EFFECTUER UNE ACTION – RETOURNER DES TUILES"
MOVE_HEADING = "SE DÉPLACER"
DEN_HEADING = "CONSTRUIRE DES TANIÈRES"
LAIR_HEADING = "TRANSFORMER UNE TANIÈRE EN ANTRE"
HOWL_HEADING = "HURLER"
DOMINATE_HEADING = "DOMINER"
HUNT_HEADING = "CHASSER"
PLACE_HEADING = "POSITIONNEZ VOS LOUPS À TOUR DE RÔLE"
COLOUR_HEADING = "CHOISISSEZ VOTRE MEUTE DE LOUPS"

NOT_ASKED = Reason("why.not_your_turn", TURN_HEADING)
OTHER_QUESTION = Reason("why.other_question", TURN_HEADING)
ACTION_FIRST = Reason("clan.why.action_first", TURN_HEADING)
TWO_ACTIONS = Reason("clan.why.two_actions", TURN_HEADING)
WRONG_TILE = Reason("clan.why.wrong_tile", TILES_HEADING)
HAS_PAID = Reason("clan.why.has_paid", TILES_HEADING)
NO_TOKEN = Reason("clan.why.no_token", TILES_HEADING)
CANNOT_PAY = Reason("clan.why.cannot_pay", TILES_HEADING)
NONE_PAYABLE = Reason("clan.why.none_payable", TILES_HEADING)
NOT_YOUR_WOLF = Reason("clan.why.not_your_wolf", MOVE_HEADING)
OTHER_WOLF = Reason("clan.why.other_wolf", MOVE_HEADING)
HAS_MOVED = Reason("clan.why.has_moved", MOVE_HEADING)
NOWHERE = Reason("clan.why.nowhere", MOVE_HEADING)
NOBODY_MOVES = Reason("clan.why.nobody_moves", MOVE_HEADING)
MUST_MOVE = Reason("clan.why.must_move", MOVE_HEADING)
ALREADY_THERE = Reason("clan.why.already_there", MOVE_HEADING)
IMPASSABLE = Reason("clan.why.impassable", MOVE_HEADING)
TOO_FAR = Reason("clan.why.too_far", MOVE_HEADING)
OTHER_TERRAIN = Reason("clan.why.other_terrain", MOVE_HEADING)
TOKEN_THERE = Reason("clan.why.token_there", MOVE_HEADING)
TWO_PIECES = Reason("clan.why.two_pieces", MOVE_HEADING)
RANK = Reason("clan.why.rank", MOVE_HEADING)
NOT_NEAREST = Reason("clan.why.not_nearest", MOVE_HEADING)
NO_REFUGE = Reason("clan.why.no_refuge", MOVE_HEADING)
NO_DEN_LEFT = Reason("clan.why.no_den_left", DEN_HEADING)
NO_ALPHA_NEAR = Reason("clan.why.no_alpha_near", DEN_HEADING)
NO_LAND = Reason("clan.why.no_land", DEN_HEADING)
TOKEN_ON_DEN = Reason("clan.why.token_there", DEN_HEADING)
NOT_FREE = Reason("clan.why.not_free", DEN_HEADING)
NO_FREE_SPACE = Reason("clan.why.no_free_space", DEN_HEADING)
TRACK_EMPTY = Reason("clan.why.track_empty", DEN_HEADING)
NO_LAIR_LEFT = Reason("clan.why.no_lair_left", LAIR_HEADING)
NO_DEN_THERE = Reason("clan.why.no_den_there", LAIR_HEADING)
NO_DEN = Reason("clan.why.no_den", LAIR_HEADING)
NO_WATER = Reason("clan.why.no_water", LAIR_HEADING)
NO_SHORE_DEN = Reason("clan.why.no_shore_den", LAIR_HEADING)
SECOND_LAIR = Reason("clan.why.second_lair", LAIR_HEADING)
SECOND_LAIRS = Reason("clan.why.second_lairs", LAIR_HEADING)
NO_ALPHA_BY_DEN = Reason("clan.why.no_alpha_near", LAIR_HEADING)
NO_ALPHA_BY_DENS = Reason("clan.why.no_alpha_by_dens", LAIR_HEADING)
NOT_NEAREST_TO_LAIR = Reason("clan.why.not_nearest", LAIR_HEADING)
NO_REFUGE_FROM_LAIR = Reason("clan.why.no_refuge", LAIR_HEADING)
NO_WOLF_LEFT = Reason("clan.why.no_wolf_left", HOWL_HEADING)
NO_LONE_WOLF = Reason("clan.why.no_lone_wolf", HOWL_HEADING)
NO_LONE_LEFT = Reason("clan.why.no_lone_left", HOWL_HEADING)
OUT_OF_RANGE = Reason("clan.why.out_of_range", HOWL_HEADING)
NO_LONE_NEAR = Reason("clan.why.no_lone_near", HOWL_HEADING)
LAIR_THERE = Reason("clan.why.lair_there", HOWL_HEADING)
NOT_DOMINABLE = Reason("clan.why.not_dominable", DOMINATE_HEADING)
NO_RIVAL = Reason("clan.why.no_rival", DOMINATE_HEADING)
OUT_OF_REACH = Reason("clan.why.out_of_range", DOMINATE_HEADING)
NO_RIVAL_NEAR = Reason("clan.why.no_rival_near", DOMINATE_HEADING)
PROTECTED = Reason("clan.why.protected", DOMINATE_HEADING)
ALL_PROTECTED = Reason("clan.why.all_protected", DOMINATE_HEADING)
NONE_LEFT = Reason("clan.why.none_left", DOMINATE_HEADING)
NO_PREY = Reason("clan.why.no_prey", HUNT_HEADING)
NOT_SURROUNDED = Reason("clan.why.not_surrounded", HUNT_HEADING)
SAME_KIND = Reason("clan.why.same_kind", HUNT_HEADING)
NOT_A_START = Reason("clan.why.not_a_start", PLACE_HEADING)
SPACE_TAKEN = Reason("clan.why.space_taken", PLACE_HEADING)
SAME_SIDE = Reason("clan.why.same_side", PLACE_HEADING)
UNDER_CRESCENT = Reason("clan.why.under_crescent", PLACE_HEADING)
COLOUR_TAKEN = Reason("clan.why.colour_taken", COLOUR_HEADING)

FOR_ALL = {
    HOWL: (
        (NO_LONE_WOLF, NO_LONE_LEFT),
        (OUT_OF_RANGE, NO_LONE_NEAR),
        (LAIR_THERE, LAIR_THERE),
        (CANNOT_PAY, NONE_PAYABLE),
    ),
    BUILD: (
        (NO_LAND, NO_FREE_SPACE),
        (NO_ALPHA_NEAR, NO_FREE_SPACE),
        (TOKEN_ON_DEN, NO_FREE_SPACE),
        (NOT_FREE, NO_FREE_SPACE),
        (CANNOT_PAY, NONE_PAYABLE),
    ),
    TRANSFORM: (
        (NO_DEN_THERE, NO_DEN),
        (NO_WATER, NO_SHORE_DEN),
        (SECOND_LAIR, SECOND_LAIRS),
        (NO_ALPHA_BY_DEN, NO_ALPHA_BY_DENS),
        (CANNOT_PAY, NONE_PAYABLE),
    ),
    DOMINATE: (
        (NOT_DOMINABLE, NO_RIVAL),
        (OUT_OF_REACH, NO_RIVAL_NEAR),
        (PROTECTED, ALL_PROTECTED),
        (NONE_LEFT, NONE_LEFT),
        (CANNOT_PAY, NONE_PAYABLE),
    ),
}
"""For each action, what a space must meet in turn: the reason why one does not, and why none does."""


def why(s: Clan, seat: int, action: int) -> Reason:
    """Why an action that is not among the seat's options may not be done; a space means whatever is asked there."""
    top = s.top
    if top is None or seat < 0 or s.asked == BY_CHANCE or not has(s.asked, seat):
        return NOT_ASKED
    block = CODEC.block(action).name
    fields = CODEC.fields(action)
    if block in ("space", "alpha", "pack"):
        return why_not_there(s, seat, block, fields[0]) if fields[0] < s.box.size else OTHER_QUESTION
    if isinstance(top, Turn):
        return TWO_ACTIONS if block == "end" else why_not_act(s, seat, fields[0]) if block == "act" else OTHER_QUESTION
    if isinstance(top, Pay):
        return why_not_tile(top, fields[0]) if block == "tile" else NO_TOKEN if block == "token" else OTHER_QUESTION
    if isinstance(top, Setup) and block == "colour":
        return COLOUR_TAKEN
    if isinstance(top, Move) and block == "stop":
        return OTHER_QUESTION if top.step == WHERE_TO else MUST_MOVE
    if isinstance(top, Aimed) and top.step == WHICH_TRACK and block == "track":
        return TRACK_EMPTY
    return OTHER_QUESTION


def why_not_there(s: Clan, seat: int, block: str, space: int) -> Reason:
    """Why this space, or the wolf on it, cannot be chosen."""
    top = s.top
    if isinstance(top, Turn):
        return NOWHERE if has_wolf(s, seat, space) and not can_go(s, seat, Move(), space) else ACTION_FIRST
    if isinstance(top, Move) and top.step != WHERE_TO:
        return why_not_wolf(s, seat, top, block, space)
    if isinstance(top, Dominate) and top.step != WHICH_TRACK and block != "alpha":
        rival_den = owner_on(s, DEN, space) not in (NOBODY, seat)
        return why_not_dominate(s, seat, DEN if block == "space" and rival_den else PACK, space)
    if block != "space":
        return OTHER_QUESTION
    if isinstance(top, Move):
        return why_not_move(s, seat, top, space)
    if isinstance(top, Aimed) and top.step != WHICH_TRACK:
        return why_not_aim(s, seat, top, space)
    if isinstance(top, Flee):
        return why_not_refuge(s, top, space)
    if isinstance(top, Hunt):
        return why_not_hunt(s, seat, space)
    if isinstance(top, Placement):
        return why_not_start(s, seat, space)
    return OTHER_QUESTION


def why_not_aim(s: Clan, seat: int, top: Aimed, space: int) -> Reason:
    """Why an action cannot aim at this space."""
    if isinstance(top, Build):
        return why_not_build(s, seat, space)
    if isinstance(top, Transform):
        return why_not_transform(s, seat, space)
    assert isinstance(top, Howl)
    return why_not_howl(s, seat, space)


def is_near(s: Clan, seat: int, radius: int, space: int) -> bool:
    """Whether a space is so near to an own alpha."""
    return has(within(s, seat, radius, space // WORD), space % WORD)


def has_wolf(s: Clan, seat: int, space: int) -> bool:
    """Whether an own wolf stands there."""
    return lies(s, row_of(seat, ALPHA), space) or lies(s, row_of(seat, PACK), space)


def why_not_act(s: Clan, seat: int, act: int) -> Reason:
    """Why a whole action is not possible: what even the likeliest space lacks."""
    if act == MOVE:
        return NOBODY_MOVES
    spaces = range(s.box.size)
    if act == HOWL:
        found = {why_not_howl(s, seat, space) for space in spaces}
    elif act == BUILD:
        found = {why_not_build(s, seat, space) for space in spaces}
    elif act == TRANSFORM:
        found = {why_not_transform(s, seat, space) for space in spaces}
    else:
        found = {why_not_dominate(s, seat, kind, space) for space in spaces for kind in (PACK, DEN)}
    nearest = [for_all for for_one, for_all in FOR_ALL[act] if for_one in found]
    return nearest[-1] if nearest else found.pop()


def why_not_tile(top: Pay, tile: int) -> Reason:
    """Why this tile cannot pay."""
    return HAS_PAID if has(top.used, tile) else WRONG_TILE


def why_not_wolf(s: Clan, seat: int, top: Move, block: str, space: int) -> Reason:
    """Why no wolf of this space, or not that one, can be moved."""
    if not has_wolf(s, seat, space):
        return NOT_YOUR_WOLF
    kinds = [kind for kind in (ALPHA, PACK) if standing(s, seat, kind, space)]
    if block != "space":
        kinds = [kind for kind in kinds if kind == (ALPHA if block == "alpha" else PACK)]
        if not kinds:
            return OTHER_WOLF
    left = [kind for kind in kinds if standing(s, seat, kind, space) > top.times_moved(kind, space)]
    return HAS_MOVED if not left else OTHER_QUESTION if can_go(s, seat, top, space) else NOWHERE


def can_go(s: Clan, seat: int, move: Move, space: int) -> bool:
    """Whether a wolf of this space could still move."""
    for kind in (ALPHA, PACK):
        spaces = open_to(s, seat, kind, move.terrains(s))
        if has(move.movable(s, kind, space // WORD, spaces, False), space % WORD):
            return True
    return False


def why_not_move(s: Clan, seat: int, top: Move, space: int) -> Reason:
    """Why the wolf cannot go there."""
    if space == top.start:
        return ALREADY_THERE
    if ground_at(s, space) >= TERRAINS:
        return IMPASSABLE
    if not has(reached(s, top.start, ability(s, seat, SPEED), space // WORD), space % WORD):
        return TOO_FAR
    if lies(s, LONE, space) or lies(s, PREY, space):
        return TOKEN_THERE
    if lies(s, FULL, space):
        return TWO_PIECES
    if not has(open_to(s, seat, top.kind, first_n(TERRAINS))[space // WORD], space % WORD):
        return RANK
    return CANNOT_PAY if top.terrain == NOBODY else OTHER_TERRAIN


def why_not_refuge(s: Clan, top: Flee, space: int) -> Reason:
    """Why the wolf cannot flee there; the heading is that of who evicts it, an alpha or a lair."""
    by_alpha = isinstance(top.under, Move)
    if ground_at(s, space) >= TERRAINS:
        return IMPASSABLE
    if has(refuges(s, top.owner, space // WORD), space % WORD):
        return NOT_NEAREST if by_alpha else NOT_NEAREST_TO_LAIR
    return NO_REFUGE if by_alpha else NO_REFUGE_FROM_LAIR


def why_not_build(s: Clan, seat: int, space: int) -> Reason:
    """Why no den can be built there."""
    if dens_left(s, seat) == 0:
        return NO_DEN_LEFT
    if ground_at(s, space) >= TERRAINS:
        return NO_LAND
    if not is_near(s, seat, s.box.den_range, space):
        return NO_ALPHA_NEAR
    if not s.opt.den_on_tokens and (lies(s, LONE, space) or lies(s, PREY, space)):
        return TOKEN_ON_DEN
    if lies(s, OCCUPIED, space) and (lies(s, FULL, space) or not has_wolf(s, seat, space)):
        return NOT_FREE
    return CANNOT_PAY


def why_not_transform(s: Clan, seat: int, space: int) -> Reason:
    """Why no lair can be made there."""
    if s.own[seat * OWN + LAIRS] == LAIRS_ON_BOARD:
        return NO_LAIR_LEFT
    if not lies(s, row_of(seat, DEN), space):
        return NO_DEN_THERE
    if not has(s.fields[SHORE * s.words + space // WORD], space % WORD):
        return NO_WATER
    if counted_in(s, seat, LAIR, space // PLACES):
        return SECOND_LAIR
    return CANNOT_PAY if is_near(s, seat, s.box.den_range, space) else NO_ALPHA_BY_DEN


def why_not_howl(s: Clan, seat: int, space: int) -> Reason:
    """Why no wolf can be called there."""
    if s.own[seat * OWN + WOLVES] == WOLVES_ON_BOARD:
        return NO_WOLF_LEFT
    if not lies(s, LONE, space):
        return NO_LONE_WOLF
    if not is_near(s, seat, ability(s, seat, HOWL_RANGE), space):
        return OUT_OF_RANGE
    return LAIR_THERE if owner_on(s, LAIR, space) not in (NOBODY, seat) else CANNOT_PAY


def why_not_dominate(s: Clan, seat: int, kind: int, space: int) -> Reason:
    """Why the pack wolf or den there cannot be dominated."""
    owner = owner_on(s, kind, space)
    if owner in (NOBODY, seat):
        return NOT_DOMINABLE
    if not is_near(s, seat, ability(s, seat, HOWL_RANGE), space):
        return OUT_OF_REACH
    if sum(standing(s, owner, other, space) for other in range(KINDS)) > 1:
        return PROTECTED
    if dens_left(s, seat) == 0 if kind == DEN else s.own[seat * OWN + WOLVES] == WOLVES_ON_BOARD:
        return NONE_LEFT
    return OTHER_QUESTION if has(payable(s, seat, DOMINATE), ground_at(s, space)) else CANNOT_PAY


def why_not_hunt(s: Clan, seat: int, space: int) -> Reason:
    """Why this prey cannot be hunted now."""
    if not lies(s, PREY, space):
        return NO_PREY
    if has(s.own[seat * OWN + HUNTED], herd(s, space // PLACES)):
        return SAME_KIND
    return OTHER_QUESTION if has(surrounded(s, seat), space // PLACES) else NOT_SURROUNDED


def why_not_start(s: Clan, seat: int, space: int) -> Reason:
    """Why the first wolves cannot stand there."""
    if ground_at(s, space) >= TERRAINS:
        return NOT_A_START
    if s.box.first_region and (space >= PLACES or not has(s.box.north | s.box.south, space)):
        return NOT_A_START
    if not s.box.first_region and stack_top(s.moons[space // PLACES]) == CRESCENT:
        return UNDER_CRESCENT
    if lies(s, OCCUPIED, space) or lies(s, LONE, space) or lies(s, PREY, space):
        return SPACE_TAKEN
    return SAME_SIDE
