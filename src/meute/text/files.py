"""Reads text and TOML files that a person wrote; errors name the place, in words of every language."""

import re
import tomllib
from typing import Any

import msgspec

from meute.core.errors import BadInput

SYNTAX_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
"""Position in tomllib's error message; an error at the end of the file has none."""
FORM_ERRORS = {
    re.compile(r"Object contains unknown field `(?P<field>.+)`"): "error.toml_field",
    re.compile(r"Object missing required field `(?P<field>.+)`"): "error.toml_missing",
    re.compile(r"Expected `(?P<expected>.+)`, got `(?P<found>.+)`"): "error.toml_type",
    re.compile(r"(?P<details>.*)"): "error.toml_value",
}
"""Problem of each of msgspec's messages; the last one fits all others."""


def read_text(path: str) -> str:
    """Read a text file; errors are reported as BadInput."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        raise BadInput("error.file_missing", path) from None
    except (IsADirectoryError, PermissionError):
        raise BadInput("error.file_closed", path) from None
    except UnicodeDecodeError:
        raise BadInput("error.file_text", path) from None
    except OSError as error:
        raise BadInput("error.file", path, details=error.strerror) from None


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """Parse TOML; an error shows the line."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        lines = text.splitlines() or [""]
        found = SYNTAX_PLACE.search(str(error))
        line, column = (int(found[1]), int(found[2])) if found else (len(lines), len(lines[-1]) + 1)
        line_text = lines[line - 1].strip() if line <= len(lines) else ""
        raise BadInput("error.toml", where, line=line, column=column, text=line_text[:80]) from None


def form_error(error: msgspec.ValidationError, where: str) -> BadInput:
    """The error of TOML in another form than expected, with the field."""
    message, _, field = str(error).partition(" - at ")
    found = next(match for pattern in FORM_ERRORS if (match := pattern.fullmatch(message)))
    at = field.strip("`").removeprefix("$").removeprefix(".")
    return BadInput(FORM_ERRORS[found.re], f"{where}, {at}" if at else where, **found.groupdict())
