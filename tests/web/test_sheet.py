"""The score sheet as people read it."""

from collections.abc import Callable

import pytest
from helpers.players import DESKTOP, LAPTOP, PHONE, SHEET, expect_whole, finished_table, new_table
from playwright.sync_api import Locator, Page, expect

Visit = Callable[..., Page]
ME = {"kind": "guest"}
BOT = {"kind": "bot", "bot": "random"}
CONTRASTS = """lines => {
  const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
  const light = (colour) => {
    const pen = new OffscreenCanvas(1, 1).getContext('2d')
    pen.fillStyle = colour
    pen.fillRect(0, 0, 1, 1)
    const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((v) => linear(v / 255))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
  }
  return lines.map((line) => {
    const ground = getComputedStyle(line.closest('.panel')).backgroundColor
    const [dark, bright] = [light(getComputedStyle(line).stroke), light(ground)].sort((a, b) => a - b)
    return bright / dark
  })
}"""
"""Of each line to the panel that it is drawn on."""


LEVEL = """() => {
    const right = (parts) => [...document.querySelectorAll(parts)].map((one) => one.getBoundingClientRect().right)
    const totals = right('.totals p')
    return right('.rows .head').every((head, seat) => Math.abs(head - totals[seat]) < 2)
}"""
"""Totals end where their columns do: both at the same moment, since bots play meanwhile."""


def right(part: Locator) -> float:
    box = part.bounding_box()
    assert box is not None
    return box["x"] + box["width"]


@pytest.mark.parametrize(("game", "seats"), [("clan", 4), ("wildlife", 3)])
def test_totals_stand_under_their_columns_with_names(visit: Visit, game: str, seats: int) -> None:
    page = visit()
    page.goto(f"/table/{new_table(page, ME, *[BOT] * (seats - 1), game=game)}")
    page.locator("header button.seat").first.click()
    heads = page.locator(".rows .head")
    totals = page.locator(".totals p")
    expect(totals).to_have_count(seats)
    for view in (DESKTOP, LAPTOP, PHONE):
        page.set_viewport_size({"width": view["width"], "height": view["height"]})
        page.wait_for_function(LEVEL)
        for head, total in zip(heads.all(), totals.all(), strict=True):
            assert head.inner_text().split()[-1] in total.inner_text()
            if view != PHONE:
                expect(total).to_be_in_viewport(ratio=1)
        expect_whole(page.locator("header .seat .who :is(b, small)"))
    points = [text.split()[-1] for text in totals.all_inner_texts()]
    assert points == [text.split()[0] for text in page.locator("header .seat strong").all_inner_texts()]


@pytest.mark.parametrize("game", ["terres", "aventure"])
def test_what_to_do_next_is_above_the_fold_and_totals_below_their_sides(visit: Visit, game: str) -> None:
    page = visit()
    page.goto(f"/table/{finished_table(page, game)}")
    page.wait_for_selector(SHEET)
    for view in (DESKTOP, LAPTOP, PHONE):
        page.set_viewport_size({"width": view["width"], "height": view["height"]})
        for name in ("Revoir", "Partager"):
            expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
        if game == "terres":
            for n, name in enumerate(("seat 1", "seat 2")):
                total = page.locator(".totals p").nth(n)
                expect(total).to_contain_text(name)
                assert abs(right(page.locator(".rows li .side").nth(n)) - right(total)) < 2
                if view != PHONE:
                    expect(total).to_be_in_viewport(ratio=1)


def test_the_curve_has_the_colours_of_the_packs_and_round_numbers(visit: Visit) -> None:
    page = visit()
    page.goto(f"/table/{finished_table(page, 'clan')}")
    curve = page.get_by_role("img", name="La partie")
    curve.wait_for()
    drawn = page.locator(".legend path[stroke]").evaluate_all("all => all.map((one) => getComputedStyle(one).stroke)")
    pieces = page.locator(".rows .head svg")
    for n, colour in enumerate(drawn):
        inks = pieces.nth(n).locator("*").evaluate_all("all => all.map((one) => getComputedStyle(one).stroke)")
        assert colour in inks
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        assert all(contrast >= 3 for contrast in page.locator(".legend path[stroke]").evaluate_all(CONTRASTS)), scheme
    ticks = curve.locator("text[text-anchor=end]").all_text_contents()
    assert len(ticks) > 2
    assert not any(int(tick) % 5 for tick in ticks)
