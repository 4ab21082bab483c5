"""Traces de Loups, heading by heading: raising, hunting, howling. Four players: vert, bleu, noir, jaune."""

import pytest
from helpers.traces_table import (
    HOWLING,
    HUNTING,
    RAISING,
    SOLITARY,
    draw,
    females,
    hunting,
    hunting_alone,
    males,
    omega,
    order,
    position,
    ranks,
    reason,
    renown,
    state,
    strength,
    table,
    year,
)

from meute.core.chance import Generator
from meute.core.seats import CHANCE
from meute.games.traces.names import PREY_NAMES
from meute.games.traces.state import DISCARD, OPEN, pup_count
from meute.match import Match

CARIBOU = PREY_NAMES.index("caribou")

# --- 1 - Éducation des louveteaux


def raising(rows: str, litter: str = "bA,nC,jC", **changes: str) -> Match:
    return table(position(plan=rows, litter=litter, turned=1, frames=RAISING, **changes))


def test_education_each_pup_needs_seven_and_the_farthest_die() -> None:
    match = raising("vA:9.-.-.-.-,bB:6.-.-.-.-,nB:5.-.-.-.-")
    assert match.game.show(match.view(0).state, 0)["raising"][:3] == [7, 14, 21]
    assert match.state.awaits_chance(), "which card lies farthest nobody knows"
    draw(match, "turn:nC")
    assert pup_count(state(match)) == 2
    assert match.is_over()
    assert renown(match, "vA") == 2
    assert "nC" not in match.view(2).text().split("litter ")[1].splitlines()[0]


@pytest.mark.parametrize(("sum_", "alive"), [("7", 1), ("13", 1), ("14", 2), ("6", 0)])
def test_education_thresholds(sum_: str, alive: int) -> None:
    match = raising(f"vA:{sum_}.-.-.-.-")
    while match.state.awaits_chance():
        match.apply(CHANCE, match.state.legal_actions(CHANCE)[0])
    assert pup_count(state(match)) == alive
    assert renown(match, "vA") == 2, "the highest token is recognised even if all pups die"


def test_education_21_keeps_all_three() -> None:
    match = raising("vA:11.-.-.-.-,bB:10.-.-.-.-")
    assert pup_count(state(match)) == 3


def test_education_nobody_cares_nobody_is_recognised() -> None:
    match = raising("-")
    assert pup_count(state(match)) == 0
    assert {renown(match, name) for name in ("vA", "bB", "nB", "jA")} == {1}


def test_education_four_tokens_are_enough() -> None:
    match = raising("vA:11.-.-.-.-,bB:10.-.-.-.-", males="vA:12/4,bB:12/1")
    assert (renown(match, "vA"), renown(match, "bB")) == (4, 1), "not passed on"


def test_education_ties_go_to_the_higher_rank_then_to_the_female() -> None:
    match = raising("bB:11.-.-.-.-,jA:11.-.-.-.-")
    assert (renown(match, "bB"), renown(match, "jA")) == (2, 1), "beta above the third line"
    match = raising("vA:11.-.-.-.-,nB:11.-.-.-.-")
    assert (renown(match, "vA"), renown(match, "nB")) == (1, 2), "the alpha pair: the female"


def test_education_does_not_apply_without_a_birth() -> None:
    match = table(position(frames=year(1), plan="vA:-.1.-.-.-"))
    assert state(match).revealed == 2
    assert match.state.awaits_chance()


def test_education_an_omega_that_is_recognised_stays_lowest_for_now() -> None:
    rows = "vC:15.-.-.-.-,bB:6.-.-.-.-"
    match = raising(rows, males="vA:12/1,bB:12/1,nA:12/1", females="nB:12/1,jA:12/1", omega="vC:8/0")
    assert omega(match) == ""
    assert (males(match), renown(match, "vC")) == ("vA,bB,nA,vC", 1)
    assert order(match).endswith("vC")
    female = raising("vB:15.-.-.-.-,bB:6.-.-.-.-", males="vA:12/1,bB:12/1,nA:12/1", omega="vB:8/0", females="nB:12/1")
    assert females(female) == "nB,vB"
    assert order(female) == "nB,vA,bB,nA,vB"
    assert ranks(female)["nA"] == 2, "a line of its own below nA, though they are of the same rank by column"
    assert ranks(female)["vB"] == 1


# --- 2 - Chasse en solitaire


def test_chasse_en_solitaire_three_cards_then_always_three() -> None:
    match = hunting_alone("vA:-.12.-.-.-,bB:-.8.-.-.-,jA:-.8.-.-.-")
    draw(match, "game:castor", "game:oie", "game:lievre")
    assert match.seats_to_act() == [0]
    assert set(match.legal_texts(0)) == {"catch:castor", "catch:oie", "catch:lievre"}
    assert reason(match, 0, "catch:lemming") == ("traces.why.not_in_row", "2 - Chasse en solitaire")
    match.play(0, "catch:oie")
    draw(match, "game:lemming")
    assert match.seats_to_act() == [1], "of the two 8s the beta ranks higher"
    assert "catch:lemming" in match.legal_texts(1)


def test_chasse_en_solitaire_no_prey_cannot_be_taken_and_ends_the_hunt() -> None:
    match = hunting_alone("vA:-.12.-.-.-,bB:-.8.-.-.-,jA:-.7.-.-.-")
    draw(match, "game:pas_de_proie", "game:pas_de_proie", "game:campagnol")
    assert state(match).top is not None
    draw(match, "game:pas_de_proie")  # the vole was the only choice and is taken without asking
    assert match.is_over()
    assert [strength(match, name) for name in ("vA", "bB", "jA", "nB")] == [12, 10, 10, 10]


def test_chasse_en_solitaire_all_three_at_once() -> None:
    match = hunting_alone("vA:-.12.-.-.-")
    draw(match, "game:pas_de_proie", "game:pas_de_proie", "game:pas_de_proie")
    assert [strength(match, name) for name in ("vA", "bB", "jA", "nB")] == [10, 10, 10, 10]


def test_chasse_en_solitaire_without_a_token_a_wolf_starves() -> None:
    match = hunting_alone("-", males="vA:12/1,bB:2/1", females="nB:3/1,jA:12/1")
    assert strength(match, "nB") == 1
    assert order(match) == "nB,vA,jA", "bB is dead"
    assert list(state(match).lost[2:4]) == [1, 0]


@pytest.mark.parametrize(
    ("animal", "before", "after"),
    [("castor", 11, 12), ("castor", 5, 8), ("oie", 5, 7), ("lievre", 5, 6), ("campagnol", 5, 5), ("lemming", 5, 5)],
)
def test_chasse_en_solitaire_strength_up_to_twelve(animal: str, before: int, after: int) -> None:
    match = hunting_alone("vA:-.5.-.-.-", males=f"vA:{before}/1,bB:12/1")
    draw(match, f"game:{animal}", "game:pas_de_proie", "game:pas_de_proie")
    assert strength(match, "vA") == after


def test_chasse_en_solitaire_all_cards_are_back_the_next_year() -> None:
    match = hunting_alone("vA:-.5.-.-.-")
    weights = [match.state.legal_actions(CHANCE).count(action) for action in match.state.legal_actions(CHANCE)]
    assert len(weights) == 6
    top = match.state.top
    assert top is not None
    assert list(top.left) == [2, 2, 3, 3, 2, 3]  # type: ignore[attr-defined]


def test_chasse_en_solitaire_more_hunters_than_animals() -> None:
    names = [f"{colour}{letter}" for colour in "vbnjog" for letter in "ABC"]
    male = {"vA", "vC", "bB", "nA", "nC", "jB", "oA", "oC", "gB"}
    text = position(
        seats=6, present="123456",
        males=",".join(f"{name}:9/1" for name in names if name in male),
        females=",".join(f"{name}:9/1" for name in names if name not in male),
        plan=",".join(f"{name}:-.{1 + n % 3}.-.-.-" for n, name in enumerate(names)),
        turned=2, frames=SOLITARY,
    )  # fmt: skip
    for seed in range(5):
        match = table(text)
        rng = Generator(seed)
        while not match.is_over():
            seat = CHANCE if match.state.awaits_chance() else match.seats_to_act()[0]
            options = match.state.legal_actions(seat)
            match.apply(seat, options[rng.below(len(options))])
        fed = sum(strength(match, name) >= 9 for name in names)
        assert fed <= 12


# --- 3. Chasse en meute


@pytest.mark.parametrize(
    ("total", "killed", "wounded"),
    [(43, True, False), (42, True, True), (30, True, True), (29, False, True), (20, False, True), (19, False, False)],
)
def test_chasse_en_meute_the_caribou(total: int, killed: bool, wounded: bool) -> None:
    match = hunting(total)
    assert match.state.awaits_chance() == wounded
    if wounded:
        draw(match, "wound:3")
    assert state(match).large[OPEN + CARIBOU] == (0 if killed else 1), (
        "killed prey is discarded, escaped prey stays open"
    )
    assert state(match).large[DISCARD + CARIBOU] == (1 if killed else 0)
    assert strength(match, "vA") == 12 - (3 if wounded else 0) - (0 if killed else 2)
    assert strength(match, "jA") == 12 - (0 if killed else 2)
    assert renown(match, "vA") == (2 if killed else 1)


def test_chasse_en_meute_nobody_hunts() -> None:
    match = hunting(0)
    assert match.is_over()
    assert {strength(match, name) for name in ("vA", "bB", "nB", "jA")} == {10}


def test_chasse_en_meute_without_an_open_prey_everybody_starves() -> None:
    match = hunting(43, hunted="-", prey="-", litter="nC,jC")
    assert pup_count(state(match)) == 0
    assert {strength(match, name) for name in ("vA", "bB", "nB", "jA")} == {10}
    assert {renown(match, name) for name in ("vA", "bB", "nB", "jA")} == {1}


def test_chasse_en_meute_the_wounded_wolf_is_the_one_with_the_highest_token_by_rank() -> None:
    rows = "bB:-.-.15.-.-,jA:-.-.15.-.-"
    match = table(position(plan=rows, turned=3, frames=HUNTING))
    draw(match, "wound:10")
    assert (strength(match, "bB"), strength(match, "jA")) == (2, 12)
    assert renown(match, "bB") == 2, "wounded, alive, and recognised"


def test_chasse_en_meute_a_hunter_killed_by_its_wound() -> None:
    rows = "vA:-.-.15.-.-/5,bB:-.-.15.-.-"
    match = table(position(males="vA:5/1,bB:12/1,nA:12/1", plan=rows, turned=3, frames=HUNTING))
    draw(match, "wound:5")
    assert males(match) == "bB,nA"
    assert state(match).large[DISCARD + CARIBOU] == 1, "the prey is dead all the same"
    assert (renown(match, "bB"), renown(match, "nA")) == (1, 1)
    assert list(state(match).lost[:2]) == [1, 0]


def test_chasse_en_meute_when_it_fails_the_pups_die_and_everybody_starves() -> None:
    match = hunting(29, litter="nC,jC")
    draw(match, "wound:4")
    assert pup_count(state(match)) == 0
    assert state(match).litter == state(match).cradle == 0
    assert [strength(match, name) for name in ("vA", "bB", "nB", "jA")] == [6, 10, 10, 10]
    assert {renown(match, name) for name in ("vA", "bB", "nB", "jA")} == {1}


def test_chasse_en_meute_even_seven_pups_survive_on_eleven_points() -> None:
    text = position(
        seats=6, present="123456", hunted="biche", turned=3, frames=HUNTING,
        males="vA:12/1,bB:12/1,nA:12/1", females="nB:12/1,jA:12/1",
        litter="vB,vC,bA,bC,nC,jB,jC", plan="vA:-.-.15.-.-,bB:-.-.15.-.-,nB:-.-.2.-.-",
    )  # fmt: skip
    match = table(text)
    assert pup_count(state(match)) == 7
    assert [strength(match, name) for name in ("vA", "nB", "bB", "jA", "nA")] == [12, 12, 10, 10, 10]


def test_chasse_en_meute_downward_and_females_before_males_of_the_rank() -> None:
    # biche: 11 points; alphas 4, three pups 3, beta 2, then jA before nA on the third line
    text = position(
        hunted="biche", turned=3, frames=HUNTING, litter="vB,bA,jC",
        males="vA:12/1,bB:12/1,nA:12/1", females="nB:12/1,jA:12/1", plan="vA:-.-.15.-.-,bB:-.-.15.-.-,nB:-.-.2.-.-",
    )  # fmt: skip
    match = table(text)
    assert [strength(match, name) for name in ("bB", "jA", "nA")] == [12, 12, 10]


def test_chasse_en_meute_a_single_point_of_food_left() -> None:
    text = position(
        hunted="caribou", turned=3, frames=HUNTING, litter="vB,bA",
        males="vA:12/1,bB:12/1,nA:12/1,vC:12/1", females="nB:12/1,jA:12/1",
        plan="vA:-.-.15.-.-,bB:-.-.15.-.-,nB:-.-.13.-.-",
    )  # fmt: skip
    match = table(text)  # 13 - 4 - 2 - 2 - 2 - 2 = 1
    assert [strength(match, name) for name in ("bB", "jA", "nA", "vC")] == [12, 12, 12, 11]


def test_chasse_en_meute_hunger_kills() -> None:
    text = position(
        hunted="biche", turned=3, frames=HUNTING, litter="vB,bA,jC",
        males="vA:12/1,bB:12/1,nA:2/1", females="nB:12/1,jA:12/1", plan="vA:-.-.15.-.-,bB:-.-.15.-.-,nB:-.-.2.-.-",
    )  # fmt: skip
    match = table(text)
    assert males(match) == "vA,bB"
    assert list(state(match).lost[4:6]) == [1, 0]


def test_chasse_en_meute_four_tokens_are_enough() -> None:
    match = hunting(43, males="vA:12/4,bB:12/1")
    assert [renown(match, name) for name in ("vA", "bB", "nB", "jA")] == [4, 1, 1, 1]


def test_chasse_en_meute_an_omega_without_a_token_is_excluded() -> None:
    match = hunting(43, omega="vB:9/0")
    assert omega(match) == ""
    assert strength(match, "vB") == 0
    assert list(state(match).lost[:2]) == [0, 1]
    failed = hunting(0, omega="vB:9/0")
    assert list(state(failed).lost[:2]) == [0, 1]


def test_chasse_en_meute_an_omega_with_the_highest_token_is_accepted_again() -> None:
    rows = "vC:-.-.15.-.-,bB:-.-.14.-.-,nB:-.-.14.-.-"
    match = table(position(plan=rows, omega="vC:9/0", turned=3, frames=HUNTING))
    assert omega(match) == ""
    assert (males(match), renown(match, "vC")) == ("vA,bB,vC", 1)
    assert order(match).endswith("vC")


# --- 4. Hurlements


def howling(total: int, **changes: str) -> Match:
    rows = []
    rest = total
    for name in ("vA", "bB", "nB", "jA"):
        value = min(rest, 15)
        rest -= value
        if value:
            rows.append(f"{name}:-.-.-.{value}.-")
    return table(position(plan=",".join(rows) or "-", turned=4, frames=HOWLING, **changes))


def test_hurlements_below_35_the_alpha_female_s_player_discards() -> None:
    match = howling(34)
    assert match.seats_to_act() == [2]
    assert set(match.legal_texts(2)) == {"drop:caribou", "drop:biche", "drop:wapiti"}
    assert reason(match, 2, "drop:bison") == ("traces.why.prey_hidden", "4. Hurlements")
    match.play(2, "drop:caribou")
    assert list(state(match).large[:7]) == [0, 1, 0, 0, 1, 0, 0]
    assert state(match).large[DISCARD + CARIBOU] == 1
    assert renown(match, "vA") == 2


@pytest.mark.parametrize("total", [35, 55])
def test_hurlements_between_nothing_happens_but_recognition(total: int) -> None:
    match = howling(total)
    assert match.is_over()
    assert sum(state(match).large[:7]) == 3
    assert renown(match, "vA" if total == 35 else "nB") == 2


def test_hurlements_above_55_one_more_prey() -> None:
    match = howling(56)
    draw(match, "prey:bison")
    assert sum(state(match).large[:7]) == 4
    assert renown(match, "nB") == 2, "three tokens of 15: the alpha female's"


def test_hurlements_nothing_left_to_lose() -> None:
    match = howling(0, prey="-")
    assert match.is_over()
    assert {renown(match, name) for name in ("vA", "bB", "nB", "jA")} == {1}


def test_hurlements_without_an_alpha_female_the_alpha_male_s_player_discards() -> None:
    assert howling(0, females="-").seats_to_act() == [0]
