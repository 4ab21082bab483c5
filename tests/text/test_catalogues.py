"""Every catalogue, whatever it speaks of: all languages say the same things, each in its own typography."""

import re
from importlib.resources import files
from pathlib import Path

import polib
import pytest

from meute.core.errors import BadInput
from meute.core.phrase import phrase
from meute.games import GAMES
from meute.match import Match
from meute.text import DEFAULT_LANGUAGE, LANGUAGES, catalogue
from meute.text.rules import rules_page

FOLDERS = sorted(path.parent for path in Path(str(files("meute"))).rglob("fr.po"))
OTHERS = [language for language in LANGUAGES if language != DEFAULT_LANGUAGE]
GAP = re.compile(r"\{(\w+)[^}]*\}")
NAME = re.compile(r"\{[\w.]+")
BREAKS = re.compile(r" [:;!?»]|« ")
"""An ordinary space where a line may not break."""
SIGN = re.compile(r"\[\[([\w.-]+)\\?\|")
"""The mark of a thing that is named with its sign: `[[mark|name]]`, in a table `[[mark\\|name]]`."""


WEB = Path(__file__).parents[2] / "web/src"
CALL = re.compile(r"\bt\('([\w.]+)', \{([^{}]*)\}\)")
"""A sentence of the page with what fills its gaps."""


def entries(folder: Path, language: str) -> dict[str, str]:
    """The sentences of a catalogue by key; a plural is all its forms."""
    return {
        entry.msgid: " | ".join([entry.msgstr, *entry.msgstr_plural.values()])
        for entry in polib.pofile(str(folder / f"{language}.po"))
    }


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_every_language_has_every_sentence_with_the_same_gaps_and_signs(folder: Path, language: str) -> None:
    french, other = entries(folder, "fr"), entries(folder, language)
    assert french.keys() == other.keys()
    for key, text in french.items():
        assert text.strip(" |"), key
        assert other[key].strip(" |"), key
        assert set(GAP.findall(text)) == set(GAP.findall(other[key])), key
        assert sorted(SIGN.findall(text)) == sorted(SIGN.findall(other[key])), key


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_french_does_not_break_before_its_high_marks(folder: Path) -> None:
    broken = {key: text for key, text in entries(folder, "fr").items() if BREAKS.search(text)}
    assert not broken


@pytest.mark.parametrize(
    ("name", "expected"), [("Ysengrin", "d’Ysengrin"), ("Éloi", "d’Éloi"), ("Yann", "de Yann"), ("A5", "de A5")]
)
def test_french_elides_before_a_name(name: str, expected: str) -> None:
    turn = phrase("page.wildlife.turn_of", who=name)
    assert catalogue("fr").render(turn) == f"Tour {expected}"
    assert catalogue("fr").render(turn, marked=True) == f"Tour {expected}"
    assert name in catalogue("en").render(turn)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_minus_sign_is_no_hyphen(language: str) -> None:
    words = catalogue(language)
    assert words.render(phrase("cli.points_line", name="Ana", points=-2)).count("\N{MINUS SIGN}2") == 1
    written = {key for key, text in words.entries.items() if re.search(r"(?<![\w.–-])-\d", text)}
    assert not written


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", list(GAMES))
def test_rules_have_the_same_signs_and_figures_in_every_language(game: str, language: str) -> None:
    french, other = (rules_page(game, spoken) or "" for spoken in ("fr", language))
    assert sorted(SIGN.findall(french)) == sorted(SIGN.findall(other))
    assert set(NAME.findall(french)) == set(NAME.findall(other))
    assert SIGN.search(french), "effects are named with their signs"


POLITE = re.compile(r"\b(?:Sie|Ihnen|Ihr|Ihre[mnrs]?)\b(?= (?:können|müssen|haben|sind|dürfen|wollen|möchten)\b)")
FOREIGN_MARKS = re.compile(r"[«»]|“[^“”]*”|\"\w[^\"]*\w\"(?!\])| [:;!?]|\.\.\.(?!\w)|\u2014")
"""What German does not write: French quotation marks and spaces, English quotation marks, dots for an ellipsis."""


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_german_has_its_own_typography_and_says_du(folder: Path) -> None:
    said = {key: text.replace("://...", "") for key, text in entries(folder, "de").items()}
    assert not {key: text for key, text in said.items() if FOREIGN_MARKS.search(re.sub(r'pip install ".*?"', "", text))}
    assert not {key: text for key, text in said.items() if POLITE.search(text)}


ONE_NAME = {
    "clan": re.compile(r"\b(?:canyon|gorge|calendar|deployment|mountain|transform(?:s|ed)?|vision)\b", re.IGNORECASE),
    "terres": re.compile(r"\b[Ss]ummits?\b|\b(?:[Ff]ull|[Rr]ed) moon\b|(?:in|into) the \{ground\}"),
    "traces": re.compile(r"\b(?:announc\w+|extinct|rearing|excluded|exclusions?(?! (?:of|des)))\b", re.IGNORECASE),
    "wildlife": re.compile(r"\b(?:rocks?|peaks?)\b", re.IGNORECASE),
}
"""Other names for things that the English edition calls by one."""


@pytest.mark.parametrize("game", list(ONE_NAME))
def test_english_has_one_name_for_each_thing(game: str) -> None:
    """As published where that is known: Chasm, Moonlight Board, Pack Spread, Upgrade Den."""
    server, own = Path(str(files("meute"))) / "server/text", Path(str(files("meute"))) / "games" / game / "text"
    said = {key: text for key, text in entries(server, "en").items() if key.startswith(f"page.{game}.")} | entries(
        own, "en"
    )
    said["rules"] = (own / "rules.en.md").read_text(encoding="utf-8")
    said = {key: NAME.sub("", SIGN.sub("", text)) for key, text in said.items()}
    assert not {key: text[:80] for key, text in said.items() if ONE_NAME[game].search(text)}


STRANGE = re.compile(
    r"\b(?:robots?|set-up|setting up|computer (?:player|play)\w*|between computers)\b|\b(?:by|for) who\b|'s\b",
    re.IGNORECASE,
)
"""Names and turns of phrase that the page has others for: bots, setup, whoever; apostrophes are curved."""


@pytest.mark.parametrize(
    "folder", [folder for folder in FOLDERS if folder.parent.name != "meute"], ids=lambda folder: folder.parent.name
)
def test_english_reads_as_one_edition(folder: Path) -> None:
    said = entries(folder, "en") | {page.stem: page.read_text(encoding="utf-8") for page in folder.glob("rules.en.md")}
    assert not {key: found[0] for key, text in said.items() if (found := STRANGE.search(text))}


NOTE = 225
"""Characters that fit the guide's place on a phone, which does not grow."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_note_of_the_guide_is_short_enough_for_a_phone(language: str) -> None:
    words = catalogue(language)
    notes = {key: words.render(phrase(key)) for key in words.entries if ".coach." in key}
    assert notes
    assert not {key: len(text) for key, text in notes.items() if len(text) > NOTE}


COUNTED = {
    "fr": "points|places|décisions|signes|coups|joueurs|tours|cartes|plis|territoires|icônes|cases|régions|pions",
    "en": "points|seats|decisions|signs|moves|players|turns|cards|tricks|territories|icons|spaces|regions|pieces",
    "de": "Punkte|Plätze|Entscheidungen|Züge|Karten|Stiche|Gebiete|Symbole|Regionen|Steine|Wölfe",
}


@pytest.mark.parametrize("language", COUNTED)
def test_a_noun_after_a_number_has_a_singular(language: str) -> None:
    """But for averages, which are seldom whole, and for what is never one."""
    plural = re.compile(rf"\{{(?!seat\b)\w+\}}\s(?:{COUNTED[language]})\b")
    never_one = {"aventure.error.box_cells"}
    found = {key: text for key, text in catalogue(language).entries.items() if plural.search(text)}
    assert {key for key, text in found.items() if "{error}" not in text} <= never_one
    one, two = (catalogue(language).render(phrase("cli.points_line", name="Ana", points=-n)) for n in (1, 2))
    assert "\N{MINUS SIGN}1" in one
    assert one.replace("1", "2") != two


@pytest.mark.parametrize(("language", "offer"), [("fr", "renoncez"), ("en", "decline"), ("de", "verzichte")])
def test_a_card_that_may_be_declined_is_asked_about_so(language: str, offer: str) -> None:
    """Wildlife: « s'il ne veut ou ne peut pas en exécuter l'action »"""
    words = catalogue(language)
    kinds = ("terrain_move", "terrain_reproduce", "terrain_attack", "wheel", "arrow", "bolt", "bonus")
    assert all(offer in words.entries[f"wildlife.prompt.{kind}"] for kind in kinds)


def test_how_many_seats_a_game_takes_is_no_range_where_it_takes_one_number() -> None:
    with pytest.raises(BadInput) as refused:
        Match("terres", ["a"])
    assert catalogue("en").explain(refused.value) == "seats: 1 seat, but this game takes 2"


def test_the_page_fills_the_gaps_of_its_sentences() -> None:
    sentences = {key: text for folder in FOLDERS for key, text in entries(folder, "fr").items()}
    calls = [call for file in WEB.rglob("*.svelte") for call in CALL.findall(file.read_text(encoding="utf-8"))]
    calls += [call for file in WEB.rglob("*.ts") for call in CALL.findall(file.read_text(encoding="utf-8"))]
    assert len(calls) > 50
    for key, given in calls:
        gaps = {gap for gap in GAP.findall(sentences.get(key, "")) if "." not in gap}
        assert gaps <= {*re.findall(r"(\w+)(?=:|,|\s*$)", given)}, key
