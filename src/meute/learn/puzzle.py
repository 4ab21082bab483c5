"""Puzzles: positions with a clearly best move, mined from games of computer players; `games/<id>/puzzles.toml`.

A puzzle is a lesson of one task: every move within a point of the best move solves it.
"""

import hashlib
import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tomllib import TOMLDecodeError

import msgspec

from meute.bots.advice import row_name
from meute.core.chance import Generator, ScriptedChance
from meute.core.errors import BadInput
from meute.core.phrase import Phrase, phrase
from meute.core.seats import CHANCE
from meute.games import GAMES, find
from meute.learn.lesson import Lesson, LessonFile, Step, StrictStruct, WrongAnswer, lesson_of
from meute.learn.puzzle_mining import LineStep, MinedPuzzle, find_line
from meute.match import Match
from meute.text import choice_phrase

OPPONENTS = ("Grimaud", "Ysengrin", "Hersent", "Brune", "Louvel")
SEED_BITS = 96
EASY, HARD, SPREAD, CLEAR_MARGIN = 24.0, 30.0, 4.0, 12.0
"""Means of the ratings of puzzles that the greedy bot solves and of others, less by up to `SPREAD` the more points any
other move loses."""
SIGMA = 25.0 / 3
"""The uncertainty of a puzzle's rating before all tries."""
HEADER = "# Found by `meute mine {game}`: one from a game, no two with one answer; the easiest first.\n"


class PuzzleEntry(StrictStruct):
    """A puzzle in the file."""

    name: str
    seats: int
    seed: int
    """Seed of the bot game it was found in; a file holds at most one puzzle from each game."""
    me: int
    position: str
    right: list[str]
    """Solutions, the best first."""
    margin: float
    """Points by which all other moves are worse."""
    row_gains: dict[str, float] = msgspec.field(default_factory=dict, name="aims")
    """Score rows on which the best move earns most, with the points gained."""
    easy: bool = False
    line: list[list[str]] = msgspec.field(default_factory=list)
    """Solutions of the seat's next decisions, which complete the idea."""
    replies: list[list[str]] = msgspec.field(default_factory=list)
    """Moves of the other seats before each of them, as lines of a record; empty if there are none."""
    chance: list[str] = msgspec.field(default_factory=list)
    """What chance draws before the last of them."""


class PuzzleFile(StrictStruct):
    """A puzzle file."""

    puzzle: list[PuzzleEntry]


class Puzzle(Lesson):
    """A playable puzzle; the best move is shown after any solution."""

    kind = "puzzle"

    def __init__(self, game: str, number: int, file: str, entry_of: PuzzleEntry) -> None:
        others = iter(OPPONENTS)
        self.number = number
        self.margin = entry_of.margin
        self.row_gains = entry_of.row_gains
        self.easy = entry_of.easy
        self.rating = prior_rating(entry_of)
        super().__init__(
            game,
            entry_of.name,
            file,
            LessonFile(
                teaches=find(game).turn_heading,
                seats=["" if seat == entry_of.me else next(others) for seat in range(entry_of.seats)],
                position=entry_of.position,
                step=[
                    Step(task="task", expect=entry_of.right, find=True, wrong=[WrongAnswer(action="*", say="worse")]),
                    *map(further_step, entry_of.line, entry_of.replies or [[] for _ in entry_of.line]),
                    Step(tell=["best", *(f"aim.{row}" for row in entry_of.row_gains)]),
                ],
                chance=entry_of.chance,
            ),
        )

    def phrase(self, word: str = "") -> Phrase:
        """The phrase of the text with this name; all puzzles share the same texts."""
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
            return phrase("puzzle.aim", row=row_name(game, int(row)), points=round(self.row_gains[row]))
        return phrase(f"puzzle.{word}", points=points)

    def match(self, learner: str) -> Match:
        """A new match at the puzzle's position."""
        names = [name or learner for name in self.seats]
        match = Match(self.game, names, seed=secrets.randbits(SEED_BITS), position=self.position)
        self.script(match)
        return match

    def script(self, match: Match) -> None:
        """Script chance up to the last decision; what follows is random."""
        match.script = ScriptedChance(self.chance, open_end=True)
        match.script.at = sum(past.seat == CHANCE for past in match.steps)


def further_step(right: list[str], replies: list[str]) -> Step:
    """A decision after the first."""
    return Step(others=replies, task="more", expect=right, find=True, wrong=[WrongAnswer(action="*", say="worse_here")])


def prior_rating(entry: PuzzleEntry) -> tuple[float, float]:
    """The rating (mu, sigma) of a puzzle before all tries: high if the greedy bot errs and if little is lost."""
    clear = min(entry.margin, CLEAR_MARGIN) / CLEAR_MARGIN
    return (EASY if entry.easy else HARD) - SPREAD * clear, SIGMA


def entry_of(found: MinedPuzzle) -> PuzzleEntry:
    """Convert a mined position to the file format."""
    return PuzzleEntry(
        name=hashlib.sha256(f"{found.seat} {found.position}".encode()).hexdigest()[:8],
        seats=found.seats,
        seed=found.seed,
        me=found.seat,
        position=found.position + "\n",
        right=list(found.right),
        margin=round(found.margin, 1),
        row_gains={str(aim.row): round(aim.gain, 1) for aim in found.row_gains},
        easy=found.easy,
        chance=list(found.chance),
        **written_line(found.line),
    )


def with_line(game: str, puzzle: PuzzleEntry) -> PuzzleEntry:
    """The puzzle with its further decisions, searched anew."""
    match = Match(game, [str(n + 1) for n in range(puzzle.seats)], seed=None, position=puzzle.position)
    first = list(map(match.game.codec.read, puzzle.right))
    line, chance, easy = find_line(match, puzzle.me, first, Generator(puzzle.seed))
    return msgspec.structs.replace(puzzle, easy=puzzle.easy and easy, chance=list(chance), **written_line(line))


def written_line(line: Sequence[LineStep]) -> dict[str, list[list[str]]]:
    """Further decisions as the file has them."""
    replies = [list(step.replies) for step in line]
    return {"line": [list(step.right) for step in line], "replies": replies if any(replies) else []}


def choose(game: str, found: Iterable[PuzzleEntry], puzzles: Sequence[PuzzleEntry]) -> PuzzleEntry | None:
    """The best new puzzle of those found; None if each has a known answer or its game has a puzzle already.
    Prefers several decisions, then rare kinds of question, then difficult ones, then the largest margin."""
    codec = find(game).codec

    def kind(puzzle: PuzzleEntry) -> str:
        return codec.kind(codec.read(puzzle.right[0])).name

    kinds = Counter(map(kind, puzzles))
    answers = {answer for one in puzzles for answer in one.right}
    games = {(one.seats, one.seed) for one in puzzles}
    new = (one for one in found if answers.isdisjoint(one.right) and (one.seats, one.seed) not in games)
    return max(new, key=lambda one: (bool(one.line), -kinds[kind(one)], not one.easy, one.margin), default=None)


def puzzle_text(puzzle: PuzzleEntry) -> str:
    """A puzzle as TOML."""
    right = ", ".join(f'"{text}"' for text in puzzle.right)
    aims = ", ".join(f"{row} = {gain:.1f}" for row, gain in puzzle.row_gains.items())
    lines = ["[[puzzle]]", f'name = "{puzzle.name}"', f"seats = {puzzle.seats}", f"seed = {puzzle.seed}"]
    lines += [f"me = {puzzle.me}", f'position = """\n{puzzle.position}"""', f"right = [{right}]"]
    lines += [f"margin = {puzzle.margin:.1f}"]
    lines += [f"aims = {{ {aims} }}"] if aims else []
    lines += ["easy = true"] if puzzle.easy else []
    for key, value in (("line", puzzle.line), ("replies", puzzle.replies), ("chance", puzzle.chance)):
        lines += [f"{key} = {msgspec.json.encode(value).decode()}"] if value else []
    return "\n".join(lines) + "\n"


def file_text(game: str, puzzles: Iterable[PuzzleEntry]) -> str:
    """All puzzles as TOML, easiest first."""
    ordered = sorted(puzzles, key=lambda one: (not one.easy, -one.margin))
    return "\n".join((HEADER.format(game=game), *map(puzzle_text, ordered)))


def read_puzzles(file: Path | Traversable, where: str) -> list[PuzzleEntry]:
    try:
        return msgspec.toml.decode(file.read_text(encoding="utf-8"), type=PuzzleFile).puzzle
    except (msgspec.MsgspecError, TOMLDecodeError) as error:
        raise BadInput("error.lesson_form", where, details=error) from None


def puzzle_file(game: str) -> Traversable:
    return files("meute") / "games" / game / "puzzles.toml"


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """All puzzles of a game."""
    path = puzzle_file(game) if game in GAMES else None
    if path is None or not path.is_file():
        return ()
    read = read_puzzles(path, f"{game}/{path.name}")
    return tuple(Puzzle(game, n, path.name, one) for n, one in enumerate(read, start=1))


def find_lesson(game: str, name: str) -> Lesson | None:
    """The lesson or puzzle of this name."""
    return lesson_of(game, name) or next((puzzle for puzzle in puzzles(game) if puzzle.name == name), None)
