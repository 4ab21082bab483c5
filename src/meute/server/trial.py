"""What strangers hand in is tried here, in a process of its own: a first position, or the record of a game."""

import logging
import random
from collections.abc import Callable

import msgspec

from meute.core.choices import Choices
from meute.core.errors import BadInput
from meute.core.numbers import NOBODY
from meute.match import Match, Record, read_record, replay
from meute.server import lobby
from meute.server.letters import clean_name
from meute.server.limits import AtOnce, Caller
from meute.server.play import standing
from meute.server.refusal import Refusal, of_input
from meute.server.restore import ending, moves_of, new_match, restore
from meute.server.sandbox import Sandbox, Stopped, serve_questions
from meute.server.scene import ask_sent, events_sent, scene_sent
from meute.server.settings import Settings
from meute.server.store import GuestKept, Happened, SeatKept, TableKept

log = logging.getLogger(__name__)

WALKS = 2
STEPS = 24
"""How a position is tried: that many short games of chance, and every seat looks on."""
LONGEST_NOTE = 200
"""Letters of a wrong value that travel back to whoever sent it."""


class Position(msgspec.Struct, tag="position"):
    """A table that is to begin from a position of somebody's own, and how far to try it."""

    table: TableKept
    walks: int = WALKS
    steps: int = STEPS


class Upload(msgspec.Struct, tag="record"):
    """A record that a guest has uploaded."""

    text: str
    guest: GuestKept
    most_moves: int
    most_letters: int
    """Of its first position."""


class Fine(msgspec.Struct, tag="fine"):
    """It can be played on."""


class Laid(msgspec.Struct, tag="laid"):
    """The table that tells a record, ready to be stored."""

    table: TableKept
    happened: Happened


class Wrong(msgspec.Struct, tag="wrong"):
    """What is wrong with it."""

    problem: str
    where: str
    values: dict[str, str]


question_decoder = msgspec.msgpack.Decoder(Position | Upload)
answer_decoder = msgspec.msgpack.Decoder(Fine | Laid | Wrong)


# --- in the server


class Trials:
    """Lets strangers' things be tried elsewhere, and says what came of it."""

    def __init__(self, settings: Settings, limit: AtOnce, sandbox: Callable[[str, int], Sandbox]) -> None:
        self.settings = settings
        self.limit = limit
        self.sandbox = sandbox(__name__, settings.trials)

    async def position(self, table: TableKept, who: Caller) -> None:
        """Refuses a first position that cannot be played on."""
        if len(table.position) > self.settings.position:
            raise Refusal("position")
        await self.ask(Position(table), self.settings.trial[0], who)

    async def record(self, text: str, guest: GuestKept, who: Caller) -> Laid:
        """The table that tells a record; refuses one that breaks the rules."""
        upload = Upload(text, guest, self.settings.moves, self.settings.position)
        laid = await self.ask(upload, self.settings.trial[1], who)
        assert isinstance(laid, Laid)
        return laid

    async def ask(self, question: Position | Upload, seconds: float, who: Caller) -> Fine | Laid:
        """What came of a trial, or the refusal; nobody lets others wait behind many of his own."""
        try:
            with self.limit.count(who):
                answer = await self.sandbox.ask(msgspec.msgpack.encode(question), seconds)
        except Stopped as stopped:
            log.warning("a trial was stopped: %s", stopped)
            raise Refusal("too_slow" if isinstance(question, Upload) else "position") from None
        told: Fine | Laid | Wrong = answer_decoder.decode(answer)
        if isinstance(told, Wrong):
            raise of_input(BadInput(told.problem, told.where, **told.values))
        return told

    async def close(self) -> None:
        """Ends whatever is being tried."""
        await self.sandbox.close()


# --- in the process


def answer(question: bytes) -> bytes:
    """Tries what a question holds; whatever goes wrong with it is the answer."""
    asked = question_decoder.decode(question)
    try:
        told: Fine | Laid | Wrong = try_position(asked) if isinstance(asked, Position) else try_record(asked)
    except BadInput as wrong:
        values = {name: str(value)[:LONGEST_NOTE] for name, value in wrong.values.items()}
        told = Wrong(wrong.problem, wrong.where[:LONGEST_NOTE], values)
    except Exception as error:
        log.warning("tried and broken: %.200r", error)
        told = Wrong("server.unreadable", asked.__struct_config__.tag, {})
    return msgspec.msgpack.encode(told)


def try_position(asked: Position) -> Fine:
    """Begins the game, and plays on a little in several ways."""
    match = opened(asked.table, 0)
    if asked.walks:
        look_around(match)
    for seed in range(asked.walks):
        match = opened(asked.table, seed)
        walk(match, asked.steps, random.Random(seed))
        look_around(match)
    return Fine()


def opened(table: TableKept, seed: int) -> Match:
    """The game as it would begin at the table."""
    match = new_match(table, seed)
    if match.state.seats != len(match.seats):
        raise BadInput("error.position_seats", "position", seats=match.state.seats, number=len(match.seats))
    return match


def walk(match: Match, steps: int, chooser: random.Random) -> None:
    """Some decisions, any of those that are offered."""
    out = Choices()
    for _ in range(steps):
        if match.is_over():
            return
        seat = chooser.choice(match.asked())
        match.state.describe(seat, out)
        if not out.choices:
            raise BadInput("error.position_stuck", "position")
        match.play(seat, chooser.choice(out.listed()))


def look_around(match: Match) -> None:
    """Shows the table as it would be sent to every seat and to a spectator."""
    result = match.result()
    for seat in range(NOBODY, len(match.seats)):
        view = match.view(seat)
        scene_sent(match, view, len(match.steps), result, match.asked())
        if seat in match.asked():
            ask_sent(match, view)
        view.text()
    events_sent(match, 0, NOBODY)


def try_record(asked: Upload) -> Laid:
    """Replays a record, and lays its table out."""
    record = read_record(asked.text)
    if len(record.moves) > asked.most_moves:
        raise BadInput("server.too_many_moves", "moves", most=asked.most_moves)
    if len(record.position) > asked.most_letters:
        raise BadInput("error.position_long", "position", text=record.position[:LONGEST_NOTE])
    look_around(replay(record))
    return lay_out(record, asked.guest)


def lay_out(record: Record, guest: GuestKept) -> Laid:
    """A table that tells a record: to be looked through if it is finished, else to be played on from a lobby."""
    table = TableKept(
        code=lobby.new_code(),
        word=lobby.new_word(),
        game=record.game,
        version=record.version,
        host=guest.guest,
        seats=[SeatKept("guest", clean_name(name)) for name in record.seats],
        options=record.options,
        box=record.box,
        position=record.position,
        uploaded=True,
    )
    moves = moves_of(record)
    match = restore(table, moves, None)
    if record.result is None and not match.is_over():
        table.seats = [SeatKept("open") for _ in table.seats]
        table.seats[0] = SeatKept("guest", lobby.name_of(guest), "", guest.guest)
    else:
        table.phase = "over"
        moves += ending(match, record.result)
    return Laid(table, Happened(moves, standing(match), snapshot=match.snapshot()))


if __name__ == "__main__":
    serve_questions(answer)
