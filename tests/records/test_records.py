"""Finished games, replayed: same decisions allowed, same result, same end; every option and every end occurs."""

from pathlib import Path

import pytest
from helpers.record_collection import FEWEST, RECORDS

from meute.core.event import RESIGNS
from meute.core.options import NumberOption
from meute.games import GAMES
from meute.match import Record, read_record, replay, write_record

every_game = pytest.mark.parametrize("game", list(GAMES))


def kept(game: str) -> list[tuple[Path, Record]]:
    """All of them, those of older rules in folders of their own too."""
    return [(path, read_record(path.read_text(encoding="utf-8"))) for path in sorted((RECORDS / game).rglob("*.meute"))]


@every_game
def test_recorded_games_replay_to_their_results(game: str) -> None:
    for path, record in kept(game):
        match = replay(record)
        assert match.result() == record.result, path.name
        assert write_record(match.record()) == path.read_text(encoding="utf-8"), path.name


@every_game
def test_recorded_games_cover_every_option_and_every_end(game: str) -> None:
    records = [record for _, record in kept(game)]
    assert len(records) >= FEWEST
    rules = GAMES[game]
    used = {pair for record in records for pair in record.options.items()}
    for option in rules.options:
        for value in (str(option.low), str(option.high)) if isinstance(option, NumberOption) else option.values:
            assert value == option.default or (option.name, value) in used, f"{option.name}={value}"
    ends = {record.result.reason for record in records if record.result is not None}
    assert {*rules.ends, "resigned"} <= ends


def test_recorded_games_of_terres_place_every_claw() -> None:
    placed = {event.a for _, record in kept("terres") for event in replay(record).events if event.kind in (13, 14)}
    assert placed == set(range(9))


def test_recorded_games_of_wildlife_tell_every_event() -> None:
    told = {event.kind for _, record in kept("wildlife") for event in replay(record).events}
    assert told == set(range(len(GAMES["wildlife"].events)))


def test_recorded_games_of_clan_tell_every_event() -> None:
    told = {event.kind for _, record in kept("clan") for event in replay(record).events}
    assert told - {RESIGNS} == set(range(len(GAMES["clan"].events)))


def test_recorded_games_of_traces_tell_every_event() -> None:
    told = {event.kind for _, record in kept("traces") for event in replay(record).events}
    assert told == set(range(len(GAMES["traces"].events)))
