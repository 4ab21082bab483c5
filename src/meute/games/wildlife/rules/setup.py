"""PREPARATION DE LA PARTIE"""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.frame import Frame
from meute.core.mechanisms.auction import Auction
from meute.core.numbers import NOBODY, Mask, count, has, i64, lowest, without
from meute.core.seats import BY_CHANCE, GO_ON, Seat, Seats, everyone, only
from meute.games.wildlife.rules.cards import Deed, Epidemic, Taking
from meute.games.wildlife.rules.names import (
    BIDS_FOR_BOARD,
    BOARD,
    DEAL,
    DEALT,
    GETS_ARROW,
    GETS_SPECIES,
    GOES_FIRST,
    PASS,
    PASSES_BOARD,
    PAYS_FOR_BOARD,
    PLACE,
    SETTLES,
    SITS_DOWN,
    SPEAKS,
    SPEAKS_FIRST,
)
from meute.games.wildlife.rules.pieces import Assault, Defence, Walk, earn, put
from meute.games.wildlife.rules.sale import Sale, next_speaker
from meute.games.wildlife.rules.turn import Assailing, Leaping, Rounds, Turn, draw
from meute.games.wildlife.state import (
    ARROW,
    KINDS,
    MOVE,
    NORTH,
    START,
    TERRITORIES,
    Wildlife,
    a_card,
    cards_of,
    free_species,
    give_species,
    left_of,
    pieces_in,
    set_left,
    species_of,
    taken_north,
    taken_south,
    usable,
)

BOARDS: Final = 0
SEATING: Final = 1
HANDS: Final = 2

WHO_SPEAKS: Final = 0
BIDDING: Final = 1
CHOOSING: Final = 2


@mypyc_attr(acyclic=True, free_list_len=1)
class Setup(Frame):
    """PREPARATION DE LA PARTIE"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "at", "seat")

    at: i64
    seat: Seat

    def __init__(self) -> None:
        super().__init__()
        self.at = 0
        self.seat = 0

    def copy(self) -> Frame:
        f = Setup()
        f.step = self.step
        f.at = self.at
        f.seat = self.seat
        return f

    def go(self, s: Wildlife) -> Seats:
        if self.step == BOARDS:
            if s.opt.species_auction:
                self.step = SEATING
                s.push(Boards())
                return GO_ON
            if self.at < s.seats:  # « Chaque joueur tire au hasard un tableau »
                return BY_CHANCE
            self.step = SEATING
        if self.step == SEATING:
            seat_players(s)
            self.step = HANDS
            self.at = 0
            self.seat = s.first
            if s.opt.free_abilities:
                give_arrows(s)
        if self.at < s.seats * self.dealt(s):  # « Chaque joueur reçoit 10 cartes Wildlife »
            return BY_CHANCE
        s.pop()
        s.push(Rounds())
        f = Placement()
        f.seat = s.first
        s.push(f)
        return GO_ON

    def dealt(self, s: Wildlife) -> i64:
        """How many cards chance deals to each: « 9 cartes quelconques et 1 carte avec une flèche » in the variant."""
        return s.box.hand - 1 if s.opt.free_abilities else s.box.hand

    def options(self, s: Wildlife, seat: Seat, out: Choices) -> None:
        if self.step == BOARDS:
            out.some(BOARD, free_species(s))
        else:
            for kind in range(KINDS):
                out.heavy(DEAL + kind, cards_of(s.deck, kind))

    def take(self, s: Wildlife, seat: Seat, action: i64) -> None:
        if self.step == BOARDS:
            give_species(s, self.at, action - BOARD)
            s.say(GETS_SPECIES, self.at, action - BOARD, 0, 0)
        else:
            draw(s, self.seat, action - DEAL, DEALT)
            self.seat = left_of(s, self.seat)
        self.at += 1


def oldest(s: Wildlife, those: Seats) -> Seat:
    """« le joueur qui a obtenu l'espèce vivante la plus ancienne »"""
    best = lowest(those)
    for seat in range(s.seats):
        if has(those, seat) and s.box.age[species_of(s, seat)] > s.box.age[species_of(s, best)]:
            best = seat
    return best


def seat_players(s: Wildlife) -> None:
    """The first player, the places at the table, scores and stocks."""
    s.first = oldest(s, everyone(s.seats))
    s.active = s.first
    if s.opt.species_auction:  # « ils s'assoient autour de la table dans l'ordre d'âge de leurs espèces »
        left = without(everyone(s.seats), s.first)
        seat = s.first
        while left:
            neighbour = oldest(s, left)
            set_left(s, seat, neighbour)
            s.say(SITS_DOWN, neighbour, seat, 0, 0)
            left = without(left, neighbour)
            seat = neighbour
        set_left(s, seat, s.first)
    s.say(GOES_FIRST, s.first, 0, 0, 0)
    seat = s.first
    for place in range(s.seats):  # « le premier joueur place son marqueur de score sur la case 1 »
        earn(s, seat, START, place + 1)
        s.stock[seat] = s.box.pieces
        seat = left_of(s, seat)


def give_arrows(s: Wildlife) -> None:
    """« et 1 carte Wildlife avec une flèche »"""
    for seat in range(s.seats):
        s.deck -= a_card(ARROW)
        s.hands[seat] += a_card(ARROW)
        s.held[seat] += 1
        s.say(GETS_ARROW, seat, 0, 0, 0)
    s.sure = everyone(s.seats)


@mypyc_attr(acyclic=True, free_list_len=1)
class Boards(Frame):
    """Tableaux des espèces / Premier joueur"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "speaker", "chooser")

    speaker: Seat
    chooser: Seat

    def __init__(self) -> None:
        super().__init__()
        self.speaker = NOBODY
        self.chooser = NOBODY

    def copy(self) -> Frame:
        f = Boards()
        f.step = self.step
        f.speaker = self.speaker
        f.chooser = self.chooser
        return f

    def go(self, s: Wildlife) -> Seats:
        if self.step == WHO_SPEAKS:
            return BY_CHANCE
        if self.step == BIDDING:  # « Ensuite, les joueurs refont un tour d'enchères »
            self.step = CHOOSING
            waiting = boardless(s)
            if count(waiting) > 1:
                f = BoardSale()
                f.open(waiting, self.speaker)
                s.push(f)
                return GO_ON
            s.answer = self.speaker
        if self.chooser == NOBODY:
            self.chooser = self.speaker if s.answer == NOBODY else s.answer
        # « Le joueur qui offre le plus de points de nourriture choisit le tableau de l'espèce qu'il souhaite. »
        if count(free_species(s)) > 1:
            return only(self.chooser)
        self.choose(s, lowest(free_species(s)))
        return GO_ON

    def options(self, s: Wildlife, seat: Seat, out: Choices) -> None:
        if self.step == WHO_SPEAKS:
            out.span(SPEAKS, SPEAKS + s.seats)
        else:
            out.some(BOARD, free_species(s))

    def take(self, s: Wildlife, seat: Seat, action: i64) -> None:
        if self.step == WHO_SPEAKS:
            self.speaker = action - SPEAKS
            s.say(SPEAKS_FIRST, self.speaker, 0, 0, 0)
            self.step = BIDDING
        else:
            self.choose(s, action - BOARD)

    def choose(self, s: Wildlife, species: i64) -> None:
        """One more species is taken."""
        give_species(s, self.chooser, species)
        s.say(GETS_SPECIES, self.chooser, species, 0, 0)
        self.speaker = next_speaker(s, boardless(s), self.chooser)
        self.chooser = NOBODY
        self.step = BIDDING
        if self.speaker == NOBODY:
            s.pop()


def boardless(s: Wildlife) -> Seats:
    """The seats that have no species yet."""
    those: Seats = 0
    for seat in range(s.seats):
        if species_of(s, seat) == NOBODY:
            those |= only(seat)
    return those


@mypyc_attr(acyclic=True, free_list_len=1)
class BoardSale(Auction):
    """« Les tableaux des espèces sont ensuite mis aux enchères. »"""

    def copy(self) -> Frame:
        f = BoardSale()
        self.copy_auction_to(f)
        return f

    def lowest_bid(self) -> i64:
        return 0

    def highest_bid(self, s: Wildlife, seat: Seat) -> i64:
        return s.food[seat]

    def passing(self) -> i64:
        return PASS

    def after(self, s: Wildlife, seat: Seat) -> Seat:
        return next_speaker(s, self.bidders, seat)

    def spoke(self, s: Wildlife, seat: Seat, bid: i64) -> None:
        if bid == NOBODY:
            s.say(PASSES_BOARD, seat, 0, 0, 0)
        else:
            s.say(BIDS_FOR_BOARD, seat, bid, 0, 0)

    def closed(self, s: Wildlife) -> None:
        s.answer = self.best
        if self.best != NOBODY:
            s.food[self.best] -= self.price
            s.say(PAYS_FOR_BOARD, self.best, self.price, 0, 0)


@mypyc_attr(acyclic=True, free_list_len=1)
class Placement(Frame):
    """PLACEMENT INITIAL"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "seat", "at")

    seat: Seat
    at: i64

    def __init__(self) -> None:
        super().__init__()
        self.seat = NOBODY
        self.at = 0

    def copy(self) -> Frame:
        f = Placement()
        f.step = self.step
        f.seat = self.seat
        f.at = self.at
        return f

    def go(self, s: Wildlife) -> Seats:
        # « dans l'ordre des aiguilles d'une montre, à raison d'un pion par tour et par joueur »
        if self.at < s.seats * s.box.placed:
            return only(self.seat)
        s.pop()
        return GO_ON

    def options(self, s: Wildlife, seat: Seat, out: Choices) -> None:
        north, south = open_cells(s, seat)
        out.some(PLACE, north)
        out.some(PLACE + NORTH, south)

    def take(self, s: Wildlife, seat: Seat, action: i64) -> None:
        put(s, seat, action - PLACE)
        s.stock[seat] -= 1
        s.say(SETTLES, seat, action - PLACE, 0, 0)
        self.seat = left_of(s, seat)
        self.at += 1


def open_cells(s: Wildlife, seat: Seat) -> tuple[Mask, Mask]:
    """The cells for an initial piece: free, of use to the species, in a territory that has not got its share."""
    north, south = usable(s, seat, MOVE)  # « aucun pion ... là où le tableau de l'espèce stipule : Aucune action »
    north &= ~taken_north(s)  # « Une case du plateau de jeu ne peut accueillir qu'un seul pion. »
    south &= ~taken_south(s)
    for territory in range(TERRITORIES):
        pieces: i64 = 0
        for other in range(s.seats):
            pieces += pieces_in(s, other, territory)
        if pieces >= (s.box.most_in_small if territory % 2 else s.box.most_in_large):
            north &= ~s.box.north[territory]
            south &= ~s.box.south[territory]
    return north, south


FRAMES: Final = (
    Setup,
    Boards,
    BoardSale,
    Placement,
    Rounds,
    Turn,
    Walk,
    Assault,
    Defence,
    Deed,
    Taking,
    Epidemic,
    Sale,
    Leaping,
    Assailing,
)
