"""Examples: positions drawn on the rules pages, from `games/<id>/examples.toml`."""

from functools import cache
from importlib.resources import files
from tomllib import TOMLDecodeError

import msgspec

from meute.core.errors import BadInput
from meute.core.phrase import Phrase, phrase
from meute.games import GAMES
from meute.learn.lesson import StrictStruct
from meute.match import Match
from meute.match.record import read_moves


class Example(StrictStruct):
    """An example; its text has the catalogue key `<id>.example.<name>`."""

    name: str
    teaches: str
    """Heading of the rulebook, as on the rules pages."""
    seats: list[str]
    """Player names; the empty one is the reader's seat, whose view is drawn."""
    position: str
    moves: str = ""
    """Lines of a record, played before the position is drawn; `*` for chance."""
    own: bool = False
    """Whether the reader's own area is drawn, too."""

    def match(self, game: str) -> Match:
        """The match to draw."""
        match = Match(game, self.seats, seed=None, position=self.position)
        match.replay_moves([move for line in self.moves.splitlines() if line for move in read_moves(0, line)])
        return match

    def phrase(self, game: str) -> Phrase:
        """The caption."""
        return phrase(f"{game}.example.{self.name}")


class ExampleFile(StrictStruct):
    example: list[Example]


@cache
def examples(game: str) -> tuple[Example, ...]:
    """All examples of a game."""
    path = files("meute") / "games" / game / "examples.toml"
    if game not in GAMES or not path.is_file():
        return ()
    try:
        return tuple(msgspec.toml.decode(path.read_text(encoding="utf-8"), type=ExampleFile).example)
    except (msgspec.MsgspecError, TOMLDecodeError) as error:
        raise BadInput("error.lesson_form", f"{game}/{path.name}", details=error) from None
