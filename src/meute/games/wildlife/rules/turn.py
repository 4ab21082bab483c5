"""DEROULEMENT DE LA PARTIE"""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.fields import FLAG, Field, below, members, steps
from meute.core.frame import Fields, Frame
from meute.core.numbers import NOBODY, Mask, bit, has, i64
from meute.core.phrase import Phrase, phrase
from meute.core.reason import Reason
from meute.core.seats import BY_CHANCE, GO_ON, Seat, Seats, only
from meute.core.tensor import PlaneWriter
from meute.games.wildlife import planes
from meute.games.wildlife.actions import ADAPT, ASSAIL, DEAL, END, GATHER, LAY, LEAP, LIFT, SELL, TO, TRADE, USE
from meute.games.wildlife.events import (
    DRAWS,
    ENDS,
    GATHERS,
    LAYS,
    NEW_FIRST,
    RESHUFFLED,
    SCORES_TERRITORY,
    SCORING,
    STANDS_FOR,
    TRADES,
    TURN,
    USES,
)
from meute.games.wildlife.options import ALL_FIRST, AT_START, EXACT
from meute.games.wildlife.rules.abilities import Assailing, Leaping, can_assail, can_leap
from meute.games.wildlife.rules.cards import NO_USE, Deed, can_use, obtainable, take_ability
from meute.games.wildlife.rules.pieces import ANYWHERE, Walk, add_cell_actions, earn, feed, walkers
from meute.games.wildlife.rules.sale import sell
from meute.games.wildlife.scoring import GATHERED, TERRITORY_RANK, TRADED, TURN_LIMIT, general_scoring
from meute.games.wildlife.state import (
    ABILITIES,
    ARROW,
    ATTACKING,
    BOLT,
    CARD_BITS,
    CARD_FIELD,
    COUNT_BITS,
    COUNT_FIELD,
    FOOD,
    GOES_ON,
    INTELLIGENCE,
    KINDS,
    MOBILITY,
    MOST_HAND,
    Ability,
    Cards,
    Kind,
    Wildlife,
    abilities_of,
    all_have_species,
    card_count,
    cards_of,
    field_unit,
    is_last,
    kinds_in,
    left_of,
    one_card,
    owner,
    packed_field,
)

BEGIN: Final = 0
AFTER: Final = 1

LAY_OUT: Final = 0
ACT: Final = 1
DRAW: Final = 2

CARD_MULTISET: Final[Field] = members(KINDS * CARD_BITS)
"""Field declaration of a packed multiset of cards."""

COURSE: Final = "DEROULEMENT DE LA PARTIE"
NOT_IN_HAND: Final = Reason("why.not_in_hand", COURSE)
LAY_FIRST: Final = Reason("wildlife.why.lay_first", COURSE)
NO_MORE_CARDS: Final = Reason("wildlife.why.no_more_cards", COURSE)
NOT_LAID: Final = Reason("wildlife.why.not_laid", COURSE)
SELL_ONE: Final = Reason("wildlife.why.sell_one", "LES CARTES « WILDLIFE »")
MOVED: Final = Reason("wildlife.why.moved", "DEPLACEMENT")
NOT_YOURS: Final = Reason("wildlife.why.not_yours", "DEPLACEMENT")
CANNOT_MOVE: Final = Reason("wildlife.why.cannot_move", "DEPLACEMENT")
NO_ABILITY: Final = Reason("wildlife.why.no_ability", "ACTIONS DES CARTES « CAPACITE »")
NO_TARGET: Final = Reason("wildlife.why.no_target", "ACTIONS DES CARTES « CAPACITE »")
NO_FOOD: Final = Reason("wildlife.why.no_food", "ECHANGER DES POINTS DE NOURRITURE")


def has_begun(s: Wildlife) -> bool:
    """Whether the set-up is over: every seat has a species and there is a first player."""
    return s.active != NOBODY and s.first != NOBODY and all_have_species(s)


@mypyc_attr(acyclic=True, free_list_len=1)
class Rounds(Frame):
    """DEROULEMENT DE LA PARTIE"""

    FIELDS: ClassVar[Fields] = {"step": steps({BEGIN: "begin", AFTER: "after"})}

    def copy(self) -> Frame:
        return Rounds()

    def invalid_field(self, s: Wildlife) -> str:
        if not has_begun(s):
            return "active"
        if self.step == AFTER:
            return ""
        return "played" if s.played == s.seats else "turns" if s.turns == s.opt.turn_limit else ""

    def advance(self, s: Wildlife) -> Seats:
        if self.step == BEGIN:  # « Les joueurs jouent à tour de rôle »
            self.step = AFTER
            s.turns += 1
            s.played += 1
            s.defended = 0
            s.began = s.levels
            s.say(TURN, s.active, s.turns)
            s.push(Turn())
            return GO_ON
        if s.turns >= s.opt.turn_limit and s.ending == GOES_ON:
            s.ending = TURN_LIMIT
        if s.due or s.ending != GOES_ON:  # « le joueur actif a effectué toutes les actions de son tour de jeu »
            score_all(s)
            s.due = 0
        if s.ending != GOES_ON:  # « Ensuite, la partie est terminée. »
            s.pop()
            s.say(ENDS, NOBODY, s.ending)
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
    s.say(SCORING)
    s.last = general_scoring(s)
    for row in s.last:
        earn(s, row.seat, row.rule, row.amount)
        s.say(SCORES_TERRITORY + row.rule - TERRITORY_RANK, row.seat, row.amount, row.piece, row.where)


def change_first(s: Wildlife) -> None:
    """Changement de premier joueur: « toujours le joueur qui est le dernier sur l'échelle des scores »"""
    seat = s.first
    while not is_last(s, seat):  # « celui qui est le plus proche du premier joueur du tour précédent »
        seat = left_of(s, seat)
    if seat != s.first:
        s.say(NEW_FIRST, seat)
    s.first = seat
    s.active = seat


@mypyc_attr(acyclic=True, free_list_len=1)
class Turn(Frame):
    """Pendant son tour de jeu, le joueur actif joue trois cartes « Wildlife » de sa main"""

    FIELDS: ClassVar[Fields] = {
        "step": steps({LAY_OUT: "lay_out", ACT: "act", DRAW: "draw"}),
        "laid": CARD_MULTISET,
        "used": CARD_MULTISET,
        "sold": CARD_MULTISET,
        "base": below(MOST_HAND + 1),
        "extra": below(COUNT_FIELD + 1),
        "offered": below(CARD_FIELD + 1),
        "moved": FLAG,
        "spent": members(ABILITIES * COUNT_BITS),
    }
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Rounds.after",)
    EXPLAINS: ClassVar[tuple[int, ...]] = (LAY, USE, SELL, LIFT, GATHER, LEAP, ASSAIL, TRADE, END)

    laid: Cards = 0
    """Cards laid out and not yet used."""
    used: Cards = 0
    sold: Cards = 0
    base: i64 = 0
    """How many of the three cards were laid out."""
    extra: i64 = 0
    """How many more, thanks to Intelligence."""
    offered: i64 = 0
    """How many cards were offered for sale."""
    moved: i64 = 0
    spent: i64 = 0
    """How often each type of ability was used, packed."""

    def copy(self) -> Frame:
        f = Turn()
        f.laid = self.laid
        f.used = self.used
        f.sold = self.sold
        f.base = self.base
        f.extra = self.extra
        f.offered = self.offered
        f.moved = self.moved
        f.spent = self.spent
        return f

    def write_planes(self, s: Wildlife, out: PlaneWriter) -> None:
        out.packed(planes.LAID, self.laid, CARD_BITS)
        out.packed(planes.USED, self.used, CARD_BITS)
        out.packed(planes.SOLD, self.sold, CARD_BITS)
        out.packed(planes.SPENT, self.spent, COUNT_BITS)
        out.number(planes.TURN, self.base)
        out.number(planes.TURN, self.extra, 1)
        out.number(planes.TURN, self.offered, 2)
        out.number(planes.TURN, self.moved, 3)

    def invalid_field(self, s: Wildlife) -> str:
        heaps = [self.laid, self.used, self.sold, s.deck, s.discard, *s.hands]
        for kind in range(KINDS):
            if sum(cards_of(heap, kind) for heap in heaps) > cards_of(s.box.deck, kind):
                return "laid"
        return "base" if self.base > s.box.cards else ""

    def advance(self, s: Wildlife) -> Seats:
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
                s.say(RESHUFFLED, NOBODY, card_count(s.deck))
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

    def cards_left(self, s: Wildlife) -> i64:
        """How many cards the active player may still lay out."""
        extra = max(abilities_of(s, s.active, INTELLIGENCE) - self.extra, 0)
        base = s.box.cards - self.base if self.may_lay_base(s) else 0
        return min(base + extra, s.held[s.active])

    def must_keep(self, s: Wildlife) -> bool:
        """« Mais il doit impérativement vendre aux enchères au moins une de ces trois actions. »"""
        return self.offered == 0 and card_count(self.laid) == 1 and not self.may_lay(s)

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
        return packed_field(self.spent, ability) < abilities_of(s, s.active, ability)

    def gather(self, s: Wildlife) -> None:
        """NOURRITURE [NAHRUNG]: « Avancez votre marqueur de points de 2 cases sur l'échelle des scores »"""
        self.spent += field_unit(FOOD)
        earn(s, s.active, GATHERED, s.box.food_points)
        s.say(GATHERS, s.active, s.box.food_points)

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

    def legal_actions(self, s: Wildlife, seat: Seat, out: Choices) -> None:
        if self.step == DRAW:
            for kind in range(KINDS):
                out.add_weighted(DEAL + kind, cards_of(s.deck, kind))
            return
        if self.step == LAY_OUT:
            out.add_set(LAY, kinds_in(s.hands[seat]))
            if s.opt.cards != EXACT and self.base > 0:
                out.add(END)
            return
        if self.may_lay(s):
            out.add_set(LAY, kinds_in(s.hands[seat]))
        out.add_set(USE, self.usable_cards(s))
        out.add_set(SELL, kinds_in(self.laid))
        if self.moved == 0:  # « peut à chaque tour (sans y être obligé) déplacer l'un de ses pions »
            north, south = walkers(s, seat, ANYWHERE)
            add_cell_actions(LIFT, north, south, out)
        if self.ready(s, FOOD):  # « à n'importe quel moment de son tour de jeu »
            out.add(GATHER)
        if self.ready(s, MOBILITY) and can_leap(s, seat):
            out.add(LEAP)
        if self.ready(s, ATTACKING) and can_assail(s, seat):
            out.add(ASSAIL)
        if s.food[seat] >= s.box.food_for_a_point:
            out.add(TRADE)
        if self.may_end(s):
            out.add(END)

    def prompt(self, s: Wildlife, seat: Seat) -> Phrase:
        if self.step == LAY_OUT:
            key = "lay" if s.opt.cards == EXACT else "lay_more" if self.base else "lay_up_to"
            return phrase(f"wildlife.prompt.{key}", left=s.box.cards - self.base)
        return phrase("wildlife.prompt.act" if self.may_end(s) else "wildlife.prompt.act_and_sell")

    def refusal(self, s: Wildlife, seat: Seat, action: i64) -> Reason:
        if LAY <= action < USE:
            return NOT_IN_HAND if self.step == LAY_OUT or self.may_lay(s) else NO_MORE_CARDS
        if self.step == LAY_OUT:
            return LAY_FIRST
        if action < TO:
            if self.moved:
                return MOVED
            return CANNOT_MOVE if owner(s, action - LIFT) == seat else NOT_YOURS
        if action < ADAPT:
            if not cards_of(self.laid, (action - USE) % KINDS):
                return NOT_LAID
            return SELL_ONE if self.must_keep(s) else NO_USE
        if action < TRADE:
            ability = FOOD if action == GATHER else MOBILITY if action == LEAP else ATTACKING
            return NO_TARGET if self.ready(s, ability) else NO_ABILITY
        if action == TRADE:
            return NO_FOOD
        return LAY_FIRST if self.offered else SELL_ONE

    def apply(self, s: Wildlife, seat: Seat, action: i64) -> None:
        if action >= DEAL:
            draw(s, s.active, action - DEAL, DRAWS)
        elif action < TO:
            self.moved = 1
            s.push(Walk(seat, action - LIFT))
        elif action < USE:
            self.lay(s, seat, action - LAY)
        elif action < SELL:
            self.use(s, seat, action - USE)
        elif action < ADAPT:
            self.offer(s, seat, action - SELL)
        elif action == GATHER:
            self.gather(s)
        elif action == LEAP:
            self.spent += field_unit(MOBILITY)
            s.push(Leaping(seat))
        elif action == ASSAIL:
            self.spent += field_unit(ATTACKING)
            s.push(Assailing(seat))
        elif action == TRADE:
            trade(s, seat)
        else:
            assert action == END
            self.step = ACT if self.step == LAY_OUT else DRAW

    def lay(self, s: Wildlife, seat: Seat, kind: Kind) -> None:
        """Lays out a card of the hand, face up."""
        if self.may_lay_base(s):
            self.base += 1
        else:
            self.extra += 1
        s.hands[seat] -= one_card(kind)
        s.held[seat] -= 1
        if kind == ARROW:
            s.sure &= ~only(seat)
        self.laid += one_card(kind)
        s.say(LAYS, seat, kind)

    def use(self, s: Wildlife, seat: Seat, kind: Kind) -> None:
        """« Exécuter les actions des cartes Wildlife jouées »"""
        last = self.must_keep(s)
        self.laid -= one_card(kind)
        self.used += one_card(kind)
        s.say(USES, seat, kind)
        if not last:
            s.push(Deed(seat, kind))
            return
        if kind == BOLT:
            s.say(STANDS_FOR, seat, ARROW)
        take_ability(s, seat, INTELLIGENCE)  # « exécutable immédiatement »: another card follows, to be sold

    def offer(self, s: Wildlife, seat: Seat, kind: Kind) -> None:
        """« Le joueur actif doit mettre au moins une carte en vente. »"""
        self.laid -= one_card(kind)
        self.sold += one_card(kind)
        self.offered += 1
        sell(s, seat, kind)


def draws(s: Wildlife) -> bool:
    """Whether only drawing cards is left of the turn."""
    turn = s.on_top(Turn)
    return turn is not None and turn.step == DRAW


def draw(s: Wildlife, seat: Seat, kind: Kind, event: i64) -> None:
    """Moves a card from the deck to a hand; only its owner sees it."""
    s.deck -= one_card(kind)
    s.hands[seat] += one_card(kind)
    s.held[seat] += 1
    s.say_secret(event, seat, secret=kind)


def trade(s: Wildlife, seat: Seat) -> None:
    """« En remettant 3 points de Nourriture dans la réserve, un joueur peut faire avancer son marqueur »"""
    feed(s, seat, -s.box.food_for_a_point)
    earn(s, seat, TRADED, 1)
    s.say(TRADES, seat, s.box.food_for_a_point, 1)
