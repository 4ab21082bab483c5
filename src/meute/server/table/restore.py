"""Restores a match from stored moves, and converts records to stored moves."""

import dataclasses

from msgspec.structs import replace

from meute.core.chance import Generator
from meute.core.seats import CHANCE
from meute.match import Match, Record, Result, Snapshot
from meute.match.deal import Deal
from meute.match.match import RESIGNED
from meute.match.record import RESIGNS_MARK
from meute.match.replay import who_resigned
from meute.server.refusal import Refusal
from meute.server.store.models import StoredMove, StoredTable
from meute.server.system import random_bits

GENERATOR_BITS = 96


def fresh_seed() -> int:
    """A random seed that is never stored: chance outcomes are in the record."""
    return random_bits(GENERATOR_BITS)


def new_match(table: StoredTable, seed: int | None, deal: Deal | None = None) -> Match:
    """The match of a table before the first decision; draws from the deal, else from a generator; at a table of a real
    box it waits for what the players have drawn."""
    if table.kind == "by_hand":
        seed = deal = None
    return Match(
        table.game,
        [seat.name for seat in table.seats],
        table.options,
        seed=seed,
        box=table.box,
        position=table.position,
        version=table.version,
        deal=deal,
    )


def split_moves(moves: list[StoredMove]) -> list[StoredMove]:
    """Splits moves with several actions into one move each; chance outcomes belong to the last."""
    single: list[StoredMove] = []
    for move in moves:
        actions = move.action.split()
        if len(actions) > 1:
            single += [replace(move, step=move.step + n, action=action, chance="") for n, action in enumerate(actions)]
            single[-1].chance = move.chance
        else:
            single.append(move)
    return single


def effective_moves(moves: list[StoredMove]) -> list[StoredMove]:
    """The moves that remain after all undos, one action each."""
    remaining: list[StoredMove] = []
    for move in split_moves(moves):
        if move.did == "undo":
            guesses = []
            while remaining and remaining[-1].step >= move.step and remaining[-1].did != "resign":
                undone = remaining.pop()
                guesses += [undone] if undone.did == "redeal" else []
            remaining += reversed(guesses)
        else:
            remaining.append(move)
    return remaining


def human_steps(moves: list[StoredMove]) -> set[int]:
    """Steps that people decided themselves: only their moves have keys."""
    return {move.step for move in effective_moves(moves) if move.key}


def entries(moves: list[StoredMove]) -> list[int]:
    """The first step of each decision or draw that a person entered and that was not undone."""
    found: list[int] = []
    for move in moves:
        if move.did == "undo":
            found = [step for step in found if step < move.step]
        elif move.did == "play" and move.key:
            found.append(move.step)
    return found


def record_moves(moves: list[StoredMove]) -> list[tuple[int, str]]:
    """Moves in a record's format: (seat, notation) of each decision, then of its chance outcomes."""
    record: list[tuple[int, str]] = []
    for move in moves:
        if move.did == "redeal":
            steps = [at for at, (_, text) in enumerate(record) if text != RESIGNS_MARK]
            for step, _, outcome in (change.partition("=") for change in move.action.split(",")):
                if int(step) < len(steps):
                    record[steps[int(step)]] = CHANCE, outcome
        if move.did in ("play", "resign"):
            record.append((move.seat, move.action if move.did == "play" else RESIGNS_MARK))
        record += [(CHANCE, outcome) for outcome in move.chance.split()]
    return record


def restore(table: StoredTable, moves: list[StoredMove], snapshot: Snapshot | None) -> Match:
    """The match after all stored moves."""
    match = new_match(table, None)
    match.resume(record_moves(effective_moves(moves)), snapshot)
    if table.phase == "over" and not match.is_over():
        match.stop()
    if table.kind != "by_hand":
        match.rng = Generator(fresh_seed())
    return match


def chance_after(match: Match, step: int) -> str:
    """Chance outcomes from a step on, in notation, separated by spaces."""
    return " ".join(match.game.codec.text(past.action) for past in match.steps[step:] if past.seat == CHANCE)


def moves_of(record: Record) -> list[StoredMove]:
    """Converts a record's decisions to stored moves."""
    moves = [StoredMove("start")]
    step = 0
    for seat, text in record.moves:
        if text == RESIGNS_MARK:
            moves.append(StoredMove("resign", seat, step))
            continue
        if seat == CHANCE:
            moves[-1].chance += f" {text}" if moves[-1].chance else text
        else:
            moves.append(StoredMove("play", seat, step, text))
        step += 1
    return moves


def implied_resignation(match: Match, result: Result | None) -> list[StoredMove]:
    """The resignation that a record states only by its result."""
    if result is None or result.reason != RESIGNED or match.resigned:
        return []
    return [StoredMove("resign", who_resigned(match, result), len(match.steps))]


def record_until(match: Match, step: int) -> Record:
    """The record of a match up to a step."""
    if not 0 <= step < len(match.steps):
        raise Refusal("not_found")
    moves = [(past.seat, match.game.codec.text(past.action)) for past in match.steps[:step]]
    return dataclasses.replace(match.record(), moves=moves, result=None)
