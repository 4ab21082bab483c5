"""How computer players play Le Clan des Loups."""

from meute.games.clan.ai.evaluator import ClanEvaluator

EVALUATOR = ClanEvaluator
