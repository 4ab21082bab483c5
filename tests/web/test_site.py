"""A site of static files in a browser: the server, run in a web worker."""

import json
import os
import pickle
import shutil
import threading
import urllib.request
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from inspect import getsource
from pathlib import Path
from typing import Any

import pytest
from helpers.players import DESKTOP, LIT, PHONE, choose, expect_no_sideways_scroll, press
from helpers.worlds import MOST_STEPS, Setting, settings, walk
from playwright.sync_api import Browser, BrowserContext, Page, expect
from properties.test_laws import fingerprint
from web.test_lessons import click_through
from web.test_look import faults

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.games import GAMES
from meute.match import Match, read_record, replay

ROOT = Path(__file__).parents[2]
SITE = Path(os.environ.get("MEUTE_SITE", ROOT / "build/site"))
UNDER = "some/path"
ENGINE = 60_000
"""Milliseconds for Python to start in three workers, on a busy machine."""
BROKEN_OFF = 100_000
"""Bytes of a file after which it breaks off."""


class Handler(SimpleHTTPRequestHandler):
    """Any web space: plain files, which browsers may keep for a while."""

    def __init__(self, *args: Any, space: "Space") -> None:
        self.space = space
        super().__init__(*args, directory=str(space.folder))

    def end_headers(self) -> None:
        self.send_header("cache-control", "max-age=600")
        super().end_headers()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        if fnmatch(self.path, self.space.breaking):
            outputfile.write(source.read(BROKEN_OFF))
        else:
            super().copyfile(source, outputfile)

    def log_message(self, *_: object) -> None:
        return


class Space:
    """A web space with the site under some path; it can break files off, and be cut off."""

    def __init__(self, folder: Path) -> None:
        shutil.copytree(SITE, folder / UNDER, ignore=shutil.ignore_patterns("*.br", "*.gz"))
        self.folder = folder
        self.port = 0
        self.breaking = ""
        self.open()

    def open(self) -> None:
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), partial(Handler, space=self))
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def cut(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def put_before_the_engine(self, script: str) -> None:
        """Workers meet another browser than there is."""
        (file,) = (self.folder / UNDER / "assets").glob("engine-*.js")
        file.write_text(script + file.read_text(encoding="utf-8"), encoding="utf-8")

    def renew(self) -> None:
        """A newer version, whose part of the engine has another name."""
        place = self.folder / UNDER
        old = next(place.glob("engine/meute-*.bin"))
        old.rename(old.with_name("meute-newer.bin"))
        for name in ("index.html", "offline.js"):
            text = (place / name).read_text(encoding="utf-8").replace(old.name, "meute-newer.bin")
            text = text.replace("<html", "<html data-newer").replace('"version": "', '"version": "newer-')
            (place / name).write_text(text, encoding="utf-8")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/{UNDER}/"


@pytest.fixture
def space(tmp_path: Path) -> Iterator[Space]:
    """A web space that a test may do anything with."""
    made = Space(tmp_path)
    yield made
    made.cut()


Opener = Callable[..., Page]


@pytest.fixture
def drop_in(browser: Browser, space: Space) -> Iterator[Opener]:
    """Opens the site for somebody new; whatever the browser complains about fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(path: str = "", **context: Any) -> Page:
        settings: dict[str, Any] = {"viewport": DESKTOP, "locale": "fr-FR", "reduced_motion": "reduce", **context}
        made = browser.new_context(**settings)
        contexts.append(made)
        made.add_init_script("localStorage.setItem('meute.pace', 'fast')")
        page = made.new_page()
        page.set_default_timeout(ENGINE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.goto(space.url + path)
        return page

    yield open_page
    for made in contexts:
        made.close()
    assert not complaints


DRIVE = """async ({ games = [], looks = [], requests = [] }) => {
  const pages = new BroadcastChannel(`meute ${new URL('.', location.href).href}`)
  const pending = new Map(), lines = new Map()
  let number = 2 ** 40
  pages.onmessage = ({ data: { down } }) => {
    if (down && 'answer' in down) pending.get(down.answer)?.(new TextDecoder().decode(down.body))
    else if (down && 'line' in down) lines.get(down.line)?.(down.text)
  }
  const send = (up) => pages.postMessage({ up: { language: 'fr', ...up } })
  const ask = (method, path, body = '') => new Promise((done) => {
    pending.set(++number, done)
    send({ ask: number, method, path, body })
  })
  const sit = async (table, seat, hear) => {
    const { code } = JSON.parse(await ask('POST', '/api/tables', JSON.stringify({ ...table, start: true })))
    const line = ++number
    const say = (message) => send({ say: line, text: JSON.stringify(message) })
    await new Promise((over, fail) => {
      setTimeout(fail, 300_000, new Error(`nothing more of ${table.game}`))
      lines.set(line, (text) => (text ? hear(text, say, over) : say({ do: 'hello', last: -1, era: 0, seat })))
      send({ connect: line, path: `/socket/${code}` })
    })
    send({ leave: line })
    return code
  }
  const play = async (table) => {
    let step = -1
    const code = await sit(table, null, (text, say, over) => {
      const { scene, ask } = JSON.parse(text)
      if (scene?.result) return over()
      if (!scene || !ask || scene.step <= step) return
      step = scene.step
      const choice = ask.choices[(step * 7) % ask.choices.length]
      say({ do: 'play', seat: scene.seat, action: choice.text, step, key: `move${step}` })
    })
    return ask('GET', `/api/tables/${code}/record`)
  }
  const look = async ([table, seat]) => {
    let seen = ''
    await sit(table, seat, (text, _, over) => JSON.parse(text).scene?.seat === seat && over((seen = text)))
    return seen
  }
  const answers = []
  for (const table of looks) answers.push(await look(table))
  for (const request of requests) answers.push(await ask(...request))
  return [...(await Promise.all(games.map(play))), ...answers]
}"""
"""Talks to the server as another page does, faster than a board: plays whole games side by side, and reads tables."""
WORKER = """async ([script, errands]) => {
  const manifest = JSON.parse(document.getElementById('site').textContent)
  const worker = new Worker(new URL(script, location.href), { type: 'module' })
  worker.postMessage({ manifest, root: new URL('.', location.href).href, role: 'search' })
  const outcomes = new Promise((done) => {
    const known = []
    worker.onmessage = ({ data }) => known.push([...data.outcome]) === errands.length && done(known)
  })
  errands.forEach((errand, n) => worker.postMessage({ number: n + 1, task: new Uint8Array(errand) }))
  return outcomes
}"""
"""A bots' worker of the test's own, which does errands."""
FINGERPRINT = """
import builtins, hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from meute.core.chance import Generator
from meute.match import Match
"""
FULL_DISK = """
let full = false
new BroadcastChannel('disk').onmessage = ({ data }) => (full = data)
const put = IDBObjectStore.prototype.put
IDBObjectStore.prototype.put = function (...what) {
  const answer = put.apply(this, what)
  if (full) this.transaction.abort()
  return answer
}
"""
"""A disk that is full as long as a page says so: the browser's own quota is looked at too seldom."""
FILL = "(full) => new BroadcastChannel('disk').postMessage(full)"
UNREADY = "Le jeu n’est pas arrivé en entier"
FORGETS = "Ce navigateur ne garde rien ici"
FULL = "Ce navigateur n’a plus de place"
RENEWED = "Une nouvelle version est là"
PERSIST = "navigator.storage.persist = async () => { localStorage.setItem('persist', 'asked'); return true }"
HOLD = """
const held = []
window.Worker = class extends Worker {
  postMessage(...message) {
    held.push(() => super.postMessage(...message))
  }
}
window.letGo = () => {
  Worker.prototype.postMessage = Object.getPrototypeOf(Worker.prototype).postMessage
  held.forEach((send) => send())
}
"""
"""The engine does not start before the test says so."""
OLDER = """() => Object.entries(localStorage).filter(([at]) => at.startsWith('meute.last.')).forEach(([name, kept]) =>
  localStorage.setItem(name, JSON.stringify({ ...JSON.parse(kept), version: 'older' })))"""
"""What the last visit left was written by an older version of the site."""
PLACES = "(parts) => parts.map((one) => ((box) => [box.x, box.y, box.width, box.height])(one.getBoundingClientRect()))"
OFFLINE = "() => navigator.serviceWorker.getRegistration().then((known) => Boolean(known?.active))"
"""Until the site is kept for visits without a network."""


def lead(page: Page) -> None:
    """A card that asks its player nothing more, and a land for it."""
    press(page.locator(f"{LIT}:not([data-place$='3'])").first)
    press(page.locator(f"{LIT}:not(.hand *)").first)


def whole_games() -> list[dict[str, Any]]:
    """A table of each game, with somebody who plays anything, against bots."""
    tables: list[dict[str, Any]] = []
    for game in GAMES.values():
        bots = [{"kind": "bot", "bot": "louveteau"}] * (game.min_seats - 1)
        options = {"turn_limit": "10"} if game.id == "wildlife" else {}
        tables.append({"game": game.id, "seats": [{"kind": "guest"}, *bots], "options": options})
    return tables


def twins() -> Iterator[tuple[tuple[dict[str, Any], int], tuple[dict[str, Any], int]]]:
    """Two tables that look the same from a seat, which the others' hidden things tell apart; of every game and seat."""
    rng = Generator(7)
    for game in GAMES.values():
        match = Match(game.id, ["Ana", "Bo", "Cleo"][: game.min_seats], seed=7)
        for seat in range(game.min_seats):
            for _ in range(8):
                to_act = match.seats_to_act()[0]
                match.play(to_act, match.state.random_action(to_act, Choices(), rng))
            worlds = match.state, match.view(seat).determinize(rng)
            seats = [{"kind": "here", "name": name} for name in match.seats]
            one, two = ({"game": game.id, "seats": seats, "position": game.write_position(world)} for world in worlds)
            yield (one, seat), (two, seat)


def unnamed(text: str) -> dict[str, Any]:
    """The message of a table without its name, nor the seals that are made from it."""
    return {**json.loads(text), "code": "", "word": "", "deal": None}


def upload(server: str, record: str) -> str:
    """A record into a real server, and out of it again."""
    request = urllib.request.Request(f"{server}/api/records", record.encode(), {"origin": server})
    with urllib.request.urlopen(request) as answer:
        code = json.load(answer)["code"]
    with urllib.request.urlopen(f"{server}/api/tables/{code}/record") as answer:
        return str(answer.read().decode())


def test_a_visit_and_the_next_one_without_a_network(drop_in: Opener, space: Space, server: str) -> None:
    page = drop_in()
    page.get_by_role("link", name="Jouer maintenant").click()
    page.wait_for_selector(LIT)
    assert choose(page)
    assert choose(page)
    page.wait_for_function(OFFLINE)
    page.wait_for_selector(LIT)
    cards = page.locator(".hand [data-place]").count()
    space.cut()
    page.reload()
    page.wait_for_selector(LIT)
    expect(page.locator(".hand [data-place]")).to_have_count(cards)
    page.goto(f"{space.url}#/learn/terres")
    page.get_by_role("button", name="Fournir la couleur").click()
    click_through(page)
    records = page.evaluate(DRIVE, {"games": whole_games()})
    assert [read_record(record).game for record in records] == list(GAMES)
    for record in records:
        assert replay(read_record(record)).result() == read_record(record).result
    there = [upload(server, record) for record in records]
    assert [read_record(record).result for record in there] == [read_record(record).result for record in records]
    answers = page.evaluate(DRIVE, {"requests": [["POST", "/api/records", record] for record in there]})
    codes = [json.loads(answer)["code"] for answer in answers]
    assert page.evaluate(DRIVE, {"requests": [["GET", f"/api/tables/{code}/record"] for code in codes]}) == there
    page.goto(f"{space.url}#/replay/{codes[-1]}")
    with page.expect_download() as loading:
        page.get_by_role("link", name="Télécharger").first.click()
    assert loading.value.path().read_text(encoding="utf-8") == there[-1]
    expect_nothing_hidden_is_told(page)
    expect_the_same_games_as_anywhere(page)
    space.open()


def expect_nothing_hidden_is_told(page: Page) -> None:
    """Whatever the others hold, the worker tells a seat the same."""
    tables = [look for pair in twins() for look in pair]
    found = page.evaluate(DRIVE, {"looks": tables})
    pairs = list(zip(tables[::2], tables[1::2], found[::2], found[1::2], strict=True))
    for _, _, one, two in pairs:
        assert unnamed(one) == unnamed(two)
    hiding = {one["game"] for (one, _), (two, _), _, _ in pairs if one["position"] != two["position"]}
    assert hiding >= {"terres", "wildlife", "traces"}


def expect_the_same_games_as_anywhere(page: Page) -> None:
    """The same seeds give the same games in a worker."""
    known_prints = json.loads((ROOT / "tests/properties/fingerprints.json").read_text(encoding="utf-8"))
    plain = [next(one for one in settings() if one.game == game and not one.options) for game in GAMES]
    source = [FINGERPRINT, f"MOST_STEPS = {MOST_STEPS}", getsource(Setting), getsource(walk), getsource(fingerprint)]
    question = f"builtins.found = {{str(one): fingerprint(one) for one in {plain!r}}}"
    errands: list[Any] = [(exec, ("\n".join([*source, question]), {})), (eval, ("found",))]
    script = next((SITE / "assets").glob("engine-*.js")).name
    outcomes = page.evaluate(WORKER, [f"assets/{script}", [list(pickle.dumps(errand)) for errand in errands]])
    found = pickle.loads(bytes(outcomes[1]))
    assert found == {str(one): known_prints[str(one)] for one in plain}


def test_one_screen_two_tabs_two_languages_and_a_phone(drop_in: Opener, space: Space, axe: str) -> None:
    page = drop_in("#/new/terres")
    page.get_by_text("Même écran", exact=True).click()
    page.get_by_role("button", name="Commencer").click()
    curtain, hand = page.locator(".curtain button"), page.locator(".hand [data-place]")
    curtain.click()
    expect(hand).to_have_count(13)
    leader = hand.first.get_attribute("data-place")
    lead(page)
    expect(curtain).to_be_visible()
    expect(hand).to_have_count(0)
    page.get_by_role("button", name="Défaire").click()
    expect(curtain).to_be_hidden()
    expect(hand).to_have_count(13)
    assert hand.first.get_attribute("data-place") == leader
    lead(page)
    curtain.click()
    expect(hand).to_have_count(13)

    other = page.context.new_page()
    other.set_default_timeout(ENGINE)
    other.goto(page.url)
    other.locator(".curtain button").click()
    other.wait_for_selector(LIT)
    page.close()
    other.goto(space.url)
    expect(other.locator(".line")).to_have_count(1)
    other.locator("header").get_by_text("EN", exact=True).click()
    expect(other.get_by_role("link", name="Play now")).to_be_visible()
    other.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    expect_no_sideways_scroll(other)
    assert faults(other, axe) == []


def test_nothing_is_offered_that_needs_others(drop_in: Opener, space: Space) -> None:
    page = drop_in()
    expect(page.get_by_text("personne d’autre ne la joue")).to_be_visible()
    expect(page.get_by_text("à distance")).to_have_count(0)
    expect(page.get_by_role("link", name="Inviter")).to_have_count(0)
    page.goto(f"{space.url}#/new/clan?friend=1")
    expect(page.get_by_role("button", name="Commencer")).to_be_visible()
    expect(page.get_by_text("Bot", exact=True).first).to_be_visible()
    expect(page.get_by_text("Ami", exact=True)).to_have_count(0)
    expect(page.get_by_text("Place ouverte")).to_have_count(0)


def test_a_returning_visitor_finds_everything_in_its_place(drop_in: Opener, space: Space) -> None:
    page = drop_in()
    page.context.add_init_script(PERSIST)
    page.reload()
    table = {"game": "terres", "seats": [{"kind": "guest"}, {"kind": "here"}], "start": True}
    requests = [["POST", "/api/tables", json.dumps(table)]] * 8 + [["POST", "/api/daily", '{"game": "clan"}']]
    me = ["POST", "/api/me", json.dumps({"name": "Ombeline", "language": "fr"})]
    page.evaluate(DRIVE, {"requests": [me, *requests]})
    page.reload()
    lines = page.locator(".mine li")
    expect(lines).to_have_count(6)
    assert page.evaluate("localStorage.getItem('persist')") is None, "there was no game to keep yet"
    lines.filter(has_text="Terres").first.click()
    page.wait_for_selector(".curtain button")
    assert page.evaluate("localStorage.getItem('persist')") == "asked"
    page.goto(space.url)
    expect(page.get_by_text("Commencée")).to_be_visible()

    page.context.add_init_script(HOLD)
    page.reload()
    expect(page.get_by_text("Ombeline")).to_be_visible()
    expect(page.get_by_role("region", name="Énigmes")).to_be_visible()
    parts = page.locator("main > *, .mine li")
    before = parts.evaluate_all(PLACES)
    assert len(before) > 6
    page.evaluate("letGo()")
    expect(page.get_by_text("Le jeu se prépare")).to_have_count(0)
    page.evaluate(DRIVE, {"requests": [["GET", "/api/home"], ["GET", "/api/daily"]]})  # after the page's own
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert parts.evaluate_all(PLACES) == before

    page.evaluate(OLDER)
    page.reload()
    expect(page.get_by_text("Vos parties arrivent…")).to_be_visible()
    room = page.locator(".mine").evaluate("(one) => one.offsetHeight")
    page.evaluate("letGo()")
    expect(lines).to_have_count(6)
    assert page.locator(".mine").evaluate("(one) => one.offsetHeight") == room


def test_who_was_here_before_reads_that_games_are_coming(drop_in: Opener, space: Space) -> None:
    page = drop_in()
    page.evaluate(DRIVE, {"requests": [["POST", "/api/me", json.dumps({"name": "Ombeline", "language": "fr"})]]})
    page.context.add_init_script(f"localStorage.clear(); localStorage.setItem('meute.visited', '1');{HOLD}")
    page.reload()
    expect(page.get_by_text("Vos parties arrivent…")).to_be_visible()
    expect(page.get_by_text("Aucune partie")).to_have_count(0)
    expect(page.get_by_text("Votre nom")).to_have_count(0)
    page.evaluate("letGo()")
    expect(page.get_by_text("Aucune partie")).to_be_visible()
    page.goto(f"{space.url}#/me")
    page.reload()
    name = page.get_by_label("Nom à la table")
    expect(name).to_have_value("")
    page.evaluate("letGo()")
    expect(name).to_have_value("Ombeline")


def test_what_goes_wrong_is_said_and_nothing_is_lost(browser: Browser, space: Space) -> None:
    context = browser.new_context(locale="fr-FR", reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(ENGINE)
    space.put_before_the_engine(FULL_DISK)
    space.breaking = "*.bin"
    page.goto(space.url)
    note = page.locator(".note[role=alert]")
    expect(note).to_contain_text(UNREADY)
    expect(page.get_by_role("link", name="Jouer maintenant")).to_be_visible()
    space.breaking = ""
    note.get_by_role("button", name="Réessayer").click()
    page.get_by_role("link", name="Jouer maintenant").click()
    page.wait_for_selector(LIT)

    hand = page.locator(".hand [data-place]")
    cards = hand.count()
    page.evaluate(FILL, True)
    lead(page)
    expect(note).to_contain_text(FULL)
    expect(hand).to_have_count(cards)
    page.evaluate(FILL, False)  # the page tries again by itself
    expect(hand).to_have_count(cards - 1)
    note.get_by_role("button").click()

    page.wait_for_function(OFFLINE)
    space.renew()
    page.evaluate("() => navigator.serviceWorker.getRegistration().then((known) => known.update()).then(() => true)")
    expect(note).to_contain_text(RENEWED)
    page.evaluate("(root) => caches.delete(`meute engine ${root}`)", space.url)
    context.new_cdp_session(page).send("Network.clearBrowserCache")
    page.reload()
    expect(note).to_contain_text(UNREADY)
    note.get_by_role("button", name="Réessayer").click()
    expect(page.locator("html[data-newer]")).to_have_count(1)
    page.wait_for_selector(LIT)
    expect(hand).to_have_count(cards - 1)
    context.close()


def test_a_browser_that_keeps_nothing_says_so_and_plays(browser: Browser, space: Space) -> None:
    space.put_before_the_engine("Object.defineProperty(self, 'indexedDB', { get() { throw new DOMException('no') } });")
    context = browser.new_context(locale="fr-FR")
    page = context.new_page()
    page.set_default_timeout(ENGINE)
    page.goto(f"{space.url}#/new/terres")
    page.get_by_role("button", name="Commencer").click()
    expect(page.get_by_role("alert")).to_contain_text(FORGETS, timeout=ENGINE)
    page.get_by_role("alert").get_by_role("button").click()
    page.wait_for_selector(LIT)
    assert choose(page)
    context.close()
