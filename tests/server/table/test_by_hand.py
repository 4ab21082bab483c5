"""Tables of a real box: what people enter becomes the same game, impossible draws are refused, slips leave no trace."""

import asyncio
import random
import secrets
from pathlib import Path

import pytest
from helpers.record_collection import recorded
from helpers.tables import ANA, bot, come, open_table, read, tell
from helpers.visitor import QUICK

from meute.core.seats import CHANCE
from meute.games import GAMES
from meute.match import Record, read_record, replay, write_record
from meute.server.messages.requests import Draw, FromClient, Play, Undo
from meute.server.registry import TableRegistry, opened
from meute.server.store.models import StoredSeat, StoredTable
from meute.server.table.connection import Connection
from meute.server.table.table import Table

FEWEST = {game.id: game.min_seats for game in GAMES.values()}
MOST = 500
"""Moves of a recorded game that are entered."""
SOME = 6
"""Impossible draws tried at a question."""


def name(game: str) -> str:
    return f"{game}-{FEWEST[game]}-plain-0"


async def start(registry: TableRegistry, game: str) -> tuple[Table, Connection]:
    """A table of a real box with one screen in the middle, as in the record of a game, and its screen."""
    record = read_record(recorded(name(game)))
    seats = [StoredSeat("guest", record.seats[0], "", ANA.guest)]
    seats += [StoredSeat("here", other, "", ANA.guest) for other in record.seats[1:]]
    stored = StoredTable("code", "word", game, record.version, ANA.guest, seats, record.options, kind="by_hand")
    table = await registry.table(await registry.begin(stored))
    assert table is not None
    return table, await come(table, ANA)


def message(table: Table, seat: int, text: str) -> FromClient:
    """The entry of a decision or of a draw."""
    match = table.room.match
    assert match is not None
    key, step = secrets.token_hex(6), len(match.steps)
    if seat == CHANCE:
        return Draw(seat=0, action=text, key=key, step=step)
    return Play(seat=seat, action=text, key=key, step=step)


async def enter(table: Table, screen: Connection, seat: int, text: str) -> None:
    """Enters a decision or a draw that is accepted."""
    read(screen)
    await tell(table, screen, message(table, seat, text))
    assert "refused" not in {answer["is"] for answer in read(screen)}, text


def is_kept(game: str, text: str) -> bool:
    """Whether a draw goes into a hand that its player keeps: nobody enters it."""
    codec = GAMES[game].codec
    return codec.kind(codec.read(text)).name in GAMES[game].secret_draws


def entered(record: Record, moves: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The moves that people enter."""
    return [(seat, text) for seat, text in moves if not is_kept(record.game, text)]


async def again(registry: TableRegistry, table: Table) -> tuple[Table, Connection]:
    """The table after the server has unloaded it, with a new screen."""
    registry.release_table(table)
    table.close()
    found = await registry.table(table.room.stored.code)
    assert found is not None
    return found, await come(found, ANA)


@pytest.mark.parametrize("game", list(GAMES))
def test_a_recorded_game_entered_by_hand_has_the_same_record(game: str, tmp_path: Path) -> None:
    async def scene() -> None:
        record = read_record(recorded(name(game)))
        luck = random.Random(7)
        async with opened(tmp_path, QUICK) as registry:
            table, screen = await start(registry, game)
            moves = entered(record, record.moves)[:MOST]
            for number, (seat, text) in enumerate(moves):
                match = table.room.match
                assert match is not None
                if seat == CHANCE:
                    assert match.state.awaits_chance()
                    others = match.state.choices(CHANCE).to_list()
                    if luck.random() < 0.1:  # a slip of the finger
                        await enter(table, screen, CHANCE, match.game.codec.text(luck.choice(others)))
                        await tell(table, screen, Undo(seat=0))
                await enter(table, screen, seat, text)
                if number % 97 == 50:
                    table, screen = await again(registry, table)
                if number % 101 == 100:  # several steps back, and the same again
                    for _ in range(3):
                        await tell(table, screen, Undo(seat=0))
                    for past_seat, past in moves[number - 2 : number + 1]:
                        await enter(table, screen, past_seat, past)
            match = table.room.match
            assert match is not None
            assert entered(record, match.record().moves) == moves
            assert replay(match.record()).state_at(len(match.steps)).is_over() is match.is_over()
            if not GAMES[game].secret_draws and match.is_over():
                assert write_record(match.record()) == write_record(record)
            elif match.is_over():
                assert match.result() == record.result

    asyncio.run(scene())


@pytest.mark.parametrize("game", list(GAMES))
def test_every_impossible_draw_is_refused_with_a_reason(game: str, tmp_path: Path) -> None:
    async def scene() -> None:
        record = read_record(recorded(name(game)))
        luck, tried = random.Random(3), 0
        async with opened(tmp_path, QUICK) as registry:
            table, screen = await start(registry, game)
            for seat, text in entered(record, record.moves)[:160]:
                match = table.room.match
                assert match is not None
                if seat == CHANCE:
                    possible = set(match.state.choices(CHANCE).to_list())
                    impossible = [n for n in range(match.game.codec.size) if n not in possible]
                    steps = len(match.steps)
                    for action in luck.sample(impossible, SOME):
                        read(screen)
                        await tell(table, screen, message(table, CHANCE, match.game.codec.text(action)))
                        (answer,) = read(screen)
                        assert (answer["is"], answer["code"]) == ("refused", "impossible_draw")
                        assert answer["phrase"]["key"].startswith("server.by_hand.")
                        tried += 1
                    assert len(match.steps) == steps
                await enter(table, screen, seat, text)
        assert tried > SOME

    asyncio.run(scene())


def test_a_draw_is_refused_at_a_table_that_draws_by_itself_and_a_stale_one_everywhere(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            seats = [StoredSeat("guest", "Ana", "", ANA.guest), StoredSeat("here", "Bob", "", ANA.guest)]
            usual = await open_table(registry, *seats, game="clan")
            screen = await come(usual, ANA)
            read(screen)
            await tell(usual, screen, message(usual, CHANCE, "board1"))
            assert read(screen)[0]["code"] == "not_by_hand"
            table, screen = await start(registry, "clan")
            first = message(table, CHANCE, "board1")
            await tell(table, screen, first)
            await tell(table, screen, first)
            match = table.room.match
            assert match is not None
            assert len(match.steps) == 1, "sent twice, applied once"
            read(screen)
            await tell(table, screen, Draw(seat=0, action="board2", key="late", step=0))
            assert read(screen)[0]["code"] == "stale"

    asyncio.run(scene())


def test_the_hand_of_a_computer_player_is_entered_and_no_guess_stands_in_its_way(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            seats = [StoredSeat("guest", "Ana", "", ANA.guest), bot()]
            stored = StoredTable("code", "word", "terres", 1, ANA.guest, seats, {"leader": "second"}, kind="by_hand")
            table = await registry.table(await registry.begin(stored))
            assert table is not None
            screen = await come(table, ANA)
            match = table.room.match
            assert match is not None
            while "claw" in str(ask_of(table)) or "token" in str(ask_of(table)):
                await enter(table, screen, CHANCE, ask_of(table)[0])
            hand = [f"{colour}{value}" for colour in "nr" for value in range(2, 8)] + ["v5"]
            for card in hand:
                assert card in ask_of(table), "offered, whatever was guessed"
                await enter(table, screen, CHANCE, card)
            codec = match.game.codec
            assert sorted(
                codec.texts[codec.action("deal", card)] for card in match.game.hand(match.state, 1)
            ) == sorted(hand)
            table, screen = await again(registry, table)
            async with asyncio.timeout(60):
                while match.seats_to_act() != [0]:
                    match = table.room.match
                    assert match is not None
                    await asyncio.sleep(0.01)
            assert match.steps[-1].seat == 1, "it has led a card of its own"

    asyncio.run(scene())


def ask_of(table: Table) -> list[str]:
    """What may be drawn now, as the page is told."""
    match = table.room.match
    assert match is not None
    sent = table.room.kind.by_hand_sent(match)
    return [outcome.text for outcome in sent.ask.outcomes] if sent and sent.ask else []
