"""The collection of recorded games: which settings it has, and how to make it."""

import itertools
import re
from pathlib import Path

from helpers.worlds import MOST_STEPS, Setting, settings

from meute.bots import make_bot
from meute.core.box import Contents
from meute.core.chance import Generator
from meute.games.clan.actions import END, TOKEN
from meute.match import Match, write_record

RECORDS = Path(__file__).parents[1] / "records"
FEWEST = 50
RARE = {"traces": ("one_sex", "drawn")}
"""Rare events: the collection has a game with each of them."""
OWN_BOXES: dict[str, Contents] = {"wildlife": {"contents": {"pieces": 60}, "pieces": {"each": [60, 30, 25, 21, 18]}}}
"""Boxes with corrections. Wildlife: so many pieces that two players run out of territory markers."""


def collect(game: str) -> None:
    """Writes at least fifty games of every setting, half of them by greedy players, and one that is given up.

    Games of older rules (`clan-rules-1.meute` and so on) stay as they are.
    """
    games: dict[str, Match] = {}
    chosen = [setting for setting in settings() if setting.game == game]
    rounds = -(-FEWEST // len(chosen))
    for number in range(max(rounds, 2)):
        for setting in chosen:
            games[f"{setting}-{number}"] = bot_game(setting, number, "greedy" if number % 2 else "random")
    if game in OWN_BOXES:
        own = Match(game, ["seat 1", "seat 2"], seed=1, box=OWN_BOXES[game])
        games[f"{chosen[0]}-own_box"] = played(own, 1, "random")
    for event in RARE.get(game, ()):
        games[f"{chosen[0]}-{event}"] = rare_game(chosen[0], event)
    match = chosen[0].start(99)
    match.play(match.seats_to_act()[0], match.legal_actions(match.seats_to_act()[0])[0])
    match.resign(0)
    if not match.is_over():
        match.stop()
    games[f"{chosen[0]}-resigned"] = match
    if game == "clan":
        games["clan-5-hoarded"] = hoarded(2)
    records = [f"# {name}\n{write_record(match.record())}" for name, match in sorted(games.items())]
    (RECORDS / f"{game}.meute").write_text("\n".join(records), encoding="utf-8")


def records_in(file: Path) -> dict[str, str]:
    """Name -> text of the records in a file; each name stands in a comment above its record."""
    _, *parts = re.split(r"^# (.+)\n", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {name: f"{text.rstrip()}\n" for name, text in zip(parts[::2], parts[1::2], strict=True)}


def recorded(name: str) -> str:
    """The text of the record with this name, of today's rules."""
    return records_in(RECORDS / f"{name.partition('-')[0]}.meute")[name]


def record_file(name: str, folder: Path) -> str:
    """The path of a new file with this record alone."""
    file = folder / f"{name}.meute"
    file.write_text(recorded(name), encoding="utf-8")
    return str(file)


def bot_game(setting: Setting, seed: int, kind: str) -> Match:
    """Play a game between bots of one kind."""
    return played(setting.start(seed), seed, kind)


def played(match: Match, seed: int, kind: str) -> Match:
    """Play a match to its end with bots of one kind."""
    bots = [make_bot(kind) for _ in match.seats]
    rng = Generator(seed)
    while not match.is_over():
        for seat in match.seats_to_act():
            match.play(seat, bots[seat].choose(match.view(seat), rng))
        if len(match.steps) > MOST_STEPS:
            match.stop()
    return match


def hoarded(seed: int) -> Match:
    """Clan for five bots that spend no token unless forced: a limited supply runs out."""
    match = Setting("clan", 5, (("supply", "limited"),)).start(seed)
    rng = Generator(seed)
    while not match.is_over():
        seat = match.seats_to_act()[0]
        options = match.legal_actions(seat)
        thrifty = [END] if END in options else [action for action in options if action != TOKEN] or options
        match.play(seat, thrifty[rng.below(len(thrifty))])
    return match


def rare_game(setting: Setting, event: str) -> Match:
    """The first random game with this event."""
    for seed in itertools.count(1000):
        match = bot_game(setting, seed, "random")
        if event in logged_events(match):
            return match
    raise AssertionError


def logged_events(match: Match) -> set[str]:
    """Names of all events."""
    return {match.game.events[event.kind].name for event in match.events}
