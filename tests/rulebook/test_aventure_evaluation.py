"""Histoires palpitantes: the player who looks one move ahead uses what a Power brings."""

import pytest
from helpers.aventure_table import position, table

from meute.bots.evaluators import trained_evaluator
from meute.bots.greedy import GreedyBot
from meute.core.chance import Generator
from meute.match import Match

VARIANT = {"permanent": "random", "powers": "random"}
NOTHING = "h02,h20,h10,h37/o04,o19"


def turn(power: str, *grids: str, market: str, permanent: str = "-") -> Match:
    """A turn of A with this Power on the table."""
    return table(position(*grids, market=market, deck="h49 - -", variant=f"{permanent} {power} - - -"), VARIANT)


def chosen(match: Match, seat: int = 0) -> str:
    """What the greedy player does."""
    return match.game.codec.text(GreedyBot().choose(match.view(seat), Generator(3)))


def worth(match: Match) -> int:
    """How good the table is for A."""
    return trained_evaluator(match.game, match.state).evaluate(match.state, 0)


def end_of_turn(match: Match, card: str, cell: str) -> Match:
    """A has taken and placed a card."""
    match.play(0, card)
    match.play(0, cell)
    return match


ONE_LEFT = "e5 h01,h03,h05,h06,h08/h09,h13,h14,h15,h16/h17,h18,h19,h21,h22/h23,h24,h26,h27,."


@pytest.mark.parametrize("power", ["pw22", "pw24"])
def test_interaction_is_worth_what_it_takes_from_the_next_player(power: str) -> None:
    match = end_of_turn(turn(power, ONE_LEFT, "e5 h25,h30/h31,h33", market="h02,h20,h10,h37/o32,o46"), "h02", "i8")
    before = worth(match)
    assert chosen(match) == power
    match.play(0, power)
    if power == "pw22":
        assert chosen(match) == "o32"
        match.play(0, "o32")
    assert worth(match) > before


def test_a_power_that_brings_nothing_is_kept() -> None:
    match = end_of_turn(turn("pw16", "e5 h01,h03", "e5 h25", market=NOTHING), "h02", "e6")
    assert chosen(match) == "done"


def test_double_page_and_set_aside_where_the_market_has_two_good_cards() -> None:
    grids = ("e5 h25,h30/h31,h36", "e5 h01,h03")
    rich = "h02,h20,h10,h37/o32,o33"
    poor = "h02,h20,h10,h37/o32,o15"
    assert chosen(turn("pw12", *grids, market=rich)) == "pw12"
    assert chosen(turn("pw12", *grids, market=poor)) != "pw12"
    aside = turn("pw11", *grids, market=rich)
    assert chosen(aside) == "pw11"
    aside.play(0, "pw11")
    assert chosen(aside) in ("o32", "o33")


def test_a_market_without_use_is_replaced() -> None:
    grid = "e5 o07,h11,h12,h42,./h35,h01,h02,h03,h04/h08,h09,h13,h14,h15/h16,h17,h18,h19,h21/h22,h23,h24,h26,."
    assert chosen(turn("pw08", grid, "e5 h25", market="h05,h06,h10,h20/o31,o41")) == "pw08"
    assert chosen(turn("pw08", grid, "e5 h25", market="h44,h06,h10,h20/o31,o41")) == "h44"
