"""The built page: its files out of the package, held in memory with their compressed forms."""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from meute.games import GAMES
from meute.server.lobby import NAMELESS
from meute.text import LANGUAGES, catalogue

FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
PACKED = ("text/", "application/json", "application/javascript", "image/svg", "application/manifest")
INDEX = "index.html"
OF_LEARNING = ("lesson", "coach", "example")
AT_TABLE = ("event", "why", "prompt", "action")
"""Words of a game that only its table says."""
APART = (*OF_LEARNING, *GAMES)
"""Parts of the words that are sent when they are wanted: the page stays light."""
ELSEWHERE = ("cli", "mail")
"""What the page never says."""


@dataclass(frozen=True)
class Sheet:
    """A file: its bytes, plain and packed, and how long a browser may keep it."""

    body: bytes
    packed: bytes
    type: str
    cache: str
    etag: str

    def answer(self, request: Request, status: int = 200) -> Response:
        """The file, or word that the browser has it already."""
        headers = {"etag": self.etag, "cache-control": self.cache, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == self.etag:
            return Response(status_code=304, headers=headers)
        if self.packed and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.packed, status, {**headers, "content-encoding": "gzip"}, self.type)
        return Response(self.body, status, headers, self.type)


def sheet(body: bytes, type: str, cache: str) -> Sheet:
    """A file with its compressed form, where that is worth it."""
    packed = gzip.compress(body, mtime=0) if type.startswith(PACKED) else b""
    etag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    told = f"{type}; charset=utf-8" if type.startswith("text/") else type
    return Sheet(body, packed, told, cache, etag)


class Page:
    """All files of the page; Starlette's StaticFiles would ask the disk and compress again for every visitor."""

    def __init__(self) -> None:
        self.sheets = dict(walk(files("meute") / "server" / "static", ""))

    @cached_property
    def words(self) -> dict[tuple[str, str], Sheet]:
        """The words of each language, part by part."""
        return {
            (language, part): sheet(encode_words(language, part), "application/json", ASK_AGAIN)
            for language in LANGUAGES
            for part in ("", *APART)
        }

    def file(self, path: str) -> Sheet | None:
        """A file by its path."""
        return self.sheets.get(path)

    def index(self) -> Sheet:
        """The page itself; a plain message where the client has not been built."""
        built = self.sheets.get(INDEX)
        if built is not None:
            return built
        told = "\n".join(catalogue(language).entries["server.not_built"] for language in LANGUAGES)
        return sheet(told.encode(), "text/plain", ASK_AGAIN)


def encode_words(language: str, part: str) -> bytes:
    """The catalogue of a language for the page, or a part of it."""
    entries = catalogue(language).entries
    words = {key: entries[key] for key in entries if part_of(key) == part}
    if NAMELESS in words:
        words[f"{NAMELESS}.all"] = "|".join(catalogue(other).entries[NAMELESS] for other in LANGUAGES)
    return msgspec.json.encode(words)


def part_of(key: str) -> str | None:
    """The part of the words that a key belongs to; None for what the page never says."""
    first, second, *_ = [*key.split("."), ""]
    if first in ELSEWHERE:
        return None
    if first == "page":
        return second if second in GAMES else ""
    if second in OF_LEARNING:
        return second
    return first if first in GAMES and second in AT_TABLE else ""


def walk(folder: Traversable, path: str) -> list[tuple[str, Sheet]]:
    """Every file under a folder; what has a fingerprint in its name may be kept forever."""
    found: list[tuple[str, Sheet]] = []
    if not folder.is_dir():
        return found
    for item in folder.iterdir():
        name = f"{path}{item.name}"
        if item.is_dir():
            found += walk(item, f"{name}/")
        else:
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            found.append((name, sheet(item.read_bytes(), kind, FOREVER if name.startswith("assets/") else ASK_AGAIN)))
    return found
