"""Terres de Loups, heading by heading. A leads unless said otherwise; letters are those of the notation."""

import tomllib
from pathlib import Path

import pytest
from helpers.terres_table import events_of, finished, grounds_of, points, position, reason, state, table

from meute.core.chance import Generator, ScriptedChance
from meute.games.terres.names import CLAW_NAMES, COLOUR_LETTERS, COLOUR_NAMES, GROUND_LETTERS
from meute.games.terres.rules.trick import beats
from meute.games.terres.scoring import CLAW, conqueror, force
from meute.games.terres.state import (
    CLAWS,
    FACE_DOWN,
    FACES,
    GROUNDS,
    LOWEST_VALUE,
    MOST_PLACES,
    MOST_SLOTS,
    VALUES,
    Terres,
    token_on,
    total_wolves,
)
from meute.match import Match
from meute.text import event_data

FIGURES = tomllib.loads((Path(__file__).parent / "terres_figures.toml").read_text(encoding="utf-8"))
NO_TRUMP = -1
GREEN = COLOUR_NAMES.index("vert")
ORANGE = COLOUR_NAMES.index("orange")


def card(text: str) -> int:
    return COLOUR_LETTERS.index(text[0]) * VALUES + int(text[1]) - LOWEST_VALUE


# --- MISE EN PLACE


@pytest.mark.parametrize(("board", "face_down", "unplaced"), [("basic", 10, 3), ("advanced", 12, 1)])
def test_mise_en_place(board: str, face_down: int, unplaced: int) -> None:
    s = state(Match("terres", options={"board": board}, seed=5))
    assert [bin(hand).count("1") for hand in s.hands] == [13, 13]
    assert s.hands[0] & s.hands[1] == 0
    assert list(s.centre).count(FACE_DOWN) == face_down
    assert sum(claw in range(CLAWS) for claw in s.centre) == 5
    assert sum(s.unseen) == face_down + unplaced
    assert sorted(token_on(s, ground) // FACES for ground in range(GROUNDS)) == [0, 1, 2, 3, 4]
    assert s.full_moon == s.red_moon == -1


def test_mise_en_place_either_pack_may_begin() -> None:
    assert {Match("terres", seed=seed).seats_to_act()[0] for seed in range(20)} == {0, 1}
    assert {Match("terres", options={"leader": "second"}, seed=seed).seats_to_act()[0] for seed in range(5)} == {1}


def test_mise_en_place_a_token_may_lie_on_either_face() -> None:
    assert {token_on(state(Match("terres", seed=seed)), 0) for seed in range(80)} == set(range(10))


# --- ANATOMIE


def test_anatomie_d_une_carte_loup_five_colours_of_six_values() -> None:
    deals = [text for text in Match("terres").game.codec.texts if len(text) == 2 and text[0] in COLOUR_LETTERS]
    assert sorted(deals) == sorted(f"{colour}{value}" for colour in COLOUR_LETTERS for value in range(2, 8))


# --- JOUER UN PLI


def test_jouer_un_pli_any_card_before_any_territory() -> None:
    match = table(position(a="r6,n2", b="r4,r2"))
    assert set(match.legal_texts(0)) == {f"{c}-{g}" for c in ("r6", "n2") for g in GROUND_LETTERS}


def test_jouer_un_pli_the_asked_colour_must_be_followed() -> None:
    match = table(position(a="r6,n2", b="r4,r2,v5"))
    match.play(0, "r6-V")
    assert set(match.legal_texts(1)) == {f"{c}-{g}" for c in ("r4", "r2") for g in GROUND_LETTERS}
    assert reason(match, 1, "v5-N") == ("terres.why.must_follow", "JOUER UN PLI")
    match.play(1, "r4-N")
    assert state(match).leader == 0, "6 > 4: Geoffroy wins"
    assert grounds_of(match)["V"][2] == "r6|-"
    assert grounds_of(match)["N"][2] == "-|r4*"


def test_jouer_un_pli_without_the_colour_any_card_goes() -> None:
    match = table(position(a="v6,n2", b="r4,o3"))
    match.play(0, "v6-V")
    assert set(match.legal_texts(1)) == {f"{c}-{g}" for c in ("r4", "o3") for g in GROUND_LETTERS}


def test_jouer_un_pli_a_sixth_card_fills_a_territory_for_both() -> None:
    five = {"N": "??? n2,n3|n4*,n5*,n6*"}
    match = table(position(five, a="r6,r5", b="r4,r3"))
    assert "r6-N" in match.legal_texts(0)
    match.play(0, "r6-N")
    assert "r4-N" not in match.legal_texts(1)
    assert reason(match, 1, "r4-N") == ("terres.why.full", "JOUER UN PLI")
    match.play(1, "r4-V")
    match.play(1, match.legal_texts(1)[0])
    while match.seats_to_act() != [0]:
        match.play(1, match.legal_texts(1)[0])
    assert reason(match, 0, "r5-N") == ("terres.why.full", "JOUER UN PLI")


def test_jouer_un_pli_a_card_not_in_hand_is_refused() -> None:
    match = table(position(a="r6", b="r4"))
    assert reason(match, 0, "r4-N")[0] == "why.not_in_hand"
    assert reason(match, 1, "r4-N")[0] == "why.not_your_turn"


# --- Les cartes de valeurs 2 et 3


@pytest.mark.parametrize(
    ("led", "followed", "winner_follows"),
    [
        ("b7", "b2", True),
        ("b2", "b7", False),
        ("b6", "b2", False),
        ("b2", "b3", True),
        ("b7", "v2", False),
        ("b3", "b6", True),
        ("b6", "b3", False),
    ],
)
def test_cartes_2_et_3_the_two_beats_the_seven_of_its_colour(led: str, followed: str, winner_follows: bool) -> None:
    assert beats(card(followed), card(led), NO_TRUMP) is winner_follows


def test_cartes_2_et_3_also_among_trumps() -> None:
    assert beats(card("v2"), card("v7"), GREEN)
    assert not beats(card("v7"), card("v2"), GREEN)


def test_cartes_2_et_3_the_leader_of_a_three_turns_a_claw_before_the_other_plays() -> None:
    match = table(position(a="r3,n2", b="r4,r2"))
    match.play(0, "r3-V")
    assert match.seats_to_act() == [0]
    assert match.legal_texts(0) == ["?1", "?2", "?3"]
    assert reason(match, 0, "+1")[0] == "why.other_question"
    match.play(0, "?2")
    claws = grounds_of(match)["V"][1]
    assert claws[0] == claws[2] == "?"
    assert claws[1] not in "?."
    assert match.seats_to_act() == [1]


def test_cartes_2_et_3_the_follower_turns_one_before_the_trick_is_resolved() -> None:
    match = table(position({"V": "?f. -|-"}, a="r6,n2", b="r3,r2"))
    match.play(0, "r6-N")
    match.play(1, "r3-V")
    assert "?" not in grounds_of(match)["V"][1], "the only hidden one is turned without asking"
    assert match.seats_to_act() == [1]
    assert match.legal_texts(1) == ["+1", "+2"], "the loser may take either, also not the one just revealed"


def test_cartes_2_et_3_no_hidden_claw_no_effect() -> None:
    match = table(position({"V": ".fs -|-"}, a="r3,n2", b="r4,r2"))
    match.play(0, "r3-V")
    assert match.seats_to_act() == [1]


def test_cartes_2_et_3_a_place_without_a_hidden_claw_is_refused() -> None:
    match = table(position({"V": "??f -|-"}, a="r3,n2", b="r4,r2"))
    match.play(0, "r3-V")
    assert reason(match, 0, "?3") == ("terres.why.not_face_down", "JOUER UN PLI")


# --- RÉSOLUTION DU PLI


def test_resolution_du_pli_example_of_the_green_two() -> None:
    text = position({"O": "??f -|-"}, a="v2,n2", b="o3,r2")
    match = table(text)
    match.play(0, "v2-O")
    match.play(1, "o3-O")
    match.play(1, "?1")
    assert state(match).leader == 0, "only Geoffroy played the asked colour"
    assert grounds_of(match)["O"][2] == "v2|o3*"
    assert force(state(match), 1, ORANGE) == 1
    match.play(1, "+2")
    match.play(1, ">1")
    assert grounds_of(match)["B"][0][0] not in ".?", "the hidden claw lies open at the Cavernes obscures"
    assert match.seats_to_act() == [0]


def test_resolution_du_pli_the_claw_goes_into_any_empty_slot_of_the_own_side() -> None:
    match = table(position({"O": "..f -|-"}, a="v7,n2", b="v3,r2", slots_b="s........."))
    match.play(0, "v7-O")
    match.play(1, "v3-O")
    assert match.legal_texts(1) == [f">{n}" for n in range(2, 11)]
    assert reason(match, 1, ">1") == ("terres.why.slot_taken", "RÉSOLUTION DU PLI")
    assert reason(match, 1, ">11")[0] == "terres.why.slot_taken"
    match.play(1, ">2")
    assert grounds_of(match)["B"][0] == "sf........"
    assert grounds_of(match)["A"][0] == ".........."


def test_resolution_du_pli_the_winner_leads_next() -> None:
    match = table(position({"V": "... -|-"}, a="v3,n2", b="v7,r2"))
    match.play(0, "v3-V")
    match.play(1, "v7-N")
    assert match.seats_to_act() == [1]
    assert state(match).trick == 1


def test_resolution_du_pli_no_claw_left_nothing_to_take() -> None:
    match = table(position({"V": "... -|-"}, a="v3,n2", b="v7,r2"))
    match.play(0, "v3-V")
    match.play(1, "v7-N")
    assert grounds_of(match)["A"][0] == ".........."
    assert match.seats_to_act() == [1]


def test_resolution_du_pli_taking_is_not_optional_and_names_a_claw() -> None:
    match = table(position({"V": "?.f -|-"}, a="v3,n2", b="v7,r2"))
    match.play(0, "v3-V")
    match.play(1, "v7-N")
    assert match.legal_texts(0) == ["+1", "+3"]
    assert reason(match, 0, "+2") == ("terres.why.no_claw", "RÉSOLUTION DU PLI")


FULL_SIDE = "wwffllttpp"


@pytest.mark.parametrize(("full_side", "taken"), [("remove", True), ("leave", False)])
def test_resolution_du_pli_no_empty_slot(full_side: str, taken: bool) -> None:
    text = position({"V": "..s -|-"}, centre="...", a="v3,n2", b="v7,r2", slots_a=FULL_SIDE)
    match = table(text, full_side=full_side)
    match.play(0, "v3-V")
    match.play(1, "v7-N")
    assert match.seats_to_act() == [1]
    assert grounds_of(match)["A"][0] == FULL_SIDE
    assert grounds_of(match)["V"][1] == ("..." if taken else "..s")
    assert (grounds_of(match)["table"][2] == "V") is taken, "a claw that is taken can empty a territory"


# --- ATOUTS


def test_atouts_none_at_first() -> None:
    assert not beats(card("o7"), card("v2"), NO_TRUMP)
    assert beats(card("o2"), card("o7"), NO_TRUMP)


def test_atouts_example_of_both_moons() -> None:
    text = position({"O": "... -|-", "V": "..f -|-"}, a="v7,r2,n2", b="o5,r7,b2", moons=("O", "-"))
    match = table(text)
    match.play(0, "v7-V")
    match.play(1, "o5-R")
    assert state(match).leader == 1, "orange is trump"
    assert grounds_of(match)["R"][2] == "-|o5"
    match.play(0, ">1")
    assert grounds_of(match)["table"][2:4] == ["O", "V"], "the full moon stays"
    match.play(1, "r7-N")
    match.play(0, "r2-B")
    assert state(match).leader == 0, "same colour: the 2 beats the 7"
    assert not beats(card("o7"), card("r2"), GREEN), "orange works normally again"
    assert beats(card("v3"), card("r7"), GREEN)


def test_atouts_count_from_the_next_trick() -> None:
    text = position({"O": "..f -|-"}, a="o3,n2", b="o7,r7")
    match = table(text)
    match.play(0, "o3-O")
    match.play(1, "o7-N")
    match.play(0, ">1")
    assert grounds_of(match)["table"][2:4] == ["O", "-"]
    text = position({"O": "..f -|-"}, a="v4,n2", b="o2,r7", voids=("-", "v"))
    match = table(text)
    match.play(0, "v4-V")
    match.play(1, "o2-O")
    assert state(match).leader == 0, "orange is not trump in the trick that empties its territory"


def test_atouts_a_third_empty_territory_changes_nothing() -> None:
    text = position({"O": "... -|-", "V": "... -|-", "R": "..f -|-"}, a="r3,n2", b="r7,b2", moons=("O", "V"))
    match = table(text)
    match.play(0, "r3-R")
    match.play(1, "r7-N")
    match.play(0, ">1")
    assert grounds_of(match)["table"][2:4] == ["O", "V"]


def test_atouts_only_without_the_asked_colour() -> None:
    match = table(position({"O": "... -|-"}, a="v7,n2", b="v3,o5", moons=("O", "-")))
    match.play(0, "v7-N")
    assert reason(match, 1, "o5-N")[0] == "terres.why.must_follow"


def test_atouts_playing_one_is_never_compulsory() -> None:
    match = table(position({"O": "... -|-"}, a="v7,n2", b="r3,o5", moons=("O", "-")))
    match.play(0, "v7-N")
    assert "r3-N" in match.legal_texts(1)


def test_atouts_trump_led_the_higher_one_wins() -> None:
    assert beats(card("o6"), card("o5"), ORANGE)
    assert not beats(card("o4"), card("o5"), ORANGE)


@pytest.mark.parametrize(
    ("led", "followed", "winner", "why"),
    [
        ("b6", "b4", 0, "higher"),
        ("b4", "b6", 1, "higher"),
        ("b7", "b2", 1, "lowest"),
        ("b2", "b7", 0, "lowest"),
        ("b4", "r6", 0, "led"),
        ("o4", "r6", 0, "led"),
        ("b6", "o4", 1, "trump"),
    ],
)
def test_remporter_le_pli_says_why_the_card_wins(led: str, followed: str, winner: int, why: str) -> None:
    match = table(position({"O": "... -|-"}, a=f"{led},n2", b=f"{followed},n3", moons=("O", "-")))
    match.play(0, f"{led}-N")
    match.play(1, f"{followed}-N")
    event = match.events[events_of(match).index("wins")]
    best, lost = (led, followed) if winner == 0 else (followed, led)
    assert (event.seat, event_data(match.game, event, False)) == (winner, {"card": best, "lost": lost, "reason": why})


# --- FIN DE PARTIE ET DÉCOMPTE DES POINTS


def test_fin_de_partie_after_the_thirteenth_trick() -> None:
    match = finished(grounds={"N": "... n7|n2*"})
    result = match.result()
    assert result is not None
    assert result.reason == "played_out"
    assert points(match) == [2, 0]


def test_fin_de_partie_a_territory_can_be_won_without_a_wolf() -> None:
    assert points(finished(slots_a="f.........")) == [2, 0]


def test_fin_de_partie_in_a_tie_nobody_takes_token_or_moon() -> None:
    grounds = {"N": "... n5|r5"}
    assert points(finished(grounds=grounds, moons=("N", "-"))) == [0, 0]
    assert conqueror(state(finished(grounds=grounds)), 0) == -1


def test_fin_de_partie_claws_per_wolf_score_in_a_tie_too() -> None:
    assert points(finished(grounds={"N": "... n5|r5"}, slots_a="p.........")) == [1, 0]


def test_fin_de_partie_moons_go_with_their_territories() -> None:
    match = finished(grounds={"N": "... n5|-", "O": "... -|o5"}, moons=("N", "O"))
    assert points(match) == [2 + 5, 3 + 3]
    rules = {(row.seat, match.game.rules[row.rule]) for row in match.score()[1]}
    assert rules == {(0, "token"), (0, "full_moon"), (1, "token"), (1, "red_moon")}


@pytest.mark.parametrize(
    ("lone_a", "lone_b", "places"),
    [("r2*,r3*,r4*", "v2*", (1, 2)), ("r2*", "v2*,v3*", (2, 1)), ("r2*,r3*", "v2*,v3*", (1, 1))],
)
def test_fin_de_partie_tie_goes_to_more_lone_wolves(lone_a: str, lone_b: str, places: tuple[int, int]) -> None:
    tokens = {"N": "2/6", "O": "3/7", "B": "5/9"}
    grounds = {"N": f"... -|n7,{lone_b}", "O": "... -|o7", "B": f"... b7,{lone_a}|-"}
    result = finished(grounds=grounds, tokens=tokens).result()
    assert result is not None
    assert result.points == (5, 5)
    assert result.places == places


def test_fin_de_partie_lone_wolves_out_of_the_box_count_in_the_tie() -> None:
    grounds = {"N": "... -|n7", "O": "... -|o7", "B": "... b7,+1|-"}
    result = finished(grounds=grounds).result()
    assert result is not None
    assert result.places == (1, 2)


def test_fin_de_partie_the_scoring_figure() -> None:
    match = play_golden_game()
    s, example = state(match), FIGURES["example"]
    assert [force(s, 0, ground) for ground in range(5)] == example["forces_top"]
    assert [force(s, 1, ground) for ground in range(5)] == example["forces_bottom"]
    winners = {"top": 0, "bottom": 1, "tie": -1}
    assert [conqueror(s, ground) for ground in range(5)] == [winners[name] for name in example["winner"]]
    result = match.result()
    assert result is not None
    assert result.points == (example["total_top"], example["total_bottom"])
    assert result.places == (2, 1)
    top = [row for row in match.score()[1] if row.seat == 0]
    claws = [sum(row.amount for row in top if row.where == ground and row.rule == CLAW) for ground in range(5)]
    assert claws == example["top_points"]["claws"]
    assert (s.full_moon, s.red_moon) == (example["moon_full"] - 1, example["moon_red"] - 1)


def play_golden_game() -> Match:
    """The whole game of terres_figures.toml, trick by trick."""
    golden = FIGURES["golden_game"]
    sides = {"top": 0, "bottom": 1}
    faces = [(2, 6), (3, 7), (4, 8), (5, 9), (6, 10)]

    def name(text: str) -> str:
        colour, value = text.split()
        return COLOUR_LETTERS[COLOUR_NAMES.index(colour)] + value

    tokens = [next((n, pair.index(shown)) for n, pair in enumerate(faces) if shown in pair and hidden in pair)
              for shown, hidden in golden["victory_tokens"]]  # fmt: skip
    hands = [[name(text) for text in golden[f"hand_{side}"]] for side in sides]
    chance = [f"claw:{claws[2]}" for claws in golden["centre"]]
    chance += [f"token{number + 1}{'ab'[face]}" for number, face in tokens]
    chance += [card_name for pair in zip(*hands, strict=True) for card_name in pair]
    chance += [f"first:{'AB'[sides[golden['first_leader']]]}"]
    script = ScriptedChance(chance)
    match = Match("terres", ("top", "bottom"), chance=script)
    hidden = {ground: list(claws[:2]) for ground, claws in enumerate(golden["centre"])}

    for trick in golden["tricks"]:
        leader, loser = sides[trick["leader"]], 1 - sides[trick["winner"]]
        lost_on = trick["lead_territory" if loser == leader else "follow_territory"] - 1
        assert match.seats_to_act() == [leader], trick["n"]
        for seat, role in ((leader, "lead"), (1 - leader, "follow")):
            ground = trick[f"{role}_territory"] - 1
            if trick[role].endswith(" 3") and hidden[ground]:
                script.outcomes.append(f"claw:{hidden[ground].pop(0)}")
            left = [
                claw for claw in state(match).centre[lost_on * MOST_PLACES : (lost_on + 1) * MOST_PLACES] if claw != -1
            ]
            if role == "follow" and left == [FACE_DOWN] and hidden[lost_on]:
                script.outcomes.append(f"claw:{hidden[lost_on].pop()}")
            match.play(seat, f"{name(trick[role])}-{GROUND_LETTERS[ground]}")
            if match.seats_to_act() == [seat] and match.legal_texts(seat)[0].startswith("?"):
                match.play(seat, match.legal_texts(seat)[0])
        assert state(match).leader == 1 - loser, trick["n"]
        if trick["token"]:
            take_claw(match, script, loser, trick["token"], trick["token_to"] - 1, hidden, lost_on)
        moons = [moon + 1 for moon in (state(match).full_moon, state(match).red_moon) if moon >= 0]
        assert moons == trick["moons_after"], trick["n"]
    return match


def take_claw(
    match: Match, script: ScriptedChance, seat: int, claw: str, to: int, hidden: dict[int, list[str]], ground: int
) -> None:
    """Takes the claw of this kind (the last one is taken without asking) and lays it into a slot of a territory."""
    s = state(match)
    if match.legal_texts(seat)[0].startswith("+"):
        kinds = [s.centre[ground * MOST_PLACES + place] for place in range(MOST_PLACES)]
        number = CLAW_NAMES.index(claw)
        place = kinds.index(number) if number in kinds else kinds.index(FACE_DOWN)
        if kinds[place] == FACE_DOWN:
            hidden[ground].remove(claw)
            script.outcomes.append(f"claw:{claw}")
        match.play(seat, f"+{place + 1}")
    free = [slot for slot in (2 * to, 2 * to + 1) if s.slots[seat * MOST_SLOTS + slot] == -1]
    match.play(seat, f">{free[0] + 1}")


# --- what nobody may know


def test_hidden_information_is_the_other_hand_only() -> None:
    match = Match("terres", seed=9)
    mine, theirs = match.view(0), match.view(1)
    assert isinstance(mine.state, Terres)
    assert isinstance(theirs.state, Terres)
    assert mine.state.hands[0] == state(match).hands[0]
    assert mine.state.hands[1] == 0
    assert theirs.state.hands[0] == 0
    spectator = match.view()
    assert isinstance(spectator.state, Terres)
    assert list(spectator.state.hands) == [0, 0]


def test_imagine_respects_the_colours_that_were_not_followed() -> None:
    match = table(position({"V": "... -|-"}, a="v6,n2,n3,n4", b="r4,o3,o4,o5"))
    match.play(0, "v6-V")
    match.play(1, "r4-N")
    match.play(1, match.legal_texts(1)[0])
    while match.seats_to_act() == [1]:
        match.play(1, match.legal_texts(1)[0])
    view = match.view(0)
    for seed in range(50):
        world = view.determinize(Generator(seed))
        assert isinstance(world, Terres)
        greens = sum(1 << (GREEN * VALUES + k) for k in range(VALUES))
        assert world.hands[1] & greens == 0
        assert bin(world.hands[1]).count("1") == 3


def test_every_territory_is_never_full_before_the_last_card() -> None:
    for seed in range(30):
        for board in ("basic", "advanced"):
            match = Match("terres", options={"board": board}, seed=seed)
            rng = Generator(seed)
            while not match.is_over():
                seat = match.seats_to_act()[0]
                options = match.legal_actions(seat)
                assert options
                match.play(seat, options[rng.below(len(options))])


@pytest.mark.parametrize("board", ["basic", "advanced"])
def test_the_sets_of_claws_slots_and_full_territories_are_those_on_the_table(board: str) -> None:
    for seed in range(10):
        match = Match("terres", options={"board": board}, seed=seed)
        rng = Generator(seed)
        while not match.is_over():
            s = state(match)
            assert s.claws == sum(1 << at for at, claw in enumerate(s.centre) if claw != -1)
            assert s.hidden == sum(1 << at for at, claw in enumerate(s.centre) if claw == FACE_DOWN)
            assert s.taken == sum(1 << at for at, claw in enumerate(s.slots) if claw != -1)
            assert s.full == sum(1 << g for g in range(5) if total_wolves(s, g) >= s.box.capacity[g])
            seat = match.seats_to_act()[0]
            options = match.legal_actions(seat)
            match.play(seat, options[rng.below(len(options))])
