"""Data sets: rows as in the environments, an interrupted run that goes on, and Minari's own loader."""

from pathlib import Path
from typing import Any

import minari
import numpy as np
import pytest

from meute.bots.play_match import play_match
from meute.bots.random import RandomBot
from meute.core.chance import Generator
from meute.core.errors import BadInput
from meute.env import dataset
from meute.env.dataset import PERSON, DatasetPlan, Part, find_records, finish, parts, pieces, read_card, write_part
from meute.env.minari_export import export
from meute.env.table import GameTable
from meute.games import GAMES
from meute.match import Match, write_record

STEPS = 60


def plan(game: str, *players: str, games: int = 2) -> DatasetPlan:
    return DatasetPlan(game, players, games, 3, {}, {}, "rank")


def written(folder: Path, wanted: DatasetPlan) -> list[Part]:
    """The parts of a new data set."""
    for piece in pieces(folder, wanted, []):
        write_part(folder, wanted, piece)
    finish(folder)
    return list(parts(folder))


def random_match(game: str, seats: tuple[str, ...], steps: int) -> Match:
    """A match of random decisions, stopped after some of them."""
    match, rng = Match(game, seats, seed=5), Generator(6)
    while not match.is_over() and len(match.steps) < steps:
        seat = match.seats_to_act()[0]
        match.play(seat, RandomBot().choose(match.view(seat), rng))
    return match


@pytest.mark.parametrize("game", GAMES)
def test_rows_are_what_the_environment_shows(game: str) -> None:
    seats = tuple(str(n) for n in range(GAMES[game].min_seats))
    rows = dataset.Rows(GAMES[game], "rank")
    rows.add(0, random_match(game, seats, STEPS), [PERSON] * len(seats))
    part = rows.arrays()
    table = GameTable(game)
    table.deal(5)
    assert len(part["action"]) > 10
    for row, action in enumerate(part["action"].tolist()):
        seat = int(part["seat"][row])
        assert (part["observation"][row] == table.tensor(seat)).all()
        assert (part["action_mask"][row] == table.mask(seat)).all()
        table.play(seat, table.check(seat, action))
    assert (part["end_observation"] == [table.tensor(seat) for seat in range(len(seats))]).all()
    assert part["end_truncated"].all() == (not table.is_over())


def test_the_last_decision_of_a_seat_has_the_reward(tmp_path: Path) -> None:
    [part] = written(tmp_path, plan("terres", "random", "greedy"))
    assert (part["reward"][~part["last"]] == 0).all()
    for game, seat, reward, player in zip(
        part["end_game"], part["end_seat"], part["end_reward"], part["end_player"], strict=True
    ):
        [last] = np.flatnonzero((part["game"] == game) & (part["seat"] == seat) & part["last"])
        assert part["reward"][last] == reward != 0
        assert (part["player"][(part["game"] == game) & (part["seat"] == seat)] == player).all()
    assert part["end_player"].tolist() == [0, 1, 1, 0]
    contents = read_card(tmp_path)["contents"]
    assert (contents["games"], contents["decisions"]) == (2, len(part["action"]))
    assert contents["players"]["greedy"]["reward"] == part["end_reward"][part["end_player"] == 1].mean()


def test_an_interrupted_run_goes_on_and_writes_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "GAMES_OF_A_PART", 2)
    wanted = plan("terres", "random", "random", games=5)
    assert [len(np.unique(part["game"])) for part in written(tmp_path, wanted)] == [2, 2, 1]
    path = tmp_path / "part-00001.npz"
    before = path.read_bytes()
    path.unlink()
    [piece] = pieces(tmp_path, wanted, [])
    assert write_part(tmp_path, wanted, piece) == 2
    assert path.read_bytes() == before
    with pytest.raises(BadInput, match="other_data"):
        pieces(tmp_path, plan("terres", "random", "greedy", games=5), [])


def test_a_part_that_could_not_be_finished_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError("no space left")

    wanted = plan("terres", "random", "random")
    [piece] = pieces(tmp_path, wanted, [])
    with monkeypatch.context() as broken:
        broken.setattr(np, "savez_compressed", full)
        with pytest.raises(OSError, match="no space"):
            write_part(tmp_path, wanted, piece)
    assert list(parts(tmp_path)) == []
    assert pieces(tmp_path, wanted, []) == [piece]


def test_records_give_the_same_rows_without_names(tmp_path: Path) -> None:
    match = Match("terres", ("Ombeline", "random"), seed=4)
    play_match(match, [RandomBot(), RandomBot()], Generator(1))
    records, folder = tmp_path / "records", tmp_path / "data"
    records.mkdir()
    other = write_record(random_match("aventure", ("a", "b"), 4).record())
    (records / "some.meute").write_text(other + write_record(match.record()), encoding="utf-8")
    sources, players, digest = find_records("terres", records)
    assert players == ("random",)
    wanted = DatasetPlan("terres", players, len(sources), 0, {}, {}, "rank", digest)
    [piece] = pieces(folder, wanted, sources)
    write_part(folder, wanted, piece)
    finish(folder)
    [part] = parts(folder)
    assert len(part["action"]) == sum(step.seat >= 0 for step in match.steps)
    assert part["end_player"].tolist() == [PERSON, 0]
    assert not any(b"Ombeline" in path.read_bytes() for path in folder.iterdir())
    with pytest.raises(BadInput, match="no_records"):
        find_records("clan", records)


def test_what_is_played_for_a_resigned_seat_is_left_out() -> None:
    match = random_match("traces", ("a", "b", "c"), 12)
    match.resign(match.seats_to_act()[0])
    [gone], before = match.resigned, len(match.steps)
    rng = Generator(8)
    while not match.is_over() and len(match.steps) < before + 12:
        seat = match.seats_to_act()[0]
        match.play(seat, RandomBot().choose(match.view(seat), rng))
    rows = dataset.Rows(match.game, "rank")
    rows.add(0, match, [PERSON] * 3)
    assert any(step.seat == gone for step in match.steps[before:])
    assert rows.columns["seat"].count(gone) == sum(step.seat == gone for step in match.steps[:before])


def test_minaris_own_loader_reads_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    monkeypatch.setattr(dataset, "GAMES_OF_A_PART", 2)
    found = written(tmp_path / "data", plan("terres", "random", "greedy", games=3))
    name = "meute/terres/some-v0"
    export(tmp_path / "data", name, "how it was made")
    loaded = minari.load_dataset(name)
    assert (loaded.total_episodes, loaded.total_steps) == (6, sum(len(part["action"]) for part in found))
    of_seats = list(loaded.storage.get_episode_metadata(range(6)))
    ends = [row for part in found for row in zip(part["end_game"], part["end_seat"], part["end_reward"], strict=True)]
    for episode, about, (game, seat, reward) in zip(loaded.iterate_episodes(), of_seats, ends, strict=True):
        [part] = (part for part in found if game in part["game"])
        own = (part["game"] == game) & (part["seat"] == seat)
        assert (about["game"], about["seat"]) == (game, seat)
        assert (episode.observations["observation"][:-1] == part["observation"][own]).all()
        assert (episode.observations["action_mask"][:-1] == part["action_mask"][own]).all()
        assert (episode.actions == part["action"][own]).all()
        assert (episode.rewards.sum(), episode.terminations[-1]) == (reward, True)
        assert loaded.action_space.contains(episode.actions[0])
        assert loaded.observation_space.contains({key: rows[-1] for key, rows in episode.observations.items()})
    recovered: Any = loaded.recover_environment().unwrapped
    assert recovered.table.game.id == "terres"
    with pytest.raises(BadInput, match="minari_taken"):
        export(tmp_path / "data", name, "")
    with pytest.raises(BadInput, match="minari_name"):
        export(tmp_path / "data", "no version", "")
