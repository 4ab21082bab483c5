"""Writes a data set as a Minari data set: an episode is what one seat saw and did in one game."""

import json
import os
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from meute.core.errors import BadInput
from meute.env.dataset import PERSON, Part, parts, read_card
from meute.env.zoo import spaces
from meute.games import find


def check_name(name: str) -> Path:
    """The folder of a new Minari data set; BadInput if its name is malformed or taken."""
    try:
        import_module("minari.dataset.minari_dataset").parse_dataset_id(name)
    except ValueError as error:
        raise BadInput("error.minari_name", name, details=str(error)) from None
    folder = Path(import_module("minari.storage.datasets_root_dir").get_dataset_path(name))
    if folder.exists():
        raise BadInput("error.minari_taken", name, folder=str(folder))
    return folder


def export(source: Path, name: str, description: str) -> Path:
    """Write a complete data set to Minari's folder under a name, one part at a time; return the folder."""
    folder = check_name(name)
    made = read_card(source)["made"]
    game = find(made["game"])
    observed, actions = spaces(game, int(game.codec.decisions))
    unfinished = folder.with_name(f".{folder.name}.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    kind = import_module("minari.dataset.minari_storage").MinariStorage
    storage = kind.new(unfinished / "data", observed, actions, env_spec(made), jpeg_encoding=False)
    written = 0
    for part in parts(source):
        about: list[dict[str, Any]] = []
        storage.update_episodes(episodes(part, made["players"], about))
        storage.update_episode_metadata(about, range(written, written + len(about)))
        written += len(about)
    storage.update_metadata(
        {
            "dataset_id": name,
            "minari_version": import_module("minari").__version__,
            "algorithm_name": ", ".join(made["players"]),
            "author": {"Meute"},
            "description": description,
            "requirements": [f"meute=={made['meute']}"],
            "made": json.dumps(made),
        }
    )
    os.replace(unfinished, folder)
    return folder


def env_spec(made: dict[str, Any]) -> gymnasium.envs.registration.EnvSpec:
    """The Gymnasium environment of the game with these options; its masks are in `info`."""
    name, _, version = made["environment"].partition("_")
    settings = {key: made[key] for key in ("game", "options", "box", "rewards")}
    if not made["digest"]:
        settings["seats"] = len(made["players"])
    return gymnasium.envs.registration.EnvSpec(
        f"meute/{name.capitalize()}-{version}", entry_point="meute.env.gym:SeatEnv", kwargs=settings
    )


def episodes(part: Part, players: list[str], metadata: list[dict[str, Any]]) -> Iterator[Any]:
    """The episode of each seat that has decided something, one at a time; appends the metadata of each."""
    buffer = import_module("minari.data_collector").EpisodeBuffer
    own: dict[tuple[int, int], list[int]] = {}
    for row, key in enumerate(zip(part["game"].tolist(), part["seat"].tolist(), strict=True)):
        own.setdefault(key, []).append(row)
    for end, key in enumerate(zip(part["end_game"].tolist(), part["end_seat"].tolist(), strict=True)):
        rows = own.get(key)
        if rows is None:
            continue
        masks = part["action_mask"][rows]
        is_last = part["last"][rows]
        truncated = bool(part["end_truncated"][end])
        seen = {
            "observation": np.concatenate([part["observation"][rows], part["end_observation"][end : end + 1]]),
            "action_mask": np.concatenate([masks, np.zeros_like(masks[:1])]).astype(np.int8),
        }
        player = int(part["end_player"][end])
        about = {"game": key[0], "seat": key[1], "player": "" if player == PERSON else players[player]}
        about |= {"place": int(part["end_place"][end]), "points": int(part["end_points"][end])}
        metadata.append(about)
        yield buffer(
            observations=seen,
            actions=part["action"][rows].astype(np.int64),
            rewards=part["reward"][rows],
            terminations=is_last & (not truncated),
            truncations=is_last & truncated,
        )
