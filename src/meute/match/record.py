"""Reads and writes records: a whole game as text, from which every state can be replayed (docs/record-format.md)."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from meute.core.errors import BadInput
from meute.core.numbers import NOBODY, is_whole
from meute.core.seats import CHANCE
from meute.games import find
from meute.match.deal import NO_CONTRIBUTION, SealedDeal, is_secret

FIRST_LINE = "meute record 1"
WIDTH = 100
CHANCE_MARK = "*"
RESIGNS_MARK = "resigns"
HEAD = ("game", "rules", "option", "seat", "box", "position", "seal", "secret", "contribution", "result")
LARGEST = 10**9
"""Limit of the numbers in a record."""


@dataclass(frozen=True)
class Result:
    """How a game ended: the reason, and the points and place of each seat (place 0: no winner)."""

    reason: str
    points: tuple[int, ...]
    places: tuple[int, ...]

    def loser(self) -> int:
        """The seat that is alone in the last place, or NOBODY."""
        last = max(self.places)
        return self.places.index(last) if last > 1 and self.places.count(last) == 1 else NOBODY


@dataclass
class Record:
    """Seats, options, changes of the box, first position, and every decision of seats and of chance."""

    game: str
    version: int
    seats: tuple[str, ...]
    options: dict[str, str] = field(default_factory=dict)
    box: dict[str, Any] = field(default_factory=dict)
    position: str = ""
    moves: list[tuple[int, str]] = field(default_factory=list)
    result: Result | None = None
    deal: SealedDeal | None = None
    """The sealed deal; None if the game was dealt without one and cannot be checked."""


def write_record(record: Record) -> str:
    """The text of a record; `read_record` is the inverse."""
    lines = [FIRST_LINE, f"game: {record.game}", f"rules: {record.version}"]
    lines += [f"option: {name} = {value}" for name, value in sorted(record.options.items())]
    lines += [f"seat: {name}" for name in record.seats]
    if record.box:
        lines.append(f"box: {json.dumps(record.box, ensure_ascii=False)}")
    if record.position:
        lines.append(f"position: {' '.join(record.position.split())}")
    if record.deal is not None:
        lines += write_deal(record.deal)
    lines += ["", *write_moves(record.moves)]
    if record.result is not None:
        numbers = [
            f"{points}:{place}" for points, place in zip(record.result.points, record.result.places, strict=True)
        ]
        lines += ["", f"result: {record.result.reason} {' '.join(numbers)}"]
    return "\n".join(lines) + "\n"


def write_deal(deal: SealedDeal) -> list[str]:
    """Lines of a sealed deal, with the contribution of each seat; the secret only if it is revealed."""
    secret = [f"secret: {deal.secret}"] if deal.secret else []
    contributions = enumerate(deal.contributions, start=1)
    added = [f"contribution: {seat} {contribution or NO_CONTRIBUTION}" for seat, contribution in contributions]
    return [f"seal: {deal.seal}", *secret, *added]


def write_moves(moves: Sequence[tuple[int, str]]) -> list[str]:
    """Lines of decisions, consecutive ones of one seat on one line; `*` is chance, seats count from 1."""
    lines: list[str] = []
    actor = None
    for seat, text in moves:
        if lines and seat == actor and len(lines[-1]) + 1 + len(text) <= WIDTH:
            lines[-1] += f" {text}"
        else:
            lines.append(f"{CHANCE_MARK if seat == CHANCE else seat + 1} {text}")
        actor = seat
    return lines


def read_record(text: str) -> Record:
    """Parses a record; raises `BadInput` with the line or move that is wrong."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != FIRST_LINE:
        raise BadInput("error.record_first_line", "1", expected=FIRST_LINE)
    head: dict[str, list[tuple[int, str]]] = {}
    moves: list[tuple[int, str]] = []
    for number, line in enumerate(lines[1:], start=2):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        name, colon, value = line.partition(": ")
        if colon and name in HEAD:
            head.setdefault(name, []).append((number, value.strip()))
        else:
            moves += read_moves(number, line)
    record = read_head(head)
    codec = find(record.game).codec
    for at, (seat, text) in enumerate(moves, start=1):
        if seat >= len(record.seats):
            raise BadInput("error.record_seat", f"move {at}", seats=len(record.seats))
        if text != RESIGNS_MARK and text.lower() not in codec.ids:
            raise BadInput("error.notation", f"move {at}", text=text)
    record.moves = moves
    return record


def split_records(text: str) -> list[str]:
    """The texts of the records that follow each other in a file."""
    head, *records = re.split(rf"^(?={FIRST_LINE}\s*$)", text, flags=re.MULTILINE)
    has_record_first = all(not line.strip() or line.startswith("#") for line in head.splitlines())
    return records if records and has_record_first else [text]


def read_moves(number: int, line: str) -> list[tuple[int, str]]:
    """The decisions of one line."""
    actor, *texts = line.split()
    if actor != CHANCE_MARK and not is_whole(actor, 1, LARGEST):
        raise BadInput("error.record_line", str(number), text=line)
    seat = CHANCE if actor == CHANCE_MARK else int(actor) - 1
    return [(seat, text) for text in texts]


def read_head(head: Mapping[str, list[tuple[int, str]]]) -> Record:
    """The header lines and the result, as a record without moves."""

    def one(name: str, default: str | None = None) -> tuple[int, str]:
        rows = head.get(name, [])
        if len(rows) > 1:
            raise BadInput("error.record_twice", str(rows[1][0]), name=name)
        if not rows and default is None:
            raise BadInput("error.record_missing", name, name=name)
        return rows[0] if rows else (0, default or "")

    line, game = one("game")
    if not game:
        raise BadInput("error.record_missing", str(line), name="game")
    find(game)
    line, version = one("rules")
    if not is_whole(version, 1, LARGEST):
        raise BadInput("error.not_a_number", str(line), text=version)
    options = {}
    for line, option in head.get("option", []):
        name, equals, value = option.partition(" = ")
        if not equals:
            raise BadInput("error.record_option", str(line), text=option)
        options[name.strip()] = value.strip()
    line, box = one("box", "{}")
    try:
        changes = json.loads(box)
        json.dumps(changes, ensure_ascii=False).encode()  # JSON can hold a lone surrogate, which cannot be encoded
    except (ValueError, RecursionError):
        raise BadInput("error.record_box", str(line)) from None
    if not isinstance(changes, dict):
        raise BadInput("error.record_box", str(line))
    return Record(
        game=game,
        version=int(version),
        seats=tuple(name for _, name in head.get("seat", [])),
        options=options,
        box=changes,
        position=one("position", "")[1],
        result=read_result(*one("result", "")),
        deal=read_deal(one("seal", ""), one("secret", ""), head.get("contribution", []), len(head.get("seat", []))),
    )


def read_deal(
    seal: tuple[int, str], secret: tuple[int, str], added: Sequence[tuple[int, str]], seats: int
) -> SealedDeal | None:
    """Parses the lines of a sealed deal; None without a seal. A seat without a line sent no contribution."""
    for line, text in (seal, secret):
        if text and not is_secret(text):
            raise BadInput("error.record_deal", str(line), text=text)
    if not seal[1]:
        return None
    contributions = [""] * seats
    for line, text in added:
        seat, _, contribution = text.partition(" ")
        known = is_whole(seat, 1, seats) and not contributions[int(seat) - 1]
        if not known or not (contribution == NO_CONTRIBUTION or is_secret(contribution)):
            raise BadInput("error.record_deal", str(line), text=text)
        if contribution != NO_CONTRIBUTION:
            contributions[int(seat) - 1] = contribution
    return SealedDeal(seal[1], tuple(contributions), secret[1])


def read_result(line: int, text: str) -> Result | None:
    """Parses a result: a reason, then points:place for each seat."""
    if not text:
        return None
    reason, *pairs = text.split()
    numbers = [number for pair in pairs for number in pair.split(":")]
    valid = all(pair.count(":") == 1 for pair in pairs) and all(is_whole(n, -LARGEST, LARGEST) for n in numbers)
    if not valid:
        raise BadInput("error.record_result", str(line), text=text)
    return Result(reason, tuple(map(int, numbers[::2])), tuple(map(int, numbers[1::2])))
