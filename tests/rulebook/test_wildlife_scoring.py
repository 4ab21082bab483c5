"""Wildlife, heading by heading: scorings and the end."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from helpers.wildlife_table import NAMES, Player, play, position, state, table, turn

from meute.games.wildlife.names import CELL_NAMES, TERRITORY_NAMES
from meute.games.wildlife.scoring import (
    RULES,
    Colonies,
    final_places,
    forecast,
    general_scoring,
)
from meute.games.wildlife.state import Wildlife, pieces_of
from meute.match import Match, Refused

EXAMPLE = tomllib.loads((Path(__file__).parent / "wildlife_scoring.toml").read_text(encoding="utf-8"))["example"]


def reason(match: Match, action: str) -> str:
    """Why an action is refused."""
    with pytest.raises(Refused) as refused:
        match.play(match.seats_to_act()[0], action)
    return refused.value.reason.key.removeprefix("wildlife.why.")


def rows_of(s: Wildlife, rule: str) -> dict[tuple[int, int], list[int]]:
    """Points by seat and place."""
    found: dict[tuple[int, int], list[int]] = {}
    for row in general_scoring(s):
        if RULES[row.rule] == rule:
            found.setdefault((row.seat, row.where), []).append(row.amount)
    return found


def points_by_seat(s: Wildlife, rule: str) -> list[int]:
    """What each seat gets by one rule."""
    totals = [0] * int(s.seats)
    for (seat, _), amounts in rows_of(s, rule).items():
        totals[seat] += sum(amounts)
    return totals


def lying(*players: Player, **options: str) -> Wildlife:
    """A table with some pieces on it."""
    return state(table(position(*players, frames=turn(laid="S3"), on_table="S3"), **options))


# --- EXEMPLE DE DECOMPTE GENERAL


def example() -> Wildlife:
    species = ("human", "mammoth", "crocodile", "eagle")
    cells = dict.fromkeys(EXAMPLE["players"], "")
    for line, row in enumerate(EXAMPLE["position"]):
        for column, mark in enumerate(row):
            if mark in cells:
                cells[mark] += f" {CELL_NAMES[line * 10 + column]}"
    players = [Player(name, cells[mark], food=0, stock=1) for name, mark in zip(species, cells, strict=True)]
    return lying(*players)


@pytest.mark.parametrize("territory", TERRITORY_NAMES)
def test_exemple_de_decompte_general_territoires(territory: str) -> None:
    found = rows_of(example(), "territory")
    where = TERRITORY_NAMES.index(territory)
    points_by_seat = {
        EXAMPLE["players"].index(letter): points for letter, points in EXAMPLE["points"][territory].items()
    }
    assert {seat: sum(points) for (seat, place), points in found.items() if place == where} == points_by_seat


def test_exemple_de_decompte_general_colonies() -> None:
    s = example()
    assert points_by_seat(s, "colony") == [6, 7, 7, 5]
    sizes = Colonies(s)
    largest = sorted(((int(n), int(seat)) for n, seat in zip(sizes.sizes, sizes.owners, strict=True)), reverse=True)
    assert largest[:5] == [(11, 2), (11, 1), (9, 3), (3, 0), (3, 0)]


def test_exemple_de_decompte_general_total() -> None:
    s = example()
    totals = [0, 0, 0, 0]
    for row in general_scoring(s):
        totals[row.seat] += row.amount
    assert totals == [20, 21, 20, 17] == list(forecast(s))
    assert totals == list(EXAMPLE["totals"].values())


def test_exemple_de_decompte_general_un_autre_joueur_a_la_quatrieme_place() -> None:
    # « les trois colonies concernées n'auraient rapporté à leurs propriétaires respectifs qu'un seul point »
    players = [
        Player("human", "C5 B5 A5 I5 J5 I6"),
        Player("mammoth", "B7 C7 B8 C8 C9"),
        Player("crocodile", "C1 D1 E1 F1 D2"),
        Player("eagle", "G3 H3 G4 H4"),
        Player("snake", "E8 E9"),
    ]
    assert points_by_seat(lying(*players), "colony") == [3 + 3, 7, 7, 5, 0]
    players[4] = Player("snake", "E8 E9 D9")
    assert points_by_seat(lying(*players), "colony") == [1 + 1, 7, 7, 5, 1]


def test_colonies_le_petit_exemple() -> None:
    # « Orange a une colonie de 4 pions, Vert clair une colonie de 3, Gris deux colonies d'un pion chacune »
    s = lying(Player("human", "H5 H6 I5 I6"), Player("mammoth", "B6 B7 C6"), Player("bear", "D4 C3"))
    found = Colonies(s)
    sizes = sorted(zip((int(o) for o in found.owners), (int(n) for n in found.sizes), strict=True))
    assert sizes == [(0, 4), (1, 3), (2, 1), (2, 1)]
    assert points_by_seat(s, "colony") == [10, 7, 5 + 5], "one does not compete with oneself"


# --- 1. Décompte d'un territoire


def filling(cells: str = "I3 J3 I4", marked: str = "------------", **more: Any) -> Match:
    """The mammoth is about to fill the small steppe."""
    options = {name: more.pop(name) for name in list(more) if name in ("turn_limit", "tie_break")}
    mammoth = Player("mammoth", cells, **more)
    others = (Player("eagle", "G4"), Player("bear", "D4"))
    text = position(mammoth, *others, frames=turn(laid="P3"), on_table="P3", marked=marked)
    return table(text, **options)


@pytest.mark.parametrize(("used", "points"), [(0, 3), (3, 3), (4, 4), (7, 4), (8, 5), (10, 5)], ids=str)
def test_decompte_d_un_territoire_de_gauche_a_droite(used: int, points: int) -> None:
    order = [n for n in range(12) if TERRITORY_NAMES[n] != "steppe_small"]
    marked = "".join("x" if n in order[:used] else "-" for n in range(12))
    match = filling(marked=marked)
    play(match, "use:steppe", "J4")
    assert state(match).score[0] == 10 + points
    assert bin(state(match).marked).count("1") == used + 1


def test_decompte_d_un_territoire_une_seule_fois() -> None:
    match = filling(marked="-----x------")
    play(match, "use:steppe", "J4")
    assert (state(match).score[0], bin(state(match).marked).count("1")) == (10, 1)


def test_decompte_d_un_territoire_par_un_deplacement() -> None:
    match = filling("I3 J3 I4 J5")
    play(match, "J5^", ">J4")
    assert state(match).score[0] == 13


def test_decompte_d_un_territoire_pas_en_se_deplacant_a_l_interieur() -> None:
    match = filling("I3 J3 I4")
    play(match, "I4^", ">J4")
    assert (state(match).score[0], state(match).marked) == (10, 0)


def test_decompte_d_un_territoire_la_majorite_n_y_change_rien() -> None:
    mammoth, eagle = Player("mammoth", "B6"), Player("eagle", "I3 J3 I4")
    match = table(position(mammoth, eagle, Player("bear"), frames=turn(laid="P3"), on_table="P3"))
    play(match, "use:steppe", "J4")
    assert list(state(match).score) == [13, 10, 10]


def test_decompte_d_un_territoire_plus_de_marqueur() -> None:
    match = filling(marked="xxxxx-xxxxxx")
    play(match, "use:steppe", "J4")
    assert state(match).score[0] == 10
    assert match.game.events[match.events[-1].kind].name == "no_marker"


# --- 2. Décompte général


def three_marked() -> str:
    return "xxx---------"


def test_decompte_general_apres_la_derniere_action_du_tour() -> None:
    match = filling(marked=three_marked())
    play(match, "use:steppe", "J4")
    s = state(match)
    assert (s.score[0], s.due) == (13, 1), "the territory's points at once, the scoring later"
    play(match, "trade", "sell:steppe", "pass", "pass")
    assert s.score[0] == 14
    expected = [s.score[seat] + forecast(s)[seat] for seat in range(3)]
    play(match, "end")
    assert (list(s.score), s.due) == (expected, 0)
    assert match.seats_to_act() == [1]


def test_decompte_general_pas_aux_autres_cases() -> None:
    match = filling(marked="xx----------")
    play(match, "use:steppe", "J4", "sell:steppe", "pass", "pass", "end")
    assert list(state(match).score) == [13, 10, 10]


def test_decompte_general_several_markers_cause_one_scoring() -> None:
    cells = "I3 J3 I4 A5 B5 A6"
    mammoth = Player("mammoth", cells, levels={"savanna": 3})
    text = position(
        mammoth, Player("eagle", "G4"), Player("bear"), frames=turn(laid="PSM"), on_table="PSM", marked="x-xx--------"
    )
    match = table(text)
    play(match, "use:steppe", "J4", "use:savanna", "A7", "sell:mountain", "pass", "pass")
    s = state(match)
    assert (s.score[0], bin(s.marked).count("1")) == (10 + 3 + 4, 5)
    expected = s.score[0] + forecast(s)[0]
    play(match, "end")
    assert s.score[0] == expected


def test_decompte_general_dans_l_ordre_de_l_echelle() -> None:
    s = example()
    rules = [RULES[row.rule] for row in general_scoring(s)]
    places = [row.where for row in general_scoring(s) if RULES[row.rule] == "territory"]
    assert places == sorted(places)
    assert [name.split("_")[0] for name in TERRITORY_NAMES[::2]] == [
        "savanna",
        "mountain",
        "steppe",
        "desert",
        "water",
        "forest",
    ]
    order = ["territory", "colony", "adaptation", "abilities", "food"]
    assert [order.index(rule) for rule in rules] == sorted(order.index(rule) for rule in rules)


# --- Décompte des territoires


@pytest.mark.parametrize(
    ("pieces", "points"),
    [
        (("I3 J3 I4 J4", "", "", ""), [5, 0, 0, 0]),
        (("I3", "", "", ""), [4, 0, 0, 0]),
        (("H5 H6 I7", "I5 I6", "J5", ""), [3, 2, 1, 0]),
        (("H5 H6", "I5 I6", "J5", ""), [2, 2, 1, 0]),
        (("H5 H6 I7", "I5", "J5", ""), [3, 1, 1, 0]),
        (("H5 H6 I7", "I5 I6", "J5", "J6"), [3, 2, 0, 0]),
        (("H5", "I5", "J5", ""), [2, 2, 2, 0]),
        (("H5 H6", "I5 J6", "J5 J7", "I8"), [2, 2, 2, 0]),
    ],
)
def test_decompte_des_territoires(pieces: tuple[str, ...], points: list[int]) -> None:
    species = ("human", "mammoth", "bear", "eagle")
    players = [Player(name, cells) for name, cells in zip(species, pieces, strict=True)]
    assert points_by_seat(lying(*players), "territory") == points


def test_decompte_le_petit_et_le_grand_territoire_separement() -> None:
    s = lying(Player("human", "H5 A5"), Player("mammoth"), Player("bear"))
    assert points_by_seat(s, "territory") == [8, 0, 0]


# --- Décompte des jetons, des cartes, de la nourriture


@pytest.mark.parametrize(
    ("values", "points"),
    [
        ((3, 2, 1), [4, 2, 0]),
        ((3, 3, 1), [2, 2, 0]),
        ((3, 1, 1), [4, 0, 0]),
        ((2, 2, 2), [2, 2, 2]),
        ((2, 0, 0), [4, 0, 0]),
        ((0, 0, 0), [0, 0, 0]),
    ],
)
def test_decompte_adaptation_capacites_nourriture(values: tuple[int, ...], points: list[int]) -> None:
    steps: tuple[dict[str, int], ...] = ({}, {"water": 1}, {"water": 2}, {"water": 3})
    species = ("human", "mammoth", "eagle")
    names = ("food", "intelligence", "mobility")
    abilities = [dict.fromkeys(names[:n], 1) for n in range(4)]
    s = lying(*(Player(name, levels=steps[n], food=0) for name, n in zip(species, values, strict=True)))
    assert points_by_seat(s, "adaptation") == points, "covered tokens count as well"
    s = lying(*(Player(name, abilities=abilities[n], food=0) for name, n in zip(species, values, strict=True)))
    assert points_by_seat(s, "abilities") == points
    s = lying(*(Player(name, food=n) for name, n in zip(species, values, strict=True)))
    assert points_by_seat(s, "food") == points


def test_decompte_option_zero_ranks() -> None:
    players = [Player("human", food=5), Player("mammoth", food=0), Player("eagle", food=0)]
    assert points_by_seat(lying(*players), "food") == [4, 0, 0]
    assert points_by_seat(lying(*players, zero_ranks="yes"), "food") == [4, 0, 0]
    pair = [Player("human", food=5), Player("mammoth", food=0)]
    assert points_by_seat(lying(*pair), "food") == [4, 0]
    assert points_by_seat(lying(*pair, zero_ranks="yes"), "food") == [4, 2]


@pytest.mark.parametrize("seed", range(6))
def test_decompte_the_forecast_is_the_sum_of_the_rows(seed: int) -> None:
    match = Match("wildlife", NAMES[: 2 + seed % 5], seed=seed)
    for step in range(400):
        if match.is_over():
            break
        seat = match.seats_to_act()[0]
        options = match.legal_actions(seat)
        match.play(seat, options[(step * 7) % len(options)])
        if step % 20 == 0:
            s = state(match)
            totals = [0] * int(s.seats)
            for row in general_scoring(s):
                totals[row.seat] += row.amount
            assert totals == list(forecast(s))


# --- FIN DE LA PARTIE


def test_fin_le_onzieme_marqueur() -> None:
    match = filling(marked="xxxxx-xxxxx-", food=7)
    play(match, "use:steppe", "J4")
    assert not match.is_over()
    play(match, "trade", "sell:steppe", "pass", "pass")
    expected = [state(match).score[seat] + forecast(state(match))[seat] for seat in range(3)]
    play(match, "end")
    result = match.result()
    assert result is not None
    assert (result.reason, list(result.points)) == ("last_marker", expected)
    assert state(match).food[0] == 4, "food left over is worth nothing"


def test_fin_le_dernier_pion_de_la_reserve() -> None:
    match = filling("B6", stock=1)
    play(match, "use:steppe", "J4")
    assert not match.is_over()
    assert reason(match, "end") == "sell_one", "the active player completes his turn"
    play(match, "sell:steppe", "pass", "pass")
    play(match, "use:steppe")
    assert not any(text in CELL_NAMES for text in match.legal_texts(0)), "nothing left to place, but pieces may move"
    play(match, "decline", "end")
    result = match.result()
    assert result is not None
    assert result.reason == "last_piece"


def test_fin_le_dernier_pion_d_un_acheteur() -> None:
    seller, buyer = Player("human", "H5"), Player("mammoth", "B6", stock=1)
    match = table(position(seller, buyer, Player("bear"), frames=turn(laid="P3"), on_table="P3"))
    play(match, "sell:steppe", "bid:3", "pass", "J4")
    assert match.seats_to_act() == [0]
    play(match, "end")
    assert match.is_over()


def test_fin_et_case_mauve_dans_le_meme_tour() -> None:
    match = filling(marked=three_marked(), stock=1)
    play(match, "use:steppe", "J4", "sell:steppe", "pass", "pass")
    s = state(match)
    expected = [s.score[seat] + forecast(s)[seat] for seat in range(3)]
    play(match, "end")
    assert list(s.score) == expected, "one general scoring only"
    assert match.is_over()


def test_fin_pieces_removed_are_no_last_piece_placed() -> None:
    players = [Player("human", "H5"), Player("eagle", "G4", stock=0), Player("bear", "D4")]
    match = table(position(*players, frames=turn(laid="E2S"), on_table="E2S"))
    play(match, "use:epidemic", "sell:savanna", "pass", "pass", "end")
    assert not match.is_over()
    assert pieces_of(state(match), 1) == 0


@pytest.mark.parametrize(("tie_break", "places"), [("none", [1, 1, 3]), ("food", [2, 1, 3]), ("pieces", [1, 2, 3])])
def test_fin_egalite(tie_break: str, places: list[int]) -> None:
    players = [Player("human", "H5 H6", food=3), Player("eagle", "G4", food=9), Player("bear", score=4)]
    assert list(final_places(lying(*players, tie_break=tie_break))) == places


def test_fin_turn_limit() -> None:
    text = position(
        Player("human", "H5"),
        Player("eagle", "G4"),
        frames=turn(laid="P2", sold="P", offered=1),
        on_table="P3",
        turns=10,
    )
    match = table(text, turn_limit="10")
    play(match, "end")
    result = match.result()
    assert result is not None
    assert result.reason == "turn_limit"
