"""Messages between server and page; the page's TypeScript types are generated from them.

The WebSocket of a table is /socket/{code}: JSON texts, FromClient and FromServer; the client's first one is Hello.
HTTP refuses with a RefusedSent and a 4xx status:

GET  /api/home                              HomeSent
GET  /api/learn                             LessonListSent
GET  /api/daily                             DailyListSent
GET  /api/rules/{game}/{language}           RulesSent
GET  /api/examples/{game}/{name}            ExampleSent
GET  /api/text/{language}.json              the catalogue
GET  /api/word/{word}                       CodeSent
GET  /api/tables/{code}/at/{step}?view=SEAT SceneSent
GET  /api/tables/{code}/record              the record's text
POST /api/me                                ProfileRequest -> GuestSent
POST /api/tables                            TableRequest -> CodeSent
POST /api/learn                             LessonRequest -> CodeSent
POST /api/daily                             DailyDealRequest -> CodeSent
POST /api/tables/{code}/from/{step}         CodeSent
POST /api/records                           a record's text -> CodeSent
"""

from typing import Literal

import msgspec

Phase = Literal["lobby", "playing", "over"]
SeatKind = Literal["open", "guest", "here", "bot"]
"""open: empty; guest: a player with a device of their own; here: a person at the host's screen (hotseat); bot."""


class Message(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, gc=False):
    """Base of all messages: keyword-only fields, unknown fields are refused."""
