"""The built page: its files and catalogues, held in memory, also compressed."""

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
from meute.server.table.lobby import NAMELESS
from meute.text import LANGUAGES, catalogue
from meute.text.catalogue import box_figures_in
from meute.text.rules import rules_page

FOREVER = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
COMPRESSIBLE = ("text/", "application/json", "application/javascript", "image/svg", "application/manifest")
INDEX = "index.html"
BROTLI = ".br"
"""Suffix of a file compressed by the build of the page."""
KEYS_APART = ("lesson", "example", "tale")
"""Catalogue keys of games that few pages need: lessons, examples of the rules, tales of Mon Aventure."""
KEYS_WITHOUT_TABLE = ("credit", "error", "phase", "pitch", "progress", "title")
"""Catalogue keys of a game that pages without its board need, too; all others are loaded with the board."""
CLUBS = "clubs"
"""First word of the keys of tournaments, groups and the league, which have pages of their own."""
REFUSED_BY_CLUBS = (
    *("group", "not_group", "not_organizer", "tournaments"),
    *(f"tournament_{word}" for word in ("begun", "few", "full", "name", "players", "rounds", "time")),
)
"""First letters of the refusals that only those pages can meet."""
STATISTICS, LINK_TO_STATISTICS = "statistics", "page.statistics.see"
"""Second word of the keys of the statistics, and the one key of them that another page has."""
ACCOUNT = "account"
PEOPLE_IN_ACCOUNT = (
    *("all_of_it", "away_until", "back", "bring", "carry", "days", "delete", "device", "enter", "export", "form"),
    *("kept", "mail", "no_push", "notices", "passkey", "push", "quiet", "recovery", "scope", "studies"),
    *("this_device", "token", "topic", "vacation", "ways", "webhook"),
)
"""First letters of the second words of keys that only the pages of one's own account have."""
PROGRAMS_AT_TABLES = ("allowed", "allowed_note", "mark")
"""Second words of keys of programs that tables have; the others belong to the ladder and the account."""
PARTS = (*KEYS_APART, ACCOUNT, CLUBS, STATISTICS, *GAMES)
"""Parts of a catalogue that the page loads on demand."""
NOT_ON_PAGE = ("cli", "mail", "webhook")
"""Catalogue keys that the page never needs."""
ERRORS_NOT_ON_PAGE = ("backup", "broker", "lesson", "minari", "port", "secret", "settings", "site", "store")
"""First words of the errors of those who run a server or write lessons."""


@dataclass(frozen=True)
class StaticFile:
    """A file: body, compressed bodies (empty: none), content type and caching headers."""

    body: bytes
    gzipped: bytes
    type: str
    cache: str
    etag: str
    brotli: bytes = b""

    def response(self, request: Request, status: int = 200) -> Response:
        """The file, or 304 if the browser has it."""
        headers = {"etag": self.etag, "cache-control": self.cache, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == self.etag:
            return Response(status_code=304, headers=headers)
        accepted = {part.strip() for part in request.headers.get("accept-encoding", "").split(",")}
        for coding, body in (("br", self.brotli), ("gzip", self.gzipped)):
            if body and coding in accepted:
                return Response(body, status, {**headers, "content-encoding": coding}, self.type)
        return Response(self.body, status, headers, self.type)


def static_file(body: bytes, type: str, cache: str, brotli: bytes = b"") -> StaticFile:
    """A file, gzipped where its type compresses."""
    gzipped = gzip.compress(body, mtime=0) if type.startswith(COMPRESSIBLE) else b""
    etag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    content_type = f"{type}; charset=utf-8" if type.startswith("text/") else type
    return StaticFile(body, gzipped, content_type, cache, etag, brotli)


FIGURE_PREFIX = "figure:"
"""Prefix of the catalogue keys of component figures (numbers from a game's `box.toml`)."""


class StaticPage:
    """All files of the page. Starlette's StaticFiles would read the disk and compress again for every request."""

    def __init__(self) -> None:
        self.files = dict(read_files(files("meute") / "server" / "static", ""))

    @cached_property
    def catalogues(self) -> dict[tuple[str, str], StaticFile]:
        """Encoded catalogues by (language, part); the part "" has the keys that every page needs."""
        return {
            (language, part): static_file(encode_catalogue(language, part), "application/json", REVALIDATE)
            for language in LANGUAGES
            for part in ("", *PARTS)
        }

    def file(self, path: str) -> StaticFile | None:
        return self.files.get(path)

    def index(self) -> StaticFile:
        """index.html; a plain message if the client has not been built."""
        built = self.files.get(INDEX)
        if built is not None:
            return built
        message = "\n".join(catalogue(language).entries["server.not_built"] for language in LANGUAGES)
        return static_file(message.encode(), "text/plain", REVALIDATE)


def encode_catalogue(language: str, part: str) -> bytes:
    """A part of a language's catalogue as JSON, with the component figures in its words or in the game's rules."""
    entries = catalogue(language).entries
    words = {key: entries[key] for key in entries if part_of(key) == part}
    texts = [*words.values(), rules_page(part, language) or ""]
    figures = {name for text in texts for name in box_figures_in(text)}
    words |= {f"{FIGURE_PREFIX}{name}": str(catalogue(language).figures[name]) for name in sorted(figures)}
    if NAMELESS in words:
        words[f"{NAMELESS}.all"] = "|".join(catalogue(other).entries[NAMELESS] for other in LANGUAGES)
    return msgspec.json.encode(words)


def part_of(key: str) -> str | None:
    """The part of the catalogue that a key belongs to; None if the page never needs it."""
    first, second, *_ = [*key.split("."), ""]
    if first in NOT_ON_PAGE or (first == "error" and second.split("_")[0] in ERRORS_NOT_ON_PAGE):
        return None
    if first == "page":
        is_apart = second in GAMES or (second == STATISTICS and key != LINK_TO_STATISTICS)
        return second if is_apart else ""
    if second in KEYS_APART:
        return second
    if (first == "people" and second.startswith(PEOPLE_IN_ACCOUNT)) or (
        first == "programs" and second not in PROGRAMS_AT_TABLES
    ):
        return ACCOUNT
    if first == CLUBS or (first == "refused" and second.startswith(REFUSED_BY_CLUBS)):
        return CLUBS
    return first if first in GAMES and second not in KEYS_WITHOUT_TABLE else ""


def read_files(folder: Traversable, path: str) -> list[tuple[str, StaticFile]]:
    """(path, file) of all files below a folder; those in assets/ have a hash in their name and are cached for ever."""
    found: list[tuple[str, StaticFile]] = []
    if not folder.is_dir():
        return found
    for item in folder.iterdir():
        name = f"{path}{item.name}"
        if item.is_dir():
            found += read_files(item, f"{name}/")
        elif not name.endswith(BROTLI):
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            cache = FOREVER if name.startswith("assets/") else REVALIDATE
            pressed = folder / f"{item.name}{BROTLI}"
            brotli = pressed.read_bytes() if pressed.is_file() else b""
            found.append((name, static_file(item.read_bytes(), kind, cache, brotli)))
    return found
