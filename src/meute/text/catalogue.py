"""The catalogues: for each language one .po file of the house, one of the page, and one of each game."""

import re
from collections.abc import Callable, Iterable
from functools import cache
from gettext import c2py
from importlib.resources import files
from importlib.resources.abc import Traversable

import polib

from meute.core.errors import BadInput
from meute.core.phrase import Filling, Phrase
from meute.games import GAMES

HOUSE = files("meute")
FIRST = "fr"
"""The language of the house: spoken where none is asked for that it knows."""


def languages(house: Traversable) -> tuple[str, ...]:
    """Every language that has a catalogue, the house's own first."""
    found = [file.name.removesuffix(".po") for file in (house / "text").iterdir() if file.name.endswith(".po")]
    return tuple(sorted(found, key=lambda language: (language != FIRST, language)))


LANGUAGES = languages(HOUSE)

GAP = re.compile(r"(\b(?:de|que) )?\{(\w+)((?:\|[^|{}]*)+)?\}")
"""`{name}`, with the word before it that French elides; or `{name|one|other}` for a word that follows a number: the
forms stand in the order of Unicode's plural categories (zero, one, two, few, many, other), as many as the language's
Plural-Forms say."""

MARK = re.compile(r"\[\[([\w.-]+)\|([^\]]*)\]\]")
"""`[[mark|name]]`: a thing with its sign, also where a sentence of a catalogue names it itself."""

ELIDES = {"fr": re.compile(r"(?:\[\[[\w.-]+\|)?(?:[aeiouàâéèêîôûœæ][^\W\d]|y[^\W\daeiou])", re.IGNORECASE)}
"""How a name begins before which `de` and `que` lose their vowel; not the letter of a square."""

MINUS = "\N{MINUS SIGN}"

PLURAL_FORMS = re.compile(r"nplurals=\d+; *plural=([^;]+);")


class Catalogue:
    """All sentences of one language."""

    def __init__(self, language: str, entries: dict[str, str], plural: Callable[[int], int]) -> None:
        self.language = language
        self.entries = entries
        self.plural = plural
        """Which form of a word follows a number."""

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def say(self, phrase: Phrase, marked: bool = False) -> str:
        """The sentence; with marks, the things in it are written `[[mark|name]]` so that they can be drawn."""
        text = GAP.sub(lambda gap: self.fill(phrase, gap, marked), self.entries[phrase.key])
        if not marked and "[[" in text:
            text = MARK.sub(r"\2", text)
        return f"[[{phrase.mark}|{text}]]" if marked and phrase.mark else text

    def fill(self, phrase: Phrase, gap: re.Match[str], marked: bool) -> str:
        """What stands in one gap."""
        before, filling = gap[1] or "", phrase.gaps[gap[2]]
        if gap[3]:
            return before + gap[3].split("|")[1:][self.form(filling)]
        filled = self.say(filling, marked) if isinstance(filling, Phrase) else numeral(filling)
        elides = before and self.language in ELIDES and ELIDES[self.language].match(filled)
        return f"{before[:-2]}’{filled}" if elides else before + filled

    def form(self, filling: Filling) -> int:
        """Which form of a word follows this number."""
        number = self.say(filling).replace(MINUS, "-") if isinstance(filling, Phrase) else filling
        return self.plural(abs(int(number)))

    def explain(self, error: BadInput) -> str:
        """What is wrong with somebody's input, and where."""
        gaps = {"where": error.where, **{name: str(value) for name, value in error.values.items()}}
        return self.say(Phrase("error.at", {"where": error.where, "what": Phrase(error.problem, gaps, "")}, ""))


def numeral(number: int | str) -> str:
    """A number as people read it, with a sign that is no hyphen; other words as they are."""
    return re.sub(r"^-(?=\d)", MINUS, str(number))


def nearest(wanted: Iterable[str]) -> str:
    """The first of these languages (`fr`, `en-GB`, `fr_FR.UTF-8`) that has a catalogue; else the house's own."""
    asked = (re.split(r"[-_.;@]", tag.strip().lower())[0] for tag in wanted)
    return next((language for language in asked if language in LANGUAGES), FIRST)


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language: the house's entries and every game's."""
    if language not in LANGUAGES:
        raise BadInput("error.language", language, known=", ".join(LANGUAGES))
    places = ["text", "server/text", *(f"games/{game}/text" for game in GAMES)]
    files = [read(HOUSE / place / f"{language}.po") for place in places]
    entries: dict[str, str] = {}
    for entry in (entry for file in files for entry in file):
        assert entry.msgid not in entries, f"{entry.msgid} stands twice"
        entries[entry.msgid] = entry.msgstr
    return Catalogue(language, entries, plural_of(files[0]))


def read(path: Traversable) -> polib.POFile:
    """A catalogue as it is written."""
    return polib.pofile(path.read_text(encoding="utf-8"))


def plural_of(file: polib.POFile) -> Callable[[int], int]:
    """From a number to the form of the word after it, as the catalogue's header says."""
    told = PLURAL_FORMS.search(file.metadata.get("Plural-Forms", ""))
    assert told, f"{file.metadata.get('Language')}: no Plural-Forms"
    return c2py(told[1])
