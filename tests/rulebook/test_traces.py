"""Traces de Loups, heading by heading: up to the order of play. Four players: vert, bleu, noir, jaune."""

from collections.abc import Sequence

import pytest
from helpers.traces_table import (
    BIRTHS,
    LARGE_PREY,
    STILL,
    choose,
    draw,
    event_names,
    females,
    happened,
    lined_up,
    males,
    omega,
    order,
    place_nothing,
    position,
    ranks,
    reason,
    renown,
    state,
    strength,
    table,
    wolf,
    year,
)

from meute.core.chance import Generator
from meute.core.errors import BadInput
from meute.core.seats import CHANCE
from meute.games.traces.box import contents
from meute.games.traces.state import effort, pup_count, token
from meute.match import Match
from meute.text import catalogue, event_phrase

FOUR = ("Alix", "Basile", "Chloé", "Diane")
BY_COLOUR = {"colours": "given"}


def first_years(choices: Sequence[str], turns: Sequence[str], seats: int = 4) -> Match:
    """The set-up with these first wolves, turned in this order; chance then waits."""
    names = [str(n) for n in range(seats)]
    match = Match("traces", names, BY_COLOUR, seed=None)
    draw(match, "prey:caribou", "prey:biche")
    for seat, letter in enumerate(choices):
        match.play(seat, f"first:{letter}")
    draw(match, *turns)
    return match


# --- Matériel de jeu


def test_materiel_de_jeu() -> None:
    box = contents()
    assert len(box["colours"]) * 3 == 18
    assert sum(row["copies"] for row in box["small_prey"]) == 15
    assert sum(row["copies"] for row in box["large_prey"]) == 12
    assert next(row for row in box["small_prey"] if row["id"] == "pas_de_proie")["copies"] == 3
    assert next(row for row in box["small_prey"] if row["id"] == "lievre")["strength"] == 1
    caribou = next(row for row in box["large_prey"] if row["id"] == "caribou")
    assert [caribou[name] for name in ("black", "green", "red", "food")] == [43, 30, 20, 13]
    assert min(row["food"] for row in box["large_prey"]) == 11
    assert max(box["births"]["pups"]) == 7
    assert len(box["spirals"]["costs"]) * 6 == 90
    assert sorted(len(row["males"]) for row in box["colours"]) == [1, 1, 1, 2, 2, 2]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"colours": [{"id": "vert", "males": ["A", "B", "C"]}]}, "colours[vert].males"),
        ({"large_prey": [{"id": "biche", "copies": 4}]}, "large_prey"),
        ({"large_prey": [{"id": "biche", "food": 10}]}, "large_prey[biche].food"),
        ({"small_prey": [{"id": "pas_de_proie", "copies": 2}]}, "small_prey[pas_de_proie].copies"),
        ({"births": {"pups": [8] * 10}}, "births.pups[0]"),
        ({"combat": {"losses": [0, 1]}}, "combat.losses"),
        ({"spirals": {"costs": [0]}}, "spirals.costs"),
    ],
)
def test_materiel_a_wrong_figure_is_named(change: dict[str, object], field: str) -> None:
    with pytest.raises(BadInput) as refused:
        Match("traces", FOUR, box=change)
    assert refused.value.where == field


# --- But du jeu


@pytest.mark.parametrize(("seats", "least", "usual"), [(3, 40, 40), (4, 47, 50), (5, 53, 55), (6, 60, 60)])
def test_but_du_jeu_the_total_to_reach(seats: int, least: int, usual: int) -> None:
    names = [str(n) for n in range(seats)]
    assert state(Match("traces", names)).opt.target == usual
    assert state(Match("traces", names, {"target": str(least)})).opt.target == least
    with pytest.raises(BadInput) as refused:
        Match("traces", names, {"target": str(least - 1)})
    assert refused.value.problem == "traces.error.target"
    assert refused.value.values == {"value": least - 1, "least": least, "seats": seats}


def test_but_du_jeu_three_to_six_players() -> None:
    for names in (("a", "b"), tuple("abcdefg")):
        with pytest.raises(BadInput):
            Match("traces", names)


# --- Préparation du jeu


def test_preparation_du_jeu_colours_spread_the_sexes() -> None:
    match = Match("traces", ("a", "b", "c"), seed=1)
    assert len(match.legal_texts(0)) == 6
    match.play(0, "colour:vert")
    match.play(1, "colour:noir")
    assert set(match.legal_texts(2)) == {"colour:bleu", "colour:jaune", "colour:gris"}
    assert reason(match, 2, "colour:orange") == ("traces.why.colour", "Préparation du jeu")
    match = Match("traces", FOUR, seed=1)
    match.play(0, "colour:bleu")
    match.play(1, "colour:jaune")
    assert set(match.legal_texts(2)) == {"colour:vert", "colour:noir", "colour:orange"}
    match.play(2, "colour:vert")
    assert set(match.legal_texts(3)) == {"colour:noir", "colour:orange"}


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_preparation_du_jeu_males_and_females_balance_for_every_choice(seats: int) -> None:
    for seed in range(12):
        match = Match("traces", [str(n) for n in range(seats)], seed=seed)
        rng = Generator(seed)
        while type(match.state.top).__name__ != "FirstWolves":
            seat = match.seats_to_act()[0]
            match.play(seat, match.legal_texts(seat)[rng.below(len(match.legal_texts(seat)))])
        s = state(match)
        cards = [3 * s.colours[seat] + letter for seat in range(seats) for letter in range(3)]
        female = sum((s.box.females >> card) & 1 for card in cards)
        assert abs(len(cards) - 2 * female) <= seats % 2


def test_preparation_du_jeu_the_pack_is_laid_out_as_the_cards_are_turned() -> None:
    match = first_years("ABBB", ["turn:bB"])
    assert males(match) == "bB"
    match = first_years("ABAA", ["turn:nA", "turn:bB", "turn:jA"])  # the last card needs no draw
    assert (males(match), females(match)) == ("nA,bB,vA", "jA")
    assert ranks(match) == {"vA": 1, "bB": 2, "nA": 3, "jA": 3}


def test_preparation_du_jeu_only_males_choose_again() -> None:
    match = first_years("ABAB", [])
    assert match.seats_to_act() == [0, 1, 2, 3]
    assert "one_sex" in event_names(match)
    assert order(match) == ""
    match = first_years("BAB", [], seats=3)
    assert match.seats_to_act() == [0, 1, 2]


def test_preparation_du_jeu_a_single_male_leaves_the_beta_place_free() -> None:
    match = first_years(["A", "A", "B"], ["turn:bA", "turn:vA"], seats=3)
    assert (males(match), females(match)) == ("vA", "bA,nB")
    assert ranks(match) == {"nB": 1, "bA": 2, "vA": 2}


def test_preparation_du_jeu_strength_12_and_one_token() -> None:
    match = first_years("AAAA", ["turn:vA", "turn:bA", "turn:nA"])
    assert {strength(match, name) for name in ("vA", "bA", "nA", "jA")} == {12}
    assert {renown(match, name) for name in ("vA", "bA", "nA", "jA")} == {1}
    assert omega(match) == ""


def test_preparation_du_jeu_two_large_prey_open_and_a_third_in_the_first_year() -> None:
    match = first_years("AAAA", ["turn:vA", "turn:bA", "turn:nA"])
    assert state(match).year == 1
    assert match.state.awaits_chance(), "no litter in the first year: the third prey is turned at once"
    draw(match, "prey:bison")
    assert sum(state(match).large[:7]) == 3
    for seat in range(4):
        match.play(seat, "vote:biche")
    assert match.legal_texts(0)[0].startswith("A2="), "the pups' column is closed"
    assert reason(match, 0, "A1=3") == ("traces.why.no_pups", "3 - Placement des pions action")


def test_preparation_du_jeu_the_choice_is_secret() -> None:
    match = Match("traces", FOUR, BY_COLOUR, seed=3)
    match.play(0, "first:A")
    views = [match.view(seat).text() for seat in (1, 2, 3, -1)]
    other = Match("traces", FOUR, BY_COLOUR, seed=3)
    other.play(0, "first:B")
    assert views == [other.view(seat).text() for seat in (1, 2, 3, -1)]
    assert match.view(0).text() != other.view(0).text()


# --- 1 - Naissance des petits


def births(**changes: str) -> Match:
    return table(position(frames=BIRTHS, **changes))


def test_naissance_des_petits_the_card_tells_how_many() -> None:
    for card, pups in enumerate([2, 2, 3, 3, 4, 4, 5, 5, 6, 7], start=1):
        match = births(males="vA:12/1,bB:12/1")
        assert match.state.awaits_chance()
        draw(match, f"birth:{card}")
        assert [event.a for event in happened(match, "litter")] == [pups]


def test_naissance_des_petits_no_more_than_the_cards_in_hand_and_it_is_told() -> None:
    females = "vB:12/1,bA:12/1,bC:12/1,nB:12/1,jA:12/1,jC:12/1"
    match = births(males="vA:12/1,vC:12/1,bB:12/1,nA:12/1,nC:12/1", females=females)
    draw(match, "birth:8")
    (litter,) = happened(match, "litter")
    assert (litter.a, litter.b, litter.c) == (5, 8, 1)
    words = catalogue("en")
    rendered = words.render(event_phrase(match.game, litter, match.seats, 0, words))
    assert rendered == "Birth card 8: 5 pups, at most one for each card in hand (1)."


def test_naissance_des_petits_lowest_wolf_first_and_females_before_males_of_the_rank() -> None:
    # vert has no wolf left; then jaune's female and bleu's male on the third line, the female first; then noir's beta.
    match = births(males="nC:12/1,nA:12/1,bB:12/1", females="nB:12/1,jA:12/1")
    draw(match, "birth:3")
    assert [event.seat for event in happened(match, "adds_pups")] == [0, 3, 1]
    draw_order = births(males="nC:12/1,nA:12/1,bB:12/1", females="nB:12/1,jA:12/1")
    draw(draw_order, "birth:1")
    assert [event.seat for event in happened(draw_order, "adds_pups")] == [0, 3]


def test_naissance_des_petits_players_without_a_wolf_fewest_points_first() -> None:
    points = "9:0:0:0:0:0 0:0:0:0:0:0 5:0:0:0:0:0 0:0:0:0:0:0"
    match = births(males="bB:12/1", females="jA:12/1", score=points)
    draw(match, "birth:1")
    assert [event.seat for event in happened(match, "adds_pups")] == [2, 0]


def test_naissance_des_petits_the_alpha_pair_adds_last_the_female_before_the_male() -> None:
    match = births(males="bB:12/1,vA:12/1", females="nB:12/1,jA:12/1")
    draw(match, "birth:5")
    assert [event.seat for event in happened(match, "adds_pups")] == [3, 0, 2, 1]


def test_naissance_des_petits_the_round_repeats_until_the_number_is_reached() -> None:
    match = births(males="vA:12/1,vC:12/1", females="nB:12/1,jA:12/1", omega="bB:3/0")
    draw(match, "birth:9")  # six pups; hands: vert 1, bleu 2, noir 2, jaune 2
    assert [(event.seat, event.a) for event in happened(match, "adds_pups")] == [(1, 2), (3, 2), (0, 1), (2, 1)]
    assert match.seats_to_act() == [2], "only noir has a choice"
    assert set(match.legal_texts(2)) == {"add:A", "add:C"}
    assert reason(match, 2, "add:AC") == ("traces.why.number", "1 - Naissance des petits")
    assert reason(match, 2, "add:B") == ("traces.why.card_away", "1 - Naissance des petits")
    match.play(2, "add:C")
    assert pup_count(state(match)) == 6
    assert bin(state(match).litter).count("1") == 6


def test_naissance_des_petits_never_more_pups_than_cards_in_hand() -> None:
    match = births(
        males="vA:12/1,vC:12/1,bB:12/1,nA:12/1,nC:12/1", females="vB:12/1,bA:12/1,bC:12/1,nB:12/1", present="123"
    )
    draw(match, "birth:10")
    assert pup_count(state(match)) == 3, "only jaune holds cards"


def test_naissance_des_petits_not_in_the_first_year_nor_without_cards_nor_without_an_alpha() -> None:
    first = table(position(at_year=1, frames=BIRTHS))
    assert first.state.awaits_chance()
    assert all(text.startswith("prey:") for text in map(first.game.codec.text, first.state.legal_actions(CHANCE)))
    full = position(
        males="vA:12/1,vC:12/1,bB:12/1,nA:12/1,nC:12/1", females="vB:12/1,bA:12/1,bC:12/1,nB:12/1",
        seats=3, frames=BIRTHS,
    )  # fmt: skip
    one_sex = position(females="-", frames=BIRTHS)
    for text in (full, one_sex):
        match = table(text)
        assert all(name.startswith("prey:") for name in map(match.game.codec.text, match.state.legal_actions(CHANCE)))


def test_naissance_des_petits_lie_face_down() -> None:
    texts = []
    for letter in ("add:B", "add:C"):
        match = births(males="vA:12/1,bB:12/1", females="nB:12/1,jA:12/1")
        draw(match, "birth:5")
        for seat, answer in ((0, letter), (1, "add:A"), (2, "add:A"), (3, "add:B")):
            match.play(seat, answer)
        texts.append([match.view(seat).text() for seat in (0, 1, 2, 3, -1)])
        page = match.view(1)
        cards = match.game.show(page.state, 1)["players"][0]["cards"]
        assert [card["where"] for card in cards] == ["pack", "away", "away"]
    assert texts[0][0] != texts[1][0], "an owner knows what he put in"
    assert texts[0][1:] == texts[1][1:], "nobody else does"


# --- 2 - Grandes proies


def voting(*ballots: str, **changes: str) -> Match:
    match = table(position(frames=LARGE_PREY, hunted="-", **changes))
    draw(match, "prey:elan")
    for seat, ballot in enumerate(ballots):
        match.play(seat, f"vote:{ballot}")
    return match


def test_grandes_proies_an_absolute_majority_decides() -> None:
    assert state(voting("biche", "biche", "elan", "biche")).hunted == 1
    assert sum(state(voting("biche", "biche", "elan", "biche")).large[:7]) == 4


@pytest.mark.parametrize(
    "ballots",
    [("biche", "biche", "elan", "wapiti"), ("biche", "biche", "elan", "elan"), ("biche", "biche", "-", "-")],
)
def test_grandes_proies_otherwise_the_alpha_female_s_player_decides(ballots: tuple[str, ...]) -> None:
    match = voting(*ballots)
    assert match.seats_to_act() == [2], "noir plays the alpha female"
    assert set(match.legal_texts(2)) == {"hunt:biche", "hunt:caribou", "hunt:wapiti", "hunt:elan"}
    shown = match.game.show(match.view(0).state, 0)["players"]
    assert [player["ballot"] for player in shown] == ["abstain" if name == "-" else name for name in ballots]
    assert reason(match, 2, "hunt:bison") == ("traces.why.prey_hidden", "2 - Grandes proies")
    match.play(2, "hunt:caribou")
    assert state(match).hunted == 3


def test_grandes_proies_without_an_alpha_female_the_alpha_male_s_player_decides() -> None:
    assert voting("biche", "biche", "-", "-", females="-").seats_to_act() == [0]


def test_grandes_proies_a_player_without_a_wolf_votes_too() -> None:
    match = voting(females="nB:12/1", males="vA:12/1")
    assert match.seats_to_act() == [0, 1, 2, 3]


def test_grandes_proies_the_ballot_is_secret() -> None:
    one, two = voting("biche"), voting("elan")
    assert [one.view(seat).text() for seat in (1, -1)] == [two.view(seat).text() for seat in (1, -1)]


def test_grandes_proies_one_sees_one_s_own_ballot() -> None:
    match = voting("biche")
    pages = [match.game.show(match.view(seat).state, seat)["answer"] for seat in (0, 1, -1)]
    assert pages == [["prey.biche"], [], []]


def test_grandes_proies_an_exhausted_pile_is_shuffled_anew() -> None:
    left = "elan_malade,biche,biche,biche,vieil_elan,vieil_elan,caribou,caribou,wapiti,wapiti"
    match = table(position(frames=LARGE_PREY, hunted="-", prey=left, discard="elan,bison"))
    names = [match.game.codec.text(action) for action in match.state.legal_actions(CHANCE)]
    assert set(names) == {"prey:elan", "prey:bison"}


def test_grandes_proies_with_nothing_to_turn_the_open_ones_stay() -> None:
    every = ",".join(name for name, many in [
        ("elan_malade", 1), ("biche", 3), ("vieil_elan", 2), ("caribou", 2), ("wapiti", 2), ("elan", 1), ("bison", 1),
    ] for _ in range(many))  # fmt: skip
    match = table(position(frames=LARGE_PREY, hunted="-", prey=every))
    assert match.seats_to_act() == [0, 1, 2, 3]


def test_grandes_proies_a_single_kind_needs_no_vote() -> None:
    match = table(position(frames=LARGE_PREY, hunted="-", prey="biche"))
    draw(match, "prey:biche")
    assert state(match).hunted == 1
    assert match.legal_texts(0)[0].startswith("A2=")


def test_grandes_proies_pledges_bind_nobody() -> None:
    match = table(position(frames=LARGE_PREY, hunted="-"), pledges="yes")
    draw(match, "prey:elan")
    assert len(match.legal_texts(0)) == 5 * 4
    for seat, text in enumerate(("biche/high", "elan/low", "-/none", "biche/middle")):
        match.play(seat, f"pledge:{text}")
    shown = match.game.show(match.view(1).state, 1)["players"]
    assert [(one["pledge"], one["effort"]) for one in shown] == [
        ("biche", "high"), ("elan", "low"), ("", "none"), ("biche", "middle"),
    ]  # fmt: skip
    assert len(match.legal_texts(0)) == 5, "every ballot is still free"


# --- 3 - Placement des pions action


def test_placement_des_pions_action_the_book_s_example() -> None:
    own = position(males="vA:12/1,vC:12/1", females="vB:12/1,jA:12/1", litter="bA", cradle="bA", present="14")
    match = table(own)
    choose(match, seat1="A1=- A2=6 A3=- A4=- A5=- B1=14 B2=- B3=- B4=- B5=- C1=- C2=- C3=15 C4=- C5=-")
    s = state(match)
    assert (token(s, wolf("vB"), 0), token(s, wolf("vC"), 2), token(s, wolf("vA"), 1)) == (14, 15, 6)
    assert match.seats_to_act() == [3]
    assert "plan_sealed" in event_names(match)


def test_placement_each_token_once_and_only_for_wolves_in_play() -> None:
    match = table(position(males="vA:12/1,bB:12/1,vC:12/1"))
    match.play(0, "A2=9")
    assert "A3=9" not in match.legal_texts(0)
    assert "A3=-" in match.legal_texts(0)
    assert len(match.legal_texts(0)) == 15
    assert reason(match, 0, "A3=9") == ("traces.why.token_used", "3 - Placement des pions action")
    assert reason(match, 0, "B3=8") == ("traces.why.empty_row", "3 - Placement des pions action")
    assert reason(match, 0, "C3=8") == ("traces.why.other_box", "3 - Placement des pions action")
    assert reason(match, 0, "A1=8") == ("traces.why.no_pups", "3 - Placement des pions action")
    choose(match, seat1="A3=- A4=- A5=-")
    assert match.legal_texts(0)[0].startswith("C2=")


def test_placement_is_optional() -> None:
    match = table(position())
    place_nothing(match)
    assert event_names(match).count("plan_sealed") == 4
    assert "shows" not in event_names(match)


def test_placement_a_player_without_a_wolf_places_nothing() -> None:
    assert table(position(females="nB:12/1")).seats_to_act() == [0, 1, 2]


def test_placement_tokens_lie_face_down_until_their_phase() -> None:
    one, two = table(position()), table(position())
    choose(one, seat1="A2=3 A3=15 A4=- A5=1")
    choose(two, seat1="A2=- A3=- A4=- A5=2")
    assert [one.view(seat).text() for seat in (1, 2, -1)] == [two.view(seat).text() for seat in (1, 2, -1)]
    assert "?" in one.view(1).text()
    assert "vA:-.3.15.-.1/12" in one.view(0).text()
    half = table(position())
    choose(half, seat1="A2=5")
    blank = table(position())
    assert half.view(1).text() == blank.view(1).text(), "nor can one see how far the others are"


def test_placement_may_be_changed_until_the_last_has_finished() -> None:
    match = table(position())
    choose(match, seat1="A2=3 A3=15 A4=- A5=1", seat2="B2=1 B3=2 B4=3 B5=4")
    match.undo(0)
    match.play(0, "A5=2")
    assert token(state(match), wolf("vA"), 4) == 2
    assert token(state(match), wolf("bB"), 4) == 4
    choose(match, seat3="B2=1 B3=2 B4=3 B5=4", seat4="A2=- A3=- A4=- A5=-")
    assert match.free_undo(0)[0] == match.free_undo(3)[0] == -1, "all boards are open"


def test_placement_the_last_sealed_answer_cannot_be_taken_back_after_it_opened_the_others() -> None:
    match = voting("biche", "biche", "elan")
    match.play(3, "vote:biche")
    assert "prey_voted" in event_names(match)
    assert match.free_undo(3) == (-1, "undo.other")


# --- Au début des phases d'action


def test_debut_des_phases_every_wolf_pays_the_spirals_of_its_token() -> None:
    costs = [0] * 5 + [1] * 5 + [2] * 5
    for value, cost in enumerate(costs, start=1):
        rows = f"vA:-.{value}.-.-.-"
        match = table(position(plan=rows, frames=year(2)))
        assert strength(match, "vA") == 12 - cost


def test_debut_des_phases_a_wolf_that_cannot_pay_dies_before_it_acts() -> None:
    rows = "vA:-.-.11.5.-/2,bB:-.-.6.-.-,nB:-.-.13.-.-"
    match = table(position(males="vA:2/1,bB:12/1", plan=rows, turned=2, frames=year(3)))
    s = state(match)
    assert strength(match, "vA") == 0
    assert effort(s, 2) == 19, "the 11 is not added"
    assert list(s.lost[:2]) == [1, 0]
    assert males(match) == "bB", "and the beta is alpha now"
    assert token(s, wolf("vA"), 3) == 0, "its later tokens leave the board"


def test_debut_des_phases_a_dead_wolf_s_tokens_are_never_shown() -> None:
    rows = "vA:-.-.11.5.9/2,bB:-.-.6.-.-"
    match = table(position(males="vA:2/1,bB:12/1", plan=rows, turned=2, frames=year(3)))
    for seat in (0, 1, -1):
        assert "plan bB:" in match.view(seat).text()


def test_debut_des_phases_all_pay_together_and_die_together() -> None:
    rows = "vA:-.-.11.-.-/2,nB:-.-.12.-.-/1"
    match = table(position(males="vA:2/1,bB:12/1", females="nB:1/1,jA:12/1", plan=rows, turned=2, frames=year(3)))
    assert order(match) == "jA,bB"


# --- Ordre de jeu


def test_ordre_de_jeu_by_value_then_rank_then_the_female() -> None:
    rows = "vA:-.4.-.-.-,bB:-.9.-.-.-,nA:-.4.-.-.-,nB:-.4.-.-.-,jA:-.4.-.-.-"
    text = position(males="vA:12/1,bB:12/1,nA:12/1", females="nB:12/1,jA:12/1", frames=STILL,
                    plan=rows.replace("nA:-.4", "nA:-.5"))  # fmt: skip
    assert lined_up(table(text), 1) == "bB,nA,nB,vA,jA"
    equal = position(
        males="vA:5/1,bB:12/1,jB:12/1",
        females="nB:12/1,jA:12/1",
        frames=STILL,
        plan="jB:-.4.-.-.-,jA:-.3.-.-.-,bB:-.4.-.-.-",
    )
    assert lined_up(table(equal), 1) == "bB,jB,jA"
    same_rank = position(
        males="vA:5/1,bB:12/1,nA:12/1", females="nB:12/1,jA:12/1", plan="nA:-.4.-.-.-,jA:-.4.-.-.-", frames=STILL
    )
    assert lined_up(table(same_rank), 1) == "jA,nA"
