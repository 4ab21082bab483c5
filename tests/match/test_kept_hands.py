"""Hands that nobody enters: every recorded game fits some guess, a revoke is found, and nothing shown is a guess."""

from collections.abc import Iterator

import pytest
from helpers.record_collection import recorded

from meute.core.seats import CHANCE
from meute.games.terres.state import VALUES
from meute.match import Match, Record, read_record
from meute.match.kept_hands import KeptHands

MOST = 700
"""Moves of a recorded game that are entered: more than one shuffle of the deck of Wildlife."""


def kept_match(record: Record, seed: int) -> tuple[Match, set[int]]:
    """A match in which all hands are kept, and the steps that people have entered."""
    entered: set[int] = set()
    match = Match(record.game, record.seats, record.options, seed=None, version=record.version)
    match.kept = KeptHands(match, range(len(record.seats)), entered.__contains__, seed)
    match.resolve_chance()
    return match, entered


def enter(record: Record, seed: int) -> Iterator[Match]:
    """Enters a recorded game; the match after each entry."""
    match, entered = kept_match(record, seed)
    assert match.kept is not None
    for seat, text in record.moves[:MOST]:
        action = match.game.codec.read(text)
        if seat != CHANCE:
            assert any(action in view.legal_actions() for view in match.views(match.state, seat)), text
            assert match.kept.fit(seat, action) is not None, text
            match.play(seat, action)
        elif match.kept.is_secret(action):
            continue
        else:
            entered.add(len(match.steps))
            match.draw(action)
        yield match


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["terres-2-plain-0", "wildlife-2-plain-0", "wildlife-4-plain-0"])
def test_a_recorded_game_can_be_entered_whatever_was_guessed_first(name: str, seed: int) -> None:
    record = read_record(recorded(name))
    *_, match = enter(record, seed)
    if match.is_over():
        assert match.result() == record.result


@pytest.mark.parametrize("name", ["terres-2-plain-0", "wildlife-2-plain-0"])
def test_nothing_that_is_shown_depends_on_a_guess(name: str) -> None:
    record = read_record(recorded(name))
    for number, (one, other) in enumerate(zip(enter(record, 1), enter(record, 2), strict=True)):
        if number % 7:
            continue
        for seat in range(-1, len(record.seats)):
            texts = [[view.text() for view in match.views(match.state, seat)] for match in (one, other)]
            assert texts[0] == texts[1]
        assert [event.seen_by(-1).numbers() for event in one.events] == [
            event.seen_by(-1).numbers() for event in other.events
        ]


def test_a_revoke_is_found_when_it_shows() -> None:
    record = read_record(recorded("terres-2-plain-0"))
    refused = 0
    for match in enter(record, 5):
        assert match.kept is not None
        for seat in match.seats_to_act():
            for card in range(30):
                if not match.game.may_hold(match.state, seat, card):
                    played = match.game.codec.action("play", card, 0)
                    assert all(played not in view.legal_actions() for view in match.views(match.state, seat))
                    assert match.kept.fit(seat, played) is None
                    refused += 1
    assert refused > VALUES
