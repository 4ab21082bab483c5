"""CARTES DU JEU DE BASE: what an owner may correct in a box, and what is refused with the name of its field."""

from typing import Any

import pytest
from helpers.aventure_table import drawn, earned, position, table

from meute.core.box import Contents
from meute.core.errors import BadInput
from meute.games.aventure.box import contents
from meute.match import Match, read_record, replay, write_record

OVER: dict[str, Any] = {"market": "-,-,-,-/-,-", "deck": "- - -", "frames": ""}


def own(*faces: dict[str, Any]) -> Contents:
    """A box with these cards corrected."""
    return {"cards": {"faces": list(faces)}}


def earned_by(text: str, *faces: dict[str, Any]) -> list[int]:
    """What the Objectives of a grid earn with these cards corrected; icon letters may repeat."""
    grid, box = drawn(text)
    box["cards"]["faces"] += faces
    match = table(position(grid, "- -", **OVER), box=box)
    return [row.amount for row in match.score()[1] if row.seat == 0]


@pytest.mark.parametrize(
    ("change", "problem", "field"),
    [
        ({"icons": ["dragon"]}, "aventure.error.box_icon", "icons"),
        ({"icons": []}, "aventure.error.box_icons", "icons"),
        ({"icons": ["foret"] * 7}, "aventure.error.box_icons", "icons"),
        ({"kind": "riddle"}, "aventure.error.box_kind", "kind"),
        ({"points": 0}, "error.box_number", "points"),
        ({"points": 100}, "error.box_number", "points"),
        ({"cells": [[0, 0, "loups"]]}, "aventure.error.box_cells", "cells"),
        ({"cells": [[0, 0, "loups"], [0, 5, "loups"]]}, "aventure.error.box_cells", "cells"),
        ({"cells": [[0, 0, "loups"], [0, 0, "foret"]]}, "aventure.error.box_cells", "cells"),
        ({"cells": [[0, 0, "loups"], [0, True, "foret"]]}, "error.box_form", "cells[1][1]"),
        ({"cells": [[0, 0, "loups"], "loups"]}, "error.box_form", "cells[1]"),
        ({"kind": "double", "pair": ["loups"]}, "aventure.error.box_icons", "pair"),
        ({"kind": "arrow"}, "aventure.error.box_icon", "icon"),
        ({"kind": "balance", "left": ["loups", "loups"], "right": ["foret"]}, "aventure.error.box_icon_twice", "left"),
        ({"kind": "balance", "left": ["loups"], "right": ["loups"]}, "aventure.error.box_icon_twice", "right"),
    ],
)
def test_cartes_du_jeu_de_base_what_no_box_holds_is_refused(change: dict[str, Any], problem: str, field: str) -> None:
    with pytest.raises(BadInput) as refused:
        Match("aventure", box=own({"id": "h09", **change}))
    assert (refused.value.problem, refused.value.where) == (problem, f"cards.faces[h09].{field}")


def test_carte_objectif_a_card_may_be_of_another_kind_than_we_thought() -> None:
    was = {face["id"]: face["kind"] for face in contents()["cards"]["faces"]}
    changes: dict[str, dict[str, Any]] = {
        "h01": {"kind": "shape", "cells": [[0, 0, "loups"], [0, 1, "loups"]]},
        "h02": {"kind": "arrow", "icon": "loups"},
        "h03": {"kind": "double", "pair": ["loups", "foret"]},
        "h04": {"kind": "balance", "left": ["loups"], "right": ["foret"]},
    }
    assert all(was[name] != change["kind"] for name, change in changes.items())
    faces = [{"id": name, "points": 5, **change} for name, change in changes.items()]
    # row by row: the shape, two wolves in the lines of the arrow, two double icons, as many wolves as forests
    assert earned_by("o01 LF o02\nLF o03 o04", *faces) == [0, 5, 10, 5]
    assert earned_by("L L o01", *faces[:1]) == [5]


def test_carte_histoire_five_icons_equal_ones_too() -> None:
    match = Match("aventure", box=own({"id": "h09", "icons": ["loups", "loups", "foret", "ville", "parents"]}), seed=1)
    again = replay(read_record(write_record(match.record())))
    assert again.box == match.box
    shown = table(position("e5 h09", "- -"), box=match.box)
    card = next(cell["card"] for cell in shown.game.show(shown.view(0).state, 0)["grids"][0]["cells"] if cell["card"])
    assert card["icons"] == ["foret", "ville", "loups", "loups", "parents"]


def test_fleches_every_time_that_the_icon_appears() -> None:
    assert earned("o07 L F") == [2]
    assert earned_by("o07 LL L") == [6]
    assert earned_by("o35 LL F") == [0]


def test_equilibre_all_icons_count_also_equal_ones_on_a_card() -> None:
    assert earned_by("TT LL o53") == [10]
    assert earned_by("TT L o53") == [0]


def test_icones_doubles_twice_the_same_icon_on_one_story() -> None:
    twins = {"id": "h05", "kind": "double", "points": 3, "pair": ["loups", "loups"]}
    assert earned_by("L LL LLF o05", twins) == [6]
    assert earned_by("L L F o05", twins) == [0]
    lined = {**twins, "kind": "double_arrow"}
    assert earned_by("L F LL\nLL o05 LL", lined) == [6]


def test_icones_doubles_two_different_icons_count_a_card_once() -> None:
    assert earned_by("RRFF o05") == [2]


def test_formes_five_wide_do_not_run_over_the_edge() -> None:
    ends = {"id": "h09", "points": 5, "cells": [[0, 0, "soldats"], [0, 4, "soldats"]]}
    assert earned_by("S F F F S\no09 F F F F", ends) == [5]
    assert earned_by("o09 F F F S\nS F F F F", ends) == [0], "the end of a row and the start of the next"
    steps = {**ends, "cells": [[0, 4, "soldats"], [1, 0, "soldats"]]}
    assert earned_by("o09 F F F S\nS F F F F", steps) == [5]
    assert earned_by("S F F F S\no09 F F F F", steps) == [0]
    tall = {**ends, "cells": [[0, 0, "soldats"], [4, 0, "villageois"]]}
    assert earned_by("T\nF\no09\nF\nS", tall) == [5]


def test_formes_more_than_six_cards() -> None:
    block = {"id": "h09", "points": 30, "cells": [[row, column, "foret"] for row in range(2) for column in range(5)]}
    assert earned_by("F F F F F\nF F F F F\no09 L L L L\nF F F F F\nF F F F F", block) == [60]
    assert earned_by("F F F F F\nF F F F L\no09 L L L L\nF F F F F\nF F F F F", block) == [30]


def test_page_a_wide_shape_is_shown_as_it_is_drawn() -> None:
    cells = [[0, 3, "loups"], [0, 0, "foret"], [1, 4, "ville"]]
    match = table(position("e5 o09", "- -"), box=own({"id": "h09", "cells": cells}))
    card = next(cell["card"] for cell in match.game.show(match.view(0).state, 0)["grids"][0]["cells"] if cell["card"])
    assert [[cell["row"], cell["col"], cell["icon"]] for cell in card["goal"]["cells"]] == sorted(cells)


def test_histoires_palpitantes_equal_icons_count_each() -> None:
    variant = {"permanent": "random", "powers": "random"}
    grid, box = drawn("F F F F F\nF F F F F\nF F LLF F F\nF F F F F\nF F F F F")
    match = table(position(grid, "- -", variant="pm09 - - - -", **OVER), variant, box)
    assert match.score()[0][0] == 3, "the heart of the story"
    match = table(position(grid, "- -", variant="pm10 - - - -", **OVER), variant, box)
    assert match.score()[0][0] == 5, "the largest pack"
