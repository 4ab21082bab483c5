"""meute bench --faces: environments take turns, so that other load on the machine does not decide a ratio."""

import json

import pytest

from meute.cli import env_bench
from meute.cli.main import main


class Machine:
    """A clock of the processor's time, on a machine that becomes slower with every game."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slower = 1.0
        self.played: list[str] = []

    def environment(self, name: str, seconds: float) -> env_bench.Act:
        """One whose games take so long while nothing else runs."""

        def act(games: int) -> float:
            self.played.append(name)
            self.now += games * seconds * self.slower
            self.slower *= 1.02
            return games

        return act


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine()
    monkeypatch.setattr("time.process_time", lambda: made.now)
    return made


def test_environments_take_turns_and_load_does_not_decide_the_ratio(machine: Machine) -> None:
    acts = {
        ("terres", "AEC"): machine.environment("ours", 0.02),
        ("pettingzoo chess", "AEC"): machine.environment("theirs", 0.04),
    }
    rounds = env_bench.measure(acts)
    assert machine.played[-2 * env_bench.ROUNDS :] == ["ours", "theirs"] * env_bench.ROUNDS
    ratio = env_bench.ratios(rounds, {"terres"})["AEC"]
    assert ratio.median == pytest.approx(2, rel=0.03)
    assert ratio.high - ratio.low < 0.01
    pace = env_bench.figures(rounds)["terres"]["AEC"]
    assert pace.high / pace.low > 1.1, "the machine has become slower, and the interval says so"


def test_an_interval_leaves_out_the_best_and_the_worst_round() -> None:
    interval = env_bench.Interval.of([5, 4, 3, 2, 1, 9, 8, 7, 6])
    assert (interval.low, interval.median, interval.high) == (2, 5, 8)
    assert env_bench.Interval(18_700, 18_100, 1_019_200).text(1000) == "18.7 (18.1–1,019.2)"


def test_a_ratio_is_that_of_the_slowest_game_over_the_mean_of_the_peers() -> None:
    one = {("terres", "AEC"): 30.0, ("clan", "AEC"): 20.0, ("a", "AEC"): 4.0, ("b", "AEC"): 6.0, ("clan", "batch"): 1.0}
    assert env_bench.ratios([one] * env_bench.ROUNDS, {"terres", "clan"}) == {"AEC": env_bench.Interval(4, 4, 4)}


def test_every_face_is_measured(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(env_bench, "SECONDS", 0.0)
    monkeypatch.setattr(env_bench, "TABLES", 2)
    monkeypatch.setattr(env_bench, "ROUNDS", 3)
    with pytest.raises(SystemExit) as left:
        main(("bench", "terres", "--faces", "--json"))
    assert not left.value.code
    output = json.loads(capsys.readouterr().out)
    assert set(output["figures"]["terres"]) == set(env_bench.ENVIRONMENTS)
    assert all(each["low"] <= each["median"] <= each["high"] for each in output["figures"]["terres"].values())
    assert output["rounds"] == 3
    with pytest.raises(SystemExit):
        main(("bench", "terres", "--faces"))
    assert "3" in capsys.readouterr().out
