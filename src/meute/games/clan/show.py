"""What the page draws for a seat, and the places that select an action."""

from typing import Any, Final

from meute.core.numbers import NOBODY, count, has
from meute.core.reason import OTHER_QUESTION, Reason
from meute.games.clan.names import (
    ACTION_NAMES,
    BONUS_NAMES,
    GROUND_NAMES,
    KIND_NAMES,
    MOON_NAMES,
    PREY_NAMES,
    SLOT_LETTERS,
    TERRAIN_NAMES,
    TRACK_NAMES,
    space_text,
)
from meute.games.clan.notation import CODEC
from meute.games.clan.rules.aimed import NO_DEN_TRACK, WHICH_TRACK, Aimed
from meute.games.clan.rules.inturn import InTurn
from meute.games.clan.rules.move import STAY, WHERE_TO, WHICH_WOLF, Flee, Move
from meute.games.clan.rules.payment import Pay
from meute.games.clan.rules.setup import TAKE_COLOURS, Placement, Setup, colours_left
from meute.games.clan.rules.spaces import contains
from meute.games.clan.rules.turn import Turn, impossible, possible
from meute.games.clan.scoring import control, leader, total
from meute.games.clan.show_types import (
    ActShown,
    CalendarShown,
    ClanShown,
    ControlShown,
    NowShown,
    PackShown,
    PieceShown,
    ReachShown,
    RegionShown,
    ResultShown,
    ScoredShown,
    ScoringShown,
    SpaceShown,
    TileShown,
    TrackShown,
)
from meute.games.clan.state import (
    ACTIONS,
    ALPHA,
    ALPHAS,
    CONTROL,
    DEN,
    DENS_PER_TRACK,
    DEPLOYMENT,
    GAINED,
    HOME_TILE,
    KINDS,
    LAIR,
    LAIRS_ON_BOARD,
    LONE,
    LONE_WOLF,
    LONE_WOLVES,
    MOONS,
    MOVE,
    NO_BONUS,
    PACK,
    PLACES,
    PREY,
    PREYS,
    RESULT,
    START_BOARD,
    STEPS,
    TILES,
    TRACKS,
    WOLVES_ON_BOARD,
    Clan,
    ability,
    face,
    ground_at,
    is_in_row,
    lone_space,
    piece_count,
    piece_count_in,
    pieces_on,
    prey_kind,
    prey_left,
    prey_space,
    stack_below,
    stack_top,
)


def show(s: Clan, seat: int) -> ClanShown:
    """The state as this seat sees it; `s` is already the seat's view."""
    acts = seat >= 0 and has(s.to_act, seat) and not s.awaits_chance()
    return ClanShown(
        game="clan",
        turns=s.turns,
        first=s.first,
        active=s.active,
        phantom=s.seats if s.box.owners > s.seats else NOBODY,
        factions=show_factions(s),
        spaces=[show_space(s, space) for space in range(s.box.size)],
        regions=[show_region(s, slot) for slot in range(s.box.slots)],
        packs=[show_pack(s, other) for other in range(s.seats)],
        calendar=show_calendar(s),
        acts=show_acts(s, seat if acts and s.on_top(Turn) else NOBODY),
        stop="action.stop",
        end="action.end",
        reach=show_reach(s, seat) if acts else [],
        now=show_now(s),
        last=show_last(s),
    )


def show_factions(s: Clan) -> list[str]:
    """The places of the colours that may still be chosen; empty outside that step."""
    setup = s.find(Setup)
    if setup is None or setup.step != TAKE_COLOURS:
        return []
    return [f"faction.{name}" for terrain, name in enumerate(TERRAIN_NAMES) if has(colours_left(s), terrain)]


def show_space(s: Clan, space: int) -> SpaceShown:
    """One space of the map."""
    slot = space // PLACES
    laid = s.boards[slot] != NOBODY
    symbol = ""
    if laid and s.boards[slot] != START_BOARD:
        lone = [lone_space(s, slot, n) for n in range(LONE_WOLVES)]
        symbol = "lone_wolf" if space in lone else "prey" if space == prey_space(s, slot) else ""
    prey = is_in_row(s, PREY, space)
    return SpaceShown(
        place=f"space.{space_text(space)}",
        id=space_text(space),
        q=s.box.q[space],
        r=s.box.r[space],
        ground=GROUND_NAMES[ground_at(s, space)] if laid else "",
        region=SLOT_LETTERS[slot],
        symbol=symbol,
        token="lone_wolf" if is_in_row(s, LONE, space) else PREY_NAMES[prey_kind(s, slot)] if prey else "",
        tokens=1 if is_in_row(s, LONE, space) else prey_left(s, slot) if prey else 0,
        pieces=[
            show_piece(owner, kind, space)
            for kind in range(KINDS)
            for owner in range(s.box.owners)
            for _ in range(pieces_on(s, owner, kind, space))
        ],
    )


def show_piece(owner: int, kind: int, space: int) -> PieceShown:
    """A piece on a space; its place also selects it."""
    return PieceShown(place=f"{KIND_NAMES[kind]}.{space_text(space)}", owner=owner, kind=KIND_NAMES[kind])


def show_region(s: Clan, slot: int) -> RegionShown:
    """One board, with the control of each owner."""
    top = stack_top(s.moons[slot])
    rows = [
        ControlShown(owner=owner, points=control(s, owner, slot), alphas=piece_count_in(s, owner, ALPHA, slot))
        for owner in range(s.box.owners)
    ]
    rows.sort(key=lambda row: (-row["points"], -row["alphas"]))
    best = leader(s, slot)
    return RegionShown(
        place=f"region.{SLOT_LETTERS[slot]}",
        id=SLOT_LETTERS[slot],
        board=s.boards[slot],
        turned=has(s.turned, slot),
        scores=slot >= s.box.first_region,
        moons=[MOON_NAMES[moon] for moon in moons_of(s.moons[slot])],
        first=s.box.first[top] if top != NOBODY else 0,
        second=s.box.second[top] if top != NOBODY else 0,
        next=top == s.scored,
        prey=PREY_NAMES[prey_kind(s, slot)] if prey_kind(s, slot) != NOBODY else "",
        control=rows,
        leader=best,
        lead=rows[0]["points"] - rows[1]["points"] if best != NOBODY else 0,
        lead_alphas=rows[0]["alphas"] - rows[1]["alphas"] if best != NOBODY else 0,
    )


def show_pack(s: Clan, seat: int) -> PackShown:
    """One personal board."""
    return PackShown(
        seat=seat,
        faction=TERRAIN_NAMES[s.factions[seat]] if s.factions[seat] != NOBODY else "",
        tiles=show_tiles(s, seat) if s.factions[seat] != NOBODY else [],
        tracks=show_tracks(s, seat),
        prey=[name for kind, name in enumerate(PREY_NAMES) if has(s.hunted[seat], kind)],
        terrain_tokens=s.terrain_tokens[seat],
        terrain_place="token.terrain",
        action_tokens=s.action_tokens[seat],
        won=[MOON_NAMES[moon] for moon in range(MOONS) for _ in range(s.won[seat * MOONS + moon])],
        points=s.points[seat],
        score=total(s, seat),
        alphas=piece_count(s, seat, ALPHA),
        packs=piece_count(s, seat, PACK),
        dens=piece_count(s, seat, DEN),
        lairs=piece_count(s, seat, LAIR),
    )


def show_tiles(s: Clan, seat: int) -> list[TileShown]:
    """The terrain tiles."""
    up = [TERRAIN_NAMES[face(s, seat, tile)] for tile in range(TILES)]
    behind = [TERRAIN_NAMES[face(s, seat, tile, 1)] for tile in range(TILES)]
    return [
        TileShown(place=f"tile.{tile + 1}", up=up[tile], behind=behind[tile], home=tile == HOME_TILE)
        for tile in range(TILES)
    ]


def show_tracks(s: Clan, seat: int) -> list[TrackShown]:
    """The tracks: three abilities, lairs, wolves and prey."""
    box = s.box
    bonuses = [list(box.bonuses[at : at + STEPS]) for at in range(0, TRACKS * STEPS, STEPS)]
    values = [list(box.values[at : at + STEPS]) for at in range(0, TRACKS * STEPS, STEPS)]
    wolves = ["alpha" if has(box.alphas_on_track, space) else "pack" for space in range(WOLVES_ON_BOARD)]
    rows = [
        (name, s.dens[seat * TRACKS + n], ["den"] * DENS_PER_TRACK, bonuses[n], box.ability_points, values[n])
        for n, name in enumerate(TRACK_NAMES)
    ]
    rows += [
        ("lairs", s.lairs[seat], ["lair"] * LAIRS_ON_BOARD, [box.lair_bonus], box.lair_points, []),
        ("wolves", s.wolves[seat], wolves, [NO_BONUS], box.wolf_points, []),
        ("prey", count(s.hunted[seat]), ["prey"] * PREYS, [box.prey_bonus], box.prey_points, []),
    ]
    return [
        TrackShown(
            place=f"track.{name}",
            id=name,
            values=shown,
            bonuses=[BONUS_NAMES[bonus] for bonus in (given if shown else [NO_BONUS, *given * len(kinds)])],
            points=list(points),
            kinds=["", *kinds],
            taken=taken,
            value=shown[taken] if shown else taken,
            score=points[taken],
        )
        for name, taken, kinds, given, points, shown in rows
    ]


def show_calendar(s: Clan) -> CalendarShown:
    """The covered dates, and the dates of the scorings."""
    covered = len(s.calendar)
    return CalendarShown(
        rows=list(s.box.rows),
        pieces=[
            PieceShown(place=f"date.{date}", owner=NOBODY, kind="lone_wolf")
            if piece == LONE_WOLF
            else PieceShown(place=f"date.{date}", owner=piece // KINDS, kind=KIND_NAMES[piece % KINDS])
            for date, piece in enumerate(s.calendar, start=1)
        ],
        scorings=[
            ScoringShown(
                moon=MOON_NAMES[moon],
                date=s.box.dates[moon],
                left=max(s.box.dates[moon] - covered, 0),
                done=moon < s.scored,
                regions=[SLOT_LETTERS[slot] for slot, stack in enumerate(s.moons) if moon in moons_of(stack)],
            )
            for moon in range(MOONS)
        ],
    )


def moons_of(stack: int) -> list[int]:
    """The moons of a region's tokens, the next one first."""
    return [moon for moon in (stack_top(stack), stack_below(stack)) if moon != NOBODY]


def show_acts(s: Clan, seat: int) -> list[ActShown]:
    """The five actions, each with the reason why it is impossible ("" if possible); `seat` is NOBODY outside a turn."""
    why = [OTHER_QUESTION.key] * ACTIONS
    if seat != NOBODY:
        can = possible(s, seat)
        why = ["" if has(can, act) else impossible(s, seat, act).key for act in range(ACTIONS)]
    return [
        ActShown(place=f"action.{name}", id=name, cost=s.box.cost[act], why=why[act])
        for act, name in enumerate(ACTION_NAMES)
    ]


def show_reach(s: Clan, seat: int) -> list[ReachShown]:
    """For each wolf that may move now, the spaces that it could go to."""
    move = Move() if s.on_top(Turn) else s.on_top(Move)
    if move is None:
        return []
    reach = []
    for kind in (ALPHA, PACK):
        for start in range(s.box.size):
            if move.is_free(s, kind, start):
                spaces = move.targets(s, kind, start)
                found = [f"space.{space_text(space)}" for space in range(s.box.size) if contains(spaces, space)]
                reach.append(ReachShown(wolf=show_piece(seat, kind, start)["place"], spaces=found))
    return reach


def show_now(s: Clan) -> NowShown | None:
    """The current turn, or the placement of the first wolves."""
    turn, move, aimed, pay, flee = s.find(Turn), s.find(Move), s.find_any(Aimed), s.find(Pay), s.find(Flee)
    if turn is None and s.find(Placement) is None:
        return None
    in_turn = s.find_any(InTurn)
    terrain = pay.terrain if pay else move.terrain if move else NOBODY
    goal = aimed.space if aimed else move.to if move and WHERE_TO < move.step < STAY else NOBODY
    return NowShown(
        seat=s.active,
        step=in_turn.phase() if in_turn else "start",
        number=turn.done + 1 if turn else 0,
        most=s.box.per_turn,
        action=ACTION_NAMES[MOVE] if move else ACTION_NAMES[aimed.action()] if aimed else "",
        wolf=show_piece(s.active, move.kind, move.start)["place"] if move and WHICH_WOLF < move.step < STAY else "",
        space="" if goal == NOBODY else f"space.{space_text(goal)}",
        terrain="" if terrain == NOBODY else TERRAIN_NAMES[terrain],
        left=pay.left if pay else ability(s, s.active, DEPLOYMENT) - move.deployed() if move else 0,
        fleeing=show_piece(flee.owner, flee.kind, flee.start) if flee else None,
    )


def show_last(s: Clan) -> list[ScoredShown]:
    """The last scoring, region by region."""
    size = 1 + s.box.owners * RESULT
    scored = []
    for slot in range(len(s.last) // size):
        moon, *numbers = s.last[slot * size : (slot + 1) * size]
        if moon != NOBODY:
            results = [numbers[at : at + RESULT] for at in range(0, size - 1, RESULT)]
            packs = [
                ResultShown(owner=owner, points=result[CONTROL], alphas=result[ALPHAS], gained=result[GAINED])
                for owner, result in enumerate(results)
            ]
            packs.sort(key=lambda pack: (-pack["gained"], -pack["points"], -pack["alphas"]))
            scored.append(ScoredShown(region=SLOT_LETTERS[slot], moon=MOON_NAMES[moon], packs=packs))
    return scored


NAMED_PLACES: Final = {
    "act": ("action", ACTION_NAMES),
    "track": ("track", TRACK_NAMES),
    "colour": ("faction", TERRAIN_NAMES),
}
"""For each action kind whose places have names: the kind of place and the names."""


def targets(s: Clan, seat: int, action: int) -> tuple[str, ...]:
    """The places that select an action, in order."""
    block = CODEC.kind(action).name
    if block in NAMED_PLACES:
        kind, names = NAMED_PLACES[block]
        return (f"{kind}.{names[CODEC.fields(action)[0]]}",)
    match block:
        case "pack" | "alpha" | "space":
            return (f"{block}.{space_text(CODEC.fields(action)[0])}",)
        case "stop" | "end":
            return (f"action.{block}",)
        case "tile":
            return (f"tile.{CODEC.fields(action)[0] + 1}",)
        case "token":
            return ("token.terrain",)
        case _:
            return ()


def picture(s: Clan, action: int) -> dict[str, Any]:
    """For a region board: the terrain of its places, as it would lie on the map."""
    if CODEC.kind(action).name != "region":
        return {}
    board, turned = CODEC.fields(action)
    grounds = [GROUND_NAMES[s.box.ground[(board + 1) * PLACES + place]] for place in range(PLACES)]
    return {"grounds": grounds[::-1] if turned else grounds}


def why_place(s: Clan, seat: int, place: str) -> Reason:
    """The reason why no den can be taken from the tracks of lairs, wolves and prey."""
    aimed = s.find_any(Aimed)
    if place.startswith("track.") and aimed is not None and aimed.step == WHICH_TRACK:
        return NO_DEN_TRACK
    return OTHER_QUESTION
