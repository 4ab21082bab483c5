"""Every catalogue, whatever it speaks of: French and English say the same things, each in its own typography."""

import re
from importlib.resources import files
from pathlib import Path

import polib
import pytest

FOLDERS = sorted(path.parent for path in Path(str(files("meute"))).rglob("fr.po"))
GAP = re.compile(r"\{(\w+)[^}]*\}")
BREAKS = re.compile(r" [:;!?»]|« ")
"""An ordinary space where a line may not break."""


def entries(folder: Path, language: str) -> dict[str, str]:
    """The sentences of a catalogue by key; a plural is all its forms."""
    return {
        entry.msgid: " | ".join([entry.msgstr, *entry.msgstr_plural.values()])
        for entry in polib.pofile(str(folder / f"{language}.po"))
    }


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_both_languages_have_every_sentence_with_the_same_gaps(folder: Path) -> None:
    french, english = entries(folder, "fr"), entries(folder, "en")
    assert french.keys() == english.keys()
    for key, text in french.items():
        assert text.strip(" |"), key
        assert english[key].strip(" |"), key
        assert set(GAP.findall(text)) == set(GAP.findall(english[key])), key


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_french_does_not_break_before_its_high_marks(folder: Path) -> None:
    broken = {key: text for key, text in entries(folder, "fr").items() if BREAKS.search(text)}
    assert not broken
