"""Whole recorded games entered by hand in a browser, as at a real table: taps per turn, and the same result.

python bench/by_hand.py [GAME ...] [--record NAME] [--pictures FOLDER]

One phone (390 x 844) in the middle. A script taps what a person would: the picture of what was drawn, and the places of
each decision. Every 40th entry is first entered wrongly and taken back, and once the page is loaded anew. Run it with
the development environment (`python3 dev.py setup`, and `python3 dev.py browser` once, which builds the page).
"""

import argparse
import os
import sys
import tempfile
import time
from collections import defaultdict
from itertools import groupby
from pathlib import Path

from playwright.sync_api import Error, FloatRect, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
from helpers.players import PHONE  # noqa: E402
from helpers.record_collection import recorded  # noqa: E402
from web.conftest import FLAGS, serving  # noqa: E402

from meute.core.seats import CHANCE  # noqa: E402
from meute.games import GAMES  # noqa: E402
from meute.match import Match, Record, read_record  # noqa: E402

PATIENCE = 90_000
"""Milliseconds to wait for a question."""
SEEN = 6.0
"""Seconds after which a tap that nothing answered is repeated."""
ABSENT = 6
"""Looks, one after another, at which a place that was tapped is not asked for any more."""
STILL = 60
"""Milliseconds that a place does not move before it is tapped."""
SLIP_EVERY = 40
SEAL, ANYWAY = "J’ai fini", "Finir quand même"
LIT = "[data-rove=pickable]"
GO_ON = ".prompt button:text-is('Continuer')"
OPEN = ".curtain button"
SLIP = "[data-slip], .strip button:has-text('trompé'), .prompt button:has-text('trompé')"


class Hand:
    """A person at the table with the phone in the middle."""

    def __init__(self, page: Page, record: Record) -> None:
        self.page = page
        self.record = record
        self.match = Match(
            record.game, record.seats, record.options, seed=None, box=record.box or None, version=record.version
        )
        self.kept = set(self.match.game.secret_draws)
        self.moves = [(seat, text) for seat, text in record.moves if self.kind(text) not in self.kept]
        """What people enter: hands stay in their hands."""
        self.taps: dict[str, list[int]] = defaultdict(list)
        self.now = 0
        """Taps of the current entry."""
        self.turns: list[tuple[int, int]] = []
        """The seat and the taps of each decision."""
        self.code = ""

    def kind(self, text: str) -> str:
        """The kind of action of a move."""
        return self.match.game.codec.kind(self.match.game.codec.read(text)).name

    def tap(self, selector: str, counts: bool = True) -> None:
        """Taps the visible one of the elements."""
        found = self.page.locator(f"{selector} >> visible=true").first
        box: FloatRect | None = None
        before: FloatRect | None = None
        while box is None or box != before:  # a new question moves things, or replaces them
            found.wait_for(timeout=PATIENCE)
            try:
                found.scroll_into_view_if_needed(timeout=1000)
                before = box
                self.page.wait_for_timeout(STILL)
                box = found.bounding_box(timeout=1000)
            except Error:
                box = None
        assert box is not None
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.now += counts

    def ready(self, *selectors: str) -> None:
        """Waits for a question; opens the curtain and goes on past what is told."""
        wanted = ", ".join(selectors)
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            for kind, other in (("continue", GO_ON), ("curtain", OPEN)):
                found = self.page.locator(f"{other} >> visible=true").first
                if not found.count():
                    continue
                try:  # what is told may end by itself
                    found.tap(timeout=1500)
                    self.taps[kind].append(1)
                except Error:
                    pass
            if self.page.locator(f":is({wanted}) >> visible=true").count():
                return
            self.page.wait_for_timeout(15)
        raise AssertionError(f"not asked: {wanted}")

    def draw(self, text: str) -> None:
        """Enters what was drawn."""
        self.ready(".draw")
        outcome = f"[data-outcome='{text}']"
        if not self.page.locator(outcome).count():
            action = self.match.game.codec.read(text)
            icons = self.match.game.picture(self.match.state, action)["icons"]
            shown = {icon: self.page.locator(f"[data-sign='icon.{icon}']").count() for icon in icons}
            self.tap(f"[data-sign='icon.{next(icon for icon in icons if shown[icon])}']")
        before = self.steps()
        for _ in range(3):
            self.tap(outcome)
            if self.is_taken(outcome, before):
                break

    def decide(self, seat: int, text: str) -> None:
        """Enters a decision by its places."""
        action = self.match.game.codec.read(text)
        places = self.match.game.targets(self.match.view(seat).state, seat, action)
        for place in places or (text,):
            target = f".board-area [data-place='{place}']"
            lit = f"{target}:is({LIT}, .prompt *, .strip *)"
            self.ready(lit)
            before = self.steps()
            for _ in range(3):  # the first touch of a small place comes closer, or shows what it will do
                self.tap(lit)
                if self.is_taken(lit, before):
                    break

    def steps(self) -> int:
        """How many steps the server has."""
        return int(self.page.context.request.get(f"/api/tables/{self.code}/turn?seat=0").json()["step"])

    def is_taken(self, lit: str, before: int) -> bool:
        """Whether a tap was answered: the place is not asked for any more, or the game went on."""
        end, absent = time.monotonic() + SEEN, 0
        while time.monotonic() < end:
            if self.steps() != before:
                return True
            # while a map comes closer, its places are not there for a moment
            absent = 0 if self.page.locator(f"{lit} >> visible=true").count() else absent + 1
            if absent > ABSENT:
                return True
            self.page.wait_for_timeout(60)
        return False

    def plan(self, texts: list[str]) -> None:
        """Enters a whole plan of Traces: each token where the cursor waits for it, or on its box."""
        for text in texts:
            box, token = text.split("=")
            if token == "-":
                continue
            cell = f"[data-cell='cell.{box[0]}.{box[1:]}']"
            self.ready(cell)
            if not self.page.locator(f".at{cell}, .at {cell}").count():
                self.tap(cell)
            self.tap(f".tokens .chip >> nth={int(token) - 1}")
        before = self.steps()
        while self.steps() == before:  # a plan that costs a wolf its life is asked about
            self.tap(f"button:text-is('{SEAL}'), button:text-is('{ANYWAY}')")
            self.is_taken("[data-cell]", before)

    def deal(self) -> None:
        """Deals in the record's order what nobody enters."""
        while self.match.state.awaits_chance():
            seat, text = self.record.moves[len(self.match.steps)]
            if self.kind(text) not in self.kept:
                return
            self.match.apply(seat, self.match.game.codec.read(text))

    def slip(self, text: str) -> None:
        """Enters something else, and takes it back."""
        self.ready(".draw")
        other = next((a for a in self.match.state.choices(CHANCE) if self.match.game.codec.text(a) != text), None)
        if other is None:
            return
        self.draw(self.match.game.codec.text(other))
        self.page.wait_for_timeout(150)
        self.ready("[data-slip]", ".strip", ".prompt")
        self.tap(SLIP)
        self.ready("[data-outcome].undone", "[data-sign]")
        self.page.wait_for_timeout(200)
        self.taps["slip"].append(1)
        self.now = 0

    def enter_all(self, pictures: Path | None) -> None:
        moves = self.moves
        n = 0
        while n < len(moves):
            seat, text = moves[n]
            self.now = 0
            self.deal()
            kind = self.kind(text)
            if seat == CHANCE:
                if n % SLIP_EVERY == SLIP_EVERY - 1:
                    self.slip(text)
                self.draw(text)
                self.taps[f"draw {kind}"].append(self.now)
                many = 1
            elif kind == "place" and self.record.game == "traces":
                many = 1
                while n + many < len(moves) and moves[n + many][0] == seat and "=" in moves[n + many][1]:
                    many += 1
                self.plan([one for _, one in moves[n : n + many]])
                self.taps["plan"].append(self.now)
            else:
                self.decide(seat, text)
                many = 1
                self.taps[f"{kind}"].append(self.now)
                self.turns.append((seat, self.now))
            for past_seat, past in moves[n : n + many]:
                self.match.apply(past_seat, self.match.game.codec.read(past))
            self.deal()
            n += many
            self.wait_until_stored()
            if n == len(moves) // 2 and pictures:
                self.page.screenshot(path=str(pictures / f"{self.record.game}.png"))
            if n == len(moves) // 2:
                self.page.reload()

    def wait_until_stored(self) -> None:
        """Waits until the server has all that was entered; parts of a choice stay on the page until it is whole."""
        top = self.match.state.top
        if top is not None and top.is_mid_move() and not self.match.state.awaits_chance():
            return
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            step = self.steps()
            if step == len(self.match.steps):
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"the table has {step} steps, not {len(self.match.steps)}")


def play(page: Page, address: str, name: str, pictures: Path | None) -> Hand:
    """Enters a recorded game; fails unless the table has its result."""
    record = read_record(recorded(name))
    seats = [{"kind": "guest"}] + [{"kind": "here", "name": seat} for seat in record.seats[1:]]
    asked = {"game": record.game, "seats": seats, "options": record.options, "start": True, "by_hand": True}
    page.goto("/")
    answer = page.context.request.post("/api/tables", data=asked, headers={"origin": address})
    assert answer.ok, answer.text()
    code = answer.json()["code"]
    page.goto(f"/table/{code}")
    hand = Hand(page, record)
    hand.code = code
    hand.enter_all(pictures)
    page.locator(".sheet .rows").wait_for(timeout=PATIENCE)
    said = page.context.request.get(f"/api/tables/{code}/record").text()
    entered = read_record(said)
    assert [move for move in entered.moves if hand.kind(move[1]) not in hand.kept] == hand.moves, "the moves differ"
    assert entered.result == record.result, "the result differs"
    return hand


def report(game: str, hand: Hand, seconds: float) -> None:
    """Prints taps by kind of entry, and per turn of a seat."""
    for kind, taps in sorted(hand.taps.items()):
        print(f"{game:9} {kind:18} {len(taps):5} entries  mean {sum(taps) / len(taps):.2f}  most {max(taps)}")
    turns = [sum(taps for _, taps in own) for _, own in groupby(hand.turns, key=lambda turn: turn[0])]
    if turns:
        print(f"{game:9} {'a turn':18} {len(turns):5} turns    mean {sum(turns) / len(turns):.2f}  most {max(turns)}")
    print(f"{game:9} same record and result, {seconds:.0f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--pictures", type=Path)
    wanted = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=os.environ.get("MEUTE_CHROMIUM"), args=list(FLAGS))
        for game in wanted.games:
            context = browser.new_context(
                base_url=address, viewport=PHONE, locale="fr-FR", reduced_motion="reduce", has_touch=True
            )
            context.add_init_script(
                "localStorage.setItem('meute.pace', 'fast'); localStorage.setItem('meute.coach', 'off')"
            )
            context.request.post("/api/me", data={"name": "seat 1", "language": "fr"}, headers={"origin": address})
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            began = time.monotonic()
            try:
                hand = play(page, address, f"{game}-{GAMES[game].min_seats}-plain-0", wanted.pictures)
                report(game, hand, time.monotonic() - began)
            except Exception:
                page.screenshot(path=f"/tmp/fail_{game}.png")
                raise
            context.close()


if __name__ == "__main__":
    main()
