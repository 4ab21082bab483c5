"""Wildlife: NOURRITURE [NAHRUNG], an ability « à n'importe quel moment de son tour de jeu »."""

import pytest
from helpers.wildlife_table import NAMES, Player, play, position, state, table, turn

from meute.bots import make_bot
from meute.core.chance import Generator
from meute.match import Match, Refused, read_record, replay, write_record
from meute.server.table.scene import why_sent

FOOD = {"food": 1}


def fed(laid: str = "S3", others: tuple[Player, ...] = (), score: int = 10, **options: str) -> Match:
    """The turn of a human who has the Food card."""
    human = Player("human", "H5", abilities=FOOD, hand="M2A2", score=score)
    rest = others or (Player("eagle", "G4"), Player("bear", "D4"))
    return table(position(human, *rest, frames=turn(laid=laid), on_table=laid), **options)


def sell(match: Match, card: str = "savanna") -> None:
    """Nobody wants the card."""
    play(match, f"sell:{card}", *["pass"] * (len(match.seats) - 1))


def test_nourriture_a_n_importe_quel_moment() -> None:
    match = fed()
    assert state(match).score[0] == 10
    play(match, "use:savanna", "H6", "food")
    assert state(match).score[0] == 12
    assert "food" not in match.legal_texts(0), "once in a turn"
    sent = why_sent(match, 0, ["food"])
    assert (sent.phrase.key, sent.heading) == ("wildlife.why.no_ability", "ACTIONS DES CARTES « CAPACITE »")
    sell(match)
    play(match, "end")
    assert state(match).score[0] == 12


def test_nourriture_au_plus_tard_a_la_fin_du_tour() -> None:
    match = fed()
    sell(match)
    play(match, "end")
    assert (state(match).score[0], match.seats_to_act()) == (12, [1])


def test_nourriture_after_the_cards_are_laid_out() -> None:
    human = Player("human", "H5", abilities=FOOD, hand="S10")
    match = table(position(human, Player("eagle"), Player("bear"), frames=turn(step="lay_out", base=0)))
    assert match.legal_texts(0) == ["lay:savanna"], "« joue trois cartes, puis exécute les actions suivantes »"
    play(match, *["lay:savanna"] * 3)
    assert "food" in match.legal_texts(0)


@pytest.mark.parametrize(("moves", "food"), [(("use:food", "food"), 18), (("food", "use:food"), 15)])
def test_nourriture_decides_who_is_last_when_food_is_found(moves: tuple[str, ...], food: int) -> None:
    match = fed("N2S", (Player("eagle", score=11), Player("bear", score=15)))
    play(match, *moves)
    assert (state(match).food[0], state(match).score[0]) == (food, 12)


@pytest.mark.parametrize("early", [True, False])
def test_nourriture_decides_who_leads_when_an_arrow_is_sold(early: bool) -> None:
    others = [Player(species, abilities=FOOD, score=11) for species in ("bear", "snake", "mammoth", "crocodile")]
    match = fed("A3", (Player("eagle"), *others))
    if early:
        play(match, "food")
    play(match, "sell:arrow", "bid:3", "pass", "pass", "pass", "pass", "take:food")
    if early:
        assert [state(match).abilities[seat] for seat in range(6)] == [0, 1, 1, 1, 1, 1], "taken from the leader"
    else:
        assert match.legal_texts(1) == ["from:3", "from:4", "from:5", "from:6"], "the seller is behind these four"


def test_nourriture_lost_before_it_was_booked() -> None:
    others = [Player(species, abilities=FOOD) for species in ("bear", "snake", "mammoth", "crocodile")]
    match = fed("A3", (Player("eagle"), *others), score=20)
    play(match, "sell:arrow", "bid:3", "pass", "pass", "pass", "pass", "take:food", "end")
    assert state(match).score[0] == 20


def test_nourriture_lost_and_regained_still_once_a_turn() -> None:
    others = [Player(species, abilities=FOOD) for species in ("bear", "snake", "mammoth", "crocodile")]
    match = fed("A3", (Player("eagle"), *others), score=20)
    play(match, "food", "sell:arrow", "bid:3", "pass", "pass", "pass", "pass", "take:food", "use:arrow", "take:food")
    play(match, "from:2")
    assert (state(match).abilities[0], state(match).score[0]) == (1, 22)
    assert "food" not in match.legal_texts(0)


def test_nourriture_des_son_acquisition() -> None:
    players = (Player("human", "H5"), Player("eagle"), Player("bear"))
    match = table(position(*players, frames=turn(laid="A3"), on_table="A3"))
    play(match, "use:arrow", "take:food", "food")
    assert state(match).score[0] == 12


def test_nourriture_acquise_aux_encheres_attend_son_propre_tour() -> None:
    players = (Player("human", "H5"), Player("eagle", hand="S3"), Player("bear"))
    match = table(position(*players, frames=turn(laid="A3"), on_table="A3"))
    play(match, "sell:arrow", "bid:3", "pass", "take:food", "end")
    assert state(match).score[1] == 10
    play(match, "lay:savanna", "lay:savanna", "lay:savanna", "food")
    assert state(match).score[1] == 12


def test_option_food_ability_at_start() -> None:
    match = fed(food_ability="at_start")
    assert state(match).score[0] == 12
    with pytest.raises(Refused):
        match.play(0, "food")
    sell(match)
    play(match, "end")
    assert state(match).score[0] == 12


def test_records_of_the_first_rules_book_it_at_the_start() -> None:
    old = Match("wildlife", NAMES[:3], seed=1, version=1)
    assert old.options_settled["food_ability"] == "at_start"
    assert replay(read_record(write_record(old.record()))).options_settled == old.options_settled
    assert Match("wildlife", NAMES[:3], seed=1).options_settled["food_ability"] == "any_time"


def test_page_offers_it_with_what_it_brings() -> None:
    match = fed()
    page = match.game.show(match.view(0).state, 0)
    assert page["buttons"] == ["use", "sell", "food", "trade"]
    assert (page["food_points"], page["players"][0]["abilities"][0]["ready"]) == (2, 1)


def chosen(match: Match) -> str:
    return match.game.codec.text(make_bot("greedy").choose(match.view(0), Generator(1)))


def test_greedy_books_it_before_a_buyer_could_take_the_card() -> None:
    frames = turn(laid="A", used="S2", moved=1)
    players = (Player("human", abilities=FOOD, food=0), Player("eagle"), Player("bear"))
    assert chosen(table(position(*players, frames=frames, on_table="AS2"))) == "food"


def test_greedy_takes_the_food_of_the_last_before_it_books() -> None:
    frames = turn(laid="N", sold="S2", offered=1, moved=1)
    human = Player("human", abilities=FOOD, food=0, hand="F5")
    players = (human, Player("eagle", score=11, hand="S3A3"), Player("bear", score=12, hand="S3A3"))
    assert chosen(table(position(*players, frames=frames, on_table="NS2"))) == "use:food"
