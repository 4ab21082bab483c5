"""The secret of a data folder: what is kept in the store under its key says nothing to whoever has the store alone."""

import contextlib
import hashlib
import os
import secrets
from pathlib import Path

from meute.core.errors import BadInput

FILE = "secret"
BYTES = 32


class Secret:
    """One file beside the database, made at first, for its owner alone."""

    def __init__(self, folder: Path) -> None:
        self.key = read(folder / FILE)

    def keyed(self, *words: str, size: int = 16) -> bytes:
        """A fingerprint of some words that nobody else can make; the first says what for."""
        return hashlib.blake2b("\0".join(words).encode(), key=self.key, digest_size=size).digest()

    def hash(self, *words: str) -> str:
        """The same, as the store keeps it."""
        return self.keyed(*words).hex()


def read(path: Path) -> bytes:
    """The key in a file, which is written if there is none."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(made, "w", encoding="ascii") as file:
                file.write(secrets.token_hex(BYTES) + "\n")
        key = bytes.fromhex(path.read_text(encoding="ascii"))
    except OSError as error:
        raise BadInput("error.data_unusable", str(path), details=error.strerror or error) from None
    except ValueError:
        key = b""
    if len(key) != BYTES:
        raise BadInput("error.data_damaged", str(path))
    return key
