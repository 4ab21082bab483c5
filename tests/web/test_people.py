"""One person on several devices, in a real browser: passkeys, a square to scan, and a notice that arrives."""

import asyncio
import json
import re
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import pytest
from helpers.players import DESKTOP, GO_ON, LIT, PHONE, SHEET, new_table, press
from helpers.push_service import PushService, push_service
from helpers.visitor import QUICK, Running, running
from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Page, ViewportSize, Worker, expect
from server.people.test_accounts import Wall
from web.test_traces import position_where

from meute.games.traces.rules.fights import Duel
from meute.server.settings import override

T = TypeVar("T")
DAY = 86400

KEY = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
PUSH = """
const decoded = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
const given = %s
let made = null
Notification.requestPermission = async () => 'granted'
PushManager.prototype.getSubscription = async () => made
PushManager.prototype.subscribe = async () => (made = {
  endpoint: given.endpoint,
  getKey: (name) => decoded(name === 'auth' ? given.auth : given.key).buffer,
  unsubscribe: async () => { made = null; return true },
})
"""
"""A headless browser has no push service of its own: this one subscribes at the stand-in, with real keys."""


@dataclass
class KeyDevice:
    """A browser of somebody's, with an authenticator in it."""

    page: Page
    cdp: CDPSession
    authenticator: str

    def keys(self) -> list[dict[str, Any]]:
        found = self.cdp.send("WebAuthn.getCredentials", {"authenticatorId": self.authenticator})
        return list(found["credentials"])

    def take(self, key: dict[str, Any]) -> None:
        """A passkey that was synced from elsewhere."""
        self.cdp.send("WebAuthn.clearCredentials", {"authenticatorId": self.authenticator})
        self.cdp.send("WebAuthn.addCredential", {"authenticatorId": self.authenticator, "credential": key})


Served = tuple[Running, list[PushService]]


@pytest.fixture(scope="module")
def wall() -> Wall:
    return Wall()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, wall: Wall) -> Iterator[Served]:
    """A server with a clock of its own, and a push service for each of three browsers, which it may call."""
    with ExitStack() as open_ones:
        services = [open_ones.enter_context(push_service()) for _ in range(3)]
        own = tuple(service.origin for service in services)
        settings = override(
            QUICK, now=wall, tables={"clock_interval_seconds": 1e9, "patience_seconds": (10, 600)}, push={"hosts": own}
        )
        yield open_ones.enter_context(running(tmp_path_factory.mktemp("people"), settings)), services


@pytest.fixture
def contexts(browser: Browser, served: Served) -> Iterator[Any]:
    made: list[BrowserContext] = []

    def open_context(size: ViewportSize = DESKTOP) -> BrowserContext:
        address = f"http://localhost:{served[0].port}"
        context = browser.new_context(base_url=address, locale="fr-FR", viewport=size, reduced_motion="reduce")
        made.append(context)
        return context

    yield open_context
    for context in made:
        context.close()


def named(context: BrowserContext, name: str, path: str = "/me") -> Page:
    page = context.new_page()
    page.goto(path)
    if name:
        page.get_by_label("Nom à la table").fill(name)
        page.get_by_role("button", name="Garder").click()
        expect(page.get_by_text("C’est noté.")).to_be_visible()
    return page


def with_key(page: Page) -> KeyDevice:
    cdp = page.context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    options = {**KEY, "isUserVerified": True, "automaticPresenceSimulation": True}
    made = cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return KeyDevice(page, cdp, made["authenticatorId"])


def test_a_passkey_opens_another_device_and_nothing_forged_does(contexts: Any, served: Served) -> None:
    desktop = with_key(named(contexts(), "Ombeline"))
    desktop.page.get_by_role("button", name="Créer une clé").click()
    expect(desktop.page.get_by_role("button", name="Retirer : Chrome")).to_be_visible()
    key = desktop.keys()[0]

    other = with_key(named(contexts(), ""))
    enter = other.page.get_by_role("button", name="Entrer avec une clé")
    other.take({**key, "signCount": 5})
    with other.page.expect_request("**/api/passkey/enter") as sent:
        enter.click()
    expect(other.page.get_by_label("Nom à la table")).to_have_value("Ombeline")

    origin = {"origin": f"http://localhost:{served[0].port}"}
    post = other.page.context.request.post
    for asked_again in (False, True):
        if asked_again:
            assert post("/api/passkey/ask", data={}, headers=origin).ok
        replayed = post("/api/passkey/enter", data=sent.value.post_data or "", headers=origin)
        assert (replayed.status, replayed.json()["code"]) == (403, "passkey")

    unverified = other.page.get_by_text("n’a pas pu être vérifiée")
    other.take({**key, "signCount": 1})
    enter.click()
    expect(unverified).to_be_visible()
    other.page.reload()
    bogus = {"authenticatorId": other.authenticator, "isBogusSignature": True}
    other.take({**key, "signCount": 40})
    other.cdp.send("WebAuthn.setResponseOverrideBits", bogus)
    enter.click()
    expect(unverified).to_be_visible()

    asked = post("/api/passkey/ask", data={}, headers=origin).json()
    elsewhere = other.page.context.new_page()
    elsewhere.route("http://localhost:9/**", lambda route: route.fulfill(body="<p>", content_type="text/html"))
    elsewhere.goto("http://localhost:9/")
    thief = with_key(elsewhere)
    thief.take({**key, "signCount": 50})
    forged = elsewhere.evaluate(FORGE, asked)
    refused = post("/api/passkey/enter", data={"credential": forged}, headers=origin)
    assert (refused.status, refused.json()["code"]) == (403, "passkey")


def test_without_a_passkey_or_cancelled_nothing_happens(contexts: Any) -> None:
    """Whoever has none, or goes away while the browser asks, is not blamed, and can begin again."""
    context: BrowserContext = contexts()
    context.add_init_script(OUTCOMES)
    desktop = with_key(named(context, "Isaure"))
    page, sent = desktop.page, []
    page.on("request", lambda request: sent.append(request.url.rpartition("/api/")[2]))
    page.get_by_role("button", name="Entrer avec une clé").click()
    page.wait_for_function("() => outcomes.length === 1")
    presence = {"authenticatorId": desktop.authenticator, "enabled": False}
    desktop.cdp.send("WebAuthn.setAutomaticPresenceSimulation", presence)
    with page.expect_response("**/api/passkey/new"):
        page.get_by_role("button", name="Créer une clé").click()
    page.get_by_role("button", name="Accueil").click()
    page.wait_for_function("() => outcomes.length === 2")
    assert page.evaluate("outcomes") == ["NotAllowedError", "AbortError"]
    expect(page.get_by_role("alert")).to_have_count(0)
    assert not {"passkey/enter", "passkey/add"} & set(sent)
    assert desktop.keys() == []
    desktop.cdp.send("WebAuthn.setAutomaticPresenceSimulation", {**presence, "enabled": True})
    page.go_back()
    page.get_by_role("button", name="Créer une clé").click()
    expect(page.get_by_role("button", name="Retirer : Chrome")).to_be_visible()
    assert len(desktop.keys()) == 1


OUTCOMES = """
window.outcomes = []
for (const what of ['get', 'create']) {
  const real = navigator.credentials[what].bind(navigator.credentials)
  navigator.credentials[what] = (asked) => real(asked).catch((error) => { outcomes.push(error.name); throw error })
}
"""
"""How the browser's own questions end."""


FORGE = """async (asked) => {
  const plain = (text) => text.replaceAll('-', '+').replaceAll('_', '/')
  const bytes = (text) => Uint8Array.from(atob(plain(text)), (letter) => letter.charCodeAt(0))
  const text = (raw) => btoa(String.fromCharCode(...new Uint8Array(raw))).replaceAll('+', '-').replaceAll('/', '_')
  const publicKey = { ...asked, challenge: bytes(asked.challenge), allowCredentials: [] }
  const one = await navigator.credentials.get({ publicKey })
  const response = {}
  for (const part of ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle'])
    response[part] = text(one.response[part]).replaceAll('=', '')
  return { id: one.id, rawId: one.id, type: one.type, clientExtensionResults: {}, response }
}"""


def test_a_link_carries_a_person_over_to_a_phone(contexts: Any) -> None:
    link = carry_link(named(contexts(), "Faustine"))
    phone = contexts(PHONE).new_page()
    phone.goto(link)
    expect(phone.get_by_role("heading", name="Continuer ici en tant que Faustine")).to_be_visible()
    phone.get_by_role("button", name="Continuer").click()
    expect(phone.get_by_label("Nom à la table")).to_have_value("Faustine")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    again = contexts(PHONE).new_page()
    again.goto(link)
    expect(again.get_by_role("heading", name="Ce lien ne vaut plus rien")).to_be_visible()


@dataclass
class Subscriber:
    """A browser with push: its page, its service worker, and the stand-in for its push service."""

    page: Page
    worker: Worker
    cdp: CDPSession
    registration: str
    service: PushService
    read: int = 0

    def notices(self) -> list[dict[str, Any]]:
        """What the push service has taken since the last time."""
        fresh = self.service.pushed[self.read :]
        self.read = len(self.service.pushed)
        return fresh

    def shown(self, notice: dict[str, Any]) -> dict[str, Any]:
        """What the service worker shows of it."""
        origin = self.page.evaluate("location.origin")
        given = {"origin": origin, "registrationId": self.registration, "data": json.dumps(notice)}
        self.worker.evaluate("self.shown = null")
        self.cdp.send("ServiceWorker.deliverPushMessage", given)
        shown: dict[str, Any] = self.worker.evaluate(SHOWN)
        return shown


SHOWN = "new Promise((done) => { const look = () => (self.shown ? done(self.shown) : setTimeout(look, 5)); look() })"
SPY = "self.registration.showNotification = async (title, more) => { self.shown = { title, ...more } }"


def subscribed(page: Page, service: PushService) -> Subscriber:
    """Subscribes this browser to push."""
    cdp = page.context.new_cdp_session(page)
    found: list[str] = []
    cdp.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda news: found.extend(one["registrationId"] for one in news["registrations"]),
    )
    cdp.send("ServiceWorker.enable")
    with page.context.expect_event("serviceworker") as started:
        page.get_by_role("switch", name="Ce navigateur me prévient").click()
    expect(page.get_by_role("switch", name="Ce navigateur me prévient")).to_be_checked()
    started.value.evaluate(SPY)
    return Subscriber(page, started.value, cdp, found[-1], service)


def device(contexts: Any, service: PushService, size: ViewportSize = DESKTOP) -> BrowserContext:
    """A browser that could subscribe to this service."""
    context: BrowserContext = contexts(size)
    context.grant_permissions(["notifications"])
    context.add_init_script(PUSH % json.dumps(service.subscription()))
    context.add_init_script("localStorage.setItem('meute.pace', 'fast')")
    return context


def test_two_people_play_a_whole_game_over_days_and_one_changes_device(
    contexts: Any, served: Served, wall: Wall
) -> None:
    """A notice, its link, a move, and a notice to the other."""
    server, services = served
    ana = subscribed(named(device(contexts, services[0]), "Ana"), services[0])
    bob = subscribed(named(device(contexts, services[1]), "Bob"), services[1])
    code = new_table(ana.page, {"kind": "guest"}, {"kind": "open"}, start=False)
    for page in (ana.page, bob.page):
        page.goto(f"/table/{code}")
    ana.page.get_by_role("group", name="Rythme").get_by_text("1 jour").click()
    bob.page.get_by_role("button", name="Prendre la place").click()
    expect(ana.page.locator(".places", has_text="Bob")).to_be_visible()
    ana.page.get_by_role("button", name="Commencer").click()
    for page in (ana.page, bob.page):
        expect(page.locator("header span.seat")).to_have_count(2)
        page.goto("/")
    on_server(server, alone(server, code))
    browsers, handed, began = [ana, bob], 0, wall.at
    while on_server(server, standing(server, code))[1]:
        wall.at += 61
        on_server(server, server.registry.notifications.timer.wake())
        fresh = [(browser, notice) for browser in browsers for notice in browser.notices()]
        assert {notice["url"] for _, notice in fresh} == {f"/table/{code}"}
        assert len({notice["body"] for _, notice in fresh}) == 1, "to one person alone"
        mover, notice = fresh[-1]
        shown = mover.shown(notice)
        assert (shown["title"], shown["tag"]) == ("Terres de Loups", code)
        assert "À vous de jouer" in shown["body"]
        mover.page.goto(shown["data"]["url"])
        play_turn(mover.page, server, code, 0 if mover is ana else 1)
        mover.page.goto("/")
        on_server(server, alone(server, code))
        handed += 1
        wall.at += DAY / 3
        if handed == 4:
            browsers.append(subscribed(carried(bob.page, device(contexts, services[2], PHONE)), services[2]))
    assert handed > 15
    assert wall.at - began > 5 * DAY
    phone = browsers[2].page
    wall.at += 61
    on_server(server, server.registry.notifications.timer.wake())
    others = [browser for browser in browsers if (browser is ana) != (mover is ana)]
    ended = [(browser, notice["body"]) for browser in browsers for notice in browser.notices()]
    assert [browser for browser, _ in ended] == others, "whoever has ended it knows"
    assert all("La partie est finie" in body for _, body in ended)

    phone.goto(f"/table/{code}")
    expect(phone.locator(SHEET)).to_be_visible()
    phone.goto("/")
    invited = new_table(ana.page, {"kind": "guest"}, {"kind": "open"}, start=False)
    ana.page.goto(f"/table/{invited}")
    ana.page.get_by_role("button", name="Bob", exact=True).click()
    expect(ana.page.get_by_text("Place gardée pour un invité")).to_be_visible()
    phone.reload()
    expect(phone.get_by_text("Une place vous attend")).to_be_visible()
    phone.get_by_role("button", name="Décliner").click()
    expect(phone.get_by_text("Une place vous attend")).to_have_count(0)
    expect(ana.page.get_by_text("Place gardée pour un invité")).to_have_count(0)


def carry_link(page: Page) -> str:
    """The link that lets another device in."""
    page.get_by_role("button", name="Ajouter un appareil").click()
    expect(page.get_by_role("img", name="Code carré")).to_be_visible()
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    page.get_by_role("button", name="Copier le lien").click()
    page.wait_for_function("() => window.copied")
    return str(page.evaluate("window.copied"))


def carried(desktop: Page, other: BrowserContext) -> Page:
    """A person goes on on another device; the page about oneself there."""
    desktop.goto("/me")
    page = other.new_page()
    page.goto(carry_link(desktop))
    page.get_by_role("button", name="Continuer").click()
    page.wait_for_url("**/me")
    desktop.goto("/")
    return page


def on_server(server: Running, work: Coroutine[Any, Any, T]) -> T:
    """What comes of some work in the server's own loop."""
    return asyncio.run_coroutine_threadsafe(work, server.loop).result(60)


async def standing(server: Running, code: str) -> tuple[int, list[int]]:
    """How many steps a game has, and who is asked."""
    table = await server.registry.table(code)
    assert table is not None
    assert table.room.match is not None
    return len(table.room.match.steps), table.room.match.seats_to_act()


async def alone(server: Running, code: str) -> None:
    """Until nobody is at the table any more."""
    table = await server.registry.table(code)
    assert table is not None
    while table.room.connections:
        await asyncio.sleep(0.01)


def play_turn(page: Page, server: Running, code: str, seat: int) -> None:
    """By mouse, the first of what is allowed each time, while it is a seat's turn."""
    expect(page).to_have_title(re.compile("À vous"))
    while True:
        step, asked = on_server(server, standing(server, code))
        if seat not in asked:
            return
        while on_server(server, standing(server, code))[0] == step:
            # what lights up may be gone by the click: the turn is over then, or a message comes first
            with suppress(Error):
                if page.locator(LIT).count():
                    press(page.locator(LIT).first, 2000)
                elif page.locator(GO_ON).count():
                    page.locator(GO_ON).click(timeout=2000)
            page.wait_for_timeout(30)


def test_the_pace_is_chosen_and_a_clock_runs(contexts: Any) -> None:
    page = named(contexts(), "Ombeline")
    page.goto("/new/terres")
    page.get_by_text("1 jour", exact=True).click()
    expect(page.get_by_text("1 jour par tour")).to_be_visible()
    page.get_by_role("button", name="Commencer").click()
    expect(page.locator("header .seat small", has_text="2 j")).to_be_visible()


def test_a_duels_cards_are_chosen_before_it_and_taken_back(contexts: Any, served: Served) -> None:
    page = named(contexts(), "Ombeline")
    seats = [{"kind": "guest"}, *[{"kind": "bot", "bot": "greedy"}] * 2]
    code = new_table(page, *seats, game="traces", position=position_where(3, "card:"))
    page.goto(f"/table/{code}")
    page.wait_for_selector(f".fight {LIT}")
    page.get_by_role("button", name="Menu").click()
    orders = page.get_by_role("region", name="Ordres permanents")
    give = orders.get_by_role("button", name="En duel, poser")
    expect(give).to_be_disabled()
    expect(orders).to_contain_text("Aucun ordre n’est donné.")
    for card in range(10, 0, -1):
        orders.get_by_role("button", name=f"Carte {card}", exact=True).click()
    give.click()
    expect(orders.get_by_role("listitem")).to_contain_text("En duel, poser 10, 9, 8, 7, 6, 5, 4, 3, 2, 1")
    expect(orders).not_to_contain_text("Aucun ordre")
    laid = on_server(server := served[0], fought(server, code))
    assert laid
    assert laid == sorted(laid, reverse=True)
    page.get_by_role("button", name="Fermer").click()
    expect(page.locator("header span.seat", has_text="1 ordre")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    orders.get_by_role("button", name="Retirer : En duel").click()
    expect(orders.get_by_role("listitem")).to_have_count(0)
    page.get_by_role("button", name="Fermer").click()
    expect(page.locator("header span.seat", has_text="1 ordre")).to_have_count(0)


async def fought(server: Running, code: str) -> list[int]:
    """The cards of the first seat, once a duel is over."""
    table = await server.registry.table(code)
    assert table is not None
    match = table.room.match
    assert match is not None
    while match.state.find(Duel) is not None:
        await asyncio.sleep(0.01)
    texts = [match.game.codec.text(step.action) for step in match.steps if step.seat == 0]
    return [int(text.removeprefix("card:")) for text in texts if text.startswith("card")]
