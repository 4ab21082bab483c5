"""The calls of the API: each function returns what to send and the type of the answer, without sending anything."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from urllib.parse import quote

import msgspec

from meute.server.messages.people import DoneSent, HistorySent
from meute.server.messages.requests import (
    ClaimRequest,
    PlayRequest,
    SeatChoiceRequest,
    SeatRequest,
    TableRequest,
)
from meute.server.messages.responses import (
    CodeSent,
    HintSent,
    HomeSent,
    PhraseSent,
    RulesSent,
    SceneSent,
    TableListSent,
    TurnSent,
)

T = TypeVar("T")

POLL_SECONDS = 25
"""Seconds that a request waits for a turn."""


class ServerRefused(Exception):
    """The server refused a request: HTTP status, reason code and the key of its sentence."""

    def __init__(self, status: int, code: str, phrase: PhraseSent | None = None) -> None:
        super().__init__(f"{code} ({status})")
        self.status = status
        self.code = code
        self.phrase = phrase


class Refused(msgspec.Struct):
    """What a client needs of a RefusedSent."""

    code: str
    phrase: PhraseSent | None = None


@dataclass(frozen=True)
class Call(Generic[T]):
    """One request."""

    method: str
    path: str
    kind: type[T]
    body: object = None
    query: Mapping[str, str | int] = field(default_factory=dict)
    repeatable: bool = True
    """Whether it may be sent again after a failure of the network."""

    def content(self) -> bytes | None:
        return None if self.body is None else msgspec.json.encode(self.body)

    def read(self, status: int, content: bytes) -> T:
        """The answer; raises ServerRefused. Fields that this version does not know are ignored."""
        if status >= 400:
            raise refusal(status, content)
        if self.kind is str:
            return content.decode()  # type: ignore[return-value]
        return msgspec.convert(msgspec.json.decode(content), self.kind, strict=True)


def refusal(status: int, content: bytes) -> ServerRefused:
    try:
        refused = msgspec.json.decode(content, type=Refused)
    except msgspec.MsgspecError:
        return ServerRefused(status, "unknown")
    return ServerRefused(status, refused.code, refused.phrase)


def table_path(code: str, rest: str) -> str:
    return f"/api/tables/{quote(code, safe='')}/{rest}"


def home() -> Call[HomeSent]:
    return Call("GET", "/api/home", HomeSent)


def history() -> Call[HistorySent]:
    return Call("GET", "/api/people", HistorySent)


def rules(game: str, language: str) -> Call[RulesSent]:
    return Call("GET", f"/api/rules/{quote(game, safe='')}/{quote(language, safe='')}", RulesSent)


def catalogue(language: str) -> Call[dict[str, Any]]:
    return Call("GET", f"/api/text/{quote(language, safe='')}.json", dict[str, Any])


def code_of(word: str) -> Call[CodeSent]:
    return Call("GET", f"/api/word/{quote(word, safe='')}", CodeSent)


def waiting(games: Sequence[str], wait: int) -> Call[TableListSent]:
    return Call("GET", "/api/programs/wait", TableListSent, query={"games": ",".join(games), "wait": wait})


def new_table(
    game: str, bots: Sequence[str], open_seats: int, options: Mapping[str, str], start: bool, position: str
) -> Call[CodeSent]:
    seats = [
        SeatRequest(kind="guest"),
        *(SeatRequest(kind="open") for _ in range(open_seats)),
        *(SeatRequest(kind="bot", bot=bot) for bot in bots),
    ]
    request = TableRequest(game=game, seats=seats, options=dict(options), start=start, position=position, programs=True)
    return Call("POST", "/api/tables", CodeSent, request, repeatable=False)


def claim(code: str, seat: int | None, name: str) -> Call[TurnSent]:
    return Call("POST", table_path(code, "claim"), TurnSent, ClaimRequest(seat=seat, name=name))


def start(code: str) -> Call[DoneSent]:
    return Call("POST", table_path(code, "start"), DoneSent, repeatable=False)


def turn(code: str, seat: int | None, wait: int) -> Call[TurnSent]:
    query = {"wait": wait} | ({} if seat is None else {"seat": seat})
    return Call("GET", table_path(code, "turn"), TurnSent, query=query)


def play(turn: TurnSent, action: str) -> Call[TurnSent]:
    request = PlayRequest(seat=turn.seat, action=action, step=turn.step, key=secrets.token_hex(12))
    return Call("POST", table_path(turn.code, "play"), TurnSent, request)


def hint(turn: TurnSent) -> Call[HintSent]:
    return Call("POST", table_path(turn.code, "hint"), HintSent, SeatChoiceRequest(seat=turn.seat))


def resign(turn: TurnSent) -> Call[DoneSent]:
    return Call("POST", table_path(turn.code, "resign"), DoneSent, SeatChoiceRequest(seat=turn.seat), repeatable=False)


def scene_at(code: str, step: int, seat: int) -> Call[SceneSent]:
    return Call("GET", table_path(code, f"at/{step}"), SceneSent, query={"view": seat})


def record(code: str) -> Call[str]:
    return Call("GET", table_path(code, "record"), str)
