"""Tokens that identify a browser: a random value in a cookie, stored only as a hash."""

import hashlib
import secrets

TOKEN_BYTES = 24


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_token(token: str) -> str:
    """The id of a device in the store, from which its token cannot be computed."""
    return hashlib.blake2b(token.encode(), digest_size=16).hexdigest()
