"""What lies on the table of Traces de Loups."""

from typing import Final

from mypy_extensions import mypyc_attr

from meute.core.frame import State
from meute.core.numbers import NOBODY, Mask, bit, count, filled, first_n, has, i64, shift, vec, without
from meute.core.seats import Seat, Seats
from meute.games.traces.options import USUAL, Options

Wolf = i64
Prey = i64
Phase = i64

COLOURS: Final = 6
LETTERS: Final = 3
WOLVES: Final = 18
SEXES: Final = 2
MALE: Final = 0
FEMALE: Final = 1
LONGEST: Final = 12
"""Room in a column: at most two wolves of each colour have the same sex."""
FEWEST_SEATS: Final = 3
MOST_SEATS: Final = 6

PHASES: Final = 5
RAISING: Final = 0
SOLITARY: Final = 1
HUNTING: Final = 2
HOWLING: Final = 3
FIGHTING: Final = 4
PREPARATION: Final = 5
PLACEMENT: Final = 6
MARKING: Final = 7
"""The other parts of the year; tokens are placed at the end of its preparation."""

TOKENS: Final = 15
LARGE: Final = 7
SMALL: Final = 6
ANIMALS: Final = 5
"""Kinds of small prey; the kind after them is "pas de proie"."""
MOST_GAME: Final = 15
"""Cards of small prey."""
CARDS: Final = 10
LEVELS: Final = 4

OPEN: Final = 0
PILE: Final = 7
DISCARD: Final = 14
"""Where each kind of large prey is counted: open, in the pile, discarded."""

DIGIT: Final = 5
"""Bits of a token in a wolf's row of the board."""
HIDDEN: Final = 31
"""A box that this seat cannot see: perhaps without a token."""
FACE_DOWN: Final = 30
"""A token that lies face down in a box that everybody sees."""
VIGOUR: Final = 25
"""Where a row keeps the wolf's strength when tokens were placed."""
PLEDGE_BITS: Final = 6

WAYS: Final = 6
"""Ways to earn points, or to lose them: the rows of the score sheet."""

FLOOR_ROW: Final = 30
OMEGA_ROW: Final = 31


class Box:
    """The figures of a box."""

    females: Mask = 0
    start_strength: i64 = 0
    most_strength: i64 = 0
    start_renown: i64 = 0
    most_renown: i64 = 0
    yellow_from: i64 = 0
    green_from: i64 = 0
    combat_cards: i64 = 0
    extra: i64 = 0
    defeat: i64 = 0
    pup_needs: i64 = 1
    small_row: i64 = 0
    no_prey_loss: i64 = 0
    prey_open: i64 = 0
    famine_loss: i64 = 0
    food_wolf: i64 = 0
    food_pup: i64 = 0
    howl_low: i64 = 0
    howl_high: i64 = 0
    death: i64 = 0
    exclusion: i64 = 0
    pair: i64 = 0
    alone: i64 = 0
    alpha_loss: i64 = 0

    def __init__(self) -> None:
        self.span = filled(6, 0)
        """What a year does to the others' strength, then to the alphas', in the green, yellow and red zone."""
        self.spirals = filled(HIDDEN + 1, 0)
        """What each token costs; nothing for none, or for one that is not seen."""
        self.copies = filled(LARGE, 0)
        self.black = filled(LARGE, 0)
        self.green = filled(LARGE, 0)
        self.red = filled(LARGE, 0)
        self.food = filled(LARGE, 0)
        self.small_copies = filled(SMALL, 0)
        self.small_strength = filled(SMALL, 0)
        self.births = filled(CARDS, 0)
        self.losses = filled(CARDS, 0)
        """Points lost for each difference below the one that defeats."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Traces(State):
    """The pack in two columns, the omega below, the pups, the prey, every player's board and the points."""

    year: i64 = 0
    revealed: i64 = 0
    """How many columns of tokens have been turned this year."""
    omega: Wolf = NOBODY
    floor: Wolf = NOBODY
    """A former omega that stays lowest for now, in its own column."""
    pack: Mask = 0
    """The wolves in the pack, the omega included."""
    litter: Mask = 0
    """The cards that lie face down as pups; a seat sees only its own among them."""
    cradle: Mask = 0
    """The cards that may lie among the pups as far as everybody knows."""
    hunted: Prey = NOBODY
    present: Seats = 0
    """The seats that had a wolf in the pack when the last phase began."""
    pledges: i64 = 0
    """What each seat pledged this year: some bits each, 0 for nothing."""
    ended: i64 = NOBODY

    def __init__(self) -> None:
        self.box = NO_BOX
        self.opt = USUAL
        self.owners = NO_VECTOR
        self.colours = NO_VECTOR
        self.history = NO_VECTOR
        self.column = NO_VECTOR
        self.size = NO_VECTOR
        self.strength = NO_VECTOR
        self.renown = NO_VECTOR
        self.plan = NO_VECTOR
        self.pups = NO_VECTOR
        self.large = NO_VECTOR
        self.earned = NO_VECTOR
        self.lost = NO_VECTOR

    def lay_out(self, seats: i64, opt: Options, box: Box) -> None:
        """An empty table."""
        self.seats = seats
        self.opt = opt
        self.box = box
        self.owners = filled(COLOURS, NOBODY)
        """The seat that plays each colour; never written in place, so that copies share it."""
        self.colours = filled(MOST_SEATS, NOBODY)
        """The colour that each seat plays; shared likewise."""
        self.history = filled(0, 0)
        """Each seat's total after each year; shared likewise."""
        self.column = filled(SEXES * LONGEST, NOBODY)
        """The males, then the females, best first."""
        self.size = filled(SEXES, 0)
        self.strength = filled(WOLVES, 0)
        self.renown = filled(WOLVES, 0)
        self.plan = filled(WOLVES, 0)
        """Each wolf's row on its player's board."""
        self.pups = filled(MOST_SEATS, 0)
        """How many of the pups are each seat's."""
        self.large = filled(LARGE * 3, 0)
        self.earned = filled(MOST_SEATS * WAYS, 0)
        """Points of each seat by rule."""
        self.lost = filled(MOST_SEATS * 2, 0)
        """This year's deaths and exclusions of each seat."""

    def copy(self) -> "Traces":
        s = Traces()
        self.copy_table_to(s)
        self.copy_open_to(s)
        s.litter = self.litter
        s.plan = self.plan[:]
        return s

    def copy_open_to(self, other: "Traces") -> None:
        """What everybody sees: all but the pups' cards and the tokens."""
        other.box = self.box
        other.opt = self.opt
        other.year = self.year
        other.revealed = self.revealed
        other.omega = self.omega
        other.floor = self.floor
        other.pack = self.pack
        other.cradle = self.cradle
        other.hunted = self.hunted
        other.present = self.present
        other.pledges = self.pledges
        other.ended = self.ended
        other.owners = self.owners
        other.colours = self.colours
        other.history = self.history
        other.column = self.column[:]
        other.size = self.size[:]
        other.strength = self.strength[:]
        other.renown = self.renown[:]
        other.pups = self.pups[:]
        other.large = self.large[:]
        other.earned = self.earned[:]
        other.lost = self.lost[:]


NO_BOX: Final = Box()
NO_VECTOR: Final = filled(0, 0)


def colour_of(wolf: Wolf) -> i64:
    """The wolf's colour."""
    return wolf // LETTERS


def letter_of(wolf: Wolf) -> i64:
    """The wolf's letter: 0 for A."""
    return wolf % LETTERS


def owner(s: Traces, wolf: Wolf) -> Seat:
    """The seat that plays a wolf."""
    return s.owners[wolf // LETTERS]


def owners_of(s: Traces, wolves: Mask) -> Seats:
    """The seats that play these wolves."""
    seats: Mask = 0
    for wolf in range(WOLVES):
        if has(wolves, wolf):
            seats |= bit(owner(s, wolf))
    return seats


def sex_of(s: Traces, wolf: Wolf) -> i64:
    """MALE or FEMALE."""
    return (s.box.females >> wolf) & 1


def all_have_colours(s: Traces) -> bool:
    """Whether every seat plays a colour: the set-up is over."""
    return NOBODY not in list(s.colours[: s.seats])


def wolves_of(s: Traces, seat: Seat) -> Mask:
    """A seat's three cards; none before it has a colour."""
    colour = s.colours[seat]
    if colour == NOBODY:
        return 0
    return shift(first_n(LETTERS), colour * LETTERS)


def hand(s: Traces, seat: Seat) -> Mask:
    """The cards a seat holds: neither in the pack nor among the pups."""
    return wolves_of(s, seat) & ~s.pack & ~s.litter


def held(s: Traces, seat: Seat) -> i64:
    """How many cards a seat holds, which everybody knows."""
    return LETTERS - count(wolves_of(s, seat) & s.pack) - s.pups[seat]


def hand_letters(s: Traces, seat: Seat) -> Mask:
    """The letters of the cards a seat holds."""
    return hand(s, seat) >> (s.colours[seat] * LETTERS)


def all_pups(s: Traces) -> i64:
    """How many pups lie beside the alpha female."""
    total: i64 = 0
    for seat in range(s.seats):
        total += s.pups[seat]
    return total


def token(s: Traces, wolf: Wolf, phase: Phase) -> i64:
    """The token in a box of the board: 0 for none, FACE_DOWN or HIDDEN where this seat cannot know."""
    return (s.plan[wolf] >> (phase * DIGIT)) & HIDDEN


def vigour(s: Traces, wolf: Wolf) -> i64:
    """The wolf's strength when tokens were placed; 0 if it was not there, or has left since."""
    return s.plan[wolf] >> VIGOUR


def row_cost(s: Traces, wolf: Wolf) -> i64:
    """The spirals on a wolf's row."""
    cost: i64 = 0
    for phase in range(PHASES):
        cost += s.box.spirals[token(s, wolf, phase)]
    return cost


def used_tokens(s: Traces, seat: Seat) -> Mask:
    """The tokens that lie, or lay this year, on a seat's board."""
    used: Mask = 0
    base = s.colours[seat] * LETTERS
    for letter in range(LETTERS):
        row = s.plan[base + letter]
        for phase in range(PHASES):
            used |= bit((row >> (phase * DIGIT)) & HIDDEN)
    return used & (first_n(TOKENS + 1) - 1)


def free_tokens(s: Traces, seat: Seat) -> Mask:
    """What may still be laid on a seat's board: the tokens beside it, and 0 for none."""
    return (first_n(TOKENS + 1) & ~used_tokens(s, seat)) | 1


def index_of(s: Traces, wolf: Wolf) -> i64:
    """The wolf's place in its column, 0 for the alpha; NOBODY for the omega and those outside."""
    base = sex_of(s, wolf) * LONGEST
    for k in range(s.size[sex_of(s, wolf)]):
        if s.column[base + k] == wolf:
            return k
    return NOBODY


def row_of(s: Traces, wolf: Wolf) -> i64:
    """The line a wolf lies on: 0 for the alphas, 1 for the beta, and so on down."""
    if wolf == s.omega:
        return OMEGA_ROW
    if wolf == s.floor:
        return FLOOR_ROW
    k = index_of(s, wolf)
    return k + 1 if k > 0 and sex_of(s, wolf) == FEMALE else k


def ranking(s: Traces) -> vec[i64]:
    """The pack, best first; « à rang égal » the female before the male."""
    out = filled(count(s.pack), NOBODY)
    n: i64 = 0
    males = s.size[MALE]
    females = s.size[FEMALE]
    rows = (males if males > females else females) + 1
    for row in range(rows):
        k = row - 1 if row > 0 else 0
        if row != 1 and k < females and s.column[LONGEST + k] != s.floor:
            out[n] = s.column[LONGEST + k]
            n += 1
        if row < males and s.column[row] != s.floor:
            out[n] = s.column[row]
            n += 1
    if s.floor != NOBODY:
        out[n] = s.floor
        n += 1
    if s.omega != NOBODY:
        out[n] = s.omega
    return out


def ranked(s: Traces) -> Mask:
    """The wolves in the columns: the pack but for the omega."""
    return s.pack if s.omega == NOBODY else without(s.pack, s.omega)


def alpha(s: Traces, sex: i64) -> Wolf:
    """The alpha of a sex; NOBODY if there is none."""
    if s.size[sex]:
        return s.column[sex * LONGEST]
    return NOBODY


def leading_seat(s: Traces) -> Seat:
    """« le joueur qui joue la femelle alpha » ; without her the alpha male's; NOBODY without any wolf."""
    wolf = alpha(s, FEMALE)
    if wolf == NOBODY:
        wolf = alpha(s, MALE)
    return NOBODY if wolf == NOBODY else owner(s, wolf)


def line_up(s: Traces, phase: Phase, sexes: Mask) -> vec[i64]:
    """Ordre de jeu: the wolves of these sexes with a token in this phase, the first to act first."""
    order = ranking(s)
    out = filled(WOLVES, NOBODY)
    n: i64 = 0
    for k in range(len(order)):
        wolf = order[k]
        if token(s, wolf, phase) == 0 or not has(sexes, sex_of(s, wolf)):
            continue
        at = n
        while at > 0 and ahead(s, wolf, out[at - 1], phase):
            out[at] = out[at - 1]
            at -= 1
        out[at] = wolf
        n += 1
    return out


def ahead(s: Traces, wolf: Wolf, other: Wolf, phase: Phase) -> bool:
    """Whether a wolf that ranks below another acts before it."""
    mine = token(s, wolf, phase)
    theirs = token(s, other, phase)
    if mine == theirs and s.opt.strength_before_rank:  # « le loup le plus fort agit en premier »
        return s.strength[wolf] > s.strength[other]
    return mine > theirs


def boldest(s: Traces, phase: Phase) -> Wolf:
    """The wolf with the highest token of a phase; NOBODY if there is none."""
    order = ranking(s)
    best: Wolf = NOBODY
    for k in range(len(order)):
        wolf = order[k]
        if token(s, wolf, phase) and (best == NOBODY or ahead(s, wolf, best, phase)):
            best = wolf
    return best


def effort(s: Traces, phase: Phase) -> i64:
    """« Les valeurs de tous les pions d'action se trouvant dans la colonne ... sont additionnées »"""
    total: i64 = 0
    for wolf in range(WOLVES):  # whoever has left since gave his effort all the same; other tokens went with him
        total += token(s, wolf, phase)
    return total


def cards_in(s: Traces, zone: i64) -> i64:
    """How many large prey lie there: OPEN, in the PILE or in the DISCARD."""
    total: i64 = 0
    for prey in range(LARGE):
        total += s.large[zone + prey]
    return total


def open_prey(s: Traces) -> Mask:
    """The kinds of large prey that lie open."""
    kinds: Mask = 0
    for prey in range(LARGE):
        if s.large[OPEN + prey]:
            kinds |= bit(prey)
    return kinds


def pledge_of(s: Traces, seat: Seat) -> i64:
    """What a seat has pledged this year; NOBODY if nothing."""
    return ((s.pledges >> (seat * PLEDGE_BITS)) & first_n(PLEDGE_BITS)) - 1


def points(s: Traces, seat: Seat) -> i64:
    """A seat's victory points."""
    total: i64 = 0
    for rule in range(WAYS):
        total += s.earned[seat * WAYS + rule]
    return total
