"""Information-set Monte Carlo tree search over views: one search for all games (docs/bots.md).

Each simulation imagines a table that fits the view, walks down a tree of the searcher's information, lets it grow by
one step, plays on and values the table. Chance and sealed answers of others are drawn on the way and make no nodes (an
open-loop tree): a child counts only in worlds that allow its action. A game with a horizon is played on by players who
look one move ahead, until so many turns have passed, and further once that is settled; all options meet the same worlds
in the same order, so that none is lucky. Without a horizon games are played on by habit or at random to the end.
"""

import time
from collections.abc import Callable
from typing import Final

from meute.bots.bot import Wanted
from meute.bots.greedy import answer, gain
from meute.bots.tree import NONE, ROOT, Tree
from meute.bots.value import Value, margin, prospect
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.frame import State
from meute.core.game import View
from meute.core.learned import Learned, minded
from meute.core.memory import TRAILS, UNKNOWN
from meute.core.numbers import bit, count, has, i64, vec
from meute.core.seats import BY_CHANCE, CHANCE, OVER, Seat, Seats

WIN_SHARE: Final = 0.75
"""How much of a finished game's value is winning; the rest is the margin."""
BEFORE: Final = 1.0
"""How many visits a value counts for that was foreseen in one world."""
SETTLED: Final = 24
"""After so many simulations a search looks further, where its game says so and it has the budget."""
ENOUGH: Final = 72
DEARER: Final = 3
"""So many simulations must follow for that to pay, and each takes as long as so many nearer ones."""
CLOCK_EVERY: Final = 16
"""Random playouts between two looks at the clock; what looks ahead takes longer, and the clock is seen each time."""
SHORTEST: Final = 0.000001
AS_THE_GAME_SAYS: Final = -1
"""A horizon."""
PAIR: Final = 2
BOTH: Final = 3

Clock = Callable[[], float]


class Search:
    """One decision: a tree that grows until its budget is spent."""

    seat: Seat
    horizon: i64
    further: i64
    until: i64
    seed: i64

    def __init__(
        self, view: View, rng: Generator, horizon: i64 = AS_THE_GAME_SAYS, learned: Learned | None = None
    ) -> None:
        """Tables are judged, and games played on, by what was learned; None for what the game has."""
        game = view.game
        table = view.state
        known = game.learned(table.seats) if learned is None else learned
        self.mind = minded(known.habits)
        self.minds = [self.mind, minded(tuple(game.habits.values()))] if game.shared else [self.mind]
        """How others may be minded: where all live on what they do unseen, perhaps as if they had learned nothing."""
        self.others = self.mind
        table.habits = self.mind
        by_weights = len(known.weights) > 0 and not game.drags(table)
        self.learned = Value(game, table.seats, known.weights) if by_weights else None
        self.game = game
        self.table = table
        if game.open:  # every imagined table is this one
            table.trail = TRAILS.begin()
        self.seat = view.seat
        self.rng = rng
        self.horizon = game.horizon(table.seats) if horizon == AS_THE_GAME_SAYS else horizon
        self.until = game.turns(table) + self.horizon
        self.further = game.further(table.seats) if horizon == AS_THE_GAME_SAYS else 0
        self.seed = rng.word()
        self.out = Choices()
        self.then = Choices()
        self.tree = Tree(table.seats, self.horizon == 0)
        self.centre: i64 = UNKNOWN
        self.worth = vec[float]([0.0] * table.seats)

    def think(
        self,
        simulations: i64,
        milliseconds: i64,
        wanted: Wanted | None = None,
        until_sure: bool = False,
        clock: Clock = time.monotonic,
    ) -> i64:
        """Simulates until either budget is spent (0: no limit), as long as the answer is wanted, or until the rest of
        the budget would not change it; tells how many simulations that took."""
        begin = clock()
        seconds = float(milliseconds) / 1000.0
        done: i64 = 0
        while simulations == 0 or done < simulations:
            if done > 0 and (self.horizon > 0 or done % CLOCK_EVERY == 0):
                if wanted is not None and not wanted():
                    break
                left: i64 = simulations - done
                if milliseconds:
                    spent = clock() - begin
                    if spent >= seconds:
                        break
                    in_time = int(float(done) * (seconds - spent) / max(spent, SHORTEST))
                    left = in_time if simulations == 0 or in_time < left else left
                if until_sure and self.tree.is_settled(left):
                    break
                if self.further and done == SETTLED and (left // DEARER if milliseconds else left) >= ENOUGH:
                    self.look_further()
            self.simulate()
            done += 1
        return done

    def simulate(self) -> None:
        """One world, one step more of the tree, one evaluation."""
        self.tree.begin()
        if self.horizon:
            option = self.next_option()
            fate = self.rng if self.game.open else self.fate_of(option)
            self.others = self.somebody(fate)
            self.look_ahead(self.imagine(self.others, fate), option, fate)
        else:
            self.play_out(self.game.imagine(self.table, self.seat, self.rng))

    def somebody(self, fate: Generator) -> vec[i64]:
        """The habits of the others in a world."""
        return self.minds[fate.below(len(self.minds))] if len(self.minds) > 1 else self.mind

    def imagine(self, others: vec[i64], fate: Generator) -> State:
        """A table that fits the view, where what is hidden lies as others with such habits would lay it."""
        self.table.habits = others
        s = self.game.imagine(self.table, self.seat, fate)
        self.table.habits = s.habits = self.mind
        return s

    def next_option(self) -> i64:
        """Which of the seat's options to try next, or NONE before they are foreseen."""
        self.table.describe(self.seat, self.out)
        return self.tree.best_child(ROOT, self.seat, self.out)

    def fate_of(self, option: i64) -> Generator:
        """What hidden cards and chance are drawn by: an option that is tried the third time meets the third world, as
        all others do at their third time."""
        return Generator((self.seed << 32) + (self.tree.visits[option] if option != NONE else 0))

    def look_further(self) -> None:
        """Begins anew with a longer horizon; what was found so far is foreseen."""
        self.tree.turn_into_guesses()
        self.until += self.further
        self.further = 0
        self.centre = UNKNOWN

    def look_ahead(self, s: State, option: i64, fate: Generator) -> None:
        """The seat follows a tree of its own decisions; the others, and everybody beyond the tree, do what leads to
        the best table. All simulations end at the same turn, so their tables compare."""
        tree = self.tree
        grown = option == NONE
        node = self.foresee(s, ROOT, self.seat) if grown else option
        tree.go_down(node)
        s.act(self.seat, tree.action[node])
        while s.asked != OVER and self.game.turns(s) < self.until:
            if s.asked == BY_CHANCE:
                if self.game.turns(s) == self.until - 1 and self.tells_most(s):
                    break
                s.act(CHANCE, s.random_action(CHANCE, self.out, fate))
                continue
            mine = has(s.asked, self.seat)
            seat = self.seat if mine else s.turn()
            s.describe(seat, self.out)
            if self.out.choices == 1:
                s.act(seat, self.out.nth(0))
            elif grown or not mine:
                s.habits = self.mind if mine else self.others
                s.act(seat, answer(self.game, s, seat, self.out, self.then, self.rng))
                s.habits = self.mind
            else:
                child = tree.best_child(node, seat, self.out)
                if child == NONE:
                    grown = True
                    child = self.foresee(s, node, seat)
                tree.go_down(child)
                s.act(seat, tree.action[child])
                node = child
        while s.asked == BY_CHANCE and not self.tells_most(s):
            s.act(CHANCE, s.random_action(CHANCE, self.out, fate))
        self.learn(s, bit(self.seat))

    def tells_most(self, s: State) -> bool:
        """Whether a table waits for chance alone, and what chance will do tells nothing of who wins."""
        return self.game.rests(s) and not self.game.is_last_turn(s)

    def play_out(self, s: State) -> None:
        """Everybody follows a tree of all decisions, each in his own interest; beyond it, they do what they are in the
        habit of, or anything."""
        game = self.game
        tree = self.tree
        by_habit = len(s.habits) > 0
        out = self.out
        rng = self.rng
        actors: Seats = bit(self.seat)
        node: i64 = ROOT
        grown = False
        while s.asked != OVER:
            seat = s.turn()
            if node == ROOT and has(s.asked, self.seat):
                seat = self.seat
            if grown or seat == CHANCE or (node != ROOT and count(s.asked) > 1):  # sealed: nobody can answer yet
                if by_habit and seat != CHANCE:
                    s.act(seat, game.instinct(s, seat, out, rng))
                else:
                    s.act(seat, s.random_action(seat, out, rng))
                continue
            s.describe(seat, out)
            if out.choices == 1:
                s.act(seat, out.nth(0))
                if node == ROOT:
                    return
                continue
            child = tree.best_child(node, seat, out)
            if child == NONE:
                grown = True
                child = tree.add(node, seat, tree.untried(node, seat, out, rng), 0.0, 0.0)
            tree.go_down(child)
            actors |= bit(seat)
            s.act(seat, tree.action[child])
            node = child
        self.learn(s, actors)

    def foresee(self, s: State, node: i64, seat: Seat) -> i64:
        """Adds every action that a node does not have yet, with the table it leads to as a first guess of its value,
        and tells which one to follow; what the seat chooses now is guessed in several worlds where its game says so."""
        tree = self.tree
        worlds = [s]
        while node == ROOT and len(worlds) < self.game.guesses:
            worlds.append(self.imagine(self.somebody(self.rng), self.rng))
        counts = BEFORE * float(len(worlds))
        actions = [action for action in self.out.listed() if not tree.has_child(node, seat, action)]
        gains = [self.guess(worlds, seat, action) for action in actions]
        most = max(gains)
        for action, seems in zip(actions, gains, strict=True):
            tree.add(node, seat, action, max(0.5 * (seems - most) / self.game.spread, -1.0), counts)
        return tree.most_promising(node, self.out)

    def guess(self, worlds: list[State], seat: Seat, action: i64) -> float:
        """What an action seems to bring in these worlds: the table it leads to, and its urge."""
        total: i64 = 0
        for world in worlds:
            total += gain(self.game, world, seat, action, self.then, self.rng)
        return float(total) / float(len(worlds))

    def value_table(self, s: State, actors: Seats) -> None:
        """What the table is worth to those who decided on the way, from 0 to 1."""
        worth = self.worth
        if s.asked != OVER:
            worth[self.seat] = self.standing(s)
            return
        if s.seats == PAIR and actors == BOTH:  # what one of two gains is lost to the other
            worth[0] = margin(self.game, s, 0)
            worth[1] = 1.0 - worth[0]
        else:
            for seat in range(s.seats):
                if has(actors, seat):
                    worth[seat] = margin(self.game, s, seat)
        places = self.game.places(s)
        winners = 0.0
        for place in places:
            if place == 1:
                winners += 1.0
        for seat in range(s.seats):
            if has(actors, seat):
                won = WIN_SHARE / winners if places[seat] == 1 else 0.0
                worth[seat] = won + (1.0 - WIN_SHARE) * worth[seat]

    def standing(self, s: State) -> float:
        """What a table where simulations end is worth to the searcher, beside the first one that was seen: as large as
        leads may be, what counts is the difference."""
        learned = self.learned
        worth = self.game.worth(s, self.seat) if learned is None else learned.worth(s, self.seat)
        if self.centre == UNKNOWN:
            self.centre = worth
        return prospect(self.game, worth - self.centre)

    def learn(self, s: State, actors: Seats) -> None:
        """Tells the tree what came of its way."""
        self.value_table(s, actors)
        self.tree.learn(self.worth, actors)

    def ranked(self) -> list[tuple[int, int, float]]:
        """The seat's options that were tried, with visits and mean value, most visited first."""
        return self.tree.ranked()

    def whole(self, action: i64) -> tuple[int, ...]:
        """An action and what makes it a whole choice: what was tried most at each question in its middle; beyond the
        tree, what leads to the best table."""
        s = self.game.imagine(self.table, self.seat, self.rng)
        tree = self.tree
        node = tree.child_of(ROOT, action)
        row = [action]
        s.act(self.seat, action)
        while s.top is not None and s.top.half_done() and has(s.asked, self.seat):
            s.describe(self.seat, self.out)
            if self.out.choices == 1:
                action = self.out.nth(0)
            else:
                node = tree.child_of(node, NONE)
                known = node != NONE and self.out.holds(tree.action[node])
                action = tree.action[node] if known else answer(self.game, s, self.seat, self.out, self.then, self.rng)
            row.append(action)
            s.act(self.seat, action)
        return tuple(row)
