"""Fake push service and mail server; they verify and decrypt messages as real ones do."""

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

from meute.server.notifications.push import base64url, hkdf, public_point


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class PushService:
    """A browser's subscription at a local service; verifies, decrypts and stores messages."""

    origin: str = ""
    pushed: list[dict[str, Any]] = field(default_factory=list)
    claims: list[dict[str, Any]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    status: int = 201
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = b"sixteen bytes ok"

    def subscription(self, path: str = "/push/1") -> dict[str, str]:
        """The subscription as a browser gives it to its page."""
        return {"endpoint": self.origin + path, "key": base64url(public_point(self.key)), "auth": base64url(self.auth)}

    def take(self, path: str, headers: Any, body: bytes) -> None:
        """Verify the sender and decrypt the message."""
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
        self.pushed.append({**json.loads(self.open(body)), "topic": headers["topic"]})

    def open(self, body: bytes) -> bytes:
        """Decrypt a record with the browser's key."""
        salt, theirs = body[:16], body[21:86]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        key = hkdf(self.auth, shared, b"WebPush: info\0" + public_point(self.key) + theirs, 32)
        content = hkdf(salt, key, b"Content-Encoding: aes128gcm\0", 16)
        nonce = hkdf(salt, key, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(content).decrypt(nonce, body[86:], None)
        assert plain[-1:] == b"\x02"
        return plain[:-1]


@contextmanager
def push_service() -> Iterator[PushService]:
    """A local push service."""
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
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

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
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
    """Mails received."""

    port: int = 0
    mails: list[Message] = field(default_factory=list)
    is_down: bool = False
    refuses: str = ""
    """The answer to an address."""
    hangs_up: bool = False
    """Whether it takes a mail without saying so."""


@dataclass
class SilentServer:
    """Accepts connections without answering, until pushed to close them."""

    port: int = 0
    taken: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    """Released for each connection."""
    hung_up: threading.Event = field(default_factory=threading.Event)


@contextmanager
def silent_server() -> Iterator[SilentServer]:
    """A mail server that does not answer."""
    silent = SilentServer()

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            silent.taken.release()
            silent.hung_up.wait()

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        silent.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield silent
        finally:
            silent.hung_up.set()
            server.shutdown()
            thread.join()


@contextmanager
def mail_server() -> Iterator[MailServer]:
    """A local SMTP server."""
    mail = MailServer()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            if mail.is_down:
                return
            self.wfile.write(b"220 here\r\n")
            for line in self.rfile:
                word = line.split()[0].upper() if line.split() else b""
                if word == b"RCPT" and mail.refuses:
                    self.wfile.write(mail.refuses.encode() + b"\r\n")
                    continue
                if word == b"DATA":
                    self.wfile.write(b"354 go\r\n")
                    text = b"".join(iter(self.rfile.readline, b".\r\n"))
                    mail.mails.append(message_from_bytes(text))
                    if mail.hangs_up:
                        return
                self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 ok\r\n")
                if word == b"QUIT":
                    return

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        mail.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield mail
        finally:
            server.shutdown()
            thread.join()
