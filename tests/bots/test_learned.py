"""What is learned is told by what a seat sees, and used only where it fits the rules."""

import json
from importlib.resources import files

import pytest
from worlds import Setting, thinking, walk

from meute.bots.search import Search
from meute.bots.value import Value
from meute.bots.weights import FILE, NO_WEIGHTS, fingerprint, fitting, shipped, written
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.frame import State
from meute.core.game import Game
from meute.core.numbers import filled, i64, vec
from meute.games import GAMES

LEARNED = [setting for setting in thinking() if GAMES[setting.game].terms]
LOOKS = 8


def told(game: Game, s: State) -> tuple[int, ...]:
    out = filled(s.seats * len(game.terms), 7)
    return (game.tell(s, out), *out)


@pytest.mark.parametrize("setting", LEARNED, ids=str)
def test_terms_are_told_by_what_every_seat_sees(setting: Setting) -> None:
    match = setting.start(1)
    for n, seat in enumerate(walk(match, 2)):
        if n % 11:
            continue
        if n == 11 * LOOKS:
            break
        view = match.view(seat)
        tables = [view.state, view.imagine(Generator(3)), match.state]
        assert len({told(match.game, s) for s in tables}) == 1


@pytest.mark.parametrize("setting", LEARNED, ids=str)
def test_prospects_are_even_where_weights_say_nothing_and_add_up_for_two(setting: Setting) -> None:
    match = setting.start(1)
    for n, _ in enumerate(walk(match, 2)):
        if n == 40:
            break
    game, seats = match.game, setting.seats
    blank = Value(game, seats, [0.0] * (2 * len(game.terms)))
    assert all(blank.prospect(match.state, seat) == 0.5 for seat in range(seats))
    lively = Value(game, seats, [2.0 / game.spread] + [0.01] * (2 * len(game.terms) - 1))
    prospects = [lively.prospect(match.state, seat) for seat in range(seats)]
    assert all(0 < prospect < 1 for prospect in prospects)
    if seats == 2:
        assert sum(prospects) == pytest.approx(1)


def test_weights_for_other_rules_terms_or_seats_are_refused() -> None:
    game = GAMES["clan"]
    weights = [0.5] * (2 * len(game.terms))
    kept = json.loads(written(game, {2: weights}))
    assert fitting(game, 2, kept) == tuple(weights)
    assert fitting(game, 3, kept) is None
    assert fitting(game, 2, {**kept, "rules": game.version + 1}) is None
    assert fitting(game, 2, {**kept, "terms": fingerprint(("others",))}) is None
    assert fitting(game, 2, {**kept, "game": "aventure"}) is None
    assert fitting(game, 2, {**kept, "seats": {"2": weights[1:]}}) is None
    assert fitting(GAMES["aventure"], 2, kept) is None


def test_weights_in_the_package_fit_and_are_used_where_there_are_some() -> None:
    for game in GAMES.values():
        file = files(f"meute.games.{game.id}") / FILE
        seats = json.loads(file.read_text(encoding="utf-8"))["seats"] if file.is_file() else {}
        for number in range(game.fewest, game.most + 1):
            assert (shipped(game, number) is not None) == (str(number) in seats)
    for many in (2, 3):
        view = Setting("clan", many, ()).start(1).view(0)
        assert (Search(view, Generator(1)).learned is not None) == (many == 2)
        assert Search(view, Generator(1), weights=NO_WEIGHTS).learned is None


@pytest.mark.parametrize("setting", [setting for setting in thinking() if GAMES[setting.game].habits], ids=str)
def test_habits_lead_to_one_of_the_options(setting: Setting) -> None:
    match, out = setting.start(3), Choices()
    habits = vec[i64](list(match.game.habits.values()))
    done = set()
    for n, seat in enumerate(walk(match, 4)):
        options = match.options(seat)
        taken = {match.game.instinct(match.state, seat, habits, out, Generator(10 * n + k)) for k in range(5)}
        assert taken <= set(options)
        done |= {match.game.codec.block(action) for action in taken}
    assert len(done) > 2


def test_a_search_plays_on_by_habit_unless_it_is_to_play_at_random() -> None:
    view = Setting("terres", 2, ()).start(1).view(0)
    habits = tuple(map(float, GAMES["terres"].habits.values()))
    assert list(Search(view, Generator(1), weights=habits).habits) == list(habits)
    assert len(Search(view, Generator(1), weights=NO_WEIGHTS).habits) == 0
