"""Balance of a game between greedy players, written to docs/balance/<game>.md and .svg.

`python3 dev.py study games` makes the environment; then
`.envs/study/bin/python bench/balance.py clan --games 1000 --seats 2 3 4 5`.
"""

import argparse
import math
import textwrap
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

import matplotlib.pyplot as plt

from meute.bots import make_bot
from meute.bots.play_match import play_match
from meute.core.chance import Generator
from meute.games import GAMES
from meute.games.wildlife.box import contents
from meute.match import Match

DOCS = Path(__file__).parent.parent / "docs" / "balance"
SURE = 1.96
ABOUT = (
    "For players and owners of the box who ask whether a seat, a species or an option has an advantage: mean results",
    "of many games between equal computer players, with 95 % intervals. Overlapping intervals prove no difference.",
)
"""What a page is for, in lines."""

Sample = tuple[str, str, float]
"""A sample: group, name, value."""
Samples = dict[str, dict[str, list[float]]]


def play(game: str, seats: int, seed: int, **changes: Any) -> Match:
    """Play one game between greedy bots."""
    match = Match(game, [f"seat {n + 1}" for n in range(seats)], seed=seed, **changes)
    play_match(match, [make_bot("greedy")] * seats, Generator(seed + 1))
    return match


def seat_samples(match: Match, seats: int) -> Iterator[Sample]:
    """Wins and points by seat, in order of play; also how the game ended, and after how many decisions."""
    result = match.result()
    assert result is not None
    yield "ends", result.reason, 1.0
    yield "decisions", f"{seats} players", float(len(match.steps))
    for seat in range(seats):
        won = 1 / result.places.count(1) if result.places[seat] == 1 else 0.0
        yield f"wins by seat, {seats} players", f"seat {seat + 1}", won
        yield f"points by seat, {seats} players", f"seat {seat + 1}", float(result.points[seat])


def by_faction(match: Match, seats: int) -> Iterator[Sample]:
    """Clan: wins by faction, and of the first player."""
    result = match.result()
    assert result is not None
    shown = match.game.show(match.view().state, -1)
    for pack in shown["packs"]:
        won = 1 / result.places.count(1) if result.places[pack["seat"]] == 1 else 0.0
        yield "wins by faction (times the number of players)", pack["faction"], won * seats
        yield "points by faction", pack["faction"], float(result.points[pack["seat"]])
        order = (pack["seat"] - shown["first"]) % seats
        yield f"wins by order of play, {seats} players", f"{order + 1}", won


def by_species(match: Match, seats: int) -> Iterator[Sample]:
    """Wildlife: wins by species, and by order of play."""
    result = match.result()
    assert result is not None
    shown = match.game.show(match.view().state, -1)
    for player in shown["players"]:
        won = 1 / result.places.count(1) if result.places[player["seat"]] == 1 else 0.0
        yield "wins by species (times the number of players)", player["species"], won * seats
        yield "points by species", player["species"], float(result.points[player["seat"]])
        order = shown["order"].index(player["seat"])
        yield f"wins by order of play, {seats} players", f"{order + 1}", won


def ages_by_lot(seed: int) -> dict[str, Any]:
    """Wildlife: shuffle the species' ages, so that any species may begin."""
    rows = contents()["species"]
    ages = [row["age"] for row in rows]
    Random(seed).shuffle(ages)
    return {"box": {"species": [{"id": row["id"], "age": age} for row, age in zip(rows, ages, strict=True)]}}


def first_player_moves(seed: int) -> dict[str, Any]:
    """Wildlife: the variant in which the player who is last on the track begins each round."""
    return {"options": {"moving_first_player": "yes"}}


def of_the_crocodile(found: Samples) -> str:
    """Wildlife: how much of the oldest species' lead comes from its seat."""
    won = [mean(found[f"wins by species{arm} (times the number of players)"]["crocodile"]) for arm in ARMS_OF_WILDLIFE]
    return (
        f"The crocodile wins {won[0]:.2f} times its share, mostly because it is always the oldest and begins: with the"
        f" ages drawn by lot it wins {won[1]:.2f} times. The rest is the species table, which is partly reconstructed."
        f" The variant `moving_first_player` brings it to {won[2]:.2f}."
    )


def by_goal(match: Match, seats: int) -> Iterator[Sample]:
    """Aventure: points of each Objective taken, and the advantage of the first player."""
    result = match.result()
    assert result is not None
    shown = match.game.show(match.view().state, -1)
    for grid in shown["grids"]:
        for goal in grid["goals"]:
            yield "points by objective", goal["card"], float(goal["earned"])
    first = match.steps[next(n for n, step in enumerate(match.steps) if step.seat >= 0)].seat
    for seat in range(seats):
        order = (seat - first) % seats
        yield f"points by order of play, {seats} players", f"{order + 1}", float(result.points[seat])


def by_year(match: Match, seats: int) -> Iterator[Sample]:
    """Traces: survival and length."""
    shown = match.game.show(match.view().state, -1)
    reached = 1.0 if match.result() and match.result().reason == "target" else 0.0  # type: ignore[union-attr]
    yield "pack survives to the target", f"{seats} players", reached
    yield "years", f"{seats} players", float(shown["year"])


SPECIAL: dict[str, Callable[[Match, int], Iterator[Sample]]] = {
    "clan": by_faction,
    "wildlife": by_species,
    "aventure": by_goal,
    "traces": by_year,
}


ARMS_OF_WILDLIFE: dict[str, Callable[[int], dict[str, Any]]] = {
    "": lambda seed: {},
    ", ages by lot": ages_by_lot,
    ", moving first player": first_player_moves,
}
"""Variants of which only the wins by species are reported."""
READING: dict[str, Callable[[Samples], str]] = {"wildlife": of_the_crocodile}


def by_arm(seats: int, seed: int) -> Iterator[Sample]:
    """Wildlife: wins by species in the variants."""
    for arm, changes in list(ARMS_OF_WILDLIFE.items())[1:]:
        for group, name, value in by_species(play("wildlife", seats, seed, **changes(seed)), seats):
            if group.startswith("wins by species"):
                yield group.replace("wins by species", f"wins by species{arm}"), name, value


def study(game: str, games: int, counts: list[int]) -> Samples:
    """Play games with alternating numbers of seats and sort the samples."""
    found: Samples = defaultdict(lambda: defaultdict(list))
    for seed in range(games):
        seats = counts[seed % len(counts)]
        match = play(game, seats, seed)
        for group, name, value in [*seat_samples(match, seats), *SPECIAL[game](match, seats)]:
            found[group][name].append(value)
        for group, name, value in by_arm(seats, seed) if game == "wildlife" else ():
            found[group][name].append(value)
    return found


def error(values: list[float]) -> float:
    """Half width of the 95 % interval of a mean."""
    middle = mean(values)
    return SURE * math.sqrt(sum((value - middle) ** 2 for value in values)) / len(values)


def write(game: str, games: int, counts: list[int], found: Samples) -> None:
    """Write the report and its plot."""
    command = f"bench/balance.py {game} --games {games} --seats {' '.join(map(str, counts))}"
    lines = [
        f"# Balance of {game}: {games} games between greedy players",
        "",
        *ABOUT,
        "",
        "```",
        "python3 dev.py study games",
        f".envs/study/bin/python {command}",
        "```",
        "",
        f"Rules version {GAMES[game].version}.",
    ]
    if game in READING:
        lines += ["", textwrap.fill(READING[game](found), 120)]
    lines += ["", f"![{game}]({game}.svg)"]
    for group, names in found.items():
        lines += ["", f"## {group}", "", "| | mean | ± | n |", "|---|--:|--:|--:|"]
        if group == "ends":
            lines[-2:] = ["| | games |", "|---|--:|"]
            lines += [f"| {name} | {len(values)} |" for name, values in sorted(names.items())]
            continue
        for name, values in sorted(names.items(), key=lambda row: row[0]):
            lines.append(f"| {name} | {mean(values):.2f} | {error(values):.2f} | {len(values)} |")
    DOCS.mkdir(parents=True, exist_ok=True)
    (DOCS / f"{game}.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    draw(game, found)


def draw(game: str, found: Samples) -> None:
    """Plot bars with intervals, one panel for each group."""
    groups = [group for group in found if group not in ("ends", "decisions") and not group.startswith("points by seat")]
    rows = [max(len(found[group]), 2) for group in groups]
    figure, panels = plt.subplots(
        len(groups),
        1,
        figsize=(8, 0.24 * sum(rows) + 1.1 * len(groups)),
        gridspec_kw={"height_ratios": rows},
        squeeze=False,
    )
    for group, panel in zip(groups, panels[:, 0], strict=True):
        names = sorted(found[group], key=lambda name: mean(found[group][name]))
        means, errors = [mean(found[group][n]) for n in names], [error(found[group][n]) for n in names]
        panel.barh(range(len(names)), means, xerr=errors, color="#4483c2", ecolor="#12304f", capsize=2)
        panel.set_yticks(range(len(names)), names, fontsize=7)
        panel.set_title(group, fontsize=9, loc="left")
    figure.tight_layout()
    figure.savefig(DOCS / f"{game}.svg")
    plt.close(figure)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=SPECIAL)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seats", type=int, nargs="+", required=True)
    arguments = parser.parse_args()
    write(arguments.game, arguments.games, arguments.seats, study(arguments.game, arguments.games, arguments.seats))


if __name__ == "__main__":
    main()
