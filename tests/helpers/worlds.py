"""Settings for property tests: every game, number of seats and option, played at random."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pkgutil import walk_packages

import meute.core.frame
from meute.core.chance import Generator
from meute.core.errors import BadInput
from meute.core.game import Game
from meute.core.options import NumberOption
from meute.core.reason import Reason
from meute.games import GAMES
from meute.match import Match
from meute.server.listings import rules_sent

COMPILED = not meute.core.frame.__file__.endswith(".py")
MOST_STEPS = 6000
"""Step limit of a random game."""


@dataclass(frozen=True)
class Setting:
    """A game with seats and options."""

    game: str
    seats: int
    options: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return f"{self.game}-{self.seats}-{'-'.join(f'{name}={value}' for name, value in self.options) or 'plain'}"

    def start(self, seed: int) -> Match:
        """A new match."""
        return Match(self.game, [f"seat {n + 1}" for n in range(self.seats)], dict(self.options), seed=seed)


def values(game: Game) -> Iterator[tuple[str, str]]:
    """Every option of a game with every value that is not its default (numbers: both limits)."""
    for option in game.options:
        offered = (str(option.low), str(option.high)) if isinstance(option, NumberOption) else option.values
        yield from ((option.name, value) for value in offered if value != option.default)


def not_offered() -> list[Setting]:
    """Every option with every value at a table with too few seats for it to matter."""
    found = []
    for game in GAMES.values():
        needs = {option.name: option.seats for option in game.options}
        idle = [pair for pair in values(game) if needs[pair[0]] > 1]
        found += [Setting(game.id, needs[pair[0]] - 1, (pair,)) for pair in idle]
    return found


def allowed(setting: Setting) -> bool:
    """Whether the game accepts the setting: some options depend on the number of seats."""
    try:
        setting.start(0)
    except BadInput:
        return False
    return True


def settings() -> list[Setting]:
    """Every game with every seat count, and every option on its own, the seat counts taking turns."""
    found = []
    for game in GAMES.values():
        counts = range(game.min_seats, game.max_seats + 1)
        found += [Setting(game.id, seats, ()) for seats in counts]
        for n, pair in enumerate(values(game)):
            turns = [Setting(game.id, counts[(n + k) % len(counts)], (pair,)) for k in range(len(counts))]
            found += [setting for setting in turns if allowed(setting)][:1]
    return [setting for setting in found if allowed(setting)]


def tried(found: list[Setting]) -> list[Setting]:
    """All of these; interpreted, one of each game: fingerprints of all tie what is written to what is compiled."""
    return found if COMPILED else list({setting.game: setting for setting in reversed(found)}.values())


EVERY_TABLE = [(game.id, seats) for game in GAMES.values() for seats in range(game.min_seats, game.max_seats + 1)]
"""Every game with every seat count."""


def mixed(seed: int) -> Setting:
    """A setting with options drawn at random."""
    rng = Generator(seed)
    game = list(GAMES.values())[rng.below(len(GAMES))]
    seats = game.min_seats + rng.below(game.max_seats - game.min_seats + 1)
    chosen = dict(pair for pair in values(game) if rng.below(3) == 0)
    setting = Setting(game.id, int(seats), tuple(sorted(chosen.items())))
    return setting if allowed(setting) else Setting(game.id, int(seats), ())


def walk(match: Match, seed: int) -> Iterator[int]:
    """Play at random; yields the seat before each decision."""
    rng = Generator(seed)
    while not match.is_over() and len(match.steps) < MOST_STEPS:
        to_act = match.seats_to_act()
        seat = to_act[rng.below(len(to_act))]
        yield seat
        options = match.legal_actions(seat)
        match.play(seat, options[rng.below(len(options))])


def thinking() -> list[Setting]:
    """Every game and seat count without options, for players who think; interpreted, the fewest seats of each game."""
    plain = [setting for setting in settings() if not setting.options]
    return [setting for setting in plain if COMPILED or setting.seats == GAMES[setting.game].min_seats]


def covering(game: Game) -> list[Setting]:
    """Few settings that together hold every value of every option, the seat counts taking turns."""
    left = list(values(game))
    found: list[Setting] = []
    counts = range(game.min_seats, game.max_seats + 1)
    while left:
        tries = [Setting(game.id, counts[(len(found) + k) % len(counts)], (left[0],)) for k in range(len(counts))]
        setting = next(each for each in tries if allowed(each))
        for pair in left[1:]:
            more = Setting(game.id, setting.seats, (*setting.options, pair))
            if pair[0] not in dict(setting.options) and allowed(more):
                setting = more
        found.append(setting)
        left = [pair for pair in left if pair not in setting.options]
    return found


def few_settings() -> list[Setting]:
    """Every game with every seat count, and few settings that together hold every value of every option."""
    plain = [setting for setting in settings() if not setting.options]
    return plain + [setting for game in GAMES.values() for setting in covering(game)]


def reasons(game: str) -> set[tuple[str, str]]:
    """Every reason that a game declares, with its heading."""
    folder = import_module(f"meute.games.{game}")
    modules = [import_module(module.name) for module in walk_packages(folder.__path__, f"{folder.__name__}.")]
    heading = GAMES[game].turn_heading
    if heading:
        modules.append(import_module("meute.core.reason"))
    found = [value for module in modules for value in vars(module).values() if isinstance(value, Reason)]
    return {(reason.key, reason.heading or heading) for reason in found}


def headings(game: str, language: str) -> list[list[str]]:
    """The headings of the rulebook that a rules page tells, section by section."""
    return [section.printed for section in rules_sent(game, language).sections]
