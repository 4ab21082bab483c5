"""Figures of a box in sentences: an owner's corrections replace the printed figures everywhere."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from meute.core.box import figures, merge
from meute.core.phrase import phrase
from meute.games import GAMES
from meute.server.http.static_page import encode_catalogue
from meute.server.listings import rules_sent
from meute.server.store.models import StoredTable
from meute.server.table.broadcast import changed_figures
from meute.text import LANGUAGES, catalogue
from meute.text.catalogue import Catalogue, box_figures_in, printed_figures

FIXED = re.compile(r"5\s×\s5|2, 3 (?:ou|or|oder) 4|(?:contre|for|gegen|→)\s1\s(?:point|Punkt|PV|VP|SP)")
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
                words.figures, printed_figures = {**words.figures, name: 77}, words.figures
                gaps = dict.fromkeys(re.findall(r"\{(\w+)[|}]", text), 1)
                assert "77" in words.render(phrase(key, **gaps)), key
                words.figures = printed_figures


@pytest.mark.parametrize(
    ("game", "box", "key", "expected"),
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
        (
            "clan",
            {"contents": {"terrain_tokens": 9}},
            "clan.option.supply.limited",
            "Limitée\N{NO-BREAK SPACE}: 9 jetons Terrain bonus et 12 jetons Action bonus",
        ),
        (
            "aventure",
            {"market": {"story": 5, "objective": 1}},
            "aventure.option.market.standard",
            "5 Histoires et 1 Objectif",
        ),
        (
            "aventure",
            {"permanents": {"chatty_stories": 2}},
            "aventure.permanent.pm02.text",
            "Le marché compte 2 cartes Histoire de plus.",
        ),
        (
            "aventure",
            {"powers": {"borrow_share": 3}},
            "aventure.power.pw23.text",
            "Choisissez un Objectif adverse sans flèche\N{NO-BREAK SPACE}: marquez-le aussi sur votre grille, points"
            " divisés par 3 (arrondis en dessous).",
        ),
        (
            "traces",
            {"target": {"usual_four": 48}},
            "traces.option.target.0",
            "Habituel\N{NO-BREAK SPACE}: 40, 48, 55 ou 60 points de trois à six joueurs",
        ),
        ("wildlife", {"turn": {"cards": 4}}, "wildlife.option.cards.up_to", "Jusqu’à 4"),
        (
            "wildlife",
            {"species_auction": {"food": 9}},
            "wildlife.option.species_auction",
            "Espèces aux enchères\N{NO-BREAK SPACE}: 9 nourritures, et l’on s’assoit par âge",
        ),
    ],
)
def test_an_owners_box_is_told(game: str, box: dict[str, dict[str, int]], key: str, expected: str) -> None:
    contents = merge(GAMES[game].box(), box)
    assert catalogue("fr").with_box(game, contents).render(phrase(key)) == expected
    assert catalogue("fr").render(phrase(key)) != expected


def rules_text(game: str, language: str, figures: dict[str, int | str]) -> str:
    """The rules page of a table whose box has these figures."""
    page = re.sub(r"<[^>]*>", "", "".join(section.html for section in rules_sent(game, language).sections))
    words = catalogue(language)
    return Catalogue(language, {"page": page}, words.plural, {**words.figures, **figures}).render(phrase("page"))


@pytest.mark.parametrize("game", list(GAMES))
def test_rules_pages_take_the_same_figures_from_the_box_in_both_languages(game: str) -> None:
    pages = ["".join(section.html for section in rules_sent(game, language).sections) for language in LANGUAGES]
    named = box_figures_in(pages[0])
    assert named
    assert all(box_figures_in(page) == named for page in pages)
    for language in LANGUAGES:
        printed = rules_text(game, language, {})
        assert "{" not in printed
        for name in named:
            assert "77" not in printed
            assert "77" in rules_text(game, language, {name: 77}), name


@pytest.mark.parametrize(
    ("game", "name", "expected"),
    [
        ("wildlife", "wildlife.exchange.food_for_a_point", {"fr": "4 nourritures valent", "en": "4 food buy"}),
        ("terres", "terres.claw_values.pv_si_conquis", {"fr": "+4 PV si conquis", "en": "+4 VP if conquered"}),
        ("clan", "clan.actions.per_turn", {"fr": "effectue 4 actions", "en": "Take 4 actions"}),
        ("aventure", "aventure.market.objective", {"fr": "et 4 Objectifs", "en": "and 4 Objectives"}),
        ("traces", "traces.phases.pup_needs", {"fr": "divisée par 4", "en": "divided by 4"}),
    ],
)
def test_a_rules_page_tells_an_owners_box(game: str, name: str, expected: dict[str, str]) -> None:
    for language, text in expected.items():
        assert text in rules_text(game, language, {name: 4})
        assert text not in rules_text(game, language, {})


def test_the_page_is_sent_the_printed_figures_with_the_words_and_those_of_a_table_with_it() -> None:
    assert b'"figure:terres.claw_values.pv_si_conquis":"5"' in encode_catalogue("fr", "terres")
    table = StoredTable(code="c", word="w", game="terres", version=1, host="h", seats=[])
    assert changed_figures(table) == {}
    table.box = {"claw_values": {"pv_si_conquis": 4}}
    assert changed_figures(table) == {"terres.claw_values.pv_si_conquis": 4}


def test_lists_are_told_whole_and_by_their_entries() -> None:
    box = {"rows": [{"id": "a", "n": 3}], "list": [1, 2], "mixed": [1, "x"], "word": "w"}
    assert figures(box, "g") == {"g.rows.a.n": 3, "g.list": "1, 2", "g.list.0": 1, "g.list.1": 2, "g.mixed.0": 1}


DRAWING = {
    "aventure/Grid.svelte": {4, 6, 7, 8},
    "aventure/Market.svelte": {3, 4},
    "aventure/Others.svelte": {5, 7},
    "aventure/Own.svelte": {10},
    "aventure/tale.ts": {3, 4, 5, 11},
    "aventure/talePicture.ts": {6, 7, 8, 24},
    "clan/Calendar.svelte": {3, 26},
    "clan/Ground.svelte": {3, 4, 7},
    "clan/map.ts": {3, 6, 8, 9, 10, 13, 20, 25},
    "clan/view.svelte.ts": {8, 60},
    "traces/Duel.svelte": {15},
    "traces/Gauge.svelte": {8},
    "traces/Pack.svelte": {3},
    "traces/PhasePage.svelte": {7},
    "traces/ScoreSheet.svelte": {10},
    "traces/drag.svelte.ts": {8},
    "traces/index.ts": {3, 4},
    "traces/names.ts": {3},
    "wildlife/Auction.svelte": {3},
    "wildlife/Island.svelte": {3, 4, 5},
    "wildlife/Uses.svelte": {3},
    "wildlife/index.ts": {4},
    "wildlife/moments.ts": {1200},
    "wildlife/names.ts": {3},
}
"""Sizes, limits of rooms and pictures in the code of boards, which are figures of the game's box by chance."""
PICTURES = {
    "art/aventure/GoalCard.svelte": {9, 10},
    "art/aventure/StoryCard.svelte": {3, 4},
    "art/terres/Card.svelte": {3, 4, 6, 7},
    "art/terres/ClawPill.svelte": {4},
    "art/terres/ClawToken.svelte": {3, 4},
    "art/terres/PowerPill.svelte": {7},
    "art/terres/VictoryToken.svelte": {10},
    "art/wildlife/wildlife.ts": {3},
    "boards/clan/Tracks.svelte": {7},
    "boards/terres/Columns.svelte": {3},
    "boards/traces/Board.svelte": {4},
    "boards/traces/Now.svelte": {4},
}
"""Ranks that are printed on the cards and claws of Terres; numbers from which more things are drawn smaller."""
RULES = Path(__file__).parents[2] / "src/meute/games"
PAGE = Path(__file__).parents[2] / "web/src"
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*|<!--.*?-->", re.DOTALL)
TEXT = re.compile(r"'[^'\n]*'|`[^`]*`")
SCRIPT = re.compile(r"<script.*?</script>", re.DOTALL)
STYLE = re.compile(r"<style.*?</style>", re.DOTALL)
COMPARED = re.compile(r"(?:[=!<>]=+|(?<![=-])[<>]|length:)\s*(\d+)(?![\w.])|(?<![\w.#])(\d+)\s*(?:[=!]==|[<>]=?\s)")
"""A number with which something is compared, or the length of a list."""
LARGEST_COUNT = 2
"""Numbers up to this one are everywhere: pairs, halves, neighbours."""


def numbers_in(part: object) -> set[int]:
    """All whole numbers of a part of a box."""
    if isinstance(part, dict | list):
        return set().union(*map(numbers_in, part.values() if isinstance(part, dict) else part))
    return {abs(part)} if isinstance(part, int) and abs(part) > LARGEST_COUNT else set()


def numbers_written(code: str) -> set[int]:
    """All whole numbers in TypeScript without comments, outside of texts."""
    return {int(number) for number in re.findall(r"(?<![\w.#])\d+(?![\w.])", TEXT.sub("", code))}


def numbers_compared(code: str) -> set[int]:
    """Whole numbers in comparisons and lengths, which may be rules; most others of a drawing are coordinates."""
    return {int(one or other) for one, other in COMPARED.findall(code)}


def numbers_shown(markup: str) -> set[int]:
    """Whole numbers in the text that markup shows, without its expressions."""
    while (less := re.sub(r"\{[^{}]*\}", "", markup)) != markup:
        markup = less
    return {int(number) for number in re.findall(r"\d+", re.sub(r"<[^>]*>", " ", markup))}


def code_of(file: Path) -> tuple[str, str]:
    """The script and the markup of a file, without comments."""
    code = COMMENT.sub("", file.read_text(encoding="utf-8"))
    if file.suffix != ".svelte":
        return code, ""
    return "\n".join(SCRIPT.findall(code)), STYLE.sub("", SCRIPT.sub("", code))


def figures_of_box(folder: str, numbers: Callable[[str, str], set[int]]) -> dict[str, set[int]]:
    """The figures of its game's box that each file of a folder of the page has among these numbers."""
    found: dict[str, set[int]] = {}
    for game in GAMES:
        box = numbers_in(tomllib.loads((RULES / game / "box.toml").read_text(encoding="utf-8")))
        files = [file for file in sorted((PAGE / folder / game).iterdir()) if not file.name.endswith(".test.ts")]
        found |= {f"{game}/{file.name}": numbers(*code_of(file)) & box for file in files}
    return {name: numbers for name, numbers in found.items() if numbers}


def test_the_code_of_boards_has_no_figure_of_a_box() -> None:
    assert figures_of_box("boards", lambda script, _: numbers_written(script)) == DRAWING


def test_no_piece_compares_with_a_figure_of_a_box_or_shows_one_as_text() -> None:
    pieces = figures_of_box("art", lambda script, markup: numbers_compared(script + markup) | numbers_shown(markup))
    boards = figures_of_box("boards", lambda _, markup: numbers_compared(markup) | numbers_shown(markup))
    found = {f"art/{name}": numbers for name, numbers in pieces.items()}
    assert found | {f"boards/{name}": numbers for name, numbers in boards.items()} == PICTURES


def test_figures_in_code_and_markup_are_found() -> None:
    code = "const zone = (i: number) => i <= 7 ? 10 : rank === 12; const all = { length: 30 }"
    assert numbers_compared(code) == {7, 12, 30}
    assert numbers_compared('<rect x="13" width={k * 26} />{#if 15 > points}{#each list as one (one)}') == {15}
    assert numbers_shown('<text x="16">{t(`a.${7}`, { of: 9 })} of 12</text>') == {12}
    assert numbers_written("const COSTS = [4, 6]; const key = 'card.8'") == {4, 6}
