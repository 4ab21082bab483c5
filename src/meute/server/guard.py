"""What every request meets first: security headers, the guest's cookie, the name it calls, the origin it comes from."""

import hashlib
import secrets
import socket
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from meute.server.refusal import Refusal
from meute.server.watcher import encoder
from meute.text import LANGUAGES, catalogue

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

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = ()) -> None:
        self.app = app
        self.hosts = own_names() | {host.lower().strip("[]") for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if not self.is_called(scope, headers):
            await refuse(scope, send, "host")
            return
        if not is_ours(scope, headers):
            await refuse(scope, send, "origin")
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

    def is_called(self, scope: Scope, headers: Headers) -> bool:
        """Whether a request calls the server by a name or address of its own; others may lead here by a trick."""
        host = host_in(headers)
        return host != "" and (host in self.hosts or host == reached(scope))


def own_names() -> set[str]:
    """The names by which this machine is known to itself and to its network."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return {"localhost", "127.0.0.1", "::1", name, short, f"{short}.local"}


def reached(scope: Scope) -> str:
    """The address of ours that a request has come to: on a network, the one that a friend's link holds."""
    server = scope.get("server")
    return str(server[0]).removeprefix("::ffff:") if server else ""


def host_in(headers: Headers) -> str:
    """The name or address that a request calls, without its port; empty where there is none."""
    try:
        return (urlsplit(f"//{headers.get('host', '')}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def is_ours(scope: Scope, headers: Headers) -> bool:
    """Whether a request that changes something, or a socket, comes from our own page (or from no page at all)."""
    if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
        return True
    origin = headers.get("origin")
    if origin is None:
        return scope["type"] == "http" and headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    return urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""


async def refuse(scope: Scope, send: Send, code: str) -> None:
    """Answers who is not let in: a program by the reason's code, somebody who opens a page in words."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 4403, "reason": code})
        return
    refusal = Refusal(code)
    if scope["path"].startswith("/api/"):
        kind, body = b"application/json", encoder.encode(refusal.sent())
    else:
        words = [catalogue(language).say(refusal.phrase) for language in LANGUAGES]
        kind, body = b"text/plain; charset=utf-8", "\n".join(words).encode()
    await send({"type": "http.response.start", "status": refusal.status, "headers": [(b"content-type", kind)]})
    await send({"type": "http.response.body", "body": body})


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
