"""Le Peuple Loup : Mon Aventure, heading by heading. Letters of icons: Forest, Ville, Castle, hunter R, wolf girl M,
wolves L, Townspeople, Soldiers, Parents."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from helpers.aventure_table import MARKET, TO_TAKE, drawn, finished, lines_of, position, state, table

from meute.core.chance import BadScript, Generator, ScriptedChance
from meute.core.choices import Choices
from meute.core.errors import BadInput
from meute.games.aventure.box import check_box, contents
from meute.games.aventure.names import GOAL_KINDS, ICON_NAMES
from meute.games.aventure.options import DEFAULT_OPTIONS
from meute.games.aventure.state import FULL, deck_size, placed
from meute.match import Match, Refused, replay

FACES: list[dict[str, Any]] = contents()["cards"]["faces"]


def reason(match: Match, seat: int, action: str) -> tuple[str, str]:
    with pytest.raises(Refused) as refused:
        match.play(seat, action)
    return refused.value.reason.key, refused.value.reason.heading


def cells(match: Match, seat: int = 0) -> set[str]:
    """The cells that are offered."""
    return {text for text in match.legal_texts(seat) if len(text) == 2}


def play_on(match: Match, seed: int = 0) -> Match:
    """Random players finish the game."""
    rng = Generator(seed)
    while not match.is_over():
        seat = match.seats_to_act()[0]
        options = match.legal_actions(seat)
        match.play(seat, options[rng.below(len(options))])
    return match


# --- CARTES DU JEU DE BASE


def test_cartes_du_jeu_de_base_55_cards_with_a_story_and_an_objective() -> None:
    assert [face["id"] for face in FACES] == [f"h{n:02}" for n in range(1, 56)]
    assert all(1 <= len(face["icons"]) <= 4 and len(set(face["icons"])) == len(face["icons"]) for face in FACES)
    assert Counter(face["kind"] for face in FACES) == dict(zip(GOAL_KINDS, (24, 9, 7, 5, 4, 6), strict=True))


def test_icones_sur_les_cartes_how_often_each_appears() -> None:
    found = Counter(icon for face in FACES for icon in face["icons"])
    assert [found[name] for name in ICON_NAMES] == [20, 15, 7, 19, 14, 16, 14, 11, 14]
    assert Counter(len(face["icons"]) for face in FACES) == {1: 10, 2: 21, 3: 18, 4: 6}


def test_autres_cartes_six_helps_43_for_the_variant_and_three_others_without_effect() -> None:
    found = contents()["contents"]
    assert [found[kind] for kind in ("story_objective", "help", "variant", "extra_rule", "bonus", "blank")] == [
        55,
        6,
        43,
        1,
        1,
        4,
    ]
    with pytest.raises(BadInput) as refused:
        Match("aventure", box={"contents": {"help": 7}})
    assert refused.value.where == "contents.total"


# --- MISE EN PLACE


def test_mise_en_place_market_and_deck() -> None:
    for seed in range(10):
        s = state(Match("aventure", seed=seed))
        assert [face < 55 for face in s.market] == [True] * 4 + [False] * 2
        assert deck_size(s) == 49
        assert len({face % 55 for face in s.market} | {s.shown}) == 7
        assert bin(s.bag).count("1") == 48
        assert s.twice == 0


def test_mise_en_place_scripted() -> None:
    draws = ["+h29", "+h04", "+h53", "+h55", "+h52", "+h10", "+h49", "first:B"]
    match = Match("aventure", chance=ScriptedChance(draws))
    assert lines_of(match)["market"] == [MARKET]
    assert lines_of(match)["deck"] == ["h49", "-", "-"]
    assert match.seats_to_act() == [1]


def test_mise_en_place_no_card_comes_twice() -> None:
    with pytest.raises(BadScript):
        Match("aventure", chance=ScriptedChance(["+h29", "+h29"]))


def test_choisissez_le_premier_joueur() -> None:
    assert {Match("aventure", seed=seed).seats_to_act()[0] for seed in range(20)} == {0, 1}
    assert {Match("aventure", options={"first": "second"}, seed=seed).seats_to_act()[0] for seed in range(5)} == {1}
    with pytest.raises(BadInput):
        Match("aventure", options={"first": "third"})


# --- PRENEZ UNE CARTE


def test_prenez_une_carte_one_of_the_six() -> None:
    match = table(position("- -", "- -"))
    assert match.legal_texts(0) == ["h04", "h29", "h53", "h55", "o10", "o52"]


def test_prenez_une_carte_it_keeps_its_side() -> None:
    match = table(position("- -", "- -"))
    assert reason(match, 0, "o29") == ("aventure.why.other_side", "PRENEZ UNE CARTE")
    assert reason(match, 0, "h52") == ("aventure.why.other_side", "PRENEZ UNE CARTE")
    assert reason(match, 0, "h01") == ("aventure.why.not_in_market", "PRENEZ UNE CARTE")
    match.play(0, "o52")
    assert lines_of(match)["A"] == ["e5", "o52"]


def test_prenez_une_carte_the_top_of_the_deck_is_only_seen() -> None:
    match = table(position("- -", "- -"))
    assert reason(match, 0, "h49") == ("aventure.why.not_in_market", "PRENEZ UNE CARTE")
    assert reason(match, 0, "deck") == ("aventure.why.no_deck", "PRENEZ UNE CARTE")


def test_prenez_une_carte_nobody_passes_and_only_the_active_player_takes() -> None:
    match = table(position("- -", "- -"))
    assert reason(match, 0, "done") == ("why.other_question", "À VOTRE TOUR")
    assert reason(match, 1, "h29") == ("why.not_your_turn", "À VOTRE TOUR")


def test_prenez_une_carte_another_one_may_be_chosen_until_it_lies() -> None:
    match = table(position("e5 h01", "e5 h02"))
    match.play(0, "h29")
    match.undo(0)
    assert match.legal_texts(0) == ["h04", "h29", "h53", "h55", "o10", "o52"]
    match.play(0, "h04")
    match.play(0, "f5")
    with pytest.raises(BadInput):
        match.undo(0)


# --- PLACEZ UNE CARTE


def test_placez_une_carte_the_first_anywhere() -> None:
    match = table(position("- -", "e5 h02"))
    match.play(0, "h29")
    assert lines_of(match)["A"] == ["e5", "h29"], "nothing tells one place from another: nobody is asked"
    assert match.seats_to_act() == [1]


def test_placez_une_carte_next_to_another() -> None:
    match = table(position("e5 h01", "e5 h02"))
    match.play(0, "h29")
    assert cells(match) == {"e4", "e6", "d5", "f5"}
    assert reason(match, 0, "f6") == ("aventure.why.no_contact", "PLACEZ UNE CARTE")
    assert reason(match, 0, "e5") == ("aventure.why.taken_cell", "PLACEZ UNE CARTE")
    match.play(0, "f5")
    assert lines_of(match)["A"] == ["e5", "h01,h29"]


@pytest.mark.parametrize(
    ("cell", "grid"),
    [("d5", "d5 h29,h01"), ("e4", "e4 h29/h01"), ("e6", "e5 h01/h29")],
)
def test_placez_une_carte_the_grid_grows_to_every_side(cell: str, grid: str) -> None:
    match = table(position("e5 h01", "e5 h02"))
    match.play(0, "h29")
    match.play(0, cell)
    assert lines_of(match)["A"] == grid.split()


def test_placez_une_carte_never_beyond_5_x_5() -> None:
    match = table(position("e3 h01/h03/h05/h06/h07", "e5 h02"))
    match.play(0, "h29")
    assert cells(match) == {f"{column}{row}" for column in "df" for row in range(3, 8)}
    assert reason(match, 0, "e8") == ("aventure.why.too_wide", "PLACEZ UNE CARTE")
    assert reason(match, 0, "e2") == ("aventure.why.too_wide", "PLACEZ UNE CARTE")
    assert reason(match, 0, "i5") == ("aventure.why.no_contact", "PLACEZ UNE CARTE")


def test_placez_une_carte_the_frame_is_not_fixed_early() -> None:
    """Four wide: one more column, on the left or on the right."""
    match = table(position("e5 h01,h03,h05,h06", "e5 h02"))
    match.play(0, "h29")
    assert {"d5", "i5"} <= cells(match)
    match.play(0, "d5")
    match.play(1, "h04")
    match.play(1, "f5")
    match.play(0, "h53")
    assert "i5" not in cells(match)
    assert reason(match, 0, "i5") == ("aventure.why.too_wide", "PLACEZ UNE CARTE")


def test_placez_une_carte_every_row_and_column_has_five_cards_at_the_end() -> None:
    for seed in range(40):
        match = play_on(Match("aventure", seed=seed), seed)
        for seat in range(2):
            assert state(match).occupied[seat] == 0x1F1F1F1F1F


def test_placez_une_carte_the_last_cell_is_filled_without_asking() -> None:
    rows = "h01,h02,h03,h05,h06/h07,h08,h09,h11,h12/h13,h14,h15,h16,h17/h18,h19,h20,h21,h22/h23,h24,h25,h26,."
    match = table(position(f"e5 {rows}", "e5 h27"))
    match.play(0, "h29")
    assert lines_of(match)["A"][1].endswith("h26,h29")


# --- REMPLACEZ LA CARTE


def test_remplacez_la_carte_by_a_story() -> None:
    match = table(position("e5 h01", "e5 h02"))
    match.play(0, "h29")
    assert lines_of(match)["market"] == ["-,h04,h53,h55/o52,o10"], "the place stays free until the card lies"
    match.play(0, "f5")
    assert lines_of(match)["market"] == ["h49,h04,h53,h55/o52,o10"]


def test_remplacez_la_carte_by_an_objective_and_the_story_is_lost() -> None:
    match = table(position("e5 h01", "e5 h02"))
    match.script = ScriptedChance(["+h33"])
    match.play(0, "o10")
    match.play(0, "f5")
    assert lines_of(match)["market"] == ["h29,h04,h53,h55/o52,o49"]
    assert lines_of(match)["deck"] == ["h33", "-", "-"]
    match.script = ScriptedChance(["+h49"])
    match.play(1, "h29")
    with pytest.raises(BadScript):
        match.play(1, "f5")


def test_remplacez_la_carte_the_market_is_always_four_and_two() -> None:
    match = Match("aventure", seed=3)
    rng = Generator(4)
    full = 0
    while deck_size(state(match)) > 0:
        faces = list(state(match).market)
        if -1 not in faces:
            full += 1
            assert sum(face < 55 for face in faces) == 4
        seat = match.seats_to_act()[0]
        options = match.legal_actions(seat)
        match.play(seat, options[rng.below(len(options))])
    assert full > 10


def test_remplacez_la_carte_everybody_sees_the_next_story_and_no_back() -> None:
    match = table(position("e5 h01", "e5 h02"))
    for seat in (0, 1, -1):
        page = match.game.show(match.view(seat).state, seat)
        assert page["deck"]["shown"]["card"] == "h49"
        assert page["deck"]["back"] is None
        assert [place["card"]["card"] for place in page["market"]] == MARKET.replace("/", ",").split(",")
        assert {place["back"] for place in page["market"]} == {None}


# --- FIN DU TOUR


def test_fin_du_tour_the_other_player() -> None:
    match = table(position("e5 h01", "e5 h02"))
    match.play(0, "h29")
    match.play(0, "f5")
    assert match.seats_to_act() == [1]
    match.play(1, "h04")
    match.play(1, "e4")
    assert match.seats_to_act() == [0]


# --- FIN DU JEU


def test_fin_du_jeu_fifty_turns_the_last_is_not_refilled() -> None:
    for seed in range(5):
        match = play_on(Match("aventure", seed=seed), seed)
        s = state(match)
        assert [placed(s, seat) for seat in range(2)] == [FULL, FULL]
        assert deck_size(s) == 0
        assert sum(face >= 0 for face in s.market) == 5
        assert sum(step.seat >= 0 for step in match.steps) >= 50
        words = Counter(match.game.events[event.kind].name for event in match.events)
        assert words["places"] == 50
        assert words["takes"] == 50
        assert words["replaces"] + words["replaces_turned"] == 49
        assert words["not_replaced"] == 1
        assert words["ends"] == 1


def test_fin_du_jeu_most_points_win() -> None:
    match = play_on(Match("aventure", seed=8), 8)
    result = match.result()
    assert result is not None
    assert result.reason == "grids_full"
    best = max(result.points)
    assert [place == 1 for place in result.places] == [points == best for points in result.points]


def test_fin_du_jeu_equal_points_share_the_win() -> None:
    grid, box = drawn("o05 RF")
    other, _ = drawn("o05 RF")
    match = table(position(grid, "- -", market="-,-,-,-/-,-", deck="- - -", frames=""), box=box)
    assert list(match.game.places(match.state)) == [1, 2]
    assert other == grid
    empty = table(position("- -", "- -", market="-,-,-,-/-,-", deck="- - -", frames=""))
    assert list(empty.game.places(empty.state)) == [1, 1]


def test_fin_du_jeu_a_record_tells_the_same_game() -> None:
    match = play_on(Match("aventure", ("a", "b", "c"), seed=2), 2)
    assert replay(match.record()).result() == match.result()


# --- Règle supplémentaire : 3 ou 4 joueurs


@pytest.mark.parametrize(("seats", "left"), [(3, 104 - 75), (4, 104 - 100)])
def test_regle_supplementaire_two_copies(seats: int, left: int) -> None:
    match = Match("aventure", [str(n) for n in range(seats)], seed=6)
    assert deck_size(state(match)) == 104
    assert len(state(match).market) == 6
    order = [match.seats_to_act()[0]]
    while not match.is_over():
        if match.seats_to_act()[0] != order[-1]:
            order.append(match.seats_to_act()[0])
        options = match.legal_actions(match.seats_to_act()[0])
        match.play(match.seats_to_act()[0], options[0])
    assert all(after == (before + 1) % seats for before, after in pairwise(order))
    assert deck_size(state(match)) == left, "every take is refilled, the last one too"
    assert sum(face >= 0 for face in state(match).market) == 6
    kinds = Counter(card % 55 for card in [*state(match).grid, *state(match).market] if card >= 0)
    assert max(kinds.values()) == 2


def test_regle_supplementaire_identical_objectives_each_score() -> None:
    text = position("e5 o05,h14,o05", "- -", "- -", market="-,-,-,-/-,-", deck="- - -", frames="")
    assert [row.amount for row in table(text).score()[1]] == [2, 2]


def test_regle_supplementaire_both_copies_are_drawn_twice_as_often() -> None:
    text = position("e5 h14", "e5 h14", "e5 h15", deck="- - -", frames="Replace(places=0) " + TO_TAKE)
    match = Match("aventure", ("a", "b", "c"), seed=None, position=text)
    out = Choices()
    match.state.describe(-1, out)
    assert "+h14" not in [match.game.codec.text(action) for action in out.to_list()]
    assert out.weight_of(match.game.codec.read("+h15")) == 1
    assert out.weight_of(match.game.codec.read("+h16")) == 2
    assert out.weight == 110 - 6 - 3


def test_regle_supplementaire_large_market_for_four() -> None:
    match = Match("aventure", [str(n) for n in range(4)], {"market": "large"}, seed=1)
    assert [face < 55 for face in state(match).market] == [True] * 6 + [False] * 3
    assert deck_size(state(match)) == 101
    play_on(match)
    assert deck_size(state(match)) == 1
    with pytest.raises(BadInput):
        Match("aventure", [str(n) for n in range(3)], {"market": "large"})


def test_regle_supplementaire_two_equal_cards_in_the_market() -> None:
    text = position("e5 h01", "e5 h02", "e5 h03", market="h29,h29,h53,h55/o52,o10")
    match = table(text)
    assert match.legal_texts(0) == ["h29", "h53", "h55", "o10", "o52"]
    match.play(0, "h29")
    match.play(0, "f5")
    assert lines_of(match)["market"] == ["h49,h29,h53,h55/o52,o10"]


# --- what the page needs


def test_page_what_a_placement_adds() -> None:
    grid, box = drawn("o07 F\n. P")
    match = table(position(grid, "e5 h51", market="h52,h53,h54,h55/o49,o48", deck="h50 - -"), box=box)
    match.play(0, "h52")
    page = match.game.show(match.view(0).state, 0)
    assert page["hand"]["card"] == "h52"
    cells = {cell["cell"]: cell for cell in page["grids"][0]["cells"]}
    assert {name for name, cell in cells.items() if cell["legal"]} == set(match.legal_texts(0))
    assert cells["e6"]["gain"] == 2
    assert cells["e6"]["gains"] == [{"place": "cell.0.e5", "gain": 2}]
    assert cells["g5"]["gain"] == 2
    assert cells["g6"]["gain"] == 0
    before = match.score()[0][0]
    match.play(0, "e6")
    assert match.score()[0][0] == before + 2
    assert not any(cell["legal"] for cell in match.game.show(match.view(0).state, 0)["grids"][0]["cells"])


def test_page_cells_that_the_grid_may_still_reach() -> None:
    match = table(position("e5 h01,h03,h05,h06", "- -"))
    grid = match.game.show(match.view(0).state, 0)["grids"][0]
    assert {cell["cell"][0] for cell in grid["cells"]} == set("defghi")
    assert {cell["cell"][1] for cell in grid["cells"]} == set("123456789")
    assert (grid["rows_left"], grid["columns_left"]) == (4, 1)
    assert len(match.game.show(match.view(0).state, 0)["grids"][1]["cells"]) == 81


def test_page_frequency_of_icons() -> None:
    match = table(position("e5 h11,o12", "e5 h01"))
    found = {row["icon"]: row for row in match.game.show(match.view(0).state, 0)["frequency"]}
    assert found["foret"] == {"icon": "foret", "total": 20, "placed": 2, "lost": 1, "left": 17}
    assert found["loups"]["placed"] == 1
    assert found["loups"]["lost"] == 2, "behind « La clairière » and « Sous les armes »"


@pytest.mark.parametrize(("seats", "copies"), [(2, 1), (3, 2)])
def test_page_how_many_cards_there_are(seats: int, copies: int) -> None:
    shown = Match("aventure", [f"seat {n}" for n in range(seats)], seed=1).view(0)
    page = shown.game.show(shown.state, 0)
    assert (page["cards"], page["copies"], page["side"]) == (55 * copies, copies, 5)


def test_page_frequency_counts_the_card_in_hand() -> None:
    match = table(position("e5 h11,o12", "e5 h01"))
    before = match.game.show(match.view(0).state, 0)["frequency"]
    match.play(0, "o52")
    assert match.game.show(match.view(0).state, 0)["frequency"] == before, "its Story stays lost"


def test_page_every_choice_lights_a_place_that_is_drawn() -> None:
    match = Match("aventure", seed=5)
    rng = Generator(5)
    while not match.is_over():
        seat = match.seats_to_act()[0]
        view = match.view(seat).state
        page = match.game.show(view, seat)
        drawn_places = {place["place"] for place in page["market"]}
        drawn_places |= {cell["place"] for cell in page["grids"][seat]["cells"]}
        options = match.legal_actions(seat)
        assert all(set(match.game.targets(view, seat, action)) <= drawn_places for action in options)
        match.play(seat, options[rng.below(len(options))])


def test_page_the_shape_is_drawn_as_on_the_card() -> None:
    for face in FACES:
        match = finished(f"o{face['id'][1:]} F")
        shown = match.game.show(match.view(0).state, 0)["grids"][0]["cells"]
        goal = next(cell["card"]["goal"] for cell in shown if cell["card"] and cell["card"]["goal"])
        assert goal["points"] == face["points"]
        if face["kind"] == "shape":
            assert sorted((c["row"], c["col"], c["icon"]) for c in goal["cells"]) == sorted(map(tuple, face["cells"]))


# --- positions


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (("market h29,h04,h53,h55/o52,o10", "market h29,h04,h53/o52,o10"), "market"),
        (("h29,h04", "h29,h29"), "position"),
        (("A e5 h01", "A e5 h99"), "A.grid"),
        (("A e5 h01", "A a1 h01"), "A.corner"),
        (("A e5 h01", "A e5 h01,h03,h05,h06,h07,h08"), "A.grid"),
        (("A e5 h01", "A e5 h01,."), "A.grid"),
        (("table A", "table Z"), "table.mover"),
        (("deck h49 - -", "deck h49 -"), "deck.under"),
        (("Turns(step=next)", "Nothing(step=next)"), "frames"),
    ],
)
def test_positions_say_where_they_are_wrong(change: tuple[str, str], where: str) -> None:
    text = position("e5 h01", "e5 h02")
    assert change[0] in text
    with pytest.raises(BadInput) as refused:
        table(text.replace(*change))
    assert refused.value.where == where


def test_the_box_is_read_the_same_twice() -> None:
    once, twice = (check_box(2, DEFAULT_OPTIONS.market, contents()) for _ in range(2))
    assert list(once.patterns) == list(twice.patterns)
