"""Tokens that identify a browser: a random value in a cookie, stored only as a hash."""

import hashlib

from meute.server.system import random_urlsafe

TOKEN_BYTES = 24


def new_token() -> str:
    return random_urlsafe(TOKEN_BYTES)


def hash_token(token: str) -> str:
    """Hash of a token, by which the store identifies the device."""
    return hashlib.blake2b(token.encode(), digest_size=16).hexdigest()
