"""Le Clan des Loups, heading by heading: howling, dominating, hunting."""

import pytest
from helpers.clan_table import LAST_ACTION, event_names, legal, lines, own, play, position, reason, spaces, state, table

from meute.core.numbers import NOBODY
from meute.games.clan.box import contents
from meute.match import Match
from meute.text import catalogue, event_phrase

HOWL = "HURLER"
DOMINATE = "DOMINER"
STAY = ("move", "stop", "flip1")


# --- HURLER


def test_hurler() -> None:
    match = table(position({"b8": "1A", "b7": "*", "b10": "*"}, packs={1: {"flipped": "3"}}))
    assert "howl" in legal(match)
    play(match, "howl", "b7")
    assert spaces(match)["b7"] == "1P"
    assert lines(match)["calendar"] == ["*"]
    assert own(match, 1)["wolves"] == "1"
    assert match.score()[0][0] == 1


def test_exemple_hurler() -> None:
    """Howl range 2, a lone wolf two spaces away on snow, two snow tiles."""
    packs = {1: {"flipped": "4"}}
    match = table(position({"d9": "1A", "d7": "*"}, packs=packs))
    assert state(match).box.values[10] == 2
    play(match, "howl")
    assert spaces(match) == {"d9": "1A", "d7": "1P"}
    assert own(match, 1)["flipped"] == "5"


def test_hurler_only_an_alpha_within_range() -> None:
    packs = {1: {"flipped": "3", "terrain": "2"}}
    match = table(position({"b1": "1A", "b8": "1P", "b7": "*", "b10": "*"}, packs=packs))
    assert "howl" in legal(match), "b7 is two spaces from b1"
    match = table(position({"b2": "1A", "b8": "1P", "b7": "*"}, packs=packs))
    assert reason(match, "howl")[0] == "no_lone_near"
    longer = table(position({"b2": "1A", "b7": "*"}, packs={1: {"flipped": "3", "dens": "0.0.1"}}))
    assert "howl" in legal(longer), "range 3"


def test_hurler_passes_over_water_and_canyon() -> None:
    match = table(position({"b15": "1A", "b10": "*"}, packs={1: {"terrain": "2", "dens": "0.0.1"}}))
    assert "howl" in legal(match), "b15 to b10 is three spaces across the water"


def test_portee_du_hurlement_counts_spaces_not_the_void_beyond_the_edge() -> None:
    """b16 and g14 are two apart as the crow flies, but no space lies between them."""
    rich = {1: {"terrain": "3"}}
    pieces = {"b16": "1A", "g14": "2P"}
    assert reason(table(position(pieces, packs=rich)), "dominate") == ("no_rival_near", DOMINATE)
    assert "dominate" in legal(table(position(pieces, packs=rich), range="beeline"))
    longer = {1: {"terrain": "3", "dens": "0.0.1"}}
    assert "dominate" in legal(table(position(pieces, packs=longer))), "three spaces along the edge"


def test_portee_du_hurlement_games_of_the_first_rules_count_as_they_did() -> None:
    text = position({"b16": "1A", "g14": "2P"}, packs={1: {"terrain": "3"}})
    assert "dominate" in legal(Match("clan", ["a", "b", "c"], position=text, version=1))


def test_hurler_refusals() -> None:
    packs = {1: {"terrain": "2", "dens": "0.0.0"}}
    match = table(position({"b8": "1A", "b7": "*", "b10": "*", "c7": "*"}, packs=packs))
    play(match, "howl")
    assert reason(match, "c7") == ("out_of_range", HOWL)
    assert reason(match, "b9") == ("no_lone_wolf", HOWL)


def test_hurler_third_and_sixth_wolf_are_alphas() -> None:
    kinds = []
    for taken in range(8):
        match = table(position({"b8": "1A", "b7": "*"}, packs={1: {"terrain": "2", "wolves": str(taken)}}))
        play(match, "howl", "token", "token")
        kinds.append(spaces(match)["b7"])
        assert match.score()[0][0] == [1, 2, 3, 4, 6, 8, 10, 12][taken]
    assert kinds == ["1P", "1P", "1A", "1P", "1P", "1A", "1P", "1P"]
    match = table(position({"b8": "1A", "b7": "*"}, packs={1: {"terrain": "2", "wolves": "8"}}))
    assert reason(match, "howl") == ("no_wolf_left", HOWL)


# --- DOMINER


def test_exemple_dominer() -> None:
    """A snow alpha, a grass pack wolf alone on forest within range: two forest tiles and a terrain token."""
    factions = ("tundra", "grass", "rock")
    packs = {1: {"flipped": "6", "terrain": "1"}}
    match = table(position({"b5": "1A", "b3": "2P"}, packs=packs, factions=factions))
    play(match, "dominate")
    assert spaces(match) == {"b5": "1A", "b3": "1P"}
    assert lines(match)["calendar"] == ["2P"]
    assert (own(match, 1)["terrain"], own(match, 1)["wolves"]) == ("0", "1")
    assert own(match, 1)["flipped"] == "2"
    assert match.score()[0][0] == 1


def test_dominer_a_den_is_replaced_by_a_den_from_the_track_of_ones_choice() -> None:
    packs = {1: {"terrain": "3"}, 2: {"dens": "1.0.0"}}
    match = table(position({"b5": "1A", "b3": "2D"}, packs=packs))
    play(match, "dominate", "token", "token", "token", "from:speed")
    assert spaces(match)["b3"] == "1D"
    assert lines(match)["calendar"] == ["2D"]
    assert own(match, 1)["dens"] == "0.1.0"
    assert own(match, 2)["dens"] == "1.0.0", "a dominated piece does not go back"


def test_dominer_a_bonus_is_received_for_a_dominated_den() -> None:
    packs = {1: {"terrain": "3", "dens": "1.0.0"}, 2: {"dens": "1.0.0"}}
    match = table(position({"b5": "1A", "b3": "2D"}, packs=packs))
    play(match, "dominate", "token", "token", "token", "from:deployment")
    assert own(match, 1)["action"] == "1"


def test_dominer_is_told_to_whom_it_is_done() -> None:
    match = table(position({"b5": "1A", "b3": "2D"}, packs={1: {"terrain": "3"}, 2: {"dens": "1.0.0"}}))
    play(match, "dominate", "token", "token", "token", "from:speed")
    (event,) = [event for event in match.events if match.game.events[event.kind].name == "dominates"]
    words = catalogue("en")
    said = [words.render(event_phrase(match.game, event, match.seats, reader, words)) for reader in (0, 1, 2, NOBODY)]
    by, whose = match.seats[:2]
    assert said == [
        f"You dominate {whose}’s den at B3.",
        f"{by} dominates your den at B3.",
        *[f"{by} dominates {whose}’s den at B3."] * 2,
    ]


@pytest.mark.parametrize(
    ("there", "packs", "dominable"),
    [
        ("2A", {}, []),
        ("2L", {"lairs": "1"}, []),
        ("2P2P", {}, []),
        ("2P2A", {}, []),
        ("2P2D", {"dens": "1.0.0"}, []),
        ("2A2D", {"dens": "1.0.0"}, []),
        ("2P2L", {"lairs": "1"}, []),
        ("2P", {}, ["pack@b3"]),
        ("2D", {"dens": "1.0.0"}, ["b3"]),
        ("3P2D", {"dens": "1.0.0"}, ["b3", "pack@b3"]),
        ("3A2D", {"dens": "1.0.0"}, ["b3"]),
        ("1P2D", {"dens": "1.0.0"}, ["b3"]),
    ],
)
def test_dominer_what_can_be_dominated(there: str, packs: dict[str, str], dominable: list[str]) -> None:
    """Never an alpha or a lair; two pieces of one colour protect each other; mixed colours do not."""
    packs_of = {1: {"terrain": "3"}, 2: {**packs, "dens": "4.0.0"}, 3: {"dens": "1.0.0"}}
    match = table(position({"b5": "1A", "b3": there, "b6": "2D", "b2": "3D"}, packs=packs_of))
    play(match, "dominate")
    assert sorted(legal(match)) == sorted([*dominable, "b2", "b6"])


def test_dominer_refusals_say_why() -> None:
    pieces = {"b5": "1A", "b3": "2P2P", "b6": "2D", "b2": "3D", "b4": "3A", "e3": "3P"}
    packs = {1: {"terrain": "3"}, 2: {"dens": "1.0.0"}, 3: {"dens": "1.0.0"}}
    match = table(position(pieces, packs=packs))
    play(match, "dominate")
    assert sorted(legal(match)) == ["b2", "b6"]
    assert reason(match, "pack@b3") == ("protected", DOMINATE)
    assert reason(match, "pack@b4") == ("not_dominable", DOMINATE)
    assert reason(match, "pack@e3") == ("out_of_range", DOMINATE)


def test_dominer_at_distance_zero_and_the_next_wolf_may_be_an_alpha() -> None:
    match = table(position({"b3": "1A2D"}, packs={1: {"terrain": "3"}, 2: {"dens": "1.0.0"}}))
    play(match, "dominate", "token", "token", "token", "from:howl")
    assert spaces(match) == {"b3": "1D1A"}
    match = table(position({"b5": "1A", "b3": "2P"}, packs={1: {"terrain": "3", "wolves": "2"}}))
    play(match, "dominate", "token", "token", "token")
    assert spaces(match)["b3"] == "1A"


def test_dominer_a_den_under_a_third_pack_s_wolf() -> None:
    match = table(position({"b5": "1A", "b3": "2D3A"}, packs={1: {"terrain": "3"}, 2: {"dens": "1.0.0"}}))
    play(match, "dominate", "token", "token", "token", "from:howl")
    assert spaces(match)["b3"] == "1D3A"


def test_dominer_a_wolf_on_a_third_pack_s_den() -> None:
    packs = {1: {"terrain": "3", "dens": "4.4.4"}, 2: {"dens": "1.0.0"}}
    match = table(position({"b5": "1A", "b3": "2D3P"}, packs=packs))
    play(match, "dominate", "token", "token", "token")
    assert spaces(match)["b3"] == "1P2D"


def test_dominer_needs_a_piece_of_ones_own_to_place() -> None:
    packs = {1: {"terrain": "3", "dens": "4.4.4", "wolves": "8"}, 2: {"dens": "1.0.0"}}
    match = table(position({"b5": "1A", "b3": "2D", "b6": "3P"}, packs=packs))
    assert reason(match, "dominate") == ("none_left", DOMINATE)


# --- CHASSER

AROUND = {"b1": "1A", "b6": "1P"}


def test_chasser_after_an_action_without_paying() -> None:
    match = table(position({**AROUND, "b7": "1P"}, prey={"b": "moose2"}))
    play(match, "move", "pack@b7", "b8", "stop")
    assert lines(match)["b"][2] == "moose1"
    assert (own(match, 1)["prey"], own(match, 1)["action"]) == ("moose", "1")
    assert match.score()[0][0] == 1
    assert lines(match)["calendar"] == ["-"], "prey never covers a date"
    assert own(match, 1)["flipped"] == "5", "only the move was paid"


def test_exemple_chasser() -> None:
    """Grass wolves move two pack wolves and surround the moose on three sides; an action token follows."""
    match = table(position({"b8": "2A", "b7": "2P", "c16": "2P"}, prey={"b": "moose2"}, active=2))
    play(match, "move", "pack@b7", "b4", "flip1")
    assert "hunts" not in event_names(match), "never in the middle of a move"
    play(match, "stop")
    assert "hunts" not in event_names(match), "two sides only"
    match = table(position({"b8": "2A", "b7": "2P2P"}, prey={"b": "moose2"}, active=2))
    play(match, "move", "pack@b7", "b4", "flip1", "pack@b7", "b1")
    assert (own(match, 2)["prey"], own(match, 2)["action"]) == ("moose", "1")


def test_chasser_three_different_spaces_are_needed() -> None:
    for wolves, hunts in (({"b1": "1A1P", "b6": "1P"}, False), ({"b1": "1A", "b2": "1P", "b6": "1P"}, True)):
        match = table(position(wolves, prey={"b": "moose2"}))
        play(match, *STAY)
        assert ("hunts" in event_names(match)) is hunts, "three wolves on two spaces, and on three"


def test_chasser_any_action_triggers_the_hunt() -> None:
    packs = {1: {"flipped": "2", "wolves": "1"}}
    match = table(position({**AROUND, "b8": "1P", "b14": "1A"}, prey={"b": "moose2"}, packs=packs))
    play(match, "den", "b11", "from:speed")
    assert own(match, 1)["prey"] == "moose"


def test_chasser_never_the_same_kind_twice() -> None:
    packs = {1: {"prey": "moose"}}
    match = table(position({**AROUND, "b8": "1P"}, prey={"b": "moose2"}, packs=packs))
    play(match, *STAY)
    assert (lines(match)["b"][2], own(match, 1)["action"]) == ("moose2", "0")


def test_chasser_only_the_active_pack_hunts() -> None:
    pieces = {**AROUND, "b8": "1P", "c1": "2A"}
    match = table(position(pieces, prey={"b": "moose2"}, active=2))
    play(match, *STAY, *STAY)
    assert own(match, 1)["prey"] == "-"
    match = table(position(pieces, prey={"b": "moose2"}, active=1))
    play(match, *STAY)
    assert own(match, 1)["prey"] == "moose", "after one's own next action"


def test_chasser_several_preys_at_once() -> None:
    pieces = {**AROUND, "b8": "1P", "e1": "1A", "e6": "1P", "e8": "1P"}
    packs = {1: {"wolves": "3"}}
    match = table(position(pieces, prey={"b": "moose2", "e": "hare1"}, packs=packs))
    play(match, *STAY)
    assert (own(match, 1)["prey"], own(match, 1)["action"]) == ("moose.hare", "2")
    assert match.score()[0][0] == 4 + 3
    assert lines(match)["e"][2] == "hare0"
    assert legal(match)[0] == "move", "the second action is still to come"


def test_chasser_of_two_stacks_of_one_kind_the_hunter_chooses() -> None:
    pieces = {**AROUND, "b8": "1P", "e1": "1A", "e6": "1P", "e8": "1P"}
    match = table(position(pieces, prey={"b": "hare2", "e": "hare2"}, packs={1: {"wolves": "3"}}))
    play(match, *STAY)
    assert legal(match) == ["b5", "e5"]
    assert reason(match, "c5") == ("no_prey", "CHASSER")
    play(match, "e5")
    assert (lines(match)["b"][2], lines(match)["e"][2]) == ("hare2", "hare1")
    assert own(match, 1)["prey"] == "hare"


def test_chasser_an_action_token_just_won_can_be_used_at_once() -> None:
    match = table(position({**AROUND, "b8": "1P"}, prey={"b": "moose2"}, frames=LAST_ACTION))
    play(match, *STAY)
    assert "end" in legal(match)
    play(match, *STAY)
    assert own(match, 1)["action"] == "0"
    assert match.seats_to_act() == [1]


def test_chasser_points_of_both_sides() -> None:
    assert contents()["side_many"]["prey_points"] == [0, 1, 4, 9, 16, 25]
    assert contents()["side_two"]["prey_points"] == [0, 2, 5, 9, 14, 20]
