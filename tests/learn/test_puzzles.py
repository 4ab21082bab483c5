"""Every puzzle can be solved by each move that is right, and answers every other."""

import re
from itertools import combinations
from pathlib import Path

import pytest

from meute.core.chance import Generator
from meute.core.game import View
from meute.core.phrase import Phrase
from meute.core.seats import CHANCE
from meute.games import GAMES
from meute.learn import LessonProgress, Puzzle, find_lesson, lessons, puzzles
from meute.learn import puzzle_mining as mining
from meute.learn.puzzle import PuzzleEntry, choose, file_text, puzzle_file, read_puzzles, with_line
from meute.learn.puzzle_mining import MIN_ERRORS, MIN_MARGIN, TOLERANCE, Outcomes, stands_out
from meute.learn.validate import play_scripted
from meute.match import Match
from meute.text import LANGUAGES, catalogue

SAME_TABLE = 0.5
"""A share of what lies on two tables beyond which they are moments of one game."""
ALL = [puzzle for game in GAMES for puzzle in puzzles(game)]


def in_words(sentence: Phrase) -> bool:
    return all(catalogue(language).render(sentence) for language in LANGUAGES)


def test_every_puzzle_is_solved_by_what_is_right_and_by_nothing_else() -> None:
    for puzzle in ALL:
        course = LessonProgress(puzzle, puzzle.match("vous"))
        match = course.match
        right = {match.game.codec.read(text) for text in puzzle.steps[0].expect}
        assert set(course.solutions()) == right, puzzle.name
        assert course.places_to_press()
        for action in match.legal_actions(puzzle.me):
            missed = course.check_moves([action])
            assert (missed is None) == (action in right)
            assert missed is None or in_words(missed.phrase)
        task = course.text()[1]
        assert task is not None
        assert in_words(task)
        for action in right:
            match.play(puzzle.me, action)
            play_line(puzzle, course)
            assert course.is_done()
            assert all(map(in_words, course.text()[0]))
            match.rewind(0)


def play_line(puzzle: Puzzle, course: LessonProgress) -> None:
    """Plays the rest of the idea with the replies of others; anything else is refused with a reason."""
    for step in puzzle.steps[1:-1]:
        match = course.match
        play_scripted(course)
        assert match.seats_to_act() == [puzzle.me], "the others have replied"
        right = course.solutions()
        assert list(map(match.game.codec.text, right)) == step.expect
        for action in match.legal_actions(puzzle.me):
            missed = course.check_moves([action])
            assert (missed is None) == (action in right)
            assert missed is None or in_words(missed.phrase)
        task = course.text()[1]
        assert task is not None
        assert in_words(task)
        match.play(puzzle.me, right[0])


def test_a_line_goes_on_through_the_replies_of_others_and_what_chance_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mining, "JUDGE", "random")
    monkeypatch.setattr(mining, "clear_choice", lambda view, rng: view.legal_actions()[:1])
    match = Match("terres", ["1", "2"], seed=3)
    [seat] = match.seats_to_act()
    first = match.legal_texts(seat)[0]
    position = match.game.write_position(match.state)
    plain = PuzzleEntry(name="line", seats=2, seed=3, me=seat, position=position, right=[first], margin=5.0)
    entry = with_line("terres", plain)
    assert len(entry.line) == mining.MAX_LINE
    assert any(entry.replies)
    puzzle = Puzzle("terres", 1, "", entry)
    for _ in range(2):
        course = LessonProgress(puzzle, puzzle.match("vous"))
        course.match.play(seat, first)
        play_line(puzzle, course)
        assert course.is_done()
    drawn = [course.match.game.codec.text(past.action) for past in course.match.steps if past.seat == CHANCE]
    assert drawn[: len(entry.chance)] == entry.chance


def test_the_best_move_is_named_by_its_territory_not_by_a_number() -> None:
    best = [catalogue("fr").render(puzzle.phrase("best")) for puzzle in puzzles("terres")]
    assert any("Emplacement" in sentence for sentence in best)
    assert not [sentence for sentence in best if "n° " in sentence or "n°\xa0" in sentence]


def test_puzzles_are_found_by_names_of_their_own() -> None:
    for game in GAMES:
        for lesson in (*lessons(game), *puzzles(game)):
            assert find_lesson(game, lesson.name) is lesson


def ends(*leads: int) -> Outcomes:
    found = Outcomes()
    found.leads = list(leads)
    found.rows = [{} for _ in leads]
    return found


def test_only_what_is_better_in_the_same_worlds_stands_out() -> None:
    swings = [40, -40, 25, -25] * 10
    clear = {1: ends(*(s + 5 for s in swings)), 2: ends(*(s + 4 for s in swings)), 3: ends(*swings)}
    assert stands_out(clear, MIN_MARGIN, MIN_ERRORS) == [1, 2], "as good as the best, within a point"
    assert TOLERANCE == 1.0
    close = {1: ends(*(s + 2 for s in swings)), 2: ends(*swings)}
    assert stands_out(close, MIN_MARGIN, MIN_ERRORS) == []
    luck = {1: ends(*(s + 5 for s in swings)), 2: ends(*reversed(swings))}
    assert stands_out(luck, MIN_MARGIN, MIN_ERRORS) == [], "by far, but in other worlds it was the other"


def written_puzzles() -> list[tuple[str, list[PuzzleEntry]]]:
    return [(game, read_puzzles(puzzle_file(game), game)) for game in GAMES if puzzle_file(game).is_file()]


def test_a_file_has_one_puzzle_of_a_game_and_no_answer_twice() -> None:
    for game, all_of_them in written_puzzles():
        assert len({(one.seats, one.seed) for one in all_of_them}) == len(all_of_them), game
        answers = [answer for one in all_of_them for answer in one.right]
        assert len(set(answers)) == len(answers), game


def test_no_two_puzzles_show_the_same_table() -> None:
    """Whatever seeds a file names: tables of one game share most of what lies on them."""
    for game, all_of_them in written_puzzles():
        for one, other in combinations(all_of_them, 2):
            assert alike(one.position, other.position) < SAME_TABLE, (game, one.name, other.name)


def alike(one: str, other: str) -> float:
    """The share of what lies on one table that lies in the same place on the other."""
    first, second = lies(one), lies(other)
    return len(first & second) / min(len(first), len(second))


def lies(position: str) -> set[tuple[str, int, int, str]]:
    """What lies where: the line, the word in it, the part of the word, and what stands there."""
    lines = [line.split() for line in position.splitlines() if not line.startswith("frames")]
    return {
        (line[0], at, part, thing)
        for line in lines
        for at, word in enumerate(line[1:])
        for part, thing in enumerate(re.split(r"[,/|]", word))
        if len(thing) > 1
    }


def puzzle(seed: int, right: str, margin: float) -> PuzzleEntry:
    return PuzzleEntry(name="", seats=2, seed=seed, me=0, position="", right=right.split(), margin=margin)


def test_of_each_game_the_rarest_question_with_a_new_answer_is_chosen() -> None:
    puzzles = [puzzle(1, "o32", 5.0), puzzle(2, "c5 d5", 5.0), puzzle(3, "h01", 5.0), puzzle(4, "h02", 5.0)]
    found = [puzzle(5, "h03", 9.0), puzzle(5, "o07", 4.0), puzzle(5, "o08", 5.0), puzzle(5, "d5", 9.9)]
    assert choose("aventure", found, puzzles) is found[2]
    found[2].easy = True
    assert choose("aventure", found, puzzles) is found[1], "one that takes more than a look"
    assert choose("aventure", [found[3]], puzzles) is None, "d5 is right in another one"
    assert choose("aventure", [puzzle(3, "o09", 9.0)], puzzles) is None, "a puzzle of that game is kept"


def test_a_game_is_looked_at_from_a_step_on_and_without_some_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[tuple[int, str]] = []

    def look(match: Match, view: View, seed: int, rng: Generator) -> None:
        looked.append((len(match.steps), match.game.codec.kind(view.legal_actions()[0]).name))

    monkeypatch.setattr(mining, "PLAYERS", "random")
    monkeypatch.setattr(mining, "find_puzzle", look)
    assert [*mining.mine_game("terres", 2, 1)] == []
    everything = list(looked)
    assert {"play", "place"} < {kind for _, kind in everything}
    looked.clear()
    assert [*mining.mine_game("terres", 2, 1, first=20, skip=["place"])] == []
    assert looked == [(step, kind) for step, kind in everything if step >= 20 and kind != "place"]


def test_a_file_is_written_as_it_is_read(tmp_path: Path) -> None:
    for game, all_of_them in written_puzzles():
        file = tmp_path / game
        file.write_text(file_text(game, all_of_them), encoding="utf-8")
        assert read_puzzles(file, game) == all_of_them
        assert file.read_text(encoding="utf-8") == puzzle_file(game).read_text(encoding="utf-8")
