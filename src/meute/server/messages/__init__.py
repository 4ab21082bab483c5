"""Messages between server and page; the page's TypeScript types are generated from them.

The WebSocket of a table is /socket/{code}: JSON texts, FromClient and FromServer; the client's first one is Hello.
HTTP refuses with a RefusedSent and a 4xx status. The routes and their messages: docs/api-reference.md.
"""

from typing import Literal

import msgspec

Phase = Literal["lobby", "playing", "over"]
SeatKind = Literal["open", "guest", "here", "bot"]
"""open: empty; guest: a player with a device of their own; here: a person at the host's screen (hotseat); bot."""


class Message(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, gc=False):
    """Base of all messages: keyword-only fields, unknown fields are refused."""
