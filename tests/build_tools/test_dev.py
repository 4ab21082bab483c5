"""dev.py on everybody's machine: no shell, no `bin` folder, no `exec`, and no waiting for the compiler."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dev
import pytest

ROOT = Path(dev.__file__).parent
SECONDS = 60.0
"""More than anything here takes."""


def wait_for(what: Callable[[], bool]) -> None:
    end = time.monotonic() + SECONDS
    while not what():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def script(code: str, *words: object) -> list[str | Path]:
    return [sys.executable, "-c", code, *map(str, words)]


# --- where things are


@pytest.mark.parametrize(("windows", "inside"), [(False, "bin/python"), (True, "Scripts/python.exe")])
def test_the_python_of_an_environment(
    windows: bool, inside: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dev, "WINDOWS", windows)
    monkeypatch.setattr(dev, "ENVS", tmp_path)
    (tmp_path / "play").mkdir()
    (tmp_path / "play/lock.stamp").write_text(dev.digest([dev.LOCKS / "play.txt"]))
    assert dev.python("play") == tmp_path / "play" / inside


@pytest.mark.parametrize(("windows", "name"), [(False, "uv"), (True, "uv.exe")])
def test_an_environment_is_made_without_a_shell(
    windows: bool, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dev, "WINDOWS", windows)
    monkeypatch.setattr(dev, "ENVS", tmp_path)
    monkeypatch.setattr(dev, "TOOLS", tmp_path)
    (tmp_path / f"uv-{dev.UV}.dist-info").mkdir()
    (tmp_path / "play").mkdir()
    ran: list[dev.Command] = []
    monkeypatch.setattr(dev, "stage", lambda _, *commands: ran.extend(commands))
    dev.python("play")
    assert [command[0] for command in ran] == [tmp_path / "bin" / name] * 2
    assert [command[2] for command in ran] == ["venv", "pip"]


# --- stages


def test_a_stage_runs_its_commands_one_after_the_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    note = "import sys; open(sys.argv[1], 'a').write(sys.argv[2]); print('a word')"
    dev.stage("two", script(note, tmp_path / "seen", "a"), script(note, tmp_path / "seen", "b"))
    assert (tmp_path / "seen").read_text() == "ab"
    output = capsys.readouterr().err
    assert output.startswith("ok two")
    assert "a word" not in output


def test_a_stage_that_fails_tells_what_was_said_and_stops(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    after = tmp_path / "after"
    with pytest.raises(SystemExit) as left:
        dev.stage("two", script("import sys; print('the reason'); sys.exit(3)"), script(f"open({str(after)!r}, 'w')"))
    assert left.value.code == 3
    output = capsys.readouterr().err
    assert output.startswith("!! two")
    assert "the reason" in output
    assert not after.exists()


def test_a_long_step_shows_what_was_said_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    said = ["1 of 21 units\n"]
    output = told_so_far(capsys)
    with dev.progress("wheel", time.monotonic(), said):
        wait_for(lambda: output("1 of 21 units"))
    assert output("   wheel")
    assert output("\r")


# --- handing the terminal over

BECOME = "import sys, dev; dev.become([sys.executable, '-c', sys.argv[1], *sys.argv[2:]])"


def handed_over(code: str, *words: object) -> subprocess.Popen[bytes]:
    """A process that has become another, in a terminal of its own."""
    return subprocess.Popen(script(BECOME, code, *words), cwd=ROOT, start_new_session=True)


@pytest.mark.parametrize(("code", "handed_on"), [("pass", 0), ("raise SystemExit(7)", 7)])
def test_the_exit_code_is_handed_on(code: str, handed_on: int) -> None:
    assert handed_over(code).wait(SECONDS) == handed_on


def test_a_command_that_was_killed_ends_like_in_a_shell() -> None:
    assert handed_over("import os; os.kill(os.getpid(), 9)").wait(SECONDS) == 128 + 9


WAITS = """
import pathlib, sys, time
try:
    pathlib.Path(sys.argv[1]).touch()
    time.sleep(60)
except KeyboardInterrupt:
    sys.exit(5)
"""


def test_an_interrupt_is_the_commands_own(tmp_path: Path) -> None:
    process = handed_over(WAITS, tmp_path / "ready")
    wait_for((tmp_path / "ready").exists)
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(SECONDS) == 5


def test_who_ends_dev_py_ends_the_command(tmp_path: Path) -> None:
    process = handed_over(WAITS, tmp_path / "ready")
    wait_for((tmp_path / "ready").exists)
    process.terminate()
    assert process.wait(SECONDS) == 128 + signal.SIGTERM


# --- compiling beside a server


@pytest.fixture
def maker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Lets the wheel be made by this code; answers the log."""

    def make(code: str) -> Path:
        (tmp_path / "maker.py").write_text(code)
        monkeypatch.setattr(dev, "__file__", str(tmp_path / "maker.py"))
        monkeypatch.setattr(dev, "can_compile", lambda: True)
        monkeypatch.setattr(dev, "COMPILE_LOG", tmp_path / "log")
        return tmp_path / "log"

    return make


def told_so_far(capsys: pytest.CaptureFixture[str]) -> Callable[[str], bool]:
    heard: list[str] = []

    def is_output(line: str) -> bool:
        heard.append(capsys.readouterr().err)
        return line in "".join(heard)

    return is_output


def test_a_running_server_says_when_the_fast_rules_are_there(
    maker: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    maker("import sys; sys.exit(sys.argv[1:] != ['wheel'])")
    output = told_so_far(capsys)
    with dev.compile_in_background():
        wait_for(lambda: output(dev.FAST_RULES))


def test_rules_that_cannot_be_compiled_are_told_with_the_reason(
    maker: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    log = maker("import sys; print('no space left'); sys.exit(1)")
    output = told_so_far(capsys)
    with dev.compile_in_background():
        wait_for(lambda: output(f"could not be compiled, see {log}"))
    assert log.read_text() == "no space left\n"


def rests(log: Path) -> bool:
    """Whether nothing is written any more."""
    size = log.stat().st_size
    time.sleep(0.3)
    return log.stat().st_size == size


TICKS = "import time\nwhile True:\n    print('tick', flush=True)\n    time.sleep(0.02)\n"


@pytest.mark.parametrize("stubborn", [False, True])
def test_what_compiles_ends_with_the_server(
    stubborn: bool,
    maker: Callable[[str], Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(dev, "PATIENCE", 0.5)
    deaf = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n" if stubborn else ""
    log = maker(f"{deaf}import subprocess, sys\nsubprocess.run([sys.executable, '-c', {TICKS!r}])")
    with dev.compile_in_background():
        wait_for(lambda: log.exists() and "tick" in log.read_text())
    wait_for(lambda: rests(log))
    assert "could not be compiled" not in capsys.readouterr().err


def test_without_a_compiler_nothing_is_started(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MEUTE_PURE", "1")
    monkeypatch.setattr(subprocess, "Popen", None)
    with dev.compile_in_background():
        assert capsys.readouterr().err == dev.NOT_COMPILED + "\n"


def test_on_windows_the_compiler_gives_way_and_is_ended_with_its_children(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "WINDOWS", True)
    assert dev.own_group() == {"creationflags": 0x4200}
    ran: list[list[str]] = []
    monkeypatch.setattr(subprocess, "run", lambda command, **_: ran.append(command))
    running: Any = type("Running", (), {"pid": 77, "poll": lambda self: None})()
    dev.end(running)
    assert ran == [["taskkill", "/F", "/T", "/PID", "77"]]


# --- playing at once


class Became(Exception):
    """What dev.py would have become."""


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Any]:
    """What is done instead of the real steps."""
    done: list[Any] = []

    def become(command: dev.Command, **env: str) -> None:
        done.append((command, env))
        raise Became

    monkeypatch.setattr(dev, "become", become)
    monkeypatch.setattr(dev, "WHEELS", tmp_path)
    monkeypatch.setattr(dev, "wheel_stamp", lambda: "now")
    monkeypatch.setattr(dev, "client", lambda *scripts: done.append(("client", *scripts)))
    monkeypatch.setattr(dev, "python", lambda name: Path(name, "python"))
    monkeypatch.setattr(dev, "installed", lambda name: Path("wheel in", name, "python"))
    monkeypatch.setattr(dev, "can_compile", lambda: False)
    return done


def test_the_first_start_serves_the_rules_as_they_are_written(steps: list[Any]) -> None:
    with pytest.raises(Became):
        dev.play(["--port", "1"])
    serve = ["-P", "-m", "meute", "serve", "--open", "--port", "1"]
    assert steps == [
        ("client", "build"),
        ([Path("play/python"), *serve], {"PYTHONPATH": str(ROOT / "src")}),
    ]


def test_the_next_start_uses_the_wheel(steps: list[Any]) -> None:
    (dev.WHEELS / "wheel.stamp").write_text("now")
    (dev.WHEELS / "meute-1-cp311-cp311-linux_x86_64.whl").touch()
    with pytest.raises(Became):
        dev.play([])
    assert steps == [([Path("wheel in/play/python"), "-P", "-m", "meute", "serve", "--open"], {})]


@pytest.mark.parametrize(
    ("stamp", "name"),
    [("before", "meute-1-cp311-cp311-linux_x86_64.whl"), ("now", "meute-1-py3-none-any.whl")],
)
def test_an_old_or_interpreted_wheel_is_no_reason_to_wait(steps: list[Any], stamp: str, name: str) -> None:
    (dev.WHEELS / "wheel.stamp").write_text(stamp)
    (dev.WHEELS / name).touch()
    with pytest.raises(Became):
        dev.play([])
    assert steps[-1][1] == {"PYTHONPATH": str(ROOT / "src")}


def test_a_command_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    """Also where a grandchild keeps its output open."""
    monkeypatch.setattr(dev, "LIMIT", 1)
    monkeypatch.setattr(dev, "PATIENCE", 0.1)
    hangs = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(20)'])"
    with pytest.raises(SystemExit):
        dev.stage("hangs", script(hangs))
    assert "timed out after 1 seconds" in capfd.readouterr().err
