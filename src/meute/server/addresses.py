"""Addresses of this server: host names, LAN address, base URL of invitation links; parsers of address options."""

import re
import socket
from ipaddress import ip_address, ip_network
from typing import Literal
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from meute.core.errors import BadInput
from meute.server.settings import Settings

LOCALHOST = "localhost"
ANY_ADDRESS = ("0.0.0.0", "::", "")
TEST_ADDRESS = ("192.0.2.1", 9)
"""An address reserved for documentation (TEST-NET-1); nothing is sent to it."""
NETWORK_BITS = 64
NODE = re.compile(r"[A-Za-z0-9_-]{1,40}")
NAME = re.compile(r"[A-Za-z0-9_.:\[\]-]+")
HOST_AND_PORT = re.compile(r"(.+):([0-9]{1,5})")
LAST_PORT = 65535
NATS_SCHEMES = ("nats", "tls", "ws", "wss")


def local_names() -> set[str]:
    """Names and loopback addresses under which this machine is reached, by itself and in its local network."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return {LOCALHOST, "127.0.0.1", "::1", name, short, f"{short}.local"}


def lan_address() -> str:
    """This machine's LAN address; empty without one. Connecting a UDP socket finds the route and sends no packet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(TEST_ADDRESS)
        except OSError:
            return ""
        found = str(probe.getsockname()[0])
    return "" if is_loopback(found) or found in ANY_ADDRESS else found


def is_loopback(host: str) -> bool:
    """Whether a host name or address is a loopback one (localhost, 127.0.0.1, ::1)."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == LOCALHOST or host.endswith(f".{LOCALHOST}")


def host_of(headers: Headers) -> str:
    """The host of the `Host` header without its port; empty if missing or malformed."""
    try:
        return (urlsplit(f"//{headers.get('host', '')}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def local_address_of(scope: Scope) -> str:
    """This server's own IP address at which the request arrived; empty if unknown."""
    server = scope.get("server")
    return str(server[0]).removeprefix("::ffff:") if server else ""


def invitation_base(settings: Settings, scope: Scope, headers: Headers) -> str | None:
    """Base URL for invitation links; empty: that of the requesting page; None: only this machine reaches the server."""
    if settings.http.public_url:
        return settings.http.public_url
    if not is_loopback(host_of(headers)):
        return ""
    address = lan_address() if settings.lan else ""
    return f"http://{address}:{scope['server'][1]}" if address else None


def reach_of(settings: Settings, others: str | None) -> Literal["machine", "network", "all"]:
    """Who can reach this server; `others`: its `invitation_base`."""
    if settings.http.public_url:
        return "all"
    return "machine" if others is None else "network"


def network_of(address: str) -> str:
    """The IPv4 address, or the /64 network of an IPv6 address, since a client can use all of its network's
    addresses."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((found, NETWORK_BITS), strict=False))


def read_public(text: str) -> str:
    """Parses `--public`: scheme, host and optional port, nothing else."""
    try:
        url = urlsplit(text.strip())
        is_valid = url.scheme in ("http", "https") and url.hostname and url.port != 0 and "@" not in url.netloc
    except ValueError:
        is_valid = False
    if not is_valid or url.path.strip("/") or url.query or url.fragment:
        raise BadInput("error.public", "--public", text=text)
    return f"{url.scheme}://{url.netloc.lower()}"


def read_proxy(text: str) -> str:
    """Parses `--proxy`: an IP address or network."""
    try:
        ip_network(text)
    except ValueError:
        raise BadInput("error.proxy", "--proxy", text=text) from None
    return text


def read_host(text: str) -> str:
    """Parses `--allow-host`."""
    if not NAME.fullmatch(text):
        raise BadInput("error.allow_host", "--allow-host", text=text)
    return text


def read_private(text: str, shared: bool) -> tuple[str, int]:
    """Parses `--private` into (host, port); `shared`: other nodes connect to it, so "all interfaces" is refused."""
    found = HOST_AND_PORT.fullmatch(text)
    if found is None or int(found[2]) > LAST_PORT:
        raise BadInput("error.private_form", "--private", text=text)
    host = found[1].strip("[]")
    if shared and host in ANY_ADDRESS:
        raise BadInput("error.private_everywhere", "--private", text=text)
    return host, int(found[2])


def read_broker(text: str) -> str:
    """Parses `--nats`."""
    try:
        url = urlsplit(text)
        is_valid = url.scheme in NATS_SCHEMES and url.hostname and url.port != 0
    except ValueError:
        is_valid = False
    if not is_valid:
        raise BadInput("error.broker_url", "--nats")
    return text


def read_node(text: str) -> str:
    """Parses `--node`; the default is the machine's host name."""
    name = text or socket.gethostname().partition(".")[0]
    if not NODE.fullmatch(name):
        raise BadInput("error.node", "--node", text=text)
    return name
