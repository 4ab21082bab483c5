"""Histoires palpitantes: every Power. The effects are our own design (box.toml, RULES.md)."""

import pytest
from helpers.aventure_table import VARIANT, lines_of, position, refusal, state, table, took, with_power

from meute.core.chance import Generator, ScriptedChance
from meute.games.aventure.state import ROTATIONS, placed
from meute.match import Match

OVER = ""
NO_MARKET = "-,-,-,-/-,-"
NEARLY_FULL = (
    "h01,h02,h03,h05,h06/h07,h08,h09,h11,h12/h13,h14,h15,h16,h17/h18,h19,h20,h21,h22/h23,h24,h25,h26,."  # one cell left
)


# --- the Powers


def test_pw01_de_biais() -> None:
    match = with_power("pw01", "e5 h01", "e5 h02")
    assert refusal(match, 0, "pw01") == "aventure.why.not_now"
    match.play(0, "h29")
    match.play(0, "pw01")
    assert set(match.legal_texts(0)) == {"d4", "f4", "d6", "f6"}
    assert refusal(match, 0, "e4") == "aventure.why.not_by_corner"


def test_pw02_le_grand_bond() -> None:
    match = with_power("pw02", "e5 h01,h03,h05", "e5 h02")
    match.play(0, "h29")
    match.play(0, "pw02")
    assert len(match.legal_texts(0)) == 7 * 9 - 3
    match.play(0, "i9")
    assert placed(state(match), 0) == 4
    assert lines_of(match)["A"][:2] == ["e5", "h01,h03,h05,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,h29"]


def test_pw03_l_echange() -> None:
    match = with_power("pw03")
    match.play(0, "pw03")
    match.play(0, "e5")
    assert "e5" not in match.legal_texts(0)
    match.play(0, "f6")
    assert lines_of(match)["A"][:2] == ["e5", "o07,h03/h05,h01"]
    assert refusal(match, 0, "e4") == "why.other_question"
    took(match)


def test_pw04_le_demenagement() -> None:
    match = with_power("pw04")
    match.play(0, "pw04")
    assert set(match.legal_texts(0)) == {"e5", "f5", "e6", "f6"}
    match.play(0, "e5")
    assert "e5" not in match.legal_texts(0), "not back to where it was"
    assert refusal(match, 0, "a1") == "aventure.why.too_wide"
    assert refusal(match, 0, "e5") == "aventure.why.not_back"
    assert refusal(match, 0, "d4") == "aventure.why.no_contact"
    match.play(0, "g5")
    assert sorted(lines_of(match)["A"][1].replace("/", ",").split(",")) == [".", ".", "h01", "h03", "h05", "o07"]
    assert placed(state(match), 0) == 4


def test_pw04_the_grid_may_become_smaller() -> None:
    match = with_power("pw04", "e5 h01,h03,h05,h06,h07", "e5 h02")
    match.play(0, "pw04")
    match.play(0, "e5")
    assert lines_of(match)["A"][1] == "h03,h05,h06,h07", "lifted: the first card was at the edge"
    texts = match.legal_texts(0)
    match.play(0, next(text for text in texts if text[1] == "5"))
    assert lines_of(match)["A"][1] == "h03,h05,h06,h07,h01"


def test_pw05_la_rangee_glissante() -> None:
    match = with_power("pw05", "e5 h01,h03,h05,h06,h07/h08,.,.,.,.", "e5 h02")
    match.play(0, "pw05")
    assert match.legal_texts(0) == ["row5>", "row5<"]
    match.play(0, "row5>")
    assert lines_of(match)["A"][1] == "h07,h01,h03,h05,h06/h08,.,.,.,."
    column = with_power("pw05", "e5 h01/h03/h05/h06/h07", "e5 h02")
    column.play(0, "pw05")
    column.play(0, "cole<")
    assert lines_of(column)["A"][1] == "h03/h05/h06/h07/h01"
    none = with_power("pw05")
    assert refusal(none, 0, "pw05") == "aventure.why.nothing_to_do"
    assert ROTATIONS == 2


def test_pw06_volte_face_refill_by_the_side_of_the_market() -> None:
    match = with_power("pw06")
    match.play(0, "h29")
    match.play(0, "pw06")
    match.play(0, "e4")
    assert lines_of(match)["A"][:2] == ["e4", "o29,./h01,h03/h05,o07"]
    assert lines_of(match)["market"] == ["h49,h04,h53,h55/o52,o10"]


def test_pw06_also_with_the_first_card() -> None:
    match = with_power("pw06", "- -", "- -")
    match.play(0, "o52")
    assert match.legal_texts(0) == ["e5", "pw06"]
    match.play(0, "pw06")
    assert lines_of(match)["A"][:2] == ["e5", "h52"]


def test_pw07_lire_entre_les_lignes() -> None:
    match = with_power("pw07")
    match.play(0, "pw07")
    backs = [place["back"] for place in match.game.show(match.view(0).state, 0)["market"]]
    assert [back["card"] if back else None for back in backs] == ["o29", "o04", "o53", "o55", None, None]
    assert {place["back"] for place in match.game.show(match.view(1).state, 1)["market"]} == {None}
    match.play(0, "h29")
    match.play(0, "e4")
    assert lines_of(match)["market"] == ["h49,h04!A,h53!A,h55!A/o52,o10"], (
        "what was seen stays seen; the new card was not"
    )


def test_pw08_page_blanche() -> None:
    match = with_power("pw08")
    match.script = ScriptedChance(["+h33", "+h34", "+h35", "+h36"])
    match.play(0, "pw08")
    assert lines_of(match)["market"] == ["h49,h33,h34,h35/o52,o10"]
    assert lines_of(match)["deck"] == ["h36", "-", "h29,h04,h53,h55"]
    assert match.seats_to_act() == [0]


def test_pw09_nouveaux_desseins() -> None:
    match = with_power("pw09")
    match.script = ScriptedChance(["+h33", "+h34"])
    match.play(0, "pw09")
    assert lines_of(match)["market"] == ["h29,h04,h53,h55/o49,o33"]
    assert lines_of(match)["deck"] == ["h34", "-", "h52,h10"], "Story side up like the others"


def test_pw10_fouille() -> None:
    match = with_power("pw10")
    match.script = ScriptedChance(["+h33", "+h34"])
    match.play(0, "pw10")
    assert match.legal_texts(0) == ["h33", "h34", "h49", "o33", "o34", "o49"]
    match.play(0, "o33")
    match.play(0, "e4")
    assert lines_of(match)["A"][1].startswith("o33")
    assert lines_of(match)["deck"] == ["h49", "h34", "-"], "the others go back in the same order"
    assert lines_of(match)["market"] == ["h29,h04,h53,h55/o52,o10"]


def test_pw11_mise_de_cote() -> None:
    match = with_power("pw11")
    match.script = ScriptedChance(["+h33", "+h34", "+h35"])
    match.play(0, "pw11")
    match.play(0, "o52")
    assert lines_of(match)["market"] == ["h29,h04,h53,h55/o49,o10"]
    assert lines_of(match)["A"][-1] == "o52"
    assert refusal(match, 0, "aside") == "aventure.why.nothing_aside", "on a later turn"
    took(match)
    match.play(1, "h04")
    match.play(1, "e4")
    before = lines_of(match)["market"]
    match.play(0, "aside")
    match.play(0, "g5")
    assert lines_of(match)["market"] == before, "taken without refill"
    assert lines_of(match)["A"][-1] == "-"


def test_pw11_and_pw12_not_on_the_last_turn() -> None:
    match = with_power("pw11,pw12", f"e5 {NEARLY_FULL}", "e5 h27")
    assert refusal(match, 0, "pw11") == "aventure.why.nothing_to_do"
    assert refusal(match, 0, "pw12") == "aventure.why.nothing_to_do"


def test_pw12_double_page() -> None:
    match = with_power("pw12")
    match.play(0, "pw12")
    took(match)
    assert match.seats_to_act() == [0]
    took(match, "h04", "e3")
    assert match.seats_to_act() == [1]
    match.play(1, "h53")
    match.play(1, "e4")
    assert match.seats_to_act() == [1], "A passes"
    assert placed(state(match), 0) == 6


def test_pw12_games_end_all_the_same() -> None:
    match = Match("aventure", ("a", "b", "c"), {"powers": "trio4", "power_use": "once_each"}, seed=3)
    rng = Generator(4)
    while not match.is_over():
        seat = match.seats_to_act()[0]
        texts = match.legal_texts(seat)
        options = match.legal_actions(seat)
        wanted = options[texts.index("pw12")] if "pw12" in texts else options[rng.below(len(options))]
        match.play(seat, wanted)
    assert [placed(state(match), seat) for seat in range(3)] == [25, 25, 25]


def test_pw13_retouche() -> None:
    match = with_power("pw13")
    match.play(0, "pw13")
    assert match.legal_texts(0) == ["e5", "f5", "e6"]
    assert refusal(match, 0, "f6") == "aventure.why.not_that_card"
    match.play(0, "e5")
    assert match.legal_texts(0) == ["h04", "h29", "h53", "h55"]
    match.play(0, "h53")
    assert lines_of(match)["A"] == ["e5", "h53,h03/h05,o07", "0", "-", "-"]
    assert lines_of(match)["market"] == ["h29,h04,h01,h55/o52,o10"]


def test_pw14_nouvel_enjeu() -> None:
    match = with_power("pw14")
    match.play(0, "pw14")
    assert match.legal_texts(0) == ["o10", "o52"], "there is only one Objective in the grid"
    match.play(0, "o52")
    assert lines_of(match)["A"][1] == "h01,h03/h05,o52"
    assert lines_of(match)["market"] == ["h29,h04,h53,h55/o07,o10"]


def test_pw15_surimpression() -> None:
    match = with_power("pw15")
    match.play(0, "pw15")
    match.play(0, "e6")
    assert match.legal_texts(0) == [f"icon:{name}" for name in ("foret", "ville", "chateau", *NAMES_AFTER_HUNTER)]
    match.play(0, "icon:loups")
    assert lines_of(match)["A"][1] == "h01,h03/h05+L,o07"
    assert match.score()[0][0] == 2


NAMES_AFTER_HUNTER = ("louvette", "loups", "villageois", "soldats", "parents")


def test_pw16_effacement() -> None:
    match = with_power("pw16", "e5 h02,o43", "e5 h13")
    assert match.score()[0][0] == 0
    match.play(0, "pw16")
    assert lines_of(match)["A"][1] == "h02-,o43", "the only Story"
    assert match.score()[0][0] == 8


def test_pw17_passe_partout() -> None:
    text = "e5 h08,h01,h09,o49,h05/h06,.,.,o15,."
    match = with_power("pw17", text, "e5 h02", deck="h50 - -")
    assert match.score()[0][0] == 0
    match.play(0, "pw17")
    match.play(0, "f5")
    assert lines_of(match)["A"][1].startswith("h08,h01*,h09")
    assert match.score()[0][0] == 6, "the forest stands for the town"


def test_pw17_for_one_shape_only() -> None:
    grid = "e5 h08,h01,h09,o49/h02,.,.,o46"
    match = with_power("pw17", grid, "e5 h03", deck="h50 - -")
    match.play(0, "pw17")
    match.play(0, "f5")
    rows = {row.piece: row.amount for row in match.score()[1] if row.seat == 0}
    assert rows == {48: 6, 45: 0}, "where it brings most"


def test_pw18_point_d_orgue() -> None:
    match = with_power("pw18", "e5 h01", "e5 h02")
    match.play(0, "pw18")
    assert match.score()[0] == [2, 0]


def test_pw19_le_pari() -> None:
    won = with_power("pw19", "e5 o43,h01", "e5 h02")
    won.play(0, "pw19")
    assert won.score()[0][0] == 8 + 4
    lost = with_power("pw19", "e5 o07,h11", "e5 h02")
    lost.play(0, "pw19")
    assert lost.score()[0][0] == 2 - 2
    assert lines_of(lost)["A"][1] == "o07$,h11"


def test_pw20_l_echo() -> None:
    match = with_power("pw20", "e5 h11,h01/h05,o07/h12,h13", "e5 h02")
    assert match.score()[0][0] == 0
    match.play(0, "pw20")
    assert match.score()[0][0] == 4
    none = with_power("pw20", "e5 o05,h01", "e5 h02")
    assert refusal(none, 0, "pw20") == "aventure.why.nothing_to_do"


def test_pw21_a_peu_pres() -> None:
    match = with_power("pw21", "e5 h08,o53,h01", "e5 h02", market="h29,h04,h52,h55/o54,o10")
    assert match.score()[0][0] == 0
    match.play(0, "pw21")
    assert match.score()[0][0] == 10
    still = with_power("pw21", "e5 h01,o53,h03", "e5 h02", market="h29,h04,h52,h55/o54,o10")
    still.play(0, "pw21")
    assert still.score()[0][0] == 0, "nothing against nothing is no balance"
    two = with_power("pw21", "e5 h08,o53,h16", "e5 h02", market="h29,h04,h52,h55/o54,o10")
    two.play(0, "pw21")
    assert two.score()[0][0] == 0


def test_pw22_chasse_gardee() -> None:
    match = with_power("pw22")
    match.play(0, "pw22")
    match.play(0, "o10")
    took(match)
    assert lines_of(match)["market"] == ["h49,h04,h53,h55/o52,o10*"]
    assert "o10" not in match.legal_texts(1)
    assert refusal(match, 1, "o10") == "aventure.why.guarded"
    match.play(1, "h04")
    match.play(1, "e4")
    assert "o10" in match.legal_texts(0), "the marker is gone"


def test_pw23_l_emprunt() -> None:
    match = with_power("pw23", "e5 h14,h29/h11,h01", "e5 o05,o07/o53,h03", market="h28,h04,h55,h54/o52,o10")
    match.play(0, "pw23")
    assert match.legal_texts(0) == ["o05", "o53"], "without arrows"
    match.play(0, "o05")
    assert lines_of(match)["A"][3] == "o05"
    assert match.score()[0][0] == 2, "two hunters in the forest: four points, halved"


def test_pw23_half_is_rounded_down() -> None:
    match = with_power("pw23", "e5 h02,h01/h03,h20", "e5 o46,h05")
    match.play(0, "pw23")
    assert match.score()[0][0] == 1


def test_pw24_diversion() -> None:
    match = with_power("pw24")
    match.play(0, "pw24")
    took(match)
    assert not any(text.startswith("o") for text in match.legal_texts(1))
    assert refusal(match, 1, "o10") == "aventure.why.diverted"
    match.play(1, "h04")
    match.play(1, "e4")
    assert "o10" in match.legal_texts(0)
    match.play(0, "h53")
    match.play(0, "e3")
    assert "o10" in match.legal_texts(1)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("power", ["pw22", "pw24"])
def test_pw22_and_pw24_do_not_free_the_one_they_were_used_against(power: str, seats: int) -> None:
    grids = ("e5 h01", "e5 h02", "e5 h03")[:seats]
    match = table(position(*grids, variant=f"- {power} - - -"), {**VARIANT, "power_use": "once_each"})
    match.play(0, power)
    if power == "pw22":
        match.play(0, "o10")
    took(match)
    assert refusal(match, 1, power) == "aventure.why.not_now"
    assert refusal(match, 1, "o10") in ("aventure.why.guarded", "aventure.why.diverted")
    match.play(1, "h04")
    match.play(1, "e4")
    assert match.legal_texts(1) == ["done", power], "at the end of the turn"
    match.play(1, power)
    if power == "pw22":
        match.play(1, "o52")
    assert match.seats_to_act() == [2 % seats]
    assert ("o10" in match.legal_texts(2 % seats)) == (power == "pw22")
    assert "o52" not in match.legal_texts(2 % seats)


def test_pw25_le_troc() -> None:
    match = with_power("pw25", "e5 h01,h14,o07", "e5 h02,h50,o09")
    match.play(0, "pw25")
    assert lines_of(match)["A"][1] == "h02,h14,o07", "only one icon against one icon"
    assert lines_of(match)["B"][1] == "h01,h50,o09"


def test_pw25_with_any_one_opponent() -> None:
    match = with_power("pw25", "e5 h01,h14", "e5 h02,h13", "e5 h03,h06")
    match.play(0, "pw25")
    match.play(0, "e5")
    assert match.legal_texts(0) == ["with:B", "with:C"]
    match.play(0, "with:C")
    assert match.legal_texts(0) == ["e5", "f5"]
    match.play(0, "f5")
    assert lines_of(match)["A"][1] == "h06,h14"
    assert lines_of(match)["C"][1] == "h03,h01"


def test_markers_a_marked_card_stays_in_its_grid() -> None:
    match = with_power("pw25", "e5 h01-,h14", "e5 h02,h50")
    assert refusal(match, 0, "pw25") == "aventure.why.nothing_to_do"
    other = with_power("pw13", "e5 h01*,h14", "e5 h02,h50")
    other.play(0, "pw13")
    assert other.legal_texts(0) == ["h04", "h29", "h53", "h55"], "only the unmarked Story can go"


def test_markers_move_with_their_card_inside_the_grid() -> None:
    match = with_power("pw03", "e5 h01+L,h03", "e5 h02")
    match.play(0, "pw03")
    match.play(0, "e5")
    assert lines_of(match)["A"][1] == "h03,h01+L"


def test_three_players_the_next_one_is_the_opponent() -> None:
    match = with_power("pw24", "e5 h01", "e5 h02", "e5 h03")
    match.play(0, "pw24")
    assert state(match).diverted == 1


def test_page_powers_say_when_they_can_be_used() -> None:
    match = with_power("pw01,pw03,pw18")
    powers = match.game.show(match.view(0).state, 0)["powers"]
    assert [(power["power"], power["now"], power["available"]) for power in powers] == [
        ("pw01", False, True),
        ("pw03", True, True),
        ("pw18", True, True),
    ]
    match.play(0, "pw18")
    powers = match.game.show(match.view(1).state, 1)["powers"]
    assert [(power["used"], power["available"]) for power in powers] == [([], True), ([], True), ([0], False)]
