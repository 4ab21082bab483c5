"""Append-only results file that lets an interrupted run resume."""

from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from meute.core.errors import BadInput

T = TypeVar("T")


@dataclass(frozen=True)
class ResumeLog(Generic[T]):
    """JSON lines: the first names the experiment, the others are its results. Without a path nothing is stored."""

    about: object
    kind: type[T]
    path: Path | None

    def read(self) -> list[T]:
        """Results of an earlier run; an incomplete last line is dropped."""
        if self.path is None:
            return []
        head = msgspec.json.encode(self.about).decode()
        if not self.path.exists():
            self.path.write_text(head + "\n", encoding="utf-8")
            return []
        text = self.path.read_text(encoding="utf-8")
        lines = text.splitlines()
        if not lines or lines[0] != head:
            raise BadInput("error.results_file", str(self.path))
        if not text.endswith("\n"):
            lines.pop()
            self.path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        try:
            return [msgspec.json.decode(line, type=self.kind) for line in lines[1:]]
        except msgspec.DecodeError:
            raise BadInput("error.results_file", str(self.path)) from None

    def add(self, result: T) -> T:
        """Append a result and return it."""
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(msgspec.json.encode(result).decode() + "\n")
        return result
