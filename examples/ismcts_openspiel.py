"""No learning: OpenSpiel's own information-set Monte Carlo tree search against random, in Terres de Loups.

python examples/ismcts_openspiel.py --games 20 --simulations 100
"""

import argparse
import random

import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import meute.env.spiel  # noqa: F401


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="meute_terres")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--simulations", type=int, default=100)
    words = parser.parse_args()
    game, dice = pyspiel.load_game(words.game), random.Random(1)
    searcher = ismcts.ISMCTSBot(
        game=game, evaluator=mcts.RandomRolloutEvaluator(1), uct_c=1.0, max_simulations=words.simulations
    )
    searcher.set_resampler(lambda state, player: state.resample(player, dice.getrandbits(32)))
    won = 0.0
    for number in range(words.games):
        state, own = game.new_initial_state(), number % game.num_players()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(outcomes, odds)[0])
            elif state.current_player() == own:
                state.apply_action(searcher.step(state))
            else:
                state.apply_action(dice.choice(state.legal_actions()))
        won += (state.returns()[own] + 1) / 2
        print(f"{number + 1} games, {won / (number + 1):.0%} won", flush=True)


if __name__ == "__main__":
    main()
