"""Notices: encrypted for real and read by a stand-in, to nobody inside, and through a whole game over days."""

import asyncio
import re
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from helpers.push_service import PushService, decoded, mail_server, push_service, silent_server
from helpers.tables import ANA, BOB, guest, open_table
from helpers.visitor import PLENTY, QUICK, Running, Seat, Visitor, running
from server.people.test_accounts import Wall

from meute.server.notifications.mail import MailFailed, check_address, confirmation
from meute.server.notifications.notifications import DELAY, MAIL_PAUSE, MAIL_THREADS, MOST_MAILS, MOST_PER_HOUR
from meute.server.notifications.outbound import public_address
from meute.server.notifications.push import Pusher, Subscription, check_subscription, encrypt_with
from meute.server.people.accounts import from_base64url
from meute.server.refusal import Refusal
from meute.server.registry import opened
from meute.server.secret import Secret
from meute.server.settings import MailSettings, Settings, override
from meute.server.store.models import StoredPrefs
from meute.server.table.lobby import display_names
from meute.text import catalogue

MINUTE = 60
HOUR = 3600
DAY = 86400
A_DAY_EACH = {"kind": "days", "turn": DAY, "bank": 0}


MEUTE_TEST = {"public_url": "http://meute.test", "hosts": ("127.0.0.1",)}


def quick(wall: Wall, service: PushService | None = None, **more: object) -> Settings:
    own = (service.origin,) if service else ()
    settings = override(QUICK, now=wall, tables={"clock_interval_seconds": 1e9}, push={"hosts": own})
    return override(settings, **more)


async def ring(server: Running, people: bool = False) -> None:
    """Runs what is due, after closed connections are gone; or with people at tables."""
    registry = server.registry

    async def work() -> None:
        while not people and any(table.room.connections for table in registry.tables.values()):
            await asyncio.sleep(0.005)
        await registry.clock_timer.wake()
        await registry.notifications.timer.wake()

    await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work(), server.loop))


def test_a_message_is_encrypted_as_the_standard_shows() -> None:
    """RFC 8291, appendix A."""
    to = Subscription(
        "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
        decoded("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        decoded("BTBZMqHH6r4Tts7J_aSIgg"),
    )
    own = ec.derive_private_key(int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), ec.SECP256R1())
    encrypted = encrypt_with(to, b"When I grow up, I want to be a watermelon", own, decoded("DGv6ra1nlYgDCS1FRnbzlw"))
    assert encrypted == decoded(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/fcm/send/x",
        "https://127.0.0.1/push",
        "https://localhost/push",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/push",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evil.example/fcm.googleapis.com",
        "https://push.apple.com.evil.example/",
        "https://user@fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com",
        "https://fcm.googleapis.com/" + "x" * 2000,
        "https://fcm.googleapis.com/a b",
        "file:///etc/passwd",
        "//fcm.googleapis.com/x",
        "https://[fcm/x",
        "",
        "https://.push.apple.com/x",
        "https://..push.apple.com/x",
        "https://a..push.apple.com/x",
        "https://-a.push.apple.com/x",
        "https://a_b.push.apple.com/x",
        "https://%61.push.apple.com/x",
        "https://[::1].push.apple.com/x",
        "https://" + "a" * 64 + ".push.apple.com/x",
        "https://WEB.push.apple.com/x",
        "HTTPS://web.push.apple.com/x",
        "https://web.push.apple.com./x",
        "https://web.push.apple.com:/x",
        "https://web.push.apple.com:0443/x",
        "https://web.push.apple.com:443:443/x",
        "https://web.push.apple.com/",
        "https://web.push.apple.com//x",
        "https://web.push.apple.com/a/../b",
        "https://web.push.apple.com/a/%2E%2e/b",
        "https://web.push.apple.com/x#y",
        "https://web.push.apple.com/x?",
        "https://web.push.apple.com/%",
        "https://web.push.apple.com/%zz",
        "https://web.push.apple.com/%0d%0aX:y",
        "https://web.push.apple.com/a\\b",
        "https://web.push.apple.com/a\tb",
        "https://web.push.apple.com/a\n",
        'https://web.push.apple.com/"<>',
        "https://web.push.apple.com\\@evil.example/x",
        "https:///web.push.apple.com/x",
        "https:web.push.apple.com/x",
    ],
)
def test_malformed_endpoints_and_those_of_no_push_service_are_refused(endpoint: str) -> None:
    service = PushService()
    key, auth = (decoded(service.subscription()[name]) for name in ("key", "auth"))
    with pytest.raises(Refusal, match="endpoint"):
        check_subscription(Subscription(endpoint, key, auth), ())
    check_subscription(Subscription("https://web.push.apple.com/x", key, auth), ())
    for bad in (b"\x04" + b"\0" * 64, key[:-1], b""):
        with pytest.raises(Refusal, match="endpoint"):
            check_subscription(Subscription("https://web.push.apple.com/x", bad, auth), ())


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/dXyz-_09:APA91bE~x",
        "https://fcm.googleapis.com:443/wp/dXyz",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk_x-y=",
        "https://web.push.apple.com/QGuQyavXutnMH",
        "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAD%2bx%2fy%3d",
        "http://127.0.0.1:8090/push/1",
        "http://[::1]:8090/push/1",
    ],
)
def test_endpoints_of_push_services_are_taken(endpoint: str) -> None:
    subscription = PushService().subscription()
    to = Subscription(endpoint, decoded(subscription["key"]), decoded(subscription["auth"]))
    check_subscription(to, ("http://127.0.0.1:8090", "http://[::1]:8090"))


@pytest.mark.parametrize("text", ["AAA A", "AA+A", "AA/A", "AA=A", "A===", "é", "AAAAA", "A\n"])
def test_keys_are_base64url_and_nothing_else(text: str) -> None:
    assert from_base64url("AA-_AA==") == from_base64url("AA-_AA") == b"\x00\x0f\xbf\x00"
    with pytest.raises(Refusal, match="malformed"):
        from_base64url(text)


def test_a_name_that_leads_inside_is_not_called() -> None:
    with pytest.raises(OSError, match="not out in the world"):
        public_address("localhost", 443)


async def start(ana: Visitor, bob: Visitor, **more: Any) -> str:
    """A begun game of two people, with nobody at the table."""
    code = await ana.new_table("guest", "open", start=False, **more)
    async with ana.at(code, {}) as a, bob.at(code, {}) as b:
        await b.ask("claim", "table", seat=1, name="Bob")
        await a.say("start")
        while a.table["phase"] != "playing":
            await a.hear("table")
    return code


async def play_all(who: Visitor, code: str) -> bool:
    """Plays as long as it is somebody's turn; whether the game goes on."""
    async with who.at(code, {}) as seat:
        while seat.table["phase"] == "playing" and seat.table["ask"]:
            assert (await seat.play())["is"] == "news"
        return bool(seat.table["phase"] == "playing")


def test_two_people_play_a_whole_game_over_days_and_one_changes_device(tmp_path: Path) -> None:
    wall = Wall()

    async def scene(server: Running, of_ana: PushService, of_bob: PushService) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob, Visitor(server) as phone:
            assert (await ana.get("/api/me"))["pushes"] == 0
            for who, service in ((ana, of_ana), (bob, of_bob)):
                assert (await who.post("/api/push", service.subscription()))["pushes"] == 1
            code = await start(ana, bob, pace=A_DAY_EACH)
            began, handed, goes_on = wall.at, 0, True
            while goes_on:
                before = len(of_ana.pushed), len(of_bob.pushed)
                await ring(server)
                assert (len(of_ana.pushed), len(of_bob.pushed)) == before, "held back for a minute"
                wall.at += MINUTE + 1
                await ring(server)
                fresh = [(ana, one) for one in of_ana.pushed[before[0] :]] + [
                    (bob, one) for one in of_bob.pushed[before[1] :]
                ]
                assert len(fresh) == 1, "one notice, to whose turn it is"
                who, notice = fresh[0]
                assert set(notice) == {"title", "body", "tag", "url", "topic"}
                assert notice["topic"] == notice["tag"] == code
                other = "Bob" if who is ana else "Ana"
                assert notice["body"] == catalogue("fr").entries["notice.turn"].replace("{names}", other)
                wall.at += 10 * HOUR
                if handed == 6:
                    carry = (await bob.post("/api/carry", {}))["code"]
                    assert (await phone.post("/api/carry/use", {"code": carry}))["guest"]["name"] == "Bob"
                device = phone if who is bob and handed >= 6 else who
                assert notice["url"] == f"/table/{code}"
                goes_on = await play_all(device, notice["url"].rpartition("/")[2])
                handed += 1
            assert handed > 15
            assert wall.at - began > 6 * DAY
            assert (await phone.http.get(f"/api/tables/{code}/record")).status_code == 200
            assert {claims["aud"] for claims in of_ana.claims} == {of_ana.origin}

    with push_service() as of_ana, push_service() as of_bob:
        settings = override(quick(wall), push={"hosts": (of_ana.origin, of_bob.origin)})
        with running(tmp_path, settings) as server:
            asyncio.run(scene(server, of_ana, of_bob))


def test_reminders_come_at_half_time_and_in_the_last_tenth_but_not_at_night(tmp_path: Path) -> None:
    wall = Wall(1_800_054_000.0 + 12 * HOUR)  # noon in Paris

    async def scene(server: Running, service: PushService) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            for who in (ana, bob):
                await who.post("/api/push", service.subscription(f"/push/{who.name}"))
                await who.post("/api/me/wishes", {"zone": "Europe/Paris", "quiet": [22, 8]})
            await start(ana, bob, pace=A_DAY_EACH)
            counts = []
            for hours in (1, 11, 14, 19.9, 20.1, 21, 22):
                wall.at = 1_800_054_000.0 + (12 + hours) * HOUR
                await ring(server)
                counts.append(len(service.pushed))
            assert counts == [1, 1, 1, 1, 2, 2, 3], (
                "the turn; half time at midnight waits for 8 o'clock; the last tenth"
            )
            words = catalogue("fr").entries
            bodies = [one["body"].partition(".")[0] for one in service.pushed]
            assert bodies[1] == words["notice.half"].partition(".")[0]

    with push_service() as service, running(tmp_path, quick(wall, service)) as server:
        asyncio.run(scene(server, service))


def test_a_redirect_is_not_followed_and_who_is_gone_is_forgotten(tmp_path: Path) -> None:
    wall = Wall()

    async def scene(server: Running, service: PushService) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            for who in (ana, bob):
                await who.post("/api/push", service.subscription(f"/push/{who.name}"))
            await start(ana, bob)
            service.status = 302
            wall.at += 61
            await ring(server)
            assert len(service.paths) == 1
            assert "/inside" not in service.paths
            service.status = 410
            await start(ana, bob)
            wall.at += 61
            await ring(server)
            left = [(await who.get("/api/me"))["pushes"] for who in (ana, bob)]
            assert sorted(left) in ([0, 1], [0, 0])
            refused = await ana.post("/api/push", {**service.subscription(), "endpoint": "https://127.0.0.1/x"})
            assert refused["code"] == "endpoint"
            for n in range(8):
                me = await bob.post("/api/push", service.subscription(f"/more/{n}"))
            assert me["pushes"] == 5

    with push_service() as service, running(tmp_path, quick(wall, service)) as server:
        asyncio.run(scene(server, service))


def test_mail_is_one_list_a_day_asked_for_twice_and_left_by_one_press(tmp_path: Path) -> None:
    wall = Wall()

    def link_in(text: str, path: str) -> str:
        found = re.search(rf"http://meute\.test{path}(\S+)", text)
        assert found is not None
        return found[1]

    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob, Visitor(server) as reader:
            mine = {"options": {"leader": "first"}}
            assert (await ana.post("/api/mail", {"address": "not one"}))["code"] == "address"
            me = await ana.post("/api/mail", {"address": "ana@example.org"})
            assert (me["mail"], me["mail_on"]) == ("ana@example.org", False)
            for _ in range(2):
                codes = [await start(ana, bob, **mine), await start(ana, bob, **mine)]
                wall.at += 2 * MINUTE
                await ring(server)
            assert len(post.mails) == 1, "nothing before the address is confirmed"
            code = link_in(str(post.mails[0].get_payload(decode=True), "utf-8"), "/mail#")  # type: ignore[arg-type]
            assert (await reader.post("/api/mail/confirm", {"code": "wrong"}))["code"] == "no_code"
            assert await reader.post("/api/mail/confirm", {"code": code}) == {}
            for _ in range(12):
                codes.append(await start(ana, bob, **mine))
                wall.at += 2 * MINUTE
                await ring(server)
            assert len(post.mails) == 2, "one a day"
            digest = post.mails[1]
            text = str(digest.get_payload(decode=True), "utf-8")  # type: ignore[arg-type]
            assert "/table/" in text
            assert digest["To"] == "ana@example.org"
            wall.at += DAY
            await ring(server)
            assert len(post.mails) == 3
            leave = str(post.mails[2]["List-Unsubscribe"]).strip("<>").removeprefix("http://meute.test")
            async with httpx.AsyncClient(base_url=server.url, timeout=60) as provider:
                answer = await provider.post(leave, content=b"List-Unsubscribe=One-Click")
            assert answer.status_code == 200
            assert not (await ana.get("/api/me"))["mail_on"]

    with mail_server() as post:
        mail = MailSettings(host="127.0.0.1", port=post.port, sender="meute@meute.test", security="none")
        settings = quick(wall, mail=mail, http=MEUTE_TEST)
        with running(tmp_path, settings) as server:
            asyncio.run(scene(server))


NOT_ONE_ADDRESS = [
    "a@b",
    "a b@c.de",
    "a@c.de, b@c.de",
    "a@c.de\nBcc: b@c.de",
    "<a@c.de>",
    "@c.de",
    "é@c.de",
    "a@é.de",
    "a@c.d\N{KELVIN SIGN}",
    "=?utf-8?q?b=40evil.example=2C?=@c.de",
    ".a@c.de",
    "a..b@c.de",
    "a@-c.de",
    "a@127.0.0.1",
    "a" * 65 + "@c.de",
    "a@" + "c" * 63 + ("." + "d" * 63) * 3 + ".de",
]


@pytest.mark.parametrize("text", NOT_ONE_ADDRESS)
def test_only_one_address_is_one(text: str) -> None:
    with pytest.raises(Refusal, match="address"):
        check_address(text)


@pytest.mark.parametrize("text", ["ana@example.org", "a.b+c=d_e'f@mail-1.example.co.uk", "a@b.xn--p1ai"])
def test_an_address_arrives_as_it_was_typed(text: str) -> None:
    settings = MailSettings(host="", sender="meute@example.org")
    assert confirmation(settings, check_address(f" {text} "), "fr", "link")["To"] == text


def mailing(port: int, wall: Wall | None = None) -> Settings:
    mail = MailSettings(host="127.0.0.1", port=port, sender="meute@meute.test", security="none")
    return quick(wall or Wall(), mail=mail, http=MEUTE_TEST, limits={"confirmation_mails": PLENTY})


def test_a_mail_server_that_fails_is_told_and_counts_for_nothing(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana:

            async def ask() -> httpx.Response:
                return await ana.http.post("/api/mail", content=b'{"address": "ana@example.org"}')

            post.is_down = True
            for _ in range(QUICK.limits.daily_confirmation_mails + 1):
                answer = await ask()
                assert (answer.status_code, answer.json()["code"]) == (503, "mail_down")
                assert answer.headers["x-content-type-options"] == "nosniff"
                assert "content-security-policy" in answer.headers
            post.is_down, post.refuses = False, "450 later"
            assert (await ask()).json()["code"] == "mail_down"
            post.refuses = "550 nobody of this name"
            assert (await ask()).json()["code"] == "mail_refused"
            assert (await ana.get("/api/me"))["mail"] == ""
            post.refuses = ""
            assert (await ask()).json()["mail"] == "ana@example.org"
            assert len(post.mails) == 1

    with mail_server() as post, running(tmp_path, mailing(post.port)) as server:
        asyncio.run(scene(server))


def test_a_mail_that_may_have_been_sent_counts(tmp_path: Path) -> None:
    most = QUICK.limits.daily_confirmation_mails

    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana:
            post.hangs_up = True
            codes = [(await ana.post("/api/mail", {"address": "ana@example.org"}))["code"] for _ in range(most + 1)]
            assert codes == ["mail_down"] * most + ["mail_limit"]
            assert len(post.mails) == most

    with mail_server() as post, running(tmp_path, mailing(post.port)) as server:
        asyncio.run(scene(server))


def test_a_mail_still_under_way_after_the_timeout_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A call that no thread has begun does not."""
    monkeypatch.setattr("meute.server.notifications.mail.TIMEOUT", 300.0)
    monkeypatch.setattr("meute.server.notifications.notifications.MAIL_TIMEOUT", 0.5)
    most, others = QUICK.limits.daily_confirmation_mails, [f"ana@{n}.example.org" for n in range(MAIL_THREADS)]

    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana:

            async def ask(address: str) -> str:
                return str((await ana.post("/api/mail", {"address": address}))["code"])

            assert await asyncio.gather(*map(ask, others)) == ["mail_down"] * len(others)
            for _ in range(most + 1):
                assert await ask("ana@example.org") == "mail_down", "no thread is free"
            counted = asyncio.run_coroutine_threadsafe(claims(server, others[0]), server.loop)
            assert await asyncio.wrap_future(counted) == 1
            silent.hung_up.set()

    async def claims(server: Running, address: str) -> int:
        hashes = [server.registry.secret.hash("mailed", address, str(n)) for n in range(most)]
        return sum([await server.registry.store.people.claimed_until(claim) > 0 for claim in hashes])

    with silent_server() as silent, running(tmp_path, mailing(silent.port)) as server:
        asyncio.run(scene(server))


def test_a_silent_mail_server_keeps_nothing_else_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meute.server.notifications.mail.TIMEOUT", 300.0)
    monkeypatch.setattr("meute.server.notifications.notifications.MAIL_TIMEOUT", 300.0)

    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana:
            await start(ana, ana)
            bodies = [{"address": f"ana@{n}.example.org"} for n in range(MOST_MAILS + 1)]
            asking = [asyncio.create_task(ana.post("/api/mail", body)) for body in bodies]
            for _ in range(MAIL_THREADS):
                await asyncio.to_thread(silent.taken.acquire)
            first, _ = await asyncio.wait(asking, return_when=asyncio.FIRST_COMPLETED)
            assert [one.result()["code"] for one in first] == ["mail_down"], "no more wait than there is room for"
            assert (await ana.http.get("/api/me/export")).status_code == 200
            assert sum(one.done() for one in asking) == 1
            silent.hung_up.set()
            assert {answer["code"] for answer in await asyncio.gather(*asking)} == {"mail_down"}

    with silent_server() as silent, running(tmp_path, mailing(silent.port)) as server:
        asyncio.run(scene(server))


def test_a_daily_list_waits_for_the_mail_server(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    wall = Wall()

    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            await ana.post("/api/mail", {"address": "ana@example.org"})
            text = str(post.mails[0].get_payload(decode=True), "utf-8")  # type: ignore[arg-type]
            await ana.post("/api/mail/confirm", {"code": text.partition("/mail#")[2].split()[0]})
            post.is_down = True
            await start(ana, bob, options={"leader": "first"})
            for seconds, mails in ((2 * MINUTE, 1), (MINUTE, 1), (MAIL_PAUSE, 2)):
                post.is_down = mails == 1
                wall.at += seconds
                await ring(server)
                assert len(post.mails) == mails
            assert [record.exc_info for record in caplog.records if "daily list" in record.message] == [None]

    with mail_server() as post, running(tmp_path, mailing(post.port, wall)) as server:
        asyncio.run(scene(server))


def test_what_a_person_changes_while_a_mail_is_under_way_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wall = Wall()

    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            await ana.post("/api/mail", {"address": "ana@example.org"})
            text = str(post.mails[0].get_payload(decode=True), "utf-8")  # type: ignore[arg-type]
            await ana.post("/api/mail/confirm", {"code": text.partition("/mail#")[2].split()[0]})
            await start(ana, bob, options={"leader": "first"})
            guest = next(one for one, prefs in server.registry.accounts.loaded_prefs.items() if prefs.mail_on)
            tried = []

            async def fail(_: EmailMessage) -> None:
                tried.append(1)
                await server.registry.accounts.save_prefs(guest, StoredPrefs(zone="Asia/Tokyo"))
                raise MailFailed("down")

            monkeypatch.setattr(server.registry.notifications, "send_mail", fail)
            wall.at += 2 * MINUTE
            await ring(server)
            assert tried == [1]
            me = await ana.get("/api/me")
            assert (me["zone"], me["mail"], me["mail_on"]) == ("Asia/Tokyo", "", False)

    with mail_server() as post, running(tmp_path, mailing(post.port, wall)) as server:
        asyncio.run(scene(server))


def test_a_code_confirms_the_address_that_it_was_sent_to(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana:
            await ana.post("/api/mail", {"address": "ana@example.org"})
            text = str(post.mails[0].get_payload(decode=True), "utf-8")  # type: ignore[arg-type]
            guest = next(iter(server.registry.accounts.loaded_prefs))
            theirs = StoredPrefs(mail="victim@example.org")
            keep = server.registry.store.people.save_prefs(guest, theirs)
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(keep, server.loop))
            code = text.partition("/mail#")[2].split()[0]
            assert (await ana.post("/api/mail/confirm", {"code": code}))["code"] == "no_code"
            assert not (await ana.get("/api/me"))["mail_on"]

    with mail_server() as post, running(tmp_path, mailing(post.port)) as server:
        asyncio.run(scene(server))


def test_the_end_a_wish_to_go_back_and_an_invitation_are_told(tmp_path: Path) -> None:
    wall = Wall()

    async def scene(server: Running, service: PushService) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            await bob.post("/api/push", service.subscription())

            async def pushed() -> list[str]:
                before = len(service.pushed)
                wall.at += HOUR
                await ring(server)
                return [one["body"] for one in service.pushed[before:]]

            words = {kind: catalogue("fr").entries[f"notice.{kind}"] for kind in ("undo", "over", "invited")}
            code = await start(ana, bob, options={"leader": "first"})
            assert await play_all(ana, code)
            assert await play_all(bob, code)
            async with ana.at(code, {}) as seat:
                await seat.say("undo", seat=0)
                while seat.table["undo"]["asked_by"] != 0:
                    await seat.hear("news")
            assert words["undo"].replace("{names}", "Ana") in await pushed()
            async with ana.at(code, {}) as seat:
                await seat.say("resign", seat=0)
                while seat.table["phase"] != "over":
                    await seat.hear("news", "table")
            assert await pushed() == [words["over"].replace("{names}", "Ana")]
            friend = (await ana.get("/api/people"))["companions"][0]["person"]
            for come in (False, True):
                again = await ana.new_table("guest", "open", start=False)
                assert await ana.post(f"/api/tables/{again}/invite", {"seat": 1, "person": friend}) == {}
                if come:
                    async with bob.at(again, {}):
                        pass
                expected = [] if come else [words["invited"].replace("{names}", "Ana")]
                assert await pushed() == expected, "whoever has been there knows"
            wall.at += DAY
            for _ in range(9):
                assert await ana.post(f"/api/tables/{again}/invite", {"seat": 1, "person": friend}) == {}
                wall.at += 2 * MINUTE
                await ring(server)
            assert [one["tag"] for one in service.pushed].count(again) == 6, "not more in an hour, by whatever trick"

    with push_service() as service, running(tmp_path, quick(wall, service)) as server:
        asyncio.run(scene(server, service))


def test_who_is_at_the_table_is_not_told(tmp_path: Path) -> None:
    wall = Wall()

    async def scene(server: Running, service: PushService) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            for who in (ana, bob):
                await who.post("/api/push", service.subscription(f"/push/{who.name}"))
            code = await start(ana, bob)
            async with ana.at(code, {}) as a, bob.at(code, {}) as b:
                wall.at += 61
                await ring(server, people=True)
                seat: Seat = a if a.table["ask"] else b
                await seat.play()
                wall.at += 61
                await ring(server, people=True)
            assert service.pushed == []

    with push_service() as service, running(tmp_path, quick(wall, service)) as server:
        asyncio.run(scene(server, service))


async def notify(server: Running, code: str, *guests: int, kind: str = "rematch") -> None:
    """Queues a notification for the guests in these seats, and sends what is due a minute later."""
    table = server.registry.tables[code]
    people = {table.room.stored.seats[seat].guest for seat in guests}
    work = server.registry.notifications.notify(people, table.room.id, kind)
    await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, server.loop))


def test_of_two_people_only_the_absent_one_is_told(tmp_path: Path) -> None:
    wall = Wall()

    async def scene(server: Running, service: PushService) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            for who in (ana, bob):
                await who.post("/api/push", service.subscription(f"/push/{who.name}"))
            code = await start(ana, bob)
            async with ana.at(code, {}):
                await notify(server, code, 0, 1)
                wall.at += 61
                await ring(server, people=True)
                assert set(service.paths) == {"/push/Bob"}
            await notify(server, code, 0, 1)
            wall.at += 61
            await ring(server)
            assert set(service.paths) == {"/push/Ana", "/push/Bob"}

    with push_service() as service, running(tmp_path, quick(wall, service)) as server:
        asyncio.run(scene(server, service))


def test_a_person_is_told_six_times_an_hour_at_most(tmp_path: Path) -> None:
    wall = Wall()

    async def scene(server: Running, service: PushService) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            await bob.post("/api/push", service.subscription("/push/Bob"))
            code = await start(ana, bob)
            for _ in range(MOST_PER_HOUR + 2):
                await notify(server, code, 1)
                wall.at += 61
                await ring(server)
            assert len(service.paths) == MOST_PER_HOUR
            wall.at += HOUR
            await ring(server)
            assert len(service.paths) == MOST_PER_HOUR + 1

    with push_service() as service, running(tmp_path, quick(wall, service)) as server:
        asyncio.run(scene(server, service))


def test_who_has_no_name_is_called_so_in_the_readers_language() -> None:
    assert display_names(["Invité", "", "Ana", "Guest 2", "Invitée"], "en") == "Guest, Ana, Guest 2, Invitée"


def test_browsers_that_have_subscribed_know_the_key_of_a_newer_version(tmp_path: Path) -> None:
    secret = Secret(tmp_path)
    secret.key = bytes(range(32))
    key = Pusher(secret, "mailto:ana@example.org", ()).public_key()
    assert key == "BJyoxIBT_GhtBXXPhIsK9tJLMKQSzgYaBmeGKd-Twm8FzjARYkuwudU8xl9hqAw_Vssi2ecKrqPAQGY9JCx33fY"


def test_everyone_to_move_is_reminded_after_a_minute_at_half_time_and_in_the_last_tenth(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, override(QUICK, now=lambda: 1000.0)) as registry:
            people = [ANA.guest, BOB.guest]
            for who in (ANA, BOB):
                await registry.store.save_guest(who)
                await registry.store.people.save_prefs(who.guest, StoredPrefs(push=True))
            table = await open_table(registry, guest(ANA), guest(BOB))
            await registry.accounts.load_prefs(people)
            room, notices = table.room, registry.notifications
            await table.ask(lambda _: None)  # the table's own first task, which also updates the turns, is over
            await notices.update_turns(room, [], {})
            room.turn_notices = {ANA.guest}
            await notices.update_turns(room, [0, 1], {0: (1000.0, 2000.0), 1: (1000.0, 3000.0)})
            stored = [due.notice for due in await registry.store.people.notices_due(1e9)]
            assert {(one.guest, one.kind, one.due) for one in stored} == {
                (BOB.guest, "turn", 1000 + DELAY),
                (BOB.guest, "half", 2000),
                (BOB.guest, "last", 2800),
            }, "Ana has been notified before"
            assert room.turn_notices == set(people)
            await notices.update_turns(room, [0], {})
            assert room.turn_notices == {ANA.guest}
            assert await registry.store.people.notices_due(1e9) == []

    asyncio.run(scene())
