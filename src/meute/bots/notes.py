"""Results noted one by one in a file, so that a long run can be taken up again."""

from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from meute.core.errors import BadInput

T = TypeVar("T")


@dataclass(frozen=True)
class Notes(Generic[T]):
    """A file whose first line says of what the others are results; without a path, nothing is noted."""

    about: object
    kind: type[T]
    path: Path | None

    def read(self) -> list[T]:
        """The results of an earlier run; half a last line is played again."""
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
        """Notes a result."""
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(msgspec.json.encode(result).decode() + "\n")
        return result
