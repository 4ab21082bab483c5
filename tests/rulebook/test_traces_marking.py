"""Traces de Loups, heading by heading: the year's end, the game's, optional rules and positions."""

import itertools
from collections.abc import Sequence

import pytest
from helpers.traces_table import (
    BEGINNING,
    CLOSING,
    FIGHTING,
    HOWLING,
    HUNTING,
    MARKING,
    STILL,
    choose,
    draw,
    event_names,
    females,
    happened,
    lined_up,
    males,
    marking,
    omega,
    order,
    position,
    ranks,
    reason,
    renown,
    state,
    strength,
    table,
    totals,
    wolf,
    year,
)

from meute.core.chance import Generator, ScriptedChance
from meute.core.errors import BadInput
from meute.core.seats import CHANCE
from meute.games.traces.rules import FRAMES
from meute.games.traces.scoring import ALONE, PAIR
from meute.games.traces.state import SOURCES, Traces, token
from meute.match import Match

FOUR = ("Alix", "Basile", "Chloé", "Diane")
BY_COLOUR = {"colours": "given"}


# --- Phase de marque (M): Décompte


def test_decompte_lines_from_the_bottom_and_tokens() -> None:
    match = marking(
        males="vA:12/2,bB:12/1,nA:12/1,nC:12/1", females="jA:12/1,vB:12/1,bA:12/1", omega="jC:9/0",
    )  # fmt: skip
    ranked = {"vA": 5, "jA": 5, "bB": 4, "nA": 3, "vB": 3, "nC": 2, "bA": 2, "jC": 1}
    assert ranks(match) == ranked
    assert totals(match) == [5 + 3 + 3, 4 + 2 + 2, 3 + 2 + 2, 5 + 1 + 1]
    assert (strength(match, "vA"), strength(match, "jA"), strength(match, "bB")) == (11, 11, 12)
    assert wolf("jC") not in [event.a for event in happened(match, "scores_renown")], "nothing to tell of no tokens"


def test_decompte_without_a_beta_the_alphas_get_only_one_more() -> None:
    match = marking(males="vA:12/1", females="nB:12/1,jA:12/1,bA:12/1")
    assert ranks(match) == {"bA": 1, "jA": 2, "nB": 3, "vA": 3}


def test_decompte_deaths_and_exclusions() -> None:
    match = marking(lost="1/0 0/1 2/1 0/0")
    assert totals(match) == [3 + 1 - 5, 2 + 1 - 3, 3 + 1 - 10 - 3, 1 + 1]
    assert state(match).lost[0] == 0


def test_decompte_an_alpha_that_dies_of_age_counts_at_once() -> None:
    match = marking(males="vA:1/1,bB:12/1")
    assert totals(match)[0] == 3 + 1 - 5
    assert males(match) == "bB"


def test_decompte_young_wolves_join_at_the_bottom_above_the_omega() -> None:
    match = marking(males="vA:12/1,bB:12/1", females="nB:12/1", omega="jB:9/0", litter="vC,jA,nA", cradle="vC,jA,nA")
    assert match.state.awaits_chance()
    draw(match, "turn:vC", "turn:jA")  # the last one needs no draw
    assert (males(match), females(match), omega(match)) == ("vA,bB,vC,nA", "nB,jA", "jB")
    assert {(strength(match, name), renown(match, name)) for name in ("vC", "jA", "nA")} == {(12, 1)}
    assert totals(match) == [3 + 1, 2 + 1, 3 + 1, 1 + 0], "the young score nothing this year"
    assert match.seats_to_act() == [0, 2, 3]


def test_decompte_a_young_wolf_in_an_empty_column_is_alpha() -> None:
    match = marking(females="-", litter="nB", cradle="nB")
    assert females(match) == "nB"


# --- Départ des jeunes loups


def leaving(litter: str, *answers: str, **changes: str) -> Match:
    """The young grow up in the order given, then the players to act answer in seat order."""
    match = marking(litter=litter, cradle=litter, **changes)
    for name in litter.split(",")[:-1]:
        draw(match, f"turn:{name}")
    for seat, answer in zip(match.seats_to_act(), answers, strict=False):
        match.play(seat, f"leave:{answer}")
    return match


def base(match: Match) -> list[int]:
    """Points for departures alone."""
    s = state(match)
    return [int(s.earned[seat * SOURCES + PAIR] + s.earned[seat * SOURCES + ALONE]) for seat in range(s.seats)]


def test_depart_a_pair_earns_five_each_and_a_lone_wolf_costs_three() -> None:
    match = leaving("vC,bA", "C", "A")
    assert base(match) == [5, 5, 0, 0]
    assert order(match) == "nB,vA,bB,jA"
    assert base(leaving("vC,bA", "C", "-")) == [-3, 0, 0, 0]
    assert base(leaving("vC,nA", "C", "A")) == [-3, 0, -3, 0]
    assert base(leaving("vC,bA", "-", "-")) == [0, 0, 0, 0]


def test_depart_the_lowest_pair_first() -> None:
    # males vC above nA, females bA above jC: nA leaves with jC, then vC with bA
    match = leaving("vC,bA,nA,jC", "C", "A", "A", "C")
    pairs = [(event.a, event.b) for event in happened(match, "leaves_in_pair")]
    assert pairs[0] == (wolf("nA"), wolf("jC"))
    assert base(match) == [5, 5, 5, 5]
    odd = leaving("vC,bA,nA", "C", "A", "A")
    assert base(odd) == [-3, 5, 5, 0], "the higher male is left over"


def test_depart_two_wolves_of_one_player_may_pair() -> None:
    match = leaving("vC,vB", "BC")
    assert base(match) == [10, 0, 0, 0]


def test_depart_only_young_wolves_and_in_secret() -> None:
    match = leaving("vC,vB,bA")
    assert set(match.legal_texts(0)) == {"leave:-", "leave:B", "leave:C", "leave:BC"}
    assert reason(match, 0, "leave:A") == ("traces.why.not_young", "Départ des jeunes loups")
    other = leaving("vC,vB,bA")
    match.play(0, "leave:BC")
    other.play(0, "leave:-")
    assert [match.view(seat).text() for seat in (1, -1)] == [other.view(seat).text() for seat in (1, -1)]


def test_depart_cards_return_to_the_hand() -> None:
    match = leaving("vC,bA", "C", "A")
    shown = match.game.show(match.view(1).state, 1)["players"][0]["cards"]
    assert [card["where"] for card in shown] == ["pack", "hand", "hand"]
    assert state(match).lost[0] == 0, "neither dead nor excluded"


# --- Fin de la partie


def closing(*points: int, **changes: str) -> Match:
    return table(position(score=" ".join(f"{n}:0:0:0:0:0" for n in points), frames=CLOSING, turned=5, **changes))


def test_fin_de_la_partie_the_highest_over_the_total_wins() -> None:
    match = closing(51, 53, 20, 49)
    result = match.result()
    assert result is not None
    assert (result.reason, result.places) == ("target", (2, 1, 4, 3))


def test_fin_de_la_partie_equals_share_the_win() -> None:
    result = closing(53, 53, 20, 49).result()
    assert result is not None
    assert result.places == (1, 1, 4, 3)


def test_fin_de_la_partie_below_the_total_the_next_year_begins() -> None:
    match = closing(49, 20, 20, 20)
    assert not match.is_over()
    assert state(match).year == 3
    assert match.game.show(match.view(0).state, 0)["years"] == [[49, 20, 20, 20]]


def test_fin_de_la_partie_an_extinct_pack_has_no_winner() -> None:
    for text in (
        position(males="vA:2/1", females="-", frames=year(2), present="1", score="49:0:0:0:0:0" + " 0:0:0:0:0:0" * 3),
        position(males="-", females="-", frames=CLOSING, turned=5),
    ):
        result = table(text).result()
        assert result is not None
        assert (result.reason, result.places) == ("extinct", (0, 0, 0, 0))


def test_fin_de_la_partie_the_total_counts_even_if_the_pack_ends_with_it() -> None:
    result = closing(50, 20, 20, 20, males="-", females="-").result()
    assert result is not None
    assert (result.reason, result.places[0]) == ("target", 1)


def test_fin_de_la_partie_pups_alone_starve_at_the_hunt() -> None:
    text = position(males="vA:2/1", females="-", litter="bA,nC", frames=year(2), present="1")
    result = table(text).result()
    assert result is not None
    assert result.reason == "extinct"


def test_fin_de_la_partie_negative_scores_are_allowed() -> None:
    assert totals(marking(lost="3/0 0/0 0/0 0/0"))[0] == 4 - 15


# --- Loups se joignant à la meute


def test_loups_se_joignant_all_must_agree() -> None:
    text = position(males="vA:2/1,bB:12/1", omega="jB:9/0", frames=year(2), plan="-", present="1234")
    for last, enters in (("allow", True), ("refuse", False)):
        match = table(text, join_pack="yes")
        assert match.seats_to_act() == [0], "vert lost his last wolf in phase 2"
        assert set(match.legal_texts(0)) == {"stay_out", "join:A", "join:B", "join:C"}
        match.play(0, "join:B")
        assert match.seats_to_act() == [1, 2, 3]
        for seat, answer in ((1, "allow"), (3, "allow"), (2, last)):
            match.play(seat, answer)
        assert (females(match) == "nB,jA,vB") == enters
        assert ("vB" in order(match)) == enters
        if enters:
            assert "joins" in event_names(match)
        else:
            assert event_names(match).count("refuses") == 1


def test_loups_se_joignant_the_new_wolf_is_fresh_and_above_the_omega() -> None:
    text = position(males="bB:12/1", females="nB:12/1,jA:12/1", omega="jB:9/0", frames=BEGINNING)
    match = table(text, join_pack="yes")
    match.play(0, "join:C")
    for seat in (1, 2, 3):
        match.play(seat, "allow")
    assert (males(match), omega(match)) == ("bB,vC", "jB")
    assert (strength(match, "vC"), renown(match, "vC")) == (12, 1)


def test_loups_se_joignant_may_be_declined_and_is_offered_again_next_year() -> None:
    text = position(males="bB:12/1", frames=BEGINNING)
    match = table(text, join_pack="yes")
    assert match.seats_to_act() == [0]
    match.play(0, "stay_out")
    assert match.state.awaits_chance(), "on to the births"
    assert table(text).state.awaits_chance(), "without the option nobody asks"


def test_loups_se_joignant_not_with_an_own_card_only_among_the_pups() -> None:
    text = position(males="vA:2/1,bB:12/1", litter="vB,vC", frames=year(2), turned=1)
    match = table(text, join_pack="yes")
    assert match.seats_to_act() == [0]
    assert set(match.legal_texts(0)) == {"stay_out", "join:A"}, "vA itself may return"
    assert reason(match, 0, "join:B") == ("traces.why.card_away", "Loups se joignant à la meute")


def test_loups_se_joignant_the_wolf_named_is_known_to_be_no_pup() -> None:
    match = table(
        position(males="vA:2/1,bB:12/1", litter="vB", cradle="vB,vC", frames=year(2), turned=1), join_pack="yes"
    )
    match.play(0, "join:C")
    match.play(1, "refuse")
    for seed in range(12):
        world = match.view(2).determinize(Generator(seed))
        assert isinstance(world, Traces)
        assert world.litter == 1 << wolf("vB")


def test_loups_se_joignant_no_tokens_this_year() -> None:
    text = position(males="vA:2/1,bB:12/1", frames=year(2), plan="vA:-.-.15.15.-/2".replace("15.15", "15.14"))
    match = table(text, join_pack="yes")
    match.play(0, "join:A")
    for seat in (1, 2, 3):
        match.play(seat, "allow")
    assert token(state(match), wolf("vA"), 2) == 0


def test_loups_se_joignant_is_offered_again_when_the_newcomer_is_lost_too() -> None:
    text = position(males="vA:2/1,bB:12/1", frames=year(2))
    match = table(text, join_pack="yes")
    match.play(0, "join:A")
    for seat in (1, 2, 3):
        match.play(seat, "allow")
    assert match.seats_to_act() == [2], "the hunt has failed, nobody howls: noir discards a prey"
    again = table(
        position(males="vA:2/1,bB:12/1", turned=2, frames=year(3), hunted="caribou", present="-"), join_pack="yes"
    )
    assert again.seats_to_act() == [0], "lost in the third phase"


def test_loups_se_joignant_not_when_the_pack_is_extinct() -> None:
    match = table(position(males="vA:2/1", females="-", frames=year(2), present="1"), join_pack="yes")
    assert match.is_over()


# --- Durée de vie


@pytest.mark.parametrize(
    ("before", "alpha", "other"),
    [(12, 12, 12), (11, 11, 12), (8, 8, 9), (7, 6, 7), (4, 3, 4), (3, 1, 2), (2, 0, 1), (1, 0, 0)],
)
def test_duree_de_vie_by_the_zones_of_the_scale(before: int, alpha: int, other: int) -> None:
    text = position(
        males=f"vA:{before}/1,bB:{before}/1", females="nB:12/1", frames=MARKING + " " + CLOSING, turned=5
    )  # fmt: skip
    match = table(text, life_span="yes")
    assert (strength(match, "vA"), strength(match, "bB")) == (alpha, other)


def test_duree_de_vie_spirals_stay_below_the_strength() -> None:
    text = position(males="vA:3/1,bB:1/1")
    match = table(text, life_span="yes")
    choose(match, seat1="A2=11")
    assert set(match.legal_texts(0)) == {"A3=-", "A3=1", "A3=2", "A3=3", "A3=4", "A3=5"}, (
        "two spirals of three are spent"
    )
    assert reason(match, 0, "A3=6") == ("traces.why.too_dear", "Durée de vie")
    assert len(match.legal_texts(1)) == 6
    assert "A3=6" in play_on(table(text), "A2=11").legal_texts(0), "without the option one may"


def play_on(match: Match, *texts: str) -> Match:
    for text in texts:
        match.play(0, text)
    return match


# --- Priorité à la force sur le rang


def test_priorite_a_la_force_sur_le_rang() -> None:
    rows = "vA:-.-.14.-.-,vC:-.-.15.-.-,bB:-.-.15.-.-"
    text = position(plan=rows, males="vA:5/1,bB:5/1", omega="vC:9/0", turned=3, frames=HUNTING)
    strong = table(text, strength_before_rank="yes")
    assert omega(strong) == "", "the stronger omega acts first and is recognised"
    ranked = table(text)
    assert renown(ranked, "bB") == 2
    rows = "vA:-.-.15.-.-,nB:-.-.15.-.-,bB:-.-.15.-.-"
    equal = position(plan=rows, males="vA:9/1,bB:9/1", females="nB:9/1,jA:9/1", frames=STILL)
    assert lined_up(table(equal, strength_before_rank="yes"), 2) == "nB,vA,bB", "equal: rank, then the female"
    weaker = position(plan=rows, males="vA:8/1,bB:9/1", females="nB:7/1,jA:9/1", frames=STILL)
    assert lined_up(table(weaker, strength_before_rank="yes"), 2) == "bB,vA,nB"


# --- Exclusion des loups oméga


def test_exclusion_des_loups_omega_only_a_new_one_drives_out_the_old() -> None:
    rows = "vA:-.-.15.-.-,bB:-.-.14.-.-,nB:-.-.14.-.-"
    text = position(plan=rows, omega="vB:9/0", turned=3, frames=HUNTING)
    assert omega(table(text, omega_stays="yes")) == "vB"
    assert omega(table(text)) == ""
    howl = position(plan="vB:-.-.-.15.-,nB:-.-.-.14.-,bB:-.-.-.13.-", omega="vB:9/0", turned=4, frames=HOWLING)
    match = table(howl, omega_stays="yes")
    assert (omega(match), females(match)) == ("", "nB,jA,vB"), "howling too may bring it back"
    fight = position(
        plan="nB:-.-.-.-.13", omega="bC:3/0", females="nB:12/1,jA:9/1,vB:12/1", turned=5, frames=FIGHTING
    )  # fmt: skip
    fallen = table(fight, omega_stays="yes")
    fallen.play(2, "attack:jA")
    assert omega(fallen) == "jA"


# --- Places that stay empty until the year ends (option `gaps`)


def starving(**changes: str) -> str:
    """A hunt without a token fails, and every wolf loses two points of strength."""
    return position(frames=HUNTING, turned=3, **changes)


def test_gaps_an_empty_beta_place_is_scored_as_none() -> None:
    text = starving(males="vA:12/1,bB:2/1,nA:12/1", females="jA:12/1,vB:12/1")
    assert ranks(table(text)) == {"jA": 3, "vA": 3, "nA": 2, "vB": 1}
    late = table(text, gaps="year_end")
    assert (males(late), ranks(late)) == ("vA,nA", {"jA": 2, "vA": 2, "vB": 1, "nA": 1})


def test_gaps_another_empty_line_is_counted() -> None:
    text = starving(males="vA:12/1,bB:12/1,nA:2/1,vC:12/1", females="jA:12/1")
    assert ranks(table(text)) == {"jA": 3, "vA": 3, "bB": 2, "vC": 1}
    assert ranks(table(text, gaps="year_end")) == {"jA": 4, "vA": 4, "bB": 3, "vC": 1}


def test_gaps_an_alpha_is_followed_at_once_and_leaves_his_own_place_empty() -> None:
    text = starving(males="vA:2/1,bB:12/1,nA:12/1", females="jA:12/1,vB:12/1")
    match = table(text, gaps="year_end")
    assert (males(match), ranks(match)) == ("bB,nA", {"jA": 2, "bB": 2, "vB": 1, "nA": 1})
    both = table(starving(males="vA:2/1,bB:2/1,nA:12/1,vC:12/1", females="jA:12/1"), gaps="year_end")
    assert ranks(both) == {"jA": 3, "nA": 3, "vC": 1}, "of the two empty lines the beta's is not counted"


def test_gaps_newcomers_lie_below_the_last_wolf_and_the_end_of_the_year_closes_up() -> None:
    last = starving(males="vA:12/1,bB:12/1,nA:2/1", females="jA:12/1")
    assert state(table(last, gaps="year_end")).gaps[0] == 0, "below the last wolf there is no gap"
    text = position(
        males="vA:12/1,.,nA:12/1", females="jA:12/1,vB:12/1", litter="bB", frames=MARKING + " " + CLOSING, turned=5
    )  # fmt: skip
    match = table(text, gaps="year_end")
    assert totals(match) == [2 + 1 + 1 + 1, 0, 1 + 1, 2 + 1]
    assert males(match) == "vA,nA,bB"
    assert ranks(match) == {"jA": 3, "vA": 3, "nA": 2, "vB": 2, "bB": 1}
    match.play(1, "leave:-")
    assert (state(match).gaps[0], males(match)) == (0, "vA,nA,bB")


@pytest.mark.parametrize("column", [".,vA:12/1", "vA:12/1,."])
def test_gaps_lie_between_two_wolves_in_a_position(column: str) -> None:
    with pytest.raises(BadInput, match="males"):
        table(position(males=column), gaps="year_end")
    with pytest.raises(BadInput, match="males"):
        table(position(males="vA:12/1,.,bB:12/1"))


# --- Several at once: the order of arrival never matters


def test_arrival_order_never_matters() -> None:
    """Recorded games, each block of sealed answers again in other orders of arrival: the same table every time."""
    compared: set[str] = set()
    options = {"join_pack": "yes", "pledges": "yes", "colours": "given"}
    for seed in range(24):
        match = Match("traces", [str(n) for n in range(3 + seed % 4)], options, seed=seed)
        rng = Generator(seed)
        while not match.is_over() and state(match).year < 4:
            to_act = match.seats_to_act()
            if len(to_act) == 1:
                choices = match.legal_actions(to_act[0])
                match.play(to_act[0], choices[rng.below(len(choices))])
                continue
            before = match.game.write_position(match.state)
            answers = {seat: whole_answer(match, before, seat, rng) for seat in to_act}
            orders = [list(arrival) for arrival in itertools.islice(itertools.permutations(to_act), 0, 24, 5)]
            tables = {opened(match, before, answers, arrival) for arrival in orders}
            assert len(tables) == 1
            compared.add(type(match.state.top).__name__)
            for seat in to_act:
                for action in answers[seat]:
                    match.play(seat, action)
    assert compared >= {"FirstWolves", "Births", "Pledges", "Ballot", "Placement", "Duel", "Departures", "Permission"}


def whole_answer(match: Match, before: str, seat: int, rng: Generator) -> list[int]:
    """A random answer of one seat while the others think."""
    alone = Match("traces", match.seats, match.options_wanted, seed=None, position=before)
    while seat in alone.seats_to_act():
        choices = alone.legal_actions(seat)
        alone.play(seat, choices[rng.below(len(choices))])
    return [step.action for step in alone.steps]


def opened(match: Match, before: str, answers: dict[int, list[int]], arrival: Sequence[int]) -> str:
    """The table after these answers have come in this order, the seats taking turns within their plans."""
    again = Match("traces", match.seats, match.options_wanted, seed=None, position=before)
    for seat in arrival:
        for action in answers[seat]:
            again.play(seat, action)
    mixed = Match("traces", match.seats, match.options_wanted, seed=None, position=before)
    for row in itertools.zip_longest(*(answers[seat] for seat in arrival)):
        for seat, action in zip(arrival, row, strict=True):
            if action is not None:
                mixed.play(seat, action)
    assert match.game.write_position(mixed.state) == match.game.write_position(again.state)
    return match.game.write_position(again.state)


def test_positions_every_frame_can_be_written_down() -> None:
    seen: set[str] = set()
    for seed in range(40):
        options = {"join_pack": "yes", "pledges": "yes", "omega_stays": "yes"}
        match = Match("traces", [str(n) for n in range(3 + seed % 4)], options, seed=None)
        rng = Generator(seed)
        while not match.is_over():
            seat = CHANCE if match.state.awaits_chance() else match.seats_to_act()[0]
            seen.add(type(match.state.top).__name__)
            options_now = match.state.legal_actions(seat)
            match.apply(seat, options_now[rng.below(len(options_now))])
    pausing = {frame.__name__ for frame in FRAMES} - {"Years", "Year"}
    assert seen == pausing


def test_a_scripted_first_year_from_the_set_up_to_the_second() -> None:
    script = [
        "prey:caribou", "prey:biche", "turn:vA", "turn:bA", "turn:nB", "prey:elan_malade",
        "game:castor", "game:oie", "game:lievre", "game:castor", "game:oie", "game:lievre",
    ]  # fmt: skip
    match = Match("traces", FOUR, BY_COLOUR, chance=ScriptedChance([*script, "birth:1", "prey:bison"]))
    for seat, letter in enumerate("AABB"):
        match.play(seat, f"first:{letter}")
    assert (males(match), females(match)) == ("vA,jB", "bA,nB")
    for seat in range(4):
        match.play(seat, "vote:elan_malade")
    choose(
        match, seat1="A2=4 A3=10 A4=8 A5=-", seat2="A2=3 A3=9 A4=10 A5=-", seat3="B2=2 B3=5 B4=9 B5=-",
        seat4="B2=1 B3=4 B4=9 B5=-",
    )  # fmt: skip
    for seat, animal in ((0, "castor"), (1, "castor"), (2, "oie"), (3, "lievre")):
        match.play(seat, f"catch:{animal}")
    s = state(match)
    assert s.year == 2, "28 is enough for the sick moose, 36 howled keeps the prey, nobody fights"
    assert totals(match) == [3 + 2, 3 + 2, 1 + 1, 2 + 1]
    assert [strength(match, name) for name in ("vA", "bA", "nB", "jB")] == [9, 9, 11, 11]
