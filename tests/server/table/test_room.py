"""What is said at the table, and those who look on: the host may ask them to be quiet, or to leave."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from helpers.visitor import QUICK, Running, Visitor, running
from server.people.test_accounts import Wall

from meute.server.messages.requests import SeatRequest, TableRequest
from meute.server.sanitize import MOST_MARKS, sanitize_line, sanitize_name
from meute.server.settings import Settings, override
from meute.server.store.models import StoredGuest
from meute.server.table.lobby import claim, new_table, new_word, set_seat, word_list

DAY = 86_400
LOBBIES = 100


@pytest.mark.parametrize("mark", list("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\u0007"))
def test_no_mark_turns_the_letters_around_it(mark: str) -> None:
    assert sanitize_line(f"avant{mark}après") == "avantaprès"


def test_words_and_faces_stay_whole() -> None:
    for text in ("l’été déjà", "می\u200cخواهم", "👩\u200d🚀", "שלום"):
        assert sanitize_line(text) == text
    assert sanitize_line("  deux\n mots\u202f!") == "deux mots !"


def test_a_name_can_be_seen_and_covers_nothing() -> None:
    assert sanitize_name("\u3164\u2800 \u200b\u115f") == ""
    heap = "\u0301" * 20
    assert sanitize_name(f"{heap}Lo{heap}up") == f"Lo{heap[:MOST_MARKS]}up"
    assert sanitize_line(f"a{heap}b{heap}") == f"a{heap[:MOST_MARKS]}b{heap[:MOST_MARKS]}"
    for name in ("Éloïse", "E\u0301loi\u0308se", "Nguyễn", "กี้", "हिन्दी"):
        assert sanitize_name(name) == name


def test_chat_is_sent_without_such_marks(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table()
            async with ana.at(code, {}) as seat:
                await seat.say("say", text="\u202etnaduas\u202c")
                assert (await seat.hear("said"))["line"]["text"] == "tnaduas"

    asyncio.run(scene())


def test_the_host_slows_the_chat_of_everybody_else(tmp_path: Path) -> None:
    wall = Wall()

    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Eve") as eve:
            code = await ana.new_table("guest", "bot")
            async with ana.at(code, {}) as a, eve.at(code, {}) as e:
                await e.ask("say", "said", text="un")
                assert await e.refused("set_slow", on=True) == "not_host"
                await a.say("set_slow", on=True)
                while not (await e.hear("seats"))["slow"]:
                    pass
                assert await e.refused("say", text="deux") == "slow"
                for text in ("je", "joue"):
                    while (await a.ask("say", "said", text=text))["line"]["text"] != text:
                        pass
                wall.at += 31
                while (await e.ask("say", "said", text="trois"))["line"]["text"] != "trois":
                    pass
                assert await e.refused("say", text="quatre") == "slow"
            async with eve.at(code, {}) as e:
                assert e.table["slow"]

    with running(tmp_path, override(QUICK, now=wall)) as server:
        asyncio.run(scene(server))


def test_the_host_asks_a_spectator_to_be_quiet_and_to_leave(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Eve") as eve, Visitor(server, "Bob") as bob:
            code = await ana.new_table("guest", "bot")
            async with ana.at(code, {}) as a, eve.at(code, {}) as e, bob.at(code, {}) as b:
                while len(a.table["spectators"]) < 2:
                    a.table["spectators"] = (await a.hear("seats"))["spectators"]
                assert e.table["spectators"] == b.table["spectators"] == [], "only the host is notified"
                number = {one["name"]: one["number"] for one in a.table["spectators"]}["Eve"]
                assert await b.refused("hush", spectator=number, how="mute") == "not_host"
                assert await a.refused("hush", spectator=99, how="mute") == "no_spectator"
                await a.say("hush", spectator=number, how="mute")
                while not any(one["muted"] for one in a.table["spectators"]):
                    a.table["spectators"] = (await a.hear("seats"))["spectators"]
                assert await e.refused("say", text="ha") == "muted"
                await a.say("hush", spectator=number, how="unmute")
                while any(one["muted"] for one in a.table["spectators"]):
                    a.table["spectators"] = (await a.hear("seats"))["spectators"]
                await e.say("say", text="merci")
                assert (await b.hear("said"))["line"]["text"] == "merci"
                await a.say("hush", spectator=number, how="remove")
                closed, codes = await e.closing()
                assert (closed, codes) == (4403, {"removed"})
            async with eve.at(code) as e:
                await e.say("hello")
                assert await e.closing() == (4403, {"removed"})
            refused = await eve.http.get(f"/api/tables/{code}/at/0")
            assert (refused.status_code, refused.json()["code"]) == (403, "removed")
            assert (await eve.http.get(f"/api/tables/{code}/record")).json()["code"] == "live_record"
            live = server.registry.tables.pop(code)
            server.loop.call_soon_threadsafe(live.close)
            async with eve.at(code) as e:
                await e.say("hello")
                assert await e.closing() == (4403, {"removed"}), "also when the table comes from the store"

    asyncio.run(scene())


def test_a_spectator_keeps_his_number_when_the_table_comes_from_the_store(server: Running) -> None:
    async def numbers(code: str, ana: Visitor, spectators: list[Visitor]) -> dict[str, int]:
        async with AsyncExitStack() as stack:
            a = await stack.enter_async_context(ana.at(code, {}))
            found = a.table["spectators"]
            for spectator in spectators:
                await stack.enter_async_context(spectator.at(code, {}))
                while spectator.name not in {one["name"] for one in found}:
                    found = (await a.hear("seats"))["spectators"]
            return {one["name"]: one["number"] for one in found}

    async def scene() -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Eve") as eve, Visitor(server, "Bob") as bob:
            code = await ana.new_table("guest", "bot")
            before = await numbers(code, ana, [eve, bob])
            live = server.registry.tables.pop(code)
            server.loop.call_soon_threadsafe(live.close)
            assert await numbers(code, ana, [bob, eve]) == before
            other = await ana.new_table("guest", "bot")
            assert not set((await numbers(other, ana, [bob, eve])).values()) & set(before.values())

    asyncio.run(scene())


def test_players_are_not_sent_away(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            code = await ana.new_table("guest", "open", start=False)
            async with ana.at(code, {}) as a, bob.at(code, {}) as b:
                while not a.table["spectators"]:
                    a.table["spectators"] = (await a.hear("seats"))["spectators"]
                number = a.table["spectators"][0]["number"]
                await b.ask("claim", "table", seat=1, name="Bob")
                assert await a.refused("hush", spectator=number, how="remove") == "no_spectator"

    asyncio.run(scene())


def test_a_days_guesses_find_no_table() -> None:
    """What one guest may guess in a day hits one of a hundred open lobbies in less than one of a hundred days."""
    words = len(word_list("nouns.txt")) * 10 ** sum(letter.isdigit() for letter in new_word())
    guesses = Settings().limits.wrong_codes
    assert (guesses.burst + DAY * guesses.each_second) * LOBBIES / words < 0.01


def test_names_at_one_table_are_distinct() -> None:
    host, friend = StoredGuest("h", "Léa", "fr"), StoredGuest("f", "léa", "fr")
    seats = [
        SeatRequest(kind="guest"),
        SeatRequest(kind="open"),
        SeatRequest(kind="open"),
        SeatRequest(kind="here", name="Léa"),
    ]
    table = new_table(TableRequest(game="clan", seats=seats), host)
    claim(table, 1, "", friend)
    claim(table, 2, "", friend)
    claim(table, 1, "x" * 24, StoredGuest("o", "", "en"))
    assert [seat.name for seat in table.seats] == ["Léa", "x" * 24, "léa 3", "Léa 2"]
    set_seat(table, 3, SeatRequest(kind="here", name="X" * 24), host)
    assert table.seats[3].name == "X" * 22 + " 2"


def test_the_nameless_of_two_languages_are_distinct() -> None:
    wanted = TableRequest(game="terres", seats=[SeatRequest(kind="guest"), SeatRequest(kind="open")])
    table = new_table(wanted, StoredGuest("h", "", "fr"))
    claim(table, 1, "", StoredGuest("f", "", "en"))
    assert [seat.name for seat in table.seats] == ["Invité", "Guest 2"]


def test_a_spectator_does_not_speak_under_a_players_name(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Léa") as lea, Visitor(server, "Léa") as other, Visitor(server, "Léa") as third:
            code = await lea.new_table()
            async with lea.at(code, {}) as a, other.at(code, {}) as b, third.at(code, {}) as c:
                names = []
                for number, who in enumerate((a, b, c, a, b, c)):
                    await who.say("say", text=f"hou {number}")
                    line = (await c.hear("said"))["line"]
                    assert line["text"] == f"hou {number}"
                    names.append(line["name"])
                assert names == ["Léa", "Léa 2", "Léa 3"] * 2

    asyncio.run(scene())
