"""Why something may not be done in Mon Aventure, and what the frequency help counts."""

from typing import Any

import pytest
from helpers.aventure_table import position, table

from meute.match import Match, Refused
from meute.server.table.scene import why_sent

VARIANT = {"permanent": "random", "powers": "random"}
TO_PLACE = "Turn(step=place,face=28,place=0,way=0,power=-1,again=0) Turns(step=next)"
AFTER_TAKING = "-,h04,h53,h55/o52,o10"


def play_with(variant: str, *grids: str, **more: Any) -> Match:
    """A turn of A with a Permanent and Powers on the table."""
    return table(position(*grids or ("e5 h01,h03", "e5 h02"), variant=f"{variant} - - -", **more), VARIANT)


def refusal(match: Match, action: str) -> tuple[str, str]:
    """The reason and its heading."""
    with pytest.raises(Refused) as refused:
        match.play(0, action)
    return refused.value.reason.key.removeprefix("aventure.why."), refused.value.reason.heading


def frequency(match: Match, icon: str) -> tuple[int, int, int, int]:
    """Total, in grids, lost and left."""
    row = next(row for row in match.game.show(match.view(0).state, 0)["frequency"] if row["icon"] == icon)
    return row["total"], row["placed"], row["lost"], row["left"]


# --- PLACEZ UNE CARTE


def test_placez_une_carte_contact_along_a_side_but_with_chemins_de_traverse_by_a_corner_too() -> None:
    plain = play_with("- -", market=AFTER_TAKING, frames=TO_PLACE)
    assert refusal(plain, "d4") == ("no_contact", "PLACEZ UNE CARTE")
    free = play_with("pm01 -", market=AFTER_TAKING, frames=TO_PLACE)
    assert "d4" in free.legal_texts(0)
    assert refusal(free, "h7") == ("no_contact_at_all", "Histoires palpitantes")


def test_placez_une_carte_the_first_card_has_nothing_to_touch() -> None:
    match = play_with("- pw06", "- -", "e5 h02")
    match.play(0, "h29")
    assert match.legal_texts(0) == ["e5", "pw06"]
    assert refusal(match, "e4") == ("first_card", "PLACEZ UNE CARTE")


def test_placez_une_carte_where_a_moved_card_cannot_go() -> None:
    match = play_with("- pw04", "e5 h01,h03,h05", "e5 h02")
    match.play(0, "pw04")
    match.play(0, "g5")
    assert refusal(match, "g5")[0] == "not_back"
    assert refusal(match, "e5")[0] == "taken_cell"
    assert refusal(match, "a1")[0] == "too_wide"
    assert refusal(match, "d4")[0] == "no_contact"


# --- PRENEZ UNE CARTE


def test_prenez_une_carte_not_from_the_deck_but_with_le_haut_de_la_pile_unless_it_is_empty() -> None:
    assert refusal(play_with("- -"), "deck") == ("no_deck", "PRENEZ UNE CARTE")
    assert "deck" in play_with("pm04 -").legal_texts(0)
    full = ",".join(f"h{n:02}" for n in range(1, 6))
    rows = [",".join(f"h{n:02}" for n in range(k, k + 5)) for k in range(6, 26, 5)]
    others = [",".join(f"h{n:02}" for n in range(k, k + 5)) for k in range(30, 50, 5)]
    grids = (f"e5 {full}/{'/'.join(rows[:3])}/h21,h22,h23,h24,.", f"e5 {'/'.join(others)}/h50,h51,h52,h53,h26")
    match = play_with("pm04 -", *grids, market="h27,h28,h29,h54/o25,o55", deck="- - -")
    assert refusal(match, "deck") == ("deck_empty", "REMPLACEZ LA CARTE")


# --- Histoires palpitantes


def rummaging(variant: str = "- pw10", **more: Any) -> Match:
    match = play_with(variant, deck="h49 h44,h45 -", **more)
    match.play(0, "pw10")
    return match


def test_pw10_fouille_every_other_card_says_that_it_does_not_suit() -> None:
    match = rummaging()
    assert match.legal_texts(0) == ["h44", "h45", "h49", "o44", "o45", "o49"]
    for place in ("market.0", "market.5"):
        sent = why_sent(match, 0, [place])
        assert (sent.phrase.key, sent.heading) == ("aventure.why.not_that_card", "Histoires palpitantes")
    assert why_sent(match, 0, ["deck.7"]).phrase.key == "why.other_question"


def test_pw10_fouille_under_a_diversion_only_stories() -> None:
    text = position("e5 h01", "e5 h02", deck="h49 h44,h45 -", variant="- pw10 - - A")
    match = table(text, VARIANT)
    match.play(0, "pw10")
    assert match.legal_texts(0) == ["h44", "h45", "h49"]
    assert refusal(match, "o44")[0] == "diverted"


def test_powers_on_cards_refuse_an_empty_cell_as_such() -> None:
    match = play_with("- pw16", "e5 h01,h03,o05", "e5 h02")
    match.play(0, "pw16")
    assert refusal(match, "e4")[0] == "no_card_there"
    assert refusal(match, "g5")[0] == "not_that_card"


# --- « Fréquence des icônes »


@pytest.mark.parametrize(("power", "then"), [("pw15", "icon:loups"), ("pw16", "")])
def test_frequence_des_icones_as_printed_whatever_the_markers(power: str, then: str) -> None:
    match = play_with(f"- {power}", "e5 h01,h11", "e5 h02")
    before = frequency(match, "loups"), frequency(match, "foret")
    match.play(0, power)
    match.play(0, "e5")
    if then:
        match.play(0, then)
    assert (frequency(match, "loups"), frequency(match, "foret")) == before


def test_frequence_des_icones_what_lies_in_grids_or_is_turned_over_does_not_come_any_more() -> None:
    match = play_with("- -", "e5 h01,h11", "e5 o07")
    assert frequency(match, "loups") == (16, 1, 2, 13), "h11 lies in a grid, h07 and h52 are turned over"
