"""Positions and boxes of Terres de Loups: what cannot be is refused with its field; reasons about places."""

from collections.abc import Mapping
from typing import Any

import pytest
from helpers.terres_table import events_of, position, table

from meute.core.errors import BadInput
from meute.games import find
from meute.match import Match
from meute.server.table.scene import why_sent

LOST_AT_O = "Resolution(step=choose,loser=0,ground=1,place=-1,claw=-1) Rounds()"
WITH_CLAW = "Resolution(step=set_down,loser=0,ground=1,place=2,claw=1) Rounds()"
FOLLOW = "Trick(step=follow,led=28,led_on=2,followed=-1,followed_on=-1) Rounds()"
REVEALS_AT_V = "Reveal(step=choose,seat=0,ground=2,place=-1) " + FOLLOW
LED = {"V": "??? r6|-"}


def refused(text: str) -> tuple[str, str]:
    with pytest.raises(BadInput) as wrong:
        table(text)
    return wrong.value.where, wrong.value.problem


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"grounds": {"N": "??? +9|-"}}, "N.A"),
        ({"grounds": {"N": "??? +²|-"}}, "N.A"),
        ({"grounds": {"N": "??? --5|-"}}, "N.A"),
        ({"grounds": {"N": "??? +1|+1", "O": "??? +2|-"}}, "cards"),
        ({"grounds": {"N": "??? n7,n7|-"}}, "N.A"),
        ({"grounds": {"N": "??? n8|-"}}, "N.A"),
        ({"a": "r6,r6"}, "A.hand"),
        ({"a": "?14"}, "A.hand"),
        ({"a": "?٣"}, "A.hand"),
        ({"trick": "²"}, "trick"),
        ({"trick": "+3"}, "trick"),
        ({"leader": "AB"}, "leader"),
        ({"moons": ("N", "-")}, "full_moon"),
        ({"grounds": {"N": "... -|-"}, "moons": ("N", "O")}, "red_moon"),
        ({"grounds": {"N": "... -|-"}, "moons": ("N", "N")}, "red_moon"),
        ({"grounds": {"N": "... -|-"}, "moons": ("-", "N")}, "red_moon"),
    ],
)
def test_position_what_cannot_lie_on_the_table(changes: Mapping[str, Any], where: str) -> None:
    assert refused(position(**{"a": "n2,n3", "b": "b2,b3", **changes}))[0] == where


@pytest.mark.parametrize(
    ("frames", "where"),
    [
        (FOLLOW.replace("led=28", "led=99"), "Trick.led"),
        (FOLLOW.replace("led=28", "led=-1"), "Trick.led"),
        (FOLLOW.replace("led=28", "led=27"), "Trick.led"),
        (FOLLOW.replace("led=28", "led=28:28"), "Trick.led"),
        (FOLLOW.replace("led=28", "led="), "Trick.led"),
        (FOLLOW.replace("led=28", "led=²"), "Trick.led"),
        (FOLLOW.replace("led_on=2", "led_on=5"), "Trick.led_on"),
        (FOLLOW.replace("step=follow", "step=9"), "Trick.step"),
        (FOLLOW.replace("step=follow", "step=sing"), "Trick.step"),
        (FOLLOW.replace("step=follow", "step=resolve"), "Trick.followed"),
        (FOLLOW.replace("step=follow", "step=follow,step=follow"), "Trick"),
        (LOST_AT_O.replace("loser=0", "loser=2"), "Resolution.loser"),
        (WITH_CLAW.replace("claw=1", "claw=9").replace("place=2", "place=5"), "Resolution.claw"),
        (WITH_CLAW.replace("set_down", "turn").replace("place=2", "place=5"), "Resolution.place"),
        (REVEALS_AT_V.replace("step=choose", "step=turn"), "Reveal.place"),
        ("Setup(step=lay_tokens,at=30)", "Setup.at"),
        ("Setup(step=lay_tokens,at=5) " + FOLLOW, "Setup.under"),
        ("Rounds() Rounds()", "Rounds.under"),
        (REVEALS_AT_V.replace(FOLLOW, "Rounds()"), "Reveal.under"),
        (LOST_AT_O.replace("Rounds()", FOLLOW), "Resolution.under"),
        ("Rounds() " * 33, "frames"),
        ("Rounds() nonsense", "frames"),
        ("Howl(step=0)", "frames"),
    ],
)
def test_position_frames_that_cannot_be(frames: str, where: str) -> None:
    assert refused(position(LED, a="n2", b="b2", frames=frames))[0] == where


def test_position_the_leader_must_have_a_card() -> None:
    assert refused(position(b="r4")) == ("frames", "error.position_stuck")


def test_position_no_longer_than_any_that_can_be() -> None:
    assert refused(position(a="r6") + " Rounds()" * 9999) == ("position", "error.position_size")


def test_position_steps_are_read_by_word_and_by_their_old_number() -> None:
    by_word = table(position(LED, a="n2", b="r4,b2", frames=FOLLOW))
    by_number = table(position(LED, a="n2", b="r4,b2", frames=FOLLOW.replace("step=follow", "step=2")))
    written = by_word.game.write_position(by_word.state)
    assert written == by_number.game.write_position(by_number.state)
    assert "Trick(step=follow,led=28," in written


def test_position_is_read_with_the_newest_defaults() -> None:
    game = find("terres")
    partly = game.read_position(position(a="r6", b="r4"), {"board": "basic"}, game.box())
    assert partly.legal_actions(0)


# --- MATERIEL


@pytest.mark.parametrize(
    ("box", "where"),
    [
        ({"territories": {"capacity": [5, 5, 5, 5, 5]}}, "territories.capacity"),
        ({"territories": {"capacity": [6, 6, 6, 6, 3]}}, "territories.capacity"),
        ({"territories": {"capacity": [6, 6, 6, 6, 0]}}, "territories.capacity[4]"),
        ({"claws": {"copies": [2, 2, 5, 2, 2, 2, 1, 1, 1]}}, "claws.copies"),
        (
            {"cards": {"hand": 14, "left_in_box": 2}, "territories": {"capacity": [5, 6, 6, 6, 6]}},
            "territories.capacity",
        ),
    ],
)
def test_materiel_a_box_where_cards_would_have_nowhere_to_go(box: dict[str, Any], where: str) -> None:
    with pytest.raises(BadInput) as wrong:
        Match("terres", box=box)
    assert wrong.value.where == where


def test_materiel_territories_may_differ_where_every_card_has_room() -> None:
    match = Match("terres", box={"territories": {"capacity": [4, 8, 6, 4, 6]}}, seed=1)
    while not match.is_over():
        seat = match.seats_to_act()[0]
        match.play(seat, match.legal_actions(seat)[0])


# --- reasons about places that no action is chosen by


def why(match: Match, seat: int, *places: str) -> tuple[str, str]:
    sent = why_sent(match, seat, list(places))
    return sent.phrase.key, sent.heading


def test_why_a_claw_of_another_territory_is_not_taken() -> None:
    match = table(position(a="n2", b="b2", frames=LOST_AT_O, leader="B"))
    assert why(match, 0, "claw.forets.1") == ("terres.why.other_ground", "RÉSOLUTION DU PLI")
    assert why(match, 0, "slot.0.1")[0] == "why.other_question"
    assert why(match, 1, "claw.forets.1") == ("why.not_your_turn", "JOUER UN PLI")


def test_why_a_three_reveals_where_it_was_played() -> None:
    match = table(position(LED, a="n2", b="b2", frames=REVEALS_AT_V))
    assert why(match, 0, "claw.cavernes.0") == ("terres.why.reveals_elsewhere", "JOUER UN PLI")
    assert why(match, 0, "claw.forets.0")[0] == "server.why_not", "this one may be turned"


def test_why_a_claw_is_not_laid_on_the_other_side() -> None:
    match = table(position({"O": "??. -|-"}, a="n2", b="b2", frames=WITH_CLAW, leader="B"))
    assert why(match, 0, "slot.1.3") == ("terres.why.other_side", "RÉSOLUTION DU PLI")
    assert why(match, 0, "claw.forets.0")[0] == "why.other_question"


def test_why_nothing_may_be_done_when_chance_or_nobody_decides() -> None:
    match = table(position(trick=13, frames="Rounds()"))
    assert match.game.why(match.state, 0, 0).key == "prompt.over"
    waiting = Match("terres", seed=None)
    assert waiting.game.why(waiting.state, 0, 0).key == "prompt.chance"


# --- what the history tells


def test_no_empty_slot_is_told_when_the_claw_stays() -> None:
    text = position({"V": "..s -|-"}, centre="...", a="v3,n2", b="v7,r2", slots_a="wwffllttpp")
    match = table(text, full_side="leave")
    match.play(0, "v3-V")
    match.play(1, "v7-N")
    assert "claw_stays" in events_of(match)
    assert "no_claw_left" not in events_of(match)


def played_out(grounds: dict[str, str]) -> Match:
    match = table(position(grounds, centre="...", a="v6", b="v7", trick=12))
    match.play(0, "v6-R")
    match.play(1, "v7-V")
    return match


@pytest.mark.parametrize(("lone_b", "expected"), [("v2*", "tie_broken"), ("v2*,v3*,v4*", "tie_stands")])
def test_the_tie_break_is_told(lone_b: str, expected: str) -> None:
    grounds = {"O": f"... o7|{lone_b}", "V": "... -|-", "R": "... r7,r3*,r4*|-", "B": "... -|b7", "N": "... -|-"}
    match = played_out(grounds)
    assert match.score()[0] == [9, 9]
    assert events_of(match)[-2:] == ["ends", expected]


def test_no_tie_no_tie_break() -> None:
    assert events_of(played_out({"N": "... n7|-"}))[-1] == "ends"
