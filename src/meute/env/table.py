"""A table for people who study games: seats decide, chance is drawn, and nothing else is kept."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import numpy as np
from mypy_extensions import i16, u8
from numpy.typing import NDArray

from meute.core.box import Contents, merge
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.errors import BadInput
from meute.core.frame import State
from meute.core.game import Game
from meute.core.numbers import has, lowest, vec
from meute.core.options import settle_options
from meute.core.score import ScoreSheet
from meute.core.seats import BY_CHANCE, CHANCE, OVER
from meute.games import find
from meute.match import Refused
from meute.text import catalogue, refusal_phrase

Reward: TypeAlias = Literal["rank", "win", "margin"]
Observation: TypeAlias = dict[str, NDArray[Any]]

WORDS = catalogue("en")
"""What is said to programmers."""


class Wrong(ValueError):
    """A seat, an action or a setting that cannot be; nothing was changed."""


def opening(game: Game, seats: int, options: Mapping[str, str], box: Contents) -> State:
    """A table before chance has spoken, as `Match` sets it."""
    try:
        if not game.fewest <= seats <= game.most:
            raise BadInput("error.seats", "seats", number=seats, fewest=game.fewest, most=game.most)
        s = game.start(seats, settle_options(game.options, options, game.version), merge(game.box(), box))
    except BadInput as error:
        raise Wrong(WORDS.explain(error)) from None
    s.settle()
    return s


def final_rewards(game: Game, s: State, kind: Reward) -> list[float]:
    """What each seat gets at the end, which adds up to nothing.

    `rank`: those it beat less those it lost to, out of all others; `win`: the winners share 1, less an equal share of
    everybody; `margin`: its points less the mean of all. Nothing where nobody can win."""
    places = [int(place) for place in game.places(s)]
    seats = len(places)
    if min(places) < 0:
        return [0.0] * seats
    if kind == "rank":
        return [sum((other > place) - (other < place) for other in places) / (seats - 1) for place in places]
    if kind == "win":
        return [(place == 1) / places.count(1) - 1 / seats for place in places]
    sheet = ScoreSheet(seats, False)
    game.score(s, sheet)
    mean = sum(sheet.totals) / seats
    return [int(total) - mean for total in sheet.totals]


class Table:
    """One game after another between seats; the same seed deals what `Match` deals from it."""

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        box: Contents | None = None,
        rewards: Reward = "rank",
        max_steps: int | None = None,
    ) -> None:
        try:
            self.game = find(game) if isinstance(game, str) else game
        except BadInput as error:
            raise Wrong(WORDS.explain(error)) from None
        if rewards not in ("rank", "win", "margin"):
            raise Wrong(f"rewards: {rewards!r} is not one of rank, win, margin")
        if max_steps is not None and max_steps < 1:
            raise Wrong("max_steps: at least 1")
        self.seats = self.game.fewest if seats is None else seats
        self.opening = opening(self.game, self.seats, options or {}, box or {})
        self.rewards = rewards
        self.max_steps = max_steps
        self.actions = self.game.codec.decisions
        self.choices = Choices()
        self.row = vec[i16]([0] * self.game.layout.size)
        self.marks = vec[u8]([0] * self.actions)
        self.seen_row = np.frombuffer(self.row, np.int16)  # type: ignore[call-overload]
        self.seen_marks = np.frombuffer(self.marks, np.int8)  # type: ignore[call-overload]
        self.state = self.opening.copy()
        self.deal(0)

    def deal(self, seed: int) -> None:
        """A new game."""
        self.state = self.opening.copy()
        self.rng = Generator(seed)
        self.steps = 0
        self.let_chance_speak()

    def let_chance_speak(self) -> None:
        """Draws for chance until a seat must decide or the game is over."""
        s, out, rng = self.state, self.choices, self.rng
        while s.asked == BY_CHANCE:
            s.act(CHANCE, s.random_action(CHANCE, out, rng))

    def is_over(self) -> bool:
        """Whether the game has ended by its rules."""
        return self.state.asked == OVER

    def is_cut(self) -> bool:
        """Whether it has lasted too long."""
        return self.max_steps is not None and self.steps >= self.max_steps and not self.is_over()

    def turn(self) -> int:
        """The seat that decides: of several that answer in secret, the first that has not yet."""
        return int(lowest(self.state.asked))

    def asked(self) -> list[int]:
        """The seats that must decide now."""
        return [seat for seat in range(self.seats) if has(self.state.asked, seat)]

    def may(self, seat: int, action: int) -> bool:
        """Whether a seat may do this now."""
        if not has(self.state.asked, seat):
            return False
        self.state.describe(seat, self.choices)
        return self.choices.holds(action)

    def check(self, seat: int, action: Any) -> int:
        """The action as a number; what may not be done is refused with the reason that the rules give."""
        if isinstance(action, (bool, np.bool_)) or not isinstance(action, (int, np.integer)):
            raise Wrong(f"an action is a whole number, not {action!r}")
        number = int(action)
        if not 0 <= number < self.actions:
            raise Wrong(f"action {number}: not from 0 to {self.actions - 1}")
        if not 0 <= seat < self.seats:
            raise Wrong(f"seat {seat}: not from 0 to {self.seats - 1}")
        if not self.may(seat, number):
            reason = self.game.why(self.game.look(self.state, seat), seat, number)
            refused = Refused(reason, self.game.codec.text(number))
            raise Wrong(f"{refused.action}: {WORDS.say(refusal_phrase(reason))}") from refused
        return number

    def play(self, seat: int, action: int) -> None:
        """Does what was checked, and lets chance speak."""
        self.state.act(seat, action)
        self.steps += 1
        self.let_chance_speak()

    def mask(self, seat: int) -> NDArray[np.int8]:
        """A 1 for each action that the seat may do now."""
        if not has(self.state.asked, seat):
            return np.zeros(self.actions, np.int8)
        self.state.describe(seat, self.choices)
        self.choices.mark(self.marks, 0, 1)
        out: NDArray[np.int8] = self.seen_marks.copy()
        self.choices.mark(self.marks, 0, 0)
        return out

    def tensor(self, seat: int) -> NDArray[np.int16]:
        """What the seat sees."""
        self.game.fill(self.state, seat, self.row, 0)
        out: NDArray[np.int16] = self.seen_row.copy()
        return out

    def final(self) -> list[float]:
        """What each seat gets; nothing before the end."""
        return final_rewards(self.game, self.state, self.rewards) if self.is_over() else [0.0] * self.seats

    def told(self, seat: int) -> str:
        """The table as a seat sees it, in notation, and what it is asked."""
        s = self.game.look(self.state, seat)
        progress = self.game.progress(s)
        heading = "" if progress is None else WORDS.say(progress) + "\n"
        return f"{heading}{self.game.write_position(s)}\n{WORDS.say(self.game.prompt(s, seat))}"
