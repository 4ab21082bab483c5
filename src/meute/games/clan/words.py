"""From numbers to phrases: events, prompts, reasons and the names of things."""

from meute.core.frame import Frame
from meute.core.game import Reason, Saying
from meute.core.numbers import NOBODY, first_n, has
from meute.core.phrase import Phrase, phrase, thing
from meute.core.seats import BY_CHANCE, CHANCE
from meute.games.clan.box import (
    ACTION_NAMES,
    GROUND_NAMES,
    KIND_NAMES,
    MOON_NAMES,
    PREY_NAMES,
    STACK_NAMES,
    TERRAIN_NAMES,
    TRACK_NAMES,
)
from meute.games.clan.notation import CODEC, SLOT_LETTERS, space_text
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
from meute.games.clan.rules.turn import same_prey, surrounded
from meute.games.clan.state import (
    ALPHA,
    BUILD,
    CRESCENT,
    DEN,
    DEPLOYMENT,
    DOMINATE,
    FULL,
    HOWL,
    HOWL_RANGE,
    KINDS,
    LAIR,
    LAIRS,
    LAIRS_ON_BOARD,
    LONE,
    LONE_WOLF,
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
    row_of,
    stack_top,
    standing,
)

EVENTS = (
    Saying("region_laid", "region", "board"),
    Saying("prey_laid", "region", "prey"),
    Saying("moon_laid", "region", "stack"),
    Saying("takes_colour", "faction"),
    Saying("goes_first"),
    Saying("starts_at", "space"),
    Saying("flips", "terrain", "behind", "tile"),
    Saying("uses_home", "terrain"),
    Saying("spends_terrain", "terrain"),
    Saying("spends_action"),
    Saying("stays"),
    Saying("moves", "kind", "start", "space"),
    Saying("flees", "kind", "start", "space"),
    Saying("builds", "space", "track", "value"),
    Saying("transforms", "space"),
    Saying("howls", "space", "kind"),
    Saying("dominates", "player", "kind", "space"),
    Saying("gains_terrain"),
    Saying("gains_action"),
    Saying("supply_empty"),
    Saying("dated", "piece", "date"),
    Saying("hunts", "prey", "space"),
    Saying("moon_rises", "moon"),
    Saying("region_won", "region", "moon", "points"),
    Saying("region_second", "region", "moon", "points"),
    Saying("region_tied", "region", "moon", "points"),
    Saying("region_empty", "region", "moon"),
    Saying("region_phantom", "region", "moon"),
    Saying("seconds_tied", "region", "moon"),
    Saying("ends"),
)

ENDS = ("full_moon",)

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
TWO_ACTIONS = Reason("clan.why.two_actions", TURN_HEADING)
WRONG_TILE = Reason("clan.why.wrong_tile", TILES_HEADING)
NO_TOKEN = Reason("clan.why.no_token", TILES_HEADING)
CANNOT_PAY = Reason("clan.why.cannot_pay", TILES_HEADING)
NOT_YOUR_WOLF = Reason("clan.why.not_your_wolf", MOVE_HEADING)
HAS_MOVED = Reason("clan.why.has_moved", MOVE_HEADING)
NOWHERE = Reason("clan.why.nowhere", MOVE_HEADING)
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
NOT_FREE = Reason("clan.why.not_free", DEN_HEADING)
TRACK_EMPTY = Reason("clan.why.track_empty", DEN_HEADING)
NO_LAIR_LEFT = Reason("clan.why.no_lair_left", LAIR_HEADING)
NO_DEN_THERE = Reason("clan.why.no_den_there", LAIR_HEADING)
NO_WATER = Reason("clan.why.no_water", LAIR_HEADING)
SECOND_LAIR = Reason("clan.why.second_lair", LAIR_HEADING)
NO_ALPHA_BY_DEN = Reason("clan.why.no_alpha_near", LAIR_HEADING)
NO_WOLF_LEFT = Reason("clan.why.no_wolf_left", HOWL_HEADING)
NO_LONE_WOLF = Reason("clan.why.no_lone_wolf", HOWL_HEADING)
OUT_OF_RANGE = Reason("clan.why.out_of_range", HOWL_HEADING)
NOT_DOMINABLE = Reason("clan.why.not_dominable", DOMINATE_HEADING)
PROTECTED = Reason("clan.why.protected", DOMINATE_HEADING)
OUT_OF_REACH = Reason("clan.why.out_of_range", DOMINATE_HEADING)
NONE_LEFT = Reason("clan.why.none_left", DOMINATE_HEADING)
NO_TARGET = Reason("clan.why.no_target", TURN_HEADING)
NOT_SURROUNDED = Reason("clan.why.not_surrounded", HUNT_HEADING)
NOT_A_START = Reason("clan.why.not_a_start", PLACE_HEADING)
SPACE_TAKEN = Reason("clan.why.space_taken", PLACE_HEADING)
SAME_SIDE = Reason("clan.why.same_side", PLACE_HEADING)
UNDER_CRESCENT = Reason("clan.why.under_crescent", PLACE_HEADING)
COLOUR_TAKEN = Reason("clan.why.colour_taken", COLOUR_HEADING)


def word(meaning: str, number: int) -> Phrase:
    """The name of a thing of this game."""
    match meaning:
        case "space" | "start":
            return thing(f"space.{space_text(number)}", "clan.space", name=space_text(number).upper())
        case "region":
            letter = SLOT_LETTERS[number]
            return thing(f"region.{letter}", "clan.region", name=letter.upper())
        case "terrain" | "behind":
            name = TERRAIN_NAMES[number] if number != NOBODY else "any"
            return thing(f"terrain.{name}", f"clan.terrain.{name}")
        case "ground":
            return thing(f"terrain.{GROUND_NAMES[number]}", f"clan.terrain.{GROUND_NAMES[number]}")
        case "faction":
            return thing(f"faction.{TERRAIN_NAMES[number]}", f"clan.faction.{TERRAIN_NAMES[number]}")
        case "prey":
            return thing(f"prey.{PREY_NAMES[number]}", f"clan.prey.{PREY_NAMES[number]}")
        case "moon":
            return thing(f"moon.{MOON_NAMES[number]}", f"clan.moon.{MOON_NAMES[number]}")
        case "stack":
            return thing(f"moon.{STACK_NAMES[number]}", f"clan.moon.{STACK_NAMES[number]}")
        case "kind":
            return thing(f"kind.{KIND_NAMES[number]}", f"clan.kind.{KIND_NAMES[number]}")
        case "piece":
            name = "lone_wolf" if number == LONE_WOLF else KIND_NAMES[number % KINDS]
            return thing(f"kind.{name}", f"clan.kind.{name}")
        case "track":
            return thing(f"track.{TRACK_NAMES[number]}", f"clan.track.{TRACK_NAMES[number]}")
        case "act":
            return thing(f"action.{ACTION_NAMES[number]}", f"clan.act.{ACTION_NAMES[number]}")
        case "turned":
            return phrase("clan.turned" if number else "clan.straight")
        case "tile" | "board":
            return phrase("number", number=number + 1)
        case _:
            return phrase("number", number=number)


def prompt(s: Clan, seat: int) -> Phrase:
    """What the seat is asked, or what it waits for."""
    top = s.top
    if top is None:
        return phrase("prompt.over")
    if s.asked == BY_CHANCE:
        return phrase("prompt.chance")
    if seat in (NOBODY, CHANCE) or not has(s.asked, seat):
        return phrase("prompt.wait")
    if isinstance(top, Turn):
        if top.done >= s.box.per_turn:
            return phrase("clan.prompt.bonus")
        return phrase("clan.prompt.action", number=top.done + 1, most=s.box.per_turn)
    if isinstance(top, Move):
        return prompt_move(s, seat, top)
    if isinstance(top, Pay):
        if top.terrain == NOBODY:
            return phrase("clan.prompt.pay_any")
        return phrase("clan.prompt.pay", terrain=word("terrain", top.terrain), left=top.left)
    if isinstance(top, Flee):
        return phrase("clan.prompt.flee", kind=word("kind", top.kind), space=word("space", top.start))
    if isinstance(top, Hunt):
        first = same_prey(s, surrounded(s, seat))
        slot = next(slot for slot in range(s.box.slots) if has(first, slot))
        return phrase("clan.prompt.hunt", prey=word("prey", herd(s, slot)))
    if isinstance(top, Placement):
        if s.box.first_region == 0:
            return phrase("clan.prompt.start_two")
        return phrase("clan.prompt.start_first" if top.at < s.seats else "clan.prompt.start_second")
    if isinstance(top, Setup):
        return phrase("clan.prompt.colour")
    assert isinstance(top, Aimed)
    return prompt_aim(s, seat, top)


def prompt_move(s: Clan, seat: int, top: Move) -> Phrase:
    """Which wolf, or where to."""
    if top.step == WHERE_TO:
        speed = ability(s, seat, SPEED)
        if top.terrain == NOBODY:
            return phrase("clan.prompt.where", kind=word("kind", top.kind), speed=speed)
        terrain = word("terrain", top.terrain)
        return phrase("clan.prompt.where_on", kind=word("kind", top.kind), speed=speed, terrain=terrain)
    left = ability(s, seat, DEPLOYMENT) - top.deployed()
    if top.terrain == NOBODY:
        return phrase("clan.prompt.wolf", left=left)
    return phrase("clan.prompt.next_wolf", left=left, terrain=word("terrain", top.terrain))


def prompt_aim(s: Clan, seat: int, top: Aimed) -> Phrase:
    """Which space, or from which track."""
    if top.step == WHICH_TRACK:
        return phrase("clan.prompt.track", space=word("space", top.space))
    reach = ability(s, seat, HOWL_RANGE)
    if isinstance(top, Howl):
        return phrase("clan.prompt.howl", range=reach)
    if isinstance(top, Dominate):
        return phrase("clan.prompt.dominate", range=reach)
    return phrase("clan.prompt.build" if isinstance(top, Build) else "clan.prompt.transform")


def why(s: Clan, seat: int, action: int) -> Reason:
    """Why an action that is not among the seat's options may not be done."""
    top = s.top
    if top is None or seat < 0 or s.asked == BY_CHANCE or not has(s.asked, seat):
        return NOT_ASKED
    block = CODEC.block(action).name
    fields = CODEC.fields(action)
    if isinstance(top, Turn):
        return TWO_ACTIONS if block == "end" else why_not_act(s, seat, fields[0]) if block == "act" else OTHER_QUESTION
    if isinstance(top, Pay):
        return WRONG_TILE if block == "tile" else NO_TOKEN if block == "token" else OTHER_QUESTION
    if isinstance(top, Setup):
        return COLOUR_TAKEN if block == "colour" else OTHER_QUESTION
    if isinstance(top, Move):
        return why_not_move(s, seat, top, block, fields)
    if isinstance(top, Aimed) and top.step == WHICH_TRACK:
        return TRACK_EMPTY if block == "track" else OTHER_QUESTION
    if block == "pack" and isinstance(top, Dominate):
        return why_not_dominate(s, seat, PACK, fields[0])
    if block != "space" or fields[0] >= s.box.size:
        return OTHER_QUESTION
    return why_not_space(s, seat, top, fields[0])


def why_not_space(s: Clan, seat: int, top: Frame, space: int) -> Reason:
    """Why this space cannot be chosen."""
    if isinstance(top, Dominate):
        return why_not_dominate(s, seat, DEN, space)
    if isinstance(top, Build):
        return why_not_build(s, seat, space)
    if isinstance(top, Transform):
        return why_not_transform(s, seat, space)
    if isinstance(top, Howl):
        return why_not_howl(s, seat, space)
    if isinstance(top, Placement):
        return why_not_start(s, seat, space)
    if isinstance(top, Flee):
        is_land = ground_at(s, space) < TERRAINS
        return NOT_NEAREST if is_land and has(refuges(s, top.owner, space // WORD), space % WORD) else NO_REFUGE
    assert isinstance(top, Hunt)
    return NOT_SURROUNDED


def is_near(s: Clan, seat: int, radius: int, space: int) -> bool:
    """Whether a space is so near to an own alpha."""
    return has(within(s, seat, radius, space // WORD), space % WORD)


def why_not_act(s: Clan, seat: int, act: int) -> Reason:
    """Why a whole action is not possible: nothing left to place, nothing in reach, or too few tiles."""
    land = [space for space in range(s.box.size) if ground_at(s, space) < TERRAINS]
    if act == HOWL:
        reasons = [why_not_howl(s, seat, space) for space in land]
    elif act == BUILD:
        reasons = [why_not_build(s, seat, space) for space in land]
    elif act == TRANSFORM:
        reasons = [why_not_transform(s, seat, space) for space in land]
    else:
        assert act == DOMINATE
        reasons = [why_not_dominate(s, seat, kind, space) for space in land for kind in (PACK, DEN)]
    for reason in (CANNOT_PAY, NO_WOLF_LEFT, NO_DEN_LEFT, NO_LAIR_LEFT, NONE_LEFT):
        if reason in reasons:
            return reason
    return NO_TARGET


def why_not_move(s: Clan, seat: int, top: Move, block: str, fields: tuple[int, ...]) -> Reason:
    """Why this wolf cannot move, or not there."""
    if top.step != WHERE_TO:
        if block not in ("alpha", "pack") or fields[0] >= s.box.size:
            return OTHER_QUESTION
        kind = ALPHA if block == "alpha" else PACK
        there = standing(s, seat, kind, fields[0])
        if there == 0:
            return NOT_YOUR_WOLF
        return HAS_MOVED if top.times_moved(kind, fields[0]) == there else NOWHERE
    if block != "space" or fields[0] >= s.box.size:
        return OTHER_QUESTION
    space = fields[0]
    if ground_at(s, space) >= TERRAINS:
        return IMPASSABLE
    if not has(top.terrains(s), ground_at(s, space)):
        return CANNOT_PAY if top.terrain == NOBODY else OTHER_TERRAIN
    if lies(s, LONE, space) or lies(s, PREY, space):
        return TOKEN_THERE
    if lies(s, FULL, space):
        return TWO_PIECES
    if not has(open_to(s, seat, top.kind, first_n(TERRAINS))[space // WORD], space % WORD):
        return RANK
    assert not has(reached(s, top.start, ability(s, seat, SPEED), space // WORD), space % WORD)
    return TOO_FAR


def why_not_build(s: Clan, seat: int, space: int) -> Reason:
    """Why no den can be built there."""
    if dens_left(s, seat) == 0:
        return NO_DEN_LEFT
    if ground_at(s, space) >= TERRAINS:
        return NOT_FREE
    own_wolf = lies(s, row_of(seat, PACK), space) or lies(s, row_of(seat, ALPHA), space)
    taken = lies(s, OCCUPIED, space) and (lies(s, FULL, space) or not own_wolf)
    if taken or lies(s, LONE, space) or lies(s, PREY, space):
        return NOT_FREE
    if not is_near(s, seat, s.box.den_range, space):
        return NO_ALPHA_NEAR
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
    return CANNOT_PAY if is_near(s, seat, ability(s, seat, HOWL_RANGE), space) else OUT_OF_RANGE


def why_not_dominate(s: Clan, seat: int, kind: int, space: int) -> Reason:
    """Why the pack wolf or den there cannot be dominated."""
    owner = owner_on(s, kind, space) if space < s.box.size else NOBODY
    if owner in (NOBODY, seat):
        return NOT_DOMINABLE
    others = [other for other in range(s.box.owners) if other != owner]
    shared = any(standing(s, other, k, space) for other in others for k in range(KINDS))
    if lies(s, FULL, space) and not shared:
        return PROTECTED
    if not is_near(s, seat, ability(s, seat, HOWL_RANGE), space):
        return OUT_OF_REACH
    if dens_left(s, seat) == 0 if kind == DEN else s.own[seat * OWN + WOLVES] == WOLVES_ON_BOARD:
        return NONE_LEFT
    return CANNOT_PAY


def why_not_start(s: Clan, seat: int, space: int) -> Reason:
    """Why the first wolves cannot stand there."""
    if ground_at(s, space) >= TERRAINS:
        return NOT_A_START
    if s.box.first_region and space >= PLACES:
        return NOT_A_START
    if not s.box.first_region and stack_top(s.moons[space // PLACES]) == CRESCENT:
        return UNDER_CRESCENT
    if lies(s, OCCUPIED, space) or lies(s, LONE, space) or lies(s, PREY, space):
        return SPACE_TAKEN
    return SAME_SIDE
