"""Catalogues: for each language the .po files of the package, of the page and of each game."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from gettext import c2py
from importlib.resources import files
from importlib.resources.abc import Traversable

import polib

from meute.core.box import Contents, figures
from meute.core.errors import BadInput
from meute.core.phrase import Filling, Phrase
from meute.games import GAMES

PACKAGE = files("meute")
DEFAULT_LANGUAGE = "fr"
"""Used where no requested language has a catalogue."""


def languages(package: Traversable) -> tuple[str, ...]:
    """Every language that has a catalogue, the default one first."""
    found = [file.name.removesuffix(".po") for file in (package / "text").iterdir() if file.name.endswith(".po")]
    return tuple(sorted(found, key=lambda language: (language != DEFAULT_LANGUAGE, language)))


LANGUAGES = languages(PACKAGE)

GAP = re.compile(r"(\b(?:de|que) )?\{([\w.]+)((?:\|[^|{}]*)+)?\}")
"""A placeholder: `{name}`, with a word before it that French elides; or `{name|one|other}`, a word after a number:
forms in the order of Unicode's plural categories (zero, one, two, few, many, other), as many as Plural-Forms says.
A name with dots is a printed figure of a game's box: `{wildlife.exchange.food_for_a_point}`."""

MARK = re.compile(r"\[\[([\w.-]+)\|([^\]]*)\]\]")
"""`[[mark|name]]`: the name of a thing with the id of its icon."""

ELIDES = {"fr": re.compile(r"(?:\[\[[\w.-]+\|)?(?:[aeiouàâéèêîôûœæ][^\W\d]|y[^\W\daeiou])", re.IGNORECASE)}
"""Beginnings of names before which `de` and `que` are elided; not a single letter, which names a square."""

MINUS = "\N{MINUS SIGN}"

PLURAL_FORMS = re.compile(r"nplurals=\d+; *plural=([^;]+);")


class Catalogue:
    """All entries of one language, and how to render them."""

    def __init__(
        self, language: str, entries: dict[str, str], plural: Callable[[int], int], figures: Mapping[str, int | str]
    ) -> None:
        self.language = language
        self.entries = entries
        self.plural = plural
        """Maps a number to the index of its plural form."""
        self.figures = figures
        """The figures printed in every game's box, by dotted path."""

    def with_box(self, game: str, contents: Contents) -> "Catalogue":
        """A copy of the catalogue with the figures of an owner's box, which may differ from the printed ones."""
        return Catalogue(self.language, self.entries, self.plural, {**self.figures, **figures(contents, game)})

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def render(self, phrase: Phrase, marked: bool = False) -> str:
        """The sentence of a phrase; if `marked`, things in it are written `[[mark|name]]`, for drawing icons."""
        text = GAP.sub(lambda gap: self.fill(phrase, gap, marked), self.entries[phrase.key])
        if not marked and "[[" in text:
            text = MARK.sub(r"\2", text)
        return f"[[{phrase.mark}|{text}]]" if marked and phrase.mark else text

    def fill(self, phrase: Phrase, gap: re.Match[str], marked: bool) -> str:
        """The text of one placeholder."""
        before = gap[1] or ""
        filling: Filling = self.figures[gap[2]] if "." in gap[2] else phrase.gaps[gap[2]]
        if gap[3]:
            return before + gap[3].split("|")[1:][self.form(filling)]
        filled = self.render(filling, marked) if isinstance(filling, Phrase) else numeral(filling)
        elides = before and self.language in ELIDES and ELIDES[self.language].match(filled)
        return f"{before[:-2]}’{filled}" if elides else before + filled

    def form(self, filling: Filling) -> int:
        """The index of the plural form after this number."""
        number = self.render(filling).replace(MINUS, "-") if isinstance(filling, Phrase) else filling
        return self.plural(abs(int(number)))

    def explain(self, error: BadInput) -> str:
        """The sentence of an error, with its location if it has one."""
        gaps = {"where": error.where, **{name: str(value) for name, value in error.values.items()}}
        what = Phrase(error.problem, gaps, "")
        return self.render(Phrase("error.at", {"where": error.where, "what": what}, "") if error.where else what)


def numeral(number: int | str) -> str:
    """A number with a typographic minus sign; other text unchanged."""
    return re.sub(r"^-(?=\d)", MINUS, str(number))


def best_language(wanted: Iterable[str]) -> str:
    """The first of these languages (`fr`, `en-GB`, `fr_FR.UTF-8`) that has a catalogue, or the default."""
    asked = (re.split(r"[-_.;@]", tag.strip().lower())[0] for tag in wanted)
    return next((language for language in asked if language in LANGUAGES), DEFAULT_LANGUAGE)


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language: entries of the package, the page and every game."""
    if language not in LANGUAGES:
        raise BadInput("error.language", language, known=", ".join(LANGUAGES))
    folders = ["text", "server/text", *(f"games/{game}/text" for game in GAMES)]
    files = [read_catalogue(PACKAGE / folder / f"{language}.po") for folder in folders]
    entries: dict[str, str] = {}
    for entry in (entry for file in files for entry in file):
        assert entry.msgid not in entries, f"{entry.msgid} stands twice"
        entries[entry.msgid] = entry.msgstr
    return Catalogue(language, entries, plural_rule(files[0]), printed_figures())


@cache
def printed_figures() -> dict[str, int | str]:
    """The figures of every game's unchanged box, by dotted path."""
    return {name: number for game in GAMES.values() for name, number in figures(game.box(), game.id).items()}


def box_figures_in(text: str) -> set[str]:
    """The names of the component figures that a text has placeholders for, such as `clan.tokens.supply`."""
    return {gap[2] for gap in GAP.finditer(text) if "." in gap[2]}


def read_catalogue(path: Traversable) -> polib.POFile:
    return polib.pofile(path.read_text(encoding="utf-8"))


def plural_rule(file: polib.POFile) -> Callable[[int], int]:
    """Compile the Plural-Forms header with the standard library's gettext (Babel would be 34 MB)."""
    header = PLURAL_FORMS.search(file.metadata.get("Plural-Forms", ""))
    assert header, f"{file.metadata.get('Language')}: no Plural-Forms"
    return c2py(header[1])
