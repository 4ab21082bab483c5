"""The player who looks one move ahead."""

from typing import Final

from meute.bots.bot import Wanted
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.frame import State
from meute.core.game import NEVER, Game, View
from meute.core.numbers import count, i64, vec
from meute.core.seats import BY_CHANCE, CHANCE, Seat

WORLDS: Final = 4
"""Tables imagined for each decision: what is hidden, and what chance may do next."""


class GreedyBot:
    """Does what its game knows at once; else takes the action that leads to the best table, on average over a few
    worlds that fit its view."""

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        out = Choices()
        view.state.describe(view.seat, out)
        actions = out.listed()
        if len(actions) == 1:
            return actions[0]
        at_once = view.game.reflex(view.state, view.seat)
        if out.holds(at_once):
            return at_once
        gains = vec[i64]([0] * len(actions))
        for n in range(1 if view.game.open else WORLDS):
            if n > 0 and wanted is not None and not wanted():
                break
            world = view.imagine(rng)
            for k in range(len(actions)):
                if n == 0 and k > 0 and wanted is not None and not wanted():
                    return best_of(actions[:k], gains, rng)
                gains[k] += gain(view.game, world, view.seat, actions[k], out, rng)
        return best_of(actions, gains, rng)


def answer(game: Game, s: State, seat: Seat, choices: Choices, out: Choices, rng: Generator) -> i64:
    """What a seat does that thinks no further: at once where its game knows what, else what leads to the best table."""
    at_once = game.reflex(s, seat)
    if choices.holds(at_once):
        return at_once
    seen = s
    if count(s.asked) > 1:  # sealed: nobody answers to what he cannot see
        seen = game.imagine(game.look(s, seat), seat, rng)
    return best_action(game, seen, seat, choices, out, rng)


def best_action(game: Game, s: State, seat: Seat, choices: Choices, out: Choices, rng: Generator) -> i64:
    """Of a seat's choices at a table that is known, the one that leads to the best one."""
    known = game.best(s, seat, rng)
    if choices.holds(known):
        return known
    actions = choices.listed()
    gains = vec[i64]([0] * len(actions))
    for k in range(len(actions)):
        gains[k] = gain(game, s, seat, actions[k], out, rng)
    return best_of(actions, gains, rng)


def gain(game: Game, world: State, seat: Seat, action: i64, out: Choices, rng: Generator) -> i64:
    """How good an action is: the table it leads to, and what speaks for it before; what is out of the question is not
    tried."""
    urge = game.urge(world, seat, action)
    return urge if urge <= NEVER else outcome(game, world, seat, action, out, rng) + urge


def outcome(game: Game, world: State, seat: Seat, action: i64, out: Choices, rng: Generator) -> i64:
    """How good the table is after an action and what chance answers to it."""
    after = world.copy()
    after.act(seat, action)
    while after.asked == BY_CHANCE:
        after.act(CHANCE, after.random_action(CHANCE, out, rng))
    return game.worth(after, seat)


def best_of(actions: list[int], gains: vec[i64], rng: Generator) -> i64:
    """One of the actions with the largest gain."""
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
