"""A game table for environments: seats act, chance is sampled, and only the current state is stored."""

import copy
from collections.abc import Mapping, Sequence
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
"""Error messages for programmers."""


class InvalidInput(ValueError):
    """An impossible seat, action or setting; nothing was changed."""


def initial_state(game: Game, seats: int, options: Mapping[str, str], box: Contents) -> State:
    """The state before the first chance event, as `Match` starts."""
    try:
        game.check_seats(seats)
        s = game.start(seats, settle_options(game.options, options, game.version), merge(game.box(), box))
    except BadInput as error:
        raise InvalidInput(WORDS.explain(error)) from None
    s.advance()
    return s


def final_rewards(game: Game, s: State, kind: Reward) -> list[float]:
    """Final rewards of all seats; they add up to 0, and all are 0 where no seat can win.

    `rank`: (seats beaten - seats lost to) / (seats - 1). `win`: the winners share 1, minus 1 / seats for every seat.
    `margin`: points minus the mean of all seats."""
    places = [int(place) for place in game.places(s)]
    sheet = ScoreSheet(len(places), False)
    if kind == "margin":
        game.score(s, sheet)
    return rewards_of(places, [int(total) for total in sheet.totals], kind)


def rewards_of(places: Sequence[int], points: Sequence[int], kind: Reward) -> list[float]:
    """Rewards of all seats by their final places (below 1 if no seat wins) and, for `margin`, their points."""
    seats = len(places)
    if min(places) < 1:
        return [0.0] * seats
    if kind == "rank":
        return [sum((other > place) - (other < place) for other in places) / (seats - 1) for place in places]
    if kind == "win":
        return [(place == 1) / places.count(1) - 1 / seats for place in places]
    mean = sum(points) / seats
    return [own - mean for own in points]


class GameTable:
    """A series of games; a seed deals the same game as in `Match`."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        box: Contents | None = None,
        rewards: Reward = "rank",
        max_steps: int | None = None,
    ) -> None:
        self.settings = (seats, dict(options or {}), dict(box or {}), rewards, max_steps)
        try:
            self.game = find(game)
        except BadInput as error:
            raise InvalidInput(WORDS.explain(error)) from None
        if rewards not in ("rank", "win", "margin"):
            raise InvalidInput(f"rewards: {rewards!r} is not one of rank, win, margin")
        if max_steps is not None and max_steps < 1:
            raise InvalidInput("max_steps: at least 1")
        self.seats = self.game.min_seats if seats is None else seats
        self.initial_state = initial_state(self.game, self.seats, options or {}, box or {})
        self.rewards = rewards
        self.max_steps = int(self.game.max_steps) if max_steps is None else max_steps
        self.actions = self.game.codec.decisions
        self.allocate()
        self.deal(0)

    def allocate(self) -> None:
        """Allocate buffers that no two tables share."""
        self.choices = Choices()
        self.row = vec[i16]([0] * self.game.layout.size)
        self.mask_buffer = vec[u8]([0] * self.actions)
        self.row_array = np.frombuffer(self.row, np.int16)  # type: ignore[call-overload]
        self.mask_array = np.frombuffer(self.mask_buffer, np.int8)  # type: ignore[call-overload]

    def __deepcopy__(self, memo: dict[int, Any]) -> "GameTable":
        other = GameTable.__new__(GameTable)
        other.__dict__.update(self.__dict__)
        other.allocate()
        other.state = self.state.copy()
        other.rng = copy.copy(self.rng)
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.game.id, self.settings, self.game.write_position(self.state), self.rng, self.steps)

    def read(self, text: str) -> State:
        """Read a position under this table's options and box."""
        _, options, box, *_ = self.settings
        return self.game.read_position(text, options, merge(self.game.box(), box))

    def deal(self, seed: int) -> None:
        """Start a new game."""
        self.state = self.initial_state.copy()
        self.rng = Generator(seed)
        self.steps = 0
        self.resolve_chance()

    def resolve_chance(self) -> None:
        """Sample chance events until a seat must decide or the game is over."""
        s, out, rng = self.state, self.choices, self.rng
        while s.to_act == BY_CHANCE:
            s.apply(CHANCE, s.random_action(CHANCE, out, rng))

    def is_over(self) -> bool:
        """Whether the game has ended by its rules."""
        return self.state.to_act == OVER

    def is_truncated(self) -> bool:
        """Whether the step limit was reached."""
        return self.steps >= self.max_steps and not self.is_over()

    def turn(self) -> int:
        """The seat to move; of several that choose simultaneously, the first that has not chosen."""
        return int(lowest(self.state.to_act))

    def seats_to_act(self) -> list[int]:
        """All seats that must choose now."""
        return [seat for seat in range(self.seats) if has(self.state.to_act, seat)]

    def may(self, seat: int, action: int) -> bool:
        """Whether an action is legal for a seat."""
        if not has(self.state.to_act, seat):
            return False
        self.state.describe(seat, self.choices)
        return self.choices.contains(action)

    def check(self, seat: int, action: Any) -> int:
        """Validate an action and return it as an int; an illegal one raises InvalidInput with the reason from the
        rules."""
        if isinstance(action, (bool, np.bool_)) or not isinstance(action, (int, np.integer)):
            raise InvalidInput(f"an action is a whole number, not {action!r}")
        number = int(action)
        if not 0 <= number < self.actions:
            raise InvalidInput(f"action {number}: not from 0 to {self.actions - 1}")
        if not 0 <= seat < self.seats:
            raise InvalidInput(f"seat {seat}: not from 0 to {self.seats - 1}")
        if not self.may(seat, number):
            reason = self.game.why(self.game.redact(self.state, seat), seat, number)
            refused = Refused(reason, self.game.codec.text(number))
            raise InvalidInput(f"{refused.action}: {WORDS.render(refusal_phrase(reason))}") from refused
        return number

    def play(self, seat: int, action: int) -> None:
        """Apply a legal action and sample chance."""
        self.state.apply(seat, action)
        self.steps += 1
        self.resolve_chance()

    def mask(self, seat: int, more: int = 0) -> NDArray[np.int8]:
        """Mask of the seat's legal actions, with `more` zeros at its end."""
        out = np.zeros(self.actions + more, np.int8)
        if has(self.state.to_act, seat):
            self.state.describe(seat, self.choices)
            self.choices.mark(self.mask_buffer, 0, 1)
            out[: self.actions] = self.mask_array
            self.choices.mark(self.mask_buffer, 0, 0)
        return out

    def tensor(self, seat: int) -> NDArray[np.int16]:
        """Observation of a seat."""
        return self.tensor_of(self.state, seat)

    def tensor_of(self, s: State, seat: int) -> NDArray[np.int16]:
        """Observation of a seat in any state of this game."""
        self.game.write_tensor(s, seat, self.row, 0)
        out: NDArray[np.int16] = self.row_array.copy()
        return out

    def rewards_now(self) -> list[float]:
        """Final rewards; zeros before the end."""
        return final_rewards(self.game, self.state, self.rewards) if self.is_over() else [0.0] * self.seats

    def text(self, seat: int) -> str:
        """The seat's view in notation, with its prompt."""
        s = self.game.redact(self.state, seat)
        progress = self.game.progress(s)
        heading = "" if progress is None else WORDS.render(progress) + "\n"
        return f"{heading}{self.game.write_position(s)}\n{WORDS.render(self.game.prompt(s, seat))}"


def restored(game: str, settings: tuple[Any, ...], position: str, rng: Generator, steps: int) -> GameTable:
    """Unpickle a table."""
    table = GameTable(game, *settings)
    table.state, table.rng, table.steps = table.read(position), rng, steps
    return table
