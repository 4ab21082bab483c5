"""Le Clan des Loups, heading by heading: the calendar, scoring, two players."""

import pytest
from helpers.clan_table import LAST_ACTION, event_names, legal, lines, own, play, position, reason, spaces, state, table
from helpers.worlds import walk

from meute.games.clan.state import ALPHA, DEN, LAIR, PACK, Clan, piece_count
from meute.match import Match

STAY = ("move", "stop", "flip1")


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
    assert event_names(match).count("moon_rises") == 2
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
    assert "seconds_tied" in event_names(match)


def test_scoring_de_region_alone_and_empty() -> None:
    assert result(scored({"e1": "2P"})) == [("0.0.0", "0"), ("1.0.0", "0"), ("0.0.0", "0")]
    empty = scored({})
    assert result(empty) == [("0.0.0", "0")] * 3
    assert "region_empty" in event_names(empty)
    assert lines(empty)["e"][1] == "-"


def test_scoring_de_region_a_lair_counts_three() -> None:
    match = scored({"e11": "2L", "e1": "3P3P"}, {2: {"lairs": "1"}})
    assert result(match)[1] == ("1.0.0", "0")
    assert [row["points"] for row in match.game.show(state(match), 0)["last"][0]["packs"]] == [3, 2, 0]


def test_scoring_de_region_who_leads_and_by_how_much() -> None:
    match = table(position({"e11": "2L", "e1": "3P3P", "e4": "2A"}, packs={2: {"lairs": "1"}}))
    region = match.game.show(state(match), 0)["regions"][4]
    assert (region["leader"], region["lead"], region["lead_alphas"]) == (1, 2, 1)
    assert region["control"][0] == {"owner": 1, "points": 4, "alphas": 1}
    assert [row["owner"] for row in region["control"]] == [1, 2, 0], "the strongest first"


def test_scoring_de_region_control_comes_and_goes_with_the_pieces() -> None:
    match = Match("clan", ["a", "b"], seed=3)
    for n, _ in enumerate(walk(match, 4)):
        if n % 20 == 0:
            text = match.game.write_position(state(match))
            laid_anew = match.game.read_position(text, match.options_settled, match.box)
            assert isinstance(laid_anew, Clan)
            assert list(state(match).map) == list(laid_anew.map)


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
    assert event_names(match)[-1] == "ends"
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
    written = lines(Match("clan", ["A", "B"], {"factions": "random"}, seed=2))
    regions = [written[letter] for letter in "abcde"]
    assert "f" not in written, "five regions, no start board"
    assert all(row[0] != "start" for row in regions)
    assert sorted(row[2] for row in regions) == ["boar1", "deer1", "hare1", "moose1", "raccoon1"]
    assert sorted(row[1] for row in regions) == ["c", "cq", "f", "f", "qf"]


def test_deux_joueurs_meute_fictive() -> None:
    match = Match("clan", ["A", "B"], {"factions": "random"}, seed=2)
    phantom = {"c": {"15": "0P0P"}, "cq": {"15": "0L"}, "f": {"15": "0A0L"}, "qf": {"15": "0L", "16": "0A0A"}}
    for letter in "abcde":
        row = lines(match)[letter]
        lying = dict(part.split(":") for part in row[3].split(",") if "0" in part.split(":")[1])
        assert lying == phantom[row[1]]
    s = state(match)
    assert [piece_count(s, 2, kind) for kind in (DEN, PACK, ALPHA, LAIR)] == [0, 2, 4, 4]


def test_deux_joueurs_meute_fictive_lies_north_east_also_of_a_turned_board() -> None:
    for seed in range(6):
        match = Match("clan", ["A", "B"], {"turned": "random"}, seed=seed)
        for letter in "abcde":
            row = lines(match)[letter]
            assert f"{'8' if row[0].endswith('r') else '15'}:0" in row[3]


def test_deux_joueurs_placement_a_b_b_a_without_crescent() -> None:
    match = Match("clan", ["A", "B"], {"factions": "random"}, seed=2)
    first = match.seats_to_act()[0]
    order = []
    for _ in range(4):
        order.append(match.seats_to_act()[0])
        crescents = [letter for letter in "abcde" if lines(match)[letter][1] in ("c", "cq")]
        assert not any(text[0] in crescents for text in legal(match))
        assert reason(match, f"{crescents[0]}1")[0] == "under_crescent"
        assert all(text not in spaces(match) for text in legal(match)), "empty spaces only"
        assert not any(text[1:] == "5" for text in legal(match)), "no prey"
        play(match, legal(match)[0])
    assert order == [first, 1 - first, 1 - first, first]
    assert match.seats_to_act() == [first]


def test_deux_joueurs_the_second_player_receives_an_action_token_in_his_first_turn() -> None:
    match = Match("clan", ["A", "B"], {"factions": "random"}, seed=2)
    first = match.seats_to_act()[0]
    for _ in range(4):
        play(match, legal(match)[0])
    assert own(match, 2 - first)["action"] == "0"
    play(match, *STAY, *STAY)
    assert match.seats_to_act() == [1 - first]
    assert own(match, 2 - first)["action"] == "1"
    play(match, *STAY, *STAY)
    assert "end" in legal(match)
    many = Match("clan", ["A", "B", "C"], seed=2)
    while "move" not in legal(many):
        play(many, legal(many)[0])
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
    assert "region_phantom" in event_names(match)
    tied = two({"e1": "1P1P", "e2": "1P", "e15": "0L"}, "c", 0)
    assert own(tied, 1)["points"] == "2", "a tie with the phantom: the lower value"
    assert own(tied, 1)["won"] == "0.0.0"
    assert "phantom_tied" in event_names(tied)
    beaten = two({"e1": "1P1P", "e2": "1A", "e3": "1P", "e15": "0L", "e6": "2P"}, "c", 0)
    assert own(beaten, 1)["won"] == "1.0.0"
    assert own(beaten, 2)["points"] == "0", "the phantom is second, its award is lost"
    assert "phantom_second" in event_names(beaten)


def test_deux_joueurs_the_phantom_pack_cannot_be_dominated_or_moved() -> None:
    pieces = {"b15": "0P0P", "b11": "1A", "d15": "0L", "d11": "1A"}
    match = table(position(pieces, seats=2, packs={1: {"terrain": "3"}}))
    assert "dominate" not in legal(match)
    play(match, "move", "alpha@b11")
    assert reason(match, "b15")[0] == "two_pieces"
    play(match, legal(match)[0])
    assert spaces(match)["b15"] == "0P0P"


def test_deux_joueurs_points_of_the_tracks() -> None:
    packs = {1: {"dens": "3.4.0", "lairs": "1", "wolves": "5", "prey": "moose.deer"}}
    match = table(position({"b8": "1A"}, seats=2, packs=packs))
    assert match.score()[0][0] == 2 + 5 + 0 + 5 + 6 + 5
