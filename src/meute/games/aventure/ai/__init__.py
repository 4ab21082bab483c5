"""How computer players play Mon Aventure."""

from meute.games.aventure.ai.evaluator import AventureEvaluator

EVALUATOR = AventureEvaluator
