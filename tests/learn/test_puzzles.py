"""Every puzzle can be solved by each move that is right, and answers every other."""

from meute.core.phrase import Phrase
from meute.games import GAMES
from meute.learn import Course, find_lesson, lessons, puzzles
from meute.learn.mine import ALIKE, CERTAIN, CLEAR, Ends, stands_out
from meute.text import LANGUAGES, catalogue

ALL = [puzzle for game in GAMES for puzzle in puzzles(game)]


def in_words(told: Phrase) -> bool:
    return all(catalogue(language).say(told) for language in LANGUAGES)


def test_every_puzzle_is_solved_by_what_is_right_and_by_nothing_else() -> None:
    for puzzle in ALL:
        course = Course(puzzle, puzzle.match("vous"))
        match = course.match
        right = {match.game.codec.read(text) for text in puzzle.steps[0].expect}
        assert set(course.right()) == right, puzzle.name
        assert course.points()
        for action in match.options(puzzle.me):
            missed = course.judge([action])
            assert (missed is None) == (action in right)
            assert missed is None or in_words(missed.phrase)
        task = course.told()[1]
        assert task is not None
        assert in_words(task)
        for action in right:
            match.play(puzzle.me, action)
            assert course.is_done()
            assert all(map(in_words, course.told()[0]))
            match.go_back(0)


def test_the_best_move_is_named_by_its_territory_not_by_a_number() -> None:
    best = [catalogue("fr").say(puzzle.phrase("best")) for puzzle in puzzles("terres")]
    assert any("Emplacement" in told for told in best)
    assert not [told for told in best if "n° " in told or "n°\xa0" in told]


def test_puzzles_are_found_by_names_of_their_own() -> None:
    for game in GAMES:
        for lesson in (*lessons(game), *puzzles(game)):
            assert find_lesson(game, lesson.name) is lesson


def ends(*leads: int) -> Ends:
    found = Ends()
    found.leads = list(leads)
    found.rows = [{} for _ in leads]
    return found


def test_only_what_is_better_in_the_same_worlds_stands_out() -> None:
    swings = [40, -40, 25, -25] * 10
    clear = {1: ends(*(s + 5 for s in swings)), 2: ends(*(s + 4 for s in swings)), 3: ends(*swings)}
    assert stands_out(clear, CLEAR, CERTAIN) == [1, 2], "as good as the best, within a point"
    assert ALIKE == 1.0
    close = {1: ends(*(s + 2 for s in swings)), 2: ends(*swings)}
    assert stands_out(close, CLEAR, CERTAIN) == []
    luck = {1: ends(*(s + 5 for s in swings)), 2: ends(*reversed(swings))}
    assert stands_out(luck, CLEAR, CERTAIN) == [], "by far, but in other worlds it was the other"
