"""How computer players play Wildlife."""

from meute.games.wildlife.ai.evaluator import WildlifeEvaluator

EVALUATOR = WildlifeEvaluator
