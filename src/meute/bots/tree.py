"""The tree that a search grows: what was tried, how often, and what came of it."""

import math
from typing import Final

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.numbers import append, filled, has, i64, vec
from meute.core.seats import Seat, Seats

EXPLORE: Final = 1.0
"""How much is hoped of what was seldom tried, in standard deviations of what simulations have brought."""
FIRST_SPREAD: Final = 0.3
"""The standard deviation before much has been seen, as if it had been seen that often."""
FIRST_SEEN: Final = 4.0
WIDEN_BASE: Final = 6.0
WIDEN_RATE: Final = 1.6
"""A node that grows child by child has room for this many, and for this many more with the root of its visits."""
TRUST: Final = 4.0
"""How many visits a value counts for, at most, that was found by looking less far."""
CLEAR: Final = 0.7
CLEAR_AFTER: Final = 100
"""An action with so much of at least so many visits is hardly ever overtaken, where guesses guide them."""
FAR: Final = 1000.0
"""Beyond all values."""
ROOT: Final = 0
NONE: Final = -1


class Tree:
    """Nodes in the order they were added, the root first; each stands for an action of a seat after those above it."""

    depth: i64

    def __init__(self, seats: i64, grows_by_one: bool) -> None:
        """Whether a node's children come one by one, or all at once with first guesses."""
        self.grows_by_one = grows_by_one
        self.action = vec[i64]()
        self.actor = vec[i64]()
        self.first = vec[i64]()
        self.next = vec[i64]()
        self.visits = vec[i64]()
        self.chances = vec[i64]()
        self.value = vec[float]()
        self.foreseen = vec[float]()
        self.counts = vec[float]()
        self.passed = vec[float]()
        self.level = vec[float]()
        self.path = filled(0, 0)
        self.depth = 0
        self.seen = vec[float]([FIRST_SEEN] * seats)
        self.sums = vec[float]([FIRST_SEEN / 2.0] * seats)
        self.squares = vec[float]([FIRST_SEEN * (0.25 + FIRST_SPREAD * FIRST_SPREAD)] * seats)
        self.add(NONE, NONE, NONE, 0.0, 0.0)

    def add(self, parent: i64, actor: Seat, action: i64, foreseen: float, counts: float) -> i64:
        """A new node under a parent, with a first guess that counts for so many visits."""
        node: i64 = len(self.action)
        self.action = append(self.action, action)
        self.actor = append(self.actor, actor)
        self.first = append(self.first, NONE)
        self.next = append(self.next, NONE)
        self.visits = append(self.visits, 0)
        self.chances = append(self.chances, 0)
        self.value = append(self.value, 0.0)
        self.foreseen = append(self.foreseen, foreseen)
        self.counts = append(self.counts, counts)
        self.passed = append(self.passed, 0.0)
        self.level = append(self.level, 0.0)
        if parent != NONE:
            self.next[node] = self.first[parent]
            self.first[parent] = node
        return node

    def begin(self) -> None:
        """Back to the root."""
        self.depth = 0

    def go_down(self, node: i64) -> None:
        """Notes a node on the way."""
        if self.depth == len(self.path):
            self.path = append(self.path, node)
        else:
            self.path[self.depth] = node
        self.depth += 1

    def best_child(self, node: i64, seat: Seat, out: Choices) -> i64:
        """The child to follow among these choices, or NONE where there is room for another."""
        action = self.action
        actor = self.actor
        chances = self.chances
        visits = self.visits
        value = self.value
        foreseen = self.foreseen
        counts = self.counts
        following = self.next
        hope = self.hope(seat)
        at_root = node == ROOT  # the seat's own options are the same in all worlds
        level = self.level_under(node)
        often = math.log(float(visits[ROOT]) + 1.0)
        best: i64 = NONE
        most = -FAR
        known: i64 = 0
        child = self.first[node]
        while child != NONE:
            if at_root or (actor[child] == seat and out.holds(action[child])):
                known += 1
                if not at_root:
                    chances[child] += 1
                    often = math.log(float(chances[child]) + 1.0)
                before = counts[child]
                tried = float(visits[child]) + before
                promise = (value[child] + before * (level + foreseen[child])) / tried + hope * math.sqrt(often / tried)
                if promise > most:
                    most = promise
                    best = child
            child = following[child]
        if known == out.choices:
            return best
        if self.grows_by_one and float(known) >= WIDEN_BASE + WIDEN_RATE * math.sqrt(float(visits[node])):
            return best
        return NONE

    def hope(self, seat: Seat) -> float:
        """How far apart values lie for a seat, as a measure for exploring."""
        mean = self.sums[seat] / self.seen[seat]
        variance = self.squares[seat] / self.seen[seat] - mean * mean
        return EXPLORE * math.sqrt(variance) if variance > 0.0 else 0.0

    def level_under(self, node: i64) -> float:
        """What simulations bring under a node beyond what was foreseen there."""
        passed = self.passed[node]
        return self.level[node] / passed if passed > 0.0 else 0.0

    def most_promising(self, node: i64, out: Choices) -> i64:
        """The child of the best first guess among these choices that were never tried; each has now had a chance."""
        best: i64 = NONE
        child = self.first[node]
        while child != NONE:
            if self.visits[child] == 0 and out.holds(self.action[child]):
                self.chances[child] = 1
                if best == NONE or self.foreseen[child] > self.foreseen[best]:
                    best = child
            child = self.next[child]
        return best

    def untried(self, node: i64, seat: Seat, out: Choices, rng: Generator) -> i64:
        """One of these choices without a node yet."""
        many = out.choices
        at = rng.below(many)
        action = out.nth(at)
        while self.has_child(node, seat, action):
            at = at + 1 if at + 1 < many else 0
            action = out.nth(at)
        return action

    def has_child(self, node: i64, seat: Seat, action: i64) -> bool:
        """Whether a node already has this child."""
        child = self.first[node]
        while child != NONE:
            if self.action[child] == action and self.actor[child] == seat:
                return True
            child = self.next[child]
        return False

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

    def learn(self, worth: vec[float], actors: Seats) -> None:
        """Adds what a simulation was worth to each of these seats to every node on its way, and to what is known of
        their values."""
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
        visits[ROOT] += 1
        above: i64 = ROOT
        for k in range(self.depth):
            node = path[k]
            visits[node] += 1
            self.passed[above] += 1.0
            self.level[above] += worth[actor[node]] - self.foreseen[node]
            above = node
            values[node] += worth[actor[node]]

    def turn_into_guesses(self) -> None:
        """Forgets every visit; what was found so far is foreseen."""
        nodes: i64 = len(self.action)
        for node in range(nodes):
            level = self.level_under(node)
            best = -FAR
            child = self.first[node]
            while child != NONE:
                counts = self.counts[child]
                tried = counts + float(self.visits[child])
                self.foreseen[child] = (self.value[child] + counts * (level + self.foreseen[child])) / tried
                self.counts[child] = min(tried, TRUST)
                best = max(best, self.foreseen[child])
                child = self.next[child]
            child = self.first[node]
            while child != NONE:
                self.foreseen[child] -= best
                child = self.next[child]
        for node in range(nodes):
            self.visits[node] = 0
            self.chances[node] = 0
            self.value[node] = 0.0
            self.passed[node] = 0.0
            self.level[node] = 0.0

    def is_settled(self, left: i64) -> bool:
        """Whether so many visits more (0: nobody knows) could not put another of the root's actions in front; after
        many guided ones, also whether that is most unlikely."""
        first: i64 = 0
        second: i64 = 0
        child = self.first[ROOT]
        while child != NONE:
            visits = self.visits[child]
            if visits > first:
                second = first
                first = visits
            elif visits > second:
                second = visits
            child = self.next[child]
        if 0 < left < first - second:
            return True
        every = self.visits[ROOT]
        return not self.grows_by_one and every >= CLEAR_AFTER and float(first) >= CLEAR * float(every)

    def ranked(self) -> list[tuple[int, int, float]]:
        """The root's actions with visits and mean value, most visited first."""
        found: list[tuple[int, int, float]] = []
        child = self.first[ROOT]
        while child != NONE:
            tried = float(self.visits[child])
            if tried > 0.0:
                found.append((self.action[child], self.visits[child], self.value[child] / tried))
            child = self.next[child]
        found.sort(key=standing, reverse=True)
        return found


def standing(row: tuple[int, int, float]) -> tuple[int, float]:
    """What the root's actions are ranked by."""
    return row[1], row[2]
