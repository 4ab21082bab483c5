"""All boards lie there: where each terrain and the shore are, and the ways round water and canyon."""

from meute.core.numbers import NOBODY, append, bit, filled, has, i64, vec
from meute.games.clan.state import FIELDS, SHORE, SIDES, TERRAINS, WALLS_KEPT, WATER, WORD, Clan, Walls, ground_at


def survey(s: Clan) -> None:
    """Writes it down, once for a game."""
    words = s.words
    fields = filled(FIELDS * words, 0)
    for space in range(s.box.size):
        ground = ground_at(s, space)
        if ground < TERRAINS:
            fields[ground * words + space // WORD] |= bit(space % WORD)
        elif ground == WATER:
            for side in range(SIDES):
                other = s.box.neighbours[space * SIDES + side]
                if other != NOBODY and ground_at(s, other) < TERRAINS:
                    fields[SHORE * words + other // WORD] |= bit(other % WORD)
    s.fields = fields
    s.walls = walls_for(s)


def land_of(s: Clan) -> vec[i64]:
    """The set of spaces that can be walked on."""
    land = filled(s.words, 0)
    for terrain in range(TERRAINS):
        for word in range(s.words):
            land[word] |= s.fields[terrain * s.words + word]
    return land


def walls_for(s: Clan) -> Walls:
    """The ways round water and canyon; those of the last few arrangements are kept."""
    kept = s.box.walls
    land = land_of(s)
    for walls in kept:
        if same(walls.land, land):
            return walls
    if len(kept) == WALLS_KEPT:
        kept.pop(0)
    kept.append(walk_everywhere(s, land))
    return kept[-1]


def same(a: vec[i64], b: vec[i64]) -> bool:
    """Whether two sets of spaces of one map are equal."""
    for word in range(len(a)):  # noqa: SIM110
        if a[word] != b[word]:
            return False
    return True


def walk_everywhere(s: Clan, land: vec[i64]) -> Walls:
    """Walks one step longer than the last, until none leads any further."""
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
