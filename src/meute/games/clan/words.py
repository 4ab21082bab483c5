"""From numbers to phrases: events, prompts and the names of things."""

from meute.core.game import Saying
from meute.core.numbers import NOBODY, has
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
from meute.games.clan.notation import SLOT_LETTERS, space_text
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
    Turn,
)
from meute.games.clan.rules.actions import WHICH_TRACK, Aimed
from meute.games.clan.rules.move import WHERE_TO
from meute.games.clan.rules.turn import same_prey, surrounded
from meute.games.clan.state import (
    DEPLOYMENT,
    HOWL_RANGE,
    KINDS,
    LONE_WOLF,
    SPEED,
    Clan,
    ability,
    herd,
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
    Saying("turn_begins", "number"),
    Saying("phantom_second", "region", "moon"),
    Saying("phantom_tied", "region", "moon"),
)

ENDS = ("full_moon",)


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
