"""Security middleware: checks host, origin and size of a request, sets the guest cookie and security headers."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from meute.server.addresses import host_of, is_loopback, local_address_of, local_names
from meute.server.guest_token import hash_token, new_token
from meute.server.json_response import NO_STORE
from meute.server.refusal import Refusal
from meute.server.settings import Settings
from meute.server.store.interface import StoreFailed
from meute.server.table.connection import encoder
from meute.text import LANGUAGES, catalogue

COOKIE = "meute_{mark}"
"""Cookie name. `mark` identifies the data folder, since browsers send a cookie to servers on all ports of a host."""
SECURE_PREFIX = "__Host-"
"""Cookie name prefix over https. Browsers accept such a cookie only over https and from this very host, so that neither
a sibling domain nor a plain-http network can plant one."""
FIRST_COOKIE = "meute_guest"
"""Cookie name of the first versions."""
OLD_NAMES_UNTIL = datetime(2027, 6, 1, tzinfo=UTC).timestamp()
"""Until this time, cookies with older names are accepted and renamed. Not for ever: sibling domains can plant them."""
COOKIE_AGE = 400 * 86400
SHORTEST_TOKEN = 32
LONGEST_TOKEN = 64

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self' {sockets}; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
REFUSED_HEADERS = {**HEADERS, "content-security-policy": "default-src 'none'", "cache-control": NO_STORE}
SECURE_HEADERS = {"cross-origin-opener-policy": "same-origin"}
"""Browsers honour these only over https and on localhost, and log a warning elsewhere."""
HSTS = "max-age=15552000"
"""180 days."""


class SecurityMiddleware:
    """Gives each browser a guest cookie, and refuses requests from other sites and for other hosts.

    Starlette's TrustedHostMiddleware takes fixed names only. Here the IP address at which the request arrived is
    allowed, too, so that links work in every network; and a refusal tells the operator what to change.
    """

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        mark: str,
        token_hash: Callable[[str], str],
        is_known: Callable[[str], Awaitable[bool]],
    ) -> None:
        self.app = app
        self.is_known = is_known
        self.settings = settings
        self.token_hash = token_hash
        self.cookie = COOKIE.format(mark=mark)
        scheme, _, self.public = settings.http.public_url.partition("://")
        name = host_of(Headers({"host": self.public}))
        self.https = scheme == "https"
        self.https_name = name if self.https and not is_loopback(name) else ""
        """The public host name if it is https; else empty."""
        self.hosts = local_names() | {host.lower().strip("[]") for host in (*settings.http.hosts, name)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        fault = self.refusal_code(scope, headers)
        if fault:
            await send_refusal(scope, send, fault)
            return
        if self.needs_https_redirect(scope, headers):
            await send_redirect(scope, send, self.settings.http.public_url)
            return
        secure, host = self.is_secure(scope, headers), host_of(headers)
        current, *old = self.cookie_names(secure)
        request = HTTPConnection(scope)
        current_token = token_in(request, current)
        try:
            known_token = current_token or await self.old_token(request, old)
        except StoreFailed:
            await send_refusal(scope, send, "store")
            return
        token = known_token or new_token()
        access = bearer_token(headers)
        by_token = access is not None
        scope["state"]["by_token"] = by_token
        scope["state"]["device"] = hash_token(token) if access is None else self.token_hash(access)
        scope["state"]["known"] = bool(known_token) and not by_token

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                response_headers = MutableHeaders(scope=message)
                response_headers.update(HEADERS)
                if secure or is_loopback(host):
                    response_headers.update(SECURE_HEADERS)
                if host == self.https_name:
                    response_headers["strict-transport-security"] = HSTS
                response_headers["content-security-policy"] = self.content_policy(headers)
                fresh = scope["state"].get("token", "" if current_token else token)
                if fresh and not by_token and response_headers.get("cache-control") == NO_STORE:
                    response_headers.append("set-cookie", set_cookie(current, fresh, secure))
            await send(message)

        await self.app(scope, receive, send_with_headers)

    async def old_token(self, request: HTTPConnection, names: list[str]) -> str:
        """The token of a known device in a cookie with an older name, else empty: other sites can set such cookies."""
        for token in filter(None, (token_in(request, name) for name in names)):
            if await self.is_known(hash_token(token)):
                return token
        return ""

    def cookie_names(self, secure: bool) -> list[str]:
        """The current cookie name, then the older ones while they are accepted."""
        names = [f"{SECURE_PREFIX}{self.cookie}", self.cookie] if secure else [self.cookie]
        return [*names, FIRST_COOKIE] if self.settings.now() < OLD_NAMES_UNTIL else names[:1]

    def is_secure(self, scope: Scope, headers: Headers) -> bool:
        """Whether the browser uses https: by the proxy's header, or because the public host allows nothing else.

        X-Forwarded-Proto is believed even from a proxy that `--proxy` does not name: it only makes checks stricter.
        """
        if scope["scheme"] in ("https", "wss") or host_of(headers) == self.https_name:
            return True
        return self.https and headers.get("x-forwarded-proto") == "https"

    def needs_https_redirect(self, scope: Scope, headers: Headers) -> bool:
        """Whether a request for the public host came over plain http, where its cookie would be dropped.

        Behind a proxy that `--proxy` does not name, every request looks like http. X-Forwarded-Proto, or Sec-Fetch-Site
        (sent over https only), then prevents a redirect loop.
        """
        if scope["scheme"] != "http" or host_of(headers) != self.https_name:
            return False
        return headers.get("x-forwarded-proto") != "https" and "sec-fetch-site" not in headers

    def refusal_code(self, scope: Scope, headers: Headers) -> str:
        """The refusal code for a request; empty if the request is allowed."""
        if len(scope["raw_path"]) + len(scope["query_string"]) > self.settings.http.url_bytes:
            return "url"
        if sum(len(name) + len(value) + 4 for name, value in headers.raw) > self.settings.http.head_bytes:
            return "headers"
        if not self.is_allowed_host(scope, headers):
            return "host"
        return "" if self.is_same_origin(scope, headers) else "origin"

    def is_allowed_host(self, scope: Scope, headers: Headers) -> bool:
        """Whether the Host header names this server, against DNS rebinding."""
        host = host_of(headers)
        return host != "" and (host in self.hosts or host == local_address_of(scope))

    def is_same_origin(self, scope: Scope, headers: Headers) -> bool:
        """Whether a WebSocket or a changing request comes from our own page, or from no page (CSRF protection)."""
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            return True
        if bearer_token(headers) is not None:  # the cookie is ignored then, and browsers add no token by themselves
            return True
        origin = headers.get("origin")
        if origin is None:
            return scope["type"] == "http" and headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        scheme, _, host = origin.lower().partition("://")
        if f"{scheme}://{host}" == self.settings.http.public_url:
            return True
        allowed = ("https",) if self.is_secure(scope, headers) else ("http", "https")
        return host == headers["host"].lower() and scheme in allowed

    def content_policy(self, headers: Headers) -> str:
        """The Content-Security-Policy; older browsers need the WebSocket origin spelled out."""
        hosts = {clean_host(headers["host"]), self.public} - {""}
        return POLICY.format(sockets=" ".join(f"ws://{host} wss://{host}" for host in sorted(hosts)))


async def send_refusal(scope: Scope, send: Send, code: str) -> None:
    """Refuses a request: JSON under /api/, text in all languages elsewhere, a close code for a WebSocket."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 4403, "reason": code})
        return
    refusal = Refusal(code)
    if scope["path"].startswith("/api/"):
        kind, body = b"application/json", encoder.encode(refusal.to_message())
    else:
        words = [catalogue(language).render(refusal.phrase) for language in LANGUAGES]
        kind, body = b"text/plain; charset=utf-8", "\n".join(words).encode()
    headers = [(b"content-type", kind), *((name.encode(), value.encode()) for name, value in REFUSED_HEADERS.items())]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def send_redirect(scope: Scope, send: Send, public: str) -> None:
    """Redirects to the same path of the public address; temporarily, since an operator may give up https."""
    path, query = scope["raw_path"], scope["query_string"]
    location = public.encode() + (path if path.startswith(b"/") else b"/") + (b"?" + query if query else b"")
    headers = [(b"location", location), (b"cache-control", NO_STORE.encode())]
    await send({"type": "http.response.start", "status": HTTPStatus.TEMPORARY_REDIRECT, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def clean_host(host: str) -> str:
    """The Host header without characters that could end an entry of the Content-Security-Policy."""
    return "".join(letter for letter in host if letter.isalnum() or letter in ".:-[]")


def bearer_token(headers: Headers) -> str | None:
    """The access token in the Authorization header, valid or not; None without one."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


def token_in(request: HTTPConnection, name: str) -> str:
    """The guest token in a cookie; empty if the cookie is missing or malformed."""
    token = request.cookies.get(name, "")
    fits = SHORTEST_TOKEN <= len(token) <= LONGEST_TOKEN and token.replace("-", "").replace("_", "").isalnum()
    return token if fits and token.isascii() else ""


def set_cookie(name: str, token: str, secure: bool) -> str:
    """Set-Cookie value: HttpOnly, SameSite=Lax, Secure over https."""
    return f"{name}={token}; Max-Age={COOKIE_AGE}; Path=/; HttpOnly; SameSite=Lax" + ("; Secure" if secure else "")
