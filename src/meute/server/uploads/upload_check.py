"""Validates uploaded positions and records in a sandboxed subprocess."""

import logging
import random
from collections.abc import Callable

import msgspec

from meute.core.choices import Choices
from meute.core.errors import BadInput
from meute.core.numbers import NOBODY
from meute.match import Match, Record, read_record, replay
from meute.server.rate_limits import Caller, ConcurrencyLimit
from meute.server.refusal import Refusal, from_bad_input
from meute.server.sanitize import sanitize_name
from meute.server.settings import Settings
from meute.server.store import StoredGuest, StoredSeat, StoredTable, TableUpdate
from meute.server.table import lobby
from meute.server.table.play import table_status
from meute.server.table.restore import implied_resignation, moves_of, new_match, restore
from meute.server.table.scene import ask_sent, events_sent, scene_sent
from meute.server.thinking.sandbox import JobStopped, Sandbox, serve_questions

log = logging.getLogger(__name__)

RANDOM_GAMES = 2
RANDOM_STEPS = 24
"""A position is tested with this many short random games, rendered for every seat."""
MAX_QUOTE = 200
"""Maximum length of a quoted wrong value in an error."""


class Position(msgspec.Struct, tag="position"):
    """A table with a start position to validate, and how far to play it."""

    table: StoredTable
    walks: int = RANDOM_GAMES
    steps: int = RANDOM_STEPS


class Upload(msgspec.Struct, tag="record"):
    """A record that a guest has uploaded."""

    text: str
    guest: StoredGuest
    most_moves: int
    most_letters: int
    """Maximum length of its start position."""


class Playable(msgspec.Struct, tag="fine"):
    """The position is valid."""


class ImportedTable(msgspec.Struct, tag="laid"):
    """The table made from a record, ready to be stored."""

    table: StoredTable
    happened: TableUpdate


class Invalid(msgspec.Struct, tag="wrong"):
    """The error in the upload."""

    problem: str
    where: str
    values: dict[str, str]


question_decoder = msgspec.msgpack.Decoder(Position | Upload)
answer_decoder = msgspec.msgpack.Decoder(Playable | ImportedTable | Invalid)


# --- in the server


class UploadChecker:
    """Validates uploads in a sandbox."""

    def __init__(self, settings: Settings, limit: ConcurrencyLimit, sandbox: Callable[[str, int], Sandbox]) -> None:
        self.settings = settings
        self.limit = limit
        self.sandbox = sandbox(__name__, settings.trials)

    async def position(self, table: StoredTable, caller: Caller) -> None:
        """Refuses a start position that cannot be played."""
        if len(table.position) > self.settings.position:
            raise Refusal("position")
        await self.ask(Position(table), self.settings.trial[0], caller)

    async def record(self, text: str, guest: StoredGuest, caller: Caller) -> ImportedTable:
        """The table made from a record; refuses one that breaks the rules."""
        upload = Upload(text, guest, self.settings.moves, self.settings.position)
        imported = await self.ask(upload, self.settings.trial[1], caller)
        assert isinstance(imported, ImportedTable)
        return imported

    async def ask(self, question: Position | Upload, seconds: float, caller: Caller) -> Playable | ImportedTable:
        """Runs a check in the sandbox and raises its error as a refusal. Limits concurrent checks per caller, so that
        others need not wait for them."""
        try:
            with self.limit.count(caller):
                answer = await self.sandbox.ask(msgspec.msgpack.encode(question), seconds)
        except JobStopped as stopped:
            log.warning("an upload check was stopped: %s", stopped)
            raise Refusal("too_slow" if isinstance(question, Upload) else "position") from None
        result: Playable | ImportedTable | Invalid = answer_decoder.decode(answer)
        if isinstance(result, Invalid):
            raise from_bad_input(BadInput(result.problem, result.where, **result.values))
        return result

    async def close(self) -> None:
        await self.sandbox.close()


# --- in the process


def answer(question: bytes) -> bytes:
    """Runs a check; every failure is encoded as an answer."""
    request = question_decoder.decode(question)
    try:
        result: Playable | ImportedTable | Invalid = (
            check_position(request) if isinstance(request, Position) else check_record(request)
        )
    except BadInput as wrong:
        values = {name: str(value)[:MAX_QUOTE] for name, value in wrong.values.items()}
        result = Invalid(wrong.problem, wrong.where[:MAX_QUOTE], values)
    except Exception as error:
        log.warning("upload check failed: %.200r", error)
        result = Invalid("server.unreadable", request.__struct_config__.tag, {})
    return msgspec.msgpack.encode(result)


def check_position(request: Position) -> Playable:
    """Starts the game and plays some random games from it."""
    match = start_match(request.table, 0)
    if request.walks:
        render_all_views(match)
    for seed in range(request.walks):
        match = start_match(request.table, seed)
        play_randomly(match, request.steps, random.Random(seed))
        render_all_views(match)
    return Playable()


def start_match(table: StoredTable, seed: int) -> Match:
    """The match as it would start at the table."""
    match = new_match(table, seed)
    if match.state.seats != len(match.seats):
        raise BadInput("error.position_seats", "position", seats=match.state.seats, number=len(match.seats))
    return match


def play_randomly(match: Match, steps: int, rng: random.Random) -> None:
    """Plays random legal actions."""
    out = Choices()
    for _ in range(steps):
        if match.is_over():
            return
        seat = rng.choice(match.asked())
        match.state.describe(seat, out)
        if not out.size:
            raise BadInput("error.position_stuck", "position")
        match.play(seat, rng.choice(out.to_list()))


def render_all_views(match: Match) -> None:
    """Renders the table for every seat and a spectator, to find positions that cannot be shown."""
    result = match.result()
    for seat in range(NOBODY, len(match.seats)):
        view = match.view(seat)
        scene_sent(match, view, len(match.steps), result, match.asked())
        if seat in match.asked():
            ask_sent(match, view)
        view.text()
    events_sent(match, 0, NOBODY)


def check_record(request: Upload) -> ImportedTable:
    """Replays a record and creates its table."""
    record = read_record(request.text)
    if len(record.moves) > request.most_moves:
        raise BadInput("server.too_many_moves", "moves", most=request.most_moves)
    if len(record.position) > request.most_letters:
        raise BadInput("error.position_long", "position", text=record.position[:MAX_QUOTE])
    render_all_views(replay(record))
    return table_from_record(record, request.guest)


def table_from_record(record: Record, guest: StoredGuest) -> ImportedTable:
    """A table from a record: to be viewed if the game is finished, else in the lobby to be continued."""
    table = StoredTable(
        code=lobby.new_code(),
        word=lobby.new_word(),
        game=record.game,
        version=record.version,
        host=guest.guest,
        seats=[StoredSeat("guest", sanitize_name(name)) for name in record.seats],
        options=record.options,
        box=record.box,
        position=record.position,
        uploaded=True,
    )
    moves = moves_of(record)
    match = restore(table, moves, None)
    if record.result is None and not match.is_over():
        table.seats = [StoredSeat("open") for _ in table.seats]
        table.seats[0] = StoredSeat("guest", lobby.name_of(guest), "", guest.guest)
    else:
        table.phase = "over"
        moves += implied_resignation(match, record.result)
    return ImportedTable(table, TableUpdate(moves, table_status(match), snapshot=match.snapshot()))


if __name__ == "__main__":
    serve_questions(answer)
