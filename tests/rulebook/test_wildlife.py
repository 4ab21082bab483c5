"""Wildlife, heading by heading: the box, the set-up, the species and the turn."""

from typing import Any

import pytest
from helpers.wildlife_table import NAMES, PIECES, Player, play, position, state, table, turn

from meute.core.box import merge
from meute.core.chance import Generator, ScriptedChance
from meute.core.errors import BadInput
from meute.games.wildlife.box import contents, read_box
from meute.games.wildlife.names import (
    CARD_NAMES,
    CELL_NAMES,
    LEVEL_NAMES,
    SPECIES_NAMES,
    TERRAIN_NAMES,
    TERRITORY_NAMES,
)
from meute.games.wildlife.options import DEFAULT_OPTIONS
from meute.games.wildlife.state import card_count, cards_of, contains, flood_fill, left_of, pieces_of, species_of
from meute.games.wildlife.state import with_neighbours as spread_cells
from meute.match import Match, Refused, read_record, replay, write_record


def reason(match: Match, action: str, seat: int | None = None) -> str:
    """Why an action is refused."""
    with pytest.raises(Refused) as refused:
        match.play(match.seats_to_act()[0] if seat is None else seat, action)
    return refused.value.reason.key.removeprefix("wildlife.why.")


def game(seats: int, seed: int = 1, chance: ScriptedChance | None = None, **options: str) -> Match:
    return Match("wildlife", NAMES[:seats], options, seed=seed, chance=chance)


def boards(*species: str) -> ScriptedChance:
    """Chance deals these species, then cards in the order of the box."""
    copies = [10] * 6 + [18, 15, 10, 3, 2, 2]
    deck = [f"deal:{name}" for name, number in zip(CARD_NAMES, copies, strict=True) for _ in range(number)]
    return ScriptedChance([f"board:{name}" for name in species] + deck)


# --- MATERIEL


def test_materiel() -> None:
    box = read_box(4, DEFAULT_OPTIONS, contents())
    assert [card_count(box.deck), sum(box.abilities), 6 * sum(box.tokens)] == [110, 15, 72]
    assert [cards_of(box.deck, kind) for kind in range(12)] == [10] * 6 + [18, 15, 10, 3, 2, 2]
    assert list(box.abilities) == [5, 4, 3, 2, 1]
    assert list(box.tokens) == [0, 3, 4, 5]
    assert len(box.marker_points) == 11
    assert contents()["contents"]["pieces"] * 6 == 180


def test_materiel_chaque_terrain_apparait_deux_fois() -> None:
    box = read_box(4, DEFAULT_OPTIONS, contents())
    assert len(box.size) == 12
    assert all(box.size[2 * terrain] in (8, 9) and box.size[2 * terrain + 1] in (4, 5) for terrain in range(6))
    for territory in range(12):
        north, south = box.north[territory], box.south[territory]
        start_north, start_south = (north & -north, 0) if north else (0, south & -south)
        assert flood_fill(start_north, start_south, north, south) == (north, south), (
            f"{TERRITORY_NAMES[territory]} hangs together"
        )
        wide_north, wide_south = spread_cells(north, south)
        twin = territory ^ 1
        assert wide_north & box.north[twin] == wide_south & box.south[twin] == 0


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"cards": {"arrow": 17}}, "cards.arrow"),
        ({"terrain_cards": {"copies": [9, 10, 10, 10, 10, 10]}}, "terrain_cards.copies"),
        ({"abilities": {"copies": [5, 4, 3, 2, 2]}}, "abilities.copies"),
        ({"adaptation": {"tokens": [3, 4, 4]}}, "adaptation.tokens"),
        ({"markers": {"points": [3] * 10}}, "markers.points"),
        ({"island": {"rows": ["..........", *contents()["island"]["rows"][1:]]}}, "island.rows"),
        ({"island": {"rows": ["..WWWWddX.", *contents()["island"]["rows"][1:]]}}, "island.rows[0]"),
        ({"island": {"rows": []}}, "island.rows"),
        ({"island": {"rows": contents()["island"]["rows"] + ["."] * 4}}, "island.rows"),
        ({"island": {"rows": [row + "." for row in contents()["island"]["rows"]]}}, "island.rows[0]"),
        ({"island": {"rows": [7, *contents()["island"]["rows"][1:]]}}, "island.rows[0]"),
        ({"island": {"rows": [*contents()["island"]["rows"][:8], "..Pwwwff."]}}, "island.rows[8]"),
        ({"island": {"rows": ["d.WWWWd...", *contents()["island"]["rows"][1:]]}}, "island.rows"),
        ({"species": [{"id": "bear", "levels": [1, 2, 0, 0, 0, 3]}]}, "species[bear].levels"),
        ({"species": [{"id": "bear", "age": 25}]}, "species"),
        ({"pieces": {"placed": [12, 8, 7, 4, 3]}}, "pieces.placed[2]"),
    ],
)
def test_materiel_a_wrong_figure_is_named(changes: dict[str, Any], where: str) -> None:
    with pytest.raises(BadInput) as wrong:
        read_box(4, DEFAULT_OPTIONS, merge(contents(), changes))
    assert wrong.value.where == where


TURNED = ["".join(column) for column in zip(*contents()["island"]["rows"], strict=True)]
"""The island by a quarter: ten rows of nine."""
FRAMED = ["." * 10, *contents()["island"]["rows"], "." * 10, "." * 10]


@pytest.mark.parametrize("rows", [TURNED, FRAMED, [row + "." for row in TURNED]], ids=["turned", "framed", "wider"])
def test_materiel_islands_of_other_sizes(rows: list[str]) -> None:
    match = Match("wildlife", NAMES[:3], seed=2, box={"island": {"rows": rows}})
    game, rng = match.game, Generator(2)
    while not match.is_over():
        (seat,) = match.seats_to_act()
        options = match.legal_actions(seat)
        match.play(seat, options[rng.below(len(options))])
        text = game.write_position(match.state)
    assert [len(row) for row in text.split()[3 : 3 + len(rows)]] == [len(row) for row in rows]
    assert game.write_position(game.read_position(text, match.options_settled, match.box)) == text
    shown = game.show(match.view().state, -1)
    assert len(shown["cells"]) == 78
    assert max(cell["row"] for cell in shown["cells"]) < len(rows)
    assert replay(read_record(write_record(match.record()))).result() == match.result()


def test_materiel_neighbours_over_the_middle_of_the_tallest_island() -> None:
    north, south = spread_cells(1 << 54, 1 << 5)  # E6 and F7, one above and one below the middle
    assert sorted(CELL_NAMES[cell] for cell in range(120) if contains(north, south, cell)) == [
        *("D6", "E5", "E6", "E7", "F6", "F7", "F8", "G7")
    ]


# --- PREPARATION DE LA PARTIE


@pytest.mark.parametrize("seats", range(2, 7))
def test_preparation_de_la_partie(seats: int) -> None:
    match = game(seats, seed=seats)
    s = state(match)
    assert len({species_of(s, seat) for seat in range(seats)}) == seats
    assert list(s.food) == [8] * seats
    assert list(s.held) == [10] * seats
    assert card_count(s.deck) == 110 - 10 * seats
    assert list(s.stock) == [PIECES[seats - 2]] * seats
    assert s.marked == s.discard == 0


def test_preparation_le_premier_joueur_a_l_espece_la_plus_ancienne() -> None:
    match = game(4, chance=boards("human", "snake", "mammoth", "eagle"))
    assert match.seats_to_act() == [1], "the snake is the oldest of these four, as in the printed placement example"
    ages = contents()["species"]
    oldest_first = sorted(ages, key=lambda row: -row["age"])
    assert [row["id"] for row in oldest_first] == ["crocodile", "snake", "eagle", "bear", "mammoth", "human"]


def test_preparation_marqueurs_de_score_dans_l_ordre_du_tour() -> None:
    s = state(game(5, chance=boards("human", "snake", "crocodile", "eagle", "bear")))
    assert list(s.score) == [4, 5, 1, 2, 3]
    assert list(s.food) == [8] * 5
    assert list(s.stock) == [21] * 5


# --- PLACEMENT INITIAL


@pytest.mark.parametrize(("seats", "pieces"), [(2, 12), (3, 8), (4, 5), (5, 4), (6, 3)])
def test_placement_initial_nombre_de_pions(seats: int, pieces: int) -> None:
    match = game(seats, seed=4)
    speakers = []
    while "lay:" not in match.legal_texts(match.seats_to_act()[0])[0]:
        speakers.append(match.seats_to_act()[0])
        play(match, match.legal_texts(match.seats_to_act()[0])[-1])
    s = state(match)
    order = [s.first]
    while len(order) < seats:
        order.append(left_of(s, order[-1]))
    assert speakers == order * pieces, "clockwise, one piece at a time"
    assert [pieces_of(s, seat) for seat in range(seats)] == [pieces] * seats
    assert list(s.stock) == [PIECES[seats - 2] - pieces] * seats
    assert s.marked == 0


def test_placement_initial_limites_des_territoires() -> None:
    match = game(4, chance=boards("snake", "crocodile", "bear", "eagle"))
    play(match, "D8")  # crocodile in the small water
    play(match, "E4", "A3", "F9")  # bear, eagle, and the snake in the small water too
    assert reason(match, "E9") == "share"
    play(match, "C3", "D3", "G3", "I3")
    play(match, "E3")
    assert "B4" not in match.legal_texts(2)
    assert reason(match, "B4") == "share", "the large forest has its four pieces"


def test_placement_initial_aucune_action_et_cases_occupees() -> None:
    match = game(2, chance=boards("human", "bear"))
    play(match, "C4")
    assert reason(match, "D1") == "no_level"
    assert reason(match, "E6") == "no_level"
    assert reason(match, "C4") == "occupied"
    assert reason(match, "A1") == "sea"
    play(match, "D4")


# --- TABLEAUX DES ESPECES


def levels_of(species: str) -> dict[str, str]:
    row = contents()["species"][SPECIES_NAMES.index(species)]
    return {name: LEVEL_NAMES[row["levels"][n]] for n, name in enumerate(TERRAIN_NAMES)}


def test_tableaux_des_especes_exemple_de_l_homme() -> None:
    assert levels_of("human") == {
        "forest": "move",
        "mountain": "move",
        "steppe": "reproduce",
        "savanna": "attack",
        "water": "none",
        "desert": "none",
    }


@pytest.mark.parametrize("species", SPECIES_NAMES)
def test_tableaux_des_especes_une_attaque_une_reproduction_deux_deplacements(species: str) -> None:
    assert sorted(levels_of(species).values()) == ["attack", "move", "move", "none", "none", "reproduce"]


def test_tableaux_des_especes_every_terrain_is_the_home_of_one_species() -> None:
    for terrain in TERRAIN_NAMES:
        found = [levels_of(species)[terrain] for species in SPECIES_NAMES]
        assert found.count("attack") == found.count("reproduce") == 1


# --- Déplacement, Reproduction, Attaque


def mammoth(cells: str, others: str = "", laid: str = "", **more: Any) -> Match:
    """The mammoth's turn, with the eagle as the other species."""
    players = (Player("mammoth", cells), Player("eagle", others), Player("bear"))
    return table(position(*players, frames=turn(laid=laid, **more), on_table=laid))


def test_deplacement_d_une_case_horizontalement_ou_verticalement() -> None:
    match = mammoth("B6")
    play(match, "B6^")
    assert set(match.legal_texts(0)) == {">B5", ">A6", ">C6", ">B7"}
    assert reason(match, ">C7") == "too_far", "not diagonally"


def test_deplacement_par_dessus_ses_propres_pions() -> None:
    match = mammoth("C6 C5")
    play(match, "C6^")
    assert ">C4" in match.legal_texts(0)
    assert reason(match, ">D6") == "no_level"
    assert reason(match, ">C5") == "occupied"
    play(match, ">C4")
    s = state(match)
    assert pieces_of(s, 0) == 2
    assert match.events[-1].numbers()[:5] == (17, 0, CELL_NAMES.index("C6"), CELL_NAMES.index("C4"), 0)


def test_deplacement_pas_par_dessus_un_adversaire() -> None:
    match = mammoth("C6", "C5")
    play(match, "C6^")
    assert ">C4" not in match.legal_texts(0)
    assert reason(match, ">C4") == "too_far"


def test_deplacement_change_de_direction_autant_de_fois_qu_il_le_souhaite() -> None:
    match = mammoth("B8 B7 C7 D7 C6 C5 D5")
    play(match, "B8^")
    assert {">D4", ">E5", ">C8"} <= set(match.legal_texts(0))
    assert ">B4" not in match.legal_texts(0)


def test_deplacement_only_the_arrival_needs_the_level() -> None:
    match = mammoth("E8 E7 D7")  # a swap has left two mammoths in the desert
    play(match, "E8^")
    numbers = match.events[-1].numbers()
    assert numbers[2:4] == (CELL_NAMES.index("E8"), CELL_NAMES.index("C7")), "over the desert, landing on the steppe"


def test_deplacement_once_in_a_turn_and_not_with_other_pieces() -> None:
    match = mammoth("B6", "G4")
    assert reason(match, "G4^") == "not_yours"
    play(match, "B6^", ">B7")
    assert reason(match, "B7^") == "moved"


def test_deplacement_a_piece_that_cannot_move() -> None:
    match = mammoth("F7")
    assert reason(match, "F7^") == "cannot_move", "all round it is desert"
    match = mammoth("A7", "A6 B7")
    assert reason(match, "A7^") == "cannot_move", "shut in by others"


def test_deplacement_a_single_way_is_taken_without_asking() -> None:
    match = mammoth("A7", "B7")
    play(match, "A7^")
    assert match.events[-1].numbers()[2:4] == (CELL_NAMES.index("A7"), CELL_NAMES.index("A6"))
    assert match.seats_to_act() == [0]


def test_reproduction_place_un_pion_de_la_reserve() -> None:
    match = mammoth("B6", laid="SSS")
    play(match, "use:savanna", "J5")
    s = state(match)
    assert (pieces_of(s, 0), s.stock[0]) == (2, 8)
    play(match, "use:savanna")
    assert reason(match, "J5") == "occupied"
    assert reason(match, "C4") == "other_terrain"
    assert reason(match, "A1") == "sea"


SMALL_STEPPE = "I3 J3 I4 J4"


def test_attaque_toutes_les_cases_sont_occupees() -> None:
    match = mammoth("I3", "J3 I4 J4", laid="PPP")
    play(match, "use:steppe")
    assert {"xJ3", "xI4", "xJ4"} <= set(match.legal_texts(0))
    assert reason(match, "xI3") == "no_enemy"
    play(match, "xJ4")
    s = state(match)
    assert (pieces_of(s, 0), pieces_of(s, 1), s.stock[0], s.stock[1]) == (2, 2, 8, 9), "the victim leaves the game"


def test_attaque_pas_tant_qu_une_case_est_libre() -> None:
    match = mammoth("I3", "J3 I4", laid="PPP")
    play(match, "use:steppe")
    assert reason(match, "xJ3") == "not_full"
    assert "J4" in match.legal_texts(0)
    assert "C9" in match.legal_texts(0), "the other territory of the terrain as well"


def test_attaque_the_actor_chooses_between_a_full_territory_and_another() -> None:
    match = mammoth("I3", "J3 I4 J4", laid="PPP")
    play(match, "use:steppe")
    assert {"xJ3", "B6", "C9"} <= set(match.legal_texts(0))


def test_attaque_only_with_the_level_and_a_piece_in_stock() -> None:
    human = Player("human", "I3")
    match = table(position(human, Player("eagle", "J3 I4 J4"), Player("bear"), frames=turn(laid="PPP"), on_table="P3"))
    play(match, "use:steppe")
    assert reason(match, "xJ3") == "cannot_attack", "the human only reproduces on the steppe"
    empty = Player("mammoth", "I3", stock=0)
    match = table(position(empty, Player("eagle", "J3 I4 J4"), Player("bear"), frames=turn(laid="P3"), on_table="P3"))
    assert "use:steppe" not in match.legal_texts(0)


def test_attaque_a_territory_full_of_own_pieces_gives_nothing() -> None:
    match = mammoth("I3 J3 I4 J4", laid="PPP")
    play(match, "use:steppe")
    assert "C5" in match.legal_texts(0)
    assert not {"I3", "J3", "I4", "J4", "I3^", "J3^", "I4^", "J4^"} & set(match.legal_texts(0))
    assert not any(text.startswith("x") for text in match.legal_texts(0))


def test_les_niveaux_comprennent_les_actions_plus_faibles() -> None:
    match = mammoth("I3 B5", laid="PPP")
    play(match, "use:steppe")
    assert {"J3", "I3^", "B5^"} <= set(match.legal_texts(0)), "place, or move onto the steppe"


# --- DEROULEMENT DE LA PARTIE


def fresh(**options: str) -> Match:
    """The start of a turn with ten cards in hand."""
    hand = Player("human", "H5", hand="S2M2PDWFAR")
    return table(
        position(hand, Player("eagle", "G4"), Player("bear", "D4"), frames=turn(step="lay_out", base=0)), **options
    )


def test_deroulement_joue_trois_cartes_puis_agit() -> None:
    match = fresh()
    assert match.legal_texts(0) == [f"lay:{name}" for name in CARD_NAMES[:8]]
    assert reason(match, "lay:bolt") == "why.not_in_hand"
    assert reason(match, "use:savanna") == "lay_first"
    assert reason(match, "trade") == "lay_first"
    play(match, "lay:savanna", "lay:wheel", "lay:arrow")
    assert state(match).held[0] == 7
    assert reason(match, "lay:water") == "no_more_cards"
    assert set(match.legal_texts(0)) == {
        "use:savanna",
        "use:arrow",
        "use:wheel",
        "sell:savanna",
        "sell:arrow",
        "sell:wheel",
        "H5^",
        "trade",
    }


def test_deroulement_dans_l_ordre_de_son_choix() -> None:
    match = fresh()
    play(match, "lay:savanna", "lay:wheel", "lay:arrow", "trade", "use:wheel", "adapt:forest", "sell:arrow")
    play(match, "pass", "pass", "use:savanna", "H6", "H5^", ">G5", "trade", "end")
    assert match.seats_to_act() == [1]


def test_deroulement_les_cartes_restent_posees_puis_sont_defaussees() -> None:
    match = fresh()
    play(match, "lay:savanna", "lay:wheel", "lay:arrow", "sell:arrow", "pass", "pass", "use:savanna", "H6")
    assert state(match).discard == 0
    play(match, "end")
    s = state(match)
    assert [cards_of(s.discard, CARD_NAMES.index(name)) for name in ("savanna", "wheel", "arrow")] == [1, 1, 1]
    assert s.held[0] == 10, "« afin d'avoir de nouveau 10 cartes en main »"


def test_deroulement_il_doit_vendre_au_moins_une_carte() -> None:
    match = fresh()
    play(match, "lay:savanna", "lay:savanna", "lay:wheel")
    assert reason(match, "end") == "sell_one"
    play(match, "use:savanna", "H6", "use:savanna", "I5")
    assert reason(match, "use:wheel") == "sell_one", "the last card is for sale"
    play(match, "sell:wheel", "pass", "pass", "end")


def test_deroulement_il_peut_en_vendre_plusieurs_une_a_une() -> None:
    match = fresh()
    play(match, "lay:savanna", "lay:savanna", "lay:wheel")
    play(match, "sell:savanna", "pass", "pass", "sell:savanna", "pass", "pass", "sell:wheel", "pass", "pass", "end")
    assert match.seats_to_act() == [1]


def test_deroulement_a_card_without_use_is_discarded() -> None:
    match = fresh()
    play(match, "lay:water", "lay:desert", "lay:savanna")
    assert reason(match, "use:water") == "no_use"
    assert reason(match, "use:bolt") == "not_laid"
    play(match, "sell:savanna", "pass", "pass", "end")
    assert card_count(state(match).discard) == 3


def test_deroulement_puis_son_voisin_de_gauche() -> None:
    match = fresh()
    play(match, "lay:water", "lay:desert", "lay:savanna", "sell:savanna")
    assert match.seats_to_act() == [1]
    play(match, "pass", "pass", "end")
    assert (match.seats_to_act(), state(match).active, state(match).turns) == ([1], 1, 2)


# --- EXEMPLE DU TOUR DE JEU DU JOUEUR ORANGE (HOMME)


def test_exemple_du_tour_de_jeu_du_joueur_orange() -> None:
    human = Player("human", "C5 B3 B5", abilities={"intelligence": 1}, hand="R2F2S6", score=6)
    others = "C3 D3 E3 B4 D4 E4"  # with three more pieces the large forest is full
    match = table(position(human, Player("bear", others), Player("eagle", "G4"), frames=turn(step="lay_out", base=0)))
    play(match, "lay:wheel", "lay:forest", "lay:forest", "lay:wheel")
    assert reason(match, "lay:savanna") == "no_more_cards", "four cards only, thanks to Intelligence"
    play(match, "use:wheel", "adapt:forest", "use:forest", "D5", "use:forest", "E5")
    assert state(match).score[0] == 6
    play(match, "C5^", ">C4")
    s = state(match)
    assert (s.score[0], s.marked) == (9, 1 << TERRITORY_NAMES.index("forest_large"))
    play(match, "sell:wheel", "bid:3", "pass")
    assert match.seats_to_act() == [1], "the buyer uses the wheel at once"
    play(match, "adapt:steppe", "end")
    assert (s.food[0], s.food[1]) == (11, 5)
