"""Le Clan des Loups, heading by heading: tiles, moves, dens, lairs."""

from collections import Counter

import pytest
from helpers.clan_table import (
    BONUS,
    event_names,
    legal,
    lines,
    own,
    play,
    position,
    reason,
    spaces,
    state,
    table,
    walk,
)

from meute.core.errors import BadInput
from meute.games import find
from meute.games.clan.box import contents

MOVE = "SE DÉPLACER"
DEN = "CONSTRUIRE DES TANIÈRES"
LAIR = "TRANSFORMER UNE TANIÈRE EN ANTRE"


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
    assert legal(match)[0] == "from:deployment"
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
    assert "howl" not in legal(match), "one grass tile only"
    assert reason(match, "howl")[0] == "none_payable"
    match = table(position({"b8": "1A", "b7": "*"}, packs={1: {"action": "1", "terrain": "1"}}, frames=BONUS))
    play(match, "howl")
    assert (own(match, 1)["action"], own(match, 1)["terrain"]) == ("0", "0")


def test_retourner_des_tuiles_the_home_tile_pays_once_in_an_action() -> None:
    """Three desert are needed, two tiles show it: the home tile does not pay twice."""
    match = table(position({"b9": "1A", "b13": "2P"}))
    assert "dominate" not in legal(match)
    match = table(position({"b9": "1A", "b10": "*"}, packs={1: {"terrain": "2"}}))
    play(match, "howl", "flip1")
    assert legal(match) == ["flip6", "token"]
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
    assert legal(match) == ["flip5", "token"]
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
    assert legal(match) == ["pack@b8", "stop"]
    play(match, "pack@b8")
    assert {"b4", "b1", "b7"} <= set(legal(match))
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
    assert "b9" in legal(match), "over prey, or over full spaces"


def test_se_deplacer_no_wolf_stops_on_a_symbol_before_its_tokens_are_gone() -> None:
    match = table(position({"b8": "1A", "b7": "*"}, prey={"b": "moose1"}))
    play(match, "move", "alpha@b8")
    assert reason(match, "b7") == ("token_there", MOVE)
    assert reason(match, "b5") == ("token_there", MOVE)
    free = table(position({"b8": "1A"}, prey={"b": "moose0"}))
    play(free, "move", "alpha@b8")
    assert {"b7", "b5"} <= set(legal(free))


def test_se_deplacer_at_most_two_pieces_on_a_space() -> None:
    packs = {1: {"dens": "1.0.0", "lairs": "1", "wolves": "2"}}
    match = table(position({"b8": "1A", "b9": "1P1P", "b1": "1D", "b4": "1L", "b2": "1P"}, packs=packs))
    play(match, "move", "alpha@b8")
    assert reason(match, "b9") == ("two_pieces", MOVE)
    assert {"b1", "b4", "b2"} <= set(legal(match)), "an own den, lair or wolf leaves room for one more"


def test_se_deplacer_no_wolf_moves_twice_in_one_action() -> None:
    match = table(position({"b1": "1A", "b4": "1P"}))
    play(match, "move", "alpha@b1", "b4")
    assert legal(match) == ["pack@b4", "stop"]
    assert reason(match, "alpha@b4") == ("has_moved", MOVE)
    assert reason(match, "alpha@b9") == ("not_your_wolf", MOVE)


def test_se_deplacer_of_two_wolves_alike_the_other_may_still_move() -> None:
    match = table(position({"b1": "1P", "b4": "1P"}))
    play(match, "move", "pack@b1", "b4")
    assert legal(match) == ["pack@b4", "stop"]
    play(match, "pack@b4", "b1")
    assert spaces(match) == {"b1": "1P", "b4": "1P"}


def test_se_deplacer_a_wolf_never_stays_where_it_is() -> None:
    match = table(position({"b1": "1A"}))
    play(match, "move", "alpha@b1")
    assert "b1" not in legal(match)
    assert {"b2", "b5", "b6"} <= set(legal(match))


# --- SE DÉPLACER — SUITE


def test_suite_an_alpha_drives_a_pack_wolf_to_the_nearest_space() -> None:
    match = table(position({"b8": "1A", "b9": "2P"}))
    play(match, "move", "alpha@b8", "b9")
    assert sorted(legal(match)) == sorted(["b8", "b5", "b6", "b10", "b13"]), "also where the alpha came from"
    assert reason(match, "b4") == ("not_nearest", MOVE)
    assert reason(match, "b12") == ("impassable", MOVE)
    assert match.seats_to_act() == [0], "the mover chooses"
    play(match, "b6")
    assert spaces(match) == {"b9": "1A", "b6": "2P"}


def test_suite_refuges_are_empty_or_hold_one_piece_of_the_same_colour() -> None:
    around = {"b8": "1A", "b9": "2P", "b5": "2P", "b6": "2D", "b10": "*", "b13": "3D", "b4": "1P"}
    packs = {2: {"dens": "1.0.0"}, 3: {"dens": "1.0.0"}, 1: {"wolves": "1"}}
    match = table(position(around, packs=packs))
    play(match, "move", "alpha@b8", "b9")
    assert sorted(legal(match)) == ["b5", "b6", "b8"]
    assert reason(match, "b10") == ("no_refuge", MOVE)
    assert reason(match, "b13") == ("no_refuge", MOVE), "another pack's den is no refuge"


def test_suite_a_single_nearest_refuge_is_taken_without_asking() -> None:
    around = {"b8": "1A", "b9": "2P", "b4": "1P", "b6": "3P3P", "b10": "*", "b13": "3D3P", "b7": "*"}
    packs = {3: {"dens": "1.0.0", "wolves": "1"}, 1: {}}
    match = table(position(around, prey={"b": "moose2"}, packs=packs))
    play(match, "move", "alpha@b8", "b9")
    assert spaces(match)["b8"] == "2P"
    assert legal(match)[-1] == "stop"


def test_suite_a_refuge_is_sought_by_walking_round_the_water() -> None:
    """All six neighbours are taken: the spaces at walking distance two, not those across the water."""
    ring = {"b11": "2P", "b8": "3P3P", "b15": "3D3P", "b7": "*", "b14": "3A3A"}
    packs = {3: {"dens": "1.0.0", "wolves": "3"}}
    match = table(position({**ring, "b4": "1A", "f16": "2A"}, packs=packs))
    play(match, "move", "alpha@b4", "b11")
    assert sorted(legal(match)) == ["b16", "b4", "b5", "b9"]


def test_suite_a_wolf_driven_away_can_be_driven_again_in_the_same_move() -> None:
    match = table(position({"b8": "1A", "b4": "1A", "b9": "2P"}))
    play(match, "move", "alpha@b8", "b9", "b5")
    play(match, "alpha@b4", "b5")
    assert match.seats_to_act() == [0]
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
    assert {"b14", "b11", "b15"} <= set(legal(match))
    assert reason(match, "b8") == ("no_alpha_near", DEN), "two spaces away"
    assert reason(match, "b2") == ("no_alpha_near", DEN), "beside a pack wolf only"
    play(match, "b11", "from:speed")
    assert spaces(match)["b11"] == "1D"
    assert own(match, 1)["dens"] == "0.1.0"
    assert "dated" not in event_names(match), "building covers no date"


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
    lairs = match.game.why_place(match.view(0).state, 0, "track.lairs")
    assert (lairs.key, lairs.heading) == ("clan.why.no_den_track", DEN), "that track never had a den"


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
    assert "lair" not in legal(far)
    match = table(position({"b14": "1A1D", "b11": "1D", "b15": "1D"}, packs=packs))
    play(match, "lair")
    assert sorted(legal(match)) == ["b11", "b15"]
    assert reason(match, "b14") == ("no_water", LAIR)
    assert reason(match, "b13") == ("no_den_there", LAIR)


def test_transformer_one_lair_of_a_colour_in_a_region() -> None:
    packs = {1: {"flipped": "2", "dens": "1.0.0", "lairs": "1"}, 2: {"lairs": "1"}}
    match = table(position({"b14": "1A", "b11": "1D", "b9": "1L"}, packs=packs))
    assert "lair" not in legal(match)
    match = table(position({"b14": "1A", "b11": "1D", "b9": "2L"}, packs=packs))
    assert "lair" in legal(match), "another pack's lair does not matter"
    match = table(position({"b14": "1A", "b11": "1D", "c9": "1L"}, packs=packs))
    assert "lair" in legal(match), "nor does one's own in another region"


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
        assert {"b7", "b8", "b15"} <= set(legal(match))
        assert "b14" not in legal(match), "another pack's wolf stands there"
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


def test_while_a_move_is_paid_for_the_wolf_and_its_goal_are_shown() -> None:
    match = table(position({"b8": "1A", "b9": "2A"}))
    play(match, "move", "alpha@b8", "b10")
    assert legal(match) == ["flip1", "flip6"]
    now = match.game.show(state(match), 0)["now"]
    assert (now["wolf"], now["space"]) == ("alpha.b8", "space.b10")
    play(match, "flip1")
    now = match.game.show(state(match), 0)["now"]
    assert (now["wolf"], now["space"]) == ("", "")


@pytest.mark.parametrize(("start", "is_valid"), [(17, True), (18, False), (25, False), (-1, False)])
def test_se_deplacer_a_position_names_the_wolf_that_moves(start: int, is_valid: bool) -> None:
    """Space 17 is b1, where the pack wolf stands; the alpha of b2 is of another kind, b9 is empty."""
    frames = f"Move(step=where_to,kind=2,start={start},to=-1,terrain=-1,moved=-1:-1:-1:-1) Turn(step=hunt,done=0)"
    text = position({"b1": "1P", "b2": "1A"}, frames=f"{frames} Rounds(step=after_turn)")
    if is_valid:
        assert legal(table(text))
        return
    with pytest.raises(BadInput) as wrong:
        table(text)
    assert wrong.value.where == "Move.start"
