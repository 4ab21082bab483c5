"""Middleware for unexpected exceptions: logs them, and responds with a refusal and status 500."""

import contextlib
import logging

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from meute.server.json_response import NO_STORE
from meute.server.refusal import Refusal
from meute.server.table.connection import BROKEN, encoder

log = logging.getLogger(__name__)


class ErrorHandlerMiddleware:
    """Runs inside SecurityMiddleware, so that error responses get its headers; Starlette's handler runs outside."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def send_and_note(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, send_and_note)
        except Exception:
            log.exception("%s %s", scope["type"], scope["path"])
            if scope["type"] == "websocket":
                with contextlib.suppress(Exception):  # the socket may be closed already
                    await send({"type": "websocket.close", "code": BROKEN})
            elif started:
                raise  # the response has started: the connection must be closed
            else:
                await send_error(send)


async def send_error(send: Send) -> None:
    refusal = Refusal("broken")
    headers = [(b"content-type", b"application/json"), (b"cache-control", NO_STORE.encode())]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": encoder.encode(refusal.to_message())})
