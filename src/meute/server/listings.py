"""Lists for the page: games with their options, bots, rules pages, and a guest's tables."""

import re
from functools import cache

import msgspec

from meute.bots import LEVELS
from meute.core.box import sources
from meute.core.game import Game
from meute.core.options import Option
from meute.games import GAMES
from meute.learn import examples, lessons
from meute.server.messages.responses import (
    BotSent,
    GameSent,
    OptionSent,
    RulesSent,
    SectionSent,
    SourceSent,
    TableSummarySent,
)
from meute.server.refusal import Refusal
from meute.server.store.models import StoredTable, TableSummary
from meute.text.catalogue import MARK
from meute.text.rules import HEADING, rulebook_headings, rules_page

STAND_IN = "rodeur"
"""The bot level for open seats and absent players."""

BOOK_PREFIX = "book."
"""Prefix of the names of the rulebook's examples, so that none equals a lesson's name."""

TITLE = re.compile(r"^# .*$", re.MULTILINE)


def games_sent() -> list[GameSent]:
    return [game_sent(game) for game in GAMES.values()]


def game_sent(game: Game) -> GameSent:
    return GameSent(
        id=game.id,
        fewest=game.min_seats,
        most=game.max_seats,
        minutes=game.minutes,
        options=[option_sent(option) for option in game.options],
        orders=list(game.standing_orders),
    )


def option_sent(option: Option) -> OptionSent:
    low, high = option.limits() or (None, None)
    return OptionSent(
        name=option.name, values=list(option.values), default=option.default, seats=option.seats, low=low, high=high
    )


def bots_sent() -> list[BotSent]:
    """Bot levels, weakest first."""
    return [BotSent(name=name, strength=strength) for strength, name in enumerate(LEVELS, start=1)]


@cache
def rules_sent(game: str, language: str) -> RulesSent:
    """The rules page of a game."""
    page = rules_page(game, language)
    if page is None:
        raise Refusal("not_found")
    rows = [{"part": part, "source": source} for part, source in sources(GAMES[game].box())]
    found = msgspec.convert(rows, list[SourceSent])
    return RulesSent(game=game, language=language, sections=sections(game, page), sources=found)


def sections(game: str, text: str) -> list[SectionSent]:
    """Splits a rules page at its headings (the introduction joins the first section) and renders Markdown; raw HTML is
    escaped."""
    from markdown_it import MarkdownIt  # slow to import, and needed only for rules pages

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    before, *parts = HEADING.split(TITLE.sub("", text, count=1))
    found = [
        SectionSent(
            id=slug(heading),
            heading=heading,
            printed=rulebook_headings(note),
            html=with_mark_spans(markdown.render(body)),
            examples=[
                *(f"{BOOK_PREFIX}{one.name}" for one in examples(game) if one.teaches in rulebook_headings(note)),
                *(lesson.name for lesson in lessons(game) if lesson.teaches in rulebook_headings(note)),
            ],
        )
        for heading, note, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    ]
    found[0].html = with_mark_spans(markdown.render(before)) + found[0].html
    return found


def with_mark_spans(html: str) -> str:
    """Wraps marked components in spans, so that the page can draw their symbols."""
    return MARK.sub(r'<span data-mark="\1">\2</span>', html)


def slug(heading: str) -> str:
    """A heading as a URL fragment."""
    return re.sub(r"[^\w]+", "-", heading.lower()).strip("-")


def is_offered(table: StoredTable, guest: str) -> bool:
    """Whether a rematch offer waits for a guest's answer."""
    if not table.agreed or table.rematch:
        return False
    return any(seat.guest == guest and number not in table.agreed for number, seat in enumerate(table.seats))


def table_line_sent(line: TableSummary, guest: str) -> TableSummarySent:
    """A table as an entry of a guest's list of games."""
    table, to_act = line.table, line.standing.asked if line.table.phase == "playing" else []
    return TableSummarySent(
        code=table.code,
        game=table.game,
        phase=table.phase,
        seats=[seat.name for seat in table.seats],
        bots=[seat.bot if seat.kind == "bot" else "" for seat in table.seats],
        mine=[number for number, seat in enumerate(table.seats) if seat.guest == guest],
        invited=table.phase == "lobby" and any(seat.invited == guest for seat in table.seats),
        offered=is_offered(table, guest),
        my_turn=any(table.seats[number].guest == guest for number in to_act),
        waiting_for=[table.seats[number].name for number in to_act],
        progress=line.standing.progress,
        changed=line.changed,
    )
