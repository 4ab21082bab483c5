"""JSON responses that must not be cached."""

import msgspec
from starlette.responses import Response

NO_STORE = "no-store"
"""`Cache-Control` value of a response that is for one client only."""


def json_response(content: object) -> Response:
    return Response(msgspec.json.encode(content), headers={"cache-control": NO_STORE}, media_type="application/json")
