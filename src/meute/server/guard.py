"""What every request meets first: security headers, the guest's cookie, and the origin it comes from."""

import hashlib
import secrets
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from meute.server.refusal import Refusal
from meute.server.watcher import encoder

COOKIE = "meute_guest"
COOKIE_AGE = 400 * 86400
TOKEN_BYTES = 24
SHORTEST_TOKEN = 32
LONGEST_TOKEN = 64

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self' ws://{host} wss://{host}; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """Gives each visitor a cookie of their own, and keeps other sites' pages out."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if not is_ours(scope, headers):
            await refuse_origin(scope, send)
            return
        token = token_in(headers)
        fresh = "" if token else secrets.token_urlsafe(TOKEN_BYTES)
        scope["state"]["guest"] = fingerprint(token or fresh)
        scope["state"]["known"] = bool(token)

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = MutableHeaders(scope=message)
                told.update(HEADERS)
                told["content-security-policy"] = POLICY.format(host=clean_host(headers))
                if fresh:
                    told.append("set-cookie", cookie(fresh, scope["scheme"] == "https"))
            await send(message)

        await self.app(scope, receive, send_guarded)


def is_ours(scope: Scope, headers: Headers) -> bool:
    """Whether a request that changes something, or a socket, comes from our own page (or from no page at all)."""
    if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
        return True
    origin = headers.get("origin")
    if origin is None:
        return scope["type"] == "http" and headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    return urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""


async def refuse_origin(scope: Scope, send: Send) -> None:
    """Answers another site's page."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 4403, "reason": "origin"})
        return
    refusal = Refusal("origin")
    head = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": refusal.status, "headers": head})
    await send({"type": "http.response.body", "body": encoder.encode(refusal.sent())})


def clean_host(headers: Headers) -> str:
    """The host as the browser knows it, with nothing in it that could end the policy's word."""
    return "".join(letter for letter in headers.get("host", "") if letter.isalnum() or letter in ".:-[]")


def token_in(headers: Headers) -> str:
    """The guest's token, if the cookie holds one that we could have given."""
    try:
        jar = SimpleCookie(headers.get("cookie", ""))
    except CookieError:
        return ""
    token = jar[COOKIE].value if COOKIE in jar else ""
    fits = SHORTEST_TOKEN <= len(token) <= LONGEST_TOKEN and token.replace("-", "").replace("_", "").isalnum()
    return token if fits and token.isascii() else ""


def fingerprint(token: str) -> str:
    """What the store knows of a token: not enough to be that guest."""
    return hashlib.blake2b(token.encode(), digest_size=16).hexdigest()


def cookie(token: str, secure: bool) -> str:
    """A cookie that no script can read and no other site can send."""
    return f"{COOKIE}={token}; Max-Age={COOKIE_AGE}; Path=/; HttpOnly; SameSite=Lax" + ("; Secure" if secure else "")
