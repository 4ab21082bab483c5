"""HTTP routes to turn push, webhooks and mail on and off."""

from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from meute.server.api_route import ApiRoute, post
from meute.server.messages.people import (
    AccountSent,
    CodeRequest,
    DoneSent,
    MailAddressRequest,
    SubscribePushRequest,
    UnsubscribePushRequest,
    WebhookRequest,
    WebhookTestRequest,
)
from meute.server.notifications.mail import check_address
from meute.server.notifications.push import Subscription, check_subscription
from meute.server.people.accounts import from_base64url
from meute.server.people.routes import PeopleRoutes
from meute.server.refusal import Refusal
from meute.server.store.models import StoredPrefs, StoredPush
from meute.text import LANGUAGES, catalogue

if TYPE_CHECKING:
    from meute.server.http.app import App


class NotificationRoutes:
    def __init__(self, app: "App", people: PeopleRoutes) -> None:
        self.app = app
        self.registry = app.registry
        self.people = people

    def routes(self) -> list[ApiRoute]:
        return [
            post("/api/push", self.add_push),
            post("/api/push/drop", self.drop_push),
            post("/api/me/webhooks", self.add_webhook),
            post("/api/me/webhooks/test", self.test_webhook),
            post("/api/mail", self.set_mail),
            post("/api/mail/confirm", self.confirm_mail),
            post("/api/mail/drop", self.drop_mail),
            post("/api/mail/leave/{code}", self.unsubscribe, returns="text/plain"),
        ]

    async def add_push(self, request: Request, body: SubscribePushRequest) -> AccountSent:
        """Add a push subscription of this browser."""
        if not self.registry.notifications.can_push():
            raise Refusal("no_notices")
        to = Subscription(body.endpoint, from_base64url(body.key), from_base64url(body.auth))
        check_subscription(to, self.app.settings.push.hosts)
        guest, prefs = await self.people.saved_guest(request), await self.people.prefs(request)
        subscription = StoredPush(to.endpoint, to.key, to.auth)
        now = self.app.settings.now()
        await self.registry.store.people.add_push(
            guest.guest, subscription, self.app.settings.limits.push_subscriptions, now
        )
        prefs.push = True
        return await self.people.save_prefs(request, prefs)

    async def drop_push(self, request: Request, body: UnsubscribePushRequest) -> AccountSent:
        """End a push subscription."""
        guest = await self.app.guest(request)
        await self.registry.notifications.drop_push(guest.guest, body.endpoint)
        return await self.people.me(request)

    async def add_webhook(self, request: Request, body: WebhookRequest) -> AccountSent:
        """Post my notices to an address, such as one of a chat room."""
        guest = await self.people.saved_guest(request)
        await self.registry.notifications.add_webhook(guest, body)
        return await self.people.me(request)

    async def test_webhook(self, request: Request, body: WebhookTestRequest) -> AccountSent:
        """Post a message to one of my webhooks now; `tried` and `status` then say how it was answered."""
        guest = await self.app.guest(request)
        if not self.app.limits.webhook_tests.take(request.state.caller):
            raise Refusal("flood")
        await self.registry.notifications.webhooks.test(guest, body.handle)
        return await self.people.me(request)

    async def set_mail(self, request: Request, body: MailAddressRequest) -> AccountSent:
        """Set my mail address; a confirmation is mailed."""
        if self.app.settings.mail is None or not self.app.settings.http.public_url:
            raise Refusal("no_notices")
        guest, prefs = await self.people.saved_guest(request), await self.people.prefs(request)
        address = check_address(body.address)
        if not self.app.limits.mails.take(request.state.caller):
            raise Refusal("flood")
        await self.registry.notifications.send_confirmation(guest, address)
        prefs.mail, prefs.mail_on = address, False
        return await self.people.save_prefs(request, prefs)

    async def confirm_mail(self, request: Request, body: CodeRequest) -> DoneSent:
        """Confirm a mail address by the code in its link."""
        guest = await self.people.use_code(request, "mail", body.code)
        prefs = (await self.registry.store.people.prefs([guest])).get(guest, StoredPrefs())
        if not self.registry.notifications.is_code_for(body.code, prefs.mail):
            raise Refusal("no_code")
        prefs.mail_on = True
        await self.registry.accounts.save_prefs(guest, prefs)
        return DoneSent()

    async def drop_mail(self, request: Request) -> AccountSent:
        """Remove my mail address."""
        prefs = await self.people.prefs(request)
        prefs.mail, prefs.mail_on = "", False
        return await self.people.save_prefs(request, prefs)

    async def unsubscribe(self, request: Request) -> Response:
        """Unsubscribe from the daily digest by one click in a mail program: the code identifies the guest."""
        guest = await self.people.use_code(request, "leave", request.path_params["code"])
        prefs = (await self.registry.store.people.prefs([guest]))[guest]
        prefs.mail_on = False
        await self.registry.accounts.save_prefs(guest, prefs)
        return PlainTextResponse("\n".join(catalogue(language).entries["mail.left"] for language in LANGUAGES))
