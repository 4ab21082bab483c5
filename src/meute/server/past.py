"""From stored moves back to a match: all of them, or a snapshot and the few that came after it."""

import secrets

from meute import __version__
from meute.core.chance import Generator
from meute.core.event import RESIGNS, Event, Scribe
from meute.core.seats import CHANCE
from meute.match import Match, Record, Result
from meute.match.match import RESIGNED, Step, who_resigned
from meute.match.record import RESIGNS_MARK
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
            while hold and hold[-1].step >= move.step and hold[-1].did != "resign":
                hold.pop()
        else:
            hold.append(move)
    return hold


def by_hand(moves: list[MoveKept]) -> set[int]:
    """The steps that people decided themselves: only they give keys."""
    return {move.step for move in standing_moves(moves) if move.key}


def decisions(moves: list[MoveKept]) -> list[tuple[int, str]]:
    """The moves as a record tells them: each decision, then what chance answered."""
    told: list[tuple[int, str]] = []
    for move in moves:
        if move.did == "play":
            told.append((move.seat, move.action))
        elif move.did == "resign":
            told.append((move.seat, RESIGNS_MARK))
        told += [(CHANCE, outcome) for outcome in move.chance.split()]
    return told


def decided(told: list[tuple[int, str]]) -> int:
    """How many of them are steps of the match."""
    return sum(text != RESIGNS_MARK for _, text in told)


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
    told = decisions(hold)
    if snapshot is not None and snapshot.made_by == MADE_BY and snapshot.step <= decided(told):
        told = lay_out(match, told, snapshot)
    for seat, text in told:
        if text == RESIGNS_MARK:
            match.resign(seat)
        else:
            match.step(seat, match.game.codec.read(text))
    if table.phase == "over" and not match.is_over():
        match.stop()
    match.rng = Generator(fresh_seed())
    return match


def lay_out(match: Match, told: list[tuple[int, str]], snapshot: Snapshot) -> list[tuple[int, str]]:
    """Puts the table of a snapshot before the match, and returns what was told after it."""
    match.events = [Event(*numbers) for numbers in snapshot.events]
    resigned = {event.seat for event in match.events if event.kind == RESIGNS}
    after = 0
    for seat, text in told:
        number = len(match.steps)
        if text == RESIGNS_MARK and seat in resigned:
            match.resigned[seat] = number
        elif text != RESIGNS_MARK and number < snapshot.step:
            action = match.game.codec.read(text)
            match.steps.append(Step(seat, action, snapshot.counts[number], snapshot.sealed[number]))
        else:
            break
        after += 1
    match.state = match.game.read_position(snapshot.position, match.options_settled, match.box)
    match.kept.append((snapshot.step, match.state.copy()))
    match.state.scribe = Scribe()
    match.end_if_one_is_left()
    return told[after:]


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
    step = 0
    for seat, text in record.moves:
        if seat == CHANCE:
            moves[-1].chance += f" {text}" if moves[-1].chance else text
        elif text == RESIGNS_MARK:
            moves.append(MoveKept("resign", seat, step))
            continue
        else:
            moves.append(MoveKept("play", seat, step, text))
        step += 1
    return moves


def ending(match: Match, result: Result | None) -> list[MoveKept]:
    """Who gave up, where a record tells that only by its result."""
    if result is None or result.reason != RESIGNED or match.resigned:
        return []
    return [MoveKept("resign", who_resigned(match, result), len(match.steps))]
