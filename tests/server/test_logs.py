"""Logs: JSON without exception, and a count of what is said over and over."""

import json
import logging
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from helpers.visitor import QUICK

from meute.server import logs
from meute.server.logs import LINES_PER_PERIOD, JsonFormatter, StderrHandler
from meute.server.run import uvicorn_config

EVERYTHING = """
import asyncio, logging, subprocess, sys, threading, warnings
from meute.server.logs import configure_logging, print_or_log

configure_logging("json", "one")
print_or_log("json", "la table est prête : é \\ud800")
logging.getLogger("uvicorn.error").error("uvicorn speaks")
logging.getLogger("any").info("wrong %d", "number")
logging.getLogger("any").warning("two\\nlines")
warnings.warn("a warning")
thread = threading.Thread(target=lambda: 1 / 0)
thread.start()
thread.join()

class Stubborn:
    def __del__(self):
        raise ValueError("stubborn")

Stubborn()

async def scene():
    asyncio.get_running_loop().create_task(fail())
    await asyncio.sleep(0)
    await asyncio.sleep(0)

async def fail():
    raise KeyError("nobody waits")

asyncio.run(scene())
child = "from meute.server.logs import configure_child_logging; configure_child_logging(); raise OSError('of a child')"
subprocess.run([sys.executable, "-c", child])
for n in range(100):
    logging.getLogger("any").error("again %d", n)
raise ZeroDivisionError("nothing catches this")
"""


def test_json_logs_are_json_whatever_is_said() -> None:
    completed = subprocess.run([sys.executable, "-c", EVERYTHING], check=False, capture_output=True, text=True)
    assert completed.stdout == ""
    lines = [json.loads(line) for line in completed.stderr.splitlines()]
    assert {line["node"] for line in lines} == {"one"}
    errors = " ".join(line.get("error", "") for line in lines)
    for error in ("division by zero", "stubborn", "nobody waits", "of a child", "nothing catches this"):
        assert error in errors
    said = [line["said"] for line in lines]
    assert "la table est prête : é \ud800" in said
    assert any("a warning" in one for one in said)
    assert any("cannot be written" in one for one in said)
    assert [line["left_out"] for line in lines if "left_out" in line] == [100 - LINES_PER_PERIOD]


def test_a_server_that_cannot_start_says_so_in_json(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a folder")
    words = [sys.executable, "-m", "meute", "serve", "--logs", "json", "--port", "0", "--data", str(tmp_path / "data")]
    completed = subprocess.run(words, check=False, capture_output=True, text=True)
    assert (completed.returncode, completed.stdout) == (1, "")
    [line] = [json.loads(line) for line in completed.stderr.splitlines()]
    assert str(tmp_path / "data") in line["said"]


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--port", "70000"], "70000"),
        (["--port", "loup"], "loup"),
        (["--host", "nowhere.invalid"], "nowhere.invalid"),
        (["--public", "loup"], "--public"),
        (["--node", "a b"], "--node"),
        (["--settings", "nowhere.toml"], "nowhere.toml"),
    ],
)
def test_bad_options_are_told_in_json(words: list[str], named: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "meute", "serve", "--logs", "json", "--data", str(tmp_path), *words]
    told = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (told.returncode, told.stdout) == (1, "")
    [line] = [json.loads(line) for line in told.stderr.splitlines()]
    assert named in line["said"]
    assert line["level"] == "error"


def test_a_settings_file_that_asks_for_json_gets_errors_in_json(tmp_path: Path) -> None:
    (tmp_path / "meute.toml").write_text('[cluster]\nlogs = "json"\n')
    words = ["--settings", str(tmp_path / "meute.toml"), "--data", str(tmp_path), "--port", "70000"]
    told = subprocess.run([sys.executable, "-m", "meute", "serve", *words], check=False, capture_output=True, text=True)
    assert "70000" in json.loads(told.stderr)["said"]


def test_uvicorn_leaves_its_lines_to_us() -> None:
    async def app(*_: object) -> None:
        pass

    uvicorn_config(app, QUICK)  # type: ignore[arg-type]
    for name in ("uvicorn", "uvicorn.error"):
        assert logging.getLogger(name).handlers == []
        assert logging.getLogger(name).propagate


def test_what_is_repeated_is_counted(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    timers: list[Any] = []
    clock = [0.0]

    class Timer:
        def __init__(self, seconds: float, work: Any, args: Any) -> None:
            self.seconds, self.work, self.args = seconds, work, args
            timers.append(self)

        def start(self) -> None:
            pass

    monkeypatch.setattr("threading.Timer", Timer)
    monkeypatch.setattr(logs, "monotonic", lambda: clock[0])
    speaker, log = StderrHandler(), logging.Logger("meute.test")
    speaker.setFormatter(JsonFormatter("one"))
    log.addHandler(speaker)

    def complain(times: int, error: Exception | None = None) -> None:
        for n in range(times):
            log.error("disk %d is full", n, exc_info=error)

    def logged() -> list[str]:
        return [json.loads(line)["said"] for line in capsys.readouterr().err.splitlines()]

    complain(343)
    log.warning("something else")
    assert logged() == [*(f"disk {n} is full" for n in range(LINES_PER_PERIOD)), "something else"]
    complain(1, ValueError())
    assert len(logged()) == 1, "another error is another kind"
    [timer] = timers
    assert timer.seconds == logs.PERIOD
    clock[0] = logs.PERIOD
    timer.work(*timer.args)
    assert logged() == [f"{343 - LINES_PER_PERIOD} more like this were left out; the last: disk 342 is full"]
    timer.work(*timer.args)
    complain(LINES_PER_PERIOD + 1)
    assert logged() == [f"disk {n} is full" for n in range(LINES_PER_PERIOD)]
    speaker.close()
    assert logged() == [f"1 more like this were left out; the last: disk {LINES_PER_PERIOD} is full"]
