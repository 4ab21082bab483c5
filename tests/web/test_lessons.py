"""Lessons in a browser: each is clicked through by the pointed places alone."""

import re
from typing import Any

import pytest
from helpers.players import (
    ANSWER,
    DESKTOP,
    LAPTOP,
    LIT,
    PATIENCE,
    PHONE,
    answer,
    expect_no_sideways_scroll,
    new_table,
)
from playwright.sync_api import Page, expect
from web.conftest import Opener

from meute.games import GAMES
from meute.learn import lessons, puzzles

BAR = "[data-lesson]"
RING = ".ring:not(.soft)"
SHOW = re.compile("Montrez-moi|Show me")
NEXT = re.compile("Suivante|Next")
MOST = 60
"""Presses that a lesson takes at most."""
FEW = {"terres": 3, "aventure": 3, "traces": 6}
"""Where many puzzles ask the same, so many are clicked through; of other games, all."""
CELLS = {f"{column}{row}" for column in "abcdefghi" for row in range(1, 10)}
COME = """([before, patience]) => new Promise(come => {
  const until = performance.now() + patience
  let last = '', same = 0
  const look = () => {
    const bar = document.querySelector('[data-lesson]')
    const at = bar ? `${bar.dataset.lesson} ${bar.dataset.at}` : before
    const ring = document.querySelector('.ring:not(.soft)')?.getBoundingClientRect()
    const here = ring ? `${at} ${ring.x} ${ring.y}` : ''
    same = here && here === last ? same + 1 : 0
    last = here
    if (bar?.dataset.done === 'true') come({ is: 'done', at })
    else if (at !== before && bar.dataset.hidden === 'true') come({ is: 'hidden', at: before })
    else if (at !== before && same > 2) come({ is: 'ring', at, x: ring.x, y: ring.y, w: ring.width, h: ring.height })
    else if (performance.now() > until) come({ is: 'nothing', at })
    else requestAnimationFrame(look)
  }
  look()
})"""
"""What comes after a press: the end, a task without rings, or a ring that rests: maps bring it into sight."""


def press_pointed(page: Page, before: str = "") -> str:
    """Presses what is pointed at, once; says where the lesson was, or nothing if it is over."""
    come = page.evaluate(COME, [before, 1000 * PATIENCE])
    if come["is"] == "hidden":
        page.locator(BAR).get_by_role("button", name=SHOW).click()
        come = page.evaluate(COME, [before, 1000 * PATIENCE])
    if come["is"] == "done":
        return ""
    assert come["is"] == "ring", f"nothing is pointed at after {before}"
    size = page.viewport_size
    assert size is not None
    x, y = come["x"] + come["w"] / 2, come["y"] + come["h"] / 2
    assert 0 < x < size["width"], "what is pointed at is in sight"
    assert 0 < y < size["height"], "what is pointed at is in sight"
    page.mouse.click(x, y)
    return str(come["at"])


def click_through(page: Page) -> None:
    """One lesson, to its end."""
    at = ""
    for _ in range(MOST):
        at = press_pointed(page, at)
        if not at:
            return
    raise AssertionError("the lesson does not end")


@pytest.mark.parametrize(("size", "language"), [(DESKTOP, "fr"), (PHONE, "en")], ids=["desktop-fr", "phone-en"])
def test_every_lesson_is_done_by_the_pointed_places_alone(visit: Opener, size: dict[str, int], language: str) -> None:
    more: dict[str, Any] = {"has_touch": True, "is_mobile": True} if size is PHONE else {}
    page = visit("/learn", viewport=size, locale=language, **more)
    for game in GAMES:
        page.goto(f"/learn/{game}")
        page.locator(".lesson").first.click()
        for lesson in lessons(game):
            page.wait_for_selector(f"[data-lesson={lesson.name}]")
            click_through(page)
            expect_no_sideways_scroll(page)
            if lesson is not lessons(game)[-1]:
                page.get_by_role("button", name=NEXT).click()
    page.goto("/learn")
    expect(page.locator(".lesson .done")).to_have_count(sum(len(lessons(game)) for game in GAMES))


def test_puzzles_are_solved_by_the_pointed_places_alone(visit: Opener) -> None:
    page = visit("/learn")
    again = page.get_by_role("button", name="Reprendre une énigme manquée")
    for game in filter(puzzles, GAMES):
        for puzzle in puzzles(game)[: FEW.get(game)]:
            page.goto(f"/learn/{game}")
            page.locator(".puzzles button").nth(puzzle.number - 1).click()
            page.wait_for_selector(f"[data-lesson='{puzzle.name}']")
            click_through(page)
            expect(page.locator(BAR)).to_contain_text("Trouvé")
        if game in FEW:
            expect(page.get_by_role("button", name="Énigme suivante")).to_be_visible()
            expect(again).to_have_count(0)
        else:
            expect(page.locator(BAR)).to_contain_text(f"Vous avez vu les {len(puzzles(game))}")
            again.click()
            page.wait_for_selector(f"[data-lesson='{puzzles(game)[0].name}']")
    for path in ("/learn", "/"):
        page.goto(path)
        expect(page.get_by_role("region", name="Énigmes")).to_contain_text(re.compile(r"Votre cote\W+\d+"))
    page.get_by_role("button", name="L’énigme du jour").click()
    page.wait_for_selector(BAR)


def test_a_puzzle_does_not_print_its_answer_on_the_board(visit: Opener) -> None:
    """What a card would bring in each cell is the question, until the learner asks to be shown."""
    placing = next(one for one in puzzles("aventure") if one.steps[0].expect[0] in CELLS)
    page = visit("/learn/aventure")
    page.locator(".puzzles button").nth(placing.number - 1).click()
    page.wait_for_selector(f"[data-lesson='{placing.name}']")
    page.wait_for_selector(LIT)
    numbers = page.locator(".grid :is(.gain, .here, .tag), .boxed .tag")
    spoken = page.get_by_role("button", name=re.compile(r"point", re.IGNORECASE)).and_(page.locator(LIT))
    for cell in page.locator(f".grid {LIT}").all():
        cell.hover()
        expect(page.locator(".ghost")).to_have_count(1)
        expect(numbers).to_have_count(0)
    expect(spoken).to_have_count(0)
    page.locator(BAR).get_by_role("button", name=SHOW).click()
    expect(numbers.first).to_be_visible()
    expect(spoken.first).to_be_visible()


GUIDE = re.compile("Votre guide|Your guide")


@pytest.mark.parametrize("game", list(GAMES))
def test_the_guide_says_each_thing_once_and_goes_quiet(visit: Opener, game: str) -> None:
    page = visit(viewport=LAPTOP)
    bots = [{"kind": "bot", "bot": "random"}] * (GAMES[game].min_seats - 1)
    page.goto(f"/table/{new_table(page, {'kind': 'guest'}, *bots, game=game)}")
    guide = page.get_by_role("region", name=GUIDE)
    page.wait_for_selector(f"{LIT}, {ANSWER}")
    expect(guide).to_be_in_viewport(ratio=1)
    before = guide.bounding_box()
    said: list[str] = []
    for _ in range(8):
        page.wait_for_selector(f"{LIT}, {ANSWER}")
        note = guide.inner_text() if guide.and_(page.locator(":not(.quiet)")).count() else ""
        if note and note != (said[-1] if said else ""):
            assert note not in said, "said twice"
            said.append(note)
        answer(page)
    assert said
    assert guide.bounding_box() == before, "nothing moves when it speaks"
    page.get_by_role("button", name="Continuer sans guide").click()
    expect(guide).to_have_count(0)
    page.set_viewport_size(PHONE)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Expliquer la partie").click()
    page.wait_for_selector(f"{LIT}, {ANSWER}")
    # on a phone it speaks in the question's box
    expect(page.locator(".prompt [data-guide]")).to_have_count(1)
    expect(guide).to_have_count(0)


def test_a_wrong_try_is_answered_shown_and_taken_back(visit: Opener) -> None:
    page = visit("/learn/terres")
    page.get_by_role("button", name="Fournir la couleur").click()
    page.locator("[data-place='card.o7']").click(position={"x": 14, "y": 20}, force=True)
    expect(page.locator(".said").last).to_contain_text("Il faut fournir")
    page.get_by_role("button", name="Compris").click()
    press_pointed(page, press_pointed(page))
    hidden = page.locator(".board-area [data-place='claw.cavernes.0']")
    hidden.click()
    bar = page.locator(BAR)
    expect(bar).to_contain_text("sans savoir laquelle")
    expect(bar).to_contain_text("Vous prenez une griffure cachée")
    bar.get_by_role("button", name="Reprendre le coup").click()
    expect(bar).to_contain_text("Prenez la griffure visible")
    page.reload()
    expect(bar).to_contain_text("Prenez la griffure visible")
    bar.get_by_role("button", name="Montrez-moi").click()
    page.keyboard.press("Enter")
    expect(bar).to_contain_text("Posez-la")
    bar.get_by_role("button", name="Recommencer").click()
    expect(bar).to_contain_text("Grimaud mène un 6 rouge")
    bar.get_by_role("button", name="Quitter").click()
    expect(page.get_by_role("button", name="Commencée")).to_be_visible()
    page.goto("/")
    expect(page.locator(".line")).to_have_count(0)


def test_rules_are_searched_over_all_games_and_drawn_with_signs_and_examples(visit: Opener) -> None:
    page = visit("/rules/terres")
    expect(page.locator("nav a")).to_have_count(len(GAMES))
    page.get_by_role("searchbox").fill("loup solitaire")
    hit = page.locator("search a", has_text="Effets des griffures")
    expect(hit).to_contain_text("Terres")
    hit.click()
    section = page.locator("details[open]", has_text="Retourner le jeton")
    expect(section.locator("[data-mark] svg").first).to_be_visible()
    page.locator("summary", has_text="Jouer un pli").click()
    example = page.locator("[data-example=follow]")
    example.scroll_into_view_if_needed()
    expect(example.locator("[data-place]").first).to_be_visible()
    example.get_by_role("button", name="Jouer cette leçon").click()
    expect(page.locator("[data-lesson=follow]")).to_be_visible()
