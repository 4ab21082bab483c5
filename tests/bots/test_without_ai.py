"""A game without an `ai` folder: people play it, and so do bots, by plain search."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.worlds import COMPILED

from meute.ai.evaluator import Evaluator
from meute.bots import evaluators, make_bot, win_probability
from meute.bots.advice import Budget, advise
from meute.bots.evaluators import declared, trained, trained_evaluator
from meute.bots.search import Search
from meute.core.chance import Generator
from meute.games import GAMES
from meute.match import Match

BOTS = ["greedy", "search:8", "louveteau", "rodeur"]
CACHES = (evaluators.evaluator_class, evaluators.declared, evaluators.shipped, win_probability.load_calibration)


@pytest.fixture(autouse=True)
def without_ai(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Hides the `ai` folder of every game."""
    for known in CACHES:
        known.cache_clear()
    monkeypatch.setattr(evaluators, "find_spec", lambda name: None)
    monkeypatch.setattr(evaluators, "load_shipped", lambda schema: {})
    monkeypatch.setattr(win_probability, "files", lambda name: tmp_path)
    yield
    for known in CACHES:
        known.cache_clear()


@pytest.mark.parametrize("game", GAMES)
def test_bots_of_every_level_play_it(game: str) -> None:
    match, rng = Match(game, seed=3), Generator(4)
    assert type(trained_evaluator(match.game, match.state)) is Evaluator
    for n in range(12 if COMPILED else 4):
        seat = match.seats_to_act()[0]
        match.play(seat, make_bot(BOTS[n % len(BOTS)]).choose(match.view(seat), rng))


def test_a_search_plays_it_to_the_end_and_advises() -> None:
    match = Match("terres", seed=3)
    seat = match.seats_to_act()[0]
    search = Search(match.view(seat), Generator(1))
    assert (search.horizon, search.value_function, len(search.own_weights)) == (0, None, 0)
    assert (declared(match.game).weight_table, trained(match.game, 2).coefficients) == ((), ())
    advice = advise(match.view(seat), Generator(1), Budget(20, 0, 2, 0))
    assert advice.choices
    while not match.is_over():
        seat = match.seats_to_act()[0]
        match.play(seat, make_bot("search:8").choose(match.view(seat), Generator(2)))
    assert match.result() is not None
