"""LES CARTES « WILDLIFE »: terrains, wheel, arrow, bolt and text."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.fields import SEAT, SEATS, below
from meute.core.frame import Fields, Frame
from meute.core.numbers import NOBODY, Mask, bit, changed, count, has, i64, lowest, without
from meute.core.phrase import Phrase, phrase
from meute.core.reason import OTHER_QUESTION, Reason
from meute.core.seats import GO_ON, Seat, Seats, everyone, only
from meute.core.tensor import PlaneWriter
from meute.games.wildlife import planes
from meute.games.wildlife.actions import ADAPT, DECLINE, FROM, LIFT, PLACE, STRIKE, TAKE, TO, USE
from meute.games.wildlife.display_names import word
from meute.games.wildlife.events import (
    ADAPTS,
    DECLINES,
    EPIDEMIC_TAKES,
    FALLS_BACK,
    FINDS_FOOD,
    SHARES_FOOD,
    STANDS_FOR,
    STARVES,
    TAKES,
    TAKES_FROM,
)
from meute.games.wildlife.names import CARD_NAMES, LEVEL_NAMES
from meute.games.wildlife.options import TWO
from meute.games.wildlife.rules.pieces import (
    OTHER_TERRAIN,
    Walk,
    add_cell_actions,
    add_placing_actions,
    attack,
    can_act_in,
    earn,
    feed,
    lift,
    may_place,
    place,
    walkers,
)
from meute.games.wildlife.scoring import STARVED
from meute.games.wildlife.state import (
    ABILITIES,
    ARROW,
    ATTACK,
    BOLT,
    CELLS,
    EPIDEMIC,
    FAMINE,
    FOOD_SOURCE,
    KINDS,
    LEVEL_BITS,
    MOVE,
    REPRODUCE,
    TERRAINS,
    WHEEL,
    Ability,
    Cell,
    Kind,
    Terrain,
    Wildlife,
    abilities_left,
    abilities_of,
    clockwise,
    field_unit,
    first_cell,
    is_last,
    left_of,
    level,
    level_in,
    owner,
    pieces_of,
    tokens_left,
)

TOKENS_A_TURN: Final = 2

OWN: Final = 0
BOUGHT: Final = 1
BONUS: Final = 2
"""Origin of the card being used; a bonus (an option) only places pieces from the stock."""

CARDS: Final = "LES CARTES « WILDLIFE »"
SEA: Final = Reason("wildlife.why.sea", CARDS)
OCCUPIED: Final = Reason("wildlife.why.occupied", CARDS)
NOT_YOURS: Final = Reason("wildlife.why.not_yours", CARDS)
CANNOT_MOVE: Final = Reason("wildlife.why.cannot_move", CARDS)
CANNOT_PLACE: Final = Reason("wildlife.why.cannot_place", "TABLEAUX DES ESPECES")
CANNOT_ATTACK: Final = Reason("wildlife.why.cannot_attack", "TABLEAUX DES ESPECES")
NO_ENEMY: Final = Reason("wildlife.why.no_enemy", CARDS)
NOT_FULL: Final = Reason("wildlife.why.not_full", CARDS)
TOP_LEVEL: Final = Reason("wildlife.why.top_level", CARDS)
TWO_TOKENS: Final = Reason("wildlife.why.two_tokens", CARDS)
NO_TOKEN: Final = Reason("wildlife.why.no_token", CARDS)
OTHER_BOARD: Final = Reason("wildlife.why.other_board", CARDS)
OWNED: Final = Reason("wildlife.why.owned", CARDS)
NOBODY_HAS: Final = Reason("wildlife.why.nobody_has", CARDS)
NOT_LEADER: Final = Reason("wildlife.why.not_leader", CARDS)
NO_TEXT: Final = Reason("wildlife.why.no_text", CARDS)
BOLT_ITSELF: Final = Reason("wildlife.why.bolt_itself", CARDS)
NO_USE: Final = Reason("wildlife.why.no_use", CARDS)


@mypyc_attr(acyclic=True, free_list_len=1)
class Deed(Frame):
    """LES CARTES « WILDLIFE »"""

    FIELDS: ClassVar[Fields] = {
        "step": below(1),
        "seat": SEAT,
        "card": below(KINDS),
        "kind": below(KINDS),
        "how": below(BONUS + 1),
    }
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Turn",)
    EXPLAINS: ClassVar[tuple[int, ...]] = (PLACE, STRIKE, LIFT)

    def __init__(self, seat: Seat = NOBODY, card: Kind = NOBODY, how: i64 = OWN) -> None:
        self.seat = seat
        self.card = card
        self.kind = card
        self.how = how

    def copy(self) -> Frame:
        f = Deed(self.seat, self.card, self.how)
        f.kind = self.kind
        return f

    def write_planes(self, s: Wildlife, out: PlaneWriter) -> None:
        planes.write_whose(out, self.seat)
        out.one_hot(planes.DEED, self.card)
        out.one_hot(planes.DEED, self.kind, 1)
        out.number(planes.HOW, self.how + 1)

    def invalid_field(self, s: Wildlife) -> str:
        if self.kind != self.card and (self.card != BOLT or self.kind > BOLT):
            return "kind"
        return "how" if self.how == BONUS and self.kind >= TERRAINS else ""

    def lively(self, s: Wildlife) -> bool:
        """Variante Enchères: « pour toute carte Terrain achetée aux enchères »."""
        return s.opt.lively_auctions == 1 and self.how == BOUGHT and self.card < TERRAINS

    def advance(self, s: Wildlife) -> Seats:
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
            s.say(DECLINES, self.seat, self.card)

    def legal_actions(self, s: Wildlife, seat: Seat, out: Choices) -> None:
        if self.kind < TERRAINS:
            add_placing_actions(s, seat, self.kind, self.lively(s), out)
            if self.how != BONUS:
                north, south = walkers(s, seat, self.kind)
                add_cell_actions(LIFT, north, south, out)
        elif self.kind == WHEEL:
            out.add_set(ADAPT, adaptable(s, seat))
        elif self.kind == ARROW:
            out.add_set(TAKE, obtainable(s, seat))
        elif self.kind == BOLT:
            out.add_set(USE, bolt_kinds(s, seat))
        else:
            out.add(USE + self.kind)
        out.add(DECLINE)

    def prompt(self, s: Wildlife, seat: Seat) -> Phrase:
        if self.how == BONUS:
            return phrase("wildlife.prompt.bonus", terrain=word("terrain", self.kind))
        if self.kind < TERRAINS:
            reached = level(s, seat, self.kind)
            shown = REPRODUCE if reached == MOVE and self.lively(s) else reached
            return phrase(f"wildlife.prompt.terrain_{LEVEL_NAMES[shown]}", terrain=word("terrain", self.kind))
        if self.kind <= BOLT:
            return phrase(f"wildlife.prompt.{CARD_NAMES[self.kind]}")
        return phrase("wildlife.prompt.text", card=word("card", self.card))

    def refusal(self, s: Wildlife, seat: Seat, action: i64) -> Reason:
        if self.kind < TERRAINS:
            return self.refuses_cell(s, seat, action)
        if self.kind == WHEEL and ADAPT <= action < TAKE:
            if level(s, seat, action - ADAPT) == ATTACK:
                return TOP_LEVEL
            return TWO_TOKENS if has_two(s, seat, action - ADAPT) else NO_TOKEN
        if self.kind == ARROW and TAKE <= action < FROM:
            return OWNED if is_limited(s, seat, action - TAKE) else NOBODY_HAS
        if self.kind == BOLT and action >= USE:
            kind = action - USE
            return NO_USE if kind < BOLT else BOLT_ITSELF if kind == BOLT else NO_TEXT
        return OTHER_QUESTION

    def refuses_cell(self, s: Wildlife, seat: Seat, action: i64) -> Reason:
        """The reason why a terrain card does not allow an action on a cell."""
        cell = action % CELLS
        piece = owner(s, cell)
        if action >= LIFT:
            return CANNOT_MOVE if piece == seat else NOT_YOURS
        territory = s.box.territory[cell]
        if territory == NOBODY:
            return SEA
        if territory // 2 != self.kind:
            return OTHER_TERRAIN
        if not may_place(s, seat, self.kind, self.lively(s)):
            return CANNOT_PLACE
        if action < STRIKE:
            return OCCUPIED
        if level(s, seat, self.kind) < ATTACK:
            return CANNOT_ATTACK
        return NO_ENEMY if piece in (NOBODY, seat) else NOT_FULL

    def apply(self, s: Wildlife, seat: Seat, action: i64) -> None:
        if action == DECLINE:
            self.drop(s)
        elif self.kind == BOLT:  # « Le joueur peut décider lui-même du type d'action »
            self.kind = action - USE
            s.say(STANDS_FOR, seat, self.kind)
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
                s.push(Walk(seat, action - LIFT, self.kind))
        elif self.kind == WHEEL:
            adapt(s, seat, action - ADAPT)
        elif self.kind == ARROW:
            take_ability(s, seat, action - TAKE)
        else:
            carry_out_text(s, seat, self.kind)


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
    """The terrains on which the seat can take the next adaptation token."""
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
    s.levels = changed(s.levels, seat, s.levels[seat] + bit(terrain * LEVEL_BITS))
    s.say(ADAPTS, seat, terrain, level(s, seat, terrain))
    if s.opt.wheel_bonus and level(s, seat, terrain) == ATTACK:
        s.push(Deed(seat, terrain, BONUS))


def is_limited(s: Wildlife, seat: Seat, ability: Ability) -> bool:
    """« on ne peut posséder qu'une seule carte Capacité de chaque catégorie »"""
    if s.seats == 2 or s.opt.free_abilities or s.opt.ability_limit == 0:
        return False
    return abilities_of(s, seat, ability) >= s.opt.ability_limit


def obtainable(s: Wildlife, seat: Seat) -> Mask:
    """The abilities that the seat can take, from the supply or from another player."""
    types: Mask = 0
    for ability in range(ABILITIES):
        if not is_limited(s, seat, ability) and (abilities_left(s, ability) > 0 or holders(s, seat, ability)):
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
    if abilities_left(s, ability) > 0:
        s.abilities = changed(s.abilities, seat, s.abilities[seat] + field_unit(ability))
        s.say(TAKES, seat, ability)
        return
    those = holders(s, seat, ability)
    if count(those) == 1:
        take_from(s, seat, ability, lowest(those))
    else:
        s.push(Taking(seat, ability))


def take_from(s: Wildlife, seat: Seat, ability: Ability, other: Seat) -> None:
    """« le joueur prend une carte du type souhaité chez l'un de ses adversaires »"""
    left = changed(s.abilities, other, s.abilities[other] - field_unit(ability))
    s.abilities = changed(left, seat, left[seat] + field_unit(ability))
    s.say(TAKES_FROM, seat, ability, other)


@mypyc_attr(acyclic=True, free_list_len=1)
class Taking(Frame):
    """« en cas d'égalité, le joueur actif décide chez qui il va prendre sa carte »"""

    FIELDS: ClassVar[Fields] = {"step": below(1), "seat": SEAT, "ability": below(ABILITIES)}
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Turn",)

    def __init__(self, seat: Seat = NOBODY, ability: Ability = NOBODY) -> None:
        self.seat = seat
        self.ability = ability

    def copy(self) -> Frame:
        return Taking(self.seat, self.ability)

    def write_planes(self, s: Wildlife, out: PlaneWriter) -> None:
        planes.write_whose(out, self.seat)
        out.one_hot(planes.TAKING, self.ability)

    def invalid_field(self, s: Wildlife) -> str:
        return "" if holders(s, self.seat, self.ability) else "ability"

    def advance(self, s: Wildlife) -> Seats:
        return only(self.seat)

    def legal_actions(self, s: Wildlife, seat: Seat, out: Choices) -> None:
        out.add_set(FROM, holders(s, seat, self.ability))

    def prompt(self, s: Wildlife, seat: Seat) -> Phrase:
        return phrase("wildlife.prompt.from", ability=word("ability", self.ability))

    def refusal(self, s: Wildlife, seat: Seat, action: i64) -> Reason:
        return NOT_LEADER

    def apply(self, s: Wildlife, seat: Seat, action: i64) -> None:
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
        s.push(Epidemic(left_of(s, seat), without(everyone(s.seats), seat)))


def food_found(s: Wildlife, seat: Seat) -> i64:
    """The total food that a food source brings to the seat that uses it."""
    if s.seats > 2 and is_last(s, seat):
        return s.box.food_source + s.box.food_source_last
    return s.box.food_source


def find_food(s: Wildlife, seat: Seat) -> None:
    """SOURCE DE NOURRITURE [NAHRUNGSQUELLE]"""
    feed(s, seat, s.box.food_source)
    s.say(FINDS_FOOD, seat, s.box.food_source)
    if s.seats == 2:  # « Dans une partie à deux joueurs, vous obtenez seul les 7 PN. »
        return
    for other in range(s.seats):
        if is_last(s, other):
            feed(s, other, s.box.food_source_last)
            s.say(SHARES_FOOD, other, s.box.food_source_last)


def starve_others(s: Wildlife, seat: Seat) -> None:
    """FAMINE [HUNGERSNOT]"""
    for other in clockwise(s, seat)[1:]:
        paid = s.box.famine if s.food[other] >= s.box.famine else s.food[other]
        if paid:
            feed(s, other, -paid)
            s.say(STARVES, other, paid)
        missing = s.box.famine - paid
        if missing:  # « d'autant de cases qu'il lui manque de points de nourriture »
            earn(s, other, STARVED, -missing)
            s.say(FALLS_BACK, other, missing)


@mypyc_attr(acyclic=True, free_list_len=1)
class Epidemic(Frame):
    """EPIDEMIE [SEUCHE]"""

    FIELDS: ClassVar[Fields] = {"step": below(1), "seat": SEAT, "victims": SEATS}
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Turn",)

    def __init__(self, seat: Seat = NOBODY, victims: Seats = 0) -> None:
        self.seat = seat
        self.victims = victims

    def copy(self) -> Frame:
        return Epidemic(self.seat, self.victims)

    def write_planes(self, s: Wildlife, out: PlaneWriter) -> None:
        planes.write_whose(out, self.seat)
        out.seat_set(planes.VICTIMS, self.victims)

    def advance(self, s: Wildlife) -> Seats:
        while has(self.victims, self.seat):  # « Votre voisin de gauche commence, les autres joueurs suivent. »
            if pieces_of(s, self.seat) > 1:
                return only(self.seat)
            if pieces_of(s, self.seat) == 1:
                self.remove(s, first_cell(s.north[self.seat], s.south[self.seat]))
            else:
                self.next(s)
        s.pop()
        return GO_ON

    def legal_actions(self, s: Wildlife, seat: Seat, out: Choices) -> None:
        add_cell_actions(LIFT, s.north[seat], s.south[seat], out)

    def prompt(self, s: Wildlife, seat: Seat) -> Phrase:
        return phrase("wildlife.prompt.epidemic")

    def refusal(self, s: Wildlife, seat: Seat, action: i64) -> Reason:
        return NOT_YOURS

    def apply(self, s: Wildlife, seat: Seat, action: i64) -> None:
        self.remove(s, action - LIFT)

    def remove(self, s: Wildlife, cell: Cell) -> None:
        """« Les pions retirés sont éliminés du jeu. »"""
        lift(s, self.seat, cell)
        s.say(EPIDEMIC_TAKES, self.seat, cell)
        self.next(s)

    def next(self, s: Wildlife) -> None:
        """Moves on to the next seat on the left."""
        self.victims = without(self.victims, self.seat)
        self.seat = left_of(s, self.seat)
