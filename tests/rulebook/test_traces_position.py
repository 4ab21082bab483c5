"""Positions of Traces de Loups: what cannot be is refused with its field; reasons about places."""

import re

import pytest
from helpers.traces_table import (
    BIRTHS,
    CLOSING,
    FIGHTING,
    HUNTING,
    LARGE_PREY,
    MARKING,
    NONE,
    PLACING,
    SOLITARY,
    YEARS,
    draw,
    event_names,
    fights,
    hunting_alone,
    position,
    state,
    table,
    wolf,
    year,
)
from helpers.worlds import walk

from meute.core.errors import BadInput
from meute.games.traces.box import contents
from meute.games.traces.names import COLOUR_NAMES, PREY_NAMES, SMALL_PREY_NAMES
from meute.games.traces.state import pup_count
from meute.match import Match
from meute.server.table.scene import why_sent

NO_ANSWERS = ":".join(["-1"] * 6)
CHOICE = f"LargePrey(step=choice,ballots={NO_ANSWERS}) Year(step=placement)" + YEARS
BALLOT = f"Ballot(step=0,missing=15,answers={NO_ANSWERS}) {CHOICE.replace('choice', 'tally')}"
OWN_LINE = NONE.replace("-1", str(wolf("jA")), 1)
CHALLENGED = f"RankFights(step=response,sex=1,at=0,attacker=9,target=7,loser=-1,submitted=0,line={OWN_LINE})"
FACED = CHALLENGED.replace("response", "outcome")
DUEL = (
    f"Duel(step=blows,missing=12,answers={NO_ANSWERS},wolves=9:7,seats=3:2,draws=0:0,hands=3:12,held=2:2,"
    f"played=16:32,scores=13:11,last=4:5) {FACED}"
)
UNARMED = DUEL.replace("hands=3:12,held=2:2", "hands=0:0,held=0:0").replace("missing=12", "missing=0")
LEAVING = f"Departures(step=0,missing=1,answers={NO_ANSWERS},young=1) {CLOSING}"
JOINING = "Joining(step=verdict,waiting=1,wolf=1) Year(step=births)" + YEARS
PERMISSION = f"Permission(step=0,missing=14,answers={NO_ANSWERS}) {JOINING}"
FIRST_WOLVES = f"FirstWolves(step=sealing,missing=15,answers={NO_ANSWERS},down=15)" + YEARS
NOBODY_YET = {"males": "-", "females": "-", "at_year": "0", "hunted": "-", "present": "-"}


def refused(text: str) -> tuple[str, str]:
    with pytest.raises(BadInput) as wrong:
        table(text)
    return wrong.value.where, wrong.value.problem


def test_materiel_names_are_those_of_the_box() -> None:
    for names, rows in ((COLOUR_NAMES, "colours"), (PREY_NAMES, "large_prey"), (SMALL_PREY_NAMES, "small_prey")):
        assert names == tuple(row["id"] for row in contents()[rows])


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"males": "vB:12/1"}, "males"),
        ({"males": "vA:13/1"}, "males.vA.strength"),
        ({"males": "vA:--5/1"}, "males.vA.strength"),
        ({"males": "vA:²/1"}, "males.vA.strength"),
        ({"males": "vA:12/5"}, "males.vA.renown"),
        ({"males": "vA:12/1,vA:12/1"}, "males"),
        ({"males": "oA:12/1"}, "males"),
        ({"males": "-,vA:12/1"}, "males"),
        ({"omega": "vB:5/0,bC:5/0"}, "omega"),
        ({"floor": "vC"}, "table.floor"),
        ({"floor": "oA"}, "table.floor"),
        ({"present": "12x4"}, "table.present"),
        ({"at_year": "²"}, "table.year"),
        ({"turned": "6"}, "table.revealed"),
        ({"plan": "vA:16.-.-.-.-"}, "plan.vA"),
        ({"plan": "vA:9.9.-.-.-"}, "plan.vA"),
        ({"plan": "vA:9.-.-.-"}, "plan.vA"),
        ({"plan": "vA:+9.-.-.-.-"}, "plan.vA"),
        ({"plan": "vA:9.-.-.-.-,vA:8.-.-.-.-"}, "plan.vA"),
        ({"plan": "vA:9.-.-.-.-,vC:9.-.-.-.-"}, "plan.vC"),
        ({"plan": "vA:-.x.-.-.-", "turned": "2"}, "plan.vA"),
        ({"plan": "vA:9.-.-.-.-/13"}, "plan.vA.strength"),
        ({"litter": "vA"}, "litter"),
        ({"litter": "o?1"}, "litter"),
        ({"litter": "v?²", "cradle": "vB"}, "litter"),
        ({"litter": "vC", "cradle": "vB"}, "cradle"),
        ({"litter": "v?2", "cradle": "vB"}, "cradle"),
        ({"litter": "vC", "cradle": "vC,vA"}, "cradle"),
        ({"colours": "vert vert noir jaune"}, "colours.2"),
        ({"hunted": "loup"}, "table.hunted"),
        ({"prey": "caribou,-"}, "prey.open"),
        ({"score": "1 2 3 4"}, "score.1"),
        ({"lost": "-1/0 0/0 0/0 0/0"}, "lost.1"),
        ({"history": "1:2"}, "history.1"),
        ({"history": "1:2:3:²"}, "history.1"),
        ({"frames": "Nowhere(step=1)"}, "frames"),
    ],
)
def test_positions_name_the_field_that_is_wrong(change: dict[str, str], field: str) -> None:
    assert refused(position(**change))[0] == field


def test_positions_prey_must_be_the_box_s() -> None:
    text = re.sub("^prey .*$", "prey bison,bison - -", position(), flags=re.M)
    assert refused(text) == ("elan_malade", "traces.error.position_prey")


@pytest.mark.parametrize(
    ("frames", "where"),
    [
        ("Years() Years()", "Years.under"),
        ("Year(step=begin)", "Year.under"),
        (PLACING.replace("placement", "16"), "Year.step"),
        (PLACING.replace("placement", "sing"), "Year.step"),
        (f"Births(step=contribute,missing=1,answers={NO_ANSWERS},due=0:0:0:0:0:0) {LARGE_PREY}", "Births.missing"),
        (f"Births(step=contribute,missing=1,answers={NO_ANSWERS},due=3:0:0:0:0:0) {LARGE_PREY}", "Births.due"),
        (f"Births(step=contribute,missing=0,answers=1{NO_ANSWERS[2:]},due=1:0:0:0:0:0) {LARGE_PREY}", "Births.answers"),
        (BALLOT.replace("answers=-1", "answers=6", 1), "Ballot.answers"),
        (BALLOT.replace("missing=15", "missing=16"), "Ballot.missing"),
        (BALLOT.replace("tally", "talk"), "Ballot.under"),
        (f"Placement(step=0,missing=1,answers=14{NO_ANSWERS[2:]}) {year(1)}", "Placement.missing"),
        ("Raising(step=consequence,dying=1)", "Raising.dying"),
        (SOLITARY.replace("line_up", "catching").replace("line=-1", "line=1"), "SolitaryHunt.line"),
        (SOLITARY.replace("line_up", "catching").replace("line=-1:-1", "line=0:0"), "SolitaryHunt.line"),
        (SOLITARY.replace("caught=0", "caught=7"), "SolitaryHunt.caught"),
        (SOLITARY.replace("line_up", "catching").replace("caught=0", "caught=7"), "SolitaryHunt.caught"),
        (HUNTING.replace("step=hunt", "step=wounding"), "PackHunt.killer"),
        (FIGHTING.replace("attacker=-1", "attacker=18"), "RankFights.attacker"),
        (FIGHTING.replace("line_up", "challenge").replace("line=-1", "line=0"), "RankFights.line"),
        (FIGHTING.replace("line_up", "injury"), "RankFights.loser"),
        (CHALLENGED.replace("attacker=9", "attacker=0"), "RankFights.attacker"),
        (CHALLENGED.replace("target=7", "target=9"), "RankFights.target"),
        (DUEL.replace("outcome", "response"), "Duel.under"),
        (DUEL.replace("wolves=9:7", "wolves=7:9"), "Duel.wolves"),
        (UNARMED, "Duel.held"),
        (UNARMED.replace("blows", "dealing"), "Duel.held"),
        (DUEL.replace("seats=3:2", "seats=3:1"), "Duel.seats"),
        (DUEL.replace("seats=3:2", "seats=3:4"), "Duel.seats"),
        (DUEL.replace("held=2:2", "held=2:3"), "Duel.held"),
        (DUEL.replace("played=16:32", "played=1:32"), "Duel.played"),
        (DUEL.replace("draws=0:0", "draws=8:0"), "Duel.draws"),
        (DUEL.replace("missing=12", "missing=1"), "Duel.missing"),
        (DUEL.replace("missing=12,answers=-1:-1:-1", "missing=8,answers=-1:-1:9"), "Duel.answers"),
        (LEAVING.replace("young=1", "young=2"), "Departures.young"),
        (LEAVING.replace("missing=1", "missing=2"), "Departures.missing"),
        (LEAVING.replace("missing=1,answers=-1", "missing=0,answers=2"), "Departures.answers"),
        (JOINING.replace("wolf=1", "wolf=0"), "Joining.wolf"),
        (PERMISSION.replace("verdict", "request"), "Permission.under"),
        (PERMISSION.replace("answers=-1", "answers=2"), "Permission.answers"),
    ],
)
def test_positions_frames_that_cannot_be(frames: str, where: str) -> None:
    assert refused(position(frames=frames))[0] == where


@pytest.mark.parametrize("frames", [BALLOT, CHALLENGED, DUEL, LEAVING, JOINING, PERMISSION, f"{MARKING} {CLOSING}"])
def test_positions_these_frames_can_be(frames: str) -> None:
    match = table(position(frames=frames, plan="nB:-.-.-.-.11,jA:-.-.-.-.13", turned=5))
    assert all(match.legal_actions(seat) for seat in match.seats_to_act())
    assert not match.is_over()


@pytest.mark.parametrize(
    ("frames", "where"),
    [
        ("Setup(step=take_colours,at=0)", "Setup.at"),
        ("Setup(step=open_prey,at=4) Years()", "Setup.under"),
        (FIRST_WOLVES.replace("down=15", "down=7"), "FirstWolves.down"),
        (FIRST_WOLVES.replace("sealing", "turning"), "FirstWolves.answers"),
    ],
)
def test_positions_of_the_set_up_that_cannot_be(frames: str, where: str) -> None:
    assert refused(position(**NOBODY_YET, frames=frames))[0] == where
    assert table(position(**NOBODY_YET, frames=FIRST_WOLVES)).seats_to_act() == [0, 1, 2, 3]


def test_positions_before_everybody_has_a_colour() -> None:
    few = {**NOBODY_YET, "colours": "vert - - -"}
    assert table(position(**few, frames="Setup(step=take_colours,at=1)")).seats_to_act() == [1]
    assert refused(position(**few, frames="Setup(step=open_prey,at=4)"))[0] == "Setup.at"
    assert refused(position(**few, frames=FIRST_WOLVES.removesuffix(YEARS)))[0] == "FirstWolves.under"
    assert refused(position(**few, frames="Years()"))[0] == "Years.colours"


def test_positions_steps_are_read_by_word_and_by_their_old_number() -> None:
    by_word, by_number = table(position(frames=PLACING)), table(position(frames="Year(step=3) Years()"))
    written = by_word.game.write_position(by_word.state)
    assert written == by_number.game.write_position(by_number.state)
    assert "Year(step=raising) Years()" in written


def test_positions_a_view_is_read_and_played_on_with_what_nobody_knows() -> None:
    """A seat's view names neither the others' pups and tokens nor their sealed answers; no rule stumbles over it."""
    for seed in range(6):
        match = Match("traces", "abcd", {"join_pack": "yes", "pledges": "yes"}, seed=seed)
        seat = next(seat for n, seat in enumerate(walk(match, seed)) if n == 11 * seed)
        again = Match("traces", "abcd", match.options_wanted, seed=1, position=match.view(seat).text())
        assert seat in again.seats_to_act()
        while not again.is_over() and len(again.steps) < 60:
            able = [one for one in again.seats_to_act() if again.legal_actions(one)]
            if not able:
                break
            again.play(able[0], again.legal_actions(able[0])[0])


def test_positions_an_omega_among_the_young_does_not_leave() -> None:
    young = (1 << wolf("vB")) + (1 << wolf("vA"))
    match = table(position(omega="vB:5/0", frames=f"Marking(step=young,young={young}) {CLOSING}"))
    assert set(match.legal_texts(0)) == {"leave:-", "leave:A"}


# --- Without a wolf that leads


def test_grandes_proies_without_any_wolf_nobody_decides() -> None:
    match = table(position(males="-", females="-", litter="vB", frames=LARGE_PREY, hunted="-"))
    draw(match, "prey:elan")
    for seat, prey in enumerate(("biche", "biche", "elan", "elan")):
        match.play(seat, f"vote:{prey}")
    assert "no_majority" not in event_names(match)
    assert (state(match).hunted, pup_count(state(match))) == (-1, 0), "no hunt, so the pup starves"


def test_chasse_en_meute_a_prey_that_is_not_open_cannot_be_killed() -> None:
    rows = "vA:-.-.15.-.-,bB:-.-.15.-.-,nB:-.-.15.-.-"
    match = table(position(plan=rows, turned=3, frames=HUNTING, hunted="bison"))
    assert "killed" not in event_names(match)
    assert min(state(match).large) == 0


# --- Reasons about places that no action is chosen by


def why(match: Match, seat: int, *places: str) -> tuple[str, str]:
    sent = why_sent(match, seat, list(places))
    return sent.phrase.key, sent.heading


def test_why_a_card_without_an_animal_is_not_caught() -> None:
    match = hunting_alone("vA:-.12.-.-.-")
    draw(match, "game:castor", "game:oie", "game:pas_de_proie")
    assert why(match, 0, "game.pas_de_proie") == ("traces.why.no_animal", "2 - Chasse en solitaire")
    assert why(match, 0, "game.lemming") == ("traces.why.not_in_row", "2 - Chasse en solitaire")
    assert why(match, 1, "game.pas_de_proie") == ("why.not_your_turn", "Déroulement du jeu")


def test_why_a_token_that_lies_on_the_board_is_not_placed() -> None:
    match = table(position())
    match.play(0, "A2=9")
    assert why(match, 0, "token.9") == ("traces.why.token_used", "3 - Placement des pions action")
    assert why(match, 0, "token.8") == ("why.other_question", "Déroulement du jeu")


def test_why_nothing_may_be_done_when_chance_or_nobody_decides() -> None:
    waiting = table(position(frames=BIRTHS))
    assert waiting.game.why(waiting.state, 0, 0).key == "prompt.chance"
    over = fights("")
    assert over.game.why(over.state, 0, 0).key == "prompt.over"
