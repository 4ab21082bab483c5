"""Choices, codec, options, scores, seats, grids and boxes."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meute.core import grid
from meute.core.box import BoxReader, differences, merge, sources
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.codec import ActionKind, Codec
from meute.core.errors import BadInput
from meute.core.numbers import i64, vec
from meute.core.options import NumberOption, Option, flag, settle_options
from meute.core.score import ScoreSheet, places, places_below
from meute.core.seats import everyone, left_of, next_of, only, snake_order

masks = st.integers(0, 2**20 - 1)


@given(masks, masks, st.integers(21, 40))
def test_choices_list_count_hold_and_draw(rows: int, columns: int, width: int) -> None:
    out = Choices()
    out.add(5)
    out.add_set(10, columns)
    out.add_pairs(100, rows, width, columns)
    out.add_range(2000, 2003)
    expected = [5] + [10 + c for c in range(20) if columns >> c & 1]
    expected += [100 + r * width + c for r in range(20) if rows >> r & 1 for c in range(20) if columns >> c & 1]
    expected += [2000, 2001, 2002]
    assert out.to_list() == expected == [out[n] for n in range(len(out))] == list(out)
    assert all(action in out for action in expected)
    assert not any(action in out for action in (-1, 6, 1999, 2**70, "5", None))
    with pytest.raises(IndexError):
        out[len(out)]
    assert out.size == out.weight == len(expected)
    assert [a for a in range(2100) if out.contains(a)] == sorted(set(expected))
    rng = Generator(rows + columns)
    assert all(out.draw(rng) in expected for _ in range(20))


def test_choices_draw_by_weight() -> None:
    out = Choices()
    out.add_weighted(1, 3)
    out.add_weighted(2, 0)
    out.add_weighted(3, 1)
    rng = Generator(4)
    drawn = [out.draw(rng) for _ in range(8000)]
    assert set(drawn) == {1, 3}
    assert abs(drawn.count(1) - 6000) < 200
    assert (out.weight_of(1), out.weight_of(3), out.weight_of(9)) == (3, 1, 0)


def test_choices_make_room() -> None:
    out = Choices()
    for many in (30, 3, 2000):
        out.clear()
        assert out.to_list() == []
        for n in range(many):
            out.add(2 * n)
        assert out.to_list() == [2 * n for n in range(many)]
        assert not out.contains(2 * many)


def test_codec_is_its_own_inverse() -> None:
    codec = Codec(
        (ActionKind("move", 0, ("from", 3), ("to", 4)), ActionKind("pass", 12)),
        lambda name, fields: name + "".join(map(str, fields)),
    )
    assert codec.size == 13
    for action in range(codec.size):
        assert codec.action(codec.kind(action).name, *codec.fields(action)) == action
        assert codec.read(codec.text(action)) == action
    assert codec.read(" MOVE13 ") == codec.action("move", 1, 3)
    with pytest.raises(BadInput, match="nonsense"):
        codec.read("nonsense")


OPTIONS = (
    Option("board", ("basic", "advanced"), "basic"),
    NumberOption("target", 40, 99, 50),
    flag("new_rule", since=3),
)


def test_options_have_defaults_and_limits() -> None:
    assert settle_options(OPTIONS, {}, 3) == {"board": "basic", "target": "50", "new_rule": "no"}
    assert settle_options(OPTIONS, {"target": "60"}, 3)["target"] == "60"
    assert OPTIONS[1].number("60") == 60


@pytest.mark.parametrize(
    ("wanted", "problem"),
    [
        ({"bord": "basic"}, "error.option_unknown"),
        ({"board": "huge"}, "error.option_value"),
        ({"target": "12"}, "error.option_number"),
        ({"target": "many"}, "error.option_number"),
        ({"target": "--50"}, "error.option_number"),
        ({"target": "5²"}, "error.option_number"),
        ({"target": "+50"}, "error.option_number"),
        ({"target": "٥٠"}, "error.option_number"),
        ({"target": "9" * 5000}, "error.option_number"),
    ],
)
def test_options_refuse_what_is_wrong(wanted: dict[str, str], problem: str) -> None:
    with pytest.raises(BadInput) as error:
        settle_options(OPTIONS, wanted, 3)
    assert error.value.problem == problem
    assert error.value.where == next(iter(wanted))


def test_options_newer_than_a_record_hold_what_held_before() -> None:
    newer = Option("order", ("old", "new"), "new", since=2, before="old")
    assert settle_options((newer,), {}, 1) == {"order": "old"}
    assert settle_options((newer,), {}, 2) == {"order": "new"}


def test_score_sheets_add_rows() -> None:
    sheet = ScoreSheet(2, True)
    sheet.add(0, 1, 5, 2, 3)
    sheet.add(1, 1, -2, 0, 0)
    assert list(sheet.totals) == [5, -2]
    assert [row.numbers() for row in sheet.rows] == [(0, 1, 5, 2, 3), (1, 1, -2, 0, 0)]
    mute = ScoreSheet(2, False)
    mute.add(0, 1, 5, 2, 3)
    assert (list(mute.totals), mute.rows) == ([5, 0], [])


def test_places_share_and_skip() -> None:
    assert list(places(vec[i64]([7, 9, 9, 3]))) == [3, 1, 1, 4]


def test_places_below_only_between_owners() -> None:
    owners = vec[i64]([0, 1, 2, 3, 3])
    assert list(places_below(vec[i64]([11, 11, 9, 4, 4]), owners)) == [2, 2, 3, 4, 4]


def test_seats_go_round() -> None:
    assert everyone(4) == 15
    assert only(2) == 4
    assert left_of(3, 4) == 0
    assert next_of(0b0101, 0, 4) == 2
    assert next_of(0b0001, 0, 4) == 0
    assert next_of(0, 1, 4) == -1
    assert [snake_order(turn, 1, 3) for turn in range(9)] == [1, 2, 0, 0, 2, 1, 1, 2, 0]


def test_grids() -> None:
    ring = [(0, 0), *grid.HEX_STEPS]
    near = grid.neighbours(ring, grid.HEX_STEPS)
    assert sorted(near[0]) == [1, 2, 3, 4, 5, 6]
    assert grid.hex_distance((0, 0), (2, -1)) == 2
    assert grid.walking_distances(1, near, lambda cell: cell != 0)[4] == 3, "round the middle"
    assert grid.walking_distances(0, near, lambda cell: cell in (0, 1))[4] == grid.FAR


BASE: dict[str, Any] = {
    "cards": {"hand": 13, "rows": [6, 8], "source": "printed"},
    "wolves": [{"id": "a", "n": 1}, {"id": "b", "n": 2}],
}


def test_a_box_takes_corrections_and_tells_them() -> None:
    changes = {"cards": {"hand": 12}, "wolves": [{"id": "b", "n": 5}]}
    merged = merge(BASE, changes)
    assert merged["cards"] == {"hand": 12, "rows": [6, 8], "source": "printed"}
    assert merged["wolves"] == [{"id": "a", "n": 1}, {"id": "b", "n": 5}]
    assert differences(BASE, merged) == changes
    assert differences(BASE, BASE) == {}
    assert list(sources(BASE)) == [("cards", "printed")]


@pytest.mark.parametrize(
    ("changes", "where", "problem"),
    [
        ({"card": {}}, "card", "error.box_field"),
        ({"cards": {"hnad": 1}}, "cards.hnad", "error.box_field"),
        ({"cards": 3}, "cards", "error.box_form"),
        ({"wolves": [{"id": "z"}]}, "wolves[0]", "error.box_row"),
        ({"wolves": [{"id": "a", "m": 1}]}, "wolves[a].m", "error.box_field"),
        ({"wolves": [{"id": "a", "n": 1}] * 100}, "wolves", "error.box_size"),
        ({"cards": {"rows": [6] * 100_000}}, "cards.rows", "error.box_size"),
        ({"cards": {"rows": [["6" * 100_000]]}}, "cards.rows[0][0]", "error.box_size"),
        ({"cards": {"source": "x" * 470_000}}, "cards.source", "error.box_size"),
        ({"cards": {"source": "invented"}}, "cards.source", "error.box_source"),
        ({"cards": {"source": "\ud800"}}, "cards.source", "error.box_form"),
        ({"cards": {"source": 3}}, "cards.source", "error.box_form"),
    ],
)
def test_a_wrong_correction_names_its_field(changes: dict[str, Any], where: str, problem: str) -> None:
    with pytest.raises(BadInput) as error:
        merge(BASE, changes)
    assert (error.value.where, error.value.problem) == (where, problem)


def test_figures_are_checked() -> None:
    figures = BoxReader({"n": 5, "list": [1, 2], "lists": [[1], ["x"]], "no": True})
    assert figures.whole("n", 0, 9) == 5
    assert figures.wholes("list", 0, 9, 2) == (1, 2)
    for ask, where in (
        (lambda: figures.whole("n", 6, 9), "n"),
        (lambda: figures.whole("no", 0, 9), "no"),
        (lambda: figures.wholes("list", 0, 9, 3), "list"),
        (lambda: figures.wholes("n", 0, 9), "n"),
        (lambda: figures.lists("lists", 0, 9), "lists[1][0]"),
    ):
        with pytest.raises(BadInput) as error:
            ask()
        assert error.value.where == where
