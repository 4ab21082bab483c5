"""Passkeys, where the page is served under a name: none of it is loaded before somebody wants one."""

import json
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from meute.server.people.people import bytes_in, text_of
from meute.server.reach import HERE, called
from meute.server.refusal import Refusal
from meute.server.store import PasskeyKept

if TYPE_CHECKING:
    from meute.server.house import House

CHALLENGE_TIME = 300.0
CHALLENGES = 10_000
"""How many may be open at once; the oldest are forgotten."""
MOST_PASSKEYS = 10
"""For each person."""
LONGEST_ID = 1023
"""Bytes of a passkey's id, as its makers agreed."""


@dataclass(frozen=True)
class Party:
    """Who relies on a passkey: a name, and the origin that a signature must come from."""

    id: str
    origin: str


class Passkeys:
    """Questions that authenticators sign, each answered once."""

    def __init__(self, house: "House") -> None:
        self.house = house
        self.store = house.store.people
        self.now = house.settings.now
        self.asked: dict[tuple[str, str], tuple[bytes, float]] = {}
        """The open question of each device and purpose, and until when it holds."""

    def party(self, request: HTTPConnection) -> Party | None:
        """Under which name a request's page may use passkeys: the public one over https, or this machine's own."""
        public, host = urlsplit(self.house.settings.public), called(request.headers)
        if find_spec("webauthn") is None:
            return None
        if public.scheme == "https" and public.hostname == host:
            return Party(host, self.house.settings.public)
        return Party(HERE, f"{request.url.scheme}://{request.headers['host']}") if host == HERE else None

    def must(self, request: HTTPConnection) -> Party:
        """The same, where there must be one."""
        party = self.party(request)
        if party is None:
            raise Refusal("no_passkeys")
        return party

    def challenge(self, device: str, purpose: str, challenge: bytes) -> None:
        """Notes what a device is asked to sign."""
        self.asked.pop((device, purpose), None)
        self.asked[device, purpose] = (challenge, self.now() + CHALLENGE_TIME)
        if len(self.asked) > CHALLENGES:
            del self.asked[next(iter(self.asked))]

    def answered(self, device: str, purpose: str) -> bytes:
        """What a device was asked to sign: once, and soon."""
        challenge, until = self.asked.pop((device, purpose), (b"", 0.0))
        if until < self.now():
            raise Refusal("passkey")
        return challenge

    async def new(self, party: Party, device: str, guest: str, name: str) -> Any:
        """What a browser needs to make a passkey of this person."""
        from webauthn import generate_registration_options, options_to_json
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        own = await self.store.passkeys(guest)
        if len(own) >= MOST_PASSKEYS:
            raise Refusal("too_many_passkeys")
        options = generate_registration_options(
            rp_id=party.id,
            rp_name="Meute",
            user_id=self.house.secret.keyed("passkey", guest),
            user_name=name,
            user_display_name=name,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=passkey.id) for passkey in own],
        )
        self.challenge(device, "new", options.challenge)
        return json.loads(options_to_json(options))

    async def add(self, party: Party, device: str, guest: str, credential: dict[str, Any], label: str) -> None:
        """Keeps a passkey that was just made."""
        from webauthn import verify_registration_response

        challenge = self.answered(device, "new")
        try:
            made = verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=party.id,
                expected_origin=party.origin,
            )
        except Exception:  # whatever the library makes of a credential that is none
            raise Refusal("passkey") from None
        if len(made.credential_id) > LONGEST_ID or await self.store.passkey(made.credential_id):
            raise Refusal("passkey")
        now = self.now()
        await self.store.add_passkey(
            PasskeyKept(made.credential_id, guest, made.credential_public_key, made.sign_count, label, now, now)
        )

    async def ask(self, party: Party, device: str) -> Any:
        """What a browser needs to find a passkey: nobody types a name."""
        from webauthn import generate_authentication_options, options_to_json

        options = generate_authentication_options(rp_id=party.id)
        self.challenge(device, "enter", options.challenge)
        return json.loads(options_to_json(options))

    async def enter(self, party: Party, device: str, credential: dict[str, Any]) -> str:
        """Who has signed."""
        from webauthn import verify_authentication_response

        challenge = self.answered(device, "enter")
        passkey = await self.store.passkey(bytes_in(str(credential.get("rawId", ""))))
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
        if not await self.store.use_passkey(passkey, signed.new_sign_count, self.now()):
            raise Refusal("passkey")
        return passkey.guest

    async def drop(self, guest: str, handle: str) -> None:
        """A passkey opens nothing any more."""
        if not await self.store.drop_passkey(bytes_in(handle), guest):
            raise Refusal("not_found")


def handle_of(passkey: PasskeyKept) -> str:
    """What the page calls a passkey."""
    return text_of(passkey.id)
