"""Computes terrain sets, the shore and walking distances once all boards are placed."""

from mypy_extensions import i16

from meute.core.numbers import NOBODY, append, bit, filled, has, i64, vec
from meute.games.clan.state import (
    ASHORE,
    FIELDS,
    SHORE,
    SIDES,
    TERRAINS,
    WALLS_CACHED,
    WATER,
    WORD,
    Clan,
    Walls,
    ground_at,
)


def survey(s: Clan) -> None:
    """Computes `fields`, `lands` and `walls`, once per game."""
    words = s.words
    fields = filled(FIELDS * words, 0)
    land = filled(words, 0)
    for space in range(s.box.size):
        ground = ground_at(s, space)
        if ground < TERRAINS:
            fields[ground * words + space // WORD] |= bit(space % WORD)
            land[space // WORD] |= bit(space % WORD)
        elif ground == WATER:
            for side in range(SIDES):
                other = s.box.neighbours[space * SIDES + side]
                if other != NOBODY and ground_at(s, other) < TERRAINS:
                    fields[SHORE * words + other // WORD] |= bit(other % WORD)
    lands = vec[i16]([0] * s.box.size)
    for space in range(s.box.size):
        if has(land[space // WORD], space % WORD):
            lands[space] = i16(ground_at(s, space) + 1)
            if has(fields[SHORE * words + space // WORD], space % WORD):
                lands[space] += ASHORE
    s.fields = fields
    s.lands = lands
    s.walls = walls_for(s, land)


def walls_for(s: Clan, land: vec[i64]) -> Walls:
    """The walking distances around water and canyon; those of the last few arrangements are cached."""
    known = s.box.walls
    for walls in known:
        if list(walls.land) == list(land):
            return walls
    known.append(walk_everywhere(s, land))
    del known[:-WALLS_CACHED]
    return known[-1]


def walk_everywhere(s: Clan, land: vec[i64]) -> Walls:
    """Computes walks by breadth-first search: one step longer each round, until no walk grows."""
    size = s.box.size
    words = s.words
    walls = Walls(land)
    walks = filled(size * words, 0)
    for space in range(size):
        walks[space * words + space // WORD] = land[space // WORD] & bit(space % WORD)
    shorter: i64 = 0
    grows = True
    while grows:
        grows = False
        for space in range(size):
            for word in range(words):
                reached = walks[shorter + space * words + word]
                before = reached
                if has(land[space // WORD], space % WORD):
                    for side in range(SIDES):
                        other = s.box.neighbours[space * SIDES + side]
                        if other != NOBODY:
                            reached |= walks[shorter + other * words + word]
                if reached != before:
                    grows = True
                walks = append(walks, reached)
        shorter += size * words
        walls.farthest += 1
    walls.walks = walks
    return walls
