"""Tensors: the same for all that a seat cannot tell apart, different for all that it can."""

import hashlib
import json
import re
from importlib import import_module
from itertools import islice
from pathlib import Path

import pytest
from helpers.worlds import COMPILED, Setting, covering, settings, walk
from mypy_extensions import i16

from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import Game
from meute.core.layout import Layout
from meute.core.mechanisms.sealed import Sealed
from meute.core.numbers import vec
from meute.core.tensor import Plane
from meute.env.planes import page
from meute.games import GAMES

PLAIN = [each for each in settings() if not each.options]
SETTINGS = [*PLAIN, *(each for game in GAMES.values() for each in covering(game))]
"""Every seat count, and every value of every option."""
every_setting = pytest.mark.parametrize("setting", SETTINGS, ids=str)
DECISIONS = 2000 if COMPILED else 250
PRINTED = 600
APART = 13
"""Every so many decisions are looked at."""
PRINTS = Path(__file__).parent / "tensors.json"

PAST = re.compile(r"^(last|history) .*$|(?<= )began .*$", re.MULTILINE)
"""Lines of a position that tell only what was scored before."""


def tensor(game: Game, s: State, seat: int) -> list[int]:
    """The row of a seat, written over something else."""
    row = vec[i16]([-7] * (game.layout.size + 2))
    game.write_tensor(s, seat, row, 1)
    assert row[0] == row[len(row) - 1] == -7, "a tensor leaves its row"
    return list(row)[1:-1]


def at_home(layout: Layout, row: list[int]) -> bool:
    return all(low <= n <= high for n, low, high in zip(row, layout.lows(), layout.highs(), strict=True))


@every_setting
def test_a_tensor_is_that_of_the_view_and_of_every_table_that_fits_it(setting: Setting) -> None:
    match = setting.start(31)
    rng = Generator(32)
    known: dict[tuple[int, ...], str] = {}
    for n, seat_to_act in enumerate(islice(walk(match, 33), 0, DECISIONS, APART)):
        for seat in {seat_to_act, n % setting.seats}:
            view = match.view(seat)
            row = tensor(match.game, match.state, seat)
            assert at_home(match.game.layout, row)
            assert tensor(match.game, view.state, seat) == row
            assert tensor(match.game, view.determinize(rng), seat) == row
            text = f"{seat} {PAST.sub('', view.text())}"
            assert known.setdefault((seat, *row), text) == text, "two views share a tensor"


def fingerprint(setting: Setting) -> str:
    """What everybody sees, now and then, at the beginning of a game."""
    known = hashlib.sha256()
    match = setting.start(36)
    for _ in islice(walk(match, 37), 0, PRINTED, APART):
        for seat in range(setting.seats):
            known.update(repr(tensor(match.game, match.state, seat)).encode())
    return known.hexdigest()[:16]


def test_tensors_are_those_of_the_other_build_and_of_yesterday() -> None:
    known_prints = json.loads(PRINTS.read_text(encoding="utf-8"))
    assert {str(setting): fingerprint(setting) for setting in SETTINGS} == known_prints, (
        "planes changed: run `python tests/renew.py`, count up `meute.env.VERSION`"
    )


@pytest.mark.parametrize("seats", range(GAMES["traces"].min_seats, GAMES["traces"].max_seats + 1))
def test_a_sealed_answer_is_seen_by_nobody_else(seats: int) -> None:
    match = Setting("traces", seats, ()).start(34)
    sealed = 0
    for seat in walk(match, 35):
        to_act = match.seats_to_act()
        if len(to_act) == 1 or not isinstance(match.state.top, Sealed):
            continue
        others = [other for other in range(seats) if other != seat]
        after = [match.state.copy() for _ in match.legal_actions(seat)]
        for s, action in zip(after, match.legal_actions(seat), strict=True):
            s.apply(seat, action)
        rows = [[tensor(match.game, s, other) for other in others] for s in after if seat not in seats_to_act(s)]
        assert all(row == rows[0] for row in rows)
        sealed += len(rows)
    assert sealed > seats


def seats_to_act(s: State) -> list[int]:
    return [seat for seat in range(s.seats) if (s.to_act >> seat) & 1]


def test_planes_are_named_and_split_where_they_lie() -> None:
    numpy = pytest.importorskip("numpy")
    for game in GAMES.values():
        rows = numpy.arange(2 * game.layout.size).reshape(2, -1)
        parts = game.layout.split(rows)
        assert list(parts) == [plane.name for plane in game.layout.planes]
        at = 0
        for plane in game.layout.planes:
            assert parts[plane.name].shape == (2, *plane.shape)
            assert parts[plane.name].flat[0] == at
            at += plane.size


def test_every_plane_that_a_frame_writes_is_in_the_layout() -> None:
    for game in GAMES.values():
        written = [
            each for each in vars(import_module(f"meute.games.{game.id}.planes")).values() if type(each) is Plane
        ]
        assert written
        assert [plane for plane in game.layout.planes if plane in written] == sorted(written, key=lambda each: each.at)


def test_the_page_of_tensor_planes_is_as_generated() -> None:
    path = Path(__file__).parents[2] / "docs/tensor-planes.md"
    assert path.read_text(encoding="utf-8") == page(), "run: python -m meute.env.planes > docs/tensor-planes.md"
