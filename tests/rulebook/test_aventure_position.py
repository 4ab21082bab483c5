"""Positions of Mon Aventure: what cannot be is refused with its field; reasons about places."""

import pytest
from helpers.aventure_table import MARKET, TO_TAKE, position, table

from meute.core.errors import BadInput
from meute.games import find
from meute.match import Match
from meute.server.table.scene import why_sent

VARIANT = {"permanent": "random", "powers": "random"}
GRIDS = ("e5 h01,h03/h05,o07", "e5 h02,h06/o09,h13")
TURNS = "Turns(step=next)"
TO_PLACE = TO_TAKE.replace("step=take,face=-1,place=-1", "step=place,face=28,place=0")
TAKEN = MARKET.replace("h29", "-")
FULL_BUT_ONE = (
    "e5 h01,h02,h03,h05,h06/h07,h08,h09,h11,h12/h13,h14,h15,h16,h17/h18,h19,h20,h21,h22/h23,h24,h25,h26,."  # one left
)


def refused(text: str, options: dict[str, str] | None = None) -> str:
    with pytest.raises(BadInput) as wrong:
        table(text, options)
    return wrong.value.where


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (("0 - -", "²  - -"), "A.bonus"),
        (("0 - -", "--5 - -"), "A.bonus"),
        (("0 - -", "+1 - -"), "A.bonus"),
        (("0 - -", "0 h01 -"), "A.borrowed"),
        (("0 - -", "0 - h99"), "A.aside"),
        (("A e5", "A j5"), "A.corner"),
        (("A e5", "A -"), "A.corner"),
        (("h01,h03/h05,o07", "-"), "A.grid"),
        (("h05,o07", "h05*,o07-"), "A.grid"),
        (("h29", "h29!E"), "market"),
        (("pm06 pw18", "pm16 pw18"), "table.permanent"),
        (("pw18", "pw18:C"), "table.powers"),
        (("pw18", "pw18,pw01,pw02,pw03"), "table.powers"),
        (("pw18 - - -", "pw18 C - -"), "table.skips"),
        (("pw18 - - -", "pw18 - C -"), "table.barred"),
        (("pw18 - - -", "pw18 - - AB"), "table.diverted"),
        (("h49 - -", "h49 h07 -"), "position"),
        (("table A", "table C"), "table.mover"),
    ],
)
def test_position_what_cannot_lie_on_the_table(change: tuple[str, str], where: str) -> None:
    text = position(*GRIDS, variant="pm06 pw18 - - -")
    assert change[0] in text
    assert refused(text.replace(*change, 1), VARIANT) == where


@pytest.mark.parametrize(
    ("change", "where"),
    [(("h49 - -", "h49 h50 -"), "deck.ahead"), (("h49 - -", "h49 - h50"), "deck.under"), (("h29", "h29*"), "market")],
)
def test_position_what_only_the_variant_has(change: tuple[str, str], where: str) -> None:
    assert refused(position(*GRIDS).replace(*change)) == where


@pytest.mark.parametrize(
    ("frames", "where"),
    [
        (TO_PLACE.replace("face=28", "face=110"), "Turn.face"),
        (TO_PLACE.replace("face=28", "face=-1"), "Turn.face"),
        (TO_PLACE.replace("face=28", "face=²"), "Turn.face"),
        (TO_PLACE.replace("place=0", "place=1"), "Turn.place"),
        (TO_PLACE.replace("place=0", "place=9"), "Turn.place"),
        (TO_PLACE.replace("place=0", "place=-3"), "Turn.place"),
        (TO_PLACE.replace("way=0", "way=3"), "Turn.way"),
        (TO_PLACE.replace("step=place", "step=sing"), "Turn.step"),
        (TO_PLACE.replace("step=place", "step=replace"), "Turn.face"),
        (TO_PLACE.replace(TURNS, ""), "Turn.under"),
        (TO_TAKE.replace("place=-1", "place=0"), "Turn.place"),
        (TO_TAKE.replace("way=0", "way=1"), "Turn.way"),
        (TO_TAKE.replace("again=0", "again=2"), "Turn.again"),
        (f"{TURNS} {TURNS}", "Turns.under"),
        (f"Replace(places=0) {TURNS}", "Replace.under"),
        ("Setup(step=lay_powers,at=0)", "Setup.grid"),
        (f"Replace(places=2) {TO_TAKE}", "Replace.places"),
        (f"Replace(places=128) {TO_TAKE}", "Replace.places"),
        ("Swap(step=first,cell=-1,may_decline=0)", "Swap.under"),
        (f"Swap(step=second,cell=0,may_decline=0) {TO_TAKE}", "Swap.cell"),
        (f"Swap(step=second,cell=-1,may_decline=0) {TO_TAKE}", "Swap.cell"),
        (f"Move(step=second,card=-1,cell=40) {TO_TAKE}", "Move.card"),
        (f"Move(step=second,card=29,cell=-1) {TO_TAKE}", "Move.cell"),
        (f"Choice(step=first,power=0,cell=-1) {TO_TAKE}", "Choice.power"),
        (f"Choice(step=second,power=10,cell=40) {TO_TAKE}", "Choice.cell"),
        (f"Choice(step=first,power=4,cell=-1) {TO_TAKE}", "Choice.step"),
        (f"Marker(step=second,power=15,cell=40) {TO_TAKE}", "Marker.power"),
        (f"Barter(step=third,cell=40,other=0) {TO_TAKE}", "Barter.other"),
        (f"Barter(step=third,cell=40,other=2) {TO_TAKE}", "Barter.other"),
    ],
)
def test_position_frames_that_cannot_be(frames: str, where: str) -> None:
    assert refused(position(*GRIDS, variant="- pw18 - - -", frames=frames, market=TAKEN), VARIANT) == where


@pytest.mark.parametrize(
    ("again", "frames"),
    [
        (1, TO_TAKE.replace("again=0", "again=1")),
        (0, f"Move(step=second,card=26,cell=72) {TO_TAKE}"),
    ],
)
def test_position_no_more_cards_than_a_grid_holds(again: int, frames: str) -> None:
    where = refused(position(FULL_BUT_ONE, "e5 h28", variant="- pw18 - - -", frames=frames), VARIANT)
    assert where == ("Turn.again" if again else "Move.card")


def test_position_powers_ask_nothing_without_the_variant() -> None:
    assert refused(position(*GRIDS, frames=f"Swap(step=first,cell=-1,may_decline=0) {TO_TAKE}")) == "Swap.under"
    assert refused(position(*GRIDS, frames=f"Rummage() {TO_TAKE}")) == "Rummage.under"


def test_position_a_market_without_a_card_to_take() -> None:
    assert refused(position(*GRIDS, market="-,-,-,-/-,-")) == "frames"


def test_position_steps_are_read_by_word_and_by_their_old_number() -> None:
    by_word = table(position(*GRIDS, frames=TO_PLACE, market=TAKEN))
    by_number = table(position(*GRIDS, frames=TO_PLACE.replace("place,", "4,").replace("next", "1"), market=TAKEN))
    written = by_word.game.write_position(by_word.state)
    assert written == by_number.game.write_position(by_number.state)
    assert written.endswith(f"frames {TO_PLACE}")


def test_position_the_card_in_hand_is_not_in_the_deck() -> None:
    match = table(position(*GRIDS, frames=TO_PLACE, market=TAKEN))
    assert match.game.show(match.view(0).state, 0)["deck"]["cards"] == 55 - 8 - 5 - 1
    lifted = f"Move(step=second,card=29,cell=38) {TO_TAKE}"
    moving = table(position(*GRIDS, variant="- pw04 - - -", frames=lifted), VARIANT)
    assert moving.game.show(moving.view(0).state, 0)["deck"]["cards"] == 55 - 8 - 6 - 1


def test_position_is_read_with_the_newest_defaults() -> None:
    game = find("aventure")
    assert game.read_position(position(*GRIDS), {"market": "standard"}, game.box()).legal_actions(0)


# --- reasons about places


def why(match: Match, seat: int, place: str) -> tuple[str, str]:
    sent = why_sent(match, seat, [place])
    return sent.phrase.key, sent.heading


def test_pw22_why_a_guarded_card_is_not_taken() -> None:
    match = table(position(*GRIDS, market=MARKET + "*", variant="- pw22:B - A -"), VARIANT)
    assert why(match, 0, "market.5") == ("aventure.why.guarded", "Histoires palpitantes")
    assert why(match, 0, "market.4")[0] == "server.why_not", "this one may be taken"
    assert why(match, 1, "market.5") == ("why.not_your_turn", "À VOTRE TOUR")


def test_pw22_why_the_guarded_one_of_two_equal_cards_is_not_taken() -> None:
    market = "h29,h29*,h53,h55/o52,o10"
    match = table(position(*GRIDS, "e5 h14", market=market, variant="- pw22:C - A -"), VARIANT)
    assert why(match, 0, "market.1") == ("aventure.why.guarded", "Histoires palpitantes")
    assert why(match, 0, "market.0")[0] == "server.why_not"


def test_pm11_a_guarded_story_may_be_slipped_under_the_deck() -> None:
    last = TO_TAKE.replace("step=take", "step=cycle")
    market = "h29,h04,h53*,h55/o52,o10"
    match = table(position(*GRIDS, market=market, variant="pm11 pw22:B - A -", frames=last), VARIANT)
    assert match.game.targets(match.view(0).state, 0, match.game.codec.read("h53")) == ("market.2",)


def test_powers_are_not_shown_as_usable_once_they_were_declined() -> None:
    last = TO_TAKE.replace("step=take", "step=cycle")
    match = table(position(*GRIDS, variant="pm11 pw18 - - -", frames=last), VARIANT)
    assert [power["now"] for power in match.game.show(match.view(0).state, 0)["powers"]] == [False]
