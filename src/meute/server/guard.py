"""What every request meets first: security headers, the guest's cookie, the name it calls, the origin it comes from."""

import hashlib
import secrets

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from meute.server.reach import called, is_here, own_names, reached
from meute.server.refusal import Refusal
from meute.server.settings import Settings
from meute.server.watcher import encoder
from meute.text import LANGUAGES, catalogue

COOKIE = "meute_{mark}"
"""With the mark of the house, since a browser sends cookies to every port of a host."""
FIRST_COOKIE = "meute_guest"
"""What it was called before houses had marks: whoever brings one stays who they are, under the new name."""
COOKIE_AGE = 400 * 86400
TOKEN_BYTES = 24
SHORTEST_TOKEN = 32
LONGEST_TOKEN = 64
NOBODY_KEEPS = "no-store"
"""The cache-control of an answer that is for one visitor alone."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self' {lines}; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
SECURE_HEADERS = {"cross-origin-opener-policy": "same-origin"}
"""Which browsers heed only on https and on the machine itself, and complain about elsewhere."""


class Guard:
    """Gives each visitor a cookie of their own, and keeps other sites' pages out.

    Starlette's TrustedHostMiddleware knows fixed names only; here the address that was reached is a name as well, so
    that a friend's link works in every network, and whoever is not let in reads what to do.
    """

    def __init__(self, app: ASGIApp, settings: Settings, mark: str) -> None:
        self.app = app
        self.settings = settings
        self.cookie = COOKIE.format(mark=mark)
        scheme, _, self.public = settings.public.partition("://")
        self.https = scheme == "https"
        named = (*settings.hosts, called(Headers({"host": self.public})))
        self.hosts = own_names() | {host.lower().strip("[]") for host in named}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        fault = self.fault(scope, headers)
        if fault:
            await refuse(scope, send, fault)
            return
        request = HTTPConnection(scope)
        kept = token_in(request, self.cookie)
        brought = kept or token_in(request, FIRST_COOKIE)
        token = brought or secrets.token_urlsafe(TOKEN_BYTES)
        scope["state"]["device"] = fingerprint(token)
        scope["state"]["known"] = bool(brought)
        secure = scope["scheme"] == "https"
        here = is_here(called(headers))

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = MutableHeaders(scope=message)
                told.update(HEADERS)
                if secure or here:
                    told.update(SECURE_HEADERS)
                told["content-security-policy"] = self.policy(headers)
                fresh = scope["state"].get("token", "" if kept else token)
                if fresh and told.get("cache-control") == NOBODY_KEEPS:
                    told.append("set-cookie", cookie(self.cookie, fresh, secure or self.https))
            await send(message)

        await self.app(scope, receive, send_guarded)

    def fault(self, scope: Scope, headers: Headers) -> str:
        """Why a request is not let in, if it is not."""
        if len(scope["raw_path"]) + len(scope["query_string"]) > self.settings.url:
            return "url"
        if sum(len(name) + len(value) + 4 for name, value in headers.raw) > self.settings.head:
            return "headers"
        if not self.is_called(scope, headers):
            return "host"
        return "" if self.is_ours(scope, headers) else "origin"

    def is_called(self, scope: Scope, headers: Headers) -> bool:
        """Whether a request calls the server by a name or address of its own; others may lead here by a trick."""
        host = called(headers)
        return host != "" and (host in self.hosts or host == reached(scope))

    def is_ours(self, scope: Scope, headers: Headers) -> bool:
        """Whether a request that changes something, or a socket, comes from our own page (or from no page at all)."""
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            return True
        origin = headers.get("origin")
        if origin is None:
            return scope["type"] == "http" and headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        return origin.partition("://")[2].lower() in (headers["host"].lower(), self.public or None)

    def policy(self, headers: Headers) -> str:
        """What the page may load; older browsers do not take a socket to its own host for granted."""
        hosts = {clean_host(headers["host"]), self.public} - {""}
        return POLICY.format(lines=" ".join(f"ws://{host} wss://{host}" for host in sorted(hosts)))


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


def clean_host(host: str) -> str:
    """The host as the browser knows it, with nothing in it that could end the policy's word."""
    return "".join(letter for letter in host if letter.isalnum() or letter in ".:-[]")


def token_in(request: HTTPConnection, name: str) -> str:
    """The guest's token, if the cookie holds one that we could have given."""
    token = request.cookies.get(name, "")
    fits = SHORTEST_TOKEN <= len(token) <= LONGEST_TOKEN and token.replace("-", "").replace("_", "").isalnum()
    return token if fits and token.isascii() else ""


def fingerprint(token: str) -> str:
    """What the store knows of a token: not enough to be that guest."""
    return hashlib.blake2b(token.encode(), digest_size=16).hexdigest()


def cookie(name: str, token: str, secure: bool) -> str:
    """A cookie that no script can read and no other site can send."""
    return f"{name}={token}; Max-Age={COOKIE_AGE}; Path=/; HttpOnly; SameSite=Lax" + ("; Secure" if secure else "")
