"""Server-side key: hashes tokens and codes before they are stored, so that the database alone reveals none."""

import contextlib
import hashlib
import os
from pathlib import Path

from meute.core.errors import BadInput
from meute.server.system import random_bytes

FILE = "secret"
STORE = "store"
"""First word of the `hash` that identifies the secret and is stored in the database."""
BYTES = 32


class Secret:
    """The key in a file of the data folder, created on first use, readable by its owner only."""

    def __init__(self, folder: Path) -> None:
        self.key = read(folder / FILE)

    def copy_to(self, folder: Path) -> None:
        """Writes the key into another folder; raises BadInput if that folder has a different key."""
        if read(folder / FILE, self.key) != self.key:
            raise BadInput("error.secret_other", str(folder / FILE))

    def mac(self, *words: str, size: int = 16) -> bytes:
        """Keyed hash (MAC) of some words; the first word is the purpose."""
        return hashlib.blake2b("\0".join(words).encode(), key=self.key, digest_size=size).digest()

    def hash(self, *words: str) -> str:
        """The MAC as hexadecimal text."""
        return self.mac(*words).hex()


def read(path: Path, fresh: bytes = b"") -> bytes:
    """Reads the key from a file; creates the file if missing, with `fresh` or a random key."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write((fresh or random_bytes(BYTES)).hex() + "\n")
        key = bytes.fromhex(path.read_text(encoding="ascii"))
    except OSError as error:
        raise BadInput("error.data_unusable", str(path), details=error.strerror or error) from None
    except ValueError:
        key = b""
    if len(key) != BYTES:
        raise BadInput("error.data_damaged", str(path))
    return key
