"""Wildlife, heading by heading: sales, food and abilities."""

from typing import Any

import pytest
from helpers.wildlife_table import Player, play, position, state, table, turn

from meute.games.wildlife.names import CELL_NAMES
from meute.games.wildlife.state import card_count, cards_of, level, owner, pieces_of
from meute.match import Match, Refused


def reason(match: Match, action: str, seat: int | None = None) -> str:
    """Why an action is refused."""
    with pytest.raises(Refused) as refused:
        match.play(match.seats_to_act()[0] if seat is None else seat, action)
    return refused.value.reason.key.removeprefix("wildlife.why.")


def at(match: Match, cell: str) -> int:
    """Whose piece stands on a cell."""
    return int(owner(state(match), CELL_NAMES.index(cell)))


def sale(*others: Player, laid: str = "S3", seller: Player | None = None, **options: str) -> Match:
    """The first player's turn with cards to sell."""
    first = seller or Player("human", "H5")
    return table(position(first, *others, frames=turn(laid=laid), on_table=laid), **options)


def four(**more: Any) -> Match:
    return sale(Player("eagle", "G6"), Player("bear", "D4"), Player("snake", "E6"), **more)


# --- VENDRE UNE CARTE


def test_vendre_le_voisin_de_gauche_fait_la_premiere_offre() -> None:
    match = four()
    play(match, "sell:savanna")
    assert match.seats_to_act() == [1]
    assert match.legal_texts(1) == ["pass", *(f"bid:{price}" for price in range(3, 61))]


def test_vendre_surencherir_ou_passer() -> None:
    match = four()
    play(match, "sell:savanna", "bid:3", "pass", "bid:5")
    assert match.seats_to_act() == [1]
    assert match.legal_texts(1)[:2] == ["pass", "bid:6"]
    play(match, "bid:6")
    assert match.seats_to_act() == [3], "who has passed is not asked again"
    assert reason(match, "bid:9", seat=2) == "why.not_your_turn"
    play(match, "pass")
    s = state(match)
    assert list(s.food) == [14, 2, 8, 8]
    assert match.seats_to_act() == [1], "the buyer acts at once"


def test_vendre_mise_minimale_et_surenchere() -> None:
    match = four()
    play(match, "sell:savanna")
    assert reason(match, "bid:2") == "too_low"
    play(match, "bid:5")
    assert reason(match, "bid:5") == "too_low"
    play(match, "bid:6")


def test_vendre_le_dernier_peut_encore_ouvrir() -> None:
    match = four()
    play(match, "sell:savanna", "pass", "pass")
    assert match.legal_texts(3)[:2] == ["pass", "bid:3"]
    play(match, "bid:4")
    assert list(state(match).food) == [12, 8, 8, 4]


def test_vendre_personne_n_est_interesse() -> None:
    match = four()
    play(match, "sell:savanna", "pass", "pass", "pass")
    s = state(match)
    assert list(s.food) == [8, 8, 8, 8]
    assert match.seats_to_act() == [0]
    assert "end" in match.legal_texts(0), "the duty to sell is done"
    play(match, "end")
    assert cards_of(s.discard, 0) == 3


def test_vendre_le_vendeur_n_encherit_pas() -> None:
    match = four()
    play(match, "sell:savanna", "bid:3", "bid:4", "bid:5")
    assert match.seats_to_act() == [1]
    assert reason(match, "bid:6", seat=0) == "why.not_your_turn"


def test_vendre_l_acheteur_agit_avec_son_propre_tableau_ou_defausse() -> None:
    match = four()
    play(match, "sell:savanna", "bid:3", "pass", "pass")
    assert match.legal_texts(1) == ["G6^", "decline"], "the eagle can only move onto the savanna"
    play(match, "G6^")
    assert at(match, "H6") == 1


def test_vendre_l_acheteur_place_et_marque_les_points_du_territoire() -> None:
    buyer = Player("bear", "C3 D3 E3 B4 C4 D4 E4 D5", score=4)
    match = sale(Player("eagle", "G4"), buyer, laid="FFS")
    play(match, "sell:forest", "pass", "bid:3", "E5")
    s = state(match)
    assert (s.score[2], s.score[0]) == (7, 10)
    assert match.seats_to_act() == [0], "the seller goes on"


def test_vendre_l_acheteur_peut_defausser() -> None:
    match = sale(Player("bear", "D4"), Player("eagle", "G4"), laid="FFS")
    play(match, "sell:forest", "bid:3", "pass", "decline")
    assert (state(match).stock[1], state(match).food[1]) == (9, 5)
    assert match.seats_to_act() == [0]


def test_vendre_l_acheteur_qui_ne_peut_rien_faire_defausse() -> None:
    match = sale(Player("snake", "E6"), Player("eagle", "G4"), laid="S3")
    play(match, "sell:savanna", "bid:3", "pass")
    assert match.seats_to_act() == [0], "the snake has no action on the savanna"
    assert state(match).food[1] == 5


def test_vendre_l_acheteur_ne_fait_rien_d_autre() -> None:
    match = sale(Player("bear", "D4", abilities={"mobility": 1}, food=20), Player("eagle", "G4"), laid="F3")
    play(match, "sell:forest", "bid:3", "pass")
    for action in ("trade", "mobility", "end", "sell:forest"):
        assert reason(match, action) == "why.other_question"


def test_vendre_a_text_card_may_be_bought() -> None:
    match = four(laid="H2S")
    play(match, "sell:famine", "bid:3", "pass", "pass")
    assert match.legal_texts(1) == ["use:famine", "decline"]
    play(match, "use:famine")
    assert list(state(match).food) == [6, 5, 3, 3], "the buyer is the « you »: the seller suffers too"


def test_vendre_an_epidemic_that_was_bought_strikes_the_seller_too() -> None:
    match = four(laid="E2S", seller=Player("human", "H5 H6"))
    play(match, "sell:epidemic", "bid:3", "pass", "pass", "use:epidemic")
    assert match.seats_to_act() == [0], "the bear and the snake have one piece each and no choice"
    play(match, "H6^")
    assert [pieces_of(state(match), seat) for seat in range(4)] == [1, 1, 0, 0]


def test_vendre_only_cards_laid_out() -> None:
    match = four(laid="SSM", seller=Player("human", "H5", hand="A2R"))
    assert reason(match, "sell:arrow") == "not_laid"


def test_vendre_bid_cap() -> None:
    match = four(bid_cap="5")
    play(match, "sell:savanna", "bid:5")
    assert match.legal_texts(2) == ["pass"]
    assert reason(match, "bid:6") == "too_high"


# --- ECHANGER DES POINTS DE NOURRITURE


@pytest.mark.parametrize(
    ("food", "price", "points", "left"),
    [(8, 8, 0, 0), (8, 9, 1, 2), (8, 11, 1, 0), (8, 12, 2, 2), (0, 3, 1, 0), (0, 4, 2, 2), (2, 60, 20, 2)],
)
def test_echanger_reculer_pour_payer(food: int, price: int, points: int, left: int) -> None:
    match = sale(Player("snake", "E6", food=food, score=5), Player("eagle", "G4"))
    play(match, "sell:savanna", f"bid:{price}", "pass")
    s = state(match)
    assert (s.score[1], s.food[1], s.food[0]) == (5 - points, left, 8 + price)


def test_echanger_meme_au_dela_de_la_premiere_case() -> None:
    match = sale(Player("snake", "E6", food=0, score=1), Player("eagle", "G4"))
    play(match, "sell:savanna", "bid:9", "pass")
    assert state(match).score[1] == -2


def test_echanger_trois_nourritures_contre_un_point() -> None:
    match = four(seller=Player("human", "H5", food=7))
    play(match, "trade", "trade")
    s = state(match)
    assert (s.food[0], s.score[0]) == (1, 12)
    assert reason(match, "trade") == "no_food"


def test_echanger_seul_le_joueur_actif() -> None:
    match = four()
    assert reason(match, "trade", seat=1) == "why.not_your_turn"
    play(match, "sell:savanna")
    assert reason(match, "trade", seat=1) == "why.other_question"


def test_echanger_food_from_a_sale_in_the_same_turn() -> None:
    match = four(seller=Player("human", "H5", food=0))
    assert "trade" not in match.legal_texts(0)
    play(match, "sell:savanna", "pass", "pass", "bid:3", "trade")
    assert (state(match).food[0], state(match).score[0]) == (0, 11)


# --- ACTIONS DES CARTES « CAPACITE »


def able(abilities: dict[str, int], *others: Player, laid: str = "S3", **more: Any) -> Match:
    """The human's turn with abilities."""
    options = {name: more.pop(name) for name in list(more) if name in ("defence_in_own_turn", "ability_limit")}
    human = Player("human", more.pop("cells", "H5"), abilities=abilities, hand=more.pop("hand", "M2A2"), **more)
    return table(
        position(
            human, *(others or (Player("eagle", "G4"), Player("bear", "D4"))), frames=turn(laid=laid), on_table=laid
        ),
        **options,
    )


def test_capacite_intelligence_une_carte_de_plus() -> None:
    match = able({"intelligence": 1})
    play(match, "lay:mountain")
    assert card_count(state(match).hands[0]) == 3
    assert reason(match, "lay:mountain") == "no_more_cards"


def test_capacite_intelligence_des_son_acquisition() -> None:
    match = able({}, laid="A3")
    assert reason(match, "lay:mountain") == "no_more_cards"
    play(match, "use:arrow", "take:intelligence", "lay:mountain")


def test_capacite_intelligence_three_cards_used_and_the_fourth_sold() -> None:
    match = able({"intelligence": 1})
    play(match, "use:savanna", "H6", "use:savanna", "I5", "use:savanna", "I6")
    assert reason(match, "end") == "sell_one"
    play(match, "lay:mountain", "sell:mountain", "pass", "pass", "end")


def test_capacite_intelligence_lost_after_the_fourth_card_was_laid() -> None:
    eagle = Player("eagle", "G4", score=3)
    bear = Player("bear", "D4", abilities={"intelligence": 1}, score=2)
    others = (
        eagle,
        bear,
        Player("snake", abilities={"intelligence": 1}),
        Player("mammoth", abilities={"intelligence": 1}),
    )
    match = able({"intelligence": 1}, *others, laid="A3", score=30)
    play(match, "lay:mountain", "sell:arrow", "bid:3", "pass", "pass", "pass", "take:intelligence")
    s = state(match)
    assert s.abilities[0] == 0
    assert "sell:mountain" in match.legal_texts(0), "the card laid out is still there"
    assert reason(match, "lay:mountain") == "no_more_cards"


def test_capacite_mobilite_sur_une_case_libre() -> None:
    match = able({"mobility": 1}, cells="H5 H6")
    play(match, "mobility")
    assert match.legal_texts(0) == ["H5^", "H6^"]
    assert reason(match, "G4^") == "not_yours"
    play(match, "H6^")
    assert reason(match, ">D1") == "no_level"
    assert reason(match, ">H5") == "own_piece"
    play(match, ">A7")
    assert (at(match, "A7"), at(match, "H6")) == (0, -1)
    assert reason(match, "mobility") == "no_ability", "once in a turn"


def test_capacite_mobilite_intervertit_les_deux_pions() -> None:
    match = able({"mobility": 1}, Player("eagle", "C6"), Player("bear", "D4"), cells="H5 C4")
    play(match, "mobility", "C4^", ">C6")
    assert (at(match, "C6"), at(match, "C4")) == (0, 1), "the eagle may stand in the forest, where it has no action"
    assert state(match).marked == 0


def test_capacite_mobilite_may_fill_a_territory() -> None:
    match = able({"mobility": 1}, cells="H5 I3 J3 I4")
    play(match, "mobility", "H5^", ">J4")
    assert state(match).score[0] == 13


def test_capacite_mobilite_a_lone_piece_is_lifted_without_asking() -> None:
    match = able({"mobility": 1})
    play(match, "mobility", ">A7")
    assert at(match, "A7") == 0


def test_capacite_attaque_meme_si_le_territoire_n_est_pas_complet() -> None:
    match = able({"attack": 1}, Player("eagle", "J5"), Player("bear", "D4"))
    play(match, "attack")
    assert "xJ5" in match.legal_texts(0)
    assert "H6" in match.legal_texts(0)
    assert reason(match, "xD4") == "cannot_attack"
    assert reason(match, "xH5") == "no_enemy"
    assert reason(match, "J5") == "occupied"
    play(match, "xJ5")
    s = state(match)
    assert (at(match, "J5"), s.stock[0], pieces_of(s, 1)) == (0, 8, 0)
    assert reason(match, "attack") == "no_ability"


def test_capacite_attaque_only_on_terrains_of_level_three() -> None:
    match = able({"attack": 1}, Player("eagle", "C6"), Player("bear", "D4"))
    play(match, "attack")
    assert reason(match, "xC6") == "cannot_attack", "the human only reproduces on the steppe"


def test_capacite_attaque_may_fill_a_territory() -> None:
    match = able({"attack": 1}, cells="A5 B5 A6")
    play(match, "attack", "A7")
    assert state(match).score[0] == 13


def test_capacite_without_a_target() -> None:
    match = able({"attack": 1}, stock=0)
    assert reason(match, "attack") == "no_target"
    assert reason(able({}), "attack") == "no_ability"


# --- DEFENSE


FULL = Player("eagle", "A5 B5 A6", abilities={"defense": 1})


def test_defense_contre_une_attaque() -> None:
    match = able({}, FULL, Player("bear", "D4"), cells="A7")
    play(match, "use:savanna", "xB5")
    assert (match.seats_to_act(), match.legal_texts(1)) == ([1], ["defend", "yield"])
    play(match, "defend")
    s = state(match)
    assert (at(match, "B5"), s.stock[0], s.abilities[1]) == (1, 9, 16**3), "nothing changes, Defence is kept"
    assert match.seats_to_act() == [0]
    play(match, "use:savanna", "xB5")
    assert (at(match, "B5"), match.seats_to_act()) == (0, [0]), "one attack in a turn"


def test_defense_peut_laisser_faire() -> None:
    match = able({}, FULL, Player("bear", "D4"), cells="A7")
    play(match, "use:savanna", "xB5", "yield")
    assert at(match, "B5") == 0


def test_defense_contre_une_interversion() -> None:
    match = able({"mobility": 1}, Player("eagle", "H6", abilities={"defense": 1}), Player("bear", "D4"), cells="C5")
    play(match, "mobility", ">H6", "defend")
    assert (at(match, "H6"), at(match, "C5")) == (1, 0)
    assert reason(match, "mobility") == "no_ability", "Mobility is spent"


def test_defense_contre_la_carte_attaque() -> None:
    match = able({"attack": 1}, Player("eagle", "H6", abilities={"defense": 1}), Player("bear", "D4"))
    play(match, "attack", "xH6", "defend")
    assert (at(match, "H6"), state(match).stock[0]) == (1, 9)
    assert reason(match, "attack") == "no_ability"


def test_defense_de_nouveau_prete_au_tour_suivant() -> None:
    match = able({}, FULL, Player("bear", "D4"), cells="A7", hand="S7")
    play(match, "use:savanna", "xB5", "defend", "sell:savanna", "pass", "pass", "end")
    assert state(match).defended == 0


def buyers_attack(**options: str) -> Match:
    """A buyer attacks the seller in the seller's own turn."""
    seller = Player("human", "I3 J3 I4", abilities={"defense": 1})
    others = (Player("mammoth", "J4"), Player("bear", "D4"))
    match = table(position(seller, *others, frames=turn(laid="P3"), on_table="P3"), **options)
    play(match, "sell:steppe", "bid:3", "pass", "xJ3")
    return match


def test_defense_pas_pendant_son_propre_tour() -> None:
    match = buyers_attack()
    assert (at(match, "J3"), match.seats_to_act()) == (1, [0])


def test_defense_option_in_own_turn() -> None:
    match = buyers_attack(defence_in_own_turn="yes")
    assert match.legal_texts(0) == ["defend", "yield"]
    play(match, "defend")
    assert at(match, "J3") == 0


def test_defense_acquise_aux_encheres_aide_tout_de_suite() -> None:
    match = able({}, Player("eagle", "A5 B5 A6"), Player("bear", "D4"), cells="A7", laid="SAS")
    play(match, "sell:arrow", "bid:3", "pass", "take:defense", "use:savanna", "xB5")
    assert match.seats_to_act() == [1]


def test_defense_several_copies_counter_several_attacks() -> None:
    twice = Player("eagle", "A5 B5 A6", abilities={"defense": 2})
    match = able({}, twice, Player("bear", "D4"), cells="A7", ability_limit="2")
    play(match, "use:savanna", "xB5", "defend", "use:savanna", "xB5", "defend")
    assert at(match, "B5") == 1


# --- PIOCHER DES CARTES « WILDLIFE »


def test_piocher_lorsque_la_pioche_est_epuisee() -> None:
    human = Player("human", "H5", hand="S2M5")
    players = (human, Player("eagle", "G4", hand="D10"), Player("bear", "D4", hand="W9"))
    text = position(*players, frames=turn(laid="P2", sold="P", offered=1), on_table="P3", deck="A", discard="F10R9")
    match = table(text)
    play(match, "end")
    s = state(match)
    assert s.held[0] == 10
    assert cards_of(s.hands[0], 6) == 1, "the last card of the deck first"
    assert card_count(s.deck) == 17, "two more out of the shuffled discards"
    assert card_count(s.discard) == 3, "the cards of this turn were not yet among them"
    assert cards_of(s.discard, 2) == 3


def test_piocher_ten_cards_after_every_turn() -> None:
    match = Match("wildlife", ("a", "b", "c"), seed=8)
    seen = 0
    while seen < 12:
        before = state(match).turns
        (seat,) = match.seats_to_act()
        texts = match.legal_texts(seat)
        match.play(seat, "end" if "end" in texts else texts[0])
        if state(match).turns > max(before, 1):
            seen += 1
            assert list(state(match).held) == [10, 10, 10]


def test_level_of_a_buyer_is_the_buyers() -> None:
    match = able({}, Player("mammoth", "B6"), Player("bear", "D4"), laid="P3")
    play(match, "sell:steppe", "bid:3", "pass")
    assert level(state(match), 1, 2) == 3
    assert "C9" in match.legal_texts(1)
