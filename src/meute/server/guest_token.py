"""Tokens that identify a browser (a random value in a cookie) or a program; stored only as a hash."""

import hashlib

from meute.server.system import random_hex, random_urlsafe

TOKEN_BYTES = 24
ACCESS_PREFIX = "meute_"
"""First letters of an access token, by which scanners of published code recognize one."""
PROGRAM_PREFIX = "program-"
"""First letters of a program's guest id."""


def new_token() -> str:
    return random_urlsafe(TOKEN_BYTES)


def hash_token(token: str) -> str:
    """Hash of a token, by which the store identifies the device."""
    return hashlib.blake2b(token.encode(), digest_size=16).hexdigest()


def new_access_token() -> str:
    """A token for a program to send in the Authorization header."""
    return ACCESS_PREFIX + new_token()


def new_program() -> str:
    """The guest id of a new program, which sits at tables as a player of its own."""
    return PROGRAM_PREFIX + random_hex(16)


def is_program(guest: str) -> bool:
    """Whether a guest id is a program's."""
    return guest.startswith(PROGRAM_PREFIX)
