"""Figures of a box in sentences: an owner's corrections are told wherever the printed figure was."""

import re

import pytest

from meute.core.box import figures, merge
from meute.core.phrase import phrase
from meute.games import GAMES
from meute.server.http.static_page import encode_catalogue
from meute.server.store import StoredTable
from meute.server.table.broadcast import changed_figures
from meute.text import LANGUAGES, catalogue
from meute.text.catalogue import box_figures_in, printed_figures

FIXED = re.compile(r"5\s×\s5|2, 3 (?:ou|or) 4|(?:contre|for|→) 1 (?:point|PV|VP)")
"""Numbers beside a figure that belong to the rules: the frame of a grid, the small wolves, one point."""

NO_FOOD = "Il faut 4 nourritures pour un point."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_figure_in_a_sentence_is_in_a_box_and_no_number_beside_it_is_stale(language: str) -> None:
    words = catalogue(language)
    telling = {key: box_figures_in(text) for key, text in words.entries.items() if box_figures_in(text)}
    assert len(telling) > 50
    for key, names in telling.items():
        assert names <= printed_figures().keys(), key
        text = re.sub(r"\{[^}]*\}", "", FIXED.sub("", words.entries[key]))
        assert not re.search(r"\d", text), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", list(GAMES))
def test_each_corrected_figure_is_told(game: str, language: str) -> None:
    words = catalogue(language)
    for key, text in words.entries.items():
        for name in box_figures_in(text):
            if name.startswith(f"{game}."):
                words.figures, kept = {**words.figures, name: 77}, words.figures
                gaps = dict.fromkeys(re.findall(r"\{(\w+)[|}]", text), 1)
                assert "77" in words.render(phrase(key, **gaps)), key
                words.figures = kept


@pytest.mark.parametrize(
    ("game", "box", "key", "told"),
    [
        (
            "wildlife",
            {"exchange": {"food_for_a_point": 4}},
            "wildlife.why.no_food",
            NO_FOOD,
        ),
        ("terres", {"claw_values": {"pv_si_conquis": 4}}, "terres.claw.pv_si_conquis", "+4 PV si conquis"),
        (
            "wildlife",
            {"general_scoring": {"food": [6, 3, 1]}},
            "wildlife.score.food.text",
            "Points pour qui a le plus de nourriture, puis pour les suivants\N{NO-BREAK SPACE}: 6, 3, 1.",
        ),
        ("clan", {"prey": {"around": 1}}, "clan.why.not_surrounded", "Cette proie n’est pas encerclée sur 1 case."),
    ],
)
def test_an_owners_box_is_told(game: str, box: dict[str, dict[str, int]], key: str, told: str) -> None:
    contents = merge(GAMES[game].box(), box)
    assert catalogue("fr").with_box(game, contents).render(phrase(key)) == told
    assert catalogue("fr").render(phrase(key)) != told


def test_the_page_is_sent_the_printed_figures_with_the_words_and_those_of_a_table_with_it() -> None:
    assert b'"figure:terres.claw_values.pv_si_conquis":"5"' in encode_catalogue("fr", "")
    table = StoredTable(code="c", word="w", game="terres", version=1, host="h", seats=[])
    assert changed_figures(table) == {}
    table.box = {"claw_values": {"pv_si_conquis": 4}}
    assert changed_figures(table) == {"terres.claw_values.pv_si_conquis": 4}


def test_lists_are_told_whole_and_by_their_entries() -> None:
    box = {"rows": [{"id": "a", "n": 3}], "list": [1, 2], "mixed": [1, "x"], "word": "w"}
    assert figures(box, "g") == {"g.rows.a.n": 3, "g.list": "1, 2", "g.list.0": 1, "g.list.1": 2, "g.mixed.0": 1}
