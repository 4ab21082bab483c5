"""The rulebooks' examples can be laid out, have words, and stand under a heading of the rules pages."""

import pytest

from meute.core.phrase import Phrase
from meute.games import GAMES
from meute.learn import examples, lessons
from meute.server.http.learning import example_sent
from meute.server.listings import BOOK_PREFIX, rules_sent
from meute.text import LANGUAGES, catalogue
from meute.text.rules import headings


@pytest.mark.parametrize("game", list(GAMES))
def test_every_example_has_words_and_a_heading(game: str) -> None:
    for language in LANGUAGES:
        keys = {key for key in catalogue(language).entries if key.startswith(f"{game}.example.")}
        assert keys == {one.phrase(game).key for one in examples(game)}
        assert {one.teaches for one in examples(game)} <= headings(game, language)


@pytest.mark.parametrize("game", list(GAMES))
def test_sections_of_the_rules_draw_the_examples_and_the_lessons(game: str) -> None:
    named = [name for section in rules_sent(game, "fr").sections for name in section.examples]
    assert sorted(named) == sorted(
        [*(BOOK_PREFIX + one.name for one in examples(game)), *(one.name for one in lessons(game))]
    )
    for name in named:
        drawn = example_sent(game, name)
        assert drawn.scene.seat == drawn.seats.index("")
        assert drawn.lesson == ("" if name.startswith(BOOK_PREFIX) else name)
        for key in drawn.tell:
            assert all(catalogue(language).render(Phrase(key.key, {}, "")) for language in LANGUAGES)


def points(game: str, name: str) -> list[int]:
    return list(example_sent(game, name).scene.points)


def test_printed_totals_come_out() -> None:
    assert points("terres", "count") == [17, 44]
    assert points("aventure", "count")[0] == 41
    assert points("clan", "book.final")[0] == 54
    fed, began, filled, traded = 4, [3, 4, 1, 2], [6, 3, 3, 0], 1
    before = [sum(one) for one in zip(began, filled, strict=True)]
    printed = [20, 21, 20, 17]
    expected = [a + b for a, b in zip(printed, before, strict=True)]
    expected[0] += fed + traded
    assert points("wildlife", "general") == expected
