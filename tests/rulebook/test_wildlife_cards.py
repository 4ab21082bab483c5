"""Wildlife, heading by heading: LES CARTES « WILDLIFE »."""

from typing import Any

import pytest
from helpers.wildlife_table import Player, play, position, state, table, turn

from meute.games.wildlife.box import contents
from meute.games.wildlife.state import level, pieces_of
from meute.match import Match, Refused
from meute.text import catalogue, event_phrase


def reason(match: Match, action: str) -> str:
    """Why an action is refused."""
    with pytest.raises(Refused) as refused:
        match.play(match.seats_to_act()[0], action)
    return refused.value.reason.key.removeprefix("wildlife.why.")


# --- LES CARTES « WILDLIFE »: terrain


def human_turn(laid: str, cells: str = "H5", **more: Any) -> Match:
    """The human's turn with some cards laid out."""
    options = {name: more.pop(name) for name in list(more) if name in ("wheel_bonus", "ability_limit")}
    human = Player("human", cells, **more)
    return table(
        position(human, Player("eagle", "G4"), Player("bear", "D4"), frames=turn(laid=laid), on_table=laid), **options
    )


def test_carte_terrain_au_niveau_deplacement() -> None:
    match = human_turn("FFF", "C5 H5")
    play(match, "use:forest")
    assert reason(match, "C4") == "cannot_place"
    assert set(match.legal_texts(0)) == {"C5^", "decline"}, "only this piece can arrive in the forest"
    play(match, "C5^")
    assert set(match.legal_texts(0)) == {">C4", ">D5"}
    assert reason(match, ">B5") == "other_terrain"
    play(match, ">D5")


def test_carte_terrain_le_pion_peut_partir_du_meme_territoire() -> None:
    match = human_turn("FFF", "D3")
    play(match, "use:forest", "D3^")
    assert match.legal_texts(0) == [">C3", ">E3"]


def test_carte_terrain_on_peut_renoncer() -> None:
    match = human_turn("SFF")
    play(match, "use:savanna", "decline")
    assert reason(match, "use:savanna") == "not_laid"
    assert state(match).stock[0] == 9


# --- Roue


def test_roue_ameliore_d_un_niveau() -> None:
    bear = Player("bear", "D4")
    match = table(position(bear, Player("eagle"), Player("human"), frames=turn(laid="R2P"), on_table="R2P"))
    play(match, "use:wheel")
    assert reason(match, "adapt:forest") == "top_level"
    play(match, "adapt:steppe")
    assert level(state(match), 0, 2) == 1
    play(match, "use:wheel", "adapt:steppe")
    assert level(state(match), 0, 2) == 2, "two tokens for the same terrain in one turn"
    assert "use:steppe" not in match.legal_texts(0), "the last card is for sale"


def wheels(*players: Player, frames: str, on_table: str, **options: str) -> Match:
    """A bear, who has no action on the steppe, with wheels."""
    bear = Player("bear", "D4", abilities={"intelligence": 1}, hand="R2P")
    return table(position(bear, *players, Player("human"), frames=frames, on_table=on_table), **options)


def test_roue_deux_jetons_au_plus_pour_un_meme_terrain_dans_un_tour() -> None:
    match = wheels(Player("eagle"), frames=turn(laid="R3"), on_table="R3")
    play(match, "use:wheel", "adapt:steppe", "use:wheel", "adapt:steppe")
    text = match.game.write_position(match.state)
    for again in (match, table(text)):
        play(again, "use:wheel")
        assert reason(again, "adapt:steppe") == "two_tokens"
        play(again, "adapt:desert")
        assert [level(state(again), 0, terrain) for terrain in (2, 3)] == [2, 1]


def test_roue_deux_jetons_also_for_a_buyer() -> None:
    seller = Player("human", "H5", hand="R3")
    buyer = Player("bear", "D4", food=30)
    match = table(position(seller, buyer, Player("eagle"), frames=turn(laid="R3"), on_table="R3"))
    for _ in range(2):
        play(match, "sell:wheel", "bid:3", "pass", "adapt:steppe")
    play(match, "sell:wheel", "bid:3", "pass")
    assert reason(match, "adapt:steppe") == "two_tokens"
    play(match, "decline", "end")
    assert list(state(match).began) == list(state(match).levels), "a new turn"


def test_roue_option_wheels_per_terrain() -> None:
    match = wheels(Player("eagle"), frames=turn(laid="R3"), on_table="R3", wheels_per_terrain="any")
    play(match, *["use:wheel", "adapt:steppe"] * 3)
    assert level(state(match), 0, 2) == 3
    old = Match("wildlife", ["a", "b"], version=1)
    assert old.options_settled["wheels_per_terrain"] == "any"


def test_roue_the_new_level_is_of_use_at_once() -> None:
    bear = Player("bear", "D4", abilities={"intelligence": 1}, hand="PPM")
    match = table(position(bear, Player("eagle"), Player("human"), frames=turn(laid="R2P"), on_table="R2P"))
    play(match, "use:wheel", "adapt:steppe", "use:wheel", "adapt:steppe", "use:steppe", "C9")
    assert pieces_of(state(match), 0) == 2


def test_roue_ne_place_pas_de_pion() -> None:
    match = human_turn("RRR")
    play(match, "use:wheel", "adapt:steppe")
    assert (level(state(match), 0, 2), pieces_of(state(match), 0)) == (3, 1)
    assert "sell:wheel" in match.legal_texts(0)


def test_roue_option_wheel_bonus() -> None:
    match = human_turn("RRR", wheel_bonus="yes")
    play(match, "use:wheel", "adapt:forest")
    assert "sell:wheel" in match.legal_texts(0), "no bonus below attack"
    play(match, "use:wheel", "adapt:forest")
    assert "C4" in match.legal_texts(0)
    assert not any(text.endswith("^") for text in match.legal_texts(0)), "a bonus only takes pieces from the stock"
    play(match, "C4")
    assert pieces_of(state(match), 0) == 2


def test_roue_option_wheel_bonus_may_be_declined_or_void() -> None:
    match = human_turn("RRR", wheel_bonus="yes", levels={"forest": 2})
    play(match, "use:wheel", "adapt:forest", "decline")
    assert pieces_of(state(match), 0) == 1
    match = human_turn("RRR", wheel_bonus="yes", levels={"forest": 2}, stock=0)
    play(match, "use:wheel", "adapt:forest")
    assert "sell:wheel" in match.legal_texts(0)


def test_roue_jeton_epuise() -> None:
    # With one other table four species lack the desert: three move tokens do not suffice for all of them.
    players = [
        Player("human", levels={"desert": 1}),
        Player("mammoth", levels={"desert": 1}),
        Player("bear", levels={"desert": 1}),
        Player("crocodile", levels={"steppe": 1, "desert": 0}),
    ]
    text = position(*players, frames=turn(laid="R3"), on_table="R3", active=4, first=4)
    match = table(text, species_table="croc_no_desert")
    play(match, "use:wheel")
    assert reason(match, "adapt:desert") == "no_token"


def test_roue_les_jetons_suffisent_avec_notre_table() -> None:
    rows = contents()["species"]
    needed = [[sum(row["levels"][terrain] < step for row in rows) for terrain in range(6)] for step in (1, 2, 3)]
    assert max(needed[0]) == 3
    assert needed[1:] == [[4] * 6, [5] * 6]


# --- Flèche


def arrow_turn(*others: Player, laid: str = "A3", own: dict[str, int] | None = None, **options: str) -> Match:
    """The human's turn with arrows."""
    human = Player("human", "H5", abilities=own, hand="SSMM")
    return table(position(human, *others, frames=turn(laid=laid), on_table=laid), **options)


def test_fleche_prend_une_carte_de_son_choix() -> None:
    match = arrow_turn(Player("eagle"), Player("bear"))
    play(match, "use:arrow")
    assert match.legal_texts(0) == [
        f"take:{name}" for name in ("food", "intelligence", "mobility", "defense", "attack")
    ] + ["decline"]
    play(match, "take:defense")
    assert state(match).abilities[0] == 16**3


def test_fleche_une_seule_carte_de_chaque_categorie() -> None:
    match = arrow_turn(Player("eagle"), Player("bear"), own={"intelligence": 1})
    play(match, "use:arrow")
    assert reason(match, "take:intelligence") == "owned"


@pytest.mark.parametrize(("limit", "allowed"), [("1", False), ("2", True), ("none", True)])
def test_fleche_option_ability_limit(limit: str, allowed: bool) -> None:
    match = arrow_turn(Player("eagle"), Player("bear"), own={"intelligence": 1}, ability_limit=limit)
    play(match, "use:arrow")
    assert ("take:intelligence" in match.legal_texts(0)) is allowed
    match = arrow_turn(Player("eagle"), Player("bear"), own={"intelligence": 2}, ability_limit=limit)
    play(match, "use:arrow")
    assert ("take:intelligence" in match.legal_texts(0)) is (limit == "none")


def test_fleche_chez_le_premier_sur_l_echelle_des_scores() -> None:
    holders = [
        Player("eagle", abilities={"attack": 1}, score=20),
        Player("bear", abilities={"defense": 1}, score=5),
        Player("snake", abilities={"defense": 1}, score=9),
    ]
    match = arrow_turn(*holders)
    play(match, "use:arrow", "take:defense")
    assert [state(match).abilities[seat] // 16**3 for seat in range(4)] == [1, 16, 1, 0], "from the snake"
    play(match, "use:arrow", "take:attack")
    assert state(match).abilities[1] == 0


def test_fleche_la_position_du_joueur_actif_n_a_aucune_importance() -> None:
    match = arrow_turn(Player("eagle", abilities={"attack": 1}, score=-4), Player("bear", score=30))
    play(match, "use:arrow", "take:attack")
    assert state(match).abilities[1] == 0


def test_fleche_en_cas_d_egalite_le_joueur_decide() -> None:
    match = arrow_turn(
        Player("eagle", abilities={"defense": 1}, score=7),
        Player("bear", abilities={"defense": 1}, score=7),
        Player("snake", score=7),
    )
    play(match, "use:arrow", "take:defense")
    assert match.legal_texts(0) == ["from:2", "from:3"]
    assert reason(match, "from:4") == "not_leader"
    play(match, "from:3")
    assert [state(match).abilities[seat] for seat in range(4)] == [16**3, 16**3, 0, 0]


def test_fleche_nothing_left_to_take() -> None:
    everything = {"food": 1, "intelligence": 1, "mobility": 1, "defense": 1, "attack": 1}
    match = arrow_turn(Player("eagle"), Player("bear"), own=everything)
    assert "use:arrow" not in match.legal_texts(0)
    assert reason(match, "use:arrow") == "no_use"


@pytest.mark.parametrize("card", ["arrow", "bolt"])
def test_fleche_derniere_carte_prend_intelligence_et_la_suivante_est_vendue(card: str) -> None:
    letter = {"arrow": "A", "bolt": "B"}[card]
    match = arrow_turn(Player("eagle"), Player("bear"), laid=f"S2{letter}")
    play(match, "use:savanna", "H6", "use:savanna", "I5")
    assert match.game.show(match.view(0).state, 0)["only_intelligence"]
    play(match, f"use:{card}")
    assert state(match).abilities[0] == 16, "the only ability that lets a card follow, to be sold"
    assert reason(match, "end") == "sell_one"
    play(match, "lay:mountain")
    assert reason(match, "use:mountain") == "sell_one"
    play(match, "sell:mountain", "pass", "pass", "end")


def test_fleche_derniere_carte_without_intelligence_is_for_sale() -> None:
    for own, hand in (({"intelligence": 1}, "S4"), ({}, "-")):
        human = Player("human", "H5", abilities=own, hand="" if hand == "-" else hand)
        used = turn(laid="A", used="S2", extra=len(own))
        match = table(position(human, Player("eagle"), Player("bear"), frames=used, on_table="AS2"))
        assert reason(match, "use:arrow") == "sell_one"
        assert "sell:arrow" in match.legal_texts(0)


# --- Eclair


def test_eclair_terrain_roue_ou_fleche_mais_pas_de_texte() -> None:
    match = human_turn("B3", "C5 H5")
    play(match, "use:bolt")
    assert match.legal_texts(0) == [
        "use:savanna",
        "use:mountain",
        "use:steppe",
        "use:forest",
        "use:arrow",
        "use:wheel",
        "decline",
    ]
    assert reason(match, "use:famine") == "no_text"
    assert reason(match, "use:bolt") == "bolt_itself"
    assert reason(match, "use:water") == "no_use"
    play(match, "use:savanna", "H6", "use:bolt", "use:wheel", "adapt:water")
    assert level(state(match), 0, 4) == 1


def test_eclair_also_for_a_move() -> None:
    match = human_turn("B3", "C5")
    play(match, "use:bolt", "use:forest", "C5^", ">C4")
    assert pieces_of(state(match), 0) == 1


# --- EPIDEMIE, FAMINE, SOURCE DE NOURRITURE


def test_epidemie_chacun_son_tour_a_partir_de_la_gauche() -> None:
    players = [
        Player("human", "H5 H6"),
        Player("eagle", "G4 G5", abilities={"defense": 1}),
        Player("bear"),
        Player("snake", "E6 E7"),
    ]
    match = table(position(*players, frames=turn(laid="E2S"), on_table="E2S"))
    play(match, "use:epidemic")
    assert (match.seats_to_act(), match.legal_texts(1)) == ([1], ["G4^", "G5^"]), "Defence does not help"
    assert reason(match, "H5^") == "not_yours"
    play(match, "G5^")
    assert match.seats_to_act() == [3], "the bear has no piece and is spared"
    play(match, "E6^")
    s = state(match)
    assert [pieces_of(s, seat) for seat in range(4)] == [2, 1, 0, 1]
    assert list(s.stock) == [9, 9, 9, 9], "removed pieces do not come back"
    play(match, "use:epidemic")
    assert match.seats_to_act() == [0], "who has one piece has no choice"
    assert [pieces_of(s, seat) for seat in range(4)] == [2, 0, 0, 0]


def test_famine_chaque_nourriture_manquante_coute_un_point() -> None:
    players = [Player("human", "H5"), Player("eagle", food=3), Player("bear", food=7), Player("snake", food=0)]
    match = table(position(*players, frames=turn(laid="H2S"), on_table="H2S"))
    play(match, "use:famine")
    s = state(match)
    assert list(s.food) == [8, 0, 2, 0]
    assert list(s.score) == [10, 8, 10, 5]
    words = catalogue("fr")
    rendered = [words.render(event_phrase(match.game, event, match.seats, 0, words)) for event in match.events[-4:]]
    assert [line.replace("\u00a0", " ") for line in rendered] == [
        "Famine : Bob rend 3 nourritures.",
        "Famine : Bob recule de 2 points, faute de nourriture.",
        "Famine : Chloé rend 5 nourritures.",
        "Famine : Dan recule de 5 points, faute de nourriture.",
    ]


def test_source_de_nourriture() -> None:
    players = [Player("human", "H5", score=12), Player("eagle", score=4), Player("bear", score=4), Player("snake")]
    match = table(position(*players, frames=turn(laid="N2S"), on_table="N2S"))
    play(match, "use:food")
    assert list(state(match).food) == [15, 11, 11, 8]


def test_source_de_nourriture_si_vous_etes_le_dernier() -> None:
    players = [Player("human", "H5", score=2), Player("eagle", score=9), Player("bear", score=2)]
    match = table(position(*players, frames=turn(laid="N2S"), on_table="N2S"))
    play(match, "use:food")
    assert list(state(match).food) == [18, 8, 11]


def test_source_de_nourriture_a_deux_joueurs() -> None:
    players = [Player("human", "H5", score=2), Player("eagle", score=1)]
    match = table(position(*players, frames=turn(laid="N2S"), on_table="N2S"))
    play(match, "use:food")
    assert list(state(match).food) == [15, 8]
