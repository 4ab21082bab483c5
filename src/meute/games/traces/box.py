"""Reads and validates box.toml (component figures)."""

import tomllib
from functools import cache
from importlib.resources import files

from meute.core.box import BoxReader, Contents
from meute.core.numbers import bit
from meute.games.traces.names import LETTER_NAMES
from meute.games.traces.options import Options
from meute.games.traces.state import ANIMALS, CARDS, LETTERS, MOST_GAME, TOKENS, Box

CONTENTS_LARGE = 12
CONTENTS_NO_PREY = 3
MOST_PUPS = 7
LEAST_FOOD = 11
ZONES = 3


@cache
def contents() -> Contents:
    """The default contents of the box (box.toml)."""
    return tomllib.loads((files("meute.games.traces") / "box.toml").read_text(encoding="utf-8"))


def read_box(seats: int, opt: Options, contents: Contents) -> Box:
    """Builds the figures; raises BadInput for impossible contents."""
    figures = BoxReader(contents)
    box = Box()
    read_wolves(figures, box)
    read_prey(figures, box)
    read_cards(figures, box)
    read_phases(figures, box)
    return box


def read_wolves(figures: BoxReader, box: Box) -> None:
    """Reads strength, renown, sexes, zones of the strength scale, and tokens."""
    wolves = figures.part("wolves")
    box.start_strength = wolves.whole("start_strength", 1, 12)
    box.most_strength = wolves.whole("most_strength", box.start_strength, 12)
    box.start_renown = wolves.whole("start_renown", 1, 4)
    box.most_renown = wolves.whole("most_renown", box.start_renown, 4)
    for colour, row in enumerate(figures.rows("colours")):
        males = row.table["males"]
        fits = set(males) < set(LETTER_NAMES) and 0 < len(set(males)) == len(males)
        row.require(fits, "males", "traces.error.box_males")
        for letter, name in enumerate(LETTER_NAMES):
            if name not in males:
                box.females |= bit(colour * LETTERS + letter)
    zones = figures.part("zones")
    box.yellow_from = zones.whole("yellow_from", 1, box.most_strength)
    box.green_from = zones.whole("green_from", box.yellow_from, box.most_strength)
    span = figures.part("life_span")
    for zone, gain in enumerate((*span.wholes("others", -9, 9, ZONES), *span.wholes("alphas", -9, 9, ZONES))):
        box.span[zone] = gain
    figures.part("tokens").whole("values", TOKENS, TOKENS)
    for value, cost in enumerate(figures.part("spirals").wholes("costs", 0, 12, TOKENS), start=1):
        box.spirals[value] = cost


def read_prey(figures: BoxReader, box: Box) -> None:
    """Reads the large and the small prey."""
    for prey, row in enumerate(figures.rows("large_prey")):
        box.copies[prey] = row.whole("copies", 0, CONTENTS_LARGE)
        box.black[prey] = row.whole("black", 1, 200)
        box.green[prey] = row.whole("green", 1, box.black[prey])
        box.red[prey] = row.whole("red", 1, box.green[prey])
        box.food[prey] = row.whole("food", LEAST_FOOD, 99)
    figures.require(sum(box.copies) == CONTENTS_LARGE, "large_prey", "error.box_sum", total=CONTENTS_LARGE)
    for kind, row in enumerate(figures.rows("small_prey")):
        low, high = (CONTENTS_NO_PREY, CONTENTS_NO_PREY) if kind == ANIMALS else (0, MOST_GAME)
        box.small_copies[kind] = row.whole("copies", low, high)
        box.small_strength[kind] = row.whole("strength", 0, 0 if kind == ANIMALS else 12)
    figures.require(sum(box.small_copies) == MOST_GAME, "small_prey", "error.box_sum", total=MOST_GAME)


def read_cards(figures: BoxReader, box: Box) -> None:
    """Reads the births and the combat cards."""
    for card, pups in enumerate(figures.part("births").wholes("pups", 0, MOST_PUPS, CARDS)):
        box.births[card] = pups
    combat = figures.part("combat")
    box.combat_cards = combat.whole("cards", 1, CARDS - 2)
    box.extra = combat.whole("extra", 0, (CARDS - box.combat_cards) // 2)
    box.defeat = combat.whole("defeat", 1, CARDS)
    for gap, loss in enumerate(combat.wholes("losses", 0, TOKENS, box.defeat)):
        box.losses[gap] = loss


def read_phases(figures: BoxReader, box: Box) -> None:
    """Reads the thresholds of the phases, and points."""
    phases = figures.part("phases")
    box.pup_needs = phases.whole("pup_needs", 1, 99)
    box.small_row = phases.whole("small_prey_row", 1, MOST_GAME)
    box.no_prey_loss = phases.whole("no_prey_loss", 0, 12)
    box.prey_open = phases.whole("prey_open", 0, CONTENTS_LARGE - 1)
    box.famine_loss = phases.whole("famine_loss", 0, 12)
    box.food_wolf = phases.whole("food_wolf", 0, 2)
    box.food_pup = phases.whole("food_pup", 0, 1)
    box.howl_low = phases.whole("howl_low", 0, 200)
    box.howl_high = phases.whole("howl_high", box.howl_low, 200)
    scoring = figures.part("scoring")
    box.death = scoring.whole("death", 0, 99)
    box.exclusion = scoring.whole("exclusion", 0, 99)
    box.pair = scoring.whole("pair", 0, 99)
    box.alone = scoring.whole("alone", 0, 99)
    box.alpha_loss = scoring.whole("alpha_loss", 0, 12)


def target_scores(seats: int, contents: Contents) -> tuple[int, int]:
    """The lowest target score that may be agreed on, and the default one."""
    printed = BoxReader(contents).part("target")
    between = BoxReader(contents).part("target_between")
    three, six = printed.whole("least_three", 1, 999), printed.whole("least_six", 1, 999)
    four, five = between.whole("least_four", 1, 999), between.whole("least_five", 1, 999)
    least = (three, four, five, six)[seats - 3]
    usual = (three, printed.whole("usual_four", 1, 999), between.whole("usual_five", 1, 999), six)[seats - 3]
    return least, max(least, usual)
