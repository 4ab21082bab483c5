"""LES CARTES « WILDLIFE »: terrains, wheel, arrow, bolt and text."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.frame import Frame
from meute.core.numbers import NOBODY, Mask, bit, count, has, i64, lowest, without
from meute.core.seats import GO_ON, Seat, Seats, everyone, only
from meute.games.wildlife.rules.names import (
    ADAPT,
    ADAPTS,
    DECLINE,
    DECLINES,
    EPIDEMIC_TAKES,
    FALLS_BACK,
    FINDS_FOOD,
    FROM,
    LIFT,
    PLACE,
    SHARES_FOOD,
    STANDS_FOR,
    STARVES,
    STRIKE,
    TAKE,
    TAKES,
    TAKES_FROM,
    TO,
    USE,
)
from meute.games.wildlife.rules.pieces import (
    attack,
    can_act_in,
    describe_placing,
    earn,
    lift,
    place,
    start_walk,
    walkers,
)
from meute.games.wildlife.state import (
    ABILITIES,
    ARROW,
    ATTACK,
    BOLT,
    EPIDEMIC,
    FAMINE,
    FOOD_SOURCE,
    LEVEL_BITS,
    NORTH,
    STARVED,
    TERRAINS,
    WHEEL,
    Ability,
    Cell,
    Kind,
    Terrain,
    Wildlife,
    abilities_of,
    ability_limit,
    is_last,
    left_of,
    level,
    level_in,
    one_in,
    pieces_of,
    supply,
    tokens_left,
)

TWO: Final = 0
TOKENS_A_TURN: Final = 2

OWN: Final = 0
BOUGHT: Final = 1
BONUS: Final = 2
"""How a card came to be carried out; a bonus (an option) only takes pieces from the stock."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Deed(Frame):
    """LES CARTES « WILDLIFE »"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "seat", "card", "kind", "how")

    seat: Seat
    card: Kind
    kind: Kind
    how: i64

    def __init__(self) -> None:
        super().__init__()
        self.seat = NOBODY
        self.card = NOBODY
        self.kind = NOBODY
        self.how = OWN

    def copy(self) -> Frame:
        f = Deed()
        f.step = self.step
        f.seat = self.seat
        f.card = self.card
        f.kind = self.kind
        f.how = self.how
        return f

    def lively(self, s: Wildlife) -> bool:
        """Variante Enchères: « pour toute carte Terrain achetée aux enchères »."""
        return s.opt.lively_auctions == 1 and self.how == BOUGHT and self.card < TERRAINS

    def go(self, s: Wildlife) -> Seats:
        if self.kind >= FOOD_SOURCE and self.how == OWN:  # « le joueur exécute l'action qui est décrite »
            s.pop()
            carry_out_text(s, self.seat, self.kind)
            return GO_ON
        if can_use(s, self.seat, self.kind, self.lively(s), self.how != BONUS):
            return only(self.seat)
        self.drop(s)  # « s'il ne veut ou ne peut pas en exécuter l'action »
        return GO_ON

    def drop(self, s: Wildlife) -> None:
        """« ou bien il défausse cette carte »"""
        s.pop()
        if self.how != BONUS:
            s.say(DECLINES, self.seat, self.card, 0, 0)

    def options(self, s: Wildlife, seat: Seat, out: Choices) -> None:
        if self.kind < TERRAINS:
            describe_placing(s, seat, self.kind, self.lively(s), out)
            if self.how != BONUS:
                north, south = walkers(s, seat, self.kind)
                out.some(LIFT, north)
                out.some(LIFT + NORTH, south)
        elif self.kind == WHEEL:
            out.some(ADAPT, adaptable(s, seat))
        elif self.kind == ARROW:
            out.some(TAKE, obtainable(s, seat))
        elif self.kind == BOLT:
            out.some(USE, bolt_kinds(s, seat))
        else:
            out.one(USE + self.kind)
        out.one(DECLINE)

    def take(self, s: Wildlife, seat: Seat, action: i64) -> None:
        if action == DECLINE:
            self.drop(s)
        elif self.kind == BOLT:  # « Le joueur peut décider lui-même du type d'action »
            self.kind = action - USE
            s.say(STANDS_FOR, seat, self.kind, 0, 0)
        else:
            s.pop()
            self.act(s, seat, action)

    def act(self, s: Wildlife, seat: Seat, action: i64) -> None:
        """Carries the card out."""
        if self.kind < TERRAINS:
            if action < STRIKE:
                place(s, seat, action - PLACE)
            elif action < LIFT:
                attack(s, seat, action - STRIKE)
            else:
                assert action < TO
                start_walk(s, seat, action - LIFT, self.kind)
        elif self.kind == WHEEL:
            adapt(s, seat, action - ADAPT)
        elif self.kind == ARROW:
            take_ability(s, seat, action - TAKE)
        else:
            carry_out_text(s, seat, self.kind)


def deed(seat: Seat, card: Kind, how: i64) -> Frame:
    """A card to be carried out by a seat."""
    f = Deed()
    f.seat = seat
    f.card = card
    f.kind = card
    f.how = how
    return f


def can_use(s: Wildlife, seat: Seat, kind: Kind, lively: bool, walking: bool) -> bool:
    """Whether the seat can do anything with a card of this kind."""
    if kind < TERRAINS:
        return can_act_in(s, seat, kind, lively, walking)
    if kind == WHEEL:
        return adaptable(s, seat) != 0
    if kind == ARROW:
        return obtainable(s, seat) != 0
    if kind == BOLT:
        return bolt_kinds(s, seat) != 0
    return True


def bolt_kinds(s: Wildlife, seat: Seat) -> Mask:
    """« par exemple un terrain (reproduction, attaque), une roue ou une flèche »: not a text card."""
    kinds: Mask = 0
    for kind in range(BOLT):
        if can_use(s, seat, kind, False, True):
            kinds |= bit(kind)
    return kinds


def adaptable(s: Wildlife, seat: Seat) -> Mask:
    """The terrains on which the next token is there to be taken."""
    terrains: Mask = 0
    for terrain in range(TERRAINS):
        step = level(s, seat, terrain) + 1
        if step <= ATTACK and tokens_left(s, terrain, step) > 0 and not has_two(s, seat, terrain):
            terrains |= bit(terrain)
    return terrains


def has_two(s: Wildlife, seat: Seat, terrain: Terrain) -> bool:
    """« Pendant un même tour de jeu, un joueur peut acquérir deux jetons Adaptation pour un même type de terrain. »"""
    gained = level(s, seat, terrain) - level_in(s.began[seat], terrain)
    return s.opt.wheels_per_terrain == TWO and gained >= TOKENS_A_TURN


def adapt(s: Wildlife, seat: Seat, terrain: Terrain) -> None:
    """« le joueur prend un jeton Adaptation pour améliorer les capacités de son espèce »"""
    s.levels[seat] += bit(terrain * LEVEL_BITS)
    s.say(ADAPTS, seat, terrain, level(s, seat, terrain), 0)
    if s.opt.wheel_bonus and level(s, seat, terrain) == ATTACK:
        s.push(deed(seat, terrain, BONUS))


def obtainable(s: Wildlife, seat: Seat) -> Mask:
    """« on ne peut posséder qu'une seule carte Capacité de chaque catégorie »"""
    limit = ability_limit(s)
    types: Mask = 0
    for ability in range(ABILITIES):
        if limit == 0 or abilities_of(s, seat, ability) < limit:
            if supply(s, ability) > 0 or holders(s, seat, ability):
                types |= bit(ability)
    return types


def holders(s: Wildlife, seat: Seat, ability: Ability) -> Seats:
    """« chez le joueur qui est le premier sur l'échelle des scores »: among the others who have such a card."""
    best: i64 = 0
    those: Seats = 0
    for other in range(s.seats):
        if other != seat and abilities_of(s, other, ability) > 0:
            if those == 0 or s.score[other] > best:
                best = s.score[other]
                those = only(other)
            elif s.score[other] == best:
                those |= only(other)
    return those


def take_ability(s: Wildlife, seat: Seat, ability: Ability) -> None:
    """« le joueur prend dans la réserve la carte Capacité de son choix »"""
    if supply(s, ability) > 0:
        s.abilities[seat] += one_in(ability)
        s.say(TAKES, seat, ability, 0, 0)
        return
    those = holders(s, seat, ability)
    if count(those) == 1:
        take_from(s, seat, ability, lowest(those))
        return
    f = Taking()
    f.seat = seat
    f.ability = ability
    s.push(f)


def take_from(s: Wildlife, seat: Seat, ability: Ability, other: Seat) -> None:
    """« le joueur prend une carte du type souhaité chez l'un de ses adversaires »"""
    s.abilities[other] -= one_in(ability)
    s.abilities[seat] += one_in(ability)
    s.say(TAKES_FROM, seat, ability, other, 0)


@mypyc_attr(acyclic=True, free_list_len=1)
class Taking(Frame):
    """« en cas d'égalité, le joueur actif décide chez qui il va prendre sa carte »"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "seat", "ability")

    seat: Seat
    ability: Ability

    def __init__(self) -> None:
        super().__init__()
        self.seat = NOBODY
        self.ability = NOBODY

    def copy(self) -> Frame:
        f = Taking()
        f.step = self.step
        f.seat = self.seat
        f.ability = self.ability
        return f

    def go(self, s: Wildlife) -> Seats:
        return only(self.seat)

    def options(self, s: Wildlife, seat: Seat, out: Choices) -> None:
        out.some(FROM, holders(s, seat, self.ability))

    def take(self, s: Wildlife, seat: Seat, action: i64) -> None:
        s.pop()
        take_from(s, seat, self.ability, action - FROM)


def carry_out_text(s: Wildlife, seat: Seat, kind: Kind) -> None:
    """TEXTE DES CARTES"""
    if kind == FOOD_SOURCE:
        find_food(s, seat)
    elif kind == FAMINE:
        starve_others(s, seat)
    else:
        assert kind == EPIDEMIC
        f = Epidemic()
        f.victims = without(everyone(s.seats), seat)
        f.seat = left_of(s, seat)
        s.push(f)


def find_food(s: Wildlife, seat: Seat) -> None:
    """SOURCE DE NOURRITURE [NAHRUNGSQUELLE]"""
    s.food[seat] += s.box.food_source
    s.say(FINDS_FOOD, seat, s.box.food_source, 0, 0)
    if s.seats == 2:  # « Dans une partie à deux joueurs, vous obtenez seul les 7 PN. »
        return
    for other in range(s.seats):
        if is_last(s, other):
            s.food[other] += s.box.food_source_last
            s.say(SHARES_FOOD, other, s.box.food_source_last, 0, 0)


def starve_others(s: Wildlife, seat: Seat) -> None:
    """FAMINE [HUNGERSNOT]"""
    other = left_of(s, seat)
    while other != seat:
        paid = s.box.famine if s.food[other] >= s.box.famine else s.food[other]
        if paid:
            s.food[other] -= paid
            s.say(STARVES, other, paid, 0, 0)
        missing = s.box.famine - paid
        if missing:  # « d'autant de cases qu'il lui manque de points de nourriture »
            earn(s, other, STARVED, -missing)
            s.say(FALLS_BACK, other, missing, 0, 0)
        other = left_of(s, other)


@mypyc_attr(acyclic=True, free_list_len=1)
class Epidemic(Frame):
    """EPIDEMIE [SEUCHE]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "seat", "victims")

    seat: Seat
    victims: Seats

    def __init__(self) -> None:
        super().__init__()
        self.seat = NOBODY
        self.victims = 0

    def copy(self) -> Frame:
        f = Epidemic()
        f.step = self.step
        f.seat = self.seat
        f.victims = self.victims
        return f

    def go(self, s: Wildlife) -> Seats:
        while has(self.victims, self.seat):  # « Votre voisin de gauche commence, les autres joueurs suivent. »
            if pieces_of(s, self.seat) > 1:
                return only(self.seat)
            if pieces_of(s, self.seat) == 1:
                north = s.north[self.seat]
                self.remove(s, lowest(north) if north else NORTH + lowest(s.south[self.seat]))
            else:
                self.next(s)
        s.pop()
        return GO_ON

    def options(self, s: Wildlife, seat: Seat, out: Choices) -> None:
        out.some(LIFT, s.north[seat])
        out.some(LIFT + NORTH, s.south[seat])

    def take(self, s: Wildlife, seat: Seat, action: i64) -> None:
        self.remove(s, action - LIFT)

    def remove(self, s: Wildlife, cell: Cell) -> None:
        """« Les pions retirés sont éliminés du jeu. »"""
        lift(s, self.seat, cell)
        s.say(EPIDEMIC_TAKES, self.seat, cell, 0, 0)
        self.next(s)

    def next(self, s: Wildlife) -> None:
        """On to the left."""
        self.victims = without(self.victims, self.seat)
        self.seat = left_of(s, self.seat)
