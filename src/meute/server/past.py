"""From stored moves back to a match: all of them, or a snapshot and the few that came after it."""

import secrets

from meute import __version__
from meute.core.chance import Generator
from meute.core.errors import BadInput
from meute.core.event import Event, Scribe
from meute.core.seats import CHANCE
from meute.match import Match, Record, Result
from meute.match.match import STOPPED, Step
from meute.server.store import MoveKept, Snapshot, TableKept

MADE_BY = f"meute {__version__}"
"""A snapshot is a cache of one version's making: another version replays instead."""

GENERATOR_BITS = 96


def fresh_seed() -> int:
    """A seed for chance that nobody knows, and that is never kept: outcomes are in the record."""
    return secrets.randbits(GENERATOR_BITS)


def standing_moves(moves: list[MoveKept]) -> list[MoveKept]:
    """The moves that hold, after every way back."""
    hold: list[MoveKept] = []
    for move in moves:
        if move.did == "undo":
            while hold and hold[-1].step >= move.step:
                hold.pop()
        else:
            hold.append(move)
    return hold


def decisions(moves: list[MoveKept]) -> list[tuple[int, str]]:
    """The moves as a record tells them: each decision, then what chance answered."""
    told: list[tuple[int, str]] = []
    for move in moves:
        if move.did == "play":
            told.append((move.seat, move.action))
        told += [(CHANCE, outcome) for outcome in move.chance.split()]
    return told


def restore(table: TableKept, moves: list[MoveKept], snapshot: Snapshot | None) -> Match:
    """The match as it stands; the moves were checked when they were stored."""
    match = Match(
        table.game,
        [seat.name for seat in table.seats],
        table.options,
        seed=None,
        box=table.box,
        position=table.position,
        version=table.version,
    )
    hold = standing_moves(moves)
    told = [(seat, match.game.codec.read(text)) for seat, text in decisions(hold)]
    if snapshot is not None and snapshot.made_by == MADE_BY and snapshot.step <= len(told):
        lay_out(match, told[: snapshot.step], snapshot)
    for seat, action in told[len(match.steps) :]:
        match.step(seat, action)
    if hold and hold[-1].did == "resign":
        match.resign(hold[-1].seat)
    elif hold and hold[-1].did == "stop":
        match.stop()
    match.rng = Generator(fresh_seed())
    return match


def lay_out(match: Match, told: list[tuple[int, int]], snapshot: Snapshot) -> None:
    """Puts the table of a snapshot before the match."""
    rows = zip(told, snapshot.counts, snapshot.sealed, strict=True)
    match.steps = [Step(seat, action, count, sealed) for (seat, action), count, sealed in rows]
    match.events = [Event(*numbers) for numbers in snapshot.events]
    match.state = match.game.read_position(snapshot.position, match.options_settled, match.box)
    match.kept.append((snapshot.step, match.state.copy()))
    match.state.scribe = Scribe()


def snapshot_of(match: Match) -> Snapshot:
    """The table as it stands, for the next opening."""
    return Snapshot(
        made_by=MADE_BY,
        step=len(match.steps),
        position=match.game.write_position(match.state),
        counts=[step.events for step in match.steps],
        sealed=[step.sealed for step in match.steps],
        events=[event.numbers() for event in match.events],
    )


def moves_of(record: Record) -> list[MoveKept]:
    """A record's decisions as stored moves."""
    moves = [MoveKept("start")]
    for step, (seat, text) in enumerate(record.moves):
        if seat == CHANCE:
            moves[-1].chance += f" {text}" if moves[-1].chance else text
        else:
            moves.append(MoveKept("play", seat, step, text))
    return moves


def ending(match: Match, result: Result | None) -> list[MoveKept]:
    """The move by which a recorded game ended before its rules ended it."""
    if result is None or match.state.is_over():
        return []
    step = len(match.steps)
    if result.reason == STOPPED:
        return [MoveKept("stop", -1, step)]
    for seat in range(len(match.seats)):
        match.resign(seat)
        if match.ended == result:
            return [MoveKept("resign", seat, step)]
    raise BadInput("error.record_other_result", "result", told=result, found=match.ended)
