"""Finished games, replayed: same decisions allowed, same result, same end; every option, end and event occurs."""

from pathlib import Path

import pytest
from helpers.record_collection import FEWEST, RECORDS, records_in

from meute.core.options import NumberOption
from meute.games import GAMES
from meute.match import Record, read_record, replay, split_records, write_record

UNTOLD = {"terres": {"tie_stands"}}
"""Events that no recorded game tells."""

every_game = pytest.mark.parametrize("game", list(GAMES))


def files(game: str) -> list[Path]:
    """Its records, and those of older rules."""
    return [RECORDS / f"{game}.meute", *sorted(RECORDS.glob(f"{game}-rules-*.meute"))]


def recorded(game: str) -> list[Record]:
    return [read_record(text) for file in files(game) for text in records_in(file).values()]


@every_game
def test_recorded_games_replay_to_their_results_and_tell_every_event(game: str) -> None:
    logged = set()
    for file in files(game):
        records = records_in(file)
        assert len(split_records(file.read_text(encoding="utf-8"))) == len(records) > 0
        for name, text in records.items():
            record = read_record(text)
            match = replay(record)
            assert match.result() == record.result, name
            assert write_record(match.record()) == text, name
            logged |= {event.kind for event in match.events}
    untold = {kind.name for number, kind in enumerate(GAMES[game].events) if number not in logged}
    assert untold == UNTOLD.get(game, set())


@every_game
def test_recorded_games_cover_every_option_and_every_end(game: str) -> None:
    records = recorded(game)
    assert len(records) >= FEWEST
    rules = GAMES[game]
    used = {pair for record in records for pair in record.options.items()}
    for option in rules.options:
        for value in (str(option.low), str(option.high)) if isinstance(option, NumberOption) else option.values:
            assert value == option.default or (option.name, value) in used, f"{option.name}={value}"
    ends = {record.result.reason for record in records if record.result is not None}
    assert {*rules.ends, "resigned"} <= ends


def test_recorded_games_of_terres_place_every_claw() -> None:
    placed = {event.a for record in recorded("terres") for event in replay(record).events if event.kind in (13, 14)}
    assert placed == set(range(9))
