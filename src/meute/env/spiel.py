"""OpenSpiel games: importing this registers `meute_terres(players=2,options=board:advanced/leader:first)` and others.

Sequential games with explicit chance. Simultaneous choices are made in seat order, hidden from the later seats. An
information state is the seat's events, its actions and its current view."""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import pyspiel
from mypy_extensions import i16

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.event import Event, EventLog
from meute.core.frame import State
from meute.core.game import Game, View
from meute.core.numbers import NOBODY, vec
from meute.core.seats import BY_CHANCE, CHANCE, OVER
from meute.env.table import InvalidInput, final_rewards, initial_state
from meute.games import GAMES

PREFIX = "meute_"
CHANCE_PLAYER = int(pyspiel.PlayerId.CHANCE)
TERMINAL = int(pyspiel.PlayerId.TERMINAL)


class History:
    """An immutable linked list of actions. Events are computed only for an information state, by replaying the actions
    from the last known state: the initial one, a resampled one, or that of an earlier text."""

    __slots__ = ("action", "before", "events", "seat", "state", "texts")

    def __init__(self, before: "History | None", seat: int, action: int, state: State | None = None) -> None:
        self.before = before
        self.seat = seat
        self.action = action
        self.state = state
        self.events: list[Event] | None = None if state is None else []
        self.texts: dict[int, str] | None = None

    def compute_events(self) -> list[Event]:
        """Events of this action."""
        if self.events is None:
            back: list[History] = []
            at = self
            while at.state is None:
                back.append(at)
                assert at.before is not None
                at = at.before
            s = at.state.copy()
            s.event_log = event_log = EventLog()
            for past in reversed(back):
                s.apply(past.seat, past.action)
                past.events = event_log.take_new()
            s.event_log = None
            self.state = s
        assert self.events is not None
        return self.events

    def text(self, seat: int) -> str:
        """Events seen and actions taken by a seat, as text."""
        parts: list[str] = []
        at: History | None = self
        while at is not None and (at.texts is None or seat not in at.texts):
            parts += [",".join(map(str, event.seen_by(seat).numbers()[:6])) for event in reversed(at.compute_events())]
            if at.seat == seat and at.action >= 0:
                parts.append(f"!{at.action}")
            at = at.before
        before = "" if at is None or at.texts is None else at.texts[seat]
        said = before + "".join(f";{part}" for part in reversed(parts))
        self.texts = {**(self.texts or {}), seat: said}
        return said


class SpielPosition:
    """A state with its history; OpenSpiel copies and serializes it."""

    def __init__(self, maker: "MeuteGame", s: State, past: History, decisions: int) -> None:
        self.maker = maker
        self.s = s
        self.past = past
        self.decisions = decisions
        self.player = self.next_player()

    def next_player(self) -> int:
        """The player to move, in OpenSpiel's numbering."""
        to_act = self.s.to_act
        if to_act == OVER or self.decisions >= self.maker.length:
            return TERMINAL
        return CHANCE_PLAYER if to_act == BY_CHANCE else int(self.s.turn())

    def __deepcopy__(self, memo: Any) -> "SpielPosition":
        return SpielPosition(self.maker, self.s.copy(), self.past, self.decisions)

    def __reduce__(self) -> tuple[Any, ...]:
        past: list[tuple[int, int, list[tuple[int, ...]]]] = []
        at: History | None = self.past
        while at is not None:
            if at.action >= 0:
                past.append((at.seat, at.action, [event.numbers() for event in at.compute_events()]))
            at = at.before
        return restored, (str(self.maker), self.maker.game.write_position(self.s), past[::-1], self.decisions)

    def act(self, action: int) -> None:
        """Apply an action of a seat or of chance."""
        seat = self.player
        if seat == CHANCE_PLAYER:
            seat = CHANCE
        else:
            self.decisions += 1
        self.s.apply(seat, action)
        self.past = History(self.past, seat, action)
        self.player = self.next_player()


def restored(name: str, text: str, past: list[tuple[int, int, list[Any]]], decisions: int) -> SpielPosition:
    """Unpickle a position."""
    maker: MeuteGame = pyspiel.load_game(name)
    s = maker.game.read_position(text, maker.settled, maker.game.box())
    history = maker.empty_history
    for seat, action, events in past:
        history = History(history, seat, action)
        history.events = [Event(*numbers) for numbers in events]
    return SpielPosition(maker, s, with_known_state(history, s), decisions)


def with_known_state(past: History, s: State) -> History:
    """The history extended by a known state, from which events are replayed."""
    return History(past, NOBODY, NOBODY, s.copy())


def read_options(text: str) -> dict[str, str]:
    """Parse `board:advanced/leader:first`."""
    pairs = [part.partition(":") for part in text.split("/") if part]
    return {name: value for name, _, value in pairs}


class MeuteGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Meute for OpenSpiel."""

    game: ClassVar[Game]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        game = self.game
        self.settled = read_options(str(given.get("options", "")))
        self.kind = given.get("rewards", "rank")
        if self.kind not in ("rank", "win"):
            raise InvalidInput(f"rewards: {self.kind!r} is not one of rank, win")
        self.players = int(given.get("players", game.min_seats))
        self.length = int(given.get("length", game.max_steps))
        """Decision limit: a longer game is stopped, with returns of 0."""
        if self.length < 1:
            raise InvalidInput("length: at least 1")
        self.initial_state = initial_state(game, self.players, self.settled, {})
        self.empty_history = History(None, NOBODY, NOBODY, self.initial_state)
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

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self, _text: str | None = None) -> "MeuteState":
        return MeuteState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        return Observer(self, iig_obs_type, params)


class MeuteState(pyspiel.State):  # type: ignore[misc]
    """An OpenSpiel state."""

    def __init__(self, maker: MeuteGame) -> None:
        super().__init__(maker)
        self.position = SpielPosition(maker, maker.initial_state.copy(), maker.empty_history, 0)

    def __deepcopy__(self, memo: Any) -> "MeuteState":
        copied: MeuteState = self.clone()
        return copied

    def current_player(self) -> int:
        return self.position.player

    def is_terminal(self) -> bool:
        return self.position.player == TERMINAL

    def is_chance_node(self) -> bool:
        return self.position.player == CHANCE_PLAYER

    def legal_actions(self, *player: int) -> list[int]:
        """As the base class; what the player to move may do does not go through C++, which takes longer."""
        position = self.position
        to_move = position.player
        if to_move < 0 or player not in ((), (to_move,)):
            return list(super().legal_actions(*player))
        return sorted(position.s.legal_actions(to_move))

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.s.legal_actions(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        out = self.position.maker.choices
        self.position.s.describe(CHANCE, out)
        outcomes = out.to_list()
        if out.weight == len(outcomes):
            likely = 1 / len(outcomes)
            return [(action, likely) for action in outcomes]
        return [(action, int(out.weight_of(action)) / int(out.weight)) for action in outcomes]

    def _apply_action(self, action: int) -> None:
        self.position.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.maker.game.codec.text(action)

    def returns(self) -> list[float]:
        maker = self.position.maker
        if self.position.s.to_act != OVER:
            return [0.0] * maker.players
        return final_rewards(maker.game, self.position.s, maker.kind)

    def observer_of(self, player: int | None) -> int:
        """The player given, or the one to move."""
        return self.current_player() if player is None else player

    def observation_string(self, player: int | None = None) -> str:
        return View(self.position.maker.game, self.position.s, self.observer_of(player)).text()

    def observation_tensor(self, player: int | None = None) -> list[int]:
        maker = self.position.maker
        row = vec[i16]([0] * maker.game.layout.size)
        maker.game.write_tensor(self.position.s, self.observer_of(player), row, 0)
        return list(row)

    def information_state_string(self, player: int | None = None) -> str:
        seat = self.observer_of(player)
        return f"{seat};{self.position.past.text(seat)}\n{self.observation_string(seat)}"

    def resample(self, player: int, seed: int) -> "MeuteState":
        """A state that this player cannot distinguish from this one, for IS-MCTS (`set_resampler`)."""
        maker, position = self.position.maker, self.position
        other: MeuteState = self.clone()
        s = View(maker.game, position.s, player).determinize(Generator(seed))
        other.position = SpielPosition(maker, s, with_known_state(position.past, s), position.decisions)
        return other

    def __str__(self) -> str:
        return self.position.maker.game.write_position(self.position.s)


class Observer:
    """OpenSpiel observer: the tensor and its planes by name."""

    def __init__(self, maker: MeuteGame, kind: Any, params: Any) -> None:
        if params:
            raise InvalidInput(f"observers take no parameters: {params}")
        self.game = maker.game
        self.recall = kind is not None and kind.perfect_recall
        self.row = vec[i16]([0] * maker.game.layout.size)
        self.seen = np.frombuffer(self.row, np.int16)  # type: ignore[call-overload]
        self.tensor = np.zeros(maker.game.layout.size, np.float32)
        self.dict = maker.game.layout.split(self.tensor)

    def set_from(self, state: MeuteState, player: int) -> None:
        self.game.write_tensor(state.position.s, player, self.row, 0)
        self.tensor[:] = self.seen

    def string_from(self, state: MeuteState, player: int) -> str:
        return state.information_state_string(player) if self.recall else state.observation_string(player)


def game_type(game: Game) -> Any:
    hidden = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=PREFIX + game.id,
        long_name=f"Meute: {game.id}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=hidden.PERFECT_INFORMATION if game.is_perfect_information else hidden.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_seats,
        min_num_players=game.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.min_seats,
            "options": "",
            "rewards": "rank",
            "length": int(game.max_steps),
        },
    )


for each in GAMES.values():  # OpenSpiel constructs games from classes, so each game has one
    pyspiel.register_game(game_type(each), type(f"Meute_{each.id}", (MeuteGame,), {"game": each}))
