"""Who comes with which device: the way from one to the next, and two who turn out to be one."""

import base64
import re
import secrets
from collections.abc import Collection
from typing import TYPE_CHECKING

from meute.server.refusal import Refusal
from meute.server.store import AtOneTable, DeviceKept, GuestKept, PrefsKept

if TYPE_CHECKING:
    from meute.server.house import House

CARRY_BYTES = 16
CARRY_TIME = 600.0
"""Seconds in which a device may be carried over."""
RECOVERY_CODES = 8
RECOVERY_LETTERS = 10
LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Thirty-two that are not taken for each other: a code holds 50 bits."""
FOREVER = 1e12
NOTHING = PrefsKept()
KNOWN = 20_000
"""Devices whose person is remembered."""

BROWSERS = ("Edg", "OPR", "Firefox", "SamsungBrowser", "Chrome", "Safari")
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS X", "CrOS", "Linux")
CALLED = {"Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung Internet", "Mac OS X": "macOS", "CrOS": "ChromeOS"}
"""What browsers and systems call themselves, the most special first, and what people call them."""


class People:
    """Everybody who has a device here."""

    def __init__(self, house: "House") -> None:
        self.house = house
        self.store = house.store.people
        self.now = house.settings.now
        self.known: dict[str, str] = {}
        """The person of each device, the last used one last."""
        self.wished: dict[str, PrefsKept] = {}
        """What those wish who sit at live tables."""

    async def who(self, device: str) -> str:
        """Whose device this is: another's to whom it was carried over, or its own."""
        person = self.known.pop(device, None) or await self.store.person_of(device) or device
        self.known[device] = person
        if len(self.known) > KNOWN:
            del self.known[next(iter(self.known))]
        return person

    # --- wishes

    async def learn(self, guests: Collection[str]) -> None:
        """What these people wish is known from now on."""
        self.wished |= await self.store.prefs(guests)

    def let_go(self, seated: Collection[str]) -> None:
        """What all others wish is in the store."""
        self.wished = {guest: prefs for guest, prefs in self.wished.items() if guest in seated}

    def wishes(self, guest: str) -> PrefsKept:
        """What somebody wishes who sits at a live table, or was learned just now."""
        return self.wished.get(guest, NOTHING)

    async def wish(self, guest: str, prefs: PrefsKept) -> None:
        """Somebody wishes something else."""
        await self.store.keep_prefs(guest, prefs)
        self.wished[guest] = prefs

    def device(self, device: str, guest: str, agent: str) -> DeviceKept:
        """A device that is used now."""
        now = self.now()
        return DeviceKept(device, guest, label_of(agent), now, now)

    # --- codes

    async def carry(self, guest: str) -> str:
        """A code that lets one more device in, once and soon; the one before holds no longer."""
        code = secrets.token_urlsafe(CARRY_BYTES)
        await self.store.keep_codes(guest, "carry", [self.hash("carry", code)], self.now() + CARRY_TIME)
        return code

    async def carried(self, code: str) -> str | None:
        """Whom a code leads to, without using it up."""
        return await self.store.code(self.hash("carry", code), "carry", self.now())

    async def recovery(self, guest: str) -> list[str]:
        """Codes for the day when every device is lost, shown this once; those before hold no longer."""
        codes = ["".join(secrets.choice(LETTERS) for _ in range(RECOVERY_LETTERS)) for _ in range(RECOVERY_CODES)]
        await self.store.keep_codes(guest, "recover", [self.hash("recover", code) for code in codes], FOREVER)
        return codes

    def hash(self, kind: str, code: str) -> str:
        """What the store knows of a code."""
        return self.house.secret.hash(kind, code)

    # --- each other

    async def companion(self, guest: str, handle: str) -> str:
        """Somebody with whom a person has played, by what the page calls him."""
        for other, _, _ in await self.store.companions(guest):
            if self.call(guest, other) == handle:
                return other
        raise Refusal("not_found")

    def call(self, guest: str, other: str) -> str:
        """What the page of one calls another: nothing that a third could use."""
        return self.house.secret.hash("person", guest, other)[:16]

    async def check_may_meet(self, guest: str, other: str) -> None:
        """Refuses where one of two does not want to meet the other."""
        if (guest, "shut") in await self.store.shut_by(other):
            raise Refusal("shut")

    # --- becoming another

    async def enter(self, guest: GuestKept, to: str, device: DeviceKept, bring: bool) -> None:
        """A guest goes on as another person, with a fresh device; what he has here comes along if he wants that."""
        if guest.guest != to and bring:
            await self.merge(guest.guest, to, device)
        else:
            await self.store.keep_device(device)
        self.known[device.device] = to

    async def merge(self, gone: str, stays: str, device: DeviceKept) -> None:
        """Two people become one."""
        codes = [sitting.code for sitting in await self.store.sittings(gone)]
        try:
            async with self.house.laid_aside(codes):
                await self.store.merge(gone, stays, device)
        except AtOneTable:
            raise Refusal("at_one_table") from None
        self.known = {one: stays if person == gone else person for one, person in self.known.items()}
        await self.house.store.tell("people", gone)

    async def drop_device(self, guest: str, handle: str) -> None:
        """A device is nobody's any more: whoever comes with it is somebody new."""
        for device in await self.store.devices(guest):
            if self.handle(device.device) == handle:
                nobody = secrets.token_hex(16)
                await self.store.give_device(device.device, guest, nobody)
                self.known.pop(device.device, None)
                await self.house.send_away(guest)
                return
        raise Refusal("not_found")

    def handle(self, device: str) -> str:
        """What the page calls a device, which opens nothing."""
        return self.house.secret.hash("device", device)[:16]


def typed_code(text: str) -> str:
    """A recovery code as somebody types it: any case, any spaces."""
    return re.sub(r"[\s-]", "", text).lower()


def label_of(agent: str) -> str:
    """A browser and its system, as far as people tell them apart."""
    browser = next((name for name in BROWSERS if f"{name}/" in agent), "")
    system = next((name for name in SYSTEMS if name in agent), "")
    return " · ".join(CALLED.get(name, name) for name in (browser, system) if name)


def text_of(raw: bytes) -> str:
    """Bytes in an address or in JSON."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def bytes_in(text: str) -> bytes:
    """Bytes that such a text names."""
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise Refusal("malformed") from None
