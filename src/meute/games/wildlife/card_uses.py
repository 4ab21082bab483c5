"""Lists the uses of a card for a seat with their gain: shown at an auction and for the own cards."""

from meute.core.numbers import NOBODY, Mask, has, lowest
from meute.games.wildlife.names import (
    ABILITY_NAMES,
    CARD_NAMES,
    CELL_NAMES,
    LEVEL_NAMES,
    TERRAIN_NAMES,
    TERRITORY_NAMES,
)
from meute.games.wildlife.rules.cards import adapt, adaptable, food_found, holders, obtainable, take_ability, take_from
from meute.games.wildlife.rules.pieces import check_filled, free_in, may_place, prey_in, put, reach, walkers
from meute.games.wildlife.rules.pieces import lift as lift_piece
from meute.games.wildlife.scoring import forecast
from meute.games.wildlife.show_types import UseShown
from meute.games.wildlife.state import (
    ABILITIES,
    ARROW,
    ATTACK,
    BOLT,
    FOOD_SOURCE,
    MOVE,
    NORTH,
    TERRAINS,
    WHEEL,
    Wildlife,
    abilities_left,
    level,
    owner,
    pieces_in,
)


def cell_list(north: Mask, south: Mask) -> list[int]:
    """The cells of a set as a sorted list."""
    found = []
    for mask, first in ((north, 0), (south, NORTH)):
        while mask:
            found.append(first + lowest(mask))
            mask &= mask - 1
    return found


def cell_names(cells: list[int]) -> list[str]:
    return [CELL_NAMES[cell] for cell in cells]


def rank_in(s: Wildlife, territory: int, seat: int) -> int:
    """A seat's rank in a territory, from 1; 0 without a piece there."""
    own = pieces_in(s, seat, territory)
    return 1 + sum(pieces_in(s, other, territory) > own for other in range(s.seats)) if own else 0


def best_uses(s: Wildlife, seat: int, card: int, lively: bool) -> list[UseShown]:
    """The uses of a card for a seat, most points first."""
    return sorted(uses(s, seat, card, lively), key=lambda use: -use["points"] - use["scoring"])


def uses(s: Wildlife, seat: int, card: int, lively: bool) -> list[UseShown]:
    """The useful actions of a card for a seat, the best one of each kind; with `lively`, the level MOVE suffices to
    place a piece."""
    if card < TERRAINS:
        return terrain_uses(s, seat, card, lively)
    if card == WHEEL:
        return wheel_uses(s, seat)
    if card == ARROW:
        return arrow_uses(s, seat)
    if card == BOLT:
        lines = [line for terrain in range(TERRAINS) for line in terrain_uses(s, seat, terrain, False)]
        return lines + wheel_uses(s, seat) + arrow_uses(s, seat)
    return [use_without_cells(CARD_NAMES[card], food=food_found(s, seat) if card == FOOD_SOURCE else 0)]


def terrain_uses(s: Wildlife, seat: int, terrain: int, lively: bool) -> list[UseShown]:
    """Placing, attacking and moving: the best step for each territory."""
    if level(s, seat, terrain) < MOVE:
        return []
    lines = []
    if may_place(s, seat, terrain, lively):
        lines += best_by_territory(s, seat, "place", [(NOBODY, cell) for cell in cell_list(*free_in(s, terrain))])
        if level(s, seat, terrain) == ATTACK:
            prey = cell_list(*prey_in(s, seat, terrain))
            lines += best_by_territory(s, seat, "attack", [(NOBODY, cell) for cell in prey])
    steps = [
        (start, end)
        for start in cell_list(*walkers(s, seat, terrain))
        for end in cell_list(*reach(s, seat, start, terrain))
    ]
    lines += [line for line in best_by_territory(s, seat, "move", steps) if line["points"] + line["scoring"] > 0]
    return lines


def best_by_territory(s: Wildlife, seat: int, action: str, steps: list[tuple[int, int]]) -> list[UseShown]:
    """For each territory that can be reached, the step that earns most, with all cells that can be reached there."""
    lines: dict[int, UseShown] = {}
    for start, end in steps:
        line = simulate_step(s, seat, action, start, end)
        territory = s.box.territory[end]
        known = lines.get(territory)
        if known is None or line["points"] + line["scoring"] > known["points"] + known["scoring"]:
            lines[territory] = line
    for territory, line in lines.items():
        line["cells"] = cell_names(sorted({end for _, end in steps if s.box.territory[end] == territory}))
    return list(lines.values())


def simulate_step(s: Wildlife, seat: int, action: str, start: int, end: int) -> UseShown:
    """A step as a use of a card: its points at once and in a general scoring, computed on a copy of the state. The
    `start` NOBODY is the stock."""
    after = s.copy()
    territory = s.box.territory[end]
    victim = owner(s, end)
    if victim != NOBODY:
        lift_piece(after, victim, end)
    if start != NOBODY:
        lift_piece(after, seat, start)
    put(after, seat, end)
    if victim == NOBODY:
        check_filled(after, seat, end)
    return UseShown(
        action=action,
        name=TERRITORY_NAMES[territory],
        cell=CELL_NAMES[end],
        origin="" if start == NOBODY else CELL_NAMES[start],
        cells=[],
        points=after.score[seat] - s.score[seat],
        rank=rank_in(s, territory, seat),
        rank_after=rank_in(after, territory, seat),
        scoring=forecast(after)[seat] - forecast(s)[seat],
        food=0,
    )


def use_without_cells(action: str, name: str = "", scoring: int = 0, food: int = 0) -> UseShown:
    """A use that concerns no cell."""
    return UseShown(
        action=action,
        name=name,
        cell="",
        origin="",
        cells=[],
        points=0,
        rank=0,
        rank_after=0,
        scoring=scoring,
        food=food,
    )


def wheel_uses(s: Wildlife, seat: int) -> list[UseShown]:
    """The levels that an adaptation token would give."""
    lines = []
    for terrain in range(TERRAINS):
        if has(adaptable(s, seat), terrain):
            after = s.copy()
            adapt(after, seat, terrain)
            gained = forecast(after)[seat] - forecast(s)[seat]
            name = f"{TERRAIN_NAMES[terrain]}_{LEVEL_NAMES[level(after, seat, terrain)]}"
            lines.append(use_without_cells("adapt", name, gained))
    return lines


def arrow_uses(s: Wildlife, seat: int) -> list[UseShown]:
    """The ability cards that an arrow could take."""
    lines = []
    for ability in range(ABILITIES):
        if has(obtainable(s, seat), ability):
            after = s.copy()
            if abilities_left(s, ability) == 0:
                take_from(after, seat, ability, lowest(holders(s, seat, ability)))
            else:
                take_ability(after, seat, ability)
            gained = forecast(after)[seat] - forecast(s)[seat]
            lines.append(use_without_cells("take", ABILITY_NAMES[ability], gained))
    return lines
