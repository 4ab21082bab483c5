"""What the server says about itself: lines for people, or JSON for those who collect it."""

import logging
import sys
from contextvars import ContextVar

import msgspec

from meute.core.errors import BadInput

ABOUT: ContextVar[tuple[str, int]] = ContextVar("about", default=("", 0))
"""The table whose task is at work, and since which epoch it is this node's."""
KINDS = ("text", "json")


class Lines(logging.Formatter):
    """One JSON object a line."""

    def __init__(self, node: str) -> None:
        super().__init__()
        self.node = node

    def format(self, record: logging.LogRecord) -> str:
        table, epoch = ABOUT.get()
        told: dict[str, object] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "said": record.getMessage(),
            "node": self.node,
        }
        if table:
            told |= {"table": table, "epoch": epoch}
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(told).decode()


def speak(kind: str, node: str) -> None:
    """From now on, all that is logged is told like this."""
    if kind not in KINDS:
        raise BadInput("error.logs", "--logs", known=", ".join(KINDS))
    if kind == "json":
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(Lines(node))
        logging.basicConfig(handlers=[handler], level=logging.INFO, force=True)
