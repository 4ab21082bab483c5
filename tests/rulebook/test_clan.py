"""Le Clan des Loups, heading by heading: contents, set-up, turns, capacities."""

from collections import Counter

import pytest
from helpers.clan_table import (
    LAST_ACTION,
    legal,
    lines,
    own,
    play,
    position,
    reason,
    set_up,
    spaces,
    state,
    table,
    walk,
)

from meute.core.box import merge, sources
from meute.core.errors import BadInput
from meute.games import find
from meute.games.clan.box import contents, read_box
from meute.games.clan.options import DEFAULT_OPTIONS
from meute.games.clan.rules.spaces import reached
from meute.games.clan.state import ground_at
from meute.match import Match

DEALT = {"factions": "random"}


def seats_of(n: int) -> list[str]:
    return [f"pack {k + 1}" for k in range(n)]


# --- CONTENU


def test_contenu_the_box_holds_what_the_rulebook_lists() -> None:
    box = contents()
    listed = box["contents"]
    assert (listed["region_boards"], listed["region_tokens"], listed["terrain_tiles"]) == (10, 10, 30)
    assert (listed["prey_tokens"], listed["alphas"], listed["packs"]) == (20, 20, 40)
    assert (listed["dens"], listed["lairs"], listed["terrain_tokens"]) == (60, 20, 12)
    assert (listed["lone_wolves"], listed["action_tokens"]) == (20, 12)
    assert sum(box["moons"]["five"]) == listed["region_tokens"]
    assert sum(box["prey"]["five"]) * box["prey"]["height"][3] == listed["prey_tokens"]
    assert len(box["regions"]["boards"]) * len(box["outline"]["lone_wolves"]) == listed["lone_wolves"]
    assert 5 * (len(box["tiles"]["faces"]) + 1) == listed["terrain_tiles"]


def test_contenu_every_region_has_three_spaces_of_each_terrain_and_one_water() -> None:
    for row in contents()["regions"]["boards"]:
        assert Counter(row["ground"]) == {"g": 3, "r": 3, "t": 3, "d": 3, "f": 3, "w": 1}
    assert Counter(contents()["start_board"]["ground"]) == {"g": 2, "r": 2, "t": 2, "d": 2, "f": 2, "c": 6}


def test_contenu_every_figure_names_its_source() -> None:
    assert {word for _, word in sources(contents())} == {"printed", "found"}


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"pack": {"dens": 11}}, "pack.dens"),
        ({"moons": {"three": [2, 2, 1, 0, 0]}}, "moons.three"),
        ({"calendar": {"three": [9, 9, 22]}}, "calendar.three"),
        ({"tiles": {"faces": ["fr", "fg", "gt", "td", "df"]}}, "tiles.faces"),
        ({"tiles": {"faces": ["fx", "rg", "gt", "td", "df"]}}, "tiles.faces[0]"),
        ({"outline": {"prey": 1}}, "outline.prey"),
        ({"regions": {"boards": [{"id": 3, "ground": "gggggggggggggggg"}]}}, "regions.boards[3].ground"),
        ({"layout": {"three": [[0, 0, 0]] * 7}}, "layout.three"),
        ({"layout": {"three": [[0, 0, 0]]}}, "layout.three"),
        ({"side_many": {"prey_bonus": "gold"}}, "side_many.prey_bonus"),
        ({"side_many": {"bonus": {"speed": ["none"]}}}, "side_many.bonus.speed"),
        ({"wolf_track": {"order": "pppppppp"}}, "wolf_track.order"),
        ({"calendar_board": {"rows": [30] * 3334}}, "calendar_board.rows"),
        ({"calendar_board": {"rows": [100000]}}, "calendar_board.rows[0]"),
        ({"calendar_board": {"rows": []}}, "calendar_board.rows"),
        ({"calendar": {"three": [9, 17, 100000]}}, "calendar.three[2]"),
        ({"outline": {"lone_wolves": [7] * 100000}}, "outline.lone_wolves"),
        ({"outline": {"lone_wolves": [7, 7]}}, "outline.lone_wolves"),
        ({"outline": {"lone_wolves": [5, 7]}}, "outline.lone_wolves"),
        ({"outline": {"spaces": [[0, 0]] * 100000}}, "outline.spaces"),
        ({"outline": {"spaces": [[q, q] for q in range(-8, 8)]}}, "outline.spaces"),
        ({"start_board": {"north": []}}, "start_board.north"),
        ({"start_board": {"south": [1, 4, 7, 11, 14]}}, "start_board.south"),
        ({"start_board": {"ground": "twdrcgdccfgctfcr"}}, "start_board.ground"),
        ({"regions": {"boards": [{"id": 3, "ground": "fggfdgfddcrwtrrt"}]}}, "regions.boards[3].ground"),
        ({"regions": {"boards": [{"id": 3, "ground": "fggfwgfddtrdtrrt"}]}}, "regions.boards[3].ground"),
        ({"prey": {"three": [9, 9, 9, 9, 9]}}, "prey.three"),
        ({"layout": {"three": [[0, 0, 0]] * 100000}}, "layout.three"),
        ({"layout": {"three": [[6 * n - 18, 0, 0] for n in range(7)]}}, "layout.three"),
    ],
)
def test_contenu_a_wrong_figure_is_named(change: dict[str, object], where: str) -> None:
    with pytest.raises(BadInput) as wrong:
        read_box(3, DEFAULT_OPTIONS, merge(contents(), change))
    assert wrong.value.where == where


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"phantom": {"full": "p" * 100000}}, "phantom.full"),
        ({"phantom": {"full": "ld"}}, "phantom.full"),
        ({"phantom": {"beside": {"quarter_full": "aaa"}}}, "phantom.beside.quarter_full"),
        ({"regions": {"boards": [{"id": 3, "ground": "wggfdgfddtrftrrt"}]}}, "regions.boards[3].ground"),
    ],
)
def test_contenu_for_two_a_wrong_figure_is_named(change: dict[str, object], where: str) -> None:
    with pytest.raises(BadInput) as wrong:
        read_box(2, DEFAULT_OPTIONS, merge(contents(), change))
    assert wrong.value.where == where


def test_contenu_tiles_laid_the_other_way_round_are_a_box_of_ones_own() -> None:
    faces = [pair[::-1] for pair in contents()["tiles"]["faces"]]
    match = Match("clan", seats_of(3), DEALT, seed=1, box={"tiles": {"faces": faces}})
    tiles = find("clan").show(state(match), 0)["packs"][0]["tiles"]
    assert [tile["up"] for tile in tiles[1:]] == ["rock", "grass", "tundra", "desert", "forest"]


def test_contenu_a_corrected_water_stays_water_whatever_was_played_before() -> None:
    """Board 3 with its water elsewhere: a game with it and one without share a box, not their ways."""
    box = {"regions": {"boards": [{"id": 3, "ground": "wggfdgfddtrftrrt"}]}}
    water = {}
    for seed in range(12):
        s = state(Match("clan", seats_of(3), seed=seed, box=box))
        for start in range(s.box.size):
            for word in range(s.words):
                there = reached(s, start, 5, word)
                spaces = [word * 48 + k for k in range(48) if there >> k & 1]
                assert all(ground_at(s, space) < 5 for space in spaces), (seed, start)
        water[seed] = 3 in s.boards
    assert set(water.values()) == {True, False}


# --- MISE EN PLACE


@pytest.mark.parametrize(
    ("seats", "prey", "moons", "height"),
    [
        (3, {"moose": 1, "deer": 1, "raccoon": 1, "boar": 1, "hare": 2}, {"c": 2, "q": 2, "f": 2}, "2"),
        (4, {"moose": 1, "deer": 1, "raccoon": 2, "boar": 2, "hare": 2}, {"c": 2, "q": 3, "f": 3}, "2"),
        (5, {"moose": 2, "deer": 2, "raccoon": 2, "boar": 2, "hare": 2}, {"c": 3, "q": 4, "f": 3}, "2"),
    ],
)
def test_mise_en_place(seats: int, prey: dict[str, int], moons: dict[str, int], height: str) -> None:
    written = lines(Match("clan", seats_of(seats), seed=4))
    regions = [written[letter] for letter in "bcdefghijk" if letter in written]
    assert written["a"][:3] == ["start", "-", "-"]
    assert len({row[0].removesuffix("r") for row in regions}) == len(regions) == 2 * seats
    assert Counter(row[2][:-1] for row in regions) == prey
    assert {row[2][-1] for row in regions} == {height}
    assert Counter(row[1] for row in regions) == moons
    assert all(row[3] == "7:*,10:*" for row in regions), "one lone wolf on each symbol"


def test_mise_en_place_boards_tokens_prey_and_colours_are_drawn() -> None:
    starts = [lines(Match("clan", seats_of(3), DEALT, seed=seed)) for seed in range(60)]
    assert {start["b"][0] for start in starts} == {str(n) for n in range(1, 11)}
    assert {start["b"][1] for start in starts} == {"c", "q", "f"}
    assert {start["b"][2] for start in starts} == {"moose2", "deer2", "raccoon2", "boar2", "hare2"}
    assert {start["1"][0] for start in starts} == {"grass", "rock", "tundra", "desert", "forest"}
    assert {start["table"][0] for start in starts} == {"first=1", "first=2", "first=3"}


def test_mise_en_place_option_turned_draws_the_half_turn_of_each_board() -> None:
    fixed = [lines(Match("clan", seats_of(3), seed=seed)) for seed in range(20)]
    assert all([start[slot][0].endswith("r") for slot in "bcdefg"] == [0, 1, 1, 0, 1, 0] for start in fixed)
    drawn = [lines(Match("clan", seats_of(3), {"turned": "random"}, seed=seed)) for seed in range(20)]
    assert {tuple(start[slot][0].endswith("r") for start in drawn) for slot in "bcdefg"} & {
        (True,) * 20,
        (False,) * 20,
    } == set()


def test_mise_en_place_each_seat_chooses_its_colour_in_turn() -> None:
    match = Match("clan", seats_of(3), seed=1)
    assert match.seats_to_act() == [0]
    assert len(legal(match)) == 5
    play(match, "wolves:tundra")
    assert match.seats_to_act() == [1]
    assert reason(match, "wolves:tundra") == ("colour_taken", "CHOISISSEZ VOTRE MEUTE DE LOUPS")
    play(match, "wolves:rock", "wolves:grass")
    assert [lines(match)[str(seat)][0] for seat in (1, 2, 3)] == ["tundra", "rock", "grass"]


def test_mettez_en_place_votre_plateau_personnel() -> None:
    match = table(position({"a1": "1A1P"}))
    pack = find("clan").show(state(match), 0)["packs"][0]
    assert [tile["up"] for tile in pack["tiles"]] == ["desert", "forest", "rock", "grass", "tundra", "desert"]
    assert [tile["behind"] for tile in pack["tiles"]] == ["desert", "rock", "grass", "tundra", "desert", "forest"]
    assert [track["value"] for track in pack["tracks"][:3]] == [2, 3, 2]
    assert pack["tracks"][4]["kinds"][1:] == ["pack", "pack", "alpha", "pack", "pack", "alpha", "pack", "pack"]
    assert (pack["terrain_tokens"], pack["action_tokens"], pack["score"]) == (0, 0, 0)


# --- POSITIONNEZ VOS LOUPS À TOUR DE RÔLE

THREE = [
    *(f"board{n}{'r' if n in (2, 3, 5) else ''}" for n in (1, 2, 3, 4, 5, 6)),
    *("prey:moose", "prey:deer", "prey:raccoon", "prey:boar", "prey:hare", "prey:hare"),
    *("moon:c", "moon:c", "moon:q", "moon:q", "moon:f", "moon:f"),
    *("wolves:desert", "wolves:grass", "wolves:rock"),
]
NORTH = ["a1", "a4", "a7", "a11", "a14"]
SOUTH = ["a3", "a6", "a10", "a13", "a16"]


def test_positionnez_vos_loups_round_and_back_then_the_first_begins() -> None:
    match = set_up(3, *THREE, "first:2", factions="random")
    assert sorted(legal(match)) == sorted(NORTH + SOUTH)
    order = []
    for text in ("a1", "a4", "a7", "a3", "a6", "a10"):
        order.append(match.seats_to_act()[0])
        play(match, text)
    assert order == [1, 2, 0, 0, 2, 1]
    assert match.seats_to_act() == [1], "who placed first begins"
    assert {space: text for space, text in spaces(match).items() if space[0] == "a"} == {
        "a1": "2A2P".replace("2A2P", "2P2A"),
        "a4": "3P3A",
        "a7": "1P1A",
        "a3": "1P1A",
        "a6": "3P3A",
        "a10": "2P2A",
    }


def test_positionnez_vos_loups_the_second_space_is_beyond_the_canyon_and_empty() -> None:
    match = set_up(3, *THREE, "first:1", factions="random")
    assert reason(match, "a2") == ("not_a_start", "POSITIONNEZ VOS LOUPS À TOUR DE RÔLE"), "the canyon itself"
    assert reason(match, "b1")[0] == "not_a_start", "not a space around the canyon"
    play(match, "a1")
    assert reason(match, "a1")[0] == "space_taken"
    play(match, "a4", "a3")
    assert sorted(legal(match)) == sorted(NORTH[2:]), "the third began in the south; two of the north are taken"
    assert reason(match, "a6")[0] == "same_side"
    play(match, "a7")
    assert sorted(legal(match)) == sorted(set(SOUTH) - {"a3"})


def test_positionnez_vos_loups_with_five_players_all_ten_spaces_are_taken() -> None:
    match = Match("clan", seats_of(5), DEALT, seed=3)
    while match.seats_to_act() and len([step for step in match.steps if step.seat >= 0]) < 10:
        play(match, legal(match)[-1])
    assert sorted(space for space in spaces(match) if space[0] == "a") == sorted(NORTH + SOUTH)


# --- APERÇU D'UN TOUR


def test_apercu_d_un_tour_two_actions_also_twice_the_same() -> None:
    match = table(position({"b1": "1A1P"}))
    play(match, "move", "alpha@b1", "b4", "stop", "move", "pack@b1", "b2", "stop")
    assert match.seats_to_act() == [1]
    assert spaces(match) == {"b2": "1P", "b4": "1A"}


def test_apercu_d_un_tour_the_turn_cannot_end_after_one_action() -> None:
    match = table(position({"b1": "1A1P"}, packs={1: {"action": "1"}}))
    assert "end" not in legal(match)
    assert reason(match, "end") == ("two_actions", "APERÇU D'UN TOUR")
    play(match, "move", "stop", "flip1")
    assert reason(match, "end") == ("two_actions", "APERÇU D'UN TOUR")


def test_apercu_d_un_tour_action_tokens_buy_more_actions_one_by_one() -> None:
    match = table(position({"b1": "1A1P"}, packs={1: {"action": "2"}}, frames=LAST_ACTION))
    play(match, "move", "stop", "flip1")
    assert "end" in legal(match)
    play(match, "move", "stop", "flip1")
    assert own(match, 1)["action"] == "1"
    play(match, "end")
    assert match.seats_to_act() == [1]
    assert own(match, 1)["action"] == "1"


def test_apercu_d_un_tour_the_game_goes_on_clockwise() -> None:
    match = table(position({"b1": "1A", "c1": "2A", "d1": "3A"}, active=3))
    play(match, "move", "stop", "flip1", "move", "stop", "flip1")
    assert match.seats_to_act() == [0]
    assert state(match).turns == 11


def test_apercu_d_un_tour_a_move_that_moves_nobody_costs_a_tile_of_any_terrain() -> None:
    match = table(position({"b1": "1A1P"}, packs={1: {"terrain": "1"}}))
    play(match, "move", "stop")
    assert legal(match) == ["flip1", "flip2", "flip3", "flip4", "flip5", "flip6", "token"]
    play(match, "flip3")
    assert own(match, 1)["flipped"] == "3"
    assert spaces(match) == {"b1": "1P1A"}


# --- CAPACITÉS


def test_capacites_deployment_counts_the_wolves_of_one_move() -> None:
    three = {"b1": "1A1P", "b2": "1P"}
    match = table(position(three))
    play(match, "move", "alpha@b1", "b4", "pack@b1", "b4")
    assert legal(match)[0] == "move", "two wolves have moved: the action is over"
    match = table(position(three, packs={1: {"dens": "1.0.0"}}))
    play(match, "move", "alpha@b1", "b4", "pack@b1", "b4")
    assert legal(match) == ["pack@b2", "stop"], "deployment 3"


@pytest.mark.parametrize(("dens", "speed"), [("0.0.0", 3), ("0.1.0", 4), ("0.2.0", 4), ("0.3.0", 5), ("0.4.0", 5)])
def test_capacites_speed_counts_spaces(dens: str, speed: int) -> None:
    match = table(position({"b1": "1A"}, packs={1: {"dens": dens}}))
    play(match, "move", "alpha@b1")
    s = state(match)
    start = match.game.codec.read("b1") - match.game.codec.read("a1")
    far = [space for space in range(s.box.size) if walk(match, start, space) == speed]
    too_far = [space for space in range(s.box.size) if walk(match, start, space) == speed + 1]
    texts = legal(match)
    assert all(space_name(match, space) in texts for space in far)
    assert not any(space_name(match, space) in texts for space in too_far)


def space_name(match: Match, space: int) -> str:
    return match.game.codec.text(match.game.codec.read("a1") + space)


@pytest.mark.parametrize(
    ("track", "values", "bonuses"),
    [
        ("deployment", [2, 3, 3, 4, 4], ["", "action", "", "terrain"]),
        ("speed", [3, 4, 4, 5, 5], ["", "terrain", "", "action"]),
        ("howl", [2, 3, 3, 4, 4], ["", "terrain", "", "action"]),
    ],
)
def test_capacites_each_den_uncovers_the_next_value_its_token_and_its_points(
    track: str, values: list[int], bonuses: list[str]
) -> None:
    number = ["deployment", "speed", "howl"].index(track)
    for taken in range(4):
        dens = ["0", "0", "0"]
        dens[number] = str(taken)
        match = table(position({"b14": "1A"}, packs={1: {"flipped": "2", "dens": ".".join(dens)}}))
        play(match, "den", "b11", f"from:{track}")
        shown = match.game.show(state(match), 0)["packs"][0]["tracks"][number]
        assert (shown["taken"], shown["value"]) == (taken + 1, values[taken + 1])
        assert (own(match, 1)["terrain"], own(match, 1)["action"]) == (
            str(int(bonuses[taken] == "terrain")),
            str(int(bonuses[taken] == "action")),
        )
        assert match.score()[0][0] == [0, 0, 3, 7][taken], "the highest points shown, not their sum"
