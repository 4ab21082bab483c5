"""Which spaces an action may aim at, one word of the map at a time."""

from meute.core.choices import Choices
from meute.core.numbers import NOBODY, Mask, bit, count, filled, first_n, has, i64, lowest, shift, vec
from meute.core.seats import Seat
from meute.games.clan.actions import ACT
from meute.games.clan.options import BEELINE
from meute.games.clan.state import (
    ALPHA,
    ANY_OWNER,
    BOARD,
    BUILD,
    DEN,
    DENS_PER_TRACK,
    FULL,
    HOWL,
    HOWL_RANGE,
    KINDS,
    LAIR,
    LAIRS_ON_BOARD,
    LONE,
    MOST_SPACES,
    OCCUPIED,
    PACK,
    PHANTOM_SPACES,
    PLACES,
    PREY,
    SHORE,
    SLOTS_PER_WORD,
    STACKS,
    TERRAINS,
    TRACKS,
    TRANSFORM,
    WOLVES_ON_BOARD,
    WORD,
    Clan,
    Owner,
    Space,
    ability,
    is_in_row,
    map_row,
    piece_count,
    pieces_of,
)


def space_of(s: Clan, action: i64) -> Space:
    """The space that an action names, with or without the wolf on it; NOBODY if it names none of this map."""
    if action >= ACT or action % MOST_SPACES >= s.box.size:
        return NOBODY
    return action % MOST_SPACES


def contains(spaces: vec[i64], space: Space) -> bool:
    """Whether a space is in a set."""
    return has(spaces[space // WORD], space % WORD)


def size_of(spaces: vec[i64]) -> i64:
    """How many spaces a set has."""
    n: i64 = 0
    for members in spaces:
        n += count(members)
    return n


def only_space(spaces: vec[i64]) -> Space:
    """The one space of a set; NOBODY if it has none or several."""
    if size_of(spaces) != 1:
        return NOBODY
    word: i64 = 0
    while spaces[word] == 0:
        word += 1
    return word * WORD + lowest(spaces[word])


def offer(out: Choices, base: i64, spaces: vec[i64]) -> None:
    """Each space of a set may be chosen."""
    for word in range(len(spaces)):
        out.add_set(base + word * WORD, spaces[word])


def has_wolf(s: Clan, seat: Seat, space: Space) -> bool:
    """Whether an own wolf stands there."""
    return is_in_row(s, map_row(seat, ALPHA), space) or is_in_row(s, map_row(seat, PACK), space)


def fields_of(s: Clan, terrains: Mask, word: i64) -> Mask:
    """The spaces of these terrains."""
    spaces: Mask = 0
    for terrain in range(TERRAINS):
        if has(terrains, terrain):
            spaces |= s.fields[terrain * s.words + word]
    return spaces


def tokens_on(s: Clan, word: i64) -> Mask:
    """The spaces that still hold a lone wolf or prey."""
    return s.map[LONE * s.words + word] | s.map[PREY * s.words + word]


def all_of_kind(s: Clan, kind: i64, word: i64) -> Mask:
    """The spaces where any owner has a piece of this kind."""
    return s.map[(ANY_OWNER + kind) * s.words + word]


def within(s: Clan, seat: Seat, radius: i64) -> vec[i64]:
    """The spaces at most so far from an alpha of the seat, « en nombre de cases », whatever lies on them."""
    words = s.words
    spaces = filled(words, 0)
    near = s.box.beeline if s.opt.range == BEELINE else s.box.near
    for other in range(words):
        alphas = s.map[map_row(seat, ALPHA) * words + other]
        while alphas:
            at = (radius * s.box.size + other * WORD + lowest(alphas)) * words
            for word in range(words):
                spaces[word] |= near[at + word]
            alphas &= alphas - 1
    return spaces


def reach_of(s: Clan, seat: Seat, act: i64) -> vec[i64]:
    """The spaces near enough to an own alpha for an action."""
    return within(s, seat, s.box.den_range if act == BUILD or act == TRANSFORM else ability(s, seat, HOWL_RANGE))


def open_to(s: Clan, seat: Seat, kind: i64, terrains: Mask) -> vec[i64]:
    """Where a wolf may end its move on these terrains, however far away."""
    spaces = filled(s.words, 0)
    for word in range(s.words):
        # « Tous les Loups ... peuvent terminer leur déplacement sur une Tanière adverse, mais pas sur un Antre »
        shared = pieces_of(s, seat, word) | all_of_kind(s, DEN, word)
        if kind == ALPHA:  # « sur une case occupée par un Loup de meute adverse ... l'unique pion »
            shared |= all_of_kind(s, PACK, word)
        # « chaque case ne peut accueillir plus de 2 pions de joueur »
        free = (shared | ~s.map[OCCUPIED * s.words + word]) & ~s.map[FULL * s.words + word]
        # « uniquement après que les jetons ont été retirés du plateau »
        spaces[word] = free & ~tokens_on(s, word) & fields_of(s, terrains, word)
    return spaces


def reached(s: Clan, start: Space, steps: i64, word: i64) -> Mask:
    """« Le Canyon central et les Points d'eau sont infranchissables » : other spaces that a walk leads to."""
    if steps > s.walls.farthest:
        steps = s.walls.farthest
    spaces = s.walls.walks[(steps * s.box.size + start) * s.words + word]
    return spaces & ~bit(start % WORD) if start // WORD == word else spaces


def refuges(s: Clan, owner: Owner, word: i64) -> Mask:
    """« la case vide ou la case alliée (comportant un seul pion de la même couleur que le loup chassé) »"""
    allied = pieces_of(s, owner, word) & ~s.map[FULL * s.words + word]
    return (allied | ~s.map[OCCUPIED * s.words + word]) & ~tokens_on(s, word) & first_n(WORD)


def nearest_refuges(s: Clan, owner: Owner, start: Space) -> vec[i64]:
    """Where a fleeing wolf runs to; an empty space always exists (see RULES.md)."""
    found = filled(s.words, 0)
    far: i64 = 1
    while True:
        for word in range(s.words):
            found[word] = reached(s, start, far, word) & refuges(s, owner, word)
        if size_of(found):
            return found
        assert far < s.walls.farthest
        far += 1


def dens_left(s: Clan, seat: Seat) -> Mask:
    """The ability tracks that still hold a den."""
    tracks: Mask = 0
    for track in range(TRACKS):
        if s.dens[seat * TRACKS + track] < DENS_PER_TRACK:
            tracks |= bit(track)
    return tracks


def build_spaces(s: Clan, seat: Seat, word: i64) -> Mask:
    """Where a den may be built: no piece but one wolf of one's own."""
    if dens_left(s, seat) == 0:
        return 0
    wolves = s.map[map_row(seat, ALPHA) * s.words + word] | s.map[map_row(seat, PACK) * s.words + word]
    free = ~s.map[OCCUPIED * s.words + word] | (wolves & ~s.map[FULL * s.words + word])
    if s.opt.den_on_tokens == 0:
        free &= ~tokens_on(s, word)
    return free


def transform_spaces(s: Clan, seat: Seat, word: i64) -> Mask:
    """Which dens may become a lair: beside water, « un seul Antre de votre couleur par plateau »."""
    dens = s.map[map_row(seat, DEN) * s.words + word] & s.fields[SHORE * s.words + word]
    if dens == 0 or s.lairs[seat] == LAIRS_ON_BOARD:
        return 0
    lairs = s.map[map_row(seat, LAIR) * s.words + word]
    for k in range(SLOTS_PER_WORD):
        board = shift(BOARD, k * PLACES)
        if lairs & board:
            dens &= ~board
    return dens


def howl_spaces(s: Clan, seat: Seat, word: i64) -> Mask:
    """Lone wolves that can be called."""
    if s.wolves[seat] == WOLVES_ON_BOARD:
        return 0
    # a lair stands on a token only where dens may: no wolf of another colour can join it
    return s.map[LONE * s.words + word] & ~(all_of_kind(s, LAIR, word) & ~s.map[map_row(seat, LAIR) * s.words + word])


def weak_packs(s: Clan, seat: Seat, word: i64) -> Mask:
    """Others' pack wolves; « Si 2 pions de la même couleur ... aucun des 2 pions ne peut être Dominé »."""
    weak = all_of_kind(s, PACK, word) & ~s.map[map_row(seat, PACK) * s.words + word]
    if weak == 0 or s.wolves[seat] == WOLVES_ON_BOARD:
        return 0
    for owner in range(s.box.owners):
        other_dens = all_of_kind(s, DEN, word) & ~s.map[map_row(owner, DEN) * s.words + word]
        guarded = s.map[FULL * s.words + word] & ~other_dens
        weak &= ~(s.map[map_row(owner, PACK) * s.words + word] & guarded)
    return weak


def weak_dens(s: Clan, seat: Seat, word: i64) -> Mask:
    """Others' dens that no wolf of their own colour guards."""
    weak = all_of_kind(s, DEN, word) & ~s.map[map_row(seat, DEN) * s.words + word]
    if weak == 0 or dens_left(s, seat) == 0:
        return 0
    for owner in range(s.box.owners):
        wolves = s.map[map_row(owner, PACK) * s.words + word] | s.map[map_row(owner, ALPHA) * s.words + word]
        weak &= ~(s.map[map_row(owner, DEN) * s.words + word] & wolves)
    return weak


def action_targets(s: Clan, seat: Seat, act: i64, word: i64) -> Mask:
    """The spaces that an action may aim at, whatever their terrain and however far away."""
    if act == HOWL:
        return howl_spaces(s, seat, word)
    if act == BUILD:
        return build_spaces(s, seat, word)
    if act == TRANSFORM:
        return transform_spaces(s, seat, word)
    return weak_packs(s, seat, word) | weak_dens(s, seat, word)


def targets(s: Clan, seat: Seat, act: i64, terrains: Mask, near: vec[i64], word: i64) -> Mask:
    """Those of the near spaces that have one of the terrains and that an action may aim at."""
    if near[word] == 0:
        return 0
    spaces = near[word] & action_targets(s, seat, act, word)
    if spaces == 0:
        return 0
    return spaces & fields_of(s, terrains, word)


def pieces_missing(s: Clan, owner: Owner, kind: i64) -> i64:
    """How many pieces have left an owner's board and lie neither on the map nor on the calendar."""
    return pieces_out(s, owner, kind) - piece_count(s, owner, kind) - list(s.calendar).count(owner * KINDS + kind)


def pieces_out(s: Clan, owner: Owner, kind: i64) -> i64:
    """How many pieces of a kind have left an owner's board; the phantom's lie out from the start."""
    if owner == s.seats:
        return sum(
            s.box.stacks[at // KINDS // PHANTOM_SPACES] * s.box.phantom[at]
            for at in range(kind, STACKS * PHANTOM_SPACES * KINDS, KINDS)
        )
    if kind == DEN:
        return sum(s.dens[owner * TRACKS : owner * TRACKS + TRACKS])
    if kind == LAIR:
        return s.lairs[owner]
    alphas = count(s.box.alphas_on_track & first_n(s.wolves[owner]))
    return s.box.start_spaces + (alphas if kind == ALPHA else s.wolves[owner] - alphas)
