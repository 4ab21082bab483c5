"""REMPLACEZ LA CARTE: everybody sees the Story on top of the deck, and nobody what is on its back."""

import pytest
from helpers.aventure_table import position, state, table

from meute.core.chance import Generator
from meute.core.numbers import NOBODY
from meute.core.seats import CHANCE
from meute.games.aventure.names import FACE_NAMES
from meute.games.aventure.state import Aventure
from meute.match import Match

VARIANT = {"permanent": "random", "powers": "random"}
GRIDS = ("e5 h01,h03/h05,o07", "e5 h02,h06/o09,h13")
WORLDS = 200


def play_with(variant: str, deck: str = "h49 - -") -> Match:
    """A turn of A with a Permanent and Powers on the table."""
    return table(position(*GRIDS, variant=f"{variant} - - -", deck=deck), VARIANT)


def backs(match: Match, seat: int, story: str) -> set[str]:
    """The Objectives that a seat thinks possible on the back of a Story."""
    view, rng = match.view(seat), Generator(7)
    found = set()
    for _ in range(WORLDS):
        world = view.determinize(rng)
        assert isinstance(world, Aventure)
        assert sorted(world.backs) == list(range(55)), "every Objective is on one card"
        found.add(f"o{world.backs[int(story[1:]) - 1] + 1:02}")
    return found


def came_up(match: Match, seat: int, action: str) -> set[str]:
    """What may take the place of an Objective that A takes, by what a seat knows."""
    view, rng, codec = match.view(seat), Generator(7), match.game.codec
    found = set()
    for _ in range(WORLDS):
        world = view.determinize(rng)
        world.apply(0, codec.read(action))
        world.apply(0, codec.read("e4"))
        assert isinstance(world, Aventure)
        found.add(FACE_NAMES[world.market[4]])
    return found


def test_remplacez_la_carte_the_back_of_the_deck_is_unknown_to_everybody() -> None:
    match = table(position(*GRIDS))
    for seat in (0, 1, NOBODY):
        seen = match.view(seat).state
        assert isinstance(seen, Aventure)
        assert seen.backs[state(match).shown] == NOBODY
    assert len(backs(match, 0, "h49")) > 30
    assert len(came_up(match, 0, "o52")) > 30
    assert not came_up(match, 0, "o52") & {"o07", "o09", "o10"}, "never one that lies open"


def test_remplacez_la_carte_what_was_turned_over_was_seen_before() -> None:
    match = table(position(*GRIDS))
    for story in ("h07", "h09", "h10", "h52"):
        assert backs(match, 1, story) == {f"o{story[1:]}"}


def test_remplacez_la_carte_a_game_goes_on_by_the_real_cards() -> None:
    match = table(position(*GRIDS))
    match.play(0, "o52")
    match.play(0, "e4")
    assert FACE_NAMES[state(match).market[4]] == "o49"


def test_pm05_un_coup_d_oeil_shows_it_to_the_one_whose_turn_it_is() -> None:
    match = play_with("pm05 -")
    assert backs(match, 0, "h49") == {"o49"}
    assert len(backs(match, 1, "h49")) > 30
    assert match.game.show(match.view(0).state, 0)["deck"]["back"]["card"] == "o49"
    assert match.game.show(match.view(1).state, 1)["deck"]["back"] is None


def test_pw07_lire_entre_les_lignes_shows_the_backs_of_the_market() -> None:
    match = play_with("- pw07")
    assert len(backs(match, 0, "h29")) > 30
    match.play(0, "pw07")
    assert backs(match, 0, "h29") == {"o29"}
    assert len(backs(match, 1, "h29")) > 30
    assert [place["back"]["card"] for place in match.game.show(match.view(0).state, 0)["market"][:4]] == [
        "o29",
        "o04",
        "o53",
        "o55",
    ]


def test_pw10_fouille_shows_the_backs_to_the_one_who_searches() -> None:
    match = play_with("- pw10", "h49 h44,h45 -")
    match.play(0, "pw10")
    assert backs(match, 0, "h44") == {"o44"}
    assert len(backs(match, 1, "h44")) > 30


@pytest.mark.parametrize("power", ["pw06", "pw09", "pw10"])
def test_powers_that_turn_cards_work_in_imagined_worlds(power: str) -> None:
    match = play_with(f"- {power}", "h49 h44,h45 -")
    rng = Generator(1)
    for seed in range(20):
        world = match.view(seed % 2).determinize(rng)
        while not world.is_over():
            seat = CHANCE if world.awaits_chance() else 0 if world.to_act & 1 else 1
            options = world.legal_actions(seat)
            used = match.game.codec.read(power)
            world.apply(seat, used if used in options else options[rng.below(len(options))])
