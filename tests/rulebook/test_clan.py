"""Le Clan des Loups, heading by heading: set-up, tiles, moves, dens, lairs.

Unless said otherwise things happen on region b, which is board 1:
1g 2f 3f | 4g 5t(prey) 6f | 7g(lone) 8t 9t 10d(lone) | 11r 12water 13d | 14r 15r 16d.
"""

from collections import Counter

import pytest
from clan_table import (
    BONUS,
    LAST_ACTION,
    asked,
    lines,
    own,
    play,
    position,
    reason,
    set_up,
    spaces,
    state,
    table,
    told,
)

from meute.core.box import merge, sources
from meute.core.errors import BadInput
from meute.games import find
from meute.games.clan.box import contents, read_box
from meute.games.clan.options import USUAL
from meute.games.clan.rules.spaces import reached
from meute.games.clan.state import ground_at
from meute.match import Match

MOVE = "SE DÉPLACER"
DEN = "CONSTRUIRE DES TANIÈRES"
LAIR = "TRANSFORMER UNE TANIÈRE EN ANTRE"


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
        read_box(3, USUAL, merge(contents(), change))
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
        read_box(2, USUAL, merge(contents(), change))
    assert wrong.value.where == where


def test_contenu_tiles_laid_the_other_way_round_are_a_box_of_ones_own() -> None:
    faces = [pair[::-1] for pair in contents()["tiles"]["faces"]]
    match = Match("clan", seats_of(3), seed=1, box={"tiles": {"faces": faces}})
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
    starts = [lines(Match("clan", seats_of(3), seed=seed)) for seed in range(60)]
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


def test_mise_en_place_option_factions_lets_each_seat_choose_in_turn() -> None:
    match = Match("clan", seats_of(3), {"factions": "chosen"}, seed=1)
    assert match.asked() == [0]
    assert len(asked(match)) == 5
    play(match, "wolves:tundra")
    assert match.asked() == [1]
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
    match = set_up(3, *THREE, "first:2")
    assert sorted(asked(match)) == sorted(NORTH + SOUTH)
    order = []
    for text in ("a1", "a4", "a7", "a3", "a6", "a10"):
        order.append(match.asked()[0])
        play(match, text)
    assert order == [1, 2, 0, 0, 2, 1]
    assert match.asked() == [1], "who placed first begins"
    assert {space: text for space, text in spaces(match).items() if space[0] == "a"} == {
        "a1": "2A2P".replace("2A2P", "2P2A"),
        "a4": "3P3A",
        "a7": "1P1A",
        "a3": "1P1A",
        "a6": "3P3A",
        "a10": "2P2A",
    }


def test_positionnez_vos_loups_the_second_space_is_beyond_the_canyon_and_empty() -> None:
    match = set_up(3, *THREE, "first:1")
    assert reason(match, "a2") == ("not_a_start", "POSITIONNEZ VOS LOUPS À TOUR DE RÔLE"), "the canyon itself"
    assert reason(match, "b1")[0] == "not_a_start", "not a space around the canyon"
    play(match, "a1")
    assert reason(match, "a1")[0] == "space_taken"
    play(match, "a4", "a3")
    assert sorted(asked(match)) == sorted(NORTH[2:]), "the third began in the south; two of the north are taken"
    assert reason(match, "a6")[0] == "same_side"
    play(match, "a7")
    assert sorted(asked(match)) == sorted(set(SOUTH) - {"a3"})


def test_positionnez_vos_loups_with_five_players_all_ten_spaces_are_taken() -> None:
    match = Match("clan", seats_of(5), seed=3)
    while match.asked() and len([step for step in match.steps if step.seat >= 0]) < 10:
        play(match, asked(match)[-1])
    assert sorted(space for space in spaces(match) if space[0] == "a") == sorted(NORTH + SOUTH)


# --- APERÇU D'UN TOUR


def test_apercu_d_un_tour_two_actions_also_twice_the_same() -> None:
    match = table(position({"b1": "1A1P"}))
    play(match, "move", "alpha@b1", "b4", "stop", "move", "pack@b1", "b2", "stop")
    assert match.asked() == [1]
    assert spaces(match) == {"b2": "1P", "b4": "1A"}


def test_apercu_d_un_tour_the_turn_cannot_end_after_one_action() -> None:
    match = table(position({"b1": "1A1P"}, packs={1: {"action": "1"}}))
    assert "end" not in asked(match)
    assert reason(match, "end") == ("two_actions", "APERÇU D'UN TOUR")
    play(match, "move", "stop", "flip1")
    assert reason(match, "end") == ("two_actions", "APERÇU D'UN TOUR")


def test_apercu_d_un_tour_action_tokens_buy_more_actions_one_by_one() -> None:
    match = table(position({"b1": "1A1P"}, packs={1: {"action": "2"}}, frames=LAST_ACTION))
    play(match, "move", "stop", "flip1")
    assert "end" in asked(match)
    play(match, "move", "stop", "flip1")
    assert own(match, 1)["action"] == "1"
    play(match, "end")
    assert match.asked() == [1]
    assert own(match, 1)["action"] == "1"


def test_apercu_d_un_tour_the_game_goes_on_clockwise() -> None:
    match = table(position({"b1": "1A", "c1": "2A", "d1": "3A"}, active=3))
    play(match, "move", "stop", "flip1", "move", "stop", "flip1")
    assert match.asked() == [0]
    assert state(match).turns == 11


def test_apercu_d_un_tour_a_move_that_moves_nobody_costs_a_tile_of_any_terrain() -> None:
    match = table(position({"b1": "1A1P"}, packs={1: {"terrain": "1"}}))
    play(match, "move", "stop")
    assert asked(match) == ["flip1", "flip2", "flip3", "flip4", "flip5", "flip6", "token"]
    play(match, "flip3")
    assert own(match, 1)["flipped"] == "3"
    assert spaces(match) == {"b1": "1P1A"}


# --- CAPACITÉS


def test_capacites_deployment_counts_the_wolves_of_one_move() -> None:
    three = {"b1": "1A1P", "b2": "1P"}
    match = table(position(three))
    play(match, "move", "alpha@b1", "b4", "pack@b1", "b4")
    assert asked(match)[0] == "move", "two wolves have moved: the action is over"
    match = table(position(three, packs={1: {"dens": "1.0.0"}}))
    play(match, "move", "alpha@b1", "b4", "pack@b1", "b4")
    assert asked(match) == ["pack@b2", "stop"], "deployment 3"


@pytest.mark.parametrize(("dens", "speed"), [("0.0.0", 3), ("0.1.0", 4), ("0.2.0", 4), ("0.3.0", 5), ("0.4.0", 5)])
def test_capacites_speed_counts_spaces(dens: str, speed: int) -> None:
    match = table(position({"b1": "1A"}, packs={1: {"dens": dens}}))
    play(match, "move", "alpha@b1")
    s = state(match)
    start = match.game.codec.read("b1") - match.game.codec.read("a1")
    far = [space for space in range(s.box.size) if walk(match, start, space) == speed]
    too_far = [space for space in range(s.box.size) if walk(match, start, space) == speed + 1]
    texts = asked(match)
    assert all(space_name(match, space) in texts for space in far)
    assert not any(space_name(match, space) in texts for space in too_far)


def space_name(match: Match, space: int) -> str:
    return match.game.codec.text(match.game.codec.read("a1") + space)


def walk(match: Match, start: int, space: int) -> int:
    s = state(match)
    for steps in range(1, 12):
        if reached(s, start, steps, space // 48) >> space % 48 & 1:
            return steps
    return 99


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


# --- EFFECTUER UNE ACTION – RETOURNER DES TUILES


def test_exemple_retourner_des_tuiles() -> None:
    """The desert wolf pays two desert tiles: now two forest tiles show, and one desert."""
    match = table(position({"b9": "1A", "b10": "*", "b7": "*"}))
    play(match, "howl")
    assert own(match, 1)["flipped"] == "6"
    pack = match.game.show(state(match), 0)["packs"][0]
    assert Counter(tile["up"] for tile in pack["tiles"])["forest"] == 2
    assert Counter(tile["up"] for tile in pack["tiles"])["desert"] == 1
    play(match, "den")
    assert asked(match)[0] == "from:deployment"
    assert own(match, 1)["flipped"] == "2", "the two forest tiles now show rock and desert"


def test_retourner_des_tuiles_a_terrain_token_counts_as_any_terrain() -> None:
    pieces = {"b9": "1A", "b8": "2P"}
    packs = {1: {"flipped": "4", "terrain": "1"}, 2: {}}
    match = table(position(pieces, packs=packs))
    play(match, "dominate")
    assert own(match, 1)["terrain"] == "0"
    assert own(match, 1)["flipped"] == "5", "both snow tiles were flipped"
    assert spaces(match)["b8"] == "1P"
    poor = table(position(pieces, packs={1: {"flipped": "4"}}))
    assert reason(poor, "dominate") == ("none_payable", "EFFECTUER UNE ACTION – RETOURNER DES TUILES")


def test_retourner_des_tuiles_an_action_may_be_paid_with_tokens_alone() -> None:
    match = table(position({"b9": "1A", "b10": "*"}, packs={1: {"terrain": "2"}}))
    play(match, "howl")
    play(match, "token", "token")
    assert own(match, 1)["terrain"] == "0"
    assert own(match, 1)["flipped"] == "-"


def test_retourner_des_tuiles_an_action_token_does_not_pay_the_cost() -> None:
    match = table(position({"b8": "1A", "b7": "*"}, packs={1: {"action": "1"}}, frames=BONUS))
    assert "howl" not in asked(match), "one grass tile only"
    assert reason(match, "howl")[0] == "none_payable"
    match = table(position({"b8": "1A", "b7": "*"}, packs={1: {"action": "1", "terrain": "1"}}, frames=BONUS))
    play(match, "howl")
    assert (own(match, 1)["action"], own(match, 1)["terrain"]) == ("0", "0")


def test_retourner_des_tuiles_the_home_tile_pays_once_in_an_action() -> None:
    """Three desert are needed, two tiles show it: the home tile does not pay twice."""
    match = table(position({"b9": "1A", "b13": "2P"}))
    assert "dominate" not in asked(match)
    match = table(position({"b9": "1A", "b10": "*"}, packs={1: {"terrain": "2"}}))
    play(match, "howl", "flip1")
    assert asked(match) == ["flip6", "token"]
    assert reason(match, "flip1") == ("has_paid", "EFFECTUER UNE ACTION – RETOURNER DES TUILES")


def test_retourner_des_tuiles_the_home_tile_can_pay_again_in_the_next_action() -> None:
    match = table(position({"b9": "1A"}))
    play(match, "move", "alpha@b9", "b13", "flip1", "move", "alpha@b13", "b16", "flip1")
    assert spaces(match) == {"b16": "1A"}


def test_retourner_des_tuiles_only_an_open_choice_is_asked() -> None:
    match = table(position({"b9": "1A"}))
    play(match, "move", "alpha@b9", "b8")
    assert own(match, 1)["flipped"] == "5", "one snow tile, no token: it pays"
    match = table(position({"b9": "1A"}, packs={1: {"terrain": "1"}}))
    play(match, "move", "alpha@b9", "b8")
    assert asked(match) == ["flip5", "token"]
    assert reason(match, "flip2")[0] == "wrong_tile"
    play(match, "flip5")
    match = table(position({"b9": "1A"}))
    play(match, "move", "alpha@b9", "b13")
    assert reason(match, "token") == ("no_token", "EFFECTUER UNE ACTION – RETOURNER DES TUILES")


# --- SE DÉPLACER


def test_se_deplacer_only_the_terrain_of_the_last_space_matters() -> None:
    match = table(position({"b13": "1A"}))
    play(match, "move", "alpha@b13", "b11")
    assert spaces(match) == {"b11": "1A"}, "from desert round the water to rock"
    assert own(match, 1)["flipped"] == "3"
    flipped = table(position({"b13": "1A"}, packs={1: {"flipped": "3"}}))
    play(flipped, "move", "alpha@b13")
    assert reason(flipped, "b11") == ("cannot_pay", "EFFECTUER UNE ACTION – RETOURNER DES TUILES")


def test_exemple_se_deplacer() -> None:
    """Grass wolves, speed 3, deployment 2: the alpha to a grass space, the pack wolf to the same or to another."""
    start = {"b8": "2A2P"}
    match = table(position(start, active=2))
    play(match, "move", "alpha@b8", "b4", "flip1")
    assert asked(match) == ["pack@b8", "stop"]
    play(match, "pack@b8")
    assert {"b4", "b1", "b7"} <= set(asked(match))
    assert reason(match, "b9") == ("other_terrain", MOVE)
    play(match, "b1")
    assert spaces(match) == {"b4": "2A", "b1": "2P"}
    together = table(position(start, active=2))
    play(together, "move", "alpha@b8", "b4", "flip1", "pack@b8", "b4")
    assert spaces(together) == {"b4": "2P2A"}


def test_se_deplacer_water_and_canyon_must_be_walked_round() -> None:
    match = table(position({"b11": "1A", "a11": "1A"}))
    play(match, "move", "alpha@a11")
    assert reason(match, "a12") == ("impassable", MOVE)
    assert reason(match, "a13") == ("too_far", MOVE), "two spaces away, but beyond the canyon"
    match = table(position({"b11": "1A"}))
    play(match, "move", "alpha@b11")
    assert reason(match, "b12") == ("impassable", MOVE)
    codec = match.game.codec
    start = codec.read("b11") - codec.read("a1")
    assert walk(match, start, start + 2) == 3, "two spaces through the water, three round it"


def test_se_deplacer_wolves_pass_through_anything_else() -> None:
    blocked = {"b7": "*", "b8": "2L", "b4": "2A2P", "b1": "1A", "b2": "3P3P", "b6": "3D3P"}
    match = table(
        position(blocked, prey={"b": "moose2"}, packs={2: {"lairs": "1"}, 3: {"dens": "1.0.0", "wolves": "1"}})
    )
    play(match, "move", "alpha@b1")
    assert "b9" in asked(match), "over prey, or over full spaces"


def test_se_deplacer_no_wolf_stops_on_a_symbol_before_its_tokens_are_gone() -> None:
    match = table(position({"b8": "1A", "b7": "*"}, prey={"b": "moose1"}))
    play(match, "move", "alpha@b8")
    assert reason(match, "b7") == ("token_there", MOVE)
    assert reason(match, "b5") == ("token_there", MOVE)
    free = table(position({"b8": "1A"}, prey={"b": "moose0"}))
    play(free, "move", "alpha@b8")
    assert {"b7", "b5"} <= set(asked(free))


def test_se_deplacer_at_most_two_pieces_on_a_space() -> None:
    packs = {1: {"dens": "1.0.0", "lairs": "1", "wolves": "2"}}
    match = table(position({"b8": "1A", "b9": "1P1P", "b1": "1D", "b4": "1L", "b2": "1P"}, packs=packs))
    play(match, "move", "alpha@b8")
    assert reason(match, "b9") == ("two_pieces", MOVE)
    assert {"b1", "b4", "b2"} <= set(asked(match)), "an own den, lair or wolf leaves room for one more"


def test_se_deplacer_no_wolf_moves_twice_in_one_action() -> None:
    match = table(position({"b1": "1A", "b4": "1P"}))
    play(match, "move", "alpha@b1", "b4")
    assert asked(match) == ["pack@b4", "stop"]
    assert reason(match, "alpha@b4") == ("has_moved", MOVE)
    assert reason(match, "alpha@b9") == ("not_your_wolf", MOVE)


def test_se_deplacer_of_two_wolves_alike_the_other_may_still_move() -> None:
    match = table(position({"b1": "1P", "b4": "1P"}))
    play(match, "move", "pack@b1", "b4")
    assert asked(match) == ["pack@b4", "stop"]
    play(match, "pack@b4", "b1")
    assert spaces(match) == {"b1": "1P", "b4": "1P"}


def test_se_deplacer_a_wolf_never_stays_where_it_is() -> None:
    match = table(position({"b1": "1A"}))
    play(match, "move", "alpha@b1")
    assert "b1" not in asked(match)


# --- SE DÉPLACER — SUITE


def test_suite_an_alpha_drives_a_pack_wolf_to_the_nearest_space() -> None:
    match = table(position({"b8": "1A", "b9": "2P"}))
    play(match, "move", "alpha@b8", "b9")
    assert sorted(asked(match)) == sorted(["b8", "b5", "b6", "b10", "b13"]), "also where the alpha came from"
    assert reason(match, "b4") == ("not_nearest", MOVE)
    assert reason(match, "b12") == ("impassable", MOVE)
    assert match.asked() == [0], "the mover chooses"
    play(match, "b6")
    assert spaces(match) == {"b9": "1A", "b6": "2P"}


def test_suite_refuges_are_empty_or_hold_one_piece_of_the_same_colour() -> None:
    around = {"b8": "1A", "b9": "2P", "b5": "2P", "b6": "2D", "b10": "*", "b13": "3D", "b4": "1P"}
    packs = {2: {"dens": "1.0.0"}, 3: {"dens": "1.0.0"}, 1: {"wolves": "1"}}
    match = table(position(around, packs=packs))
    play(match, "move", "alpha@b8", "b9")
    assert sorted(asked(match)) == ["b5", "b6", "b8"]
    assert reason(match, "b10") == ("no_refuge", MOVE)
    assert reason(match, "b13") == ("no_refuge", MOVE), "another pack's den is no refuge"


def test_suite_a_single_nearest_refuge_is_taken_without_asking() -> None:
    around = {"b8": "1A", "b9": "2P", "b4": "1P", "b6": "3P3P", "b10": "*", "b13": "3D3P", "b7": "*"}
    packs = {3: {"dens": "1.0.0", "wolves": "1"}, 1: {}}
    match = table(position(around, prey={"b": "moose2"}, packs=packs))
    play(match, "move", "alpha@b8", "b9")
    assert spaces(match)["b8"] == "2P"
    assert asked(match)[-1] == "stop"


def test_suite_a_refuge_is_sought_by_walking_round_the_water() -> None:
    """All six neighbours are taken: the spaces at walking distance two, not those across the water."""
    ring = {"b11": "2P", "b8": "3P3P", "b15": "3D3P", "b7": "*", "b14": "3A3A"}
    packs = {3: {"dens": "1.0.0", "wolves": "3"}}
    match = table(position({**ring, "b4": "1A", "f16": "2A"}, packs=packs))
    play(match, "move", "alpha@b4", "b11")
    assert "b13" not in asked(match)
    assert "b9" not in spaces(match)


def test_suite_a_wolf_driven_away_can_be_driven_again_in_the_same_move() -> None:
    match = table(position({"b8": "1A", "b4": "1A", "b9": "2P"}))
    play(match, "move", "alpha@b8", "b9", "b5")
    play(match, "alpha@b4", "b5")
    assert match.asked() == [0]
    play(match, "b4")
    assert spaces(match) == {"b9": "1A", "b5": "1A", "b4": "2P"}


@pytest.mark.parametrize(
    ("mover", "there", "goes"),
    [
        ("alpha", "2P", True),
        ("alpha", "2D", True),
        ("alpha", "2A", False),
        ("alpha", "2L", False),
        ("pack", "2P", False),
        ("pack", "2A", False),
        ("pack", "2D", True),
        ("pack", "2L", False),
    ],
)
def test_suite_who_may_stop_where_one_piece_of_another_pack_stands(mover: str, there: str, goes: bool) -> None:
    match = table(position({"b8": "1A1P", "b9": there}, packs={2: {"dens": "1.0.0", "lairs": "1"}}))
    play(match, "move", f"{mover}@b8")
    if goes:
        play(match, "b9")
    else:
        assert reason(match, "b9") == ("rank", MOVE)


def test_suite_a_den_under_an_enemy_wolf_is_not_moved() -> None:
    match = table(position({"b8": "1P", "b9": "2D"}, packs={2: {"dens": "1.0.0"}}))
    play(match, "move", "pack@b8", "b9")
    assert spaces(match) == {"b9": "1P2D"}


def test_suite_two_pieces_protect_a_pack_wolf_from_an_alpha() -> None:
    match = table(position({"b8": "1A", "b9": "2P2D"}, packs={2: {"dens": "1.0.0"}}))
    play(match, "move", "alpha@b8")
    assert reason(match, "b9") == ("two_pieces", MOVE)


# --- CONSTRUIRE DES TANIÈRES


def test_construire_des_tanieres_on_or_beside_an_own_alpha() -> None:
    match = table(position({"b14": "1A", "b1": "1P"}, packs={1: {"flipped": "2"}}))
    play(match, "den")
    assert {"b14", "b11", "b15"} <= set(asked(match))
    assert reason(match, "b8") == ("no_alpha_near", DEN), "two spaces away"
    assert reason(match, "b2") == ("no_alpha_near", DEN), "beside a pack wolf only"
    play(match, "b11", "from:speed")
    assert spaces(match)["b11"] == "1D"
    assert own(match, 1)["dens"] == "0.1.0"
    assert "dated" not in told(match), "building covers no date"


def test_exemple_construire_des_tanieres() -> None:
    """Rock wolves pay two desert tiles; the den comes from the speed track: speed 4."""
    match = table(position({"b9": "3A"}, active=3, packs={3: {"flipped": "5"}}))
    play(match, "den", "b13", "from:speed")
    pack = match.game.show(state(match), 2)["packs"][2]
    assert pack["tracks"][1]["value"] == 4
    assert own(match, 3)["flipped"] == "6", "tiles 5 and 6 showed desert"


def test_construire_des_tanieres_the_space_must_be_empty_or_hold_one_own_wolf() -> None:
    packs = {1: {"flipped": "2", "dens": "1.0.0", "wolves": "3"}, 2: {"dens": "1.0.0", "lairs": "1"}}
    for there in ("2P", "2A", "2D", "2L", "1D", "1A1P", "1P1P", "1P2D"):
        match = table(position({"b14": "1A", "b11": there}, packs=packs))
        play(match, "den")
        assert reason(match, "b11") == ("not_free", DEN), there
    for there in ("1P", "1A"):
        match = table(position({"b14": "1A", "b11": there}, packs=packs))
        play(match, "den", "b11", "from:howl")
        assert "1D" in spaces(match)["b11"]


def test_construire_des_tanieres_not_on_a_token() -> None:
    match = table(position({"b8": "1A", "b7": "*"}, prey={"b": "hare2"}, packs={1: {"flipped": "3", "terrain": "1"}}))
    play(match, "den")
    assert reason(match, "b7") == ("token_there", DEN)
    assert reason(match, "b5") == ("token_there", DEN)


def test_construire_des_tanieres_an_empty_track_gives_no_den() -> None:
    match = table(position({"b14": "1A"}, packs={1: {"flipped": "2", "dens": "4.3.4"}}))
    play(match, "den", "b11")
    assert own(match, 1)["dens"] == "4.4.4", "one track left: not asked"
    assert reason(match, "den") == ("no_den_left", DEN)
    match = table(position({"b14": "1A"}, packs={1: {"flipped": "2", "dens": "4.3.3"}}))
    play(match, "den", "b11")
    assert reason(match, "from:deployment") == ("track_empty", DEN)


def test_construire_des_tanieres_tokens_of_both_sides_of_the_board() -> None:
    many = contents()["side_many"]["bonus"]
    assert many["deployment"] == ["none", "none", "action", "none", "terrain"]
    assert many["speed"] == many["howl"] == ["none", "none", "terrain", "none", "action"]
    two = contents()["side_two"]["bonus"]
    assert two["deployment"] == two["speed"] == two["howl"] == ["none", "none", "action", "none", "terrain"]


# --- TRANSFORMER UNE TANIÈRE EN ANTRE


def test_transformer_une_taniere_en_antre() -> None:
    match = table(position({"b14": "1A", "b11": "1D"}, packs={1: {"flipped": "2", "dens": "1.0.0"}}, calendar="*"))
    play(match, "lair")
    assert spaces(match) == {"b14": "1A", "b11": "1L"}
    assert lines(match)["calendar"] == ["*,1D"], "the den covers the first free date"
    assert (own(match, 1)["lairs"], own(match, 1)["terrain"]) == ("1", "1")
    assert match.score()[0][0] == 5
    pack = find("clan").show(match.view(0).state, 0)["packs"][0]
    assert (pack["dens"], pack["lairs"]) == (0, 1), "dens that lie on the map, not all that were ever taken"


def test_transformer_only_beside_water_and_beside_an_alpha() -> None:
    packs = {1: {"flipped": "2", "dens": "3.0.0"}}
    dry = table(position({"b14": "1A1D"}, packs=packs))
    assert reason(dry, "lair")[0] == "no_shore_den"
    far = table(position({"b8": "1P", "b11": "1D", "b1": "1A"}, packs=packs))
    assert "lair" not in asked(far)
    match = table(position({"b14": "1A1D", "b11": "1D", "b15": "1D"}, packs=packs))
    play(match, "lair")
    assert sorted(asked(match)) == ["b11", "b15"]
    assert reason(match, "b14") == ("no_water", LAIR)
    assert reason(match, "b13") == ("no_den_there", LAIR)


def test_transformer_one_lair_of_a_colour_in_a_region() -> None:
    packs = {1: {"flipped": "2", "dens": "1.0.0", "lairs": "1"}, 2: {"lairs": "1"}}
    match = table(position({"b14": "1A", "b11": "1D", "b9": "1L"}, packs=packs))
    assert "lair" not in asked(match)
    match = table(position({"b14": "1A", "b11": "1D", "b9": "2L"}, packs=packs))
    assert "lair" in asked(match), "another pack's lair does not matter"
    match = table(position({"b14": "1A", "b11": "1D", "c9": "1L"}, packs=packs))
    assert "lair" in asked(match), "nor does one's own in another region"


def test_transformer_the_second_lair_is_refused_by_name() -> None:
    packs = {1: {"flipped": "2", "dens": "3.0.0", "lairs": "1", "terrain": "2"}}
    far = {"e11": "1D", "e15": "1D", "e14": "1A"}
    match = table(position({"b14": "1A", "b11": "1D", "b9": "1L", **far}, packs=packs))
    play(match, "lair")
    assert reason(match, "b11") == ("second_lair", LAIR)


def test_transformer_drives_an_enemy_wolf_away() -> None:
    for wolf in ("2P", "2A"):
        match = table(position({"b14": "1A", "b11": f"1D{wolf}"}, packs={1: {"flipped": "2", "dens": "1.0.0"}}))
        play(match, "lair")
        assert own(match, 1)["terrain"] == "1", "the bonus comes first"
        assert {"b7", "b8", "b15"} <= set(asked(match))
        assert "b14" not in asked(match), "another pack's wolf stands there"
        play(match, "b15")
        assert spaces(match) == {"b14": "1A", "b11": "1L", "b15": wolf}


def test_transformer_an_own_wolf_stays() -> None:
    match = table(position({"b11": "1A1D"}, packs={1: {"flipped": "2", "dens": "1.0.0"}}))
    play(match, "lair")
    assert spaces(match) == {"b11": "1A1L"}


def test_transformer_points_of_the_four_lairs() -> None:
    assert contents()["side_many"]["lair_points"] == contents()["side_two"]["lair_points"] == [0, 5, 10, 15, 20]
    match = table(position({"b14": "1A", "b11": "1D"}, packs={1: {"flipped": "2", "dens": "1.0.0", "lairs": "4"}}))
    assert reason(match, "lair") == ("no_lair_left", LAIR)
