"""Converts a turn of the API into the view from which bots of the Python API decide."""

from meute.core.box import merge
from meute.core.game import View
from meute.games import find
from meute.server.messages.responses import TurnSent


def view_of(turn: TurnSent) -> View:
    """The view of the turn's seat."""
    game = find(turn.game)
    state = game.read_position(turn.position, turn.options, merge(game.box(), turn.figures))
    return View(game, state, turn.seat)
