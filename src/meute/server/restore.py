"""From stored moves back to a match, and from a record to stored moves."""

import dataclasses
import secrets

from msgspec.structs import replace

from meute.core.chance import Generator
from meute.core.seats import CHANCE
from meute.learn import find_lesson
from meute.match import Match, Record, Result, Snapshot
from meute.match.match import RESIGNED
from meute.match.record import RESIGNS_MARK
from meute.match.replay import who_resigned
from meute.server.refusal import Refusal
from meute.server.store import MoveKept, TableKept

GENERATOR_BITS = 96


def fresh_seed() -> int:
    """A seed for chance that nobody knows, and that is never kept: outcomes are in the record."""
    return secrets.randbits(GENERATOR_BITS)


def new_match(table: TableKept, seed: int | None) -> Match:
    """The game of a table, before anybody has decided anything."""
    return Match(
        table.game,
        [seat.name for seat in table.seats],
        table.options,
        seed=seed,
        box=table.box,
        position=table.position,
        version=table.version,
    )


def one_by_one(moves: list[MoveKept]) -> list[MoveKept]:
    """Moves with one decision each: what chance answered to a row came after its last."""
    single: list[MoveKept] = []
    for move in moves:
        row = move.action.split()
        if len(row) > 1:
            single += [replace(move, step=move.step + n, action=action, chance="") for n, action in enumerate(row)]
            single[-1].chance = move.chance
        else:
            single.append(move)
    return single


def standing_moves(moves: list[MoveKept]) -> list[MoveKept]:
    """The moves that hold after every way back, one by one."""
    hold: list[MoveKept] = []
    for move in one_by_one(moves):
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
        if move.did in ("play", "resign"):
            told.append((move.seat, move.action if move.did == "play" else RESIGNS_MARK))
        told += [(CHANCE, outcome) for outcome in move.chance.split()]
    return told


def restore(table: TableKept, moves: list[MoveKept], snapshot: Snapshot | None) -> Match:
    """The match as it stands."""
    match = new_match(table, None)
    match.resume(decisions(standing_moves(moves)), snapshot)
    if table.phase == "over" and not match.is_over():
        match.stop()
    match.rng = Generator(fresh_seed())
    lesson = find_lesson(table.game, table.lesson)
    if lesson is not None:
        lesson.script(match)
    return match


def chance_after(match: Match, step: int) -> str:
    """What chance answered from a step on."""
    return " ".join(match.game.codec.text(past.action) for past in match.steps[step:] if past.seat == CHANCE)


def moves_of(record: Record) -> list[MoveKept]:
    """A record's decisions as stored moves."""
    moves = [MoveKept("start")]
    step = 0
    for seat, text in record.moves:
        if text == RESIGNS_MARK:
            moves.append(MoveKept("resign", seat, step))
            continue
        if seat == CHANCE:
            moves[-1].chance += f" {text}" if moves[-1].chance else text
        else:
            moves.append(MoveKept("play", seat, step, text))
        step += 1
    return moves


def ending(match: Match, result: Result | None) -> list[MoveKept]:
    """Who gave up, where a record tells that only by its result."""
    if result is None or result.reason != RESIGNED or match.resigned:
        return []
    return [MoveKept("resign", who_resigned(match, result), len(match.steps))]


def beginning(match: Match, step: int) -> Record:
    """The record of a match up to a step."""
    if not 0 <= step < len(match.steps):
        raise Refusal("not_found")
    moves = [(past.seat, match.game.codec.text(past.action)) for past in match.steps[:step]]
    return dataclasses.replace(match.record(), moves=moves, result=None)
