"""Perfect matching of least cost in a complete graph (Edmonds' blossom algorithm with dual variables, O(n^3)).

A phase grows alternating trees from all free vertices. Vertices are 1 to n; blossoms, odd cycles shrunk to one vertex,
have larger numbers. An edge is tight if the duals of its ends pay for its weight exactly; only tight edges are used.
"""

from collections import deque
from collections.abc import Sequence

OUTER, INNER, FREE = 0, 1, -1
"""Labels of vertices: at even and odd distance from the root of their tree, and in no tree."""


def cheapest_matching(cost: Sequence[Sequence[int]]) -> list[int]:
    """The partner of each vertex in a perfect matching whose sum of costs is least; an even number of vertices."""
    highest = max((max(row) for row in cost), default=0)
    count = len(cost)
    enough = (highest + 1) * (count + 1)
    """So large that a matching with more edges always weighs more."""
    weights = [[0] * (count + 1)] + [[0] + [enough - price for price in row] for row in cost]
    matching = Matching(count, weights)
    while matching.grow():
        pass
    return [partner - 1 for partner in matching.mate[1 : count + 1]]


class Matching:
    """A matching of greatest weight while it is found."""

    def __init__(self, count: int, weights: list[list[int]]) -> None:
        self.count = self.top = count
        """Vertices, and the largest number in use, blossoms included."""
        most = 2 * count + 1
        self.weight = [row + [0] * (most - count - 1) for row in weights] + [
            [0] * most for _ in range(most - count - 1)
        ]
        self.edge = [[(one, other) for other in range(most)] for one in range(most)]
        """The real edge behind each pair of shrunk vertices."""
        self.mate = [0] * most
        self.slack = [0] * most
        """For each vertex outside the trees, the outer vertex with the least slack to it."""
        self.base = [vertex if vertex <= count else 0 for vertex in range(most)]
        """The outermost blossom of each vertex; 0 for a number without a blossom."""
        self.parent = [0] * most
        self.label = [FREE] * most
        self.seen = [0] * most
        self.stamp = 0
        self.cycle: list[list[int]] = [[] for _ in range(most)]
        """The vertices of each blossom, from its base around."""
        self.within = [[0] * (count + 1) for _ in range(most)]
        """For each blossom, the member that contains a vertex."""
        for vertex in range(1, count + 1):
            self.within[vertex][vertex] = vertex
        heaviest = max((max(row) for row in weights), default=0)
        self.dual = [heaviest if 0 < vertex <= count else 0 for vertex in range(most)]
        self.queue: deque[int] = deque()

    def reduced(self, one: int, other: int) -> int:
        """The slack of the edge behind a pair: 0 if it is tight."""
        left, right = self.edge[one][other]
        return self.dual[left] + self.dual[right] - 2 * self.weight[left][right]

    def note_slack(self, outer: int, vertex: int) -> None:
        """Keeps the outer vertex with the least slack to a vertex."""
        known = self.slack[vertex]
        if not known or self.reduced(outer, vertex) < self.reduced(known, vertex):
            self.slack[vertex] = outer

    def find_slack(self, vertex: int) -> None:
        """Finds the outer vertex with the least slack to a vertex or blossom anew."""
        self.slack[vertex] = 0
        for other in range(1, self.count + 1):
            left, right = self.edge[other][vertex]
            if self.weight[left][right] > 0 and self.base[other] != vertex and self.label[self.base[other]] == OUTER:
                self.note_slack(other, vertex)

    def enqueue(self, vertex: int) -> None:
        """Lets the search go on from all vertices in a blossom."""
        if vertex <= self.count:
            self.queue.append(vertex)
        else:
            for member in self.cycle[vertex]:
                self.enqueue(member)

    def set_base(self, vertex: int, base: int) -> None:
        self.base[vertex] = base
        for member in self.cycle[vertex] if vertex > self.count else ():
            self.set_base(member, base)

    def even_path(self, blossom: int, member: int) -> int:
        """The index of a member in its blossom's cycle, turned such that the path from the base to it is even."""
        cycle = self.cycle[blossom]
        index = cycle.index(member)
        if index % 2:
            cycle[1:] = cycle[:0:-1]
            return len(cycle) - index
        return index

    def match(self, one: int, other: int) -> None:
        """Matches a vertex or blossom along a pair, and the members of the blossom among themselves."""
        left, right = self.edge[one][other]
        self.mate[one] = right
        if one <= self.count:
            return
        member = self.within[one][left]
        index = self.even_path(one, member)
        cycle = self.cycle[one]
        for n in range(index):
            self.match(cycle[n], cycle[n ^ 1])
        self.match(member, other)
        self.cycle[one] = cycle[index:] + cycle[:index]

    def augment(self, one: int, other: int) -> None:
        """Swaps matched and unmatched edges from a vertex up to the root of its tree."""
        while True:
            above = self.base[self.mate[one]]
            self.match(one, other)
            if not above:
                return
            self.match(above, self.base[self.parent[above]])
            one, other = self.base[self.parent[above]], above

    def common_root(self, one: int, other: int) -> int:
        """The first common vertex of two paths to the roots; 0 if the trees differ."""
        self.stamp += 1
        while one or other:
            if one:
                if self.seen[one] == self.stamp:
                    return one
                self.seen[one] = self.stamp
                one = self.base[self.mate[one]]
                if one:
                    one = self.base[self.parent[one]]
            one, other = other, one
        return 0

    def shrink(self, one: int, root: int, other: int) -> None:
        """Shrinks the cycle that an edge closes to a blossom."""
        blossom = self.count + 1
        while blossom <= self.top and self.base[blossom]:
            blossom += 1
        self.top = max(self.top, blossom)
        self.dual[blossom], self.label[blossom] = 0, OUTER
        self.mate[blossom] = self.mate[root]
        cycle = [root]
        for start, turned in ((one, True), (other, False)):
            vertex = start
            while vertex != root:
                cycle.append(vertex)
                inner = self.base[self.mate[vertex]]
                cycle.append(inner)
                self.enqueue(inner)
                vertex = self.base[self.parent[inner]]
            if turned:
                cycle[1:] = cycle[:0:-1]
        self.cycle[blossom] = cycle
        self.set_base(blossom, blossom)
        for vertex in range(1, self.top + 1):
            self.weight[blossom][vertex] = self.weight[vertex][blossom] = 0
        self.within[blossom] = [0] * (self.count + 1)
        for member in cycle:
            for vertex in range(1, self.top + 1):
                if not self.weight[blossom][vertex] or self.reduced(member, vertex) < self.reduced(blossom, vertex):
                    self.edge[blossom][vertex] = self.edge[member][vertex]
                    self.edge[vertex][blossom] = self.edge[vertex][member]
                    self.weight[blossom][vertex] = self.weight[member][vertex]
                    self.weight[vertex][blossom] = self.weight[vertex][member]
            for vertex in range(1, self.count + 1):
                if self.within[member][vertex]:
                    self.within[blossom][vertex] = member
        self.find_slack(blossom)

    def expand(self, blossom: int) -> None:
        """Opens an inner blossom whose dual is 0; the members on the path through it stay in the tree."""
        cycle = self.cycle[blossom]
        for member in cycle:
            self.set_base(member, member)
        entry = self.within[blossom][self.edge[blossom][self.parent[blossom]][0]]
        index = self.even_path(blossom, entry)
        for n in range(0, index, 2):
            inner, outer = cycle[n], cycle[n + 1]
            self.parent[inner] = self.edge[outer][inner][0]
            self.label[inner], self.label[outer] = INNER, OUTER
            self.slack[inner] = 0
            self.find_slack(outer)
            self.enqueue(outer)
        self.label[entry], self.parent[entry] = INNER, self.parent[blossom]
        for member in cycle[index + 1 :]:
            self.label[member] = FREE
            self.find_slack(member)
        self.base[blossom] = 0

    def use(self, left: int, right: int) -> bool:
        """Uses a tight edge from an outer vertex: grows the tree, shrinks a cycle, or augments; true if it did."""
        one, other = self.base[left], self.base[right]
        if self.label[other] == FREE:
            self.parent[other], self.label[other] = left, INNER
            partner = self.base[self.mate[other]]
            self.slack[other] = self.slack[partner] = 0
            self.label[partner] = OUTER
            self.enqueue(partner)
        elif self.label[other] == OUTER:
            root = self.common_root(one, other)
            if not root:
                self.augment(one, other)
                self.augment(other, one)
                return True
            self.shrink(one, root, other)
        return False

    def search(self) -> bool:
        """Uses all tight edges of the outer vertices; returns whether the matching grew."""
        while self.queue:
            vertex = self.queue.popleft()
            if self.label[self.base[vertex]] == INNER:
                continue
            for other in range(1, self.count + 1):
                if self.weight[vertex][other] > 0 and self.base[vertex] != self.base[other]:
                    if self.reduced(vertex, other):
                        self.note_slack(vertex, self.base[other])
                    elif self.use(vertex, other):
                        return True
        return False

    def shift(self) -> None:
        """Changes the duals as far as all edges stay paid for: an edge becomes tight, or a blossom opens."""
        bound = []
        for vertex in self.outermost():
            if vertex > self.count and self.label[vertex] == INNER:
                bound.append(self.dual[vertex] // 2)
            if self.slack[vertex] and self.label[vertex] != INNER:
                slack = self.reduced(self.slack[vertex], vertex)
                bound.append(slack if self.label[vertex] == FREE else slack // 2)
        change = min(bound)
        for vertex in range(1, self.count + 1):
            self.dual[vertex] += {OUTER: -change, INNER: change, FREE: 0}[self.label[self.base[vertex]]]
        for blossom in self.outermost():
            if blossom > self.count:
                self.dual[blossom] += {OUTER: 2 * change, INNER: -2 * change, FREE: 0}[self.label[blossom]]

    def outermost(self) -> list[int]:
        """All vertices and blossoms that are in no blossom."""
        return [vertex for vertex in range(1, self.top + 1) if self.base[vertex] == vertex]

    def grow(self) -> bool:
        """Adds one edge to the matching; false if no vertex is free."""
        self.label = [FREE] * len(self.label)
        self.slack = [0] * len(self.slack)
        self.queue.clear()
        for vertex in self.outermost():
            if not self.mate[vertex]:
                self.parent[vertex], self.label[vertex] = 0, OUTER
                self.enqueue(vertex)
        if not self.queue:
            return False
        while not self.search():
            self.shift()
            for vertex in self.outermost():
                near = self.slack[vertex]
                if near and self.base[vertex] == vertex and self.base[near] != vertex:
                    if self.reduced(near, vertex) == 0 and self.use(*self.edge[near][vertex]):
                        return True
            for blossom in self.outermost():
                if blossom > self.count and self.label[blossom] == INNER and not self.dual[blossom]:
                    self.expand(blossom)
        return True
