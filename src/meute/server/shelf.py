"""The games on the shelf, the bots beside them, the pages of their rules, and the games that a guest has begun."""

import re
from functools import cache

import msgspec

from meute.bots import LEVELS
from meute.core.box import sources
from meute.core.game import Game
from meute.core.options import Number, Option
from meute.games import GAMES
from meute.learn import examples, lessons
from meute.server.messages.sent import (
    BotSent,
    GameSent,
    OptionSent,
    RulesSent,
    SectionSent,
    SourceSent,
    TableLineSent,
)
from meute.server.refusal import Refusal
from meute.server.store import Line
from meute.text.catalogue import MARK
from meute.text.rules import HEADING, printed, rules_page

STAND_IN = "rodeur"
"""The bot that takes open and absent seats."""

BOOK = "book."
"""Begins the names of the rulebook's own examples, so that none is that of a lesson."""

TITLE = re.compile(r"^# .*$", re.MULTILINE)


def games_sent() -> list[GameSent]:
    """The whole shelf."""
    return [game_sent(game) for game in GAMES.values()]


def game_sent(game: Game) -> GameSent:
    """One game on the shelf."""
    return GameSent(
        id=game.id,
        fewest=game.fewest,
        most=game.most,
        minutes=game.minutes,
        options=[option_sent(option) for option in game.options],
        orders=list(game.orders),
    )


def option_sent(option: Option) -> OptionSent:
    """A variant or ruling."""
    low, high = (option.low, option.high) if isinstance(option, Number) else (None, None)
    return OptionSent(name=option.name, values=list(option.values), default=option.default, low=low, high=high)


def bots_sent() -> list[BotSent]:
    """The computer players, the weakest first."""
    return [BotSent(name=name, strength=strength) for strength, name in enumerate(LEVELS, start=1)]


@cache
def rules_sent(game: str, language: str) -> RulesSent:
    """The rules page of a game."""
    page = rules_page(game, language)
    if page is None:
        raise Refusal("not_found")
    told = [{"part": part, "source": source} for part, source in sources(GAMES[game].box())]
    found = msgspec.convert(told, list[SourceSent])
    return RulesSent(game=game, language=language, sections=sections(game, page), sources=found)


def sections(game: str, text: str) -> list[SectionSent]:
    """A page of rules, cut at its headings, with what precedes them in the first; raw HTML in it stays text."""
    from markdown_it import MarkdownIt  # slow to load, and needed only by readers of rules

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    before, *parts = HEADING.split(TITLE.sub("", text, count=1))
    found = [
        SectionSent(
            id=slug(heading),
            heading=heading,
            printed=printed(told),
            html=with_signs(markdown.render(body)),
            examples=[
                *(f"{BOOK}{one.name}" for one in examples(game) if one.teaches in printed(told)),
                *(lesson.name for lesson in lessons(game) if lesson.teaches in printed(told)),
            ],
        )
        for heading, told, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    ]
    found[0].html = with_signs(markdown.render(before)) + found[0].html
    return found


def with_signs(html: str) -> str:
    """Things that are named with their sign, which the page draws."""
    return MARK.sub(r'<span data-mark="\1">\2</span>', html)


def slug(heading: str) -> str:
    """A heading as part of a link."""
    return re.sub(r"[^\w]+", "-", heading.lower()).strip("-")


def table_line_sent(line: Line, guest: str) -> TableLineSent:
    """One of a guest's games."""
    table, asked = line.table, line.standing.asked if line.table.phase == "playing" else []
    return TableLineSent(
        code=table.code,
        game=table.game,
        phase=table.phase,
        seats=[seat.name for seat in table.seats],
        mine=[number for number, seat in enumerate(table.seats) if seat.guest == guest],
        invited=table.phase == "lobby" and any(seat.invited == guest for seat in table.seats),
        my_turn=any(table.seats[number].guest == guest for number in asked),
        waiting_for=[table.seats[number].name for number in asked],
        progress=line.standing.progress,
        changed=line.changed,
    )
