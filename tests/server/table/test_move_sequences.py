"""Several decisions of a seat in one message: a plan of Traces is sealed, stored and sent once."""

import asyncio
from pathlib import Path

import pytest
from helpers.clan_table import position as clan_position
from helpers.tables import ANA, BOB, bot, come, guest, open_table, read, tell
from helpers.traces_table import position
from helpers.visitor import QUICK

from meute.server.messages.requests import AskWhy, Play, Undo
from meute.server.registry import TableRegistry, opened
from meute.server.store.models import StoredSeat
from meute.server.table.play import MAX_ACTIONS
from meute.server.table.table import Table

WOLVES = clan_position({"b8": "1A", "b9": "2A", "e8": "1P"})
PLAN = "A2=3 A3=15 A4=- A5=1"
OTHERS = {1: "B2=1 B3=2 B4=3 B5=4", 2: "B2=1 B3=2 B4=3 B5=4", 3: "A2=- A3=- A4=- A5=-"}


async def planning(registry: TableRegistry) -> Table:
    """Everybody but Bob sits at Ana's screen, and is about to plan the year."""
    here = [StoredSeat("here", name, "", ANA.guest) for name in ("c", "d")]
    return await open_table(registry, guest(ANA), guest(BOB), *here, game="traces", position=position())


def plan(text: str, seat: int = 0, key: str = "k", step: int = 0) -> Play:
    return Play(seat=seat, action=text, key=key, step=step)


def test_a_plan_is_stored_once_and_told_once(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table = await planning(registry)
            ana, bob = await come(table, ANA), await come(table, BOB)
            read(ana), read(bob)
            moves = table.game_play.moves
            await tell(table, ana, plan(PLAN))
            assert table.game_play.moves == moves + 1
            assert [message["is"] for message in read(bob)] == ["news"]
            (news,) = read(ana)
            assert (news["key"], news["scene"]["step"]) == ("k", 4)
            await tell(table, ana, plan(PLAN.lower()))
            assert [message["key"] for message in read(ana)] == ["k"], "a repetition is answered, and not done again"
            assert table.game_play.moves == moves + 1
            await tell(table, ana, plan("A2=3"))
            assert read(ana)[0]["code"] == "key_reused"

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("text", "number", "reason"),
    [
        ("A2=3 A3=15 A4=3 A5=1", 3, "traces.why.token_used"),
        ("A2=3 A3=15 A4=- A5=1 A2=3", 5, "why.in_between"),
    ],
)
def test_a_wrong_plan_is_refused_whole_with_the_number_of_what_is_wrong(
    tmp_path: Path, text: str, number: int, reason: str
) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table = await planning(registry)
            match, ana = table.room.match, await come(table, ANA)
            assert match is not None
            before, moves = match.game.write_position(match.state), table.game_play.moves
            if reason == "why.in_between":
                for seat in (2, 3):
                    await tell(table, ana, plan(OTHERS[seat], seat, f"k{seat}", len(match.steps)))
                await tell(table, await come(table, BOB), plan(OTHERS[1], 1, "k1", len(match.steps)))
                before, moves = match.game.write_position(match.state), table.game_play.moves
            read(ana)
            await tell(table, ana, plan(text))
            (refused,) = read(ana)
            assert (refused["code"], refused["key"]) == ("rules", "k")
            assert refused["phrase"]["key"] == "refused.in_row"
            assert refused["phrase"]["gaps"] == {"number": number, "what": {"key": reason}}
            assert match.game.write_position(match.state) == before
            assert table.game_play.moves == moves
            await tell(table, ana, plan(" ".join(["A2=3"] * (MAX_ACTIONS + 1)), key="long"))
            assert read(ana)[0]["code"] == "too_long"

    asyncio.run(scene())


def test_a_plan_comes_back_from_the_store_also_where_half_of_it_was_taken_back(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table = await planning(registry)
            ana = await come(table, ANA)
            await tell(table, ana, plan(PLAN))
            await tell(table, ana, Undo(seat=0))
            match = table.room.match
            assert match is not None
            assert len(match.steps) == 3
            registry.release_table(table)
            table.close()
            again = await registry.table(table.room.stored.code)
            assert again is not None
            assert again.room.match is not None
            assert again.room.match.steps == match.steps
            assert again.game_play.human_steps == table.game_play.human_steps == {0, 1, 2}
            assert again.game_play.keys == table.game_play.keys

    asyncio.run(scene())


def test_half_a_choice_is_answered_and_nothing_of_it_decided(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table = await open_table(registry, guest(ANA), guest(BOB), game="aventure")
            match = table.room.match
            assert match is not None
            watchers = [await come(table, ANA), await come(table, BOB)]
            for n in range(2):  # the very first card of each has only one place
                seat = match.seats_to_act()[0]
                first = Play(
                    seat=seat, action=match.legal_texts(seat)[0], key=f"a{n}", step=len(match.steps), whole=True
                )
                await tell(table, watchers[seat], first)
            seat = match.seats_to_act()[0]
            mine, others = watchers[seat], watchers[1 - seat]
            read(mine), read(others)
            step, moves, card = len(match.steps), table.game_play.moves, match.legal_texts(seat)[0]
            await tell(table, mine, Play(seat=seat, action=card, key="b", step=step, whole=True))
            (ahead,) = read(mine)
            assert (ahead["is"], ahead["key"], ahead["scene"]["step"]) == ("ahead", "b", step)
            assert ahead["scene"]["shown"]["hand"]
            assert (len(match.steps), table.game_play.moves, read(others)) == (step, moves, [])
            cell = ahead["ask"]["choices"][0]["text"]
            await tell(table, mine, AskWhy(seat=seat, places=["market.0"], after=card))
            assert read(mine)[0]["is"] == "why"
            await tell(table, mine, Play(seat=seat, action=f"{card} {cell}", key="c", step=step, whole=True))
            assert [message["is"] for message in read(others)] == ["news"]
            assert table.game_play.moves == moves + 1

    asyncio.run(scene())


def test_undo_takes_a_whole_row_back_but_no_more_than_the_seat_decided(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table = await open_table(registry, guest(ANA), bot(), bot(), game="clan", position=WOLVES)
            match, ana = table.room.match, await come(table, ANA)
            assert match is not None
            start = len(match.steps)
            row = list[str]()
            while not row or "ahead" in [message["is"] for message in read(ana)]:
                read(ana)
                view = match.view(0)
                for action in map(match.game.codec.read, row):
                    view = view.after(action)
                row.append(match.game.codec.text(view.legal_actions()[0]))
                await tell(table, ana, Play(seat=0, action=" ".join(row), key=str(len(row)), step=start, whole=True))
            assert len(row) > 1
            assert len(match.steps) == start + len(row)
            await tell(table, ana, Undo(seat=0, step=start))
            assert len(match.steps) == start
            await tell(table, ana, Play(seat=0, action=" ".join(row), key="again", step=start))
            await tell(table, ana, Undo(seat=0, step=-5))
            assert len(match.steps) == start + len(row) - 1, "only a row of one's own is taken back at once"

    asyncio.run(scene())
