"""Help stands beside the board: at a question, nothing lies on what may be chosen, and a phone shows all of it."""

import time

from helpers.players import LAPTOP, LIT, PATIENCE, PHONE
from playwright.sync_api import Page

HELP = ".advice-card, .board-area > .prompt, .tools, .about, header, .aside, .toasts"
PROBLEMS = """async ([lit, help]) => {
  // maps frame their places in the next frame
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  if (document.querySelector('.sheet')) return []
  const found = []
  const drawn = [...document.querySelectorAll(lit)].filter((one) => one.getBoundingClientRect().width)
  // the own area scrolls to its lower places
  const own = document.querySelector('.board-area > .own')?.getBoundingClientRect()
  const below = (one) => one.matches('.own *') && one.getBoundingClientRect().bottom > own.bottom
  if (drawn.length && drawn.every(below)) found.push('nothing is in sight')
  for (const one of drawn.filter((one) => !below(one))) {
    const { x, y, width, height } = one.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    const over = top?.closest(help)
    const name = one.dataset.place ?? one.getAttribute('aria-label')
    if (over && !over.contains(one)) found.push(`${name} lies under ${over.className}`)
    else if (!top || (one.matches('.board *') && !one.contains(top) && !top.closest('.piece')))
      found.push(`${name} is out of sight`)
  }
  const { scrollHeight, scrollWidth } = document.documentElement
  if (scrollHeight > innerHeight || scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} x ${scrollHeight}`)
  return found
}"""
"""What lies on places that may be chosen, and whether the page is larger than the screen."""


def expect_clear(page: Page) -> None:
    """Wait until nothing lies on what may be chosen."""
    end = time.monotonic() + PATIENCE
    while found := page.evaluate(PROBLEMS, [LIT, HELP]):
        assert time.monotonic() < end, f"{page.viewport_size}: {found}"
        page.wait_for_timeout(20)


def expect_clear_on_both(page: Page) -> None:
    """The same question on a phone, then on a laptop."""
    for size, drawn in ((PHONE, ".table.phone"), (LAPTOP, ".table:not(.phone)")):
        page.set_viewport_size(size)
        page.wait_for_selector(drawn)
        expect_clear(page)


def expect_hint_beside(page: Page) -> None:
    """Ask the alpha by key: its answer covers nothing of the question, on a phone, either."""
    page.keyboard.press("h")
    page.wait_for_selector("[data-advice] .choice")
    expect_clear_on_both(page)
    page.keyboard.press("h")
    page.wait_for_selector("[data-advice]", state="detached")
