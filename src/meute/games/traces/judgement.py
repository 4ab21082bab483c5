"""What a table is worth to a seat, and what speaks for an action: keep the pack alive, and climb where it pays."""

from typing import Final

from meute.core.game import NEVER, POINT
from meute.core.numbers import NOBODY, bit, count, first_n, has, i64, lowest, shift, vec, without
from meute.core.seats import Seat
from meute.games.traces import actions
from meute.games.traces.habits import (
    ALPHA_FALL,
    FIT_POINT,
    FRAIL_POINT,
    HUNT_SHARE,
    LIFE,
    LONE_SEX,
    NO_SEX,
    PACK_POINT,
    PACK_PUP,
    PER_CARD,
    PER_TOKEN,
    PREY_OPEN,
    RANK,
    RENOWN,
    UNSURE_MATE,
    WEAK_PACK,
    WOUND,
)
from meute.games.traces.planning import GENEROUS, HUNDRED, pack_capacity, plan, token_for, urge_to_add, urge_to_hunt
from meute.games.traces.rules.fights import FIGHTERS, Duel, RankFights
from meute.games.traces.rules.pack import bury, exclude, normalise, recognise, recognise_boldest, strengthen
from meute.games.traces.rules.phases import feed, lose_prey
from meute.games.traces.rules.preparation import Placement, next_cell
from meute.games.traces.scoring import EXTINCT, final_places, rank_points
from meute.games.traces.state import (
    CARDS,
    DIGIT,
    FEMALE,
    FIGHTING,
    HOWLING,
    HUNTING,
    LETTERS,
    LEVELS,
    MALE,
    OPEN,
    PHASES,
    PLACEMENT,
    RAISING,
    SEXES,
    SOLITARY,
    TOKENS,
    WOLVES,
    Traces,
    Wolf,
    all_pups,
    boldest,
    cards_in,
    effort,
    free_tokens,
    index_of,
    line_up,
    open_prey,
    owner,
    points,
    row_of,
    sex_of,
    token,
    wolves_of,
)

WON: Final = 1000000
REACH: Final = 4
"""How far a token may be from the one that is planned."""

FRAIL: Final = 6
ABLE_FOR_EACH: Final = 12
"""A pack that can give less than this for each player to a hunt is in danger."""
ENOUGH_PREY: Final = 3

FOUND: Final = 9
"""Small prey that a year brings before there is no more."""
BEST_FOUND: Final = 2
FINDERS: Final = 3
"""So many hunters find the same."""
MIDDLING_WOUND: Final = 5

EVEN: Final = 50
SURE: Final = 95


def worth(s: Traces, seat: Seat) -> i64:
    """The lead in points and in what the wolves will earn, and the health of the pack that all live on."""
    if s.ended == EXTINCT:
        return -WON
    if s.ended != NOBODY:
        return lead(s, seat) + (WON if final_places(s)[seat] == 1 else 0)
    part = s.part()
    if part == PLACEMENT:
        return outlook(s, seat, RAISING)
    if part == SOLITARY:
        return outlook(s, seat, HUNTING)
    if part == HOWLING:
        return outlook(s, seat, FIGHTING)
    total = lead(s, seat) + pack_worth(s)
    duel = s.top
    if isinstance(duel, Duel):
        for side in range(FIGHTERS):
            if duel.seats[side] == seat:
                total += stakes(s, duel.wolves[side], duel.wolves[1 - side], chance_in_duel(s, duel, side))
    return total


def outlook(s: Traces, seat: Seat, phase: i64) -> i64:
    """What the table will be worth once the year has run from this phase up to the fights, and what they may bring."""
    year = foretell(s, seat, phase)
    return lead(year, seat) + pack_worth(year) + fights_ahead(year, seat)


def lead(s: Traces, seat: Seat) -> i64:
    """A seat's prospects beyond those of the best of the others."""
    ranks = rank_points(s)
    best: i64 = -WON
    for other in range(s.seats):
        if other != seat:
            value = prospects(s, other, ranks)
            best = value if value > best else best
    return prospects(s, seat, ranks) - best


def prospects(s: Traces, seat: Seat, ranks: vec[i64]) -> i64:
    """Points first, then what the seat's wolves and pups will earn."""
    total = (points(s, seat) - s.lost[seat * 2] * s.box.death - s.lost[seat * 2 + 1] * s.box.exclusion) * POINT
    total += s.pups[seat] * s.habits[LIFE] // 2
    if s.ended != NOBODY:
        return total
    wolves = wolves_of(s, seat) & s.pack
    for wolf in range(WOLVES):
        if has(wolves, wolf):
            total += wolf_worth(s, wolf) + ranks[wolf] * s.habits[RANK]
    return total


def wolf_worth(s: Traces, wolf: Wolf) -> i64:
    """A living wolf by its strength and renown; the omega is half lost."""
    strength = s.strength[wolf]
    frail = strength if strength < FRAIL else FRAIL
    life: i64 = 0 if wolf == s.omega else s.habits[LIFE]
    fit = frail * s.habits[FRAIL_POINT] + (strength - frail) * s.habits[FIT_POINT]
    return life + fit + s.renown[wolf] * s.habits[RENOWN]


def pack_worth(s: Traces) -> i64:
    """Two strong wolves of each player hunt well, pups grow up, a pack of one sex has no litter, prey must lie open."""
    size = 2 * count(s.pack) + all_pups(s)
    total = (size if size < 4 * s.seats else 4 * s.seats) * s.habits[PACK_PUP]
    for wolf in range(WOLVES):
        if has(s.pack, wolf):
            total += s.strength[wolf] * s.habits[PACK_POINT]
    for sex in range(2):
        if s.size[sex] == 1:
            total -= s.habits[LONE_SEX]
        elif s.size[sex] == 0:
            total -= s.habits[NO_SEX]
    missing = ABLE_FOR_EACH * s.seats - pack_capacity(s)
    if missing > 0:
        total -= missing * s.habits[WEAK_PACK]
    prey = cards_in(s, OPEN)
    return total + (prey if prey < ENOUGH_PREY else ENOUGH_PREY) * s.habits[PREY_OPEN]


def urge(s: Traces, seat: Seat, action: i64) -> i64:
    """What speaks for an action beyond the table it leads to."""
    if actions.PLACE <= action < actions.CATCH:
        return urge_to_place(s, seat, action - actions.PLACE)
    if action < actions.ADD:
        return 0
    if actions.ADD <= action < actions.PLEDGE:
        return urge_to_add(s, seat, action - actions.ADD)
    if actions.PLEDGE <= action < actions.BALLOT:
        level = (action - actions.PLEDGE) % LEVELS
        return urge_to_hunt(s, (action - actions.PLEDGE) // LEVELS) + (1 if level == 2 else 0)
    if actions.BALLOT <= action < actions.DECIDE:
        return urge_to_hunt(s, action - actions.BALLOT)
    if actions.DECIDE <= action < actions.PLACE:
        return urge_to_hunt(s, action - actions.DECIDE)
    if actions.DROP <= action < actions.ATTACK:
        return -urge_to_hunt(s, action - actions.DROP)
    if actions.ATTACK <= action < actions.PASS:
        return urge_to_fight(s, seat, action)
    if actions.CARD <= action < actions.DEPART:
        return urge_to_play(s, seat, action - actions.CARD)
    if actions.DEPART <= action < actions.JOIN:
        return urge_to_leave(s, seat, action - actions.DEPART)
    if actions.JOIN <= action < actions.STAY_OUT:
        return s.habits[LIFE]
    if action == actions.ALLOW:
        return s.habits[LIFE] if count(s.pack) < 2 * s.seats else 0
    return 0


def urge_to_place(s: Traces, seat: Seat, placed: i64) -> i64:
    """One near the token that the seat's plan has in this box, the nearest first; what the plan gives to the hunt,
    which all live on, is the least."""
    cell = placed // actions.VALUES
    gap = placed % actions.VALUES - plan(s, seat, s.habits[HUNT_SHARE])[cell]
    if gap > REACH or gap < (0 if cell % PHASES == HUNTING else -REACH):
        return NEVER * (gap if gap > 0 else -gap)
    return -gap if gap > 0 else gap


def reflex(s: Traces, seat: Seat) -> i64:
    """The next token of the seat's plan."""
    top = s.top
    if not isinstance(top, Placement):
        return NOBODY
    return token_for(s, seat, next_cell(s, seat, top.answers[seat]), s.habits[HUNT_SHARE])


def care(s: Traces, seat: Seat) -> i64:
    """What a seat does that means well by the pack: it gives the hunt more than its share, chooses prey and pups for
    everybody, picks no quarrel, and its young stay; NOBODY where the pack is not concerned."""
    options = s.options(seat)
    first = options[0]
    if actions.PLACE <= first < actions.CATCH:
        return token_for(s, seat, (first - actions.PLACE) // actions.VALUES, GENEROUS)
    if first == actions.PASS or first == actions.DEPART:
        return first
    if actions.ADD <= first < actions.PLACE or actions.DROP <= first < actions.ATTACK or first >= actions.STAY_OUT:
        return max(options, key=lambda action: urge(s, seat, action))
    return NOBODY


def foretell(s: Traces, seat: Seat, begin: i64) -> Traces:
    """The year as these tokens make it, up to the fights: empty boxes of the seat filled as planned, chance mild."""
    year = s.copy()
    fill(year, seat)
    for phase in range(begin, PHASES):
        if phase == RAISING and all_pups(year) == 0:
            continue
        for wolf in range(WOLVES):
            if has(year.pack, wolf):
                year.strength[wolf] -= year.box.spirals[token(year, wolf, phase)]
        bury_any(year)
        if phase == RAISING:
            foretell_raising(year)
        elif phase == SOLITARY:
            foretell_solitary(year)
        elif phase == HUNTING:
            foretell_hunt(year)
        elif phase == HOWLING:
            total = effort(year, HOWLING)
            if total < year.box.howl_low and open_prey(year):
                lose_prey(year, seat, lowest(open_prey(year)))
            recognise_boldest(year, HOWLING)
    return year


def fill(s: Traces, seat: Seat) -> None:
    """Lays the planned tokens, or the next smaller ones, into the boxes after the last that was filled."""
    top = s.top
    if not isinstance(top, Placement):
        return
    wanted = plan(s, seat, s.habits[HUNT_SHARE])
    free = free_tokens(s, seat)
    cell = next_cell(s, seat, top.answers[seat])
    while cell != NOBODY:
        value = wanted[cell]
        while not has(free, value):
            value -= 1
        s.plan[s.colours[seat] * LETTERS + cell // PHASES] |= shift(value, cell % PHASES * DIGIT)
        free = without(free, value) | 1
        cell = next_cell(s, seat, cell)


def bury_any(s: Traces) -> None:
    """Sees to the dead, if there are any."""
    for wolf in range(WOLVES):
        if has(s.pack, wolf) and s.strength[wolf] < 1:
            bury(s)
            return


def foretell_raising(s: Traces) -> None:
    """As many pups as the effort feeds, and renown for the boldest."""
    raised = effort(s, RAISING) // s.box.pup_needs
    pups = all_pups(s)
    for other in range(s.seats):
        if raised < pups:
            s.pups[other] = (2 * s.pups[other] * raised + pups) // (2 * pups)
    recognise_boldest(s, RAISING)


def foretell_solitary(s: Traces) -> None:
    """The first hunters find the best; whoever comes late or does not hunt goes hungry."""
    line = line_up(s, SOLITARY, first_n(SEXES))
    fed: i64 = 0
    for k in range(WOLVES):
        if line[k] != NOBODY and k < FOUND:
            strengthen(s, line[k], BEST_FOUND - k // FINDERS if k // FINDERS < BEST_FOUND else 0)
            fed |= bit(line[k])
    for wolf in range(WOLVES):
        if has(s.pack & ~fed, wolf):
            s.strength[wolf] -= s.box.no_prey_loss
    bury_any(s)


def foretell_hunt(s: Traces) -> None:
    """The hunt with a middling wound, feeding, renown, and the end of an omega."""
    total = effort(s, HUNTING)
    hunter = boldest(s, HUNTING)
    if s.hunted != NOBODY and hunter != NOBODY:
        if s.box.red[s.hunted] <= total < s.box.black[s.hunted]:
            s.strength[hunter] -= MIDDLING_WOUND
            bury_any(s)
    if s.hunted != NOBODY and total >= s.box.green[s.hunted]:
        feed(s)
        if hunter != NOBODY and has(s.pack, hunter):
            recognise(s, hunter)
    else:
        for other in range(s.seats):
            s.pups[other] = 0
        for wolf in range(WOLVES):
            if has(s.pack, wolf):
                s.strength[wolf] -= s.box.famine_loss
        bury_any(s)
    if s.omega != NOBODY and not s.opt.omega_stays:
        exclude(s, s.omega)
        normalise(s)


def fights_ahead(s: Traces, seat: Seat) -> i64:
    """What the seat's wolves may win by attacking and lose by being attacked, by the tokens for the fights."""
    total: i64 = 0
    for wolf in range(WOLVES):
        if not has(s.pack & wolves_of(s, seat), wolf) or index_of(s, wolf) == NOBODY:
            continue
        gain: i64 = 0
        harm: i64 = 0
        for rival in range(WOLVES):
            if not has(s.pack, rival) or owner(s, rival) == seat or sex_of(s, rival) != sex_of(s, wolf):
                continue
            if index_of(s, rival) == NOBODY:
                continue
            attack = attack_worth(s, wolf, rival)
            gain = attack if attack > gain else gain
            if attack_worth(s, rival, wolf) > 0:
                loss = loss_to(s, wolf, rival)
                harm = loss if loss > harm else harm
        total += (gain - harm) // 2
    return total


def attack_worth(s: Traces, wolf: Wolf, rival: Wolf) -> i64:
    """What an attack is worth to the attacker; nothing where it may not attack."""
    if token(s, wolf, FIGHTING) == 0 or (sex_of(s, wolf) == MALE and index_of(s, wolf) != index_of(s, rival) + 1):
        return 0
    if token(s, rival, FIGHTING) == 0:
        lines = row_of(s, wolf) - row_of(s, rival)
        return POINT + (lines * s.habits[RANK] if lines > 0 else 0)
    return stakes(s, wolf, rival, chance_to_win(s, wolf, rival))


def loss_to(s: Traces, wolf: Wolf, rival: Wolf) -> i64:
    """What a wolf loses if this rival attacks it: by fighting if that is better, else by giving way."""
    lines = row_of(s, rival) - row_of(s, wolf)
    given = s.habits[RENOWN] + (lines * s.habits[RANK] if lines > 0 else 0)
    given += s.habits[LIFE] if s.renown[wolf] == 1 else 0
    if token(s, wolf, FIGHTING) == 0:
        return given
    fought = -stakes(s, wolf, rival, chance_to_win(s, wolf, rival))
    return fought if fought < given else given


def chance_to_win(s: Traces, wolf: Wolf, rival: Wolf) -> i64:
    """Roughly, in percent: by tokens and extra cards."""
    cards: i64 = 0
    if s.strength[wolf] != s.strength[rival]:
        cards += 1 if s.strength[wolf] > s.strength[rival] else -1
    if s.renown[wolf] != s.renown[rival]:
        cards += 1 if s.renown[wolf] > s.renown[rival] else -1
    return chance_by(s, token(s, wolf, FIGHTING) - token(s, rival, FIGHTING), cards)


def chance_in_duel(s: Traces, duel: Duel, side: i64) -> i64:
    """Roughly, in percent: by scores and cards left."""
    cards = duel.held[side] + duel.draws[side] - duel.held[1 - side] - duel.draws[1 - side]
    return chance_by(s, duel.scores[side] - duel.scores[1 - side], cards)


def chance_by(s: Traces, ahead: i64, cards: i64) -> i64:
    """The chance to win a fight, in percent, of who has so much and so many cards more than the other."""
    chance = EVEN + (s.habits[PER_TOKEN] * ahead + s.habits[PER_CARD] * cards) // HUNDRED
    return SURE if chance > SURE else (HUNDRED - SURE if chance < HUNDRED - SURE else chance)


def stakes(s: Traces, wolf: Wolf, rival: Wolf, chance: i64) -> i64:
    """What a fight is worth to the first of two wolves."""
    lines = row_of(s, wolf) - row_of(s, rival)
    win: i64 = s.habits[RENOWN] + (lines * s.habits[RANK] if lines > 0 else 0)
    loss: i64 = s.habits[RENOWN] - (lines * s.habits[RANK] if lines < 0 else 0)
    if index_of(s, wolf) == 0:
        loss += s.habits[ALPHA_FALL]
    if s.renown[wolf] == 1:
        loss += s.habits[LIFE]
    if sex_of(s, wolf) == FEMALE:
        loss += s.habits[WOUND]
        if s.strength[wolf] <= FRAIL:
            loss += s.habits[WOUND] + s.habits[LIFE]
    return (win * chance - loss * (HUNDRED - chance)) // HUNDRED


def urge_to_fight(s: Traces, seat: Seat, action: i64) -> i64:
    """To attack; whether to stand up or to give way, the table after it tells."""
    fights = s.top
    if not isinstance(fights, RankFights):
        return 0
    rival = action - actions.ATTACK
    if not fights.can_fight(s, rival):
        weak = count(s.pack) <= s.seats + 2 and s.renown[rival] == 1
        return -2 * s.habits[LIFE] if weak else 0
    return stakes(s, fights.attacker, rival, chance_to_win(s, fights.attacker, rival)) - s.habits[RANK]


def urge_to_leave(s: Traces, seat: Seat, letters: i64) -> i64:
    """Whoever leaves without a mate of the seat's own counts on the others, who rather stay."""
    balance: i64 = 0
    for letter in range(LETTERS):
        if has(letters, letter):
            balance += 1 if sex_of(s, s.colours[seat] * LETTERS + letter) == MALE else -1
    return -s.habits[UNSURE_MATE] * (balance if balance > 0 else -balance)


def urge_to_play(s: Traces, seat: Seat, card: i64) -> i64:
    """What a combat card wins on average against those the other may hold."""
    duel = s.top
    if not isinstance(duel, Duel):
        return 0
    theirs = first_n(CARDS) & ~duel.played[1 - duel.side(seat)]
    total: i64 = 0
    for other in range(CARDS):
        if has(theirs, other):
            gap = card - other if card > other else other - card
            points_lost = s.box.losses[gap] if gap < s.box.defeat else TOKENS
            total += points_lost if card > other else -points_lost
    return total * POINT // count(theirs)
