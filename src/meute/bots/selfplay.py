"""Self-play games for fitting the value function: features of every seat after each turn, and the winner."""

import msgspec

from meute.ai.trained_weights import weights_vector
from meute.bots.evaluators import trained_evaluator
from meute.bots.greedy import greedy_action
from meute.bots.win_probability import winners
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.numbers import filled
from meute.core.seats import BY_CHANCE, CHANCE, OVER
from meute.games import find
from meute.match import Match

RANDOM_PERCENT = (0, 2, 5)
"""Percentages of random decisions; each game draws one of them, so that positions vary."""
LONGEST = 6000
"""Decision limit: a game that is not over by then is not used."""


class SelfPlaySetup(msgspec.Struct, frozen=True):
    """A series of self-play games between greedy bots; each seat plays by one of the sets of weights, and the first set
    computes the features. The encoded names are stored in resume logs."""

    game: str
    seats: int
    seed: int
    weight_sets: tuple[tuple[int, ...], ...] = msgspec.field(name="habits")


class GameSample(msgspec.Struct, frozen=True):
    """One game: after each turn, the stage and the features of all seats in the view of one seat; then each
    seat's share of the win. In games that all can lose together, one more share is 1 if no seat won, else 0."""

    number: int
    stages: tuple[int, ...]
    features: tuple[tuple[int, ...], ...] = msgspec.field(name="features")
    win_shares: tuple[float, ...] = msgspec.field(name="shares")


def play_sample(setup: SelfPlaySetup, number: int) -> GameSample:
    """Play one game and return its sample."""
    game = find(setup.game)
    rng = Generator(setup.seed * 1_000_003 + number)
    match = Match(game, [str(seat) for seat in range(setup.seats)], seed=setup.seed * 7_919 + number)
    weight_sets = [weights_vector(weights) for weights in setup.weight_sets]
    seat_weights = [weight_sets[rng.below(len(weight_sets))] for _ in range(setup.seats)]
    random_percent = RANDOM_PERCENT[rng.below(len(RANDOM_PERCENT))]
    evaluator = trained_evaluator(game, match.state)
    s, out, scratch = match.state.copy(), Choices(), Choices()
    turn, has_rested = game.turns_taken(s), False
    stages, features = list[int](), list[tuple[int, ...]]()
    for _ in range(LONGEST):
        while s.to_act == BY_CHANCE and not (evaluator.awaits_only_chance(s) and game.turns_taken(s) != turn):
            s.apply(CHANCE, s.random_action(CHANCE, out, rng))
        if s.to_act == OVER:
            break
        resting = evaluator.awaits_only_chance(s)
        has_rested = has_rested or resting
        if game.turns_taken(s) != turn and (resting or not has_rested):
            turn = game.turns_taken(s)
            evaluator.weights = weight_sets[0]
            values = filled(evaluator.contenders(setup.seats) * len(evaluator.feature_names), 0)
            stages.append(evaluator.features(s, rng.below(setup.seats), values))
            features.append(tuple(values))
        if resting:
            continue
        seat = s.turn()
        evaluator.weights = seat_weights[seat]
        s.describe(seat, out)
        is_random = out.size == 1 or rng.below(100) < random_percent
        s.apply(seat, out.draw(rng) if is_random else greedy_action(evaluator, s, seat, out, scratch, rng))
    win_shares = winners(game, s)
    if game.can_all_lose and s.is_over():
        win_shares.append(1 - sum(win_shares))
    return GameSample(number, tuple(stages), tuple(features), tuple(win_shares))
