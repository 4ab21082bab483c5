"""Standing orders: answered in one's name, seen by oneself alone, and taken back."""

import asyncio
from pathlib import Path

import msgspec
import pytest
from helpers.tables import ANA, BOB, EVE, bot, come, guest, open_table, read, tell
from helpers.traces_table import fights
from helpers.visitor import QUICK
from rulebook.test_traces_fights import deal

from meute.core.mechanisms.auction import Auction
from meute.match import Match
from meute.server.messages.requests import DropOrder, Play, SetOrder
from meute.server.refusal import Refusal
from meute.server.registry import opened
from meute.server.settings import override
from meute.server.table.standing_orders import MAX_LENGTH, answer_for, parse_order

SALE = SetOrder(seat=0, kind="sale", most=4, answers=["pass"], until="game")


def in_a_sale(seat: int) -> Match:
    """Wildlife where a seat is asked to bid."""
    match = Match("wildlife", ["1", "2", "3"], seed=5)
    while "pass" not in match.legal_texts(seat):
        mover = match.seats_to_act()[0]
        match.play(mover, match.legal_texts(mover)[-1 if mover == seat else 0])
    return match


def test_up_to_an_amount_the_least_is_bid_and_then_passed() -> None:
    match = in_a_sale(0)
    order = parse_order(match, SALE, [])
    action = answer_for(match, 0, [order])
    assert action is not None
    assert match.game.codec.text(action) == "bid:3"
    low = parse_order(match, SetOrder(seat=0, kind="sale", most=2, answers=["pass"]), [])
    action = answer_for(match, 0, [low])
    assert action is not None
    assert match.game.codec.text(action) == "pass"
    elsewhere = parse_order(match, SetOrder(seat=0, kind="sale", answers=["pass"], about=["card.none"]), [])
    assert answer_for(match, 0, [elsewhere]) is None
    assert answer_for(match, 1, [order]) is None


def test_a_duel_is_fought_by_the_cards_that_were_chosen_before() -> None:
    """Of the hand 9 8 4 7 10 1, in the order of the command."""
    match = fights("nB=11,jA=13")
    match.play(3, "attack:nB")
    match.play(2, "fight")
    deal(match, "9 8 4 7 10 1", "7 4 10 3 5 2")
    order = parse_order(match, SetOrder(seat=3, kind="duel", answers=["card:3", "card:8", "card:1"]), [])
    for text, theirs in (("card:8", "card:7"), ("card:1", "card:2")):
        action = answer_for(match, 3, [order])
        assert action is not None
        assert match.game.codec.text(action) == text
        match.play(3, action)
        match.play(2, theirs)
    assert "card:9" in match.legal_texts(3)
    assert answer_for(match, 3, [order]) is None, "without any of them one is asked"


def test_an_order_for_a_round_goes_with_it_and_keys_of_ours_are_taken_by_nobody(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, override(QUICK, tables={"clock_interval_seconds": 1e9})) as registry:
            table = await open_table(registry, *map(guest, (ANA, BOB, EVE)), game="wildlife")
            seats = {seat: await come(table, who) for seat, who in enumerate((ANA, BOB, EVE))}
            await tell(table, seats[0], msgspec.structs.replace(SALE, until="round"))
            assert [message["orders"] for message in read(seats[0]) if message["is"] == "orders"][-1]
            match = table.room.match
            assert match is not None
            while table.room.stored.orders:
                seat = match.seats_to_act()[0]
                play = Play(
                    seat=seat,
                    action=match.legal_texts(seat)[0],
                    key=f"order 0 {len(match.steps)}",
                    step=len(match.steps),
                )
                await tell(table, seats[seat], play)
                refused = [message["code"] for message in read(seats[seat]) if message["is"] == "refused"]
                assert refused == ["key"]
                await tell(table, seats[seat], msgspec.structs.replace(play, key=str(len(match.steps))))
                while table.inbox.tasks or table.busy:
                    await asyncio.sleep(0)
            assert [message["orders"] for message in read(seats[0]) if message["is"] == "orders"] == [[]]

    asyncio.run(scene())


@pytest.mark.parametrize(
    "command",
    [
        SetOrder(seat=0, kind="theft", answers=["pass"]),
        SetOrder(seat=0, kind="sale"),
        SetOrder(seat=0, kind="sale", answers=["end"]),
        SetOrder(seat=0, kind="sale", answers=["pass"] * (MAX_LENGTH + 1)),
        SetOrder(seat=0, kind="sale", answers=["pass"], about=["x" * (MAX_LENGTH + 1)]),
    ],
)
def test_what_is_no_order_is_refused(command: SetOrder) -> None:
    with pytest.raises(Refusal):
        parse_order(Match("wildlife", ["1", "2", "3"], seed=5), command, [])


def test_a_table_follows_orders_which_only_their_giver_sees(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, override(QUICK, tables={"clock_interval_seconds": 1e9})) as registry:
            table = await open_table(registry, guest(ANA), bot("B"), bot("C"), game="wildlife")
            ana, eve = await come(table, ANA), await come(table, EVE)
            for most in (6, SALE.most):
                await tell(table, ana, msgspec.structs.replace(SALE, most=most))
            assert [order.most for order in table.room.stored.orders] == [SALE.most]
            asked_in_sales, by_order = 0, 0
            for _ in range(400):
                while table.bots.searches or table.inbox.tasks or table.busy:
                    await asyncio.sleep(0)
                match = table.room.match
                assert match is not None
                texts = match.legal_texts(0)
                asked_in_sales += "pass" in texts
                step = len(match.steps)
                by_order = sum(
                    past.seat == 0 and match.game.codec.kind(past.action).name in ("bid", "pass")
                    for past in match.steps
                )
                if by_order > 1:
                    break
                if not texts:
                    await asyncio.sleep(0.01)
                    continue
                choice = next((text for text in texts if text.startswith("sell")), texts[0])
                await tell(table, ana, Play(seat=0, action=choice, key=str(step), step=step))
            assert by_order > 1
            assert asked_in_sales == 0
            assert match is not None
            ordered = {n for n, past in enumerate(match.steps) if past.seat == 0}
            assert ordered <= table.game_play.human_steps, "no bot has played for her"
            assert any(message.get("orders") for message in read(ana))
            assert not any(message.get("orders") for message in read(eve))
            await tell(table, eve, DropOrder(seat=0, n=1))
            assert read(eve)[-1]["code"] == "not_your_seat"
            await tell(table, ana, DropOrder(seat=0, n=1))
            assert table.room.stored.orders == []
            loaded = await registry.store.load("table")
            assert loaded is not None
            assert loaded.table.orders == []

    asyncio.run(scene())


def test_a_limit_settles_one_auction_by_the_rules_and_nobody_else_learns_it(tmp_path: Path) -> None:
    """« Chacun leur tour, les joueurs doivent surenchérir ou bien passer »: one more than the other, never above."""

    async def scene() -> None:
        async with opened(tmp_path, override(QUICK, tables={"clock_interval_seconds": 1e9})) as registry:
            table = await open_table(registry, *map(guest, (ANA, BOB, EVE)), game="wildlife")
            seats = {seat: await come(table, who) for seat, who in enumerate((ANA, BOB, EVE))}

            match = table.room.live_match()

            async def play(seat: int, action: str) -> None:
                step = len(match.steps)
                await tell(table, seats[seat], Play(seat=seat, action=action, key=str(step), step=step))
                while table.inbox.tasks or table.busy:
                    await asyncio.sleep(0)

            limit = SetOrder(seat=0, kind="sale", most=6, answers=["pass"], until="auction")
            await tell(table, seats[0], limit)
            refused = [message["code"] for message in read(seats[0]) if message["is"] == "refused"]
            assert refused == ["no_order"], "no auction yet"
            while "pass" not in match.legal_texts(0):
                [mover] = match.seats_to_act()
                texts = match.legal_texts(mover)
                await play(mover, "bid:3" if "bid:3" in texts else texts[-1 if mover == 0 else 0])
            auction = match.state.find_any(Auction)
            assert auction is not None
            least = auction.next_bid()
            read(seats[1])
            await tell(table, seats[0], limit)
            while table.inbox.tasks or table.busy:
                await asyncio.sleep(0)
            [rival] = match.seats_to_act()
            assert rival != 0
            bids = [match.game.codec.text(past.action) for past in match.steps if past.seat == 0][-1:]
            assert bids == [f"bid:{least}"], "one more than the other"
            await play(rival, "bid:5")
            last = [match.game.codec.text(past.action) for past in match.steps if past.seat == 0][-1]
            assert last == "bid:6"
            assert match.seats_to_act() == [rival]
            await play(rival, "bid:9")
            last = [match.game.codec.text(past.action) for past in match.steps if past.seat == 0][-1]
            assert last == "pass", "never above the limit"
            assert table.room.stored.orders == [], "gone with its auction"
            told = msgspec.json.encode(read(seats[1])).decode()
            assert '"most":6' not in told
            assert '"until":"auction"' not in told

    asyncio.run(scene())
