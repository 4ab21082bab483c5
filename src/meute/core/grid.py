"""Cells of a board: neighbours and distances."""

from collections.abc import Callable, Sequence

Cell = tuple[int, int]

HEX_STEPS: tuple[Cell, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""Axial coordinates."""

FAR = 99
"""The distance of an unreachable cell."""


def neighbours(cells: Sequence[Cell], steps: Sequence[Cell]) -> tuple[tuple[int, ...], ...]:
    """For each cell, the indices of the cells one step away, in the order of the steps."""
    index = {cell: i for i, cell in enumerate(cells)}
    return tuple(tuple(index[x + dx, y + dy] for dx, dy in steps if (x + dx, y + dy) in index) for x, y in cells)


def hex_distance(a: Cell, b: Cell) -> int:
    """Distance between two axial coordinates, obstacles ignored."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def walking_distances(start: int, near: Sequence[Sequence[int]], passable: Callable[[int], bool]) -> tuple[int, ...]:
    """Walking distance from one cell to every cell through passable ones; FAR if unreachable."""
    steps = [FAR] * len(near)
    steps[start] = 0
    edge = [start]
    while edge:
        here = edge.pop(0)
        for there in near[here]:
            if steps[there] == FAR and passable(there):
                steps[there] = steps[here] + 1
                edge.append(there)
    return tuple(steps)
