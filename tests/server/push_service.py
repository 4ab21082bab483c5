"""A stand-in for a browser's push service, and for a mail server: they check and read what real ones would."""

import base64
import json
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from meute.server.notices.push import derived, encoded, point


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class PushService:
    """One browser's subscription at a service on this machine; what came is checked, decrypted and kept."""

    origin: str = ""
    told: list[dict[str, Any]] = field(default_factory=list)
    claims: list[dict[str, Any]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    status: int = 201
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = b"sixteen bytes ok"

    def subscription(self, path: str = "/push/1") -> dict[str, str]:
        """What a browser tells its page."""
        return {"endpoint": self.origin + path, "key": encoded(point(self.key)), "auth": encoded(self.auth)}

    def take(self, path: str, headers: Any, body: bytes) -> None:
        """Checks who sends, and reads it as the browser would."""
        self.paths.append(path)
        if self.status != 201:
            return
        token, key = (part.partition("=")[2] for part in headers["authorization"].removeprefix("vapid ").split(", "))
        head, claims, signature = token.split(".")
        raw = decoded(signature)
        both = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
        sender.verify(both, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
        self.claims.append(json.loads(decoded(claims)))
        self.told.append({**json.loads(self.open(body)), "topic": headers["topic"]})

    def open(self, body: bytes) -> bytes:
        """Decrypts a record by the browser's own key."""
        salt, theirs = body[:16], body[21:86]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        key = derived(self.auth, shared, b"WebPush: info\0" + point(self.key) + theirs, 32)
        content = derived(salt, key, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(salt, key, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(content).decrypt(nonce, body[86:], None)
        assert plain[-1:] == b"\x02"
        return plain[:-1]


@contextmanager
def push_service() -> Iterator[PushService]:
    """A push service that listens on this machine."""
    service = PushService()

    class Desk(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            service.take(self.path, self.headers, self.rfile.read(int(self.headers["content-length"])))
            self.send_response(service.status)
            if service.status == 302:
                self.send_header("location", f"{service.origin}/inside")
            self.send_header("content-length", "0")
            self.end_headers()

        def do_GET(self) -> None:
            service.paths.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Desk) as server:
        service.origin = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield service
        finally:
            server.shutdown()
            thread.join()


@dataclass
class MailServer:
    """Mails that were handed over."""

    port: int = 0
    mails: list[Message] = field(default_factory=list)


@contextmanager
def mail_server() -> Iterator[MailServer]:
    """An SMTP server on this machine, for one mail after the other."""
    kept = MailServer()

    class Desk(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"220 here\r\n")
            for line in self.rfile:
                word = line.split()[0].upper() if line.split() else b""
                if word == b"DATA":
                    self.wfile.write(b"354 go\r\n")
                    text = b"".join(iter(self.rfile.readline, b".\r\n"))
                    kept.mails.append(message_from_bytes(text))
                self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 ok\r\n")
                if word == b"QUIT":
                    return

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Desk) as server:
        kept.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield kept
        finally:
            server.shutdown()
            thread.join()
