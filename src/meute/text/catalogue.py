"""The catalogues: for each language one .po file of the house, one of the page, and one of each game."""

import re
from functools import cache
from importlib.resources import files

import polib

from meute.core.errors import BadInput
from meute.core.phrase import Filling, Phrase
from meute.games import GAMES

LANGUAGES = ("fr", "en")

GAP = re.compile(r"\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}")
"""`{name}`, or `{name|one|many}` for a word that follows a number."""


class Catalogue:
    """All sentences of one language."""

    def __init__(self, language: str, entries: dict[str, str]) -> None:
        self.language = language
        self.entries = entries

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def say(self, phrase: Phrase, marked: bool = False) -> str:
        """The sentence; with marks, the things in it are written `[[mark|name]]` so that they can be drawn."""
        text = GAP.sub(lambda gap: self.fill(phrase, gap, marked), self.entries[phrase.key])
        return f"[[{phrase.mark}|{text}]]" if marked and phrase.mark else text

    def fill(self, phrase: Phrase, gap: re.Match[str], marked: bool) -> str:
        """What stands in one gap."""
        filling = phrase.gaps[gap[1]]
        if gap[2] is not None:
            return gap[2] if self.is_one(filling) else gap[3]
        return self.say(filling, marked) if isinstance(filling, Phrase) else str(filling)

    def is_one(self, filling: Filling) -> bool:
        """Whether a number takes the singular: in French also zero."""
        number = int(self.say(filling) if isinstance(filling, Phrase) else filling)
        return number == 1 or (self.language == "fr" and number in (0, -1))

    def explain(self, error: BadInput) -> str:
        """What is wrong with somebody's input, and where."""
        gaps = {"where": error.where, **{name: str(value) for name, value in error.values.items()}}
        return self.say(Phrase("error.at", {"where": error.where, "what": Phrase(error.problem, gaps, "")}, ""))


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language: the house's entries and every game's."""
    if language not in LANGUAGES:
        raise BadInput("error.language", language, known=", ".join(LANGUAGES))
    entries: dict[str, str] = {}
    house = files("meute")
    for folder in [house / "text", house / "server" / "text", *(house / "games" / game / "text" for game in GAMES)]:
        path = folder / f"{language}.po"
        for entry in polib.pofile(path.read_text(encoding="utf-8")):
            assert entry.msgid not in entries, f"{entry.msgid} stands twice"
            entries[entry.msgid] = entry.msgstr
    return Catalogue(language, entries)
