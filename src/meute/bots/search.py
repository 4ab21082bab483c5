"""Information-set Monte Carlo tree search over views: one search for all games (docs/bots.md).

Each simulation determinizes the view, descends the tree, expands one node, runs a rollout and backpropagates the value.
The tree is open-loop: chance outcomes and simultaneous choices of others are sampled and make no nodes, so a child
counts only in worlds where its action is legal. Games with a horizon: the rollout plays greedily for so many turns and
then evaluates; all root actions meet the same sequence of worlds (common random numbers). Games without a horizon:
the rollout follows the game's rollout policy, or random moves, to the end.
"""

import time
from collections.abc import Callable
from typing import Final

from meute.ai.evaluation_cache import UNKNOWN
from meute.ai.evaluator import NEVER
from meute.ai.trained_weights import TrainedWeights, weights_vector
from meute.bots.bot import Wanted
from meute.bots.evaluators import evaluator_for, trained
from meute.bots.greedy import gain, greedy_action
from meute.bots.tree import NONE, ROOT, Tree
from meute.bots.value import Value, logistic, state_value
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.frame import State
from meute.core.game import View
from meute.core.numbers import bit, count, has, i64, vec
from meute.core.seats import BY_CHANCE, CHANCE, OVER, Seat, Seats

WIN_SHARE: Final = 0.75
"""Weight of winning in the value of a finished game; the rest is the weight of the point margin."""
PRIOR_VISITS: Final = 1.0
"""Weight of a prior from one world, in visits."""
EXTEND_AFTER: Final = 24
"""Simulations before the horizon is extended, where the game has an extended horizon."""
MIN_EXTENDED: Final = 72
"""Simulations that must remain for the extension of the horizon to be worthwhile."""
EXTENDED_COST: Final = 3
"""Time of a simulation with the extended horizon, relative to one with the short horizon."""
CLOCK_EVERY: Final = 16
"""Random rollouts between two clock reads. Simulations with a horizon are slower: each reads the clock."""
MIN_SECONDS: Final = 0.000001
EXCLUDED: Final = -100.0
"""Prior of an action that is never explored."""
GAME_DEFAULT: Final = -1
"""Horizon argument: use the horizon of the game."""
PAIR: Final = 2
BOTH: Final = 3

Clock = Callable[[], float]


class Search:
    """Tree search for one decision of one seat."""

    seat: Seat
    horizon: i64
    extended_horizon: i64
    end_turn: i64
    seed: i64

    def __init__(
        self, view: View, rng: Generator, horizon: i64 = GAME_DEFAULT, weights: TrainedWeights | None = None
    ) -> None:
        """`weights`: weights and coefficients to use; None for those shipped with the game."""
        game = view.game
        table = view.state
        known = trained(game, table.seats) if weights is None else weights
        evaluator = evaluator_for(game, table, known)
        self.own_weights = evaluator.weights
        self.opponent_models = [self.own_weights]
        """Weights that the other seats may play by; in games that all can lose together, also the untrained ones."""
        if game.can_all_lose:
            self.opponent_models.append(weights_vector(evaluator.first_guesses()))
        self.other_weights = self.own_weights
        has_value_function = len(known.coefficients) > 0 and not evaluator.is_overlong(table)
        self.value_function = Value(evaluator, table.seats, known.coefficients) if has_value_function else None
        self.evaluator = evaluator
        self.game = game
        self.table = table
        self.seat = view.seat
        self.rng = rng
        self.horizon = evaluator.horizon(table.seats) if horizon == GAME_DEFAULT else horizon
        if self.horizon:
            evaluator.track()
        self.end_turn = game.turns_taken(table) + self.horizon
        self.extended_horizon = evaluator.extended_horizon(table.seats) if horizon == GAME_DEFAULT else 0
        self.seed = rng.word()
        self.out = Choices()
        self.scratch = Choices()
        self.tree = Tree(table.seats, self.horizon == 0)
        self.reference_value: i64 = UNKNOWN
        self.values = vec[float]([0.0] * table.seats)

    def think(
        self,
        simulations: i64,
        milliseconds: i64,
        wanted: Wanted | None = None,
        until_sure: bool = False,
        clock: Clock = time.monotonic,
    ) -> i64:
        """Simulate until a budget is spent (0: no limit), the caller cancels, or (`until_sure`) the rest of the budget
        cannot change the best action. Returns the number of simulations."""
        begin = clock()
        seconds = float(milliseconds) / 1000.0
        done: i64 = 0
        while simulations == 0 or done < simulations:
            if done > 0 and (self.horizon > 0 or done % CLOCK_EVERY == 0):
                if wanted is not None and not wanted():
                    break
                left: i64 = simulations - done
                if milliseconds:
                    spent = clock() - begin
                    if spent >= seconds:
                        break
                    in_time = int(float(done) * (seconds - spent) / max(spent, MIN_SECONDS))
                    left = in_time if simulations == 0 or in_time < left else left
                if until_sure and self.tree.is_settled(left):
                    break
                remaining = left // EXTENDED_COST if milliseconds else left
                if self.extended_horizon and done == EXTEND_AFTER and remaining >= MIN_EXTENDED:
                    self.extend_horizon()
            self.simulate()
            done += 1
        return done

    def simulate(self) -> None:
        """One simulation: determinize, descend, expand, roll out, backpropagate."""
        self.tree.begin()
        if self.horizon:
            option = self.next_option()
            world_rng = self.rng if self.game.is_perfect_information else self.world_seed(option)
            self.other_weights = self.opponent_weights(world_rng)
            self.simulate_to_horizon(self.determinize(self.other_weights, world_rng), option, world_rng)
        else:
            self.simulate_to_end(self.evaluator.determinize(self.table, self.seat, self.rng))

    def opponent_weights(self, world_rng: Generator) -> vec[i64]:
        """Sample the weights that the other seats play by in one world."""
        models = self.opponent_models
        return models[world_rng.below(len(models))] if len(models) > 1 else self.own_weights

    def determinize(self, other_weights: vec[i64], world_rng: Generator) -> State:
        """Sample a full state consistent with the view; hidden choices follow the other seats' weights."""
        evaluator = self.evaluator
        evaluator.trail = evaluator.root
        evaluator.weights = other_weights
        s = evaluator.determinize(self.table, self.seat, world_rng)
        evaluator.weights = self.own_weights
        return s

    def next_option(self) -> i64:
        """The root child to simulate next (UCB), or NONE before the root is expanded."""
        self.table.describe(self.seat, self.out)
        return self.tree.best_child(ROOT, self.seat, self.out)

    def world_seed(self, option: i64) -> Generator:
        """Generator of one world: the n-th visit of every root action sees the same world (common random numbers)."""
        return Generator((self.seed << 32) + (self.tree.visits[option] if option != NONE else 0))

    def extend_horizon(self) -> None:
        """Restart with a longer horizon; values found so far become priors."""
        self.tree.reset_visits()
        self.end_turn += self.extended_horizon
        self.extended_horizon = 0
        self.reference_value = UNKNOWN

    def simulate_to_horizon(self, s: State, option: i64, world_rng: Generator) -> None:
        """One simulation to the horizon: the tree holds only the searching seat's decisions; other seats, and all seats
        beyond the tree, play greedily. All simulations end at the same turn, so their evaluations are comparable."""
        tree = self.tree
        evaluator = self.evaluator
        grown = option == NONE
        node = self.expand(s, ROOT, self.seat) if grown else option
        tree.descend(node)
        evaluator.apply(s, self.seat, tree.action[node])
        while s.to_act != OVER and self.game.turns_taken(s) < self.end_turn:
            if s.to_act == BY_CHANCE:
                if self.game.turns_taken(s) == self.end_turn - 1 and self.is_leaf(s):
                    break
                evaluator.apply(s, CHANCE, s.random_action(CHANCE, self.out, world_rng))
                continue
            mine = has(s.to_act, self.seat)
            seat = self.seat if mine else s.turn()
            s.describe(seat, self.out)
            if self.out.size == 1:
                evaluator.apply(s, seat, self.out.nth(0))
            elif grown or not mine:
                evaluator.weights = self.own_weights if mine else self.other_weights
                evaluator.apply(s, seat, greedy_action(evaluator, s, seat, self.out, self.scratch, self.rng))
                evaluator.weights = self.own_weights
            else:
                child = tree.best_child(node, seat, self.out)
                if child == NONE:
                    grown = True
                    child = self.expand(s, node, seat)
                tree.descend(child)
                evaluator.apply(s, seat, tree.action[child])
                node = child
        while s.to_act == BY_CHANCE and not self.is_leaf(s):
            evaluator.apply(s, CHANCE, s.random_action(CHANCE, self.out, world_rng))
        self.backpropagate(s, bit(self.seat))

    def is_leaf(self, s: State) -> bool:
        """Whether the state can be evaluated now: only chance is to act, and its outcome does not decide the winner."""
        return self.evaluator.awaits_only_chance(s) and not self.evaluator.is_last_turn(s)

    def simulate_to_end(self, s: State) -> None:
        """One simulation to the end of the game: the tree holds the decisions of all seats, each maximizing its own
        value; beyond it, the rollout policy or random moves."""
        evaluator = self.evaluator
        tree = self.tree
        has_policy = evaluator.horizon(s.seats) == 0 and len(evaluator.weights) > 0  # other games have none
        out = self.out
        rng = self.rng
        actors: Seats = bit(self.seat)
        node: i64 = ROOT
        grown = False
        while s.to_act != OVER:
            seat = s.turn()
            if node == ROOT and has(s.to_act, self.seat):
                seat = self.seat
            if grown or seat == CHANCE or (node != ROOT and count(s.to_act) > 1):  # simultaneous choices make no nodes
                if has_policy and seat != CHANCE:
                    s.apply(seat, evaluator.rollout_action(s, seat, out, rng))
                else:
                    s.apply(seat, s.random_action(seat, out, rng))
                continue
            s.describe(seat, out)
            if out.size == 1:
                s.apply(seat, out.nth(0))
                if node == ROOT:
                    return
                continue
            child = tree.best_child(node, seat, out)
            if child == NONE:
                grown = True
                child = tree.add(node, seat, tree.untried(node, seat, out, rng), 0.0, 0.0)
            tree.descend(child)
            actors |= bit(seat)
            s.apply(seat, tree.action[child])
            node = child
        self.backpropagate(s, actors)

    def expand(self, s: State, node: i64, seat: Seat) -> i64:
        """Add a child with a prior for every new action and return the child to follow. Priors at the root are means
        over `Evaluator.prior_samples` determinizations."""
        tree = self.tree
        determinizations = [s]
        while node == ROOT and len(determinizations) < self.evaluator.prior_samples:
            determinizations.append(self.determinize(self.opponent_weights(self.rng), self.rng))
        prior_visits = PRIOR_VISITS * float(len(determinizations))
        actions = [action for action in self.out.to_list() if not tree.has_child(node, seat, action)]
        gains = [self.estimate(determinizations, seat, action) for action in actions]
        most = max(gains)
        for action, estimated in zip(actions, gains, strict=True):
            prior = max(0.5 * (estimated - most) / self.evaluator.decisive_lead, -1.0)
            if node == ROOT and estimated <= float(NEVER) < most:
                prior = EXCLUDED
            tree.add(node, seat, action, prior, prior_visits)
        return tree.most_promising(node, self.out)

    def estimate(self, determinizations: list[State], seat: Seat, action: i64) -> float:
        """Mean one-move estimate of an action in these determinizations."""
        total: i64 = 0
        for world in determinizations:
            total += gain(self.evaluator, world, seat, action, self.scratch, self.rng)
        return float(total) / float(len(determinizations))

    def evaluate_leaf(self, s: State, actors: Seats) -> None:
        """Write the value of a leaf, from 0 to 1, for every seat that decided on the path."""
        values = self.values
        if s.to_act != OVER:
            values[self.seat] = self.leaf_value(s)
            return
        if s.seats == PAIR and actors == BOTH:  # zero-sum
            values[0] = state_value(self.evaluator, s, 0)
            values[1] = 1.0 - values[0]
        else:
            for seat in range(s.seats):
                if has(actors, seat):
                    values[seat] = state_value(self.evaluator, s, seat)
        places = self.game.places(s)
        winners = 0.0
        for place in places:
            if place == 1:
                winners += 1.0
        for seat in range(s.seats):
            if has(actors, seat):
                won = WIN_SHARE / winners if places[seat] == 1 else 0.0
                values[seat] = won + (1.0 - WIN_SHARE) * values[seat]

    def leaf_value(self, s: State) -> float:
        """Value of a non-terminal leaf for the searching seat. Evaluations are taken relative to the first leaf, so
        that they lie where the logistic function is steepest."""
        function = self.value_function
        value = self.evaluator.evaluate(s, self.seat) if function is None else function.evaluate(s, self.seat)
        if self.reference_value == UNKNOWN:
            self.reference_value = value
        return logistic(self.evaluator, value - self.reference_value)

    def backpropagate(self, s: State, actors: Seats) -> None:
        """Evaluate the leaf and update the nodes on the path."""
        self.evaluate_leaf(s, actors)
        self.tree.backpropagate(self.values, actors)

    def ranked(self) -> list[tuple[int, int, float]]:
        """(action, visits, mean value) of each root action, most visited first."""
        return self.tree.ranked()

    def complete_choice(self, action: i64) -> tuple[int, ...]:
        """The action followed by the decisions that complete one choice: most visited children, then greedy beyond the
        tree."""
        evaluator = self.evaluator
        s = self.determinize(self.own_weights, self.rng)
        tree = self.tree
        node = tree.child_of(ROOT, action)
        row = [action]
        evaluator.apply(s, self.seat, action)
        while s.top is not None and s.top.continues_move(self.seat) and has(s.to_act, self.seat):
            s.describe(self.seat, self.out)
            if self.out.size == 1:
                action = self.out.nth(0)
            else:
                node = tree.child_of(node, NONE)
                if node != NONE and self.out.contains(tree.action[node]):
                    action = tree.action[node]
                else:
                    action = greedy_action(evaluator, s, self.seat, self.out, self.scratch, self.rng)
            row.append(action)
            evaluator.apply(s, self.seat, action)
        return tuple(row)
