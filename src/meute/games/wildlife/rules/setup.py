"""PREPARATION DE LA PARTIE"""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.fields import MAYBE_SEAT, SEAT, below, steps
from meute.core.frame import Fields, Frame
from meute.core.mechanisms.auction import Auction
from meute.core.numbers import NOBODY, Mask, count, has, i64, lowest, without
from meute.core.phrase import Phrase, phrase
from meute.core.reason import Reason
from meute.core.seats import BY_CHANCE, GO_ON, Seat, Seats, everyone, only
from meute.core.tensor import PlaneWriter
from meute.games.wildlife import planes
from meute.games.wildlife.actions import BID, BOARD, DEAL, PASS, PLACE, SPEAKS
from meute.games.wildlife.events import (
    BIDS_FOR_BOARD,
    DEALT,
    GETS_ARROW,
    GETS_SPECIES,
    GOES_FIRST,
    PASSES_BOARD,
    PAYS_FOR_BOARD,
    SETTLES,
    SITS_DOWN,
    SPEAKS_FIRST,
)
from meute.games.wildlife.options import HIGHEST_BID
from meute.games.wildlife.rules.pieces import add_cell_actions, earn, feed, put
from meute.games.wildlife.rules.sale import invalid_bidding_field, next_speaker
from meute.games.wildlife.rules.turn import Rounds, draw, has_begun
from meute.games.wildlife.scoring import START
from meute.games.wildlife.state import (
    ARROW,
    CELLS,
    KINDS,
    MOST_HAND,
    MOST_SEATS,
    MOVE,
    TERRITORIES,
    Wildlife,
    all_have_species,
    card_count,
    cards_of,
    clockwise,
    deck_size,
    free_cells,
    free_species,
    give_species,
    left_of,
    level,
    one_card,
    owner,
    pieces_in,
    pieces_of,
    set_left,
    species_of,
    usable_cells,
)

BOARDS: Final = 0
SEATING: Final = 1
HANDS: Final = 2

WHO_SPEAKS: Final = 0
BIDDING: Final = 1
CHOOSING: Final = 2

PLACING: Final = "PLACEMENT INITIAL"
SEA: Final = Reason("wildlife.why.sea", PLACING)
NO_LEVEL: Final = Reason("wildlife.why.no_level", PLACING)
SHARE: Final = Reason("wildlife.why.share", PLACING)
OCCUPIED: Final = Reason("wildlife.why.occupied", PLACING)
BOARD_TAKEN: Final = Reason("wildlife.why.board_taken", "VARIANTES")
TOO_LOW: Final = Reason("wildlife.why.too_low", "VARIANTES")
NO_PURSE: Final = Reason("wildlife.why.no_purse", "VARIANTES")


@mypyc_attr(acyclic=True, free_list_len=1)
class Setup(Frame):
    """PREPARATION DE LA PARTIE"""

    FIELDS: ClassVar[Fields] = {
        "step": steps({BOARDS: "boards", SEATING: "seating", HANDS: "hands"}),
        "at": below(MOST_SEATS * MOST_HAND + 1),
        "seat": SEAT,
    }

    def __init__(self, at: i64 = 0, seat: Seat = 0) -> None:
        self.at = at
        self.seat = seat

    def copy(self) -> Frame:
        return Setup(self.at, self.seat)

    def write_planes(self, s: Wildlife, out: PlaneWriter) -> None:
        planes.write_whose(out, self.seat)
        out.number(planes.LAID_OUT, self.at)

    def invalid_field(self, s: Wildlife) -> str:
        dealt = sum(s.held)
        if deck_size(s) + dealt != card_count(s.box.deck):
            return "deck"
        if self.step == HANDS:
            arrows = s.seats if s.opt.free_abilities else 0
            return "" if has_begun(s) and dealt == self.at + arrows else "at"
        if dealt:
            return "hands"
        with_board = [species_of(s, seat) != NOBODY for seat in range(s.seats)]
        return "at" if self.step == BOARDS and with_board != [seat < self.at for seat in range(s.seats)] else ""

    def advance(self, s: Wildlife) -> Seats:
        if self.step == BOARDS:
            if s.opt.species_auction:
                self.step = SEATING
                s.push(Boards())
                return GO_ON
            if self.at < s.seats:  # « Chaque joueur tire au hasard un tableau »
                return BY_CHANCE
            self.step = SEATING
        if self.step == SEATING:
            assert all_have_species(s)
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
        s.push(Placement(s.first))
        return GO_ON

    def dealt(self, s: Wildlife) -> i64:
        """How many cards chance deals to each: « 9 cartes quelconques et 1 carte avec une flèche » in the variant."""
        return s.box.hand - 1 if s.opt.free_abilities else s.box.hand

    def legal_actions(self, s: Wildlife, seat: Seat, out: Choices) -> None:
        if self.step == BOARDS:
            out.add_set(BOARD, free_species(s))
        else:
            for kind in range(KINDS):
                out.add_weighted(DEAL + kind, cards_of(s.deck, kind))

    def apply(self, s: Wildlife, seat: Seat, action: i64) -> None:
        if self.step == BOARDS:
            give_species(s, self.at, action - BOARD)
            s.say(GETS_SPECIES, self.at, action - BOARD)
        else:
            draw(s, self.seat, action - DEAL, DEALT)
            self.seat = left_of(s, self.seat)
        self.at += 1


def oldest(s: Wildlife, those: Seats) -> Seat:
    """« le joueur qui a obtenu l'espèce vivante la plus ancienne »"""
    return max((seat for seat in range(s.seats) if has(those, seat)), key=lambda seat: s.box.age[species_of(s, seat)])


def seat_players(s: Wildlife) -> None:
    """Sets the first player, the order of seats, initial scores and stocks."""
    s.first = oldest(s, everyone(s.seats))
    s.active = s.first
    if s.opt.species_auction:  # « ils s'assoient autour de la table dans l'ordre d'âge de leurs espèces »
        left = without(everyone(s.seats), s.first)
        seat = s.first
        while left:
            neighbour = oldest(s, left)
            set_left(s, seat, neighbour)
            s.say(SITS_DOWN, neighbour, seat)
            left = without(left, neighbour)
            seat = neighbour
        set_left(s, seat, s.first)
    s.say(GOES_FIRST, s.first)
    for place, seat in enumerate(clockwise(s, s.first)):  # « place son marqueur de score sur la case 1 »
        earn(s, seat, START, place + 1)
        s.stock[seat] = s.box.pieces


def give_arrows(s: Wildlife) -> None:
    """« et 1 carte Wildlife avec une flèche »"""
    for seat in range(s.seats):
        s.deck -= one_card(ARROW)
        s.hands[seat] += one_card(ARROW)
        s.held[seat] += 1
        s.say(GETS_ARROW, seat)
    s.sure = everyone(s.seats)


@mypyc_attr(acyclic=True, free_list_len=1)
class Boards(Frame):
    """Tableaux des espèces / Premier joueur"""

    FIELDS: ClassVar[Fields] = {
        "step": steps({WHO_SPEAKS: "who_speaks", BIDDING: "bidding", CHOOSING: "choosing"}),
        "speaker": MAYBE_SEAT,
        "chooser": MAYBE_SEAT,
    }
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Setup.seating",)

    def __init__(self, speaker: Seat = NOBODY, chooser: Seat = NOBODY) -> None:
        self.speaker = speaker
        self.chooser = chooser

    def copy(self) -> Frame:
        return Boards(self.speaker, self.chooser)

    def write_planes(self, s: Wildlife, out: PlaneWriter) -> None:
        planes.write_whose(out, self.chooser)
        if s.top is self:
            out.seat(planes.SPEAKER, self.speaker)

    def invalid_field(self, s: Wildlife) -> str:
        waiting = seats_without_species(s)
        if max(s.food) > HIGHEST_BID:
            return "food"
        if self.step == WHO_SPEAKS:
            return "" if waiting == everyone(s.seats) else "step"
        if self.speaker == NOBODY or not has(waiting, self.speaker):
            return "speaker"
        return "" if self.chooser == NOBODY or has(waiting, self.chooser) else "chooser"

    def advance(self, s: Wildlife) -> Seats:
        if self.step == WHO_SPEAKS:
            return BY_CHANCE
        if self.step == BIDDING:  # « Ensuite, les joueurs refont un tour d'enchères »
            self.step = CHOOSING
            waiting = seats_without_species(s)
            if count(waiting) > 1:
                f = BoardSale()
                f.open(waiting, self.speaker)
                s.push(f)
                return GO_ON
            s.answer = self.speaker
        if self.chooser == NOBODY:
            self.chooser = self.speaker if s.answer == NOBODY else s.answer
            assert species_of(s, self.chooser) == NOBODY
        # « Le joueur qui offre le plus de points de nourriture choisit le tableau de l'espèce qu'il souhaite. »
        if count(free_species(s)) > 1:
            return only(self.chooser)
        self.choose(s, lowest(free_species(s)))
        return GO_ON

    def legal_actions(self, s: Wildlife, seat: Seat, out: Choices) -> None:
        if self.step == WHO_SPEAKS:
            out.add_range(SPEAKS, SPEAKS + s.seats)
        else:
            out.add_set(BOARD, free_species(s))

    def prompt(self, s: Wildlife, seat: Seat) -> Phrase:
        return phrase("wildlife.prompt.board")

    def refusal(self, s: Wildlife, seat: Seat, action: i64) -> Reason:
        return BOARD_TAKEN

    def apply(self, s: Wildlife, seat: Seat, action: i64) -> None:
        if self.step == WHO_SPEAKS:
            self.speaker = action - SPEAKS
            s.say(SPEAKS_FIRST, self.speaker)
            self.step = BIDDING
        else:
            self.choose(s, action - BOARD)

    def choose(self, s: Wildlife, species: i64) -> None:
        """Gives a species to a seat and goes on to the next choice."""
        give_species(s, self.chooser, species)
        s.say(GETS_SPECIES, self.chooser, species)
        self.speaker = next_speaker(s, seats_without_species(s), self.chooser)
        self.chooser = NOBODY
        self.step = BIDDING
        if self.speaker == NOBODY:
            s.pop()


def seats_without_species(s: Wildlife) -> Seats:
    """The seats that have no species yet."""
    those: Seats = 0
    for seat in range(s.seats):
        if species_of(s, seat) == NOBODY:
            those |= only(seat)
    return those


@mypyc_attr(acyclic=True, free_list_len=1)
class BoardSale(Auction):
    """« Les tableaux des espèces sont ensuite mis aux enchères. »"""

    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Boards.choosing",)

    EXPLAINS: ClassVar[tuple[int, ...]] = (BID,)

    def copy(self) -> Frame:
        f = BoardSale()
        self.copy_auction_to(f)
        return f

    def write_planes(self, s: Wildlife, out: PlaneWriter) -> None:
        planes.write_auction(out, self)

    def invalid_field(self, s: Wildlife) -> str:
        return invalid_bidding_field(s, self, seats_without_species(s))

    def lowest_bid(self) -> i64:
        return 0

    def highest_bid(self, s: Wildlife, seat: Seat) -> i64:
        return s.food[seat]

    def pass_action(self) -> i64:
        return PASS

    def next_bidder(self, s: Wildlife, seat: Seat) -> Seat:
        return next_speaker(s, self.bidders, seat)

    def log_bid(self, s: Wildlife, seat: Seat, bid: i64) -> None:
        if bid == NOBODY:
            s.say(PASSES_BOARD, seat)
        else:
            s.say(BIDS_FOR_BOARD, seat, bid)

    def prompt(self, s: Wildlife, seat: Seat) -> Phrase:
        if self.best == NOBODY:
            return phrase("wildlife.prompt.board_open")
        return phrase("wildlife.prompt.board_bid", price=self.price)

    def refusal(self, s: Wildlife, seat: Seat, action: i64) -> Reason:
        return TOO_LOW if action - BID < self.next_bid() else NO_PURSE

    def finish(self, s: Wildlife) -> None:
        s.answer = self.best
        if self.best != NOBODY:
            feed(s, self.best, -self.price)
            if self.price:
                s.say(PAYS_FOR_BOARD, self.best, self.price)


@mypyc_attr(acyclic=True, free_list_len=1)
class Placement(Frame):
    """PLACEMENT INITIAL"""

    FIELDS: ClassVar[Fields] = {"step": below(1), "seat": SEAT, "at": below(CELLS)}
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Rounds.begin",)

    def __init__(self, seat: Seat = NOBODY, at: i64 = 0) -> None:
        self.seat = seat
        self.at = at

    def copy(self) -> Frame:
        return Placement(self.seat, self.at)

    def write_planes(self, s: Wildlife, out: PlaneWriter) -> None:
        planes.write_whose(out, self.seat)
        out.number(planes.LAID_OUT, self.at)

    def invalid_field(self, s: Wildlife) -> str:
        pieces = [pieces_of(s, seat) for seat in range(s.seats)]
        if sum(pieces) != self.at or max(pieces) > s.box.placed:
            return "at"
        return "stock" if any(s.stock[seat] + pieces[seat] != s.box.pieces for seat in range(s.seats)) else ""

    def advance(self, s: Wildlife) -> Seats:
        # « dans l'ordre des aiguilles d'une montre, à raison d'un pion par tour et par joueur »
        if self.at < s.seats * s.box.placed:
            return only(self.seat)
        s.pop()
        return GO_ON

    def legal_actions(self, s: Wildlife, seat: Seat, out: Choices) -> None:
        north, south = open_cells(s, seat)
        add_cell_actions(PLACE, north, south, out)

    def prompt(self, s: Wildlife, seat: Seat) -> Phrase:
        return phrase("wildlife.prompt.settle", left=s.box.placed - self.at // s.seats)

    def refusal(self, s: Wildlife, seat: Seat, action: i64) -> Reason:
        territory = s.box.territory[action - PLACE]
        if territory == NOBODY:
            return SEA
        if level(s, seat, territory // 2) < MOVE:
            return NO_LEVEL
        return SHARE if owner(s, action - PLACE) == NOBODY else OCCUPIED

    def apply(self, s: Wildlife, seat: Seat, action: i64) -> None:
        put(s, seat, action - PLACE)
        s.stock[seat] -= 1
        s.say(SETTLES, seat, action - PLACE)
        self.seat = left_of(s, seat)
        self.at += 1


def open_cells(s: Wildlife, seat: Seat) -> tuple[Mask, Mask]:
    """The cells for an initial piece: free, usable, and in a territory below its limit of initial pieces."""
    # « aucun pion ... là où le tableau de l'espèce stipule : Aucune action »
    north, south = usable_cells(s, seat, MOVE)
    # « Une case du plateau de jeu ne peut accueillir qu'un seul pion. »
    north, south = free_cells(s, north, south)
    for territory in range(TERRITORIES):
        pieces: i64 = 0
        for other in range(s.seats):
            pieces += pieces_in(s, other, territory)
        if pieces >= (s.box.most_in_small if territory % 2 else s.box.most_in_large):
            north &= ~s.box.north[territory]
            south &= ~s.box.south[territory]
    return north, south
