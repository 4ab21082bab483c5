"""OpenSpiel: `meute_terres(players=2,options=board:advanced/leader:first)` and the others, once this is imported.

Sequential games with explicit chance. Whoever answers in secret at the same time answers in the order of the seats, and
nobody's observation tells more than his view. The information state is all that a seat was told, what it did, and what
it sees now."""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import pyspiel
from mypy_extensions import i16

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.event import Event, Scribe
from meute.core.frame import State
from meute.core.game import Game, View
from meute.core.numbers import vec
from meute.core.seats import BY_CHANCE, CHANCE, OVER
from meute.env.table import Wrong, final_rewards, opening
from meute.games import GAMES

LENGTH = 20_000
"""Decisions after which a game is stopped, and nobody gets anything: players may run in circles."""
PREFIX = "meute_"
CHANCE_PLAYER = int(pyspiel.PlayerId.CHANCE)
TERMINAL = int(pyspiel.PlayerId.TERMINAL)


class Past:
    """One thing after another, never changed: what was decided and what was told of it, and each seat's text so far."""

    def __init__(self, before: "Past | None", seat: int, action: int, events: list[Event]) -> None:
        self.before = before
        self.seat = seat
        self.action = action
        self.events = events
        self.texts: dict[int, str] = {}

    def text(self, seat: int) -> str:
        """All that a seat was told and has done."""
        back: list[Past] = []
        at: Past | None = self
        while at is not None and seat not in at.texts:
            back.append(at)
            at = at.before
        said = "" if at is None else at.texts[seat]
        parts = [said]
        for past in reversed(back):
            if past.seat == seat:
                parts.append(f"!{past.action}")
            parts += [",".join(map(str, event.seen_by(seat).numbers()[:6])) for event in past.events]
        self.texts[seat] = ";".join(parts) if len(parts) > 1 else said
        return self.texts[seat]


class Position:
    """A table and its past, which OpenSpiel copies and writes down with the state that holds it."""

    def __init__(self, maker: "MeuteGame", s: State, past: Past | None, decisions: int) -> None:
        self.maker = maker
        self.s = s
        self.s.scribe = self.scribe = Scribe()
        self.past = past
        self.decisions = decisions
        self.player = self.next_player()

    def next_player(self) -> int:
        """Who is next, by OpenSpiel's numbers."""
        asked = self.s.asked
        if asked == OVER or self.decisions >= self.maker.length:
            return TERMINAL
        return CHANCE_PLAYER if asked == BY_CHANCE else int(self.s.turn())

    def __deepcopy__(self, memo: Any) -> "Position":
        return Position(self.maker, self.s.copy(), self.past, self.decisions)

    def __reduce__(self) -> tuple[Any, ...]:
        past: list[tuple[int, int, list[tuple[int, ...]]]] = []
        at = self.past
        while at is not None:
            past.append((at.seat, at.action, [event.numbers() for event in at.events]))
            at = at.before
        return restored, (str(self.maker), self.maker.game.write_position(self.s), past[::-1], self.decisions)

    def act(self, action: int) -> None:
        """One decision, of a seat or of chance."""
        seat = self.player
        if seat == CHANCE_PLAYER:
            seat = CHANCE
        else:
            self.decisions += 1
        self.s.act(seat, action)
        self.past = Past(self.past, seat, action, self.scribe.tear_off())
        self.player = self.next_player()


def restored(name: str, text: str, past: list[tuple[int, int, list[Any]]], decisions: int) -> Position:
    """A position as it was written down."""
    maker: MeuteGame = pyspiel.load_game(name)
    s = maker.game.read_position(text, maker.settled, maker.game.box())
    told: Past | None = None
    for seat, action, events in past:
        told = Past(told, seat, action, [Event(*numbers) for numbers in events])
    return Position(maker, s, told, decisions)


def read_options(text: str) -> dict[str, str]:
    """`board:advanced/leader:first`"""
    pairs = [part.partition(":") for part in text.split("/") if part]
    return {name: value for name, _, value in pairs}


class MeuteGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the house, as OpenSpiel loads it."""

    game: ClassVar[Game]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        game = self.game
        self.settled = read_options(str(given.get("options", "")))
        self.kind = given.get("rewards", "rank")
        if self.kind not in ("rank", "win"):
            raise Wrong(f"rewards: {self.kind!r} is not one of rank, win")
        self.players = int(given.get("players", game.fewest))
        self.length = int(given.get("length", LENGTH))
        if self.length < 1:
            raise Wrong("length: at least 1")
        self.opening = opening(game, self.players, self.settled, {})
        self.choices = Choices()
        info = pyspiel.GameInfo(
            num_distinct_actions=game.codec.decisions,
            max_chance_outcomes=game.codec.size,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.length,
        )
        super().__init__(game_type(game), info, given)

    def new_initial_state(self, _text: str | None = None) -> "MeuteState":
        return MeuteState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        return Observer(self, iig_obs_type, params)


class MeuteState(pyspiel.State):  # type: ignore[misc]
    """A moment of a game."""

    def __init__(self, maker: MeuteGame) -> None:
        super().__init__(maker)
        self.position = Position(maker, maker.opening.copy(), None, 0)

    def current_player(self) -> int:
        return self.position.player

    def is_terminal(self) -> bool:
        return self.position.player == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.s.options(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        out = self.position.maker.choices
        self.position.s.describe(CHANCE, out)
        outcomes = out.listed()
        if out.weight == len(outcomes):
            likely = 1 / len(outcomes)
            return [(action, likely) for action in outcomes]
        return [(action, int(out.odds(action)) / int(out.weight)) for action in outcomes]

    def _apply_action(self, action: int) -> None:
        self.position.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.maker.game.codec.text(action)

    def returns(self) -> list[float]:
        maker = self.position.maker
        if self.position.s.asked != OVER:
            return [0.0] * maker.players
        return final_rewards(maker.game, self.position.s, maker.kind)

    def observer_of(self, player: int | None) -> int:
        """The seat that looks: the one whose turn it is, unless it is named."""
        return self.current_player() if player is None else player

    def observation_string(self, player: int | None = None) -> str:
        return View(self.position.maker.game, self.position.s, self.observer_of(player)).text()

    def observation_tensor(self, player: int | None = None) -> list[int]:
        maker = self.position.maker
        row = vec[i16]([0] * maker.game.layout.size)
        maker.game.fill(self.position.s, self.observer_of(player), row, 0)
        return list(row)

    def information_state_string(self, player: int | None = None) -> str:
        seat, past = self.observer_of(player), self.position.past
        told = "" if past is None else past.text(seat)
        return f"{seat};{told}\n{self.observation_string(seat)}"

    def resample(self, player: int, seed: int) -> "MeuteState":
        """A state that this player cannot tell from this one, for searches such as `ismcts` (`set_resampler`)."""
        maker, position = self.position.maker, self.position
        other: MeuteState = self.clone()
        s = View(maker.game, position.s, player).imagine(Generator(seed))
        other.position = Position(maker, s, position.past, position.decisions)
        return other

    def __str__(self) -> str:
        return self.position.maker.game.write_position(self.position.s)


class Observer:
    """What a player sees, as OpenSpiel's observers tell it: `tensor`, and its planes by name."""

    def __init__(self, maker: MeuteGame, kind: Any, params: Any) -> None:
        if params:
            raise Wrong(f"observers take no parameters: {params}")
        self.game = maker.game
        self.recall = kind is not None and kind.perfect_recall
        self.row = vec[i16]([0] * maker.game.layout.size)
        self.seen = np.frombuffer(self.row, np.int16)  # type: ignore[call-overload]
        self.tensor = np.zeros(maker.game.layout.size, np.float32)
        self.dict = maker.game.layout.split(self.tensor)

    def set_from(self, state: MeuteState, player: int) -> None:
        self.game.fill(state.position.s, player, self.row, 0)
        self.tensor[:] = self.seen

    def string_from(self, state: MeuteState, player: int) -> str:
        return state.information_state_string(player) if self.recall else state.observation_string(player)


def game_type(game: Game) -> Any:
    """What OpenSpiel lists."""
    hidden = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=PREFIX + game.id,
        long_name=f"Meute: {game.id}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=hidden.PERFECT_INFORMATION if game.open else hidden.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.most,
        min_num_players=game.fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.fewest, "options": "", "rewards": "rank", "length": LENGTH},
    )


FACES: dict[str, type[MeuteGame]] = {
    game.id: type(f"Meute_{game.id}", (MeuteGame,), {"game": game}) for game in GAMES.values()
}
"""A class for each game: OpenSpiel makes games by their class."""
for each in FACES.values():
    pyspiel.register_game(game_type(each.game), each)
