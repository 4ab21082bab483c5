"""Web Push: encrypts a message for one browser (RFC 8291), signs it (VAPID, RFC 8292), posts it to its push service."""

import base64
import http.client
import json
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from meute.server.notifications import outbound
from meute.server.refusal import Refusal
from meute.server.secret import Secret
from meute.server.system import random_bytes

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

SERVICES = ("fcm.googleapis.com", ".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com")
"""Hosts of the browsers' push services; a leading dot: any subdomain."""
TTL = 86400
"""Seconds that a push service keeps a message for a browser that is offline."""
TOKEN_TIME = 12 * 3600
CURVE_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Order of the curve P-256."""
KEY_BYTES = 65
AUTH_BYTES = 16
RECORD_SIZE = 4096


@dataclass(frozen=True)
class Subscription:
    """Push subscription of a browser."""

    endpoint: str
    key: bytes
    auth: bytes


def is_available() -> bool:
    """Whether the `cryptography` package is installed."""
    return find_spec("cryptography") is not None


def check_subscription(subscription: Subscription, own_origins: tuple[str, ...]) -> None:
    """Refuses unknown push services and invalid keys."""
    parse_endpoint(subscription.endpoint, own_origins)
    if len(subscription.key) != KEY_BYTES or len(subscription.auth) != AUTH_BYTES:
        raise Refusal("endpoint")
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), subscription.key)
    except ValueError:
        raise Refusal("endpoint") from None


def parse_endpoint(endpoint: str, own_origins: tuple[str, ...]) -> tuple[str, str, int, str]:
    """Scheme, host, port and path of an endpoint: a known push service over https, or one of the operator's origins."""
    try:
        url = outbound.read_url(endpoint)
        if f"{url.scheme}://{url.netloc}" in own_origins:
            port = url.port or (443 if url.scheme == "https" else 80)
            return url.scheme, url.hostname or "", port, outbound.target_of(url)
        host = outbound.public_host(url)
    except ValueError:
        raise Refusal("endpoint") from None
    if not any(host == one or (one[0] == "." and host.endswith(one)) for one in SERVICES):
        raise Refusal("endpoint")
    return "https", host, outbound.PORT, outbound.target_of(url)


class Pusher:
    """Signs and sends push messages."""

    def __init__(self, secret: Secret, contact: str, own_origins: tuple[str, ...]) -> None:
        self.secret = secret
        self.contact = contact
        self.own_origins = own_origins

    def private_key(self) -> "EllipticCurvePrivateKey":
        """VAPID key, derived from the server's secret."""
        from cryptography.hazmat.primitives.asymmetric import ec

        number = int.from_bytes(self.secret.mac("vapid", size=48)) % (CURVE_ORDER - 1) + 1
        return ec.derive_private_key(number, ec.SECP256R1())

    def public_key(self) -> str:
        """VAPID public key for browsers."""
        return base64url(public_point(self.private_key()))

    def vapid_token(self, origin: str, now: float) -> str:
        """JWT for one push service, valid for 12 hours."""
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

        claims = {"aud": origin, "exp": int(now) + TOKEN_TIME, "sub": self.contact}
        head = ".".join(base64url(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self.private_key().sign(head.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{head}.{base64url(r.to_bytes(32) + s.to_bytes(32))}"

    def send(self, to: Subscription, message: dict[str, Any], topic: str, now: float) -> int:
        """Posts a message, which replaces an undelivered one of the same topic; returns the status. No redirects."""
        scheme, host, port, path = parse_endpoint(to.endpoint, self.own_origins)
        body = encrypt(to, json.dumps(message).encode())
        audience = (
            f"{scheme}://{host}"
            if f"{scheme}://{host}" not in self.own_origins and port == 443
            else origin_of(to.endpoint)
        )
        headers = {
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(TTL),
            "topic": topic,
            "urgency": "normal",
            "authorization": f"vapid t={self.vapid_token(audience, now)}, k={self.public_key()}",
        }
        if origin_of(to.endpoint) in self.own_origins:
            connection_class = http.client.HTTPSConnection if scheme == "https" else http.client.HTTPConnection
            return outbound.post(connection_class(host, port, timeout=outbound.TIMEOUT), path, body, headers)
        return outbound.post(outbound.connect_public(host), path, body, headers)


def origin_of(endpoint: str) -> str:
    url = urlsplit(endpoint)
    return f"{url.scheme}://{url.netloc}"


def encrypt(to: Subscription, plain: bytes) -> bytes:
    """Encrypts one record that only the subscribed browser can read (RFC 8291)."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return encrypt_with(to, plain, ec.generate_private_key(ec.SECP256R1()), random_bytes(16))


def encrypt_with(to: Subscription, plain: bytes, own: "EllipticCurvePrivateKey", salt: bytes) -> bytes:
    """Encrypts with a given key and salt (for test vectors)."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), to.key)
    shared = own.exchange(ec.ECDH(), theirs)
    key = hkdf(to.auth, shared, b"WebPush: info\0" + to.key + public_point(own), 32)
    content = hkdf(salt, key, b"Content-Encoding: aes128gcm\0", 16)
    nonce = hkdf(salt, key, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_SIZE.to_bytes(4) + bytes([KEY_BYTES]) + public_point(own)
    return head + AESGCM(content).encrypt(nonce, plain + b"\x02", None)


def hkdf(salt: bytes, key: bytes, info: bytes, length: int) -> bytes:
    """HKDF with SHA-256."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(hashes.SHA256(), length, salt, info).derive(key)


def public_point(key: "EllipticCurvePrivateKey") -> bytes:
    """Public key as an uncompressed point of 65 bytes."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def base64url(raw: bytes) -> str:
    """Base64url without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
