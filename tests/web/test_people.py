"""One person on several devices, in a real browser: passkeys, a square to scan, and a notice that arrives."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, expect
from server.push_service import push_service
from server.test_people import Wall
from server.visitor import QUICK, Running, running
from web.players import DESK, PHONE, new_table

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
class Desk:
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


@pytest.fixture(scope="module")
def wall() -> Wall:
    return Wall()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, wall: Wall) -> Iterator[tuple[Running, Any]]:
    """A server with a clock of its own, and a push service that it may call."""
    with push_service() as service:
        settings = replace(QUICK, now=wall, tick=1e9, push_hosts=(service.origin,), patience=(10, 600))
        with running(tmp_path_factory.mktemp("people"), settings) as server:
            yield server, service


@pytest.fixture
def contexts(browser: Browser, served: tuple[Running, Any]) -> Iterator[Any]:
    made: list[BrowserContext] = []

    def open_context(size: dict[str, int] = DESK) -> BrowserContext:
        address = f"http://localhost:{served[0].port}"
        context = browser.new_context(base_url=address, locale="fr-FR", viewport=size, reduced_motion="reduce")  # type: ignore[arg-type]
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


def with_key(page: Page) -> Desk:
    cdp = page.context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    options = {**KEY, "isUserVerified": True, "automaticPresenceSimulation": True}
    made = cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return Desk(page, cdp, made["authenticatorId"])


def test_a_passkey_opens_another_device_and_nothing_forged_does(contexts: Any, served: tuple[Running, Any]) -> None:
    desk = with_key(named(contexts(), "Ombeline"))
    desk.page.get_by_role("button", name="Créer une clé").click()
    expect(desk.page.get_by_role("button", name="Retirer : Chrome")).to_be_visible()
    key = desk.keys()[0]

    other = with_key(named(contexts(), ""))
    other.page.get_by_role("button", name="Entrer avec une clé").click()
    expect(other.page.get_by_label("Nom à la table")).to_have_value("")  # there is no key: nothing happens

    other.take({**key, "signCount": 5})
    with other.page.expect_request("**/api/passkey/enter") as sent:
        other.page.get_by_role("button", name="Entrer avec une clé").click()
    expect(other.page.get_by_label("Nom à la table")).to_have_value("Ombeline")

    origin = {"origin": f"http://localhost:{served[0].port}"}
    post = other.page.context.request.post
    replayed = post("/api/passkey/enter", data=sent.value.post_data or "", headers=origin)
    assert (replayed.status, replayed.json()["code"]) == (403, "passkey")

    other.take({**key, "signCount": 1})
    other.page.get_by_role("button", name="Entrer avec une clé").click()
    expect(other.page.get_by_text("n’a pas pu être vérifiée")).to_be_visible()

    asked = post("/api/passkey/ask", data={}, headers=origin).json()
    elsewhere = other.page.context.new_page()
    elsewhere.route("http://localhost:9/**", lambda route: route.fulfill(body="<p>", content_type="text/html"))
    elsewhere.goto("http://localhost:9/")
    thief = with_key(elsewhere)
    thief.take({**key, "signCount": 50})
    forged = elsewhere.evaluate(FORGE, asked)
    refused = post("/api/passkey/enter", data={"credential": forged}, headers=origin)
    assert (refused.status, refused.json()["code"]) == (403, "passkey")


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
    desk = named(contexts(), "Faustine")
    desk.get_by_role("button", name="Ajouter un appareil").click()
    expect(desk.get_by_role("img", name="Code carré")).to_be_visible()
    desk.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    desk.get_by_role("button", name="Copier le lien").click()
    desk.wait_for_function("window.copied")
    link = desk.evaluate("window.copied")
    phone = contexts(PHONE).new_page()
    phone.goto(link)
    expect(phone.get_by_role("heading", name="Continuer ici en tant que Faustine")).to_be_visible()
    phone.get_by_role("button", name="Continuer").click()
    expect(phone.get_by_label("Nom à la table")).to_have_value("Faustine")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    again = contexts(PHONE).new_page()
    again.goto(link)
    expect(again.get_by_role("heading", name="Ce lien ne vaut plus rien")).to_be_visible()


def test_a_notice_reaches_the_service_worker_and_is_shown(
    contexts: Any, served: tuple[Running, Any], wall: Wall
) -> None:
    server, service = served
    context: BrowserContext = contexts()
    context.grant_permissions(["notifications"])
    context.add_init_script(PUSH % json.dumps(service.subscription()))
    page = named(context, "Ombeline")
    with context.expect_event("serviceworker") as started:
        page.get_by_role("switch", name="Ce navigateur me prévient").click()
    worker = started.value
    expect(page.get_by_role("switch", name="Ce navigateur me prévient")).to_be_checked()
    cdp = context.new_cdp_session(page)
    found: list[str] = []
    cdp.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(r["registrationId"] for r in told["registrations"]),
    )
    cdp.send("ServiceWorker.enable")
    worker.evaluate("self.registration.showNotification = async (title, more) => { self.shown = { title, ...more } }")
    code = new_table(page, {"kind": "guest"}, {"kind": "bot", "bot": "random"})
    asyncio.run_coroutine_threadsafe(my_turn(server, code), server.loop).result(20)
    wall.at += 61
    asyncio.run_coroutine_threadsafe(server.house.ring(), server.loop).result(20)
    told = service.told[-1]
    assert told["url"] == f"/table/{code}"
    origin = f"http://localhost:{server.port}"
    cdp.send(
        "ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": found[-1], "data": json.dumps(told)}
    )
    shown = worker.evaluate(SHOWN)
    assert (shown["title"], shown["tag"]) == ("Terres de Loups", code)
    assert "À vous de jouer" in shown["body"]


async def my_turn(server: Running, code: str) -> None:
    """Until the bot has played what comes before."""
    table = await server.house.table(code)
    assert table is not None
    while not table.room.noted:
        await asyncio.sleep(0.01)


SHOWN = "new Promise((done) => { const look = () => (self.shown ? done(self.shown) : setTimeout(look, 5)); look() })"


def test_the_pace_is_chosen_and_a_clock_runs(contexts: Any) -> None:
    page = named(contexts(), "Ombeline")
    page.goto("/new/terres")
    page.get_by_text("1 jour", exact=True).click()
    expect(page.get_by_text("1 jour par tour")).to_be_visible()
    page.get_by_role("button", name="Commencer").click()
    expect(page.locator("header .seat small", has_text="2 j")).to_be_visible()
