"""Golden playthroughs, recorded games and fingerprints, written anew: `python tests/renew.py [GAME]`. Read the diff."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from env import test_tensors as tensors
from helpers.playthrough import GOLDEN, written
from helpers.record_collection import collect
from helpers.worlds import Setting
from properties import test_laws as laws

from meute.games import GAMES


def print_anew(path: Path, settings: list[Setting], fingerprint: Callable[[Setting], str], ids: list[str]) -> None:
    """The fingerprints of these games; those of the others stay."""
    prints = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    others = {name: value for name, value in prints.items() if name.split("-")[0] in set(GAMES) - set(ids)}
    prints = others | {str(each): fingerprint(each) for each in settings if each.game in ids}
    path.write_text(json.dumps(dict(sorted(prints.items())), indent=1) + "\n", encoding="utf-8")


def renew(ids: list[str]) -> None:
    """All of them for these games."""
    print_anew(laws.PRINTS, laws.EVERY, laws.fingerprint, ids)
    print_anew(tensors.PRINTS, tensors.SETTINGS, tensors.fingerprint, ids)
    for game in ids:
        for path, text in written(game).items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        collect(game)
    print(f"fingerprints; golden games in {GOLDEN}")


if __name__ == "__main__":
    renew(sys.argv[1:] or list(GAMES))
