"""Frames as text, for positions and snapshots: `Trick(step=2,leader=0) Rounds(...)`, the top one first."""

import re
from collections.abc import Sequence

from meute.core.errors import BadInput
from meute.core.frame import Frame, State

FRAME = re.compile(r"(\w+)\(([^()]*)\)")


def write_frames(s: State) -> str:
    """The stack as text."""
    texts = []
    frame = s.top
    while frame is not None:
        fields = []
        for name in type(frame).FIELDS:
            value = getattr(frame, name)
            fields.append(f"{name}={value if isinstance(value, int) else ':'.join(str(x) for x in value)}")
        texts.append(f"{type(frame).__name__}({','.join(fields)})")
        frame = frame.under
    return " ".join(texts)


def read_frames(s: State, text: str, kinds: Sequence[type[Frame]]) -> None:
    """Puts the stack that a text describes on the state."""
    by_name = {kind.__name__: kind for kind in kinds}
    rest = FRAME.sub("", text).strip()
    if rest:
        raise BadInput("error.frames", "frames", text=rest)
    for match in reversed(list(FRAME.finditer(text))):
        kind = by_name.get(match[1])
        if kind is None:
            raise BadInput("error.frame_unknown", "frames", name=match[1], known=", ".join(sorted(by_name)))
        frame = kind()
        given = {name: value for name, _, value in (part.partition("=") for part in match[2].split(",") if part)}
        if set(given) != set(kind.FIELDS):
            raise BadInput("error.frame_fields", match[1], fields=", ".join(kind.FIELDS))
        for name, value in given.items():
            old = getattr(frame, name)
            try:
                numbers = [int(part) for part in value.split(":") if part]
            except ValueError:
                raise BadInput("error.not_a_number", f"{match[1]}.{name}", text=value) from None
            if isinstance(old, int):
                if len(numbers) != 1:
                    raise BadInput("error.not_a_number", f"{match[1]}.{name}", text=value)
                setattr(frame, name, numbers[0])
            else:
                if len(numbers) != len(old):
                    raise BadInput("error.length", f"{match[1]}.{name}", length=len(old))
                for i, number in enumerate(numbers):
                    old[i] = number
        s.push(frame)
