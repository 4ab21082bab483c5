"""Web Push: a message encrypted for one browser (RFC 8291), signed with this server's key (RFC 8292), and sent to that
browser's push service and to nobody else."""

import base64
import http.client
import ipaddress
import json
import os
import socket
import ssl
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from meute.server.refusal import Refusal
from meute.server.secret import Secret

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

SERVICES = ("fcm.googleapis.com", ".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com")
"""Hosts of the browsers' push services; a dot first: any name under it."""
LONGEST_ENDPOINT = 1024
PATIENCE = 5.0
KEPT_FOR = 86400
"""Seconds that a push service keeps a message for a browser that is off."""
SIGNED_FOR = 12 * 3600
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256."""
KEY_BYTES = 65
AUTH_BYTES = 16
RECORD = 4096


@dataclass(frozen=True)
class Subscription:
    """A browser that wants to be told."""

    endpoint: str
    key: bytes
    auth: bytes


def is_offered() -> bool:
    """Whether what encrypts is installed."""
    return find_spec("cryptography") is not None


def check(subscription: Subscription, own: tuple[str, ...]) -> None:
    """Refuses an endpoint that is no push service's, and keys that are none."""
    find(subscription.endpoint, own)
    if len(subscription.key) != KEY_BYTES or len(subscription.auth) != AUTH_BYTES:
        raise Refusal("endpoint")
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), subscription.key)
    except ValueError:
        raise Refusal("endpoint") from None


def find(endpoint: str, own: tuple[str, ...]) -> tuple[str, str, int, str]:
    """Scheme, host, port and path of an endpoint: a known service's over https, or an origin of the operator's own."""
    try:
        told = urlsplit(endpoint)
        host, port = told.hostname or "", told.port
    except ValueError:
        raise Refusal("endpoint") from None
    path = told.path + (f"?{told.query}" if told.query else "")
    plain = len(endpoint) <= LONGEST_ENDPOINT and endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    if not plain or "@" in told.netloc or not path.startswith("/"):
        raise Refusal("endpoint")
    if f"{told.scheme}://{told.netloc}" in own:
        return told.scheme, host, port or (443 if told.scheme == "https" else 80), path
    known = any(host == one or (one[0] == "." and host.endswith(one)) for one in SERVICES)
    if told.scheme != "https" or port not in (None, 443) or not known:
        raise Refusal("endpoint")
    return "https", host, 443, path


def outside(host: str, port: int) -> str:
    """An address of a host that is out in the world: no name may lead in here."""
    found = [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not found or not all(ipaddress.ip_address(address).is_global for address in found):
        raise OSError(f"{host} leads to an address that is not out in the world")
    return found[0]


class Line(http.client.HTTPSConnection):
    """A connection to the address that was looked at, and no other."""

    def __init__(self, host: str, port: int, address: str) -> None:
        super().__init__(host, port, timeout=PATIENCE)
        self.address = address

    def connect(self) -> None:
        """Over https, by the host's name."""
        plain = socket.create_connection((self.address, self.port), PATIENCE)
        self.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=self.host)


class Pusher:
    """Signs and sends."""

    def __init__(self, secret: Secret, contact: str, own: tuple[str, ...]) -> None:
        self.secret = secret
        self.contact = contact
        self.own = own

    def key(self) -> "EllipticCurvePrivateKey":
        """This server's key: the same for as long as its secret is."""
        from cryptography.hazmat.primitives.asymmetric import ec

        number = int.from_bytes(self.secret.keyed("vapid", size=48)) % (ORDER - 1) + 1
        return ec.derive_private_key(number, ec.SECP256R1())

    def public_key(self) -> str:
        """What browsers are given to know this server by."""
        return encoded(point(self.key()))

    def signed(self, origin: str, now: float) -> str:
        """Who sends, for one push service and half a day."""
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

        claims = {"aud": origin, "exp": int(now) + SIGNED_FOR, "sub": self.contact}
        head = ".".join(encoded(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self.key().sign(head.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{head}.{encoded(r.to_bytes(32) + s.to_bytes(32))}"

    def send(self, to: Subscription, told: dict[str, Any], topic: str, now: float) -> int:
        """Sends a message, which waits for a day in the place of an older one of its topic; the status. No redirect
        is followed."""
        scheme, host, port, path = find(to.endpoint, self.own)
        body = encrypt(to, json.dumps(told).encode())
        given = f"{scheme}://{host}" if f"{scheme}://{host}" not in self.own and port == 443 else origin_of(to.endpoint)
        headers = {
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(KEPT_FOR),
            "topic": topic,
            "urgency": "normal",
            "authorization": f"vapid t={self.signed(given, now)}, k={self.public_key()}",
        }
        line: http.client.HTTPConnection
        if origin_of(to.endpoint) in self.own:
            kind = http.client.HTTPSConnection if scheme == "https" else http.client.HTTPConnection
            line = kind(host, port, timeout=PATIENCE)
        else:
            line = Line(host, port, outside(host, port))
        try:
            line.request("POST", path, body, headers)
            return line.getresponse().status
        finally:
            line.close()


def origin_of(endpoint: str) -> str:
    """Scheme and host of an address."""
    told = urlsplit(endpoint)
    return f"{told.scheme}://{told.netloc}"


def encrypt(to: Subscription, plain: bytes) -> bytes:
    """RFC 8291: one record that only the subscribed browser can read."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return sealed(to, plain, ec.generate_private_key(ec.SECP256R1()), os.urandom(16))


def sealed(to: Subscription, plain: bytes, own: "EllipticCurvePrivateKey", salt: bytes) -> bytes:
    """The same, with a key and a salt."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), to.key)
    shared = own.exchange(ec.ECDH(), theirs)
    key = derived(to.auth, shared, b"WebPush: info\0" + to.key + point(own), 32)
    content = derived(salt, key, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(salt, key, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4) + bytes([KEY_BYTES]) + point(own)
    return head + AESGCM(content).encrypt(nonce, plain + b"\x02", None)


def derived(salt: bytes, key: bytes, info: bytes, length: int) -> bytes:
    """HKDF with SHA-256."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(hashes.SHA256(), length, salt, info).derive(key)


def point(key: "EllipticCurvePrivateKey") -> bytes:
    """A public key as a point of 65 bytes."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encoded(raw: bytes) -> str:
    """Base64 for addresses and headers."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
