"""Phase de préparation (P): births, large prey, action tokens."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.frame import Frame
from meute.core.mechanisms.sealed import Sealed
from meute.core.mechanisms.vote import Vote
from meute.core.numbers import NOBODY, bit, count, filled, first_n, has, i64, lowest, shift, without
from meute.core.seats import BY_CHANCE, GO_ON, Seat, Seats, everyone, only
from meute.games.traces.rules.actions import (
    ABSTAIN,
    ABSTAINS,
    ADD,
    ADDS_PUPS,
    BALLOT,
    BALLOT_SEALED,
    BIRTH,
    DECIDE,
    LITTER,
    NO_MAJORITY,
    ONLY_PREY,
    PILE_SHUFFLED,
    PLACE,
    PLAN_SEALED,
    PLEDGE,
    PLEDGE_SEALED,
    PLEDGES,
    PREY,
    PREY_DECIDED,
    PREY_TURNED,
    PREY_VOTED,
    PUPS_SEALED,
    SETS,
    VALUES,
    VOTES,
)
from meute.games.traces.state import (
    CARDS,
    DIGIT,
    DISCARD,
    FEMALE,
    LARGE,
    LETTERS,
    LEVELS,
    MALE,
    MOST_SEATS,
    OPEN,
    PHASES,
    PILE,
    RAISING,
    TOKENS,
    VIGOUR,
    WOLVES,
    Traces,
    all_pups,
    alpha,
    hand,
    held,
    leading_seat,
    open_prey,
    points,
    row_cost,
    row_of,
    sex_of,
    used_tokens,
    vigour,
    wolves_of,
)

DRAW: Final = 0
CONTRIBUTE: Final = 1

TURN_ONE: Final = 0
TALK: Final = 1
BALLOTS: Final = 2
TALLY: Final = 3
CHOICE: Final = 4

PLEDGE_BITS: Final = 6
WOLFLESS_FIRST: Final = 100000
"""Puts a player without a wolf before every row of the pack."""
POINT_RANGE: Final = 10000


@mypyc_attr(acyclic=True, free_list_len=1)
class Births(Sealed):
    """1 - Naissance des petits"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "missing", "answers", "due")

    def __init__(self) -> None:
        super().__init__()
        self.due = filled(MOST_SEATS, 0)
        """How many cards each seat adds."""

    def copy(self) -> Frame:
        f = Births()
        self.copy_sealed_to(f)
        f.due = self.due[:]
        return f

    def go(self, s: Traces) -> Seats:
        if self.step == DRAW:  # « tire une carte au hasard qui indique le nombre de naissances »
            return BY_CHANCE
        if self.missing:
            return self.missing
        s.pop()
        for seat in range(s.seats):  # « mélangées et placées ... faces cachées comme autant de petits »
            if self.due[seat]:
                s.cradle |= hand(s, seat)
                s.litter |= shift(self.answers[seat], s.colours[seat] * LETTERS)
                s.pups[seat] = self.due[seat]
        return GO_ON

    def options(self, s: Traces, seat: Seat, out: Choices) -> None:
        if self.step == DRAW:
            out.span(BIRTH, BIRTH + CARDS)
            return
        cards = hand_letters(s, seat)
        for letters in range(1, SETS):
            if letters & ~cards == 0 and count(letters) == self.due[seat]:
                out.one(ADD + letters)

    def take(self, s: Traces, seat: Seat, action: i64) -> None:
        if self.step == CONTRIBUTE:
            self.seal(s, seat, action - ADD)
            return
        self.step = CONTRIBUTE
        pups = s.box.births[action - BIRTH]
        s.say(LITTER, NOBODY, pups, action - BIRTH + 1, 0)
        share_births(s, pups, self)

    def sealed(self, s: Traces, seat: Seat, answer: i64) -> None:
        s.whisper(PUPS_SEALED, seat, 0, 0, 0, answer, only(seat))


@mypyc_attr(acyclic=True, free_list_len=1)
class LargePrey(Frame):
    """2 - Grandes proies"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "ballots")

    def __init__(self) -> None:
        super().__init__()
        self.ballots = filled(MOST_SEATS, NOBODY)

    def copy(self) -> Frame:
        f = LargePrey()
        f.step = self.step
        f.ballots = self.ballots[:]
        return f

    def go(self, s: Traces) -> Seats:
        if self.step == TURN_ONE:  # « La première carte de la pile "grandes proies" est retournée »
            if can_turn_prey(s):
                return BY_CHANCE
            self.step = TALK
        if self.step == TALK:
            self.step = BALLOTS
            if s.opt.pledges and count(open_prey(s)) > 0:
                f = Pledges()
                f.missing = everyone(s.seats)
                s.push(f)
                return GO_ON
        if self.step == BALLOTS:  # « Les joueurs décident ensemble de quel animal ils vont chasser »
            if count(open_prey(s)) > 1:
                self.step = TALLY
                ballot = Ballot()
                ballot.missing = everyone(s.seats)
                s.push(ballot)
                return GO_ON
            s.pop()
            if open_prey(s):
                s.hunted = lowest(open_prey(s))
                s.say(ONLY_PREY, NOBODY, s.hunted, 0, 0)
            return GO_ON
        if self.step == TALLY:
            if s.answer != NOBODY:
                s.hunted = s.answer
                s.say(PREY_VOTED, NOBODY, s.hunted, 0, 0)
                s.pop()
                return GO_ON
            s.say(NO_MAJORITY, leading_seat(s), 0, 0, 0)
            self.step = CHOICE
        return only(leading_seat(s))  # « c'est le joueur qui joue la femelle alpha qui décide »

    def options(self, s: Traces, seat: Seat, out: Choices) -> None:
        if self.step == TURN_ONE:
            draw_prey(s, out)
        else:
            out.some(DECIDE, open_prey(s))

    def take(self, s: Traces, seat: Seat, action: i64) -> None:
        if self.step == TURN_ONE:
            turn_prey(s, action - PREY)
            self.step = TALK
        else:
            s.hunted = action - DECIDE
            s.say(PREY_DECIDED, seat, s.hunted, 0, 0)
            s.pop()


@mypyc_attr(acyclic=True, free_list_len=1)
class Pledges(Sealed):
    """Table talk before the ballot: everybody names a prey and an effort; it binds nobody."""

    def copy(self) -> Frame:
        f = Pledges()
        self.copy_sealed_to(f)
        return f

    def options(self, s: Traces, seat: Seat, out: Choices) -> None:
        out.pairs(PLEDGE, open_prey(s) | bit(ABSTAIN), LEVELS, first_n(LEVELS))

    def take(self, s: Traces, seat: Seat, action: i64) -> None:
        self.seal(s, seat, action - PLEDGE)

    def sealed(self, s: Traces, seat: Seat, answer: i64) -> None:
        s.whisper(PLEDGE_SEALED, seat, 0, 0, 0, answer, only(seat))

    def unseal(self, s: Traces) -> None:
        for seat in range(s.seats):
            pledge = self.answers[seat]
            s.pledges |= shift(pledge + 1, seat * PLEDGE_BITS)
            s.say(PLEDGES, seat, pledge // LEVELS, pledge % LEVELS, 0)


@mypyc_attr(acyclic=True, free_list_len=1)
class Ballot(Vote):
    """« Si une majorité absolue ne se dégage pas sur la proie à chasser »"""

    def copy(self) -> Frame:
        f = Ballot()
        self.copy_sealed_to(f)
        return f

    def options(self, s: Traces, seat: Seat, out: Choices) -> None:
        out.some(BALLOT, open_prey(s) | bit(ABSTAIN))

    def take(self, s: Traces, seat: Seat, action: i64) -> None:
        self.seal(s, seat, action - BALLOT)

    def sealed(self, s: Traces, seat: Seat, answer: i64) -> None:
        s.whisper(BALLOT_SEALED, seat, 0, 0, 0, answer, only(seat))

    def voters(self, s: Traces) -> i64:
        return s.seats

    def candidate(self, answer: i64) -> i64:
        return NOBODY if answer == ABSTAIN else answer

    def decided(self, s: Traces, candidate: i64) -> None:
        under = s.top
        assert isinstance(under, LargePrey)
        under.ballots = self.answers[:]
        for seat in range(s.seats):
            if self.answers[seat] == ABSTAIN:
                s.say(ABSTAINS, seat, 0, 0, 0)
            else:
                s.say(VOTES, seat, self.answers[seat], 0, 0)
        s.answer = candidate


@mypyc_attr(acyclic=True, free_list_len=1)
class Placement(Sealed):
    """3 - Placement des pions action"""

    def copy(self) -> Frame:
        f = Placement()
        self.copy_sealed_to(f)
        return f

    def options(self, s: Traces, seat: Seat, out: Choices) -> None:
        cell = next_cell(s, seat, self.answers[seat])
        tokens = (first_n(TOKENS + 1) & ~used_tokens(s, seat)) | 1
        if s.opt.life_span:
            tokens &= affordable(s, s.colours[seat] * LETTERS + cell // PHASES)
        out.some(PLACE + cell * VALUES, tokens)

    def take(self, s: Traces, seat: Seat, action: i64) -> None:
        cell = (action - PLACE) // VALUES
        wolf = s.colours[seat] * LETTERS + cell // PHASES
        s.plan[wolf] |= shift((action - PLACE) % VALUES, cell % PHASES * DIGIT)
        self.answers[seat] = cell
        if next_cell(s, seat, cell) == NOBODY:
            self.missing = without(self.missing, seat)
            s.say(PLAN_SEALED, seat, 0, 0, 0)

    def unseal(self, s: Traces) -> None:
        """The tokens already lie on the boards, face down."""


def births_due(s: Traces) -> bool:
    """« à partir du second tour de jeu, et seulement si au moins un des joueurs a une de ses cartes loup en main »"""
    if s.year < 2 or alpha(s, MALE) == NOBODY or alpha(s, FEMALE) == NOBODY:
        return False
    cards: i64 = 0
    for seat in range(s.seats):
        cards += held(s, seat)
    return cards > 0


def share_births(s: Traces, pups: i64, births: Births) -> None:
    """« Chaque joueur – en commençant par l'éventuel joueur qui ne possède plus aucun loup ... »"""
    order = filled(MOST_SEATS, NOBODY)
    for seat in range(s.seats):
        at: i64 = seat
        while at > 0 and adds_before(s, seat, order[at - 1]):
            order[at] = order[at - 1]
            at -= 1
        order[at] = seat
    left = pups
    added = True
    while left > 0 and added:  # « les joueurs recommencent à ajouter de nouvelles cartes loups dans le même ordre »
        added = False
        for k in range(s.seats):
            seat = order[k]
            if left > 0 and births.due[seat] < held(s, seat):
                births.due[seat] += 1
                left -= 1
                added = True
    for k in range(s.seats):
        seat = order[k]
        due = births.due[seat]
        if due == 0:
            continue
        s.say(ADDS_PUPS, seat, due, 0, 0)
        if due == held(s, seat):
            births.answers[seat] = hand_letters(s, seat)
        else:
            births.missing |= bit(seat)


def adds_before(s: Traces, seat: Seat, other: Seat) -> bool:
    """Whether a seat adds its pup before another that sits before it."""
    return adding_key(s, seat) > adding_key(s, other)


def adding_key(s: Traces, seat: Seat) -> i64:
    """Larger adds sooner: no wolf at all (fewest points first), then the lowest wolf, at equal rank the female."""
    key: i64 = NOBODY
    for wolf in range(WOLVES):
        if has(wolves_of(s, seat) & s.pack, wolf):
            mine = row_of(s, wolf) * 2 + (1 if sex_of(s, wolf) == FEMALE else 0)
            key = mine if mine > key else key
    return WOLFLESS_FIRST + POINT_RANGE - points(s, seat) if key == NOBODY else key


def hand_letters(s: Traces, seat: Seat) -> i64:
    """The letters of the cards a seat holds."""
    return hand(s, seat) >> (s.colours[seat] * LETTERS)


def can_turn_prey(s: Traces) -> bool:
    """« Si la pile est épuisée, les cartes défaussées sont mélangées et réutilisées »"""
    left: i64 = 0
    spent: i64 = 0
    for prey in range(LARGE):
        left += s.large[PILE + prey]
        spent += s.large[DISCARD + prey]
    if left == 0 and spent > 0:
        for prey in range(LARGE):
            s.large[PILE + prey] = s.large[DISCARD + prey]
            s.large[DISCARD + prey] = 0
        s.say(PILE_SHUFFLED, NOBODY, 0, 0, 0)
    return left + spent > 0


def draw_prey(s: Traces, out: Choices) -> None:
    """What the top card of the pile can be."""
    for prey in range(LARGE):
        out.heavy(PREY + prey, s.large[PILE + prey])


def turn_prey(s: Traces, prey: i64) -> None:
    """The top card of the pile lies open."""
    s.large[PILE + prey] -= 1
    s.large[OPEN + prey] += 1
    s.say(PREY_TURNED, NOBODY, prey, 0, 0)


def placement(s: Traces) -> Placement:
    """Everybody with a wolf in the pack places tokens; the boards start empty."""
    f = Placement()
    s.revealed = 0
    for wolf in range(WOLVES):
        s.plan[wolf] = 0
        if has(s.pack, wolf):
            s.plan[wolf] = shift(s.strength[wolf], VIGOUR)
    for seat in range(s.seats):
        if wolves_of(s, seat) & s.pack:
            f.missing |= bit(seat)
    return f


def next_cell(s: Traces, seat: Seat, cell: i64) -> i64:
    """The next box of the board to fill, row by row: only wolves in play, and no pups' column without pups."""
    base = s.colours[seat] * LETTERS
    cell += 1
    while cell < LETTERS * PHASES:
        if vigour(s, base + cell // PHASES) == 0:
            cell += PHASES - cell % PHASES
        elif cell % PHASES == RAISING and all_pups(s) == 0:
            cell += 1
        else:
            return cell
    return NOBODY


def affordable(s: Traces, wolf: i64) -> i64:
    """« il n'est pas autorisé de placer des pions d'action dont le nombre de symboles spirale atteint ... »"""
    rest = vigour(s, wolf) - row_cost(s, wolf)
    tokens: i64 = 1
    for value in range(1, TOKENS + 1):
        if s.box.spirals[value] < rest:
            tokens |= bit(value)
    return tokens
