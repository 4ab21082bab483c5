"""Search tree with UCB selection and progressive widening; nodes are stored as arrays for speed."""

import math
from typing import Final

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.numbers import append, filled, has, i64, vec
from meute.core.seats import Seat, Seats

EXPLORE: Final = 1.0
"""Exploration constant of UCB, in standard deviations of the simulated values."""
FIRST_DEVIATION: Final = 0.3
FIRST_SAMPLES: Final = 4.0
"""Prior of the standard deviation: its value and its weight in samples."""
WIDEN_BASE: Final = 6.0
WIDEN_RATE: Final = 1.6
"""Progressive widening: a node may have BASE + RATE * sqrt(visits) children."""
MAX_PRIOR_VISITS: Final = 4.0
"""Largest weight, in visits, of a prior taken from a search with a shorter horizon."""
CLEAR_SHARE: Final = 0.7
CLEAR_VISITS: Final = 100
"""In a tree with priors, an action with CLEAR_SHARE of at least CLEAR_VISITS visits is hardly ever overtaken."""
INFINITE: Final = 1000.0
"""Larger than every UCB value."""
ROOT: Final = 0
NONE: Final = -1


class Tree:
    """The search tree. Nodes are stored in the order of creation, the root first; each is a seat's action after the
    actions of its ancestors."""

    depth: i64

    def __init__(self, seats: i64, grows_by_one: bool) -> None:
        """`grows_by_one`: children are added one by one without priors, instead of all at once with priors."""
        self.grows_by_one = grows_by_one
        self.action = vec[i64]()
        self.actor = vec[i64]()
        self.first_child = vec[i64]()
        self.next_sibling = vec[i64]()
        self.visits = vec[i64]()
        self.available = vec[i64]()  # simulations in which the action was legal
        self.value = vec[float]()  # sum of the values of all visits
        self.prior = vec[float]()
        self.prior_visits = vec[float]()  # weight of the prior, in visits
        self.child_visits = vec[float]()
        self.child_excess = vec[float]()  # sum of values minus priors of the children visited
        self.path = filled(0, 0)
        self.depth = 0
        self.samples = vec[float]([FIRST_SAMPLES] * seats)
        self.sums = vec[float]([FIRST_SAMPLES / 2.0] * seats)
        self.squares = vec[float]([FIRST_SAMPLES * (0.25 + FIRST_DEVIATION * FIRST_DEVIATION)] * seats)
        self.add(NONE, NONE, NONE, 0.0, 0.0)

    def add(self, parent: i64, actor: Seat, action: i64, prior: float, prior_visits: float) -> i64:
        """Append a node whose prior weighs as much as `prior_visits` visits; return its index."""
        node: i64 = len(self.action)
        self.action = append(self.action, action)
        self.actor = append(self.actor, actor)
        self.first_child = append(self.first_child, NONE)
        self.next_sibling = append(self.next_sibling, NONE)
        self.visits = append(self.visits, 0)
        self.available = append(self.available, 0)
        self.value = append(self.value, 0.0)
        self.prior = append(self.prior, prior)
        self.prior_visits = append(self.prior_visits, prior_visits)
        self.child_visits = append(self.child_visits, 0.0)
        self.child_excess = append(self.child_excess, 0.0)
        if parent != NONE:
            self.next_sibling[node] = self.first_child[parent]
            self.first_child[parent] = node
        return node

    def begin(self) -> None:
        """Start a new path at the root."""
        self.depth = 0

    def descend(self, node: i64) -> None:
        """Append a node to the current path."""
        if self.depth == len(self.path):
            self.path = append(self.path, node)
        else:
            self.path[self.depth] = node
        self.depth += 1

    def best_child(self, node: i64, seat: Seat, out: Choices) -> i64:
        """Select the child with the highest UCB value among the legal actions; NONE where a new child may be added."""
        action = self.action
        actor = self.actor
        available = self.available
        visits = self.visits
        value = self.value
        prior = self.prior
        prior_visits = self.prior_visits
        siblings = self.next_sibling
        scale = self.exploration_scale(seat)
        at_root = node == ROOT  # the seat's own options are the same in all worlds
        baseline = self.baseline(node)
        log_visits = math.log(float(visits[ROOT]) + 1.0)
        best: i64 = NONE
        highest = -INFINITE
        known: i64 = 0
        child = self.first_child[node]
        while child != NONE:
            if at_root or (actor[child] == seat and out.contains(action[child])):
                known += 1
                if not at_root:
                    available[child] += 1
                    log_visits = math.log(float(available[child]) + 1.0)
                virtual = prior_visits[child]
                tried = float(visits[child]) + virtual
                score = (value[child] + virtual * (baseline + prior[child])) / tried + scale * math.sqrt(
                    log_visits / tried
                )
                if score > highest:
                    highest = score
                    best = child
            child = siblings[child]
        if known == out.size:
            return best
        if self.grows_by_one and float(known) >= WIDEN_BASE + WIDEN_RATE * math.sqrt(float(visits[node])):
            return best
        return NONE

    def exploration_scale(self, seat: Seat) -> float:
        """Exploration constant times the standard deviation of the values a seat has seen."""
        mean = self.sums[seat] / self.samples[seat]
        variance = self.squares[seat] / self.samples[seat] - mean * mean
        return EXPLORE * math.sqrt(variance) if variance > 0.0 else 0.0

    def baseline(self, node: i64) -> float:
        """Mean of value minus prior over all visits of a node's children: added to a child's prior, it estimates the
        child's value."""
        child_visits = self.child_visits[node]
        return self.child_excess[node] / child_visits if child_visits > 0.0 else 0.0

    def most_promising(self, node: i64, out: Choices) -> i64:
        """The unvisited legal child with the highest prior; marks all unvisited legal children as available."""
        best: i64 = NONE
        child = self.first_child[node]
        while child != NONE:
            if self.visits[child] == 0 and out.contains(self.action[child]):
                self.available[child] = 1
                if best == NONE or self.prior[child] > self.prior[best]:
                    best = child
            child = self.next_sibling[child]
        return best

    def untried(self, node: i64, seat: Seat, out: Choices, rng: Generator) -> i64:
        """A random legal action that has no node yet."""
        many = out.size
        at = rng.below(many)
        action = out.nth(at)
        while self.has_child(node, seat, action):
            at = at + 1 if at + 1 < many else 0
            action = out.nth(at)
        return action

    def has_child(self, node: i64, seat: Seat, action: i64) -> bool:
        child = self.first_child[node]
        while child != NONE:
            if self.action[child] == action and self.actor[child] == seat:
                return True
            child = self.next_sibling[child]
        return False

    def child_of(self, node: i64, action: i64) -> i64:
        """The child node of an action, or NONE; for the action NONE, the most visited child."""
        best: i64 = NONE
        child: i64 = self.first_child[node] if node != NONE else NONE
        while child != NONE:
            if self.action[child] == action:
                return child
            if action == NONE and (best == NONE or self.visits[child] > self.visits[best]):
                best = child
            child = self.next_sibling[child]
        return best

    def backpropagate(self, returns: vec[float], actors: Seats) -> None:
        """Add each actor's return to the nodes on the path and to the statistics of its seat."""
        for seat in range(len(returns)):
            if has(actors, seat):
                value = returns[seat]
                self.samples[seat] += 1.0
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
            self.child_visits[above] += 1.0
            self.child_excess[above] += returns[actor[node]] - self.prior[node]
            above = node
            values[node] += returns[actor[node]]

    def reset_visits(self) -> None:
        """Clear all visits; the mean values become priors."""
        nodes: i64 = len(self.action)
        for node in range(nodes):
            baseline = self.baseline(node)
            best = -INFINITE
            child = self.first_child[node]
            while child != NONE:
                prior_visits = self.prior_visits[child]
                total_visits = prior_visits + float(self.visits[child])
                self.prior[child] = (self.value[child] + prior_visits * (baseline + self.prior[child])) / total_visits
                self.prior_visits[child] = min(total_visits, MAX_PRIOR_VISITS)
                best = max(best, self.prior[child])
                child = self.next_sibling[child]
            child = self.first_child[node]
            while child != NONE:
                self.prior[child] -= best
                child = self.next_sibling[child]
        for node in range(nodes):
            self.visits[node] = 0
            self.available[node] = 0
            self.value[node] = 0.0
            self.child_visits[node] = 0.0
            self.child_excess[node] = 0.0

    def is_settled(self, left: i64) -> bool:
        """Whether `left` more visits (0: unknown) cannot change the root's most visited action. In a tree with priors,
        also whether a change is very unlikely."""
        most: i64 = 0
        second: i64 = 0
        child = self.first_child[ROOT]
        while child != NONE:
            visits = self.visits[child]
            if visits > most:
                second = most
                most = visits
            elif visits > second:
                second = visits
            child = self.next_sibling[child]
        if 0 < left < most - second:
            return True
        total = self.visits[ROOT]
        return not self.grows_by_one and total >= CLEAR_VISITS and float(most) >= CLEAR_SHARE * float(total)

    def ranked(self) -> list[tuple[int, int, float]]:
        """(action, visits, mean value) of each root action, most visited first."""
        found: list[tuple[int, int, float]] = []
        child = self.first_child[ROOT]
        while child != NONE:
            total_visits = float(self.visits[child])
            if total_visits > 0.0:
                found.append((self.action[child], self.visits[child], self.value[child] / total_visits))
            child = self.next_sibling[child]
        found.sort(key=visits_and_value, reverse=True)
        return found


def visits_and_value(row: tuple[int, int, float]) -> tuple[int, float]:
    """Sort key of the root's actions."""
    return row[1], row[2]
