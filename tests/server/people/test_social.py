"""People around: ratings that count what they should, invitations, quiet, and reports that disturb nobody."""

import asyncio
import io
import json
import zipfile
from pathlib import Path

import pytest
from helpers.visitor import QUICK, Running, Visitor, running
from server.notifications.test_notifications import start

from meute.match import Match
from meute.server.settings import Rate, override
from meute.server.store.models import StoredSeat, StoredTable
from meute.server.store.ratings import displayed_rating, is_rated, rate, results_of

CALM = {"kind": "live", "turn": 60, "bank": 900}


def table(**more: object) -> StoredTable:
    seats = [StoredSeat("guest", "Ana", "", "ana"), StoredSeat("guest", "Bob", "", "bob")]
    plain = StoredTable(code="c", word="w", game="terres", version=1, host="ana", seats=seats, phase="over", rated=True)
    for name, value in more.items():
        setattr(plain, name, value)
    return plain


def test_the_better_one_rises_and_a_number_is_shown_after_ten_games() -> None:
    after = rate([(25.0, 8.0), (25.0, 8.0)], [1, 2])
    assert after[0][0] > 25 > after[1][0]
    assert displayed_rating(*after[0], 9) is None
    assert isinstance(displayed_rating(*after[0], 10), int)


@pytest.mark.parametrize(
    "change",
    [
        {"rated": False},
        {"bots_stood_in": True},
        {"position": "x"},
        {"seats": [StoredSeat("guest", "Ana", "", "ana"), StoredSeat("bot", "B", "random")]},
        {"seats": [StoredSeat("guest", "Ana", "", "ana"), StoredSeat("here", "B", "", "ana")]},
        {"seats": [StoredSeat("guest", "Ana", "", "ana"), StoredSeat("guest", "B", "", "ana")]},
    ],
)
def test_what_does_not_count(change: dict[str, object]) -> None:
    assert is_rated(table())
    assert not is_rated(table(**change))


def test_whoever_resigns_is_last_and_nobody_wins_a_stopped_game() -> None:
    match = Match("terres", ["Ana", "Bob"], seed=1)
    match.resign(0)
    assert [(one.place, one.rated) for one in results_of(table(), match)] == [(2, True), (1, True)]
    stopped = Match("terres", ["Ana", "Bob"], seed=1)
    stopped.stop()
    assert not any(one.rated for one in results_of(table(), stopped))


def test_a_rated_game_is_in_both_histories_and_an_invitation_is_kept(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob, Visitor(server, "Eve") as eve:
            code = await start(ana, bob, rated=True, pace=CALM)
            async with ana.at(code, {}) as seat:
                assert not seat.table["hints"]
                await seat.say("resign", seat=0)
                while seat.table["phase"] != "over":
                    await seat.hear("news", "table")
            answer = await bob.get("/api/people")
            assert [(one["code"], one["place"], one["rated"], one["names"]) for one in answer["history"]] == [
                (code, 1, True, ["Ana"])
            ]
            assert [(one["game"], one["rating"], one["games"]) for one in answer["ratings"]] == [("terres", None, 1)]
            whole = zipfile.ZipFile(io.BytesIO((await bob.http.get("/api/me/export")).content))
            me = json.loads(whole.read("me.json"))
            assert [(one["game"], one["rating"], one["games"]) for one in me["ratings"]] == [("terres", None, 1)]
            assert [(one["table"], one["place"], one["rated"]) for one in me["results"]] == [(code, 1, True)]
            friend = answer["companions"][0]
            assert (friend["name"], friend["games"]) == ("Ana", 1)
            assert "ana" not in friend["person"]

            again = await bob.new_table("guest", "open", start=False)
            asked = {"seat": 1, "person": friend["person"]}
            assert (await eve.post(f"/api/tables/{again}/invite", asked))["code"] == "not_found"
            assert await bob.post(f"/api/tables/{again}/invite", asked) == {}
            lines = (await ana.get("/api/home"))["tables"]
            assert [line["code"] for line in lines if line["invited"]] == [again]
            async with eve.at(again, {}) as seat:
                assert (seat.table["invited"], seat.table["seats"][1]["reserved"]) == ([], True)
                assert await seat.refused("claim", seat=1, name="Eve") == "reserved"
                async with ana.at(again, {}) as other:
                    assert other.table["invited"] == [1]
                    assert (await eve.post(f"/api/tables/{again}/decline", {}))["code"] == "not_invited"
                    assert await ana.post(f"/api/tables/{again}/decline", {}) == {}
                    assert (await other.hear("table"))["invited"] == []
                assert not (await seat.hear("table"))["seats"][1]["reserved"]
            assert again not in [line["code"] for line in (await ana.get("/api/home"))["tables"]]
            assert await bob.post(f"/api/tables/{again}/invite", asked) == {}
            host_only = await bob.new_table("open", "open", start=False)
            assert await bob.post(f"/api/tables/{host_only}/invite", asked) == {}
            async with ana.at(again, {}) as seat:
                await seat.ask("claim", "table", seat=1, name="Ana")
                assert seat.table["mine"] == [1]
            assert await ana.post("/api/me/delete", {"name": "Ana"}) == {}
            assert host_only in [line["code"] for line in (await bob.get("/api/home"))["tables"]]
            async with eve.at(host_only, {}) as seat:
                await seat.ask("claim", "table", seat=1, name="Eve")
                assert seat.table["mine"] == [1]

    with running(tmp_path) as server:
        asyncio.run(scene(server))


def test_who_is_shut_out_or_muted_and_reports_in_haste(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob, Visitor(server, "Eve") as eve:
            code = await start(ana, bob)
            async with bob.at(code, {}) as seat:
                await seat.ask("say", "said", text="nul")
            shut = {"how": "mute", "code": code, "line": 0}
            assert await ana.post("/api/people/shut", shut) == {}
            async with ana.at(code, {}) as a, bob.at(code, {}) as b, eve.at(code, {}) as e:
                assert a.table["chat"] == []
                assert [line["n"] for line in e.table["chat"]] == [0]
                await b.ask("say", "said", text="encore")
                assert (await e.hear("said"))["line"]["text"] == "encore"
                assert (await a.ask("say", "said", text="moi"))["line"]["text"] == "moi"
            assert await ana.post("/api/people/shut", {**shut, "how": "shut"}) == {}
            own = await ana.new_table("guest", "open", start=False)
            async with bob.at(own, {}) as seat:
                assert await seat.refused("claim", seat=1, name="Bob") == "shut"
            answers = [await eve.post(f"/api/tables/{code}/report", {"line": n}) for n in (0, 0, 99, *range(40))]
            codes = [answer.get("code") for answer in answers]
            assert codes[:3] == [None, None, "not_found"]
            assert codes[-1] == "flood"
            assert await bob.post(f"/api/tables/{code}/report", {"line": 0}) == {}
            async with ana.at(code, {}) as seat:
                assert seat.table["phase"] == "playing"

    with running(tmp_path, override(QUICK, limits={"reports": Rate(10, 0.001)})) as server:
        asyncio.run(scene(server))


def test_mute_takes_effect_at_once_and_shut_hides_no_chat(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            code = await start(ana, bob)
            async with ana.at(code, {}) as a, bob.at(code, {}) as b:
                await b.ask("say", "said", text="nul")
                assert await ana.post("/api/people/shut", {"how": "shut", "code": code, "line": 0}) == {}
                await b.ask("say", "said", text="encore")
                while (await a.hear("said"))["line"]["text"] != "encore":
                    pass
                assert await ana.post("/api/people/shut", {"how": "mute", "code": code, "line": 0}) == {}
                await a.closing()
            async with ana.at(code, {}) as a:
                assert a.table["chat"] == []
            assert await ana.post("/api/people/shut", {"how": "mute", "code": code, "line": 0, "on": False}) == {}
            async with ana.at(code, {}) as a:
                assert [line["text"] for line in a.table["chat"]] == ["nul", "encore"]

    with running(tmp_path) as server:
        asyncio.run(scene(server))


def test_only_the_seats_of_a_table_take_an_invitation(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            code = await start(ana, bob)
            async with ana.at(code, {}) as seat:
                await seat.say("resign", seat=0)
                while seat.table["phase"] != "over":
                    await seat.hear("news", "table")
            person = (await bob.get("/api/people"))["companions"][0]["person"]
            code = await bob.new_table("guest", "open", "open", start=False, game="clan")
            reply = [await bob.post(f"/api/tables/{code}/invite", {"seat": n, "person": person}) for n in (-1, 0, 2, 3)]
            assert [answer.get("code") for answer in reply] == ["not_open", "not_open", None, "not_open"]

    with running(tmp_path) as server:
        asyncio.run(scene(server))


def test_leaving_a_table_lets_the_others_play_on(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            code = await ana.new_table("guest", "open", "bot", start=False, game="clan")
            async with ana.at(code, {}) as a, bob.at(code, {}) as b:
                await b.ask("claim", "table", seat=1, name="Bob")
                await a.say("start")
                while a.table["phase"] != "playing":
                    await a.hear("table")
            assert await ana.post(f"/api/tables/{code}/leave", {}) == {}
            async with bob.at(code, {}) as seat:
                assert seat.table["seats"][0]["resigned"]
                assert seat.table["phase"] == "playing"

    with running(tmp_path) as server:
        asyncio.run(scene(server))


def test_the_record_against_a_level_counts_games_with_computer_players_alone(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server) as ana:
            for _ in range(2):
                code = await ana.new_table("guest", "bot", bot="louveteau")
                async with ana.at(code, {}) as seat:
                    await seat.say("resign", seat=0)
                    while (await seat.hear("news"))["phase"] != "over":
                        pass
            assert (await ana.get("/api/people/bots"))["records"] == [
                {"game": "terres", "bot": "louveteau", "games": 2, "wins": 0}
            ]

    with running(tmp_path) as server:
        asyncio.run(scene(server))
