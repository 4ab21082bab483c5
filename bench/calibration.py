"""Measures the calibration of win probabilities: of the seats with 70 %, seven in ten should win.

`python bench/calibration.py --games 500 --results DIR --picture docs/pictures/calibration.svg` plays games between
levels drawn for each seat, predicts at three moments of each game as the curve of a finished game does, and compares
the predictions with the winners. With `--hints` it asks for a hint at one moment of each game, plays a random one of
the advised choices, and continues the game.

`--fit` (needs numpy) fits the weights of rollouts and evaluation on these games and writes them into the games'
folders; test the weights on games of another `--seed`.
"""

import argparse
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from pathlib import Path
from random import Random
from statistics import fmean

from meute.bots import make_bot
from meute.bots.advice import DEFAULT_BUDGET, Budget, advise
from meute.bots.bot import Bot
from meute.bots.executor import Executor, rules_fingerprint, run_all
from meute.bots.intervals import wilson
from meute.bots.resume_log import ResumeLog
from meute.bots.win_probability import (
    FILE,
    Calibration,
    TableSample,
    load_calibration,
    sample_probabilities,
    sample_table,
    winners,
    write_calibration,
)
from meute.core.chance import Generator
from meute.core.frame import State
from meute.games import GAMES
from meute.match import Match
from meute.server.settings import BotSettings

LEVELS = ("louveteau", "rodeur", "meneuse") * 3
SEARCHERS = {"terres": 1000, "aventure": 8, "clan": 3, "wildlife": 3, "traces": 4}
"""Simulations per decision of the search bot, which is one of the bots drawn for each seat."""
TABLES = {"terres": (2,), "aventure": (2, 2, 3), "clan": (2, 2, 2, 4), "wildlife": (2, 2, 4), "traces": (4, 4, 5, 3)}
"""Numbers of seats; games use them in turn."""
IN_FULL = BotSettings().curve_rollouts, BotSettings().curve_milliseconds
ROLLOUTS = {"terres": 16, "aventure": 8, "clan": 6, "wildlife": 4, "traces": 12}
"""Rollouts at each moment: few, so that 500 games take minutes."""
HURRY = 4
"""A hint gets this fraction of its usual time."""
BINS = 10
LONGEST = 8000
"""Decision limit of a game."""
DRAWN = 400
"""Bootstrap samples for an interval."""
RIDGE = 1.0
"""Strength of the regularization."""
STEPS = 12
LEAST = 1e-9
ROOT = Path(__file__).parent.parent / "src/meute/games"

Prediction = tuple[float, float]
"""A predicted probability, and the seat's share of the win."""


@dataclass(frozen=True)
class CalibrationPlan:
    """A run: game, seed, moments per game, limits of rollouts (`games`) and milliseconds (0: none) at a moment; `hint`:
    the budget of hints."""

    game: str
    seed: int
    moments: int
    games: int
    milliseconds: int
    hint: Budget | None


@dataclass(frozen=True)
class Seen:
    """One game: samples at its moments and each seat's share of the win; or, for hints, the win probability of the
    choice that was played and the seat's share of the win."""

    number: int
    sights: tuple[TableSample, ...]
    shares: tuple[float, ...]
    hint: Prediction | None = None


def play(plan: CalibrationPlan, number: int) -> Seen:
    """Play one game."""
    seed = plan.seed * 1_000_003 + number
    rng, seats = Generator(seed), TABLES[plan.game][number % len(TABLES[plan.game])]
    players = [*LEVELS, f"search:{SEARCHERS[plan.game]}"]
    bots = [make_bot(players[rng.below(len(players))]) for _ in range(seats)]
    match = Match(plan.game, [str(seat) for seat in range(seats)], seed=seed)
    tables, questions = list[State](), list[int]()
    while not match.is_over() and len(match.steps) < LONGEST:
        tables.append(match.state.copy())
        for seat in match.seats_to_act():
            if len(match.legal_actions(seat)) > 1:
                questions.append(len(match.steps))
            match.play(seat, bots[seat].choose(match.view(seat), rng))
    if plan.hint is not None:
        return Seen(number, (), (), follow(plan.hint, match, questions[rng.below(len(questions))], bots, rng))
    sights = []
    for moment in range(plan.moments):
        at = (moment * 1000 + rng.below(1000)) * len(tables) // (plan.moments * 1000)
        sights.append(sample_table(match.game, tables[at], rng, plan.games, plan.milliseconds))
    return Seen(number, tuple(sights), tuple(winners(match.game, match.state)))


def follow(budget: Budget, match: Match, step: int, bots: Sequence[Bot], rng: Generator) -> Prediction:
    """Ask for a hint, play one of its choices, and continue the game."""
    seat = match.steps[step].seat
    match.rewind(step)
    choices = advise(match.view(seat), rng, budget).choices
    chosen = choices[rng.below(len(choices))]
    for action in chosen.row:
        match.play(seat, action)
    while not match.is_over() and len(match.steps) < LONGEST:
        for other in match.seats_to_act():
            match.play(other, bots[other].choose(match.view(other), rng))
    return chosen.chance, winners(match.game, match.state)[seat]


def play_all(plan: CalibrationPlan, games: int, crew: Executor, results: Path | None) -> list[Seen]:
    """Play the games, stored one by one in a resume log."""
    notes = ResumeLog(plan, Seen, results)
    known = notes.read()
    left = sorted(set(range(games)) - {seen.number for seen in known})
    seats = [str(seat) for seat in range(TABLES[plan.game][0])]
    proof = partial(rules_fingerprint, plan.game, seats, {}, {})
    known += [notes.add(seen) for seen in run_all(crew, partial(play, plan), left, proof)]
    return sorted(known, key=lambda seen: seen.number)[:games]


# --- calibration error


def moments(seen: Seen, trust: Calibration | None) -> list[list[Prediction]]:
    """Predicted probability and result, by moment and seat."""
    if seen.hint is not None:
        return [[seen.hint]]
    return [list(zip(sample_probabilities(sight, trust), seen.shares, strict=True)) for sight in seen.sights]


def bins(games: Sequence[list[list[Prediction]]]) -> list[list[Prediction]]:
    """Bins of similar predictions."""
    found: list[list[Prediction]] = [[] for _ in range(BINS)]
    for pair in (pair for game in games for moment in game for pair in moment):
        found[min(int(pair[0] * BINS), BINS - 1)].append(pair)
    return [part for part in found if part]


def error(games: Sequence[list[list[Prediction]]]) -> float:
    """The expected calibration error."""
    parts = bins(games)
    return sum(abs(sum(chance - came for chance, came in part)) for part in parts) / sum(map(len, parts))


def interval(games: Sequence[list[list[Prediction]]], rng: Random) -> tuple[float, float]:
    """A 95 % bootstrap interval of the error, resampling whole games. It is reflected around the error (basic
    bootstrap), as resampling adds bias upwards."""
    drawn = sorted(error(rng.choices(games, k=len(games))) for _ in range(DRAWN))
    here, tail = error(games), DRAWN // 40
    return max(2 * here - drawn[-1 - tail], 0.0), max(2 * here - drawn[tail], 0.0)


def by_luck(games: Sequence[list[list[Prediction]]], rng: Random) -> float:
    """The error of a perfectly calibrated predictor in as many games."""
    return fmean(error([resampled(game, rng) for game in games]) for _ in range(DRAWN // 4))


def resampled(game: list[list[Prediction]], rng: Random) -> list[list[Prediction]]:
    """The game with a winner drawn by the last predictions."""
    sums, at = list(accumulate(chance for chance, _ in game[-1])), rng.random()
    winner = next((seat for seat, high in enumerate(sums) if at < high), None)
    return [[(chance, float(seat == winner)) for seat, (chance, _) in enumerate(moment)] for moment in game]


def surprise(games: Sequence[list[list[Prediction]]]) -> float:
    """The mean log loss of the predictions."""
    rows = [moment for game in games for moment in game]
    if len(rows[0]) == 1:
        rows = [[(chance, won), (1 - chance, 1 - won)] for ((chance, won),) in rows]
    return -sum(won * math.log(max(chance, LEAST)) for row in rows for chance, won in row) / len(rows)


# --- fitting the calibration


def fitted(games: Sequence[Seen]) -> Calibration:
    """Fit the calibration by Newton's method, regularized towards rollouts alone."""
    import numpy as np

    rows = [(sight, np.array(seen.shares)) for seen in games if sum(seen.shares) for sight in seen.sights]
    terms = []
    for sight, _ in rows:
        said = np.log(sample_probabilities(sight, None))
        both = np.stack([said, sight.stage * said, sight.leads, np.multiply(sight.stage, sight.leads)], axis=1)
        terms.append(both - both.mean(axis=0))
    held = np.array([1.0, 0.0, 0.0, 0.0])
    trust = held.copy()
    for _ in range(STEPS):
        slope, bend = RIDGE * (trust - held), RIDGE * np.eye(len(trust))
        for both, (_, won) in zip(terms, rows, strict=True):
            powers = np.exp(both @ trust - (both @ trust).max())
            shares = powers / powers.sum()
            slope += both.T @ (shares - won)
            bend += both.T @ (both * shares[:, None]) - np.outer(shares @ both, shares @ both)
        trust = trust - np.linalg.solve(bend, slope)
    early, more, judged_early, judged_more = map(float, trust)
    return early, more, judged_early, judged_more


# --- report


def picture(curves: dict[str, list[list[Prediction]]]) -> str:
    """The reliability curves side by side as SVG: predicted probability on the x axis, win rate with 95 % interval on
    the y axis; the larger a dot, the more predictions."""
    side, gap = 150, 34
    parts = []
    for number, (name, told_bins) in enumerate(curves.items()):
        left = gap + number * (side + gap)
        parts.append(f'<g transform="translate({left},26)"><text x="{side / 2}" y="-8">{name}</text>')
        parts.append(f'<rect width="{side}" height="{side}"/><path class="par" d="M0,{side}L{side},0"/>')
        for tick in (0, 50, 100):
            at = side * tick / 100
            parts.append(f'<text x="{at:g}" y="{side + 14}">{tick}</text>')
            parts.append(f'<text x="-14" y="{side - at + 4:g}">{tick}</text>')
        most = max(map(len, told_bins))
        points = []
        for part in told_bins:
            wins = sum(came for _, came in part)
            x, y = fmean(chance for chance, _ in part), wins / len(part)
            low, high = wilson(wins, len(part))
            points.append(f"{x * side:.1f},{(1 - y) * side:.1f}")
            parts.append(f'<path class="error" d="M{x * side:.1f},{(1 - low) * side:.1f}V{(1 - high) * side:.1f}"/>')
            size = 2 + 4 * math.sqrt(len(part) / most)
            parts.append(f'<circle cx="{x * side:.1f}" cy="{(1 - y) * side:.1f}" r="{size:.1f}"/>')
        parts.append(f'<polyline points="{" ".join(points)}"/></g>')
    width = gap + len(curves) * (side + gap)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {side + 52}" width="{width}">',
            "<style>text{font:12px sans-serif;text-anchor:middle;fill:#777}rect{fill:none;stroke:#999}"
            "path,polyline{fill:none;stroke:#2f7d6b}.par{stroke:#999;stroke-dasharray:4}.error{opacity:.5}"
            "circle{fill:#2f7d6b}</style>",
            *parts,
            "</svg>\n",
        ]
    )


def main() -> None:
    """Run the measurement and print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=list(GAMES))
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--moments", type=int, default=3)
    parser.add_argument("--hints", action="store_true")
    parser.add_argument("--in-full", action="store_true", help="take the time that the server takes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--results", type=Path)
    parser.add_argument("--picture", type=Path)
    parser.add_argument("--fit", action="store_true")
    asked = parser.parse_args()
    hurry = 1 if asked.in_full else HURRY
    hint = (
        Budget(0, DEFAULT_BUDGET.thinking // hurry, DEFAULT_BUDGET.worlds, DEFAULT_BUDGET.playing // hurry)
        if asked.hints
        else None
    )
    curves = {}
    for name in asked.game:
        games, milliseconds = IN_FULL if asked.in_full else (ROLLOUTS[name], 0)
        plan = CalibrationPlan(name, asked.seed, asked.moments, games, milliseconds, hint)
        file = asked.results and asked.results / f"{name}-{'hints' if asked.hints else 'curve'}-{asked.seed}.jsonl"
        seen = play_all(plan, asked.games, Executor(asked.jobs), file)
        if asked.fit:
            (ROOT / name / "ai" / FILE).write_text(write_calibration(GAMES[name], fitted(seen)), encoding="utf-8")
        trust = fitted(seen) if asked.fit else load_calibration(GAMES[name])
        ends = [moments(one, trust) for one in seen]
        rng = Random(1)
        low, high = interval(ends, rng)
        print(
            f"{name}: {len(ends)} games, error {error(ends):.3f} ({low:.3f} – {high:.3f}), by luck alone "
            f"{by_luck(ends, rng):.3f}, log loss {surprise(ends):.3f}",
            end="",
        )
        raw = [moments(one, None) for one in seen]
        print("" if asked.hints else f"; imagined games alone: error {error(raw):.3f}, log loss {surprise(raw):.3f}")
        curves[name] = bins(ends)
        for part in curves[name]:
            hoped, came = fmean(chance for chance, _ in part), fmean(came for _, came in part)
            print(f"   predicted {hoped:4.0%}, won {came:4.0%} of {len(part)}")
    if asked.picture:
        asked.picture.write_text(picture(curves), encoding="utf-8")


if __name__ == "__main__":
    main()
