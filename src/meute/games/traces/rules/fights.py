"""Phase d'action 5: rank fights."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.chance import Generator, sample
from meute.core.choices import Choices
from meute.core.fields import SEAT, SEATS, below, maybe, members, row, steps
from meute.core.frame import Fields, Frame
from meute.core.mechanisms.sealed import Sealed
from meute.core.numbers import NOBODY, Mask, bit, count, filled, first_n, has, i64, lowest, nth, without
from meute.core.phrase import Phrase, phrase
from meute.core.reason import Reason
from meute.core.seats import BY_CHANCE, GO_ON, Seat, Seats, only
from meute.core.tensor import PlaneWriter
from meute.games.traces import events, planes
from meute.games.traces.actions import ATTACK, CARD, DEAL, FIGHT, PASS, SUBMIT, WOUND
from meute.games.traces.display_names import word
from meute.games.traces.rules.pack import bury, fall, lose_renown, recognise, take_place
from meute.games.traces.state import (
    CARDS,
    COLUMN_SIZE,
    FEMALE,
    FIGHTERS,
    FIGHTING,
    HIDDEN,
    MALE,
    MOST_SEATS,
    SEXES,
    WOLVES,
    Traces,
    Wolf,
    index_of,
    order_of_play,
    owner,
    sex_of,
    token,
)

LINE_UP: Final = 0
CHALLENGE: Final = 1
RESPONSE: Final = 2
OUTCOME: Final = 3
INJURY: Final = 4
AFTERMATH: Final = 5

DEALING: Final = 0
BLOWS: Final = 1

ATTACKER: Final = 0
DEFENDER: Final = 1
NEITHER: Final = 2

OWN_WOLF: Final = Reason("traces.why.own_wolf", "5. Combats de rang")
OTHER_SEX: Final = Reason("traces.why.other_sex", "5. Combats de rang")
NOT_ABOVE: Final = Reason("traces.why.not_above", "5. Combats de rang")
NOT_IN_COLUMN: Final = Reason("traces.why.not_in_column", "5. Combats de rang")
NOT_IN_HAND: Final = Reason("why.not_in_hand", "5. Combats de rang")


@mypyc_attr(acyclic=True, free_list_len=1)
class RankFights(Frame):
    """5. Combats de rang"""

    FIELDS: ClassVar[Fields] = {
        "step": steps(
            {
                LINE_UP: "line_up",
                CHALLENGE: "challenge",
                RESPONSE: "response",
                OUTCOME: "outcome",
                INJURY: "injury",
                AFTERMATH: "aftermath",
            }
        ),
        "sex": below(SEXES),
        "at": below(WOLVES + 1),
        "attacker": maybe(WOLVES),
        "target": maybe(WOLVES),
        "loser": maybe(WOLVES),
        "submitted": members(WOLVES),
        "line": row(maybe(WOLVES), WOLVES),
    }
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("", "Year.after_fighting")
    PART: ClassVar[int] = FIGHTING

    attacker: Wolf = NOBODY
    target: Wolf = NOBODY
    loser: Wolf = NOBODY

    def __init__(self, sex: i64 = FEMALE, at: i64 = 0, submitted: Mask = 0) -> None:
        self.sex = sex
        self.at = at
        self.submitted = submitted
        """« Si un loup décide de ne pas combattre il ne peut plus combattre dans le tour »"""
        self.line = filled(WOLVES, NOBODY)

    def copy(self) -> Frame:
        f = RankFights(self.sex, self.at, self.submitted)
        f.attacker = self.attacker
        f.target = self.target
        f.loser = self.loser
        f.line = self.line[:]
        return f

    def write_planes(self, s: Traces, out: PlaneWriter) -> None:
        out.number(planes.COUNTS, self.at, planes.PROGRESS)
        out.number(planes.COUNTS, self.sex, planes.SEX)
        planes.write_line(s, out, self.line)
        planes.write_wolves(s, out, planes.SUBMITTED, self.submitted)
        planes.write_wolf(s, out, planes.ACTS, self.attacker)
        planes.write_wolf(s, out, planes.TARGET, self.target)
        planes.write_wolf(s, out, planes.LOSER, self.loser)

    def invalid_field(self, s: Traces) -> str:
        for k in range(WOLVES):
            if self.step != LINE_UP and self.line[k] != NOBODY and sex_of(s, self.line[k]) != self.sex:
                return "line"
        if self.step == RESPONSE or self.step == OUTCOME:
            if not self.stands(s, self.attacker):
                return "attacker"
            if not self.stands(s, self.target) or owner(s, self.target) == owner(s, self.attacker):
                return "target"
        return "loser" if self.step >= INJURY and not self.stands(s, self.loser) else ""

    def stands(self, s: Traces, wolf: Wolf) -> bool:
        """Whether a wolf has its place in the column that fights."""
        return wolf != NOBODY and sex_of(s, wolf) == self.sex and index_of(s, wolf) != NOBODY

    def advance(self, s: Traces) -> Seats:
        if self.step == LINE_UP:  # « Les combats de rang des femelles sont résolus en premier »
            self.line = order_of_play(s, FIGHTING, bit(self.sex))
            self.step = CHALLENGE
        if self.step == CHALLENGE:  # « La femelle dont le pion d'action a la plus grande valeur peut attaquer »
            while self.at < WOLVES and self.line[self.at] != NOBODY:
                self.attacker = self.line[self.at]
                if targets(s, self):
                    return only(owner(s, self.attacker))
                self.at += 1
            self.attacker = NOBODY
            if self.sex == MALE:
                s.pop()
                return GO_ON
            self.sex = MALE
            self.at = 0
            self.step = LINE_UP
            return GO_ON
        if self.step == RESPONSE:
            if self.can_fight(s, self.target):
                return only(owner(s, self.target))
            s.say(events.CANNOT_FIGHT, owner(s, self.target), self.target)
            self.submit(s)
            return GO_ON
        if self.step == OUTCOME:
            if s.answer == NEITHER:  # « En cas d'égalité, personne ne gagne »
                s.say(events.DRAWN, owner(s, self.attacker), self.attacker, self.target)
                self.next_attacker()
                return GO_ON
            self.triumph(s, self.attacker if s.answer == ATTACKER else self.target)
        if self.step == INJURY:  # « on tire au hasard une carte de combat parmi les 10 »
            return BY_CHANCE
        fall(s, self.loser)
        self.next_attacker()
        return GO_ON

    def legal_actions(self, s: Traces, seat: Seat, out: Choices) -> None:
        if self.step == CHALLENGE:
            out.add(PASS)
            out.add_set(ATTACK, targets(s, self))
        elif self.step == RESPONSE:
            out.add(FIGHT)
            out.add(SUBMIT)
        else:
            out.add_range(WOUND, WOUND + CARDS)

    def prompt(self, s: Traces, seat: Seat) -> Phrase:
        attacker = word("wolf", self.attacker)
        if self.step == CHALLENGE:
            return phrase("traces.prompt.attack", wolf=attacker)
        return phrase("traces.prompt.respond", wolf=word("wolf", self.target), rival=attacker)

    def refusal(self, s: Traces, seat: Seat, action: i64) -> Reason:
        wolf = action - ATTACK
        if owner(s, wolf) == seat:
            return OWN_WOLF
        if not has(s.pack, wolf) or wolf == s.omega:
            return NOT_IN_COLUMN
        return NOT_ABOVE if sex_of(s, wolf) == self.sex else OTHER_SEX

    def apply(self, s: Traces, seat: Seat, action: i64) -> None:
        if self.step == CHALLENGE:
            if action == PASS:
                s.say(events.HOLDS_BACK, seat, self.attacker)
                self.next_attacker()
            else:
                self.target = action - ATTACK
                s.say(events.ATTACKS, seat, self.attacker, self.target)
                self.step = RESPONSE
        elif self.step == RESPONSE:
            if action == SUBMIT:
                self.submit(s)
            else:
                s.say(events.FACES, seat, self.target, self.attacker)
                self.step = OUTCOME
                duel = Duel()
                duel.open(s, self.attacker, self.target)
                s.push(duel)
        else:
            loss = action - WOUND + 1
            s.say(events.WOUNDED, owner(s, self.loser), self.loser, loss)
            s.strength[self.loser] -= loss
            bury(s)
            self.step = AFTERMATH

    def can_fight(self, s: Traces, wolf: Wolf) -> bool:
        """« Les femelles sans pion d'action ... ne combattent pas » ; nor those that have submitted."""
        return token(s, wolf, FIGHTING) > 0 and not has(self.submitted, wolf)

    def submit(self, s: Traces) -> None:
        """« perd une pastille de reconnaissance qui est défaussée » ; no fight, no wound, nothing for the winner."""
        s.say(events.SUBMITS, owner(s, self.target), self.target, self.attacker)
        self.submitted |= bit(self.target)
        take_place(s, self.attacker, self.target)
        lose_renown(s, self.target, 1)
        fall(s, self.target)
        self.next_attacker()

    def triumph(self, s: Traces, winner: Wolf) -> None:
        """« Le loup gagnant remporte une pastille ... supplémentaire tandis que le perdant en perd une »"""
        self.loser = self.target if winner == self.attacker else self.attacker
        s.say(events.WINS, owner(s, winner), winner, self.loser)
        was_alpha = index_of(s, self.loser) == 0
        take_place(s, winner, self.loser)
        recognise(s, winner)
        # « Si la femelle alpha perd un combat, elle perd toutes ses pastilles de reconnaissance »
        lose_renown(s, self.loser, s.renown[self.loser] if was_alpha else 1)
        self.step = INJURY if self.sex == FEMALE else AFTERMATH

    def next_attacker(self) -> None:
        """« Ensuite, la femelle dont le pion d'action a la deuxième plus grande valeur peut attaquer à son tour »"""
        self.attacker = NOBODY
        self.target = NOBODY
        self.loser = NOBODY
        self.at += 1
        self.step = CHALLENGE


@mypyc_attr(acyclic=True, free_list_len=1)
class Duel(Sealed):
    """« Dans ce cas chaque joueur prend un jeu de cartes de combats »"""

    FIELDS: ClassVar[Fields] = {
        "step": steps({DEALING: "dealing", BLOWS: "blows"}),
        "missing": SEATS,
        "answers": row(maybe(CARDS), MOST_SEATS),
        "wolves": row(below(WOLVES), FIGHTERS),
        "seats": row(SEAT, FIGHTERS),
        "draws": row(below(CARDS + 1), FIGHTERS),
        "hands": row(members(CARDS), FIGHTERS),
        "held": row(below(CARDS + 1), FIGHTERS),
        "played": row(members(CARDS), FIGHTERS),
        "scores": row(below(HIDDEN + 1), FIGHTERS),
        "last": row(maybe(CARDS), FIGHTERS),
    }
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("RankFights.outcome",)
    REFUSAL: ClassVar[Reason] = NOT_IN_HAND
    FIRST_ACTION: ClassVar[int] = CARD
    EVENT: ClassVar[int] = events.CARD_SEALED

    def __init__(self) -> None:
        super().__init__()
        self.wolves = filled(FIGHTERS, NOBODY)
        self.seats = filled(FIGHTERS, NOBODY)
        self.draws = filled(FIGHTERS, 0)
        """Cards still to be dealt to each."""
        self.hands = filled(FIGHTERS, 0)
        self.held = filled(FIGHTERS, 0)
        self.played = filled(FIGHTERS, 0)
        self.scores = filled(FIGHTERS, 0)
        self.last = filled(FIGHTERS, NOBODY)
        """The cards of the last exchange."""

    def open(self, s: Traces, attacker: Wolf, target: Wolf) -> None:
        """Six cards each, one more for the stronger and one more for the better known; scores start at the tokens."""
        self.wolves[ATTACKER] = attacker
        self.wolves[DEFENDER] = target
        for side in range(FIGHTERS):
            wolf = self.wolves[side]
            other = self.wolves[1 - side]
            self.seats[side] = owner(s, wolf)
            self.draws[side] = s.box.combat_cards
            if s.strength[wolf] > s.strength[other]:
                self.draws[side] += s.box.extra
            if s.renown[wolf] > s.renown[other]:
                self.draws[side] += s.box.extra
            self.scores[side] = token(s, wolf, FIGHTING)

    def copy(self) -> Sealed:
        f = Duel()
        f.wolves = self.wolves[:]
        f.seats = self.seats[:]
        f.draws = self.draws[:]
        f.hands = self.hands[:]
        f.held = self.held[:]
        f.played = self.played[:]
        f.scores = self.scores[:]
        f.last = self.last[:]
        return self.copy_sealed_to(f)

    def write_planes(self, s: Traces, out: PlaneWriter) -> None:
        planes.write_sealed(out, self)
        for side in range(FIGHTERS):
            out.seat(planes.DUELLISTS, self.seats[side], side)
            if self.seats[side] == out.own:
                out.members(planes.HANDS, self.hands[side], side)
            out.members(planes.PLAYED, self.played[side], side)
        out.numbers(planes.DRAWS, self.draws)
        out.numbers(planes.HELD, self.held)
        out.numbers(planes.SCORES, self.scores)
        out.numbers(planes.LAST, self.last, 1)

    def invalid_field(self, s: Traces) -> str:
        fights = s.get(RankFights)
        if self.wolves[ATTACKER] != fights.attacker or self.wolves[DEFENDER] != fights.target:
            return "wolves"
        fighters: Seats = 0
        for side in range(FIGHTERS):
            seat = self.seats[side]
            fighters |= bit(seat)
            if seat != owner(s, self.wolves[side]):
                return "seats"
            if self.hands[side] and count(self.hands[side]) != self.held[side]:
                return "held"
            cards = self.held[side]
            if self.step == DEALING:
                cards += self.draws[side]
            if cards == 0:  # a fight without cards would never end
                return "held"
            if self.played[side] & self.hands[side]:
                return "played"
            if count(self.played[side]) + self.held[side] + self.draws[side] > CARDS:
                return "draws"
        return "missing" if self.missing & ~fighters else super().invalid_field(s)

    def advance(self, s: Traces) -> Seats:
        if self.step == DEALING:  # « Les joueurs mélangent leur cartes et en tirent 6 au hasard »
            if self.draws[ATTACKER] + self.draws[DEFENDER] > 0:
                return BY_CHANCE
            self.step = BLOWS
            self.ask()
        while self.missing == 0:
            if self.exchange(s):
                return GO_ON
            self.ask()
        return self.missing

    def legal_actions(self, s: Traces, seat: Seat, out: Choices) -> None:
        if self.step == DEALING:
            out.add_set(DEAL, first_n(CARDS) & ~self.hands[self.receiver()])
        else:
            out.add_set(CARD, self.hands[self.side(seat)])

    def prompt(self, s: Traces, seat: Seat) -> Phrase:
        side = self.side(seat)
        return phrase("traces.prompt.duel", score=self.scores[side], other=self.scores[1 - side])

    def apply(self, s: Traces, seat: Seat, action: i64) -> None:
        if self.step == BLOWS:
            self.store_answer(s, seat, action - CARD)
            return
        side = self.receiver()
        taker = self.seats[side]
        self.draws[side] -= 1
        self.hands[side] |= bit(action - DEAL)
        self.held[side] += 1
        s.say_secret(events.CARD_DEALT, taker, secret=action - DEAL)

    def receiver(self) -> i64:
        """The side that is dealt the next card: the attacker first."""
        return ATTACKER if self.draws[ATTACKER] else DEFENDER

    def side(self, seat: Seat) -> i64:
        """The side (ATTACKER or DEFENDER) that a seat plays."""
        return ATTACKER if self.seats[ATTACKER] == seat else DEFENDER

    def ask(self) -> None:
        """« Chacun des deux joueurs examine ses cartes de combat et en choisit une » ; a last card plays itself."""
        for side in range(FIGHTERS):
            seat = self.seats[side]
            self.answers[seat] = NOBODY
            if self.held[side] > 1:
                self.missing |= bit(seat)

    def exchange(self, s: Traces) -> bool:
        """« Les deux cartes sont ... retournées simultanément » ; whether the fight is over."""
        for side in range(FIGHTERS):
            card = self.answers[self.seats[side]]
            if card == NOBODY:  # the last card; or, in a view, the highest
                card = lowest(self.hands[side] | bit(CARDS - 1))
            self.hands[side] = without(self.hands[side], card)
            self.played[side] |= bit(card)
            self.held[side] -= 1
            self.last[side] = card
        mine = self.last[ATTACKER]
        theirs = self.last[DEFENDER]
        for side in range(FIGHTERS):
            s.say(events.EXCHANGE, self.seats[side], self.last[side])
        if mine != theirs:
            hit: i64 = DEFENDER if mine > theirs else ATTACKER
            gap = mine - theirs if mine > theirs else theirs - mine
            victim = self.wolves[hit]
            if gap >= s.box.defeat:  # « la femelle perdante perd immédiatement le combat »
                s.say(events.BROKEN, self.seats[hit], victim, gap)
                s.reply(1 - hit)
                return True
            self.scores[hit] -= s.box.losses[gap]
            s.say(events.HIT, self.seats[hit], victim, s.box.losses[gap], self.scores[hit])
            if self.scores[hit] <= 0:  # « en atteignant un score de zéro ou moins »
                s.reply(1 - hit)
                return True
        if self.held[ATTACKER] and self.held[DEFENDER]:
            return False
        gain = self.scores[ATTACKER] - self.scores[DEFENDER]  # « la femelle qui a le score le plus élevé l'emporte »
        s.reply(NEITHER if gain == 0 else (ATTACKER if gain > 0 else DEFENDER))
        return True

    def hide_from(self, seat: Seat) -> None:
        Sealed.hide_from(self, seat)
        for side in range(FIGHTERS):
            if self.seats[side] != seat:
                self.hands[side] = 0

    def resample(self, s: Traces, seat: Seat, rng: Generator) -> None:
        """Samples the opponent's cards, and one of them as its answer."""
        for side in range(FIGHTERS):
            other = self.seats[side]
            if other == seat:
                continue
            self.hands[side] = sample(first_n(CARDS) & ~self.played[side], self.held[side], rng)
            if self.step == BLOWS and self.held[side] > 1 and not has(self.missing, other):
                self.answers[other] = nth(self.hands[side], rng.below(self.held[side]))


def targets(s: Traces, fights: RankFights) -> Mask:
    """The wolves that the current attacker may attack."""
    wolf = fights.attacker
    k = index_of(s, wolf)
    if k == NOBODY or has(fights.submitted, wolf):  # « Un loup oméga ne peut pas combattre »
        return 0
    base = fights.sex * COLUMN_SIZE
    those: Mask = 0
    for place in range(s.size[fights.sex]):
        other = s.column[base + place]
        # « chaque mâle ne peut combattre que le mâle qui a la position hiérarchique juste au dessus de lui »
        if owner(s, other) != owner(s, wolf) and (fights.sex == FEMALE or place == k - 1):
            those |= bit(other)
    return those
