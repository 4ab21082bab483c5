"""Puzzles: positions with a clearly best move, mined from games of computer players; `games/<id>/puzzles.toml`.

A puzzle is a lesson of one task: every move within a point of the best does it.
"""

import hashlib
import secrets
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from tomllib import TOMLDecodeError

import msgspec

from meute.bots.advice import row_name
from meute.core.errors import BadInput
from meute.core.phrase import Phrase, phrase
from meute.games import GAMES, find
from meute.learn.lesson import Lesson, LessonWritten, Step, Written, Wrong, lesson_of
from meute.learn.mine import Found
from meute.match import Match
from meute.text import choice_phrase

OPPONENTS = ("Grimaud", "Ysengrin", "Hersent", "Brune", "Louvel")
SEED_BITS = 96


class PuzzleWritten(Written):
    """One of a file's puzzles."""

    name: str
    seats: int
    me: int
    position: str
    right: list[str]
    """The best first."""
    margin: float
    """Points by which all others are worse."""
    aims: dict[str, float] = msgspec.field(default_factory=dict)
    """Rows of the score sheet on which the best earns most."""
    easy: bool = False


class PuzzlesWritten(Written):
    """A whole file."""

    puzzle: list[PuzzleWritten]


class Puzzle(Lesson):
    """A puzzle that can be played; the best move is told when one as good has been found."""

    def __init__(self, game: str, number: int, file: str, written: PuzzleWritten) -> None:
        others = iter(OPPONENTS)
        self.number = number
        self.margin = written.margin
        self.aims = written.aims
        self.easy = written.easy
        super().__init__(
            game,
            written.name,
            file,
            LessonWritten(
                teaches=find(game).course,
                seats=["" if seat == written.me else next(others) for seat in range(written.seats)],
                position=written.position,
                step=[
                    Step(task="task", expect=written.right, find=True, wrong=[Wrong(action="*", say="worse")]),
                    Step(tell=["best", *(f"aim.{row}" for row in written.aims)]),
                ],
            ),
        )

    def phrase(self, word: str = "") -> Phrase:
        """What is said, the same for all puzzles but for its gaps."""
        game = find(self.game)
        points = round(self.margin)
        if not word:
            return phrase("puzzle.title", number=self.number)
        if word == "best":
            best = game.codec.read(self.steps[0].expect[0])
            view = self.match("").view(self.me)
            return phrase("puzzle.best", action=choice_phrase(view, best, self.seats), points=points)
        if word.startswith("aim."):
            row = word.removeprefix("aim.")
            return phrase("puzzle.aim", row=row_name(game, int(row)), points=round(self.aims[row]))
        return phrase(f"puzzle.{word}", points=points)

    def match(self, learner: str) -> Match:
        """The table of the puzzle; what chance says after the move is nobody's task."""
        names = [name or learner for name in self.seats]
        return Match(self.game, names, seed=secrets.randbits(SEED_BITS), position=self.position)

    def script(self, match: Match) -> None:
        """Chance is free."""


def puzzle_text(found: Found) -> str:
    """What was found, as it stands in the file."""
    name = hashlib.sha256(f"{found.seat} {found.position}".encode()).hexdigest()[:8]
    right = ", ".join(f'"{text}"' for text in found.right)
    aims = ", ".join(f"{aim.row} = {aim.gain:.1f}" for aim in found.aims)
    lines = ["[[puzzle]]", f'name = "{name}"', f"seats = {found.seats}", f"me = {found.seat}", 'position = """']
    lines += [found.position, '"""', f"right = [{right}]", f"margin = {found.margin:.1f}"]
    lines += [f"aims = {{ {aims} }}"] if aims else []
    lines += ["easy = true"] if found.easy else []
    return "\n".join(lines) + "\n"


def puzzle_file(game: str) -> Traversable:
    """Where the puzzles of a game are."""
    return files("meute") / "games" / game / "puzzles.toml"


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game."""
    path = puzzle_file(game) if game in GAMES else None
    if path is None or not path.is_file():
        return ()
    try:
        written = msgspec.toml.decode(path.read_text(encoding="utf-8"), type=PuzzlesWritten)
    except (msgspec.MsgspecError, TOMLDecodeError) as error:
        raise BadInput("error.lesson_form", f"{game}/{path.name}", details=error) from None
    return tuple(Puzzle(game, n, path.name, one) for n, one in enumerate(written.puzzle, start=1))


def find_lesson(game: str, name: str) -> Lesson | None:
    """The lesson or puzzle of this name."""
    return lesson_of(game, name) or next((puzzle for puzzle in puzzles(game) if puzzle.name == name), None)
