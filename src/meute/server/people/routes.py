"""HTTP routes of a guest's own account: devices, passkeys, codes, preferences, export, deletion."""

import copy
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response

from meute.server import quiet_hours
from meute.server.api_route import ApiRoute, get, post
from meute.server.guest_token import hash_token, new_token
from meute.server.json_response import NO_STORE
from meute.server.messages.people import (
    AccountSent,
    CodeOwnerSent,
    CodeRequest,
    DeleteAccountRequest,
    DeviceSent,
    DoneSent,
    NewTokenSent,
    PasskeyRequest,
    PasskeySent,
    QuietHoursRequest,
    RecoverySent,
    RemoveSignInRequest,
    SignedInSent,
    SignInRequest,
    StudiesRequest,
    TokenRequest,
    TokenSent,
    TransferCodeSent,
    VacationRequest,
    WebhookSent,
)
from meute.server.messages.responses import GuestSent
from meute.server.people import data_export
from meute.server.people.accounts import CARRY_TIME, device_label, normalize_code
from meute.server.people.passkeys import Passkeys, handle_of
from meute.server.refusal import Refusal
from meute.server.store.models import CodeKind, StoredGuest, StoredPrefs
from meute.server.table.lobby import name_of

if TYPE_CHECKING:
    from meute.server.http.app import App

LONGEST_CODE = 64


class PeopleRoutes:
    def __init__(self, app: "App") -> None:
        self.app = app
        self.registry = app.registry
        self.accounts = app.registry.accounts
        self.passkeys = Passkeys(app.registry)

    def routes(self) -> list[ApiRoute]:
        return [
            get("/api/me", self.me),
            get("/api/me/export", self.export, returns="application/zip"),
            post("/api/carry", self.new_carry_code),
            post("/api/carry/look", self.look_up_carry_code),
            post("/api/carry/use", self.use_carry_code),
            post("/api/recovery", self.new_recovery_codes),
            post("/api/recovery/use", self.use_recovery_code),
            post("/api/passkey/new", self.passkey_registration),
            post("/api/passkey/add", self.add_passkey),
            post("/api/passkey/ask", self.passkey_authentication),
            post("/api/passkey/enter", self.sign_in_by_passkey),
            post("/api/me/drop", self.drop),
            post("/api/me/delete", self.delete),
            post("/api/me/wishes", self.set_quiet_hours),
            post("/api/me/vacation", self.set_vacation),
            post("/api/me/studies", self.set_studies),
            post("/api/me/tokens", self.new_token),
        ]

    # --- account page

    async def me(self, request: Request) -> AccountSent:
        """My account: ways to sign in, tokens and settings."""
        guest, store = await self.app.guest(request), self.registry.store.people
        prefs, now = await self.prefs(request), self.app.settings.now()
        webhooks = self.registry.notifications.webhooks
        return AccountSent(
            guest=guest_sent(guest),
            devices=[
                DeviceSent(
                    handle=self.accounts.device_handle(one.device),
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
            tokens=[
                TokenSent(
                    handle=self.accounts.token_handle(one.hash),
                    label=one.label,
                    scopes=one.scopes,
                    program=one.player != guest.guest,
                    name=(await self.person(one.player)).name if one.player != guest.guest else "",
                    made=one.made,
                    seen=one.seen,
                )
                for one in await store.tokens(guest.guest)
            ],
            webhooks=[
                WebhookSent(
                    handle=one.id,
                    url=one.url,
                    form=one.form,
                    topics=one.topics,
                    secret=webhooks.secret_of(one),
                    tried=one.tried,
                    status=one.status,
                )
                for one in await store.webhooks(guest.guest)
            ],
            can_passkey=self.passkeys.relying_party(request) is not None,
            recovery=await store.codes_left(guest.guest, "recover"),
            zone=prefs.zone,
            quiet=prefs.quiet,
            away_until=quiet_hours.away_until(now, prefs),
            vacation=quiet_hours.vacation_left(now, prefs),
            push_key=self.registry.notifications.push_key(),
            pushes=len(await store.pushes(guest.guest)),
            can_mail=bool(self.app.settings.mail and self.app.settings.http.public_url),
            mail=prefs.mail,
            mail_on=prefs.mail_on,
            studies=prefs.studies,
        )

    async def set_quiet_hours(self, request: Request, body: QuietHoursRequest) -> AccountSent:
        """Set my time zone and quiet hours."""
        prefs = await self.prefs(request)
        prefs.zone, prefs.quiet = body.zone, body.quiet
        quiet_hours.check_quiet(prefs)
        return await self.save_rest_prefs(request, prefs)

    async def set_vacation(self, request: Request, body: VacationRequest) -> AccountSent:
        """Start or end a vacation."""
        prefs = await self.prefs(request)
        quiet_hours.set_vacation(self.app.settings.now(), body.days, prefs)
        return await self.save_rest_prefs(request, prefs)

    async def set_studies(self, request: Request, body: StudiesRequest) -> AccountSent:
        """Agree that my finished public games are used for studies, without names, or no longer agree."""
        prefs = await self.prefs(request)
        prefs.studies = body.on
        return await self.save_prefs(request, prefs)

    async def prefs(self, request: Request) -> StoredPrefs:
        """A copy of the guest's stored preferences, to be changed."""
        guest = (await self.app.guest(request)).guest
        return copy.deepcopy((await self.registry.store.people.prefs([guest])).get(guest, StoredPrefs()))

    async def save_prefs(self, request: Request, prefs: StoredPrefs) -> AccountSent:
        """Stores preferences; returns the account page's data."""
        await self.accounts.save_prefs((await self.saved_guest(request)).guest, prefs)
        return await self.me(request)

    async def save_rest_prefs(self, request: Request, prefs: StoredPrefs) -> AccountSent:
        """Stores quiet hours or a vacation, and recomputes the guest's clocks; rate limited."""
        if not self.app.limits.preferences.take(request.state.caller):
            raise Refusal("flood")
        response = await self.save_prefs(request, prefs)
        await self.registry.reset_clocks((await self.app.guest(request)).guest)
        return response

    async def drop(self, request: Request, body: RemoveSignInRequest) -> AccountSent:
        """Remove a device, a passkey, a token or a webhook of mine."""
        guest = await self.app.guest(request)
        drop = {
            "device": self.accounts.drop_device,
            "passkey": self.passkeys.delete,
            "token": self.accounts.drop_token,
            "webhook": self.registry.notifications.drop_webhook,
        }
        await drop[body.what](guest.guest, body.handle)
        return await self.me(request)

    async def new_token(self, request: Request, body: TokenRequest) -> NewTokenSent:
        """Make a token, for my own programs or for a player of its own; it is shown only now."""
        if not self.app.limits.preferences.take(request.state.caller):
            raise Refusal("flood")
        guest = await self.saved_guest(request)
        return NewTokenSent(token=await self.accounts.new_token(guest, body), account=await self.me(request))

    # --- devices and codes

    async def new_carry_code(self, request: Request) -> TransferCodeSent:
        """A code that adds another device to my account."""
        guest = await self.saved_guest(request)
        return TransferCodeSent(code=await self.accounts.new_carry_code(guest.guest), seconds=int(CARRY_TIME))

    async def look_up_carry_code(self, request: Request, body: CodeRequest) -> CodeOwnerSent:
        """The owner of a code, without using it."""
        code = body.code[:LONGEST_CODE]
        self.app.limits.check_guesses(request.state.caller)
        person = await self.accounts.owner_of_carry_code(code)
        if person is None:
            raise self.app.limits.count_wrong_code(request.state.caller, "no_code")
        guest = await self.app.guest(request)
        games = len(await self.registry.store.people.seated_tables(guest.guest))
        return CodeOwnerSent(guest=guest_sent(await self.person(person)), games=games, same=person == guest.guest)

    async def use_carry_code(self, request: Request, body: SignInRequest) -> SignedInSent:
        """Sign in by a code of another device."""
        self.app.limits.count_entry(request.state.caller)
        return await self.sign_in(request, await self.use_code(request, "carry", body.code), body.bring)

    async def new_recovery_codes(self, request: Request) -> RecoverySent:
        """New recovery codes; older ones become invalid."""
        guest = await self.saved_guest(request)
        return RecoverySent(codes=await self.accounts.new_recovery_codes(guest.guest))

    async def use_recovery_code(self, request: Request, body: SignInRequest) -> SignedInSent:
        """Sign in by a recovery code."""
        self.app.limits.count_entry(request.state.caller)
        return await self.sign_in(
            request, await self.use_code(request, "recover", normalize_code(body.code)), body.bring
        )

    async def use_code(self, request: Request, kind: CodeKind, code: str) -> str:
        """Redeems a code; returns its owner's guest id. A wrong code counts against the rate limit."""
        self.app.limits.check_guesses(request.state.caller)
        known = self.accounts.hash(kind, code[:LONGEST_CODE])
        person = await self.registry.store.people.redeem_code(known, kind, self.app.settings.now())
        if person is None:
            raise self.app.limits.count_wrong_code(request.state.caller, "no_code")
        return person

    async def sign_in(self, request: Request, person: str, bring: bool) -> SignedInSent:
        """Signs this device in as a person, with a new cookie."""
        guest = await self.app.guest(request)
        token = new_token()
        device = self.accounts.seen_device(hash_token(token), person, user_agent(request))
        await self.accounts.switch_person(guest, person, device, bring)
        request.state.token = token
        left = await self.registry.store.people.codes_left(person, "recover")
        return SignedInSent(guest=guest_sent(await self.person(person)), recovery=left)

    # --- passkeys

    async def passkey_registration(self, request: Request) -> Any:
        """Options for `navigator.credentials.create`."""
        party = self.passkeys.require_relying_party(request)
        guest = await self.saved_guest(request)
        return await self.passkeys.registration_options(party, request.state.device, guest.guest, name_of(guest))

    async def add_passkey(self, request: Request, body: PasskeyRequest) -> AccountSent:
        """Add a passkey."""
        party = self.passkeys.require_relying_party(request)
        guest = await self.saved_guest(request)
        label = device_label(user_agent(request))
        await self.passkeys.register(party, request.state.device, guest.guest, body.credential, label)
        return await self.me(request)

    async def passkey_authentication(self, request: Request) -> Any:
        """Options for `navigator.credentials.get`."""
        return await self.passkeys.authentication_options(
            self.passkeys.require_relying_party(request), request.state.device
        )

    async def sign_in_by_passkey(self, request: Request, body: PasskeyRequest) -> SignedInSent:
        """Sign in by a passkey."""
        party = self.passkeys.require_relying_party(request)
        self.app.limits.count_entry(request.state.caller)
        person = await self.passkeys.authenticate(party, request.state.device, body.credential)
        return await self.sign_in(request, person, body.bring)

    # --- export and deletion

    async def export(self, request: Request) -> Response:
        """Everything stored about me, as a zip file."""
        guest = await self.app.guest(request)
        if not self.app.limits.exports.take(request.state.caller):
            raise Refusal("flood")
        headers = {"cache-control": NO_STORE, "content-disposition": 'attachment; filename="meute.zip"'}
        return Response(await data_export.export(self.registry, guest), headers=headers, media_type="application/zip")

    async def delete(self, request: Request, body: DeleteAccountRequest) -> DoneSent:
        """Delete my account."""
        guest = await self.app.guest(request)
        if body.name.strip() != name_of(guest):
            raise Refusal("not_the_name")
        await data_export.delete_person(self.registry, guest)
        request.state.token = new_token()
        return DoneSent()

    # --- guests

    async def saved_guest(self, request: Request) -> StoredGuest:
        """The guest of a request, stored together with this device."""
        guest = await self.app.guest(request)
        await self.registry.store.save_guest(guest)
        await self.registry.store.people.save_device(
            self.accounts.seen_device(request.state.device, guest.guest, user_agent(request))
        )
        return guest

    async def person(self, person: str) -> StoredGuest:
        """A stored guest by id; an unknown one gets an empty name."""
        return await self.registry.store.guest(person) or StoredGuest(person, "", "")


def guest_sent(guest: StoredGuest) -> GuestSent:
    return GuestSent(name=guest.name, language=guest.language)


def user_agent(request: Request) -> str:
    return request.headers.get("user-agent", "")
