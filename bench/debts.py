"""Measures the value of an early ability and an early debt among bots of Wildlife.

`python bench/debts.py --seats 6 --debt 17 [--arrow] [--level meneuse] [--games 240] [--seed 1]` plays games of one
level. When the first turn begins, one seat (each in turn on the same deal) loses `--debt` points and, with `--arrow`,
gets Intelligence: as if it had bought an arrow for that price. Prints the win rate of that seat.
"""

import argparse

from meute.bots import make_bot
from meute.bots.intervals import wilson
from meute.core.chance import Generator
from meute.core.numbers import changed
from meute.games.wildlife.state import INTELLIGENCE, Wildlife, field_unit
from meute.match import Match


def wins(level: str, seats: int, seed: int, number: int, debt: int, arrow: bool) -> float:
    """The share of the win of the seat with the debt, in one game."""
    deal, indebted = divmod(number, seats)
    match = Match("wildlife", [level] * seats, seed=seed * 1_000_003 + deal)
    bot, rngs = make_bot(level), [Generator((seed + deal) * 31 + seat) for seat in range(seats)]
    begun = False
    while not match.is_over():
        s = match.state
        assert isinstance(s, Wildlife)
        if s.turns == 1 and not begun:
            begun = True
            s.score = changed(s.score, indebted, s.score[indebted] - debt)
            if arrow:
                s.abilities = changed(s.abilities, indebted, s.abilities[indebted] + field_unit(INTELLIGENCE))
        (seat,) = match.seats_to_act()
        match.play(seat, bot.choose(match.view(seat), rngs[seat]))
    places = match.places()
    return 1 / places.count(1) if places[indebted] == 1 else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", default="meneuse")
    parser.add_argument("--arrow", action="store_true")
    for name, default in (("seats", 4), ("debt", 0), ("games", 240), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    given = parser.parse_args()
    games = -(-given.games // given.seats) * given.seats
    won = sum(wins(given.level, given.seats, given.seed, number, given.debt, given.arrow) for number in range(games))
    low, high = (100 * share for share in wilson(won, games))
    print(f"{100 * won / games:.1f} % of {games} ({low:.1f} – {high:.1f}), par {100 / given.seats:.1f} %")


if __name__ == "__main__":
    main()
