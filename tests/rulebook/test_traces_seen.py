"""Traces de Loups: what everybody sees and reads, and that nothing is lost on the way. Four players."""

import re

import pytest
from helpers.traces_table import (
    HOWLING,
    HUNTING,
    choose,
    draw,
    event_names,
    females,
    fights,
    happened,
    males,
    omega,
    order,
    place_nothing,
    position,
    renown,
    state,
    strength,
    table,
    wolf,
    year,
)

from meute.core.chance import Generator
from meute.core.phrase import phrase
from meute.core.seats import CHANCE
from meute.games.traces.box import contents, target_scores
from meute.games.traces.state import hand_size, pup_count, token
from meute.match import Match
from meute.text import LANGUAGES, catalogue, event_phrase
from meute.text.catalogue import box_figures_in
from meute.text.rules import rules_page


def sentences(match: Match, reader: int, language: str = "fr") -> list[str]:
    """What happened, as one seat reads it."""
    words = catalogue(language)
    return [words.render(event_phrase(match.game, event, match.seats, reader, words)) for event in match.events]


def rows(match: Match, seat: int) -> list[str]:
    """The rows of all boards as one seat sees them."""
    return next(line for line in match.view(seat).text().splitlines() if line.startswith("plan "))[5:].split(",")


# --- 3 - Placement des pions action


FULL = {"seat1": "A2=3 A3=15 A4=- A5=1", "seat2": "B2=4 B3=14 B4=- B5=-", "seat3": "B2=- B3=9 B4=8 B5=2"}


def test_placement_everybody_sees_which_boxes_hold_a_token_face_down() -> None:
    match = table(position())
    choose(match, **FULL)
    assert rows(match, 3)[0] == "vA:?.?.?.?.?/12".replace("?", "-", 1), "not before all have placed theirs"
    place_nothing(match, 3)
    draw(match, "game:castor", "game:oie", "game:lievre")
    assert rows(match, 3) == ["vA:-.3.x.-.x/12", "bB:-.4.x.-.-/12", "nB:-.-.x.x.x/12", "jA:-.-.-.-.-/12"]
    assert rows(match, 0)[0] == "vA:-.3.15.-.1/12"
    wolves = {one["place"]: one["tokens"] for one in match.game.show(match.view(3).state, 3)["pack"]}
    assert wolves["wolf.vert.A"] == [0, 3, -2, 0, -2]
    for seed in range(20):
        world = match.view(3).determinize(Generator(seed))
        assert [bool(token(world, wolf("nB"), phase)) for phase in range(5)] == [False, False, True, True, True]  # type: ignore[arg-type]


def test_placement_boxes_may_be_hidden_as_well_and_were_in_the_first_version_of_the_rules() -> None:
    for match in (
        table(position(), boxes="hidden"),
        Match("traces", "abcd", seed=None, position=position(), version=1),
    ):
        choose(match, **FULL)
        place_nothing(match, 3)
        draw(match, "game:castor", "game:oie", "game:lievre")
        assert rows(match, 3) == ["vA:-.3.?.?.?/12", "bB:-.4.?.?.?/12", "nB:-.-.?.?.?/12", "jA:-.-.-.-.-/12"]


def test_placement_with_life_span_imagined_tokens_can_be_paid() -> None:
    rows_of = "vA:-.1.2.3.4/1,vC:-.5.6.7.8/12"
    match = table(position(males="vA:1/1,vC:12/1", plan=rows_of, turned=2, frames=HOWLING), life_span="yes")
    for seed in range(30):
        world = match.view(1).determinize(Generator(seed))
        costs = [world.box.spirals[token(world, wolf("vA"), phase)] for phase in range(5)]  # type: ignore[attr-defined,arg-type]
        assert sum(costs) == 0


def test_placement_one_s_own_row_shows_the_strength_of_now() -> None:
    rows_of = "vA:-.-.11.6.-/12"
    match = table(position(plan=rows_of, males="vA:10/1,bB:12/1", turned=3, frames=HOWLING))
    row = match.game.show(match.view(0).state, 0)["board"]["rows"][0]
    assert (row["strength"], row["rest"]) == (10, 9)


# --- 3. Chasse en meute


def test_chasse_en_meute_the_sum_stays_when_a_hunter_has_died_and_somebody_may_join() -> None:
    rows_of = "vA:-.-.15.-.-/5,bB:-.-.15.-.-"
    text = position(
        males="vA:5/1,bB:12/1,nA:12/1",
        plan=rows_of,
        turned=3,
        frames=HUNTING + " " + year(3).replace("hunting", "after_hunting"),
    )
    match = table(text, join_pack="yes")
    draw(match, "wound:5")
    assert type(match.state.top).__name__ == "Joining"
    now = match.game.show(match.view(1).state, 1)["now"]
    assert (now["sum"], now["outcome"]) == (30, "killed_at_cost")


def test_debut_des_phases_the_token_of_one_that_cannot_pay_is_not_in_the_sum() -> None:
    rows_of = "vA:-.-.11.-.-/2,bB:-.-.15.-.-,nB:-.-.15.-.-"
    match = table(position(males="vA:2/1,bB:12/1", plan=rows_of, turned=2, frames=year(3)), join_pack="yes")
    draw(match, "wound:1")
    assert match.game.show(match.view(1).state, 1)["now"]["sum"] == 30


# --- Succession, renown and duels in words


def test_a_wolf_that_dies_with_the_alpha_does_not_become_alpha() -> None:
    match = table(position(males="vA:2/1,bB:2/1,nA:12/1"))
    choose(match, seat1="A2=11 A3=- A4=- A5=-", seat2="B2=11 B3=- B4=- B5=-")
    place_nothing(match, 2, 3)
    heirs = [event.a for event in happened(match, "new_alpha")]
    assert heirs == [wolf("nA")]


def test_combats_a_wolf_without_renown_has_none_left() -> None:
    match = fights("jA=13")
    match.play(3, "attack:nB")
    assert "no_renown" in event_names(match)
    assert "Noir B (Chloé) n’a plus aucune pastille." in sentences(match, 0)
    assert not [line for line in sentences(match, 0) if " 0 pastille" in line]


def test_combats_both_fighters_read_what_they_play_themselves() -> None:
    match = fights("nB=11,jA=13")
    match.play(3, "attack:nB")
    match.play(2, "fight")
    draw(match, *(f"deal:{card}" for card in (1, 2, 3, 4, 5, 6)), *(f"deal:{card}" for card in (1, 2, 3, 4, 5, 6)))
    match.play(3, "card:3")
    match.play(2, "card:4")
    assert {"Diane joue 3.", "Vous jouez 4."} <= set(sentences(match, 2))
    assert {"Vous jouez 3.", "Chloé joue 4."} <= set(sentences(match, 3))


# --- The rules page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_aim_names_the_target_scores_of_the_box(language: str) -> None:
    page, words = rules_page("traces", language) or "", catalogue(language)
    aim = page.split("## ")[1]
    least, usual = zip(*(target_scores(seats, contents()) for seats in (3, 4, 5, 6)), strict=True)
    assert {words.figures[name] for name in box_figures_in(aim)} == {*least, *usual}
    rendered = words.render(phrase("traces.option.target.0"))
    assert [int(number) for number in re.findall(r"\d+", rendered)] == list(usual)


# --- Everything in the box


ALL_OPTIONS = {"join_pack": "yes", "life_span": "yes", "strength_before_rank": "yes", "omega_stays": "yes"}


@pytest.mark.parametrize("options", [{}, ALL_OPTIONS], ids=["plain", "all"])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_everything_is_accounted_for_at_every_step(seats: int, options: dict[str, str]) -> None:
    for seed in range(3):
        match = Match("traces", [str(n) for n in range(seats)], options, seed=None)
        rng = Generator(seed)
        while not match.is_over():
            seat = CHANCE if match.state.awaits_chance() else match.seats_to_act()[rng.below(len(match.seats_to_act()))]
            choices = match.state.legal_actions(seat)
            match.apply(seat, choices[rng.below(len(choices))])
            check_table(match)


def check_table(match: Match) -> None:
    s = state(match)
    standing = order(match).split(",") if order(match) else []
    assert len(standing) == len(set(standing))
    assert s.pack == sum(1 << wolf(name) for name in standing)
    assert s.pack & s.litter == 0
    assert s.litter & ~s.cradle == 0
    assert pup_count(s) == bin(s.litter).count("1")
    assert all(sum(s.large[kind::7]) == s.box.copies[kind] for kind in range(7))
    for name in standing:
        assert 1 <= strength(match, name) <= 12
        fallen = name in (omega(match), males(match), females(match)) or s.awaits_chance()
        assert (0 if fallen else 1) <= renown(match, name) <= 4, "no renown: omega, or the last of its sex"
        if name == omega(match):
            assert renown(match, name) == 0
    for seat in range(s.seats):
        if s.colours[seat] >= 0:
            own = sum(1 << (3 * s.colours[seat] + letter) for letter in range(3))
            assert hand_size(s, seat) + s.pups[seat] + bin(own & s.pack).count("1") == 3
            placed = [token(s, 3 * s.colours[seat] + letter, phase) for letter in range(3) for phase in range(5)]
            used = [value for value in placed if value]
            assert len(used) == len(set(used))
