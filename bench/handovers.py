"""Counts how often the turn passes to another player: in a game over days, each time is a notification and a wait.

`python bench/handovers.py wildlife --seats 4 --games 3` counts without standing orders, and with them. With orders,
every seat answers some questions automatically (in a sale: raise up to a price, else pass; attacked: yield; abilities
and adaptations in a fixed order of preference), and bots decide the rest.
"""

import argparse
from collections import Counter
from statistics import mean

from meute.bots import make_bot
from meute.core.chance import Generator
from meute.games import GAMES
from meute.match import Match
from meute.server.messages.requests import SetOrder
from meute.server.store.models import StoredOrder
from meute.server.table.standing_orders import answer_for, parse_order

TAKEN = ["take:mobility", "take:food", "take:intelligence", "take:attack", "take:defense"]
ADAPTED = ["adapt:savanna", "adapt:steppe", "adapt:forest", "adapt:mountain", "adapt:desert", "adapt:water"]
ORDERS: dict[str, list[tuple[str, int | None, list[str]]]] = {
    "wildlife": [
        ("sale", 5, ["pass"]),
        ("defence", None, ["yield"]),
        ("ability", None, TAKEN),
        ("adapting", None, ADAPTED),
    ],
    "traces": [("challenge", None, ["pass"]), ("answer", None, ["submit"])],
}
"""Standing orders of all seats for the whole game, by kind of question."""


def orders_of(match: Match) -> list[StoredOrder]:
    """The standing orders of all seats."""
    given: list[StoredOrder] = []
    for kind, most, answers in ORDERS.get(match.game.id, []):
        for seat in range(len(match.seats)):
            command = SetOrder(seat=seat, kind=kind, most=most, answers=answers, until="game")
            given.append(parse_order(match, command, []))
    return given


def play(game: str, seats: int, seed: int, bot: str, ordered: bool) -> tuple[int, Counter[str], int]:
    """Play one game; returns the number of hand-overs, their number by kind of action, and that of all decisions."""
    match = Match(game, [str(n + 1) for n in range(seats)], seed=seed)
    player, rng = make_bot(bot), Generator(seed + 1)
    orders = orders_of(match) if ordered else []
    last, handed, kinds = -1, 0, Counter[str]()
    while not match.is_over():
        seat = match.seats_to_act()[0]
        action = answer_for(match, seat, orders)
        if action is None:
            action = player.choose(match.view(seat), rng)
            if seat != last:
                handed += 1
                kinds[match.game.codec.kind(action).name] += 1
            last = seat
        match.play(seat, action)
    return handed, kinds, sum(step.seat >= 0 for step in match.steps)


def main() -> None:
    """Print a line for each setting."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--bot", default="rodeur")
    asked = parser.parse_args()
    seats = asked.seats or GAMES[asked.game].min_seats
    for ordered in (False, True):
        played = [play(asked.game, seats, seed, asked.bot, ordered) for seed in range(asked.games)]
        kinds = sum((kinds for _, kinds, _ in played), Counter[str]())
        most = ", ".join(f"{name} {number / len(played):.0f}" for name, number in kinds.most_common(6))
        handed, decisions = [one for one, _, _ in played], mean(one for _, _, one in played)
        with_orders = "with orders" if ordered else "without"
        print(f"{asked.game} {seats}, {asked.bot}, {with_orders}: {mean(handed):.0f} ({min(handed)} to {max(handed)})")
        print(f"   {decisions:.0f} decisions; changes hands for {most}")


if __name__ == "__main__":
    main()
