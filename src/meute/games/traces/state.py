"""Game state."""

from typing import Final

from mypy_extensions import mypyc_attr

from meute.core.frame import State
from meute.core.numbers import NOBODY, Mask, bit, count, filled, first_n, has, i64, lowest, shift, vec, without
from meute.core.seats import Seat, Seats
from meute.games.traces.options import DEFAULT_OPTIONS, Options

Wolf = i64
Prey = i64
Phase = i64

COLOURS: Final = 6
LETTERS: Final = 3
WOLVES: Final = 18
SEXES: Final = 2
MALE: Final = 0
FEMALE: Final = 1
COLUMN_SIZE: Final = 12
"""Most wolves in a column: at most two wolves of each colour have the same sex."""
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
"""Number of cards of small prey."""
CARDS: Final = 10
FIGHTERS: Final = 2
LEVELS: Final = 4

OPEN: Final = 0
PILE: Final = 7
DISCARD: Final = 14
"""Offsets into `large`: kinds of prey that lie open, in the pile, discarded."""

TOKEN_BITS: Final = 5
"""Bits of a token in a wolf's row of the board."""
HIDDEN: Final = 31
"""Content of a box that the seat cannot see: perhaps no token."""
FACE_DOWN: Final = 30
"""Content of a box with a token face down."""
STRENGTH_SHIFT: Final = 25
"""Bit position in a row of the wolf's strength when tokens were placed."""
PLEDGE_BITS: Final = 6

SOURCES: Final = 6
"""Sources of points: rows of the score sheet, named in `scoring.py`."""

BETA_ROW: Final = 1
FLOOR_ROW: Final = 30
OMEGA_ROW: Final = 31


class Box:
    """Figures of a box."""

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
        """Yearly change of strength in the green, yellow and red zone: others, then alphas (option `life_span`)."""
        self.spirals = filled(HIDDEN + 1, 0)
        """Cost of each token; 0 for no token and for unseen ones."""
        self.copies = filled(LARGE, 0)
        self.black = filled(LARGE, 0)
        self.green = filled(LARGE, 0)
        self.red = filled(LARGE, 0)
        self.food = filled(LARGE, 0)
        self.small_copies = filled(SMALL, 0)
        self.small_strength = filled(SMALL, 0)
        self.births = filled(CARDS, 0)
        self.losses = filled(CARDS, 0)
        """Points lost by the difference of two combat cards, below `defeat`."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Traces(State):
    """The state of Traces de Loups: pack, pups, prey, players' boards and points."""

    year: i64 = 0
    revealed: i64 = 0
    """Number of token columns turned this year."""
    omega: Wolf = NOBODY
    floor: Wolf = NOBODY
    """A former omega that stays lowest for now, in its own column."""
    pack: Mask = 0
    """The wolves in the pack, the omega included."""
    litter: Mask = 0
    """The cards that lie face down as pups; a view contains only the seat's own."""
    cradle: Mask = 0
    """The cards that may be pups, by public information."""
    hunted: Prey = NOBODY
    present: Seats = 0
    """The seats that had a wolf in the pack when the last phase began."""
    pledges: i64 = 0
    """Each seat's pledge of this year + 1, in PLEDGE_BITS each; 0 for none."""
    ended: i64 = NOBODY

    def __init__(self) -> None:
        self.box = NO_BOX
        self.opt = DEFAULT_OPTIONS
        self.owners = NO_VECTOR
        self.colours = NO_VECTOR
        self.history = NO_VECTOR
        self.column = NO_VECTOR
        self.size = NO_VECTOR
        self.gaps = NO_VECTOR
        self.strength = NO_VECTOR
        self.renown = NO_VECTOR
        self.plan = NO_VECTOR
        self.pups = NO_VECTOR
        self.large = NO_VECTOR
        self.earned = NO_VECTOR
        self.lost = NO_VECTOR

    def allocate(self, seats: i64, opt: Options, box: Box) -> None:
        """Allocates the vectors of an empty state."""
        self.seats = seats
        self.opt = opt
        self.box = box
        self.owners = filled(COLOURS, NOBODY)
        """The seat that plays each colour; replaced, not changed in place, because copies share it."""
        self.colours = filled(MOST_SEATS, NOBODY)
        """The colour that each seat plays; shared likewise."""
        self.history = filled(0, 0)
        """Each seat's total after each year; shared likewise."""
        self.column = filled(SEXES * COLUMN_SIZE, NOBODY)
        """The males, then the females, highest rank first."""
        self.size = filled(SEXES, 0)
        self.gaps = filled(SEXES, 0)
        """The places of each column that a wolf has left this year and that stay empty (option `gaps`)."""
        self.strength = filled(WOLVES, 0)
        self.renown = filled(WOLVES, 0)
        self.plan = filled(WOLVES, 0)
        """Each wolf's row on its player's board."""
        self.pups = filled(MOST_SEATS, 0)
        """Number of pups of each seat."""
        self.large = filled(LARGE * 3, 0)
        self.earned = filled(MOST_SEATS * SOURCES, 0)
        """Each seat's points by source: seat * SOURCES + rule."""
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
        """Copies the public fields: all except the pups' cards and the tokens."""
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
        other.gaps = self.gaps[:]
        other.strength = self.strength[:]
        other.renown = self.renown[:]
        other.pups = self.pups[:]
        other.large = self.large[:]
        other.earned = self.earned[:]
        other.lost = self.lost[:]


NO_BOX: Final = Box()
NO_VECTOR: Final = filled(0, 0)


def colour_of(wolf: Wolf) -> i64:
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
    """The cards in a seat's hand: neither in the pack nor among the pups."""
    return wolves_of(s, seat) & ~s.pack & ~s.litter


def hand_size(s: Traces, seat: Seat) -> i64:
    """Number of cards in a seat's hand (public)."""
    return LETTERS - count(wolves_of(s, seat) & s.pack) - s.pups[seat]


def hand_letters(s: Traces, seat: Seat) -> Mask:
    """The letters of the cards in a seat's hand."""
    return hand(s, seat) >> (s.colours[seat] * LETTERS)


def pup_count(s: Traces) -> i64:
    """Number of pups of all seats."""
    total: i64 = 0
    for seat in range(s.seats):
        total += s.pups[seat]
    return total


def token(s: Traces, wolf: Wolf, phase: Phase) -> i64:
    """The token in a box of the board: 0 for none; FACE_DOWN or HIDDEN in a view."""
    return (s.plan[wolf] >> (phase * TOKEN_BITS)) & HIDDEN


def strength_at_placement(s: Traces, wolf: Wolf) -> i64:
    """The wolf's strength when tokens were placed; 0 if it was not there, or has left since."""
    return s.plan[wolf] >> STRENGTH_SHIFT


def row_cost(s: Traces, wolf: Wolf) -> i64:
    """The total cost of the tokens in a wolf's row."""
    cost: i64 = 0
    for phase in range(PHASES):
        cost += s.box.spirals[token(s, wolf, phase)]
    return cost


def used_tokens(s: Traces, seat: Seat) -> Mask:
    """The tokens that a seat has placed this year."""
    used: Mask = 0
    base = s.colours[seat] * LETTERS
    for letter in range(LETTERS):
        row = s.plan[base + letter]
        for phase in range(PHASES):
            used |= bit((row >> (phase * TOKEN_BITS)) & HIDDEN)
    return used & (first_n(TOKENS + 1) - 1)


def free_tokens(s: Traces, seat: Seat) -> Mask:
    """The values that a seat may still place: the tokens beside its board, and 0 for none."""
    return (first_n(TOKENS + 1) & ~used_tokens(s, seat)) | 1


def index_of(s: Traces, wolf: Wolf) -> i64:
    """The wolf's index in its column, 0 for the alpha; NOBODY for the omega and wolves outside the pack."""
    base = sex_of(s, wolf) * COLUMN_SIZE
    for k in range(s.size[sex_of(s, wolf)]):
        if s.column[base + k] == wolf:
            return k
    return NOBODY


def place_of(s: Traces, sex: i64, k: i64) -> i64:
    """The place of the wolf with this index in its column; empty places count."""
    place = k
    gaps = s.gaps[sex]
    while gaps and lowest(gaps) <= place:
        place += 1
        gaps = without(gaps, lowest(gaps))
    return place


def line_of(s: Traces, sex: i64, k: i64) -> i64:
    """The line of the wolf with this index in its column; the second line holds only the beta."""
    place = place_of(s, sex, k)
    return place + 1 if place > 0 and sex == FEMALE else place


def row_of(s: Traces, wolf: Wolf) -> i64:
    """The line of a wolf: 0 for the alphas, 1 for the beta, and so on; FLOOR_ROW and OMEGA_ROW at the bottom."""
    if wolf == s.omega:
        return OMEGA_ROW
    if wolf == s.floor:
        return FLOOR_ROW
    return line_of(s, sex_of(s, wolf), index_of(s, wolf))


def ranking(s: Traces) -> vec[i64]:
    """The pack, highest rank first; « à rang égal » the female before the male."""
    out = filled(count(s.pack), NOBODY)
    n: i64 = 0
    male: i64 = 0
    female: i64 = 0
    while male < s.size[MALE] or female < s.size[FEMALE]:
        her_turn = female < s.size[FEMALE]
        if her_turn and male < s.size[MALE]:
            her_turn = line_of(s, FEMALE, female) <= line_of(s, MALE, male)
        wolf = s.column[COLUMN_SIZE + female] if her_turn else s.column[male]
        female += 1 if her_turn else 0
        male += 0 if her_turn else 1
        if wolf != s.floor:
            out[n] = wolf
            n += 1
    if s.floor != NOBODY:
        out[n] = s.floor
        n += 1
    if s.omega != NOBODY:
        out[n] = s.omega
    return out


def ranked(s: Traces) -> Mask:
    """The wolves in the columns: the pack without the omega."""
    return s.pack if s.omega == NOBODY else without(s.pack, s.omega)


def alpha(s: Traces, sex: i64) -> Wolf:
    """The alpha of a sex; NOBODY if there is none."""
    if s.size[sex]:
        return s.column[sex * COLUMN_SIZE]
    return NOBODY


def leading_seat(s: Traces) -> Seat:
    """« le joueur qui joue la femelle alpha » ; without her the alpha male's; NOBODY without any wolf."""
    wolf = alpha(s, FEMALE)
    if wolf == NOBODY:
        wolf = alpha(s, MALE)
    return NOBODY if wolf == NOBODY else owner(s, wolf)


def order_of_play(s: Traces, phase: Phase, sexes: Mask) -> vec[i64]:
    """Ordre de jeu: the wolves of these sexes with a token in this phase, the first to act first."""
    order = ranking(s)
    out = filled(WOLVES, NOBODY)
    n: i64 = 0
    for k in range(len(order)):
        wolf = order[k]
        if token(s, wolf, phase) == 0 or not has(sexes, sex_of(s, wolf)):
            continue
        at = n
        while at > 0 and acts_before(s, wolf, out[at - 1], phase):
            out[at] = out[at - 1]
            at -= 1
        out[at] = wolf
        n += 1
    return out


def acts_before(s: Traces, wolf: Wolf, other: Wolf, phase: Phase) -> bool:
    """Whether a wolf acts before another one of higher rank."""
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
        if token(s, wolf, phase) and (best == NOBODY or acts_before(s, wolf, best, phase)):
            best = wolf
    return best


def effort(s: Traces, phase: Phase) -> i64:
    """« Les valeurs de tous les pions d'action se trouvant dans la colonne ... sont additionnées »"""
    total: i64 = 0
    for wolf in range(WOLVES):  # tokens already turned still count after a wolf has left
        total += token(s, wolf, phase)
    return total


def prey_count(s: Traces, zone: i64) -> i64:
    """Number of large prey in a zone: OPEN, PILE or DISCARD."""
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
    """A seat's pledge of this year (prey * LEVELS + effort); NOBODY if none."""
    return ((s.pledges >> (seat * PLEDGE_BITS)) & first_n(PLEDGE_BITS)) - 1


def points(s: Traces, seat: Seat) -> i64:
    """A seat's victory points."""
    total: i64 = 0
    for rule in range(SOURCES):
        total += s.earned[seat * SOURCES + rule]
    return total
