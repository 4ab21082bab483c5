"""Information-set Monte Carlo tree search over views: one search for all games (docs/bots.md).

Each simulation imagines a table that fits the view, walks down a tree of the searcher's information, lets it grow by
one step, plays on and values the table. Chance and sealed answers of others are drawn on the way and make no nodes (an
open-loop tree): a child counts only in worlds that allow its action. A game with a horizon is played on by players who
look one move ahead, until so many turns have passed; without, by habit or at random to the end.
"""

import math
import time
from collections.abc import Callable
from typing import Final

from meute.bots.bot import Wanted
from meute.bots.greedy import answer, gain
from meute.bots.value import Value
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.frame import State
from meute.core.game import Game, View
from meute.core.learned import Learned, minded
from meute.core.memory import TRAILS, UNKNOWN
from meute.core.numbers import append, bit, count, filled, has, i64, vec
from meute.core.seats import BY_CHANCE, CHANCE, OVER, Seat, Seats

EXPLORE: Final = 1.0
"""How much is hoped of what was seldom tried, in standard deviations of what simulations have brought."""
FIRST_SPREAD: Final = 0.3
"""The standard deviation before much has been seen, as if it had been seen that often."""
FIRST_SEEN: Final = 4.0
WIN_SHARE: Final = 0.75
"""How much of a finished game's value is winning; the rest is the margin."""
WIDEN_BASE: Final = 6.0
WIDEN_RATE: Final = 1.6
"""Without a horizon a node has room for this many children, and for this many more with the root of its visits."""
BEFORE: Final = 1.0
"""How many visits a value counts for that was foreseen in one world."""
STEEPEST: Final = 20.0
"""Beyond this many spreads a lead is certain."""
CLOCK_EVERY: Final = 16
"""Random playouts between two looks at the clock; what looks ahead takes longer, and the clock is seen each time."""
SHORTEST: Final = 0.000001
AS_THE_GAME_SAYS: Final = -1
"""A horizon."""
NONE: Final = -1
PAIR: Final = 2
BOTH: Final = 3

Clock = Callable[[], float]


class Search:
    """One decision: a tree that grows until its budget is spent."""

    seat: Seat
    horizon: i64
    until: i64
    depth: i64

    def __init__(
        self, view: View, rng: Generator, horizon: i64 = AS_THE_GAME_SAYS, learned: Learned | None = None
    ) -> None:
        """Tables are judged, and games played on, by what was learned; None for what the game has."""
        game = view.game
        table = view.state
        known = game.learned(table.seats) if learned is None else learned
        table.habits = minded(known.habits)
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
        self.out = Choices()
        self.then = Choices()
        self.action = vec[i64]()
        self.actor = vec[i64]()
        self.first = vec[i64]()
        self.next = vec[i64]()
        self.visits = vec[i64]()
        self.chances = vec[i64]()
        self.value = vec[float]()
        self.foreseen = vec[float]()
        self.passed = vec[float]()
        self.level = vec[float]()
        self.path = filled(0, 0)
        self.centre: i64 = UNKNOWN
        self.depth = 0
        self.worth = vec[float]([0.0] * table.seats)
        self.seen = vec[float]([FIRST_SEEN] * table.seats)
        self.sums = vec[float]([FIRST_SEEN / 2.0] * table.seats)
        self.squares = vec[float]([FIRST_SEEN * (0.25 + FIRST_SPREAD * FIRST_SPREAD)] * table.seats)
        self.add(NONE, NONE, NONE, 0.0)

    def add(self, parent: i64, actor: Seat, action: i64, foreseen: float) -> i64:
        """A new node under a parent."""
        node: i64 = len(self.action)
        self.action = append(self.action, action)
        self.actor = append(self.actor, actor)
        self.first = append(self.first, NONE)
        self.next = append(self.next, NONE)
        self.visits = append(self.visits, 0)
        self.chances = append(self.chances, 0)
        self.value = append(self.value, 0.0)
        self.foreseen = append(self.foreseen, foreseen)
        self.passed = append(self.passed, 0.0)
        self.level = append(self.level, 0.0)
        if parent != NONE:
            self.next[node] = self.first[parent]
            self.first[parent] = node
        return node

    def think(
        self,
        simulations: i64,
        milliseconds: i64,
        wanted: Wanted | None = None,
        until_sure: bool = False,
        clock: Clock = time.monotonic,
    ) -> i64:
        """Simulates until either budget is spent (0: no limit), as long as the answer is wanted, or until the rest of
        the budget could not change it; tells how many simulations that took."""
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
                if until_sure and left and self.is_sure(left):
                    break
            self.simulate()
            done += 1
        return done

    def is_sure(self, left: i64) -> bool:
        """Whether so many more simulations leave the most visited action in front."""
        first: i64 = 0
        second: i64 = 0
        child = self.first[0]
        while child != NONE:
            visits = self.visits[child]
            if visits > first:
                second = first
                first = visits
            elif visits > second:
                second = visits
            child = self.next[child]
        return first - second > left

    def simulate(self) -> None:
        """One world, one step more of the tree, one evaluation."""
        s = self.game.imagine(self.table, self.seat, self.rng)
        self.depth = 0
        if self.horizon:
            self.look_ahead(s)
        else:
            self.play_out(s)

    def look_ahead(self, s: State) -> None:
        """The seat follows a tree of its own decisions; the others, and everybody beyond the tree, do what leads to
        the best table. All simulations end at the same turn, so their tables compare."""
        node: i64 = 0
        grown = False
        while s.asked != OVER and self.game.turns(s) < self.until:
            if s.asked == BY_CHANCE:
                if self.game.turns(s) == self.until - 1 and self.tells_most(s):
                    break
                s.act(CHANCE, s.random_action(CHANCE, self.out, self.rng))
                continue
            mine = has(s.asked, self.seat)
            seat = self.seat if mine else s.turn()
            s.describe(seat, self.out)
            if self.out.choices == 1:
                s.act(seat, self.out.nth(0))
                if node == 0 and mine:
                    return
            elif grown or not mine:
                s.act(seat, answer(self.game, s, seat, self.out, self.then, self.rng))
            else:
                child = self.best_child(node, seat)
                if child == NONE:
                    grown = True
                    child = self.foresee(s, node, seat)
                self.go_down(child)
                s.act(seat, self.action[child])
                node = child
        while s.asked == BY_CHANCE and not self.tells_most(s):
            s.act(CHANCE, s.random_action(CHANCE, self.out, self.rng))
        self.learn(s, bit(self.seat))

    def tells_most(self, s: State) -> bool:
        """Whether a table waits for chance alone, and what chance will do tells nothing of who wins."""
        return self.game.rests(s) and not self.game.is_last_turn(s)

    def play_out(self, s: State) -> None:
        """Everybody follows a tree of all decisions, each in his own interest; beyond it, they do what they are in the
        habit of, or anything."""
        game = self.game
        by_habit = len(s.habits) > 0
        out = self.out
        rng = self.rng
        actors: Seats = bit(self.seat)
        node: i64 = 0
        grown = False
        while s.asked != OVER:
            seat = s.turn()
            if node == 0 and has(s.asked, self.seat):
                seat = self.seat
            if grown or seat == CHANCE or (node != 0 and count(s.asked) > 1):  # sealed: nobody sees what to answer to
                if by_habit and seat != CHANCE:
                    s.act(seat, game.instinct(s, seat, out, rng))
                else:
                    s.act(seat, s.random_action(seat, out, rng))
                continue
            s.describe(seat, out)
            if out.choices == 1:
                s.act(seat, out.nth(0))
                if node == 0:
                    return
                continue
            child = self.best_child(node, seat)
            if child == NONE:
                grown = True
                child = self.add(node, seat, self.untried(node, seat), 0.0)
            self.go_down(child)
            actors |= bit(seat)
            s.act(seat, self.action[child])
            node = child
        self.learn(s, actors)

    def go_down(self, node: i64) -> None:
        """Notes a node on the way."""
        if self.depth == len(self.path):
            self.path = append(self.path, node)
        else:
            self.path[self.depth] = node
        self.depth += 1

    def best_child(self, node: i64, seat: Seat) -> i64:
        """The child to follow in this world, or NONE where there is room for another."""
        out = self.out
        action = self.action
        actor = self.actor
        chances = self.chances
        visits = self.visits
        value = self.value
        foreseen = self.foreseen
        following = self.next
        before = self.before(node)
        hope = self.hope(seat)
        at_root = node == 0  # the seat's own options are the same in all worlds
        passed = self.passed[node]
        level = self.level[node] / passed if passed > 0.0 else 0.0
        often = math.log(float(visits[0]) + 1.0)
        best: i64 = NONE
        most = -1.0
        known: i64 = 0
        child = self.first[node]
        while child != NONE:
            if at_root or (actor[child] == seat and out.holds(action[child])):
                known += 1
                if not at_root:
                    chances[child] += 1
                    often = math.log(float(chances[child]) + 1.0)
                tried = float(visits[child]) + before
                promise = (value[child] + before * (level + foreseen[child])) / tried + hope * math.sqrt(often / tried)
                if promise > most:
                    most = promise
                    best = child
            child = following[child]
        if known == out.choices:
            return best
        if self.horizon or float(known) < WIDEN_BASE + WIDEN_RATE * math.sqrt(float(visits[node])):
            return NONE
        return best

    def hope(self, seat: Seat) -> float:
        """How far apart values lie for a seat, as a measure for exploring."""
        mean = self.sums[seat] / self.seen[seat]
        variance = self.squares[seat] / self.seen[seat] - mean * mean
        return EXPLORE * math.sqrt(variance) if variance > 0.0 else 0.0

    def before(self, node: i64) -> float:
        """How many visits the foreseen values under a node count for."""
        if self.horizon == 0:
            return 0.0
        return BEFORE * float(self.game.guesses) if node == 0 else BEFORE

    def foresee(self, s: State, node: i64, seat: Seat) -> i64:
        """Adds every action that a node does not have yet, with the table it leads to as a first guess of its value,
        and tells which one to follow; what the seat chooses now is guessed in several worlds where its game says so."""
        worlds = [s]
        while node == 0 and len(worlds) < self.game.guesses:
            worlds.append(self.game.imagine(self.table, self.seat, self.rng))
        actions = [action for action in self.out.listed() if not self.has_child(node, seat, action)]
        gains = [self.guess(worlds, seat, action) for action in actions]
        most = max(gains)
        for action, seems in zip(actions, gains, strict=True):
            self.add(node, seat, action, max(0.5 * (seems - most) / self.game.spread, -1.0))
        best: i64 = NONE
        child = self.first[node]
        while child != NONE:
            if self.visits[child] == 0 and self.out.holds(self.action[child]):
                self.chances[child] = 1
                if best == NONE or self.foreseen[child] > self.foreseen[best]:
                    best = child
            child = self.next[child]
        return best

    def guess(self, worlds: list[State], seat: Seat, action: i64) -> float:
        """What an action seems to bring in these worlds: the table it leads to, and its urge."""
        total: i64 = 0
        for world in worlds:
            total += gain(self.game, world, seat, action, self.then, self.rng)
        return float(total) / float(len(worlds))

    def untried(self, node: i64, seat: Seat) -> i64:
        """An action without a node yet."""
        many = self.out.choices
        at = self.rng.below(many)
        action = self.out.nth(at)
        while self.has_child(node, seat, action):
            at = at + 1 if at + 1 < many else 0
            action = self.out.nth(at)
        return action

    def has_child(self, node: i64, seat: Seat, action: i64) -> bool:
        """Whether a node already has this child."""
        child = self.first[node]
        while child != NONE:
            if self.action[child] == action and self.actor[child] == seat:
                return True
            child = self.next[child]
        return False

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
        """Adds what came of it to every node on the way, and to what is known of each seat's values."""
        self.value_table(s, actors)
        worth = self.worth
        for seat in range(len(worth)):
            if has(actors, seat):
                value = worth[seat]
                self.seen[seat] += 1.0
                self.sums[seat] += value
                self.squares[seat] += value * value
        path = self.path
        visits = self.visits
        values = self.value
        actor = self.actor
        visits[0] += 1
        above: i64 = 0
        for k in range(self.depth):
            node = path[k]
            visits[node] += 1
            self.passed[above] += 1.0
            self.level[above] += worth[actor[node]] - self.foreseen[node]
            above = node
            values[node] += worth[actor[node]]

    def ranked(self) -> list[tuple[int, int, float]]:
        """The root's actions with visits and mean value, most visited first."""
        found: list[tuple[int, int, float]] = []
        child = self.first[0]
        while child != NONE:
            tried = float(self.visits[child])
            if tried > 0.0:
                found.append((self.action[child], self.visits[child], self.value[child] / tried))
            child = self.next[child]
        found.sort(key=standing, reverse=True)
        return found

    def whole(self, action: i64) -> tuple[int, ...]:
        """An action and what makes it a whole choice: what was tried most at each question in its middle; beyond the
        tree, what leads to the best table."""
        s = self.game.imagine(self.table, self.seat, self.rng)
        node = self.child_of(0, action)
        row = [action]
        s.act(self.seat, action)
        while s.top is not None and s.top.half_done() and has(s.asked, self.seat):
            s.describe(self.seat, self.out)
            if self.out.choices == 1:
                action = self.out.nth(0)
            else:
                node = self.child_of(node, NONE)
                known = node != NONE and self.out.holds(self.action[node])
                action = self.action[node] if known else answer(self.game, s, self.seat, self.out, self.then, self.rng)
            row.append(action)
            s.act(self.seat, action)
        return tuple(row)

    def child_of(self, node: i64, action: i64) -> i64:
        """The node of an action under another; without an action, the one that was tried most."""
        best: i64 = NONE
        child: i64 = self.first[node] if node != NONE else NONE
        while child != NONE:
            if self.action[child] == action:
                return child
            if action == NONE and (best == NONE or self.visits[child] > self.visits[best]):
                best = child
            child = self.next[child]
        return best


def standing(row: tuple[int, int, float]) -> tuple[int, float]:
    """What the root's actions are ranked by."""
    return row[1], row[2]


def margin(game: Game, s: State, seat: Seat) -> float:
    """The seat's prospects on a scale from 0 to 1."""
    return prospect(game, game.worth(s, seat))


def prospect(game: Game, worth: i64) -> float:
    """The same scale for a table's worth."""
    lead = 2.0 * float(worth) / game.spread
    return 1.0 / (1.0 + math.exp(-limited(lead, STEEPEST)))


def limited(x: float, most: float) -> float:
    """The nearest number from -most to most."""
    return most if x > most else (-most if x < -most else x)
