"""Terres de Loups, EFFETS DES JETONS GRIFFURE and the advanced board; letters are those of the notation."""

from typing import Any

import pytest
from helpers.terres_table import finished, grounds_of, points, position, state, table

from meute.games.terres.scoring import force
from meute.games.terres.state import MOST_SLOTS
from meute.match import Match

OVER = "Rounds()"


@pytest.mark.parametrize(
    ("claw", "force_a", "points_a"),
    [
        ("w", 7 + 2 + 1 + 3, 2),
        ("f", 7 + 2 + 1 + 3, 2),
        ("p", 10, 2 + 3),
        ("s", 10, 2 + 2),
        ("v", 10, 2 + 4),
        ("k", 10, 2 + 3),
        ("c", 10, 2 + 5),
    ],
)
def test_effets_des_jetons_griffure(claw: str, force_a: int, points_a: int) -> None:
    match = finished(grounds={"N": "... n7,r2,o4*|-"}, slots_a=f"{claw}.........")
    assert force(state(match), 0, 0) == force_a
    assert points(match) == [points_a, 0]


def test_effets_only_on_their_side_and_territory() -> None:
    match = finished(grounds={"N": "... n7|n3"}, slots_a="..w.......", slots_b="p.........")
    assert force(state(match), 0, 0) == 7
    assert points(match) == [2, 1]


def test_effets_two_conquest_claws_give_ten() -> None:
    assert points(finished(grounds={"N": "... n7|-"}, slots_a="cc........")) == [2 + 10, 0]


def test_effets_conquest_needs_the_token() -> None:
    assert points(finished(grounds={"N": "... n7|r7"}, slots_a="c.........")) == [0, 0]
    assert points(finished(grounds={"N": "... n3|r7"}, slots_a="c.........")) == [0, 2]


def test_effets_small_wolves_only_face_up() -> None:
    assert points(finished(grounds={"N": "... n2,n3,n4,n5,r2*|-"}, slots_a="k.........")) == [2 + 9, 0]


def losing_with(claw: str, grounds: dict[str, str], slot: str, **changes: Any) -> Match:
    """A loses the trick at the orange territory, where only this claw is left, and lays it into a slot."""
    match = table(position({"O": f"..{claw} -|-", **grounds}, a="o3,n2", b="o7,r7", **changes))
    match.play(0, "o3-O")
    match.play(1, "o7-R")
    match.play(0, slot)
    return match


def test_effets_a_lone_wolf_joins_at_once() -> None:
    match = losing_with("l", {}, ">1")
    assert grounds_of(match)["N"][2] == "+1|-"
    assert force(state(match), 0, 0) == 1


def test_effets_no_lone_wolf_into_a_full_territory() -> None:
    match = losing_with("l", {"N": "??? n4,n5,n6|b2*,b3*,b4*"}, ">1")
    assert grounds_of(match)["N"][2] == "n4,n5,n6|b2*,b3*,b4*"
    assert grounds_of(match)["A"][0] == "l.........", "the claw stays in its slot without effect"


def test_effets_a_claw_may_lie_at_a_full_territory() -> None:
    match = losing_with("f", {"N": "??? n4,n5,n6|b2*,b3*,b4*"}, ">1")
    assert grounds_of(match)["A"][0] == "f........."


def test_effets_the_victory_token_turns_at_once_and_again() -> None:
    match = losing_with("t", {}, ">1")
    assert grounds_of(match)["N"][0] == "6/2"
    match = losing_with("t", {}, ">2", slots_a="t.........", tokens={"N": "6/2"})
    assert grounds_of(match)["N"][0] == "2/6"


def test_effets_force_counts_wolves_that_come_later() -> None:
    match = losing_with("w", {}, ">1")
    before = force(state(match), 1, 0)
    match.play(1, "r7-V")
    match.play(0, "n2-N")
    assert before == 0
    assert force(state(match), 0, 0) == 2, "a lone wolf of 1, and 1 for the claw laid before it came"


def test_page_force_of_the_current_trick_and_the_next_moon() -> None:
    match = table(position({"N": "... n4|-"}, a="r6,n2", b="r4,n3"))
    page = match.game.show(match.view(1).state, 1)
    match.play(0, "r6-N")
    sides = match.game.show(match.view(1).state, 1)["grounds"][0]["sides"]
    assert [(side["force"], side["pending"]) for side in sides] == [(4 + 6, 6), (0, 0)]
    assert page["next_moon"] == "full"
    for moons, coming in ((("V", "-"), "red"), (("V", "R"), "")):
        moon = table(position({"V": "... -|-", "R": "... -|-"}, a="n6,n2", b="n4,n3", moons=moons))
        assert moon.game.show(moon.view(0).state, 0)["next_moon"] == coming


# --- the advanced board


def advanced(grounds: dict[str, str], **changes: Any) -> str:
    full = {"N": "??? -|-", "O": "???? -|-", "V": "??? -|-", "B": "???? -|-", "R": "??? -|-"}
    return position({**full, **grounds}, **changes)


def test_plateau_avance_places_and_slots_are_asymmetric() -> None:
    s = state(Match("terres", options={"board": "advanced"}, seed=3))
    assert [s.box.face_down[ground] + s.box.face_up[ground] for ground in range(5)] == [3, 4, 3, 4, 3]
    touched = [[bin(s.box.touches[side * MOST_SLOTS + slot]).count("1") for slot in range(10)] for side in (0, 1)]
    assert [row.count(2) for row in touched] == [3, 3]
    assert [slots[:2] for slots in touched] == [[1, 2], [1, 2]]
    assert touched[0] != touched[1], "the two sides are rotations of each other, not mirror images"


def test_plateau_avance_a_border_claw_acts_on_both_territories() -> None:
    over = advanced({"N": "... n7|-", "O": ".... o5|-"}, slots_a=".f........", trick=13, frames=OVER)
    match = table(over, board="advanced")
    assert [force(state(match), 0, ground) for ground in (0, 1)] == [10, 8]
    over = advanced({"N": "... n7|-", "O": ".... o5|-"}, slots_a=".c........", trick=13, frames=OVER)
    assert points(table(over, board="advanced")) == [2 + 5 + 3 + 5, 0]
    over = advanced({"N": "... n7|-", "O": ".... o5,r4*|-"}, slots_a=".p........", trick=13, frames=OVER)
    assert points(table(over, board="advanced")) == [2 + 1 + 3 + 2, 0]


def test_plateau_avance_immediate_effects_reach_both_territories() -> None:
    for claw, expected in (("l", ("+1|-", "2/6")), ("t", ("-|-", "6/2"))):
        match = table(advanced({"V": f"..{claw} -|-"}, a="v3,n2", b="v7,r7"), board="advanced")
        match.play(0, "v3-V")
        match.play(1, "v7-R")
        match.play(0, ">2")
        written = grounds_of(match)
        assert (written["N"][2], written["N"][0]) == expected
        assert written["O"][2] == expected[0]
        assert (written["O"][0] == "7/3") is (claw == "t")


def test_plateau_avance_a_lone_wolf_joins_only_where_there_is_room() -> None:
    grounds = {"V": "..l -|-", "N": "??? n4,n5,n6|b2*,b3*,b4*"}
    match = table(advanced(grounds, a="v3,n2", b="v7,r7"), board="advanced")
    match.play(0, "v3-V")
    match.play(1, "v7-R")
    match.play(0, ">2")
    assert grounds_of(match)["N"][2] == "n4,n5,n6|b2*,b3*,b4*"
    assert grounds_of(match)["O"][2] == "+1|-"


def test_plateau_avance_a_moon_waits_for_all_four_claws() -> None:
    match = table(advanced({"O": "..?f -|-"}, a="o3,o4,n2", b="o7,o6,r7"), board="advanced")
    match.play(0, "o4-O")
    match.play(1, "o7-R")
    match.play(0, "+4")
    match.play(0, ">1")
    assert grounds_of(match)["table"][2] == "-"
    match.play(1, "o6-R")
    match.play(0, "o3-O")
    match.play(0, ">2")
    assert grounds_of(match)["table"][2] == "O"
