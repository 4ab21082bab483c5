"""How computer players play Terres de Loups."""

from meute.games.terres.ai.evaluator import TerresEvaluator

EVALUATOR = TerresEvaluator
