"""Lobby: creates tables and changes their seats and options. Pure changes of a StoredTable, without I/O."""

import re
import unicodedata
from collections.abc import Callable, Container, Iterable
from functools import cache
from importlib.resources import files
from itertools import count

from msgspec.structs import replace

from meute.bots import BOTS
from meute.core.errors import BadInput
from meute.core.numbers import NOBODY
from meute.games import find
from meute.match import Match
from meute.server.guest_token import is_program
from meute.server.listings import STAND_IN
from meute.server.messages import requests
from meute.server.messages.pace import PaceSent
from meute.server.messages.requests import LobbyCommand, SeatRequest, TableRequest
from meute.server.refusal import Refusal
from meute.server.sanitize import LONGEST_NAME, sanitize_name
from meute.server.store.models import StoredGuest, StoredSeat, StoredTable
from meute.server.system import random_below, random_choice
from meute.server.table.clock import check_pace
from meute.server.table.sealed import contribute
from meute.text import LANGUAGES, catalogue

CODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
CODE_LENGTH = 12
"""About 59 bits: cannot be guessed."""
WORD_DIGITS = 6
NAMELESS = "server.nameless"
"""Catalogue key of the name for guests without one. It is stored in the guest's language and shown in the reader's."""


def new_code() -> str:
    """The code of a table; it grants the right to watch."""
    return "".join(random_choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def new_word() -> str:
    """A short code to read aloud, valid in the lobby: a French noun and six digits, about 28 bits."""
    return f"{random_choice(word_list('nouns.txt'))}{random_below(10**WORD_DIGITS):0{WORD_DIGITS}d}"


@cache
def word_list(name: str) -> tuple[str, ...]:
    """The words of a file in the text folder."""
    return tuple((files("meute") / "server" / "text" / name).read_text(encoding="utf-8").split())


def name_of(guest: StoredGuest) -> str:
    return guest.name or catalogue(guest.language).entries[NAMELESS]


def display_names(names: Iterable[str], language: str) -> str:
    """Names for a reader: the word for guests without a name is translated to the reader's language."""
    nameless = "|".join(catalogue(other).entries[NAMELESS] for other in LANGUAGES)
    numbered = re.compile(rf"^(?:{nameless})(?= \d+$|$)")
    return ", ".join(numbered.sub(catalogue(language).entries[NAMELESS], name) for name in names if name)


def name_key(name: str) -> str:
    """Key that is equal for names that look alike: ignores case, letter width and the language of the default name."""
    return unicodedata.normalize("NFKC", display_names([name], LANGUAGES[0])).casefold()


def distinct_name(name: str, is_taken: Callable[[str], bool]) -> str:
    """The name, followed by the first free number if its key is taken."""
    if not is_taken(name_key(name)):
        return name
    numbered = (f"{name[: LONGEST_NAME - len(tail)].rstrip()}{tail}" for tail in (f" {n}" for n in count(2)))
    return next(other for other in numbered if not is_taken(name_key(other)))


def seat_name(table: StoredTable, number: int, name: str) -> str:
    """The name for a seat, distinct from those of the other seats."""
    others = {name_key(seat.name) for other, seat in enumerate(table.seats) if other != number and seat.name}
    return distinct_name(name, others.__contains__)


def new_table(wanted: TableRequest, host: StoredGuest) -> StoredTable:
    """Creates a table as the host asked for it."""
    game = find(wanted.game)
    if len(wanted.seats) > game.max_seats:
        raise Refusal("too_many_seats")
    if len(wanted.seats) < game.min_seats:
        raise Refusal("too_few_seats")
    table = StoredTable(
        code=new_code(),
        word=new_word(),
        game=game.id,
        version=game.version,
        host=host.guest,
        seats=[StoredSeat("open") for _ in wanted.seats],
        options=dict(wanted.options),
        position=wanted.position,
        hints=wanted.hints,
        rated=wanted.rated,
        programs=wanted.programs or is_program(host.guest),
        public=wanted.public,
        near=wanted.near,
        language=host.language,
        kind="by_hand" if wanted.by_hand else "game",
    )
    check_options(table)
    for number, seat in enumerate(wanted.seats):
        set_seat(table, number, seat, host)
    return table


def check_in_lobby(table: StoredTable) -> None:
    if table.phase != "lobby":
        raise Refusal("not_lobby")


def change(
    table: StoredTable, command: LobbyCommand, guest: StoredGuest, patience: tuple[int, int], goes_on: bool
) -> None:
    """Applies a guest's change if allowed. A game continued from a record (`goes_on`) keeps its options and seats."""
    match command:
        case requests.Claim() | requests.Contribute():
            pass
        case requests.Leave():
            if not any(number == command.seat and seat.guest == guest.guest for number, seat in enumerate(table.seats)):
                raise Refusal("not_your_seat")
        case _:
            if guest.guest != table.host:
                raise Refusal("not_host")
    check_in_lobby(table)
    match command:
        case requests.Claim():
            claim(table, command.seat, command.name, guest)
            if command.contribution:
                contribute(table, guest.guest, command.contribution)
        case requests.Leave():
            leave_seat(table, guest.guest)
        case requests.Contribute():
            contribute(table, guest.guest, command.value)
        case requests.SetSeat():
            if goes_on and (command.to is None or command.seat >= len(table.seats)):
                raise Refusal("frozen")
            set_seat(table, command.seat, command.to, guest)
        case requests.SetOption():
            if goes_on:
                raise Refusal("frozen")
            set_option(table, command.name, command.value)
        case requests.SetHints():
            table.hints = command.on
        case requests.SetPrograms():
            set_programs(table, command.on)
        case requests.SetPatience():
            set_patience(table, command.seconds, patience)
        case requests.SetRated():
            table.rated = command.on
            check_rated(table)
        case requests.SetPublic():
            table.public, table.near = command.on, command.on and command.near
        case requests.SetPace():
            set_pace(table, command.pace)
            check_rated(table)


def check_options(table: StoredTable) -> None:
    """Refuses options that the game does not have, or does not allow with this number of seats."""
    Match(table.game, [""] * len(table.seats), table.options, seed=None, box=table.box, version=table.version)


def set_option(table: StoredTable, name: str, value: str) -> None:
    """Changes an option. An error in another option, caused by a change of seats, is reported at the start instead."""
    table.options[name] = value
    try:
        check_options(table)
    except BadInput as error:
        if error.where == name:
            raise


def set_seat(table: StoredTable, number: int, to: SeatRequest | None, host: StoredGuest) -> None:
    """Changes a seat, appends one, or (with None) removes one."""
    game = find(table.game)
    if not 0 <= number <= len(table.seats):
        raise Refusal("no_such_seat")
    if to is None:
        if number == len(table.seats):
            raise Refusal("no_such_seat")
        if len(table.seats) == game.min_seats:
            raise Refusal("too_few_seats")
        del table.seats[number]
        return
    seat = seat_for(table, number, to, host)
    if number < len(table.seats):
        table.seats[number] = seat
    elif len(table.seats) == game.max_seats:
        raise Refusal("too_many_seats")
    else:
        table.seats.append(seat)


def seat_for(table: StoredTable, number: int, to: SeatRequest, host: StoredGuest) -> StoredSeat:
    """The seat that the host asks for; the kind "guest" is the host's own seat, of which there is only one."""
    name = sanitize_name(to.name)
    if to.kind == "bot":
        bot = to.bot or STAND_IN
        if bot not in BOTS:
            raise BadInput("error.bot_unknown", bot, known=", ".join(BOTS))
        return StoredSeat("bot", seat_name(table, number, name or bot_name(table)), bot)
    if to.kind == "here":
        return StoredSeat("here", seat_name(table, number, name or f"{name_of(host)} {number + 1}"), "", host.guest)
    if to.kind == "guest":
        leave_seat(table, host.guest)
        return StoredSeat("guest", seat_name(table, number, name or name_of(host)), "", host.guest)
    return StoredSeat("open")


def bot_name(table: StoredTable) -> str:
    """A bot's name (of a wolf) that is not taken at the table."""
    return free_bot_name({name_key(seat.name) for seat in table.seats})


def free_bot_name(taken: Container[str]) -> str:
    """A bot's name whose key is not taken; the names go round if all are."""
    names = word_list("packs.txt")
    return next((name for name in names if name_key(name) not in taken), names[0])


def claim(table: StoredTable, number: int, name: str, guest: StoredGuest) -> None:
    """Seats a guest on an open seat; the guest's previous seat opens."""
    if not 0 <= number < len(table.seats):
        raise Refusal("no_such_seat")
    if table.seats[number].kind != "open":
        raise Refusal("not_open")
    if table.seats[number].invited not in ("", guest.guest):
        raise Refusal("reserved")
    leave_seat(table, guest.guest)
    called = seat_name(table, number, sanitize_name(name) or name_of(guest))
    table.seats[number] = StoredSeat("guest", called, "", guest.guest)


def leave_seat(table: StoredTable, guest: str) -> None:
    """Opens the guest's own seat."""
    for number, seat in enumerate(table.seats):
        if seat.kind == "guest" and seat.guest == guest:
            table.seats[number] = StoredSeat("open")


def set_programs(table: StoredTable, on: bool) -> None:
    """Admits programs, or opens their seats."""
    table.programs = on
    for number, seat in enumerate(table.seats):
        if not on and is_program(seat.guest):
            table.seats[number] = StoredSeat("open")


def set_patience(table: StoredTable, seconds: int | None, limits: tuple[int, int]) -> None:
    """Sets the seconds after which a bot substitutes for an absent guest; None: never."""
    if seconds is not None and not limits[0] <= seconds <= limits[1]:
        raise Refusal("patience")
    table.patience = seconds


def set_pace(table: StoredTable, pace: PaceSent | None) -> None:
    """Sets the time control; None: no clocks."""
    check_pace(pace)
    table.pace = pace


def check_rated(table: StoredTable) -> None:
    """A rated game needs a clock: without one, a losing player could stop playing and never lose. Draws of a real box
    cannot be verified."""
    if table.rated and table.kind == "by_hand":
        raise Refusal("rated_by_hand")
    if table.rated and table.pace is None:
        raise Refusal("rated_pace")


def allows_hints(table: StoredTable) -> bool:
    """Whether hints are allowed: as the host has set it, else if at most one person plays; never in rated games, nor
    where hands are known to their players alone."""
    people = sum(seat.kind != "bot" for seat in table.seats)
    if table.kind == "by_hand" and find(table.game).secret_draws:
        return False
    return not table.rated and (people < 2 if table.hints is None else table.hints)


def fill_open_seats(table: StoredTable) -> None:
    """Fills open seats with bots."""
    for number, seat in enumerate(table.seats):
        if seat.kind == "open":
            table.seats[number] = StoredSeat("bot", bot_name(table), STAND_IN)


def rematch_of(table: StoredTable, loser: int) -> StoredTable:
    """A new table with the same people and options, seats rotated by one; the loser begins if the game says so."""
    game = find(table.game)
    begins = loser if loser == NOBODY else (loser - 1) % len(table.seats)
    option = game.loser_begins
    first = {option.name: option.values[1 + begins]} if option else {}
    return StoredTable(
        code=new_code(),
        word=new_word(),
        game=table.game,
        version=game.version,
        host=table.host,
        seats=[
            replace(seat, contribution=seat.rematch_contribution, rematch_contribution="")
            for seat in [*table.seats[1:], table.seats[0]]
        ],
        options=table.options | first,
        box=dict(table.box),
        patience=table.patience,
        pace=table.pace,
        rated=table.rated and table.pace is not None,
        programs=table.programs,
        hints=table.hints,
        slow=table.slow,
        kind=table.kind,
        public=table.public,
        matched=table.matched,
        group=table.group,
        language=table.language,
        muted=list(table.muted),
        removed=list(table.removed),
    )
