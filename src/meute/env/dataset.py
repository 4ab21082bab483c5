"""Data sets: the decisions of many games as arrays, in parts of a few games each (docs/environments.md).

A folder holds `part-00000.npz` and so on, and `card.json`, which says how they were made. A part is written whole or
not at all, and the same plan writes the same parts, so that an interrupted run continues where it stopped."""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from mypy_extensions import i16, u8
from numpy.typing import NDArray

from meute import __version__
from meute.bots import make_bot
from meute.bots.play_match import play_match
from meute.core.box import Contents
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.errors import BadInput
from meute.core.game import Game
from meute.core.numbers import vec
from meute.core.seats import CHANCE
from meute.env import VERSION
from meute.env.table import Reward, rewards_of
from meute.games import find
from meute.match import Match, read_record, replay, split_records

Part = dict[str, NDArray[Any]]

GAMES_OF_A_PART = 20
"""A part with its games is all that a process holds in memory."""
CARD = "card.json"
PERSON = -1
"""Player number of a seat whose player is not one of the bots: no name of a person is stored."""

DECISIONS = {
    "observation": "i2",
    "action_mask": "?",
    "action": "i4",
    "reward": "f4",
    "last": "?",
    "game": "i8",
    "seat": "i1",
    "player": "i2",
}
"""Arrays with a row for each decision, and their types."""
ENDS = {
    "end_observation": "i2",
    "end_reward": "f4",
    "end_place": "i2",
    "end_points": "i4",
    "end_truncated": "?",
    "end_game": "i8",
    "end_seat": "i1",
    "end_player": "i2",
}
"""Arrays with a row for each seat of each game."""


@dataclass(frozen=True)
class DatasetPlan:
    """Everything that determines the data: games to play by bots, or records to replay (`digest` of their texts)."""

    game: str
    players: tuple[str, ...]
    games: int
    seed: int
    options: dict[str, str]
    box: Contents
    rewards: Reward
    digest: str = ""

    def about(self) -> dict[str, Any]:
        """The plan with the versions on which the data depends, as in the card."""
        game = find(self.game)
        versions = {"meute": __version__, "rules": game.version, "environment": f"{game.id}_v{VERSION}"}
        shapes = {"observation": int(game.layout.size), "actions": int(game.codec.decisions)}
        return {**versions, **asdict(self), "players": list(self.players), **shapes, "games_of_a_part": GAMES_OF_A_PART}


@dataclass(frozen=True)
class Source:
    """A record: its file, and its number among the records of the file."""

    path: Path
    number: int


@dataclass(frozen=True)
class Piece:
    """The work of one part: the numbers of its games, and their records if they are not played but replayed."""

    games: range
    sources: tuple[Source, ...]


def find_records(game: str, folder: Path) -> tuple[list[Source], tuple[str, ...], str]:
    """The records of this game in a folder and its subfolders, the bots in them, and a digest of the texts."""
    found: list[Source] = []
    names: set[str] = set()
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.meute")):
        for number, text in enumerate(split_records(read_file(path))):
            try:
                record = read_record(text)
            except BadInput as error:
                raise BadInput(error.problem, f"{path}, {error.where}", **error.values) from None
            if record.game == game:
                found.append(Source(path, number))
                names.update(record.seats)
                digest.update(text.encode())
    if not found:
        raise BadInput("error.no_records", str(folder), game=game)
    return found, tuple(sorted(filter(is_bot, names))), digest.hexdigest()


def read_file(path: Path) -> str:
    """A file of records; what is not text is refused with its line when the record is read."""
    return path.read_text(encoding="utf-8", errors="replace")


def is_bot(name: str) -> bool:
    """Whether a bot has this name."""
    try:
        make_bot(name)
    except BadInput:
        return False
    return True


def finish(folder: Path) -> dict[str, Any]:
    """Add to the card what the parts contain, and return the card."""
    card = read_card(folder)
    players = card["made"]["players"]
    counts = {"games": 0, "decisions": 0, "truncated": 0}
    rewards: dict[int, list[float]] = {}
    arrays: dict[str, list[Any]] = {}
    for part in parts(folder, ("action", "end_game", "end_truncated", "end_reward", "end_player")):
        ended, first = np.unique(part["end_game"], return_index=True)
        counts["games"] += len(ended)
        counts["decisions"] += len(part["action"])
        counts["truncated"] += int(part["end_truncated"][first].sum())
        for player in np.unique(part["end_player"]):
            own = part["end_reward"][part["end_player"] == player]
            total = rewards.setdefault(int(player), [0.0, 0])
            total[0] += float(own.sum(dtype=np.float64))
            total[1] += len(own)
    for name, array in next(parts(folder)).items():
        arrays[name] = [array.dtype.name, *array.shape[1:]]
    means = {
        "" if player == PERSON else players[player]: {"seats": int(seats), "reward": round(total / seats, 4)}
        for player, (total, seats) in sorted(rewards.items())
    }
    card["contents"] = {**counts, "players": means, "arrays": arrays}
    write_text(folder / CARD, json.dumps(card, indent=1))
    return card


def read_card(folder: Path) -> dict[str, Any]:
    """The card: how the data was made (`made`) and, once it is complete, what it contains (`contents`)."""
    try:
        card: dict[str, Any] = json.loads((folder / CARD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise BadInput("error.no_card", str(folder / CARD)) from None
    return card


def parts(folder: Path, names: Sequence[str] = ()) -> Iterator[Part]:
    """The parts in their order, one at a time; with names, only these arrays."""
    for path in sorted(folder.glob("part-*.npz")):
        with np.load(path) as stored:
            yield {name: stored[name] for name in names or stored.files}


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    unfinished = path.with_suffix(".tmp")
    unfinished.write_text(text + "\n", encoding="utf-8")
    os.replace(unfinished, path)


def pieces(folder: Path, plan: DatasetPlan, sources: Sequence[Source]) -> list[Piece]:
    """The parts still to write; writes the card, or compares it with that of an earlier run."""
    folder.mkdir(parents=True, exist_ok=True)
    about = json.loads(json.dumps(plan.about()))
    if (folder / CARD).exists():
        if read_card(folder)["made"] != about:
            raise BadInput("error.other_data", str(folder / CARD))
    else:
        write_text(folder / CARD, json.dumps({"made": about}, indent=1))
    starts = range(0, plan.games, GAMES_OF_A_PART)
    found = [range(start, min(start + GAMES_OF_A_PART, plan.games)) for start in starts]
    left = [games for games in found if not part_path(folder, games).exists()]
    return [Piece(games, tuple(sources[games.start : games.stop])) for games in left]


def part_path(folder: Path, games: range) -> Path:
    return folder / f"part-{games.start // GAMES_OF_A_PART:05}.npz"


def write_part(folder: Path, plan: DatasetPlan, piece: Piece) -> int:
    """Write one part; return the number of its games."""
    rows = Rows(find(plan.game), plan.rewards)
    for number in piece.games:
        if piece.sources:
            match = replay_one(piece.sources[number - piece.games.start])
            rows.add(number, match, [player_number(plan.players, name) for name in match.seats])
        else:
            seats = len(plan.players)
            rows.add(number, play_one(plan, number), [(seat + number) % seats for seat in range(seats)])
    path = part_path(folder, piece.games)
    unfinished = path.with_suffix(".tmp")
    with unfinished.open("wb") as file:
        np.savez_compressed(file, **rows.arrays())  # type: ignore[arg-type]
    os.replace(unfinished, path)
    return len(piece.games)


def play_one(plan: DatasetPlan, number: int) -> Match:
    """Play one game. Every deal is played once in each rotation of the players over the seats."""
    seats = len(plan.players)
    turned = number % seats
    names = [plan.players[(seat + turned) % seats] for seat in range(seats)]
    seed = plan.seed * 1_000_003 + number // seats
    match = Match(plan.game, names, plan.options, seed=seed, box=plan.box)
    play_match(match, [make_bot(name) for name in names], Generator(seed + 1 + turned))
    return match


def replay_one(source: Source) -> Match:
    """Replay a record."""
    try:
        return replay(read_record(split_records(read_file(source.path))[source.number]))
    except BadInput as error:
        raise BadInput(error.problem, f"{source.path}, {error.where}", **error.values) from None


def player_number(players: Sequence[str], name: str) -> int:
    """The index of a bot among the players; PERSON for any other name."""
    return players.index(name) if name in players else PERSON


class Rows:
    """The rows of a part, collected game by game in growing buffers."""

    def __init__(self, game: Game, rewards: Reward) -> None:
        self.game = game
        self.rewards = rewards
        self.actions = int(game.codec.decisions)
        self.size = int(game.layout.size)
        self.choices = Choices()
        self.row = vec[i16]([0] * self.size)
        self.mask = vec[u8]([0] * self.actions)
        self.buffers: Mapping[str, bytearray] = {name: bytearray() for name in ("observation", "mask", "end")}
        self.columns: Mapping[str, list[Any]] = {
            name: [] for name in (*DECISIONS, *ENDS) if name not in ("observation", "action_mask", "end_observation")
        }

    def add(self, number: int, match: Match, players: Sequence[int]) -> None:
        """Add the decisions of a game. What is decided for a seat after it has resigned is left out."""
        s = match.state_at(0)
        s.event_log = None
        last_row: dict[int, int] = {}
        for step, past in enumerate(match.steps):
            seat = past.seat
            if seat != CHANCE and step < match.resigned.get(seat, len(match.steps)):
                self.observe("observation", s, seat)
                s.describe(seat, self.choices)
                self.choices.mark(self.mask, 0, 1)
                self.buffers["mask"].extend(memoryview(self.mask))
                self.choices.mark(self.mask, 0, 0)
                last_row[seat] = len(self.columns["action"])
                row = {"action": past.action, "reward": 0.0, "last": False, "game": number, "seat": seat}
                self.append({**row, "player": players[seat]})
            s.apply(seat, past.action)
        self.add_ends(number, match, players, last_row)

    def add_ends(self, number: int, match: Match, players: Sequence[int], last_row: Mapping[int, int]) -> None:
        """Add the end of a game: a row for each seat, and the reward of its last decision."""
        result = match.result()
        places = (0,) * len(players) if result is None else result.places
        points = match.score()[0] if result is None else result.points
        truncated = not match.state.is_over() and not any(places)
        rewards = rewards_of(places, points, self.rewards)
        for seat, player in enumerate(players):
            if seat in last_row:
                self.columns["reward"][last_row[seat]] = rewards[seat]
                self.columns["last"][last_row[seat]] = True
            self.observe("end", match.state, seat)
            end = {"reward": rewards[seat], "place": places[seat], "points": points[seat], "truncated": truncated}
            end |= {"game": number, "seat": seat, "player": player}
            self.append({f"end_{name}": value for name, value in end.items()})

    def observe(self, buffer: str, s: Any, seat: int) -> None:
        self.game.write_tensor(s, seat, self.row, 0)
        self.buffers[buffer].extend(memoryview(self.row).cast("B"))

    def append(self, row: Mapping[str, Any]) -> None:
        for name, value in row.items():
            self.columns[name].append(value)

    def arrays(self) -> Part:
        """The arrays of the part."""
        found: Part = {
            "observation": np.frombuffer(self.buffers["observation"], np.int16).reshape(-1, self.size),
            "action_mask": np.frombuffer(self.buffers["mask"], np.bool_).reshape(-1, self.actions),
            "end_observation": np.frombuffer(self.buffers["end"], np.int16).reshape(-1, self.size),
        }
        kinds = {**DECISIONS, **ENDS}
        found |= {name: np.array(values, kinds[name]) for name, values in self.columns.items()}
        return {name: found[name] for name in kinds}
