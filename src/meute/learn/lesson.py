"""Lessons as they are written: `games/<id>/lessons/NN-name.toml`, see docs/lessons.md; words are in the catalogues."""

import re
from fnmatch import translate
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tomllib import TOMLDecodeError
from typing import Annotated

import msgspec

from meute.core.chance import Script
from meute.core.errors import BadInput
from meute.core.phrase import Phrase, phrase
from meute.core.seats import CHANCE
from meute.games import GAMES, find
from meute.match import Match
from meute.match.record import read_moves

LESSON_FILE = re.compile(r"\d\d-([a-z_]+)\.toml")
STEP_AT = re.compile(r"`\$\.step\[(\d+)\]")
Moves = list[tuple[int, str]]


class Written(msgspec.Struct, forbid_unknown_fields=True):
    """A part of a file; what it does not know is refused."""


class Wrong(Written):
    """A move that the rules allow and the task does not: what is said about it, and what would have come of it."""

    action: str
    """A pattern: `*` stands for any letters."""
    say: str
    show: list[str] = []
    """Lines of a record that are played on from it, shown, and taken back."""


class Step(Written):
    """What the others do, what is told, and one decision of the learner's; the last step only tells."""

    others: list[str] = []
    """Lines of a record."""
    tell: list[str] = []
    task: str = ""
    """Without one, the task of the step before goes on."""
    expect: list[str] = []
    """Patterns of the decisions that do the task."""
    look: list[str] = []
    """Places that the words speak of, besides those to be pressed."""
    find: bool = False
    """Whether the learner looks for the places alone, until he asks to be shown."""
    wrong: list[Wrong] = []
    refused: dict[str, str] = {}
    """Decisions that the rules refuse, and the reason they give: what the words say of it is so."""


class LessonWritten(Written):
    """A whole file."""

    teaches: str
    """The heading of the rulebook, as the rules pages name it."""
    seats: list[str]
    """Names; the empty one is the learner's."""
    step: Annotated[list[Step], msgspec.Meta(min_length=1)]
    options: dict[str, str] = {}
    position: str = ""
    moves: str = ""
    """Lines of a record that have been played, from the position or from the beginning."""
    chance: list[str] = []
    """Every outcome from there on."""


class Lesson:
    """A lesson that can be played."""

    def __init__(self, game: str, name: str, file: str, written: LessonWritten) -> None:
        self.game = game
        self.name = name
        self.file = file
        self.teaches = written.teaches
        self.seats = written.seats
        self.options = written.options
        self.position = written.position
        self.chance = written.chance
        self.steps = written.step
        if self.seats.count("") != 1:
            raise BadInput("error.lesson_seats", file)
        self.me = self.seats.index("")
        self.opening = self.read_lines(written.moves.splitlines(), file)
        self.others = [self.read_lines(step.others, self.at(n)) for n, step in enumerate(self.steps)]

    def at(self, step: int) -> str:
        """Where in its file a step is."""
        return f"{self.file}, step {step + 1}"

    def read_lines(self, lines: list[str], where: str) -> Moves:
        """Lines of a record as decisions."""
        try:
            return [move for line in lines if line.strip() for move in read_moves(0, line)]
        except BadInput as wrong:
            raise BadInput(wrong.problem, where, **wrong.values) from None

    def key(self, word: str = "") -> str:
        """The key of a sentence in the catalogues; without a word, of the title."""
        return f"{self.game}.lesson.{self.name}" + (f".{word}" if word else "")

    def phrase(self, word: str = "") -> Phrase:
        """What is said; without a word, the title."""
        return phrase(self.key(word))

    def words(self, step: int) -> list[str]:
        """The keys of all that can be said at a step."""
        one = self.steps[step]
        return [self.key(word) for word in (*one.tell, one.task, *(wrong.say for wrong in one.wrong)) if word]

    def match(self, learner: str) -> Match:
        """The table at which the lesson begins."""
        names = [name or learner for name in self.seats]
        match = Match(self.game, names, self.options, seed=None, position=self.position)
        match.follow(self.opening)
        self.script(match)
        match.let_chance_speak()
        return match

    def script(self, match: Match) -> None:
        """Lets the lesson answer for chance, from where the match stands."""
        spoken = [past.action for past in match.steps if past.seat == CHANCE]
        drawn = [text for seat, text in self.opening if seat == CHANCE]
        match.script = Script([*drawn, *self.chance])
        match.script.at = len(spoken)


def matches(pattern: str, text: str) -> bool:
    """Whether a text is what a pattern stands for."""
    return bool(as_expression(pattern).fullmatch(text.lower()))


@cache
def as_expression(pattern: str) -> re.Pattern[str]:
    """A pattern, in which only the star is special."""
    escaped = pattern.lower().replace("[", "[[]").replace("?", "[?]")
    return re.compile(translate(escaped))


def read_lesson(path: Traversable) -> Lesson:
    """The lesson in a file of a game's folder; says in which step it is wrong."""
    found = LESSON_FILE.fullmatch(path.name)
    game = Path(str(path)).absolute().parent.parent.name
    if not found or game not in GAMES:
        raise BadInput("error.lesson_file", path.name)
    try:
        written = msgspec.toml.decode(path.read_text(encoding="utf-8"), type=LessonWritten)
    except (msgspec.MsgspecError, TOMLDecodeError, UnicodeError) as error:
        step = STEP_AT.search(str(error))
        where = path.name + (f", step {int(step[1]) + 1}" if step else "")
        raise BadInput("error.lesson_form", where, details=error) from None
    return Lesson(find(game).id, found[1], path.name, written)


@cache
def lessons(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game, in their order."""
    folder = files("meute") / "games" / game / "lessons"
    if game not in GAMES or not folder.is_dir():
        return ()
    paths = sorted((path for path in folder.iterdir() if LESSON_FILE.fullmatch(path.name)), key=lambda path: path.name)
    return tuple(read_lesson(path) for path in paths)


def lesson_of(game: str, name: str) -> Lesson | None:
    """The lesson of this name."""
    return next((lesson for lesson in lessons(game) if lesson.name == name), None)
