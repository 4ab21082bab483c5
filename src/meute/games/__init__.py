"""Registry of the games, by id."""

from meute.core.errors import BadInput
from meute.core.game import Game
from meute.games import aventure, clan, terres, traces, wildlife

GAMES: dict[str, Game] = {game.id: game for game in (terres.GAME, aventure.GAME, clan.GAME, wildlife.GAME, traces.GAME)}


def find(id: str) -> Game:
    """The game with this id; raises BadInput if there is none."""
    if id not in GAMES:
        raise BadInput("error.game_unknown", id, known=", ".join(GAMES))
    return GAMES[id]
