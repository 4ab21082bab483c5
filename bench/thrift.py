"""Checks that bots of Wildlife do not waste food.

`python bench/thrift.py [--levels louveteau rodeur meneuse] [--seats 2 3 4 5 6] [--games 50] [--seed 7] [--jobs 1]`
plays games between bots of one level and counts, for each level and number of seats: food sources bought for more food
than they brought, cards bought and then declined, and seats that kept food in their last turn though the end was in
reach and exchanging the food would have brought more points. Fails if there are any. Also prints "surprised" seats:
the end was not in reach, but came as a player bought several pieces in one round. Level alpha is slow (a second per
decision): use a search with few simulations instead (`--levels search:8`).
"""

import argparse
import sys
from collections import Counter
from dataclasses import dataclass, field
from functools import partial

from meute.bots import LEVELS, make_bot
from meute.bots.executor import Executor, rules_fingerprint, run_all
from meute.core.chance import Generator
from meute.core.event import Event
from meute.core.numbers import changed, count, has
from meute.games.wildlife.actions import END
from meute.games.wildlife.events import BUYS, DECLINES, FINDS_FOOD, OFFERS, SHARES_FOOD, TURN, USES
from meute.games.wildlife.scoring import LAST_MARKER, LAST_PIECE, TURN_LIMIT, forecast
from meute.games.wildlife.state import (
    ARROW,
    ATTACKING,
    FOOD_SOURCE,
    GOES_ON,
    INTELLIGENCE,
    MARKERS,
    MOBILITY,
    TERRITORIES,
    Wildlife,
    abilities_of,
    free_cells,
    markers_used,
)
from meute.match import Match

ENDS = {LAST_PIECE: "last piece", LAST_MARKER: "last marker", TURN_LIMIT: "turn limit"}
WASTE = ("dear food", "declined", "not exchanged")


@dataclass
class Seen:
    """Counts in games of one level."""

    numbers: Counter[str] = field(default_factory=Counter)
    highest: int = 0
    most_kept: int = 0
    """Most food that a seat kept at the end of its last turn."""

    def add(self, other: "Seen") -> None:
        self.numbers += other.numbers
        self.highest = max(self.highest, other.highest)
        self.most_kept = max(self.most_kept, other.most_kept)


def play(level: str, seats: int, options: dict[str, str], seed: int, number: int) -> Seen:
    """Play one game."""
    start = seed * 1_000_003 + number
    match = Match("wildlife", [level] * seats, options, seed=start)
    bot, rngs = make_bot(level), [Generator(start * 31 + seat) for seat in range(seats)]
    before_turn: dict[int, tuple[bool, bool, int]] = {}
    while not match.is_over():
        (seat,) = match.seats_to_act()
        action = bot.choose(match.view(seat), rngs[seat])
        if action == END:
            assert isinstance(match.state, Wildlife)
            s = match.state
            before_turn[seat] = missed_points(s, seat) > 0, end_in_reach(s, seat), s.food[seat]
        match.play(seat, action)
    assert isinstance(match.state, Wildlife)
    seen = Seen(
        Counter(["games", ENDS[match.state.ending]]), most_kept=max(food for _, _, food in before_turn.values())
    )
    seen.numbers["not exchanged"] = sum(missed and near for missed, near, _ in before_turn.values())
    seen.numbers["surprised"] = sum(missed and not near for missed, near, _ in before_turn.values())
    note_sales(match.events, seats, seen)
    return seen


def missed_points(s: Wildlife, seat: int) -> int:
    """Points that a seat would gain by exchanging the best amount of food, if the game ended now."""
    now, most = forecast(s)[seat], 0
    table = s.copy()
    for points in range(1, s.food[seat] // s.box.food_for_a_point + 1):
        table.food = changed(s.food, seat, s.food[seat] - points * s.box.food_for_a_point)
        most = max(most, points + forecast(table)[seat] - now)
    return most


def end_in_reach(s: Wildlife, seat: int) -> bool:
    """Whether the game is ending, or can end before the seat's next turn: by the turn limit, by a player who uses every
    card and ability of a turn and buys one card, or by the last marker if all others place what they can."""
    rounds = 2 if s.opt.moving_first_player else 1
    others = [other for other in range(s.seats) if other != seat]
    if s.ending != GOES_ON or s.stock[seat] <= 1 or s.turns + rounds * len(others) >= s.opt.turn_limit:
        return True
    placed = {
        other: rounds * (s.box.cards - 1 + abilities_of(s, other, INTELLIGENCE) + abilities_of(s, other, ATTACKING))
        for other in others
    }
    if any(s.stock[other] <= pieces + 1 for other, pieces in placed.items()):
        return True
    free = sorted(
        sum(map(count, free_cells(s, s.box.north[territory], s.box.south[territory])))
        for territory in range(TERRITORIES)
        if not has(s.marked, territory)
    )
    to_last_marker = sum(free[: MARKERS - markers_used(s)])
    moves = rounds * sum(abilities_of(s, other, MOBILITY) for other in others)
    return s.seats > 2 and to_last_marker <= sum(placed.values()) + moves


def note_sales(events: list[Event], seats: int, seen: Seen) -> None:
    """Count purchases and their use."""
    turns = 0
    for n, event in enumerate(events):
        turns += event.kind == TURN
        if event.kind != BUYS:
            continue
        price, follows = event.b, consequences(events, n)
        seen.numbers["bought"] += 1
        seen.numbers["arrows"] += event.a == ARROW
        seen.numbers["food for arrows"] += price * (event.a == ARROW)
        seen.numbers["declined"] += any(one.kind == DECLINES and one.seat == event.seat for one in follows)
        if event.a == FOOD_SOURCE:
            found = [one.a for one in follows if one.kind in (FINDS_FOOD, SHARES_FOOD) and one.seat == event.seat]
            seen.numbers["sources"] += 1
            seen.numbers["dear food"] += price > sum(found)
        if price > seen.highest:
            seen.highest = price
            seen.numbers["first round"] = int(turns <= seats)


def consequences(events: list[Event], sale: int) -> list[Event]:
    """Events that follow from a purchase: up to the next turn, offer, use or purchase."""
    ends = (TURN, OFFERS, USES, BUYS)
    end = next((n for n in range(sale + 1, len(events)) if events[n].kind in ends), len(events))
    return events[sale + 1 : end]


def tell(level: str, seats: int, seen: Seen) -> None:
    """Print one line of the report."""
    numbers = seen.numbers
    arrow = numbers["food for arrows"] / max(numbers["arrows"], 1)
    parts = [
        ", ".join(f"{what} {numbers[what]}" for what in WASTE),
        f"surprised {numbers['surprised']}",
        "ends: " + ", ".join(f"{end} {numbers[end]}" for end in ENDS.values()),
        f"{numbers['games']} games, {numbers['bought']} cards bought, of which {numbers['sources']} sources of food",
        f"an arrow for {arrow:.0f} on average",
        f"the highest price {seen.highest} (the highest of {numbers['first round']} games in the first round)",
        f"most food kept {seen.most_kept}",
    ]
    print(f"{level}, {seats} seats: {'; '.join(parts)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--levels", nargs="+", default=[level for level in LEVELS if level != "alpha"])
    parser.add_argument("--seats", nargs="+", type=int, default=[2, 3, 4, 5, 6])
    parser.add_argument("--options", nargs="*", default=[], metavar="NAME=VALUE")
    for name, default in (("games", 50), ("seed", 7), ("jobs", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    given = parser.parse_args()
    wasted = 0
    for level in given.levels:
        for seats in given.seats:
            seen = Seen()
            options = dict(option.split("=") for option in given.options)
            proof = partial(rules_fingerprint, "wildlife", [level] * seats, options, {})
            games = partial(play, level, seats, options, given.seed)
            for one in run_all(Executor(given.jobs), games, range(given.games), proof):
                seen.add(one)
            tell(level, seats, seen)
            wasted += sum(seen.numbers[what] for what in WASTE)
    if wasted:
        sys.exit(f"{wasted} times food was thrown away")


if __name__ == "__main__":
    main()
