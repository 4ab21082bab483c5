"""From a record back to the match that it tells."""

from dataclasses import replace

from meute.core.chance import Generator
from meute.core.errors import BadInput
from meute.match.match import RESIGNED, STOPPED, Match
from meute.match.record import Record, Result


def replay(record: Record, until: int | None = None, seed: int | None = None) -> Match:
    """The match that a record tells, up to a number of decisions; a wrong decision is named by its number."""
    match = Match(
        record.game,
        record.seats,
        record.options,
        seed=None,
        box=record.box,
        position=record.position,
        version=record.version,
    )
    moves = record.moves if until is None else record.moves[:until]
    match.follow(moves)
    if until is None or until >= len(record.moves):
        verify(match, record)
    match.rng = None if seed is None else Generator(seed)
    match.let_chance_speak()
    return match


def verify(match: Match, record: Record) -> None:
    """The result that a record states must be the one that its decisions lead to."""
    told = record.result
    if told is None:
        return
    if not match.is_over():
        if told.reason not in (RESIGNED, STOPPED):
            raise BadInput("error.record_unfinished", "result", told=told.reason)
        if told.reason == RESIGNED and not match.resigned:
            who_resigned(match, told)
            match.ended = replace(told)
            return
        match.stop()
    if match.result() != told:
        raise BadInput("error.record_other_result", "result", told=told, found=match.result())


def who_resigned(match: Match, told: Result) -> int:
    """In a record that names nobody, as they once were: whoever took the last place, the others by their points."""
    points = tuple(match.score()[0])
    for seat in range(len(points)):
        places = [1 + sum(other > own for k, other in enumerate(points) if k != seat) for own in points]
        places[seat] = len(points)
        if len(points) == 2:
            places[1 - seat] = 1
        if told == Result(RESIGNED, points, tuple(places)):
            return seat
    raise BadInput("error.record_other_result", "result", told=told, found=points)
