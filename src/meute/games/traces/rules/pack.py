"""The pack's order: entering, leaving, succession, renown, the omega and death."""

from meute.core.numbers import NOBODY, bit, first_n, has, i64, without
from meute.games.traces import events
from meute.games.traces.options import AT_ONCE
from meute.games.traces.state import (
    COLUMN_SIZE,
    SEXES,
    TOKEN_BITS,
    WOLVES,
    Phase,
    Traces,
    Wolf,
    boldest,
    index_of,
    owner,
    place_of,
    ranking,
    sex_of,
    token,
    wolves_of,
)


def enter(s: Traces, wolf: Wolf) -> None:
    """A wolf joins at the bottom of its column, above the omega, with fresh strength and one token of renown."""
    append_to_column(s, wolf)
    s.pack |= bit(wolf)
    s.cradle = without(s.cradle, wolf)
    s.strength[wolf] = s.box.start_strength
    s.renown[wolf] = s.box.start_renown


def append_to_column(s: Traces, wolf: Wolf) -> None:
    """Puts a wolf on the last place of its column."""
    sex = sex_of(s, wolf)
    s.column[sex * COLUMN_SIZE + s.size[sex]] = wolf
    s.size[sex] += 1


def leave_column(s: Traces, wolf: Wolf) -> None:
    """Takes a wolf out of its column; those below move up one place, at once or when the year ends."""
    sex = sex_of(s, wolf)
    k = index_of(s, wolf)
    last = s.size[sex] - 1
    if s.opt.gaps != AT_ONCE:  # the next wolf becomes alpha at once, so its place stays empty
        s.gaps[sex] |= bit(place_of(s, sex, k if k > 0 else 1))
    for place in range(sex * COLUMN_SIZE + k, sex * COLUMN_SIZE + last):
        s.column[place] = s.column[place + 1]
    s.column[sex * COLUMN_SIZE + last] = NOBODY
    s.size[sex] = last
    s.gaps[sex] &= first_n(place_of(s, sex, last - 1)) if last > 0 else 0
    if s.floor == wolf or (s.floor != NOBODY and s.column[sex * COLUMN_SIZE] == s.floor):
        s.floor = NOBODY
    # a wolf that dies at the same time does not become alpha
    if k == 0 and last > 0 and s.strength[s.column[sex * COLUMN_SIZE]] > 0:
        s.say(events.NEW_ALPHA, owner(s, s.column[sex * COLUMN_SIZE]), s.column[sex * COLUMN_SIZE])


def close_gaps(s: Traces) -> None:
    """« comblent les éventuels espaces dans la hiérarchie de la meute »"""
    for sex in range(SEXES):
        s.gaps[sex] = 0


def leave_pack(s: Traces, wolf: Wolf) -> None:
    """The card returns to its player's hand; tokens not yet turned leave the board unseen."""
    if s.omega == wolf:
        s.omega = NOBODY
    else:
        leave_column(s, wolf)
    s.pack = without(s.pack, wolf)
    s.strength[wolf] = 0
    s.renown[wolf] = 0
    s.plan[wolf] &= first_n(s.revealed * TOKEN_BITS)


def normalise(s: Traces) -> None:
    """« Lorsqu'un loup d'un sexe donné n'a plus de pastille ... mais qu'il est le dernier de son sexe »"""
    for sex in range(SEXES):
        if s.size[sex] == 0 and s.omega != NOBODY and sex_of(s, s.omega) == sex:
            wolf = s.omega
            s.omega = NOBODY
            append_to_column(s, wolf)
            s.say(events.STANDS_IN, owner(s, wolf), wolf)
        elif s.size[sex] > 1 and s.renown[s.column[sex * COLUMN_SIZE]] == 0:
            make_omega(s, s.column[sex * COLUMN_SIZE])


def make_omega(s: Traces, wolf: Wolf) -> None:
    """« Il ne peut y avoir qu'un seul loup oméga » : of two, the weaker is excluded, of equals the former one."""
    former = s.omega
    leave_column(s, wolf)
    s.omega = wolf
    s.say(events.FALLS, owner(s, wolf), wolf)
    if former == NOBODY:
        return
    if s.strength[former] > s.strength[wolf]:
        exclude(s, wolf)
        s.omega = former
    else:
        s.omega = former
        exclude(s, former)
        s.omega = wolf


def exclude(s: Traces, wolf: Wolf) -> None:
    """The omega is driven out of the pack."""
    s.say(events.EXCLUDED, owner(s, wolf), wolf)
    s.lost[owner(s, wolf) * 2 + 1] += 1
    leave_pack(s, wolf)


def strengthen(s: Traces, wolf: Wolf, gain: i64) -> None:
    """« La force d'un loup ne peut pas dépasser 12 » ; death of a weakened wolf is left to `bury`."""
    strength = s.strength[wolf] + gain
    s.strength[wolf] = strength if strength < s.box.most_strength else s.box.most_strength


def bury(s: Traces) -> None:
    """« Si la force d'un loup descend en dessous de 1, le loup meurt »"""
    order = ranking(s)
    for k in range(len(order)):
        wolf = order[k]
        if s.strength[wolf] < 1:
            s.say(events.DIES, owner(s, wolf), wolf)
            s.lost[owner(s, wolf) * 2] += 1
            leave_pack(s, wolf)
    normalise(s)


def recognise(s: Traces, wolf: Wolf) -> None:
    """One token of renown, but no more than four; an omega is no longer one, though it stays lowest for now."""
    if s.renown[wolf] >= s.box.most_renown:
        s.say(events.ENOUGH_RENOWN, owner(s, wolf), wolf)
        return
    s.renown[wolf] += 1
    s.say(events.RECOGNISED, owner(s, wolf), wolf, s.renown[wolf])
    if s.omega == wolf:
        s.omega = NOBODY
        append_to_column(s, wolf)
        s.floor = wolf
        s.say(events.REHABILITATED, owner(s, wolf), wolf)


def recognise_boldest(s: Traces, phase: Phase) -> None:
    """« Le joueur ayant placé le pion d'action de la valeur la plus élevée gagne une pastille de reconnaissance »"""
    wolf = boldest(s, phase)
    if wolf != NOBODY:
        recognise(s, wolf)


def lose_renown(s: Traces, wolf: Wolf, tokens: i64) -> None:
    """Removes tokens of renown from a wolf; `fall` makes it the omega if none is left."""
    s.renown[wolf] -= tokens
    s.say(events.LOSES_RENOWN if s.renown[wolf] else events.NO_RENOWN, owner(s, wolf), wolf, s.renown[wolf])


def fall(s: Traces, wolf: Wolf) -> None:
    """« S'il s'agissait de son unique et dernière pastille ... elle devient un loup oméga »"""
    if has(s.pack, wolf) and s.renown[wolf] == 0:
        make_omega(s, wolf)
    normalise(s)


def take_place(s: Traces, winner: Wolf, loser: Wolf) -> None:
    """« Si la femelle de rang inférieur a gagné, les deux loups intervertissent leurs positions »"""
    mine = index_of(s, winner)
    theirs = index_of(s, loser)
    if mine < theirs:
        return
    base = sex_of(s, winner) * COLUMN_SIZE
    s.column[base + mine] = loser
    s.column[base + theirs] = winner
    if s.floor == winner:
        s.floor = loser
    s.say(events.SWAPS, owner(s, winner), winner, loser)


def turn_column(s: Traces, phase: Phase) -> None:
    """« on retourne simultanément tous les pions d'action ... chaque loup perd immédiatement ... »

    The token of a wolf that dies of it does not count, and leaves the board with those not yet turned.
    """
    s.say(events.PHASE_BEGINS, NOBODY, phase)
    order = ranking(s)
    for k in range(len(order)):
        wolf = order[k]
        value = token(s, wolf, phase)
        if value:
            s.strength[wolf] -= s.box.spirals[value]
            s.say(events.SHOWS, owner(s, wolf), wolf, value, s.box.spirals[value])
    bury(s)
    s.revealed = phase + 1


def leave_litter(s: Traces, wolf: Wolf) -> None:
    """Turns a pup's card up, which updates the public knowledge of the other pups."""
    seat = owner(s, wolf)
    s.litter = without(s.litter, wolf)
    s.cradle = without(s.cradle, wolf)
    s.pups[seat] -= 1
    if s.pups[seat] == 0:
        s.cradle &= ~wolves_of(s, seat)


def lose_pup(s: Traces, wolf: Wolf) -> None:
    """A pup dies: its card is seen and returns to its player's hand."""
    leave_litter(s, wolf)
    s.say(events.PUP_DIES, owner(s, wolf), wolf)


def lose_all_pups(s: Traces) -> None:
    """Every pup dies."""
    for wolf in range(WOLVES):
        if has(s.litter, wolf):
            lose_pup(s, wolf)
