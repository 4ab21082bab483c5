"""Resigning: whoever gives up never wins, and no rule is broken for those who go on."""

import pytest
from helpers.traces_table import position
from helpers.worlds import MOST_STEPS

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.errors import BadInput
from meute.core.numbers import NOBODY
from meute.games import GAMES
from meute.match import Match, Record, Result, read_record, replay, write_record
from meute.match.record import RESIGNS_MARK
from meute.text import catalogue, event_phrase

every_game = pytest.mark.parametrize("game", list(GAMES))
many = pytest.mark.parametrize("game", [game.id for game in GAMES.values() if game.max_seats > 2])


def full(game: str, seed: int = 1) -> Match:
    """A match with as many seats as the game has."""
    return Match(game, [f"seat {n}" for n in range(GAMES[game].max_seats)], seed=seed)


def play_on(match: Match, rng: Generator, steps: int = MOST_STEPS) -> None:
    for _ in range(steps):
        if match.is_over():
            return
        seat = match.seats_to_act()[0]
        match.play(seat, match.state.random_action(seat, Choices(), rng))


def again(match: Match) -> Match:
    """The match as its record tells it."""
    text = write_record(match.record())
    replayed = replay(read_record(text))
    assert write_record(replayed.record()) == text
    return replayed


def test_of_two_the_other_has_won() -> None:
    match = Match("terres", ("a", "b"), seed=1)
    match.play(match.seats_to_act()[0], match.legal_actions(match.seats_to_act()[0])[0])
    match.resign(0)
    assert match.is_over()
    assert match.seats_to_act() == []
    result = match.result()
    assert result is not None
    assert (result.reason, result.places) == ("resigned", (2, 1))
    assert again(match).result() == result


@many
def test_others_go_on_and_whoever_resigned_never_wins(game: str) -> None:
    rng = Generator(3)
    match = full(game)
    match.resign(1)
    assert match.result() is None, "nobody is crowned"
    assert match.seats_to_act()
    play_on(match, rng, 40)
    match.resign(0)
    play_on(match, rng)
    if not match.is_over():
        match.stop()
    result = match.result()
    assert result is not None
    seats = len(match.seats)
    assert result.places[:2] in ((seats - 1, seats - 1), (0, 0))
    if result.places[0]:
        by_points = match.game.places(match.state)
        left = range(2, seats)
        assert min(result.places[seat] for seat in left) == 1
        for one in left:
            for other in left:
                assert (result.places[one] < result.places[other]) == (by_points[one] < by_points[other])
    button = again(match)
    assert button.result() == result
    assert button.resigned == match.resigned
    assert [event.numbers() for event in button.events] == [event.numbers() for event in match.events]


@many
@pytest.mark.parametrize("steps", [0, 30])
def test_the_last_one_left_has_won_as_far_as_the_rules_let_anybody_win(game: str, steps: int) -> None:
    match = full(game)
    play_on(match, Generator(5), steps)
    for seat in range(1, len(match.seats)):
        assert not match.is_over()
        match.resign(seat)
    result = match.result()
    assert result is not None
    assert result.reason == "resigned"
    others = len(match.seats) - 1
    assert result.places == ((0,) * (others + 1) if game == "traces" else (1, *[2] * others))
    assert again(match).result() == result


def test_traces_nobody_wins_below_the_total() -> None:
    match = full("traces")
    match.resign(2)
    match.stop()
    assert match.result() == Result("resigned", (0,) * 6, (0,) * 6)


@pytest.mark.parametrize(("second", "places"), [(40, (0, 0, 0, 0)), (49, (4, 1, 2, 3))])
def test_traces_a_total_that_only_one_who_resigned_has_reached_crowns_nobody(
    second: int, places: tuple[int, ...]
) -> None:
    score = " ".join(f"{points}:0:0:0:0:0" for points in (60, second, 0, 0))
    match = Match("traces", "abcd", seed=1, position=position(score=score))
    match.resign(0)
    while not match.is_over():
        seat = match.seats_to_act()[0]
        match.play(seat, match.legal_actions(seat)[0])
    result = match.result()
    assert result is not None
    assert (result.reason, result.places) == ("target", places)
    assert again(match).result() == result


@every_game
def test_the_history_tells_it(game: str) -> None:
    match = full(game)
    match.resign(1)
    for language, sentence in (("fr", "seat 1 abandonne."), ("en", "seat 1 resigns.")):
        words = catalogue(language)
        assert words.render(event_phrase(match.game, match.events[-1], match.seats, NOBODY, words)) == sentence
    assert RESIGNS_MARK not in match.game.codec.ids


def test_there_is_no_way_back_before_it() -> None:
    match = Match("clan", ("a", "b", "c"), seed=1)
    rng = Generator(1)
    while len(match.steps) < 40:
        play_on(match, rng, 1)
    mover = match.seats_to_act()[0]
    match.play(mover, match.legal_actions(mover)[0])
    match.resign((mover + 1) % 3)
    assert match.free_undo(mover) == (-1, "undo.resigned")
    events = [event.numbers() for event in match.events]
    resigned, step = dict(match.resigned), len(match.steps)
    play_on(match, rng, 20)
    match.rewind(step)
    assert match.resigned == resigned
    assert [event.numbers() for event in match.events] == events


OLD = "\n\nresult: resigned 1:2 2:1 3:3\n"


def opened() -> Record:
    record = Match("wildlife", ("a", "b", "c"), seed=2).record()
    record.moves = [move for move in record.moves if move[0] < 0]
    return record


def test_a_record_that_names_nobody_still_replays() -> None:
    text = write_record(opened()).rstrip() + OLD
    match = replay(read_record(text))
    assert match.result() == Result("resigned", (1, 2, 3), (2, 1, 3))
    assert write_record(match.record()) == text
    with pytest.raises(BadInput, match=r"error\.record_other_result"):
        replay(read_record(text.replace("1:2 2:1 3:3", "1:1 2:2 3:3")))


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("1 resigns\n1 resigns", "move {next}"),
        ("* resigns", "move {now}"),
        ("1 resigns\n2 resigns\n3 resigns", "move {last}"),
    ],
)
def test_who_cannot_resign(line: str, where: str) -> None:
    record = opened()
    now = len(record.moves) + 1
    with pytest.raises(BadInput) as error:
        replay(read_record(f"{write_record(record)}{line}\n"))
    assert (error.value.problem, error.value.where) == (
        "error.resign",
        where.format(now=now, next=now + 1, last=now + 2),
    )


def test_a_winner_who_has_resigned_is_refused() -> None:
    text = f"{write_record(opened())}1 resigns\n\nresult: resigned 1:1 2:2 3:3\n"
    with pytest.raises(BadInput, match=r"error\.record_other_result"):
        replay(read_record(text))
