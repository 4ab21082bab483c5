"""Le Peuple Loup : Mon Aventure: what each Objective earns. Letters of icons: as in test_aventure.py."""

import tomllib
from pathlib import Path

import pytest
from helpers.aventure_table import earned, position, table

from meute.match import Match

ANNE = tomllib.loads((Path(__file__).parent / "aventure_anne.toml").read_text(encoding="utf-8"))


# --- FORMES


def test_formes_a_reflected() -> None:
    """A: castle, hunter, and below the hunter wolf girl, forest."""
    assert earned("C R .\n. M F\no44 . .") == [8]
    assert earned(". R C\nF M .\no44 . .") == [8]
    assert earned(". C R\nF M .\no44 . .") == [0], "the icons follow the order of the shape"


@pytest.mark.parametrize(
    "grid",
    [
        "C R . o44\n. M F .",
        ". R C o44\nF M . .",
        ". M F o44\nC R . .",
        "F M . o44\n. R C .",
        ". C o44\nM R .\nF . .",
        "C . o44\nR M .\n. F .",
        ". F o44\nR M .\nC . .",
        "F . o44\nM R .\n. C .",
    ],
)
def test_formes_turned_and_reflected(grid: str) -> None:
    assert earned(grid) == [8]


@pytest.mark.parametrize("grid", ["M F . o44\n. C R .", "R C . o44\n. F M .", "C R M F o44"])
def test_formes_other_arrangements_do_not_count(grid: str) -> None:
    assert earned(grid) == [0]


def test_formes_b_as_often_as_accomplished() -> None:
    assert earned("T V S o49") == [6]
    assert earned("T V S o49\nS V T .") == [12]
    assert earned("V T S o49\n. . . P") == [0], "in the order that is drawn"


def test_formes_b_no_card_twice_for_one_objective() -> None:
    assert earned("T V S V T\n. . o49 . .") == [6]
    assert earned("TS V TS V TS\n. . o49 . .") == [6], "not even with another symbol of the card"


def test_formes_c_diagonal() -> None:
    assert earned("P .\nR P\no46 .") == [3]
    assert earned("P P\no46 .") == [0]
    assert earned("P .\nP R\no46 .") == [0]
    assert earned("P P\nP P\no46 .") == [6]
    assert earned("P R P\nR P R\no46 . .") == [3], "both diagonals share a card"


def test_formes_the_largest_packing_counts() -> None:
    assert earned("P R R R\nR P R R\nR R P R\no46 R R P") == [6], "the middle pair first would give one only"


def test_formes_a_card_serves_any_one_of_its_icons() -> None:
    assert earned("CF RV .\nLT MS FP\no44 . .") == [8]


def test_formes_the_same_cards_for_several_objectives() -> None:
    assert earned("R R R\no45 . o29") == [6, 2]
    assert earned("P o46\nR P\no37 .") == [3, 2]


def test_formes_objectives_are_holes() -> None:
    assert earned("T o20 S o49") == [0, 0], "an Objective is no town, whatever its back shows"
    assert earned("o09 S\nS o46") == [0, 0]


def test_formes_unneeded_cells_do_not_matter() -> None:
    assert earned("S L S o02\n. P . .") == [7]
    assert earned("S . S o02\nF P F F") == [7]


# --- FLÈCHES


def test_fleches_d_each_time_in_the_row_and_the_column() -> None:
    cross = "L F L F F\nF L L F F\nL F o07 L F\nF F F L F\nF L L F F"
    assert earned(cross) == [2 * 5]
    assert earned("F F L F F\nL F F F L\nL F o07 L F\nF F F L F\nF F L F F") == [2 * 4]


def test_fleches_two_icons_on_a_card_count_for_two_objectives() -> None:
    assert earned("LF o07 F\n. o28 .") == [2, 2 * 0]
    assert earned("o07 LF o28") == [2, 2]


def test_fleches_crossed_out_all_or_nothing() -> None:
    assert earned("F P F\nP o43 F\nF P F") == [0]
    assert earned("P F P\nF o43 F\nP F P") == [8]
    assert earned("P F P\nF o43 F\nP FP P") == [0]


def test_fleches_crossed_out_without_any_story() -> None:
    assert earned("o43") == [8]
    assert earned("o02 o43 o10\n. P .") == [0, 0, 0]
    assert earned("o02 o43 o10\nP . P") == [0, 8, 0]


# --- ICÔNES DOUBLES


def test_icones_doubles_both_on_one_card_wherever_it_lies() -> None:
    assert earned("o05 R F\nRF . FR") == [4], "the order on the card does not matter"
    assert earned("o05 R F") == [0]
    assert earned("RFL FRVS o05") == [4], "other icons do not matter"


def test_icones_doubles_with_arrows_only_eight_cards() -> None:
    assert earned("RV F RV\nF o40 VR\nRV F RV") == [4]
    assert earned("F RV F\nRV o40 VR\nF RV F") == [16]


# --- ÉQUILIBRE


def test_equilibre_g_all_icons_count() -> None:
    assert earned("T L o53") == [10]
    assert earned("TL F o53") == [10], "also on the same card"
    assert earned("TL L o53") == [0]


def test_equilibre_not_nothing_against_nothing() -> None:
    assert earned("F V o53") == [0]
    assert earned("o53") == [0]


def test_equilibre_sums() -> None:
    assert earned("F FV C o01") == [11]
    assert earned("F V C o01") == [0]
    assert earned("FV o01") == [11]
    assert earned("FC o01") == [11]


def test_equilibre_the_back_of_an_objective_adds_nothing() -> None:
    """The Story behind « La paix fragile » shows townspeople, the one behind « Deux familles » wolves."""
    match = table(position("e5 o53,h08,o54", "- -", market="-,-,-,-/-,-", deck="- - -", frames=""))
    assert [row.amount for row in match.score()[1]] == [0, 0]
    assert earned("o53 T L o54") == [10, 0]


# --- Exemple : la grille de Anne à la fin de la partie


def anne() -> Match:
    grid = "/".join(",".join(row) for row in ANNE["grid"])
    return table(position(f"e5 {grid}", "- -", market="-,-,-,-/-,-", deck="- - -", frames=""))


def test_exemple_la_grille_de_anne() -> None:
    totals, rows = anne().score()
    found = {f"o{row.piece + 1:02}": row.amount for row in rows}
    assert {letter: found[card] for letter, card in ANNE["objectives"].items()} == ANNE["points"]
    assert totals[0] == ANNE["total"] == 41


def test_exemple_the_cards_that_earn_the_points() -> None:
    match = anne()
    page = match.game.show(match.view(0).state, 0)
    goals = {goal["card"]: goal for goal in page["grids"][0]["goals"]}
    at = {cell["place"]: cell["card"]["card"] for cell in page["grids"][0]["cells"] if cell["card"]}
    assert len(goals["o44"]["cells"]) == 4
    assert goals["o49"]["times"] == 2
    assert len(goals["o49"]["cells"]) == 6
    assert goals["o46"]["times"] == 1
    assert goals["o07"]["times"] == 3
    assert sorted(at[place] for place in goals["o05"]["cells"]) == ["h55"]
    assert (goals["o53"]["left"], goals["o53"]["right"]) == (5, 5)
    assert {at[place] for place in goals["o43"]["cells"]} == {"h31", "h37"}, "what spoils it is shown"
