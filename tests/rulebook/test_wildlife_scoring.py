"""Wildlife, heading by heading: scorings, the end, two players and the variants."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from wildlife_table import NAMES, Player, play, position, state, table, turn

from meute.core.chance import Script
from meute.games.wildlife.box import CARD_NAMES, CELL_NAMES, TERRITORY_NAMES
from meute.games.wildlife.scoring import (
    RULE_NAMES,
    Colonies,
    final_places,
    forecast,
    general,
    row_amount,
    row_rule,
    row_seat,
    row_where,
)
from meute.games.wildlife.state import Wildlife, cards_of, pieces_of, species_of
from meute.match import Match, Refused

EXAMPLE = tomllib.loads((Path(__file__).parent / "wildlife_scoring.toml").read_text(encoding="utf-8"))["example"]


def reason(match: Match, action: str) -> str:
    """Why an action is refused."""
    with pytest.raises(Refused) as refused:
        match.play(match.asked()[0], action)
    return refused.value.reason.key.removeprefix("wildlife.why.")


def rows_of(s: Wildlife, rule: str) -> dict[tuple[int, int], list[int]]:
    """Points by seat and place."""
    found: dict[tuple[int, int], list[int]] = {}
    for packed in general(s):
        if RULE_NAMES[row_rule(packed)] == rule:
            found.setdefault((int(row_seat(packed)), int(row_where(packed))), []).append(int(row_amount(packed)))
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
    told = {EXAMPLE["players"].index(letter): points for letter, points in EXAMPLE["points"][territory].items()}
    assert {seat: sum(points) for (seat, place), points in found.items() if place == where} == told


def test_exemple_de_decompte_general_colonies() -> None:
    s = example()
    assert points_by_seat(s, "colony") == [6, 7, 7, 5]
    sizes = Colonies(s)
    largest = sorted(((int(n), int(seat)) for n, seat in zip(sizes.sizes, sizes.owners, strict=True)), reverse=True)
    assert largest[:5] == [(11, 2), (11, 1), (9, 3), (3, 0), (3, 0)]


def test_exemple_de_decompte_general_total() -> None:
    s = example()
    totals = [0, 0, 0, 0]
    for packed in general(s):
        totals[row_seat(packed)] += row_amount(packed)
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
    assert [event.kind for event in match.events][-1] == 39


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
    assert match.asked() == [1]


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
    rules = [RULE_NAMES[row_rule(packed)] for packed in general(s)]
    places = [row_where(packed) for packed in general(s) if RULE_NAMES[row_rule(packed)] == "territory"]
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
        seat = match.asked()[0]
        options = match.options(seat)
        match.play(seat, options[(step * 7) % len(options)])
        if step % 20 == 0:
            s = state(match)
            totals = [0] * int(s.seats)
            for packed in general(s):
                totals[row_seat(packed)] += int(row_amount(packed))
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
    assert not any(text in CELL_NAMES for text in match.texts(0)), "nothing left to place, but pieces may move"
    play(match, "decline", "end")
    result = match.result()
    assert result is not None
    assert result.reason == "last_piece"


def test_fin_le_dernier_pion_d_un_acheteur() -> None:
    seller, buyer = Player("human", "H5"), Player("mammoth", "B6", stock=1)
    match = table(position(seller, buyer, Player("bear"), frames=turn(laid="P3"), on_table="P3"))
    play(match, "sell:steppe", "bid:3", "pass", "J4")
    assert match.asked() == [0]
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


# --- REGLES POUR DEUX JOUEURS


def two(laid: str = "P3", **more: Any) -> Match:
    options = {name: more.pop(name) for name in list(more) if name in ("lively_auctions",)}
    human = Player("human", "H5", **more)
    return table(position(human, Player("mammoth", "B6", food=1), frames=turn(laid=laid), on_table=laid), **options)


def test_deux_joueurs_une_carte_de_chaque_type_en_moins() -> None:
    assert list(state(two()).box.abilities) == [4, 3, 2, 1, 1]
    assert list(state(filling()).box.abilities) == [5, 4, 3, 2, 1]


def test_deux_joueurs_plusieurs_cartes_d_une_meme_capacite() -> None:
    match = two("A3", abilities={"food": 1})
    play(match, "use:arrow", "take:food", "food")
    assert (state(match).abilities[0], state(match).score[0]) == (2, 12)
    play(match, "food")
    assert state(match).score[0] == 14, "each copy works once in a turn"
    assert reason(match, "food") == "no_ability"


def test_deux_joueurs_several_copies_of_intelligence() -> None:
    match = two("S3", abilities={"intelligence": 2}, hand="M3")
    play(match, "lay:mountain", "lay:mountain")
    assert reason(match, "lay:mountain") == "no_more_cards"


def test_deux_joueurs_la_reserve_d_abord_puis_l_adversaire() -> None:
    match = table(
        position(
            Player("human", "H5", score=2),
            Player("mammoth", abilities={"defense": 1}),
            frames=turn(laid="A3"),
            on_table="A3",
        )
    )
    play(match, "use:arrow", "take:defense")
    assert list(state(match).abilities) == [16**3, 0]


def test_deux_joueurs_l_adversaire_paie_la_mise_de_depart() -> None:
    match = two()
    assert reason(match, "end") == "sell_one"
    play(match, "sell:steppe")
    assert match.texts(1) == ["pass", "bid:3"]
    assert reason(match, "bid:4") == "only_the_least"
    play(match, "bid:3")
    s = state(match)
    assert (s.food[0], s.food[1], s.score[1]) == (11, 1, 9), "short of food, back one space"
    play(match, "C9")


def test_deux_joueurs_le_onzieme_marqueur_ne_finit_pas_la_partie() -> None:
    mammoth = Player("mammoth", "I3 J3 I4")
    text = position(
        mammoth, Player("eagle", "G4"), frames=turn(laid="P3"), on_table="P3", marked="xxxxx-xxxxx-", turns=3
    )
    match = table(text)
    play(match, "use:steppe", "J4", "sell:steppe", "pass")
    assert state(match).due == 1, "a general scoring all the same"
    play(match, "end")
    assert not match.is_over()
    assert match.asked() == [1]


def test_deux_joueurs_fin_au_dernier_pion() -> None:
    match = two(stock=1)
    play(match, "use:steppe", "C9", "sell:steppe", "pass", "end")
    assert match.is_over()


# --- VARIANTES: Cartes « Capacité »


def test_variante_capacites_une_fleche_dans_chaque_main() -> None:
    for seed in range(4):
        s = state(Match("wildlife", NAMES[:4], {"free_abilities": "yes"}, seed=seed))
        assert all(cards_of(hand, CARD_NAMES.index("arrow")) >= 1 for hand in s.hands)
        assert list(s.held) == [10] * 4
        assert s.sure == 15


def test_variante_capacites_plusieurs_d_un_meme_type() -> None:
    human = Player("human", "H5", abilities={"food": 2})
    text = position(human, Player("eagle"), Player("bear"), frames=turn(laid="A3"), on_table="A3")
    match = table(text, free_abilities="yes")
    play(match, "use:arrow", "take:food", "food", "food", "food")
    assert (state(match).abilities[0], state(match).score[0]) == (3, 16)


# --- VARIANTES: Enchères


def lively(**options: str) -> Match:
    text = position(
        Player("mammoth", "B6"),
        Player("human", "B5"),
        Player("snake", "D8"),
        frames=turn(laid="F2B"),
        on_table="F2B",
    )
    return table(text, **options)


def test_variante_encheres_une_carte_terrain_achetee_place_un_pion() -> None:
    match = lively(lively_auctions="yes")
    play(match, "sell:forest", "bid:3", "pass")
    assert {"C4", "G9", "B5^"} <= set(match.texts(1)), "the human may only move in the forest, but bought the card"
    assert not any(text.startswith("x") for text in match.texts(1))
    play(match, "G9")
    assert state(match).stock[1] == 8
    match = lively()
    play(match, "sell:forest", "bid:3", "pass")
    assert "C4" not in match.texts(1)


def test_variante_encheres_not_for_the_owner_nor_without_a_level_nor_for_a_bolt() -> None:
    match = lively(lively_auctions="yes")
    play(match, "sell:forest", "pass", "bid:3")
    assert match.asked() == [0], "the snake has no action in the forest"
    play(match, "sell:bolt", "bid:3", "pass", "use:forest")
    assert "C4" not in match.texts(1)


# --- VARIANTES: Tableaux des espèces / Premier joueur


def species_sale(*moves: str, seats: int = 3, speaker: int = 2) -> Match:
    deck = [
        f"deal:{name}"
        for name, number in zip(CARD_NAMES, [10] * 6 + [18, 15, 10, 3, 2, 2], strict=True)
        for _ in range(number)
    ]
    match = Match("wildlife", NAMES[:seats], {"species_auction": "yes"}, chance=Script([f"speaks:{speaker}", *deck]))
    play(match, *moves)
    return match


def test_variante_especes_aux_encheres() -> None:
    match = species_sale()
    assert list(state(match).food) == [12, 12, 12]
    assert match.asked() == [1], "a random player speaks first, then clockwise"
    assert match.texts(1) == ["pass", *(f"bid:{price}" for price in range(13))]
    play(match, "bid:0", "bid:2", "pass", "pass")
    assert match.asked() == [2]
    play(match, "board:human")
    assert list(state(match).food) == [12, 12, 10], "paid to the bank"
    assert match.asked() == [0], "next, on the left of the winner"
    play(match, "bid:4")
    assert reason(match, "bid:4") == "too_low"
    play(match, "pass", "board:eagle")
    assert match.asked() == [1], "the last player takes one of the rest for nothing"
    assert reason(match, "board:human") == "board_taken"
    play(match, "board:snake")
    s = state(match)
    assert [species_of(s, seat) for seat in range(3)] == [4, 5, 0]
    assert list(s.score) == [2, 1, 3], "the oldest species begins"
    assert match.asked() == [1]
    play(match, "D1")
    assert match.asked() == [0], "seated by age: snake, eagle, human"
    play(match, "G4")
    assert match.asked() == [2]


def test_variante_especes_tous_passent() -> None:
    match = species_sale("pass", "pass", "pass")
    assert match.asked() == [1], "the one to bid first picks for nothing"
    assert "board:human" in match.texts(1)
    assert list(state(match).food) == [12, 12, 12]


def test_variante_especes_no_more_than_the_food_one_has() -> None:
    match = species_sale()
    assert reason(match, "bid:13") == "no_purse"


def test_variante_especes_six_players_the_last_board_is_left() -> None:
    match = species_sale(seats=6, speaker=1)
    for name in ("human", "mammoth", "bear", "crocodile", "eagle"):
        play(match, *(["pass"] * len([1 for seat in range(6) if species_of(state(match), seat) == -1])))
        play(match, f"board:{name}")
    assert species_of(state(match), 5) == 5


def test_variante_especes_sales_follow_the_new_seats() -> None:
    players = [Player("human", "H5"), Player("eagle", "G4"), Player("bear", "D4")]
    match = table(position(*players, frames=turn(laid="S3"), on_table="S3", order="132"))
    play(match, "sell:savanna")
    assert match.asked() == [2]
    play(match, "bid:3")
    assert match.asked() == [1]


# --- VARIANTES: Changement de premier joueur


def round_ends(scores: tuple[int, ...], first: int, active: int, **options: str) -> Match:
    species = ("human", "eagle", "bear", "snake")
    players = [Player(name, score=score) for name, score in zip(species, scores, strict=True)]
    text = position(
        *players,
        frames=turn(laid="P2", sold="P", offered=1),
        on_table="P3",
        first=first,
        active=active,
        turns=4,
        played=4,
    )
    match = table(text, **options)
    play(match, "end")
    return match


def test_variante_premier_joueur_le_dernier_sur_l_echelle() -> None:
    match = round_ends((9, 4, 7, 8), first=1, active=4, moving_first_player="yes")
    assert (match.asked(), state(match).first) == ([1], 1)
    assert round_ends((9, 4, 7, 8), first=1, active=4).asked() == [0]


def test_variante_premier_joueur_le_plus_proche_du_precedent() -> None:
    match = round_ends((9, 4, 7, 4), first=3, active=2, moving_first_player="yes")
    assert state(match).first == 3, "clockwise from the bear: the snake comes before the eagle"
    match = round_ends((4, 4, 7, 8), first=1, active=4, moving_first_player="yes")
    assert state(match).first == 0, "counted from and including the former first player"


def test_variante_premier_joueur_deux_tours_de_suite() -> None:
    match = round_ends((9, 8, 7, 4), first=1, active=4, moving_first_player="yes")
    assert match.asked() == [3]
    assert state(match).played == 1


def test_variante_premier_joueur_only_after_a_full_round() -> None:
    players = [Player("human", score=9), Player("eagle", score=9), Player("bear", score=1)]
    text = position(*players, frames=turn(laid="P2", sold="P", offered=1), on_table="P3", turns=1, played=1)
    match = table(text, moving_first_player="yes")
    play(match, "end")
    assert match.asked() == [1]


# --- the other switches


def fresh(**options: str) -> Match:
    hand = Player("human", "H5", hand="S2M2PDWFAR")
    others = (Player("eagle", "G4"), Player("bear", "D4"))
    return table(position(hand, *others, frames=turn(step=0, base=0)), **options)


def test_option_cards_up_to() -> None:
    match = fresh(cards="up_to")
    assert "end" not in match.texts(0), "one card must be offered"
    play(match, "lay:savanna", "end")
    assert reason(match, "end") == "sell_one"
    assert reason(match, "lay:savanna") == "no_more_cards"
    play(match, "sell:savanna", "pass", "pass", "end")
    assert state(match).held[0] == 10


def test_option_layout_one_by_one() -> None:
    match = fresh(layout="one_by_one")
    play(match, "lay:savanna", "use:savanna", "H6", "lay:wheel", "sell:wheel", "pass", "pass")
    assert reason(match, "end") == "lay_first"
    play(match, "lay:mountain")
    assert reason(match, "lay:mountain") == "no_more_cards"
    play(match, "end")


def test_option_layout_one_by_one_and_up_to() -> None:
    match = fresh(layout="one_by_one", cards="up_to")
    assert reason(match, "end") == "sell_one"
    play(match, "lay:savanna", "sell:savanna", "pass", "pass", "end")
    assert match.asked() == [1]


def test_option_layout_one_by_one_the_last_card_is_kept_for_sale() -> None:
    match = fresh(layout="one_by_one")
    play(match, "lay:savanna", "use:savanna", "H6", "lay:savanna", "use:savanna", "I5", "lay:wheel")
    assert reason(match, "use:wheel") == "sell_one"


@pytest.mark.parametrize(
    ("value", "species", "levels"),
    [
        ("default", "crocodile", (1, 0, 0, 1, 3, 2)),
        ("croc_no_desert", "crocodile", (1, 0, 1, 0, 3, 2)),
        ("default", "snake", (0, 1, 1, 3, 2, 0)),
        ("snake_no_mountain", "snake", (0, 0, 1, 3, 2, 1)),
    ],
)
def test_option_species_table(value: str, species: str, levels: tuple[int, ...]) -> None:
    box = state(Match("wildlife", NAMES[:3], {"species_table": value})).box
    packed = box.levels[("human", "mammoth", "bear", "crocodile", "eagle", "snake").index(species)]
    assert tuple((packed >> (2 * terrain)) & 3 for terrain in range(6)) == levels
