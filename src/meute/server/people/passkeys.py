"""Passkeys (WebAuthn): challenges, registration and authentication. The library is imported on first use."""

import hmac
import json
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from meute.server.addresses import LOCALHOST, host_of
from meute.server.people.accounts import from_base64url, to_base64url
from meute.server.refusal import Refusal
from meute.server.store.models import StoredPasskey
from meute.server.system import random_bytes

if TYPE_CHECKING:
    from meute.server.registry import TableRegistry

CHALLENGE_TIME = 300
"""Seconds for which a challenge is valid."""
EXPIRY_BYTES, NONCE_BYTES, MAC_BYTES = 8, 16, 16
"""Layout of a challenge: expiry time, nonce, MAC."""
MOST_PASSKEYS = 10
"""Most passkeys of one person."""
LONGEST_ID = 1023
"""Bytes of a credential id (WebAuthn's maximum)."""


@dataclass(frozen=True)
class RelyingParty:
    """WebAuthn relying party: the host name, and the origin that a signature must come from."""

    id: str
    origin: str


class Passkeys:
    """Challenges and credentials.

    A challenge carries its expiry and a MAC over device and purpose, so that any node can check it. The store makes
    sure that each is used once.
    """

    def __init__(self, registry: "TableRegistry") -> None:
        self.registry = registry
        self.store = registry.store.people
        self.now = registry.settings.now

    def relying_party(self, request: HTTPConnection) -> RelyingParty | None:
        """The relying party of a request: the public https origin, or localhost. None: no passkeys here."""
        public, host = urlsplit(self.registry.settings.http.public_url), host_of(request.headers)
        if find_spec("webauthn") is None:
            return None
        if public.scheme == "https" and public.hostname == host:
            return RelyingParty(host, self.registry.settings.http.public_url)
        return (
            RelyingParty(LOCALHOST, f"{request.url.scheme}://{request.headers['host']}") if host == LOCALHOST else None
        )

    def require_relying_party(self, request: HTTPConnection) -> RelyingParty:
        """Like `relying_party`, but refuses if there is none."""
        party = self.relying_party(request)
        if party is None:
            raise Refusal("no_passkeys")
        return party

    def challenge(self, device: str, purpose: str) -> bytes:
        """A new challenge for a device and a purpose."""
        until = int(self.now()) + CHALLENGE_TIME
        body = until.to_bytes(EXPIRY_BYTES) + random_bytes(NONCE_BYTES)
        return body + self.signature(device, purpose, body)

    def signature(self, device: str, purpose: str, body: bytes) -> bytes:
        """MAC that binds a challenge to a device and a purpose."""
        return self.registry.secret.mac("challenge", device, purpose, body.hex(), size=MAC_BYTES)

    def check_challenge(self, device: str, purpose: str, credential: dict[str, Any]) -> bytes:
        """The challenge that a credential answers; refused unless we issued it to this device and it is still valid."""
        try:
            challenge = from_base64url(
                json.loads(from_base64url(credential["response"]["clientDataJSON"]))["challenge"]
            )
        except (Refusal, ValueError, LookupError, TypeError, RecursionError):
            raise Refusal("passkey") from None
        body, signed = challenge[:-MAC_BYTES], challenge[-MAC_BYTES:]
        ours = hmac.compare_digest(signed, self.signature(device, purpose, body))
        if not ours or expiry_of(challenge) < self.now():
            raise Refusal("passkey")
        return challenge

    async def mark_used(self, challenge: bytes) -> None:
        """Marks a challenge as used; refuses one that was already used on any node."""
        known = self.registry.secret.hash("challenge", challenge.hex())
        if not await self.store.claim(known, expiry_of(challenge), self.now()):
            raise Refusal("passkey")

    async def registration_options(self, party: RelyingParty, device: str, guest: str, name: str) -> Any:
        """WebAuthn options to create a passkey for a guest."""
        from webauthn import generate_registration_options, options_to_json
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        own = await self.passkeys_with_room(guest)
        options = generate_registration_options(
            rp_id=party.id,
            rp_name="Meute",
            user_id=self.registry.secret.mac("passkey", guest),
            user_name=name,
            user_display_name=name,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=passkey.id) for passkey in own],
            challenge=self.challenge(device, "new"),
        )
        return json.loads(options_to_json(options))

    async def passkeys_with_room(self, guest: str) -> list[StoredPasskey]:
        """A guest's passkeys; refuses if there is no room for another."""
        own = await self.store.passkeys(guest)
        if len(own) >= MOST_PASSKEYS:
            raise Refusal("too_many_passkeys")
        return own

    async def register(
        self, party: RelyingParty, device: str, guest: str, credential: dict[str, Any], label: str
    ) -> None:
        """Verifies and stores a new passkey."""
        from webauthn import verify_registration_response

        challenge = self.check_challenge(device, "new", credential)
        try:
            verified = verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=party.id,
                expected_origin=party.origin,
            )
        except Exception:  # the library raises various errors for a malformed credential
            raise Refusal("passkey") from None
        await self.mark_used(challenge)
        await self.passkeys_with_room(guest)
        if len(verified.credential_id) > LONGEST_ID or await self.store.passkey(verified.credential_id):
            raise Refusal("passkey")
        now = self.now()
        await self.store.add_passkey(
            StoredPasskey(
                verified.credential_id, guest, verified.credential_public_key, verified.sign_count, label, now, now
            )
        )

    async def authentication_options(self, party: RelyingParty, device: str) -> Any:
        """WebAuthn options to sign in with any passkey of this host (no user name needed)."""
        from webauthn import generate_authentication_options, options_to_json

        options = generate_authentication_options(rp_id=party.id, challenge=self.challenge(device, "enter"))
        return json.loads(options_to_json(options))

    async def authenticate(self, party: RelyingParty, device: str, credential: dict[str, Any]) -> str:
        """Verifies a signature; returns the guest of its passkey."""
        from webauthn import verify_authentication_response

        challenge = self.check_challenge(device, "enter", credential)
        passkey = await self.store.passkey(from_base64url(str(credential.get("rawId", ""))))
        if passkey is None:
            raise Refusal("passkey_unknown")
        try:
            signed = verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=party.id,
                expected_origin=party.origin,
                credential_public_key=passkey.key,
                credential_current_sign_count=passkey.count,
            )
        except Exception:
            raise Refusal("passkey") from None
        await self.mark_used(challenge)
        if not await self.store.use_passkey(passkey, signed.new_sign_count, self.now()):
            raise Refusal("passkey")
        return passkey.guest

    async def delete(self, guest: str, handle: str) -> None:
        if not await self.store.drop_passkey(from_base64url(handle), guest):
            raise Refusal("not_found")


def expiry_of(challenge: bytes) -> float:
    """Expiry time of a challenge."""
    return float(int.from_bytes(challenge[:EXPIRY_BYTES]))


def handle_of(passkey: StoredPasskey) -> str:
    """Public handle of a passkey."""
    return to_base64url(passkey.id)
