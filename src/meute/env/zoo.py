"""PettingZoo environments: AEC (one seat at a time) and parallel (simultaneous choices at once)."""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from meute.core.box import Contents
from meute.core.game import Game
from meute.env.rendering import MODES, Renderer
from meute.env.table import GameTable, InvalidInput, Observation, Reward

SEED_BITS = 63


def spaces(game: Game, actions: int) -> tuple[gymnasium.spaces.Dict, gymnasium.spaces.Discrete[np.int64]]:
    """Observation space (tensor and mask) and action space of a seat."""
    low, high = (np.array(limits, np.int16) for limits in (game.layout.lows(), game.layout.highs()))
    seen: dict[str, gymnasium.spaces.Space[Any]] = {
        "observation": gymnasium.spaces.Box(low, high, dtype=np.int16),
        "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
    }
    return gymnasium.spaces.Dict(seen), gymnasium.spaces.Discrete(actions)


class Seeds:
    """A stream of game seeds, restarted by every seed given."""

    def __init__(self) -> None:
        self.rng, _ = seeding.np_random(None)

    def next(self, seed: int | None) -> int:
        """The seed given, or the next one of the stream."""
        if seed is not None:
            self.rng, _ = seeding.np_random(seed)
            return seed
        return int(self.rng.integers(2**SEED_BITS))


class RawEnv(AECEnv[str, Observation, Any]):  # type: ignore[misc]
    """AEC environment; simultaneous choices are made in seat order, each unseen by the others."""

    def __init__(self, table: GameTable, render_mode: str | None = None) -> None:
        super().__init__()
        self.metadata = {"name": f"{table.game.id}_v0", "render_modes": MODES, "is_parallelizable": False}
        self.table = table
        self.render_mode = render_mode
        self.renderer = Renderer(table, render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(table.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        seen, actions = spaces(table.game, table.actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = dict.fromkeys(self.possible_agents, actions)
        self.seeds = Seeds()
        self.seen: dict[str, Observation] = {}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.deal(self.seeds.next(seed))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.seen = {}
        self.agent_selection = self.possible_agents[self.table.turn()]

    def observe(self, agent: str) -> Observation:
        if agent not in self.seen:
            seat = self.seat_of[agent]
            self.seen[agent] = {"observation": self.table.tensor(seat), "action_mask": self.table.mask(seat)}
        return self.seen[agent]

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table, seat = self.table, self.seat_of[agent]
        table.play(seat, table.check(seat, action))
        self.seen = {}
        self._cumulative_rewards[agent] = 0.0
        if table.is_over():
            self.rewards = dict(zip(self.possible_agents, table.rewards_now(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        elif table.is_truncated():
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[table.turn()]
        if self.render_mode == "human":
            self.render()

    def end_by_illegal(self, reason: str) -> None:
        """End the game: the seat to move gets -1, and `info["illegal"]` says why."""
        agent = self.agent_selection
        self.seen = {}
        self.infos[agent] = {"illegal": reason}
        self.terminations = dict.fromkeys(self.agents, True)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {**dict.fromkeys(self.agents, 0.0), agent: -1.0}
        self._accumulate_rewards()

    def render(self) -> Any:
        return self.renderer.render(self.seat_of[self.agent_selection])

    def close(self) -> None:
        self.renderer.close()


class CheckedEnv(OrderEnforcingWrapper[str, Observation, Any]):  # type: ignore[misc]
    """PettingZoo's three usual wrappers in one, several times faster than stacking them. Refuses calls out of order and
    actions outside the space; an illegal action costs 1 and ends the game."""

    env: RawEnv
    agents = property(lambda self: self.env.agents)
    agent_selection = property(lambda self: self.env.agent_selection)
    rewards = property(lambda self: self.env.rewards)
    terminations = property(lambda self: self.env.terminations)
    truncations = property(lambda self: self.env.truncations)
    infos = property(lambda self: self.env.infos)

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        raw = self.env
        agent = self.agent_selection
        seen = raw.observe(agent) if observe else None
        return seen, raw._cumulative_rewards[agent], raw.terminations[agent], raw.truncations[agent], raw.infos[agent]

    def step(self, action: Any) -> None:
        raw = self.env
        if not self._has_reset or not raw.agents:
            super().step(action)  # complains
            return
        self._has_updated = True
        try:
            raw.step(action)
        except InvalidInput as wrong:
            assert raw.action_spaces[raw.agent_selection].contains(action), "action is not in action space"
            EnvLogger.warn_on_illegal_move()
            raw.end_by_illegal(str(wrong))

    def __str__(self) -> str:
        return str(self.env)


class ParallelTable(ParallelEnv[str, Observation, Any]):  # type: ignore[misc]
    """Parallel environment: seats to move choose; all others answer `wait`, the last action."""

    def __init__(self, table: GameTable, illegal: str, render_mode: str | None = None) -> None:
        if illegal not in ("terminate", "raise"):
            raise InvalidInput(f"illegal: {illegal!r} is not one of terminate, raise")
        self.metadata = {"name": f"{table.game.id}_v0", "render_modes": MODES}
        self.table = table
        self.illegal = illegal
        self.render_mode = render_mode
        self.renderer = Renderer(table, render_mode)
        self.wait = table.actions
        self.possible_agents = [f"seat_{seat}" for seat in range(table.seats)]
        seen, actions = spaces(table.game, table.actions + 1)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = dict.fromkeys(self.possible_agents, actions)
        self.seeds = Seeds()
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.table.deal(self.seeds.next(seed))
        self.agents = list(self.possible_agents)
        return self.observe(), {agent: {} for agent in self.agents}

    def observe(self) -> dict[str, Observation]:
        """Observations of all seats."""
        to_act = self.table.seats_to_act()
        seen: dict[str, Observation] = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = self.table.mask(seat, 1)
            mask[self.wait] = seat not in to_act
            seen[agent] = {"observation": self.table.tensor(seat), "action_mask": mask}
        return seen

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        agents, table = self.agents, self.table
        rewards = dict.fromkeys(agents, 0.0)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        wrong = self.decide(actions)
        for agent, why in wrong.items():
            rewards[agent] = -1.0
            infos[agent] = {"illegal": why}
        if table.is_over():
            rewards = dict(zip(agents, table.rewards_now(), strict=True))
        ended, cut = table.is_over() or bool(wrong), table.is_truncated()
        if ended or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return self.observe(), rewards, dict.fromkeys(agents, ended), dict.fromkeys(agents, cut), infos

    def decide(self, actions: Mapping[str, Any]) -> dict[str, str]:
        """Apply the choices of all seats to move; if one is illegal, apply none and return the reasons."""
        table, to_act = self.table, self.table.seats_to_act()
        wrong: dict[str, str] = {}
        for seat, agent in enumerate(self.agents):
            try:
                if agent not in actions:
                    raise InvalidInput(f"{agent} has not decided")
                if seat in to_act or actions[agent] != self.wait:
                    table.check(seat, actions[agent])
            except InvalidInput as refused:
                if self.illegal == "raise":
                    raise InvalidInput(f"{agent}: {refused}") from refused
                wrong[agent] = str(refused)
        if not wrong:
            for seat in to_act:
                action = int(actions[self.possible_agents[seat]])
                if table.may(seat, action):  # the choice of another seat may have ended this one
                    table.play(seat, action)
        return wrong

    def render(self) -> Any:
        return self.renderer.render(0 if self.table.is_over() else self.table.turn())

    def close(self) -> None:
        self.renderer.close()


class PettingZooModule:
    """The functions of a game's PettingZoo module (`meute.env.terres_v0` etc.)."""

    def __init__(self, game: str) -> None:
        self.game = game

    def raw_env(
        self,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        box: Contents | None = None,
        rewards: Reward = "rank",
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> RawEnv:
        """AEC environment without wrappers: an illegal action raises, and nothing changes."""
        return RawEnv(GameTable(self.game, seats, options, box, rewards, max_steps), render_mode)

    def env(self, **settings: Any) -> CheckedEnv:
        """AEC environment with PettingZoo's checks: an illegal action costs 1 and ends the game."""
        return CheckedEnv(self.raw_env(**settings))

    def parallel_env(
        self,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        box: Contents | None = None,
        rewards: Reward = "rank",
        max_steps: int | None = None,
        illegal: str = "terminate",
        render_mode: str | None = None,
    ) -> ParallelTable:
        """Parallel environment; an illegal action costs 1 and ends the game, or raises."""
        return ParallelTable(GameTable(self.game, seats, options, box, rewards, max_steps), illegal, render_mode)
