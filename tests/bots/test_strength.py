"""Bots are better than chance, and the easy ones make an easy game."""

from collections.abc import Callable

import pytest

from meute.bots import make_bot
from meute.bots.arena import Contest, run_contest, standings
from meute.bots.bot import Bot
from meute.bots.evaluators import trained_evaluator
from meute.bots.executor import Executor
from meute.bots.greedy import GreedyBot, gain
from meute.bots.play_match import play_match
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.game import View
from meute.match import Match

GAMES_EACH = 40


class Mediocre:
    """A person who lays tokens and casts votes without a plan: of five things that come to mind, the best."""

    def choose(self, view: View, rng: Generator) -> int:
        options = view.legal_actions()
        noticed = [options[rng.below(len(options))] for _ in range(5)]
        evaluator = trained_evaluator(view.game, view.state)
        world, out = evaluator.determinize(view.state, view.seat, rng), Choices()
        return max(noticed, key=lambda action: gain(evaluator, world, view.seat, action, out, rng))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("person", [GreedyBot, Mediocre])
def test_with_cubs_the_pack_of_traces_lives(person: Callable[[], Bot], seats: int) -> None:
    lived = 0
    for seed in range(GAMES_EACH):
        match = Match("traces", [f"seat {n + 1}" for n in range(seats)], seed=seed)
        bots = [make_bot("louveteau") for _ in range(seats)]
        bots[seed % seats] = person()
        lived += play_match(match, bots, Generator(seed)).reason == "target"
    assert lived >= 0.8 * GAMES_EACH


def test_a_cub_of_traces_lets_others_climb() -> None:
    """It picks no quarrel and its young stay, so whoever competes wins more than his share."""
    contest = Contest("traces", ("greedy", "louveteau", "louveteau", "louveteau"), (), 1)
    assert standings(contest, list(run_contest(contest, 24, Executor(1), None)))[0].wins > 0.4
    match = Match("traces", ("a", "b", "c"), seed=1)
    cub = make_bot("louveteau")
    play_match(match, [cub, cub, cub], Generator(1))
    logged = {match.game.events[event.kind].name for event in match.events}
    assert not logged & {"attacks", "leaves_in_pair", "leaves_alone"}


@pytest.mark.parametrize(
    ("bots", "games", "least"),
    [
        (("greedy", "random"), 40, 0.7),
        (("louveteau", "random"), 40, 0.5),
        (("search:60", "random"), 20, 0.7),
    ],
)
def test_bots_beat_chance_in_terres(bots: tuple[str, str], games: int, least: float) -> None:
    contest = Contest("terres", bots, (), 3)
    played = list(run_contest(contest, games, Executor(1), None))
    assert standings(contest, played)[0].wins > least
