"""Le Clan des Loups: why something may not be done, for this space and this half-made choice."""

import pytest
from helpers.clan_table import TO_ACT, event_names, legal, play, position, reason, table
from helpers.worlds import reasons

from meute.core.phrase import phrase
from meute.games import find
from meute.match import Match
from meute.server.table.scene import why_sent
from meute.text import LANGUAGES, catalogue

TURN = "APERÇU D'UN TOUR"
TILES = "EFFECTUER UNE ACTION – RETOURNER DES TUILES"
MOVE = "SE DÉPLACER"
LAIR = "TRANSFORMER UNE TANIÈRE EN ANTRE"
DOMINATE = "DOMINER"
RICH = {"terrain": "3"}


def pressed(match: Match, *places: str) -> tuple[str, str]:
    """What the page says when the asked seat presses these places."""
    sent = why_sent(match, match.seats_to_act()[0], list(places))
    return sent.phrase.key.removeprefix("clan.why."), sent.heading


@pytest.mark.parametrize(
    ("act", "pieces", "pack", "key"),
    [
        ("howl", {"b8": "1A"}, {}, "no_lone_left"),
        ("howl", {"b8": "1A", "e7": "*"}, RICH, "no_lone_near"),
        ("howl", {"b8": "1A", "b7": "*", "e7": "*"}, {}, "none_payable"),
        ("howl", {"b8": "1A", "b7": "*"}, {**RICH, "wolves": "8"}, "no_wolf_left"),
        ("den", {"b8": "1A"}, {**RICH, "dens": "4.4.4"}, "no_den_left"),
        ("den", {"b14": "1A1P", "b15": "2P", "b11": "3P"}, RICH, "no_free_space"),
        ("den", {"b14": "1A", "b15": "2P", "b11": "3P"}, {}, "none_payable"),
        ("lair", {"b8": "1A"}, RICH, "no_den"),
        ("lair", {"b14": "1A1D"}, {**RICH, "dens": "1.0.0"}, "no_shore_den"),
        ("lair", {"b11": "1A1D", "b13": "1L"}, {**RICH, "dens": "2.0.0", "lairs": "1"}, "second_lairs"),
        ("lair", {"b11": "1D", "e8": "1A"}, {**RICH, "dens": "1.0.0"}, "no_alpha_by_dens"),
        ("lair", {"b11": "1A1D"}, {**RICH, "dens": "2.0.0", "lairs": "4"}, "no_lair_left"),
        ("lair", {"b11": "1A1D"}, {"dens": "1.0.0"}, "none_payable"),
        ("dominate", {"b8": "1A", "b9": "2A"}, RICH, "no_rival"),
        ("dominate", {"b8": "1A", "e8": "2P"}, RICH, "no_rival_near"),
        ("dominate", {"b8": "1A", "b9": "2P2A", "e8": "2P"}, RICH, "all_protected"),
        ("dominate", {"b8": "1A", "b9": "2P"}, {**RICH, "wolves": "8"}, "none_left"),
        ("dominate", {"b8": "1A", "b9": "2P"}, {}, "none_payable"),
    ],
)
def test_an_action_says_what_even_the_likeliest_space_lacks(
    act: str, pieces: dict[str, str], pack: dict[str, str], key: str
) -> None:
    match = table(position(pieces, packs={1: pack}))
    assert act not in legal(match)
    assert pressed(match, f"action.{act}") == reason(match, act)
    assert reason(match, act)[0] == key
    shown = {row["id"]: row["why"] for row in find("clan").show(match.view(0).state, 0)["acts"]}
    assert shown[act] == f"clan.why.{key}"


def test_dominer_a_press_judges_what_stands_on_the_space() -> None:
    pieces = {"b8": "1A", "b9": "2P", "b6": "3P", "b13": "2A", "e8": "2P", "b4": "3P3A", "b2": "1P", "b11": "3D"}
    packs = {1: {**RICH, "dens": "4.4.4"}, 3: {"dens": "1.0.0"}}
    match = table(position(pieces, packs=packs))
    play(match, "dominate")
    assert sorted(legal(match)) == ["pack@b6", "pack@b9"]
    assert pressed(match, "space.b4") == ("protected", DOMINATE)
    assert pressed(match, "space.e8") == ("out_of_range", DOMINATE)
    assert pressed(match, "space.b11") == ("none_left", DOMINATE)
    for space in ("b13", "b2", "b16"):
        assert pressed(match, f"space.{space}") == ("not_dominable", DOMINATE), "an alpha, one's own, nobody's"


def test_dominer_what_cannot_be_paid() -> None:
    packs = {1: {"flipped": "4", "terrain": "1"}}
    match = table(position({"b8": "1A", "b9": "2P", "b5": "3P", "b6": "2P"}, packs=packs))
    play(match, "dominate")
    assert legal(match) == ["pack@b5", "pack@b9"], "three tundra, but two forest"
    assert pressed(match, "space.b6") == ("cannot_pay", TILES)


def test_se_deplacer_which_wolf_a_press_says_what_is_wrong_with_the_wolves_there() -> None:
    walled = dict.fromkeys(("e4", "e7", "e9"), "2L")
    pieces = {"b8": "1A", "b9": "1P", "b3": "2P", "e8": "1A", **walled}
    match = table(position(pieces, packs={2: {"lairs": "4"}}))
    play(match, "move")
    assert pressed(match, "space.b3") == ("not_your_wolf", MOVE)
    assert pressed(match, "space.b1") == ("not_your_wolf", MOVE)
    assert reason(match, "pack@b8") == ("other_wolf", MOVE)
    play(match, "alpha@b8", "b4")
    assert "alpha@b4" not in legal(match)
    assert pressed(match, "space.b4") == ("has_moved", MOVE)


def test_se_deplacer_which_wolf_one_that_can_go_nowhere() -> None:
    """Rock is paid for; no rock lies within three spaces of g14."""
    match = table(position({"b8": "1A", "b9": "1P", "g14": "1P"}))
    play(match, "move", "alpha@b8", "b11")
    assert legal(match) == ["pack@b9", "stop"]
    assert pressed(match, "space.g14") == ("nowhere", MOVE)
    assert reason(match, "pack@g14") == ("nowhere", MOVE)


def test_se_deplacer_where_to_ones_own_space_is_not_too_far() -> None:
    match = table(position({"b8": "1A", "b4": "1P"}))
    play(match, "move", "alpha@b8")
    assert pressed(match, "space.b8") == ("already_there", MOVE)
    assert pressed(match, "space.e8") == ("too_far", MOVE)
    assert pressed(match, "space.b12") == ("impassable", MOVE)


def test_apercu_d_un_tour_a_press_before_any_action() -> None:
    match = table(position({"b8": "1A", "b9": "2P"}))
    assert pressed(match, "space.b9") == ("action_first", TURN)
    assert reason(match, "alpha@b8") == ("action_first", TURN), "this wolf could move"


def test_apercu_d_un_tour_a_wolf_looked_at_and_a_space_it_cannot_reach() -> None:
    """The page asks about the three choices together, and nothing is played."""
    match = table(position({"b8": "1A", "b9": "2A", "b4": "2P2P", "b1": "1P"}))
    assert pressed(match, "action.move", "alpha.b8", "space.b9") == ("rank", MOVE)
    assert pressed(match, "action.move", "alpha.b8", "space.b4") == ("two_pieces", MOVE)
    assert pressed(match, "action.move", "alpha.b8", "space.e8") == ("too_far", MOVE)
    assert pressed(match, "action.move", "alpha.b8", "space.b8") == ("already_there", MOVE)
    assert pressed(match, "action.move", "pack.b8", "space.b9") == ("why.other_question", TURN)
    assert not match.steps


def test_transformer_who_evicts_names_the_heading() -> None:
    pieces = {"b11": "1D2P", "b14": "1A", "b7": "*"}
    match = table(position(pieces, packs={1: {"flipped": "2", "dens": "1.0.0"}}))
    play(match, "lair")
    assert {"b8", "b15"} <= set(legal(match))
    assert reason(match, "b16") == ("not_nearest", LAIR)
    assert reason(match, "b14") == ("no_refuge", LAIR)
    assert reason(match, "b7") == ("no_refuge", LAIR)
    pushed = table(position({"b9": "2P", "b8": "1A", "b6": "3P"}))
    play(pushed, "move", "alpha@b8", "b9")
    assert reason(pushed, "b1") == ("not_nearest", MOVE)
    assert reason(pushed, "b6") == ("no_refuge", MOVE)


def test_chasser_only_prey_of_the_kind_that_is_asked_about() -> None:
    pieces = {"b1": "1A", "b4": "1P", "b8": "1P", "e1": "1A", "e4": "1P", "e8": "1P"}
    prey = {"b": "hare2", "e": "hare2", "g": "moose2", "f": "deer2"}
    packs = {1: {"wolves": "4", "prey": "deer"}}
    match = table(position(pieces, prey=prey, packs=packs, frames=TO_ACT))
    play(match, "move", "stop", "flip1")
    assert legal(match) == ["b5", "e5"]
    assert reason(match, "g5")[0] == "not_surrounded"
    assert reason(match, "f12")[0] == "same_kind"
    assert reason(match, "b9")[0] == "no_prey"


def test_hurler_an_empty_track_is_not_a_full_map() -> None:
    match = table(position({"b8": "1A", "b7": "*"}, packs={1: {**RICH, "wolves": "8"}}, calendar="1P,1P"))
    assert reason(match, "howl")[0] == "no_wolf_left"
    assert catalogue("fr").render(phrase("clan.why.no_wolf_left")) == "Votre piste de loups est vide."


def test_every_reason_has_words() -> None:
    keys = {key for key, _ in reasons("clan")}
    for language in LANGUAGES:
        assert {key for key in keys if key not in catalogue(language)} == set()


def test_transformer_is_told_before_its_date_like_hurler() -> None:
    match = table(position({"b14": "1A", "b11": "1D"}, packs={1: {"flipped": "2", "dens": "1.0.0"}}))
    play(match, "lair")
    events = event_names(match)
    assert events.index("transforms") < events.index("dated")
