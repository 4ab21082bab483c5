"""Everything that travels between server and page: what is asked, and what is sent. The page's types are made of it.

The socket of a table is /socket/{code}: JSON texts, FromClient one way, FromServer the other; the first one is Hello.
Over HTTP: GET /api/home, /api/learn -> LearnSent, /api/daily -> DailySent, /api/rules/{game}/{language},
/api/examples/{game}/{name} -> ExampleSent, /api/text/{language}.json, /api/word/{word} -> CodeSent,
/api/tables/{code}/at/{step}?view=SEAT -> SceneSent, /api/tables/{code}/record (text); POST /api/me (MeAsked ->
GuestSent), /api/tables (TableAsked -> CodeSent), /api/learn (LearnAsked -> CodeSent), /api/daily (DailyAsked ->
CodeSent), /api/tables/{code}/from/{step} -> CodeSent, /api/records (the text -> CodeSent). What is refused answers
RefusedSent with a status of 4xx.
"""

from typing import Literal

import msgspec

Phase = Literal["lobby", "playing", "over"]
SeatKind = Literal["open", "guest", "here", "bot"]
"""Nobody yet; a guest with a cookie of his own; another person on the host's screen; a computer player."""


class Message(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A thing that travels: fields by name, nothing unknown."""
