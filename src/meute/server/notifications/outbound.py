"""Posts to addresses that strangers name: over HTTPS at port 443, to public IP addresses, without following redirects.

The host is resolved once, every address found is checked, and the connection goes to the address that was checked, so
that DNS cannot change it meanwhile."""

import contextlib
import http.client
import ipaddress
import re
import socket
import ssl
import threading
from collections.abc import Mapping
from urllib.parse import SplitResult, unquote, urlsplit

LONGEST_URL = 1024
LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
HOST = re.compile(rf"(?:{LABEL}\.)+[a-z](?:[a-z0-9-]{{0,61}}[a-z0-9])?")
"""A host name: its last label begins with a letter, unlike that of an IP address in any spelling."""
LETTER = r"(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[2-9A-Fa-f][0-9A-Fa-f])"
URL = re.compile(rf"https?://[a-z0-9.:\[\]-]+(?:/{LETTER}+)+/?(?:\?(?:{LETTER}|[/?])+)?")
"""A URL as browsers send it (RFC 3986): non-empty path segments, an optional query, no fragment."""
PORT = 443
TIMEOUT = 5.0
"""Seconds for each step of a request."""
DEADLINE = 15.0
"""Seconds for a whole request, however slowly the answer comes."""


def read_url(text: str) -> SplitResult:
    """A well-formed URL; raises ValueError."""
    if len(text) > LONGEST_URL or not URL.fullmatch(text):
        raise ValueError("no URL")
    url = urlsplit(text)
    if any(unquote(segment) in (".", "..") for segment in url.path.split("/")):
        raise ValueError("a path that leads up")
    return url


def public_host(url: SplitResult) -> str:
    """The host of an HTTPS URL at its usual port; raises ValueError."""
    host = url.hostname or ""
    if url.scheme != "https" or url.netloc not in (host, f"{host}:{PORT}") or not HOST.fullmatch(host):
        raise ValueError("no host name over HTTPS")
    return host


def target_of(url: SplitResult) -> str:
    """Path and query."""
    return url.path + (f"?{url.query}" if url.query else "")


def is_public(text: str) -> bool:
    """Whether an IP address is one of the Internet. Addresses that carry an IPv4 address inside are not."""
    address = ipaddress.ip_address(text)
    carries = isinstance(address, ipaddress.IPv6Address) and (
        address.ipv4_mapped or address.sixtofour or address.teredo or address in TRANSLATED
    )
    return address.is_global and not address.is_multicast and not carries


TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""IPv4 addresses behind a translator (RFC 6052)."""


def public_address(host: str, port: int) -> str:
    """A public IP address of a host. Refuses private ones, so that an endpoint cannot reach our network (SSRF)."""
    found = [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not found or not all(map(is_public, found)):
        raise OSError(f"{host} leads to an address that is not out in the world")
    return found[0]


class PinnedConnection(http.client.HTTPSConnection):
    """HTTPS connection to an address that was already resolved and checked, so that DNS cannot change it."""

    def __init__(self, host: str, address: str) -> None:
        super().__init__(host, PORT, timeout=TIMEOUT)
        self.address = address

    def connect(self) -> None:
        """Connects to the address, verifies the certificate by host name."""
        plain = socket.create_connection((self.address, self.port), TIMEOUT)
        self.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=self.host)


def connect_public(host: str) -> http.client.HTTPConnection:
    """A connection to a host in the Internet; raises OSError for all others."""
    return PinnedConnection(host, public_address(host, PORT))


def post(connection: http.client.HTTPConnection, target: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Posts and closes the connection; returns the status. Raises OSError or HTTPException."""
    watchdog = threading.Timer(DEADLINE, cut, [connection])
    watchdog.daemon = True
    watchdog.start()
    try:
        connection.request("POST", target, body, dict(headers))
        return connection.getresponse().status
    finally:
        watchdog.cancel()
        connection.close()


def cut(connection: http.client.HTTPConnection) -> None:
    """Ends what still waits for a connection."""
    if connection.sock is not None:
        with contextlib.suppress(OSError):
            connection.sock.shutdown(socket.SHUT_RDWR)
