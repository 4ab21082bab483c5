"""Nobody is sent what their seat may not see: neither the others' cards nor what chance will say."""

import asyncio
import json
import logging
import re
from functools import partial
from pathlib import Path

import pytest
from helpers.tables import connection
from helpers.visitor import QUICK
from msgspec.structs import replace

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.frame import State
from meute.core.game import View
from meute.core.mechanisms.sealed import Sealed
from meute.games import GAMES
from meute.games.terres.names import card_text
from meute.games.terres.notation import cards_in
from meute.games.terres.state import SIDES, Terres
from meute.match import Match
from meute.server.messages.requests import AskCurve, AskHint, AskWhy, FromClient, Hello, Play, Resign, Sit, Undo
from meute.server.refusal import Refusal
from meute.server.registry import TableRegistry, opened
from meute.server.store.models import StoredGuest, StoredMove, StoredSeat, StoredTable, TableUpdate
from meute.server.table.connection import Connection, encoder
from meute.server.table.play import table_status
from meute.server.table.restore import chance_after
from meute.server.table.table import Table
from meute.server.thinking.workers import BOT_NICENESS, BotWork, WorkerPool

HOST = StoredGuest("host", "Ana", "fr")
EVE = StoredGuest("eve", "Eve", "fr")
MATCHES = 200
AT_ONCE = 40
COMPARISONS = 60
RAIL = -1


async def lay_out(registry: TableRegistry, match: Match, code: str) -> Table:
    """A table in memory, all of whose seats are the host's, that goes on from a match."""
    record = match.record()
    table = StoredTable(
        code=code,
        word=code,
        game=record.game,
        version=record.version,
        host=HOST.guest,
        seats=[StoredSeat("here", name, "", HOST.guest) for name in record.seats],
        options=record.options,
        position=match.game.write_position(match.state),
        phase="playing",
    )
    await registry.add(table, TableUpdate([StoredMove("start")], table_status(match)))
    opened_table = await registry.table(code)
    assert opened_table is not None
    return opened_table


async def tell(table: Table, watcher: Connection, message: FromClient) -> list[str]:
    """Sends a message into the inbox, waits until it is done, and reads the outbox."""
    table.receive(watcher, message)
    await table.ask(lambda _: None)
    return read(watcher)


def read(watcher: Connection) -> list[str]:
    messages = []
    while not watcher.outbox.empty():
        message = watcher.outbox.get_nowait()
        assert isinstance(message, bytes)
        messages.append(message.decode())
    return messages


async def look_from(table: Table, guest: StoredGuest, seat: int) -> tuple[Connection, list[str]]:
    watcher = connection(guest)
    table.join(watcher)
    return watcher, await tell(table, watcher, Hello(seat=seat))


def secrets_of(state: State, seat: int) -> set[str]:
    """The cards that a seat may not know: those in the other hands."""
    assert isinstance(state, Terres)
    return {card_text(card) for side in range(SIDES) if side != seat for card in cards_in(state.hands[side])}


def numbers_of(rng: Generator) -> set[str]:
    """The generator's state, as it would look in a message."""
    return {str(number) for number in (rng.a, rng.b, rng.c)}


def check_hidden(message: str, hidden: set[str], numbers: set[str]) -> None:
    """No hidden card is named, by its text, its mark or a move with it; and nothing tells what chance will say."""
    for card in hidden:
        assert f'"{card}"' not in message, (card, message)
        assert f'"{card}-' not in message, (card, message)
        assert f"card.{card}" not in message, (card, message)
    for number in numbers:
        assert number not in message, message


def stored_table(game: int, other: StoredSeat) -> StoredTable:
    """Ana's table of Terres, on one of the two boards."""
    return StoredTable(
        code=f"table{game}",
        word=f"table{game}",
        game="terres",
        version=1,
        host=HOST.guest,
        seats=[StoredSeat("guest", "Ana", "", HOST.guest), other],
        options={"board": ("basic", "advanced")[game % 2]},
    )


async def watched_game(registry: TableRegistry, game: int) -> int:
    """Plays a whole game at random and checks every message to both seats and the rail; how many there were."""
    rng = Generator(game)
    table = stored_table(game, StoredSeat("here", "Bob", "", HOST.guest))
    live = await registry.table(await registry.begin(table))
    assert live is not None
    match = live.room.match
    assert match is not None
    assert match.rng is not None
    checked = 0
    watchers: dict[int, Connection] = {}
    for seat, guest in ((0, HOST), (1, HOST), (RAIL, EVE)):
        watchers[seat], messages = await look_from(live, guest, seat)
        for message in messages:
            check_hidden(message, secrets_of(match.state, seat), numbers_of(match.rng))
    while not match.is_over():
        mover = match.seats_to_act()[0]
        before = {seat: secrets_of(match.state, seat) for seat in watchers}
        action = match.game.codec.text(match.state.random_action(mover, Choices(), rng))
        play = Play(seat=mover, action=action, key=str(len(match.steps)), step=len(match.steps))
        live.receive(watchers[mover], play)
        await live.ask(lambda _: None)
        for seat, watcher in watchers.items():
            # What was hidden before the move and still is, was hidden all the time.
            hidden = before[seat] & secrets_of(match.state, seat)
            messages = read(watcher)
            assert messages
            for message in messages:
                check_hidden(message, hidden, numbers_of(match.rng))
                checked += 1
    registry.release_table(live)
    live.close()
    return checked


def test_every_byte_of_hundreds_of_games(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            for first in range(0, MATCHES, AT_ONCE):
                games = range(first, first + AT_ONCE)
                counts = await asyncio.gather(*(watched_game(registry, game) for game in games))
                assert min(counts) > 13 * SIDES * 3

    asyncio.run(scene())


STAND_INS = 3
CARD = re.compile(r"\b[nobrv][1-8]\b")


async def refusals(table: Table, watcher: Connection, seat: int) -> list[str]:
    """The answers to requests for what another seat knows."""
    match = table.room.match
    assert match is not None
    step = len(match.steps)
    messages = []
    for question in (
        Sit(seat=seat),
        Hello(seat=seat),
        AskHint(seat=seat, step=step),
        AskWhy(seat=seat, places=[]),
        AskCurve(on=True),
        Play(seat=seat, action="r2-N", key=f"no{step}", step=step),
        Undo(seat=seat),
        Resign(seat=seat),
    ):
        messages += await tell(table, watcher, question)
    guest, who = watcher.guest, watcher.caller
    for face in (lambda table: table.record(guest, who), lambda table: table.scene_at(guest, who, step, seat)):
        try:
            await table.ask(face)
            assert match.is_over(), "refused while the game goes on"
        except Refusal as refused:
            messages.append(encoder.encode(refused.to_message()).decode())
    return messages


def watch_thoughts(registry: TableRegistry) -> list[str]:
    """What bots are given from now on; they choose at random, which is quick."""
    given: list[str] = []

    class Watched(WorkerPool):
        async def choose(self, thought: BotWork) -> str:
            given.append(thought.position)
            return await super().choose(replace(thought, bot="random"))

    registry.bots = Watched(0, BOT_NICENESS)
    return given


async def stood_in_game(registry: TableRegistry, game: int) -> int:
    """Bob has left and a bot plays for him: checks every byte sent to Ana and to the spectators."""
    rng = Generator(game)
    table = replace(stored_table(game, StoredSeat("guest", "Bob", "", "bob")), patience=0, hints=True)
    views = watch_thoughts(registry)
    live = await registry.table(await registry.begin(table))
    assert live is not None
    match = live.room.match
    assert match is not None
    checked = checked_views = 0
    ana, received = await look_from(live, HOST, 0)
    eve, more = await look_from(live, EVE, RAIL)
    sent = {0: received, RAIL: more}
    hidden_now = {seat: secrets_of(match.state, seat) for seat in sent}
    while not match.is_over():
        before, hidden_now = hidden_now, {}
        assert match.rng is not None
        if match.seats_to_act() == [0]:
            action = match.game.codec.text(match.state.random_action(0, Choices(), rng))
            live.receive(ana, Play(seat=0, action=action, key=str(len(match.steps)), step=len(match.steps)))
            live.receive(ana, AskHint(seat=0, step=len(match.steps)))
        else:
            await asyncio.sleep(0)
        await live.ask(lambda _: None)
        for view in views[checked_views:]:
            assert not secrets_of(match.state, 1) & set(CARD.findall(view)), "what Ana holds now she held then"
        checked_views = len(views)
        for seat, watcher in ((0, ana), (RAIL, eve)):
            messages = sent.pop(seat, []) + read(watcher)
            for step in (0, len(match.steps)):
                scene = await live.ask(
                    partial(Table.scene_at, guest=watcher.guest, caller=watcher.caller, step=step, seat=seat)
                )
                messages.append(encoder.encode(scene).decode())
            if not match.is_over():
                messages += await refusals(live, watcher, 1)
            hidden_now[seat] = secrets_of(match.state, seat)
            hidden = before[seat] & hidden_now[seat]
            for message in messages:
                check_hidden(message, hidden, numbers_of(match.rng))
                checked += 1
    assert 1 in live.bots.stood_in
    assert views
    registry.release_table(live)
    live.close()
    return checked


def test_a_stand_in_gives_nothing_away(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            for game in range(STAND_INS):
                assert await stood_in_game(registry, game) > 13 * SIDES * 3

    with caplog.at_level(logging.DEBUG):
        asyncio.run(scene())
    assert not CARD.findall(caplog.text)


def reveals(match: Match, seat: int) -> bool:
    """Whether the seat's answer is the last one missing, after which all are opened."""
    return isinstance(match.state.top, Sealed) and match.seats_to_act() == [seat]


@pytest.mark.parametrize("game", GAMES)
def test_two_worlds_that_look_the_same_tell_the_same(tmp_path: Path, game: str) -> None:
    async def scene() -> None:
        rng = Generator(7)
        compared = moved = 0
        async with opened(tmp_path, QUICK) as registry:
            while compared < COMPARISONS or moved < COMPARISONS // 6:
                match = Match(game, seed=compared)
                for _ in range(rng.below(150)):
                    if not match.is_over():
                        mover = match.seats_to_act()[0]
                        match.play(mover, match.state.random_action(mover, Choices(), rng))
                if match.is_over():
                    continue
                for seat in range(len(match.seats)):
                    moved += await compare(registry, match, seat, rng, f"{compared}x{moved}")
                    compared += 1

    asyncio.run(scene())


async def compare(registry: TableRegistry, match: Match, seat: int, rng: Generator, code: str) -> bool:
    """Lays out the table and another that fits the seat's view; whether a move could be compared too."""
    world = View(match.game, match.state, seat).determinize(rng)
    other = Match(match.game, match.seats, position=match.game.write_position(world), seed=1)
    tables = [await lay_out(registry, one, f"{code}x{n}") for n, one in enumerate((match, other))]
    views = [await look_from(table, HOST, seat) for table in tables]
    assert same(views[0][1]) == same(views[1][1])
    moves = seat == match.seats_to_act()[0] and not reveals(match, seat)
    if moves:
        play = Play(seat=seat, action=match.legal_texts(seat)[0], key="k", step=0)
        messages = [await tell(table, views[n][0], play) for n, table in enumerate(tables)]
        after = [table.room.match for table in tables if table.room.match]
        opened = len({View(one.game, one.state, seat).text() for one in after}) > 1  # the next column is turned
        moves = not opened and not any(chance_after(one, 0) for one in after)
        if moves:
            assert same(messages[0]) == same(messages[1])
    for table in tables:
        registry.release_table(table)
        table.close()
    return moves


def same(messages: list[str]) -> list[object]:
    """Messages without the code of their table."""
    return [{**json.loads(message), "code": "", "word": ""} for message in messages]


def test_sitting_elsewhere_needs_the_seat(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table = await lay_out(registry, Match("terres", seed=3), "table")
            watcher, _ = await look_from(table, EVE, 0)
            assert watcher.seat == RAIL
            messages = await tell(table, watcher, Sit(seat=0))
            assert json.loads(messages[0])["code"] == "not_your_seat"

    asyncio.run(scene())
