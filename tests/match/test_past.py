"""The past of a match: any moment of it, going back to one, and several decisions that are one."""

import pytest
from helpers.terres_table import position, table
from helpers.traces_table import position as traces_position
from helpers.traces_table import table as traces_table

from meute.core.chance import Generator, ScriptedChance
from meute.core.choices import Choices
from meute.match import Match, Refused


def played(match: Match, steps: int) -> dict[int, str]:
    """Plays at random; what the table was after each step somebody could decide at."""
    rng, out, tables = Generator(1), Choices(), {}
    while len(match.steps) < steps:
        tables[len(match.steps)] = match.game.write_position(match.state)
        seat = match.seats_to_act()[0]
        match.play(seat, match.state.random_action(seat, out, rng))
    return tables


def test_any_moment_can_be_looked_at_without_going_there() -> None:
    match = Match("clan", ("a", "b", "c"), seed=1)
    tables = played(match, 70)
    now = match.game.write_position(match.state)
    for step in sorted(tables, reverse=True):
        assert match.game.write_position(match.state_at(step)) == tables[step]
    assert match.game.write_position(match.state) == now


def test_a_resumed_match_is_looked_through_from_copies_of_its_own() -> None:
    match = Match("clan", ("a", "b", "c"), seed=1)
    tables = played(match, 70)
    again = Match("clan", ("a", "b", "c"), seed=None)
    again.resume(match.record().moves, match.snapshot())
    assert again.steps == match.steps
    assert sorted(again.copies) == [0, len(match.steps)]
    step = max(tables)
    assert again.game.write_position(again.state_at(step)) == tables[step]
    assert sorted(again.copies) == sorted(match.copies.keys() | {len(match.steps)})


def test_going_back_rewinds_scripted_chance() -> None:
    match = table(position(a="v3,n2", b="v7,r2"))
    match.script = ScriptedChance(["claw:retourne_pv", "claw:x"])
    match.play(0, "v3-V")
    step = len(match.steps)
    match.play(0, "?1")
    first = match.game.write_position(match.state)
    assert match.script.at == 1
    away = match.rewind(step)
    assert [match.game.codec.text(past.action) for past in away] == ["?1", "claw:retourne_pv"]
    assert match.script.at == 0
    match.play(0, "?1")
    assert match.game.write_position(match.state) == first


def test_a_row_of_decisions_is_taken_whole_or_not_at_all() -> None:
    match = traces_table(traces_position())
    before = match.game.write_position(match.state)
    read = match.game.codec.read
    with pytest.raises(Refused) as refused:
        match.play_sequence(0, [read(text) for text in ("A2=3", "A3=15", "A4=3", "A5=1")])
    assert (refused.value.number, refused.value.action) == (3, "A4=3")
    assert match.game.write_position(match.state) == before
    assert match.steps == []
    match.play_sequence(0, [read(text) for text in ("A2=3", "A3=15", "A4=-", "A5=1")])
    assert len(match.steps) == 4
    assert 0 not in match.seats_to_act()


def test_a_row_ends_where_something_is_learned() -> None:
    match = Match("terres", ("a", "b"), seed=3, position=position(a="v3,n2", b="v7,r2"))
    before = match.game.write_position(match.state)
    with pytest.raises(Refused) as refused:
        match.play_sequence(0, [match.game.codec.read(text) for text in ("v3-V", "?1", ">1")])
    assert refused.value.number == 3
    assert refused.value.reason.key == "why.in_between"
    assert match.game.write_position(match.state) == before
