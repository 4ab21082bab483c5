"""PettingZoo: seats one by one (AEC), and all that are asked at once (parallel)."""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from meute.core.box import Contents
from meute.core.game import Game
from meute.env.rendering import MODES, Renderer
from meute.env.table import Observation, Reward, Table, Wrong

SEED_BITS = 63


def spaces(game: Game, actions: int) -> tuple[gymnasium.spaces.Dict, gymnasium.spaces.Discrete[np.int64]]:
    """What a seat sees and may do: the tensor of its view with a mask, and so many actions."""
    low, high = (np.array(limits, np.int16) for limits in (game.layout.lows(), game.layout.highs()))
    seen: dict[str, gymnasium.spaces.Space[Any]] = {
        "observation": gymnasium.spaces.Box(low, high, dtype=np.int16),
        "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
    }
    return gymnasium.spaces.Dict(seen), gymnasium.spaces.Discrete(actions)


class Seeds:
    """Seeds of one game after the other, from the one that was given last."""

    def __init__(self) -> None:
        self.rng, _ = seeding.np_random(None)

    def next(self, seed: int | None) -> int:
        """The seed of the next game: what was given, or what follows from the last that was."""
        if seed is not None:
            self.rng, _ = seeding.np_random(seed)
            return seed
        return int(self.rng.integers(2**SEED_BITS))


class RawEnv(AECEnv[str, Observation, Any]):  # type: ignore[misc]
    """One seat after another; of those that answer in secret at the same time, the first one first, and unseen."""

    def __init__(self, table: Table, render_mode: str | None = None) -> None:
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
            self.rewards = dict(zip(self.possible_agents, table.final(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        elif table.is_cut():
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[table.turn()]
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        return self.renderer.render(self.seat_of[self.agent_selection])

    def close(self) -> None:
        self.renderer.close()


class ParallelTable(ParallelEnv[str, Observation, Any]):  # type: ignore[misc]
    """All seats at once: those that are asked decide, the others answer `wait`, the last action."""

    def __init__(self, table: Table, illegal: str, render_mode: str | None = None) -> None:
        if illegal not in ("terminate", "raise"):
            raise Wrong(f"illegal: {illegal!r} is not one of terminate, raise")
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
        """What every seat sees."""
        asked = self.table.asked()
        seen: dict[str, Observation] = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = np.append(self.table.mask(seat), np.int8(seat not in asked))
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
            rewards = dict(zip(agents, table.final(), strict=True))
        ended, cut = table.is_over() or bool(wrong), table.is_cut()
        if ended or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return self.observe(), rewards, dict.fromkeys(agents, ended), dict.fromkeys(agents, cut), infos

    def decide(self, actions: Mapping[str, Any]) -> dict[str, str]:
        """Does what all that are asked have decided, or nothing where one may not, and says why."""
        table, asked = self.table, self.table.asked()
        wrong: dict[str, str] = {}
        for seat, agent in enumerate(self.agents):
            try:
                if agent not in actions:
                    raise Wrong(f"{agent} has not decided")
                if seat in asked or actions[agent] != self.wait:
                    table.check(seat, actions[agent])
            except Wrong as refused:
                if self.illegal == "raise":
                    raise Wrong(f"{agent}: {refused}") from refused
                wrong[agent] = str(refused)
        if not wrong:
            for seat in asked:
                action = int(actions[self.possible_agents[seat]])
                if table.may(seat, action):  # an answer of another may have closed the question
                    table.play(seat, action)
        return wrong

    def render(self) -> Any:
        return self.renderer.render(0 if self.table.is_over() else self.table.turn())

    def close(self) -> None:
        self.renderer.close()


class Face:
    """What a PettingZoo module of a game offers."""

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
        """Seats one by one; an illegal action raises, and nothing changes."""
        return RawEnv(Table(self.game, seats, options, box, rewards, max_steps), render_mode)

    def env(self, **settings: Any) -> AECEnv[str, Observation, Any]:
        """The same with PettingZoo's usual wrappers: an illegal action costs 1 and ends the game."""
        wrapped: AECEnv[str, Observation, Any] = wrappers.TerminateIllegalWrapper(self.raw_env(**settings), -1)
        wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
        return wrappers.OrderEnforcingWrapper(wrapped)

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
        """All seats at once; an illegal action costs 1 and ends the game, or raises."""
        return ParallelTable(Table(self.game, seats, options, box, rewards, max_steps), illegal, render_mode)
