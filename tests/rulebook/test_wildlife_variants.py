"""Wildlife, heading by heading: two players, the variants and the other switches."""

import re
from pathlib import Path
from typing import Any

import pytest
from helpers.wildlife_table import NAMES, Player, play, position, state, table, turn

from meute.core.chance import ScriptedChance
from meute.games import wildlife
from meute.games.wildlife.names import CARD_NAMES
from meute.games.wildlife.state import cards_of, species_of
from meute.match import Match, Refused
from meute.text import catalogue


def reason(match: Match, action: str) -> str:
    """Why an action is refused."""
    with pytest.raises(Refused) as refused:
        match.play(match.seats_to_act()[0], action)
    return refused.value.reason.key.removeprefix("wildlife.why.")


# --- REGLES POUR DEUX JOUEURS


def two(laid: str = "P3", **more: Any) -> Match:
    options = {name: more.pop(name) for name in list(more) if name in ("lively_auctions",)}
    human = Player("human", "H5", **more)
    return table(position(human, Player("mammoth", "B6", food=1), frames=turn(laid=laid), on_table=laid), **options)


def test_deux_joueurs_une_carte_de_chaque_type_en_moins() -> None:
    assert list(state(two()).box.abilities) == [4, 3, 2, 1, 1]
    assert list(state(Match("wildlife", NAMES[:3])).box.abilities) == [5, 4, 3, 2, 1]


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
    assert match.legal_texts(1) == ["pass", "bid:3"]
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
    assert match.seats_to_act() == [1]


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
    assert {"C4", "G9", "B5^"} <= set(match.legal_texts(1)), (
        "the human may only move in the forest, but bought the card"
    )
    assert not any(text.startswith("x") for text in match.legal_texts(1))
    play(match, "G9")
    assert state(match).stock[1] == 8
    match = lively()
    play(match, "sell:forest", "bid:3", "pass")
    assert "C4" not in match.legal_texts(1)


def test_variante_encheres_not_for_the_owner_nor_without_a_level_nor_for_a_bolt() -> None:
    match = lively(lively_auctions="yes")
    play(match, "sell:forest", "pass", "bid:3")
    assert match.seats_to_act() == [0], "the snake has no action in the forest"
    play(match, "sell:bolt", "bid:3", "pass", "use:forest")
    assert "C4" not in match.legal_texts(1)


# --- VARIANTES: Tableaux des espèces / Premier joueur


def species_sale(*moves: str, seats: int = 3, speaker: int = 2) -> Match:
    deck = [
        f"deal:{name}"
        for name, number in zip(CARD_NAMES, [10] * 6 + [18, 15, 10, 3, 2, 2], strict=True)
        for _ in range(number)
    ]
    match = Match(
        "wildlife", NAMES[:seats], {"species_auction": "yes"}, chance=ScriptedChance([f"speaks:{speaker}", *deck])
    )
    play(match, *moves)
    return match


def test_variante_especes_aux_encheres() -> None:
    match = species_sale()
    assert list(state(match).food) == [12, 12, 12]
    assert match.seats_to_act() == [1], "a random player speaks first, then clockwise"
    assert match.legal_texts(1) == ["pass", *(f"bid:{price}" for price in range(13))]
    play(match, "bid:0", "bid:2", "pass", "pass")
    assert match.seats_to_act() == [2]
    play(match, "board:human")
    assert list(state(match).food) == [12, 12, 10], "paid to the bank"
    assert match.seats_to_act() == [0], "next, on the left of the winner"
    play(match, "bid:4")
    assert reason(match, "bid:4") == "too_low"
    play(match, "pass", "board:eagle")
    assert match.seats_to_act() == [1], "the last player takes one of the rest for nothing"
    assert reason(match, "board:human") == "board_taken"
    play(match, "board:snake")
    s = state(match)
    assert [species_of(s, seat) for seat in range(3)] == [4, 5, 0]
    assert list(s.score) == [2, 1, 3], "the oldest species begins"
    assert match.seats_to_act() == [1]
    play(match, "D1")
    assert match.seats_to_act() == [0], "seated by age: snake, eagle, human"
    play(match, "G4")
    assert match.seats_to_act() == [2]


def test_variante_especes_tous_passent() -> None:
    match = species_sale("pass", "pass", "pass")
    assert match.seats_to_act() == [1], "the one to bid first picks for nothing"
    assert "board:human" in match.legal_texts(1)
    assert list(state(match).food) == [12, 12, 12]


def test_variante_especes_what_costs_nothing_is_not_told_as_paid() -> None:
    free, paid = species_sale("bid:0", "pass", "pass"), species_sale("bid:2", "pass", "pass")
    logged = [[match.game.events[event.kind].name for event in match.events] for match in (free, paid)]
    assert ["pays_for_board" in names for names in logged] == [False, True]


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
    assert match.seats_to_act() == [2]
    play(match, "bid:3")
    assert match.seats_to_act() == [1]


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
    assert (match.seats_to_act(), state(match).first) == ([1], 1)
    assert round_ends((9, 4, 7, 8), first=1, active=4).seats_to_act() == [0]


def test_variante_premier_joueur_le_plus_proche_du_precedent() -> None:
    match = round_ends((9, 4, 7, 4), first=3, active=2, moving_first_player="yes")
    assert state(match).first == 3, "clockwise from the bear: the snake comes before the eagle"
    match = round_ends((4, 4, 7, 8), first=1, active=4, moving_first_player="yes")
    assert state(match).first == 0, "counted from and including the former first player"


def test_variante_premier_joueur_deux_tours_de_suite() -> None:
    match = round_ends((9, 8, 7, 4), first=1, active=4, moving_first_player="yes")
    assert match.seats_to_act() == [3]
    assert state(match).played == 1


@pytest.mark.parametrize(("language", "comma"), [("fr", ","), ("en", ".")])
def test_variante_premier_joueur_what_it_brings_is_told_as_it_was_measured(language: str, comma: str) -> None:
    report = (Path(__file__).parents[2] / "docs/balance/wildlife.md").read_text(encoding="utf-8")
    always, _, moving = re.findall(r"\b\d\.\d\d\b", report.partition("The crocodile wins")[2])[:3]
    page = (Path(wildlife.__file__).parent / f"text/rules.{language}.md").read_text(encoding="utf-8")
    option = catalogue(language).entries["wildlife.option.moving_first_player"]
    for text in (option, page.partition("crocodile")[2]):
        numbers_said = [f"{float(number):.1f}".replace(".", comma) for number in (always, moving)]
        assert all(number in text for number in numbers_said)


def test_variante_premier_joueur_only_after_a_full_round() -> None:
    players = [Player("human", score=9), Player("eagle", score=9), Player("bear", score=1)]
    text = position(*players, frames=turn(laid="P2", sold="P", offered=1), on_table="P3", turns=1, played=1)
    match = table(text, moving_first_player="yes")
    play(match, "end")
    assert match.seats_to_act() == [1]


# --- the other switches


def fresh(**options: str) -> Match:
    hand = Player("human", "H5", hand="S2M2PDWFAR")
    others = (Player("eagle", "G4"), Player("bear", "D4"))
    return table(position(hand, *others, frames=turn(step="lay_out", base=0)), **options)


def test_option_cards_up_to() -> None:
    match = fresh(cards="up_to")
    assert "end" not in match.legal_texts(0), "one card must be offered"
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
    assert match.seats_to_act() == [1]


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
