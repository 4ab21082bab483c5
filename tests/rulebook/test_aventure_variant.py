"""Histoires palpitantes: set-up and every Permanent. The effects are our own design (box.toml, RULES.md)."""

import pytest
from helpers.aventure_table import VARIANT, drawn, lines_of, position, refusal, state, table, took, with_power

from meute.core.chance import BadScript, Generator, ScriptedChance
from meute.core.errors import BadInput
from meute.games.aventure.names import POWER_NAMES
from meute.games.aventure.options import PERMANENT_NAMES
from meute.games.aventure.scoring import PERMANENT
from meute.games.aventure.state import deck_size
from meute.match import Match

OVER = ""
NO_MARKET = "-,-,-,-/-,-"


def scored(permanent: str, *grids: str) -> list[int]:
    """What the Permanent gives each of these finished grids, made of icon letters."""
    texts = [drawn(grid) for grid in grids]
    assert len(texts) == 1 or all(box == texts[0][1] for _, box in texts)
    text = position(
        *[grid for grid, _ in texts],
        *(["- -"] if len(grids) == 1 else []),
        market=NO_MARKET,
        deck="- - -",
        variant=f"{permanent} - - - -",
        frames=OVER,
    )
    match = table(text, VARIANT, texts[0][1])
    rows = match.score()[1]
    return [sum(row.amount for row in rows if row.seat == seat and row.rule == PERMANENT) for seat in range(len(grids))]


# --- set-up


def test_variante_one_permanent_chosen_by_the_first_player() -> None:
    match = Match("aventure", options={"permanent": "chosen", "first": "second"}, seed=3)
    assert match.legal_texts(1) == list(PERMANENT_NAMES)
    match.play(1, "pm06")
    assert lines_of(match)["table"][1] == "pm06"
    assert match.seats_to_act() == [1]
    assert not any(text.startswith("pw") for text in match.legal_texts(1))


@pytest.mark.parametrize(("seats", "last"), [(2, 0), (3, 0), (4, 0)])
def test_variante_one_permanent_chosen_by_the_player_who_plays_last(seats: int, last: int) -> None:
    options = {"permanent": "chosen", "chooser": "last", "first": "second"}
    match = Match("aventure", [f"seat {n}" for n in range(seats)], options, seed=3)
    assert match.seats_to_act() == [last]
    match.play(last, "pm06")
    assert match.seats_to_act() == [1], "the first player still begins"


def test_variante_one_permanent_and_three_powers_at_random() -> None:
    draws = ["+h29", "+h04", "+h53", "+h55", "+h52", "+h10", "+h49", "first:A", "pm06", "pw18", "pw07", "pw24"]
    match = Match("aventure", options=VARIANT, chance=ScriptedChance(draws))
    assert lines_of(match)["table"] == ["A", "pm06", "pw18,pw07,pw24", "-", "-", "-"]
    assert {"pw18", "pw07", "pw24"} <= set(match.legal_texts(0))
    with pytest.raises(BadScript):
        Match("aventure", options=VARIANT, chance=ScriptedChance([*draws[:10], "pw18"]))


@pytest.mark.parametrize("name", PERMANENT_NAMES)
def test_variante_a_permanent_may_be_agreed_on(name: str) -> None:
    match = Match("aventure", options={"permanent": name}, seed=1)
    assert lines_of(match)["table"][1] == name


@pytest.mark.parametrize("trio", range(1, 10))
def test_variante_three_powers_may_be_agreed_on(trio: int) -> None:
    names = [f"trio{number}" for number in range(1, 10)]
    match = Match("aventure", options={"powers": names[trio - 1]}, seed=1)
    assert len(lines_of(match)["table"][2].split(",")) == 3


def test_variante_all_powers_are_in_a_trio() -> None:
    found = set()
    for number in range(1, 10):
        match = Match("aventure", options={"powers": f"trio{number}"}, seed=1)
        found |= set(lines_of(match)["table"][2].split(","))
    assert found == set(POWER_NAMES)


def test_variante_a_power_once_per_game() -> None:
    match = with_power("pw18,pw07")
    match.play(0, "pw18")
    assert refusal(match, 0, "pw07") == "aventure.why.one_power"
    took(match)
    assert match.seats_to_act() == [1]
    assert "pw07" in match.legal_texts(1)
    assert refusal(match, 1, "pw18") == "aventure.why.spent"
    assert refusal(match, 1, "pw01") == "aventure.why.not_dealt"


def test_variante_a_power_once_for_each_player() -> None:
    text = position("e5 h01", "e5 h02", variant="- pw18 - - -")
    match = table(text, VARIANT)
    match.play(0, "pw18")
    took(match)
    match.play(1, "pw18")
    match.play(1, "h04")
    match.play(1, "f5")
    assert match.score()[0] == [2, 2]
    assert refusal(match, 0, "pw18") == "aventure.why.spent"


def test_pw07_what_was_read_between_the_lines_is_not_taken_back() -> None:
    match = with_power("pw07")
    match.play(0, "pw07")
    assert match.free_undo(0) == (-1, "undo.secret")
    with pytest.raises(BadInput, match=r"undo\.secret"):
        match.undo(0)


def test_variante_a_power_at_the_end_of_the_turn() -> None:
    match = with_power("pw18")
    took(match)
    assert match.legal_texts(0) == ["done", "pw18"]
    before = match.score()[0][0]
    match.play(0, "pw18")
    assert match.score()[0][0] == before + 2
    assert match.seats_to_act() == [1]


# --- the Permanents


def test_pm01_chemins_de_traverse_also_diagonally() -> None:
    match = with_power("-", "e5 h01", "e5 h02", permanent="pm01")
    match.play(0, "h29")
    assert set(match.legal_texts(0)) == {"d4", "e4", "f4", "d5", "f5", "d6", "e6", "f6"}


def test_pm02_conteurs_bavards_five_stories() -> None:
    match = Match("aventure", options={"permanent": "pm02"}, seed=2)
    assert [face < 55 for face in state(match).market] == [True] * 5 + [False] * 2
    assert deck_size(state(match)) == 48
    rng = Generator(2)
    while not match.is_over():
        options = match.legal_actions(match.seats_to_act()[0])
        match.play(match.seats_to_act()[0], options[rng.below(len(options))])
    assert sum(face >= 0 for face in state(match).market) == 5


def test_pm03_trois_destins_three_objectives() -> None:
    match = Match("aventure", options={"permanent": "pm03"}, seed=2)
    assert [face < 55 for face in state(match).market] == [True] * 4 + [False] * 3
    assert deck_size(state(match)) == 48


def test_pm04_le_haut_de_la_pile() -> None:
    match = with_power("-", permanent="pm04")
    match.script = ScriptedChance(["+h33"])
    match.play(0, "deck")
    match.play(0, "e4")
    assert lines_of(match)["A"][1].startswith("h49")
    assert lines_of(match)["deck"] == ["h33", "-", "-"]
    assert lines_of(match)["market"] == ["h29,h04,h53,h55/o52,o10"]


def test_pm05_un_coup_d_oeil_only_on_the_own_turn() -> None:
    match = with_power("-", permanent="pm05")
    pages = [match.game.show(match.view(seat).state, seat) for seat in (0, 1, -1)]
    assert pages[0]["deck"]["back"]["card"] == "o49"
    assert pages[1]["deck"]["back"] is None
    assert pages[2]["deck"]["back"] is None
    took(match)
    event = next(event for event in match.events if match.game.events[event.kind].name == "looks_at_deck")
    assert event.seen_by(1).secret >= 55
    assert event.seen_by(0).secret == -1


def test_pm05_the_look_is_at_the_start_of_the_turn() -> None:
    match = with_power("pw08,pw18", permanent="pm05")
    page = match.game.show(match.view(0).state, 0)
    assert page["deck"]["back"]["card"] == "o49"
    took(match)
    assert match.legal_texts(0) == ["done", "pw18"]
    assert match.game.show(match.view(0).state, 0)["deck"]["back"] is None, "the next card was not looked at"
    refreshed = with_power("pw08", permanent="pm05")
    refreshed.play(0, "pw08")
    assert refreshed.game.show(refreshed.view(0).state, 0)["deck"]["back"] is None


def test_pm05_one_look_for_a_double_page() -> None:
    match = with_power("pw12", permanent="pm05")
    match.play(0, "pw12")
    assert match.game.show(match.view(0).state, 0)["deck"]["back"]["card"] == "o49"
    took(match)
    assert match.seats_to_act() == [0]
    assert match.game.show(match.view(0).state, 0)["deck"]["back"] is None
    took(match, "h04", "e3")
    looks = [event.seat for event in match.events if match.game.events[event.kind].name == "looks_at_deck"]
    assert looks == [1]


def test_pm06_les_quatre_vents() -> None:
    row = "F F F F F\n"
    assert scored("pm06", row * 5) == [3]
    assert scored("pm06", "o07 F F F F\n" + row * 4) == [0]
    assert scored("pm06", row * 4) == [0]


def test_pm07_recit_sans_pause() -> None:
    row = "F F F F F\n"
    assert scored("pm07", row * 5) == [20]
    assert scored("pm07", "o07 F F F F\n" + row * 4) == [16]
    assert scored("pm07", row) == [2]


def test_pm08_toute_la_vallee() -> None:
    assert scored("pm08", "FVC RML TSP\nFVC RML TSP") == [4]
    assert scored("pm08", "FVC RML TSP\nFVC RML TS") == [0]


def test_pm09_le_coeur_du_recit() -> None:
    row = "F F F F F\n"
    assert scored("pm09", row * 2 + "F F FVS F F\n" + row * 2) == [3]
    assert scored("pm09", row * 2 + "F F o07 F F\n" + row * 2) == [0]
    assert scored("pm09", row * 2 + "F F FVS F F\n" + row) == [0], "the middle is not yet known"


def test_pm10_la_plus_grande_meute() -> None:
    def wolves(a: str, b: str) -> list[int]:
        text = position(f"e5 {a}", f"e5 {b}", market=NO_MARKET, deck="- - -", variant="pm10 - - - -", frames=OVER)
        return table(text, VARIANT).score()[0]

    assert wolves("h07,h11", "h12") == [5, 0]
    assert wolves("h07", "h12") == [2, 2]
    assert wolves("h01", "h02") == [0, 0], "no wolves, no pack"


def test_pm11_la_rumeur_court() -> None:
    match = with_power("-", permanent="pm11")
    match.script = ScriptedChance(["+h33", "+h34"])
    took(match)
    assert match.legal_texts(0) == ["done", "h04", "h49", "h53", "h55"]
    match.play(0, "h55")
    assert lines_of(match)["market"] == ["h49,h04,h53,h33/o52,o10"]
    assert lines_of(match)["deck"] == ["h34", "-", "h55"]
    assert match.seats_to_act() == [1]
    match.script = ScriptedChance(["+h35"])
    match.play(1, "h29" if "h29" in match.legal_texts(1) else "h04")
    match.play(1, "e4")
    match.play(1, "done")
    assert match.seats_to_act() == [0]


def test_pm11_the_card_under_the_deck_comes_last() -> None:
    match = Match("aventure", options={"permanent": "pm11", "first": "first"}, seed=4)
    slipped = []
    rng = Generator(5)
    while not match.is_over() and state(match).bag:
        before = list(state(match).under)
        options = match.legal_actions(match.seats_to_act()[0])
        match.play(match.seats_to_act()[0], options[rng.below(len(options))])
        slipped += [kind for kind in state(match).under if kind not in before]
    assert slipped
    while not match.is_over() and state(match).under:
        first = state(match).under[0]
        shown = state(match).shown
        options = match.legal_actions(match.seats_to_act()[0])
        match.play(match.seats_to_act()[0], options[rng.below(len(options))])
        if state(match).shown != shown:
            assert first not in list(state(match).under) or state(match).shown == first


def test_pm12_les_regrets() -> None:
    assert scored("pm12", "o07 F o46") == [-4]
    assert scored("pm12", "o07 L o46") == [-2]


def test_pm13_morceau_de_bravoure() -> None:
    assert scored("pm13", "T L o53") == [3]
    assert scored("pm13", "T F o53") == [0]


def test_pm14_clairieres_eparses() -> None:
    match = with_power("-", "e5 h01", "e5 h02", permanent="pm14")
    match.play(0, "h29")
    assert len(match.legal_texts(0)) == 80
    match.play(0, "a1")
    assert lines_of(match)["A"][0] == "a1"
    match.play(1, "h04")
    match.play(1, "f5")
    match.play(0, "h53")
    assert len(match.legal_texts(0)) == 23
    assert refusal(match, 0, "f5") == "aventure.why.too_wide"
    five = with_power("-", "e5 h01,h03,h05,h06,h07", "e5 h02", permanent="pm14")
    five.play(0, "h29")
    assert refusal(five, 0, "e7") == "aventure.why.no_contact"


def test_pm15_la_main_libre() -> None:
    match = with_power("-", permanent="pm15")
    match.play(0, "o52")
    assert match.legal_texts(0) == ["done", "e5", "f5", "e6", "f6"]
    match.play(0, "e5")
    assert match.legal_texts(0) == ["f5", "e6", "f6"]
    match.play(0, "f6")
    assert lines_of(match)["A"][:2] == ["e5", "o07,h03/h05,h01"]
    match.play(0, "e4")
    other = with_power("-", permanent="pm15")
    other.play(0, "h29")
    assert "done" not in other.legal_texts(0), "only when an Objective is taken"
