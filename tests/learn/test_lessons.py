"""Every lesson is played to its end, whatever is chosen where it leaves a choice, back and forth, out of the store."""

import shutil
from pathlib import Path

import pytest

from meute.core.errors import BadInput
from meute.games import GAMES
from meute.learn import Lesson, LessonProgress, lessons, read_lesson
from meute.learn.lesson import matches
from meute.learn.validate import finish, play_scripted, validate
from meute.match import Match
from meute.server.store.models import StoredSeat, StoredTable
from meute.server.table.restore import moves_of, restore
from meute.text import LANGUAGES, catalogue

TERRES = Path(__file__).parents[2] / "src/meute/games/terres/lessons/02-follow.toml"
every_lesson = pytest.mark.parametrize(
    "lesson",
    [lesson for game in GAMES for lesson in lessons(game)],
    ids=lambda lesson: f"{lesson.game}-{lesson.name}",
)


def begin(lesson: Lesson) -> LessonProgress:
    course = LessonProgress(lesson, lesson.match("vous"))
    play_scripted(course)
    return course


def play(course: LessonProgress, action: int) -> None:
    course.match.play(course.lesson.me, action)
    play_scripted(course)


def position(match: Match) -> str:
    return match.game.write_position(match.state)


def from_the_store(course: LessonProgress) -> LessonProgress:
    """The same course after a restart of the server."""
    lesson, match = course.lesson, course.match
    seats = [StoredSeat("guest", name) for name in match.seats]
    stored = StoredTable("", "", lesson.game, match.version, "", seats, dict(lesson.options), {}, lesson.position)
    stored.phase, stored.lesson = "over" if match.is_over() else "playing", lesson.name
    again = restore(stored, moves_of(match.record()), None)
    lesson.script(again)
    return LessonProgress(lesson, again)


@every_lesson
def test_a_lesson_is_as_it_is_written(lesson: Lesson) -> None:
    validate(lesson)


@every_lesson
def test_a_lesson_ends_whatever_is_chosen_back_and_forth_and_out_of_the_store(lesson: Lesson) -> None:
    course = begin(lesson)
    while not course.is_done():
        match, number = course.match, course.step_number()
        step, before = len(match.steps), position(match)
        assert course.places_to_press(), lesson.at(number)
        for action in course.solutions():
            play(course, action)
            again = from_the_store(course)
            assert again.step_number() == course.step_number() == number + 1
            assert position(again.match) == position(match)
            finish(again)
            finish(course)
            assert match.script is not None
            assert match.script.at == len(match.script.outcomes), lesson.at(number)
            match.rewind(step)
            assert (course.step_number(), position(match)) == (number, before)
        play(course, course.solutions()[0])
    course.match.rewind(course.first_step())
    assert course.step_number() == 0


@every_lesson
def test_whatever_is_not_the_task_gets_words(lesson: Lesson) -> None:
    course = begin(lesson)
    while not course.is_done():
        right = course.solutions()
        for action in course.match.legal_actions(lesson.me):
            missed = course.check_moves([action])
            assert (missed is None) == (action in right)
            assert missed is None or all(missed.phrase.key in catalogue(language) for language in LANGUAGES)
        play(course, right[0])
    for action in course.match.legal_actions(lesson.me):
        assert course.check_moves([action]) is not None, "a lesson that is over goes no further"


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_of_a_lesson_is_left_over(game: str, language: str) -> None:
    steps = [(lesson, n) for lesson in lessons(game) for n in range(len(lesson.steps))]
    used = {key for lesson, n in steps for key in (lesson.key(), *lesson.words(n))}
    assert {key for key in catalogue(language).entries if key.startswith(f"{game}.lesson.")} == used


SEATS = 'seats = ["Grimaud", ""]'
TAKE = 'expect = ["+3"]'
HIDDEN = 'wrong = [{ action = "+*", say = "hidden", show = ["* claw:retourne_pv"] }]'
PLACE = 'expect = [">*"]'


@pytest.mark.parametrize(
    ("old", "new", "where", "problem"),
    [
        ('task = "take"', 'taske = "take"', "step 2", "error.lesson_form"),
        (TAKE, 'expect = ["+9"]', "step 2", "error.lesson_expect"),
        ('tell = ["lost"]', 'tell = ["loss"]', "step 2", "error.lesson_word"),
        ('"1 b5-N"', '"1 b6-N"', "step 4", "error.lesson_move"),
        ('"1 r6-V"', '"one r6-V"', "step 1", "error.record_line"),
        ('"n2-N" = "terres.why.must_follow"', '"n2-N" = "terres.why.full"', "step 1", "error.lesson_reason"),
        ('"n2-N" = "terres.why.must_follow"', '"r4-N" = "terres.why.full"', "step 1", "error.lesson_legal"),
        (PLACE, f'{PLACE}\nwrong = [{{ action = ">*", say = "place" }}]', "step 3", "error.lesson_expect"),
        (HIDDEN, HIDDEN.replace("retourne_pv", "force_5"), "step 2", "error.notation"),
        (f"{TAKE}\n{HIDDEN}", 'expect = ["+1"]', "step 2", "error.lesson_script"),
        ('tell = ["colour_wins", "leads"]', "", "step 5", "error.lesson_last"),
        (PLACE, "", "step 3", "error.lesson_task"),
        ("table 10 A", "table 99 A", "trick", "error.position_number"),
        ('"JOUER UN PLI"', '"PLI"', "", "error.lesson_heading"),
        (SEATS, 'seats = ["Grimaud", "Ana"]', "", "error.lesson_seats"),
        (SEATS, f'{SEATS}\nchance = ["claw:force_3"]', "", "error.lesson_chance_left"),
        (SEATS, "seats = [", "", "error.toml"),
    ],
)
def test_a_bad_lesson_is_named_with_its_file_and_step(
    tmp_path: Path, old: str, new: str, where: str, problem: str
) -> None:
    file = tmp_path / "terres/lessons/02-follow.toml"
    file.parent.mkdir(parents=True)
    text = TERRES.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(BadInput) as wrong:
        validate(read_lesson(file))
    named = f"{file.name}, {where}" if where else file.name
    assert (wrong.value.where, wrong.value.problem) == (named, problem)
    for language in LANGUAGES:
        assert named in catalogue(language).explain(wrong.value)


def test_a_lesson_lies_beside_a_game(tmp_path: Path) -> None:
    copied = shutil.copy(TERRES, tmp_path)
    with pytest.raises(BadInput, match=r"error\.lesson_file"):
        read_lesson(Path(copied))


def test_in_a_pattern_only_the_star_is_special() -> None:
    assert matches("r4-*", "R4-V")
    assert not matches("?1", "+1")
    assert matches("?1", "?1")
    assert matches("a[2]*", "a[2]b")


def test_the_prey_that_a_lesson_of_traces_advises_is_worse_than_no_other() -> None:
    """The least effort that feeds no less: an open prey must not be better in every number."""
    prey = {row["id"]: row for row in GAMES["traces"].box()["large_prey"]}
    advised = 0
    for lesson in lessons("traces"):
        course = begin(lesson)
        while (right := course.solutions()) and not course.match.is_over():
            texts = course.match.legal_texts(lesson.me)
            chosen = course.match.game.codec.text(right[0]).partition(":")
            if chosen[0] == "vote" and chosen[2] in prey:
                advised += 1
                mine = prey[chosen[2]]
                others = [prey[text[5:]] for text in texts if text[5:] in prey and text[5:] != chosen[2]]
                assert not [
                    one["id"] for one in others if one["black"] <= mine["black"] and one["food"] >= mine["food"]
                ]
            play(course, right[0])
    assert advised


def test_the_first_lesson_of_traces_advises_a_prey_that_no_other_on_offer_beats() -> None:
    course = begin(next(lesson for lesson in lessons("traces") if lesson.name == "pack"))
    play(course, course.match.game.codec.read("first:B"))
    preys = {row["id"]: row for row in course.match.game.box()["large_prey"]}
    offered = [preys[text[5:]] for text in course.match.legal_texts(0) if text[5:] in preys]
    assert len(offered) > 1
    (expected,) = [text for step in course.lesson.steps for text in step.expect if text.startswith("vote:")]
    advised = preys[expected.removeprefix("vote:")]
    for other in offered:
        is_as_easy = all(other[limit] <= advised[limit] for limit in ("black", "green", "red"))
        assert other is advised or not (is_as_easy and other["food"] >= advised["food"]), other["id"]
