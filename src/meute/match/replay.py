"""Replays a record into a match and verifies its result."""

from dataclasses import replace

from meute.core.chance import Generator
from meute.core.errors import BadInput
from meute.match.match import RESIGNED, STOPPED, Match
from meute.match.record import Record, Result


def replay(record: Record, until: int | None = None, seed: int | None = None) -> Match:
    """The match of a record, up to a number of decisions; with a seed, chance can go on from there.

    Raises `BadInput` with the number of an illegal decision, or if the result differs."""
    match = Match(
        record.game,
        record.seats,
        record.options,
        seed=None,
        box=record.box,
        position=record.position,
        version=record.version,
    )
    match.sealed = record.deal
    moves = record.moves if until is None else record.moves[:until]
    match.replay_moves(moves)
    if until is None or until >= len(record.moves):
        verify(match, record)
    match.rng = None if seed is None else Generator(seed)
    match.resolve_chance()
    return match


def verify(match: Match, record: Record) -> None:
    """Raises `BadInput` unless the decisions lead to the record's result."""
    stated = record.result
    if stated is None:
        return
    if not match.is_over():
        if stated.reason not in (RESIGNED, STOPPED):
            raise BadInput("error.record_unfinished", "result", told=stated.reason)
        if stated.reason == RESIGNED and not match.resigned:
            who_resigned(match, stated)
            match.ended = replace(stated)
            return
        match.stop()
    if match.result() != stated:
        raise BadInput("error.record_other_result", "result", told=stated, found=match.result())


def who_resigned(match: Match, stated: Result) -> int:
    """The seat that resigned in an old record that does not name it: the one whose resignation leads to the stated
    result."""
    points = tuple(match.score()[0])
    for seat in range(len(points)):
        places = [1 + sum(other > own for k, other in enumerate(points) if k != seat) for own in points]
        places[seat] = len(points)
        if len(points) == 2:
            places[1 - seat] = 1
        if stated == Result(RESIGNED, points, tuple(places)):
            return seat
    raise BadInput("error.record_other_result", "result", told=stated, found=points)
