"""A software passkey, and a browser behind a TLS proxy in front of several nodes."""

import hashlib
import json
import os
import struct
from http.cookies import SimpleCookie
from typing import Any

import cbor2
import httpx
import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from helpers.visitor import Json, Running

from meute.server.people.accounts import to_base64url

HOST = "meute.test"
ORIGIN = f"https://{HOST}"
PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40
"""Authenticator data flags."""


class Authenticator:
    """A passkey: registered once, then used to sign."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = os.urandom(16)
        self.count = 0

    def make(self, options: Json) -> Json:
        """Response to the registration challenge of /api/passkey/new."""
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        about = bytes(16) + struct.pack("!H", len(self.id)) + self.id + cbor2.dumps(public)
        data = self.data(options["rp"]["id"], WITH_KEY) + about
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client_data_json = client_data("webauthn.create", options["challenge"])
        return self.credential(clientDataJSON=to_base64url(client_data_json), attestationObject=to_base64url(attested))

    def sign(self, options: Json) -> Json:
        """Response to the login challenge of /api/passkey/ask."""
        data, client_data_json = self.data(options["rpId"]), client_data("webauthn.get", options["challenge"])
        signed = self.key.sign(data + hashlib.sha256(client_data_json).digest(), ec.ECDSA(hashes.SHA256()))
        return self.credential(
            clientDataJSON=to_base64url(client_data_json),
            authenticatorData=to_base64url(data),
            signature=to_base64url(signed),
            userHandle=None,
        )

    def data(self, party: str, flags: int = 0) -> bytes:
        """Authenticator data."""
        self.count += 1
        flags |= PRESENT | VERIFIED
        return hashlib.sha256(party.encode()).digest() + struct.pack("!BI", flags, self.count)

    def credential(self, **response: str | None) -> Json:
        return {"id": to_base64url(self.id), "rawId": to_base64url(self.id), "type": "public-key", "response": response}


def client_data(kind: str, challenge: str) -> bytes:
    """Client data JSON."""
    return json.dumps({"type": kind, "challenge": challenge, "origin": ORIGIN, "crossOrigin": False}).encode()


class Browser:
    """HTTP client with cookies; names the node of each request."""

    def __init__(self) -> None:
        self.cookies: SimpleCookie = SimpleCookie()

    async def post(self, node: Running, path: str, body: object) -> Any:
        headers = {
            "host": HOST,
            "origin": ORIGIN,
            "x-forwarded-proto": "https",
            "x-forwarded-for": "198.51.100.7",
            "cookie": "; ".join(f"{name}={one.value}" for name, one in self.cookies.items() if one.value),
        }
        async with httpx.AsyncClient(base_url=node.url, headers=headers, timeout=60) as line:
            answer = await line.post(path, content=msgspec.json.encode(body))
        for cookie in answer.headers.get_list("set-cookie"):
            self.cookies.load(cookie)
        return answer.json()
