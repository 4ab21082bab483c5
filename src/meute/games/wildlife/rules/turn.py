"""DEROULEMENT DE LA PARTIE"""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.frame import Frame
from meute.core.numbers import NOBODY, Mask, bit, count, has, i64, lowest
from meute.core.seats import BY_CHANCE, GO_ON, Seat, Seats, only
from meute.games.wildlife.rules.cards import OWN, can_use, deed, obtainable, take_ability
from meute.games.wildlife.rules.names import (
    ADAPT,
    ASSAIL,
    DEAL,
    DRAWS,
    END,
    ENDS,
    GATHER,
    GATHERS,
    LAY,
    LAYS,
    LEAP,
    LIFT,
    NEW_FIRST,
    PLACE,
    RESHUFFLED,
    SCORES_TERRITORY,
    SCORING,
    SELL,
    STANDS_FOR,
    STRIKE,
    TO,
    TRADE,
    TRADES,
    TURN,
    USE,
    USES,
)
from meute.games.wildlife.rules.pieces import ANYWHERE, attack, earn, leap, place, start_walk, walkers
from meute.games.wildlife.rules.sale import sell
from meute.games.wildlife.scoring import general, row_amount, row_pieces, row_rule, row_seat, row_where
from meute.games.wildlife.state import (
    ARROW,
    ATTACK,
    ATTACKING,
    BOLT,
    FOOD,
    GATHERED,
    GOES_ON,
    GROUND,
    INTELLIGENCE,
    KINDS,
    MOBILITY,
    MOVE,
    NORTH,
    TRADED,
    TURN_LIMIT,
    Ability,
    Cards,
    Cell,
    Kind,
    Wildlife,
    a_card,
    abilities_of,
    cards_of,
    field,
    how_many,
    is_last,
    kinds_in,
    left_of,
    one_in,
    pieces_of,
    taken_north,
    taken_south,
    usable,
)

BEGIN: Final = 0
AFTER: Final = 1

LAY_OUT: Final = 0
ACT: Final = 1
DRAW: Final = 2

EXACT: Final = 0
ALL_FIRST: Final = 0
AT_START: Final = 1


@mypyc_attr(acyclic=True, free_list_len=1)
class Rounds(Frame):
    """DEROULEMENT DE LA PARTIE"""

    def copy(self) -> Frame:
        f = Rounds()
        f.step = self.step
        return f

    def go(self, s: Wildlife) -> Seats:
        if self.step == BEGIN:  # « Les joueurs jouent à tour de rôle »
            self.step = AFTER
            s.turns += 1
            s.played += 1
            s.defended = 0
            s.began = s.levels[:]
            s.say(TURN, s.active, s.turns, 0, 0)
            s.push(Turn())
            return GO_ON
        if s.turns >= s.opt.turn_limit and s.ending == GOES_ON:
            s.ending = TURN_LIMIT
        if s.due or s.ending != GOES_ON:  # « le joueur actif a effectué toutes les actions de son tour de jeu »
            score_all(s)
            s.due = 0
        if s.ending != GOES_ON:  # « Ensuite, la partie est terminée. »
            s.pop()
            s.say(ENDS, NOBODY, s.ending, 0, 0)
            return GO_ON
        self.step = BEGIN
        s.active = left_of(s, s.active)
        if s.played == s.seats:
            s.played = 0
            if s.opt.moving_first_player:
                change_first(s)
        return GO_ON


def score_all(s: Wildlife) -> None:
    """2. Décompte général"""
    s.say(SCORING, NOBODY, 0, 0, 0)
    s.last = general(s)
    for packed in s.last:
        seat = row_seat(packed)
        rule = row_rule(packed)
        earn(s, seat, rule, row_amount(packed))
        kind = SCORES_TERRITORY + rule - GROUND
        s.say(kind, seat, row_amount(packed), row_pieces(packed), row_where(packed))


def change_first(s: Wildlife) -> None:
    """Changement de premier joueur: « toujours le joueur qui est le dernier sur l'échelle des scores »"""
    seat = s.first
    while not is_last(s, seat):  # « celui qui est le plus proche du premier joueur du tour précédent »
        seat = left_of(s, seat)
    if seat != s.first:
        s.say(NEW_FIRST, seat, 0, 0, 0)
    s.first = seat
    s.active = seat


@mypyc_attr(acyclic=True, free_list_len=1)
class Turn(Frame):
    """Pendant son tour de jeu, le joueur actif joue trois cartes « Wildlife » de sa main"""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "step",
        "laid",
        "used",
        "sold",
        "base",
        "extra",
        "offered",
        "moved",
        "spent",
    )

    laid: Cards
    used: Cards
    sold: Cards
    base: i64
    extra: i64
    offered: i64
    moved: i64
    spent: i64

    def __init__(self) -> None:
        super().__init__()
        self.laid = 0
        """Cards laid out and not yet used."""
        self.used = 0
        self.sold = 0
        self.base = 0
        """How many of the three cards were laid out."""
        self.extra = 0
        """How many more, thanks to Intelligence."""
        self.offered = 0
        """How many cards were offered for sale."""
        self.moved = 0
        self.spent = 0
        """How often each type of ability was used, packed."""

    def copy(self) -> Frame:
        f = Turn()
        f.step = self.step
        f.laid = self.laid
        f.used = self.used
        f.sold = self.sold
        f.base = self.base
        f.extra = self.extra
        f.offered = self.offered
        f.moved = self.moved
        f.spent = self.spent
        return f

    def go(self, s: Wildlife) -> Seats:
        if self.step == DRAW or s.opt.food_ability == AT_START:  # « à chacun de vos tours de jeu »
            while self.ready(s, FOOD):
                self.gather(s)
        if self.step == LAY_OUT:  # « joue trois cartes Wildlife de sa main »
            if s.opt.layout == ALL_FIRST and self.may_lay_base(s):
                return only(s.active)
            self.step = ACT
        if self.step == ACT:  # « puis exécute les actions suivantes, dans l'ordre de son choix »
            return only(s.active)
        if s.held[s.active] < s.box.hand and s.deck | s.discard:  # « afin d'avoir de nouveau 10 cartes en main »
            if s.deck == 0:  # « Lorsque la pioche est épuisée »
                s.deck = s.discard
                s.discard = 0
                s.say(RESHUFFLED, NOBODY, how_many(s.deck), 0, 0)
            return BY_CHANCE
        s.discard += self.laid + self.used + self.sold  # « Elles sont ensuite défaussées. »
        s.pop()
        return GO_ON

    def may_lay_base(self, s: Wildlife) -> bool:
        """Whether one of the three cards is still to be laid out."""
        if self.step != LAY_OUT and s.opt.layout == ALL_FIRST:
            return False
        return self.base < s.box.cards and s.held[s.active] > 0

    def may_lay(self, s: Wildlife) -> bool:
        """« vous pouvez jouer une carte Wildlife supplémentaire »"""
        if self.may_lay_base(s):
            return True
        return self.extra < abilities_of(s, s.active, INTELLIGENCE) and s.held[s.active] > 0

    def must_keep(self, s: Wildlife) -> bool:
        """« Mais il doit impérativement vendre aux enchères au moins une de ces trois actions. »"""
        return self.offered == 0 and how_many(self.laid) == 1 and not self.may_lay(s)

    def can_replace(self, s: Wildlife) -> bool:
        """Whether the last card, as an arrow, can bring Intelligence and so one more card to sell."""
        more = self.extra <= abilities_of(s, s.active, INTELLIGENCE) and s.held[s.active] > 0
        return more and has(obtainable(s, s.active), INTELLIGENCE)

    def may_end(self, s: Wildlife) -> bool:
        """Whether the turn's duties are done: three cards laid out, one of them offered."""
        if s.opt.cards == EXACT and self.may_lay_base(s):
            return False
        return self.offered > 0 or (self.laid == 0 and not self.may_lay(s))

    def ready(self, s: Wildlife, ability: Ability) -> bool:
        """Whether an ability can still be used in this turn."""
        return field(self.spent, ability) < abilities_of(s, s.active, ability)

    def gather(self, s: Wildlife) -> None:
        """NOURRITURE [NAHRUNG]: « Avancez votre marqueur de points de 2 cases sur l'échelle des scores »"""
        self.spent += one_in(FOOD)
        earn(s, s.active, GATHERED, s.box.food_points)
        s.say(GATHERS, s.active, s.box.food_points, 0, 0)

    def usable_cards(self, s: Wildlife) -> Mask:
        """The kinds of cards laid out that the active player can carry out."""
        kinds = kinds_in(self.laid)
        if kinds == 0:
            return 0
        if self.must_keep(s):
            if self.can_replace(s):
                return kinds & (bit(ARROW) | bit(BOLT))
            return 0
        for kind in range(KINDS):
            if has(kinds, kind) and not can_use(s, s.active, kind, False, True):
                kinds &= ~bit(kind)
        return kinds

    def options(self, s: Wildlife, seat: Seat, out: Choices) -> None:
        if self.step == DRAW:
            for kind in range(KINDS):
                out.heavy(DEAL + kind, cards_of(s.deck, kind))
            return
        if self.step == LAY_OUT:
            out.some(LAY, kinds_in(s.hands[seat]))
            if s.opt.cards != EXACT and self.base > 0:
                out.one(END)
            return
        if self.may_lay(s):
            out.some(LAY, kinds_in(s.hands[seat]))
        out.some(USE, self.usable_cards(s))
        out.some(SELL, kinds_in(self.laid))
        if self.moved == 0:  # « peut à chaque tour (sans y être obligé) déplacer l'un de ses pions »
            north, south = walkers(s, seat, ANYWHERE)
            out.some(LIFT, north)
            out.some(LIFT + NORTH, south)
        if self.ready(s, FOOD):  # « à n'importe quel moment de son tour de jeu »
            out.one(GATHER)
        if self.ready(s, MOBILITY) and can_leap(s, seat):
            out.one(LEAP)
        if self.ready(s, ATTACKING) and can_assail(s, seat):
            out.one(ASSAIL)
        if s.food[seat] >= s.box.food_for_a_point:
            out.one(TRADE)
        if self.may_end(s):
            out.one(END)

    def take(self, s: Wildlife, seat: Seat, action: i64) -> None:
        if action >= DEAL:
            draw(s, s.active, action - DEAL, DRAWS)
        elif action < TO:
            self.moved = 1
            start_walk(s, seat, action - LIFT, ANYWHERE)
        elif action < USE:
            self.lay(s, seat, action - LAY)
        elif action < SELL:
            self.use(s, seat, action - USE)
        elif action < ADAPT:
            self.offer(s, seat, action - SELL)
        elif action == GATHER:
            self.gather(s)
        elif action == LEAP:
            self.spent += one_in(MOBILITY)
            s.push(leaping(seat))
        elif action == ASSAIL:
            self.spent += one_in(ATTACKING)
            s.push(assailing(seat))
        elif action == TRADE:
            trade(s, seat)
        else:
            assert action == END
            self.step = ACT if self.step == LAY_OUT else DRAW

    def lay(self, s: Wildlife, seat: Seat, kind: Kind) -> None:
        """A card goes from the hand to the table, face up."""
        if self.may_lay_base(s):
            self.base += 1
        else:
            self.extra += 1
        s.hands[seat] -= a_card(kind)
        s.held[seat] -= 1
        if kind == ARROW:
            s.sure &= ~only(seat)
        self.laid += a_card(kind)
        s.say(LAYS, seat, kind, 0, 0)

    def use(self, s: Wildlife, seat: Seat, kind: Kind) -> None:
        """« Exécuter les actions des cartes Wildlife jouées »"""
        last = self.must_keep(s)
        self.laid -= a_card(kind)
        self.used += a_card(kind)
        s.say(USES, seat, kind, 0, 0)
        if not last:
            s.push(deed(seat, kind, OWN))
            return
        if kind == BOLT:
            s.say(STANDS_FOR, seat, ARROW, 0, 0)
        take_ability(s, seat, INTELLIGENCE)  # « exécutable immédiatement »: another card follows, to be sold

    def offer(self, s: Wildlife, seat: Seat, kind: Kind) -> None:
        """« Le joueur actif doit mettre au moins une carte en vente. »"""
        self.laid -= a_card(kind)
        self.sold += a_card(kind)
        self.offered += 1
        sell(s, seat, kind)


def draw(s: Wildlife, seat: Seat, kind: Kind, event: i64) -> None:
    """A card off the deck, seen by its new owner only."""
    s.deck -= a_card(kind)
    s.hands[seat] += a_card(kind)
    s.held[seat] += 1
    s.whisper(event, seat, 0, 0, 0, kind, only(seat))


def trade(s: Wildlife, seat: Seat) -> None:
    """« En remettant 3 points de Nourriture dans la réserve, un joueur peut faire avancer son marqueur »"""
    s.food[seat] -= s.box.food_for_a_point
    earn(s, seat, TRADED, 1)
    s.say(TRADES, seat, s.box.food_for_a_point, 1, 0)


def can_leap(s: Wildlife, seat: Seat) -> bool:
    """Whether there is a piece to lift and another cell to set it on."""
    north, south = landings(s, seat)
    return (north | south) != 0 and (s.north[seat] | s.south[seat]) != 0


def landings(s: Wildlife, seat: Seat) -> tuple[Mask, Mask]:
    """« Seul votre pion doit être adapté au terrain de la nouvelle case (au moins Déplacement). »"""
    north, south = usable(s, seat, MOVE)
    return north & ~s.north[seat], south & ~s.south[seat]


def can_assail(s: Wildlife, seat: Seat) -> bool:
    """Whether there is a piece in stock and a cell to set it on."""
    north, south = usable(s, seat, ATTACK)
    return s.stock[seat] > 0 and (north & ~s.north[seat]) | (south & ~s.south[seat]) != 0


@mypyc_attr(acyclic=True, free_list_len=1)
class Leaping(Frame):
    """MOBILITE [MOBILITÄT]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "seat", "cell")

    seat: Seat
    cell: Cell

    def __init__(self) -> None:
        super().__init__()
        self.seat = NOBODY
        self.cell = NOBODY

    def copy(self) -> Frame:
        f = Leaping()
        f.step = self.step
        f.seat = self.seat
        f.cell = self.cell
        return f

    def go(self, s: Wildlife) -> Seats:
        if self.cell == NOBODY and pieces_of(s, self.seat) == 1:
            north = s.north[self.seat]
            self.cell = lowest(north) if north else NORTH + lowest(s.south[self.seat])
        if self.cell != NOBODY:
            north, south = landings(s, self.seat)
            if count(north) + count(south) == 1:
                s.pop()
                leap(s, self.seat, self.cell, lowest(north) if north else NORTH + lowest(south))
                return GO_ON
        return only(self.seat)

    def options(self, s: Wildlife, seat: Seat, out: Choices) -> None:
        if self.cell == NOBODY:  # « Retirez un de vos pions du plateau de jeu »
            out.some(LIFT, s.north[seat])
            out.some(LIFT + NORTH, s.south[seat])
        else:  # « et placez-le sur une autre case »
            north, south = landings(s, seat)
            out.some(TO, north)
            out.some(TO + NORTH, south)

    def take(self, s: Wildlife, seat: Seat, action: i64) -> None:
        if self.cell == NOBODY:
            self.cell = action - LIFT
        else:
            s.pop()
            leap(s, seat, self.cell, action - TO)


def leaping(seat: Seat) -> Frame:
    """The Mobility card at work."""
    f = Leaping()
    f.seat = seat
    return f


@mypyc_attr(acyclic=True, free_list_len=1)
class Assailing(Frame):
    """ATTAQUE [ANGRIFF]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "seat")

    seat: Seat

    def __init__(self) -> None:
        super().__init__()
        self.seat = NOBODY

    def copy(self) -> Frame:
        f = Assailing()
        f.step = self.step
        f.seat = self.seat
        return f

    def go(self, s: Wildlife) -> Seats:
        return only(self.seat)

    def options(self, s: Wildlife, seat: Seat, out: Choices) -> None:
        # « Cette action est possible, même si le territoire n'est pas complètement occupé. »
        north, south = usable(s, seat, ATTACK)
        taken = taken_north(s)
        out.some(PLACE, north & ~taken)
        out.some(STRIKE, north & taken & ~s.north[seat])
        taken = taken_south(s)
        out.some(PLACE + NORTH, south & ~taken)
        out.some(STRIKE + NORTH, south & taken & ~s.south[seat])

    def take(self, s: Wildlife, seat: Seat, action: i64) -> None:
        s.pop()
        if action < STRIKE:
            place(s, seat, action - PLACE)
        else:
            attack(s, seat, action - STRIKE)


def assailing(seat: Seat) -> Frame:
    """The Attack card at work."""
    f = Assailing()
    f.seat = seat
    return f
