"""Guest accounts without passwords: devices, codes to add a device (carry) or to recover, preferences, merging."""

import base64
import re
from collections.abc import Collection
from typing import TYPE_CHECKING, get_args

from meute.server.guest_token import new_access_token, new_program
from meute.server.messages.people import TokenRequest, TokenScope
from meute.server.refusal import Refusal
from meute.server.sanitize import sanitize_name
from meute.server.store.interface import SharedTable
from meute.server.store.models import StoredDevice, StoredGuest, StoredPrefs, StoredToken
from meute.server.system import random_choice, random_hex, random_urlsafe

if TYPE_CHECKING:
    from meute.server.registry import TableRegistry

CARRY_BYTES = 16
CARRY_TIME = 600.0
"""Seconds for which a code that adds a device is valid."""
RECOVERY_CODES = 8
RECOVERY_LETTERS = 10
RECOVERY_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""32 characters that are not confused with each other: a code of ten holds 50 bits."""
FOREVER = 1e12
TOKEN_SEEN_EVERY = 3600.0
"""Seconds between two writes of the time at which a token was last used."""
DEFAULT_PREFS = StoredPrefs()
CACHED_DEVICES = 20_000
"""Entries of the cache from device to person."""

BASE64URL = re.compile(r"[A-Za-z0-9_-]*={0,2}")
BROWSERS = ("Edg", "OPR", "Firefox", "SamsungBrowser", "Chrome", "Safari")
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS X", "CrOS", "Linux")
LABELS = {"Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung Internet", "Mac OS X": "macOS", "CrOS": "ChromeOS"}
"""Display names of browsers and systems whose user-agent token differs. BROWSERS and SYSTEMS list the most specific
token first."""


class Accounts:
    """Persons and their devices; caches the owners of devices, and the preferences of guests at live tables."""

    def __init__(self, registry: "TableRegistry") -> None:
        self.registry = registry
        self.store = registry.store.people
        self.now = registry.settings.now
        self.owners: dict[str, str] = {}
        """LRU cache: person of each device, the most recently used last."""
        self.loaded_prefs: dict[str, StoredPrefs] = {}
        """Preferences of guests at live tables."""

    async def person_of(self, device: str) -> str:
        """Id of the person who owns a device; a device that was never added to an account is its own person."""
        known = self.owners  # clear_cache may replace the dict during the await
        person = known.pop(device, None) or await self.store.person_of(device) or device
        known[device] = person
        if len(known) > CACHED_DEVICES:
            del known[next(iter(known))]
        return person

    async def is_known(self, device: str) -> bool:
        """Whether the store has anything of a device: its owner, or a seat that it took without a name."""
        return bool(await self.store.person_of(device) or await self.store.seated_tables(device))

    def clear_cache(self) -> None:
        """Forgets the owners of devices, after one of them changed."""
        self.owners = {}

    # --- preferences

    async def load_prefs(self, guests: Collection[str]) -> None:
        """Loads the preferences of these guests into memory."""
        self.loaded_prefs |= await self.store.prefs(guests)

    def keep_prefs_of(self, seated: Collection[str]) -> None:
        """Drops the preferences of all guests but these from memory."""
        self.loaded_prefs = {guest: prefs for guest, prefs in self.loaded_prefs.items() if guest in seated}

    def prefs(self, guest: str) -> StoredPrefs:
        """Loaded preferences of a guest; defaults if none are loaded."""
        return self.loaded_prefs.get(guest, DEFAULT_PREFS)

    async def save_prefs(self, guest: str, prefs: StoredPrefs) -> None:
        """Stores a guest's preferences, and notifies the other nodes."""
        await self.store.save_prefs(guest, prefs)
        self.loaded_prefs[guest] = prefs
        await self.registry.store.notify_nodes("wishes", guest)

    def seen_device(self, device: str, guest: str, agent: str) -> StoredDevice:
        """A device record with the current time."""
        now = self.now()
        return StoredDevice(device, guest, device_label(agent), now, now)

    # --- codes

    async def new_carry_code(self, guest: str) -> str:
        """A one-time code that adds a device to this guest for ten minutes; replaces the previous one."""
        code = random_urlsafe(CARRY_BYTES)
        await self.store.save_codes(guest, "carry", [self.hash("carry", code)], self.now() + CARRY_TIME)
        return code

    async def owner_of_carry_code(self, code: str) -> str | None:
        """The guest whom a carry code belongs to, without using it up."""
        return await self.store.code_owner(self.hash("carry", code), "carry", self.now())

    async def new_recovery_codes(self, guest: str) -> list[str]:
        """New recovery codes, shown only now; the previous ones become invalid."""
        codes = [
            "".join(random_choice(RECOVERY_ALPHABET) for _ in range(RECOVERY_LETTERS)) for _ in range(RECOVERY_CODES)
        ]
        await self.store.save_codes(guest, "recover", [self.hash("recover", code) for code in codes], FOREVER)
        return codes

    def hash(self, kind: str, code: str) -> str:
        """Keyed hash under which a code is stored."""
        return self.registry.secret.hash(kind, code)

    # --- access tokens

    def token_hash(self, token: str) -> str:
        """Keyed hash under which an access token is stored."""
        return self.hash("access", token)

    def token_handle(self, hash: str) -> str:
        """Public handle of a token; not usable to sign in."""
        return self.registry.secret.hash("token", hash)[:16]

    async def new_token(self, guest: StoredGuest, body: TokenRequest) -> str:
        """Stores a new token of a guest, with a new player if it is for a program; returns the token."""
        label, program = sanitize_name(body.label), sanitize_name(body.program)
        if not body.scopes or not label or bool(body.program) != bool(program):
            raise Refusal("malformed")
        if len(await self.store.tokens(guest.guest)) >= self.registry.settings.limits.tokens:
            raise Refusal("too_many_tokens")
        token, player, now = new_access_token(), new_program() if program else guest.guest, self.now()
        if program:
            await self.registry.store.save_guest(StoredGuest(player, program, guest.language))
        scopes = [scope for scope in get_args(TokenScope) if scope in body.scopes]
        stored = StoredToken(self.token_hash(token), guest.guest, player, label, scopes, now, now)
        await self.store.save_token(stored)
        return token

    async def use_token(self, hash: str) -> StoredToken | None:
        """The token with this hash; notes the time of its use now and then."""
        token = await self.store.token(hash)
        if token is not None and (token.seen == token.made or self.now() - token.seen > TOKEN_SEEN_EVERY):
            token.seen = self.now()
            await self.store.save_token(token)
        return token

    async def drop_token(self, guest: str, handle: str) -> None:
        """Revokes a token and closes the connections of its player."""
        for token in await self.store.tokens(guest):
            if self.token_handle(token.hash) == handle:
                await self.store.drop_token(token.hash, guest)
                await self.registry.disconnect_everywhere(token.player)
                return
        raise Refusal("not_found")

    # --- companions

    async def companion(self, guest: str, handle: str) -> str:
        """Guest id of a person with whom the guest has played, by the handle that the page uses."""
        for other, _, _ in await self.store.companions(guest):
            if self.person_handle(guest, other) == handle:
                return other
        raise Refusal("not_found")

    def person_handle(self, guest: str, other: str) -> str:
        """Handle (keyed hash) of `other` on the page of `guest`; no other guest can use it."""
        return self.registry.secret.hash("person", guest, other)[:16]

    async def check_may_meet(self, guest: str, other: str) -> None:
        """Refuses if `other` has blocked this guest."""
        if (guest, "shut") in await self.store.blocks_of(other):
            raise Refusal("shut")

    # --- signing in and out

    async def switch_person(self, guest: StoredGuest, to: str, device: StoredDevice, bring: bool) -> None:
        """Signs a guest in as person `to` with a new device id; `bring` merges the guest's account into that person."""
        if guest.guest != to and bring:
            await self.merge(guest.guest, to, device)
        else:
            await self.store.save_device(device)
        self.owners[device.device] = to

    async def merge(self, gone: str, stays: str, device: StoredDevice) -> None:
        """Merges two persons into one. Refused if both sit at one unfinished table: one person would see two hands."""
        codes = [each.code for each in await self.store.seated_tables(gone)]
        try:
            async with self.registry.unloaded(codes):
                await self.store.merge(gone, stays, device)
        except SharedTable:
            raise Refusal("at_one_table") from None
        await self.registry.notifications.note_webhooks(stays)
        self.owners = {device: stays if person == gone else person for device, person in self.owners.items()}
        await self.registry.store.notify_nodes("people", gone)

    async def drop_device(self, guest: str, handle: str) -> None:
        """Removes a device from a guest's account; from then on it is a new guest."""
        for device in await self.store.devices(guest):
            if self.device_handle(device.device) == handle:
                new_person = random_hex(16)
                await self.store.reassign_device(device.device, guest, new_person)
                self.clear_cache()
                await self.registry.disconnect_everywhere(guest)
                return
        raise Refusal("not_found")

    def device_handle(self, device: str) -> str:
        """Public handle of a device; not usable to sign in."""
        return self.registry.secret.hash("device", device)[:16]


def normalize_code(text: str) -> str:
    """A typed recovery code in lower case, without spaces and hyphens."""
    return re.sub(r"[\s-]", "", text).lower()


def device_label(agent: str) -> str:
    """Browser and system of a user agent, such as "Firefox · Linux"."""
    browser = next((name for name in BROWSERS if f"{name}/" in agent), "")
    system = next((name for name in SYSTEMS if name in agent), "")
    return " · ".join(LABELS.get(name, name) for name in (browser, system) if name)


def to_base64url(raw: bytes) -> str:
    """Base64url without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    """Decodes base64url; refuses anything else."""
    if not BASE64URL.fullmatch(text):
        raise Refusal("malformed")
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise Refusal("malformed") from None
