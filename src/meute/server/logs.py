"""Logging to standard error, as text or JSON lines; repeated lines are counted instead of written."""

import json
import logging
import os
import sys
import threading
from contextvars import ContextVar
from dataclasses import dataclass
from types import TracebackType
from typing import NamedTuple

from meute.core.errors import BadInput
from meute.server.system import monotonic

CURRENT_TABLE: ContextVar[tuple[str, int]] = ContextVar("about", default=("", 0))
"""Table code and epoch of the current task, for log lines."""
KINDS = ("text", "json")
TEXT = "%(levelname)s: %(message)s"
LOGS_VARIABLE = "MEUTE_LOGS"
"""Environment variable that passes the format to child processes."""
LINES_PER_PERIOD = 5
PERIOD = 30.0
"""Most lines of one kind that are written in a period of PERIOD seconds; further lines are only counted."""

log = logging.getLogger(__name__)


class JsonFormatter(logging.Formatter):
    """One JSON object per line, in ASCII, so that it is independent of the terminal's encoding."""

    def __init__(self, node: str) -> None:
        super().__init__()
        self.node = node

    def format(self, record: logging.LogRecord) -> str:
        table, epoch = CURRENT_TABLE.get()
        entry: dict[str, object] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "said": record.getMessage(),
            "node": self.node,
        }
        if table:
            entry |= {"table": table, "epoch": epoch}
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        left_out = getattr(record, "left_out", 0)
        if left_out:
            entry["left_out"] = left_out
        return json.dumps(entry)


class LineKind(NamedTuple):
    """Key by which lines count as repeated: the statement that logs them, the error, and the line that raised it."""

    name: str
    level: int
    path: str
    line: int
    error: type[BaseException] | None
    raised: tuple[str, int] | None


@dataclass
class Repeated:
    """Number of lines of one kind since the period began."""

    until: float
    times: int = 0
    last: str = ""
    """The last line that was left out."""


class StderrHandler(logging.Handler):
    """Writes to standard error; suppresses repeated lines, and logs their number when the period or process ends."""

    def __init__(self) -> None:
        super().__init__()
        self.repeated: dict[LineKind, Repeated] = {}

    def emit(self, record: logging.LogRecord) -> None:
        try:
            if self.is_written(record):
                self.write(self.format(record))
        except Exception as error:
            message = f"a line of {record.pathname}:{record.lineno} cannot be written: {error!r}"
            self.write(self.format(make_record(record.name, record.levelno, message)))

    def write(self, line: str) -> None:
        """Looks up `sys.stderr` at each call, since it may be replaced."""
        if sys.stderr is not None:
            sys.stderr.write(line + "\n")
            sys.stderr.flush()

    def is_written(self, record: logging.LogRecord) -> bool:
        """Whether a line is among the first of its kind in this period."""
        kind, now = kind_of(record), monotonic()
        one = self.repeated.get(kind)
        if one is None or now >= one.until:
            self.report_left_out(kind)
            one = self.repeated[kind] = Repeated(now + PERIOD)
        one.times += 1
        if one.times <= LINES_PER_PERIOD:
            return True
        if one.times == LINES_PER_PERIOD + 1:
            timer = threading.Timer(one.until - now, self.end_period, (kind, one))
            timer.daemon = True
            timer.start()
        one.last = record.getMessage()
        return False

    def end_period(self, kind: LineKind, one: Repeated) -> None:
        """Ends the period of a kind, unless a newer one has begun."""
        self.acquire()
        try:
            if self.repeated.get(kind) is one:
                self.report_left_out(kind)
        finally:
            self.release()

    def report_left_out(self, kind: LineKind) -> None:
        """Logs how many lines of a kind were left out, if any."""
        one = self.repeated.pop(kind, None)
        if one is not None and one.times > LINES_PER_PERIOD:
            number = one.times - LINES_PER_PERIOD
            message = f"{number} more like this were left out; the last: {one.last}"
            self.write(self.format(make_record(kind.name, kind.level, message, left_out=number)))

    def close(self) -> None:
        """Logs how many lines were left out so far."""
        for kind in list(self.repeated):
            self.report_left_out(kind)
        super().close()


def kind_of(record: logging.LogRecord) -> LineKind:
    error, _, trace = record.exc_info or (None, None, None)
    raised = last_frame(trace) if trace is not None else None
    return LineKind(record.name, record.levelno, record.pathname, record.lineno, error, raised)


def last_frame(trace: TracebackType) -> tuple[str, int]:
    """File and line where an error was raised."""
    while trace.tb_next is not None:
        trace = trace.tb_next
    return trace.tb_frame.f_code.co_filename, trace.tb_lineno


def make_record(name: str, level: int, message: str, **more: object) -> logging.LogRecord:
    """Creates a log record; `more`: its further attributes."""
    fields = {"name": name, "levelno": level, "levelname": logging.getLevelName(level), "msg": message}
    return logging.makeLogRecord({**fields, **more})


def configure_logging(kind: str, node: str) -> None:
    """Configures logging for everything in this process and its children: libraries, warnings, uncaught errors."""
    if kind not in KINDS:
        raise BadInput("error.logs", "--logs", known=", ".join(KINDS))
    handler, root = StderrHandler(), logging.getLogger()
    handler.setFormatter(JsonFormatter(node) if kind == "json" else logging.Formatter(TEXT))
    for old in [one for one in root.handlers if isinstance(one, StderrHandler)]:
        root.removeHandler(old)
        old.close()
    root.addHandler(handler)
    root.setLevel(logging.INFO if kind == "json" else logging.WARNING)
    os.environ[LOGS_VARIABLE] = f"{kind} {node}"
    logging.captureWarnings(True)
    if kind == "json":
        sys.excepthook = lambda *info: log.critical("ended by an error", exc_info=info)
        sys.unraisablehook = lambda error: log.error(
            "%s: %r", error.err_msg or "ignored", error.object, exc_info=error.exc_value
        )
        threading.excepthook = lambda error: log.error("a thread has ended", exc_info=error.exc_value)


def configure_child_logging() -> None:
    """Configures logging in a child process as in its parent."""
    kind, _, node = os.environ.get(LOGS_VARIABLE, "").partition(" ")
    if kind in KINDS:
        configure_logging(kind, node)


def print_or_log(kind: str, line: str) -> None:
    """Prints a line for the operator on standard output; logs it instead if logs are JSON."""
    if kind == "json":
        log.info("%s", line)
    else:
        print(line, flush=True)
