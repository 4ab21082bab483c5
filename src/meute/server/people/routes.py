"""What people ask about themselves, over HTTP."""

import copy
import secrets
from typing import TYPE_CHECKING

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from meute.server.guard import NOBODY_KEEPS, TOKEN_BYTES, fingerprint
from meute.server.lobby import name_of
from meute.server.messages.people import (
    CarriedSent,
    CarrySent,
    CodeAsked,
    DeleteAsked,
    DeviceSent,
    DoneSent,
    DropAsked,
    EnterAsked,
    EnteredSent,
    MeSent,
    PasskeyAsked,
    PasskeySent,
    RecoverySent,
    VacationAsked,
    WishesAsked,
)
from meute.server.messages.sent import GuestSent
from meute.server.people import calm, mine
from meute.server.people.passkeys import Passkeys, handle_of
from meute.server.people.people import CARRY_TIME, label_of, typed_code
from meute.server.refusal import Refusal
from meute.server.store import CodeKind, GuestKept, PrefsKept

if TYPE_CHECKING:
    from meute.server.app import App

LONGEST_CODE = 64


class PeopleRoutes:
    """Devices, passkeys and codes; export and deletion."""

    def __init__(self, app: "App") -> None:
        self.app = app
        self.house = app.house
        self.people = app.house.people
        self.passkeys = Passkeys(app.house)

    def routes(self) -> list[BaseRoute]:
        """Every way in."""
        asked = {
            "carry": self.carry,
            "carry/look": self.carried,
            "carry/use": self.use_carry,
            "recovery": self.recovery,
            "recovery/use": self.use_recovery,
            "passkey/new": self.new_passkey,
            "passkey/add": self.add_passkey,
            "passkey/ask": self.ask_passkey,
            "passkey/enter": self.enter_by_passkey,
            "me/drop": self.drop,
            "me/delete": self.delete,
            "me/wishes": self.wish,
            "me/vacation": self.go_away,
        }
        counted = self.app.counted
        return [
            Route("/api/me", counted(self.me)),
            Route("/api/me/export", counted(self.export)),
            *(Route(f"/api/{path}", counted(endpoint), methods=["POST"]) for path, endpoint in asked.items()),
        ]

    # --- what I can come in with

    async def me(self, request: Request) -> Response:
        return json(await self.me_sent(request))

    async def me_sent(self, request: Request) -> MeSent:
        """A person's devices, passkeys and codes."""
        guest, store = await self.app.guest(request), self.house.store.people
        prefs, now = await self.prefs(request), self.app.settings.now()
        return MeSent(
            guest=guest_sent(guest),
            devices=[
                DeviceSent(
                    handle=self.people.handle(one.device),
                    label=one.label,
                    seen=one.seen,
                    this=one.device == request.state.device,
                )
                for one in await store.devices(guest.guest)
            ],
            passkeys=[
                PasskeySent(handle=handle_of(one), label=one.label, used=one.used)
                for one in await store.passkeys(guest.guest)
            ],
            can_passkey=self.passkeys.party(request) is not None,
            recovery=await store.codes_left(guest.guest, "recover"),
            zone=prefs.zone,
            quiet=prefs.quiet,
            away_until=calm.away_until(now, prefs),
            vacation=calm.vacation_left(now, prefs),
            push_key=self.house.notices.push_key(),
            pushes=len(await store.pushes(guest.guest)),
            can_mail=bool(self.app.settings.mail and self.app.settings.public),
            mail=prefs.mail,
            mail_on=prefs.mail_on,
        )

    async def wish(self, request: Request) -> Response:
        asked = await self.app.body(request, WishesAsked)
        prefs = await self.prefs(request)
        prefs.zone, prefs.quiet = asked.zone, asked.quiet
        calm.check_quiet(prefs)
        return await self.rested(request, prefs)

    async def go_away(self, request: Request) -> Response:
        asked = await self.app.body(request, VacationAsked)
        prefs = await self.prefs(request)
        calm.go_away(self.app.settings.now(), asked.days, prefs)
        return await self.rested(request, prefs)

    async def prefs(self, request: Request) -> PrefsKept:
        """What a person wishes so far, to be changed."""
        guest = (await self.app.guest(request)).guest
        return copy.deepcopy((await self.house.store.people.prefs([guest])).get(guest, PrefsKept()))

    async def wished(self, request: Request, prefs: PrefsKept) -> Response:
        """Keeps what a person wishes now."""
        await self.people.wish((await self.known(request)).guest, prefs)
        return await self.me(request)

    async def rested(self, request: Request, prefs: PrefsKept) -> Response:
        """The same, when it is about somebody's rest: all their clocks heed it."""
        if not self.app.limits.wishes.take(request.state.who):
            raise Refusal("flood")
        told = await self.wished(request, prefs)
        await self.house.retime((await self.app.guest(request)).guest)
        return told

    async def drop(self, request: Request) -> Response:
        asked = await self.app.body(request, DropAsked)
        guest = await self.app.guest(request)
        drop = self.people.drop_device if asked.what == "device" else self.passkeys.drop
        await drop(guest.guest, asked.handle)
        return json(await self.me_sent(request))

    # --- another device

    async def carry(self, request: Request) -> Response:
        guest = await self.known(request)
        return json(CarrySent(code=await self.people.carry(guest.guest), seconds=int(CARRY_TIME)))

    async def carried(self, request: Request) -> Response:
        code = (await self.app.body(request, CodeAsked)).code[:LONGEST_CODE]
        self.app.limits.check_guesses(request.state.who)
        person = await self.people.carried(code)
        if person is None:
            raise self.app.limits.missed(request.state.who, "no_code")
        guest = await self.app.guest(request)
        games = len(await self.house.store.people.sittings(guest.guest))
        return json(CarriedSent(guest=guest_sent(await self.of(person)), games=games, same=person == guest.guest))

    async def use_carry(self, request: Request) -> Response:
        asked = await self.app.body(request, EnterAsked)
        self.app.limits.enter(request.state.who)
        return await self.enter(request, await self.use(request, "carry", asked.code), asked.bring)

    async def recovery(self, request: Request) -> Response:
        guest = await self.known(request)
        return json(RecoverySent(codes=await self.people.recovery(guest.guest)))

    async def use_recovery(self, request: Request) -> Response:
        asked = await self.app.body(request, EnterAsked)
        self.app.limits.enter(request.state.who)
        return await self.enter(request, await self.use(request, "recover", typed_code(asked.code)), asked.bring)

    async def use(self, request: Request, kind: CodeKind, code: str) -> str:
        """Whose code this is; a wrong one is counted."""
        self.app.limits.check_guesses(request.state.who)
        known = self.people.hash(kind, code[:LONGEST_CODE])
        person = await self.house.store.people.use_code(known, kind, self.app.settings.now())
        if person is None:
            raise self.app.limits.missed(request.state.who, "no_code")
        return person

    async def enter(self, request: Request, person: str, bring: bool) -> Response:
        """This device goes on as a person, with a cookie that nobody has seen."""
        guest = await self.app.guest(request)
        token = secrets.token_urlsafe(TOKEN_BYTES)
        device = self.people.device(fingerprint(token), person, agent(request))
        await self.people.enter(guest, person, device, bring)
        request.state.token = token
        left = await self.house.store.people.codes_left(person, "recover")
        return json(EnteredSent(guest=guest_sent(await self.of(person)), recovery=left))

    # --- passkeys

    async def new_passkey(self, request: Request) -> Response:
        party = self.passkeys.must(request)
        guest = await self.known(request)
        return json(await self.passkeys.new(party, request.state.device, guest.guest, name_of(guest)))

    async def add_passkey(self, request: Request) -> Response:
        party = self.passkeys.must(request)
        asked = await self.app.body(request, PasskeyAsked)
        guest = await self.known(request)
        label = label_of(agent(request))
        await self.passkeys.add(party, request.state.device, guest.guest, asked.credential, label)
        return json(await self.me_sent(request))

    async def ask_passkey(self, request: Request) -> Response:
        return json(await self.passkeys.ask(self.passkeys.must(request), request.state.device))

    async def enter_by_passkey(self, request: Request) -> Response:
        party = self.passkeys.must(request)
        asked = await self.app.body(request, PasskeyAsked)
        self.app.limits.enter(request.state.who)
        person = await self.passkeys.enter(party, request.state.device, asked.credential)
        return await self.enter(request, person, asked.bring)

    # --- all of it

    async def export(self, request: Request) -> Response:
        guest = await self.app.guest(request)
        if not self.app.limits.exports.take(request.state.who):
            raise Refusal("flood")
        headers = {"cache-control": NOBODY_KEEPS, "content-disposition": 'attachment; filename="meute.zip"'}
        return Response(await mine.export(self.house, guest), headers=headers, media_type="application/zip")

    async def delete(self, request: Request) -> Response:
        asked = await self.app.body(request, DeleteAsked)
        guest = await self.app.guest(request)
        if asked.name.strip() != name_of(guest):
            raise Refusal("not_the_name")
        await mine.forget(self.house, guest)
        request.state.token = secrets.token_urlsafe(TOKEN_BYTES)
        return json(DoneSent())

    # --- who it is

    async def known(self, request: Request) -> GuestKept:
        """Who asks, kept with this device from now on: there will be something to come back to."""
        guest = await self.app.guest(request)
        await self.house.store.keep_guest(guest)
        await self.house.store.people.keep_device(self.people.device(request.state.device, guest.guest, agent(request)))
        return guest

    async def of(self, person: str) -> GuestKept:
        """A person, by the id."""
        return await self.house.store.guest(person) or GuestKept(person, "", "")


def guest_sent(guest: GuestKept) -> GuestSent:
    """A person's name and language."""
    return GuestSent(name=guest.name, language=guest.language)


def agent(request: Request) -> str:
    """What the browser calls itself."""
    return request.headers.get("user-agent", "")


def json(sent: object) -> Response:
    """A structure of the wire, which no cache keeps."""
    return Response(msgspec.json.encode(sent), headers={"cache-control": NOBODY_KEEPS}, media_type="application/json")
