"""The last value that is allowed at a table and the first that is not: seats, times, texts, steps and orders."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from helpers.tables import ANA, BOB, EVE, bot, come, connection, guest, open_table, read, tell
from helpers.visitor import QUICK

from meute.games import GAMES
from meute.match import Match
from meute.server.messages.pace import PaceSent
from meute.server.messages.requests import (
    AskHint,
    AskReview,
    Claim,
    FromClient,
    Hello,
    Hush,
    Play,
    Resign,
    Say,
    SeatRequest,
    SetOrder,
    SetPatience,
    SetSeat,
    SetSlow,
    TableRequest,
)
from meute.server.people.social import chat_author
from meute.server.rate_limits import Caller, ConcurrencyLimit
from meute.server.refusal import Refusal
from meute.server.registry import TableRegistry, opened
from meute.server.settings import Bucket, Rate, override
from meute.server.store.models import StoredGuest, StoredMove, StoredOrder, StoredTable
from meute.server.table.advice import final_point
from meute.server.table.clock import check_pace
from meute.server.table.lobby import allows_hints, change, claim, new_table, set_seat
from meute.server.table.play import MAX_ACTIONS, MAX_KEY_LENGTH
from meute.server.table.restore import record_until, split_moves
from meute.server.table.scene import events_sent
from meute.server.table.standing_orders import MAX_LENGTH, MAX_ORDERS, parse_order
from meute.server.table.table import Table

OPEN, BOT = SeatRequest("open"), SeatRequest("bot")


def refusal(work: Callable[..., object], *given: object) -> str:
    """The code of the refusal; empty if there is none."""
    try:
        work(*given)
    except Refusal as refused:
        return refused.code
    return ""


def lobby(game: str, seats: int) -> StoredTable:
    return new_table(TableRequest(game, [OPEN] * seats), ANA)


def after(folder: Path, scene: Callable[[TableRegistry, Table], Any], *seats: Any, **settings: Any) -> None:
    """Plays a scene at a table of two people, or of these seats."""

    async def run() -> None:
        async with opened(folder, override(QUICK, **settings)) as registry:
            await scene(registry, await open_table(registry, *(seats or (guest(ANA), guest(BOB)))))

    asyncio.run(run())


async def answer(table: Table, who: StoredGuest, message: FromClient) -> str:
    """The code of the refusal of a message; empty if it is accepted."""
    watcher = await come(table, who)
    read(watcher)
    await tell(table, watcher, message)
    codes = [messages["code"] for messages in read(watcher) if messages["is"] == "refused"]
    return str(codes[0]) if codes else ""


# --- seats


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_a_table_has_as_many_seats_as_the_game_allows(game: Any) -> None:
    for seats in (game.min_seats, game.max_seats):
        assert len(lobby(game.id, seats).seats) == seats
    assert refusal(lobby, game.id, game.min_seats - 1) == "too_few_seats"
    assert refusal(lobby, game.id, game.max_seats + 1) == "too_many_seats"


def test_the_seat_behind_the_last_can_be_added_and_no_other() -> None:
    table = lobby("clan", 3)
    for number in (-1, 4):
        assert refusal(set_seat, table, number, BOT, ANA) == "no_such_seat"
    set_seat(table, 3, BOT, ANA)
    assert [seat.kind for seat in table.seats] == ["open", "open", "open", "bot"]
    set_seat(table, 0, BOT, ANA)
    assert [seat.kind for seat in table.seats] == ["bot", "open", "open", "bot"]
    set_seat(table, 4, OPEN, ANA)
    assert refusal(set_seat, table, 5, OPEN, ANA) == "too_many_seats"
    assert refusal(set_seat, table, 5, None, ANA) == "no_such_seat"
    for number in (4, 3, 0):
        set_seat(table, number, None, ANA)
    assert refusal(set_seat, table, 0, None, ANA) == "too_few_seats"


def test_the_first_and_the_last_seat_can_be_taken_and_no_other() -> None:
    table = lobby("clan", 3)
    for number in (0, 2):
        claim(table, number, "", BOB)
        assert [seat.guest for seat in table.seats].index(BOB.guest) == number
    for number in (-1, 3):
        assert refusal(claim, table, number, "", BOB) == "no_such_seat"
    assert table.seats[2].guest == BOB.guest, "who is refused keeps their seat"


def test_a_game_that_goes_on_from_a_record_keeps_its_seats() -> None:
    table = lobby("clan", 3)
    limits = (0, 100)
    assert refusal(lambda: change(table, SetSeat(3, BOT), ANA, limits, goes_on=True)) == "frozen"
    assert refusal(lambda: change(table, SetSeat(0, None), ANA, limits, goes_on=True)) == "frozen"
    change(table, SetSeat(2, BOT), ANA, limits, goes_on=True)
    change(table, Claim(0, ""), BOB, limits, goes_on=True)
    assert [seat.kind for seat in table.seats] == ["guest", "open", "bot"]


# --- times


def test_patience_lies_between_its_limits() -> None:
    table = lobby("terres", 2)
    for seconds in (10, 20, None):
        change(table, SetPatience(seconds), ANA, (10, 20), goes_on=False)
        assert table.patience == seconds
    for seconds in (9, 21):
        assert refusal(change, table, SetPatience(seconds), ANA, (10, 20), False) == "patience"


@pytest.mark.parametrize(
    ("pace", "code"),
    [
        (PaceSent("live", 0, 60), ""),
        (PaceSent("live", 600, 7200), ""),
        (PaceSent("live", -1, 60), "pace"),
        (PaceSent("live", 601, 60), "pace"),
        (PaceSent("live", 0, 59), "pace"),
        (PaceSent("live", 0, 7201), "pace"),
        (PaceSent("days", 43_200, 0), ""),
        (PaceSent("days", 1_209_600, 2_592_000), ""),
        (PaceSent("days", 43_199, 0), "pace"),
        (PaceSent("days", 1_209_601, 0), "pace"),
        (PaceSent("days", 43_200, 2_592_001), "pace"),
    ],
)
def test_a_pace_lies_between_its_limits(pace: PaceSent, code: str) -> None:
    assert refusal(check_pace, pace) == code


# --- what is said


def test_a_chat_line_and_a_chat_are_as_long_as_they_may_be(tmp_path: Path) -> None:
    async def scene(_: TableRegistry, table: Table) -> None:
        assert await answer(table, ANA, Say("x" * 31)) == "too_long"
        assert await answer(table, ANA, Say("x" * 30)) == ""
        assert await answer(table, ANA, Say("y" * 30)) == ""
        assert await answer(table, ANA, Say("z")) == "too_long"
        assert [line.text[0] for line in table.room.chat] == ["x", "y"]
        assert [chat_author(table, line) for line in (-1, 0, 1, 2)] == ["", ANA.guest, ANA.guest, ""]

    after(tmp_path, scene, tables={"chat_line_characters": 30, "chat_lines": 2})


def test_a_slow_chat_takes_a_line_as_soon_as_its_pause_is_over(tmp_path: Path) -> None:
    class Clock:
        at = 1000.0

    async def scene(_: TableRegistry, table: Table) -> None:
        await answer(table, ANA, SetSlow(True))
        assert await answer(table, BOB, Say("un")) == ""
        Clock.at += 29
        assert await answer(table, BOB, Say("deux")) == "slow"
        Clock.at += 1
        assert await answer(table, BOB, Say("deux")) == ""

    after(tmp_path, scene, tables={"slow_mode_seconds": 30}, now=lambda: Clock.at)


def test_a_muted_spectator_is_heard_by_nobody_until_the_host_says_so(tmp_path: Path) -> None:
    async def scene(_: TableRegistry, table: Table) -> None:
        eve = await come(table, EVE)
        number = table.room.spectator_number(EVE.guest)
        assert await answer(table, EVE, Say("un")) == ""
        assert await answer(table, BOB, Hush(number, "mute")) == "not_host"
        assert await answer(table, ANA, Hush(number, "mute")) == ""
        assert table.room.stored.muted == [EVE.guest]
        assert [seen.muted for seen in table.room.spectators()] == [True]
        assert await answer(table, EVE, Say("deux")) == "muted"
        assert table.room.stored.removed == [], "who is muted may look on"
        assert await answer(table, ANA, Hush(number, "unmute")) == ""
        assert await answer(table, EVE, Say("deux")) == ""
        assert [line.text for line in table.room.chat] == ["un", "deux"]
        seated = table.room.spectator_number(BOB.guest)
        assert await answer(table, ANA, Hush(seated, "mute")) == "no_spectator"
        assert eve.greeted
        assert await answer(table, ANA, Hush(number, "remove")) == ""
        assert (table.room.stored.muted, table.room.stored.removed) == ([], [EVE.guest])
        assert not eve.greeted

    after(tmp_path, scene)


def test_the_oldest_of_the_muted_is_forgotten(tmp_path: Path) -> None:
    async def scene(_: TableRegistry, table: Table) -> None:
        people = [StoredGuest(f"guest{n}", f"G{n}", "fr") for n in range(3)]
        for who in people:
            await come(table, who)
            assert await answer(table, ANA, Hush(table.room.spectator_number(who.guest), "mute")) == ""
        assert table.room.stored.muted == ["guest1", "guest2"]

    after(tmp_path, scene, tables={"blocked_spectators": 2})


def test_a_line_is_sent_to_those_who_have_not_muted_its_author(tmp_path: Path) -> None:
    async def scene(_: TableRegistry, table: Table) -> None:
        bob, deaf = await come(table, BOB), connection(EVE)
        deaf.mutes = frozenset({ANA.guest})
        table.join(deaf)
        await tell(table, deaf, Hello())
        for watcher in (bob, deaf):
            read(watcher)
        await answer(table, ANA, Say("loup"))
        heard = [
            [messages["line"]["text"] for messages in read(who) if messages["is"] == "said"] for who in (bob, deaf)
        ]
        assert heard == [["loup"], []]
        assert [len(table.room.chat_for(who, 9)) for who in (bob, deaf)] == [1, 0]

    after(tmp_path, scene)


# --- moves


def test_keys_and_sequences_are_as_long_as_they_may_be(tmp_path: Path) -> None:
    async def scene(_: TableRegistry, table: Table) -> None:
        play = table.game_play
        for key in ("", "k" * (MAX_KEY_LENGTH + 1), "a b", "a\x07"):
            assert refusal(play.is_repeated, 0, key, "r3") == "key", key
        for key in ("k", "k" * MAX_KEY_LENGTH):
            assert not play.is_repeated(0, key, "r3")
        text = table.room.live_match().legal_texts(table.room.live_match().seats_to_act()[0])[0]
        assert len(play.read_actions(" ".join([text] * MAX_ACTIONS))) == MAX_ACTIONS
        assert refusal(play.read_actions, " ".join([text] * (MAX_ACTIONS + 1))) == "too_long"

    after(tmp_path, scene)


def test_an_answer_fits_a_step_since_its_question(tmp_path: Path) -> None:
    async def scene(_: TableRegistry, table: Table) -> None:
        match = table.room.live_match()
        for _turn in range(4):
            seat = match.seats_to_act()[0]
            who = (ANA, BOB)[seat]
            step = len(match.steps)
            for stale in (step - 1, step + 1):
                messages = await answer(table, who, Play(seat, match.legal_texts(seat)[0], f"k{step}{stale}", stale))
                assert messages == "stale"
            assert await answer(table, who, Play(seat, match.legal_texts(seat)[0], f"k{step}", step)) == ""
            assert len(match.steps) > step

    after(tmp_path, scene)


def test_a_game_is_stopped_at_the_most_moves(tmp_path: Path) -> None:
    async def scene(_: TableRegistry, table: Table) -> None:
        match = table.room.live_match()
        before = 0
        while not match.is_over():
            before = len(match.steps)
            await table.game_play.decide(match.seats_to_act()[0], [match.legal_actions(match.seats_to_act()[0])[0]])
        assert before < 50 <= len(match.steps)
        assert table.room.stored.phase == "over"

    after(tmp_path, scene, tables={"most_decisions": 50})


def test_orders_are_as_long_and_as_many_as_they_may_be() -> None:
    match = Match("wildlife", ["Ana", "Bob"], seed=1)

    def order(answers: int = 1, about: tuple[str, ...] = (), others: int = 0) -> StoredOrder:
        command = SetOrder(0, "sale", answers=["pass"] * answers, about=list(about))
        return parse_order(match, command, [StoredOrder(n, 0, "sale", []) for n in range(others)])

    assert len(order(answers=MAX_LENGTH).answers) == MAX_LENGTH
    assert order(about=("a" * MAX_LENGTH,) * MAX_LENGTH, others=MAX_ORDERS - 1).n == MAX_ORDERS - 1
    assert refusal(lambda: order(answers=MAX_LENGTH + 1)) == "too_long"
    assert refusal(lambda: order(about=("a",) * (MAX_LENGTH + 1))) == "too_long"
    assert refusal(lambda: order(about=("a" * (MAX_LENGTH + 1),))) == "too_long"
    assert refusal(lambda: order(others=MAX_ORDERS)) == "too_long"
    assert refusal(lambda: order(answers=0)) == "no_order"


# --- looking back


def test_steps_and_seats_of_a_finished_game_end_where_it_ends(tmp_path: Path) -> None:
    async def scene(registry: TableRegistry, table: Table) -> None:
        ana = await come(table, ANA)
        assert await answer(table, ANA, AskReview(0)) == "not_over"
        await tell(table, ana, Resign(0))
        match, caller = table.room.live_match() if table.room.match is None else table.room.match, Caller("a", "here")
        last = len(match.steps)
        for step in (0, last):
            table.scene_at(ANA, caller, step, 0)
        for step in (-1, last + 1):
            assert refusal(table.scene_at, ANA, caller, step, 0) == "not_found"
        for seat in (-1, 0, 1):
            assert table.room.may_see(EVE.guest, seat)
        assert not table.room.may_see(EVE.guest, 2)
        for seat in (-1, 2):
            assert await answer(table, ANA, AskReview(seat)) == "no_such_seat"
            assert await answer(table, ANA, AskHint(seat, 0)) == "no_such_seat"
        for step in (-1, last + 1):
            assert await answer(table, ANA, AskHint(0, step)) == "not_found"

    after(tmp_path, scene)


def test_a_record_ends_before_the_last_step_at_the_latest() -> None:
    match = Match("terres", ["Ana", "Bob"], seed=1)
    while len(match.steps) < 5:
        match.play(match.seats_to_act()[0], match.legal_actions(match.seats_to_act()[0])[0])
    last = len(match.steps) - 1
    assert [len(record_until(match, step).moves) for step in (0, last)] == [0, last]
    for step in (-1, last + 1):
        assert refusal(record_until, match, step) == "not_found"


# --- counts


def test_so_many_run_at_once_for_a_guest_an_address_and_all() -> None:
    limit = ConcurrencyLimit(2, 3, 4)
    ana, bob, eve = Caller("ana", "here"), Caller("bob", "here"), Caller("eve", "there")
    running = [limit.count(who) for who in (ana, ana, bob)]
    for one in running:
        one.__enter__()
    assert refusal(lambda: limit.count(ana).__enter__()) == "flood", "two of one guest"
    assert refusal(lambda: limit.count(bob).__enter__()) == "flood", "three of one address"
    last = limit.count(eve)
    last.__enter__()
    assert refusal(lambda: limit.count(eve).__enter__()) == "full"
    for one in (*running, last):
        one.__exit__(None, None, None)
    assert (limit.all, dict(limit.guests), dict(limit.networks)) == (0, {}, {})


def test_the_last_token_of_a_bucket_can_be_taken() -> None:
    bucket = Bucket(Rate(2, 0))
    assert [(bucket.is_empty(), bucket.take()) for _ in range(3)] == [(False, True), (False, True), (True, False)]


def test_hints_are_for_those_who_play_alone_unless_the_host_says_so() -> None:
    table = lobby("clan", 3)
    for people, alone in ((0, True), (1, True), (2, False)):
        table.seats = [guest(who) for who in (ANA, BOB)[:people]] + [bot()] * (3 - people)
        assert allows_hints(table) is alone
        for hints in (True, False):
            table.hints = hints
            assert allows_hints(table) is hints
        table.hints, table.rated = True, True
        assert not allows_hints(table)
        table.hints, table.rated = None, False


def test_chance_after_a_sequence_follows_its_last_action() -> None:
    moves = [StoredMove("play", 0, 3, "a", "x"), StoredMove("play", 1, 5, "b c d", "y"), StoredMove("play", 0, 9, "e")]
    split = split_moves(moves)
    assert [(move.step, move.action, move.chance) for move in split] == [
        (3, "a", "x"), (5, "b", ""), (6, "c", ""), (7, "d", "y"), (9, "e", ""),
    ]  # fmt: skip


# --- what is sent


def test_events_of_a_stand_in_are_marked() -> None:
    match = Match("terres", ["Ana", "Bob"], seed=1)
    for _ in range(6):
        match.play(match.seats_to_act()[0], match.legal_actions(match.seats_to_act()[0])[0])
    played = [event for event in events_sent(match, 0, 0) if event.step > 0]
    step = played[-1].step
    marked = events_sent(match, 0, 0, {step - 1})
    assert {event.step for event in marked if event.stood_in} == {step}
    assert {event.step for event in marked if not event.stood_in} - {step}


def test_winners_share_the_chances_at_the_end() -> None:
    match = Match("terres", ["Ana", "Bob"], seed=1)
    match.resign(0)
    assert final_point(match).chances == (0, 1)
    stopped = Match("terres", ["Ana", "Bob"], seed=1)
    stopped.stop()
    assert set(final_point(stopped).chances) <= {0, 0.5}


def test_a_message_with_an_unknown_field_is_no_message() -> None:
    decoder = msgspec.json.Decoder(FromClient)
    assert decoder.decode(b'{"do": "say", "text": "loup"}') == Say("loup")
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        decoder.decode(b'{"do": "say", "text": "loup", "seat": 1}')
