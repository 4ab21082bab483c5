"""Greedy bot: evaluates the state after each legal action and takes the best."""

from typing import Final

from meute.ai.evaluator import NEVER, Evaluator
from meute.bots.bot import Wanted
from meute.bots.evaluators import trained_evaluator
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.frame import State
from meute.core.game import View
from meute.core.numbers import count, i64, vec
from meute.core.seats import BY_CHANCE, CHANCE, Seat

WORLDS: Final = 4
"""Determinizations per decision."""


class GreedyBot:
    """Plays the game's forced move if there is one; else the action with the best mean evaluation over a few worlds."""

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        out = Choices()
        view.state.describe(view.seat, out)
        actions = out.to_list()
        if len(actions) == 1:
            return actions[0]
        evaluator = trained_evaluator(view.game, view.state)
        forced = evaluator.forced_move(view.state, view.seat)
        if out.contains(forced):
            return forced
        gains = vec[i64]([0] * len(actions))
        for n in range(1 if view.game.is_perfect_information else WORLDS):
            if n > 0 and wanted is not None and not wanted():
                break
            world = evaluator.determinize(view.state, view.seat, rng)
            for k in range(len(actions)):
                if n == 0 and k > 0 and wanted is not None and not wanted():
                    return best_of(actions[:k], gains, rng)
                gains[k] += gain(evaluator, world, view.seat, actions[k], out, rng)
        return best_of(actions, gains, rng)


def greedy_action(evaluator: Evaluator, s: State, seat: Seat, choices: Choices, out: Choices, rng: Generator) -> i64:
    """The greedy action in a full state: the forced move, else the best evaluation after one move."""
    forced = evaluator.forced_move(s, seat)
    if choices.contains(forced):
        return forced
    seen = s
    if count(s.to_act) > 1:  # simultaneous choices: hide those already made
        seen = evaluator.determinize(evaluator.game.redact(s, seat), seat, rng)
    return best_action(evaluator, seen, seat, choices, out, rng)


def best_action(evaluator: Evaluator, s: State, seat: Seat, choices: Choices, out: Choices, rng: Generator) -> i64:
    """The action whose successor has the best evaluation, in a fully known state."""
    known = evaluator.quick_best(s, seat, rng)
    if choices.contains(known):
        return known
    actions = choices.to_list()
    gains = vec[i64]([0] * len(actions))
    for k in range(len(actions)):
        gains[k] = gain(evaluator, s, seat, actions[k], out, rng)
    return best_of(actions, gains, rng)


def gain(evaluator: Evaluator, world: State, seat: Seat, action: i64, out: Choices, rng: Generator) -> i64:
    """Evaluation after an action plus its prior; an excluded action (prior NEVER) is not tried."""
    prior = evaluator.prior(world, seat, action)
    return prior if prior <= NEVER else outcome(evaluator, world, seat, action, out, rng) + prior


def outcome(evaluator: Evaluator, world: State, seat: Seat, action: i64, out: Choices, rng: Generator) -> i64:
    """Evaluation of the state after an action and the chance events that follow it."""
    trail = evaluator.trail
    after = world.copy()
    evaluator.apply(after, seat, action)
    while after.to_act == BY_CHANCE:
        evaluator.apply(after, CHANCE, after.random_action(CHANCE, out, rng))
    value = evaluator.evaluate(after, seat)
    evaluator.trail = trail
    return value


def best_of(actions: list[int], gains: vec[i64], rng: Generator) -> i64:
    """The action with the highest gain; ties are broken at random."""
    best = gains[0]
    ties: i64 = 0
    chosen: i64 = actions[0]
    for k in range(len(actions)):
        if gains[k] > best:
            best = gains[k]
            ties = 0
        if gains[k] == best:
            ties += 1
            if rng.below(ties) == 0:
                chosen = actions[k]
    return chosen
