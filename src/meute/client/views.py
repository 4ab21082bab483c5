"""Converts what the API sends into objects of the Python API."""

from meute.core.box import merge
from meute.core.game import View
from meute.core.phrase import Phrase
from meute.games import find
from meute.server.messages.responses import PhraseSent, TurnSent


def view_of(turn: TurnSent) -> View:
    """The view of the turn's seat, from which bots decide."""
    game = find(turn.game)
    state = game.read_position(turn.position, turn.options, merge(game.box(), turn.figures))
    return View(game, state, turn.seat)


def phrase_of(sent: PhraseSent) -> Phrase:
    """A phrase, for a catalogue."""
    gaps = {name: phrase_of(gap) if isinstance(gap, PhraseSent) else gap for name, gap in sent.gaps.items()}
    return Phrase(sent.key, gaps, sent.mark)
