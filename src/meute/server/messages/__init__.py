"""Messages between server and page; the page's TypeScript types are generated from them.

The WebSocket of a table is /socket/{code}: JSON texts, FromClient and FromServer; the client's first one is Hello.
HTTP: GET /api/home, /api/learn -> LearnSent, /api/daily -> DailySent, /api/rules/{game}/{language},
/api/examples/{game}/{name} -> ExampleSent, /api/text/{language}.json, /api/word/{word} -> CodeSent,
/api/tables/{code}/at/{step}?view=SEAT -> SceneSent, /api/tables/{code}/record (text); POST /api/me (MeAsked ->
GuestSent), /api/tables (TableAsked -> CodeSent), /api/learn (LearnAsked -> CodeSent), /api/daily (DailyAsked ->
CodeSent), /api/tables/{code}/from/{step} -> CodeSent, /api/records (the text -> CodeSent). A refusal is a
RefusedSent with a 4xx status.
"""

from typing import Literal

import msgspec

Phase = Literal["lobby", "playing", "over"]
SeatKind = Literal["open", "guest", "here", "bot"]
"""Empty; a guest with a cookie of their own; another person at the host's screen (hotseat); a bot."""


class Message(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, gc=False):
    """Base of all messages: keyword-only fields, unknown fields are refused."""
