"""Mutation fuzzing: almost valid messages, requests, positions, records and boxes."""

import json
import random
import re
from collections.abc import Iterator, Sequence
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.games import GAMES
from meute.match import Match, write_record
from meute.server.messages.groups import GroupMemberRequest, GroupRequest, GroupWebhookRequest
from meute.server.messages.league import LeagueDealRequest
from meute.server.messages.matchmaking import CallRequest, SeekRequest, VisibleRequest
from meute.server.messages.people import (
    BlockRequest,
    CodeRequest,
    DeleteAccountRequest,
    InviteRequest,
    MailAddressRequest,
    PasskeyRequest,
    QuietHoursRequest,
    RemoveSignInRequest,
    ReportRequest,
    SignInRequest,
    StudiesRequest,
    SubscribePushRequest,
    TokenRequest,
    UnsubscribePushRequest,
    VacationRequest,
    WebhookTestRequest,
)
from meute.server.messages.requests import (
    ClaimRequest,
    DailyDealRequest,
    FromClient,
    LessonRequest,
    PlayRequest,
    ProfileRequest,
    PuzzleRequest,
    SeatChoiceRequest,
    SeatRequest,
    TableRequest,
)
from meute.server.messages.statistics import StatisticsRequest
from meute.server.messages.tournaments import EntrantRequest, TournamentRequest

Json = Any
NUMBERS = ("0", "1", "-1", "2", "7", "31", "99", "255", "65536", str(2**31), str(2**63), str(-(2**63)), "9" * 5000)
ODD = ("²", "--5", "+1", "1e3", "0x1f", "", "-", "?", " ", "None", "٣", "\u202e", "é", "(", ")", "=", ":", "/", ",")
NASTY: tuple[Json, ...] = (
    0,
    -1,
    2**31,
    2**63,
    10**30,
    -(2**63),
    1e308,
    True,
    None,
    "",
    "x" * 3000,
    "\u202e",
    "\x00",
    [],
    {},
    [[[]]],
)
TEXTS = ("", "a", "fr", "en", "terres", "clan", "rodeur", "random", "ouh", "r2-N", "board", "advanced", "é\u202e")
LURES = (
    "Europe/Paris", "../../../etc/passwd", "/etc/localtime", "a@example.org", "a@b.c\r\nBcc: d@e.f", "AAAA", "Qg", "=",
    "https://127.0.0.1/push", "https://fcm.googleapis.com/fcm/send/x", "https://[::1]/", "force", "0" * 64, "drop",
)  # fmt: skip
"""Texts for requests about accounts: valid, malicious and malformed."""
SURROGATE = r'"\ud800"'
WORD = re.compile(r"\d+|.", re.DOTALL)
FRAME = re.compile(r"\w+\([^()]*\)")
KNOWN = 40
"""Number of positions of each game to mutate."""


def wandering(game: str, rng: random.Random) -> Iterator[Match]:
    """Play random games with any number of seats; yields the match at each decision."""
    while True:
        played = GAMES[game]
        seats = [f"s{n}" for n in range(rng.randint(played.min_seats, played.max_seats))]
        match = Match(game, seats, seed=rng.getrandbits(32))
        generator, out = Generator(rng.getrandbits(32)), Choices()
        for _ in range(rng.randint(1, 400)):
            yield match
            if match.is_over():
                break
            seat = rng.choice(match.seats_to_act())
            match.play(seat, match.state.random_action(seat, out, generator))


class Positions:
    """Mutated positions of one game; most are invalid."""

    def __init__(self, game: str, rng: random.Random) -> None:
        self.game = game
        self.rng = rng
        self.known: list[tuple[int, str]] = []
        for n, match in enumerate(wandering(game, rng)):
            if n % 7 == 0:
                self.known.append((len(match.seats), match.game.write_position(match.state)))
            if len(self.known) == KNOWN:
                break
        self.frames = sorted({frame for _, text in self.known for frame in FRAME.findall(text)})

    def next(self) -> tuple[int, str]:
        """A number of seats, and a position that may fit it."""
        seats, text = self.rng.choice(self.known)
        for _ in range(self.rng.choice((1, 1, 1, 2, 3, 8))):
            text = self.spoil(text)
        return seats, text

    def spoil(self, text: str) -> str:
        """Apply one mutation."""
        rng = self.rng
        how = rng.randrange(9)
        if how <= 3:
            return spoil_word(text, rng)
        if how == 4:
            return spoil_lines(text, rng.choice(self.known)[1], rng)
        head, label, frames = text.partition("frames ")
        stack = FRAME.findall(frames)
        if how == 5:
            stack.insert(rng.randint(0, len(stack)), rng.choice(self.frames))
        elif how == 6 and stack:
            del stack[rng.randrange(len(stack))]
        elif how == 7 and stack:
            stack += [rng.choice(stack)] * rng.choice((1, 5, 40, 900))
        elif stack:
            at = rng.randrange(len(stack))
            stack[at] = re.sub(r"-?\d+", lambda number: rng.choice((number[0], *NUMBERS)), stack[at])
        return f"{head}{label}{' '.join(stack)}"


def spoil_word(text: str, rng: random.Random) -> str:
    """Replace, duplicate or drop a word."""
    if not text:
        return text
    at, other = (WORD.match(text, rng.randrange(len(text))) for _ in range(2))
    assert at is not None
    assert other is not None
    new = rng.choice((rng.choice(NUMBERS), rng.choice(ODD), other[0], at[0] * 2, "", at[0].swapcase()))
    if at[0].isdecimal() and len(at[0]) < 20 and rng.random() < 0.5:
        new = str(int(at[0]) + rng.choice((-1, 1, 2, 10)))
    return text[: at.start()] + new + text[at.end() :]


def spoil_lines(text: str, other: str, rng: random.Random) -> str:
    """Swap, drop or insert lines."""
    lines, others = text.splitlines() or [""], other.splitlines() or [""]
    at = rng.randrange(len(lines))
    match rng.randrange(4):
        case 0:
            lines[at] = rng.choice(others)
        case 1:
            del lines[at]
        case 2:
            lines.insert(at, rng.choice(lines))
        case _:
            rng.shuffle(lines)
    return "\n".join(lines)


class Records:
    """Mutated records: wrong moves, headers and boxes."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.known: list[tuple[str, str]] = []
        for game in GAMES:
            for n, match in enumerate(wandering(game, rng)):
                if n % 30 == 29:
                    self.known.append((game, write_record(match.record())))
                if n == 400:
                    break

    def next(self) -> str:
        """A valid or mutated record."""
        rng = self.rng
        game, text = rng.choice(self.known)
        if rng.random() < 0.4:
            box = json.dumps(spoiled_box(GAMES[game].box(), rng))
            if rng.random() < 0.05:
                box = box[:-1] + f', "source": {SURROGATE}}}'
            head, _, rest = text.partition("\n")
            return f"{head}\nbox: {box}\n{rest}"
        for _ in range(rng.choice((0, 1, 1, 2, 6))):
            spoil = spoil_word if rng.random() < 0.6 else lambda text, rng: spoil_lines(text, self.known[0][1], rng)
            text = spoil(text, rng)
        return text


def spoiled_box(box: Json, rng: random.Random) -> Json:
    """A box correction: one figure, list or word replaced by a value that may not fit."""
    if isinstance(box, dict) and box and rng.random() < 0.95:
        name = rng.choice(list(box))
        return {rng.choice((name, name, name, name, name, "unknown")): spoiled_box(box[name], rng)}
    if isinstance(box, list) and box and isinstance(box[0], dict) and rng.random() < 0.9:
        row = dict(rng.choice(box))
        given = {"id": row.pop("id")}
        inner = spoiled_box(row, rng)
        return [{**given, **inner}] if isinstance(inner, dict) else inner
    if isinstance(box, list) and box:
        return rng.choice((box * 2, box[1:], box[::-1], box * 20_000, [*box[1:], rng.choice(NASTY[:4])], [box], 7))
    if isinstance(box, int) and rng.random() < 0.6:
        return box + rng.choice((-1, 1, 3))
    return rng.choice((*NASTY, "x" * 100_000))


# --- messages and requests


def sample(kind: Any, rng: random.Random, words: Sequence[str] = TEXTS) -> Json:
    """A random value of a wire type, with texts from these words."""
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return sample(rng.choice(args), rng, words)
    if origin is Literal:
        return rng.choice(args)
    if origin is list:
        return [sample(args[0], rng, words) for _ in range(rng.randrange(4))]
    if origin is dict:
        return {str(sample(args[0], rng, words)): sample(args[1], rng, words) for _ in range(rng.randrange(3))}
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        tag = {kind.__struct_config__.tag_field: kind.__struct_config__.tag} if kind.__struct_config__.tag else {}
        wanted = {field.name: sample(field.type, rng, words) for field in msgspec.structs.fields(kind)}
        return {**tag, **wanted}
    if origin is tuple:
        return [sample(one, rng, words) for one in args]
    if kind is float:
        return rng.choice((0.0, 1.5, -1.0))
    if kind is Any:
        return rng.choice((*NASTY, {"id": "x", "rawId": "eA", "type": "public-key", "response": {}}))
    if kind is int:
        return rng.choice((0, 0, 1, 1, 2, 3, 9, 40, -1))
    if kind is bool:
        return rng.random() < 0.5
    if kind is NoneType:
        return None
    return rng.choice(words)


def spoiled(value: Json, rng: random.Random) -> str:
    """A message as JSON, mostly mutated."""
    if isinstance(value, dict) and value:
        name = rng.choice(list(value))
        match rng.randrange(8):
            case 0:
                value[name] = rng.choice(NASTY)
            case 1:
                del value[name]
            case 2:
                value[rng.choice(("admin", "do", "", "__proto__"))] = rng.choice(NASTY)
            case 3:
                return json.dumps(value).replace("0", SURROGATE, 1)
            case _:
                pass
    text = json.dumps(value)
    match rng.randrange(12):
        case 0:
            return text[: rng.randrange(len(text))]
        case 1:
            return spoil_word(text, rng)
        case 2:
            return text.replace('"', rng.choice(("'", "", '""')), 1)
        case 3:
            return "[" * rng.choice((5, 3000)) + text
    return text


MESSAGES = get_args(FromClient)


def framed(rng: random.Random, words: Sequence[str]) -> bytes:
    """A WebSocket frame, mostly with a message, sometimes violating the protocol."""
    body, first = spoiled(sample(rng.choice(MESSAGES), rng, words), rng).encode("utf-8", "surrogatepass"), 0x81
    match rng.randrange(2000):
        case 0:
            body = b"\xff\xfe" + body
        case 1:
            first = 0x82
        case 2:
            first = rng.choice((0x01, 0x80, 0x83, 0x88, 0x89, 0x8A, 0xF1))
        case 3:
            body = body * 9
    size = len(body)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    if size >= 1 << 16:
        length = b"\xff" + size.to_bytes(8, "big")
    return bytes([first]) + length + bytes(4) + body


PATHS = (
    "/", "/api/home", "/api/me", "/api/tables", "/api/records", "/api/word/loup42", "/api/rules/terres/fr",
    "/api/text/fr.json", "/socket/CODE", "/api/tables/CODE/at/3?view=0", "/api/tables/CODE/record", "/table/CODE",
    "/assets/../../secret", "/api/tables/CODE/at/" + "9" * 4300, "/%ff%00", "/api/word/%ED%A0%80",
    "/api/learn", "/api/daily", "/api/examples/terres/force", "/api/people", "/api/me/export",
    "/api/watch/CODE",
)  # fmt: skip
WANTED: dict[str, Any] = {
    "/api/me": ProfileRequest,
    "/api/learn": LessonRequest,
    "/api/daily": DailyDealRequest,
    "/api/puzzles": PuzzleRequest,
    "/api/tables": TableRequest,
    "/api/tables/{code}/from/{step}": None,
    "/api/records": None,
    "/api/carry": None,
    "/api/carry/look": CodeRequest,
    "/api/carry/use": SignInRequest,
    "/api/recovery": None,
    "/api/recovery/use": SignInRequest,
    "/api/passkey/new": None,
    "/api/passkey/add": PasskeyRequest,
    "/api/passkey/ask": None,
    "/api/passkey/enter": PasskeyRequest,
    "/api/me/drop": RemoveSignInRequest,
    "/api/me/delete": DeleteAccountRequest,
    "/api/me/wishes": QuietHoursRequest,
    "/api/me/vacation": VacationRequest,
    "/api/me/tokens": TokenRequest,
    "/api/me/webhooks": None,  # no address: the server under attack calls none
    "/api/me/webhooks/test": WebhookTestRequest,
    "/api/me/studies": StudiesRequest,
    "/api/statistics": StatisticsRequest,
    "/api/push": SubscribePushRequest,
    "/api/push/drop": UnsubscribePushRequest,
    "/api/mail": MailAddressRequest,
    "/api/mail/confirm": CodeRequest,
    "/api/mail/drop": None,
    "/api/mail/leave/{code}": None,
    "/api/people/shut": BlockRequest,
    "/api/people/visible": VisibleRequest,
    "/api/seek": SeekRequest,
    "/api/seek/stop": None,
    "/api/call": CallRequest,
    "/api/tables/{code}/claim": ClaimRequest,
    "/api/tables/{code}/seat/{seat}": SeatRequest,
    "/api/tables/{code}/start": None,
    "/api/tables/{code}/play": PlayRequest,
    "/api/tables/{code}/hint": SeatChoiceRequest,
    "/api/tables/{code}/resign": SeatChoiceRequest,
    "/api/tables/{code}/invite": InviteRequest,
    "/api/tables/{code}/decline": None,
    "/api/tables/{code}/leave": None,
    "/api/tables/{code}/report": ReportRequest,
    "/api/tournaments": TournamentRequest,
    "/api/tournaments/{code}/join": None,
    "/api/tournaments/{code}/leave": None,
    "/api/tournaments/{code}/remove": EntrantRequest,
    "/api/tournaments/{code}/start": None,
    "/api/tournaments/{code}/stop": None,
    "/api/league": LeagueDealRequest,
    "/api/groups": GroupRequest,
    "/api/groups/{code}/join": None,
    "/api/groups/{code}/leave": None,
    "/api/groups/{code}/remove": GroupMemberRequest,
    "/api/groups/{code}/rename": GroupRequest,
    "/api/groups/{code}/webhooks": None,
    "/api/groups/{code}/webhooks/drop": GroupWebhookRequest,
}
"""Paths for POST requests and the type of their body; None: empty, or not JSON."""
METHODS = ("GET", "GET", "POST", "POST", "POST", "HEAD", "DELETE", "OPTIONS", "get", "P\x00ST")


def request(
    rng: random.Random, host: str, code: str, cookie: str, records: Records, positions: list[Positions]
) -> tuple[bytes, bool]:
    """An HTTP request, mostly mutated, and whether it is complete."""
    path = rng.choice(PATHS).replace("CODE", rng.choice(codes := (code, code, "²", "zzzzzzzzzzzz")))
    method, body, whole = rng.choice(METHODS), b"", True
    heads = {"Host": host, "Origin": f"http://{host}", "Connection": "close"}
    if rng.random() < 0.6:
        heads["Cookie"] = cookie
    if method == "POST":
        path, body = posted(rng, rng.choice(codes), records, positions)
        heads["Content-Length"] = str(len(body))
    match rng.randrange(16):
        case 0:
            heads["Host"] = rng.choice(("evil.example", "[", "", "127.0.0.1:²"))
        case 1:
            heads["Origin"] = rng.choice(("http://[", "null", "http://evil.example", "é", "http://]:80"))
        case 2:
            heads["Cookie"] = "meute_guest=" + rng.choice(("x" * 40, "²" * 40, '"', "x" * 7000, "a\x01b"))
        case 3:
            heads["Content-Length"] = rng.choice(("-1", "²", "1", str(10**30), "abc"))
            whole = False
        case 4:
            heads["Transfer-Encoding"] = "chunked"
            whole = False
        case 5:
            heads["X-" + "y" * rng.choice((9, 3000))] = "z" * rng.choice((9, 30_000))
        case 6:
            path = spoil_word(path, rng)
        case 7:
            heads["Accept-Language"] = rng.choice(("²²", "," * 3000, "en;q=\x7f"))
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in heads.items())]
    return "\r\n".join(lines).encode("utf-8", "surrogatepass") + b"\r\n\r\n" + body, whole


def posted(rng: random.Random, code: str, records: Records, positions: list[Positions]) -> tuple[str, bytes]:
    """Path and body of a POST request."""
    kind = rng.randrange(8)
    if kind <= 3:
        where = rng.choice(list(WANTED))
        path = where.replace("{code}", code)
        path = path.replace("{step}", rng.choice(NUMBERS)).replace("{seat}", rng.choice(NUMBERS))
        if WANTED[where] is None:
            return path, rng.choice((b"", b"{}", b"null", rng.randbytes(rng.choice((0, 9, 900)))))
        return path, spoiled(sample(WANTED[where], rng, (*TEXTS, *LURES, code)), rng).encode("utf-8", "surrogatepass")
    if kind <= 6:
        asked = sample(TableRequest, rng)
        asked |= {"game": rng.choice(list(GAMES)), "options": {}, "position": "", "patience": None}
        asked["seats"] = [{"kind": "guest", "bot": "", "name": ""}, {"kind": "bot", "bot": "random", "name": ""}]
        if kind == 6:
            some = rng.choice(positions)
            seats, asked["position"] = some.next()
            asked["game"] = some.game
            asked["seats"] = [{"kind": "guest", "bot": "", "name": ""}] * seats
        return "/api/tables", spoiled(asked, rng).encode("utf-8", "surrogatepass")
    return "/api/records", records.next().encode("utf-8", "surrogatepass")
