"""Positions as text: words between white space, then the frames, as in `Trick(step=follow,led=28) Rounds()`, the top
one first. Everything that cannot be is refused with the name of its field."""

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
"""The rules pile up a handful; a chain of thousands could not even be let go of without overflowing the C stack."""


def whole(field: str, text: str, low: int, high: int) -> int:
    """A whole number within limits."""
    if not is_whole(text, low, high):
        raise BadInput("error.position_number", field, text=text, low=low, high=high)
    return int(text)


def name(field: str, text: str, names: Sequence[str]) -> int:
    """One of these names as its number."""
    known = list(names)
    if text not in known:
        raise BadInput("error.option_value", field, value=text, allowed=", ".join(known))
    return known.index(text)


def listed(parts: Sequence[str]) -> str:
    """Parts between commas; `-` for none. Read back by `parts`."""
    return ",".join(parts) or NOTHING


def parts(text: str) -> list[str]:
    """The parts between commas."""
    return [] if text == NOTHING else text.split(",")


class Reader:
    """Reads a position word by word and says at which field it stumbles."""

    def __init__(self, text: str) -> None:
        if len(text) > MOST_SIGNS:
            raise BadInput("error.position_size", "position", most=MOST_SIGNS)
        head, _, self.frames = text.partition("frames")
        self.words = head.split()
        self.at = 0

    def word(self, field: str) -> str:
        """The next word."""
        if self.at == len(self.words):
            raise BadInput("error.position_short", field)
        self.at += 1
        return self.words[self.at - 1]

    def label(self, expected: str) -> None:
        """The next word, which must be this one."""
        word = self.word(expected)
        if word != expected:
            raise BadInput("error.position_label", expected, text=word)

    def letters(self, field: str, alphabet: str, length: int = -1) -> str:
        """A word made of these letters only, and of so many; `-` for none, unless it is a letter itself."""
        word = self.word(field)
        word = "" if word == NOTHING and NOTHING not in alphabet else word
        if any(letter not in alphabet for letter in word) or length not in (-1, len(word)):
            raise BadInput("error.position_letters", field, text=word, alphabet=alphabet)
        return word

    def number(self, field: str, low: int, high: int) -> int:
        """A whole number within limits."""
        return whole(field, self.word(field), low, high)

    def name(self, field: str, names: Sequence[str]) -> int:
        """One of these names as its number."""
        return name(field, self.word(field), names)

    def maybe(self, field: str, names: Sequence[str]) -> int:
        """One of these names as its number; NOBODY for `-`."""
        word = self.word(field)
        return NOBODY if word == NOTHING else name(field, word, names)

    def parts(self, field: str) -> list[str]:
        """A word of parts between commas; `-` for none."""
        return parts(self.word(field))

    def wholes(self, field: str, between: str, low: int, high: int, length: int) -> list[int]:
        """A word of so many whole numbers."""
        texts = self.word(field).split(between)
        if len(texts) != length:
            raise BadInput("error.length", field, length=length)
        return [whole(field, text, low, high) for text in texts]

    def done(self) -> None:
        """Nothing may follow."""
        if self.at != len(self.words):
            raise BadInput("error.position_long", "position", text=self.words[self.at])


def write_frames(s: State) -> str:
    """The stack as text."""
    texts = []
    frame = s.top
    while frame is not None:
        written = [write_field(frame, name, field) for name, field in type(frame).FIELDS.items()]
        texts.append(f"{type(frame).__name__}({','.join(written)})")
        frame = frame.under
    return " ".join(texts)


def write_field(frame: Frame, name: str, field: Field) -> str:
    """One field: a number, its word, or a row of them between colons."""
    value = getattr(frame, name)
    numbers = value if field.length else [value]
    return f"{name}={':'.join(field.words.get(number, str(number)) for number in numbers)}"


def read_frames(s: State, text: str, kinds: Sequence[type[Frame]]) -> None:
    """Puts the stack that a text describes on the state."""
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
        misfit = frame.misfit(s)
        if misfit:
            raise BadInput("error.frame_misfit", f"{kind}.{misfit}")


def read_frame(kind: type[Frame], text: str, seats: int) -> Frame:
    """A paragraph with its fields."""
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
    """Whether the rules ever read this paragraph upon that one, at the step where that stands."""
    upon = type(frame).UPON
    if under is None:
        return "" in upon
    kind = type(under)
    step = kind.FIELDS["step"].words.get(under.step) if "step" in kind.FIELDS else None
    return kind.__name__ in upon or f"{kind.__name__}.{step}" in upon


def read_number(where: str, field: Field, text: str, seats: int) -> int:
    """A number of a field, by its word or within its limits."""
    for number, word in field.words.items():
        if word == text:
            return number
    return whole(where, text, field.low, field.most(seats))
