"""Before the game: seats, options and people; plain changes of what is kept of a table."""

import re
import secrets
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from meute.bots import BOTS
from meute.core.errors import BadInput
from meute.core.numbers import NOBODY
from meute.games import find
from meute.learn import Lesson, Puzzle
from meute.match import Match
from meute.server.clock import check_pace
from meute.server.letters import clean_name
from meute.server.messages import asked
from meute.server.messages.asked import SeatAsked, TableAsked, Wish
from meute.server.messages.pace import PaceSent
from meute.server.refusal import Refusal
from meute.server.shelf import STAND_IN
from meute.server.store import GuestKept, SeatKept, TableKept
from meute.text import LANGUAGES, catalogue

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
CODE_LENGTH = 12
"""About 59 bits: not to be guessed."""
WORD_DIGITS = 6
NAMELESS = "server.nameless"
"""What somebody without a name is called, in his own language: others are told it in theirs."""


def new_code() -> str:
    """The code of a table: whoever knows it may look on."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def new_word() -> str:
    """A short code to be read aloud, valid in the lobby: a French noun and six digits, about 28 bits."""
    return f"{secrets.choice(lines('nouns.txt'))}{secrets.randbelow(10**WORD_DIGITS):0{WORD_DIGITS}d}"


@cache
def lines(name: str) -> tuple[str, ...]:
    """The words of a list in the text folder."""
    return tuple((files("meute") / "server" / "text" / name).read_text(encoding="utf-8").split())


def name_of(guest: GuestKept) -> str:
    """What a guest is called."""
    return guest.name or catalogue(guest.language).entries[NAMELESS]


def told_names(names: Iterable[str], language: str) -> str:
    """Who plays, as somebody is told it: those without a name, by the reader's word for that."""
    nameless = "|".join(catalogue(other).entries[NAMELESS] for other in LANGUAGES)
    numbered = re.compile(rf"^(?:{nameless})(?= \d+$|$)")
    return ", ".join(numbered.sub(catalogue(language).entries[NAMELESS], name) for name in names if name)


def set_table(wanted: TableAsked, host: GuestKept) -> TableKept:
    """A new table as its host wants it."""
    game = find(wanted.game)
    if len(wanted.seats) > game.most:
        raise Refusal("too_many_seats")
    if len(wanted.seats) < game.fewest:
        raise Refusal("too_few_seats")
    table = TableKept(
        code=new_code(),
        word=new_word(),
        game=game.id,
        version=game.version,
        host=host.guest,
        seats=[SeatKept("open") for _ in wanted.seats],
        options=dict(wanted.options),
        position=wanted.position,
        hints=wanted.hints,
        rated=wanted.rated,
    )
    check_options(table)
    for number, seat in enumerate(wanted.seats):
        set_seat(table, number, seat, host)
    return table


def check_open(table: TableKept) -> None:
    """Only before the game can anything be changed."""
    if table.phase != "lobby":
        raise Refusal("not_lobby")


def change(table: TableKept, wish: Wish, guest: GuestKept, patience: tuple[int, int], goes_on: bool) -> None:
    """A guest changes something, if he may; a game that goes on from a record keeps its options and its seats."""
    if isinstance(wish, asked.Leave):
        if not any(number == wish.seat and seat.guest == guest.guest for number, seat in enumerate(table.seats)):
            raise Refusal("not_your_seat")
    elif not isinstance(wish, asked.Claim) and guest.guest != table.host:
        raise Refusal("not_host")
    check_open(table)
    match wish:
        case asked.Claim():
            claim(table, wish.seat, wish.name, guest)
        case asked.Leave():
            rise(table, guest.guest)
        case asked.SetSeat():
            if goes_on and (wish.to is None or wish.seat >= len(table.seats)):
                raise Refusal("frozen")
            set_seat(table, wish.seat, wish.to, guest)
        case asked.SetOption():
            if goes_on:
                raise Refusal("frozen")
            set_option(table, wish.name, wish.value)
        case asked.SetHints():
            table.hints = wish.on
        case asked.SetPatience():
            set_patience(table, wish.seconds, patience)
        case asked.SetRated():
            table.rated = wish.on
        case asked.SetPace():
            set_pace(table, wish.pace)


def set_lesson(lesson: Lesson, guest: GuestKept) -> tuple[TableKept, Match]:
    """The table of a lesson, which has begun."""
    seats = [SeatKept("bot", name, STAND_IN) if name else SeatKept("guest") for name in lesson.seats]
    seats[lesson.me] = SeatKept("guest", name_of(guest), "", guest.guest)
    match = lesson.match(name_of(guest))
    table = TableKept(
        code=new_code(),
        word=new_word(),
        game=lesson.game,
        version=match.version,
        host=guest.guest,
        seats=seats,
        options=dict(lesson.options),
        position=lesson.position,
        hints=False,
        phase="playing",
        kind="puzzle" if isinstance(lesson, Puzzle) else "lesson",
        lesson=lesson.name,
    )
    return table, match


def check_options(table: TableKept) -> None:
    """Refuses options that the game does not have, or does not allow at a table of so many seats."""
    Match(table.game, [""] * len(table.seats), table.options, seed=None, box=table.box, version=table.version)


def set_option(table: TableKept, name: str, value: str) -> None:
    """The host changes an option; what seats that came or went have made wrong of another is told at the start."""
    table.options[name] = value
    try:
        check_options(table)
    except BadInput as error:
        if error.where == name:
            raise


def set_seat(table: TableKept, number: int, to: SeatAsked | None, host: GuestKept) -> None:
    """The host changes a seat, adds one behind the last, or (with None) takes one away."""
    game = find(table.game)
    if not 0 <= number <= len(table.seats):
        raise Refusal("no_such_seat")
    if to is None:
        if number == len(table.seats):
            raise Refusal("no_such_seat")
        if len(table.seats) == game.fewest:
            raise Refusal("too_few_seats")
        del table.seats[number]
        return
    seat = seat_for(table, number, to, host)
    if number < len(table.seats):
        table.seats[number] = seat
    elif len(table.seats) == game.most:
        raise Refusal("too_many_seats")
    else:
        table.seats.append(seat)


def seat_for(table: TableKept, number: int, to: SeatAsked, host: GuestKept) -> SeatKept:
    """A seat as the host wants it; `guest` is the host's own seat, of which there is one."""
    name = clean_name(to.name)
    if to.kind == "bot":
        bot = to.bot or STAND_IN
        if bot not in BOTS:
            raise BadInput("error.bot_unknown", bot, known=", ".join(BOTS))
        return SeatKept("bot", name or bot_name(table), bot)
    if to.kind == "here":
        return SeatKept("here", name or f"{name_of(host)} {number + 1}", "", host.guest)
    if to.kind == "guest":
        rise(table, host.guest)
        return SeatKept("guest", name or name_of(host), "", host.guest)
    return SeatKept("open")


def bot_name(table: TableKept) -> str:
    """A wolf's name that nobody at the table has yet."""
    taken = {seat.name for seat in table.seats}
    return next(name for name in lines("packs.txt") if name not in taken)


def claim(table: TableKept, number: int, name: str, guest: GuestKept) -> None:
    """A guest takes an open seat, and leaves the one he had."""
    if not 0 <= number < len(table.seats):
        raise Refusal("no_such_seat")
    if table.seats[number].kind != "open":
        raise Refusal("not_open")
    if table.seats[number].invited not in ("", guest.guest):
        raise Refusal("reserved")
    rise(table, guest.guest)
    table.seats[number] = SeatKept("guest", clean_name(name) or name_of(guest), "", guest.guest)


def rise(table: TableKept, guest: str) -> None:
    """A guest leaves his own seat."""
    for number, seat in enumerate(table.seats):
        if seat.kind == "guest" and seat.guest == guest:
            table.seats[number] = SeatKept("open")


def set_patience(table: TableKept, seconds: int | None, limits: tuple[int, int]) -> None:
    """After how long a bot stands in for an absent guest; None: never."""
    if seconds is not None and not limits[0] <= seconds <= limits[1]:
        raise Refusal("patience")
    table.patience = seconds


def set_pace(table: TableKept, pace: PaceSent | None) -> None:
    """How fast is played; None: as slowly as everybody likes."""
    check_pace(pace)
    table.pace = pace


def allows_hints(table: TableKept) -> bool:
    """Whether the alpha may be asked: as the host has said, else if no two people play."""
    people = sum(seat.kind != "bot" for seat in table.seats)
    return not table.rated and (people < 2 if table.hints is None else table.hints)


def fill(table: TableKept) -> None:
    """Bots take the seats that are still open."""
    for number, seat in enumerate(table.seats):
        if seat.kind == "open":
            table.seats[number] = SeatKept("bot", bot_name(table), STAND_IN)


def once_more(table: TableKept, loser: int) -> TableKept:
    """The same people and options at a new table, each one seat further; the loser begins if the game says so."""
    game = find(table.game)
    return TableKept(
        code=new_code(),
        word=new_word(),
        game=table.game,
        version=game.version,
        host=table.host,
        seats=[*table.seats[1:], table.seats[0]],
        options=game.rematch(table.options, loser if loser == NOBODY else (loser - 1) % len(table.seats)),
        box=dict(table.box),
        patience=table.patience,
        pace=table.pace,
        rated=table.rated,
        hints=table.hints,
        slow=table.slow,
        muted=list(table.muted),
        removed=list(table.removed),
    )
