"""Information-set Monte Carlo tree search over views: one search for all games.

Each simulation imagines a table that fits the view, walks down a tree of the searcher's information, adds one node,
plays on and evaluates. Chance and sealed answers of others are drawn on the way and make no nodes (an open-loop tree):
a child counts only in worlds that allow its action, and explores by the visits in which it was available.
"""

import math
import time
from typing import Final

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.frame import State
from meute.core.game import Game, View
from meute.core.numbers import append, count, filled, i64, vec
from meute.core.seats import BY_CHANCE, CHANCE, OVER, Seat

EXPLORE: Final = 0.7
WIN_SHARE: Final = 0.75
"""How much of a finished game's value is winning; the rest is the margin."""
WIDEN_BASE: Final = 6.0
WIDEN_RATE: Final = 1.6
"""A node has room for this many children, and for this many more with the root of its visits."""
TASTED: Final = 12
"""Untried actions compared by urge before one is added to the tree."""
CLOCK_EVERY: Final = 16
NONE: Final = -1


class Search:
    """One decision: a tree that grows until its budget is spent."""

    seat: Seat

    def __init__(self, game: Game, table: State, seat: Seat, rng: Generator) -> None:
        self.game = game
        self.table = table
        self.seat = seat
        self.rng = rng
        self.out = Choices()
        self.action = vec[i64]()
        self.actor = vec[i64]()
        self.first = vec[i64]()
        self.next = vec[i64]()
        self.visits = vec[i64]()
        self.chances = vec[i64]()
        self.value = vec[float]()
        self.path = filled(0, 0)
        self.add(NONE, NONE, NONE)

    def add(self, parent: i64, actor: Seat, action: i64) -> i64:
        """A new node under a parent."""
        node: i64 = len(self.action)
        self.action = append(self.action, action)
        self.actor = append(self.actor, actor)
        self.first = append(self.first, NONE)
        self.next = append(self.next, NONE if parent == NONE else self.first[parent])
        self.visits = append(self.visits, 0)
        self.chances = append(self.chances, 0)
        self.value = append(self.value, 0.0)
        if parent != NONE:
            self.first[parent] = node
        return node

    def think(self, simulations: i64, milliseconds: i64) -> i64:
        """Simulates until either budget is spent (0: no limit); tells how many simulations that took."""
        end = time.monotonic() + float(milliseconds) / 1000.0
        done: i64 = 0
        while simulations == 0 or done < simulations:
            if milliseconds and done % CLOCK_EVERY == 0 and time.monotonic() >= end:
                break
            self.simulate()
            done += 1
        return done

    def simulate(self) -> None:
        """One world, one new node, one evaluation."""
        s = self.game.imagine(self.table, self.seat, self.rng)
        self.path = filled(0, 0)
        node: i64 = 0
        grown = False
        while not grown and s.asked != OVER:
            if s.asked == BY_CHANCE:
                s.act(CHANCE, s.random_action(CHANCE, self.out, self.rng))
                continue
            seat = self.seat if node == 0 else s.turn()
            if node != 0 and count(s.asked) > 1:  # sealed: nobody answers to what he cannot see
                s.act(seat, self.lightly(s, seat))
                continue
            s.describe(seat, self.out)
            if self.out.choices == 1:
                s.act(seat, self.out[0])
                if node == 0:
                    return
                continue
            child = self.best_child(node, seat)
            if child == NONE:
                child = self.add(node, seat, self.untried(s, node, seat))
                grown = True
            self.path = append(self.path, child)
            s.act(seat, self.action[child])
            node = child
        self.learn(self.play_on(s))

    def best_child(self, node: i64, seat: Seat) -> i64:
        """The child to follow in this world, or NONE where there is room for another."""
        best = NONE
        most = -1.0
        known: i64 = 0
        child = self.first[node]
        while child != NONE:
            if self.actor[child] == seat and self.out.holds(self.action[child]):
                known += 1
                self.chances[child] += 1
                tried = float(self.visits[child])
                hope = self.value[child] / tried + EXPLORE * math.sqrt(
                    math.log(float(self.chances[child]) + 1.0) / tried
                )
                if hope > most:
                    most = hope
                    best = child
            child = self.next[child]
        room = WIDEN_BASE + WIDEN_RATE * math.sqrt(float(self.visits[node]))
        return NONE if known < self.out.choices and float(known) < room else best

    def untried(self, s: State, node: i64, seat: Seat) -> i64:
        """An action without a node yet: of a few, the one with the strongest urge."""
        many = self.out.choices
        at = self.rng.below(many)
        best = NONE
        most: i64 = 0
        tasted: i64 = 0
        for _ in range(many):
            action: i64 = self.out[at]
            at = at + 1 if at + 1 < many else 0
            if self.has_child(node, seat, action):
                continue
            urge = self.game.urge(s, seat, action)
            if best == NONE or urge > most:
                best = action
                most = urge
            tasted += 1
            if tasted == TASTED:
                break
        return best

    def has_child(self, node: i64, seat: Seat, action: i64) -> bool:
        """Whether a node already has this child."""
        child = self.first[node]
        while child != NONE:
            if self.action[child] == action and self.actor[child] == seat:
                return True
            child = self.next[child]
        return False

    def lightly(self, s: State, seat: Seat) -> i64:
        """A cheap decision in a playout: the stronger urge of two random actions."""
        s.describe(seat, self.out)
        one = self.out.draw(self.rng)
        two = self.out.draw(self.rng)
        return one if one == two or self.game.urge(s, seat, one) >= self.game.urge(s, seat, two) else two

    def play_on(self, s: State) -> vec[float]:
        """Plays to the end, or as far as the game's evaluation wants, and values the table for every seat."""
        moves: i64 = 0
        while s.asked != OVER and moves < self.game.playout:
            if s.asked == BY_CHANCE:
                s.act(CHANCE, s.random_action(CHANCE, self.out, self.rng))
            else:
                seat = s.turn()
                s.act(seat, self.lightly(s, seat))
                moves += 1
        return values(self.game, s)

    def learn(self, worth: vec[float]) -> None:
        """Adds one result to every node on the way."""
        self.visits[0] += 1
        for node in self.path:
            self.visits[node] += 1
            self.value[node] += worth[self.actor[node]]

    def ranked(self) -> list[tuple[int, int, float]]:
        """The root's actions with visits and mean value, most visited first."""
        found: list[tuple[int, int, float]] = []
        child = self.first[0]
        while child != NONE:
            tried = float(self.visits[child])
            found.append((self.action[child], self.visits[child], self.value[child] / tried))
            child = self.next[child]
        found.sort(key=standing, reverse=True)
        return found


def standing(row: tuple[int, int, float]) -> tuple[int, float]:
    """What the root's actions are ranked by."""
    return row[1], row[2]


def values(game: Game, s: State) -> vec[float]:
    """What a table is worth to each seat, from 0 to 1."""
    out = vec[float]([0.5] * s.seats)
    if s.asked == OVER:
        places = game.places(s)
        winners: i64 = 0
        for place in places:
            if place == 1:
                winners += 1
        for seat in range(s.seats):
            won = 1.0 / float(winners) if winners and places[seat] == 1 else 0.0
            out[seat] = WIN_SHARE * won + (1.0 - WIN_SHARE) * margin(game, s, seat)
    else:
        for seat in range(s.seats):
            out[seat] = margin(game, s, seat)
    return out


def margin(game: Game, s: State, seat: Seat) -> float:
    """The seat's prospects on a scale from 0 to 1."""
    return 0.5 + 0.5 * math.tanh(float(game.worth(s, seat)) / game.spread)


class Thinker:
    """A player who searches, with a budget of simulations, of time, or both."""

    def __init__(self, simulations: int, milliseconds: int) -> None:
        self.simulations = simulations
        self.milliseconds = milliseconds

    def choose(self, view: View, rng: Generator) -> int:
        options = view.table.choices(view.seat)
        if len(options) == 1:
            return options[0]
        search = Search(view.game, view.table, view.seat, rng)
        search.think(self.simulations, self.milliseconds)
        return search.ranked()[0][0]
