"""A new language is seven catalogues and five rules pages in their folders, and no code."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import meute
from meute.games import GAMES
from meute.text import LANGUAGES

POLISH = "nplurals=3; plural=n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2;"
"""One, few, many, as gettext's manual gives it."""

TWO_FORMS = re.compile(r"(\{[\w.]+\|[^|{}]*\|)([^|{}]*)\}")
"""A noun after a number, singular and plural, as English has it."""

ASKED = """
import json, random, tempfile
from pathlib import Path
from starlette.testclient import TestClient
from meute.core.phrase import phrase
from meute.games import GAMES
from meute.match import Match
from meute.server.http.app import App
from meute.text import LANGUAGES, best_language, catalogue, event_phrase

words = catalogue("pl")
told = {}
luck = random.Random(7)
for game in GAMES.values():
    match = Match(game.id, [f"Ala {n}" for n in range(game.min_seats)], seed=7)
    while match.result() is None:
        seat = match.seats_to_act()[0]
        match.play(seat, luck.choice(match.legal_texts(seat)))
    told[game.id] = [words.render(event_phrase(game, event, match.seats, 0, words)) for event in match.events]
with tempfile.TemporaryDirectory() as folder:
    with TestClient(App(Path(folder)).starlette(), base_url="http://127.0.0.1") as page:
        printed = {
            "languages": list(LANGUAGES),
            "nearest": best_language(["pl_PL.UTF-8"]),
            "wolves": [words.render(phrase("toy.wolves", n=n)) for n in (1, 3, 5, 22)],
            "home": page.get("/api/home").json()["languages"],
            "text": page.get("/api/text/pl-PL.json").headers["content-language"],
            "rules": page.get("/api/rules/terres/pl").json()["language"],
            "told": {game: min(map(len, sentences)) > 0 for game, sentences in told.items()},
        }
print(json.dumps(printed))
"""


def test_a_language_dropped_into_the_folders_is_spoken_through_whole_games(tmp_path: Path) -> None:
    package = tmp_path / "meute"
    shutil.copytree(
        Path(meute.__file__).parent, package, ignore=shutil.ignore_patterns("static", "__pycache__", "*.so")
    )
    for file in [*package.rglob("en.po"), *package.rglob("rules.en.md")]:
        text = file.read_text(encoding="utf-8").replace("nplurals=2; plural=n != 1;", POLISH)
        text = TWO_FORMS.sub(r"\1\2|\2}", text)
        file.with_name(file.name.replace("en.", "pl.")).write_text(text, encoding="utf-8")
    with (package / "text/pl.po").open("a", encoding="utf-8") as own:
        own.write('\nmsgid "toy.wolves"\nmsgstr "{n} {n|wilk|wilki|wilk\u00f3w}"\n')
    done = subprocess.run(
        [sys.executable, "-c", ASKED], cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)}, check=True, capture_output=True
    )
    assert json.loads(done.stdout) == {
        "languages": [*LANGUAGES, "pl"],
        "nearest": "pl",
        "wolves": ["1 wilk", "3 wilki", "5 wilk\u00f3w", "22 wilki"],
        "home": [*LANGUAGES, "pl"],
        "text": "pl",
        "rules": "pl",
        "told": dict.fromkeys(GAMES, True),
    }
