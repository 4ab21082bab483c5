"""Golden playthroughs, recorded games and fingerprints, written anew: `python tests/renew.py [GAME]`. Read the diff."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from golden.playthrough import GOLDEN, written
from properties.test_laws import EVERY, PRINTS, fingerprint
from records.collection import collect

from meute.games import GAMES


def renew(ids: list[str]) -> None:
    """All three for these games."""
    prints = json.loads(PRINTS.read_text(encoding="utf-8")) if PRINTS.exists() else {}
    kept = {name: value for name, value in prints.items() if name.split("-")[0] in set(GAMES) - set(ids)}
    prints = kept | {str(each): fingerprint(each) for each in EVERY if each.game in ids}
    PRINTS.write_text(json.dumps(dict(sorted(prints.items())), indent=1) + "\n", encoding="utf-8")
    for game in ids:
        for path, text in written(game).items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        collect(game)
    print(f"{len(prints)} fingerprints; golden games in {GOLDEN}")


if __name__ == "__main__":
    renew(sys.argv[1:] or list(GAMES))
