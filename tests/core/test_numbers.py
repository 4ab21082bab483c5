"""Sets as bit masks, and the generator."""

import copy
import pickle
import subprocess
import sys

import pytest
from helpers.worlds import COMPILED
from hypothesis import given
from hypothesis import strategies as st

from meute.core.chance import BadScript, Generator, ScriptedChance
from meute.core.numbers import LARGEST_SET, bit, count, first_n, has, lowest, nth, without
from meute.match import Match

members = st.sets(st.integers(0, LARGEST_SET - 1))


@given(members)
def test_sets_count_find_and_forget_their_members(those: set[int]) -> None:
    mask = sum(1 << n for n in those)
    assert count(mask) == len(those)
    assert [nth(mask, k) for k in range(len(those))] == sorted(those)
    for n in range(LARGEST_SET):
        assert has(mask, n) == (n in those)
        assert without(mask, n) == sum(1 << k for k in those if k != n)
    if those:
        assert lowest(mask) == min(those)


def test_bits_beyond_32() -> None:
    assert [bit(n) for n in (0, 31, 32, 61)] == [1, 1 << 31, 1 << 32, 1 << 61]
    assert first_n(62) == (1 << 62) - 1


def test_the_generator_gives_the_same_numbers_everywhere() -> None:
    rng = Generator(2026)
    assert [rng.below(1000) for _ in range(8)] == [419, 556, 741, 766, 540, 882, 574, 295]


def test_a_copy_of_a_generator_goes_on_alike_and_by_itself() -> None:
    rng = Generator(6)
    rng.word()
    copies = [copy.copy(rng), copy.deepcopy(rng), pickle.loads(pickle.dumps(rng))]
    following = [rng.below(1000) for _ in range(5)]
    assert all([other.below(1000) for _ in range(5)] == following for other in copies)


def test_the_generator_is_even() -> None:
    rng = Generator(5)
    counts = [0] * 6
    for _ in range(60_000):
        counts[rng.below(6)] += 1
    assert all(abs(n - 10_000) < 400 for n in counts)


def test_a_script_answers_and_runs_out() -> None:
    script = ScriptedChance(["a", "b"])
    assert [script.next(), script.next()] == ["a", "b"]
    with pytest.raises(BadScript, match="after 2"):
        script.next()


WITHOUT_NATIVE_VECTORS = """
import sys
sys.modules["librt"] = sys.modules["librt.vecs"] = None
from meute.match import Match
match = Match("terres", seed=7)
while not match.is_over():
    match.play(match.seats_to_act()[0], match.legal_actions(match.seats_to_act()[0])[-1])
print(match.result().points)
"""


def test_plain_lists_do_where_the_native_runtime_is_missing() -> None:
    match = Match("terres", seed=7)
    while not match.is_over():
        match.play(match.seats_to_act()[0], match.legal_actions(match.seats_to_act()[0])[-1])
    result = match.result()
    assert result is not None
    run = subprocess.run([sys.executable, "-c", WITHOUT_NATIVE_VECTORS], capture_output=True, text=True, check=False)
    if COMPILED:
        assert "librt" in run.stderr, "native code needs its runtime"
    else:
        assert run.stdout.strip() == str(result.points)
