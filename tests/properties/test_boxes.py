"""Boxes of the wrong shape: every value of every box, replaced by another, is read or refused as bad input."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import pytest

from meute.core.box import Contents, merge
from meute.core.errors import BadInput
from meute.core.game import Game
from meute.core.options import settle_options
from meute.games import GAMES

OF_ALL_TYPES: tuple[object, ...] = (None, True, 1.5, 1, "x", ["x"], [["A"]], [{"id": "x"}], {"x": 1})
OF_ITS_TYPE: dict[type, tuple[object, ...]] = {
    int: (-1, 10**30),
    str: ("", "\N{LATIN SMALL LETTER E WITH ACUTE}", "x" * 1000),
    list: ([],),
}
SHOWN = 3
"""Entries of a list are alike: these many are tried, and the last one."""

Path = tuple[str | int, ...]


def places(value: object, at: Path = ()) -> Iterator[tuple[Path, object]]:
    """Every value of a box with the way to it; of a list, those of the first three entries and of the last one."""
    if at:
        yield at, value
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from places(inner, (*at, name))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            if i < SHOWN or i == len(value) - 1:
                yield from places(inner, (*at, i))


def replaced(value: Any, at: Path, new: object) -> Any:
    """A copy with one value replaced."""
    if not at:
        return new
    copy: Any = dict(value) if isinstance(value, Mapping) else list(value)
    copy[at[0]] = replaced(value[at[0]], at[1:], new)
    return copy


def start(game: Game, changes: Contents) -> None:
    game.start(game.min_seats, settle_options(game.options, {}, game.version), merge(game.box(), changes))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_a_value_of_another_type_is_refused_with_its_place(game: Game) -> None:
    for at, old in places(game.box()):
        beside = [value for value in places_beside(game, at) if value is not old]
        for new in OF_ALL_TYPES:
            if any(type(new) is type(value) for value in (old, *beside)):
                continue
            with pytest.raises(BadInput) as refused:
                merge(game.box(), replaced(game.box(), at, new))
            assert refused.value.where.startswith(str(at[0])), (at, new)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_a_value_of_its_type_is_read_or_refused(game: Game) -> None:
    for at, old in places(game.box()):
        for new in (*OF_ITS_TYPE.get(type(old), ()), *(value for value in OF_ALL_TYPES if type(value) is type(old))):
            with suppress(BadInput):
                start(game, replaced(game.box(), at, new))


def places_beside(game: Game, at: Path) -> list[object]:
    """The other entries of the lists that a value lies in, at any depth: a cell holds numbers and a word."""
    value: Any = game.box()
    for step in at[:-1]:
        value = value[step]
    return value if isinstance(value, list) else []
