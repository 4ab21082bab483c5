"""How computer players play Traces de Loups."""

from meute.games.traces.ai.evaluator import TracesEvaluator

EVALUATOR = TracesEvaluator
