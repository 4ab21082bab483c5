"""Validates uploaded positions and records in a sandboxed subprocess."""

import logging
import random
from collections.abc import Callable
from typing import ClassVar

import msgspec

from meute.core.choices import Choices
from meute.core.errors import BadInput
from meute.core.numbers import NOBODY
from meute.match import Match, Record, read_record, replay
from meute.match.deal import SealedDeal
from meute.server.rate_limits import Caller, ConcurrencyLimit
from meute.server.refusal import Refusal, from_bad_input
from meute.server.sanitize import sanitize_name
from meute.server.settings import Settings
from meute.server.store.models import StoredDeal, StoredGuest, StoredSeat, StoredTable, TableUpdate
from meute.server.table import lobby
from meute.server.table.play import table_status
from meute.server.table.restore import implied_resignation, moves_of, new_match, restore
from meute.server.table.scene import ask_sent, events_sent, scene_sent
from meute.server.thinking.sandbox import JobStopped, Sandbox, serve_questions

log = logging.getLogger(__name__)

RANDOM_GAMES = 2
RANDOM_STEPS = 24
"""Number and length (in steps) of the random games that test a position; they are rendered for every seat."""
MAX_QUOTE = 200
"""Maximum length of a quoted wrong value in an error."""


class UploadedPosition(msgspec.Struct, tag="position"):
    """A table with a start position to validate, and the number (`walks`) and length of random games to test it."""

    too_slow: ClassVar[str] = "position"
    """The refusal of a check that takes too long."""

    table: StoredTable
    walks: int = RANDOM_GAMES
    steps: int = RANDOM_STEPS

    def check(self) -> "Playable":
        """Starts the game and plays random games from the position; an exception means that it is invalid."""
        match = start_match(self.table, 0)
        if self.walks:
            render_all_views(match)
        for seed in range(self.walks):
            match = start_match(self.table, seed)
            play_randomly(match, self.steps, random.Random(seed))
            render_all_views(match)
        return Playable()


class Upload(msgspec.Struct, tag="record"):
    """A record that a guest has uploaded."""

    too_slow: ClassVar[str] = "too_slow"

    text: str
    guest: StoredGuest
    most_moves: int
    most_letters: int
    """Maximum length of its start position."""

    def check(self) -> "ImportedTable":
        """Replays the record and creates its table."""
        record = read_record(self.text)
        if len(record.moves) > self.most_moves:
            raise BadInput("server.too_many_moves", "moves", most=self.most_moves)
        if len(record.position) > self.most_letters:
            raise BadInput("error.position_long", "position", text=record.position[:MAX_QUOTE])
        render_all_views(replay(record))
        return table_from_record(record, self.guest)


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


question_decoder = msgspec.msgpack.Decoder(UploadedPosition | Upload)
answer_decoder = msgspec.msgpack.Decoder(Playable | ImportedTable | Invalid)


# --- in the server


class UploadChecker:
    """Validates uploads in a sandbox."""

    def __init__(self, settings: Settings, limit: ConcurrencyLimit, sandbox: Callable[[str, int], Sandbox]) -> None:
        self.settings = settings
        self.limit = limit
        self.sandbox = sandbox(__name__, settings.uploads.workers)

    async def position(self, table: StoredTable, caller: Caller) -> None:
        """Refuses a start position that cannot be played."""
        if len(table.position) > self.settings.uploads.position_characters:
            raise Refusal("position")
        await self.ask(UploadedPosition(table), self.settings.uploads.position_seconds, caller)

    async def record(self, text: str, guest: StoredGuest, caller: Caller) -> ImportedTable:
        """The table made from a record; refuses one that breaks the rules."""
        upload = Upload(text, guest, self.settings.tables.most_decisions, self.settings.uploads.position_characters)
        imported = await self.ask(upload, self.settings.uploads.record_seconds, caller)
        assert isinstance(imported, ImportedTable)
        return imported

    async def ask(
        self, question: UploadedPosition | Upload, seconds: float, caller: Caller
    ) -> Playable | ImportedTable:
        """Runs a check in the sandbox and raises its error as a refusal. Limits concurrent checks per caller, so that
        others need not wait for them."""
        try:
            with self.limit.count(caller):
                answer = await self.sandbox.ask(msgspec.msgpack.encode(question), seconds)
        except JobStopped as stopped:
            log.warning("an upload check was stopped: %s", stopped)
            raise Refusal(question.too_slow) from None
        result: Playable | ImportedTable | Invalid = answer_decoder.decode(answer)
        match result:
            case Invalid(problem, where, values):
                raise from_bad_input(BadInput(problem, where, **values))
            case _:
                return result

    async def close(self) -> None:
        await self.sandbox.close()


# --- in the process


def answer(question: bytes) -> bytes:
    """Runs a check; every failure is encoded as an answer."""
    request = question_decoder.decode(question)
    try:
        result: Playable | ImportedTable | Invalid = request.check()
    except BadInput as wrong:
        values = {name: str(value)[:MAX_QUOTE] for name, value in wrong.values.items()}
        result = Invalid(wrong.problem, wrong.where[:MAX_QUOTE], values)
    except Exception as error:
        log.warning("upload check failed: %.200r", error)
        result = Invalid("server.unreadable", request.__struct_config__.tag, {})
    return msgspec.msgpack.encode(result)


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
        seat = rng.choice(match.seats_to_act())
        match.state.describe(seat, out)
        if not out.size:
            raise BadInput("error.position_stuck", "position")
        match.play(seat, rng.choice(out.to_list()))


def render_all_views(match: Match) -> None:
    """Renders the table for every seat and a spectator, to find positions that cannot be shown."""
    result = match.result()
    for seat in range(NOBODY, len(match.seats)):
        view = match.view(seat)
        scene_sent(match, view, len(match.steps), result, match.seats_to_act())
        if seat in match.seats_to_act():
            ask_sent(match, view)
        view.text()
    events_sent(match, 0, NOBODY)


def keep_deal(table: StoredTable, deal: SealedDeal | None) -> None:
    """Stores the sealed deal of a finished game. An unfinished one is not dealt on with it: its secret may be known."""
    if deal is not None:
        table.deal = StoredDeal("", deal.seal, secret=deal.secret)
        for seat, contribution in zip(table.seats, deal.contributions, strict=True):
            seat.contribution = contribution


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
        keep_deal(table, record.deal)
        moves += implied_resignation(match, record.result)
    return ImportedTable(table, TableUpdate(moves, table_status(match), snapshot=match.snapshot()))


if __name__ == "__main__":
    serve_questions(answer)
