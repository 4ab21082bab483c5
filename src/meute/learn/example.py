"""Examples: tables that the rules pages draw, those of the rulebooks first; `games/<id>/examples.toml`."""

from functools import cache
from importlib.resources import files
from tomllib import TOMLDecodeError

import msgspec

from meute.core.errors import BadInput
from meute.core.phrase import Phrase, phrase
from meute.games import GAMES
from meute.learn.lesson import Written
from meute.match import Match
from meute.match.record import read_moves


class Example(Written):
    """One of a file's examples; its words are `<id>.example.<name>`."""

    name: str
    teaches: str
    """The heading of the rulebook, as the rules pages name it."""
    seats: list[str]
    """Names; the empty one is the reader's, from whose seat the table is seen."""
    position: str
    moves: str = ""
    """Lines of a record that are played before the table is drawn, `*` for chance."""
    own: bool = False
    """Whether the reader's own area is drawn as well."""

    def match(self, game: str) -> Match:
        """The table that is drawn."""
        match = Match(game, self.seats, seed=None, position=self.position)
        match.follow([move for line in self.moves.splitlines() if line for move in read_moves(0, line)])
        return match

    def phrase(self, game: str) -> Phrase:
        """What is said of it."""
        return phrase(f"{game}.example.{self.name}")


class ExamplesWritten(Written):
    """A whole file."""

    example: list[Example]


@cache
def examples(game: str) -> tuple[Example, ...]:
    """The rulebook's examples of a game."""
    path = files("meute") / "games" / game / "examples.toml"
    if game not in GAMES or not path.is_file():
        return ()
    try:
        return tuple(msgspec.toml.decode(path.read_text(encoding="utf-8"), type=ExamplesWritten).example)
    except (msgspec.MsgspecError, TOMLDecodeError) as error:
        raise BadInput("error.lesson_form", f"{game}/{path.name}", details=error) from None
