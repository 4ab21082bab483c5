"""The golden playthroughs are still what the rules give; a game without one fails."""

import pytest
from helpers.playthrough import written

from meute.games import GAMES


@pytest.mark.parametrize("game", list(GAMES))
def test_golden_playthroughs(game: str) -> None:
    playthroughs = written(game)
    assert playthroughs
    for path, text in playthroughs.items():
        assert path.read_text(encoding="utf-8") == text, (
            f"{path.name}: run `python tests/renew.py {game}`, read the diff"
        )
