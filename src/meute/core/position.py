"""Reads and writes positions: words, then the stack of frames with the top first: `Trick(step=follow,led=28) Rounds()`.

Reading validates everything: positions come from strangers."""

import re
from collections.abc import Sequence
from typing import Final

from meute.core.errors import BadInput
from meute.core.fields import Field
from meute.core.frame import Frame, State
from meute.core.numbers import NOBODY, i64, is_whole, vec

FRAME: Final = re.compile(r"(\w+)\(([^()]*)\)")
NOTHING: Final = "-"
MOST_SIGNS: Final = 50000
MOST_FRAMES: Final = 32
"""Rules stack a handful; freeing a chain of thousands would overflow the C stack."""


def parse_whole(field: str, text: str, low: int, high: int) -> int:
    """An integer from low to high; raises `BadInput` with the field for other text."""
    if not is_whole(text, low, high):
        raise BadInput("error.position_number", field, text=text, low=low, high=high)
    return int(text)


def parse_name(field: str, text: str, names: Sequence[str]) -> int:
    """The index of a name; raises `BadInput` with the field for other text."""
    known = list(names)
    if text not in known:
        raise BadInput("error.option_value", field, value=text, allowed=", ".join(known))
    return known.index(text)


def join_parts(parts: Sequence[str]) -> str:
    """Joins with commas; `-` for an empty list. `split_parts` is the inverse."""
    return ",".join(parts) or NOTHING


def split_parts(text: str) -> list[str]:
    """The inverse of `join_parts`."""
    return [] if text == NOTHING else text.split(",")


class Reader:
    """Reads a position word by word; raises `BadInput` with the field that is wrong."""

    def __init__(self, text: str) -> None:
        if len(text) > MOST_SIGNS:
            raise BadInput("error.position_size", "position", most=MOST_SIGNS)
        head, _, self.frames = text.partition("frames")
        self.words = head.split()
        self.at = 0

    def word(self, field: str) -> str:
        if self.at == len(self.words):
            raise BadInput("error.position_short", field)
        self.at += 1
        return self.words[self.at - 1]

    def label(self, expected: str) -> None:
        """Reads the next word; raises `BadInput` unless it is the expected one."""
        word = self.word(expected)
        if word != expected:
            raise BadInput("error.position_label", expected, text=word)

    def letters(self, field: str, alphabet: str, length: int = -1) -> str:
        """A word of letters from an alphabet, of that length (-1: any); `-` is empty unless it is a letter itself."""
        word = self.word(field)
        word = "" if word == NOTHING and NOTHING not in alphabet else word
        if any(letter not in alphabet for letter in word) or length not in (-1, len(word)):
            raise BadInput("error.position_letters", field, text=word, alphabet=alphabet)
        return word

    def number(self, field: str, low: int, high: int) -> int:
        """An integer from low to high."""
        return parse_whole(field, self.word(field), low, high)

    def name(self, field: str, names: Sequence[str]) -> int:
        """The index of a name."""
        return parse_name(field, self.word(field), names)

    def maybe_name(self, field: str, names: Sequence[str]) -> int:
        """The index of a name; NOBODY for `-`."""
        word = self.word(field)
        return NOBODY if word == NOTHING else parse_name(field, word, names)

    def parts(self, field: str) -> list[str]:
        """A comma-separated word; `-` for an empty list."""
        return split_parts(self.word(field))

    def wholes(self, field: str, between: str, low: int, high: int, length: int) -> list[int]:
        """Reads a word of `length` integers from low to high, joined by the separator `between`."""
        texts = self.word(field).split(between)
        if len(texts) != length:
            raise BadInput("error.length", field, length=length)
        return [parse_whole(field, text, low, high) for text in texts]

    def done(self) -> None:
        """Raises `BadInput` if words are left."""
        if self.at != len(self.words):
            raise BadInput("error.position_long", "position", text=self.words[self.at])


def write_frames(s: State) -> str:
    """The stack of frames as text, top first."""
    texts = []
    frame = s.top
    while frame is not None:
        written = [write_field(frame, name, field) for name, field in type(frame).FIELDS.items()]
        texts.append(f"{type(frame).__name__}({','.join(written)})")
        frame = frame.under
    return " ".join(texts)


def write_field(frame: Frame, name: str, field: Field) -> str:
    """One field as `name=value`: a number or its name, or several between colons."""
    value = getattr(frame, name)
    numbers = value if field.length else [value]
    return f"{name}={':'.join(field.words.get(number, str(number)) for number in numbers)}"


def read_frames(s: State, text: str, kinds: Sequence[type[Frame]]) -> None:
    """Pushes the frames of a text on the state's stack."""
    by_name = {kind.__name__: kind for kind in kinds}
    rest = FRAME.sub("", text).strip()
    if rest:
        raise BadInput("error.frames", "frames", text=rest)
    found: list[tuple[str, str]] = FRAME.findall(text)
    if len(found) > MOST_FRAMES:
        raise BadInput("error.frames_many", "frames", most=MOST_FRAMES)
    for kind, fields in reversed(found):
        if kind not in by_name:
            raise BadInput("error.frame_unknown", "frames", name=kind, known=", ".join(sorted(by_name)))
        frame = read_frame(by_name[kind], fields, s.seats)
        if not interrupts(frame, s.top):
            raise BadInput("error.frame_misfit", f"{kind}.under")
        s.push(frame)
        invalid = frame.invalid_field(s)
        if invalid:
            raise BadInput("error.frame_misfit", f"{kind}.{invalid}")


def read_frame(kind: type[Frame], text: str, seats: int) -> Frame:
    """A frame of this class with the fields of a text."""
    frame = kind()
    fields = kind.FIELDS
    given = [part.partition("=") for part in text.split(",") if part]
    if sorted(name for name, _, _ in given) != sorted(fields):
        raise BadInput("error.frame_fields", kind.__name__, fields=", ".join(fields))
    for name, _, written in given:
        field, where = fields[name], f"{kind.__name__}.{name}"
        if not field.length:
            setattr(frame, name, read_number(where, field, written, seats))
            continue
        texts = written.split(":")
        if len(texts) != field.length:
            raise BadInput("error.length", where, length=field.length)
        setattr(frame, name, vec[i64]([read_number(where, field, text, seats) for text in texts]))
    return frame


def interrupts(frame: Frame, under: Frame | None) -> bool:
    """Whether the rules ever push the frame onto `under` at its current step; `under` None is the bottom of the
    stack."""
    allowed = type(frame).INTERRUPTS
    if under is None:
        return "" in allowed
    kind = type(under)
    step = kind.FIELDS["step"].words.get(under.step) if "step" in kind.FIELDS else None
    return kind.__name__ in allowed or f"{kind.__name__}.{step}" in allowed


def read_number(where: str, field: Field, text: str, seats: int) -> int:
    """Parses a number of a field: one of the field's names, or an integer within its limits."""
    for number, word in field.words.items():
        if word == text:
            return number
    return parse_whole(where, text, field.low, field.most(seats))
