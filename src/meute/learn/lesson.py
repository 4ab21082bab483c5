"""Reads lessons from `games/<id>/lessons/NN-name.toml` (see docs/lessons.md); their texts are in the catalogues."""

import re
from fnmatch import translate
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from meute.core.chance import ScriptedChance
from meute.core.errors import BadInput
from meute.core.phrase import Phrase, phrase
from meute.core.seats import CHANCE
from meute.games import GAMES, find
from meute.match import Match
from meute.match.record import read_moves
from meute.text.files import parse_toml

LESSON_FILE = re.compile(r"\d\d-([a-z_]+)\.toml")
STEP_AT = re.compile(r"`\$\.step\[(\d+)\]")
Moves = list[tuple[int, str]]


class StrictStruct(msgspec.Struct, forbid_unknown_fields=True):
    """Base of the file formats: unknown keys are refused."""


class WrongAnswer(StrictStruct):
    """A legal move that does not solve the task: the message (`say`), and the moves that would follow (`show`)."""

    action: str
    """Pattern of the action; `*` matches any letters."""
    say: str
    show: list[str] = []
    """Lines of a record, played after the wrong move, shown, and undone."""


class Step(StrictStruct):
    """One step: moves of the other seats, explanations, and one decision by the learner. The last step only
    explains."""

    others: list[str] = []
    """Moves of the other seats, as lines of a record."""
    tell: list[str] = []
    task: str = ""
    """Name of the task's text; if empty, the task of the previous step continues."""
    expect: list[str] = []
    """Patterns of the actions that solve the task."""
    look: list[str] = []
    """Places highlighted for the text, besides the places to press."""
    find: bool = False
    """Whether the places to press are hidden until the learner asks for help."""
    wrong: list[WrongAnswer] = []
    refused: dict[str, str] = {}
    """Illegal actions, each with the reason that the rules must give: verifies what the text says about them."""


class LessonFile(StrictStruct):
    """A lesson file."""

    teaches: str
    """Heading of the rulebook, as on the rules pages."""
    seats: list[str]
    """Player names; the empty one is the learner's."""
    step: Annotated[list[Step], msgspec.Meta(min_length=1)]
    options: dict[str, str] = {}
    position: str = ""
    moves: str = ""
    """Lines of a record, played before the lesson starts."""
    chance: list[str] = []
    """Scripted outcomes of all chance events of the lesson."""


class Lesson:
    """A playable lesson."""

    kind: Literal["lesson", "puzzle"] = "lesson"

    def __init__(self, game: str, name: str, file: str, written: LessonFile) -> None:
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
        """Location of a step, for error messages."""
        return f"{self.file}, step {step + 1}"

    def read_lines(self, lines: list[str], where: str) -> Moves:
        """Parse lines of a record into moves."""
        try:
            return [move for line in lines if line.strip() for move in read_moves(0, line)]
        except BadInput as wrong:
            raise BadInput(wrong.problem, where, **wrong.values) from None

    def key(self, word: str = "") -> str:
        """Catalogue key of the text with this name; without a name, of the title."""
        return f"{self.game}.lesson.{self.name}" + (f".{word}" if word else "")

    def phrase(self, word: str = "") -> Phrase:
        """The phrase of the text with this name; without a name, of the title."""
        return phrase(self.key(word))

    def words(self, step: int) -> list[str]:
        """Catalogue keys of all texts of a step."""
        one = self.steps[step]
        return [self.key(word) for word in (*one.tell, one.task, *(wrong.say for wrong in one.wrong)) if word]

    def match(self, learner: str) -> Match:
        """A new match at the start of the lesson."""
        names = [name or learner for name in self.seats]
        match = Match(self.game, names, self.options, seed=None, position=self.position)
        match.replay_moves(self.opening)
        self.script(match)
        match.resolve_chance()
        return match

    def script(self, match: Match) -> None:
        """Script all chance events of the match, from its current step on."""
        spoken = [past.action for past in match.steps if past.seat == CHANCE]
        drawn = [text for seat, text in self.opening if seat == CHANCE]
        match.script = ScriptedChance([*drawn, *self.chance])
        match.script.at = len(spoken)


def matches(pattern: str, text: str) -> bool:
    """Whether an action's text matches a pattern."""
    return bool(as_expression(pattern).fullmatch(text.lower()))


@cache
def as_expression(pattern: str) -> re.Pattern[str]:
    """Compile a pattern; only the star is special."""
    escaped = pattern.lower().replace("[", "[[]").replace("?", "[?]")
    return re.compile(translate(escaped))


def read_lesson(path: Traversable) -> Lesson:
    """Read a lesson file; errors name the step."""
    found = LESSON_FILE.fullmatch(path.name)
    game = Path(str(path)).absolute().parent.parent.name
    if not found or game not in GAMES:
        raise BadInput("error.lesson_file", path.name)
    try:
        written = msgspec.convert(parse_toml(path.read_text(encoding="utf-8"), path.name), LessonFile)
    except (msgspec.MsgspecError, UnicodeError) as error:
        step = STEP_AT.search(str(error))
        where = path.name + (f", step {int(step[1]) + 1}" if step else "")
        raise BadInput("error.lesson_form", where, details=error) from None
    return Lesson(find(game).id, found[1], path.name, written)


@cache
def lessons(game: str) -> tuple[Lesson, ...]:
    """All lessons of a game, in order."""
    folder = files("meute") / "games" / game / "lessons"
    if game not in GAMES or not folder.is_dir():
        return ()
    paths = sorted((path for path in folder.iterdir() if LESSON_FILE.fullmatch(path.name)), key=lambda path: path.name)
    return tuple(read_lesson(path) for path in paths)


def lesson_of(game: str, name: str) -> Lesson | None:
    return next((lesson for lesson in lessons(game) if lesson.name == name), None)
