"""The recorded games: which are kept, and how they were made."""

from pathlib import Path

from worlds import MOST_STEPS, Setting, settings

from meute.bots import make_bot
from meute.core.chance import Generator
from meute.match import Match, write_record

RECORDS = Path(__file__).parent
FEWEST = 50


def collect(game: str) -> None:
    """Writes at least fifty games of every setting, half of them by greedy players, and one that is given up."""
    folder = RECORDS / game
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.meute"):
        old.unlink()
    chosen = [setting for setting in settings() if setting.game == game]
    rounds = -(-FEWEST // len(chosen))
    for number in range(max(rounds, 2)):
        for setting in chosen:
            match = bot_game(setting, number, "greedy" if number % 2 else "random")
            (folder / f"{setting}-{number}.meute").write_text(write_record(match.record()), encoding="utf-8")
    match = chosen[0].start(99)
    match.play(match.asked()[0], match.options(match.asked()[0])[0])
    match.resign(0)
    (folder / f"{chosen[0]}-resigned.meute").write_text(write_record(match.record()), encoding="utf-8")


def bot_game(setting: Setting, seed: int, kind: str) -> Match:
    """A whole game between bots of one kind."""
    match = setting.start(seed)
    bots = [make_bot(kind) for _ in range(setting.seats)]
    rng = Generator(seed)
    while not match.is_over():
        for seat in match.asked():
            match.play(seat, bots[seat].choose(match.view(seat), rng))
        if len(match.steps) > MOST_STEPS:
            match.stop()
    return match
