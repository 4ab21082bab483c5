"""`Layout`: the planes of a game's observation tensor in their order."""

from collections.abc import Sequence
from typing import Any

from mypy_extensions import i16

from meute.core.frame import Frame, State
from meute.core.numbers import i64
from meute.core.seats import Seat
from meute.core.tensor import Plane, PlaneWriter, Row, clear


class Layout:
    """The planes of a game's tensor in their order; the first two describe the stack of frames."""

    def __init__(self, frames: Sequence[type[Frame]], *planes: Plane) -> None:
        self.kinds = {kind: number for number, kind in enumerate(frames)}
        self.many: i64 = len(frames)
        each = (len(frames),)
        steps = max(field.high for kind in frames for name, field in kind.FIELDS.items() if name == "step")
        names = ", ".join(kind.__name__ for kind in frames)
        self.planes = (
            Plane("asks", each, f"the top frame: {names}"),
            Plane("reads", each, "the step of each frame on the stack plus 1, 0 if it is not there", steps + 1),
            *planes,
        )
        self.size: i64 = 0
        for plane in self.planes:
            plane.at = self.size
            self.size += plane.size
        assert len({plane.name for plane in self.planes}) == len(self.planes)

    def begin(self, s: State, seat: Seat, out: Row, at: i64) -> i64:
        """Clears the row and writes the planes `asks` and `reads` and those of the frames; returns the index after
        `reads`."""
        clear(out, at, self.size)
        writer = PlaneWriter(out, at, seat, s.seats)
        reads = at + self.many
        frame = s.top
        while frame is not None:
            kind = self.kind(frame)
            if frame is s.top:
                out[at + kind] = 1
            out[reads + kind] = i16(frame.step + 1)
            writer.kind = kind
            frame.write_planes(s, writer)
            frame = frame.under
        return reads + self.many

    def kind(self, frame: Frame) -> i64:
        """The index of a frame's class."""
        return self.kinds[type(frame)]

    def split(self, rows: Any) -> dict[str, Any]:
        """Splits the last axis of an array into planes: maps each plane's name to its part, reshaped to the plane's
        shape."""
        return {
            plane.name: rows[..., plane.at : plane.at + plane.size].reshape(*rows.shape[:-1], *plane.shape)
            for plane in self.planes
        }

    def lows(self) -> list[int]:
        """The lowest value at each index."""
        return [plane.low for plane in self.planes for _ in range(plane.size)]

    def highs(self) -> list[int]:
        """The highest value at each index."""
        return [plane.high for plane in self.planes for _ in range(plane.size)]
