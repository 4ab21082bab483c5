"""Le Clan des Loups, heading by heading: howling, dominating, hunting, the calendar, scoring, two players."""

from collections import Counter

import pytest
from clan_table import LAST_ACTION, TO_ACT, asked, lines, own, play, position, reason, spaces, state, table, told

from meute.bots import make_bot
from meute.core.chance import Generator
from meute.core.errors import BadInput
from meute.games import find
from meute.games.clan.box import contents
from meute.games.clan.state import ALPHA, DEN, LAIR, PACK, counted
from meute.match import Match

HOWL = "HURLER"
DOMINATE = "DOMINER"
STAY = ("move", "stop", "flip1")


# --- HURLER


def test_hurler() -> None:
    match = table(position({"b8": "1A", "b7": "*", "b10": "*"}, packs={1: {"flipped": "3"}}))
    assert "howl" in asked(match)
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
    assert "howl" in asked(match), "b7 is two spaces from b1"
    match = table(position({"b2": "1A", "b8": "1P", "b7": "*"}, packs=packs))
    assert reason(match, "howl")[0] == "no_target"
    longer = table(position({"b2": "1A", "b7": "*"}, packs={1: {"flipped": "3", "dens": "0.0.1"}}))
    assert "howl" in asked(longer), "range 3"


def test_hurler_passes_over_water_and_canyon() -> None:
    match = table(position({"b15": "1A", "b10": "*"}, packs={1: {"terrain": "2", "dens": "0.0.1"}}))
    assert "howl" in asked(match), "b15 to b10 is three spaces across the water"


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
    assert sorted(asked(match)) == sorted([*dominable, "b2", "b6"])


def test_dominer_refusals_say_why() -> None:
    pieces = {"b5": "1A", "b3": "2P2P", "b6": "2D", "b2": "3D", "b4": "3A", "e3": "3P"}
    packs = {1: {"terrain": "3"}, 2: {"dens": "1.0.0"}, 3: {"dens": "1.0.0"}}
    match = table(position(pieces, packs=packs))
    play(match, "dominate")
    assert sorted(asked(match)) == ["b2", "b6"]
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
    assert "hunts" not in told(match), "never in the middle of a move"
    play(match, "stop")
    assert "hunts" not in told(match), "two sides only"
    match = table(position({"b8": "2A", "b7": "2P2P"}, prey={"b": "moose2"}, active=2))
    play(match, "move", "pack@b7", "b4", "flip1", "pack@b7", "b1")
    assert (own(match, 2)["prey"], own(match, 2)["action"]) == ("moose", "1")


def test_chasser_three_different_spaces_are_needed() -> None:
    match = table(position({"b1": "1A1P", "b6": "1P"}, prey={"b": "moose2"}))
    play(match, *STAY)
    assert "hunts" not in told(match), "three wolves, but on two spaces"


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
    assert asked(match)[0] == "move", "the second action is still to come"


def test_chasser_of_two_stacks_of_one_kind_the_hunter_chooses() -> None:
    pieces = {**AROUND, "b8": "1P", "e1": "1A", "e6": "1P", "e8": "1P"}
    match = table(position(pieces, prey={"b": "hare2", "e": "hare2"}, packs={1: {"wolves": "3"}}))
    play(match, *STAY)
    assert asked(match) == ["b5", "e5"]
    assert reason(match, "c5") == ("not_surrounded", "CHASSER")
    play(match, "e5")
    assert (lines(match)["b"][2], lines(match)["e"][2]) == ("hare2", "hare1")
    assert own(match, 1)["prey"] == "hare"


def test_chasser_an_action_token_just_won_can_be_used_at_once() -> None:
    match = table(position({**AROUND, "b8": "1P"}, prey={"b": "moose2"}, frames=LAST_ACTION))
    play(match, *STAY)
    assert "end" in asked(match)
    play(match, *STAY)
    assert own(match, 1)["action"] == "0"
    assert match.asked() == [1]


def test_chasser_points_of_both_sides() -> None:
    assert contents()["side_many"]["prey_points"] == [0, 1, 4, 9, 16, 25]
    assert contents()["side_two"]["prey_points"] == [0, 2, 5, 9, 14, 20]


# --- PLATEAU CYCLE LUNAIRE


def stars(n: int) -> str:
    return ",".join(["*"] * n) or "-"


@pytest.mark.parametrize(("seats", "dates"), [(2, (7, 13, 18)), (3, (9, 17, 22)), (4, (11, 20, 26)), (5, (13, 23, 30))])
def test_plateau_cycle_lunaire_dates(seats: int, dates: tuple[int, int, int]) -> None:
    slot = "a" if seats == 2 else "b"
    for moon, date in enumerate(dates):
        for covered in (date - 2, date - 1):
            match = table(
                position(
                    {f"{slot}8": "1A", f"{slot}7": "*"},
                    seats,
                    packs={1: {"flipped": "3"}},
                    calendar=stars(covered),
                    scored=moon,
                    frames=LAST_ACTION,
                )
            )
            play(match, "howl")
            assert state(match).scored == moon + (covered == date - 1)
            assert match.is_over() == (covered == date - 1 and moon == 2)


def test_exemple_plateau_cycle_lunaire_scoring_waits_for_the_end_of_the_turn() -> None:
    packs = {1: {"flipped": "3"}}
    match = table(position({"b8": "1A", "b7": "*"}, moons={"b": "c", "c": "q"}, packs=packs, calendar=stars(8)))
    play(match, "howl")
    assert state(match).scored == 0, "the date is covered, the turn goes on"
    play(match, *STAY)
    assert state(match).scored == 1
    assert (lines(match)["b"][1], lines(match)["c"][1]) == ("-", "q")
    assert own(match, 1)["won"] == "1.0.0"


def test_plateau_cycle_lunaire_two_dates_in_one_turn() -> None:
    packs = {1: {"flipped": "3"}}
    moons = {"b": "q", "c": "f"}
    match = table(
        position(
            {"b8": "1A", "b7": "*", "c1": "2A"},
            moons=moons,
            packs=packs,
            calendar=stars(21),
            scored=1,
            frames=LAST_ACTION,
        )
    )
    play(match, "howl")
    assert told(match).count("moon_rises") == 2
    assert match.is_over()
    assert (own(match, 1)["won"], own(match, 2)["won"]) == ("0.1.0", "0.0.1")
    assert [row["region"] for row in match.game.show(state(match), 0)["last"]] == ["b", "c"]


def test_plateau_cycle_lunaire_the_next_regions_are_marked() -> None:
    match = table(position({"b8": "1A"}, moons={"b": "c", "c": "q", "d": "f"}, scored=1, calendar=stars(9)))
    regions = match.game.show(state(match), 0)["regions"]
    assert [region["id"] for region in regions if region["next"]] == ["c"]
    scorings = match.game.show(state(match), 0)["calendar"]["scorings"]
    assert [(row["moon"], row["left"], row["done"]) for row in scorings] == [
        ("crescent", 0, True),
        ("quarter", 8, False),
        ("full", 13, False),
    ]


# --- SCORING DE RÉGION (CALCUL DU CONTRÔLE)


def scored(pieces: dict[str, str], packs: dict[int, dict[str, str]] | None = None, moon: str = "c") -> Match:
    """Scores region e with these pieces; the first pack pays a howl far away on b."""
    dates = {"c": (8, 0), "q": (16, 1), "f": (21, 2)}[moon]
    first = {"flipped": "3"} | (packs or {}).get(1, {})
    match = table(
        position(
            {"b8": "1A", "b7": "*", **pieces},
            moons={"e": moon},
            packs={**(packs or {}), 1: first},
            calendar=stars(dates[0]),
            scored=dates[1],
            frames=LAST_ACTION,
        )
    )
    play(match, "howl")
    return match


def result(match: Match) -> list[tuple[str, str]]:
    return [(own(match, seat)["won"], own(match, seat)["points"]) for seat in (1, 2, 3)]


def test_exemple_scoring_de_region() -> None:
    """Grass 2 alphas, 2 packs, 1 den = 5; rock 2 packs, 1 den = 3; snow lair, pack, 2 dens = 6."""
    pieces = {"e1": "1D", "e2": "1D", "e11": "1L1P", "e3": "2A2A", "e4": "2P2P", "e6": "2D", "e7": "3P3P", "e8": "3D"}
    packs = {1: {"dens": "2.0.0", "lairs": "1"}, 2: {"dens": "1.0.0"}, 3: {"dens": "1.0.0"}}
    match = scored(pieces, packs)
    assert result(match) == [("1.0.0", "0"), ("0.0.0", "2"), ("0.0.0", "0")]
    assert match.score()[0] == [4 + 5 + 1, 2, 0]
    last = match.game.show(state(match), 0)["last"]
    assert [(pack["points"], pack["alphas"], pack["gained"]) for pack in last[0]["packs"]] == [
        (6, 0, 4),
        (5, 2, 2),
        (3, 0, 0),
    ]


@pytest.mark.parametrize(("moon", "won", "points"), [("c", "1.0.0", 2), ("q", "0.1.0", 3), ("f", "0.0.1", 4)])
def test_scoring_de_region_values_of_the_three_moons(moon: str, won: str, points: int) -> None:
    match = scored({"e3": "2A2P", "e4": "3A"}, moon=moon)
    assert result(match) == [("0.0.0", "0"), (won, "0"), ("0.0.0", str(points))]
    assert match.score()[0][1] == points * 2


def test_scoring_de_region_alphas_break_ties() -> None:
    """2 dens and a pack against 2 packs and an alpha: 3 against 3, the alpha decides."""
    pieces = {"e1": "2D", "e2": "2D", "e3": "2P", "e4": "3P3P", "e6": "3A"}
    match = scored(pieces, {2: {"dens": "2.0.0"}})
    assert result(match) == [("0.0.0", "0"), ("0.0.0", "2"), ("1.0.0", "0")]


def test_scoring_de_region_a_tie_for_the_first_place() -> None:
    pieces = {"e1": "2A", "e2": "3A", "e3": "1P"}
    match = scored(pieces)
    assert result(match) == [("0.0.0", "0"), ("0.0.0", "2"), ("0.0.0", "2")], "the lower value each, the rest nothing"
    assert lines(match)["e"][1] == "-", "the token is discarded"
    three = scored({"e1": "2P", "e2": "3P", "e3": "1P"})
    assert result(three) == [("0.0.0", "2")] * 3


def test_scoring_de_region_a_tie_for_the_second_place() -> None:
    match = scored({"e1": "2A2A", "e2": "3P", "e3": "1P"})
    assert result(match) == [("0.0.0", "0"), ("1.0.0", "0"), ("0.0.0", "0")]
    assert "seconds_tied" in told(match)


def test_scoring_de_region_alone_and_empty() -> None:
    assert result(scored({"e1": "2P"})) == [("0.0.0", "0"), ("1.0.0", "0"), ("0.0.0", "0")]
    empty = scored({})
    assert result(empty) == [("0.0.0", "0")] * 3
    assert "region_empty" in told(empty)
    assert lines(empty)["e"][1] == "-"


def test_scoring_de_region_a_lair_counts_three() -> None:
    match = scored({"e11": "2L", "e1": "3P3P"}, {2: {"lairs": "1"}})
    assert result(match)[1] == ("1.0.0", "0")
    assert [row["points"] for row in match.game.show(state(match), 0)["last"][0]["packs"]] == [0, 3, 2]


def test_scoring_de_region_who_leads_and_by_how_much() -> None:
    match = table(position({"e11": "2L", "e1": "3P3P", "e4": "2A"}, packs={2: {"lairs": "1"}}))
    region = match.game.show(state(match), 0)["regions"][4]
    assert (region["leader"], region["lead"], region["lead_alphas"]) == (1, 2, 1)
    assert region["control"][1] == {"owner": 1, "points": 4, "alphas": 1}


# --- FIN DE PARTIE ET SCORE FINAL


def test_exemple_score_final() -> None:
    """Deployment 7, speed 3, howl 0, lairs 15, prey 9, wolves 4, tokens 16: 54."""
    packs = {
        1: {"dens": "4.3.0", "lairs": "3", "wolves": "4", "prey": "moose.deer.hare", "won": "1.1.0", "points": "6"},
    }
    match = table(position({"b8": "1A"}, packs=packs))
    totals, rows = match.score()
    assert totals[0] == 54
    assert {match.game.rules[row.rule]: row.amount for row in rows if row.seat == 0 and row.rule != 6} == {
        "deployment": 7,
        "speed": 3,
        "howl": 0,
        "lairs": 15,
        "prey": 9,
        "wolves": 4,
        "points": 6,
    }
    assert sum(row.amount for row in rows if row.seat == 0 and row.rule == 6) == 6 + 4


def final(packs: dict[int, dict[str, str]], pieces: dict[str, str] | None = None) -> Match:
    packs = {**packs, 1: {"flipped": "3"} | packs.get(1, {})}
    setting = position(
        {"b8": "1A", "b7": "*", **(pieces or {})}, packs=packs, calendar=stars(21), scored=2, frames=LAST_ACTION
    )
    match = table(setting)
    play(match, "howl")
    assert match.is_over()
    return match


def places(match: Match) -> tuple[int, ...]:
    found = match.result()
    assert found is not None
    assert found.reason == "full_moon"
    return found.places


def test_fin_de_partie_the_game_ends_at_once_with_the_turn_of_the_full_moon() -> None:
    match = final({2: {"points": "20"}})
    assert told(match)[-1] == "ends"
    assert places(match) == (2, 1, 3)


def test_fin_de_partie_later_dates_are_ignored() -> None:
    setting = position({"b8": "1A"}, seats=3, calendar=stars(22), scored=2, frames=LAST_ACTION)
    match = table(setting)
    play(match, *STAY)
    assert match.is_over()


def test_departage_des_egalites() -> None:
    tokens = final({1: {"points": "3"}, 2: {"won": "1.0.0"}})
    assert tokens.score()[0][:2] == [4, 4]
    assert places(tokens)[:2] == (2, 1), "more region tokens"
    wolves = final({1: {"points": "3"}, 2: {"points": "4"}}, {"c1": "2A2P", "c2": "2P"})
    assert places(wolves)[:2] == (2, 1), "two wolves against three on the map"
    shared = final({1: {"points": "3"}, 2: {"points": "4"}}, {"c1": "2A2P"})
    assert places(shared)[:2] == (1, 1)


# --- VARIANTE À 2 JOUEURS


def test_deux_joueurs_mise_en_place() -> None:
    written = lines(Match("clan", ["A", "B"], seed=2))
    regions = [written[letter] for letter in "abcde"]
    assert "f" not in written, "five regions, no start board"
    assert all(row[0] != "start" for row in regions)
    assert sorted(row[2] for row in regions) == ["boar1", "deer1", "hare1", "moose1", "raccoon1"]
    assert sorted(row[1] for row in regions) == ["c", "cq", "f", "f", "qf"]


def test_deux_joueurs_meute_fictive() -> None:
    match = Match("clan", ["A", "B"], seed=2)
    phantom = {"c": {"15": "0P0P"}, "cq": {"15": "0L"}, "f": {"15": "0A0L"}, "qf": {"15": "0L", "16": "0A0A"}}
    for letter in "abcde":
        row = lines(match)[letter]
        lying = dict(part.split(":") for part in row[3].split(",") if "0" in part.split(":")[1])
        assert lying == phantom[row[1]]
    s = state(match)
    assert [counted(s, 2, kind) for kind in (DEN, PACK, ALPHA, LAIR)] == [0, 2, 4, 4]


def test_deux_joueurs_meute_fictive_lies_north_east_also_of_a_turned_board() -> None:
    for seed in range(6):
        match = Match("clan", ["A", "B"], {"turned": "random"}, seed=seed)
        for letter in "abcde":
            row = lines(match)[letter]
            assert f"{'8' if row[0].endswith('r') else '15'}:0" in row[3]


def test_deux_joueurs_placement_a_b_b_a_without_crescent() -> None:
    match = Match("clan", ["A", "B"], seed=2)
    first = match.asked()[0]
    order = []
    for _ in range(4):
        order.append(match.asked()[0])
        crescents = [letter for letter in "abcde" if lines(match)[letter][1] in ("c", "cq")]
        assert not any(text[0] in crescents for text in asked(match))
        assert reason(match, f"{crescents[0]}1")[0] == "under_crescent"
        assert all(text not in spaces(match) for text in asked(match)), "empty spaces only"
        assert not any(text[1:] == "5" for text in asked(match)), "no prey"
        play(match, asked(match)[0])
    assert order == [first, 1 - first, 1 - first, first]
    assert match.asked() == [first]


def test_deux_joueurs_the_second_player_receives_an_action_token_in_his_first_turn() -> None:
    match = Match("clan", ["A", "B"], seed=2)
    first = match.asked()[0]
    for _ in range(4):
        play(match, asked(match)[0])
    assert own(match, 2 - first)["action"] == "0"
    play(match, *STAY, *STAY)
    assert match.asked() == [1 - first]
    assert own(match, 2 - first)["action"] == "1"
    play(match, *STAY, *STAY)
    assert "end" in asked(match)
    many = Match("clan", ["A", "B", "C"], seed=2)
    while "move" not in asked(many):
        play(many, asked(many)[0])
    play(many, *STAY, *STAY)
    assert {own(many, seat)["action"] for seat in (1, 2, 3)} == {"0"}


def test_deux_joueurs_hunting_gives_no_action_token() -> None:
    match = table(position({"b1": "1A", "b6": "1P", "b8": "1P"}, seats=2, prey={"b": "moose1"}))
    play(match, *STAY)
    assert (own(match, 1)["prey"], own(match, 1)["action"]) == ("moose", "0")
    assert match.score()[0][0] == 2
    assert lines(match)["b"][2] == "moose0"


def two(pieces: dict[str, str], moon: str, phase: int) -> Match:
    """Scores region e in a game for two."""
    match = table(
        position(
            {"b8": "1A", "b7": "*", **pieces},
            seats=2,
            moons={"e": moon},
            packs={1: {"terrain": "2", "dens": "3.0.0", "wolves": "2"}, 2: {"wolves": "2"}},
            calendar=stars((6, 12, 17)[phase]),
            scored=phase,
            frames=LAST_ACTION,
        )
    )
    play(match, "howl", *["token"] * 2)
    return match


def test_deux_joueurs_a_stack_is_scored_twice() -> None:
    match = two({"e1": "1P", "e15": "0L"}, "cq", 0)
    assert lines(match)["e"][1] == "q"
    assert own(match, 1)["points"] == "2", "the phantom's lair is first"
    assert lines(two({"e1": "1P"}, "qf", 1))["e"][1] == "f"


def test_deux_joueurs_the_phantom_pack_competes() -> None:
    match = two({"e1": "1P", "e2": "2P2P", "e15": "0L"}, "c", 0)
    assert (own(match, 1)["points"], own(match, 2)["points"]) == ("0", "2"), "the best player gets the lower value"
    assert "region_phantom" in told(match)
    tied = two({"e1": "1P1P", "e2": "1P", "e15": "0L"}, "c", 0)
    assert own(tied, 1)["points"] == "2", "a tie with the phantom: the lower value"
    assert own(tied, 1)["won"] == "0.0.0"
    beaten = two({"e1": "1P1P", "e2": "1A", "e3": "1P", "e15": "0L", "e6": "2P"}, "c", 0)
    assert own(beaten, 1)["won"] == "1.0.0"
    assert own(beaten, 2)["points"] == "0", "the phantom is second, its award is lost"


def test_deux_joueurs_the_phantom_pack_cannot_be_dominated_or_moved() -> None:
    pieces = {"b15": "0P0P", "b11": "1A", "d15": "0L", "d11": "1A"}
    match = table(position(pieces, seats=2, packs={1: {"terrain": "3"}}))
    assert "dominate" not in asked(match)
    play(match, "move", "alpha@b11")
    assert reason(match, "b15")[0] == "two_pieces"
    play(match, asked(match)[0])
    assert spaces(match)["b15"] == "0P0P"


def test_deux_joueurs_points_of_the_tracks() -> None:
    packs = {1: {"dens": "3.4.0", "lairs": "1", "wolves": "5", "prey": "moose.deer"}}
    match = table(position({"b8": "1A"}, seats=2, packs=packs))
    assert match.score()[0][0] == 2 + 5 + 0 + 5 + 6 + 5


# --- options, positions and the rest of the house


def test_option_supply_limits_the_bonus_tokens() -> None:
    packs = {1: {"flipped": "2", "dens": "1.0.0"}, 2: {"terrain": "12"}}
    pieces = {"b14": "1A", "b11": "1D"}
    limited = table(position(pieces, packs=packs), supply="limited")
    play(limited, "lair")
    assert own(limited, 1)["terrain"] == "0"
    assert "supply_empty" in told(limited)
    unlimited = table(position(pieces, packs=packs))
    play(unlimited, "lair")
    assert own(unlimited, 1)["terrain"] == "1"


def test_a_token_gained_by_an_action_cannot_pay_for_it() -> None:
    match = table(position({"b14": "1A", "b11": "1D"}, packs={1: {"dens": "1.0.0"}}))
    assert "lair" not in asked(match), "one rock tile shows; the lair's own token comes too late"


def test_undo_is_free_inside_the_turn() -> None:
    match = table(position({"b8": "1A", "b7": "*"}, packs={1: {"flipped": "3"}}))
    before = match.game.write_position(match.state)
    play(match, "howl", "move", "alpha@b8")
    for _ in range(3):
        match.undo(0)
    assert match.game.write_position(match.state) == before


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (("b 1 - - -", "b 11 - - -"), "b.board"),
        (("b 1 - - -", "b 2 - - -"), "c.board"),
        (("b 1 - - -", "b 1 z - -"), "b.moons"),
        (("b 1 - - -", "b 1 - wolf2 -"), "b.prey"),
        (("b 1 - - -", "b 1 - hare3 -"), "b.prey"),
        (("b 1 - - -", "b 1 - - 17:1A"), "b.pieces"),
        (("b 1 - - -", "b 1 - - 12:1A"), "b.pieces"),
        (("b 1 - - -", "b 1 - - 1:*"), "b.pieces"),
        (("b 1 - - -", "b 1 - - 1:4A"), "b.pieces"),
        (("b 1 - - -", "b 1 - - 1:1X"), "b.pieces"),
        (("b 1 - - -", "b 1 - - 1:1A1A1P"), "b.pieces"),
        (("b 1 - - -", "b 1 - - 1:1A2A"), "b.pieces"),
        (("b 1 - - -", "b 1 - - 1:1P2P"), "b.pieces"),
        (("b 1 - - -", "b 1 - - 1:1P2L"), "b.pieces"),
        (("b 1 - - -", "b 1 - - 1:1D1D"), "b.pieces"),
        (("b 1 - - -", "b 1 - - 1:1D"), "1D"),
        (("b 1 - - -", "b 1 - - 1:1A1A,2:1A"), "1A"),
        (("1 desert", "1 lava"), "1.faction"),
        (("flipped=-", "flipped=1"), "1.flipped"),
        (("dens=0.0.0", "dens=0.0"), "1.dens"),
        (("dens=0.0.0", "dens=5.0.0"), "1.dens"),
        (("prey=-", "prey=cow"), "1.prey"),
        (("lairs=0", "lairs=5"), "1.lairs"),
        (("calendar -", "calendar 1D,zz9"), "calendar"),
        (("last -", "last b=c/1"), "last"),
        (("active=1", "active=4"), "table.active"),
        (("scored=0", "scored=4"), "table.scored"),
        (("seats 3", "seats 6"), "seats"),
        (("turns=10", "turns=x"), "table.turns"),
    ],
)
def test_positions_a_wrong_field_is_named(change: tuple[str, str], where: str) -> None:
    text = position()
    assert change[0] in text
    with pytest.raises(BadInput) as wrong:
        table(text.replace(*change, 1))
    assert wrong.value.where == where


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_all_pieces_are_accounted_for_in_random_games(seats: int) -> None:
    match = Match("clan", [f"pack {n}" for n in range(seats)], seed=seats)
    rng = Generator(seats)
    n = 0
    while not match.is_over() and n < 1500:
        seat = match.asked()[0]
        options = match.options(seat)
        match.play(seat, options[rng.below(len(options))])
        n += 1
        if n < 2 * seats or n % 9:
            continue
        s = state(match)
        fleeing = Counter(
            (frame.split("owner=")[1].split(",")[0], frame.split("kind=")[1].split(",")[0])
            for frame in match.game.write_position(match.state).split()
            if frame.startswith("Flee(")
        )
        for owner in range(seats):
            board = own(match, owner + 1)
            lost = Counter(int(piece) % 4 for piece in s.calendar if piece // 4 == owner)
            taken = int(board["wolves"])
            alphas = sum(space in (2, 5) for space in range(taken))
            expected = {
                DEN: sum(int(n) for n in board["dens"].split(".")),
                PACK: 2 + taken - alphas,
                ALPHA: 2 + alphas,
                LAIR: int(board["lairs"]),
            }
            for kind, number in expected.items():
                assert counted(s, owner, kind) + lost[kind] + fleeing[str(owner), str(kind)] == number
        assert all(len(text) <= 4 for text in spaces(match).values())


def test_greedy_is_ahead_of_random_after_a_few_turns() -> None:
    match = Match("clan", ["greedy", "random"], seed=7)
    bots = [make_bot("greedy"), make_bot("random")]
    rng = Generator(5)
    while state(match).turns < 8:
        seat = match.asked()[0]
        match.play(seat, bots[seat].choose(match.view(seat), rng))
    totals = match.score()[0]
    assert totals[0] > totals[1]


def test_the_game_is_open_everybody_sees_the_whole_table() -> None:
    match = table(position({"b8": "1A", "b7": "*"}, prey={"b": "moose2"}, frames=TO_ACT))
    game = find("clan")
    texts = {game.write_position(game.look(match.state, seat)) for seat in (-1, 0, 1, 2)}
    assert texts == {game.write_position(match.state)}
