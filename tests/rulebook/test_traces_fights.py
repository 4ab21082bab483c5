"""Traces de Loups, heading by heading: rank fights and the omega. Four players: vert, bleu, noir, jaune."""

import pytest
from helpers.traces_table import (
    CLOSING,
    MARKING,
    draw,
    event_names,
    females,
    fights,
    happened,
    hunting,
    hunting_alone,
    males,
    omega,
    order,
    position,
    reason,
    renown,
    state,
    strength,
    table,
    totals,
    wolf,
)

from meute.core.seats import CHANCE
from meute.match import Match

# --- 5. Combats de rang


def deal(match: Match, mine: str, theirs: str) -> None:
    """Deals both hands; chance first gives all of the attacker's."""
    for hand in (mine, theirs):
        draw(match, *(f"deal:{card}" for card in hand.split()))


def blows(match: Match, attacker: int, defender: int, mine: str, theirs: str) -> None:
    """Plays both rows of cards; a last card plays itself."""
    for one, other in zip(mine.split(), theirs.split(), strict=True):
        for seat, card in ((attacker, one), (defender, other)):
            if seat in match.seats_to_act() and f"card:{card}" in match.legal_texts(seat):
                match.play(seat, f"card:{card}")


def test_combats_de_rang_the_worked_example_blow_by_blow() -> None:
    match = fights("nB=11,jA=13")
    match.play(3, "attack:nB")
    match.play(2, "fight")
    deal(match, "9 8 4 7 10 1", "7 4 10 3 5 2")
    scores = []
    for mine, theirs in ((9, 7), (8, 4), (4, 10), (7, 3)):
        match.play(3, f"card:{mine}")
        match.play(2, f"card:{theirs}")
        shown = match.game.show(match.view(0).state, 0)["fight"]["duel"]
        scores.append((shown[0]["score"], shown[1]["score"]))
    assert scores == [(13, 10), (13, 7), (8, 7), (8, 4)]
    match.play(2, "card:5")
    match.play(3, "card:10")
    assert [event.c for event in happened(match, "hit")] == [10, 7, 8, 4, -1]
    assert "wins" in event_names(match), "B loses in the fifth exchange"
    assert match.state.awaits_chance(), "and is wounded"


@pytest.mark.parametrize(
    ("mine", "theirs", "cards"),
    [("9/1", "7/2", (7, 7)), ("9/2", "7/1", (8, 6)), ("9/2", "9/2", (6, 6)), ("9/1", "7/1", (7, 6))],
)
def test_combats_one_card_more_for_strength_and_one_for_renown(mine: str, theirs: str, cards: tuple[int, int]) -> None:
    match = fights("nB=11,jA=13", females=f"nB:{theirs},jA:{mine}")
    match.play(3, "attack:nB")
    match.play(2, "fight")
    shown = match.game.show(match.view(0).state, 0)["fight"]["duel"]
    assert [one["start"] for one in shown] == [13, 11]
    for hand in cards:
        draw(match, *(f"deal:{card}" for card in range(1, hand + 1)))
    assert match.seats_to_act() == [2, 3]
    assert (len(match.legal_texts(3)), len(match.legal_texts(2))) == cards


@pytest.mark.parametrize(
    ("mine", "theirs", "lost"),
    [(5, 5, 0), (5, 4, 1), (5, 3, 1), (5, 2, 3), (5, 1, 3), (6, 1, 5), (7, 1, 5), (9, 3, 5)],
)
def test_combats_the_table_of_blows(mine: int, theirs: int, lost: int) -> None:
    match = fights("nB=15,jA=14")
    match.play(2, "attack:jA")
    match.play(3, "fight")
    others = [card for card in range(1, 11) if card not in (mine, theirs)][:5]
    deal(match, " ".join(map(str, [mine, *others])), " ".join(map(str, [theirs, *others])))
    match.play(2, f"card:{mine}")
    match.play(3, f"card:{theirs}")
    shown = match.game.show(match.view(0).state, 0)["fight"]["duel"]
    assert [one["score"] for one in shown] == [15, 14 - lost]


@pytest.mark.parametrize(("mine", "theirs"), [(9, 2), (8, 1), (10, 1)])
def test_combats_soumission_immediate_from_seven_on(mine: int, theirs: int) -> None:
    match = fights("nB=1,jA=15")
    match.play(3, "attack:nB")
    match.play(2, "fight")
    others = [card for card in range(1, 11) if card not in (mine, theirs)][:5]
    deal(match, " ".join(map(str, [theirs, *others])), " ".join(map(str, [mine, *others])))
    match.play(3, f"card:{theirs}")
    match.play(2, f"card:{mine}")
    assert "broken" in event_names(match)
    assert [event.seat for event in happened(match, "wins")] == [2]


def test_combats_zero_is_lost() -> None:
    match = fights("nB=3,jA=9")
    match.play(3, "attack:nB")
    match.play(2, "fight")
    deal(match, "8 1 2 3 4 5", "5 1 2 3 4 6")
    match.play(3, "card:8")
    match.play(2, "card:5")
    assert match.state.awaits_chance()
    assert [event.seat for event in happened(match, "wins")] == [3]


def test_combats_a_draw_changes_nothing_and_uses_the_attack_up() -> None:
    match = fights("nB=6,jA=6")
    match.play(2, "attack:jA")
    match.play(3, "fight")
    deal(match, "1 2 3 4 5 6", "1 2 3 4 5 6")
    blows(match, 2, 3, "1 2 3 4 5 6", "1 2 3 4 5 6")
    assert "drawn" in event_names(match)
    assert females(match) == "nB,jA"
    assert [(strength(match, name), renown(match, name)) for name in ("nB", "jA")] == [(12, 1), (12, 1)]
    assert match.seats_to_act() == [3], "now jA may attack, nB no more"
    match.play(3, "pass")
    assert match.is_over()


def test_combats_when_cards_run_out_the_higher_score_wins() -> None:
    match = fights("nB=10,jA=12", females="vB:12/1,nB:12/2,jA:12/2")
    match.play(3, "attack:nB")
    match.play(2, "fight")
    deal(match, "1 2 3 4 5 6", "1 2 3 4 5 6")
    blows(match, 3, 2, "1 2 3 4 5 6", "1 2 3 4 5 6")
    assert [event.seat for event in happened(match, "wins")] == [3]
    draw(match, "wound:4")
    assert females(match) == "vB,jA,nB", "the lower won: they swap"
    assert [(strength(match, name), renown(match, name)) for name in ("jA", "nB")] == [(12, 3), (8, 1)]


def test_combats_cards_are_hidden_and_simultaneous() -> None:
    def duel(dealt: str, played: str) -> Match:
        match = fights("nB=11,jA=13")
        match.play(3, "attack:nB")
        match.play(2, "fight")
        deal(match, dealt, "1 2 3 4 5 6")
        match.play(3, f"card:{played}")
        return match

    one, two = duel("5 6 7 8 9 10", "10"), duel("1 2 3 4 5 6", "6")
    assert [one.view(seat).text() for seat in (0, 1, 2, -1)] == [two.view(seat).text() for seat in (0, 1, 2, -1)]
    assert one.view(3).text() != two.view(3).text()
    one.undo(3)
    one.play(3, "card:5")
    one.play(2, "card:1")
    assert one.free_undo(2)[0] == -1, "the cards lie open"
    assert reason(one, 3, "card:5") == ("why.not_in_hand", "5. Combats de rang")


def test_combats_females_first_then_males() -> None:
    match = fights("nB=1,jA=2,vA=15,bB=14")
    assert match.seats_to_act() == [3]
    match.play(3, "pass")
    assert match.seats_to_act() == [2]
    match.play(2, "pass")
    assert match.seats_to_act() == [1], "the alpha male has nobody above him"
    assert set(match.legal_texts(1)) == {"pass", "attack:vA"}
    match.play(1, "pass")
    assert match.is_over()


def test_combats_a_female_may_attack_any_other_player_s_female_but_the_omega() -> None:
    match = fights("jC=9", females="nB:12/1,jA:12/1,bA:12/1,jC:12/1", omega="vB:5/0")
    assert set(match.legal_texts(3)) == {"pass", "attack:nB", "attack:bA"}
    assert reason(match, 3, "attack:jA") == ("traces.why.own_wolf", "5. Combats de rang")
    assert reason(match, 3, "attack:vB") == ("traces.why.not_in_column", "5. Combats de rang")
    assert reason(match, 3, "attack:vA") == ("traces.why.other_sex", "5. Combats de rang")
    match.play(3, "attack:nB")
    assert match.is_over(), "one attack a year"


def test_combats_without_a_token_one_gives_way_without_a_fight() -> None:
    match = fights("bA=9,jA=3", females="nB:12/1,jA:12/1,vB:12/2,bA:12/1")
    match.play(1, "attack:vB")
    assert females(match) == "nB,jA,bA,vB", "they swap"
    assert (renown(match, "vB"), renown(match, "bA"), strength(match, "vB")) == (1, 1, 12)
    match.play(3, "attack:bA")
    assert match.seats_to_act() == [1], "bA has a token and may fight"
    match.play(1, "submit")
    assert omega(match) == "bA", "its only token of renown"
    assert females(match) == "nB,jA,vB"
    assert match.is_over()


def test_combats_who_submits_may_not_fight_nor_attack_any_more() -> None:
    match = fights("nB=15,jA=14,vB=13", females="nB:12/3,jA:12/3,vB:12/3")
    match.play(2, "attack:vB")
    match.play(0, "submit")
    assert (females(match), renown(match, "vB"), renown(match, "nB")) == ("nB,jA,vB", 2, 3), (
        "attacked from above: no swap"
    )
    match.play(3, "attack:vB")
    assert "cannot_fight" in event_names(match)
    assert renown(match, "vB") == 1
    assert match.is_over(), "vB has a token, but submitted: she may not attack"


def test_combats_who_lost_a_fight_may_still_attack() -> None:
    match = fights("jA=9,vB=8", females="nB:12/3,jA:12/3,vB:12/3")
    match.play(3, "attack:vB")
    match.play(0, "fight")
    deal(match, "10 1 2 3 4 5", "1 2 3 4 5 6")
    match.play(3, "card:10")
    match.play(0, "card:1")
    draw(match, "wound:1")
    assert (females(match), renown(match, "jA"), renown(match, "vB")) == ("nB,jA,vB", 4, 2)
    assert match.seats_to_act() == [0]
    assert set(match.legal_texts(0)) == {"pass", "attack:nB", "attack:jA"}


def test_combats_a_winner_with_four_tokens_gets_no_more() -> None:
    match = fights("jA=9,vB=8", females="nB:12/3,jA:12/4,vB:12/3")
    match.play(3, "attack:vB")
    match.play(0, "fight")
    deal(match, "10 1 2 3 4 5 6", "1 2 3 4 5 6")
    match.play(3, "card:10")
    match.play(0, "card:1")
    draw(match, "wound:1")
    assert renown(match, "jA") == 4
    assert "enough_renown" in event_names(match)


def defeat(match: Match, attacker: int, defender: int, name: str, attacker_wins: bool = True) -> None:
    """One attack that is decided at once, 10 against 1."""
    match.play(attacker, f"attack:{name}")
    match.play(defender, "fight")
    while match.state.awaits_chance():
        match.apply(CHANCE, match.state.legal_actions(CHANCE)[0])  # cards from 1 on
    low, high = (defender, attacker) if attacker_wins else (attacker, defender)
    while match.seats_to_act() == sorted((attacker, defender)):
        best = match.legal_texts(high)[-1]
        match.play(high, best)
        match.play(low, match.legal_texts(low)[0])


def test_combats_the_alpha_female_that_loses_falls_to_the_bottom() -> None:
    match = fights("nB=1,jA=13", females="nB:12/3,vB:12/1,jA:12/1")
    defeat(match, 3, 2, "nB")
    draw(match, "wound:2")
    assert omega(match) == "nB"
    assert (renown(match, "nB"), strength(match, "nB")) == (0, 10)
    assert females(match) == "jA,vB", "the winner is alpha, the place she left closes"
    assert renown(match, "jA") == 2


def test_combats_the_alpha_male_too_without_a_wound() -> None:
    match = fights("vA=1,bB=13", males="vA:12/3,bB:12/1,nA:12/2")
    defeat(match, 1, 0, "vA")
    assert omega(match) == "vA"
    assert (males(match), strength(match, "vA")) == ("bB,nA", 12)


def test_combats_an_alpha_that_attacks_and_loses_falls_as_well() -> None:
    match = fights("nB=13,jA=1,vB=12", females="nB:12/3,vB:12/1,jA:12/1")
    match.play(2, "attack:vB")
    match.play(0, "fight")
    deal(match, "1 2 3 4 5 6 7", "10 1 2 3 4 5")
    match.play(2, "card:1")
    match.play(0, "card:10")
    draw(match, "wound:1")
    assert omega(match) == "nB"
    assert females(match) == "vB,jA"


def test_combats_an_alpha_that_submits_loses_one_token_and_her_place() -> None:
    match = fights("nB=1,jA=13", females="nB:12/3,vB:12/1,jA:12/1")
    match.play(3, "attack:nB")
    match.play(2, "submit")
    assert omega(match) == ""
    assert (females(match), renown(match, "nB"), renown(match, "jA")) == ("jA,vB,nB", 2, 1)


def test_combats_the_wound_comes_before_the_omega() -> None:
    match = fights("jA=1,nB=13", females="nB:12/1,jA:4/1")
    match.play(2, "attack:jA")
    match.play(3, "fight")
    deal(match, "10 1 2 3 4 5 6", "1 2 3 4 5 6")
    match.play(2, "card:10")
    match.play(3, "card:1")
    draw(match, "wound:4")
    assert omega(match) == "", "she is dead, not omega"
    assert list(state(match).lost[6:8]) == [1, 0]
    assert females(match) == "nB"


def test_combats_a_male_may_attack_only_the_one_right_above_him() -> None:
    match = fights("nA=13", males="vA:12/1,bB:12/1,jB:12/1,nA:12/1")
    assert set(match.legal_texts(2)) == {"pass", "attack:jB"}
    assert reason(match, 2, "attack:bB") == ("traces.why.not_above", "5. Combats de rang")
    own = fights("nA=13", males="vA:12/1,nC:12/1,nA:12/1")
    assert own.is_over(), "the one above is his own: no jumping over"


def test_combats_a_male_that_loses_is_never_wounded() -> None:
    match = fights("nA=13,bB=1", males="vA:12/1,bB:12/2,nA:12/1")
    defeat(match, 2, 1, "bB")
    assert (males(match), strength(match, "bB")) == ("vA,nA,bB", 12)
    assert (renown(match, "nA"), renown(match, "bB")) == (2, 1)


def test_combats_attackers_act_in_the_order_of_their_tokens_on_current_places() -> None:
    match = fights("nA=13,vC=9", males="vA:12/1,bB:12/2,nA:12/1,vC:12/1")
    match.play(2, "attack:bB")
    assert males(match) == "vA,nA,bB,vC"
    assert match.seats_to_act() == [0]
    assert set(match.legal_texts(0)) == {"pass", "attack:bB"}, "bB is right above vC now"


def test_combats_an_omega_s_token_is_useless() -> None:
    match = fights("vB=15", omega="vB:9/0")
    assert match.is_over()


def test_combats_several_attackers_may_ruin_one_female() -> None:
    match = fights("jA=12,vB=11,bA=10,nB=1", females="nB:12/4,jA:12/1,vB:12/1,bA:12/1")
    match.play(3, "attack:nB")
    match.play(2, "submit")
    match.play(0, "attack:nB")
    match.play(1, "attack:nB")
    assert (renown(match, "nB"), strength(match, "nB")) == (1, 12)


# --- Loup oméga


def test_loup_omega_of_two_the_weaker_is_excluded() -> None:
    weak = fights("nB=13", omega="bC:3/0", females="nB:12/1,jA:9/1,vB:12/1")
    weak.play(2, "attack:jA")
    assert omega(weak) == "jA"
    assert list(state(weak).lost) == [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]
    strong = fights("nB=13", omega="bC:10/0", females="nB:12/1,jA:9/1,vB:12/1")
    strong.play(2, "attack:jA")
    assert omega(strong) == "bC"
    assert strength(strong, "jA") == 0
    assert list(state(strong).lost) == [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]


def test_loup_omega_of_equals_the_former_one_is_excluded() -> None:
    match = fights("nB=13", omega="bC:9/0", females="nB:12/1,jA:9/1,vB:12/1")
    match.play(2, "attack:jA")
    assert omega(match) == "jA"
    assert strength(match, "bC") == 0


def test_loup_omega_the_last_of_its_sex_stays_in_the_alpha_place() -> None:
    match = hunting_alone("-", females="nB:2/1", omega="jC:5/0")
    assert (females(match), omega(match), renown(match, "jC")) == ("jC", "", 0)
    hunted = hunting(0, females="jC:5/0")
    assert females(hunted) == "jC", "not excluded, since not the omega"


def test_loup_omega_until_a_second_of_the_sex_joins() -> None:
    match = table(position(females="jC:9/0", litter="nB", frames=MARKING + " " + CLOSING, turned=5))
    assert (females(match), omega(match)) == ("nB", "jC")
    both = table(position(females="jC:9/0", litter="nB", omega="vC:10/0", frames=MARKING + " " + CLOSING, turned=5))
    assert omega(both) == "vC"
    assert totals(both)[3] == 3 - 3, "the displaced alpha is excluded: three points less at once"


def test_loup_omega_the_rehabilitated_place_passes_to_whoever_loses_it() -> None:
    match = fights("vC=13,nA=1", males="vA:12/1,bB:12/1,nA:12/2,vC:9/1", floor="vC")
    match.play(0, "attack:nA")
    match.play(2, "submit")
    assert order(match).split(",")[-1] == "nA"
    assert state(match).floor == wolf("nA")
