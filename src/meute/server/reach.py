"""How others reach this server: its names, its address in the network, and the address that an invitation holds."""

import re
import socket
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from meute.core.errors import BadInput
from meute.server.settings import Settings

HERE = "localhost"
EVERYWHERE = ("0.0.0.0", "::", "")
ELSEWHERE = ("192.0.2.1", 9)
"""An address that nobody has; nothing is sent to it."""
NETWORK_BITS = 64
NODE = re.compile(r"[A-Za-z0-9_-]{1,40}")
NAME = re.compile(r"[A-Za-z0-9_.:\[\]-]+")
PLACE = re.compile(r"(.+):([0-9]{1,5})")
LAST_PORT = 65535
BROKERS = ("nats", "tls", "ws", "wss")


def own_names() -> set[str]:
    """The names by which this machine is known to itself and to its network."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return {HERE, "127.0.0.1", "::1", name, short, f"{short}.local"}


def own_address() -> str:
    """This machine's address in its network, which the way to another machine would begin with; empty without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return ""
        found = str(probe.getsockname()[0])
    return "" if is_here(found) or found in EVERYWHERE else found


def is_here(host: str) -> bool:
    """Whether a name leads nowhere but to the machine of whoever uses it."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == HERE or host.endswith(f".{HERE}")


def called(headers: Headers) -> str:
    """The name or address that a request calls, without its port; empty where there is none."""
    try:
        return (urlsplit(f"//{headers.get('host', '')}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def reached(scope: Scope) -> str:
    """The address of ours that a request has come to: on a network, the one that a friend's link holds."""
    server = scope.get("server")
    return str(server[0]).removeprefix("::ffff:") if server else ""


def where_others_come(settings: Settings, scope: Scope, headers: Headers) -> str | None:
    """The address to invite others to: empty, the one that this request has called; None, there is none."""
    if settings.public:
        return settings.public
    if not is_here(called(headers)):
        return ""
    address = own_address() if settings.lan else ""
    return f"http://{address}:{scope['server'][1]}" if address else None


def network_of(address: str) -> str:
    """Where somebody comes from: an address, or the whole network of one who has more addresses than can be counted."""
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
    """The address of `--public`: a scheme, a name, perhaps a port, and nothing else."""
    try:
        told = urlsplit(text.strip())
        fits = told.scheme in ("http", "https") and told.hostname and told.port != 0 and "@" not in told.netloc
    except ValueError:
        fits = False
    if not fits or told.path.strip("/") or told.query or told.fragment:
        raise BadInput("error.public", "--public", text=text)
    return f"{told.scheme}://{told.netloc.lower()}"


def read_proxy(text: str) -> str:
    """An address, or a network of addresses, of `--proxy`."""
    try:
        ip_network(text)
    except ValueError:
        raise BadInput("error.proxy", "--proxy", text=text) from None
    return text


def read_host(text: str) -> str:
    """A name of `--allow-host`."""
    if not NAME.fullmatch(text):
        raise BadInput("error.allow_host", "--allow-host", text=text)
    return text


def read_place(text: str, shared: bool) -> tuple[str, int]:
    """The address and port of `--private`; shared: by which other nodes must find this one."""
    found = PLACE.fullmatch(text)
    if found is None or int(found[2]) > LAST_PORT:
        raise BadInput("error.private_form", "--private", text=text)
    host = found[1].strip("[]")
    if shared and host in EVERYWHERE:
        raise BadInput("error.private_everywhere", "--private", text=text)
    return host, int(found[2])


def read_broker(text: str) -> str:
    """The address of `--nats`."""
    try:
        told = urlsplit(text)
        fits = told.scheme in BROKERS and told.hostname and told.port != 0
    except ValueError:
        fits = False
    if not fits:
        raise BadInput("error.broker_url", "--nats")
    return text


def read_node(text: str) -> str:
    """The name of `--node`; without one, the machine's."""
    name = text or socket.gethostname().partition(".")[0]
    if not NODE.fullmatch(name):
        raise BadInput("error.node", "--node", text=text)
    return name
